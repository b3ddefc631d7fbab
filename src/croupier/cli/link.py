"""`croupier link`: progressive links, from opening one to the page that a winner signs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.desk import DEFAULT_DB, AsJson, By, CommandId, Db, Pin, answer, command_id, record, sign_in

if TYPE_CHECKING:
    from croupier.floor.links import Links
    from croupier.store.journal import Store
    from croupier.store.unit import Receipt

link = typer.Typer(name="link", help="Progressive links: levels, claims, adjustments, reports.", no_args_is_help=True)
app.add_typer(link)

Name = Annotated[str, typer.Argument(help="The link's name.")]
TableName = Annotated[str, typer.Argument(help="The table's name.")]
Paytable = Annotated[str, typer.Option(help="UTH-P01, or MGL-01, MGL-ML01, MGL-ML03 for a Multi-Game Link.")]
Stake = Annotated[str, typer.Option(help="The fixed wager in dollars.")]
Levels = Annotated[
    list[str],
    typer.Option(
        "--level",
        help="NAME:CONTRIBUTION%:RESERVE%:SEED$ and perhaps :MAXIMUM$, such as main:23:5:10000; once for each level. "
        "CONTRIBUTION%/PRECONFIGURED% also says which rate the pay table came with.",
    ),
]
FlowName = Annotated[str | None, typer.Option("--flow", help="keyed or card; a Multi-Game Link has cards.")]
OffMeter = Annotated[bool, typer.Option("--fixed-off-meter", help="Fixed pays come off the meter too (wa-2014).")]
Executive = Annotated[str | None, typer.Option("--executive-above", help="Dollars above which it takes an Executive.")]
Override = Annotated[str, typer.Option(help="Why the terms stand although R42 warns; recorded.")]
Since = Annotated[str | None, typer.Option(help="From this moment on, such as 2026-11-15 or 2026-11-15T18:00; UTC.")]
Until = Annotated[str | None, typer.Option(help="Up to this moment; UTC.")]


@link.command("create")
def create(
    name: Name,
    by: By,
    level: Levels,
    paytable: Paytable = "UTH-P01",
    stake: Stake = "1",
    flow: FlowName = None,
    fixed_off_meter: OffMeter = False,
    executive_above: Executive = None,
    override: Override = "",
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Open a link; every meter starts at its seed."""
    from croupier.cli.link_text import parse_terms

    terms = parse_terms(paytable, stake, level, flow, fixed_off_meter, executive_above)
    with record(db, create=False) as store:
        links = _links(store)
        links.open(name, terms, sign_in(store, by, pin), command_id(id), override=override)
        _show(links, name, as_json)


@link.command("configure")
def configure(
    name: Name,
    by: By,
    level: Levels,
    paytable: Paytable = "UTH-P01",
    stake: Stake = "1",
    flow: FlowName = None,
    fixed_off_meter: OffMeter = False,
    executive_above: Executive = None,
    override: Override = "",
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Change a link's terms, while no round and no claim is open on it."""
    from croupier.cli.link_text import parse_terms

    terms = parse_terms(paytable, stake, level, flow, fixed_off_meter, executive_above)
    with record(db, create=False) as store:
        links = _links(store)
        links.configure(name, terms, sign_in(store, by, pin), command_id(id), override=override)
        _show(links, name, as_json)


@link.command("list")
def links_there(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """List the links and what their displays show."""
    with record(db, create=False) as store:
        links = _links(store)
        rows = [_seen(links, name) for name in links.desk.names()]
    answer(as_json, rows, *(f"{row['link']:12} {_levels_line(row)}" for row in rows))


@link.command("show")
def show(name: Name, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Show a link: levels, tables, open claims, adjustments that wait."""
    with record(db, create=False) as store:
        _show(_links(store), name, as_json)


@link.command("join")
def join(
    name: Name,
    table: TableName,
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Put a table on a link, between its rounds."""
    with record(db, create=False) as store:
        links = _links(store)
        links.join(name, table, sign_in(store, by, pin), command_id(id))
        _show(links, name, as_json)


@link.command("leave")
def leave(
    name: Name,
    table: TableName,
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Take a table off a link, between its rounds."""
    with record(db, create=False) as store:
        links = _links(store)
        links.leave(name, table, sign_in(store, by, pin), command_id(id))
        _show(links, name, as_json)


@link.command("press")
def press(
    table: TableName,
    button: Annotated[str, typer.Argument(help="'seat 3', 'hand royal_flush', 'key jph', 'j-pot', 'confirm', …")],
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Press one button of a table's progressive keypad."""
    from croupier.jackpot.buttons import parse_button

    pressed = parse_button(button)
    with record(db, create=False) as store:
        links = _links(store)
        receipt = links.press(table, pressed, sign_in(store, by, pin), command_id(id))
        _keypad(links, table, receipt, as_json)


@link.command("claim")
def claim(
    table: TableName,
    line: Annotated[str, typer.Argument(help="The hand, such as royal_flush.")],
    by: By,
    seat: Annotated[int | None, typer.Option(help="The seat; needed where the keypad selects seats.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """The dealer's part of a win: select the seat, press the hand. Then a supervisor is called."""
    from croupier.jackpot.buttons import Hand, Seat

    with record(db, create=False) as store:
        links, who, command = _links(store), sign_in(store, by, pin), command_id(id)
        if seat is not None:
            links.press(table, Seat(seat), who, f"{command}/seat")
        receipt = links.press(table, Hand(line), who, command)
        _keypad(links, table, receipt, as_json)


@link.command("approve")
def approve(
    table: TableName,
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """The supervisor's part of a win: verify, log it for good, and adjust the meter."""
    from croupier.floor.claiming import NotOnLink
    from croupier.jackpot.claim import next_to_verify

    with record(db, create=False) as store:
        links, who, command = _links(store), sign_in(store, by, pin), command_id(id)
        name = links.room.table(table).link
        if name is None:
            raise NotOnLink(table)
        number = _open_claim(links, name, table)
        receipt = None
        while number in (link := links.desk.link(name)).claims:
            button = next_to_verify(link.terms.flow, link.pad(table))
            receipt = links.press(table, button, who, f"{command}/{button}")
        _keypad(links, table, receipt, as_json)


@link.command("refuse")
def refuse(
    table: TableName,
    reason: Annotated[str, typer.Argument(help="Why the claim goes back to the table.")],
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Send a claim that is not logged yet back to its table."""
    from croupier.jackpot.buttons import Refuse

    with record(db, create=False) as store:
        links = _links(store)
        receipt = links.press(table, Refuse(reason), sign_in(store, by, pin), command_id(id))
        _keypad(links, table, receipt, as_json)


@link.command("adjust")
def adjust(
    name: Name,
    by: By,
    level: Annotated[str | None, typer.Option(help="The level to set by hand.")] = None,
    change: Annotated[str | None, typer.Option(help="Dollars up or down, such as -12.50.")] = None,
    reason: Annotated[
        str, typer.Option(help="award, malfunction, above maximum, seed recovery, transfer or back out (R43).")
    ] = "malfunction",
    document: Annotated[str, typer.Option(help="What proves it: a report, a slip, a win page.")] = "",
    approve: Annotated[int | None, typer.Option(help="Make this adjustment, that somebody else asked for.")] = None,
    drop: Annotated[int | None, typer.Option(help="Put this adjustment aside; --document says why.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Ask for a meter to be set by hand, or approve or drop what somebody else asked for."""
    from croupier.cli.link_text import parse_change, parse_reason
    from croupier.errors import Refused

    with record(db, create=False) as store:
        links, who, command = _links(store), sign_in(store, by, pin), command_id(id)
        if approve is not None:
            links.approve(name, approve, who, command)
        elif drop is not None:
            links.drop(name, drop, document, who, command)
        elif level is None or change is None:
            raise Refused("nothing to adjust; want --level and --change, or --approve, or --drop")
        else:
            links.ask(name, level, parse_change(change), parse_reason(reason), document, who, command)
        _show(links, name, as_json)


@link.command("stop")
def stop(
    name: Name,
    reason: Annotated[str, typer.Argument(help="Why.")],
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Stop a link: its tables take no progressive wagers and say so."""
    with record(db, create=False) as store:
        links = _links(store)
        links.stop(name, reason, sign_in(store, by, pin), command_id(id))
        _show(links, name, as_json)


@link.command("resume")
def resume(
    name: Name,
    by: By,
    approver: Annotated[str, typer.Option(help="The second person.")],
    approver_pin: Annotated[str | None, typer.Option(help="Their PIN; asked for if left out.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Let a stopped link run again: two people, and books that agree."""
    with record(db, create=False) as store:
        links, who, other = _links(store), sign_in(store, by, pin), sign_in(store, approver, approver_pin)
        links.resume(name, who, other, command_id(id))
        _show(links, name, as_json)


@link.command("check")
def check(name: Name, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Split the pool and compare the link with the ledger; a difference stops it, and ends with exit status 1."""
    with record(db, create=False) as store:
        links = _links(store)
        if links.desk.link(name).fault is None:
            links.split_pool(name)
        fault = links.check(name)
    answer(as_json, {"link": name, "fault": fault}, f"{name}: {fault or 'link and books agree'}")
    if fault is not None:
        raise typer.Exit(1)


@link.command("report")
def report(name: Name, since: Since = None, until: Until = None, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Wagers, contributions, awards, adjustments and reserve of a period; theory against fact."""
    from croupier.cli.link_text import parse_moment, report_lines
    from croupier.floor.reports import link_report

    with record(db, create=False) as store:
        made = link_report(store, name, parse_moment(since) or 0, parse_moment(until) or 1 << 62)
    answer(as_json, made.to_dict(), *report_lines(made))


@link.command("hits")
def hits(
    name: Name,
    level: Annotated[str | None, typer.Option(help="Of this level only.")] = None,
    last: Annotated[int, typer.Option(help="How many of each level.")] = 25,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """The last hits of each level, the newest first."""
    from dataclasses import asdict

    from croupier.cli.link_text import hit_line
    from croupier.floor.hits import hits as last_hits

    with record(db, create=False) as store:
        _links(store).desk.link(name)
        found = last_hits(store, name, level=level, last=last)
    answer(as_json, [asdict(hit) for hit in found], *(map(hit_line, found)))


@link.command("page")
def page(
    name: Name,
    number: Annotated[int, typer.Argument(metavar="CLAIM", help="The claim's number.")],
    out: Annotated[Path | None, typer.Option(help="Write the page here instead of printing it.")] = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """The win page of a logged win, as HTML to print (R48)."""
    from croupier.cli.output import write_whole
    from croupier.floor.winpage import html, win_page

    with record(db, create=False) as store:
        made = win_page(store, name, number)
    if out is None:
        answer(as_json, made.to_dict(), html(made))
        return

    def write(path: Path) -> None:
        path.write_text(html(made), "utf-8")

    write_whole(out, write)
    answer(as_json, {**made.to_dict(), "file": str(out)}, f"win {number} of {name} is in {out}")


def _open_claim(links: Links, name: str, table: str) -> int:
    from croupier.errors import Refused

    for claim in links.desk.link(name).claims.values():
        if claim.table == table:
            return claim.number
    raise Refused(f"nothing is claimed at {table}; its dealer presses the hand button first")


def _links(store: Store) -> Links:
    from croupier.floor.links import Links
    from croupier.floor.room import Room

    return Links(Room(store))


def _seen(links: Links, name: str) -> dict[str, Any]:
    from croupier.cli.link_text import link_seen

    return link_seen(links.desk.link(name), links.shown(name))


def _levels_line(row: dict[str, Any]) -> str:
    from croupier.money import dollars

    stopped = f"   STOPPED: {row['fault']}" if row["fault"] else ""
    return "   ".join(f"{level['level']} {dollars(level['cents'])}" for level in row["levels"]) + stopped


def _show(links: Links, name: str, as_json: bool) -> None:
    from croupier.cli.link_text import link_lines

    row = _seen(links, name)
    answer(as_json, row, *link_lines(row))


def _keypad(links: Links, table: str, receipt: Receipt | None, as_json: bool) -> None:
    from croupier.cli.link_text import keypad_seen

    name = links.room.table(table).link
    assert name is not None, "a keypad belongs to a table on a link"
    row = keypad_seen(links.desk.link(name), table)
    row["repeated"] = receipt is not None and receipt.repeated
    amount = f", {row['amount']}" if row["amount"] else ""
    answer(as_json, row, f"{table}: {row['state']}{amount}; lit: {', '.join(row['lit'])}")
