"""The categories of hands as rules name them, by the ranking of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Final

from croupier.cards import DECK
from croupier.hands import FIVE, Category, Kind, Ranking
from croupier.hands.four import FOUR, FourCards
from croupier.hands.three import THREE, ThreeCards
from croupier.hands.wild import WILD, WildCards
from croupier.rules.game import Game, Street
from croupier.strategy.language.scenes import Scene, cards_in_sight, scene_of

OURS: Final[Mapping[Ranking, Iterable[Kind]]] = MappingProxyType(
    {THREE: ThreeCards, FOUR: FourCards, FIVE: Category, WILD: WildCards}
)
"""The rankings whose strengths are a category and then ranks, four bits each."""
_SHORT: Final = {
    "trips": "three of a kind", "quads": "four of a kind", "set": "three of a kind", "two pairs": "two pair",
}  # fmt: skip
_OF_FEW: Final = {
    kind.words: int(kind)
    for kind in (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
}
"""What cards can be that are too few for a hand."""
_MOST_ALONE: Final = 3
"""A ranking of somebody's own is asked about every hand to learn its categories, up to hands of so many cards."""


def is_whole(game: Game, street: Street) -> bool:
    """Whether the cards in sight on a street are enough for a hand."""
    return cards_in_sight(game, street) >= game.ranking.least


def categories_of(game: Game, street: Street) -> dict[str, tuple[int, str]]:
    """What may be asked for with `or better`, by each name: its number, and its first name."""
    if scene_of(game, street) is Scene.START:
        return {}
    kinds = categories(game.ranking) if is_whole(game, street) else _OF_FEW
    named = {words: (number, words) for words, number in kinds.items() if number}
    return named | {short: named[words] for short, words in _SHORT.items() if words in named}


@cache
def categories(ranking: Ranking) -> dict[str, int]:
    """The categories of a ranking by their words, numbered from the worst."""
    if ranking in OURS:
        return {kind.words: number for number, kind in enumerate(OURS[ranking])}
    if ranking.kinds:
        return {kind.words: number for number, kind in enumerate(ranking.kinds)}
    if ranking.least > _MOST_ALONE:
        return {}
    strengths = sorted({ranking.strength(hand) for hand in combinations(DECK, ranking.least)})
    words = dict.fromkeys(ranking.category(strength).words for strength in strengths)
    return {each: number for number, each in enumerate(words)}
