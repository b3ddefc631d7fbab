"""`croupier edge`: every bet of a rule set, computed against printed where something is printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import show_answer, worked_out
from croupier.cli.files import read_text
from croupier.cli.options import GameKey, Json, RulesName
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import read_paytable
from croupier.errors import Refused
from croupier.games import HOUSE_RULES, chosen_rules, game
from croupier.games import game as game_of
from croupier.games.uth import BAD_BEAT
from croupier.lab.work import ALONE, WorkPlan
from croupier.rules.own.file import parse_side_bets
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import house
from croupier.studies.edge import Edges, edges_csv
from croupier.studies.question import StudyQuestion
from croupier.studies.seek import GoalSeek
from croupier.studies.side_bets import OwnBets
from croupier.studies.variant import OwnRules


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
    checkpoint: Annotated[Path | None, Option(help="Keep finished work of a long solve in this file.")] = None,
    resume: Annotated[bool, Option("--resume", help="Continue that file.")] = False,
    engine: Annotated[
        str, Option(help="cpu, gpu or cluster: on what the base game is solved; gpu is the general solver.")
    ] = "cpu",
    scheduler: Annotated[str | None, Option(help="The cluster's scheduler, such as tcp://10.0.0.1:8786.")] = None,
    csv: Annotated[bool, Option("--csv", help="For spreadsheets.")] = False,
    json: Json = False,
) -> None:
    """Compute the house edge of every bet, exactly, beside the printed one."""
    if csv and json:
        raise Refused("cannot answer in CSV and JSON at once; want one of them")
    work = WorkPlan(engine=engine, scheduler=scheduler, checkpoint=checkpoint, resume=resume)
    of_rules = rules or paytable or csv or lines or work != ALONE or not (bad_beat_on_fold and progressive_on_fold)
    if variant is not None or seek is not None:
        if of_rules:
            message = "a variant is a base game of its own; with --variant want no option but --game, --seek and --json"
            raise Refused(message)
        show_answer(_sought(variant, game, seek), json=json)
        return
    if side_bet is not None:
        if of_rules:
            raise Refused("a side bet of one's own is priced alone; with --side-bet want only --game and --json")
        show_answer(_own_bets(side_bet, game), json=json)
        return
    chosen = chosen_rules(game, rules)
    if not bad_beat_on_fold and BAD_BEAT not in chosen.game.side_bet:
        raise Refused(f"{chosen.game.name} has no Bad Beat that a fold could lose; leave the option out")
    tables = tuple(read_paytable(path) for path in paytable or [])
    question = Edges(chosen, tables, bad_beat_on_fold, progressive_on_fold, lines, work)
    if csv:
        print(edges_csv(chosen.game, worked_out(question, checkpoint=checkpoint)), end="")
    else:
        show_answer(question, json=json, lines=True, checkpoint=checkpoint)


def _sought(path: Path | None, key: str | None, seek: str | None) -> StudyQuestion:
    """The variant in a TOML file, without one the house game; or the pay of a line that gives an edge."""
    game = None if key is None else game_of(key)
    if path is None:
        variant = house(game or HOUSE_RULES.game)
    else:
        variant = parse_variant(read_text(path, "variant"), path.stem, game)
    if seek is None:
        return OwnRules(variant)
    line, _, wanted = seek.partition("=")
    try:
        target = float(Fraction(wanted.strip().removesuffix("%").strip()))
    except (ValueError, ZeroDivisionError):
        raise Refused(f"cannot seek {seek!r}; want a line and an edge in percent, such as blind.flush=2%") from None
    section, _, name = line.strip().partition(".")
    return GoalSeek(variant.base, f"{section}.{name.removeprefix('pays.')}", target, variant)


def _own_bets(path: Path, key: str | None) -> StudyQuestion:
    """Every side bet that a file declares, in the game that was asked for or in each that it names."""
    bets = parse_side_bets(read_text(path, "side bet"), path.name)
    if key is not None and not any(game(key).key in bet.games for bet in bets):
        raise Refused(f'no side bet in {path.name} is declared for {key}; want one with games = ["{key}"]')
    return OwnBets(bets, key)
