"""One try: a record tampered with, audited, and who found it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self
from unittest.mock import patch

from croupier.floor.audit.auditor import MOST_FINDINGS, audit
from croupier.store.entry import Head
from croupier.store.journal import open_store
from croupier.store.projections import projection
from torture.tampering.house import Finished
from torture.tampering.kind import Found, Kind, NoPlace, Right
from torture.tampering.rows import BLOCK, Rows

_KEPT: Final = (
    "is not the entry whose head was kept",
    "was cut off: it ends at version",
    "was signed with another key than the one given",
    "no heads were ever signed in this record",
)
"""What only who has kept heads or the key can say."""


class Trial:
    """A record, and a copy of it to tamper with."""

    def __init__(self, record: Finished, folder: Path) -> None:
        self.rows = Rows.load(record.path)
        self.record = record
        copy = folder / "copy.db"
        shutil.copy(record.path, copy)
        self.connection = sqlite3.connect(copy, isolation_level=None)
        self.connection.execute("PRAGMA synchronous = OFF")
        self.store = open_store(str(copy))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()
        self.connection.close()

    def of(self, kind: Kind, chance: Random) -> tuple[str | None, str]:
        """What is wrong with the table's word on this kind, if anything; and who found it, in words."""
        if self.tampered(kind, chance) is None:
            return "the record has no place for it", "nobody"
        with patch.object(projection, "BLOCK_SIZE", BLOCK):
            inside, kept = self._found(self.record.early if kind.kept_early else self.record.late, kind.kept_early)
        return _wrong(kind, inside, kept), "the audit" if inside else "signed heads" if kept else "nobody"

    def tampered(self, kind: Kind, chance: Random) -> Rows | None:
        """Do it to the copy; what it has then, or nothing where there is no place for it."""
        assert kind.do is not None, "a kind that is only listed is not tried"
        rows = self.rows.copy()
        try:
            kind.do(rows, chance)
            if kind.right is not Right.NOTHING:
                rows.make_right(sign_again=kind.right is Right.ALL)
            self.save(rows)
        except NoPlace:
            return None
        return rows

    def save(self, rows: Rows) -> None:
        """Put these rows in place of what the copy has."""
        rows.save(self.connection)

    def _found(self, heads: dict[str, Head], early: bool) -> tuple[list[str], list[str]]:
        """What the audit finds by itself, and what it finds only with the heads and the key that somebody kept."""
        # Who has only older heads has the signatures in the record as well, made then: they are not asked for here.
        report = audit(self.store, heads, key=None if early else self.record.key)
        told = [finding.what for finding in report.findings]
        kept = [what for what in told if what.startswith(_KEPT)]
        if len(told) >= MOST_FINDINGS:
            return [finding.what for finding in audit(self.store).findings], kept
        return [what for what in told if what not in kept], kept


def _wrong(kind: Kind, inside: list[str], kept: list[str]) -> str | None:
    match kind.found:
        case Found.AUDIT if not inside:
            return "the audit should find it, and does not"
        case Found.HEADS if inside:
            return f"only signed heads should find it, but the audit says {inside[0][:200]!r}"
        case Found.HEADS | Found.EITHER if not kept and not inside:
            return "signed heads should find it, and do not"
        case Found.NOBODY if inside or kept:
            return f"nobody should find it, but the audit says {(inside or kept)[0][:200]!r}"
        case _:
            return None
