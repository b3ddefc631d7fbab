"""Example figures of a progressive level, used where nobody gives any: dollars, and percents of each wager."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExampleLevel:
    """What a level holds and what it is fed with, as people type it."""

    meter: str
    seed: str
    contribution: str
    reserve: str


_USUAL = ExampleLevel(meter="25,000", seed="10,000", contribution="20", reserve="2")
_EXAMPLES = {
    "mega": ExampleLevel(meter="100,000", seed="50,000", contribution="8", reserve="1"),
    "major": ExampleLevel(meter="5,000", seed="2,500", contribution="4", reserve="0.5"),
    "minor": ExampleLevel(meter="500", seed="250", contribution="4", reserve="0.5"),
}


def example_level(name: str) -> ExampleLevel:
    """Example figures of a level; for a name without an example, those of a link with one level."""
    return _EXAMPLES.get(name, _USUAL)
