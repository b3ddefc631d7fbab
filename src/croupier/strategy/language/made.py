"""The categories of each game's hands as rules name them."""

from __future__ import annotations

from functools import cache

from croupier.hands import Category
from croupier.hands.four import FourCards
from croupier.hands.three import ThreeCards
from croupier.rules.game import Game
from croupier.strategy.language.scenes import Scene

_SHORT = {"trips": "three of a kind", "quads": "four of a kind", "set": "three of a kind", "two pairs": "two pair"}
_OF_FEW = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
"""What two to four cards can be where five make the hand."""


@cache
def categories_of(game: Game, scene: Scene) -> dict[str, tuple[int, str]]:
    """What may be asked for with `or better`, by each name: its number, and its first name."""
    kinds: tuple[Category | ThreeCards | FourCards, ...]
    match scene:
        case Scene.START:
            return {}
        case Scene.FLOP | Scene.RIVER:
            kinds = tuple(Category)
        case Scene.RIDE | Scene.STUD:
            kinds = _OF_FEW
        case Scene.HAND | Scene.SHOWN:
            kinds = tuple({3: ThreeCards, 4: FourCards, 5: Category}[game.ranking.least])
    named = {kind.words: (int(kind), kind.words) for kind in kinds if int(kind)}
    return named | {short: named[words] for short, words in _SHORT.items() if words in named}
