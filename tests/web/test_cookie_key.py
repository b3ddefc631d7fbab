"""The key that signs cookies lies apart from the record."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from croupier.floor.audit.auditor import audit
from croupier.store.journal import open_store
from croupier.store.unit import Unit, Write
from croupier.web.gate.key import COOKIE_KEY, BadKey, signing_key


def test_the_key_is_in_a_file_of_its_own_for_its_owner_alone(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "room.db")) as store:
        key = signing_key(store)
        assert signing_key(store) == key
    file = tmp_path / "room.db.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().strip() == key
    assert not any(key.encode() in path.read_bytes() for path in tmp_path.glob("room.db*") if path != file)
    with open_store(str(tmp_path / "room.db")) as store:
        assert signing_key(store) == key, "a restart signs nobody out"
    file.chmod(0o644)
    with open_store(str(tmp_path / "room.db")) as store, pytest.raises(BadKey, match="mode 600"):
        signing_key(store)


def test_a_file_that_is_far_too_large_for_a_key_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "room.db.key"
    file.touch(0o600)
    with file.open("wb") as endless:
        endless.truncate(1 << 40)
    with (
        open_store(str(tmp_path / "room.db")) as store,
        pytest.raises(BadKey, match="more than 1,048,576 bytes; or set"),
    ):
        signing_key(store)


def test_the_key_of_an_older_record_is_taken_out_of_it_and_goes_on(tmp_path: Path) -> None:
    old = "0123456789abcdef" * 4
    with open_store(str(tmp_path / "room.db")) as store:
        made = Write("staff", None, ({"event": "SigningKeyMade"},))
        sealed = (("web/signing-key", old),)
        store.commit(Unit(command="web/signing-key", actor="staff/web", time_ms=1, writes=(made,), seal=sealed))
        assert signing_key(store) == old, "whoever is signed in stays it"
        assert store.secret("web/signing-key") is None
        position = store.position()
        assert signing_key(store) == old
        assert store.position() == position
        assert audit(store).findings == ()
    rows = sqlite3.connect(tmp_path / "room.db").execute("SELECT count(*) FROM sealed WHERE secret = ?", [old])
    assert rows.fetchone() == (0,)


def test_the_environment_says_the_key_for_several_servers(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COOKIE_KEY, "k" * 40)
    with open_store(url) as store:
        assert signing_key(store) == "k" * 40
        assert store.position() == 0, "and nothing of it is in the record"
        monkeypatch.setenv(COOKIE_KEY, "short")
        with pytest.raises(BadKey, match="32 or more"):
            signing_key(store)


def test_without_a_setting_the_servers_of_a_postgresql_share_what_is_sealed_there(url: str) -> None:
    with open_store(url) as one, open_store(url) as other:
        assert signing_key(one) == signing_key(other)
        assert audit(one).findings == ()
