"""What a player who plays best folds away of a progressive, where a house lets folded bets lose (R40).

Caribbean, Four Card and Crazy 4 players fold nothing that pays, Let It Ride players fold nothing at all. What a folded
hand would have become matters in Three Card Poker, where the dealer's cards count, and in Mississippi Stud.
"""

from __future__ import annotations

from itertools import permutations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER
from croupier.hands import BY_KEY
from croupier.lab.bets.ways import Folded
from croupier.lab.games.grades import five_cards
from croupier.lab.games.mississippi import Decided, Mississippi, mississippi
from croupier.lab.games.nets import Tables
from croupier.lab.games.one_decision import OneDecision, one_decision
from croupier.lab.hands.cardsets import all_sets, numbers
from croupier.lab.known_cards.sets import seen_classes
from croupier.rules.actions import FOLD
from croupier.rules.game import Game

_CATEGORY = 20
"""Where the category begins in the strength of five cards."""


def folded_hands(game: Game, designs: Tables | None = None) -> Folded:
    """By line of a progressive table, how many deals of the cards that count are folded under the best play."""
    match game.key:
        case "let-it-ride":
            return Folded(comb(52, 5), {})
        case "mississippi":
            return _mississippi(mississippi(designs))
        case _:
            playable = one_decision(game, designs)
            return _three_cards(playable) if game.layout.own == 3 else _own_five(playable)


def _lines(often: NDArray[np.int64]) -> dict[str, int]:
    return {key: int(often[kind]) for key, kind in BY_KEY.items()}


def _own_five(playable: OneDecision) -> Folded:
    """The player's own five cards count; a fold may depend on the card that the dealer shows. A joker, where the game
    has one, is replaced by the dealer's first card."""
    duels, five = playable.duels, five_cards()
    category = (five.strength >> _CATEGORY)[five.of_set]
    folds = (playable.best() == playable.choices.index(str(FOLD))).sum(axis=1) * duels.weight
    often = np.zeros(len(BY_KEY), np.int64)
    joker = (duels.own == JOKER).any(axis=1)
    others = len(playable.game.deck) - 5 if joker.any() else 1
    np.add.at(often, category[numbers(duels.own[~joker])], folds[~joker] * others)
    for own, times in zip(duels.own[joker], folds[joker], strict=True):
        if times:
            drawn = np.setdiff1d(np.arange(JOKER, dtype=np.uint8), own)
            hands = np.hstack((np.tile(own[own != JOKER], (len(drawn), 1)), drawn[:, None]))
            often += times * np.bincount(category[numbers(hands)], minlength=len(BY_KEY))
    return Folded(int(duels.weight.sum()) * duels.up.shape[1] * others, _lines(often))


def _three_cards(playable: OneDecision) -> Folded:
    """The player's three cards count with two of the dealer's, which a player who folds has not seen."""
    duels, five, pairs = playable.duels, five_cards(), all_sets(2)
    category = (five.strength >> _CATEGORY)[five.of_set]
    folds = (playable.best() == playable.choices.index(str(FOLD)))[:, 0]
    often = np.zeros(len(BY_KEY), np.int64)
    for own, weight in zip(duels.own[folds], duels.weight[folds], strict=True):
        theirs = pairs[~np.isin(pairs, own).any(axis=1)]
        hands = np.hstack((np.tile(own, (len(theirs), 1)), theirs))
        often += weight * np.bincount(category[numbers(hands)], minlength=len(BY_KEY))
    return Folded(comb(52, 3) * comb(49, 2), _lines(often))


def _mississippi(playable: Mississippi) -> Folded:
    """Every five cards in every order in which they can come: two at once, then three one by one."""
    classes, five = seen_classes(5), five_cards()
    category = (five.strength >> _CATEGORY)[five.of_set[numbers(classes.cards)]]
    folds = _folded_orders(classes.cards, playable.best())
    often = np.zeros(len(BY_KEY), np.int64)
    np.add.at(often, category, folds * classes.weight)
    return Folded(comb(52, 5) * comb(5, 2) * factorial(3), _lines(often))


def _folded_orders(cards: NDArray[np.uint8], decided: Decided) -> NDArray[np.int64]:
    """Of each five cards, in how many of their 60 orders they are folded."""
    third, fourth, fifth = decided
    folds = np.zeros(len(cards), np.int64)
    for order in _orders():
        seen = cards[:, order]
        down = 1 + third[1, numbers(seen[:, :2])].astype(np.int64)
        gone = down == 1
        more = fourth[down, numbers(seen[:, :3])]
        gone |= more == 0
        gone |= fifth[np.where(gone, 0, down + more), numbers(seen[:, :4])] == 0
        folds += gone
    return folds


def _orders() -> list[list[int]]:
    """The orders of five cards in which the first two are not told apart."""
    return [list(order) for order in permutations(range(5)) if order[0] < order[1]]
