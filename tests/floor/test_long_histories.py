"""A long history made for measuring is a record like any other, and can be gone on with after it was interrupted."""

from __future__ import annotations

from pathlib import Path

from benchmarks.bulk import History
from croupier.floor.audit.auditor import audit
from croupier.store.journal import open_store


def test_a_history_that_was_stopped_in_the_middle_of_a_round_goes_on_and_audits_clean(tmp_path: Path) -> None:
    url = str(tmp_path / "room.db")
    history = History(url, tables=4)
    history.play(8)
    for _ in range(5):
        history._step("T2")
    history.store.close()
    history = History(url, tables=4)
    history.play(12)
    assert history.rounds == 20
    history.store.close()
    with open_store(url) as store:
        assert audit(store).clean
        times = [entry.time_ms for entry in store.read_all()]
        assert times == sorted(times), "the clock goes on, too"
