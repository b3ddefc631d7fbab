"""`croupier link report` and its kin: what a link took and paid, down to the page that a winner signs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from croupier.cli.files import write_whole
from croupier.cli.links.link import LinkName, link
from croupier.cli.links.text import hit_line, parse_moment, refused_line, report_lines, tray_hit_line
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, at_desk
from croupier.floor.history.link_report import link_report
from croupier.floor.history.tray_wins import last_tray_hits
from croupier.floor.links.hits import hits as last_hits
from croupier.floor.links.hits import public, refused_hits
from croupier.floor.links.sheets import TRAY
from croupier.floor.links.winpage import html, win_page


@link.command("report")
@at_desk
def report(
    desk: ReadingDesk,
    name: LinkName,
    since: Annotated[
        str | None,
        Option("--from", "--since", help="From this moment on, such as 2026-11-15 or 2026-11-15T18:00; UTC."),
    ] = None,
    until: Annotated[str | None, Option("--until", "--to", help="Up to this moment; UTC.")] = None,
) -> None:
    """Wagers, contributions, awards, adjustments and reserve of a period; theory against fact."""
    totals = link_report(desk.store, name, parse_moment(since) or 0, parse_moment(until) or 1 << 62)
    desk.show(totals.to_dict(), *report_lines(totals))


@link.command("hits")
@at_desk
def hits(
    desk: ReadingDesk,
    name: LinkName,
    level: Annotated[str | None, Option(help="Of this level only; tray: of the tables' trays.")] = None,
    last: Annotated[int, Option(help="How many of each level.")] = 25,
) -> None:
    """The last hits of each level and of the tables' trays, the newest first."""
    desk.links.desk.link(name)  # refuses a name that no link has
    newest = last_hits(desk.store, name, level=level, last=last)
    paid = last_tray_hits(desk.store, name, last) if level in (None, TRAY) else []
    desk.show(
        [*map(public, newest), *map(asdict, paid)],
        *map(hit_line, newest),
        *(["from the trays (R44):"] if paid else []),
        *map(tray_hit_line, paid),
        *map(refused_line, refused_hits(desk.store, name, 0, 1 << 62)),
    )


@link.command("page")
@at_desk
def page(
    desk: ReadingDesk,
    name: LinkName,
    number: Annotated[int, Argument(metavar="CLAIM", help="The claim's number.")],
    out: Annotated[Path | None, Option("--out", "-o", help="Write the page here instead of printing it.")] = None,
) -> None:
    """The win page of a logged win, as HTML to print (R48)."""
    win = win_page(desk.store, name, number)
    if out is None:
        desk.show(win.to_dict(), html(win))
        return

    def write(path: Path) -> None:
        path.write_text(html(win), "utf-8")

    write_whole(out, write)
    desk.show({**win.to_dict(), "file": str(out)}, f"win {number} of {name} is in {out}")
