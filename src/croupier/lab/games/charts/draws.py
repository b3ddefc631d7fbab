"""What a few cards may still become, as players say it: spreads, gaps, outside straights."""

from __future__ import annotations

from croupier.cards import Cards

_ACE, _LOW_ACE = 12, -1


def suited(cards: Cards) -> bool:
    """Whether all are of one suit."""
    return len({card.suit for card in cards}) == 1


def of_a_kind(cards: Cards) -> list[int]:
    """The ranks that are there more than once, each as often as it is there."""
    ranks = [card.rank for card in cards]
    return [rank for rank in ranks if ranks.count(rank) > 1]


def ranks_in_line(cards: Cards) -> list[int]:
    """The ranks as the narrowest straight would use them, lowest first: an ace beside low cards is low."""
    high = sorted(card.rank for card in cards)
    low = sorted(_LOW_ACE if rank == _ACE else rank for rank in high)
    return min(high, low, key=lambda ranks: ranks[-1] - ranks[0])


def spread(cards: Cards) -> int:
    """How many ranks the cards span, ends included; 0 if no straight can hold them all.

    Three in a row span three, with a gap four, with two gaps five.
    """
    ranks = ranks_in_line(cards)
    span = ranks[-1] - ranks[0] + 1
    return span if len(set(ranks)) == len(ranks) and span <= 5 else 0


def is_outside(cards: Cards) -> bool:
    """Whether the cards are in a row that is open at both ends."""
    return spread(cards) == len(cards) and all(card.rank != _ACE for card in cards)


def count_in(ranks: list[int], least: int, most: int = _ACE) -> int:
    """How many of the ranks are in that range."""
    return sum(least <= rank <= most for rank in ranks)
