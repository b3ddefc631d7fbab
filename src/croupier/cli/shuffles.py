"""`croupier shuffles`: decks of the house's shuffle for whoever wants to test it with means of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Annotated, Literal

from croupier.cards import cards_text
from croupier.cli.app import app
from croupier.cli.parameters import Option
from croupier.fair.shuffle import SEED_BYTES, order_number, shuffle


@app.command()
def shuffles(
    number: Annotated[
        int | None,
        Option("--number", "-n", min=1, max=10**15, help="How many decks; without end if left out with --raw."),
    ] = None,
    first: Annotated[int, Option(help="The first seed; each deck's is one more.", min=0, max=2**255)] = 0,
    raw: Annotated[bool, Option("--raw", help="Write bytes, for a test suite that reads them.")] = False,
    form: Annotated[
        Literal["decks", "numbers"],
        Option("--as", help="With --raw: 52 bytes a deck, 0 (2c) to 51 (As); or 24 even bytes of its number."),
    ] = "numbers",
) -> None:
    """Print shuffled decks, one a line, from seeds that count up; --raw writes bytes for outside test suites."""
    seeds = islice(count(first), 10 if number is None and not raw else number)
    decks = (shuffle(seed.to_bytes(SEED_BYTES, "big")) for seed in seeds)
    if not raw:
        for deck in decks:
            print(cards_text(deck))
        return
    as_bytes: Iterator[bytes]
    if form == "decks":
        as_bytes = map(bytes, decks)
    else:
        # Which of the 52! orders it is, about 225.6 bits; the last 192 are even to one part in ten thousand million.
        as_bytes = ((order_number(deck) & (2**192 - 1)).to_bytes(24, "big") for deck in decks)
    while piece := b"".join(islice(as_bytes, 512)):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
