"""`croupier edge`: every bet of a rule set, computed against printed where something is printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer, worked_out
from croupier.cli.figures.seat import variant_in
from croupier.cli.files import read_text
from croupier.cli.options import Chart, GameKey, Json, OwnRules, RulesName
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import read_paytable
from croupier.errors import Refused
from croupier.games import HOUSE_RULES, chosen_rules, game
from croupier.games.uth import BAD_BEAT
from croupier.lab.work import ALONE, WorkPlan
from croupier.rules.own.file import parse_side_bets
from croupier.rules.variants.variant import house
from croupier.studies.edge import Edges, edges_csv
from croupier.studies.question import StudyQuestion
from croupier.studies.seek import GoalSeek
from croupier.studies.side_bets import OwnBets
from croupier.studies.variant import OwnRules as RulesOfOnesOwn


@app.command()
def edge(
    game: GameKey = None,
    rules: RulesName = None,
    paytable: Annotated[
        list[Path] | None, Option(help="A pay table of your own (TOML), beside the approved; may be repeated.")
    ] = None,
    bad_beat_on_fold: Annotated[bool, Option(help="Whether a folded Bad Beat stays in action (R24).")] = True,
    progressive_on_fold: Annotated[bool, Option(help="Whether a folded progressive does (R40).")] = True,
    variant: OwnRules = None,
    side_bet: Annotated[
        Path | None, Option(help="Side bets of your own (TOML): which cards, which lines, what they pay.")
    ] = None,
    seek: Annotated[
        str | None,
        Option(
            help="Which pay of a line gives an edge: blind.flush=2%, UTH-02.flush=2% of a side bet, with --side-bet "
            "mine.flush=2% of your own."
        ),
    ] = None,
    lines: Annotated[bool, Option("--lines", help="What each line of every pay table is worth.")] = False,
    checkpoint: Annotated[Path | None, Option(help="Keep finished work of a long solve in this file.")] = None,
    resume: Annotated[bool, Option("--resume", help="Continue that file.")] = False,
    engine: Annotated[
        str, Option(help="cpu, gpu or cluster: on what the base game is solved; gpu is the general solver.")
    ] = "cpu",
    scheduler: Annotated[str | None, Option(help="The cluster's scheduler, such as tcp://10.0.0.1:8786.")] = None,
    chart: Chart = None,
    csv: Annotated[bool, Option("--csv", help="For spreadsheets.")] = False,
    json: Json = False,
) -> None:
    """Compute the house edge of every bet, exactly, beside the printed one."""
    if csv and (json or chart):
        raise Refused(f"cannot answer in CSV and {'JSON' if json else 'pictures'} at once; want one of them")
    check_chart(chart)
    work = WorkPlan(engine=engine, scheduler=scheduler, checkpoint=checkpoint, resume=resume)
    of_rules = rules or paytable or csv or lines or work != ALONE or not (bad_beat_on_fold and progressive_on_fold)
    if variant is not None or (seek is not None and side_bet is None):
        if of_rules or side_bet is not None:
            message = "a variant is a base game of its own; with --variant want no option but --game, --seek and --json"
            raise Refused(message)
        show_answer(_sought(variant, game, seek), json=json, chart=chart)
        return
    if side_bet is not None:
        if of_rules:
            raise Refused(
                "a side bet of one's own is priced alone; with --side-bet want only --game, --seek and --json"
            )
        show_answer(_own_bets(side_bet, game, seek), json=json, chart=chart)
        return
    chosen = chosen_rules(game, rules)
    if not bad_beat_on_fold and BAD_BEAT not in chosen.game.side_bet:
        raise Refused(f"{chosen.game.name} has no Bad Beat that a fold could lose; leave the option out")
    tables = tuple(read_paytable(path) for path in paytable or [])
    question = Edges(chosen, tables, bad_beat_on_fold, progressive_on_fold, lines, work)
    if csv:
        print(edges_csv(chosen.game, worked_out(question, checkpoint=checkpoint)), end="")
    else:
        show_answer(question, json=json, chart=chart, checkpoint=checkpoint)


def _sought(path: Path | None, key: str | None, seek: str | None) -> StudyQuestion:
    """The variant in a TOML file, without one the house game; or the pay of a line that gives an edge."""
    variant = house(HOUSE_RULES.game if key is None else game(key)) if path is None else variant_in(path, key)
    if seek is None:
        return RulesOfOnesOwn(variant)
    line, target = _wanted(seek)
    return GoalSeek(variant.base, line, target, variant)


def _wanted(seek: str) -> tuple[str, float]:
    """A line of a bet, and the edge in percent that it is to give."""
    line, _, wanted = seek.partition("=")
    try:
        target = float(Fraction(wanted.strip().removesuffix("%").strip()))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise Refused(f"cannot seek {seek!r}; want a line and an edge in percent, such as blind.flush=2%") from None
    section, _, name = line.strip().partition(".")
    return f"{section}.{name.removeprefix('pays.')}", target


def _own_bets(path: Path, key: str | None, seek: str | None) -> StudyQuestion:
    """Every side bet that a file declares, in the game that was asked for or in each that it names; or the pay of a
    line of one of them that gives an edge."""
    bets = parse_side_bets(read_text(path, "side bet"), path.name)
    if key is not None and not any(game(key).key in bet.games for bet in bets):
        raise Refused(f'no side bet in {path.name} is declared for {key}; want one with games = ["{key}"]')
    if seek is None:
        return OwnBets(bets, key)
    line, target = _wanted(seek)
    bet = next((bet for bet in bets if bet.key == line.partition(".")[0]), None)
    if bet is None:
        there = ", ".join(bet.key for bet in bets)
        raise Refused(f"no side bet in {path.name} has a line {line!r}; want LINE of one of {there}")
    return GoalSeek(game(key or bet.games[0]), line, target, None, bet)
