"""What those who look at a table are shown: after every commit a new state, each viewer's own.

A viewer who keeps what came before gets only the fields that have changed. What they have had is the state that was put
into their queue last, so nothing can come between two of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from pydantic import BaseModel

from croupier.errors import Refused
from croupier.floor.room import Room
from croupier.floor.table import Happening, Table
from croupier.money import Cents
from croupier.rules.round import FINISHED, Round
from croupier.rules.view import AtSeat, Views
from croupier.store.looking import MustLook, not_looking
from croupier.values import changer
from croupier.web import metrics
from croupier.web.models import LogLine, PastRound, TableFacts, You
from croupier.web.table.chair import LastRound, Shown, awards_of, display_name, round_card
from croupier.web.table.live.felt import LOG_LINES, Felt, Watcher, last_card, log_for, names_at, note_clock, send
from croupier.web.table.progressive import progressive_of
from croupier.web.table.purses import Purses
from croupier.web.table.telling import seen_with, told

_LIVE_LINES: Final = 20
"""Who follows live has had the lines before; no single step tells more than this many."""
_PAST_ROUNDS: Final = 10
_MOST_FACTS: Final = 512
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})
_with_chips: Final = changer(You)


class Showing:
    """The states of all tables that are looked at here, on their way to whoever looks."""

    def __init__(self, room: Room, purses: Purses) -> None:
        self._room = room
        self._purses = purses
        self._stamp = 0

    def publish(self, felt: Felt, table: Table, news: Sequence[tuple[int, Sequence[Happening]]]) -> None:
        """Tell the log what happened in which version, remember a round that is over, and send every watcher their
        view."""
        metrics.COMMANDS.inc()
        names = {seat: display_name(name) for seat, name in names_at(table).items()}
        game = table.settings.terms.game
        for version, events in news:
            note_clock(felt, table, events)
            lines = [(line, seen_with(event)) for event in events for line in told(event, names, game)]
            felt.log.extend(LogLine(n=version * 1000 + i, text=line, step=at) for i, (line, at) in enumerate(lines))
        over = table.round if table.round is not None and table.round.stage in FINISHED else None
        if over is not None and (felt.last is None or felt.last.round.id != over.id):
            metrics.ROUNDS.inc()
            self.remember(felt, over, names_at(table), awards_of(table))
        self._stamp += 1
        if felt.showing is None:
            try:
                with not_looking():
                    _send(felt, self._states(felt, table, list(felt.watchers)))
                return
            except MustLook:
                pass
        felt.to_show.append(table)
        if felt.showing is None:
            felt.showing = asyncio.get_running_loop().create_task(self._show(felt), name=f"show {table.name}")

    async def _show(self, felt: Felt) -> None:
        """Send states that need a look at the record, one after the other; nobody else waits for it."""
        try:
            while felt.to_show:
                table = felt.to_show.popleft()
                try:
                    _send(felt, await asyncio.to_thread(self._states, felt, table, list(felt.watchers)))
                except Refused as refused:
                    metrics.LOG.warning("state not shown", table=table.name, why=str(refused))
        finally:
            felt.showing = None

    async def begin(self, felt: Felt, table: Table, watcher: Watcher) -> None:
        """Send somebody who has just come the state as it is, unless a newer one was quicker."""
        state = await asyncio.to_thread(self.state, felt, table, watcher.you)
        if watcher.had is None:
            watcher.had = state
            send(watcher, _text(state))

    def state(self, felt: Felt, table: Table, you: You) -> dict[str, Any]:
        """The fields of a table's page for one viewer, as things stand, with all of the log."""
        return self._fields(felt, table, self._shown(table), you, LOG_LINES)

    def remember(self, felt: Felt, round: Round, names: dict[int, str], awards: Mapping[int, Cents]) -> None:
        """Keep a round that is over as the table's last, and what it brought to whom."""
        felt.last = LastRound(round, names, awards)
        felt.last_cards = {}
        views = Views(round)
        for seat, name in names.items():
            card = round_card(views.of(AtSeat(seat)), AtSeat(seat), names)
            mine = next((one for one in card.seats if one.you), None)
            banked = card.bank if card.bank is not None and card.bank.seat == seat else None
            if mine is not None or banked is not None:
                net = sum(one.net - one.fee for one in (mine, banked) if one is not None)
                kept = felt.nets.setdefault(name, deque(maxlen=_PAST_ROUNDS))
                kept.appendleft(PastRound(id=round.id, net=net + awards.get(seat, 0)))

    def _states(self, felt: Felt, table: Table, watchers: Sequence[Watcher]) -> dict[str, dict[str, Any]]:
        """A table's state for each of those who look, by name."""
        yous = {watcher.you.name: watcher.you for watcher in watchers}
        if not yous:
            return {}
        shown = self._shown(table)
        return {name: self._fields(felt, table, shown, you, _LIVE_LINES) for name, you in yous.items()}

    def _shown(self, table: Table) -> Shown:
        now_ms = self._room.now_ms()
        progressive = progressive_of(self._room.desk, table)
        return Shown(
            table,
            deadline_ms=self._room.deadline_of(table.name),
            now_ms=now_ms,
            stamp=now_ms * 1000 + self._stamp % 1000,
            meters=progressive.meters,
            progressive_says=progressive.says,
        )

    def _fields(self, felt: Felt, table: Table, shown: Shown, you: You, lines: int) -> dict[str, Any]:
        return shown.fields(
            _with_chips(you, chips=self._purses.of(you.name) if you.name else 0),
            last=last_card(felt, table, you.name),
            log=log_for(felt, table, you.name)[-lines:],
            rounds=list(felt.nets.get(you.name, ())),
            by_clock=next((felt.by_clock.get(s.seat) for s in table.sittings if s.player == you.name), None),
        )


def _send(felt: Felt, states: Mapping[str, dict[str, Any]]) -> None:
    whole: dict[str, str] = {}
    for watcher in list(felt.watchers):
        name = watcher.you.name
        state = states.get(name)
        if state is None:  # who has come meanwhile began with a newer state
            continue
        if watcher.only_changes and watcher.had is not None:
            text = _text(changes(watcher.had, state))
        else:
            text = whole[name] = whole.get(name) or _text(state)
        watcher.had = state
        send(watcher, text)


def changes(had: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not as they were, and those that every state has. Of the log, the lines that are new."""
    changed = {
        name: value
        for name, value in state.items()
        if name in _in_every_state or (value is not had[name] and value != had[name])
    }
    if "log" in changed:
        newest = had["log"][-1].n if had["log"] else -1
        changed["log"] = [line for line in state["log"] if line.n > newest]
    return changed


def _text(state: Mapping[str, Any]) -> str:
    return orjson.dumps(state, default=_plain, option=orjson.OPT_NON_STR_KEYS).decode()


_facts_texts: Final[dict[int, tuple[TableFacts, orjson.Fragment]]] = {}
"""What does not change, as text, by the object that says it; the object is kept, so that no other has its id."""


def _plain(model: BaseModel) -> orjson.Fragment:
    kept = _facts_texts.get(id(model))
    if kept is not None:
        return kept[1]
    text = orjson.Fragment(model.model_dump_json())
    if isinstance(model, TableFacts):
        if len(_facts_texts) >= _MOST_FACTS:
            _facts_texts.clear()
        _facts_texts[id(model)] = model, text
    return text
