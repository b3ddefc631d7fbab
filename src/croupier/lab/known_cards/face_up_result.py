"""What a face-up run of any game found: the figures people ask for, with the same keys for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

HANDS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure in base bets and its standard error, which is 0 where the figure is exact."""

    value: Fraction | float
    error: float = 0.0

    def to_dict(self) -> dict[str, float]:
        return {"value": float(self.value), "standard_error": self.error}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUp:
    """What seeing the other players' cards is worth, in base bets.

    game     its key
    exact    whether the sets are all classes of seen cards; else they were drawn with `seed`
    sets     of those, how many
    done     how many units of work are in it, of `units`
    base     the base game's value to the player
    gain     what looking adds to it
    counted  what a rule that fits on a card adds, where there is one
    bet      all money bet in a round by one who looks, where that was counted
    changed  by street: how often a round has a better decision there than that of one who does not look
    fixed    what play that does not look is worth on these sets, where that was counted
    looks    what looking on some streets only adds, where that was counted
    hands    starting hands and what looking adds to the whole game through each, largest first, likewise
    """

    game: str
    players: int
    seen: int
    exact: bool
    sets: int
    seed: int | None
    done: int
    units: int
    base: Fraction
    gain: Estimate
    counted: Estimate | None
    changed: Mapping[str, float]
    engine: str
    seconds: float
    bet: float | None = None
    fixed: Estimate | None = None
    looks: Mapping[str, Estimate] = field(default_factory=dict)
    hands: Sequence[tuple[str, float]] = ()

    @property
    def edge(self) -> Fraction | float:
        """The house's edge of the base bet."""
        gain = self.gain.value
        return -(self.base + gain) if isinstance(gain, Fraction) else -(float(self.base) + gain)

    @property
    def complete(self) -> bool:
        """Whether all of the work is in it."""
        return self.done == self.units

    def to_dict(self) -> dict[str, Any]:
        """The figures, for JSON: the same keys for every game, and after them what was counted of this one alone."""
        edge, counted = self.edge, self.counted
        plain: dict[str, Any] = {
            "game": self.game,
            "players": self.players,
            "seen": self.seen,
            "edge": float(edge),
            "standard_error": self.gain.error,
            "exact": self.exact,
            "exact_edge": (
                {"numerator": edge.numerator, "denominator": edge.denominator} if isinstance(edge, Fraction) else None
            ),
            "base_edge": float(-self.base),
            "edge_of_action": None if self.bet is None else float(edge) / self.bet,
            "average_bet": self.bet,
            "gain": float(self.gain.value),
            "counted": None if counted is None else float(counted.value),
            "counted_error": None if counted is None else counted.error,
            "changed": dict(self.changed),
            "classes": self.sets if self.exact else None,
            "samples": None if self.exact else self.sets,
            "seed": None if self.exact else self.seed,
            "part": None if self.complete else {"done": self.done, "of": self.units},
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
        }
        if self.fixed is not None:
            plain["fixed"] = self.fixed.to_dict()
        if self.looks:
            plain["gain_by_look"] = {name: look.to_dict() for name, look in self.looks.items()}
        if self.hands:
            plain["hands"] = [{"hand": hand, "gain": gain} for hand, gain in self.hands[:HANDS_TOLD]]
        return plain
