"""Movements of an account: all of them and in order, whatever is summed; and no more is read than somebody looks at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice, product

import pytest
from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import IntegrityError
from store_units import unit

from croupier.floor.audit.auditor import audit
from croupier.floor.cage.shift import PREFIX, next_shift, sheet_between
from croupier.ledger.accounts import CAGE, CASH, Account, drop, escrow, fees, player, tray
from croupier.ledger.transfers import Transfer
from croupier.ledger.winsheet import win_sheet
from croupier.store.entry import contents
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.store.projections.moves import Move, moves, moves_apart, stretches
from croupier.store.projections.projection import forget, keep
from croupier.store.projections.sums import Sums
from croupier.store.rows import of_commands
from croupier.store.scans import book
from croupier.store.schema import entries
from croupier.store.unit import Unit
from raw_record import soak

LAST = 2**62
ACCOUNTS = ("tray/S1", "cage", "player/S1-p1", "player/S3-p2", "escrow/S2/3", "house", "nobody")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", 32)


@pytest.fixture
def soaked(url: str) -> Iterator[Store]:
    with open_store(url) as store:
        soak(store, seed=8, rounds=24, tables=3)
        yield store


def _book(store: Store, name: str) -> list[Move]:
    """What the book has of an account, read from end to end."""
    every = ((row[0], Transfer(*row[2:])) for row in book(store))  # type: ignore[arg-type]
    return [(at, move) for at, move in every if name in (move.debit, move.credit)]


def _check(store: Store) -> None:
    last = store.position()
    spans = [(0, LAST), (0, 33), (31, 34), (32, 65), (40, 50), (last - 40, last), (last - 1, LAST), (0, last // 2)]
    for name in ACCOUNTS:
        book, account = _book(store, name), Account(name)
        for after, before in spans:
            want = [one for one in book if after < one[0] < before]
            assert list(store.movements(account, after=after, before=before)) == want[::-1], (name, after, before)
            came = sum(move.amount for _, move in want if move.credit == name)
            went = sum(move.amount for _, move in want if move.debit == name)
            for summed in (True, False):
                assert store.turnover(account, after=after, before=before, summed=summed) == (came, went)
            apart = [one for one in want if not any(a.startswith("escrow/") for a in (one[1].debit, one[1].credit))]
            assert list(store.apart(account, after=after, before=before)) == apart
        for after in {0, last // 2, last}:
            assert list(store.statement(account, after=after)) == [one for one in book if one[0] > after]


def test_movements_are_those_of_the_book_whatever_is_summed(soaked: Store) -> None:
    _check(soaked)
    assert keep(soaked, [Sums], 3) == 3
    _check(soaked)
    assert keep(soaked, [Sums]) > 3
    _check(soaked)
    net = dict.fromkeys((move.debit for _, move in _book(soaked, "cage")), 0)
    for _, move in _book(soaked, "cage"):
        other, sign = (move.debit, 1) if move.credit == CAGE else (move.credit, -1)
        net[other] = net.get(other, 0) + sign * move.amount
    net.pop(CAGE, None)
    assert soaked.exchanged(CAGE) == net


def test_a_win_sheet_is_that_of_every_movement_read_whatever_is_summed(soaked: Store) -> None:
    def read_through(table: str, opening: int, after: int, until: int) -> object:
        accounts = (tray(table), drop(table), fees(table))
        every = chain.from_iterable(_book(soaked, account) for account in accounts)
        return win_sheet(table, opening, [move for at, move in every if after < at <= until])

    sheets = [entry for entry in soaked.read_all() if entry.stream.startswith(PREFIX)]
    assert sheets
    for many in (0, 2, None):
        keep(soaked, [Sums], many)
        closed: dict[str, tuple[int, int]] = {}
        for entry in sheets:
            (shift,) = contents(entry).events
            table = entry.stream.removeprefix(PREFIX)
            after, opening = closed.get(table, (0, 0))
            closed[table] = next_shift(shift)
            want = read_through(table, opening, after, shift["until"])
            assert sheet_between(soaked, table, opening, after, shift["until"]) == want
        for table, after, until in product(("S1", "S2", "S3"), (0, 31, 70), (100, LAST)):
            assert sheet_between(soaked, table, 0, after, until) == read_through(table, 0, after, until)


def test_sums_that_somebody_changed_make_no_win_sheet_wrong(soaked: Store) -> None:
    keep(soaked, [Sums])
    with soaked.writing() as connection, connection.begin():
        connection.execute(text("UPDATE sums SET came = came + 1 WHERE kind = 'moved' AND key LIKE 'tray/%'"))
    assert {finding.where for finding in audit(soaked).findings} == {"sums"}
    forget(soaked, [Sums])
    assert audit(soaked).clean


def _bet(number: int, who: str) -> Unit:
    return unit(f"c{number}", move=(player(who), escrow("T1", 1), 1))


def test_a_page_of_the_newest_reads_as_much_of_a_long_record_as_of_a_short_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 4
    monkeypatch.setattr(projection, "BLOCK_SIZE", size)
    monkeypatch.setattr("croupier.store.projections.moves._BLOCKS", 2)
    with open_store(url) as store:
        for who in ("ann", "bob"):
            store.commit(unit(f"chips {who}", move=(CASH, player(who), 10_000)))
        store.commit(_bet(0, "bob"))
        asked = []
        for first in (1, 26):
            for number in range(first, first + 24):
                store.commit(_bet(number, "ann"))
            keep(store, [Sums])
            with store.asking() as connection, _noted(connection) as seen:
                newest = list(islice(moves(connection, player("ann"), 0, LAST, newest=True), 6))
            assert [at for at, _ in newest] == list(range(store.position(), store.position() - 6, -1))
            asked.append(len(seen))
        assert asked[0] == asked[1] <= 5
        with store.asking() as connection:
            end = store.position() // size * size
            assert list(stretches(connection, player("bob"), 0, LAST, newest=True)) == [(end, LAST), (0, size + 1)]
            assert list(stretches(connection, player("bob"), 0, LAST, newest=False)) == [(0, size + 1), (end, LAST)]
            assert list(stretches(connection, player("eve"), 0, end, newest=True)) == []


@contextmanager
def _noted(connection: Connection) -> Iterator[list[str]]:
    """What a database is asked."""
    seen: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_more: object) -> None:
        seen.append(statement)

    event.listen(connection.engine, "before_cursor_execute", note)
    yield seen
    event.remove(connection.engine, "before_cursor_execute", note)


def _plan(connection: Connection, statement: str) -> str:
    """How a database would go about a statement, with something in place of what is asked for."""
    if connection.dialect.name == "postgresql":
        statement = re.sub(r"%\(\w+\)s::(BIGINT|INTEGER)", "9", re.sub(r"%\(\w+\)s::VARCHAR", "'cage'", statement))
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # the tables of a test are small
        return "\n".join(row[0] for row in connection.exec_driver_sql(f"EXPLAIN {statement}"))
    return "\n".join(row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement.replace('?', '9')}"))


def test_a_stretch_is_read_along_the_positions_and_the_rest_by_the_small_indexes(url: str) -> None:
    with open_store(url) as store, store.asking() as connection:
        with _noted(connection) as seen:
            list(moves(connection, CAGE, 0, 9, newest=True))
            list(moves_apart(connection, CAGE, 0, 9, newest=True))
        walk, apart = (_plan(connection, one) for one in seen[-2:])
        if connection.dialect.name == "sqlite":
            assert "SEARCH transfers USING PRIMARY KEY (position>? AND position<?)" in walk
            assert "TEMP B-TREE" not in walk
        else:
            assert "transfers_position" in walk
        assert "transfers_apart_debit" in apart
        assert "transfers_apart_credit" in apart


def test_the_database_itself_refuses_an_id_that_stands(url: str) -> None:
    with open_store(url) as store:
        row = "INSERT INTO transfers (position, line, id, debit, credit, amount) VALUES ({}, 0, 'x', 'cage', 'cash', 1)"
        with store.writing() as connection, connection.begin():
            connection.execute(text(row.format(1)))
        with pytest.raises(IntegrityError), store.writing() as connection, connection.begin():
            connection.execute(text(row.format(2)))


def test_commands_whose_hashes_are_the_same_are_told_apart(postgres: Callable[[], str]) -> None:
    """PostgreSQL looks commands up by their hashes."""
    twins = text(
        "SELECT min('c' || n), max('c' || n) FROM generate_series(1, 200000) AS n"
        " GROUP BY hashtext('c' || n) HAVING count(*) > 1 LIMIT 1"
    )
    with open_store(postgres()) as store:
        with store.asking() as connection:
            one, other = connection.execute(twins).one()
        first = store.commit(unit(one))
        assert store.receipt(other) is None
        second = store.commit(unit(other))
        assert not second.repeated
        assert [receipt.entries[0].position for receipt in (first, second)] == [1, 2]
        for command, receipt in ((one, first), (other, second)):
            again = store.commit(unit(command))
            assert again.repeated
            assert again.entries == receipt.entries
            found = store.receipt(command)
            assert found is not None
            assert found.entries == receipt.entries
        with store.asking() as connection:
            with _noted(connection) as seen:
                connection.execute(select(entries.c.position).where(of_commands(connection, [one, other])))
            assert "entries_command" in _plan(connection, seen[-1])
