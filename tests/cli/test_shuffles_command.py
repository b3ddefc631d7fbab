"""`croupier shuffles`: decks for testers of the shuffle, as text and as bytes."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations

from commands import croupier
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, cards_text
from croupier.fair.shuffle import order_number, shuffle

RUN = [sys.executable, "-c", "from croupier.cli import main; main()", "shuffles", "--raw"]


def decks(first: int, number: int) -> list[tuple[int, ...]]:
    return [tuple(shuffle(seed.to_bytes(32, "big"))) for seed in range(first, first + number)]


def test_decks_are_printed_one_a_line_from_seeds_that_count_up() -> None:
    printed = croupier("shuffles", "-n", "3", "--first", "7").out.splitlines()
    assert printed == [cards_text(shuffle(seed.to_bytes(32, "big"))) for seed in (7, 8, 9)]


def test_raw_decks_are_52_bytes_each_and_raw_numbers_24() -> None:
    made = subprocess.run([*RUN, "--as", "decks", "-n", "700"], capture_output=True, check=True).stdout
    assert made == b"".join(map(bytes, decks(0, 700)))
    made = subprocess.run([*RUN, "-n", "2"], capture_output=True, check=True).stdout
    want = [order_number(shuffle(seed.to_bytes(32, "big"))) % 2**192 for seed in (0, 1)]
    assert [int.from_bytes(made[at : at + 24], "big") for at in (0, 24)] == want
    assert len(made) == 48


def test_raw_bytes_come_without_end_until_the_reader_has_enough() -> None:
    with subprocess.Popen(RUN, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert len(running.stdout.read(100_000)) == 100_000
        running.stdout.close()
        assert running.stderr.read() == b""


def test_each_order_of_the_last_cards_has_a_number_of_its_own() -> None:
    """The first four cards in all their orders: 24 decks, 24 numbers."""
    numbers = {order_number((*first, *DECK[4:])) for first in permutations(DECK[:4])}
    assert len(numbers) == 24
    assert order_number(DECK) == max(numbers)


@given(st.permutations(DECK))
def test_an_order_can_be_told_from_its_number(deck: list[int]) -> None:
    number, choices = order_number(tuple(deck)), []  # type: ignore[arg-type]
    for last in range(1, 52):
        number, other = divmod(number, last + 1)
        choices.append((last, other))
    told = list(DECK)
    for last, other in choices:
        told[last], told[other] = told[other], told[last]
    assert number == 0
    assert told == deck
