"""What a readable strategy does at one decision, and the rule that it goes by there, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Cards, parse_cards
from croupier.hands import category, strength
from croupier.lab.games.one_decision import category_shift
from croupier.rules.games.uth import UTH
from croupier.school.decision import Decision
from croupier.strategy.advice import CHOICE_WORDS
from croupier.strategy.decide import flop_fits
from croupier.strategy.drills.classes import outs
from croupier.strategy.drills.position import Position
from croupier.strategy.games.readable import strategies_of
from croupier.strategy.games.situations import Mask, Situations
from croupier.strategy.games.strategy import GameStrategy, OfBets, OfRides, OfSituations
from croupier.strategy.readable import HOUSE, WIZARD, Readable
from croupier.strategy.rules import FewerOuts, HiddenPair, HighCard, MadeHand, OwnHand, RiverRule, hands_in

Strategy: TypeAlias = Readable | GameStrategy
_FOR_MEASURE: Final = ("like-the-dealer", "every-hand", "pairs")
"""Strategies that nobody is advised to play."""


def taught(asked: Decision) -> tuple[Strategy, ...]:
    """The strategies that a player of this game may be compared with, the best to learn first."""
    if asked.game is UTH:
        return HOUSE, WIZARD
    found = [one for name, one in strategies_of(asked.game).items() if name not in _FOR_MEASURE]
    by_card = [one for one in found if one.name == "up-card"]
    return (*by_card, *(one for one in found if one not in by_card))


def choice_of(strategy: Strategy, asked: Decision) -> str:
    """What the strategy does here."""
    if isinstance(strategy, Readable):
        return _of_holdem(strategy, asked)
    cards = (*asked.own, *asked.board)
    if asked.game.key == "let-it-ride":
        return "ride" if cast("OfRides", strategy.rule)(cards) else "pull"
    if asked.game.key == "mississippi":
        multiple = cast("OfBets", strategy.rule)(cards, len(asked.board) + 1)
        return f"bet{multiple}" if multiple else "fold"
    fits = cast("OfSituations", strategy.rule)(cast("Situations", _OneHand(asked)))
    return next((choice for choice, mask in fits if bool(np.any(mask))), "fold")


def start_of(own: Cards) -> str:
    """The starting hand that two cards are: `K5o`."""
    high, low = sorted((card.rank for card in own), reverse=True)
    kind = "" if high == low else "s" if own[0].suit == own[1].suit else "o"
    return f"{RANKS[high]}{RANKS[low]}{kind}"


def _of_holdem(strategy: Readable, asked: Decision) -> str:
    if asked.street == 0:
        return "bet4" if start_of(asked.own) in hands_in(strategy.bet4) else "check"
    if asked.street == 1:
        row = np.array([[*asked.own, *asked.board]], np.uint8)
        return "bet2" if any(bool(flop_fits(rule, row)[0]) for rule in strategy.flop) else "check"
    return "bet1" if any(_river_fits(rule, asked) for rule in strategy.river) else "fold"


def _river_fits(rule: RiverRule, asked: Decision) -> bool:
    own, board = [card.rank for card in asked.own], [card.rank for card in asked.board]
    made = category(strength((*asked.own, *asked.board)))
    match rule:
        case MadeHand(least):
            return made >= least
        case HiddenPair(pocket):
            return any(rank in board for rank in own) or (own[0] == own[1] and own[0] >= RANKS.index(pocket))
        case OwnHand():
            return made > category(strength(asked.board))
        case HighCard(rank):
            return max(own) >= RANKS.index(rank)
        case FewerOuts(most):
            return outs(asked) < most


@dataclass(frozen=True, slots=True)
class _OneHand:
    """One situation, asked as `Situations` is asked about all of them."""

    asked: Decision

    @property
    def _strength(self) -> int:
        return int(self.asked.game.ranking.strength(self.asked.own))

    def at_least(self, hand: str) -> Mask:
        return np.array([[self._strength >= self.asked.game.ranking.strength(parse_cards(hand))]])

    def is_pair(self) -> Mask:
        return np.array([[self._strength >> category_shift(self.asked.game) == 1]])

    def first_rank(self) -> NDArray[np.int64]:
        return np.array([[self._strength >> (category_shift(self.asked.game) - 4) & 15]])

    def own_ranks(self) -> NDArray[np.int64]:
        return np.array([sorted((card.rank for card in self.asked.own), reverse=True)])

    def up_rank(self) -> NDArray[np.int64]:
        return np.array([[card.rank for card in self.asked.up]])

    def every(self) -> Mask:
        return np.array([[True]])


def rule_words(found: Position) -> str:
    """The rule that applies here, in words: of the first strategy that plays this position best."""
    for strategy in taught(found):
        if not found.cost(choice_of(strategy, found)):
            return f"{_seen(found)}{_street_words(strategy, found)}"
    best = CHOICE_WORDS[found.best]
    return f"{_seen(found)}No simple rule says so: only counting shows that to {best} is best here."


def _seen(found: Position) -> str:
    """What the rule looks at, where it takes counting."""
    if found.game is not UTH:
        return ""
    if found.street == 0:
        return f"This is {start_of(found.own)}. "
    return f"The dealer has {outs(found)} outs. " if found.street == 2 else ""


_PARTS: Final[Mapping[str, str]] = {
    "mississippi": r"(?=\b(?:3rd|4th|5th) Street:)",
    "let-it-ride": r"(?=\bWith (?:three|four)\b)",
}
"""Where the words of a strategy go on to the next street."""


def _street_words(strategy: Strategy, asked: Decision) -> str:
    if isinstance(strategy, Readable):
        return strategy.words[asked.street]
    parts = [" ".join(strategy.words)]
    if asked.game.key in _PARTS:
        parts = [part.strip() for part in re.split(_PARTS[asked.game.key], parts[0]) if part.strip()]
    return parts[min(asked.street, len(parts) - 1)]
