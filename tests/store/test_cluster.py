"""Servers on one PostgreSQL: copies of the room are strangers, the listener outlives faults, nobody quotes a seed."""

from __future__ import annotations

import threading
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from croupier.floor.room import Room
from croupier.store import cluster
from croupier.store.cluster import Cluster
from croupier.store.database import connect, error_text
from croupier.store.journal import open_store
from croupier.store.unit import StoreFailed
from croupier.web.servers import Servers


def test_a_copy_of_the_room_on_the_same_cluster_runs_none_of_our_tables(postgres: Callable[[], str]) -> None:
    ours, copy = Cluster(postgres(), "10.0.0.1:8000"), Cluster(postgres(), "10.0.0.2:8000")
    try:
        assert copy.take("T1")
        assert ours.writer("T1") is None, "an order would be carried out in the other database"
        assert ours.take("T1")
        assert ours.writer("T1") == "10.0.0.1:8000"
        assert copy.writer("T1") == "10.0.0.2:8000"
    finally:
        ours.close()
        copy.close()


def test_a_message_of_a_copy_with_the_same_key_is_forged(postgres: Callable[[], str]) -> None:
    addresses = postgres(), postgres()
    peers = [Cluster(address, f"10.0.0.{n}:8000") for n, address in enumerate(addresses)]
    with open_store(addresses[0]) as store:
        mine, theirs = (Servers(each, Room(store), "one key") for each in peers)
        assert mine.signature(b"{}") != theirs.signature(b"{}")
    for each in peers:
        each.close()


def test_the_listener_goes_on_after_a_record_that_could_not_be_read(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_LONGEST_PAUSE_S", 0.02)
    address = postgres()
    peer = Cluster(address, "10.0.0.1:8000")
    told, again = [0], threading.Event()

    def heard(_: str) -> None:
        told[0] += 1
        if told[0] < 3:
            raise StoreFailed("the database is being restarted")
        again.set()

    peer.listen(heard)
    try:
        for _ in range(100):
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("NOTIFY croupier")
            if again.wait(0.1):
                break
        assert again.is_set(), "a server that is told no more shows old tables for ever"
    finally:
        peer.close()


def test_no_message_and_no_log_quotes_a_statement_or_its_values(url: str) -> None:
    engine = connect(url)
    bad = text("INSERT INTO sealed (nothing) VALUES (:seed)")
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(bad, {"seed": "the seed of a round in play"})
    assert "in play" not in str(failed.value), "not even where the whole error is printed"
    for words in (error_text(failed.value), str(StoreFailed(error_text(failed.value)))):
        assert "in play" not in words
        assert "INSERT" not in words
    engine.dispose()
