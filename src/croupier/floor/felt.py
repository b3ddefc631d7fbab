"""What a dealer enters: at a table with real cards and chips what players do, and cards as they are exposed (R58); at
any other what somebody does who is there by name, without a phone, with the chips in front of their seat."""

from __future__ import annotations

from typing import Final

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.movements import applied
from croupier.floor.seated import by_player, sit
from croupier.floor.sitting import by_name, nobodys
from croupier.floor.staffing import freezes
from croupier.floor.table import ChipsPutDown, DealtBy, Happening, PlayerStood, SeatNamed, Sitting, Table, evolve
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules import commands
from croupier.rules.law import Law
from croupier.rules.real_cards import cards_due
from croupier.rules.round import Stage, due_seats, is_waiting, legal_actions
from croupier.rules.round import evolve as evolve_round
from croupier.rules.seat import check_seat
from croupier.values import replace

_LONGEST_LABEL: Final = 40
_MOST_CHIPS: Final = 1_000_000 * DOLLAR
"""More than anybody puts down at once: a larger amount is a typing mistake."""


def decide_felt(table: Table, order: orders.ByFelt, law: Law | None) -> tuple[Happening, ...]:
    """What a dealer enters."""
    if table.settings.dealt_by is DealtBy.MACHINE:
        raise Refused(f"{table.name} is dealt by machine; nobody is there to act for a player")
    if not table.real_cards and isinstance(order, commands.EnterCards | commands.CorrectCards):
        raise Refused(f"{table.name} deals its own cards; none are entered here")
    match order:
        case orders.ForSeat(seat, asked):
            return _for_seat(table, seat, asked, law)
        case orders.ForAll(orders.UsualBets()):
            fresh = [seat for seat in table.usual if not table.has_wagers(seat)]
            if not fresh:
                raise Refused(f"no seat at {table.name} has usual bets that do not lie there already; enter bets")
            return tuple(event for seat in fresh for event in _for_seat(table, seat, orders.UsualBets(), law))
        case orders.ForAll(action):
            assert not isinstance(action, orders.UsualBets), "they were entered above"
            round = table.in_play
            due = () if round is None else tuple(seat for seat in due_seats(round) if table.acts_for(seat))
            if not due:
                raise commands.WrongMoment(f"{action} for all", round)
            acted = {seat: commands.decide(round, commands.Act(seat, action)) for seat in due}
            for seat, events in acted.items():
                _check_covered(table, seat, events)
            return tuple(event for events in acted.values() for event in events)
        case commands.EnterCards():
            return with_reveal(table, order)
        case commands.CorrectCards():
            if table.paid:
                raise Refused("a meter has paid a win of this round; back it out before cards are corrected")
            return commands.decide(table.in_play, order)


def _for_seat(table: Table, seat: int, order: orders.EnteredOrder, law: Law | None) -> tuple[Happening, ...]:
    """What the player of a seat did. Who bets or puts chips down sits there; without a name they are called after the
    seat. Nothing is entered for whoever plays with an account."""
    check_seat(seat)
    sitting = next((one for one in table.sittings if one.seat == seat), None)
    if sitting is not None and not table.acts_for(seat):
        raise Refused(
            f"{sitting.player} plays in seat {seat} at {table.name} with an account, and acts alone; the dealer acts "
            "for who is there by name"
        )
    match order:
        case orders.NameSeat(name):
            return _named(table, seat, name, sitting)
        case orders.PutChips(cents):
            return _put_chips(table, seat, cents, sitting)
        case orders.UsualBets():
            if seat not in table.usual:
                raise Refused(f"seat {seat} has bet nothing yet; enter its bets")
            order = commands.PlaceBets(table.usual[seat])
    sat: tuple[Happening, ...] = ()
    wagers = isinstance(order, commands.PlaceBets | commands.TakeBank)
    if sitting is None and wagers and table.real_cards:
        sat = sit(table, seat, nobodys(seat))
    elif sitting is None:
        first = "enter its bets first" if table.real_cards else "seat them by name, with chips, first"
        raise Refused(f"nobody plays in seat {seat} at {table.name}; {first}")
    elif wagers and (sitting.player != nobodys(seat) or not table.real_cards):
        sat = (SeatNamed(seat, sitting.player),)
    after = table
    for event in sat:
        after = evolve(after, event)
    events = *sat, *by_player(after, order, seat, law)
    _check_covered(table, seat, events)
    return events


def _check_covered(table: Table, seat: int, events: tuple[Happening, ...]) -> None:
    """Refuse wagers that the chips in front of a seat do not cover."""
    if (held := table.stack_of(seat)) is None:
        return
    left = applied(table, events, table.since_ms)[0].stack_of(seat)
    if left is not None and left < 0:
        raise Refused(
            f"seat {seat} at {table.name} has {dollars(held)} in front of it, and {dollars(-left)} more is needed; "
            "sell chips, or bet less"
        )


def _named(table: Table, seat: int, name: str, sitting: Sitting | None) -> tuple[Happening, ...]:
    """Somebody is called by a name, and sits there from now on."""
    check_label(name)
    if sitting is not None and table.has_wagers(seat):
        raise Refused(f"seat {seat} has wagers in play; its player is named between rounds")
    left = () if sitting is None else (PlayerStood(seat),)
    others = replace(table, sittings=tuple(one for one in table.sittings if one is not sitting))
    if table.real_cards:
        return *left, *sit(others, seat, name)
    held = 0 if sitting is None or sitting.stack is None else sitting.stack
    if held and sitting is not None and sitting.player != nobodys(seat):
        raise Refused(f"{dollars(held)} lies in front of {sitting.player} in seat {seat}; let them leave first")
    chips = (ChipsPutDown(seat, held),) if held else ()
    return *left, *sit(others, seat, by_name(name), by_name=True), *chips


def _put_chips(table: Table, seat: int, cents: Cents, sitting: Sitting | None) -> tuple[Happening, ...]:
    """Chips lie in front of a seat: from now on it plays with those."""
    if table.real_cards:
        raise Refused(f"chips are real at {table.name}, and lie where their players put them; enter what they bet")
    if not 0 < cents <= _MOST_CHIPS:
        raise Refused(
            f"{dollars(cents)} in chips cannot be put down; want more than nothing, {dollars(_MOST_CHIPS)} at most"
        )
    sat = sit(table, seat, nobodys(seat), by_name=True) if sitting is None else ()
    return *sat, ChipsPutDown(seat, cents)


def with_reveal(table: Table, order: commands.EnterCards | commands.CardOut) -> tuple[Happening, ...]:
    """Cards as they are exposed. With the last of a reveal they are shown, for they lie open already, unless the round
    waits for a supervisor."""
    round = table.in_play
    events = commands.decide(round, order)
    assert round is not None, "cards lie in a round"
    if table.called is not None and freezes(table.called):
        return events
    # What is due at the showdown takes the whole settlement to know, and nothing is revealed there any more.
    if round.street is None or is_waiting(round) or cards_due(round) is None:
        return events
    after = evolve_round(round, events[0])
    if cards_due(after) is not None:
        return events
    step = commands.next_step(after)
    return (*events, *commands.decide(after, step)) if step in round.game.steps else events


def entry_due(table: Table) -> str:
    """What the dealer enters next, in words: bets, a decision, cards, or the step that comes."""
    round = table.in_play
    if round is None or round.stage is Stage.BETTING:
        return "nothing until a round is opened" if round is None else "bets of each seat, then lock"
    if (due := cards_due(round)) is not None:
        return due.words
    if seats := due_seats(round):
        offers = ", ".join(map(str, legal_actions(round, seats[0])))
        return f"the decision of seat {seats[0]}: {offers}"
    return f"the step {commands.next_step(round).word}"


def check_label(name: str) -> None:
    """Refuse what cannot stand for a player beside a seat."""
    if not name.isprintable() or len(name) > _LONGEST_LABEL or name.startswith("seat "):
        raise Refused(f"a player is called by 1 to {_LONGEST_LABEL} printable characters, not {name[:40]!r}")
