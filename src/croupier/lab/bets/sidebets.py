"""Side bets, exactly: edge, hit frequency, standard deviation, and what each line of a pay table is worth.

Every figure is a whole number of ways over a whole number of deals (`croupier.lab.bets.ways`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.bets.ways import CountedLine, Folded, line_ways
from croupier.rules.paytables import Paytable, To, printed
from croupier.rules.wagers import PROGRESSIVE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def side_bet_kinds() -> tuple[str, ...]:
    """The kinds of pay tables that side bets have, in the order of the felts."""
    return tuple(dict.fromkeys(bet.kind for game in GAMES.values() for bet in game.side_bets))


class NoSideBet(Refused):
    """A pay table of a bet that is no side bet."""

    def __init__(self, table: Paytable) -> None:
        *others, last = side_bet_kinds()
        super().__init__(
            f"{table.name} is a {table.bet} table; want one for {', '.join(others)} or {last}"
            f"{' (croupier progressive prices this one)' if table.bet == PROGRESSIVE else ''}"
        )
        self.table = table


@dataclass(frozen=True, slots=True)
class SideLine(CountedLine[To]):
    """One line of a side bet."""

    @property
    def win(self) -> Fraction:
        """What one unit staked wins on this line."""
        return Fraction(self.pay.win, self.pay.per)

    @property
    def contribution(self) -> Fraction:
        """What the line adds to the player's return on one unit staked."""
        return self.probability * self.win


@dataclass(frozen=True, slots=True)
class SideBetPrice:
    """A side bet under one pay table, priced. Edges are the house's; money is per unit staked."""

    table: Paytable
    lines: tuple[SideLine, ...]
    deals: int
    on_fold: bool = True

    @property
    def hit_frequency(self) -> Fraction:
        """How often the bet wins; where it pushes nothing is won."""
        return Fraction(sum(line.ways for line in self.lines if line.pay.win), self.deals)

    @property
    def lost(self) -> Fraction:
        """How often the stake is lost: no line is met, not even one that pushes."""
        return 1 - Fraction(sum(line.ways for line in self.lines), self.deals)

    @property
    def edge(self) -> Fraction:
        """The share of the stake that the house keeps; the losing share less what the lines win."""
        return self.lost - sum((line.contribution for line in self.lines), Fraction())

    @property
    def variance(self) -> Fraction:
        square = sum((line.probability * line.win**2 for line in self.lines), Fraction())
        return square + self.lost - self.edge**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def printed_edge(self) -> Fraction | None:
        return printed(self.table.printed_edge)

    def outcomes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Results of one unit staked and their probabilities: the loss first, then line by line."""
        import numpy as np

        results = [-1.0, *(float(line.win) for line in self.lines)]
        chances = [float(self.lost), *(float(line.probability) for line in self.lines)]
        return np.array(results), np.array(chances)

    def to_dict(self) -> dict[str, Any]:
        return {
            "bet": self.table.bet,
            "paytable": self.table.name,
            "edge": float(self.edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "printed_edge": None if self.printed_edge is None else float(self.printed_edge),
            "exact": {"numerator": self.edge.numerator, "denominator": self.edge.denominator},
            "on_fold": self.on_fold,
            "lines": [{**line.to_dict(), "contribution": float(line.contribution)} for line in self.lines],
        }


def side_bet(table: Paytable, folded: Folded | None = None) -> SideBetPrice:
    """The side bet of a pay table, priced.

    `folded` is for houses where a folded bet loses (`croupier.lab.bets.ways.line_ways`).

    >>> from croupier.rules.paytables import paytable
    >>> float(side_bet(paytable("UTH-02", "trips")).edge)
    0.01904...
    """
    if table.bet not in side_bet_kinds():
        raise NoSideBet(table)
    deals, ways = line_ways(table, folded)
    lines = []
    for line, pay in table.pays.items():
        assert isinstance(pay, To), "the pay-table reader lets only 'x to y' into a side bet"
        lines.append(SideLine(line, pay, ways[line], deals))
    return SideBetPrice(table, tuple(lines), deals, on_fold=folded is None)
