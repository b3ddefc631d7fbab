"""`croupier report`: the mathematics of a game or a table on one paper, for a test laboratory."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import print_answer, worked_out
from croupier.cli.files import is_file, print_json, read_text, write_whole
from croupier.cli.options import DEFAULT_DB, Db, GameKey, Json, RulesName
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import read_paytable
from croupier.cli.room.desk import ReadingDesk
from croupier.errors import Refused
from croupier.floor.papers.html import file_html, paper_html
from croupier.games import chosen_rules
from croupier.games.uth import BAD_BEAT
from croupier.rules.own.file import parse_side_bets
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.report.of_table import report_of_table
from croupier.studies.report.paper import report_paper
from croupier.studies.report.question import MathematicsReport, link_of
from croupier.studies.report.tables import chosen_tables


@app.command()
def report(
    game: GameKey = None,
    rules: RulesName = None,
    paytable: Annotated[
        list[str] | None,
        Option(help="The pay table of its bet: an approved one by name, or your own (TOML); may be repeated."),
    ] = None,
    without: Annotated[list[str] | None, Option(help="Leave a side bet out, such as trips; may be repeated.")] = None,
    side_bet: Annotated[Path | None, Option(help="Side bets of your own (TOML).")] = None,
    bad_beat_on_fold: Annotated[bool, Option(help="Whether a folded Bad Beat stays in action (R24).")] = True,
    progressive_on_fold: Annotated[bool, Option(help="Whether a folded progressive does (R40).")] = True,
    stake: Annotated[str, Option(help="The progressive wager, in dollars; with --level.")] = "1",
    level: Annotated[
        list[str] | None,
        Option(help="A meter instead of an example's: main=25000/10000/20/2, shows, seed, % in, % for the next seed."),
    ] = None,
    fixed_off_meter: Annotated[
        bool, Option("--fixed-off-meter", help="Fixed pays come off it too; with --level.")
    ] = False,
    table: Annotated[str | None, Option(help="A table of the house, as it stands in the record.")] = None,
    db: Db = DEFAULT_DB,
    house: Annotated[str, Option(help="The house's name, for the title page; a line to fill in, if left out.")] = "",
    out: Annotated[Path | None, Option("--out", "-o", help="Write the paper to this file (.html).")] = None,
    json: Json = False,
) -> None:
    """Put the mathematics of a game or a table on one paper: rules, bets line by line, edges, strategy, hashes."""
    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise Refused(f"cannot write {out}: the report is HTML; want a name that ends in .html, and print it for a PDF")
    lost = (*((BAD_BEAT,) * (not bad_beat_on_fold)), *((PROGRESSIVE,) * (not progressive_on_fold)))
    if table is not None and (game or rules or paytable or without or side_bet or lost or level):
        raise Refused("a table plays by its own rules and pay tables; with --table want only --db, --house, -o, --json")
    reference = record = ""
    if table is not None:
        with ReadingDesk(db) as desk:
            at = desk.room.table(table)
            link = None if at.link is None else desk.links.desk.link(at.link)
            question = report_of_table(at, link)
            reference, head = desk.room.approvals.of_table(at).words, desk.store.head(at.stream)
            record = f"{at.stream}, version {head.version}, {head.hash}"
    else:
        question = _question(game, rules, paytable or [], without or [], side_bet, lost)
        question = replace(question, link=link_of(stake, level or [], fixed_off_meter))
    figures = worked_out(question, "the report")
    if out is not None:
        paper = report_paper(question, figures, house.strip(), reference, record)
        style = (resources.files("croupier.web") / "static" / "staff" / "papers.css").read_text("utf-8")
        whole = file_html(f"{paper.title}, {paper.subtitle}", paper_html(paper, small=True), style)

        def write(path: Path) -> None:
            path.write_text(whole, "utf-8")

        write_whole(out, write)
    if json:
        print_json(figures)
    elif out is None:
        print_answer(question.answer(figures))
    else:
        print(f"Mathematics report of {question.rules.game.name}: {out}")


def _question(
    game: str | None, rules: str | None, tables: list[str], without: list[str], own: Path | None, lost: tuple[str, ...]
) -> MathematicsReport:
    chosen = chosen_rules(game, rules)
    if BAD_BEAT in lost and BAD_BEAT not in chosen.game.side_bet:
        raise Refused(f"{chosen.game.name} has no Bad Beat that a fold could lose; leave the option out")
    names = tuple(name for name in tables if not is_file(name))
    files = tuple(read_paytable(Path(name)) for name in tables if is_file(name))
    bets = () if own is None else parse_side_bets(read_text(own, "side bet"), own.name)
    elsewhere = [bet.name for bet in bets if chosen.game.key not in bet.games]
    if elsewhere:
        raise Refused(f'{elsewhere[0]} is not declared for {chosen.game.key}; want games = ["{chosen.game.key}"] in it')
    return MathematicsReport(
        rules=chosen, tables=chosen_tables(chosen, names, files, tuple(without)), own_bets=bets, lost_by_fold=lost
    )
