"""The rule that applies to the cards in front of somebody, in words: out of a strategy that a person can learn.

Each is read off the cards themselves, as a player does; `croupier.strategy.decide` asks the same rules of the
whole game at once, and the tests hold one against the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from croupier.cards import RANKS, Card, Cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth.teaching import dealer_outs
from croupier.hands import MANY, ONE, category, strength
from croupier.rules.actions import FOLD, RIDE
from croupier.rules.game import Game
from croupier.strategy.games.clauses import clause_of
from croupier.strategy.games.situations import one_situation
from croupier.strategy.games.strategy import GameStrategy, OfBets, OfRides, OfSituations
from croupier.strategy.readable import Readable, named
from croupier.strategy.rules import (
    FewerOuts,
    FlopRule,
    FourFlush,
    HiddenPair,
    HighCard,
    MadeHand,
    OwnHand,
    RiverRule,
    hands_in,
)
from croupier.strategy.words import CHOICE_WORDS

Strategy: TypeAlias = Readable | GameStrategy


class NoStrategy(Refused):
    """A question about the rule that applies, in a game for which nobody has written a strategy."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(other.name for other in GAMES.values() if other.teaching.drills)
        super().__init__(f"nobody has written a strategy for {game.name}; there is one for {there}")


def taught_strategy(game: Game) -> Strategy:
    """The strategy by which the coach explains a game."""
    if not game.teaching.drills:
        raise NoStrategy(game)
    return named(game, game.teaching.drills)[0]


@dataclass(frozen=True, slots=True)
class Said:
    """A rule as it applies: what it chooses, and which of the strategy's words decide."""

    choice: str
    words: str
    counts_outs: bool = False
    """Whether the words say how many outs the dealer has."""

    @property
    def sentence(self) -> str:
        """The rule as one says it: `K5 offsuit or better: bet 4x`."""
        return f"{self.words}: {CHOICE_WORDS[self.choice]}"


def said(strategy: Strategy, own: Cards, board: Cards = (), up: Cards = (), down: int | None = None) -> Said:
    """What the strategy says of those cards; `down` are the base bets on the felt, in Mississippi Stud."""
    own, board, up = (tuple(map(Card, cards)) for cards in (own, board, up))
    if isinstance(strategy, Readable):
        return _holdem(strategy, own, board)
    game = GAMES[strategy.game]
    if not game.layout.board:
        choices = cast("OfSituations", strategy.rule)(one_situation(game, own, up))
        found = next((rule for rule in choices if rule.where.all()), None)
        return Said(str(FOLD), "none of its hands") if found is None else Said(found.choice, found.words)
    cards = (*own, *board)
    down = len(board) + 1 if down is None else down
    if strategy.clauses is not None:
        clause = clause_of(strategy.clauses, cards, down)
        return Said(clause.choice, clause.words)
    return Said(_whole(strategy, game, cards, down), " ".join(strategy.words).rstrip("."))


def _whole(strategy: GameStrategy, game: Game, cards: Cards, down: int) -> str:
    """The choice of a strategy that is one rule for all streets."""
    if RIDE in game.streets[0].offers:
        return "ride" if cast("OfRides", strategy.rule)(cards) else "pull"
    times = cast("OfBets", strategy.rule)(cards, down)
    return f"bet{times}" if times else str(FOLD)


def _holdem(strategy: Readable, hole: Cards, board: Cards) -> Said:
    if not board:
        return _start(strategy, hole)
    if len(board) == 3:
        fits = next((rule for rule in strategy.flop if _flop_fits(rule, hole, board)), None)
        return Said("check", _none_of(strategy.flop)) if fits is None else Said("bet2", fits.words)
    outs = dealer_outs(hole, board)
    bets = next((rule for rule in strategy.river if river_fits(rule, hole, board, outs)), None)
    if bets is None:
        counted = any(isinstance(rule, FewerOuts) for rule in strategy.river)
        return Said("fold", _none_of(strategy.river) + (f"; the dealer has {outs} outs" if counted else ""), counted)
    counted = isinstance(bets, FewerOuts)
    return Said("bet1", bets.words + (f"; there are {outs}" if counted else ""), counted)


def _none_of(rules: tuple[FlopRule, ...] | tuple[RiverRule, ...]) -> str:
    if not rules:
        return "no bet on this street"
    return ("none of these: " if len(rules) > 1 else "not ") + "; ".join(rule.words for rule in rules)


def _start(strategy: Readable, hole: Cards) -> Said:
    """The range that a starting hand is in, or the one that it falls short of."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    kind = "" if high == low else "s" if hole[0].suit == hole[1].suit else "o"
    hand = RANKS[high] + RANKS[low] + kind
    ranges = strategy.bet4.replace(",", " ").split()
    for text in ranges:
        if hand in hands_in(text):
            return Said("bet4", _range_words(text))
    near = " or ".join(_range_words(text) for text in ranges if _same_kind(text, hand))
    if near:
        return Said("check", f"{_range_words(hand)}; only {near} is bet 4x")
    if not kind:
        return Said("check", "no pair is bet 4x")
    other = hand[:2] + ("o" if kind == "s" else "s")
    suits = f"{_SUITED[kind]} " if any(_same_kind(text, other) for text in ranges) else ""
    return Said("check", f"no {suits}{ONE[high]}-high hand is bet 4x")


_SUITED = {"s": "suited", "o": "offsuit"}


def _same_kind(text: str, hand: str) -> bool:
    """Whether a range is of the same high card and suits, or of pairs as the hand is one."""
    if len(hand) == 2:
        return text[0] == text[1]
    return text[0] == hand[0] and text[2:3] == hand[2] and text[0] != text[1]


def _range_words(text: str) -> str:
    """A range of starting hands in words.

    >>> _range_words("33+"), _range_words("K5o+"), _range_words("A2s+"), _range_words("JTo")
    ('a pair of threes or better', 'K5 offsuit or better', 'any suited ace', 'JT offsuit')
    """
    hand, plus = text.removesuffix("+"), text.endswith("+")
    if hand[0] == hand[1]:
        words = f"a pair of {MANY[RANKS.index(hand[0])]}"
        return ("any pair" if hand[0] == RANKS[0] else f"{words} or better") if plus else words
    if plus and hand[1] == RANKS[0]:
        return f"any {_SUITED[hand[2]]} {ONE[RANKS.index(hand[0])]}"
    return f"{hand[:2]} {_SUITED[hand[2]]}" + (" or better" if plus else "")


def _flop_fits(rule: FlopRule, hole: Cards, board: Cards) -> bool:
    match rule:
        case MadeHand(least):
            return category(strength((*hole, *board))) >= least
        case HiddenPair(pocket):
            return _hidden_pair(hole, board, pocket)
        case FourFlush(hidden):
            suits = [card.suit for card in (*hole, *board)]
            return any(suits.count(card.suit) == 4 and card.rank >= RANKS.index(hidden) for card in hole)
        case HighCard(rank):
            return max(card.rank for card in hole) >= RANKS.index(rank)


def river_fits(rule: RiverRule, hole: Cards, board: Cards, outs: int) -> bool:
    """Whether a river rule fits one hand; `decide.river_fits` says the same of all of them at once."""
    match rule:
        case MadeHand(least):
            return category(strength((*hole, *board))) >= least
        case HiddenPair(pocket):
            return _hidden_pair(hole, board, pocket)
        case OwnHand():
            return category(strength((*hole, *board))) > category(strength(board))
        case HighCard(rank):
            return max(card.rank for card in hole) >= RANKS.index(rank)
        case FewerOuts(most):
            return outs < most


def _hidden_pair(hole: Cards, board: Cards, pocket: str) -> bool:
    ranks = [card.rank for card in hole]
    paired = ranks[0] == ranks[1] and ranks[0] >= RANKS.index(pocket)
    return paired or any(card.rank in ranks for card in board)
