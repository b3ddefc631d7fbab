"""What three cards, and the best four of some, are worth, from four masks of ranks, one a suit.

As in `proofs.reference.worth`: category × 2^26, then the ranks that make it, shifted by 13, then the kickers, so that
hands compare as whole numbers. That one does for five cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.lab.kernel import kernel

CATEGORY = 26
"""Where the category begins."""
LOW = 13
"""Where the ranks begin that make it, above the kickers."""


def masks(cards: Iterable[int]) -> tuple[int, int, int, int]:
    """Cards as four masks of ranks; a card is its rank × 4 + its suit."""
    made = [0, 0, 0, 0]
    for card in cards:
        made[card & 3] |= 1 << (card >> 2)
    return made[0], made[1], made[2], made[3]


@kernel
def bits(mask: int) -> int:
    """How many bits a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def highest(mask: int, wanted: int) -> int:
    """The highest `wanted` bits of a mask, lower ones cleared."""
    for _ in range(bits(mask) - wanted):
        mask &= mask - 1
    return mask


@kernel
def straight_of(mask: int, length: int) -> int:
    """The top bit of the best straight of so many cards in a mask of ranks, or 0; the ace is also the lowest."""
    both_aces = mask << 1 | (mask >> 12 & 1)
    run = both_aces
    for step in range(1, length):
        run &= both_aces << step
    return highest(run >> 1, 1)


@kernel
def worth_three(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """Three cards by T2: straight flush 5, three of a kind 4, straight 3, flush 2, pair 1.

    Oracle: `croupier.hands.three.strength`, which orders hands the same way.
    """
    ranks = clubs | diamonds | hearts | spades
    alike = bits(ranks)
    suited = ranks in (clubs, diamonds, hearts, spades) and alike == 3
    if alike == 1:
        return 4 << 26 | ranks << 13
    if alike == 2:
        twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
        return 1 << 26 | twice << 13 | ranks & ~twice
    top = straight_of(ranks, 3)
    if top:
        return (5 if suited else 3) << 26 | top
    return (2 if suited else 0) << 26 | ranks


@kernel
def worth_four(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The best four by F2, from four of a kind 7, straight flush 6, three of a kind 5, flush 4, straight 3 down.

    Oracle: `croupier.hands.four.strength`, which orders hands the same way.
    """
    minor, major = clubs & diamonds, hearts & spades
    either_minor, either_major = clubs | diamonds, hearts | spades
    ranks = either_minor | either_major
    quads = minor & major
    if quads:
        return 7 << 26 | quads << 13
    flush, running = 0, 0
    for suit in (clubs, diamonds, hearts, spades):
        if bits(suit) >= 4:
            flush = highest(suit, 4)
            running = straight_of(suit, 4)
    if running:
        return 6 << 26 | running
    thrice = highest(minor & either_major | major & either_minor, 1)
    if thrice:
        return 5 << 26 | thrice << 13 | highest(ranks & ~thrice, 1)
    if flush:
        return 4 << 26 | flush
    top = straight_of(ranks, 4)
    if top:
        return 3 << 26 | top
    pairs = highest(minor | major | either_minor & either_major, 2)
    if bits(pairs) == 2:
        return 2 << 26 | pairs << 13
    if pairs:
        return 1 << 26 | pairs << 13 | highest(ranks & ~pairs, 2)
    return highest(ranks, 4)
