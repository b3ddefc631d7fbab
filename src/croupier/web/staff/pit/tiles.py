"""The tiles of the pit: each table's state, seats, money and what it needs, the most urgent first."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from croupier.floor.choices.making import approval_words
from croupier.floor.table import DealtBy, Sitting, Table
from croupier.lab.solved import face_up_words
from croupier.ledger.accounts import tray
from croupier.ledger.winsheet import WinSheet, total
from croupier.money import dollars, signed_dollars
from croupier.rules.commands import next_step
from croupier.rules.round import Stage, due_seats
from croupier.rules.seat import SEATS
from croupier.rules.steps import WAIT
from croupier.web.context import House, tables_for_money
from croupier.web.links.views import link_card
from croupier.web.staff.money.second import from_where_on
from croupier.web.staff.pit.alerts import Alert, AlertKind, counted
from croupier.web.staff.pit.models import PitPage, PitRow, SeatDot
from croupier.web.table.seat_page import display_name
from croupier.web.wording import seats_words

WHEN: Final = {3: "Now", 2: "Soon", 1: "Watch"}
"""An urgency in a word, for whoever does not see the colour."""
_SHEET_S: Final = 5.0


def pit_page(house: House) -> PitPage:
    """The pit, the tables that need somebody first."""
    alerts = house.lookout.alerts(fresh=True)
    rows = [_row(house, house.room.table(name), alerts) for name in tables_for_money(house)]
    claims = [claim for name in house.links.desk.names() for claim in link_card(house.links, name).claims]
    return PitPage(
        heads=[],
        claims=claims,
        total=together(house),
        rows=sorted(rows, key=lambda row: (-row.urgency, counted(row.name))),
        now_ms=house.room.now_ms(),
        second=from_where_on(house),
    )


def together(house: House) -> dict[str, str]:
    """What the tables bring together this shift, as it is read."""
    every = total([sheet_of(house, name) for name in tables_for_money(house)])
    return {
        "Drop": dollars(every.drop),
        "Win": signed_dollars(every.win),
        "Collection fees": dollars(every.fees),
        "Income": signed_dollars(every.income),
    }


def sheet_of(house: House, name: str) -> WinSheet:
    """The win sheet as it stood at most five seconds ago; what the cage and the shift do is in it at once."""
    marks = house.store.head("cage").version, house.store.head(f"shift/{name}").version
    kept, now = house.sheets.get(name), time.monotonic()
    if kept is None or kept[0] != marks or now - kept[1] > _SHEET_S:
        # A sheet is added up from every movement of the shift, and the pit asks every two seconds.
        kept = house.sheets[name] = (marks, now, house.cage.sheet(name))
    return kept[2]


def _row(house: House, table: Table, alerts: Iterable[Alert]) -> PitRow:
    own = [alert for alert in alerts if alert.table == table.name]
    urgency, when, needs = _needs(house, table, own)
    sheet = sheet_of(house, table.name)
    round, held = table.in_play, house.store.balance(tray(table.name))
    return PitRow(
        name=table.name,
        game=table.settings.terms.game.name,
        rules=table.settings.terms.rules.name,
        stage="between rounds" if round is None else round.stage_words,
        needs=needs,
        urgency=urgency,
        when=when,
        seats=[f"{sitting.seat} {display_name(sitting.player)}" for sitting in table.sittings],
        dots=_dots(house, table),
        since_ms=table.since_ms,
        link=table.link or "",
        round=None if round is None else round.id,
        version=table.version,
        stopped=table.stopped,
        dealt_by=table.settings.dealt_by.value,
        dealer="" if table.dealer is None else table.dealer.name,
        called="" if table.called is None else table.called.words,
        approval=approval_words(table.settings),
        face_up=face_up_words(table.settings.terms),
        tray=dollars(held),
        tray_tone="short" if held < 0 else "low" if any(alert.kind is AlertKind.TRAY for alert in own) else "",
        opening=dollars(sheet.opening),
        fills=dollars(sheet.fills),
        credits=dollars(sheet.credits),
        drop=dollars(sheet.drop),
        closing=dollars(sheet.closing),
        win=signed_dollars(sheet.win),
        fees=dollars(sheet.fees),
    )


def _needs(house: House, table: Table, alerts: list[Alert]) -> tuple[int, str, str]:
    """How urgently a table needs somebody, that in a word, and for what."""
    lost = None if table.link is None else house.links.desk.why_lost(table.link)
    first = alerts[0] if alerts else None
    if first is not None and first.urgency >= (2 if lost is None else 3):
        words = "a win waits to be verified" if first.kind is AlertKind.CLAIM else first.words
        return first.urgency, WHEN[first.urgency], words
    if lost is not None:
        return 2, WHEN[2], f"no progressive wagers: {lost}"
    if first is not None:
        return first.urgency, WHEN[first.urgency], first.words
    round = table.in_play
    if round is not None and table.settings.dealt_by is DealtBy.PERSON and next_step(round) != WAIT:
        if round.stage is not Stage.BETTING:
            return 1, "Dealer", f"the dealer: {next_step(round).does}"
    elif round is not None and due_seats(round):
        return 0, "Playing", f"waits for {seats_words(due_seats(round))}"
    return 0, "Quiet" if round is None or not round.seats else "Playing", ""


def _dots(house: House, table: Table) -> list[SeatDot]:
    sitting = {one.seat: one for one in table.sittings}
    return [_dot(house, table, sitting[seat]) if seat in sitting else _free(seat) for seat in SEATS]


def _free(seat: int) -> SeatDot:
    return SeatDot(seat=seat, name="", initials="", state="free")


def _dot(house: House, table: Table, sitting: Sitting) -> SeatDot:
    round, name = table.in_play, display_name(sitting.player)
    if sitting.left:
        state = "leaving"
    elif round is not None and sitting.seat in due_seats(round):
        state = "to act"
    elif table.has_wagers(sitting.seat):
        state = "in play"
    else:
        state = "no bets"
    # What pages other servers show is not known here, so nobody is said to be away.
    away = house.hub.servers is None and sitting.player not in house.hub.present(table.name)
    return SeatDot(
        seat=sitting.seat, name=name, initials=_initials(name), state=f"{state}, page closed" if away else state
    )


def _initials(name: str) -> str:
    """Two letters by which a seat is told from its neighbours: ann is AN, mary-jo is MJ."""
    parts = [part for part in name.replace("_", "-").split("-") if part]
    letters = parts[0][0] + parts[1][0] if len(parts) > 1 else name[:2]
    return letters.upper()
