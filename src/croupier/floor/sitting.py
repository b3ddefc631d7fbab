"""Who sits in the seats of a table, and what those are called who have no account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.money import Cents
from croupier.values import replace

_BY_NAME: Final = " (by name)"


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player in a seat. Who has left stays until the round is over, for the wagers are still theirs.

    `stack` is what lies in front of a player who is there by name, without a phone or an account: the dealer acts for
    them, with those chips and no others. It is `None` for whoever plays with an account, and where chips are real.
    """

    seat: int
    player: str
    left: bool = False
    stack: Cents | None = None


def by_name(name: str) -> str:
    """What the record calls a player who is there by name: no account has such a name, so nobody sees their cards or
    acts for them by being called the same."""
    return name + _BY_NAME


def has_account(player: str) -> bool:
    """Whether a name of the record is that of somebody with an account."""
    return not player.endswith(_BY_NAME) and not player.startswith("seat ")


def table_name(player: str) -> str:
    """What a player who is there by name is called at the table."""
    return player.removesuffix(_BY_NAME)


def nobodys(seat: int) -> str:
    """What the player of a seat is called whose name nobody has entered. No account has such a name."""
    return f"seat {seat}"


def left(sittings: tuple[Sitting, ...], seat: int, *, has_wagers: bool) -> tuple[Sitting, ...]:
    """The sittings after somebody has left a seat."""
    if has_wagers:
        return tuple(replace(sitting, left=True) if sitting.seat == seat else sitting for sitting in sittings)
    return tuple(sitting for sitting in sittings if sitting.seat != seat)
