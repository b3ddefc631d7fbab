"""Where the play of a table begins: with its opening, or where its stream was cut; and the shortcuts on the way."""

from __future__ import annotations

from collections.abc import Callable

from croupier.fair.commitment import commitment, unbound_commitment
from croupier.floor.audit.finding import Line
from croupier.floor.audit.tables.texts import differ
from croupier.floor.movements import applied
from croupier.floor.record import from_snapshot, read_back, snapshot, written
from croupier.floor.table import Table, TableOpened
from croupier.rules.deal import dealing_of
from croupier.rules.events import RoundOpened
from croupier.rules.round import Stage, evolve
from croupier.store.entry import Unreadable
from croupier.store.reader import Reader
from croupier.store.trimming import said_of


def opened(name: str, line: Line, find: Callable[[str], None]) -> Table:
    """A table after the first entry of its stream, or `Unreadable`."""
    event = read_back(line.events[0])
    if not isinstance(event, TableOpened) or event.table != name:
        raise Unreadable(line.entry.position, f"the stream of {name} does not begin with its opening")
    plain = written(event)
    if [plain] != line.events:
        find(f"the rules make something else of {line.asked!r}: {differ([plain], line.events)}")
    table, moved = applied(None, (event,), line.entry.time_ms)
    if moved or line.transfers:
        find(f"the money moved is not what happened: {differ(moved, line.transfers)}")
    return table


def cut(reader: Reader, name: str, line: Line, seed: str | None, find: Callable[[str], None]) -> Table:
    """A practice table where its stream was cut: at the opening of a round, with how it stood then."""
    said = said_of(reader, line.entry.stream)
    if said is None or said["version"] + 1 != line.entry.version:
        raise Unreadable(line.entry.position, f"the stream of {name} does not begin with its opening")
    table, event = from_snapshot(said["state"], lambda _: seed), read_back(line.events[0])
    if table.name != name or table.version != line.entry.version:
        find("the state at which the table was cut is another's")
    if table.round is None or not isinstance(event, RoundOpened) or table.round != evolve(None, event):
        find("the round is not the one that was opened where the table was cut")
    elif seed is not None and event.commitment not in _promises(event, bytes.fromhex(seed)):
        find("the seed is not the one that was promised")
    return table


def _promises(event: RoundOpened, seed: bytes) -> tuple[str, str]:
    """What may have been promised of a round with this seed: older ones promised the seed alone."""
    return commitment(event.round, seed, dealing_of(event.terms)), unbound_commitment(event.round, seed)


def shows(kept: str, table: Table | None) -> bool:
    """Whether a snapshot shows a table as it stands. One is only taken when a round has just been opened."""
    round = None if table is None else table.in_play
    if table is None or round is None or round.stage is not Stage.BETTING or table.moved:
        return False
    return kept == snapshot(table)
