"""The shuffle: pinned vectors, a second implementation from the description alone, and statistics."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, cards_text
from croupier.fair.shuffle import SEED_BYTES, BadSeed, shuffle, stream
from depth import thorough

COUNTING = bytes(range(32))
VECTORS = [
    (
        COUNTING,
        "Qd 5h 4c Js Th 5d Kc Qc 3d 5s As 6s 8s 3c 7c 5c Ac Kh Jh Qs Ts 2c 7h Td 9c 2s "
        "7s 3h Ad Ah 8h 2h 2d 8c 6c Kd 4s 4h 6h 7d 3s 9h 9s 4d Jc Jd 9d 8d 6d Qh Tc Ks",
    ),
    (
        bytes(32),
        "5d 2s Kc 2c 4c Ac Tc 7h 4h 8d Qd 2h 3c Jc 8h 3s 4s Jd 3h 5h Kd Ad Ah 6d As Qh "
        "Td 5c Qs Qc 9h Js 9c 4d 7c 9d Kh 8c 6s 3d 6h 7d Ts Th 9s Ks 2d 8s 5s 7s Jh 6c",
    ),
]


@pytest.mark.parametrize(("seed", "deck"), VECTORS, ids=["counting", "zeros"])
def test_a_seed_always_gives_the_same_deck(seed: bytes, deck: str) -> None:
    assert cards_text(shuffle(seed)) == deck


def test_the_first_numbers_of_a_stream() -> None:
    assert list(islice(stream(COUNTING), 9)) == [
        870475887, 587416655, 2797783742, 3240674454, 74814553, 3333514509, 3253634271, 413307936, 3774458477,
    ]  # fmt: skip


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by hand."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def shuffled_by_the_description(seed: bytes) -> str:
    """Blocks of eight big-endian 32-bit numbers; from the last place down, reject what is unfair, then exchange."""
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    numbers: list[int] = []
    block = 0
    for place in range(51, 0, -1):
        choices = place + 1
        while True:
            if not numbers:
                digest = hmac_sha256(seed, b"croupier shuffle 1" + block.to_bytes(8, "big"))
                numbers = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            number = numbers.pop(0)
            if number < 2**32 // choices * choices:
                break
        other = number % choices
        names[place], names[other] = names[other], names[place]
    return " ".join(names)


@given(st.binary(min_size=32, max_size=100))
def test_anybody_can_shuffle_it_again_from_the_description(seed: bytes) -> None:
    assert cards_text(shuffle(seed)) == shuffled_by_the_description(seed)


@given(st.binary(min_size=32, max_size=64))
def test_a_shuffle_is_the_whole_deck(seed: bytes) -> None:
    assert sorted(shuffle(seed)) == list(DECK)


@pytest.mark.parametrize("length", [0, 16, SEED_BYTES - 1])
def test_a_seed_has_at_least_256_bits(length: int) -> None:
    with pytest.raises(BadSeed, match="at least 32"):
        shuffle(bytes(length))


def test_a_number_that_would_favour_some_cards_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 leaves 48 when divided by 52, so its last 48 numbers would favour the first 48 cards."""
    unfair = range(2**32 - 48, 2**32)

    def numbers(first: list[int]) -> Iterator[int]:
        yield from first
        while True:
            yield 0

    def deck_after(first: list[int]) -> str:
        monkeypatch.setattr("croupier.fair.shuffle.stream", lambda seed: numbers(first))
        return cards_text(shuffle(bytes(32)))

    assert deck_after([*unfair, 7]) == deck_after([7])
    assert deck_after([unfair[0] - 1]) == deck_after([51])


def standard_deviations(count: int) -> tuple[float, float]:
    """How far the chi-squares of position by card, and of neighbours, lie from what chance gives."""
    places, neighbours = np.zeros(52 * 52, dtype=np.int64), np.zeros(52 * 52, dtype=np.int64)
    for start in range(0, count, 10_000):
        seeds = (number.to_bytes(32, "big") for number in range(start, min(start + 10_000, count)))
        decks = np.array([shuffle(seed) for seed in seeds], dtype=np.int64)
        places += np.bincount((np.arange(52) * 52 + decks).ravel(), minlength=52 * 52)
        neighbours += np.bincount((decks[:, :-1] * 52 + decks[:, 1:]).ravel(), minlength=52 * 52)
    neighbours = neighbours.reshape(52, 52)
    assert neighbours.diagonal().sum() == 0
    expected = count / 52
    # Every row and column of the first table has a known sum: 51 × 51 degrees of freedom.
    by_place = ((places - expected) ** 2 / expected).sum() * 51 / 52
    by_neighbour = ((neighbours - expected) ** 2 / expected)[~np.eye(52, dtype=bool)].sum()
    freedom = 51 * 51
    return tuple(float((square - freedom) / (2 * freedom) ** 0.5) for square in (by_place, by_neighbour))


@thorough
def test_every_card_comes_everywhere_and_beside_every_other_equally_often() -> None:
    by_place, by_neighbour = standard_deviations(100_000)
    assert abs(by_place) < 4
    assert abs(by_neighbour) < 4


@pytest.mark.slow
def test_three_million_shuffles_show_no_bias() -> None:
    by_place, by_neighbour = standard_deviations(3_000_000)
    assert abs(by_place) < 4
    assert abs(by_neighbour) < 4
