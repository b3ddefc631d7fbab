"""Rows of a record: the kept one, in which everything happened once, against what the finder knows of each round."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.data.recorded import choose, record_rows
from croupier.floor.history.finder import RoundBook, Wanted
from croupier.floor.history.period import LAST
from croupier.floor.history.rounds import past_rounds, rounds_between
from croupier.store.formats import FORMAT
from croupier.store.journal import Store, open_store

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    file = tmp_path_factory.mktemp("kept") / "kept.db"
    with gzip.open(RECORDS / f"format-{FORMAT}.sql.gz", "rt", encoding="utf-8") as dump:
        connection = sqlite3.connect(file)
        connection.executescript(dump.read())
        connection.close()
    with open_store(f"sqlite:///{file}", create=False) as opened:
        yield opened


def rows(store: Store, sheet: str) -> list[dict[str, Any]]:
    return [dict(row) for row in record_rows(store, choose(store, rows=sheet, names=True))]


def test_every_seat_has_what_the_finder_knows_of_it(store: Store) -> None:
    known = RoundBook(store).search(Wanted(), most=1_000, effort=1 << 40).rounds
    by_seat = {(row["round"], row["seat"], row["banks"]): row for row in rows(store, "seats")}
    assert sum(len(round.seats) for round in known) == len(by_seat) > 40
    for round in known:
        for seat in round.seats:
            row = by_seat[round.id, seat.seat, seat.banks]
            assert row["player"] == seat.player
            assert row["staked_cents"] == seat.staked
            assert row["net_cents"] + row["award_cents"] == seat.net
            assert (row["hand"] or "") == ("" if row["void"] else seat.hand)
            assert row["void"] == (round.void_reason is not None)
            assert row["ended_ms"] == round.ended_ms
    assert any(row["void"] for row in by_seat.values())
    assert any(row["banks"] for row in by_seat.values())
    assert any(row["award_cents"] for row in by_seat.values())
    assert any(row["fee_cents"] for row in by_seat.values())


def test_bets_and_rounds_sum_to_the_same(store: Store) -> None:
    whole = {row["round"]: row["net_cents"] for row in rows(store, "rounds")}
    summed = dict.fromkeys(whole, 0)
    for row in rows(store, "bets"):
        summed[row["round"]] += row["net_cents"]
    assert summed == whole
    assert len(whole) == 28
    for row in rows(store, "decisions"):
        assert row["waited_ms"] >= 0


def test_nothing_typed_and_nobodys_name_is_in_it_unless_asked_for(store: Store) -> None:
    named = rows(store, "seats")
    people = {str(row["player"]) for row in named}
    for sheet in ("rounds", "seats", "bets", "decisions"):
        for row in record_rows(store, choose(store, rows=sheet)):
            assert not people & {str(value) for value in row.values()}
    unnamed = list(record_rows(store, choose(store, rows="rounds")))
    assert not any(" mixes " in str(row["notation"]) for row in unnamed)
    assert {row["dealt_by"] for row in unnamed if not str(row["dealt_by"]).isdecimal()} <= {"machine", None}


def test_a_period_has_the_rounds_that_ended_in_it_whole(store: Store) -> None:
    for table in RoundBook(store).tables():
        everything = past_rounds(store.read(f"table/{table}"))
        ends = [past.entries[-1].position for past in everything]
        for border in range(0, store.position() + 2, 61):
            earlier = [past.round.id for past in rounds_between(store, table, 0, border + 1)]
            later = [past.round.id for past in rounds_between(store, table, border, LAST)]
            assert earlier + later == [past.round.id for past in everything]
            assert len(earlier) == sum(end <= border for end in ends)
