"""What is sealed beside the journal belongs to something that the journal says, and is there when it says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from card_room import ADMIN, DEALER, SUPERVISOR, CardRoom

from croupier.floor.audit.auditor import audit


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room with a PIN that was set, a badge, a round that is over and one in play."""
    room = CardRoom(f"sqlite:///{tmp_path_factory.mktemp('sealed') / 'room.db'}")
    room.furnish()
    room.people.set_pin("ann", "1234", ADMIN, "pin")
    room.people.issue_badge("sue", ADMIN, "badge")
    room.do(DEALER, "open")
    room.do(SUPERVISOR, "void test")
    room.do(DEALER, "open")
    assert audit(room.store).findings == ()
    yield room
    room.store.close()


@pytest.mark.parametrize(
    ("tampering", "what"),
    [
        ("DELETE FROM sealed WHERE key = 'pin/player/ann'", "nothing is kept under pin/player/ann"),
        ("DELETE FROM sealed WHERE key = 'badge/staff/sue'", "nothing is kept under badge/staff/sue"),
        ("INSERT INTO sealed VALUES ('badge/staff/dora', 'x')", "something is kept under badge/staff/dora"),
        ("INSERT INTO sealed VALUES ('pin/staff/mallory', 'x')", "something is kept under pin/staff/mallory"),
        ("INSERT INTO sealed VALUES ('pin/player/sue', 'x')", "something is kept under pin/player/sue"),
        ("INSERT INTO sealed VALUES ('T1-1', 'x')", "something is kept under T1-1"),
        ("INSERT INTO sealed VALUES ('misc', 'x')", "something is kept under misc"),
    ],
)
def test_a_secret_belongs_to_what_the_journal_says(at: CardRoom, tampering: str, what: str) -> None:
    connection = sqlite3.connect(at.url.removeprefix("sqlite:///"), isolation_level=None)
    kept = connection.execute("SELECT key, secret FROM sealed").fetchall()
    connection.execute(tampering)
    try:
        assert [finding.what[: len(what)] for finding in audit(at.store).findings] == [what]
    finally:
        connection.execute("DELETE FROM sealed")
        connection.executemany("INSERT INTO sealed VALUES (?, ?)", kept)
        connection.close()
    assert audit(at.store).clean
