"""`croupier table`: look at tables, and give them orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import Spelled, app
from croupier.cli.options import Pin, TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import Desk, SignedDesk, WritingDesk, at_desk, left_out_lines, left_out_rows

if TYPE_CHECKING:
    from croupier.floor.table import Settings, Table

table = Spelled("table", help="Open tables, look at them, give orders.")
app.add_command(table)


@table.command("list")
@at_desk
def tables(desk: Desk) -> None:
    """List the tables."""
    from croupier.errors import Refused
    from croupier.games import NotInstalled

    rows, left_out = list[dict[str, Any]](), dict[str, Refused]()
    for name in desk.room.tables():
        try:
            rows.append(_row(desk.room.table(name)))
        except NotInstalled as missing:
            left_out[name] = missing
    lines = [f"{row['table']:12} {row['rules']:8} {row['state']}" for row in rows]
    desk.show([*rows, *left_out_rows(left_out)], *lines, *left_out_lines(left_out))


@table.command("show")
@at_desk
def show(
    desk: Desk,
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
    order: Annotated[str, Argument(help="'sit 3', 'bet 10 trips 5', 'check', 'lock', 'void WHY', …")],
    version: Annotated[int | None, Option(help="The version that was seen: a later one refuses.")] = None,
) -> None:
    """Give an order; then the clock and an automatic dealer do what is theirs to do."""
    from croupier.floor.duty.deciding import check_dealer
    from croupier.floor.duty.manned import SeatDealer
    from croupier.floor.orders import parse_order
    from croupier.floor.practice import check_right_chips
    from croupier.floor.roles import Role

    asked = parse_order(order)
    if isinstance(asked, SeatDealer):
        check_dealer(desk.people, asked.name)
    who, room = desk.who, desk.room
    player = who.name if who.role is Role.PLAYER else None
    if player is not None:
        check_right_chips(name, player)
    if version is None:
        room.advance(name)
    room.do(name, asked, who, command=desk.command, version=version)
    _show(desk, room.advance(name, open_next=False), player)


@table.command("dealer")
@at_desk
def dealer(
    desk: SignedDesk,
    name: TableName,
    who: Annotated[str | None, Argument(help="Who deals from now on; nobody, if left out.")] = None,
) -> None:
    """Assign a dealer to a table, or relieve the one who deals there."""
    from croupier.floor.duty.deciding import check_dealer
    from croupier.floor.duty.manned import Relieve, SeatDealer

    if who is not None:
        check_dealer(desk.people, who)
    seen = desk.room.do(name, Relieve() if who is None else SeatDealer(who), desk.who, command=desk.command).table
    words = f"{who} deals at {name}" if who else f"nobody is assigned to {name}"
    desk.show({"table": name, "version": seen.version, "dealer": who}, words)


def _row(table: Table) -> dict[str, Any]:
    round = table.in_play
    state = "between rounds" if round is None else round.stage_words
    if table.unlawful:
        state = f"{state}; no further round is dealt: {table.unlawful}"
    if table.stopped:
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
        "dealer": None if table.dealer is None else table.dealer.name,
        "called": None if table.called is None else table.called.words,
        "seats": {sitting.seat: sitting.player for sitting in table.sittings},
    }


def _show(desk: Desk, table: Table, player: str | None, *, choices: bool = False) -> None:
    from croupier.floor.view import table_view

    seen = table_view(table, player)
    if not choices:
        desk.show(seen, *_lines(seen))
        return
    rows = _choices(table.settings)
    width = max(len(row["label"]) for row in rows)
    told = (
        f"  {row['label']:{width}}  {row['words']}{'   (' + row['allows'] + ')' if row['allows'] else ''}"
        for row in rows
    )
    desk.show({**seen, "choices": rows}, *_lines(seen), *told)


def _choices(settings: Settings) -> list[dict[str, Any]]:
    """Every choice of the house as it stands, with what the rule set allows (R49)."""
    from croupier.floor.choices.every import choices
    from croupier.floor.choices.making import NO_APPROVAL

    return [
        {
            "choice": choice.key,
            "label": choice.label,
            "value": choice.text(settings),
            "words": NO_APPROVAL if choice.key == "approval" and not settings.approval else choice.words(settings),
            "allows": choice.allows,
        }
        for choice in choices(settings.terms.rules)
    ]


def _lines(seen: dict[str, Any]) -> list[str]:
    lines = [
        f"{seen['table']}, {seen['rules']}, version {seen['version']}, round {seen['round'] or '-'}: {seen['state']}"
    ]
    if seen["board"] or seen["dealer"]:
        lines.append(f"board {seen['board'] or '-'}   dealer {seen['dealer'] or '-'}")
    for seat in seen["seats"]:
        cards = f" {seat['cards']}" if seat["cards"] else ""
        bets = ", ".join(f"{wager} {cents / 100:g}" for wager, cents in seat["bets"].items())
        legal = f"   may {', '.join(seat['legal'])}" if seat["legal"] else ""
        outcome = "side bet" if seat["outcome"] == "none" else seat["outcome"]
        result = "" if seat["net"] is None else f"   {outcome} {seat['net'] / 100:+g}"
        lines.append(f"seat {seat['seat']} {seat['player']}{cards} {bets}{result}{legal}".rstrip())
    return lines
