"""The runs that were really made, as data: `published.json`, which docs/faceup.md reports."""

from __future__ import annotations

from typing import Any

from croupier.games.uth import UTH
from croupier.lab.solved import face_up_report, face_up_runs


def published() -> dict[str, Any]:
    """The hardware, the date, the runs by number of players, and the dealer's exposed cards."""
    return face_up_report(UTH.key)


def best_runs() -> list[dict[str, Any]]:
    """One run for each number of players: the exact one where there is one."""
    return face_up_runs(UTH.key)
