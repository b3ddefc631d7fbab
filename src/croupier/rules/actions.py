"""What a player can do, as data with one text form: `bet4`, `bet3`, `bet2`, `bet1`, `check`, `fold`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused


@dataclass(frozen=True, slots=True)
class Check:
    """Wait for more cards."""

    says = "checks"
    did = "checked"

    def __str__(self) -> str:
        return "check"


@dataclass(frozen=True, slots=True)
class Bet:
    """Bet on a spot of the street, at `multiple` times the base bet."""

    multiple: int

    @property
    def says(self) -> str:
        return f"bets {self.multiple}x"

    @property
    def did(self) -> str:
        return f"bet {self.multiple}x"

    def __str__(self) -> str:
        return f"bet{self.multiple}"


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand, and with it the bets that the game says."""

    says = "folds"
    did = "folded"

    def __str__(self) -> str:
        return "fold"


Action: TypeAlias = Check | Bet | Fold
"""`says` is what an action is called as it happens, `did` once it has."""

CHECK = Check()
FOLD = Fold()
BET1, BET2, BET3, BET4 = (Bet(multiple) for multiple in (1, 2, 3, 4))
ACTIONS: dict[str, Action] = {str(action): action for action in (BET4, BET3, BET2, BET1, CHECK, FOLD)}
"""Every action by its text."""


class NotAnAction(Refused):
    """Text that names no action."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not an action: {text!r}; want one of {', '.join(ACTIONS)}")
        self.text = text


def parse_action(text: object) -> Action:
    """The action that `text` names: `parse_action(str(a)) == a`."""
    action = ACTIONS.get(text) if isinstance(text, str) else None
    if action is None:
        raise NotAnAction(text)
    return action
