"""What those who look at a table are shown: after every commit a new state, each viewer's own.

A viewer who keeps what came before gets only the fields that have changed. What they have had is the state that was
sent last, or put into their queue, so nothing can come between two of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple

from croupier.errors import Refused
from croupier.floor.links.desk import Desk
from croupier.floor.practice import is_practice
from croupier.floor.room import Room
from croupier.floor.table import Happening, Table
from croupier.games import not_approved_words
from croupier.money import Cents
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.round import FINISHED, Round
from croupier.rules.view import Onlooker, view
from croupier.store.threads import BlocksTheLoop, off_the_loop, within_the_loop
from croupier.web import metrics
from croupier.web.models import LogLine, PastRound, You
from croupier.web.table.balances import Purses
from croupier.web.table.commentary import seen_with
from croupier.web.table.commentary import told as lines_told
from croupier.web.table.live.diffs import ViewerState
from croupier.web.table.live.felt import LOG_LINES, Felt, Watcher, last_card, log_for, names_at, note_clock, send
from croupier.web.table.live.texts import Texts
from croupier.web.table.seat_page import LastRound, TableState, awards_of, display_name, round_card


@dataclass(frozen=True, slots=True)
class Progressive:
    """A table's progressive for everybody who looks: what its wagers play for, to the cent, and what is to be said."""

    meters: dict[str, int] = field(default_factory=dict)
    says: str = ""


def progressive_of(desk: Desk, table: Table) -> Progressive:
    """The progressive of a table, as displays show it."""
    if table.link is None:
        return Progressive()
    return Progressive(
        {level.level: level.shown for level in desk.displays(table.link)}, _says(desk, table, table.link)
    )


def _says(desk: Desk, table: Table, name: str) -> str:
    """What keeps the progressive of a table from going on, in words for those who sit there."""
    if desk.why_lost(name):
        return "The progressive is out of service: no progressive wagers until it is back."
    if table.unpaid:
        win, link = table.unpaid[0], desk.link(name)
        back = link.sent_back.get(table.name)
        if back is not None and table.round is not None and back.round == table.round.id:
            won = f"The claim of seat {back.win.seat}, {line_words(back.win.line)},"
            left = "The staff decide whether it is claimed again." if table.pending else "It is not paid."
            return f"{won} was refused: {back.reason}. {left}"
        verified = "the meter pays it" if link.terms.play_chips else "the win is being verified"
        return f"Seat {win.seat} has {line_with_article(win.line)}: {verified}."
    for one in table.unlogged:
        if one.needs_verifying:
            return f"Seat {one.seat} has {line_with_article(one.line)}: the win is being verified."
    return ""


_PAST_ROUNDS: Final = 10


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
            if version <= felt.told:  # by the answer to an order, or by the news of it, whichever came first
                continue
            felt.told = version
            note_clock(felt, table, events)
            lines = [(line, seen_with(event)) for event in events for line in lines_told(event, names, game)]
            felt.log.extend(LogLine(n=version * 1000 + i, text=line, step=at) for i, (line, at) in enumerate(lines))
        over = table.round if table.round is not None and table.round.stage in FINISHED else None
        if over is not None and (felt.last is None or felt.last.round.id != over.id):
            metrics.ROUNDS.inc()
            self.remember(felt, over, names_at(table), awards_of(table))
        self._stamp += 1
        felt.newest = table
        if not felt.watchers:
            return
        if felt.showing is None:
            try:
                with within_the_loop():
                    _send(felt, *self._states(felt, table, list(felt.watchers)))
                return
            except BlocksTheLoop:
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
                    _send(felt, *await asyncio.to_thread(self._states, felt, table, list(felt.watchers)))
                except Refused as refused:
                    metrics.LOG.warning("state not shown", table=table.name, why=str(refused))
        finally:
            felt.showing = None

    async def begin(self, felt: Felt, table: Table, watcher: Watcher) -> None:
        """Send somebody who has just come the state as it is, unless a newer one was quicker."""
        texts, ((_, you, told),) = await off_the_loop(partial(self._states, felt, table, [watcher]))
        if watcher.had is None:
            watcher.had, watcher.had_you = told, you
            if felt.newest is None or felt.newest.version < table.version:
                felt.newest = table
            send(watcher, texts.whole(told, you, LOG_LINES))

    def state(self, felt: Felt, table: Table, you: You) -> dict[str, Any]:
        """The fields of a table's page for one viewer, as things stand, with all of the log."""
        return self._fields(felt, table, self._shown(table), you, LOG_LINES)

    def remember(self, felt: Felt, round: Round, names: dict[int, str], awards: Mapping[int, Cents]) -> None:
        """Keep a round that is over as the table's last, and what it brought to whom."""
        felt.last = LastRound(round, names, awards)
        felt.last_names = frozenset(names.values())
        felt.last_cards, felt.last_texts, felt.past_texts = {}, {}, {}
        # When a round is over everybody sees what each seat has won.
        card = round_card(view(round, Onlooker()), Onlooker(), names)
        for seat, name in names.items():
            mine = next((one for one in card.seats if one.number == seat), None)
            banked = card.bank if card.bank is not None and card.bank.seat == seat else None
            if mine is not None or banked is not None:
                net = sum(one.net - one.fee for one in (mine, banked) if one is not None)
                kept = felt.nets.setdefault(name, deque(maxlen=_PAST_ROUNDS))
                kept.appendleft(PastRound(id=round.id, net=net + awards.get(seat, 0)))

    def _states(self, felt: Felt, table: Table, watchers: Sequence[Watcher]) -> tuple[Texts, list[_Sees]]:
        """A table's state as text, and what each of those who look sees of it."""
        texts = Texts(felt, self._shown(table, felt.shown), felt.shown)
        seats = {sitting.player: sitting.seat for sitting in table.sittings if not sitting.left}
        sees, purses = [], {"": 0}  # looked at once a person: two windows of theirs say the same
        for watcher in watchers:
            name, had = watcher.you.name, watcher.had_you or watcher.you
            if (chips := purses.get(name)) is None:
                chips = purses[name] = self._purses.of(name)
            seat = seats.get(name)
            you = had if (had.chips, had.seat) == (chips, seat) else replace(had, chips=chips, seat=seat)
            sees.append(_Sees(watcher, you, texts.told(you, watcher.had)))
        return texts, sees

    def _shown(self, table: Table, before: Texts | None = None) -> TableState:
        now_ms = self._room.now_ms()
        progressive = progressive_of(self._room.desk, table)
        approvals, for_money = self._room.approvals, not is_practice(table.name)
        return TableState(
            table,
            deadline_ms=self._room.deadline_of(table.name),
            now_ms=now_ms,
            stamp=now_ms * 1000 + self._stamp % 1000,
            meters=progressive.meters,
            progressive_says=progressive.says,
            approval=approvals.of_table(table).words if for_money else not_approved_words(table.settings.terms.game),
            coached=not for_money or approvals.choices.now().coach,
            held=for_money and approvals.why_not_dealt(table) is not None,
            before=None if before is None else before.shown,
        )

    def _fields(self, felt: Felt, table: Table, shown: TableState, you: You, lines: int) -> dict[str, Any]:
        return shown.fields(
            replace(you, chips=self._purses.of(you.name) if you.name else 0),
            last=last_card(felt, you.name),
            log=log_for(felt, table, you.name)[-lines:],
            rounds=list(felt.nets.get(you.name, ())),
            by_clock=next((felt.by_clock.get(s.seat) for s in table.sittings if s.player == you.name), None),
        )


class _Sees(NamedTuple):
    """Somebody who looks: who they are now, and what they are told."""

    watcher: Watcher
    you: You
    told: ViewerState


def _send(felt: Felt, texts: Texts, sees: Sequence[_Sees]) -> None:
    """Send every watcher the state, or what has changed in it. What many are sent is the same text."""
    felt.shown = texts
    for watcher, you, told in sees:
        had = watcher.had
        if watcher.only_changes and had is not None:
            text = texts.changes(had, told, None if you is watcher.had_you else you, by_seat=watcher.by_seat)
        else:
            text = texts.whole(told, you)
        watcher.had, watcher.had_you = told, you
        send(watcher, text)
    texts.sent()
