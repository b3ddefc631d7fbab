"""One try: a record tampered with on either side of a mark, audited whole and from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

from croupier.floor.audit.auditor import audit
from croupier.floor.audit.checkpoints import AuditCheckpoint, SignedPosition
from croupier.floor.audit.rebuilt import BadCheckpoint
from croupier.store.projections import projection
from torture.tampering.kind import Kind
from torture.tampering.rows import BLOCK
from torture.tampering.trial import Trial


class Tries:
    """A record with a mark in the middle."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.mark: AuditCheckpoint = trial.record.mark
        self.word = SignedPosition(self.mark.position, self.mark.heads)
        self.counted: Counter[str] = Counter()
        trial.save(trial.rows)
        self._then = self._up_to_mark()

    def of(self, kind: Kind, chance: Random) -> Iterator[str]:
        """What is wrong with what audits from the mark find of this kind."""
        if self.trial.tampered(kind, chance) is None:
            return
        self.counted["tries"] += 1
        before = self._up_to_mark() != self._then
        self.counted["behind the mark" if before else "after the mark or beside the journal"] += 1
        whole = self._found()
        must = before or whole
        for name, since in (("the mark", self.mark), ("signed heads", self.word)):
            found = self._found(since)
            if found != must:
                yield f"since {name} it is{_not(found)} found, by a whole audit it is{_not(whole)}"
        unread = self._found(self.mark, reread=False)
        if unread and not must:
            yield "where nothing is read again it is found, and otherwise not"
        if must and not unread and (not before or self._ends_otherwise()):
            yield "where nothing is read again it is not found, though stored hashes tell, or it came after the mark"
        self.counted["overlooked where nothing is read again"] += must and not unread

    def shortened(self) -> Iterator[str]:
        """A record that ends before the mark, everything made right."""
        rows = self.trial.rows.copy()
        del rows.entries[self.mark.position - 1 :]
        rows.make_right()
        self.trial.save(rows)
        for since in (self.mark, self.word):
            for reread in (True, False):
                if not self._found(since, reread=reread):
                    yield "a record that ends before what was audited or signed is clean"

    def _found(self, since: AuditCheckpoint | SignedPosition | None = None, *, reread: bool = True) -> bool:
        """Whether an audit finds anything, or refuses to go on from there."""
        with patch.object(projection, "BLOCK_SIZE", BLOCK):
            try:
                return not audit(self.trial.store, since=since, reread=reread).clean
            except BadCheckpoint:
                return True

    def _up_to_mark(self) -> list[list[tuple[object, ...]]]:
        """Journal and book up to the mark, as the copy has them now."""
        tables = (f"SELECT * FROM {table} WHERE position <= ? ORDER BY 1, 2" for table in ("entries", "transfers"))
        return [self.trial.connection.execute(query, (self.mark.position,)).fetchall() for query in tables]

    def _ends_otherwise(self) -> bool:
        """Whether a stream ends otherwise at the mark, by the hashes that are stored."""
        query = "SELECT stream, version, lower(hex(hash)) FROM entries"
        stored = {(stream, version): hash for stream, version, hash in self.trial.connection.execute(query)}
        return any(stored.get((stream, head.version)) != head.hash for stream, head in self.mark.heads.items())


def _not(found: bool) -> str:
    return "" if found else " not"
