"""What a player can do, as data with one text form: `bet4` to `bet1`, `check`, `fold`, `ride`, `pull`."""

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


@dataclass(frozen=True, slots=True)
class Ride:
    """Leave the bet of the street where it lies."""

    says = "lets it ride"
    did = "let it ride"

    def __str__(self) -> str:
        return "ride"


@dataclass(frozen=True, slots=True)
class Pull:
    """Take the bet of the street back."""

    says = "pulls a bet back"
    did = "pulled"

    def __str__(self) -> str:
        return "pull"


Action: TypeAlias = Check | Bet | Fold | Ride | Pull
"""`says` is what an action is called as it happens, `did` once it has."""

CHECK = Check()
FOLD = Fold()
RIDE = Ride()
PULL = Pull()
BET1, BET2, BET3, BET4 = (Bet(multiple) for multiple in (1, 2, 3, 4))
ACTIONS: dict[str, Action] = {str(action): action for action in (BET4, BET3, BET2, BET1, CHECK, FOLD, RIDE, PULL)}
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
