"""Copies of values: what the library makes of them, in a fraction of the time."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest

from croupier.floor.table import Settings, Table
from croupier.games.uth.rulesets import WA_2018
from croupier.rules.round import Round, Stage
from croupier.rules.terms import terms
from croupier.values import replace

ROUND = Round(id="T1-1", terms=terms(WA_2018), commitment="", deck_colour="blue")
TABLE = Table(name="T1", settings=Settings(terms=ROUND.terms))


@dataclass(frozen=True, slots=True)
class Even:
    """Checked wherever it is made."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(f"{self.number} is odd")


@dataclass(frozen=True, slots=True)
class Named(Even):
    """Built on another."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """With words that whoever copies may use, too."""

    old: int
    new: int
    value: int = 0
    kind: int = 0
    copy: int = 0
    draft: int = 0


@dataclass(slots=True)
class Counted:
    """Not frozen, and with slots of its own."""

    numbers: list[int] = field(default_factory=list)
    total: int = 0


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        (ROUND, {}),
        (ROUND, {"stage": Stage.LOCKED}),
        (ROUND, {"shown": 2, "void_reason": "misdeal"}),
        (TABLE, {"round": ROUND, "version": 7, "since_ms": 3}),
        (Change(1, 2), {"new": 3}),
        (Change(1, 2), {"value": 3, "kind": 4, "copy": 5, "draft": 6}),
        (Even(2), {"number": 4}),
        (Named(2, "two"), {"name": "zwei"}),
        (Counted([1], 1), {"total": 2}),
    ],
)
def test_a_copy_is_what_the_library_makes(value: object, changes: dict[str, object]) -> None:
    for _ in range(2):  # the second time by the function that was compiled
        copy = replace(value, **changes)  # type: ignore[type-var]
        assert copy == dataclasses.replace(value, **changes)  # type: ignore[type-var]
        assert type(copy) is type(value)
        assert copy is not value
        assert repr(copy) == repr(dataclasses.replace(value, **changes))  # type: ignore[type-var]


def test_a_copy_is_frozen_and_stands_for_the_same_key() -> None:
    copy = replace(ROUND, shown=1)
    assert {copy: 1}[dataclasses.replace(ROUND, shown=1)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.shown = 2  # type: ignore[misc]


def test_a_copy_is_checked_where_the_value_is() -> None:
    with pytest.raises(ValueError, match="3 is odd"):
        replace(Even(2), number=3)
    with pytest.raises(TypeError, match="nobody"):
        replace(ROUND, nobody=1)  # type: ignore[call-arg]
