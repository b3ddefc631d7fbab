"""A decision that somebody faced at a table: what each choice was worth, what the readable strategies would have done,
what kind of hand it was, and the rule that applies, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.cards import Cards
from croupier.games.uth import UTH
from croupier.hands import MANY, ONE, Category, category, strength
from croupier.lab.games.nets import Tables
from croupier.lab.solver import solver
from croupier.rules.game import Game
from croupier.rules.paytables import paytable
from croupier.strategy.games.readable import strategies_of
from croupier.strategy.outs import dealer_outs
from croupier.strategy.readable import HOUSE, WIZARD
from croupier.strategy.rules import HiddenPair, OwnHand
from croupier.strategy.said import river_fits, said, taught_strategy

_MARKS: Final = frozenset({"every-hand"})
"""Strategies that nobody plays by: marks to measure others by."""
_JACK: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Faced:
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


def worth(faced: Faced) -> Mapping[str, Fraction]:
    """What each choice was worth in base bets, exactly, best first."""
    cards = (faced.own, faced.board, faced.up, faced.seen)
    return solver(faced.game).advise(*cards, down=faced.down, designs=faced.designs)


def titles(game: Game) -> dict[str, str]:
    """The readable strategies that play is held against, by name, and what they are called."""
    if game is UTH:
        return {one.name: one.title for one in (WIZARD, HOUSE)}
    return {name: one.title for name, one in strategies_of(game).items() if name not in _MARKS}


def by_strategies(faced: Faced) -> dict[str, str]:
    """What each of them would have chosen."""
    known = {one.name: one for one in (WIZARD, HOUSE)} if faced.game is UTH else strategies_of(faced.game)
    return {name: said(known[name], faced.own, faced.board, faced.up, faced.down).choice for name in titles(faced.game)}


def rule_words(faced: Faced) -> str:
    """The rule that applies, out of the strategy by which the game is taught."""
    return said(taught_strategy(faced.game), faced.own, faced.board, faced.up, faced.down).sentence


def hand_class(faced: Faced) -> str:
    """The kind of hand that it was, as one sorts one's mistakes."""
    game, own, board = faced.game, faced.own, faced.board
    if game is UTH:
        return (_start_class, _flop_class, _river_class)[(0, 3, 5).index(len(board))](own, board)
    cards = (*own, *board)
    if len(cards) < game.ranking.least:
        return _few_class(cards)
    found = game.rank(own, board)
    words = game.ranking.category(found).words
    if words == game.ranking.category(0).words:
        return f"{ONE[max(card.rank for card in cards)]} high"
    return words


def _start_class(own: Cards, board: Cards) -> str:
    high, low = sorted((card.rank for card in own), reverse=True)
    if high == low:
        return "pairs"
    if own[0].suit == own[1].suit:
        return "suited"
    return f"offsuit {MANY[high]}" if high >= _JACK else "offsuit, ten high and lower"


def _flop_class(own: Cards, board: Cards) -> str:
    if category(strength((*own, *board))) >= Category.TWO_PAIR:
        return "two pair or better"
    if river_fits(HiddenPair(), own, board, 0):
        return "a hidden pair"
    if max([card.suit for card in (*own, *board)].count(one.suit) for one in own) == 4:
        return "four to a flush"
    paired = len({card.rank for card in board}) < len(board)
    high = max(card.rank for card in own)
    return "a pair on the board" if paired else f"{ONE[high]} high" if high >= _JACK else "ten high and lower"


def _river_class(own: Cards, board: Cards) -> str:
    if river_fits(OwnHand(), own, board, 0):
        return "a hand of one's own"
    outs = dealer_outs(own, board)
    for most, words in ((18, "18 dealer outs or fewer"), (20, "19 or 20 outs"), (22, "21 or 22 outs")):
        if outs <= most:
            return words
    return "23 dealer outs or more"


def _few_class(cards: Cards) -> str:
    ranks = [card.rank for card in cards]
    if len(set(ranks)) < len(ranks):
        return "a pair or better"
    if len({card.suit for card in cards}) == 1:
        return "suited"
    high = sum(rank >= _JACK for rank in ranks)
    return {0: "no high card", 1: "one high card"}.get(high, "two high cards or more")
