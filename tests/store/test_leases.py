"""Leases: a table has one writer, a lost server's tables are taken within five seconds, and two never write."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest
from store_units import unit

from croupier.store import cluster
from croupier.store.cluster import Cluster
from croupier.store.journal import open_store
from croupier.store.leases import LOST_S, Sightings
from croupier.store.unit import LeaseLost
from depth import thorough


def until(seen: Callable[[], object], within_s: float = 8.0) -> None:
    ends = time.monotonic() + within_s
    while not seen():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)


@pytest.fixture
def pair(postgres: Callable[[], str]) -> Iterator[tuple[str, Cluster, Cluster]]:
    """A database, and two servers on it."""
    address = postgres()
    both = Cluster(address, "10.0.0.1:8000"), Cluster(address, "10.0.0.2:8000")
    yield address, *both
    for one in both:
        one.close()


def lose_host(server: Cluster) -> None:
    """As when a host is cut off: its sessions stay open at the database, and nothing more comes from it."""
    server._closing.set()
    for thread in server._threads:
        thread.join()


@thorough
def test_a_lost_hosts_tables_are_taken_within_five_seconds(pair: tuple[str, Cluster, Cluster]) -> None:
    _, lost, heir = pair
    assert lost.take("T1")
    assert not heir.take("T1")
    assert heir.writer("T1") == "10.0.0.1:8000"
    lose_host(lost)
    began = time.monotonic()
    until(lambda: heir.take("T1"))
    assert time.monotonic() - began < 5, "the manual promises it"
    assert heir.writer("T1") == "10.0.0.2:8000"
    assert not lost.owns("T1"), "it knew before anybody took the table"


def test_whose_tables_are_nobodys(pair: tuple[str, Cluster, Cluster]) -> None:
    _, one, two = pair
    assert one.take("T1")
    assert two.take("T2")
    assert one.unowned({"T1", "T2", "T3"}) == {"T3"}
    assert one.unowned(set()) == set()
    two.close()
    assert one.unowned({"T1", "T2"}) == {"T2"}, "its server has left"


def test_a_server_that_leaves_lets_its_tables_go_at_once(pair: tuple[str, Cluster, Cluster]) -> None:
    _, one, two = pair
    assert one.take("T1")
    one.close()
    assert two.take("T1")


@thorough
def test_what_a_lost_server_still_wants_to_write_is_refused(pair: tuple[str, Cluster, Cluster]) -> None:
    address, lost, heir = pair
    assert lost.take("T1")
    with open_store(address) as store:
        store.commit(unit("before", lease=("T1", lost.id)))
        lose_host(lost)
        until(lambda: heir.take("T1"))
        with pytest.raises(LeaseLost, match="another server runs T1"):
            store.commit(unit("after", lease=("T1", lost.id)))
        store.commit(unit("by the heir", lease=("T1", heir.id)))
        assert [entry.command for entry in store.read("table/T1")] == ["before", "by the heir"]
        assert store.commit(unit("before", lease=("T1", lost.id))).repeated, "what was done is answered as before"


def test_a_table_that_changes_hands_during_a_batch_waits_for_its_end(
    pair: tuple[str, Cluster, Cluster],
) -> None:
    """Whoever writes sees in the batch that they still may, and nobody takes the table until it is durable."""
    address, one, two = pair
    assert one.take("T1")
    inside, go_on = threading.Event(), threading.Event()

    def stop_there(point: str) -> None:
        if point == "entries":
            inside.set()
            go_on.wait(5)

    with open_store(address, fault=stop_there) as store:
        written = store.submit(unit("last", lease=("T1", one.id)))
        assert inside.wait(5)
        one.close()
        taken: list[bool] = []
        taking = threading.Thread(target=lambda: taken.append(two.take("T1")))
        taking.start()
        taking.join(0.3)
        assert not taken
        go_on.set()
        taking.join(5)
        assert taken == [True]
        assert written.result().entries[0].version == 1


def test_only_one_of_many_gets_a_free_table(postgres: Callable[[], str]) -> None:
    address = postgres()
    servers = [Cluster(address, f"10.0.0.{n}:8000") for n in range(5)]
    try:
        got: list[int] = []
        threads = [
            threading.Thread(target=lambda n=n, server=server: got.append(n) if server.take("T1") else None)
            for n, server in enumerate(servers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(got) == 1
    finally:
        for server in servers:
            server.close()


def test_a_process_that_begins_anew_at_its_address_need_not_wait_for_itself(postgres: Callable[[], str]) -> None:
    address = postgres()
    killed = Cluster(address, "10.0.0.1:8000")
    assert killed.take("T1")
    lose_host(killed)
    again = Cluster(address, "10.0.0.1:8000")
    assert again.take("T1")
    again.close()
    killed.close()


def test_after_a_crash_of_the_database_servers_enter_themselves_anew(
    pair: tuple[str, Cluster, Cluster],
) -> None:
    address, one, two = pair
    assert one.take("T1")
    before = one.id
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("TRUNCATE servers, leases")  # what is not logged is gone after a crash
    until(lambda: one.id != before)
    assert not one.owns("T1")
    until(lambda: one.take("T1"))  # it has its new name a moment before it is entered under it
    assert not two.take("T1")


def test_a_gap_of_our_own_makes_nobody_lost() -> None:
    sightings = Sightings()
    sightings.look([("a", "10.0.0.1:8000", 7)], 0.0)
    # The database stood still for a minute: nobody could beat, and we could not look.
    sightings.look([("a", "10.0.0.1:8000", 7)], 60.0)
    assert sightings.lost("a", 60.0) is None
    for step in range(1, 7):
        assert sightings.lost("a", 60.0 + (step - 1) / 2) is None
        sightings.look([("a", "10.0.0.1:8000", 7)], 60.0 + step / 2)
    assert sightings.lost("a", 60.0 + LOST_S) is not None


def test_a_message_is_old_by_its_senders_beats_and_by_no_clock(
    pair: tuple[str, Cluster, Cluster],
) -> None:
    _, one, two = pair
    until(lambda: one.beat > 1)
    assert two.is_neighbour(one.id, one.beat)
    assert not two.is_neighbour(one.id, one.beat - 1_000)
    assert not two.is_neighbour("0123456789abcdef", 1), "a server of a copy is entered in the copy"


def test_the_listener_outlives_whatever_the_record_does(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_LONGEST_PAUSE_S", 0.02)
    address = postgres()
    server = Cluster(address, "10.0.0.1:8000")
    told, again = [0], threading.Event()

    def heard(_: str = "") -> None:
        told[0] += 1
        if told[0] < 6:
            raise OSError("what nobody foresaw")
        again.set()

    try:
        server.listen(heard)
        assert again.wait(8), "told again by itself: something may have been missed"
        until(lambda: server.behind_s() < 1.5)
    finally:
        server.close()
