"""What people ask of a table, as data with one text form: `sit 3`, `bet 10 trips 5`, `check`, `lock`, `void …`.

Buttons, terminal, record and tests say the same words: `parse_order(str(order)) == order`. What players ask of a round,
a dealer's step and a void are commands of the rules as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.floor.choices.upkeep import Unseat, Upkeep, parse_upkeep
from croupier.floor.corrections import CorrectionOrder, parse_correction
from croupier.floor.disputes import SayOfDispute, parse_dispute
from croupier.floor.links.hand_buttons import TrayWinOrder, parse_hand_order
from croupier.floor.links.linked import ByLink, HandBack, parse_link_order
from croupier.floor.links.refusals import SignRefusal
from croupier.floor.rehearsal.orders import RehearsalOrder, parse_rehearsal
from croupier.floor.reports import Report, parse_reading
from croupier.floor.staffing import StaffOrder, parse_staff_order
from croupier.games import GAMES
from croupier.money import Cents, parse_dollars, plain_dollars
from croupier.rules.actions import ACTIONS, Action
from croupier.rules.commands import (
    NO_CARDS,
    CorrectCards,
    EnterCards,
    OfferSeed,
    PlaceBets,
    SeatOrder,
    TakeBank,
    UndoDecision,
    VoidRound,
    WithdrawBets,
)
from croupier.rules.events import Cause
from croupier.rules.notation import parse_stakes
from croupier.rules.seat import could_be_seat
from croupier.rules.steps import COLLECT, DEAL, END, LOCK, OPEN, SETTLE, SETTLE_NEXT, Step
from croupier.rules.wagers import BASE, Stakes


class NotAnOrder(Refused):
    """Text that asks for nothing a table knows."""

    def __init__(self, text: str) -> None:
        pressed = ", ".join(repr(word) for word in steps())
        super().__init__(
            f"not an order: {text!r}; want one of 'sit 3', 'stand', 'bet 10 trips 5', 'withdraw', 'bank 500', "
            f"'pass', 'seed WORDS', 'bet4' … 'fold', {pressed}, 'cards AhKd', 'seat 3 bet4', "
            "'seat 3 name WHO', 'seat 3 chips 100', 'all check', 'correct board AhKd7c WHY', "
            "'correct round T1-57 seat 3 by +10 WHY', 'make correction', "
            "'drop correction', 'dispute T1-57 seat 3 open WORDS', 'void WHY', 'stop WHY', 'resume', 'unseat 3 WHY', "
            "'change {\"clock\": \"20\"}', 'close', 'reopen', 'dealer NAME', 'relieve', 'call WHY', 'withdraw call', "
            "'answer', 'hand 3 full_house', 'verify 3 full_house', 'rehearse', 'end rehearsal', 'stack seat 3 AsKs'"
        )
        self.text = text


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat."""

    seat: int

    def __str__(self) -> str:
        return f"sit {self.seat}"


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave the table. Wagers in play stay in play (R19)."""

    def __str__(self) -> str:
        return "stand"


@dataclass(frozen=True, slots=True)
class PassBank:
    """Let the bank go by; it is offered to the next seat (R31)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Default:
    """What the clock, a departure, or the host of a private table for a friend who has gone, decides for a seat
    (R19)."""

    seat: int
    cause: Cause

    def __str__(self) -> str:
        return f"{self.cause.value} {self.seat}"


UNSTATED: Final = "no reason given yet"
"""Why a table is stopped, while nobody has had the time to say; a second stop says it."""


@dataclass(frozen=True, slots=True)
class Stop:
    """No new round at this table."""

    reason: str

    def __str__(self) -> str:
        return f"stop {self.reason}"


@dataclass(frozen=True, slots=True)
class Resume:
    """Rounds may begin again."""

    def __str__(self) -> str:
        return "resume"


@dataclass(frozen=True, slots=True)
class NameSeat:
    """Say who plays in a seat: a player's name, or what they are called at the table."""

    name: str

    def __str__(self) -> str:
        return f"name {self.name}"


@dataclass(frozen=True, slots=True)
class PutChips:
    """Put chips down in front of a seat, which plays with those and no others."""

    cents: Cents

    def __str__(self) -> str:
        return f"chips {plain_dollars(self.cents)}"


@dataclass(frozen=True, slots=True)
class UsualBets:
    """The bets of last time, once more."""

    def __str__(self) -> str:
        return "usual"


EnteredOrder: TypeAlias = SeatOrder | PassBank | Stand | NameSeat | PutChips | UsualBets
"""What a dealer enters for a seat."""


@dataclass(frozen=True, slots=True)
class ForSeat:
    """What the player of a seat does with real chips (R58), or is there by name, as the dealer enters it."""

    seat: int
    order: EnteredOrder

    def __str__(self) -> str:
        return f"seat {self.seat} {self.order}"


@dataclass(frozen=True, slots=True)
class ForAll:
    """The same for every seat that it is for: the usual bets, or a decision of all seats that are still due (R58)."""

    order: Action | UsualBets

    def __str__(self) -> str:
        return f"all {self.order}"


ByFelt: TypeAlias = EnterCards | ForSeat | ForAll | CorrectCards
"""What a dealer enters: at a table with real cards and chips everything, elsewhere for who is there by name."""
BySeated: TypeAlias = SeatOrder | PassBank | Stand
ByPlayer: TypeAlias = BySeated | Sit
"""What is asked most stands first: it is looked for in this order."""
ByHost: TypeAlias = Unseat | Default
"""What the host of a private table does about a friend who has gone."""
Order: TypeAlias = (
    ByPlayer
    | Step
    | ByFelt
    | Report
    | Default
    | VoidRound
    | Stop
    | Resume
    | Upkeep
    | HandBack
    | TrayWinOrder
    | ByLink
    | StaffOrder
    | CorrectionOrder
    | SayOfDispute
    | SignRefusal
    | RehearsalOrder
)


def steps() -> dict[str, Step]:
    """Every step that a dealer of any game can take, by its word."""
    reveals = (step for game in GAMES.values() for step in game.steps)
    return {step.word: step for step in (OPEN, LOCK, DEAL, COLLECT, *reveals, SETTLE, SETTLE_NEXT, END)}


_PLAIN: Final[dict[str, Order]] = {
    "stand": Stand(),
    "withdraw": WithdrawBets(),
    "undo": UndoDecision(),
    "pass": PassBank(),
    "stop": Stop(UNSTATED),
    "resume": Resume(),
    **ACTIONS,
}


def parse_order(text: str) -> Order:
    """The order that `text` asks for, or `NotAnOrder`."""
    text = text.strip()
    plain = _PLAIN.get(text)
    if plain is not None:
        return plain
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    match word:
        case "sit" if could_be_seat(rest):
            return Sit(int(rest))
        case "bet" if rest:
            return PlaceBets(_stakes(text, rest.split()))
        case "bank" if rest:
            return TakeBank(parse_dollars(rest))
        case "seed" if rest:
            return OfferSeed(rest)
        case "void" if rest:
            return VoidRound(rest)
        case "stop" if rest:
            return Stop(rest)
        case "cards" | "correct" if rest and not rest.startswith("round "):
            return _by_cards(text, word, rest)
        case "report" if rest:
            return _reported(text, rest)
        case "seat" | "all" if rest:
            return _entered_for(text, word, rest)
        case "clock" | "left" if could_be_seat(rest):
            return Default(int(rest), Cause(word))
        case _:
            step = steps().get(text)
            if step is not None:
                return step
            beside = (
                parse_link_order(word, rest)
                or parse_hand_order(word, rest)
                or parse_upkeep(word, rest)
                or parse_staff_order(word, rest)
                or parse_correction(word, rest)
                or parse_dispute(word, rest)
                or parse_rehearsal(word, rest)
            )
            if beside is None:
                raise NotAnOrder(text)
            return beside


def _by_cards(text: str, word: str, rest: str) -> EnterCards | CorrectCards:
    """`cards AhKd`, `cards seat 3 AhKd`, `correct board AhKd7c WHY`."""
    place, _, after = rest.partition(" ")
    if place == "seat" and could_be_seat(after[:1]) and after[1:2] in ("", " "):
        place, after = f"seat {after[0]}", after[2:]
    if place not in ("board", "dealer") and not place.startswith("seat "):
        place, after = "", rest
    if word == "cards":
        return EnterCards(parse_cards(after), place)
    cards, _, why = after.strip().partition(" ")
    if not place or not why.strip():
        raise NotAnOrder(text)
    return CorrectCards(place, () if cards == NO_CARDS else parse_cards(cards), why.strip())


def _reported(text: str, rest: str) -> Report:
    """`report T1-7 cards seat 3 AhKd`, `report T1-7 out 3 Ah`, `report T1-7 chip 2 on`, `report T1-7 count 52`."""
    round, _, said = rest.partition(" ")
    word, _, cards = said.partition(" ")
    if word == "cards" and cards:
        read = _by_cards(text, word, cards)
        assert isinstance(read, EnterCards), "cards are entered"
        return Report(round, read)
    reading = parse_reading(said)
    if reading is None:
        raise NotAnOrder(text)
    return Report(round, reading)


def _entered_for(text: str, word: str, rest: str) -> ForSeat | ForAll:
    """`seat 3 bet 10 trips 5`, `seat 3 name ann`, `seat 3 chips 100`, `all check`, `all usual`."""
    seat, _, asked = rest.partition(" ") if word == "seat" else ("", "", rest)
    order: Order | NameSeat | PutChips | UsualBets
    if asked.strip() == "usual":
        order = UsualBets()
    elif asked.startswith("name ") and asked[5:].strip():
        order = NameSeat(asked[5:].strip())
    elif asked.startswith("chips ") and asked[6:].strip():
        order = PutChips(parse_dollars(asked[6:].strip()))
    elif asked.partition(" ")[0] in ("seat", "all"):
        raise NotAnOrder(text)
    else:
        order = parse_order(asked)
    if word == "all" and isinstance(order, Action | UsualBets):
        return ForAll(order)
    if could_be_seat(seat) and isinstance(order, EnteredOrder):
        return ForSeat(int(seat), order)
    raise NotAnOrder(text)


def _may_name(word: str) -> bool:
    """Whether a word can be a spot; what no game has looks like one too, and is refused where the game is known."""
    return word.replace("_", "").isalpha() or any(word in game.by_key for game in GAMES.values())


def _stakes(text: str, words: list[str]) -> Stakes:
    base = {BASE: parse_dollars(words.pop(0))} if len(words) % 2 else {}
    if len(set(words[::2])) * 2 != len(words) or not all(map(_may_name, words[::2])):
        raise NotAnOrder(text)
    return Stakes({**base, **parse_stakes(words)}) if words else Stakes(base)
