"""`croupier table papers` and `placards`: what is submitted for a table, and the cards for its felt (R60)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from croupier import __version__
from croupier.cli.files import write_whole
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, at_desk
from croupier.cli.room.table import table
from croupier.floor.marks import mark_of
from croupier.floor.papers.html import file_html, paper_html, placards_html
from croupier.floor.papers.of_table import table_paper, table_placards
from croupier.floor.papers.paper import Imprint, Paper, Placard

Out = Annotated[Path | None, Option("--out", "-o", help="Write the file here instead of printing it.")]
House = Annotated[str, Option(help="The house's name, for the title page; a line to fill in, if left out.")]
Size = Annotated[Literal["a5", "a4"], Option(help="The size of a card.")]


@table.command("papers")
@at_desk
def papers(
    desk: ReadingDesk,
    name: Annotated[str, Argument(help="The table's name.")],
    house: House = "",
    out: Out = None,
) -> None:
    """What is submitted for a table: rules, pay tables, settings, edges; as HTML (R60)."""
    at = desk.room.table(name)
    link = None if at.link is None else desk.links.desk.link(at.link)
    approval = desk.room.approvals.of_table(at).words
    record, chosen = record_words(desk, at.stream), desk.room.approvals.choices.now()
    show_paper(desk, table_paper(at, link, imprint(desk, house), record, approval, chosen), out)


@table.command("placards")
@at_desk
def placards(
    desk: ReadingDesk,
    name: Annotated[str, Argument(help="The table's name.")],
    size: Size = "a5",
    out: Out = None,
) -> None:
    """The pay tables of a table as cards for the felt, as HTML to print (R60)."""
    show_placards(desk, name, table_placards(desk.room.table(name)), size, out)


def imprint(desk: ReadingDesk, house: str) -> Imprint:
    """For whom a paper is made, when, and by what."""
    day = datetime.fromtimestamp(desk.room.now_ms() / 1000, UTC).strftime("%Y-%m-%d")
    return Imprint(house=house.strip(), date=day, program=f"croupier {__version__}")


def record_words(desk: ReadingDesk, stream: str) -> str:
    """How far the record of a table or link has come: a later paper can be told from this one."""
    head = desk.store.head(stream)
    return f"{stream}, version {head.version}, {head.hash}"


def show_paper(desk: ReadingDesk, paper: Paper, out: Path | None) -> None:
    """Print a paper, or write it to a file."""
    plain = {**asdict(paper), "content_hash": paper.content_hash}
    _show(desk, plain, f"{paper.title}, {paper.subtitle}", paper_html(paper, mark=mark_of(desk.store)), out)


def show_placards(desk: ReadingDesk, name: str, cards: Sequence[Placard], size: str, out: Path | None) -> None:
    """Print cards for the felt, or write them to a file."""
    plain = {"of": name, "size": size, "placards": [asdict(card) for card in cards]}
    _show(desk, plain, f"Placards of {name}", placards_html(cards, size, mark=mark_of(desk.store)), out)


def _show(desk: ReadingDesk, plain: Mapping[str, object], title: str, body: str, out: Path | None) -> None:
    style = (resources.files("croupier.web") / "static" / "staff" / "papers.css").read_text("utf-8")
    whole = file_html(title, body, style)
    if out is None:
        desk.show(plain, whole)
        return

    def write(path: Path) -> None:
        path.write_text(whole, "utf-8")

    write_whole(out, write)
    desk.show({**plain, "file": str(out)}, f"{title}: {out}")
