"""Since: a record is changed behind and after the mark of an audit, and audited again from there.

An audit that goes on from a mark, or from signed heads, must find what a whole audit finds, and besides whatever was
changed before it, right or wrong. Where nothing is read again it may overlook what keeps the hash that is stored beside
it, and no more. A mark that was changed, that somebody else has signed or that is of another record is refused.
"""

from __future__ import annotations

import tempfile
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from torture.report import Report
from torture.since.marks import forged_marks
from torture.since.tries import Tries
from torture.tampering.events import kinds_of
from torture.tampering.house import finished
from torture.tampering.table import TABLE
from torture.tampering.trial import Trial

TRIES: Final = 30
"""How many tries one measure of it is; each is audited five times."""


def run(much: float, seed: int) -> Report:
    """Tamper with a record of this seed on both sides of a mark, again and again."""
    report, chance = Report(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="croupier-since-") as folder:
        record = finished(Path(folder), chance.randrange(10**6))
        with Trial(record, Path(folder)) as trial:
            tries, kinds = Tries(trial), [kind for kind in (*TABLE, *kinds_of(trial.rows)) if kind.do is not None]
            chance.shuffle(kinds)
            for wrong in chain(forged_marks(trial), tries.shortened()):
                report.found(wrong)
            for kind in islice(cycle(kinds), max(1, round(TRIES * much))):
                place = chance.getrandbits(48)
                for wrong in tries.of(kind, Random(place)):
                    report.found(f"{kind.name} ({kind.how}): {wrong}; place {place}")
            for what, many in tries.counted.items():
                report.count(what, many)
    return report
