"""A decision that somebody faced at a table: what each choice was worth, what the readable strategies would have done,
what kind of hand it was, and the rule that applies, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.cards import Cards
from croupier.hands import ONE
from croupier.lab.games.nets import Tables
from croupier.lab.solver import solver
from croupier.rules.game import Game
from croupier.rules.paytables import paytable
from croupier.strategy.explanation import explain, strategies_named, taught_strategy
from croupier.strategy.words import CHOICE_WORDS

_JACK: Final = 9
_NOTHING: Final = "high_card"
"""The category of a hand that has made nothing, in every ranking that has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionContext:
    """What somebody saw when they had to decide.

    up      the dealer's shown card, and `seen` the cards of others that lay open
    down    base bets that lay there already, as Mississippi Stud wants to know
    tables  the pay tables of the base game by spot
    """

    game: Game
    own: Cards
    board: Cards = ()
    up: Cards = ()
    seen: Cards = ()
    down: int | None = None
    tables: Mapping[str, str]

    @property
    def designs(self) -> Tables:
        """The pay tables of the base game."""
        return {bet: paytable(name, bet) for bet, name in self.tables.items() if bet in self.game.base_tables}


def worth(faced: DecisionContext) -> Mapping[str, Fraction]:
    """What each choice was worth in base bets, exactly, best first."""
    cards = (faced.own, faced.board, faced.up, faced.seen)
    return solver(faced.game).advise(*cards, down=faced.down, designs=faced.designs)


def titles(game: Game) -> dict[str, str]:
    """The readable strategies that play is held against, by name, and what they are called."""
    return {one.name: one.title for one in strategies_named(game, game.teaching.play)}


def by_strategies(faced: DecisionContext) -> dict[str, str]:
    """What each of them would have chosen."""
    cards = (faced.own, faced.board, faced.up)
    compared = strategies_named(faced.game, faced.game.teaching.play)
    return {one.name: explain(one, *cards, faced.down).choice for one in compared}


def rule_words(faced: DecisionContext, values: Mapping[str, Fraction]) -> str:
    """The rule that applies, out of the strategy by which the game is taught; and that it errs here, where the choices'
    values say so."""
    rule = explain(taught_strategy(faced.game), faced.own, faced.board, faced.up, faced.down)
    best = max(values, key=values.__getitem__)
    if values[rule.choice] == values[best]:
        return rule.sentence
    return f"{rule.sentence}. Here it errs: to {CHOICE_WORDS[best]} is better"


def hand_class(faced: DecisionContext) -> str:
    """The kind of hand that it was, as one sorts one's mistakes."""
    game, own, board = faced.game, faced.own, faced.board
    if game.teaching.kind is not None:
        return game.teaching.kind(own, board)
    cards = (*own, *board)
    if len(cards) < game.ranking.least:
        return _few_class(cards)
    kind = game.ranking.category(game.rank(own, board))
    if kind.key == _NOTHING:
        return f"{ONE[max(card.rank for card in cards)]} high"
    return kind.words


def _few_class(cards: Cards) -> str:
    ranks = [card.rank for card in cards]
    if len(set(ranks)) < len(ranks):
        return "a pair or better"
    if len({card.suit for card in cards}) == 1:
        return "suited"
    high = sum(rank >= _JACK for rank in ranks)
    return {0: "no high card", 1: "one high card"}.get(high, "two high cards or more")
