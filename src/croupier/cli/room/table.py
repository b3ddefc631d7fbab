"""`croupier table`: open tables, look at them, and give them orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.options import GameKey, Pin, RulesName, TableName
from croupier.cli.paytable_options import chosen_tables, paytable_options
from croupier.cli.room.desk import Desk, SignedDesk, at_desk

if TYPE_CHECKING:
    from croupier.floor.table import Settings, Table
    from croupier.rules.rulesets import RuleSet

table = typer.Typer(name="table", help="Open tables, look at them, give orders.", no_args_is_help=True)
app.add_typer(table)


@table.command("open")
@paytable_options
@at_desk
def open_table(
    desk: SignedDesk,
    name: TableName,
    paytables: dict[str, str],
    game: GameKey = None,
    rules: RulesName = None,
    procedure: Annotated[str | None, typer.Option(help="hand-held, packet, shoe or shuffler.")] = None,
    ante: Annotated[str | None, typer.Option(help="Limits of the Ante in dollars, such as 5-100.")] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds to decide in; none if left out.")] = None,
    dealt_by: Annotated[str, typer.Option(help="machine, or person who presses the steps.")] = "machine",
    colours: Annotated[str, typer.Option(help="Colours of the two decks.")] = "blue,red",
    settling_order: Annotated[str | None, typer.Option(help="Such as 1,2,3,4,5,6.")] = None,
    face_up: Annotated[str | None, typer.Option(help="Approval reference for face-up dealing.")] = None,
    open_spots: Annotated[int | None, typer.Option(help="Players at a face-up table; 3 if left out.")] = None,
    coverage: Annotated[str, typer.Option(help="California: net or gross.")] = "net",
    collection: Annotated[int | None, typer.Option(help="California: schedule 1 or 2.")] = None,
) -> None:
    """Open a table."""
    from croupier.lab.solved import face_up_words
    from croupier.rules.games import chosen_rules

    made = chosen_rules(game, rules)
    chosen: dict[str, Any] = {"coverage": coverage}
    for key, value in {
        "procedure": procedure,
        "clock_s": clock,
        "settling_order": settling_order,
        "face_up_approval": face_up,
        "open_spots": open_spots,
        "collection": collection,
        "ante": ante,
    }.items():
        if value is not None:
            chosen[key] = value
    settings = _settings(made, paytables, chosen, dealt_by, colours)
    opened = desk.room.open_table(name, settings, desk.who, desk.command)
    warning = face_up_words(settings.terms)
    told = {"face_up": warning} if warning else {}
    desk.show({"table": name, "version": opened.version, **told}, f"{name} is open, {made.name}", *told.values())


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
    who: Annotated[str | None, typer.Argument(help="Who deals from now on; nobody, if left out.")] = None,
) -> None:
    """Assign a dealer to a table, or relieve the one who deals there."""
    from croupier.floor.duty.deciding import check_dealer
    from croupier.floor.duty.manned import Relieve, SeatDealer

    if who is not None:
        check_dealer(desk.people, who)
    seen = desk.room.do(name, Relieve() if who is None else SeatDealer(who), desk.who, command=desk.command).table
    words = f"{who} deals at {name}" if who else f"nobody is assigned to {name}"
    desk.show({"table": name, "version": seen.version, "dealer": who}, words)


def _settings(
    rules: RuleSet, paytables: dict[str, str], chosen: dict[str, Any], dealt_by: str, colours: str
) -> Settings:
    from croupier.errors import Refused
    from croupier.floor.table import DealtBy, Settings
    from croupier.money import parse_dollars
    from croupier.rules.bank import parse_coverage
    from croupier.rules.collection import Schedule
    from croupier.rules.deal import parse_procedure
    from croupier.rules.terms import customary_limits, terms
    from croupier.rules.wagers import Range

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
            chosen["limits"] = customary_limits(rules).with_spot(rules.game.base, span)
        by = DealtBy(dealt_by)
    except Refused:
        raise
    except ValueError as why:
        raise Refused(f"cannot open such a table: {why}; see croupier table open --help") from None
    tables = chosen_tables(dict(rules.tables), paytables)
    return Settings(
        terms=terms(rules, tables, **chosen),
        dealt_by=by,
        colours=tuple(colour.strip() for colour in colours.split(",")),
    )


def _row(table: Table) -> dict[str, Any]:
    round = table.in_play
    state = "stopped: " + table.stopped if table.stopped else "between rounds" if round is None else round.stage_words
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
        cards = f" {seat['cards']}" if seat["cards"] else ""
        bets = ", ".join(f"{wager} {cents / 100:g}" for wager, cents in seat["bets"].items())
        legal = f"   may {', '.join(seat['legal'])}" if seat["legal"] else ""
        outcome = "side bet" if seat["outcome"] == "none" else seat["outcome"]
        result = "" if seat["net"] is None else f"   {outcome} {seat['net'] / 100:+g}"
        lines.append(f"seat {seat['seat']} {seat['player']}{cards} {bets}{result}{legal}".rstrip())
    return lines
