"""`croupier link report` and its kin: what a link took and paid, down to the page that a winner signs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.links.link import LinkName, link
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import Desk, at_desk


@link.command("report")
@at_desk
def report(
    desk: Desk,
    name: LinkName,
    since: Annotated[
        str | None, Option(help="From this moment on, such as 2026-11-15 or 2026-11-15T18:00; UTC.")
    ] = None,
    until: Annotated[str | None, Option(help="Up to this moment; UTC.")] = None,
) -> None:
    """Wagers, contributions, awards, adjustments and reserve of a period; theory against fact."""
    from croupier.cli.links.text import parse_moment, report_lines
    from croupier.floor.links.reports import link_report

    made = link_report(desk.store, name, parse_moment(since) or 0, parse_moment(until) or 1 << 62)
    desk.show(made.to_dict(), *report_lines(made))


@link.command("hits")
@at_desk
def hits(
    desk: Desk,
    name: LinkName,
    level: Annotated[str | None, Option(help="Of this level only.")] = None,
    last: Annotated[int, Option(help="How many of each level.")] = 25,
) -> None:
    """The last hits of each level, the newest first."""
    from croupier.cli.links.text import hit_line
    from croupier.floor.links.hits import hits as last_hits
    from croupier.floor.links.hits import public

    desk.links.desk.link(name)  # refuses a name that no link has
    found = last_hits(desk.store, name, level=level, last=last)
    desk.show([public(hit) for hit in found], *map(hit_line, found))


@link.command("page")
@at_desk
def page(
    desk: Desk,
    name: LinkName,
    number: Annotated[int, Argument(metavar="CLAIM", help="The claim's number.")],
    out: Annotated[Path | None, Option(help="Write the page here instead of printing it.")] = None,
) -> None:
    """The win page of a logged win, as HTML to print (R48)."""
    from croupier.cli.figures.output import write_whole
    from croupier.floor.links.winpage import html, win_page

    made = win_page(desk.store, name, number)
    if out is None:
        desk.show(made.to_dict(), html(made))
        return

    def write(path: Path) -> None:
        path.write_text(html(made), "utf-8")

    write_whole(out, write)
    desk.show({**made.to_dict(), "file": str(out)}, f"win {number} of {name} is in {out}")
