"""The 169 starting hands of a game that begins with two cards: what each choice is worth before a board lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.cards import Cards
from croupier.lab.games.charts.chart import Row, StreetChart, by_worth
from croupier.lab.games.community import as_cards
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.hands.starts import STARTS, hole_cards, hole_index, start_name, start_of_hole
from croupier.rules.actions import FOLD, Bet
from croupier.rules.game import Street

_DRAWS = 50 * 49 * 48


def starts(street: Street, worth: Callable[[Cards], Mapping[str, Fraction]]) -> StreetChart:
    """Every starting hand, in the order in which the chart is read; `worth` says what each choice is with two cards."""
    offers = tuple(str(action) for action in street.offers)
    names, holes = start_of_hole(), hole_cards()
    rows = []
    for number in range(STARTS):
        found = [worth(as_cards(hole)) for hole in holes[names == number]]
        best = Counter(max((one for one in offers if one in values), key=lambda one: values[one]) for values in found)
        average = {
            choice: sum((values[choice] for values in found), Fraction(0)) / len(found)
            for choice in offers
            if all(choice in values for values in found)
        }
        rows.append(
            Row(
                low=start_name(number),
                high=start_name(number),
                hands=len(found),
                shares=({choice: Fraction(best[choice], len(found)) for choice in offers if best[choice]},),
                values=by_worth(average),
            )
        )
    return StreetChart(street, tuple(rows), starts=True)


def first_bets(made: Mississippi) -> Callable[[Cards], Mapping[str, Fraction]]:
    """What folding and each bet on 3rd Street are worth in Mississippi Stud, with two cards."""
    sums, over = made.first_bets(), made.unit * _DRAWS

    def worth(hole: Cards) -> Mapping[str, Fraction]:
        values = {str(Bet(times)): Fraction(int(sums[1 + times, hole_index(*hole)]), over) for times in (3, 2, 1)}
        return {**values, str(FOLD): Fraction(-1)}

    return worth
