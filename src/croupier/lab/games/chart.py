"""How a game is played best, street by street: rows of hands as people name them, and what to do with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.cards import Cards
from croupier.lab.games.community import as_cards
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.hands.starts import STARTS, hole_cards, hole_index, start_name, start_of_hole
from croupier.rules.actions import FOLD, Bet
from croupier.rules.game import Game, Street


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """Hands from `low` to `high` in words, which is one name where both are the same.

    hands   how many there are: of own cards, each with the cards of the board that lie open
    shares  by column, the share of them in which each choice is best
    values  what each choice is worth in base bets on average, best first; empty where it is unknown
    """

    low: str
    high: str
    hands: int
    shares: tuple[Mapping[str, Fraction], ...]
    values: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The row by its ends: `Q-6-4 to straight flush, queen to ace`."""
        return self.low if self.low == self.high else f"{self.low} to {self.high}"

    @property
    def choices(self) -> tuple[str, ...]:
        """By column the choice that is best for all of them; empty where they are not played alike."""
        return tuple(next(iter(shares)) if len(shares) == 1 else "" for shares in self.shares)

    @property
    def best(self) -> str:
        """The choice that is worth most; of equal ones the larger bet."""
        return next(iter(self.values))


@dataclass(frozen=True, slots=True, kw_only=True)
class RideRow(ChartRow):
    """Cards that may still become something, and a bet that rides on them or is pulled back.

    example      cards of that description, the best of them
    least, most  what the bet is worth in bets with the worst of them, and with the best
    """

    example: Cards
    least: Fraction
    most: Fraction

    @property
    def rides(self) -> int:
        """With how many of them the bet rides."""
        return int(self.shares[0].get("ride", 0) * self.hands)


def by_worth(values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Choices in the order of what they are worth; of equal ones, in that of the street's offers, as they come."""
    return dict(sorted(values.items(), key=lambda one: -one[1]))


@dataclass(frozen=True, slots=True)
class StreetChart:
    """What to do on a street, with every hand that can be there and the fewest bets down.

    columns  the ranks that the dealer may show, or one without a name
    rows     the worst hands first; where they are `starts`, the 169 starting hands in the order of the chart
    """

    street: Street
    rows: tuple[ChartRow, ...]
    columns: tuple[str, ...] = ("",)
    starts: bool = False


@dataclass(frozen=True, slots=True)
class GameChart:
    """The chart of a game: one of each street that has one."""

    game: Game
    streets: tuple[StreetChart, ...]

    def to_list(self) -> list[dict[str, Any]]:
        """Every row as plain values: by column the share of each choice, and what each is worth, where it is known."""
        return [
            {
                "street": one.street.key,
                "low": row.low,
                "high": row.high,
                "hands": row.hands,
                "columns": [
                    {"dealer_shows": up or None, **{choice: float(share) for choice, share in each.items()}}
                    for up, each in zip(one.columns, row.shares, strict=True)
                ],
                "values": {choice: float(value) for choice, value in row.values.items()},
            }
            for one in self.streets
            for row in one.rows
        ]


_DRAWS = 50 * 49 * 48


def starts(street: Street, worth: Callable[[Cards], Mapping[str, Fraction]]) -> StreetChart:
    """Every starting hand, in the order in which the chart is read; `worth` says what each choice is with two cards."""
    offers = tuple(str(action) for action in street.offers)
    names, holes = start_of_hole(), hole_cards()
    rows = []
    for number in range(STARTS):
        worths = [worth(as_cards(hole)) for hole in holes[names == number]]
        best = Counter(max((one for one in offers if one in values), key=lambda one: values[one]) for values in worths)
        average = {
            choice: sum((values[choice] for values in worths), Fraction(0)) / len(worths)
            for choice in offers
            if all(choice in values for values in worths)
        }
        rows.append(
            ChartRow(
                low=start_name(number),
                high=start_name(number),
                hands=len(worths),
                shares=({choice: Fraction(best[choice], len(worths)) for choice in offers if best[choice]},),
                values=by_worth(average),
            )
        )
    return StreetChart(street, tuple(rows), starts=True)


def first_bets(playable: Mississippi) -> Callable[[Cards], Mapping[str, Fraction]]:
    """What folding and each bet on 3rd Street are worth in Mississippi Stud, with two cards."""
    sums, over = playable.first_bets(), playable.unit * _DRAWS

    def worth(hole: Cards) -> Mapping[str, Fraction]:
        values = {str(Bet(times)): Fraction(int(sums[1 + times, hole_index(*hole)]), over) for times in (3, 2, 1)}
        return {**values, str(FOLD): Fraction(-1)}

    return worth
