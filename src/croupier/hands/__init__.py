"""What cards are worth, in plain Python: the ordinary five-card ranking, and each other that a game has."""

from croupier.hands.five import (
    ABOVE_PAIR,
    BY_KEY,
    Category,
    category,
    describe,
    describe_few,
    first_rank,
    strength,
)
from croupier.hands.ranking import MANY, ONE, Kind, Ranking, Strength

FIVE = Ranking(strength=strength, category=category, describe=describe, least=5)
"""The best five of five, six or seven cards."""

__all__ = [
    "ABOVE_PAIR",
    "BY_KEY",
    "FIVE",
    "MANY",
    "ONE",
    "Category",
    "Kind",
    "Ranking",
    "Strength",
    "category",
    "describe",
    "describe_few",
    "first_rank",
    "strength",
]
