"""What people ask of a table, as data with one text form: `sit 3`, `bet 10 trips 5`, `check`, `lock`, `void …`.

Buttons, terminal, record and tests say the same words: `parse_order(str(order)) == order`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.choices.upkeep import Upkeep, parse_upkeep
from croupier.floor.duty.manned import ByDuty, parse_duty
from croupier.floor.links.linked import ByLink, HandBack, parse_link_order
from croupier.games import GAMES
from croupier.money import Cents, parse_dollars, plain_dollars
from croupier.rules.actions import ACTIONS, Action
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
            f"'pass', 'seed WORDS', 'bet4' … 'fold', {pressed}, 'void WHY', 'stop WHY', 'resume', 'unseat 3 WHY', "
            "'change {\"clock\": \"20\"}', 'close', 'reopen', 'dealer NAME', 'relieve', 'call WHY', 'withdraw call', "
            "'answer'"
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
class PutDown:
    """Put these bets down, instead of any that lie there. The first amount needs no name: it is the base bet's."""

    stakes: Stakes

    def __str__(self) -> str:
        base = [plain_dollars(self.stakes[BASE])] if BASE in self.stakes else []
        named = [f"{spot} {plain_dollars(amount)}" for spot, amount in self.stakes.items() if spot != BASE]
        return " ".join(["bet", *base, *named])


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the bets back before the lock."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class TakeTheBank:
    """Bank the round (California)."""

    wager: Cents

    def __str__(self) -> str:
        return f"bank {plain_dollars(self.wager)}"


@dataclass(frozen=True, slots=True)
class PassTheBank:
    """Let the bank go by; it is offered to the next seat (R31)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class MixIn:
    """Mix words of one's own into the shuffle."""

    seed: str

    def __str__(self) -> str:
        return f"seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Play:
    """Decide: check, bet or fold."""

    action: Action

    def __str__(self) -> str:
        return str(self.action)


@dataclass(frozen=True, slots=True)
class Press:
    """One step of the dealer."""

    step: Step

    def __str__(self) -> str:
        return self.step.word


@dataclass(frozen=True, slots=True)
class Default:
    """What the clock, or a departure, decides for a seat (R19). Nobody types this."""

    seat: int
    cause: Cause

    def __str__(self) -> str:
        return f"{self.cause.value} {self.seat}"


@dataclass(frozen=True, slots=True)
class Void:
    """Undo the unfinished round."""

    reason: str

    def __str__(self) -> str:
        return f"void {self.reason}"


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


BySeated: TypeAlias = Play | PutDown | TakeBack | MixIn | TakeTheBank | PassTheBank | Stand
ByPlayer: TypeAlias = BySeated | Sit
"""What is asked most stands first: it is looked for in this order."""
Order: TypeAlias = ByPlayer | Press | Default | Void | Stop | Resume | Upkeep | HandBack | ByLink | ByDuty


def steps() -> dict[str, Step]:
    """Every step that a dealer of any game can take, by its word."""
    reveals = (step for game in GAMES.values() for step in game.steps)
    return {step.word: step for step in (OPEN, LOCK, DEAL, COLLECT, *reveals, SETTLE, SETTLE_NEXT, END)}


_PLAIN: Final[dict[str, Order]] = {
    "stand": Stand(),
    "withdraw": TakeBack(),
    "pass": PassTheBank(),
    "stop": Stop(UNSTATED),
    "resume": Resume(),
    **{word: Play(action) for word, action in ACTIONS.items()},
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
            return PutDown(_stakes(text, rest.split()))
        case "bank" if rest:
            return TakeTheBank(parse_dollars(rest))
        case "seed" if rest:
            return MixIn(rest)
        case "void" if rest:
            return Void(rest)
        case "stop" if rest:
            return Stop(rest)
        case "clock" | "left" if could_be_seat(rest):
            return Default(int(rest), Cause(word))
        case _:
            step = steps().get(text)
            if step is not None:
                return Press(step)
            beside = parse_link_order(word, rest) or parse_upkeep(word, rest) or parse_duty(word, rest)
            if beside is None:
                raise NotAnOrder(text)
            return beside


def _may_name(word: str) -> bool:
    """Whether a word can be a spot; what no game has looks like one too, and is refused where the game is known."""
    return word.replace("_", "").isalpha() or any(word in game.by_key for game in GAMES.values())


def _stakes(text: str, words: list[str]) -> Stakes:
    base = {BASE: parse_dollars(words.pop(0))} if len(words) % 2 else {}
    if len(set(words[::2])) * 2 != len(words) or not all(map(_may_name, words[::2])):
        raise NotAnOrder(text)
    return Stakes({**base, **parse_stakes(words)}) if words else Stakes(base)
