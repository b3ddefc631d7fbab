"""Marks that an audit must not go on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.checkpoints import AuditCheckpoint
from torture.tampering.rows import FORGERS_KEY
from torture.tampering.trial import Trial

AUDITORS_KEY: Final = Ed25519PrivateKey.from_private_bytes(b"the auditor's own, kept elsewhere"[:32])


def forged_marks(trial: Trial) -> Iterator[str]:
    """Marks that are not the auditor's, or not of this record, and are gone on from all the same."""
    mark, public = trial.record.mark, AUDITORS_KEY.public_key()
    text = mark.to_text(AUDITORS_KEY)
    if AuditCheckpoint.from_text(text, public) != mark:
        yield "a mark is not what it was when it is read again"
    forgeries: tuple[tuple[str, Callable[[], object]], ...] = (
        ("a mark that was changed", lambda: AuditCheckpoint.from_text(text.replace(":1", ":2", 1), public)),
        ("a mark that a forger has signed", lambda: AuditCheckpoint.from_text(mark.to_text(FORGERS_KEY), public)),
        ("a mark cut short", lambda: AuditCheckpoint.from_text(text[:-40], public)),
    )
    for what, read in forgeries:
        if not _refused(read):
            yield f"{what} is taken"
    another = trial.rows.copy()
    for row in another.entries:
        row.time_ms += 1
    another.make_right()
    trial.save(another)
    if not _refused(lambda: audit(trial.store, since=mark)):
        yield "the mark of another record is gone on from"


def _refused(what: Callable[[], object]) -> bool:
    try:
        what()
    except Refused:
        return True
    return False
