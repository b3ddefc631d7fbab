"""Side bets, exactly: edge, hit frequency, standard deviation, and what each line of a pay table is worth.

Every figure is a whole number of ways over a whole number of deals. The ways are counted once
(`croupier.lab.hands.counts`), so a changed pay table is priced at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.hands import BY_KEY, Category
from croupier.lab.hands import counts
from croupier.rules import pairs
from croupier.rules.paytables import Bet, Paytable, To, printed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class NoSideBet(Refused):
    """A pay table of a bet that is no side bet."""

    def __init__(self, table: Paytable) -> None:
        super().__init__(
            f"{table.name} is a {table.bet.value} table; want one for trips, bad_beat or pairs"
            f"{' (croupier progressive prices this one)' if table.bet is Bet.PROGRESSIVE else ''}"
        )
        self.table = table


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pay table: what it pays, and how often."""

    line: str
    pay: To
    ways: int
    deals: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.ways, self.deals)

    @property
    def win(self) -> Fraction:
        """What one unit staked wins on this line."""
        return Fraction(self.pay.win, self.pay.per)

    @property
    def contribution(self) -> Fraction:
        """What the line adds to the player's return on one unit staked."""
        return self.probability * self.win


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet under one pay table, priced. Edges are the house's; money is per unit staked."""

    table: Paytable
    lines: tuple[Line, ...]
    deals: int
    on_fold: bool = True

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(line.ways for line in self.lines), self.deals)

    @property
    def edge(self) -> Fraction:
        """The share of the stake that the house keeps; the losing share less what the lines win."""
        return 1 - self.hit_frequency - sum((line.contribution for line in self.lines), Fraction())

    @property
    def variance(self) -> Fraction:
        square = sum((line.probability * line.win**2 for line in self.lines), Fraction())
        return square + (1 - self.hit_frequency) - self.edge**2

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
        chances = [float(1 - self.hit_frequency), *(float(line.probability) for line in self.lines)]
        return np.array(results), np.array(chances)

    def to_dict(self) -> dict[str, Any]:
        return {
            "bet": self.table.bet.value,
            "paytable": self.table.name,
            "edge": float(self.edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "printed_edge": None if self.printed_edge is None else float(self.printed_edge),
            "exact": {"numerator": self.edge.numerator, "denominator": self.edge.denominator},
            "on_fold": self.on_fold,
            "lines": [
                {
                    "line": line.line,
                    "pay": str(line.pay),
                    "ways": line.ways,
                    "deals": line.deals,
                    "probability": float(line.probability),
                    "contribution": float(line.contribution),
                }
                for line in self.lines
            ],
        }


def side_bet(table: Paytable, folded: Mapping[str, int] | None = None) -> SideBet:
    """The side bet of a pay table, priced.

    `folded` is for houses where a folded bet loses: by line, how many of all deals of the game a player folds
    (`croupier.lab.bets.folds` counts them under optimal play). Without it the bet stays in action.

    >>> from croupier.rules.paytables import paytable
    >>> float(side_bet(paytable("UTH-02", Bet.TRIPS)).edge)
    0.01904...
    """
    deals, ways = _ways(table)
    if folded is not None:
        ways = {line: n * (counts.DEALS // deals) - folded.get(line, 0) for line, n in ways.items()}
        deals = counts.DEALS
    lines = []
    for line, pay in table.pays.items():
        assert isinstance(pay, To), "the pay-table reader lets only 'x to y' into a side bet"
        lines.append(Line(line, pay, ways[line], deals))
    return SideBet(table, tuple(lines), deals, on_fold=folded is None)


def _ways(table: Paytable) -> tuple[int, Mapping[str, int]]:
    match table.bet:
        case Bet.TRIPS:
            # R23: the player's own seven cards, whatever else happens.
            return counts.SEVEN_CARD_HANDS, {kind.key: n for kind, n in counts.SEVEN_CARDS.items()}
        case Bet.BAD_BEAT:
            # R24: three of a kind or better is beaten, on either side; the beaten hand selects the line.
            return counts.SHOWDOWNS, {
                key: counts.BEATEN.get(kind, 0) if kind >= Category.THREE_OF_A_KIND else 0
                for key, kind in BY_KEY.items()
            }
        case Bet.PAIRS:
            return counts.STARTING_HANDS * counts.DEALER_HANDS, _pairs_ways(tuple(table.pays))
        case _:
            raise NoSideBet(table)


@cache
def _pairs_ways(order: tuple[str, ...]) -> Mapping[str, int]:
    """Deals of a player's and a dealer's two cards that each line wins, for lines in that order (R25)."""
    table = Paytable("order", Bet.PAIRS, dict.fromkeys(order, To(1)))
    ways = dict.fromkeys(order, 0)
    for player in combinations(DECK, 2):
        left = [card for card in DECK if card not in player]
        # Only the last two aces in the dealer's hand can change the line, and they are one hand of 1,225.
        for dealer, hands in (((left[-2], left[-1]), 1), ((left[0], left[1]), counts.DEALER_HANDS - 1)):
            line = pairs.line(table, player, dealer)
            if line is not None:
                ways[line[0]] += hands
    return ways
