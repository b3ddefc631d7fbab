"""Classes of hands to drill: those where the border runs, told by the cards alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from croupier.cards import RANKS, Card, Cards
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.school.decision import Decision
from croupier.strategy.outs import dealer_outs

_FIVE, _SIX, _SEVEN, _NINE, _TEN, _JACK, _QUEEN, _KING, _ACE = (RANKS.index(rank) for rank in "5679TJQKA")


@dataclass(frozen=True, slots=True)
class HandClass:
    """A class of hands at the streets of a game: its key, its words, and what belongs to it."""

    game: str
    key: str
    words: str
    streets: tuple[int, ...]
    fits: Callable[[Decision], bool]

    def belongs(self, asked: Decision) -> bool:
        """Whether a decision is of this class."""
        return asked.street in self.streets and self.fits(asked)


def _ranks(cards: Cards) -> list[int]:
    return sorted((card.rank for card in cards), reverse=True)


def _offsuit(high: int, most: int) -> Callable[[Decision], bool]:
    def fits(asked: Decision) -> bool:
        one, two = _ranks(asked.own)
        return one == high and two <= most and asked.own[0].suit != asked.own[1].suit

    return fits


def _suited_below_kings(asked: Decision) -> bool:
    high, low = _ranks(asked.own)
    return high in (_JACK, _QUEEN) and low <= _NINE and asked.own[0].suit == asked.own[1].suit


def _small_pocket_pair(asked: Decision) -> bool:
    high, low = _ranks(asked.own)
    return high == low <= _SIX


def _pair_on_the_flop(asked: Decision) -> bool:
    own, board = [card.rank for card in asked.own], [card.rank for card in asked.board]
    return own[0] == own[1] or any(rank in board for rank in own) or len(set(board)) < len(board)


def _drawing(asked: Decision) -> bool:
    """Four to a flush or four in a row, with a card of one's own, and nothing made."""
    cards = (*asked.own, *asked.board)
    if len(set(_ranks(cards))) < len(cards):
        return False
    suit, many = Counter(card.suit for card in cards).most_common(1)[0]
    flush = many == 4 and any(card.suit == suit for card in asked.own)
    return flush or any(_in_a_row(cards, asked.own, low) for low in range(9))


def _in_a_row(cards: Cards, own: Cards, low: int) -> bool:
    wanted = set(range(low, low + 4))
    return wanted <= {card.rank for card in cards} and any(card.rank in wanted for card in own)


def _near_outs(asked: Decision) -> bool:
    return 19 <= dealer_outs(asked.own, asked.board) <= 22


def _pair_of(asked: Decision, least: int, most: int) -> bool:
    """One pair and no more, of a rank in that range."""
    cards = (*asked.own, *asked.board)
    pairs = [rank for rank, many in Counter(card.rank for card in cards).items() if many > 1]
    if len(pairs) != 1 or not least <= pairs[0] <= most:
        return False
    enough = len(cards) >= asked.game.ranking.least
    return not enough or "pair of" in asked.made


def _pairs(least: int, most: int) -> Callable[[Decision], bool]:
    return lambda asked: _pair_of(asked, least, most)


def _high(rank: int) -> Callable[[Decision], bool]:
    """Nothing made, and this the highest card."""
    return lambda asked: _ranks(asked.own)[0] == rank and _unpaired(asked.own) and "high" in asked.made


def _ace_and_king(asked: Decision) -> bool:
    return _ranks(asked.own)[:2] == [_ACE, _KING] and "high" in asked.made


def _unpaired(cards: Cards) -> bool:
    return len(set(_ranks(cards))) == len(cards)


def _all_suited(asked: Decision) -> bool:
    return len({card.suit for card in (*asked.own, *asked.board)}) == 1


def _close_ranks(asked: Decision) -> bool:
    """Different ranks that one straight can hold."""
    cards = (*asked.own, *asked.board)
    high = [card.rank for card in cards]
    low = [-1 if rank == _ACE else rank for rank in high]
    return _unpaired(cards) and any(max(ranks) - min(ranks) < 5 for ranks in (high, low))


def _middle(card: Card) -> bool:
    return _SIX <= card.rank <= _TEN


def _middle_cards(asked: Decision) -> bool:
    cards = (*asked.own, *asked.board)
    return _unpaired(cards) and all(card.rank <= _TEN for card in cards) and any(map(_middle, cards))


_ALL: Final = (
    HandClass("uth", "kings", "kings offsuit, with a nine or lower", (0,), _offsuit(_KING, _NINE)),
    HandClass("uth", "queens", "queens offsuit, with a ten or lower", (0,), _offsuit(_QUEEN, _TEN)),
    HandClass("uth", "jacks", "jacks offsuit, with a ten or lower", (0,), _offsuit(_JACK, _TEN)),
    HandClass("uth", "suited", "queens and jacks suited", (0,), _suited_below_kings),
    HandClass("uth", "small-pairs", "small pairs, deuces to sixes", (0, 1), _small_pocket_pair),
    HandClass("uth", "pairs", "pairs on the flop", (1,), _pair_on_the_flop),
    HandClass("uth", "draws", "draws on the flop", (1,), _drawing),
    HandClass("uth", "outs", "19 to 22 outs at the river", (2,), _near_outs),
    HandClass("three-card", "queen-high", "queen high", (0,), _high(_QUEEN)),
    HandClass("caribbean", "ace-king", "ace and king", (0,), _ace_and_king),
    HandClass("caribbean", "low-pairs", "low pairs, deuces to sevens", (0,), _pairs(0, _SEVEN)),
    HandClass("four-card", "low-pairs", "pairs of deuces to sevens", (0,), _pairs(0, _SEVEN)),
    HandClass("four-card", "high-pairs", "pairs of eights to queens", (0,), _pairs(_SEVEN + 1, _QUEEN)),
    HandClass("crazy-four", "king-high", "king high", (0,), _high(_KING)),
    HandClass("crazy-four", "high-pairs", "pairs of queens to aces", (0,), _pairs(_QUEEN, _ACE)),
    HandClass("mississippi", "low-pairs", "low pairs, deuces to fives", (0, 1, 2), _pairs(0, _FIVE)),
    HandClass("mississippi", "suited", "all cards suited", (0, 1, 2), _all_suited),
    HandClass("mississippi", "middle", "no high card, and a six to a ten", (0, 1, 2), _middle_cards),
    HandClass("mississippi", "straights", "cards that a straight can hold", (1, 2), _close_ranks),
    HandClass("let-it-ride", "suited", "all cards suited", (0, 1), _all_suited),
    HandClass("let-it-ride", "straights", "cards that a straight can hold", (0, 1), _close_ranks),
)


def classes_of(game: Game) -> dict[str, HandClass]:
    """The classes of a game, by key."""
    return {one.key: one for one in _ALL if one.game == game.key}


def class_of(game: Game, key: str) -> HandClass:
    """The class of that key."""
    found = classes_of(game)
    if key not in found:
        raise Refused(f"{game.name} has no class {key!r}; want one of {', '.join(found)}")
    return found[key]
