"""Which rulings of the rule book say what of a game: what a wrong answer in the school breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """The rulings of a game, by what they say.

    overview  which bets there are
    decision  what a seat may do
    base      what decides the base bets
    fold      what a fold does to them
    order     what says when each street is decided, beside what says it of every game
    ranking   which hand is better
    spots     how a spot pays, where `base` does not say so
    """

    overview: tuple[str, ...]
    decision: str
    base: str
    fold: str
    order: tuple[str, ...] = ()
    ranking: str = "R2"
    spots: Mapping[str, str] = field(default_factory=dict)
