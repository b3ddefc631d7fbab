"""What a written strategy says of one hand, read off the cards as a player does; no table of the lab is needed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.cards import Card, Cards, check_distinct
from croupier.errors import Refused
from croupier.games.uth.teaching import dealer_outs
from croupier.hands import Ranking, Strength, category, strength
from croupier.lab.hands.categories import few_categories
from croupier.rules.game import Game
from croupier.strategy.language.categories import OURS, categories
from croupier.strategy.language.scenes import Scene, cards_in_sight, scene_of
from croupier.strategy.language.situations import Situations
from croupier.strategy.language.strategy import Rule, Strategy


class Decided(NamedTuple):
    """What is done, and by which rule; no rule where none fits."""

    street: str
    choice: str
    rule: Rule | None


def decision(strategy: Strategy, own: Cards, board: Cards = (), up: Cards = (), down: int | None = None) -> Decided:
    """What the strategy does with those cards in sight; `down` are the Antes on the felt, in Mississippi Stud."""
    game = strategy.of
    check_distinct((*own, *board, *up), game.deck)
    sizes = {cards_in_sight(game, street): street for street in game.streets}
    street = sizes.get(len(own) + len(board))
    if street is None or len(own) != game.layout.own or len(up) != game.layout.up:
        wanted = " or ".join(map(str, sizes))
        raise Refused(
            f"{game.name} decides nothing on {len(own)} own cards, {len(board)} on the board and {len(up)} shown; "
            f"want {wanted} in sight, {game.layout.own} of them own, and {game.layout.up} shown"
        )
    place = game.streets.index(street)
    seen = seen_of(game, scene_of(game, street), own, board, up, place + 1 if down is None else down)
    allowed = {str(action) for action in game.open_to(place, own)}
    for rule in strategy.on(street.key):
        fits = seen.fits(rule.when)
        if rule.unless is not None:
            fits = np.asarray(fits & ~seen.fits(rule.unless))
        if rule.choice in allowed and bool(fits.all()):
            return Decided(street.key, rule.choice, rule)
    return Decided(street.key, str(street.offers[-1]), None)


def seen_of(game: Game, scene: Scene, own: Cards, board: Cards = (), up: Cards = (), down: int = 1) -> Situations:
    """One hand as the rules see it."""

    def cards(of: Cards) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        return np.array([[*map(int, of)]], np.uint8)

    one = (1,)
    match scene:
        case Scene.START:
            return Situations(game, scene, one, own=cards(own))
        case Scene.FLOP | Scene.RIVER:
            made_hand, alone = np.array([category(strength((*own, *board)))]), np.array([_alone(board)])
            outs = np.array([dealer_outs(own, board) if scene is Scene.RIVER else 0], np.int8)
            return Situations(
                game, scene, one, own=cards(own), board=cards(board), category=made_hand, alone=alone, outs=outs
            )
        case Scene.HAND | Scene.SHOWN:
            worth = game.ranking.strength(own)
            up_card = cards(up)[:, 0] if up else None
            return Situations(
                game, scene, one, own=cards(own), up=up_card, strength=np.array([worth], np.int64),
                shift=shift_of(game.ranking), category=np.array([_category(game, worth)]),
            )  # fmt: skip
        case Scene.RIDE | Scene.STUD | Scene.SHARED:
            sight = cards((*own, *board))
            few = len(own) + len(board) < game.ranking.least
            made_hand = few_categories(sight) if few else np.array([_category(game, game.rank(own, board))])
            return Situations(
                game,
                scene,
                one,
                own=sight,
                board=cards(board),
                hole=cards(own),
                category=made_hand,
                down=np.array([down]),
            )


def shift_of(ranking: Ranking) -> int | None:
    """Where the category begins in a strength: above as many ranks as a hand has, if the ranking is one of ours."""
    return 4 * ranking.least if ranking in OURS else None


def _category(game: Game, strength: Strength) -> int:
    return categories(game.ranking).get(game.ranking.category(strength).words, 0)


def _alone(board: tuple[Card, ...]) -> int:
    """What a board makes by itself: of three or four cards what can be made of equal ranks."""
    if len(board) == 5:
        return int(category(strength(board)))
    return int(few_categories(np.array([board], np.uint8))[0])
