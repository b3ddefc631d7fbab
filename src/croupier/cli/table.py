"""`croupier table`: open tables, look at them, and give them orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.desk import Desk, SignedDesk, at_desk
from croupier.cli.options import DEFAULT_DB, AsJson, By, CommandId, Db, Pin, TableName

if TYPE_CHECKING:
    from croupier.floor.table import Settings, Table

table = typer.Typer(name="table", help="Open tables, look at them, give orders.", no_args_is_help=True)
app.add_typer(table)


@table.command("open")
def open_table(
    name: TableName,
    by: By,
    rules: Annotated[str, typer.Option(help="wa-base, wa-2014, wa-2018, wa-lnw or ca.")] = "wa-2018",
    trips: Annotated[str | None, typer.Option(help="Pay table of Trips.")] = None,
    bad_beat: Annotated[str | None, typer.Option(help="Pay table of Bad Beat; 'none' leaves the bet out.")] = None,
    pairs: Annotated[str | None, typer.Option(help="Pay table of Pairs; 'none' leaves the bet out.")] = None,
    procedure: Annotated[str | None, typer.Option(help="hand-held, packet, shoe or shuffler.")] = None,
    ante: Annotated[str | None, typer.Option(help="Limits of the Ante in dollars, such as 5-100.")] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds to decide in; none if left out.")] = None,
    dealt_by: Annotated[str, typer.Option(help="machine, or person who presses the steps.")] = "machine",
    colours: Annotated[str, typer.Option(help="Colours of the two decks.")] = "blue,red",
    settling_order: Annotated[str | None, typer.Option(help="Such as 1,2,3,4,5,6.")] = None,
    face_up: Annotated[str | None, typer.Option(help="Approval reference for face-up dealing.")] = None,
    coverage: Annotated[str, typer.Option(help="California: net or gross.")] = "net",
    collection: Annotated[int | None, typer.Option(help="California: schedule 1 or 2.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Open a table."""
    chosen: dict[str, Any] = {"coverage": coverage}
    for key, value in {
        "procedure": procedure,
        "clock_s": clock,
        "settling_order": settling_order,
        "face_up_approval": face_up,
        "collection": collection,
        "ante": ante,
    }.items():
        if value is not None:
            chosen[key] = value
    settings = _settings(rules, {"trips": trips, "bad_beat": bad_beat, "pairs": pairs}, chosen, dealt_by, colours)
    with SignedDesk(by, pin, db, id, as_json) as desk:
        opened = desk.room.open_table(name, settings, desk.who, desk.command)
        desk.show({"table": name, "version": opened.version}, f"{name} is open, {rules}")


@table.command("list")
@at_desk
def tables(desk: Desk) -> None:
    """List the tables."""
    rows = [_row(desk.room.table(name)) for name in desk.room.tables()]
    desk.show(rows, *(f"{row['table']:12} {row['rules']:8} {row['state']}" for row in rows))


@table.command("show")
@at_desk
def show(
    desk: Desk,
    name: TableName,
    of: Annotated[str | None, typer.Option("--for", help="As this player sees it; they sign in.")] = None,
    pin: Pin = None,
) -> None:
    """Show a table as anybody sees it, or as one of its players does."""
    player = None if of is None else desk.sign_in(of, pin).name
    _show(desk, desk.room.table(name), player)


@table.command("do")
@at_desk
def do(
    desk: SignedDesk,
    name: TableName,
    order: Annotated[str, typer.Argument(help="'sit 3', 'bet 10 trips 5', 'check', 'lock', 'void WHY', …")],
    version: Annotated[int | None, typer.Option(help="The version that was seen: a later one refuses.")] = None,
) -> None:
    """Give an order; then the clock and an automatic dealer do what is theirs to do."""
    from croupier.floor.orders import parse_order
    from croupier.floor.practice import check_money_meets_money
    from croupier.floor.roles import Role

    asked = parse_order(order)
    who, room = desk.who, desk.room
    player = who.name if who.role is Role.PLAYER else None
    if player is not None:
        check_money_meets_money(name, player)
    if version is None:
        room.advance(name)
    room.do(name, asked, who, command=desk.command, version=version)
    _show(desk, room.advance(name, open_next=False), player)


def _settings(
    rules: str, tables: dict[str, str | None], chosen: dict[str, Any], dealt_by: str, colours: str
) -> Settings:
    from dataclasses import replace

    from croupier.errors import Refused
    from croupier.floor.table import DealtBy, Settings
    from croupier.money import parse_dollars
    from croupier.rules.bank import parse_coverage
    from croupier.rules.collection import Schedule
    from croupier.rules.deal import parse_procedure
    from croupier.rules.paytables import Bet
    from croupier.rules.rulesets import ruleset
    from croupier.rules.terms import customary_limits, terms
    from croupier.rules.wagers import Range

    made = ruleset(rules)
    offered = {bet: names[0] for bet, names in made.tables.items()}
    for bet, pays in tables.items():
        if pays == "none":
            offered.pop(Bet(bet), None)
        elif pays is not None:
            offered[Bet(bet)] = pays
    chosen["coverage"] = parse_coverage(chosen["coverage"])
    try:
        if "procedure" in chosen:
            chosen["procedure"] = parse_procedure(chosen["procedure"])
        if "settling_order" in chosen:
            chosen["settling_order"] = tuple(int(seat) for seat in chosen["settling_order"].split(","))
        if "collection" in chosen:
            chosen["collection"] = Schedule(chosen["collection"])
        if "ante" in chosen:
            least, _, most = chosen.pop("ante").partition("-")
            span = Range(parse_dollars(least), parse_dollars(most))
            chosen["limits"] = replace(customary_limits(made), ante=span)
        by = DealtBy(dealt_by)
    except Refused:
        raise
    except ValueError as why:
        raise Refused(f"cannot open such a table: {why}; see croupier table open --help") from None
    return Settings(terms=terms(made, offered, **chosen), dealt_by=by, colours=tuple(colours.split(",")))


def _row(table: Table) -> dict[str, Any]:
    round = table.in_play
    state = "stopped: " + table.stopped if table.stopped else "between rounds" if round is None else round.stage.value
    return {
        "table": table.name,
        "rules": table.settings.terms.rules.name,
        "version": table.version,
        "rounds": table.rounds,
        "state": state,
        "seats": {sitting.seat: sitting.player for sitting in table.sittings},
    }


def _show(desk: Desk, table: Table, player: str | None) -> None:
    from croupier.floor.view import table_view

    seen = table_view(table, player)
    desk.show(seen, *_lines(seen))


def _lines(seen: dict[str, Any]) -> list[str]:
    lines = [
        f"{seen['table']}, {seen['rules']}, version {seen['version']}, round {seen['round'] or '-'}: {seen['state']}"
    ]
    if seen["board"] or seen["dealer"]:
        lines.append(f"board {seen['board'] or '-'}   dealer {seen['dealer'] or '-'}")
    for seat in seen["seats"]:
        cards = f" {seat['hole']}" if seat["hole"] else ""
        bets = ", ".join(f"{wager} {cents / 100:g}" for wager, cents in seat["bets"].items())
        legal = f"   may {', '.join(seat['legal'])}" if seat["legal"] else ""
        result = "" if seat["net"] is None else f"   {seat['outcome']} {seat['net'] / 100:+g}"
        lines.append(f"seat {seat['seat']} {seat['player']}{cards} {bets}{result}{legal}".rstrip())
    return lines
