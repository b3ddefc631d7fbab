"""Every kind of stream that the room writes, and the function that audits it. Any other stream is a finding.

Entries of some streams are judged one by one, by what the journal said before them. Other streams are rebuilt from
their beginning. A new kind of stream takes one row in this table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from croupier.floor.audit.approvals import check_approvals
from croupier.floor.audit.authority import check_link
from croupier.floor.audit.cage import audit_shift, check_cage, check_shift, check_table_count
from croupier.floor.audit.context import Context
from croupier.floor.audit.devices import check_devices
from croupier.floor.audit.drills import check_drills
from croupier.floor.audit.finding import IMPOSSIBLE, DecodedEntry
from croupier.floor.audit.house import check_house, check_practice, check_school, check_shared
from croupier.floor.audit.law import check_game_law
from croupier.floor.audit.links import audit_link
from croupier.floor.audit.outside import audit_outside
from croupier.floor.audit.rebuilt import RebuiltStream, Task
from croupier.floor.audit.registrations import check_player, check_staff
from croupier.floor.audit.roster import not_on_its_list
from croupier.floor.audit.signed_heads import check_heads
from croupier.floor.audit.table_walk import audit_tables
from croupier.floor.audit.trimming import check_trimmed
from croupier.store.reader import Reader

Judge: TypeAlias = Callable[[DecodedEntry, Context], str | None]
"""What is wrong with one entry, if anything."""
Remake: TypeAlias = Callable[[Reader, str, Task], RebuiltStream]
"""A stream made again up to a position, from its beginning or from where an earlier audit has stopped."""
Together: TypeAlias = Callable[[Reader, Collection[str], Task, Callable[[int], None]], list[tuple[str, RebuiltStream]]]
"""The same of several streams, in one walk that also compares their bodies with their hashes and with the book."""


@dataclass(frozen=True, slots=True)
class StreamAudit:
    """A kind of stream, whose name may end in a name: how it is audited."""

    stream: str
    judge: Judge | None = None
    remake: Remake | None = None
    together: Together | None = None
    on_the_walk: Judge | None = None
    """What the walk asks of an entry of a stream that is rebuilt: the legal profile of its day (R55), who signed."""
    apart: bool = False
    """Whether only a record of practice has it."""

    @property
    def is_rebuilt(self) -> bool:
        """Whether such streams are made again from their beginning."""
        return self.remake is not None or self.together is not None


KINDS: Final = (
    StreamAudit("table/NAME", together=audit_tables),
    StreamAudit("link/NAME", remake=audit_link, on_the_walk=check_link),
    StreamAudit("game/NAME", remake=audit_outside, on_the_walk=check_game_law),
    StreamAudit("shift/NAME", remake=audit_shift, on_the_walk=check_shift),
    StreamAudit("count/NAME", judge=check_table_count),
    StreamAudit("cage", judge=check_cage),
    StreamAudit("staff", judge=check_staff),
    StreamAudit("player/NAME", judge=check_player),
    StreamAudit("house", judge=check_house),
    StreamAudit("approvals", judge=check_approvals),
    StreamAudit("devices", judge=check_devices),
    StreamAudit("school", judge=check_school),
    StreamAudit("drills/NAME", judge=check_drills),
    StreamAudit("practice/NAME", judge=check_practice),
    StreamAudit("heads", judge=check_heads),
)
"""The streams of the room."""
APART: Final = (
    StreamAudit("trimmed", judge=check_trimmed, apart=True),
    StreamAudit("trimmed/table/NAME", judge=check_trimmed, apart=True),
    StreamAudit("trimmed/player/NAME", judge=check_trimmed, apart=True),
    StreamAudit("trimmed/practice/NAME", judge=check_trimmed, apart=True),
    StreamAudit("shared/NAME", judge=check_shared, apart=True),
)
"""What only a record of practice has: the room's own is never trimmed, and keeps every round."""

_NAME: Final = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}"
_READ: Final = tuple((re.compile(kind.stream.replace("NAME", _NAME), re.ASCII), kind) for kind in (*KINDS, *APART))


@lru_cache(maxsize=100_000)
def kind_of(stream: str) -> StreamAudit | None:
    """What kind of stream it is; `None` if the room writes no such stream."""
    return next((kind for pattern, kind in _READ if pattern.fullmatch(stream)), None)


def judged(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with one entry, as far as what came before it tells: an automaton that says what is not on its
    list, something that its kind of stream does not have, somebody who was not there, or who might not say that."""
    kind, unlisted = kind_of(line.entry.stream), None
    try:
        names = tuple(str(event.get("event")) for event in line.events)
        unlisted = not_on_its_list(line.entry, names)
        absent = context.stranger(line)
        wrong = None if kind is None or kind.judge is None else kind.judge(line, context)
        outside = None if kind is None or kind.on_the_walk is None else kind.on_the_walk(line, context)
        return unlisted or wrong or absent or outside or context.roster.wrong_author(line.entry, names)
    except IMPOSSIBLE as why:
        return unlisted or f"cannot have happened: {why!r}"


def rebuilt_streams(reader: Reader) -> list[str]:
    """The streams of a record that are made again from their beginning."""
    prefixes = [kind.stream.removesuffix("NAME") for kind in KINDS if kind.is_rebuilt]
    return [stream for prefix in prefixes for stream in reader.streams(prefix) if kind_of(stream) is not None]
