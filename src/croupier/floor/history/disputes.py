"""The dispute desk looks back: what was said of a table's finished rounds, and which disputes are open in the room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.floor.corrections import RoundCorrected
from croupier.floor.disputes import DisputeClosed, DisputeEvent, DisputeNoted, DisputeOpened
from croupier.floor.record import happening_from_plain
from croupier.floor.table import Table
from croupier.store.entry import contents
from croupier.store.projections.sums import DISPUTED
from croupier.store.reader import Reader


@dataclass(frozen=True, slots=True)
class SaidOfRound:
    """Something that was said or done about a finished round: who wrote it, when, and where it stands."""

    event: DisputeEvent | RoundCorrected
    by: str
    time_ms: int
    position: int


def disputes_at(reader: Reader, table: str) -> dict[str, list[SaidOfRound]]:
    """What was disputed, noted, closed and corrected of a table's finished rounds, by round, oldest first."""
    rounds: dict[str, list[SaidOfRound]] = {}
    for entry in reversed(list(reader.saying(f"table/{table}", *DISPUTED, "RoundCorrected"))):
        for event in map(happening_from_plain, contents(entry).events):
            if isinstance(event, DisputeOpened | DisputeNoted | DisputeClosed | RoundCorrected):
                said = SaidOfRound(event, entry.actor.partition("/")[2], entry.time_ms, entry.position)
                rounds.setdefault(event.round, []).append(said)
    return rounds


def openings(reader: Reader, table: Table) -> list[SaidOfRound]:
    """How each open dispute of a table began, oldest first."""
    if not table.disputes:
        return []
    said = (one for ones in disputes_at(reader, table.name).values() for one in ones)
    # A seat's dispute may have been closed before, and opened again.
    last = {one.event: one for one in said if isinstance(one.event, DisputeOpened)}
    return [last[opened] for opened in table.disputes if opened in last]


def corrections_at(reader: Reader, table: str) -> dict[str, tuple[RoundCorrected, ...]]:
    """What was corrected of a table's finished rounds (R58), by round, oldest first."""
    made: dict[str, tuple[RoundCorrected, ...]] = {}
    for entry in reader.saying(f"table/{table}", "RoundCorrected"):
        for event in map(happening_from_plain, contents(entry).events):
            if isinstance(event, RoundCorrected):
                made[event.round] = (event, *made.get(event.round, ()))
    return made


def of_seat(said: Iterable[SaidOfRound], seat: int) -> list[SaidOfRound]:
    """Those that are of one seat."""
    return [one for one in said if one.event.seat == seat]
