"""The 169 starting hands of Mississippi Stud: what folding and each bet on 3rd Street are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.games.mississippi import Mississippi
from croupier.lab.hands.starts import STARTS, hole_cards, hole_index, start_name, start_of_hole
from croupier.rules.actions import FOLD, Bet

_DRAWS = 50 * 49 * 48


@dataclass(frozen=True, slots=True)
class Start:
    """A starting hand: how many of the 1,326 holes it is, and what each choice is worth in Antes, best first."""

    hand: str
    holes: int
    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The best choice; of equal ones the larger bet."""
        return next(iter(self.values))


def starts(made: Mississippi) -> tuple[Start, ...]:
    """Every starting hand, in the order in which the chart is read."""
    sums, over = made.first_bets(), made.unit * _DRAWS
    names, holes = start_of_hole(), hole_cards()
    found = []
    for number in range(STARTS):
        (like,) = (names == number).nonzero()
        a, b = (int(card) for card in holes[like[0]])
        values = {str(Bet(times)): Fraction(int(sums[1 + times, hole_index(a, b)]), over) for times in (3, 2, 1)}
        values[str(FOLD)] = Fraction(-1)
        ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
        found.append(Start(start_name(number), len(like), ordered))
    return tuple(found)
