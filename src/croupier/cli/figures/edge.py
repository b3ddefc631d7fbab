"""`croupier edge`: every bet of a rule set, computed against printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.app import app
from croupier.cli.options import Json

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.bets.report import BetReport, EdgeReport


@app.command()
def edge(
    rules: Annotated[str, typer.Option(help="wa-base, wa-2014, wa-2018, wa-lnw or ca.")] = "wa-2018",
    paytable: Annotated[
        list[Path] | None, typer.Option(help="A pay table of your own (TOML), beside the approved; may be repeated.")
    ] = None,
    bad_beat_on_fold: Annotated[bool, typer.Option(help="Whether a folded Bad Beat stays in action (R24).")] = True,
    progressive_on_fold: Annotated[bool, typer.Option(help="Whether a folded progressive does (R40).")] = True,
    lines: Annotated[bool, typer.Option("--lines", help="What each line of every pay table is worth.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="For spreadsheets.")] = False,
    json: Json = False,
) -> None:
    """Compute the house edge of every bet, exactly, beside the printed one."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar, read_paytable
    from croupier.errors import Refused
    from croupier.rules.games import ruleset

    if csv and json:
        raise Refused("cannot answer in CSV and JSON at once; want one of them")
    chosen = ruleset(rules)
    tables = [read_paytable(path) for path in paytable or []]
    with interruptible("the computation"), progress_bar() as progress:
        from croupier.lab.bets.report import edge_report

        report = edge_report(
            chosen,
            tables,
            bad_beat_on_fold=bad_beat_on_fold,
            progressive_on_fold=progressive_on_fold,
            progress=progress,
        )
    if json:
        print_json(report.to_dict())
    elif csv:
        _csv(report)
    else:
        own = {table.name for table in tables}
        _page(report, [bet for bet in report.bets if bet.lines and (lines or bet.paytable in own)])


def _csv(report: EdgeReport) -> None:
    import csv
    import sys

    columns = [
        "bet", "paytable", "edge", "printed_edge", "difference", "hit_frequency", "standard_deviation", "word",
    ]  # fmt: skip
    writer = csv.DictWriter(sys.stdout, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    base = report.base.to_dict()
    writer.writerow(
        {"bet": "game", "paytable": base["blind"], "edge": base["edge_of_ante"], "printed_edge": base["printed_edge"],
         "standard_deviation": base["standard_deviation"], "word": f"of the Ante; {base['word']}"}
    )  # fmt: skip
    writer.writerow(
        {"bet": "game", "paytable": base["blind"], "edge": base["edge_of_action"], "word": "of all money bet"}
    )
    for bet in report.bets:
        writer.writerow(bet.to_dict())


def _page(report: EdgeReport, told: list[BetReport]) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, percent_each
    from croupier.rules.games.uth import BLIND
    from croupier.rules.wagers import PROGRESSIVE

    console = Console(highlight=False)
    base = report.base
    solution, value = base.solution, base.solution.value
    console.print(f"[bold]{report.rules.title}[/bold] ({report.rules.name}), over all {solution.deals:,} deals")
    console.print()
    console.print(f"Ante, Blind and Play, played best, with the Blind table {solution.blind.name}")
    console.print(f"  house edge     [bold]{percent(solution.edge, 4)}[/bold] of the Ante")
    console.print(f"                 [bold]{percent(solution.edge_of_action, 4)}[/bold] of all money bet")
    console.print(f"  average bet    {float(solution.average_bet):.4f} Antes a round")
    console.print(f"  standard dev.  {base.distribution.standard_deviation:.4f} Antes")
    console.print(f"  decided by     {percent_each(solution.frequencies)}")
    console.print(f"  exact value    {value.numerator:,} / {value.denominator:,} Antes")
    if base.printed_edge is not None:
        console.print(f"  [yellow]{base.word[0].upper()}{base.word[1:]}.[/yellow]")
    console.print()
    _side_bets(console, [bet for bet in report.bets if bet.bet not in (BLIND, PROGRESSIVE)])
    meters = [bet for bet in report.bets if bet.bet == PROGRESSIVE]
    if meters:
        _progressives(console, meters)
    folds = [
        name
        for name, stays in (("Bad Beat", report.bad_beat_on_fold), ("progressive", report.progressive_on_fold))
        if not stays
    ]
    if folds:
        console.print(f"Folded {' and '.join(folds)} bets lose here; the game is played best for its own sake.")
    for bet in told:
        _lines(console, bet)


def _side_bets(console: Console, bets: list[BetReport]) -> None:
    from croupier.cli.figures.output import percent, plain_table

    table = plain_table(
        "bet", "pay table", "exact", "printed", "off by", "hits", "st. dev.", "", left=("pay table", ""), no_wrap=True
    )
    last, notes = None, []
    for bet in bets:
        word = bet.word
        if bet.printed_edge is not None and word != "as printed":
            notes.append(f"{bet.paytable}: {word}")
            word = "see below"
        table.add_row(
            "" if bet.bet == last else bet.bet.replace("_", " "),
            bet.paytable,
            percent(bet.edge),
            bet.printed_text or "–",
            "" if bet.difference is None else f"{round(float(bet.difference) * 100, 2) + 0.0:+.2f}",
            percent(bet.hit_frequency),
            f"{bet.standard_deviation:,.2f}",
            word,
            style="yellow" if word == "see below" else "",
        )
        last = bet.bet
    console.print(table)
    for note in notes:
        console.print(f"  [yellow]{note}[/yellow]")
    console.print()


def _progressives(console: Console, bets: list[BetReport]) -> None:
    from croupier.cli.figures.output import percent, plain_table

    fair_at = "a $1 bet is fair at"
    table = plain_table("progressive", "exact", "hits", fair_at, left=(fair_at,), no_wrap=True)
    for bet in bets:
        fair = [f"{level} ${meter / 100:,.0f}" for level, meter in (bet.break_even or {}).items()]
        table.add_row(bet.paytable, percent(bet.edge), percent(bet.hit_frequency), " or ".join(fair))
    console.print(table)
    console.print("  with empty meters, one player; `croupier progressive` prices any meter. None has a printed edge.")


def _lines(console: Console, bet: BetReport) -> None:
    """What each line of a pay table is worth."""
    from croupier.cli.figures.output import percent, plain_table
    from croupier.rules.paytables import line_words

    table = plain_table(bet.paytable, "pays", "one in", "returns", no_wrap=True)
    for line in bet.lines:
        often = f"{line['deals'] / line['ways']:,.1f}" if line["ways"] else "never"
        table.add_row(line_words(line["line"]), line["pay"], often, percent(line["contribution"]))
    console.print()
    console.print(table)
