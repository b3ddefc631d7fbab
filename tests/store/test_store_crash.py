"""A crash at every write: in this process, and in one that is killed. All of a unit is there afterwards, or nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store_units import unit

from croupier.ledger.accounts import CASH, player
from croupier.store.entry import contents, is_sound
from croupier.store.journal import open_store
from croupier.store.unit import StoreFailed, Unit
from depth import first_of

POINTS = ("begin", "unseal", "entries", "transfers", "balances", "sealed", "snapshots", "commit")


class PowerCut(BaseException):
    """Nothing catches this but the thread's own end."""


def work(n: int) -> Unit:
    """The n-th of a row of units, each using every kind of write."""
    return unit(
        f"c{n}",
        expected=n,
        move=(CASH, player("ann"), n + 1),
        seal=((f"deck {n}", "secret"),),
        unseal=(f"deck {n - 1}",),
        snapshots=(("table/T1", str(n)),),
    )


def check(url: str) -> int:
    """That the record is whole; how many units are in it."""
    with open_store(url) as store:
        done = store.position()
        entries = list(store.read("table/T1"))
        assert [entry.command for entry in entries] == [f"c{n}" for n in range(done)]
        assert all(map(is_sound, entries))
        moved = sum(t.amount for entry in entries for t in contents(entry).transfers)
        assert store.balance(player("ann")) == -store.balance(CASH) == moved == sum(range(1, done + 1))
        assert [n for n in range(-1, done + 1) if store.secret(f"deck {n}")] == ([done - 1] if done else [])
        assert store.snapshot("table/T1") == ((done, str(done - 1)) if done else None)
    return done


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("nth", [0, 2])
def test_a_crash_in_the_process(url: str, point: str, nth: int) -> None:
    count = {"n": 0}

    def fault(here: str) -> None:
        if here == point:
            count["n"] += 1
            if count["n"] == nth + 1:
                raise PowerCut

    store = open_store(url, fault=fault)
    for n in range(nth):
        store.commit(work(n))
    with pytest.raises(StoreFailed):
        store.commit(work(nth))
    store.close()
    done = check(url)
    assert done == nth + (point == "commit")
    with open_store(url) as again:  # the same commands once more: those that arrived are answered as before
        receipts = [again.commit(work(n)) for n in range(5)]
    assert [receipt.repeated for receipt in receipts] == [n < done for n in range(5)]
    assert check(url) == 5


KILLED = """
import os, signal, sys
sys.path[:0] = [sys.argv[1], os.path.dirname(sys.argv[1])]
from test_store_crash import work
from croupier.store.journal import open_store
def fault(here):
    if here == sys.argv[3] and os.path.exists("armed"):
        os.kill(os.getpid(), signal.SIGKILL)
store = open_store(sys.argv[2], fault=fault)
done = store.position()
for n in range(5):
    if n == int(sys.argv[4]):
        open("armed", "w").close()
    store.commit(work(n))
    print(n, flush=True)
"""


@pytest.mark.parametrize("point", first_of(POINTS))
def test_a_killed_process(url: str, point: str, tmp_path: Path, kill: Callable[..., list[str]]) -> None:
    told = kill(url, point, 3, tmp_path)
    assert told == ["0", "1", "2"]
    assert check(url) == 3 + (point == "commit")
    with open_store(url) as again:
        assert [again.commit(work(n)).repeated for n in range(5)] == [True] * 3 + [point == "commit", False]
    assert check(url) == 5


@pytest.fixture
def kill() -> Callable[..., list[str]]:
    def run(url: str, point: str, nth: int, where: Path) -> list[str]:
        tests = Path(__file__).parent
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(tests), url, point, str(nth)],
            cwd=where,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == -9, done.stderr
        return done.stdout.split()

    return run
