"""Flops and holes, up to the names of the suits.

Of 22,100 flops 1,755 differ by more than the names of suits. Beside one of them two holes are the same if a
renaming of suits that leaves the flop as it is turns one into the other; that leaves 1,286,792 classes of
(hole, flop). Each class is held once, with its weight: how many concrete (hole, flop) it stands for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import plain_indices
from croupier.lab.hands.starts import HOLES, hole_cards

FLOPS = 1755
CLASSES = 1_286_792
SUIT_NAMINGS = 24


@dataclass(frozen=True, slots=True)
class CanonicalFlops:
    """The canonical flops and the classes of holes beside them.

    canonical   of each of the 22,100 flops (by `flop_index`), its canonical flop
    naming      of each of the 22,100, the renaming of suits that makes it canonical
    renamed     what each of the 24 renamings makes of each card
    cards       the three cards of each canonical flop, sorted
    weight      how many flops each canonical one stands for
    ranks       its three ranks as an index (`plain_index`) among 455
    start       where its classes begin; one more entry at the end
    class_of    the class of each (canonical flop, hole), -1 where they share a card
    flop, hole  of each class, its canonical flop and one of its holes
    class_weight  how many concrete (hole, flop) each class stands for
    """

    canonical: NDArray[np.uint16]
    naming: NDArray[np.uint8]
    renamed: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    weight: NDArray[np.int64]
    ranks: NDArray[np.int16]
    start: NDArray[np.int32]
    class_of: NDArray[np.int32]
    flop: NDArray[np.uint16]
    hole: NDArray[np.uint16]
    class_weight: NDArray[np.int64]


def flop_index(a: int, b: int, c: int) -> int:
    """The index of a flop of three different cards, a < b < c."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@cache
def flop_cards() -> NDArray[np.int64]:
    """The three cards of each of the 22,100 flops, in the order of `flop_index`."""
    c = np.repeat(np.arange(52), [n * (n - 1) // 2 for n in range(52)])
    b = np.concatenate([np.repeat(np.arange(n), np.arange(n)) for n in range(52)])
    a = np.concatenate([np.arange(m) for n in range(52) for m in range(n)])
    return np.stack([a, b, c], axis=1)


@cache
def flops() -> CanonicalFlops:
    """The canonical flops, worked out once a process."""
    concrete = flop_cards()
    deck = np.arange(52)
    renamed = np.array([(deck & ~3) | np.array(names)[deck & 3] for names in permutations(range(4))])
    images = np.empty((SUIT_NAMINGS, len(concrete)), np.int64)
    for i, cards in enumerate(renamed):
        x, y, z = np.sort(cards[concrete], axis=1).T
        images[i] = x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6
    naming = images.argmin(axis=0)
    firsts, canonical, weight = np.unique(images.min(axis=0), return_inverse=True, return_counts=True)
    cards = concrete[firsts]

    low, high = np.sort(renamed[:, hole_cards()], axis=2).transpose(2, 0, 1)
    hole_image = low + high * (high - 1) // 2
    keeps = images[:, firsts] == firsts
    # Only a handful of sets of renamings keep a flop, so the orbits of holes are found once for each.
    groups, group = np.unique(keeps.T, axis=0, return_inverse=True)
    group = group.ravel()
    orbits = np.stack([hole_image[keep].min(axis=0) for keep in groups])
    sizes = np.stack([np.bincount(orbit, minlength=HOLES) for orbit in orbits])
    holds = (hole_cards()[None, :, :] == deck[:, None, None]).any(axis=2)
    clash = holds[cards].any(axis=1)
    first = (orbits == np.arange(HOLES))[group] & ~clash
    flop, hole = np.nonzero(first)
    number = (np.cumsum(first) - 1).astype(np.int32).reshape(first.shape)
    class_of = np.take_along_axis(number, orbits[group], axis=1)
    class_of[clash] = -1
    return CanonicalFlops(
        canonical=canonical.astype(np.uint16),
        naming=naming.astype(np.uint8),
        renamed=renamed.astype(np.uint8),
        cards=cards.astype(np.uint8),
        weight=weight,
        ranks=plain_indices(cards >> 2).astype(np.int16),
        start=np.concatenate([[0], np.cumsum(first.sum(axis=1))]).astype(np.int32),
        class_of=class_of,
        flop=flop.astype(np.uint16),
        hole=hole.astype(np.uint16),
        class_weight=sizes[group[flop], hole] * weight[flop],
    )


def class_of(hole: tuple[int, int], flop: tuple[int, int, int]) -> int:
    """The class of concrete cards: all five must be different."""
    table = flops()
    index = flop_index(*sorted(flop))
    renamed = table.renamed[table.naming[index]]
    a, b = sorted(int(renamed[card]) for card in hole)
    return int(table.class_of[table.canonical[index], a + b * (b - 1) // 2])


def class_cards() -> NDArray[np.uint8]:
    """Five cards, hole first, for each class of (hole, flop)."""
    table = flops()
    return np.concatenate([hole_cards()[table.hole], table.cards[table.flop]], axis=1)
