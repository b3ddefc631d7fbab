"""A SQLite file that is polled: what others write is noticed, once, and what the store writes itself costs nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from store_units import unit

from croupier.store import polling
from croupier.store.entry import Entry
from croupier.store.journal import Store, open_store
from croupier.store.polling import Poller
from croupier.store.unit import StoreFailed


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "EVERY_S", 0.01)
    monkeypatch.setattr(polling, "_FAILED_S", 0.01)


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """The store that polls, and another process's."""
    with open_store(str(tmp_path / "room.db")) as mine, open_store(str(tmp_path / "room.db")) as theirs:
        yield mine, theirs


def soon(true: Callable[[], object]) -> None:
    ends = time.monotonic() + 10
    while not true():
        assert time.monotonic() < ends, "nobody has noticed"
        time.sleep(0.005)


def test_what_others_write_is_heard_of_once_and_in_its_order(both: tuple[Store, Store]) -> None:
    mine, theirs = both
    streams: list[str] = []
    entries: list[Entry] = []
    mine.watch_streams(streams.extend)
    mine.watch(entries.extend, lambda stream: stream == "table/2", own=False)
    stop = mine.poll()
    theirs.commit(unit("a", "table/2"))
    soon(lambda: streams == ["table/2"])
    mine.commit(unit("b", "table/1"))
    theirs.commit(unit("c", "table/2"))
    mine.commit(unit("d", "table/2", expected=2))  # noticed with a batch of one's own, before it is polled for
    theirs.commit(unit("e", "staff"))
    soon(lambda: streams[-1] == "staff")
    stop()
    theirs.commit(unit("f", "table/2"))
    time.sleep(0.1)
    assert streams == ["table/2", "table/2", "staff"]
    assert [entry.command for entry in entries] == ["a", "c"]


def test_what_the_store_writes_itself_has_it_look_at_nothing(
    both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = both
    looks: list[int] = []
    refresh = mine.refresh
    monkeypatch.setattr(mine, "refresh", lambda: (looks.append(mine.position()), refresh()))
    mine.poll()
    for n in range(40):
        mine.commit(unit(f"mine {n}", "table/1", expected=n))
        time.sleep(0.005)
    own = len(looks)
    theirs.commit(unit("theirs", "table/2"))
    soon(lambda: looks[own:])
    assert own <= 2, "but for a poll between a commit and its news"


def test_it_goes_on_after_a_record_that_could_not_be_read(both: tuple[Store, Store], tmp_path: Path) -> None:
    _, theirs = both
    tries, again = [0], threading.Event()

    def refresh() -> None:
        tries[0] += 1
        if tries[0] < 3:
            raise StoreFailed("the disk is full")
        again.set()

    poller = Poller(tmp_path / "room.db", lambda: 0, refresh)
    theirs.commit(unit("a", "table/2"))
    assert again.wait(10), "a server that looks no more shows old tables for ever"
    poller.close()


def test_it_ends_with_its_store(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "room.db")) as store:
        store.poll()
        assert "croupier-poller" in {thread.name for thread in threading.enumerate()}
    assert "croupier-poller" not in {thread.name for thread in threading.enumerate()}
