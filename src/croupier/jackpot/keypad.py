"""A button of a table's keypad, applied to the link: who may press, which win comes first, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.errors import Refused
from croupier.jackpot.buttons import Button, Hand, Refuse, Seat
from croupier.jackpot.claim import Effect, LinkPerson, Rank, Ready, SeatChosen, check_person, effect_of
from croupier.jackpot.events import (
    ClaimConfirmed,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    ClaimReleased,
    Event,
    KeyTurned,
    MeterAdjusted,
    SeatSelected,
)
from croupier.jackpot.level import is_first, left_by, worth
from croupier.jackpot.link import Claim, Link, Win
from croupier.jackpot.terms import ConfirmingCard, LinkTerms
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class SeatHand:
    """Whose hand a seat's is, and its cards."""

    player: str
    cards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressButton:
    """Press a button at a table. `wins` are the meter pays that the cards of `round` support, in the order in
    which they are paid (R38); empty before the showdown. `held` says whose hands these are, and which cards; with real
    cards the verifier's button brings them."""

    table: str
    round: str
    button: Button
    by: LinkPerson
    wins: tuple[Win, ...] = ()
    held: Mapping[int, SeatHand] = field(default_factory=dict)


class NoSuchWin(Refused):
    """A claim that the round's cards do not support, or that is not its turn."""


class Unclaimed(Refused):
    """The end of a game with a win that nobody has claimed."""


class NeedsExecutive(Refused):
    """A Supervisor's card where the level, or the amount, takes an Executive's (R45)."""


class EarlierClaim(Refused):
    """A claim on a level where an earlier one is still open."""


def press_button(link: Link, command: PressButton) -> tuple[Event, ...]:
    """What a button makes happen on a running link, or a refusal. END GAME makes nothing happen here: the round
    ends in the table's own record."""
    table, button, by = command.table, command.button, command.by
    if table not in link.tables:
        raise NoSuchWin(f"table {table} is not on link {link.id!r}; it takes part in none of its wins")
    pad = link.pad(table)
    claim = None if isinstance(pad, Ready | SeatChosen) else link.claims[pad.claim]
    if claim is not None and claim.round != command.round:
        raise NoSuchWin(f"claim {claim.number} is of round {claim.round}, not {command.round}; finish it first")
    effect = effect_of(link.terms.flow, pad, button)
    check_person(effect, button, by, None if claim is None else claim.pressed_by)
    if claim is not None:
        return _on_claim(link, claim, effect, command)
    match effect, button:
        case Effect.CHOOSE, Seat(number):
            return (SeatSelected(table, number, by.name),)
        case Effect.CLEAR, _:
            return (SeatSelected(table, 0, by.name),)
        case Effect.PRESS, Hand(line):
            seat = pad.seat if isinstance(pad, SeatChosen) else None
            return (_pressed(link, command, seat, line),)
        case _:
            check_claimed(link, table, command.round, command.wins)
            return (SeatSelected(table, 0, by.name),) if isinstance(pad, SeatChosen) else ()


def check_claimed(link: Link, table: str, round: str, wins: tuple[Win, ...]) -> None:
    """Refuse the end of a round while a win is pending, or nobody has claimed it (R46)."""
    for claim in link.claims.values():
        if claim.table == table:
            raise Unclaimed(
                f"a win is pending: claim {claim.number}, seat {claim.seat}'s {_words(claim.line)}; finish it"
            )
    left = unclaimed(link, table, round, wins)
    if left:
        first = left[0]
        raise Unclaimed(
            f"seat {first.seat} has won with {_words(first.line)} and nobody has claimed it; press its hand button"
        )


def unclaimed(link: Link, table: str, round: str, wins: tuple[Win, ...]) -> tuple[Win, ...]:
    """The wins of a round that are not logged and adjusted, in the order in which they are to be claimed."""
    paid = link.paid.get(table)
    claimed = paid.wins if paid is not None and paid.round == round else ()
    return tuple(win for win in wins if win not in claimed)


def _pressed(link: Link, command: PressButton, seat: int | None, line: str) -> Event:
    pay = link.terms.pay(line)
    if pay is None:
        lines = ", ".join(pay.line for pay in link.terms.lines)
        raise NoSuchWin(f"no hand button {line!r} on this link; it has {lines}")
    left = unclaimed(link, command.table, command.round, command.wins)
    wanted = [win for win in left if win.line == line and seat in (None, win.seat)]
    if not wanted:
        who = "no seat's" if seat is None else f"seat {seat}'s"
        offer = ", ".join(f"seat {win.seat} {_words(win.line)}" for win in left) or "none"
        raise NoSuchWin(f"{who} cards make {_words(line)} here; wins of this round not yet claimed: {offer}")
    first = left[0]
    if wanted[0] != first:
        raise NoSuchWin(f"seat {first.seat}'s {_words(first.line)} comes first in this round; press that hand")
    cents = link.levels[pay.level].meter.amount
    held = command.held.get(first.seat, SeatHand("", ""))
    return ClaimPressed(
        link.claims_made + 1,
        command.table,
        command.round,
        first.seat,
        line,
        pay.level,
        cents,
        command.by.name,
        held.player,
        held.cards,
    )


def _on_claim(link: Link, claim: Claim, effect: Effect, command: PressButton) -> tuple[Event, ...]:
    button, by = command.button, command.by
    held = command.held.get(claim.seat, SeatHand("", "")).cards
    cards = "" if held == claim.cards else held
    match effect:
        case Effect.RELEASE:
            return (ClaimReleased(claim.number, by.name),)
        case Effect.REFUSE:
            assert isinstance(button, Refuse), "only that button refuses"
            return (ClaimRefused(claim.number, by.name, button.reason.strip()),)
        case Effect.ARM | Effect.DISARM:
            return (KeyTurned(claim.number, effect is Effect.ARM, by.name, cards),)
        case Effect.CONFIRM:
            return (ClaimConfirmed(claim.number, by.name, cards),)
        case Effect.LOG:
            return (_logged(link, claim, by),)
        case Effect.LOG_AND_ADJUST:
            logged = _logged(link, claim, by)
            why = needs_executive(link.terms, claim.level, logged.award.amount)
            if why is not None and by.rank is not Rank.EXECUTIVE:
                raise NeedsExecutive(f"{why}; swipe an Executive card")
            return (logged, MeterAdjusted(claim.number, by.name))
        case _:
            assert effect is Effect.ADJUST, f"{effect} is not for an open claim"
            return (MeterAdjusted(claim.number, by.name),)


def needs_executive(terms: LinkTerms, level: str, amount: Cents) -> str | None:
    """Why a Supervisor's card is not enough for a win of this amount on this level, if it is not (R45)."""
    if terms.level(level).card is ConfirmingCard.EXECUTIVE:
        return f"a win of {level} takes an Executive"
    if terms.executive_above is not None and amount > terms.executive_above:
        return f"{dollars(amount)} is above {dollars(terms.executive_above)}"
    return None


def _logged(link: Link, claim: Claim, by: LinkPerson) -> ClaimLogged:
    level = link.levels[claim.level]
    if not is_first(level, claim.number):
        first = link.claims[level.frozen[0].claim]
        raise EarlierClaim(
            f"claim {first.number} of table {first.table} on {claim.level} came first; "
            f"this one can be logged when that is logged or refused"
        )
    pay = link.terms.pay(claim.line)
    assert pay is not None, "terms do not change while a claim is open"
    award = worth(level, claim.number, pay.pay)
    before, after = level.frozen[0].cents, left_by(level, claim.number, pay.pay)
    return ClaimLogged(claim.number, award, before, after, by.name)


def _words(line: str) -> str:
    return line.replace("_", " ")
