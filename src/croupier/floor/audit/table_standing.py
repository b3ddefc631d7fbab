"""The state of a table between two rounds, as text, for a checkpoint. A round in play has a secret seed, so it is not
written; the next audit plays it again from its opening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.cards import Cards
from croupier.codec import Codec
from croupier.floor.choices.equipment import Equipment
from croupier.floor.choices.settings import Settings
from croupier.floor.corrections import CorrectionAsked, RecentRound
from croupier.floor.disputes import DisputeOpened
from croupier.floor.links.refusals import Refusers
from croupier.floor.staffing import TableStaff
from croupier.floor.table import Sitting, Table
from croupier.money import Cents
from croupier.rules.bank import BankTurn
from croupier.rules.record import TEXTS
from croupier.rules.wagers import Stakes
from croupier.store.entry import canonical

_standing_codec = Codec(texts=TEXTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStanding:
    """A table without a round. The last one that was finished is left out: nothing that comes depends on it."""

    name: str
    settings: Settings
    version: int
    sittings: tuple[Sitting, ...] = ()
    rounds: int = 0
    turn: BankTurn | None = None
    passed: tuple[str, ...] = ()
    stopped: str | None = None
    closed: bool = False
    link: str | None = None
    verify_from: Cents | None = None
    since_ms: int = 0
    manned: TableStaff = TableStaff()
    equipment: Equipment = ()
    usual: Mapping[int, Stakes] = field(default_factory=dict)
    recent: tuple[RecentRound, ...] = ()
    correction: CorrectionAsked | None = None
    disputes: tuple[DisputeOpened, ...] = ()
    refusers: tuple[Refusers, ...] = ()
    rehearsing: bool = False
    rehearsal: bool = False
    laid: Mapping[str, Cards] = field(default_factory=dict)


def standing(table: Table) -> str:
    """A table between two rounds, as text."""
    assert table.in_play is None, "a round in play is not written down"
    state = TableStanding(
        name=table.name,
        settings=table.settings,
        version=table.version,
        sittings=table.sittings,
        rounds=table.rounds,
        turn=table.turn,
        passed=tuple(sorted(table.passed)),
        stopped=table.stopped,
        closed=table.closed,
        link=table.link,
        verify_from=table.verify_from,
        since_ms=table.since_ms,
        manned=table.staff,
        equipment=table.equipment,
        usual=table.usual,
        recent=table.recent,
        correction=table.correction,
        disputes=table.disputes,
        refusers=table.refusers,
        rehearsing=table.rehearsing,
        rehearsal=table.rehearsal,
        laid=table.laid,
    )
    return canonical(_standing_codec.plain(TableStanding, state))


def from_standing(text: str) -> Table:
    """The table that `standing` wrote."""
    state: TableStanding = _standing_codec.value(TableStanding, json.loads(text))
    return Table(
        name=state.name,
        settings=state.settings,
        version=state.version,
        sittings=state.sittings,
        rounds=state.rounds,
        turn=state.turn,
        passed=frozenset(state.passed),
        stopped=state.stopped,
        closed=state.closed,
        link=state.link,
        verify_from=state.verify_from,
        since_ms=state.since_ms,
        staff=state.manned,
        equipment=state.equipment,
        usual=state.usual,
        recent=state.recent,
        correction=state.correction,
        disputes=state.disputes,
        refusers=state.refusers,
        rehearsing=state.rehearsing,
        rehearsal=state.rehearsal,
        laid=state.laid,
    )
