"""Figures that are kept block by block: the same report as reading everything, after any restart; and the audit counts
them again."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from croupier.floor.audit.auditor import audit
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.period import EVER, FigurePeriod
from croupier.floor.figures.projection import PlayFigures
from croupier.floor.figures.report import By, FigureQuery, figures
from croupier.floor.figures.sheet import as_plain
from croupier.floor.soak.run import Soak
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import forget, keep
from raw_record import soak

UTC = ZoneInfo("UTC")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", 64)


def _reports(store: Store, *, anew: bool) -> object:
    digest = Digest(store, anew=anew)
    assert digest.catch_up() == 1
    periods = (EVER, FigurePeriod(running=True), FigurePeriod(0, 900_000), FigurePeriod(900_000, None))
    return [as_plain(figures(digest, FigureQuery(period=period, by=by), UTC)) for period in periods for by in By]


def test_a_report_is_the_same_from_what_is_kept_and_from_the_whole_journal(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=8, rounds=60, tables=4)
        before = _reports(store, anew=True)
        assert _reports(store, anew=False) == before
        for many in (1, 2, None):  # a block ends anywhere in a round, and a server may stop after any
            assert keep(store, [PlayFigures], many) > 0
            assert _reports(store, anew=False) == before
        assert keep(store, [PlayFigures]) == 0
        assert audit(store).clean
        assert Soak(store, seed=8, rounds=80, tables=4).run().clean
        assert _reports(store, anew=False) == _reports(store, anew=True) != before
        keep(store, [PlayFigures])
        assert _reports(store, anew=False) == _reports(store, anew=True)


def test_the_audit_finds_figures_that_are_not_what_was_played(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=8, rounds=20, tables=3)
        assert keep(store, [PlayFigures]) > 1
        forgeries = (
            "UPDATE figures SET tally = replace(tally, '[1,', '[2,') WHERE name = 'S1'",
            "UPDATE figures SET shift = shift + 7 WHERE name = 'S1'",
            "DELETE FROM figures WHERE name = 'S2'",
            "UPDATE checkpoints SET state = replace(state, '\"shift\":1', '\"shift\":2')",
            "INSERT INTO figures VALUES (9999, 'S1', 'uth', 1, 1, 1, '{}')",
        )
        for forged in forgeries:
            with store.writing() as connection, connection.begin():
                connection.exec_driver_sql(forged)
            found = audit(store).findings
            assert [finding.where for finding in found[:1]] == ["figures"], (forged, found)
            forget(store, [PlayFigures])
            keep(store, [PlayFigures])
            assert audit(store).clean
