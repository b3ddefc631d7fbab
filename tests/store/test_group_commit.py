"""Many at once: what shares a flush is still admitted or refused one by one."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import text
from store_units import BRING, unit

from croupier.errors import Refused
from croupier.ledger.accounts import CASH, player
from croupier.ledger.balances import Overdrawn
from croupier.ledger.transfers import TransferIdTaken
from croupier.store.journal import open_store
from croupier.store.unit import Receipt, StoreFailed, Unit, Unwritable, Write


class Gate:
    """Holds the first flush until the test has queued everything for the second."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.opened = threading.Event()
        self.flushes = 0

    def __call__(self, point: str) -> None:
        if point == "begin":
            self.flushes += 1
            self.begun.set()
            assert self.opened.wait(10)


def test_one_flush_carries_good_and_bad_units(url: str) -> None:
    gate = Gate()
    with open_store(url, fault=gate) as store:
        first = store.submit(unit("first", move=BRING))
        assert gate.begun.wait(10)
        asked: dict[str, Future[Receipt]] = {}
        for name, each in {
            "good": unit("good", expected=1),
            "stale": unit("stale", expected=1),
            "next": unit("next", expected=2, move=(player("ann"), CASH, 9_999)),
            "poor": unit("poor", "player/ann", move=(player("ann"), CASH, 2)),
            "same": unit("good", expected=1),
            "last cent": unit("last cent", "player/ann", move=(player("ann"), CASH, 1)),
        }.items():
            asked[name] = store.submit(each)
        gate.opened.set()
        first.result()
        answers = {name: future.exception() for name, future in asked.items()}
        assert {name for name, refused in answers.items() if refused} == {"stale", "poor"}
        assert asked["same"].result().entries == asked["good"].result().entries
        assert store.balance(player("ann")) == 0
        assert gate.flushes == 2


@pytest.mark.parametrize("event", [{"n": float("nan")}, {"n": object()}, {1: 2, "a": 3}])
def test_what_cannot_be_written_fails_alone(url: str, event: dict[str, object]) -> None:
    gate = Gate()
    with open_store(url, fault=gate) as store:
        first = store.submit(unit("first"))
        assert gate.begun.wait(10)
        bad = replace(unit("bad", move=BRING), writes=(Write("table/T1", None, (event,)),))
        asked = [store.submit(each) for each in (unit("a"), bad, unit("b"))]
        gate.opened.set()
        first.result()
        assert [type(future.exception()).__name__ for future in asked] == ["NoneType", "Unwritable", "NoneType"]
        assert store.balances() == {}
        assert gate.flushes == 2


@pytest.mark.parametrize("command", ["", "nul\0", "half \ud800", "long" * 100, "two\nlines"])
def test_a_command_id_is_something_that_a_database_can_hold(command: str) -> None:
    with pytest.raises(Unwritable, match="printable characters"):
        unit(command)


def test_forty_threads_bring_their_own_and_lose_nothing(url: str) -> None:
    def table(number: int) -> None:
        for n in range(10):
            store.commit(unit(f"{number}-{n}", f"table/{number}", expected=n, move=(CASH, player(f"p{n}"), 100)))

    with open_store(url) as store:
        with ThreadPoolExecutor(40) as pool:
            list(pool.map(table, range(40)))
        assert store.position() == 400
        assert store.balances() == {CASH: -40_000, **{player(f"p{n}"): 4_000 for n in range(10)}}


@pytest.mark.parametrize("seed", range(5))
def test_duplicated_delayed_and_reordered_commands_come_to_the_same(url: str, seed: int) -> None:
    """Each command is delivered up to three times, in any order, until all are in; the outcome is as if in order."""
    chance = random.Random(seed)
    wanted = [unit(f"c{n}", expected=n, move=(CASH, player("ann"), n + 1)) for n in range(12)]
    with open_store(url) as store:
        missing = list(wanted)
        while missing:
            delivery: list[Unit] = [each for each in missing for _ in range(chance.randint(1, 3))]
            chance.shuffle(delivery)
            for future in [store.submit(each) for each in delivery]:
                assert future.exception() is None or isinstance(future.exception(), Refused)
            missing = [each for each in wanted if store.receipt(each.command) is None]
        assert [entry.command for entry in store.read("table/T1")] == [each.command for each in wanted]
        assert store.balance(player("ann")) == sum(range(1, 13))


def test_a_failing_database_fails_the_batch_and_the_next_one_goes_on(url: str) -> None:
    failing = ["entries", "commit"]

    def fault(point: str) -> None:
        if failing and point == failing[0]:
            failing.pop(0)
            raise OSError("disk full")

    with open_store(url, fault=fault) as store:
        with pytest.raises(StoreFailed, match="disk full; ask again under the same command id"):
            store.commit(unit("a", expected=0, move=BRING))
        assert store.position() == 0
        with pytest.raises(StoreFailed):  # this one arrived, but nobody was told
            store.commit(unit("a", expected=0, move=BRING))
        assert store.commit(unit("a", expected=0, move=BRING)).repeated
        assert store.commit(unit("b", expected=1)).version("table/T1") == 2
        assert store.balance(player("ann")) == 10_000


def test_a_lost_connection_is_made_again(postgres: Callable[[], str]) -> None:
    with open_store(postgres()) as store:
        store.commit(unit("a", expected=0, move=BRING))
        with store._engine.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        assert store.commit(unit("b", expected=1)).version("table/T1") == 2
        assert not store.commit(unit("c", expected=2)).repeated


def test_what_was_moved_before_is_not_moved_again_though_the_account_is_empty_now(url: str) -> None:
    """Beside new movements in the same flush, and under a command of its own."""
    with open_store(url) as store:
        store.commit(unit("a", move=BRING))
        store.commit(unit("b", move=(player("ann"), CASH, 10_000)))
        again, other = unit("c", move=(player("ann"), CASH, 10_000), id="b"), unit("d", move=BRING, id="d")
        for answer in [store.submit(again), store.submit(other)]:
            assert answer.result().entries
        assert store.balance(player("ann")) == 10_000
        with pytest.raises(Overdrawn):
            store.commit(unit("e", move=(player("ann"), CASH, 10_001)))
        with pytest.raises(TransferIdTaken):
            store.commit(unit("f", move=(player("ann"), CASH, 10_001), id="b"))
        assert sum(store.balances().values()) == 0
