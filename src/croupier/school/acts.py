"""What a dealer does when a table is settled, one act after another.

Each act is a value with a text, `take 6 ante 10`, which a form, a terminal and a record keep, and `parse_act` reads.
What is paid may be named by its chips, `pay 6 blind 25x1 5x2`: what counts is their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.money import Cents, ChipStack, chips_for, dollars, parse_stacks, plain_dollars, stacks_total

DEALER: Final = "dealer"
"""The place of the dealer's or the player-dealer's cards; those of a seat have its number."""
LONGEST: Final = 120


class NotAnAct(Refused):
    """Text that is no act of a dealer."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"not an act of a dealer: {text[:LONGEST]!r}; want such as 'turn 6', 'call 6 pair of nines', "
            "'take 6 ante 10', 'pay 6 blind 15', 'push 6 play', 'press game over', 'lock up', 'drop 3 0.50', "
            "'call supervisor', 'deal'"
        )


@dataclass(frozen=True, slots=True)
class LockUp:
    """Take the accepted progressive chips off the sensors and lock them up."""

    def __str__(self) -> str:
        return "lock up"


@dataclass(frozen=True, slots=True)
class DropFee:
    """Take a seat's collection and drop it into the box."""

    seat: int
    amount: Cents

    def __str__(self) -> str:
        return f"drop {self.seat} {plain_dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class DealOut:
    """Deal the round; when it goes on, everybody has decided."""

    def __str__(self) -> str:
        return "deal"


@dataclass(frozen=True, slots=True)
class TurnCards:
    """Turn the cards of a place."""

    place: str

    def __str__(self) -> str:
        return f"turn {self.place}"


@dataclass(frozen=True, slots=True)
class CallHand:
    """Say what the cards of a place make."""

    place: str
    hand: str

    def __str__(self) -> str:
        return f"call {self.place} {self.hand}"


@dataclass(frozen=True, slots=True)
class TakeBet:
    """Take a lost bet, or as much of it as a bank covers."""

    seat: int
    spot: str
    amount: Cents

    def __str__(self) -> str:
        return f"take {self.seat} {self.spot} {plain_dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class PushBet:
    """Leave a bet its player's."""

    seat: int
    spot: str

    def __str__(self) -> str:
        return f"push {self.seat} {self.spot}"


@dataclass(frozen=True, slots=True)
class PayBet:
    """Pay a bet from the tray, or from the bank's wager."""

    seat: int
    spot: str
    amount: Cents

    def __str__(self) -> str:
        return f"pay {self.seat} {self.spot} {plain_dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press, turn or swipe at the progressive's keypad."""

    key: str

    def __str__(self) -> str:
        return f"press {self.key}"


@dataclass(frozen=True, slots=True)
class CallSupervisor:
    """Have a win verified before it goes on."""

    def __str__(self) -> str:
        return "call supervisor"


BetAct: TypeAlias = TakeBet | PushBet | PayBet
DealerAct: TypeAlias = LockUp | DropFee | DealOut | TurnCards | CallHand | BetAct | PressKey | CallSupervisor


def fewest_chips(text: str) -> tuple[ChipStack, ...]:
    """The chips that would have done, where a payment was made with more; nothing where it was not.

    >>> fewest_chips("pay 6 blind 5x5"), fewest_chips("pay 6 blind 25x1")
    ((ChipStack(value=2500, number=1),), ())
    """
    act = parse_act(text)
    if not isinstance(act, PayBet):
        return ()
    stacks, odd = chips_for(act.amount)
    laid = parse_stacks(text.split(maxsplit=3)[3])
    number = sum(stack.number for stack in laid if stack.value > 1)
    return stacks if not odd and number > sum(stack.number for stack in stacks) else ()


def act_words(act: DealerAct, felts: Mapping[str, str], keys: Mapping[str, str]) -> str:
    """An act as one says it, with the felt's words for the spots and what stands on the keys."""
    match act:
        case LockUp():
            return "Lock up the progressive chips"
        case DropFee(seat, amount):
            return f"Seat {seat}: drop the fee of {dollars(amount)}"
        case DealOut():
            return "Deal the round"
        case TurnCards(place):
            return f"{_place_words(place)}: turn the cards"
        case CallHand(place, hand):
            return f"{_place_words(place)}: call {hand}"
        case TakeBet(seat, spot, amount):
            return f"Seat {seat}, {felts.get(spot, spot)}: take {dollars(amount)}"
        case PushBet(seat, spot):
            return f"Seat {seat}, {felts.get(spot, spot)}: push"
        case PayBet(seat, spot, amount):
            return f"Seat {seat}, {felts.get(spot, spot)}: pay {dollars(amount)}"
        case PressKey(key):
            return f"Keypad: {keys.get(key, key)}"
        case CallSupervisor():
            return "Call the supervisor, who verifies the hand"


def _place_words(place: str) -> str:
    return "Dealer" if place == DEALER else f"Seat {place}"


def parse_act(text: str) -> DealerAct:
    """The act that a text names.

    >>> parse_act("pay 6 blind 25x1 5x2")
    PayBet(seat=6, spot='blind', amount=3500)
    """
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        for plain in (LockUp(), DealOut(), CallSupervisor()):
            if words == str(plain):
                return plain
        verb, _, rest = words.partition(" ")
        first, _, last = rest.partition(" ")
        if verb == "press" and rest:
            return PressKey(rest)
        if verb == "turn" and _is_place(rest):
            return TurnCards(rest)
        if verb == "call" and _is_place(first) and last:
            return CallHand(first, last)
        if verb in _OF_A_SEAT and _is_seat(first) and last:
            try:
                return _OF_A_SEAT[verb](int(first), last)
            except Refused:
                raise NotAnAct(text) from None
    raise NotAnAct(text)


def _is_seat(text: str) -> bool:
    return len(text) == 1 and text in "123456"


def _is_place(text: str) -> bool:
    return text == DEALER or _is_seat(text)


def _amount(text: str) -> Cents:
    return stacks_total(parse_stacks(text))


def _push(seat: int, rest: str) -> DealerAct:
    if " " in rest:
        raise NotAnAct(rest)
    return PushBet(seat, rest)


def _bet(make: type[TakeBet] | type[PayBet]) -> Callable[[int, str], DealerAct]:
    def of(seat: int, rest: str) -> DealerAct:
        spot, _, amount = rest.partition(" ")
        return make(seat, spot, _amount(amount))

    return of


_OF_A_SEAT: dict[str, Callable[[int, str], DealerAct]] = {
    "drop": lambda seat, rest: DropFee(seat, _amount(rest)),
    "push": _push,
    "take": _bet(TakeBet),
    "pay": _bet(PayBet),
}
