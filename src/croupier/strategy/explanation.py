"""Why a strategy decides as it does with the cards in front of somebody: the rule that applies, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.cards import RANKS, Card, Cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.hands import MANY, ONE
from croupier.rules.game import Game
from croupier.rules.outs import outs_at
from croupier.strategy.language.conditions import Both, Condition, Either, Is, Not, Starts
from croupier.strategy.language.published import published_strategy
from croupier.strategy.language.single import decision
from croupier.strategy.language.strategy import Rule, Strategy
from croupier.strategy.words import CHOICE_WORDS

OUTS: Final = "dealer outs"
"""The phrase whose number is given beside the rule."""
_SUITED: Final = {"s": "suited", "o": "offsuit"}


class NoStrategy(Refused):
    """A question about the rule that applies, in a game for which nobody has written a strategy."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(other.name for other in GAMES.values() if other.teaching.drills)
        super().__init__(f"nobody has written a strategy for {game.name}; there is one for {there}")


def strategies_named(game: Game, names: Sequence[str]) -> list[Strategy]:
    """The strategies of those names, as a game's `teaching` names them."""
    return [published_strategy(game.key, name) for name in names]


def taught_strategy(game: Game) -> Strategy:
    """The strategy by which the coach explains a game."""
    if not game.teaching.drills:
        raise NoStrategy(game)
    return strategies_named(game, game.teaching.drills)[0]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule as it applies: what it chooses, and which of the strategy's words decide.

    counts_outs   whether the words say how many outs the dealer has
    """

    choice: str
    words: str
    counts_outs: bool = False

    @property
    def sentence(self) -> str:
        """The rule as one says it: `K5 offsuit or better: bet 4x`."""
        return f"{self.words}: {CHOICE_WORDS[self.choice]}"


def explain(strategy: Strategy, own: Cards, board: Cards = (), up: Cards = (), down: int | None = None) -> Explanation:
    """What the strategy says of those cards; `down` are the base bets on the felt, where it matters how many."""
    own, board, up = (tuple(map(Card, cards)) for cards in (own, board, up))
    decided = decision(strategy, own, board, up, down)
    rules = strategy.on(decided.street)
    weighed = rules if decided.rule is None else (decided.rule,)
    outs = outs_at(strategy.of, own, board, up) if any(_asks_outs(rule.when) for rule in weighed) else None
    counted = outs is not None and outs.against
    number = len(outs.cards) if outs is not None else 0
    if decided.rule is None:
        words = _no_range(rules, own) if _is_range(rules) else _none_of(rules)
        return Explanation(decided.choice, words + (f"; the dealer has {number} outs" if counted else ""), counted)
    words = decided.rule.note or _range_of(decided.rule.when, own) or decided.rule.where
    return Explanation(decided.choice, words + (f"; there are {number}" if counted else ""), counted)


def _none_of(rules: Sequence[Rule]) -> str:
    if not rules:
        return "no bet on this street"
    return ("none of these: " if len(rules) > 1 else "not ") + "; ".join(rule.where for rule in rules)


def _parts(condition: Condition | None) -> Iterator[Condition]:
    match condition:
        case Both(each) | Either(each):
            for one in each:
                yield from _parts(one)
        case Not(what):
            yield from _parts(what)
        case None:
            return
        case _:
            yield condition


def _asks_outs(condition: Condition | None) -> bool:
    return any(isinstance(part, Is) and part.phrase.name == OUTS for part in _parts(condition))


# Ranges of starting hands, which say themselves


def _is_range(rules: Sequence[Rule]) -> bool:
    parts = [part for rule in rules for part in _parts(rule.when)]
    return bool(parts) and all(isinstance(part, Starts) for part in parts)


def _range_of(condition: Condition | None, own: Cards) -> str:
    """The range that a starting hand is in, in words; nothing where the condition is no list of them."""
    hand = _start(own) if len(own) == 2 else ""
    ranges = (part for part in _parts(condition) if isinstance(part, Starts) and hand in part.hands)
    return next((_range_words(part.text) for part in ranges), "")


def _no_range(rules: Sequence[Rule], own: Cards) -> str:
    """What a starting hand falls short of."""
    hand = _start(own)
    choice = CHOICE_WORDS[rules[0].choice]
    texts = [part.text for rule in rules for part in _parts(rule.when) if isinstance(part, Starts)]
    near = " or ".join(_range_words(text) for text in texts if _same_kind(text, hand))
    if near:
        return f"{_range_words(hand)}; only {near} is {choice}"
    if len(hand) == 2:
        return f"no pair is {choice}"
    other = hand[:2] + ("o" if hand[2] == "s" else "s")
    suits = f"{_SUITED[hand[2]]} " if any(_same_kind(text, other) for text in texts) else ""
    return f"no {suits}{ONE[RANKS.index(hand[0])]}-high hand is {choice}"


def _start(own: Cards) -> str:
    """Two cards by the name of their starting hand: `K5o`."""
    high, low = sorted((card.rank for card in own), reverse=True)
    return RANKS[high] + RANKS[low] + ("" if high == low else "s" if own[0].suit == own[1].suit else "o")


def _same_kind(text: str, hand: str) -> bool:
    """Whether a range is of the same high card and suits, or of pairs as the hand is one."""
    if len(hand) == 2:
        return text[0] == text[1]
    return text[0] == hand[0] != text[1] and text[2:3] in (hand[2], "", "+")


def _range_words(text: str) -> str:
    """A range of starting hands in words.

    >>> _range_words("33+"), _range_words("K5o+"), _range_words("A2s+"), _range_words("A2+"), _range_words("JTo")
    ('a pair of threes or better', 'K5 offsuit or better', 'any suited ace', 'any ace', 'JT offsuit')
    """
    hand, more = text.rstrip("+-"), {"+": " or better", "-": " or less"}.get(text[-1], "")
    if hand[0] == hand[1]:
        words = f"a pair of {MANY[RANKS.index(hand[0])]}"
        return "any pair" if text.endswith("+") and hand[0] == RANKS[0] else f"{words}{more}"
    suits = f"{_SUITED[hand[2]]} " if hand[2:] else ""
    if text.endswith("+") and hand[1] == RANKS[0]:
        return f"any {suits}{ONE[RANKS.index(hand[0])]}"
    return f"{hand[:2]} {suits}".rstrip() + more
