"""The page about strategies keeps up with the language and with what the strategies cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.strategy import price, published
from croupier.strategy.language.phrases import PHRASES
from depth import first_of

PAGE = (Path(__file__).parents[2] / "docs" / "strategy.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([\w-]+) \| ([\w-]+) \| (\d+) \| ([\d.]+) % \| ([\d.]+) % \|$", PAGE, re.M)
SLOW = ("uth", "caribbean", "four-card", "mississippi", "holdem-bonus", "flushes-gone-wild", "dj-wild")


def test_the_page_explains_every_phrase() -> None:
    for phrase in PHRASES:
        assert f"| **{phrase.name}**" in PAGE
        assert phrase.meaning in PAGE


def test_the_page_lists_every_strategy_that_comes_with_the_house() -> None:
    listed = {(game, name): int(size) for game, name, size, _, _ in ROWS}
    assert listed == {(game, name): one.size for game in GAMES for name, one in published(game).items()}


@pytest.mark.parametrize(
    "row",
    first_of([pytest.param(row, marks=[pytest.mark.slow] if row[0] in SLOW else []) for row in ROWS]),
    ids=["-".join(row[:2]) for row in ROWS],
)
def test_the_page_says_what_each_costs(row: tuple[str, str, str, str, str]) -> None:
    game, name, _, edge, cost = row
    found = price(published(game)[name])
    assert (f"{float(found.edge) * 100:.4f}", f"{float(found.cost) * 100:.4f}") == (edge, cost)
