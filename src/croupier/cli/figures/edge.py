"""`croupier edge`: every bet of a rule set, computed against printed where something is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import app
from croupier.cli.options import GameKey, Json, RulesName
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.bets.report import Base, BetReport, EdgeReport
    from croupier.lab.games.report import GameReport
    from croupier.rules.game import Game


@app.command()
def edge(
    game: GameKey = None,
    rules: RulesName = None,
    paytable: Annotated[
        list[Path] | None, Option(help="A pay table of your own (TOML), beside the approved; may be repeated.")
    ] = None,
    bad_beat_on_fold: Annotated[bool, Option(help="Whether a folded Bad Beat stays in action (R24).")] = True,
    progressive_on_fold: Annotated[bool, Option(help="Whether a folded progressive does (R40).")] = True,
    variant: Annotated[
        Path | None, Option(help="Rules of your own (TOML): streets, qualifying hand, bets, pay tables.")
    ] = None,
    side_bet: Annotated[
        Path | None, Option(help="Side bets of your own (TOML): which cards, which lines, what they pay.")
    ] = None,
    seek: Annotated[
        str | None,
        Option(help="Which pay of a line gives an edge: blind.flush=2%, or UTH-02.flush=2% of a side bet."),
    ] = None,
    lines: Annotated[bool, Option("--lines", help="What each line of every pay table is worth.")] = False,
    csv: Annotated[bool, Option("--csv", help="For spreadsheets.")] = False,
    json: Json = False,
) -> None:
    """Compute the house edge of every bet, exactly, beside the printed one."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar, read_paytable
    from croupier.cli.figures.own import print_side_bets
    from croupier.errors import Refused
    from croupier.games import chosen_rules
    from croupier.games.uth import BAD_BEAT, UTH

    if csv and json:
        raise Refused("cannot answer in CSV and JSON at once; want one of them")
    if variant is not None or seek is not None:
        if rules or paytable or csv or lines or not (bad_beat_on_fold and progressive_on_fold):
            said = "a variant is a base game of its own; with --variant want no option but --game, --seek and --json"
            raise Refused(said)
        _variant(variant, game, seek, json=json)
        return
    if side_bet is not None:
        if rules or paytable or csv or lines or not (bad_beat_on_fold and progressive_on_fold):
            raise Refused("a side bet of one's own is priced alone; with --side-bet want only --game and --json")
        print_side_bets(side_bet, game, json=json)
        return
    chosen = chosen_rules(game, rules)
    if not bad_beat_on_fold and BAD_BEAT not in chosen.game.side_bet:
        raise Refused(f"{chosen.game.name} has no Bad Beat that a fold could lose; leave the option out")
    tables = [read_paytable(path) for path in paytable or []]
    report: EdgeReport | GameReport
    with interruptible("the computation"), progress_bar() as progress:
        if chosen.game is UTH:
            from croupier.lab.bets.report import edge_report

            report = edge_report(
                chosen,
                tables,
                bad_beat_on_fold=bad_beat_on_fold,
                progressive_on_fold=progressive_on_fold,
                progress=progress,
            )
        else:
            from croupier.lab.games.report import game_report

            progress(f"solving {chosen.game.name}", 0.0)
            report = game_report(chosen, tables, progressive_on_fold=progressive_on_fold)
    if json:
        print_json(report.to_dict())
    elif csv:
        _csv(report)
    else:
        own = {table.name for table in tables}
        _page(report, [bet for bet in report.bets if bet.lines and (lines or bet.paytable in own)])


def _variant(path: Path | None, game: str | None, seek: str | None, *, json: bool) -> None:
    from croupier.cli.figures.output import interruptible, print_json, progress_bar
    from croupier.cli.figures.variant import (
        print_side_sought,
        print_sought,
        print_variant,
        read_sought,
        read_variant,
        seek_side,
        side_table,
    )

    if seek is not None and path is None and (table := side_table(game, seek)) is not None:
        told = seek_side(table, seek)
        print_json(told) if json else print_side_sought(told)
        return
    variant = read_variant(path, game)
    wanted = None if seek is None else read_sought(seek)
    with interruptible("the computation"), progress_bar() as progress:
        progress(f"solving {variant.name}", 0.0)
        from croupier.lab.variants.seek import seek as sought_for
        from croupier.lab.variants.solved import solve_variant

        report = solve_variant(variant)
        sought = None if wanted is None else sought_for(variant, *wanted, progress)
    if json:
        print_json(report.to_dict() | ({} if sought is None else {"sought": sought.to_dict()}))
        return
    print_variant(report)
    if sought is not None:
        print_sought(sought)


def _csv(report: EdgeReport | GameReport) -> None:
    import csv
    import sys

    from croupier.cli.figures.words import of_base
    from croupier.lab.games.report import GameReport

    columns = [
        "bet", "paytable", "edge", "printed_edge", "difference", "hit_frequency", "standard_deviation", "word",
    ]  # fmt: skip
    writer = csv.DictWriter(sys.stdout, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    if isinstance(report, GameReport):
        whole = f"of {of_base(report.rules.game)}"
        for solution in (report.solution, *report.others):
            row = {"bet": "game", "paytable": " ".join(table.name for table in solution.tables.values())}
            edges = {"edge": float(solution.edge), "standard_deviation": solution.standard_deviation, "word": whole}
            writer.writerow(row | edges)
            writer.writerow(row | {"edge": float(solution.edge_of_action), "word": "of all money bet"})
    else:
        base = report.base.to_dict()
        row = {"bet": "game", "paytable": base["blind"]}
        writer.writerow(
            row | {"edge": base["edge_of_ante"], "printed_edge": base["printed_edge"],
                   "standard_deviation": base["standard_deviation"], "word": f"of the Ante; {base['word']}"}
        )  # fmt: skip
        writer.writerow(row | {"edge": base["edge_of_action"], "word": "of all money bet"})
    for bet in report.bets:
        writer.writerow(bet.to_dict())


def _page(report: EdgeReport | GameReport, told: list[BetReport]) -> None:
    from rich.console import Console

    from croupier.games.uth import BLIND
    from croupier.lab.games.report import GameReport
    from croupier.rules.wagers import PROGRESSIVE

    console, rules = Console(highlight=False), report.rules
    lost = [] if report.progressive_on_fold else ["progressive"]
    deals = report.solution.deals if isinstance(report, GameReport) else report.base.solution.deals
    console.print(f"[bold]{rules.game.name}[/bold], {rules.title} ({rules.name}), over all {deals:,} deals")
    console.print()
    if isinstance(report, GameReport):
        _game(console, report)
    else:
        _uth(console, report.base)
        lost = [*([] if report.bad_beat_on_fold else ["Bad Beat"]), *lost]
    console.print()
    if sides := [bet for bet in report.bets if bet.bet not in (BLIND, PROGRESSIVE)]:
        _side_bets(console, rules.game, sides)
    if meters := [bet for bet in report.bets if bet.bet == PROGRESSIVE]:
        _progressives(console, meters)
    if lost:
        console.print(f"Folded {' and '.join(lost)} bets lose here; the game is played best for its own sake.")
    for bet in told:
        _lines(console, bet)


def _uth(console: Console, base: Base) -> None:
    from croupier.cli.figures.output import percent, percent_each

    solution, value = base.solution, base.solution.value
    console.print(f"Ante, Blind and Play, played best, with the Blind table {solution.blind.name}")
    console.print(f"  house edge     [bold]{percent(solution.edge, 4)}[/bold] of the Ante")
    console.print(f"                 [bold]{percent(solution.edge_of_action, 4)}[/bold] of all money bet")
    console.print(f"  average bet    {float(solution.average_bet):.4f} Antes a round")
    console.print(f"  standard dev.  {base.distribution.standard_deviation:.4f} Antes")
    console.print(f"  decided by     {percent_each(solution.frequencies)}")
    console.print(f"  exact value    {value.numerator:,} / {value.denominator:,} Antes")
    if base.printed_edge is not None:
        console.print(f"  [yellow]{base.word[0].upper()}{base.word[1:]}.[/yellow]")


def _game(console: Console, report: GameReport) -> None:
    """The base game of one of the six others, and what it costs under the other approved pay tables."""
    from croupier.cli.figures.output import percent
    from croupier.cli.figures.words import base_bets, of_base, print_solution, tables_words

    game = report.rules.game
    console.print(f"{base_bets(game)}, played best, with {tables_words(game, report.solution.tables)}")
    others = [
        (
            f"with {' and '.join(table.name for table in other.tables.values())}",
            f"{percent(other.edge, 4)} of {of_base(game)}, {percent(other.edge_of_action, 4)} of all money bet",
        )
        for other in report.others
    ]
    print_solution(console, report.solution, *others)


def _side_bets(console: Console, game: Game, bets: list[BetReport]) -> None:
    from croupier.cli.figures.output import percent, plain_table

    # Where nobody has printed an edge there is nothing to compare with.
    compared = any(bet.printed_edge is not None for bet in bets)
    columns = ("exact", "printed", "off by", "hits", "st. dev.", "") if compared else ("exact", "hits", "st. dev.")
    table = plain_table("bet", "pay table", *columns, left=("pay table", ""), no_wrap=True)
    last, notes = None, []
    for bet in bets:
        word = bet.word
        if bet.printed_edge is not None and word != "as printed":
            notes.append(f"{bet.paytable}: {word}")
            word = "see below"
        off = "" if bet.difference is None else f"{round(float(bet.difference) * 100, 2) + 0.0:+.2f}"
        table.add_row(
            "" if bet.bet == last else game.by_key[bet.bet].felt,
            bet.paytable,
            percent(bet.edge),
            *((bet.printed_text or "–", off) if compared else ()),
            percent(bet.hit_frequency),
            f"{bet.standard_deviation:,.2f}",
            *((word,) if compared else ()),
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
        fair = " or ".join(f"{level} ${meter / 100:,.0f}" for level, meter in (bet.break_even or {}).items())
        # Fixed pays alone may return more than the wager, whatever the meters show.
        fair = fair if bet.edge >= 0 else "no meter: the house loses at any"
        table.add_row(bet.paytable, percent(bet.edge), percent(bet.hit_frequency), fair)
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
