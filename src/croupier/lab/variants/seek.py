"""Which pay gives a wanted edge? Every pay that is tried is a whole game solved.

    found = seek(house(UTH), "blind.pays.flush", Fraction(1, 100))
    found.below, found.above                     # the whole pays on either side, with their edges
    found.near                                   # a pay between them that comes near

The more a line pays, the less the house keeps, so the wanted edge lies between two whole pays, found by halving.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from croupier.errors import Refused
from croupier.lab.variants.solved import best_play
from croupier.rules.variants.fields import BadVariant, changed, fields_of
from croupier.rules.variants.variant import Variant

MOST = 1_000
"""No line is sought beyond so much to 1."""
_PARTS = 10
"""A pay between whole ones has at most this below the line: a felt that says 237 to 100 is read by nobody."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A pay, `x to y` as a fraction, and the house edge that it makes."""

    pay: Fraction
    edge: Fraction

    def __str__(self) -> str:
        return f"{self.pay.numerator:,} to {self.pay.denominator}"


@dataclass(frozen=True, slots=True)
class Sought:
    """The pays around a wanted edge: the last whole one that keeps at least as much, the next, and one in between."""

    field: str
    target: Fraction
    below: Tried
    above: Tried
    near: Tried

    def to_dict(self) -> dict[str, object]:
        """The figures, for machines."""
        tried = {"below": self.below, "near": self.near, "above": self.above}
        pays = {name: {"pays": str(one), "edge_of_base_bet": float(one.edge)} for name, one in tried.items()}
        return {"field": self.field, "target": float(self.target), **pays}


def seek(
    variant: Variant, field: str, target: Fraction, progress: Callable[[str, float], None] | None = None
) -> Sought:
    """The pays of a line between which the house edge of the base bet is what is wanted."""
    pays = [one for one in fields_of(variant) if ".pays." in one]
    if field not in pays:
        raise BadVariant(field, f"no line of a pay table here; there are {', '.join(pays)}")

    @cache
    def tried(pay: Fraction) -> Tried:
        text = f"{pay.numerator} to {pay.denominator}"
        if progress is not None:
            progress(f"trying {text}", 0.0)
        return Tried(pay, best_play(changed(variant, field, text)).edge)

    least, most = tried(Fraction(0)), tried(Fraction(MOST))
    if not most.edge < target <= least.edge:
        raise Refused(
            f"no pay of {field} gives {float(target):.2%}: a push gives {float(least.edge):.4%}, "
            f"{MOST:,} to 1 gives {float(most.edge):.4%}; want an edge between them"
        )
    low, high = 0, MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if tried(Fraction(middle)).edge >= target else (low, middle)
    below, above = tried(Fraction(low)), tried(Fraction(high))
    # Between two whole pays hardly a decision changes, so the edge is all but a straight line.
    share = (below.edge - target) / (below.edge - above.edge)
    return Sought(field, target, below, above, tried((low + share).limit_denominator(_PARTS)))
