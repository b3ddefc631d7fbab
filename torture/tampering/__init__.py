"""Tampering: a finished record is changed in every way that the table knows, and audited each time.

A finding is a kind that the table says is found and was not, or the other way round.
"""

from __future__ import annotations

import tempfile
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from torture.report import Report
from torture.tampering.authors import kinds_by_author
from torture.tampering.events import every_event, kinds_of
from torture.tampering.house import finished
from torture.tampering.kind import Kind
from torture.tampering.table import TABLE
from torture.tampering.trial import Trial

TRIES: Final = 200
"""How many tries one measure of it is."""


def run(much: float, seed: int) -> Report:
    """Tamper with a record of this seed, again and again."""
    report, chance = Report(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="croupier-tampering-") as folder:
        record = finished(Path(folder), chance.randrange(10**6))
        with Trial(record, Path(folder)) as trial:
            _look_whether_all_is_there(trial, report)
            by_hand, fields = list(TABLE), [*kinds_of(trial.rows), *kinds_by_author(trial.rows)]
            report.count("kinds", len(by_hand) + len(fields))
            chance.shuffle(by_hand)
            chance.shuffle(fields)
            for kind in islice(cycle(chain(by_hand, fields)), max(1, round(TRIES * much))):
                _try(kind, trial, chance, report)
    return report


def _look_whether_all_is_there(trial: Trial, report: Report) -> None:
    """A kind of event that the record has not is not tampered with: that would be a hole in this."""
    for missing in sorted(every_event() - {name for row in trial.rows.entries for name in row.names}):
        report.found(f"nothing in the record is a {missing}, so nobody tampers with one")


def _try(kind: Kind, trial: Trial, chance: Random, report: Report) -> None:
    report.count("tries")
    if kind.do is None:
        report.count("kinds listed and not tried")
        return
    place = chance.getrandbits(48)
    wrong, by = trial.of(kind, Random(place))
    report.count(f"found by {by}")
    if wrong is not None:
        report.found(f"{kind.name} ({kind.how}): {wrong}; place {place}")
