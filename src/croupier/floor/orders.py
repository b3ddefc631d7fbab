"""What people ask of a table, as data with one text form: `sit 3`, `bet 10 trips 5`, `check`, `lock`, `void …`.

Buttons, terminal, record and tests say the same words: `parse_order(str(order)) == order`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.linked import ByLink, HandBack, parse_link_order
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.actions import Action, parse_action
from croupier.rules.events import Cause
from croupier.rules.wagers import Stakes


class NotAnOrder(Refused):
    """Text that asks for nothing a table knows."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"not an order: {text!r}; want one of 'sit 3', 'stand', 'bet 10 trips 5', 'withdraw', 'bank 500', "
            "'pass', 'seed WORDS', 'bet4' … 'fold', 'open', 'lock', 'deal', 'flop', 'river', 'dealer', 'settle', "
            "'settle next', 'end', 'void WHY', 'stop WHY', 'resume'"
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
    """Put these bets down, instead of any that lie there."""

    stakes: Stakes

    def __str__(self) -> str:
        words = [f"bet {_amount(self.stakes.ante)}"]
        words += [f"{spot} {_amount(amount)}" for spot in _SPOTS if (amount := getattr(self.stakes, spot))]
        return " ".join(words)


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
        return f"bank {_amount(self.wager)}"


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


class Key(Enum):
    """The dealer's steps, as they stand on the keys."""

    OPEN = "open"
    LOCK = "lock"
    DEAL = "deal"
    FLOP = "flop"
    RIVER = "river"
    DEALER = "dealer"
    SETTLE = "settle"
    SETTLE_NEXT = "settle next"
    END = "end"


@dataclass(frozen=True, slots=True)
class Press:
    """One step of the dealer."""

    key: Key

    def __str__(self) -> str:
        return self.key.value


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


ByPlayer: TypeAlias = Sit | Stand | PutDown | TakeBack | TakeTheBank | PassTheBank | MixIn | Play
Order: TypeAlias = ByPlayer | Press | Default | Void | Stop | Resume | HandBack | ByLink

_SPOTS: Final = ("trips", "bad_beat", "pairs", "progressive")
_PLAIN: Final[dict[str, Order]] = {
    "stand": Stand(),
    "withdraw": TakeBack(),
    "pass": PassTheBank(),
    "resume": Resume(),
    **{key.value: Press(key) for key in Key},
    **{text: Play(parse_action(text)) for text in ("bet4", "bet3", "bet2", "bet1", "check", "fold")},
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
        case "sit" if rest.isdecimal():
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
        case "clock" | "left" if rest.isdecimal():
            return Default(int(rest), Cause(word))
        case _:
            by_link = parse_link_order(word, rest)
            if by_link is None:
                raise NotAnOrder(text)
            return by_link


def _stakes(text: str, words: list[str]) -> Stakes:
    ante, *pairs = words
    spots = dict(zip(pairs[::2], pairs[1::2], strict=False))
    if len(pairs) % 2 or len(spots) * 2 != len(pairs) or not spots.keys() <= set(_SPOTS):
        raise NotAnOrder(text)
    return Stakes(ante=parse_dollars(ante), **{spot: parse_dollars(amount) for spot, amount in spots.items()})


def _amount(cents: Cents) -> str:
    return dollars(cents).removeprefix("$").replace(",", "")
