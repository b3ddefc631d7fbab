"""Card rooms for the tests of the web: one that a file shares, one of a test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from web_place import Place
from web_screen import launch


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A card room that the tests of one file share."""
    made = Place(tmp_path_factory.mktemp("place"))
    yield made
    made.close()


@pytest.fixture
def own_place(tmp_path: Path) -> Iterator[Place]:
    """A card room that one test has for itself."""
    made = Place(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium; a skip that says so where there is none."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
