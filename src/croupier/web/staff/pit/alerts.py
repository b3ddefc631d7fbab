"""What needs a person, derived from the state of the room: nothing is kept that could be out of date.

An alert says what is the matter, since when, and what to do about it; it is for whoever has a duty to do that. `derive`
is a function of the room's state, which `croupier.web.staff.pit.alert_watch` reads. A new sort of alert is one more
`AlertKind`, and a few lines in `_of_link` or `_of_table`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from croupier.floor.cage.inventory import is_tray_low
from croupier.floor.dealer import deadline_ms, lit_step
from croupier.floor.history.verdict import Verdict
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.outside import OutsideTable
from croupier.floor.links.terms import outside_law
from croupier.floor.roles import Duty
from croupier.floor.table import DealtBy, Table
from croupier.jackpot.display import amount
from croupier.jackpot.link import Link
from croupier.money import dollars, signed_dollars
from croupier.rules.law import Law
from croupier.rules.paytables import line_words
from croupier.rules.round import Stage, due_seats
from croupier.web.staff.pit.alert import Alert, AlertKind, RoomState
from croupier.web.table.seat_page import display_name
from croupier.web.wording import natural_order, seats_words

SLOW_MS: Final = 180_000
"""A table that has waited this long for one and the same step is stuck."""
_CASH: Final = "/staff/cage/cash"


def derive(seen: RoomState) -> list[Alert]:
    """Every alert, the most urgent first."""
    alerts: list[Alert] = []
    for link in seen.links:
        alerts += _of_link(link, seen.law)
    for table in seen.tables:
        alerts += _of_table(seen, table)
    for real in seen.real_tables:
        alerts += _of_real_table(real)
    alerts += _of_cash(seen)
    return sorted(
        alerts, key=lambda alert: (-alert.urgency, natural_order(alert.about), alert.kind.value, alert.number)
    )


def _of_link(link: Link, law: Law) -> Iterator[Alert]:
    page = f"/staff/links/{link.id}"
    for claim in link.claims.values():
        worth = amount(link, claim)
        who = f"seat {claim.seat}" + (f", {display_name(claim.player)}" if claim.player else "")
        yield Alert(
            kind=AlertKind.CLAIM,
            urgency=3,
            about=claim.table,
            table=claim.table,
            number=claim.number,
            words=f"{who}: {line_words(claim.line)}"
            + ("" if worth is None else f", {dollars(worth)}")
            + "; a win waits to be verified",
            todo="Look at the cards, then verify and pay with badge and PIN, or refuse with a reason.",
            ways=((Duty.RUN_LINK, f"/staff/pit#claim-{link.id}-{claim.number}"),),
            noted=(PREFIX + link.id, "ClaimPressed"),
        )
    for request in link.asked.values():
        yield Alert(
            kind=AlertKind.APPROVAL,
            urgency=2,
            about=link.id,
            number=request.adjustment,
            words=f"{request.level} from {dollars(request.old)} to {dollars(request.new)} waits for a second person",
            todo=f"{request.by} asks for it; approve it with your PIN, or drop it.",
            ways=((Duty.RUN_LINK, page),),
            not_for=request.by,
            noted=(PREFIX + link.id, "AdjustmentAsked"),
        )
    why = None if link.closed else outside_law(link.terms, link.tables.values(), law)
    if why is not None:
        yield Alert(
            kind=AlertKind.LAW,
            urgency=2,
            about=link.id,
            words=f"outside the law: {why}",
            todo="Its tables deal no further round. Bring it within the law on its page.",
            ways=((Duty.RUN_LINK, page),),
        )
    if link.fault is not None:
        yield Alert(
            kind=AlertKind.LINK,
            urgency=2,
            about=link.id,
            words=f"link stopped: {link.fault}",
            todo="No progressive wagers are taken. Put it right, then resume the link.",
            ways=((Duty.RUN_LINK, page),),
            noted=(PREFIX + link.id, "LinkStopped"),
        )


def _of_cash(seen: RoomState) -> Iterator[Alert]:
    for name, cash in seen.cash.items():
        if cash.is_above(seen.cash_alert):
            moved = f"{dollars(cash.cash_in)} in cash for chips and {dollars(cash.cash_out)} back today"
            words = f"{moved}, above {dollars(seen.cash_alert or 0)}"
            todo, ways = "Ask for their papers and report it, as the house's controls say.", ((Duty.CAGE, _CASH),)
            yield Alert(kind=AlertKind.CASH, urgency=1, about=name, words=words, todo=todo, ways=ways)


def _of_real_table(table: OutsideTable) -> Iterator[Alert]:
    """A win of the tray that waits for a supervisor (R44); one of a meter is the link's."""
    win = table.unverified
    if win is not None:
        yield Alert(
            kind=AlertKind.CLAIM,
            urgency=3,
            about=table.name,
            words=f"seat {win.seat}: {line_words(win.line)}, {dollars(win.cents)} from the tray; it is to be verified",
            todo="Look at the cards, then verify it at its keypad with badge and PIN, or refuse it with a reason.",
            ways=((Duty.RUN_LINK, f"/staff/link-keypad/{table.name}"),),
            not_for=win.pressed_by,
        )


def _of_table(seen: RoomState, table: Table) -> Iterator[Alert]:
    fault = seen.faults.get(table.name)
    if fault is not None:
        yield _alert(table, AlertKind.FROZEN, 3, f"frozen: {fault}", "Tell the players; stop the table if it stays so.")
    if table.called is not None:
        yield _alert(
            table,
            AlertKind.CALL,
            3,
            table.called.words,
            "Go there; badge and PIN on its keypad, or the pit, answer the call.",
            ways=((Duty.ASSIGN_DEALER, f"/staff/pit#{table.name}"),),
            since_ms=table.called.since_ms,
        )
    for win in table.unlogged:
        if win.pressed_by:
            yield _alert(
                table,
                AlertKind.CLAIM,
                3,
                f"{win.words}; a win waits to be verified",
                "Look at the cards, then verify it on the table's keypad or here; it takes neither key nor card.",
                ways=((Duty.RUN_LINK, f"/staff/pit#claim-{table.name}-{win.seat}"),),
                number=win.seat,
                not_for=win.pressed_by,
                noted=(table.stream, "TrayWinPressed"),
            )
    if table.stopped is not None:
        todo, noted = "Resume it when it may go on.", (table.stream, "TableStopped")
        yield _alert(table, AlertKind.STOPPED, 2, f"stopped: {table.stopped}", todo, noted=noted)
    if table.unlawful is not None and not table.closed:
        todo, way = "Bring it within the law on its page.", (Duty.CHANGE_TABLE, f"/staff/tables/{table.name}")
        yield _alert(table, AlertKind.LAW, 2, f"no further round is dealt: {table.unlawful}", todo, ways=(way,))
    elif (why := seen.unapproved.get(table.name)) is not None and not table.closed:
        todo = "Name an approval that covers it, or change it back into its scope."
        way = (Duty.CHANGE_TABLE, f"/staff/tables/{table.name}")
        yield _alert(table, AlertKind.LAW, 2, f"no further round is dealt: {why}", todo, ways=(way,))
    if (looking := seen.signs.get(table.name)) and table.settings.terms.face_up and not table.closed:
        words = ", ".join(f"{display_name(player)} ({verdict.value})" for player, verdict in looking.items())
        todo, way = "Read which decisions they rest on.", (Duty.SEE_SIGNS, f"/staff/signs/{table.name}")
        urgency = 2 if Verdict.STRONG in looking.values() else 1
        yield _alert(table, AlertKind.SIGNS, urgency, f"signs of looking: {words}", todo, ways=(way,))
    yield from _of_tray(seen, table)
    yield from _of_its_past(table)
    yield from _waiting(seen, table)


def _of_its_past(table: Table) -> Iterator[Alert]:
    """A finished round that a player disputes, or that waits for the second of two people who correct it (R58)."""
    for one in table.disputes:
        yield _alert(
            table,
            AlertKind.DISPUTE,
            2,
            f"seat {one.seat} disputes {one.round}: {one.words}",
            "Look at the seat of that round; correct what was paid, or close the dispute with how it ended.",
            ways=_to_the_seat(one.round, one.seat),
            number=number_of(one.round, one.seat),
        )
    asked = table.correction
    if asked is not None:
        yield _alert(
            table,
            AlertKind.APPROVAL,
            2,
            f"seat {asked.seat} of {asked.round}, {signed_dollars(asked.cents)}, waits for a second person",
            f"{asked.by} asks for this correction; sign it, or drop it.",
            ways=_to_the_seat(asked.round, asked.seat),
            not_for=asked.by,
            noted=(table.stream, "CorrectionAsked"),
        )


def number_of(round: str, seat: int) -> int:
    """By what number one dispute of a table is told from another."""
    return int(round.rpartition("-")[2]) * 10 + seat


def _to_the_seat(round: str, seat: int) -> tuple[tuple[Duty, str], ...]:
    return ((Duty.CORRECT_ROUND, f"/staff/rounds/{round}/seats/{seat}"),)


def _of_tray(seen: RoomState, table: Table) -> Iterator[Alert]:
    held = seen.trays.get(table.name, 0)
    at_the_cage = (Duty.FILL, f"/staff/pit#{table.name}")
    if table.closed:
        # A round was corrected since; the pit has no tile of a closed table.
        if held:
            owes = f"closed, and its tray owes {dollars(-held)}"
            words, todo = (owes, "Fill it") if held < 0 else (f"closed, with {dollars(held)} in its tray", "Credit it")
            ways, todo = ((Duty.FILL, "/staff/cage"),), f"{todo} at the cage, then count and close its shift."
            yield _alert(table, AlertKind.TRAY, 1, words, todo, ways=ways)
    elif held < 0:
        words, todo = f"the tray is short by {dollars(-held)}", "Fill it before the next payout."
        yield _alert(table, AlertKind.TRAY, 3, words, todo, ways=(at_the_cage,))
    elif seen.low_tray is not None and is_tray_low(table, held, seen.low_tray):
        words, todo = f"the tray is low: {dollars(held)}", f"Fill it: the house wants {dollars(seen.low_tray)} or more."
        # At a table where nobody sits there is time.
        yield _alert(table, AlertKind.TRAY, 2 if table.sittings else 1, words, todo, ways=(at_the_cage,))


def _waiting(seen: RoomState, table: Table) -> Iterator[Alert]:
    """A table that stands still, and for whom: the dealer, a player who is gone, or one who does not answer."""
    if table.in_play is None and seen.unapproved.get(table.name) is not None:
        return  # it waits for its approval, and that is an alert of its own
    waited_ms = seen.now_ms - table.since_ms
    if _dealer_is_due(table) or any(not win.pressed_by for win in table.unlogged):
        if waited_ms >= SLOW_MS:
            todo = "Press the lit key, or send somebody to the table."
            words = f"waits for the dealer: {_next_words(table)}"
            yield _alert(table, AlertKind.DEALER, 2, words, todo, ways=_at_the_table(table), since_ms=table.since_ms)
        return
    seats = _awaited(table)
    if not seats:
        return
    by_clock = deadline_ms(table) is not None
    # Nobody needs a page for whom the dealer acts.
    here = None if seen.present is None else seen.present.get(table.name, frozenset())
    gone = [
        seat for seat in seats if here is not None and not table.acts_for(seat) and table.player_at(seat) not in here
    ]
    if gone:
        words = f"waits for {_names(table, gone)}, whose page is closed"
        ask = "Ask for them; if nobody comes, send them off at the keypad: what is left is checked, or folded."
        todo = "The clock decides for them." if by_clock else ask
        yield _alert(table, AlertKind.ABSENT, 1 if by_clock else 2, words, todo, ways=_at_the_table(table))
    elif not by_clock and waited_ms >= SLOW_MS:
        words, todo = f"waits for {_names(table, seats)}", "Ask them; this table has no clock."
        yield _alert(table, AlertKind.WAITING, 2, words, todo, since_ms=table.since_ms)


def _at_the_table(table: Table) -> tuple[tuple[Duty, str], ...]:
    """The keypad for whoever deals, and the pit for the others."""
    return ((Duty.DEAL, f"/staff/keypad/{table.name}"), (Duty.STOP, f"/staff/pit#{table.name}"))


def _alert(table: Table, kind: AlertKind, urgency: int, words: str, todo: str, **more: object) -> Alert:
    there: dict[str, Any] = {"ways": ((Duty.STOP, f"/staff/pit#{table.name}"),), "table": table.name, **more}
    return Alert(kind=kind, urgency=urgency, about=table.name, words=words, todo=todo, **there)


def _dealer_is_due(table: Table) -> bool:
    """Whether a person has to press a key. With bets open and none down, the dealer waits for the players."""
    if table.settings.dealt_by is not DealtBy.PERSON or lit_step(table) is None:
        return False
    round = table.in_play
    if round is None:
        return any(not sitting.left for sitting in table.sittings)
    return round.stage is not Stage.BETTING or bool(round.seats)


def _next_words(table: Table) -> str:
    step = lit_step(table)
    return "press the hand button of a win" if step is None else step.does


def _awaited(table: Table) -> list[int]:
    """The seats without which the round in play does not go on."""
    round = table.in_play
    if round is None:
        return []
    if round.stage is Stage.BETTING:
        if not round.seats:
            return []
        return [s.seat for s in table.sittings if not s.left and not table.has_wagers(s.seat)]
    left = {sitting.seat for sitting in table.sittings if sitting.left}
    return [seat for seat in due_seats(round) if seat not in left]


def _names(table: Table, seats: list[int]) -> str:
    if len(seats) > 1:
        return seats_words(seats)
    return f"seat {seats[0]}, {display_name(table.player_at(seats[0]))}"
