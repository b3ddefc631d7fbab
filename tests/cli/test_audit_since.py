"""`croupier audit --leave` and `--since`: an audit goes on from what another one has left, signed by the auditor."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

REMARKS = [
    "no legal profile is on record (R55): tables, links and wagers are judged by none",
    "nothing is signed in this record: with a key (`croupier sign`) shift closes sign it",
]
"""What an audit remarks of a record without a legal profile (R55) and without signatures."""
NO_LAW = "".join(f"remark: {each}\n" for each in REMARKS)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    made.ok("table", "do", "T1", "sit 1", by="ann")
    (tmp_path / "apart").mkdir()
    monkeypatch.setenv("CROUPIER_AUDIT_KEY", str(tmp_path / "apart" / "own.pem"))
    return made


def apart(desk: Desk, name: str) -> str:
    return str(Path(desk.db).parent / "apart" / name)


def test_an_audit_goes_on_from_what_the_last_one_left(desk: Desk) -> None:
    kept = apart(desk, "last.audit")
    said = desk.ok("audit", "--leave", kept)
    assert said == f"clean: 11 entries, 0 rounds\n{NO_LAW}left in {kept}\n"
    assert {stat.S_IMODE(Path(apart(desk, name)).stat().st_mode) for name in ("last.audit", "own.pem")} == {0o600}
    desk.ok("table", "do", "T1", "bet 10 trips 5", by="ann")
    assert desk.ok("audit", "--since", kept) == (
        f"clean: 15 entries, 0 rounds; judged since entry 11, those before it read again\n{NO_LAW}"
    )
    assert desk.ok("audit", "--since", kept, "--no-reread") == (
        f"clean: 15 entries, 0 rounds; judged since entry 11, those before it taken as they were\n{NO_LAW}"
    )
    answer = json.loads(desk.ok("audit", "--since", kept, "--leave", kept, "--json"))
    assert answer == {"clean": True, "entries": 15, "rounds": 0, "remarks": REMARKS, "since": 11, "left": kept}
    assert json.loads(desk.ok("audit", "--since", kept, "--json"))["since"] == 15


def test_an_audit_with_findings_leaves_nothing_and_what_was_left_stays(desk: Desk) -> None:
    kept = apart(desk, "last.audit")
    desk.ok("audit", "--leave", kept)
    before = Path(kept).read_bytes()
    with sqlite3.connect(desk.db) as connection:
        connection.execute("UPDATE entries SET actor = 'staff/eve' WHERE position = 4")
    connection.close()
    answer = desk("audit", "--since", kept, "--leave", kept)
    assert answer.status == 1
    assert answer.out.startswith("entry 4, player/ann: was changed")
    assert f"nothing is left in {kept}" in answer.out
    assert Path(kept).read_bytes() == before


def test_a_record_from_an_older_backup_is_a_finding(desk: Desk) -> None:
    backup = desk.db + ".backup"
    shutil.copy(desk.db, backup)
    desk.ok("table", "do", "T1", "bet 10 trips 5", by="ann")
    kept = apart(desk, "last.audit")
    desk.ok("audit", "--leave", kept)
    shutil.copy(backup, desk.db)
    for more in ((), ("--no-reread",)):
        answer = desk("audit", "--since", kept, *more)
        assert answer.status == 1
        assert "was cut back: it ends at entry 11, but an audit had come to entry 15" in answer.out


def test_what_cannot_be_gone_on_from_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Path(apart(desk, "last.audit"))
    assert "cannot read" in desk.refused("audit", "--since", str(kept), "--own-key", made_key(desk))
    desk.ok("audit", "--leave", str(kept))
    assert "another key than this one" in desk.refused("audit", "--since", str(kept), "--own-key", made_key(desk))
    assert "there is no such file" in desk.refused("audit", "--since", str(kept), "--own-key", apart(desk, "no.pem"))
    assert not Path(apart(desk, "no.pem")).exists()
    text = kept.read_text()
    kept.write_text(text.replace("player/bob", "player/bab"))
    assert "it was changed" in desk.refused("audit", "--since", str(kept))
    kept.write_text("no mark")
    assert "no mark of an audit" in desk.refused("audit", "--since", str(kept))
    monkeypatch.delenv("CROUPIER_AUDIT_KEY")
    for option in ("--since", "--leave"):
        assert "want --own-key" in desk.refused("audit", option, str(kept))


def made_key(desk: Desk) -> str:
    """The key of another auditor."""
    key = apart(desk, "other.pem")
    desk.ok("audit", "--leave", apart(desk, "other.audit"), "--own-key", key)
    return key


def sign(desk: Desk) -> tuple[str, ...]:
    """Sign the heads as they stand; what goes on from there."""
    files = [apart(desk, name) for name in ("signed.json", "signing.pem", "public.pem")]
    desk.ok("sign", "--out", files[0], "--key", files[1], "--public", files[2])
    return ("audit", "--since", files[0], "--key", files[2])


def test_an_audit_goes_on_from_signed_heads_and_takes_what_was_signed_at_its_word(desk: Desk) -> None:
    since = sign(desk)
    desk.ok("table", "do", "T1", "bet 10 trips 5", by="ann")
    assert (
        desk.ok(*since)
        == f"clean: 15 entries, 0 rounds; judged since entry 11, those before it as they were signed\n{NO_LAW}"
    )
    assert json.loads(desk.ok(*since, "--json")) == {
        "clean": True,
        "entries": 15,
        "rounds": 0,
        "remarks": REMARKS,
        "since": 11,
    }


def test_what_was_changed_before_signed_heads_is_found(desk: Desk) -> None:
    since = sign(desk)
    with sqlite3.connect(desk.db) as connection:
        connection.execute("UPDATE entries SET actor = 'staff/eve' WHERE position = 4")
    connection.close()
    assert desk(*since).out.startswith("entry 4, player/ann: was changed")


def test_a_record_that_ends_before_the_signed_heads_was_cut_back(desk: Desk) -> None:
    shutil.copy(desk.db, apart(desk, "backup.db"))
    desk.ok("table", "do", "T1", "bet 10 trips 5", by="ann")
    since = sign(desk)
    shutil.copy(apart(desk, "backup.db"), desk.db)
    answer = desk(*since)
    assert answer.status == 1
    assert "journal: was cut back: it ends at entry 11, but heads were signed at entry 15" in answer.out


def test_signed_heads_are_gone_on_from_with_their_key_alone_and_leave_nothing(desk: Desk) -> None:
    command, since, file, key, public = sign(desk)
    assert "wants --key" in desk(command, since, file).err
    assert "nobody has judged what was signed there" in desk(*sign(desk), "--leave", apart(desk, "last.audit")).err
    text = Path(file).read_text(encoding="ascii")
    Path(file).write_text(text.replace('"position":11', '"position":10'), encoding="ascii")
    assert "do not bear the signature of this key" in desk(command, since, file, key, public).err
