"""`croupier sign`: heads signed with a key that is kept apart find out whoever rewrites the record whole."""

from __future__ import annotations

import json
import sqlite3
import stat
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

from croupier.store.entry import entry_hash
from croupier.store.journal import open_record
from raw_record import speaking


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    apart = tmp_path / "apart"
    apart.mkdir()
    files = (
        "--out",
        str(apart / "signed.json"),
        "--key",
        str(apart / "key.pem"),
        "--public",
        str(apart / "public.pem"),
    )
    assert "BEGIN PUBLIC KEY" in made.ok("sign", *files)
    return made


def checked(desk: Desk) -> tuple[str, ...]:
    apart = Path(desk.db).parent / "apart"
    return ("audit", "--heads", str(apart / "signed.json"), "--key", str(apart / "public.pem"))


def rewrite_whole(db: str) -> None:
    """Every time of the record a second later, every hash made anew: nothing inside disagrees."""
    connection = speaking(sqlite3.connect(db))
    heads: dict[str, str] = {}
    columns = "position, stream, version, time_ms, actor, command, unpacked(body)"
    for row in connection.execute(f"SELECT {columns} FROM entries ORDER BY position").fetchall():
        position, stream, version, time_ms, actor, command, body = row
        previous = heads.get(stream, "0" * 64)
        hash = entry_hash(position, stream, version, time_ms + 1000, actor, command, body, previous)
        new = (time_ms + 1000, bytes.fromhex(hash), position)
        connection.execute("UPDATE entries SET time_ms = ?, hash = ? WHERE position = ?", new)
        heads[stream] = hash
    connection.commit()
    connection.close()


def test_the_record_that_was_signed_is_clean_and_may_grow(desk: Desk) -> None:
    assert desk.ok(*checked(desk)).startswith("clean")
    desk.ok("table", "do", "T1", "sit 1", by="ann")
    assert desk.ok(*checked(desk)).startswith("clean")


def test_a_record_rewritten_whole_is_found_by_the_signed_heads_alone(desk: Desk) -> None:
    rewrite_whole(desk.db)
    assert desk("audit").status == 0
    answer = desk(*checked(desk))
    assert answer.status == 1
    assert "is not the entry whose head was kept: the stream was rewritten" in answer.out


def test_heads_that_were_changed_or_signed_by_another_are_refused(desk: Desk) -> None:
    apart = Path(desk.db).parent / "apart"
    kept = (apart / "signed.json").read_text()
    (apart / "signed.json").write_text(kept.replace('"position":', '"position":1'))
    assert "do not bear the signature of this key" in desk.refused(*checked(desk))
    (apart / "signed.json").write_text(kept)
    desk.ok("sign", "--out", str(apart / "x.json"), "--key", str(apart / "other.pem"), "--public", checked(desk)[-1])
    assert "do not bear the signature of this key" in desk.refused(*checked(desk))


def test_the_key_is_readable_by_its_owner_alone_and_is_kept(desk: Desk) -> None:
    apart = Path(desk.db).parent / "apart"
    key = (apart / "key.pem").read_bytes()
    assert stat.S_IMODE((apart / "key.pem").stat().st_mode) == 0o600
    desk.ok("sign", "--out", str(apart / "again.json"), "--key", str(apart / "key.pem"))
    assert (apart / "key.pem").read_bytes() == key


@pytest.mark.parametrize("text", ["", "{", "[]", '{"heads": 5}', "[" * 100_000])
def test_what_is_no_key_and_no_signed_heads_is_refused_in_words(desk: Desk, text: str) -> None:
    apart = Path(desk.db).parent / "apart"
    (apart / "signed.json").write_text(text)
    assert "not signed heads" in desk.refused(*checked(desk))
    (apart / "key.pem").write_text(text)
    assert "no Ed25519 key in" in desk.refused("sign", "--out", str(apart / "x"), "--key", str(apart / "key.pem"))


@pytest.fixture
def keyed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A room whose shift closes are signed, with one close in the record."""
    monkeypatch.setenv("CROUPIER_SIGNING_KEY", str(Path(desk.db).parent / "apart" / "key.pem"))
    desk.ok("cage", "count", "T1", "--tray", "5000", "--box", "0", by="sue")
    desk.ok("cage", "close", "T1", by="sue")
    return desk


def by_key(desk: Desk) -> tuple[str, ...]:
    return ("audit", "--key", str(Path(desk.db).parent / "apart" / "public.pem"))


def test_a_shift_close_signs_the_heads_into_the_record(keyed: Desk) -> None:
    assert keyed.ok("audit").startswith("clean")
    assert keyed.ok(*by_key(keyed)).startswith("clean")


def test_a_record_rewritten_whole_is_found_by_the_signatures_in_it(keyed: Desk) -> None:
    rewrite_whole(keyed.db)
    assert "its signature is not of the heads at entry" in keyed(*by_key(keyed)).out
    assert keyed("audit").status == 1


def test_signatures_of_another_key_and_none_at_all_are_found_by_who_has_the_key(keyed: Desk) -> None:
    apart = Path(keyed.db).parent / "apart"
    keyed.ok("sign", "--out", str(apart / "x.json"), "--key", str(apart / "other.pem"), "--public", by_key(keyed)[-1])
    assert "was signed with another key than the one given" in keyed(*by_key(keyed)).out


def test_who_has_no_key_is_told_how_many_have_signed(keyed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "keys have signed it" not in keyed.ok("audit")
    other = Path(keyed.db).parent / "apart" / "other.pem"
    keyed.ok("sign", "--out", str(other.with_name("x.json")), "--key", str(other), "--public", str(other) + ".public")
    monkeypatch.setenv("CROUPIER_SIGNING_KEY", str(other))
    keyed.ok("cage", "count", "T1", "--tray", "5000", "--box", "0", by="sue")
    keyed.ok("cage", "close", "T1", by="sue")
    assert "2 keys have signed it, and `croupier signatures` says which when" in keyed.ok("audit")


def test_a_record_without_signatures_is_found_by_who_has_the_key(desk: Desk) -> None:
    assert "no heads were ever signed in this record" in desk(*by_key(desk)).out


def cut_out(db: str, position: int) -> None:
    """Take an entry out and close up, with right hashes, as if it had never been."""
    connection = speaking(sqlite3.connect(db))
    connection.execute("DELETE FROM entries WHERE position = ?", (position,))
    connection.execute("UPDATE transfers SET position = position - 1 WHERE position > ?", (position,))
    heads: dict[str, tuple[int, str]] = {}
    columns = "position, stream, time_ms, actor, command, unpacked(body)"
    for now, row in enumerate(connection.execute(f"SELECT {columns} FROM entries ORDER BY position").fetchall(), 1):
        before, stream, time_ms, actor, command, body = row
        version, previous = heads.get(stream, (0, "0" * 64))
        hash = entry_hash(now, stream, version + 1, time_ms, actor, command, body, previous)
        new = (now, version + 1, bytes.fromhex(hash), before)
        connection.execute("UPDATE entries SET position = ?, version = ?, hash = ? WHERE position = ?", new)
        heads[stream] = version + 1, hash
    connection.commit()
    connection.close()


def test_a_later_signature_that_was_cut_out_is_found_without_any_key(
    keyed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once signing has begun, every shift close has a signature of its own, or the latest one is not a minute old."""
    now = [1_900_000_000_000]
    monkeypatch.setattr("croupier.floor.live_tables.time.time_ns", lambda: now[0] * 1_000_000)
    keyed.ok("cage", "count", "T1", "--tray", "5000", "--box", "0", by="sue")
    keyed.ok("cage", "close", "T1", by="sue")
    with open_record(keyed.db) as record:
        last = record.position()
    cut_out(keyed.db, last)
    assert keyed.ok("audit").startswith("clean"), "a server may have ended just now"
    now[0] += 61_000
    keyed.ok("cage", "fund", "5", by="sue")
    assert "closes a shift without a signature of its own, though heads were signed before" in keyed("audit").out
    assert "and made 1 missing signatures good" in keyed.ok("sign")
    assert keyed.ok(*by_key(keyed)).startswith("clean")


def test_a_new_room_has_a_key_beside_it_and_signs_and_an_older_one_does_so_once_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap_hashes(monkeypatch)
    new = Desk(str(tmp_path / "room.db"))
    new.ok("staff", "add", "sam", "--role", "admin", "--new-pin", "1111")
    new.ok("staff", "add", "sue", "--role", "supervisor", "--new-pin", "2222", by="sam")
    new.ok("table", "open", "T1", by="sue")
    key = tmp_path / "room.db.signing-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    new.ok("cage", "count", "T1", "--tray", "0", "--box", "0", by="sue")
    new.ok("cage", "close", "T1", by="sue")
    with open_record(new.db) as record:
        assert record.head("heads").version == 1
    key.unlink()  # as a room from before
    new.ok("cage", "fund", "5", by="sue")
    assert not key.exists()
    new.ok("sign")
    assert key.exists()
    new.ok("cage", "count", "T1", "--tray", "0", "--box", "0", by="sue")
    new.ok("cage", "close", "T1", by="sue")
    with open_record(new.db) as record:
        assert record.head("heads").version == 3
    assert new.ok("audit").startswith("clean")


def test_a_stranger_sees_what_is_proved_by_whose_key(keyed: Desk) -> None:
    apart = Path(keyed.db).parent / "apart"
    said = json.loads(keyed.ok("signatures", "--json"))
    assert [(one["until"], one["holds"]) for one in said["signatures"]] == [(said["entries"] - 1, True)]
    assert ", the key that you gave\n  1 signatures, all hold; the latest, " in keyed.ok(
        "signatures", *by_key(keyed)[1:]
    )
    keyed.ok("sign", "--key", str(apart / "other.pem"))
    other = keyed("signatures", *by_key(keyed)[1:])
    assert (other.status, ", NOT the key that you gave" in other.out) == (1, True)
    rewrite_whole(keyed.db)
    both = keyed("signatures")
    assert (both.status, both.out.count("1 DO NOT HOLD, the first up to entry")) == (1, 2)


def test_of_a_record_without_signatures_it_is_said(desk: Desk) -> None:
    assert desk.ok("signatures").startswith("nothing is signed in this record")
    assert desk("signatures", *by_key(desk)[1:]).status == 1
