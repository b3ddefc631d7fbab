"""The demonstration: two shifts that audit clean, in a folder of its own; and a player who looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.shift import past_shifts
from croupier.floor.demo.cast import FACE_UP_TABLE, HELD_TABLE, LINK, LOOKS, SHORT_TABLE, demo_tables
from croupier.floor.demo.folder import RECORD, demonstration_in, forget
from croupier.floor.demo.history import begin
from croupier.floor.history.advantage import values
from croupier.floor.history.decisions import decisions
from croupier.floor.history.rounds import last_rounds
from croupier.floor.history.signs import signs
from croupier.floor.history.verdict import Verdict
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.marks import is_demonstration
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Role
from croupier.floor.room import Room
from croupier.money import DOLLAR
from croupier.store.journal import Store, open_store
from depth import thorough


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A demonstration with a round a table and shift."""
    with open_store(str(tmp_path_factory.mktemp("demo") / RECORD)) as store:
        begin(store, most_rounds=1)
        yield store


def _audits_clean(store: Store, rounds: int) -> None:
    report = audit(store)
    assert [str(finding) for finding in report.findings] == []
    assert report.rounds == rounds


def test_the_record_of_a_demonstration_audits_clean(short: Store) -> None:
    _audits_clean(short, 2 * len(demo_tables()))


def test_two_shifts_lie_behind_it_counted_and_one_tray_was_short(short: Store) -> None:
    closed = past_shifts(short)
    assert len(closed) == 2 * len(demo_tables())
    assert all(one.entry.time_ms < wall_clock_ms() for one in closed)
    assert all(one.counted.tray is not None for one in closed)
    assert {one.sheet.table: one.variances for one in closed if any(one.variances)} == {SHORT_TABLE: (-25 * DOLLAR, 0)}


def test_an_approval_has_run_out_and_its_table_deals_no_further_round(short: Store) -> None:
    room = Room(short)
    held = {name for name in room.tables() if room.why_held(room.table(name)) is not None}
    assert held == {HELD_TABLE}
    assert {name for name in room.tables() if room.table(name).link == LINK} == {
        name for name, cast in demo_tables().items() if cast.linked
    }


def test_its_first_entry_says_what_it_is_and_no_other_record_does(short: Store, tmp_path: Path) -> None:
    assert is_demonstration(short)
    with open_store(str(tmp_path / "room.db")) as store:
        assert not is_demonstration(store)
        People(store).register("ada", Role.ADMIN, None, FIRST_START, "first")
        assert not is_demonstration(store)


def test_a_folder_with_anything_else_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear", encoding="utf-8")
    for work in (demonstration_in, forget):
        with pytest.raises(Refused, match="no demonstration's folder"):
            work(tmp_path)
    letter.unlink()
    with open_store(str(tmp_path / RECORD)) as store:
        People(store).register("ada", Role.ADMIN, None, FIRST_START, "first")
    for work in (demonstration_in, forget):
        with pytest.raises(Refused, match="not the record of a demonstration"):
            work(tmp_path)
    assert (tmp_path / RECORD).exists()


@thorough
def test_the_whole_demonstration_is_made_audited_and_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "somewhere" / "demo"
    record = demonstration_in(folder)
    assert demonstration_in(folder) == record, "what is there is taken up again"
    with open_store(str(record)) as store:
        _audits_clean(store, 2 * sum(cast.rounds for cast in demo_tables().values()))
    forget(folder)
    assert not folder.exists()


@pytest.mark.slow
def test_one_player_decides_by_what_the_others_hold(tmp_path: Path) -> None:
    """`croupier.floor.demo.looks` has what plain sense would not do, and the report finds it."""
    with open_store(str(demonstration_in(tmp_path / "demo"))) as store:
        for past in last_rounds(store, FACE_UP_TABLE, 200):
            for one in decisions(past):
                if one.player == LOOKS:
                    worth = values(one, one.seen)
                    assert worth[one.choice] == max(worth.values()), f"{one.round}/{one.street}"
        verdicts = {player.player: player.verdict for player in signs(store, FACE_UP_TABLE).players}
    assert verdicts.pop(LOOKS) is Verdict.WORTH_A_LOOK
    assert set(verdicts.values()) == {Verdict.NONE}
