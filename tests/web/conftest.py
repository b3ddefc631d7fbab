"""Card rooms for the tests of the web: one that a file shares, one of a test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, sync_playwright
from web_lab import SharedLab, close_shared_lab
from web_place import Place
from web_screen import launch

from croupier.web import app as web_app
from croupier.web.api import describing
from croupier.web.table import coach


@pytest.fixture(scope="session", autouse=True)
def shared_lab() -> Iterator[None]:
    """The lab's worker is one for all card rooms; a file that looks at how it starts takes the real one back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "LabWorker", SharedLab)
        yield
    close_shared_lab()


@pytest.fixture(scope="session", autouse=True)
def described_once() -> Iterator[None]:
    """Every card room's API is the same: to describe it takes a second, and it is done once."""
    known: dict[str, Any] = {}

    def describes(app: FastAPI) -> Callable[[], dict[str, Any]]:
        describe = describing.describes(app)

        def schema() -> dict[str, Any]:
            if not known:
                known.update(describe())
            return known

        return schema

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_app, "describes", describes)
        yield


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


@dataclass
class _Chromium:
    """One browser for the files that follow each other and need one: to start it costs as much as many a test."""

    running: Browser | None = None
    wanted_by: set[Path] = field(default_factory=set)
    open: ExitStack = field(default_factory=ExitStack)

    def get(self) -> Browser:
        if self.running is None or not self.running.is_connected():
            self.close()
            self.running = launch(self.open.enter_context(sync_playwright()))
            self.open.callback(self.running.close)
        return self.running

    def close(self) -> None:
        self.running = None
        self.open.close()


_chromium = _Chromium()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A real Chromium; a skip that says so where there is none."""
    return _chromium.get()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note which files need a browser somewhere."""
    _chromium.wanted_by = {item.path for item in session.items if "browser" in getattr(item, "fixturenames", ())}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The lab works for tests that are marked `lab`."""
    SharedLab.works = item.get_closest_marker("lab") is not None


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Function, nextitem: pytest.Function | None) -> None:
    """End Chromium before a file that does not need it: its loop keeps others out of this thread."""
    if nextitem is None or nextitem.path not in _chromium.wanted_by:
        _chromium.close()
