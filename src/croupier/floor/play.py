"""`decide` for a table: what an order makes happen, or why not."""

from __future__ import annotations

from typing import Final

from croupier.errors import Refused
from croupier.fair.commitment import commitment
from croupier.floor import orders
from croupier.floor.choices.equipment import PlaceDevice, RemoveDevice, failures
from croupier.floor.choices.upkeep import (
    AllowSpots,
    Change,
    CloseTable,
    DealFaceDown,
    ReopenTable,
    TableResumed,
    TableStopped,
    Unseat,
)
from croupier.floor.choices.upkeep_decisions import decide_upkeep
from croupier.floor.corrections import AskCorrection, DropCorrection, MakeCorrection
from croupier.floor.dispute_decisions import check_may_dispute, decide_correction, decide_dispute
from croupier.floor.disputes import SayOfDispute
from croupier.floor.felt import decide_felt
from croupier.floor.links import hand_buttons
from croupier.floor.links.hand_buttons import PressTrayWin, Unlogged, VerifyTrayWin
from croupier.floor.links.linked import (
    AwardPaid,
    HandBack,
    LinkTo,
    TableLinked,
    TableUnlinked,
    TakeAward,
    Unlink,
    linked_terms,
)
from croupier.floor.links.refusal_decisions import Unclaimed, open_disputes, sign_refusal
from croupier.floor.links.refusals import AwardRefused, SignRefusal, TakeRefusal
from croupier.floor.rehearsal.decisions import InRehearsal, decide_rehearsal
from croupier.floor.rehearsal.orders import EndRehearsal, Rehearse, StackDeck
from croupier.floor.report_decisions import decide_report
from croupier.floor.reports import Report
from croupier.floor.roles import AUTOMATIC_DEALER, CLOCK, PRACTICE_HOST, Duty, Person, check_may
from croupier.floor.seated import by_player, sit
from croupier.floor.staffing import SeatDealer, StaffOrder, freezes
from croupier.floor.staffing_decisions import check_deals, check_may_staff, decide_staffing
from croupier.floor.table import (
    BankPassed,
    CardsDealt,
    DealtBy,
    Happening,
    SeedRevealed,
    SeedSealed,
    Table,
    bank_is_free,
    deck,
)
from croupier.money import Cents
from croupier.rules import commands
from croupier.rules.deal import dealing_of
from croupier.rules.events import BetsPlaced, Cause, Dealt, RoundEnded, RoundVoided
from croupier.rules.law import LAW, Law, unlawful, unlawful_link
from croupier.rules.paytables import line_words
from croupier.rules.round import Stage
from croupier.rules.steps import DEAL, END, OPEN, Step
from croupier.rules.terms import as_dealt_now
from croupier.rules.wagers import PROGRESSIVE

_OF_ITS_PAST: Final = SayOfDispute | AskCorrection | MakeCorrection | DropCorrection
_AT_A_CLOSED_TABLE: Final = ReopenTable | DealFaceDown | _OF_ITS_PAST
"""What is still said at a closed table: that it is open again, and what concerns its past."""
_IN_REHEARSAL: Final = EndRehearsal | orders.Stand | Unseat | DealFaceDown | _OF_ITS_PAST
"""What is still said at a table in rehearsal: players leave, by themselves or by name; and what concerns its past."""


class Stopped(Refused):
    """A table at which no new round begins."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"{table.name} is stopped: {table.stopped}; a supervisor can resume it")


class OutsideLaw(Refused):
    """A table, or its link, that was opened under an earlier law and does not keep the present one (R55)."""

    def __init__(self, table: Table, why: str) -> None:
        super().__init__(
            f"{table.name} deals no further round: {why}; it goes on when it is brought within the law, on its page or "
            f"by croupier table change {table.name}"
        )


class Miscounted(Refused):
    """The end of a round whose cards were not all found (R27)."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            f"cannot end the round at {table.name}: {table.miscount}; count again and withdraw the call, or wait for "
            "the supervisor who was called"
        )


class Frozen(Refused):
    """A dealer's step while a device disagrees with what is known of the round (R58)."""

    def __init__(self, table: Table, step: Step) -> None:
        assert table.called is not None, "a call freezes a round"
        super().__init__(
            f"cannot {step.does} at {table.name}: {table.called.why}; a supervisor was called, looks at the felt and "
            "answers, then the round goes on"
        )


def check_allowed(table: Table, order: orders.Order, who: Person) -> None:
    """Refuse an order that it is not for this person to give."""
    # Steps and what players do are nearly all that is asked, so they come first.
    if isinstance(order, Step):
        if table.settings.dealt_by is DealtBy.MACHINE and who is not AUTOMATIC_DEALER:
            raise Refused(f"{table.name} is dealt by machine; nobody else presses its steps")
        check_may(who, Duty.DEAL)
        return check_deals(table, who)
    if isinstance(order, orders.ByPlayer):
        if table.real_cards and not isinstance(order, orders.Stand):
            raise Refused(
                f"cards and chips are real at {table.name}: bet and decide on the felt, and the dealer enters it"
            )
        return check_may(who, Duty.PLAY)
    if isinstance(order, orders.ByFelt):
        check_may(who, Duty.DEAL)
        return check_deals(table, who)
    if isinstance(order, Report):
        return check_may(who, Duty.REPORT)
    if isinstance(order, StaffOrder):
        if table.settings.dealt_by is DealtBy.MACHINE and isinstance(order, SeatDealer):
            raise Refused(f"{table.name} is dealt by machine; no dealer is assigned to it")
        return check_may_staff(table, order, who)
    match order:
        case orders.Default():
            # At a private table its host decides for a friend who has gone, and never says that time is up.
            if who is not CLOCK and (who != PRACTICE_HOST or order.cause is not Cause.LEFT):
                raise Refused(f"{who.name} cannot decide for somebody else; only the clock does")
        case commands.VoidRound():
            check_may(who, Duty.VOID)
        case AskCorrection() | MakeCorrection() | DropCorrection():
            check_may(who, Duty.CORRECT_ROUND)
        case SayOfDispute():
            check_may_dispute(order, who)
        case orders.Stop() | orders.Resume():
            check_may(who, Duty.STOP)
        case Change() | AllowSpots() | DealFaceDown() | Unseat() | CloseTable() | PlaceDevice() | RemoveDevice():
            check_may(who, Duty.CHANGE_TABLE)
        case ReopenTable():
            check_may(who, Duty.OPEN_TABLE)
        case Rehearse() | EndRehearsal() | StackDeck():
            check_may(who, Duty.REHEARSE)
        case HandBack():
            check_may(who, Duty.DEAL)
            check_deals(table, who)
        case PressTrayWin():
            check_may(who, Duty.PRESS_KEYPAD)
            check_deals(table, who)
        case VerifyTrayWin() | SignRefusal():
            check_may(who, Duty.RUN_LINK)
        case LinkTo() | Unlink() | TakeAward() | TakeRefusal():
            pass  # the link's desk has asked who it is, and gives these orders beside an entry of its own


def decide(
    table: Table,
    order: orders.Order,
    name: str,
    seed: bytes,
    law: Law | None = LAW,
    verify_from: Cents | None = None,
) -> tuple[Happening, ...]:
    """What `order` makes happen at this table when `name` gives it. `seed` is the seed of the round, if one is opened,
    and `verify_from` the amount from which a supervisor verifies a win that its tray pays (R44).

    With `law=None` a recorded order is decided again: the law limits what begins today, not what has happened.
    """
    if table.closed and not isinstance(order, _AT_A_CLOSED_TABLE):
        raise Refused(f"{table.name} is closed; who may open tables can reopen it")
    if table.rehearsing and not isinstance(order.order if isinstance(order, orders.ForSeat) else order, _IN_REHEARSAL):
        raise InRehearsal(table, order)
    if isinstance(order, Step):
        return _press(table, order, name, seed, law, verify_from)
    if isinstance(order, orders.BySeated):
        return by_player(table, order, table.sitting_of(name).seat, law)
    if isinstance(order, orders.ByFelt):
        return decide_felt(table, order, law)
    if isinstance(order, Report):
        return decide_report(table, order, name, law)
    match order:
        case orders.Default(seat, cause):
            round = table.in_play
            if table.stack_of(seat) is not None:
                raise Refused(f"the dealer of {table.name} decides for seat {seat}; the clock does not")
            if table.bank_offered_to[:1] == (seat,) and bank_is_free(table):
                return (BankPassed(seat),)
            if round is None or round.street is None:
                raise commands.WrongMoment("decide by the clock", round)
            return commands.decide(round, commands.Act(seat, round.street.late, cause))
        case commands.VoidRound(reason):
            voided = _finished(table, commands.decide(table.in_play, order))
            assert table.in_play is not None, "only a round is voided"
            failed = failures(table.equipment, table.in_play.id, reason, asked=law is not None)
            return *failed, *open_disputes(table, name), *voided
        case orders.Stop(reason):
            return (TableStopped(reason),)
        case orders.Resume():
            if table.stopped is None:
                raise Refused(f"{table.name} is not stopped; there is nothing to resume")
            return (TableResumed(),)
        case orders.Sit(seat):
            return sit(table, seat, name)
        case HandBack():
            return _hand_back(table)
        case LinkTo(link, stake, paytable, fixed):
            return _link(table, TableLinked(link, stake, paytable, fixed), law)
        case Unlink():
            return _link(table, TableUnlinked(), law)
        case PressTrayWin() | VerifyTrayWin():
            return (hand_buttons.decide(table.name, table.tray_wins, order, name),)
        case TakeAward(seat, line, cents):
            return _of_win(table, AwardPaid(seat, line, cents))
        case TakeRefusal(seat, line, reason):
            return _of_win(table, AwardRefused(seat, line, reason, name))
        case SignRefusal():
            return (sign_refusal(table, order, name),)
        case SayOfDispute():
            return (decide_dispute(table, order, name),)
        case AskCorrection() | MakeCorrection() | DropCorrection():
            return (decide_correction(table, order, name),)
        case Rehearse() | EndRehearsal() | StackDeck():
            return decide_rehearsal(table, order)
        case (
            Change()
            | AllowSpots()
            | DealFaceDown()
            | Unseat()
            | CloseTable()
            | ReopenTable()
            | PlaceDevice()
            | RemoveDevice()
        ):
            return decide_upkeep(table, order, name, law)
        case _:
            return decide_staffing(table, order, name)


def _press(
    table: Table, step: Step, name: str, seed: bytes, law: Law | None, verify_from: Cents | None
) -> tuple[Happening, ...]:
    round = table.in_play
    if table.called is not None and freezes(table.called):
        raise Frozen(table, step)
    if step.word == OPEN.word:
        return _open(table, seed, law, verify_from)
    if step.word == DEAL.word:
        if round is None or round.stage is not Stage.LOCKED:
            raise commands.WrongMoment(DEAL.does, round)
        (dealt,) = commands.decide(round, commands.DealCards(deck(table)))
        assert isinstance(dealt, Dealt), "dealing deals"
        return (CardsDealt(table.laid),)
    if step.word == END.word:
        if table.pending:
            raise Unclaimed(table)
        if table.unlogged:
            raise Unlogged(table.name, table.unlogged[0])
        if table.called is not None and table.called.why == table.miscount:
            raise Miscounted(table)
        return *open_disputes(table, name), *_finished(table, commands.decide(round, step))
    return commands.decide(round, step)


def _open(table: Table, seed: bytes, law: Law | None, verify_from: Cents | None) -> tuple[Happening, ...]:
    if table.stopped is not None:
        raise Stopped(table)
    if law is not None and (why := unlawful(table.settings.terms, law)) is not None:
        raise OutsideLaw(table, why)
    name, terms = f"{table.name}-{table.rounds + 1}", as_dealt_now(table.settings.terms)
    order = commands.OpenRound(
        round=name,
        terms=terms,
        commitment="" if terms.real_cards else commitment(name, seed, dealing_of(terms)),
        deck_colour=table.settings.colours[table.rounds % len(table.settings.colours)],
    )
    buttons = hand_buttons.asked(table.settings, table.link, verify_from)
    sealed = () if terms.real_cards else (SeedSealed(seed),)
    return *commands.decide(table.in_play, order), *buttons, *sealed


def _hand_back(table: Table) -> tuple[Happening, ...]:
    round = table.in_play
    if round is None or round.stage is not Stage.BETTING:
        raise commands.WrongMoment("hand progressive wagers back", round)
    down = [seat for seat in round.seats if PROGRESSIVE in seat.stakes]
    if not down:
        raise Refused(f"no progressive wager lies at {table.name}; there is nothing to hand back")
    return tuple(BetsPlaced(seat.number, seat.stakes.without(PROGRESSIVE)) for seat in down)


def _link(table: Table, event: TableLinked | TableUnlinked, law: Law | None) -> tuple[Happening, ...]:
    if table.in_play is not None:
        raise Refused(f"a round is open at {table.name}; a table joins, leaves or changes a link between rounds")
    terms = linked_terms(table.settings.terms, event)
    if law is not None and (why := unlawful_link(terms, law)) is not None:
        raise Refused(f"{table.name} cannot take it: {why}")
    return (event,)


def _of_win(table: Table, event: AwardPaid | AwardRefused) -> tuple[Happening, ...]:
    if not any((win.seat, win.line) == (event.seat, event.line) for win in table.unpaid):
        raise Refused(f"seat {event.seat} at {table.name} has no unpaid {line_words(event.line)} in this round")
    return (event,)


def _finished(table: Table, events: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """A round that is over shows its seed at once, in the same entry; one of a real deck has none."""
    assert isinstance(events[-1], RoundEnded | RoundVoided), "only a finished round shows its seed"
    if table.real_cards:
        return events
    assert table.seed is not None, "an unfinished round has a seed"
    return *events, SeedRevealed(table.seed)
