"""The live side of one table: its viewers, its log, and its last rounds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from croupier.floor.movements import applied
from croupier.floor.record import happening_from_plain
from croupier.floor.table import CardsDealt, Happening, Table
from croupier.rules.events import Acted, Cause
from croupier.rules.round import Round, Stage
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.store.entry import Entry, contents
from croupier.web.models import ByClock, LogLine, PastRound, RoundCard, TableFacts, You
from croupier.web.table.commentary import YOUR_CARDS, spoken
from croupier.web.table.seat_page import LastRound, round_card

if TYPE_CHECKING:
    from croupier.web.table.live.diffs import ViewerState
    from croupier.web.table.live.texts import Texts

LOG_LINES: Final = 60
_MOST_WAITING: Final = 128
"""A viewer this many states behind is sent away; their page comes back and catches up."""


@dataclass(slots=True, eq=False)
class Watcher:
    """Somebody who watches a table: which states they were sent, and which wait to be sent. `None` ends the stream."""

    you: You
    only_changes: bool = False
    """Whether they remember the last state, and want only what has changed since."""
    by_seat: bool = False
    """Whether they want only those seats that have changed."""
    had: ViewerState | None = None
    """The state that they were sent last."""
    had_you: You | None = None
    at_once: Callable[[bytes], bool] | None = None
    """Sends a text at once, without a task; false where the connection is slow now."""
    busy: bool = False
    """Whether a state is being sent over a slow connection."""
    states: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))
    """What could not be sent at once."""


@dataclass(slots=True, eq=False)
class Felt:
    """What a server remembers of a table beyond its state: its viewers, the log, and the last rounds."""

    watchers: set[Watcher] = field(default_factory=set)
    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    last: LastRound | None = None
    last_cards: dict[int | None, RoundCard] = field(default_factory=dict)
    last_names: Set[str] = frozenset()
    """Who sat there in the last round."""
    last_texts: dict[str, bytes] = field(default_factory=dict)
    past_texts: dict[str, bytes] = field(default_factory=dict)
    facts_text: tuple[TableFacts, bytes] | None = None
    """Cached texts of what changes seldom: the last rounds, by player, and the table's facts."""
    shown: Texts | None = None
    """The state that was sent last."""
    newest: Table | None = None
    """The newest state that was shown, or is about to be."""
    nets: dict[str, deque[PastRound]] = field(default_factory=dict)
    by_clock: dict[int, ByClock] = field(default_factory=dict)
    claimed: set[tuple[str, int, str]] = field(default_factory=set)
    told: int = 0
    """The last version of which the log has the lines."""
    behind: bool = False
    """Whether another server has written since anybody watched here."""
    asked_via: str = ""
    """The server that passed the last order on; empty where the order was given here."""
    fault: str | None = None
    refused_since: float | None = None
    to_show: deque[Table] = field(default_factory=deque)
    showing: asyncio.Task[None] | None = None
    """The task that sends `to_show`, while that has to read the record."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


def happenings(entry: Entry) -> list[Happening]:
    """The events of an entry that another server has written."""
    return [happening_from_plain(plain) for plain in contents(entry).events]


def before_the_deal(felt: Felt, news: Sequence[Entry]) -> Iterator[Table]:
    """The states before the deal, of entries that another server has written.

    However many entries come at once, viewers see who was in when bets were closed before they see cards.
    """
    table = felt.newest
    for entry in news:
        if table is None or entry.version <= table.version:
            continue
        events = happenings(entry)
        if entry.version > table.version + 1 or any(isinstance(event, CardsDealt) for event in events):
            return
        table, _ = applied(table, events, entry.time_ms, entry.actor)
        if table.round is not None and table.round.stage in (Stage.BETTING, Stage.LOCKED):
            yield table


def number_of(round: Round) -> int:
    """A round's number at its table."""
    return int(round.id.rpartition("-")[2])


def last_card(felt: Felt, player_name: str) -> RoundCard | None:
    """The round that was finished last, for a viewer; as their own only if they sat there. Made once for each seat."""
    last = felt.last
    if last is None:
        return None
    seat = next((number for number, name in last.names.items() if name == player_name), None)
    card = felt.last_cards.get(seat)
    if card is None:
        viewer = Onlooker() if seat is None else AtSeat(seat)
        card = felt.last_cards[seat] = round_card(view(last.round, viewer), viewer, last.names, last.awards)
    return card


def names_at(table: Table) -> dict[int, str]:
    return {sitting.seat: sitting.player for sitting in table.sittings}


def log_for(felt: Felt, table: Table, player_name: str) -> list[LogLine]:
    """The log, with a player's own cards in it."""
    lines, own = list(felt.log), own_line(table, player_name)
    return with_own_cards(lines, own)


def own_line(table: Table, player_name: str) -> str:
    """The line of the log that tells a player which cards they were dealt; empty for all others."""
    round = table.in_play
    seat = next((sitting.seat for sitting in table.sittings if sitting.player == player_name), None)
    staked = None if round is None or seat is None else round.seat(seat)
    # Cards of a real deck are dealt before anybody here knows them (R58).
    if staked is None or not staked.cards or table.real_cards:
        return ""
    return f"{YOUR_CARDS} You hold {spoken(staked.cards)}."


def with_own_cards(lines: list[LogLine], own: str) -> list[LogLine]:
    """Lines of the log, in which `own`, where it is not empty, replaces the last line about dealt cards."""
    if own:
        for i in range(len(lines) - 1, -1, -1):
            if lines[i].text == YOUR_CARDS:
                lines[i] = replace(lines[i], text=own)
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


def send(watcher: Watcher, text: bytes | None) -> None:
    """Send a state, now or after those that wait. `None` ends the connection."""
    states = watcher.states
    if text is not None and watcher.at_once and not watcher.busy and states.empty() and watcher.at_once(text):
        return
    try:
        states.put_nowait(None if text is None else text.decode())
    except asyncio.QueueFull:
        # Too far behind to follow: end the connection, and let the page come back for the newest state.
        while not states.empty():
            states.get_nowait()
        states.put_nowait(None)
