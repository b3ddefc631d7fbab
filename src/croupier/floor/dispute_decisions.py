"""What an order about a finished round makes happen, or why not: disputes of players, and corrections by two people."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.corrections import (
    MOST,
    RECENT,
    AskCorrection,
    CorrectionAsked,
    CorrectionDropped,
    CorrectionEvent,
    CorrectionOrder,
    DropCorrection,
    MakeCorrection,
    RecentRound,
    RoundCorrected,
)
from croupier.floor.disputes import (
    MOST_WORDS,
    DisputeClosed,
    DisputeEvent,
    DisputeNoted,
    DisputeOpened,
    DisputeStep,
    SayOfDispute,
)
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.sitting import has_account
from croupier.floor.table import Table
from croupier.money import dollars


def check_may_dispute(order: SayOfDispute, who: Person) -> None:
    """Refuse what it is not for this person to say: who deals opens a dispute and notes something; how it ended is for
    those who could correct it."""
    check_may(who, Duty.CORRECT_ROUND if order.step is DisputeStep.CLOSE else Duty.DISPUTE)


def decide_dispute(table: Table, order: SayOfDispute, name: str) -> DisputeEvent:
    """What an order about a dispute makes happen when `name` gives it."""
    round, seat, words = order.round, order.seat, order.words
    _check_over(table, round)
    recent = _recent(table, round)
    if recent is not None:
        _check_seat(recent, seat)
    if len(words) > MOST_WORDS:
        raise Refused(f"a dispute is told in {MOST_WORDS} letters at most, and this has {len(words)}; say it shorter")
    is_open = any((one.round, one.seat) == (round, seat) for one in table.disputes)
    match order.step:
        case DisputeStep.OPEN:
            if is_open:
                raise Refused(f"seat {seat} disputes {round} already; note what is new")
            return DisputeOpened(round, seat, words, name)
        case DisputeStep.NOTE:
            return DisputeNoted(round, seat, words, name)
        case DisputeStep.CLOSE:
            if not is_open:
                raise Refused(f"seat {seat} has no open dispute of {round}; there is nothing to close")
            if recent is not None:
                _check_not_its_dealer(recent, name, "somebody else closes its dispute")
            _check_not_a_refuser(table, round, seat, name, "somebody else closes its dispute")
            return DisputeClosed(round, seat, words, name)


def decide_correction(table: Table, order: CorrectionOrder, name: str) -> CorrectionEvent:
    """What an order about a finished round's correction makes happen (R58)."""
    waiting = table.correction
    match order:
        case AskCorrection(round, seat, cents, reason):
            if waiting is not None:
                raise Refused(f"a correction of {waiting.round} waits at {table.name}; make or drop it first")
            recent = _check_correction(table, order)
            _check_not_its_dealer(recent, name, "two others sign its correction")
            _check_not_a_refuser(table, round, seat, name, "two others sign its correction")
            player = recent.player_of(seat)
            return CorrectionAsked(round, seat, cents, reason, name, player if has_account(player) else "")
        case _ if waiting is None:
            raise Refused(f"nobody has asked for a correction at {table.name}; ask for one first")
        case MakeCorrection(named) | DropCorrection(named) if named not in ("", waiting.reference):
            raise Refused(
                f"not {named!r} but {waiting.reference!r} waits at {table.name}, asked for by {waiting.by}; look at "
                "what it corrects first"
            )
        case DropCorrection():
            found = _recent(table, waiting.round)
            if found is not None and waiting.by != name:
                _check_not_its_dealer(found, name, "somebody else drops its correction")
                _check_not_a_refuser(table, waiting.round, waiting.seat, name, "somebody else drops its correction")
            return CorrectionDropped()
        case MakeCorrection():
            if waiting.by == name:
                raise Refused(f"{name} has asked for this correction; somebody else makes it")
            found = _recent(table, waiting.round)
            if found is None:
                raise Refused(f"{waiting.round} is too long ago to be corrected by now; drop the correction")
            _check_not_its_dealer(found, name, "two others sign its correction")
            _check_not_a_refuser(table, waiting.round, waiting.seat, name, "two others sign its correction")
            player = player_corrected(table, waiting)
            return RoundCorrected(waiting.round, waiting.seat, waiting.cents, waiting.reason, waiting.by, player)


def player_corrected(table: Table, asked: CorrectionAsked) -> str:
    """Whose account, or whose chips at the table, a correction moves; nobody's where it is chips that people carry."""
    found = _recent(table, asked.round)
    return asked.player or ("" if found is None else found.player_of(asked.seat))


def _recent(table: Table, round: str) -> RecentRound | None:
    return next((one for one in table.recent if one.round == round), None)


def _check_over(table: Table, round: str) -> None:
    """Refuse a round that was never dealt at this table, or that is not over."""
    name, _, number = round.rpartition("-")
    known = len(number) <= len(str(table.rounds)) and number.isdecimal() and str(int(number)) == number
    there = known and name == table.name and 0 < int(number) <= table.rounds
    if not there or (table.in_play is not None and table.in_play.id == round):
        raise Refused(f"{table.name} has no finished round {round!r}; its last one is disputed when it is over")


def _check_seat(recent: RecentRound, seat: int) -> None:
    if seat not in recent.seats:
        raise Refused(f"seat {seat} was not in {recent.round}; its seats: {', '.join(map(str, recent.seats))}")


def _check_not_its_dealer(recent: RecentRound, name: str, who: str) -> None:
    if name in recent.dealers:
        raise Refused(f"{name} dealt {recent.round}; {who}")


def _check_not_a_refuser(table: Table, round: str, seat: int, name: str, who: str) -> None:
    """Refuse what is for others to say: `name` had a part in refusing a win of that seat, disputed or not."""
    if any((one.round, one.seat) == (round, seat) and name in one.names for one in table.refusers):
        raise Refused(f"{name} had a part in refusing a win of seat {seat} in {round}; {who}")


def _check_correction(table: Table, order: AskCorrection) -> RecentRound:
    """The round that is to be corrected. What was not played, or is too long ago, or of no amount, is refused."""
    recent = _recent(table, order.round)
    if recent is None:
        raise Refused(
            f"{order.round} is none of the last {RECENT} rounds that were banked by the house at {table.name}; only "
            "those are corrected so"
        )
    _check_seat(recent, order.seat)
    if not 0 < abs(order.cents) <= MOST:
        raise Refused(f"a correction of {dollars(order.cents)} cannot be made; want up to {dollars(MOST)}, either way")
    if not order.reason:
        raise Refused("a round is corrected for a stated reason; say why")
    return recent
