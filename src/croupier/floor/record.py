"""Happenings at a table as plain data for the journal, and back; what is secret goes beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from croupier.cards import Cards
from croupier.codec import Codec, Plain
from croupier.errors import Refused
from croupier.floor.choices.equipment import Equipment
from croupier.floor.choices.upkeep import SpotsAllowed
from croupier.floor.corrections import CorrectionAsked, RecentRound
from croupier.floor.disputes import DisputeOpened
from croupier.floor.links.refusals import Refusers
from croupier.floor.movements import applied
from croupier.floor.staffing import TableStaff
from croupier.floor.table import Happening, SeedSealed, Settings, Sitting, Table, TableOpened
from croupier.money import Cents
from croupier.rules.bank import BankTurn
from croupier.rules.events import Dealt, RoundOpened
from croupier.rules.game import Game
from croupier.rules.record import TEXTS
from croupier.rules.round import Stage
from croupier.rules.round import evolve as evolve_round
from croupier.rules.wagers import Stakes
from croupier.store.entry import Contents, Entry, canonical, contents
from croupier.store.reader import Reader
from croupier.values import replace


class BadTable(Refused):
    """A stream that is no table's."""


_CODEC = Codec(
    [kind for kind in get_args(Happening) if kind not in (SeedSealed, Dealt)],
    TEXTS,
)
"""A deck is never written: CardsDealt is, and the seed when the round is over. Until then the seed is sealed."""


def happening_to_plain(happening: Happening) -> Plain | None:
    """A happening as the journal keeps it; `None` for what is sealed instead."""
    return None if isinstance(happening, SeedSealed) else _CODEC.to_plain(happening)


def happening_from_plain(plain: Mapping[str, Any]) -> Happening:
    """The happening that `happening_to_plain` wrote."""
    happening: Happening = _CODEC.from_plain(plain)
    return happening


def replayed(
    table: Table | None, entries: Sequence[tuple[Entry, Contents]], secret: Callable[[str], str | None]
) -> Table:
    """The table after these entries of its stream. The seeds of finished rounds are in the entries; `secret` gives the
    seed of an unfinished one."""
    revealed = [plain["seed"] for _, body in entries for plain in body.events if plain.get("event") == "SeedRevealed"]
    if table is not None and table.in_play is not None and revealed and not table.in_play.terms.real_cards:
        # The first round to finish is the one in play; if it has, its seed is no longer sealed.
        table = replace(table, seed=bytes.fromhex(revealed.pop(0)))
    for entry, body in entries:
        events: list[Happening] = []
        for plain in body.events:
            event = happening_from_plain(plain)
            events.append(event)
            if isinstance(event, RoundOpened) and not event.terms.real_cards:
                seed = revealed.pop(0) if revealed else secret(event.round)
                if seed is not None:
                    events.append(SeedSealed(bytes.fromhex(seed)))
        table, _ = applied(table, events, entry.time_ms, entry.actor)
    if table is None:
        raise BadTable("there is no such table; open it first")
    return table


def with_contents(entries: Iterable[Entry]) -> list[tuple[Entry, Contents]]:
    """Entries, each with its decoded contents."""
    return [(entry, contents(entry)) for entry in entries]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A table whose round has just been opened, before anybody has bet: everything but the seed, which is sealed."""

    name: str
    settings: Settings
    version: int
    sittings: tuple[Sitting, ...]
    rounds: int
    opened: RoundOpened
    turn: BankTurn | None = None
    link: str | None = None
    verify_from: Cents | None = None
    since_ms: int = 0
    manned: TableStaff = TableStaff()
    equipment: Equipment = ()
    allowed: SpotsAllowed | None = None
    usual: Mapping[int, Stakes] = field(default_factory=dict)
    recent: tuple[RecentRound, ...] = ()
    correction: CorrectionAsked | None = None
    disputes: tuple[DisputeOpened, ...] = ()
    refusers: tuple[Refusers, ...] | None = None
    """`None` in what an earlier Croupier wrote, which did not keep them."""
    rehearsal: bool = False
    laid: Mapping[str, Cards] = field(default_factory=dict)


def snapshot(table: Table) -> str:
    """A table whose round has just been opened, as text."""
    round = table.round
    assert round is not None, "a snapshot is taken when a round has been opened"
    assert round.stage is Stage.BETTING, "and before anything else"
    assert not table.moved, "before anybody has bet"
    opened = RoundOpened(round=round.id, terms=round.terms, commitment=round.commitment, deck_colour=round.deck_colour)
    state = Snapshot(
        name=table.name,
        settings=table.settings,
        version=table.version,
        sittings=table.sittings,
        rounds=table.rounds,
        opened=opened,
        turn=table.turn,
        link=table.link,
        verify_from=table.verify_from,
        since_ms=table.since_ms,
        manned=table.staff,
        equipment=table.equipment,
        allowed=table.allowed,
        usual=table.usual,
        recent=table.recent,
        correction=table.correction,
        disputes=table.disputes,
        refusers=table.refusers,
        rehearsal=table.rehearsal,
        laid=table.laid,
    )
    return canonical(_CODEC.plain(Snapshot, state))


def from_snapshot(text: str, secret: Callable[[str], str | None]) -> Table:
    """The table that `snapshot` wrote."""
    state: Snapshot = _CODEC.value(Snapshot, json.loads(text))
    seed = secret(state.opened.round)
    return Table(
        name=state.name,
        settings=state.settings,
        version=state.version,
        sittings=state.sittings,
        rounds=state.rounds,
        round=evolve_round(None, state.opened),
        seed=None if seed is None else bytes.fromhex(seed),
        turn=state.turn,
        link=state.link,
        verify_from=state.verify_from,
        since_ms=state.since_ms,
        staff=state.manned,
        equipment=state.equipment,
        allowed=state.allowed,
        usual=state.usual,
        recent=state.recent,
        correction=state.correction,
        disputes=state.disputes,
        refusers=state.refusers or (),
        rehearsal=state.rehearsal,
        laid=state.laid,
    )


def keeps_refusers(text: str) -> bool:
    """Whether a snapshot knows who refused wins; an earlier Croupier wrote none of it."""
    return '"refusers":' in text


def game_of(reader: Reader, name: str) -> Game:
    """The game of a table, by the first entry of its stream. It works even if the table cannot be opened."""
    for entry in reader.read(f"table/{name}"):
        opened = happening_from_plain(contents(entry).events[0])
        if isinstance(opened, TableOpened):
            return opened.settings.terms.game
        break
    raise BadTable(f"the stream of {name} does not begin with its opening")
