"""`croupier edge --variant`: a game with rules of one's own, played best, beside the house game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.lab.bets.seek import Sought
    from croupier.lab.variants.solved import VariantReport
    from croupier.rules.paytables import Paytable
    from croupier.rules.variants.variant import Variant


def read_variant(path: Path | None, key: str | None) -> Variant:
    """The variant in a TOML file, of the game that was asked for, if one was; without a file the house game."""
    from croupier.cli.figures.output import read_text
    from croupier.games import HOUSE_RULES, game
    from croupier.rules.variants.file import parse_variant
    from croupier.rules.variants.variant import house

    if path is None:
        return house(HOUSE_RULES.game if key is None else game(key))
    return parse_variant(read_text(path, "variant"), path.stem, None if key is None else game(key))


def read_sought(text: str) -> tuple[str, Fraction]:
    """The line and the edge in `blind.flush=2%`; `pays` between the two words may be left out."""
    from croupier.errors import Refused

    field, _, wanted = text.partition("=")
    section, _, line = field.strip().partition(".")
    try:
        target = Fraction(wanted.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise Refused(f"cannot seek {text!r}; want a line and an edge in percent, such as blind.flush=2%") from None
    return f"{section}.pays.{line.removeprefix('pays.')}", target


def side_table(key: str | None, text: str) -> Paytable | None:
    """The side bet's table whose line is sought, in `UTH-02.flush=2%`."""
    from croupier.games import HOUSE_RULES, game
    from croupier.studies.bets.seek import side_tables

    return side_tables(HOUSE_RULES.game if key is None else game(key)).get(text.partition(".")[0].strip())


def seek_side(table: Paytable, text: str) -> dict[str, Any]:
    """The pays of a side bet's line around an edge."""
    from croupier.studies.bets.seek import side_told

    field, target = read_sought(text)
    return side_told(table, field.partition(".pays.")[2], target)


def print_side_sought(told: dict[str, Any]) -> None:
    """A side bet as it is, and the pays around the edge that was wanted."""
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table

    console, found = Console(highlight=False), told["sought"]
    console.print(f"[bold]{told['paytable']}[/bold] has a house edge of {percent(told['edge'], 4)}")
    console.print(f"\n{found['field']} for {percent(found['target'], 2)}")
    table = plain_table("pays", "house edge")
    rows = dict.fromkeys((found[name]["pays"], found[name]["edge_of_base_bet"]) for name in ("below", "near", "above"))
    for pays, edge in rows:
        table.add_row(pays, percent(edge, 4))
    console.print(table)


def print_sought(sought: Sought) -> None:
    """The pays around the edge that was wanted."""
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table

    console = Console(highlight=False)
    console.print(f"\n{sought.field} for {percent(sought.target, 2)}: every pay here is the whole game solved")
    table = plain_table("pays", "house edge")
    for one in dict.fromkeys((sought.below, sought.near, sought.above)):
        table.add_row(str(one), percent(one.edge, 4))
    console.print(table)


def print_variant(report: VariantReport) -> None:
    """What differs from the house game, and what it comes to."""
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.cli.figures.words import base_bets, of_base, print_solution

    console, variant = Console(highlight=False), report.variant
    game, solution = variant.base, report.solution
    console.print(f"[bold]{variant.name}[/bold], a variant of {game.name}, over all {solution.deals:,} deals")
    console.print()
    if report.differences:
        table = plain_table("what differs", "house", "here", left=("house", "here"))
        for field, usual, now in report.differences:
            table.add_row(field, usual, now)
        console.print(table)
    else:
        console.print("Nothing differs from the house game.")
    console.print()
    console.print(f"{base_bets(game)}, played best")
    more = float(solution.edge - report.house.edge) * 100
    usual = f"{percent(report.house.edge, 4)} of {of_base(game)}; here {more:+.4f} points"
    print_solution(console, solution, ("house game", usual))
