"""What a player can do, as data with one text form: `bet4`, `bet3`, `bet2`, `bet1`, `check`, `fold`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused


@dataclass(frozen=True, slots=True)
class Check:
    """Wait for more cards."""

    def __str__(self) -> str:
        return "check"


@dataclass(frozen=True, slots=True)
class Bet:
    """Make the Play bet, at `multiple` times the Ante."""

    multiple: int

    def __str__(self) -> str:
        return f"bet{self.multiple}"


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up Ante and Blind."""

    def __str__(self) -> str:
        return "fold"


Action: TypeAlias = Check | Bet | Fold

CHECK = Check()
FOLD = Fold()
BET1, BET2, BET3, BET4 = (Bet(multiple) for multiple in (1, 2, 3, 4))
_BY_TEXT: dict[str, Action] = {str(action): action for action in (BET4, BET3, BET2, BET1, CHECK, FOLD)}


class NotAnAction(Refused):
    """Text that names no action."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not an action: {text!r}; want one of {', '.join(_BY_TEXT)}")
        self.text = text


def parse_action(text: object) -> Action:
    """The action that `text` names: `parse_action(str(a)) == a`."""
    action = _BY_TEXT.get(text) if isinstance(text, str) else None
    if action is None:
        raise NotAnAction(text)
    return action


LINES: dict[str, tuple[Action, ...]] = {
    "bet4": (BET4,),
    "bet3": (BET3,),
    "check bet2": (CHECK, BET2),
    "check check bet1": (CHECK, CHECK, BET1),
    "check check fold": (CHECK, CHECK, FOLD),
}
"""The five ways a seat can play a whole round (R18)."""


class NotALine(Refused):
    """A sequence of actions that no seat can play."""

    def __init__(self, text: object) -> None:
        super().__init__(f"illegal line {text!r}; want one of {', '.join(map(repr, LINES))}")
        self.text = text


def parse_line(text: object) -> tuple[Action, ...]:
    """The actions of a whole line, such as `check check bet1`."""
    line = LINES.get(text) if isinstance(text, str) else None
    if line is None:
        raise NotALine(text)
    return line
