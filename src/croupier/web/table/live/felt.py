"""The live side of one table: who watches it, what was said there, and the rounds before."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.floor.record import read_back
from croupier.floor.table import Happening, Table
from croupier.rules.events import Acted, Cause
from croupier.rules.round import Round
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.store.entry import Entry, contents
from croupier.web.models import ByClock, LogLine, PastRound, RoundCard, You
from croupier.web.table.chair import LastRound, round_card
from croupier.web.table.telling import YOUR_CARDS, spoken

LOG_LINES: Final = 60
_MOST_WAITING: Final = 128
"""A viewer this many states behind is sent away; their page comes back and catches up."""


@dataclass(slots=True, eq=False)
class Watcher:
    """Somebody who looks at a table: their states, as text, in order. `None` ends it."""

    you: You
    only_changes: bool = False
    """Whether they keep what they have had, and want only what has changed since."""
    had: Mapping[str, Any] | None = None
    """The fields of the state that was put into the queue last."""
    states: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))


@dataclass(slots=True, eq=False)
class Felt:
    """What the page remembers of a table beyond its state: who watches, the log, and the rounds before."""

    watchers: set[Watcher] = field(default_factory=set)
    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    last: LastRound | None = None
    last_cards: dict[int | None, RoundCard] = field(default_factory=dict)
    nets: dict[str, deque[PastRound]] = field(default_factory=dict)
    by_clock: dict[int, ByClock] = field(default_factory=dict)
    claimed: set[tuple[str, int, str]] = field(default_factory=set)
    behind: bool = False
    """Another server has written since anybody looked here."""
    asked_via: str = ""
    """The server that has passed the last order on; none where it was given here."""
    fault: str | None = None
    refused_since: float | None = None
    to_show: deque[Table] = field(default_factory=deque)
    showing: asyncio.Task[None] | None = None
    """Sends what is `to_show`, while that needs looks at the record."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


def happenings(entry: Entry) -> list[Happening]:
    """What another server has written, read from the record."""
    return [read_back(plain) for plain in contents(entry).events]


def number_of(round: Round) -> int:
    """A round's number at its table."""
    return int(round.id.rpartition("-")[2])


def last_card(felt: Felt, table: Table, player_name: str) -> RoundCard | None:
    """The round that is over, for a viewer: as their own only if it was they who sat there. Made once for each."""
    last = felt.last
    if last is None:
        return None
    seat = next((number for number, name in last.names.items() if name == player_name), None)
    made = felt.last_cards.get(seat)
    if made is None:
        viewer = Onlooker() if seat is None else AtSeat(seat)
        made = felt.last_cards[seat] = round_card(view(last.round, viewer), viewer, last.names, last.awards)
    return made


def names_at(table: Table) -> dict[int, str]:
    return {sitting.seat: sitting.player for sitting in table.sittings}


def log_for(felt: Felt, table: Table, player_name: str) -> list[LogLine]:
    """The log, with a player's own cards in it."""
    round = table.in_play
    seat = next((sitting.seat for sitting in table.sittings if sitting.player == player_name), None)
    staked = None if round is None or seat is None else round.seat(seat)
    if staked is None or staked.cards is None:
        return list(felt.log)
    lines = list(felt.log)
    for i in range(len(lines) - 1, -1, -1):
        if lines[i].text == YOUR_CARDS:
            said = f"{YOUR_CARDS} You hold {spoken(staked.cards)}."
            lines[i] = replace(lines[i], text=said)
            break
    return lines


def note_clock(felt: Felt, table: Table, events: Sequence[Happening]) -> None:
    """Remember for whom the clock acted, until they act themselves."""
    for event in events:
        if isinstance(event, Acted):
            felt.by_clock.pop(event.seat, None)
            if event.cause is Cause.CLOCK and table.round is not None:
                text = f"Your time ran out: the clock {event.action.did} for you."
                felt.by_clock[event.seat] = ByClock(round=table.round.id, text=text)


def send(watcher: Watcher, text: str | None) -> None:
    try:
        watcher.states.put_nowait(text)
    except asyncio.QueueFull:
        # Too far behind to follow: end the connection, and let the page come back for the newest state.
        while not watcher.states.empty():
            watcher.states.get_nowait()
        watcher.states.put_nowait(None)
