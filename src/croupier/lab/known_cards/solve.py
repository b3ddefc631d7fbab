"""The game with some cards seen: what it is worth, and what ignoring them costs.

    solution = solve_seen(parse_cards("As Kd"))     # all the player's hands, every deal that is left
    solution.value, solution.fixed_value            # best play, and the base game's strategy, in Antes
    solution.gain                                   # what looking is worth

Seen cards are out of the deck: other players' cards dealt face up, or a burn card flashed.

The sums are those of `croupier.lab.uth.solve`, with fewer copies of the types, one table for each suit that sees the
cards differently, and every flop visited. The fixed strategy is priced in the same pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import Cards, cards_text
from croupier.lab.known_cards.engine import FixedStrategy, hole_totals, optimal, seen_tables
from croupier.lab.known_cards.frames import all_flops, three_known
from croupier.lab.known_cards.sets import check_seen
from croupier.lab.known_cards.totals import Totals, deals_left, one_total


@dataclass(frozen=True)
class SeenSolution:
    """One set of seen cards, solved: totals in units over every deal that is left."""

    seen: Cards
    unit: int
    totals: Totals

    @property
    def deals(self) -> int:
        """Deals of hole, flop, turn and river, and dealer that are left."""
        return deals_left(len(self.seen))

    @property
    def value(self) -> Fraction:
        """What best play is worth to the player, in Antes."""
        return Fraction(self.totals.best, self.unit * self.deals)

    @property
    def fixed_value(self) -> Fraction:
        """What the fixed strategy is worth to the player, in Antes."""
        return Fraction(self.totals.fixed, self.unit * self.deals)

    @property
    def edge(self) -> Fraction:
        """The house's edge of the Ante against best play."""
        return -self.value

    @property
    def gain(self) -> Fraction:
        """What looking at the seen cards is worth, in Antes."""
        return self.value - self.fixed_value

    def to_dict(self) -> dict[str, object]:
        """The figures, for JSON."""
        return {
            "seen": cards_text(self.seen),
            "edge_of_ante": float(self.edge),
            "fixed_edge_of_ante": float(-self.fixed_value),
            "gain": float(self.gain),
            "exact": {"numerator": self.value.numerator, "denominator": self.value.denominator},
        }


def solve_seen(seen: Cards, strategy: FixedStrategy | None = None) -> SeenSolution:
    """Best play, and the fixed strategy, with the cards `seen` out of the deck."""
    check_seen(seen)
    strategy = strategy or optimal()
    ordered = tuple(sorted(seen))
    holes = hole_totals(seen_tables(strategy, ordered, three_known()), all_flops())
    return SeenSolution(seen=ordered, unit=strategy.unit, totals=one_total(ordered, holes, strategy))
