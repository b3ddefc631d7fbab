"""What cards are worth, in plain Python: the ordinary five-card ranking, and each other that a game has."""

from croupier.hands.five import (
    ABOVE_PAIR,
    BY_KEY,
    Category,
    category,
    describe,
    describe_few,
    few_strength,
    first_rank,
    strength,
)
from croupier.hands.ranking import MANY, ONE, Kind, Ranking, Strength, with_article

FIVE = Ranking(strength=strength, category=category, describe=describe, least=5, few=few_strength)
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
    "few_strength",
    "first_rank",
    "strength",
    "with_article",
]
