"""Commands that only look: nothing of the record changes, whatever its layout, and nothing is left beside it.

What writes brings an older record up to date, and leaves a copy of it as it was.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
import pytest
from commands import Answer, croupier

from croupier.cli.app import app
from croupier.data import record
from croupier.errors import Refused
from croupier.store import location
from croupier.store.database import LATEST
from croupier.store.journal import open_store
from croupier.store.unit import Unit, Write
from depth import thorough
from old_records import ROOMS, UNNAMED, unpacked

OLDER, _ = ROOMS
READING = {
    "approval list": (),
    "approval show": ("WSGC 1",),
    "audit": (),
    "cage balance": ("ann",),
    "cage banked": ("ann",),
    "cage cash": (),
    "cage receipt": ("24",),
    "cage sheet": (),
    "device list": (),
    "export": (),
    "figures": (),
    "house show": (),
    "house law show": (),
    "link components": ("single",),
    "link history": ("single",),
    "link hits": ("single",),
    "link list": (),
    "link page": ("single", "2"),
    "link papers": ("single",),
    "link placards": ("single",),
    "link report": ("single",),
    "link show": ("single",),
    "report": ("--table", "G6"),
    "rounds": (),
    "sign": ("--key", "{elsewhere}/key.pem", "--out", "{elsewhere}/heads.json"),
    "signatures": (),
    "staff list": (),
    "table equipment": ("L2",),
    "table list": (),
    "table papers": ("L2",),
    "table placards": ("L2",),
    "table show": ("L2",),
    "table signs": ("F1",),
    "train verify": ("5hq8-stbf-fpch",),
}
"""Every command that only looks at a record, with arguments that have an answer in the kept rooms."""
WRITING = {"serve", "soak", "sums", "link check"}
"""Commands on a record that nobody signs for, and that write."""
NOT_THERE = {"approval show", "train verify"}
"""What the kept rooms have not: it is refused in the same words."""
LONG = {"figures", "report", "table signs", "train verify"}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command of a record, by its name."""
    return ((words, one) for words, one in app.load_all() if "db" in taken(one))


def taken(command: click.Command) -> set[str | None]:
    return {each.name for each in command.params}


def files(folder: Path) -> dict[str, str]:
    """Every file of a folder, and the hash of what is in it."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def run(command: str, url: str, elsewhere: Path) -> Answer:
    arguments = (each.format(elsewhere=elsewhere) for each in READING[command])
    return croupier(*command.split(), *arguments, "--db", url)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Folders with the same record, of an older layout and brought up to date. Nobody writes there."""
    older, latest = (tmp_path_factory.mktemp(name) for name in ("older", "latest"))
    unpacked(OLDER, older)
    open_store(unpacked(OLDER, latest)).close()
    return older, latest


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


def test_every_command_that_nobody_signs_for_is_known_to_read_or_to_write() -> None:
    unsigned = {name for name, one in commands() if "id" not in taken(one)}
    assert unsigned == READING.keys() | WRITING


@pytest.mark.parametrize("command", [pytest.param(name, marks=thorough) if name in LONG else name for name in READING])
def test_a_command_that_reads_changes_no_byte_and_says_the_same_of_an_older_layout(
    command: str, rooms: tuple[Path, Path], elsewhere: Path
) -> None:
    answers = []
    for folder in rooms:
        before = files(folder)
        answers.append(run(command, str(folder / "kept.db"), elsewhere))
        assert files(folder) == before
    of_older, of_latest = answers
    assert (of_older.status, of_older.err) == (of_latest.status, of_latest.err)
    assert command == "sign" or of_older.out == of_latest.out
    assert of_older.status == (2 if command in NOT_THERE else 0), of_older


def test_a_log_that_a_killed_server_has_left_is_read_and_stays(tmp_path: Path, elsewhere: Path) -> None:
    url = unpacked(OLDER, elsewhere)
    with open_store(url):
        with closing(sqlite3.connect(elsewhere / "kept.db")) as other:
            other.execute("UPDATE balances SET amount = amount WHERE account = 'cage'")
            other.commit()
        for end in ("", "-wal", "-shm"):
            shutil.copy(elsewhere / f"kept.db{end}", tmp_path / f"kept.db{end}")
    before = files(tmp_path)
    assert os.stat(tmp_path / "kept.db-wal").st_size
    assert croupier("table", "list", "--db", str(tmp_path / "kept.db")).status == 0
    after = files(tmp_path)
    assert [after[name] for name in ("kept.db", "kept.db-wal")] == [before[name] for name in ("kept.db", "kept.db-wal")]


def test_rounds_for_study_are_read_from_an_older_record_as_it_is(tmp_path: Path) -> None:
    url = unpacked(OLDER, tmp_path)
    before = files(tmp_path)
    assert len({row["round"] for row in record(url)}) == 26, "all but practice"
    assert files(tmp_path) == before


def test_a_record_that_is_only_read_takes_nothing(tmp_path: Path) -> None:
    unit = Unit(command="x", actor="x", time_ms=1, writes=(Write("x", None, ({"event": "X"},)),))
    with open_store(unpacked(OLDER, tmp_path), writes=False) as store, pytest.raises(Refused, match="readonly"):
        store.commit(unit)


@contextmanager
def unprivileged() -> Iterator[None]:
    """Whoever is root has every right; meanwhile they are nobody."""
    is_root = os.geteuid() == 0
    if is_root:
        os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        if is_root:
            os.setresuid(0, 0, 0)


@pytest.mark.skipif(os.name != "posix", reason="rights are told otherwise elsewhere")
def test_a_record_that_somebody_may_not_read_or_change_says_so() -> None:
    """A server on one that it may only read opened its doors, and nothing that was done there could be written."""
    with tempfile.TemporaryDirectory(prefix="croupier-") as folder:  # pytest's own are for one user alone
        Path(folder).chmod(0o755)
        file = Path(folder) / "room.db"
        open_store(str(file)).close()
        file.chmod(0o444)
        with unprivileged():
            with open_store(str(file), writes=False) as store:
                assert store.position() == 0
            with pytest.raises(Refused, match=r"may not change '.*room\.db'; run it as the owner"):
                open_store(str(file))
        file.chmod(0o000)
        for writes in (False, True):
            with unprivileged(), pytest.raises(Refused, match=r"may not read '.*room\.db'; run it as the owner"):
                open_store(str(file), writes=writes)


# What writes.


def test_a_copy_of_an_older_record_is_made_before_it_is_brought_up_to_date(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = unpacked(OLDER, tmp_path)
    with closing(sqlite3.connect(tmp_path / "kept.db")) as connection:
        was = list(connection.iterdump())
    open_store(url).close()
    copy = tmp_path / f"kept.db.before-{LATEST}"
    (line,) = caplog.messages
    assert line == f"the layout of the record is brought from 0001 to {LATEST}; a copy of it as it was is in {copy}"
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert list(connection.iterdump()) == was
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.db", copy.name]
    assert run("audit", str(copy), tmp_path).status == 0
    open_store(url).close()
    assert len(caplog.messages) == 1, "what is up to date is not copied again"


def test_a_copy_that_is_there_already_stays(tmp_path: Path) -> None:
    url = unpacked(OLDER, tmp_path)
    (tmp_path / f"kept.db.before-{LATEST}").write_text("another")
    open_store(url).close()
    assert (tmp_path / f"kept.db.before-{LATEST}").read_text() == "another"
    assert run("audit", str(tmp_path / f"kept.db.before-{LATEST}-2"), tmp_path).status == 0


def test_where_no_copy_can_be_made_nothing_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = unpacked(OLDER, tmp_path)
    before = run("table list", url, tmp_path).out

    create = location.create_private

    def full(path: Path) -> None:
        create(path)
        if ".before-" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(location, "create_private", full)
    with pytest.raises(Refused, match=r"its layout is older, and no copy of it could be made first: .* No space left"):
        open_store(url, create=False)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["kept.db"]
    with closing(sqlite3.connect(tmp_path / "kept.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    assert run("table list", url, tmp_path).out == before


@pytest.mark.parametrize("command", ["table list", "audit", "sums"])
def test_a_record_of_no_format_is_refused_by_every_command_before_anything_is_written(
    command: str, tmp_path: Path
) -> None:
    url = unpacked(UNNAMED, tmp_path)
    before = files(tmp_path)
    refused = croupier(*command.split(), "--db", url)
    assert refused.status == 2
    assert "read and audit it with the Croupier that wrote it" in refused.err
    assert files(tmp_path) == before
