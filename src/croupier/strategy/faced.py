"""A decision that somebody faced at a table: what each choice was worth, what the readable strategies would have done,
what kind of hand it was, and the rule that applies, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, cast

import numpy as np

from croupier.cards import DECK, RANKS, Cards
from croupier.hands import MANY, ONE, Category, category, strength
from croupier.lab.games.direct import choice_values
from croupier.lab.games.duels import NOTHING_UP, Duels
from croupier.lab.games.nets import Tables, tables_of
from croupier.lab.games.one_decision import DUEL_GAMES, OneDecision, contest, nets_of
from croupier.lab.hands.starts import hole_index, start_name, start_of_hole
from croupier.rules.game import Game
from croupier.rules.games.uth import UTH
from croupier.rules.paytables import paytable
from croupier.strategy.advice import advise
from croupier.strategy.decide import flop_fits
from croupier.strategy.games.readable import strategies_of
from croupier.strategy.games.situations import Situations
from croupier.strategy.games.strategy import GameStrategy, OfBets, OfRides, OfSituations
from croupier.strategy.readable import HOUSE, WIZARD, Readable
from croupier.strategy.rules import FewerOuts, HiddenPair, HighCard, MadeHand, OwnHand, RiverRule, hands_in

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
    if faced.game is not UTH:
        cards = (faced.own, faced.board, faced.up, faced.seen)
        return choice_values(faced.game, *cards, down=faced.down, designs=faced.designs)
    if faced.seen:
        from croupier.lab.seen.advice import advise_seen

        return advise_seen(faced.seen, faced.own, faced.board).choices
    return advise(faced.own, faced.board).choices


def titles(game: Game) -> dict[str, str]:
    """The readable strategies that play is held against, by name, and what they are called."""
    if game is UTH:
        return {one.name: one.title for one in (WIZARD, HOUSE)}
    return {name: one.title for name, one in strategies_of(game).items() if name not in _MARKS}


def by_strategies(faced: Faced) -> dict[str, str]:
    """What each of them would have chosen."""
    if faced.game is UTH:
        return {one.name: _readable(one, faced)[0] for one in (WIZARD, HOUSE)}
    return {name: _of_game(strategies_of(faced.game)[name], faced) for name in titles(faced.game)}


def rule_words(faced: Faced) -> str:
    """The rule that applies, in the words of the first readable strategy that gives it."""
    if faced.game is UTH:
        choice, why = _readable(HOUSE, faced)
        return f"{_DO[choice]}: {why}."
    first = next(iter(titles(faced.game)))
    return " ".join(strategies_of(faced.game)[first].words)


_DO: Final = {"bet4": "Bet 4x", "bet2": "Bet 2x", "bet1": "Bet 1x", "check": "Check", "fold": "Fold"}


def _readable(strategy: Readable, faced: Faced) -> tuple[str, str]:
    """What a strategy of Ultimate Texas Hold'em does, and because of what."""
    own, board = faced.own, faced.board
    if not board:
        name = start_name(int(start_of_hole()[hole_index(own[0], own[1])]))
        listed = name in _starts(strategy)
        return ("bet4", f"{name} is among {strategy.bet4}") if listed else ("check", f"{name} is not on the 4x list")
    if len(board) == 3:
        cards = np.array([[*own, *board]], np.uint8)
        fits = next((rule for rule in strategy.flop if flop_fits(rule, cards)[0]), None)
        return ("check", "no rule for 2x fits") if fits is None else ("bet2", fits.words)
    outs = dealer_outs(own, board)
    river = next((rule for rule in strategy.river if _fits_river(rule, own, board, outs)), None)
    if river is None:
        return "fold", f"the dealer has {outs} outs, and no rule for 1x fits"
    said = f"{outs} dealer outs, which is {river.words}" if isinstance(river, FewerOuts) else river.words
    return "bet1", said


@lru_cache(maxsize=8)
def _starts(strategy: Readable) -> frozenset[str]:
    return frozenset(hands_in(strategy.bet4))


def _fits_river(rule: RiverRule, own: Cards, board: Cards, outs: int) -> bool:
    """Whether a river rule fits one hand; `decide.river_fits` says the same of all of them at once."""
    match rule:
        case MadeHand(least):
            return category(strength((*own, *board))) >= least
        case HiddenPair(pocket):
            pair = own[0].rank == own[1].rank and own[0].rank >= RANKS.index(pocket)
            return pair or any(card.rank == other.rank for card in own for other in board)
        case OwnHand():
            return category(strength((*own, *board))) > category(strength(board))
        case HighCard(rank):
            return max(card.rank for card in own) >= RANKS.index(rank)
        case FewerOuts(fewer):
            return outs < fewer


def dealer_outs(own: Cards, board: Cards) -> int:
    """How many of the 45 unseen cards, alone with the board, beat the hand."""
    mine = strength((*own, *board))
    known = {*own, *board}
    return sum(strength((*board, card)) > mine for card in DECK if card not in known)


def _of_game(strategy: GameStrategy, faced: Faced) -> str:
    """What a strategy of another game does with one hand."""
    cards = (*faced.own, *faced.board)
    if faced.game.key == "let-it-ride":
        return "ride" if cast("OfRides", strategy.rule)(cards) else "pull"
    if faced.game.key == "mississippi":
        times = cast("OfBets", strategy.rule)(cards, faced.down or len(faced.board) + 1)
        return f"bet{times}" if times else "fold"
    assert faced.game.key in DUEL_GAMES, "every other game has one decision"
    seen = Situations(_one_hand(faced))
    place = seen.chosen(cast("OfSituations", strategy.rule)(seen))[0, 0]
    return seen.made.choices[int(place)]


def _one_hand(faced: Faced) -> OneDecision:
    """A game of a single situation, of which a rule for all situations can be asked."""
    meet, tables = contest(faced.game), tables_of(faced.game, faced.designs)
    own = np.array([sorted(faced.own)], np.uint8)
    nothing = np.zeros((1, 1), np.int32)
    duels = Duels(
        own=own,
        weight=np.ones(1, np.int64),
        grade=np.array([meet.own.at_least(faced.game.ranking.strength(faced.own))], np.uint16),
        up=np.array([[faced.up[0] if faced.up else NOTHING_UP]], np.uint8),
        unqualified=nothing,
        beaten=nothing,
        equal=nothing,
        dealers=1,
    )
    return OneDecision(faced.game, tables, nets_of(faced.game, tables), duels)


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
    if _fits_river(HiddenPair(), own, board, 0):
        return "a hidden pair"
    if max([card.suit for card in (*own, *board)].count(one.suit) for one in own) == 4:
        return "four to a flush"
    paired = len({card.rank for card in board}) < len(board)
    high = max(card.rank for card in own)
    return "a pair on the board" if paired else f"{ONE[high]} high" if high >= _JACK else "ten high and lower"


def _river_class(own: Cards, board: Cards) -> str:
    if _fits_river(OwnHand(), own, board, 0):
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
