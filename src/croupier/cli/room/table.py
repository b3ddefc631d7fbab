"""`croupier table`: look at tables, and give them orders."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.options import Pin, TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, WritingDesk, at_desk, left_out_lines, left_out_rows
from croupier.errors import Refused
from croupier.floor.choices.every import choices
from croupier.floor.choices.notices import title_mark
from croupier.floor.corrections import AskCorrection, DropCorrection, MakeCorrection
from croupier.floor.history.disputes import openings
from croupier.floor.orders import parse_order
from croupier.floor.practice import check_right_chips, is_practice
from croupier.floor.roles import Duty, Role, check_may
from croupier.floor.sitting import nobodys
from croupier.floor.staffing import Relieve, SeatDealer
from croupier.floor.staffing_decisions import check_dealer
from croupier.floor.table import Settings, Table
from croupier.floor.view import stage_words, table_view
from croupier.games import NotInstalled
from croupier.ledger.accounts import player as account_of_player
from croupier.money import parse_dollars, signed_dollars

table = group("table")


@table.command("list")
@at_desk
def tables(desk: ReadingDesk) -> None:
    """List the tables."""
    rows, left_out = list[dict[str, Any]](), dict[str, Refused]()
    for name in desk.room.tables():
        try:
            rows.append(_row(desk, desk.room.table(name)))
        except NotInstalled as missing:
            left_out[name] = missing
    lines = [line for row in rows for line in _row_lines(row)]
    desk.show([*rows, *left_out_rows(left_out)], *lines, *left_out_lines(left_out))


@table.command("show")
@at_desk
def show(
    desk: ReadingDesk,
    name: TableName,
    of: Annotated[str | None, Option("--for", help="As this player sees it; they sign in.")] = None,
    pin: Pin = None,
) -> None:
    """Show a table as anybody sees it, or as one of its players does; and every choice that the house made there."""
    player = None
    if of is not None:
        with WritingDesk(desk.db) as door:
            player = door.sign_in(of, pin).name
    _show(desk, desk.room.table(name), player, choices=True)


@table.command("do")
@at_desk
def do(
    desk: SignedDesk,
    name: TableName,
    order: Annotated[
        str, Argument(help="'sit 3', 'bet 10 trips 5', 'check', 'lock', 'void WHY', 'seat 3 bet 10', 'cards AhKd', …")
    ],
    version: Annotated[int | None, Option(help="The version that was seen: a later one refuses.")] = None,
) -> None:
    """Give an order; then the clock and an automatic dealer do what is theirs to do."""
    parsed = parse_order(order)
    if isinstance(parsed, SeatDealer):
        check_dealer(desk.people, parsed.name)
    who, room = desk.who, desk.room
    player = who.name if who.role is Role.PLAYER else None
    if player is not None:
        check_right_chips(name, player)
    if version is None:
        room.advance(name)
    room.do(name, parsed, who, command=desk.command, version=version)
    _show(desk, room.advance(name, open_next=False), player)


@table.command("correct")
@at_desk
def correct(
    desk: SignedDesk,
    round: Annotated[str, Argument(help="The round, such as T1-57.")],
    seat: Annotated[int, Argument(help="The seat that was paid wrongly.")],
    amount: Annotated[str, Argument(help="Dollars that it gets more; to give back, such as 10 with --back.")],
    why: Annotated[str, Option(help="The reason, which stands in the record.")],
    back: Annotated[bool, Option("--back", help="The seat gives so much back.")] = False,
    second: Annotated[str | None, Option("--second", help="Who makes it; otherwise it waits for somebody.")] = None,
    second_pin: Annotated[str | None, Option("--second-pin", help="Their PIN; asked for if left out.")] = None,
) -> None:
    """Correct what a finished round paid a seat: one person asks, another makes it (R58)."""
    name, _, _ = round.rpartition("-")
    cents = parse_dollars(amount)
    beside = None if second is None else desk.sign_in(second, second_pin)
    if beside is not None:
        check_may(beside, Duty.CORRECT_ROUND)
        if beside.name == desk.who.name:
            raise Refused(f"{beside.name} asks for this correction; somebody else makes it")
    order = AskCorrection(round, seat, -cents if back else cents, why.strip())
    after = desk.room.do(name, order, desk.who, command=desk.command).table
    if beside is not None:
        try:
            after = desk.room.do(name, MakeCorrection(order.reference), beside, command=f"{desk.command}/made").table
        except Refused:  # nothing is left half done
            desk.room.do(name, DropCorrection(order.reference), desk.who, command=f"{desk.command}/dropped")
            raise
    words = f"seat {seat} of {round}: {signed_dollars(order.cents)}, {order.reason}"
    waits = f"asked for: {words}; somebody else makes it: croupier table do {name} 'make correction'"
    plain = {"round": round, "seat": seat, "cents": order.cents, "reason": order.reason, "made": second is not None}
    desk.show({**plain, "version": after.version}, waits if second is None else f"corrected: {words}")


@table.command("dealer")
@at_desk
def dealer(
    desk: SignedDesk,
    name: TableName,
    who: Annotated[str | None, Argument(help="Who deals from now on; nobody, if left out.")] = None,
) -> None:
    """Assign a dealer to a table, or relieve the one who deals there."""
    if who is not None:
        check_dealer(desk.people, who)
    after = desk.room.do(name, Relieve() if who is None else SeatDealer(who), desk.who, command=desk.command).table
    words = f"{who} deals at {name}" if who else f"nobody is assigned to {name}"
    desk.show({"table": name, "version": after.version, "dealer": who}, words)


def _row(desk: ReadingDesk, table: Table) -> dict[str, Any]:
    state = stage_words(table)
    if why := desk.room.why_held(table):
        state = f"{state}; no further round is dealt: {why}"
    if table.stopped and not table.rehearsing:
        state = f"stopped: {table.stopped}"
    if table.closed:
        state = "closed"
    return {
        "table": table.name,
        "game": table.settings.terms.game.key,
        "rules": table.settings.terms.rules.name,
        "version": table.version,
        "rounds": table.rounds,
        "state": state,
        "approval_status": _approval(desk, table),
        "dealer": None if table.dealer is None else table.dealer.name,
        "called": None if table.called is None else table.called.words,
        "disputes": [
            {"round": said.event.round, "seat": said.event.seat, "by": said.by, "since_ms": said.time_ms}
            for said in openings(desk.store, table)
        ],
        "correction": None if table.correction is None else table.correction.reference,
        "seats": {sitting.seat: sitting.player for sitting in table.sittings},
    }


def _row_lines(row: dict[str, Any]) -> Iterator[str]:
    """A table of the list, and below it what waits there for a supervisor."""
    yield f"{row['table']:12} {row['rules']:8} {row['state']}   {row['approval_status']}"
    for one in row["disputes"]:
        since = datetime.fromtimestamp(one["since_ms"] / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield f"{'':12} seat {one['seat']} disputes {one['round']} since {since}, told by {one['by']}"
    if row["correction"] is not None:
        yield f"{'':12} the correction {row['correction']} waits for a second person"


def _show(desk: ReadingDesk, table: Table, player: str | None, *, choices: bool = False) -> None:
    approval = _approval(desk, table)
    chips = None if player is None else desk.store.balance(account_of_player(player))
    view = {**table_view(table, player, chips=chips), "approval_status": approval}
    if not choices:
        desk.show(view, *_lines(view))
        return
    rows, title = _choices(table.settings, approval), title_mark(table.settings.terms)
    width = max(len(row["label"]) for row in rows)
    choice_lines = (
        f"  {row['label']:{width}}  {row['words']}{'   (' + row['allows'] + ')' if row['allows'] else ''}"
        for row in rows
    )
    desk.show({**view, "title": title, "choices": rows}, *_lines(view), title, *choice_lines)


def _approval(desk: ReadingDesk, table: Table) -> str:
    """How a table stands to its approval (R50, R56); nothing where play chips are played for."""
    return "" if is_practice(table.name) else desk.room.approvals.of_table(table).words


def _choices(settings: Settings, approval: str) -> list[dict[str, Any]]:
    """Every choice of the house as it stands, with what the rule set allows (R49)."""
    return [
        {
            "choice": choice.key,
            "label": choice.label,
            "value": choice.text(settings),
            "words": approval if choice.key == "approval" and approval else choice.words(settings),
            "allows": choice.allows,
        }
        for choice in choices(settings.terms.rules)
    ]


def _lines(view: dict[str, Any]) -> list[str]:
    lines = [
        f"{view['table']}, {view['rules']}, version {view['version']}, round {view['round'] or '-'}: {view['state']}"
    ]
    if view["board"] or view["dealer"]:
        lines.append(f"board {view['board'] or '-'}   dealer {view['dealer'] or '-'}")
    for seat in view["seats"]:
        cards = f" {seat['cards']}" if seat["cards"] else " cards unknown" if seat["unknown"] else ""
        bets = ", ".join(f"{wager} {cents / 100:g}" for wager, cents in seat["bets"].items())
        legal = f"   may {', '.join(seat['legal'])}" if seat["legal"] else ""
        outcome = "side bet" if seat["outcome"] == "none" else seat["outcome"]
        result = "" if seat["net"] is None else f"   {outcome} {seat['net'] / 100:+g}"
        named = "" if seat["player"] == nobodys(seat["seat"]) else f" {seat['player']}"
        lines.append(f"seat {seat['seat']}{named}{cards} {bets}{result}{legal}".rstrip())
    if view["entry_due"] is not None:
        lines.append(f"to enter: {view['entry_due']}")
    return lines
