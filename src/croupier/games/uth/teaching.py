"""How Ultimate Texas Hold'em is taught: its strategies by name, where the border runs, and the dealer's outs."""

from __future__ import annotations

from collections import Counter
from typing import Final

from croupier.cards import DECK, RANKS, Cards
from croupier.hands import MANY, ONE, Category, category, strength
from croupier.rules.teaching import Fits, HandClass, Teaching, ranks, unpaired

_SIX, _NINE, _JACK, _QUEEN = (RANKS.index(rank) for rank in "69JQ")


def dealer_outs(hole: Cards, board: Cards) -> int:
    """How many of the 45 unseen cards would beat the hand, each alone with the board (the Wizard's count)."""
    mine, known = strength((*hole, *board)), {*hole, *board}
    return sum(strength((*board, card)) > mine for card in DECK if card not in known)


# Classes to drill


def _offsuit(high: str, most: str) -> Fits:
    def fits(own: Cards, board: Cards) -> bool:
        one, two = ranks(own)
        return one == RANKS.index(high) and two <= RANKS.index(most) and own[0].suit != own[1].suit

    return fits


def _suited_below_kings(own: Cards, board: Cards) -> bool:
    high, low = ranks(own)
    return high in (_JACK, _QUEEN) and low <= _NINE and own[0].suit == own[1].suit


def _small_pocket_pair(own: Cards, board: Cards) -> bool:
    high, low = ranks(own)
    return high == low <= _SIX


def _pair_on_the_flop(own: Cards, board: Cards) -> bool:
    return _hidden_pair(own, board) or not unpaired(board)


def _drawing(own: Cards, board: Cards) -> bool:
    """Four to a flush or four in a row, with a card of one's own, and nothing made."""
    cards = (*own, *board)
    if not unpaired(cards):
        return False
    suit, many = Counter(card.suit for card in cards).most_common(1)[0]
    flush = many == 4 and any(card.suit == suit for card in own)
    return flush or any(_in_a_row(cards, own, low) for low in range(9))


def _in_a_row(cards: Cards, own: Cards, low: int) -> bool:
    wanted = set(range(low, low + 4))
    return wanted <= {card.rank for card in cards} and any(card.rank in wanted for card in own)


def _near_outs(own: Cards, board: Cards) -> bool:
    return 19 <= dealer_outs(own, board) <= 22


# Kinds of hands, as one sorts one's mistakes


def kind(own: Cards, board: Cards) -> str:
    """The kind of hand before the flop, on the flop or at the river."""
    if not board:
        return _start_kind(own)
    return _flop_kind(own, board) if len(board) == 3 else _river_kind(own, board)


def _start_kind(own: Cards) -> str:
    high, low = ranks(own)
    if high == low:
        return "pairs"
    if own[0].suit == own[1].suit:
        return "suited"
    return f"offsuit {MANY[high]}" if high >= _JACK else "offsuit, ten high and lower"


def _flop_kind(own: Cards, board: Cards) -> str:
    if category(strength((*own, *board))) >= Category.TWO_PAIR:
        return "two pair or better"
    if _hidden_pair(own, board):
        return "a hidden pair"
    if max([card.suit for card in (*own, *board)].count(one.suit) for one in own) == 4:
        return "four to a flush"
    if not unpaired(board):
        return "a pair on the board"
    high = max(card.rank for card in own)
    return f"{ONE[high]} high" if high >= _JACK else "ten high and lower"


def _river_kind(own: Cards, board: Cards) -> str:
    if category(strength((*own, *board))) > category(strength(board)):
        return "a hand of one's own"
    outs = dealer_outs(own, board)
    for most, words in ((18, "18 dealer outs or fewer"), (20, "19 or 20 outs"), (22, "21 or 22 outs")):
        if outs <= most:
            return words
    return "23 dealer outs or more"


def _hidden_pair(own: Cards, board: Cards) -> bool:
    """A pair with at least one card in the hole."""
    held = {card.rank for card in own}
    return len(held) == 1 or any(card.rank in held for card in board)


TEACHING: Final = Teaching(
    drills=("wizard", "house"),
    play=("wizard", "house"),
    page=("house", "pocket"),
    classes=(
        HandClass("kings", "kings offsuit, with a nine or lower", (0,), _offsuit("K", "9")),
        HandClass("queens", "queens offsuit, with a ten or lower", (0,), _offsuit("Q", "T")),
        HandClass("jacks", "jacks offsuit, with a ten or lower", (0,), _offsuit("J", "T")),
        HandClass("suited", "queens and jacks suited", (0,), _suited_below_kings),
        HandClass("small-pairs", "small pairs, deuces to sixes", (0, 1), _small_pocket_pair),
        HandClass("pairs", "pairs on the flop", (1,), _pair_on_the_flop),
        HandClass("draws", "draws on the flop", (1,), _drawing),
        HandClass("outs", "Outs at the river, where one more or less decides", (2,), _near_outs, counts=True),
    ),
    kind=kind,
)
