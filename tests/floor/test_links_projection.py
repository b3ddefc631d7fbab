"""Links that are kept block by block: every page is the same as from the whole journal, after any restart; and the
audit makes them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest
from link_room import DORA, EVE, ROYAL, STAN, SUE, LinkRoom, room_at, stacked

from croupier.floor.audit.auditor import audit
from croupier.floor.history.link_report import link_report
from croupier.floor.links import office
from croupier.floor.links.history import deeds
from croupier.floor.links.hits import hits
from croupier.floor.links.link_projection import LinkBooks
from croupier.floor.soak.run import Soak
from croupier.jackpot.events import AdjustmentReason
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import forget, keep
from croupier.web.links.history import LinkHistory


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", 16)


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    """Eight rounds on a link: two royals, one of them backed out, a void round, an adjustment, dull ones."""
    room = room_at(tmp_path)
    stacked(monkeypatch, {"T1-2": ROYAL, "T1-6": ROYAL})
    room.link_up()
    room.sit()
    for number in range(1, 9):
        room.bet("1")
        if number == 3:
            room.do(DORA, "lock")
            room.do(SUE, "void shuffler malfunction")
            continue
        room.play_out()
        if number in (2, 6):
            room.press(DORA, "hand royal_flush_first_five")
            room.press(SUE, "key jph", "j-pot", "key run")
        room.do(DORA, "end")
        room.links.tick()
        if number == 4:
            asked = room.links.ask("main", "main", -15, AdjustmentReason.TRANSFER, "slip 9", SUE, "ask")
            room.links.approve("main", asked, EVE, "approve")
    back = office.back_out(room.links, "main", 1, "slip 10", SUE, "undo")
    room.links.approve("main", back, EVE, "undo approved")
    dropped = room.links.ask("main", "main", 7, AdjustmentReason.TRANSFER, "slip 11", SUE, "ask again")
    room.links.drop("main", dropped, "a mistake", STAN, "drop")
    yield room
    room.store.close()


def told(store: Store, name: str = "main") -> object:
    """Everything that pages tell of a link."""
    times = sorted({entry.time_ms for entry in store.read_all()})
    moments = (0, *(times[len(times) * part // 4] for part in (1, 2, 3)), 1 << 62)
    periods = [(0, 1 << 62), *pairwise(moments)]
    reports = [link_report(store, name, *period).to_dict() for period in periods]
    past = LinkHistory(store)
    levels = [row["level"] for row in reports[0]["levels"]]
    won = [past.hits(name, time) for time in moments]
    shown = (past.history(name), [past.marks(name, level) for level in levels], won)
    return reports, [asdict(hit) for hit in hits(store, name, last=None)], deeds(store, name), shown


def test_pages_are_the_same_from_what_is_kept_and_from_the_whole_journal(at: LinkRoom) -> None:
    before = told(at.store)
    for many in (1, 3, None):  # a block ends anywhere, and a server may stop after any
        assert keep(at.store, [LinkBooks], many) > 0
        assert told(at.store) == before
    assert keep(at.store, [LinkBooks]) == 0
    at.bet("1")
    at.play_out()
    at.do(DORA, "end")
    at.links.tick()
    running = told(at.store)
    assert keep(at.store, [LinkBooks]) > 0
    assert told(at.store) == running != before
    forget(at.store, [LinkBooks])
    assert told(at.store) == running


def test_a_report_in_the_middle_adds_up_to_the_cent(at: LinkRoom) -> None:
    keep(at.store, [LinkBooks])
    logged = hits(at.store, "main", last=None)[-1].logged_ms
    early, late = (link_report(at.store, "main", *period) for period in ((0, logged), (logged, 1 << 62)))
    assert (early.levels[0].hits, late.levels[0].hits, late.levels[0].hits_backed_out) == (0, 2, 1)
    assert early.levels[0].closing == late.levels[0].opening
    for row in (early.levels[0], late.levels[0]):
        assert row.closing == (
            row.opening + row.contributions - row.returned - row.awards + row.seeded + row.from_reserve + row.topped_up
            + row.adjustments + row.transferred + row.backed_out - row.overflow
        )  # fmt: skip
    whole = link_report(at.store, "main")
    assert whole.wagers == early.wagers + late.wagers == 8 * 300
    assert whole.lines[0].hits == 2


def test_links_of_a_busy_house_are_kept_on_both_databases(url: str) -> None:
    with open_store(url) as store:
        assert Soak(store, seed=8, rounds=8, tables=3).run().clean
        names = [stream.removeprefix("link/") for stream in store.streams("link/")]
        before = [told(store, name) for name in names]
        assert names
        assert keep(store, [LinkBooks]) > 1
        assert [told(store, name) for name in names] == before
        assert audit(store).clean


def test_the_audit_finds_what_is_kept_of_a_link_and_was_not_so(at: LinkRoom) -> None:
    assert keep(at.store, [LinkBooks]) > 3
    assert audit(at.store).clean
    forgeries = (
        "UPDATE links SET text = replace(text, '\"wagers\",', '\"wagers\",1') WHERE kind = 'book' AND block > 8",
        "UPDATE links SET version = version + 100 WHERE kind = 'book'",
        "UPDATE checkpoints SET state = replace(state, 'stride\\\":1', 'stride\\\":2')",
        "UPDATE links SET text = 'ClaimPressed' WHERE kind = 'deed'",
        "DELETE FROM links WHERE kind = 'deed'",
        "DELETE FROM checkpoints",
        "INSERT INTO links VALUES ('deed', 'main', 2, 9999, 'LinkStopped')",
        "INSERT INTO links VALUES ('book', 'other', 9999, 1, '{}')",
        "UPDATE checkpoints SET block = block - 1",
    )
    for forged in forgeries:
        with at.store.writing() as connection, connection.begin():
            assert connection.exec_driver_sql(forged).rowcount, forged
        found = audit(at.store).findings
        assert [finding.where for finding in found[:1]] == ["links"], (forged, found)
        forget(at.store, [LinkBooks])
        keep(at.store, [LinkBooks])
        assert audit(at.store).clean
