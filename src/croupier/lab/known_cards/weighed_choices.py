"""Choices that have been weighed, with cards seen and without: which is best, and what the others cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


def best_first(values: Mapping[str, Fraction], offers: Sequence[str]) -> dict[str, Fraction]:
    """Choices with the best first; of equal ones the one that the street offers first, which is the larger bet."""
    return {choice: values[choice] for choice in sorted(values, key=lambda one: (-values[one], offers.index(one)))}


class WeighedChoices:
    """What each choice is worth in base bets, best first.

    choices  with the cards that are seen
    unseen   what the same choices look like to one who does not look
    """

    __slots__ = ()
    choices: Mapping[str, Fraction]
    unseen: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    @property
    def best_unseen(self) -> str:
        """The choice of one who does not look."""
        return next(iter(self.unseen))

    def cost(self, choice: str) -> Fraction:
        """What is given up by that choice instead of the best one, in base bets."""
        return self.choices[self.best] - self.choices[choice]

    @property
    def cost_of_ignoring(self) -> Fraction:
        """What not looking costs at this decision, in base bets."""
        return self.cost(self.best_unseen)

    def weighed(self) -> dict[str, object]:
        """The choices with their values and costs, for JSON."""
        return {
            "best": self.best,
            "best_unseen": self.best_unseen,
            "cost_of_ignoring": float(self.cost_of_ignoring),
            "choices": [
                {
                    "choice": choice,
                    "value": float(value),
                    "cost": float(self.cost(choice)),
                    "value_unseen": float(self.unseen[choice]),
                    "exact": {"numerator": value.numerator, "denominator": value.denominator},
                }
                for choice, value in self.choices.items()
            ],
        }
