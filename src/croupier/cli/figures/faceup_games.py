"""`croupier faceup --game …` for the six other games: what was computed, and the same again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.lab.games.faceup.result import FaceUpGame
    from croupier.lab.games.faceup.run import Engine
    from croupier.lab.seen.faceup.run import Shard

ShowProgress: TypeAlias = Callable[[str], AbstractContextManager[Callable[[int, int, float], None]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line."""

    game: str
    players: int | None
    exact: bool
    samples: int | None
    seed: int
    engine: str
    scheduler: str | None
    checkpoint: Path | None
    resume: bool
    shard: Shard
    merge: list[Path]


def run_game(asked: Asked, show_progress: ShowProgress) -> FaceUpGame:
    """Compute what was asked for, or go on with it, or add up what others have computed."""
    from croupier.lab.games.faceup.run import FORMAT, face_up_game, merged, parse_sums
    from croupier.lab.seen.faceup.lines import Lines, merge_lines

    if asked.merge:
        if asked.checkpoint is None:
            raise Refused("no file to merge into; want --checkpoint NEW with --merge A --merge B")
        told, records = merge_lines(asked.merge, asked.checkpoint, FORMAT, parse_sums)
        return merged(records, told)
    plan = _plan(asked)
    kept = None if asked.checkpoint is None else Lines(asked.checkpoint, asked.resume, FORMAT, parse_sums)
    try:
        with show_progress("batches") as progress:
            return face_up_game(plan, _engine(asked), checkpoint=kept, shard=asked.shard, progress=progress)
    except KeyboardInterrupt:
        if asked.checkpoint is not None and asked.checkpoint.exists():
            print(f"\ncroupier: interrupted; what was done is in {asked.checkpoint}, --resume goes on", file=sys.stderr)
        raise


def _plan(asked: Asked) -> Any:
    from croupier.lab.games.faceup.plan import EXACT, FEW_SAMPLES, Plan

    players = asked.players or 2
    samples = asked.samples
    if samples is None and not asked.exact and players > EXACT.get(asked.game, 1) - 1:
        # A few minutes at most; whoever wants more says how much.
        samples = FEW_SAMPLES
    return Plan(asked.game, players, samples, asked.seed)


def _engine(asked: Asked) -> Engine:
    """The engine of that name, refused before any work where it cannot run."""
    if asked.engine == "gpu":
        from croupier.lab.games.faceup.run import gpu_engine
        from croupier.lab.seen.gpu import gpu_name

        gpu_name()
        return gpu_engine
    if asked.engine == "cluster":
        from croupier.lab.games.faceup.cluster import cluster_engine

        return cluster_engine(asked.scheduler)
    from croupier.lab.games.faceup.run import cpu_engine

    return cpu_engine


def page(result: FaceUpGame) -> None:
    """Print a result."""
    from croupier.cli.figures.output import percent
    from croupier.games import GAMES

    plan, game = result.plan, GAMES[result.plan.game]
    base = game.by_key[game.base].felt
    bet = "one bet" if base == "$" else f"the {base}"
    what = f"{plan.units:,} classes of seen cards, exactly" if plan.exact else f"{plan.units:,} sets drawn at random"
    print(f"{game.name}, {plan.players} players face up, {plan.seen} cards seen; {what}")
    if not result.complete:
        print(f"  {result.batches:,} of {plan.batches:,} batches: figures of this part only, until all are merged")
    error = f" ± {percent(result.error, 4)}" if result.error else ""
    print(f"  house edge, best play    {percent(result.edge, 4)}{error} of {bet}")
    print(f"                           {percent(result.edge_of_action, 4)} of all money bet")
    print(f"  house edge, not looking  {percent(-result.base, 4)}")
    print(f"  looking is worth         {percent(result.gain, 4)}{error}")
    counted = f" ± {percent(result.counted_error, 4)}" if result.counted_error else ""
    print(f"    by a rule on a card    {percent(result.counted, 4)}{counted}")
    print(f"  first decision changes   with {percent(result.changed)} of hands")
    if plan.exact and result.complete:
        print("  proven: play that does not look is worth, over all classes, exactly the base game's value")
    print(f"  {result.engine}, {result.seconds:,.1f} s")


def print_kept(key: str, players: int | None, json: bool) -> None:
    """Print what has been worked out for a game: all of it, or for so many players."""
    from croupier.cli.figures.output import percent, print_json
    from croupier.games import GAMES
    from croupier.lab.solved import face_up_report, face_up_runs
    from croupier.studies.faceup import kept_of, run_of

    game = GAMES[key]
    kept = [run for run in face_up_runs(key) if players in (None, run["players"])]
    if not kept:
        there = ", ".join(str(run["players"]) for run in face_up_runs(key))
        raise Refused(f"no result is kept for {players} players of {game.name}, but for {there}; --recompute makes one")
    if json:
        print_json(kept_of(game) if players is None else kept[0])
        return
    report, runs = face_up_report(key), [run_of(game, run) for run in kept]
    whole = runs[0].of_action is not None
    print(f"{game.name}: runs on {report['hardware']}, {report['date']}; house edge of the base bet")
    of_all = "  of all money" if whole else ""
    print(f"players  seen  house edge  ±        {of_all}  looking adds  a rule on a card adds")
    for run in runs:
        error = "exact" if run.exact else percent(run.error, 4)
        action = f"{percent(run.of_action, 4):<12}  " if run.of_action is not None else ""
        rule = "no rule" if run.rule is None else percent(run.rule, 4)
        print(
            f"{run.players:>7}  {run.seen:>4}  {percent(run.edge, 4):<10}  {error:<9}  {action}"
            f"{percent(run.gain, 4):<12}  {rule}"
        )
    print("A negative edge is the player's. Compute one again with --players N --recompute, --exact or --samples N.")


def print_card(key: str, players: int, json: bool) -> None:
    """Print the rule that fits on a card."""
    from croupier.cli.figures.output import percent, print_json
    from croupier.games import game
    from croupier.lab.games.faceup.cards import rule_card
    from croupier.lab.games.faceup.published import face_up_edge

    card = rule_card(game(key).key, players)
    if json:
        print_json(card.to_dict())
        return
    print(f"{game(key).name}, {players} players face up: {card.counting}.")
    for heading, rows in card.tables:
        print(f"\n{heading}")
        wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            print("  " + "   ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip())
    run = face_up_edge(card.game, players)
    if run is not None:
        print(f"\nIt is worth {percent(run['counted'], 3)} of the {percent(run['gain'], 3)} that looking is worth.")
