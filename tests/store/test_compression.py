"""Rows of entries: narrow in the database, and the same entries to whoever reads them, from records of any time."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from store_units import unit

from croupier.floor.audit.auditor import audit
from croupier.store import compression
from croupier.store.compression import DICTIONARIES, dictionary, packed, unpacked
from croupier.store.entry import COLUMNS, Entry, is_sound
from croupier.store.journal import open_record, open_store

RECORD = Path(__file__).parents[1] / "records" / "format-1.sql.gz"
NEVER_CHANGED = {1: "5ae391a4bcf0e9aae3dd3640bca24825066394706aafbab488e5d25b556f2fcf"}


def older(folder: Path) -> tuple[str, list[Entry]]:
    """A record from before rows were narrow, and its entries as they lie there."""
    path = folder / "older.db"
    with gzip.open(RECORD, "rt", encoding="utf-8") as dump:
        connection = sqlite3.connect(path)
        connection.executescript(dump.read())
        rows = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM entries ORDER BY position").fetchall()
        connection.close()
    return str(path), [Entry(*row) for row in rows]


@given(st.text())
@example("")
@example("\udcff")
@example('{"asked":"bet2","events":[{"action":"bet2","event":"Acted","seat":1}],"format":1,"transfers":[]}')
def test_a_body_that_is_packed_is_the_same_text_again(body: str) -> None:
    assert unpacked(packed(body)) == body
    assert len(packed(body)) <= len(body.encode("utf-8", "surrogatepass")) + 1


@given(st.binary())
def test_bytes_that_nobody_packed_are_no_body_and_no_crash(kept: bytes) -> None:
    assert isinstance(unpacked(kept), str)


def test_a_body_of_a_number_that_nobody_knows_says_so() -> None:
    assert unpacked(b"\xee\x01\x02") == "not a body: ee0102"
    assert unpacked(b"") == "not a body: "


def test_a_dictionary_never_changes() -> None:
    """Records are written with it: with other words in it nobody could read them."""
    assert {number: hashlib.sha256(dictionary(number)).hexdigest() for number in DICTIONARIES} == NEVER_CHANGED


def test_anybody_can_read_a_body_as_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(str(tmp_path / "room.db")) as store:
        store.commit(unit("a"))
        (entry,) = store.read_all()
    connection = sqlite3.connect(tmp_path / "room.db")
    ((kept, hash),) = connection.execute("SELECT body, hash FROM entries").fetchall()
    connection.close()
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    (way,) = re.findall(r"```python\n(import zstandard\n.*?)```", page, re.DOTALL)
    told: dict[str, Any] = {}
    exec(way, told)
    monkeypatch.chdir(Path(compression.__file__).parent)
    assert told["text_of"](kept) == entry.body
    assert told["text_of"](b"\0{}") == "{}"
    assert hash.hex() == entry.hash


def test_an_older_record_is_looked_at_as_it_is(tmp_path: Path) -> None:
    path, entries = older(tmp_path)
    with open_record(path) as record:
        assert list(record.read_all()) == entries
        assert record.entry(100) == entries[99]
        assert audit(record).clean


def test_an_older_record_is_the_same_when_its_rows_are_narrow(tmp_path: Path) -> None:
    path, entries = older(tmp_path)
    with open_store(path) as store:
        assert list(store.read_all()) == entries
        assert audit(store).clean
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT max(length(hash)), typeof(body) FROM entries").fetchall() == [(32, "blob")]
    connection.close()


def test_an_older_record_on_postgresql_is_looked_at_and_made_narrow(
    tmp_path: Path, postgres: Callable[[str | None], str]
) -> None:
    path, entries = older(tmp_path)
    url = postgres("template1")
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    config = Config()
    config.set_main_option("script_location", "croupier.store:migrations")
    config.set_main_option("path_separator", "os")
    source = sqlite3.connect(path)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for table in ("entries", "transfers", "balances"):
            rows = source.execute(f"SELECT * FROM {table}")
            names = [column for column, *_ in rows.description]
            values = ", ".join(f":{name}" for name in names)
            into = text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})")
            connection.execute(into, [dict(zip(names, row, strict=True)) for row in rows])
    engine.dispose()
    source.close()
    with open_record(url) as record:
        assert list(record.read_all()) == entries
    with open_store(url) as store:
        assert list(store.read_all()) == entries
        assert audit(store).clean


@pytest.mark.parametrize("damage", ["hash = 'x' || substr(hash, 2)", "hash = upper(hash)", "body = substr(body, 2)"])
def test_what_was_wrong_in_an_older_record_is_wrong_in_narrow_rows(damage: str, tmp_path: Path) -> None:
    path, _ = older(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE entries SET {damage} WHERE position = 100")
    connection.close()
    with open_store(path) as store:
        found = audit(store).findings
    assert (found[0].position, found[0].what) == (100, "was changed: its hash is not that of what it says")


def test_every_way_to_an_entry_knows_what_it_follows(url: str) -> None:
    with open_store(url) as store:
        for number in range(40):
            store.commit(unit(f"c{number}", stream=f"table/T{number % 3}"))
        whole = list(store.read_all())
        assert all(map(is_sound, whole))
        assert [store.entry(entry.position) for entry in whole] == whole
        assert list(store.newest(before=41, page=7)) == whole[::-1]
        assert list(store.oldest(after=0, before=41, stream="table/T1", page=4)) == whole[1::3]
        assert list(store.read("table/T2", after=5)) == whole[17::3]
        receipt = store.receipt("c33")
        assert receipt is not None
        assert receipt.entries == (whole[33],)
        assert json.loads(whole[33].body)["format"] == 1
