"""The two shifts that were played before a demonstration opens: staff, tables, a link, some hundred rounds, counts, and
what waits for its visitors. Their times lie before the present."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final

from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.corrections import AskCorrection, MakeCorrection
from croupier.floor.demo.cast import (
    APPROVAL,
    BY_ROLE,
    DEALER,
    ENDED_APPROVAL,
    FELT_TABLE,
    FUND,
    LINK,
    LOW_TRAY,
    PIN,
    PURSE,
    SHORT_TABLE,
    STAFF,
    VOIDED_TABLE,
    DemoTable,
    demo_link,
    demo_tables,
)
from croupier.floor.demo.deeds import SEED, Deed, next_button, next_deed
from croupier.floor.disputes import DisputeStep, SayOfDispute
from croupier.floor.house.approval_scope import Scope
from croupier.floor.house.approvals import Approval, Authority
from croupier.floor.house.heads import house_signer
from croupier.floor.links.control import Links
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.marks import DEMONSTRATION
from croupier.floor.people import FIRST_START, People
from croupier.floor.projections import keep_projections
from croupier.floor.roles import Duty, Role, may
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.jackpot.buttons import Button
from croupier.money import DOLLAR
from croupier.rules.commands import VoidRound
from croupier.rules.round import Stage
from croupier.store.journal import Store

SHIFTS_BEGAN_H: Final = (11, 5)
"""How many hours ago the shifts began."""
_A_DEED_MS: Final = 700
_HOUR_MS: Final = 3_600_000
_MISSING: Final = 25 * DOLLAR


def begin(store: Store, most_rounds: int | None = None) -> None:
    """Write the two shifts into an empty record; with so many rounds a table and shift at most."""
    _Shifts(store, wall_clock_ms(), most_rounds).play()
    keep_projections(store)


class _Shifts:
    """The demonstration before its doors open, on a clock of its own."""

    def __init__(self, store: Store, opens_ms: int, most_rounds: int | None) -> None:
        self._opens_ms = opens_ms
        self._clock_ms = opens_ms - SHIFTS_BEGAN_H[0] * _HOUR_MS
        self._store = store
        self._people = People(store, now_ms=self._now_ms)
        self._room = Room(store, now_ms=self._now_ms, draw=_draw)
        self._cage = Cage(store, now_ms=self._now_ms, sign=house_signer(store))
        self._links = Links(self._room)
        self._tables = {
            name: cast if most_rounds is None else replace(cast, rounds=min(cast.rounds, most_rounds))
            for name, cast in demo_tables().items()
        }
        self._commands = count()
        self._boss, self._executive = BY_ROLE[Role.SUPERVISOR], BY_ROLE[Role.EXECUTIVE]

    def play(self) -> None:
        """Everything, from the first admin to what waits for the visitors."""
        self._employ()
        self._open()
        for number, began_h in enumerate(SHIFTS_BEGAN_H, 1):
            self._clock_ms = max(self._clock_ms, self._opens_ms - began_h * _HOUR_MS)
            self._shift(number)
            self._count(number)
        self._leave_open()

    def _now_ms(self) -> int:
        return self._clock_ms

    def _command(self) -> str:
        return f"{DEMONSTRATION}-{next(self._commands)}"

    def _employ(self) -> None:
        admin = BY_ROLE[Role.ADMIN]
        self._people.register(admin.name, admin.role, None, FIRST_START, DEMONSTRATION)
        for who in STAFF:
            if who is not admin:
                # A PIN takes long to seal, and only those need one who sign beside somebody.
                pin = PIN if may(who.role, Duty.SECOND_PERSON) else None
                self._people.register(who.name, who.role, pin, admin, self._command())
        visitor = BY_ROLE[Role.PLAYER].name
        for name in (*(name for cast in self._tables.values() for name in cast.seats.values()), visitor):
            self._people.register(name, Role.PLAYER, None, admin, self._command())
        self._cage.fund(FUND, self._boss, self._command())
        self._cage.buy_in(visitor, PURSE, BY_ROLE[Role.CASHIER], self._command())

    def _open(self) -> None:
        today = datetime.fromtimestamp(self._opens_ms / 1000, UTC).date()
        everything = Scope(
            rules=None, paytables=None, limits=None, switches=None, face_up=None, links=None, components=None
        )
        for number, until in ((APPROVAL, today + timedelta(days=6)), (ENDED_APPROVAL, today - timedelta(days=1))):
            approval = Approval(
                number=number,
                authority=Authority.STATE,
                since=(today - timedelta(days=200)).isoformat(),
                until=until.isoformat(),
                scope=everything,
            )
            self._room.approvals.enter(approval, self._executive, self._command())
        self._room.approvals.choices.choose("first_day", "off", self._executive, self._command())
        self._room.approvals.choices.choose("low_tray", f"{LOW_TRAY // DOLLAR}", self._executive, self._command())
        self._links.open(LINK, demo_link(), self._executive, self._command(), override="a demonstration")
        for name, cast in self._tables.items():
            self._room.open_table(name, cast.settings, self._boss, self._command())
            self._cage.fill(name, cast.tray, self._boss, self._command())
            if cast.linked:
                self._links.join(LINK, name, self._boss, self._command(), override="a demonstration")
            for player in cast.seats.values():
                if cast.settings.terms.real_cards:
                    self._cage.sell_chips(PURSE, DEALER, self._command(), table=name)
                else:
                    self._cage.buy_in_at(name, player, PURSE, DEALER, self._command())

    def _shift(self, number: int) -> None:
        """Every table in turn does one thing, until all have had their rounds."""
        playing = dict(self._tables)
        while playing:
            for name, cast in list(playing.items()):
                table = self._room.table(name)
                if table.in_play is None and table.rounds >= number * cast.rounds:
                    del playing[name]
                else:
                    self._clock_ms += _A_DEED_MS
                    self._do(table, cast)

    def _do(self, table: Table, cast: DemoTable) -> None:
        if table.unpaid:
            self._press(table)
            return
        deed = self._voided(table) or self._room.next_order(table.name) or next_deed(table, cast)
        assert deed is not None, f"{table.name} waits for nobody at version {table.version}"
        order, who = deed
        assert not isinstance(order, Button), "the buttons of a link are pressed where it has a win"
        self._room.do(table.name, order, who, command=self._command(), version=table.version)

    def _press(self, table: Table) -> None:
        assert table.link is not None, "only a link has wins that wait"
        deed = next_button(table, self._links.desk.link(table.link).pad(table.name))
        if deed is None:
            self._room.advance(table.name, open_next=False)
            return
        button, who = deed
        assert isinstance(button, Button), "a win waits for a button"
        self._links.press(table.name, button, who, self._command())

    def _voided(self, table: Table) -> Deed | None:
        """A round of the first table that was disputed, and declared void."""
        round = table.in_play
        if (
            table.name != VOIDED_TABLE
            or table.rounds != self._tables[VOIDED_TABLE].rounds
            or round is None
            or round.stage is not Stage.PLAYING
        ):
            return None
        return VoidRound("disputed: a card was exposed before the bets were locked"), self._boss

    def _count(self, shift: int) -> None:
        for name in self._tables:
            self._clock_ms += 60_000
            sheet = self._cage.sheet(name)
            short = _MISSING if (name, shift) == (SHORT_TABLE, len(SHIFTS_BEGAN_H)) else 0
            self._cage.count(name, count_of(sheet.closing - short, sheet.box), self._boss, self._command())
            reason = "counted twice; a green chip is missing" if short else ""
            self._cage.close_shift(name, self._boss, self._command(), reason)

    def _leave_open(self) -> None:
        """What the visitors find: a disputed round that two people have corrected, and an approval that has run out."""
        past = self._room.table(FELT_TABLE).recent[-1]
        seat = past.seats[0]
        disputed = SayOfDispute(past.round, seat, DisputeStep.OPEN, "the Blind was not paid")
        self._room.do(FELT_TABLE, disputed, self._boss, command=self._command())
        asked = AskCorrection(past.round, seat, 10 * DOLLAR, f"seat {seat} disputed it: the Blind was not paid")
        self._room.do(FELT_TABLE, asked, self._boss, command=self._command())
        self._room.do(FELT_TABLE, MakeCorrection(), self._executive, command=self._command())
        self._room.approvals.choices.choose("only_approved", "on", self._executive, self._command())


def _draw(round: str) -> bytes:
    """What a round of the two shifts is shuffled from. It is no secret: with the doors open, seeds are drawn by chance
    as everywhere."""
    return hashlib.sha256(f"{SEED} {round}".encode()).digest()
