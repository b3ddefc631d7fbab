"""`croupier faceup`: what seeing other players' cards, or the dealer's, is worth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.figures.progress import run_progress
from croupier.cli.options import Json
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from croupier.lab.seen.faceup.result import FaceUp
    from croupier.lab.seen.faceup.run import Engine, Plan

ENGINES = ("cpu", "gpu", "cluster")
_FEW_SAMPLES = 200


@app.command()
def faceup(
    game: Annotated[str, Option(help="uth, three-card, let-it-ride, caribbean, …")] = "uth",
    players: Annotated[int | None, Option(help="Players at the table, all cards face up; one of them is you.")] = None,
    exact: Annotated[bool, Option("--exact", help="Every class of seen cards, if they can be listed.")] = False,
    samples: Annotated[int | None, Option(help="Sets of seen cards drawn at random instead.")] = None,
    seed: Annotated[int, Option(help="The same seed draws the same sets.")] = 1,
    engine: Annotated[str, Option(help="cpu, gpu or cluster.")] = "cpu",
    scheduler: Annotated[str | None, Option(help="The cluster's scheduler, such as tcp://10.0.0.1:8786.")] = None,
    checkpoint: Annotated[Path | None, Option(help="Keep finished work in this file.")] = None,
    resume: Annotated[bool, Option("--resume", help="Continue that file.")] = False,
    shard: Annotated[str, Option(help="Do part I of M only, as I/M; merge the files afterwards.")] = "1/1",
    merge: Annotated[list[Path] | None, Option(help="Merge these files into --checkpoint; repeat it.")] = None,
    seen: Annotated[str | None, Option(help="One set of seen cards instead, such as 'As Kd'.")] = None,
    exposed: Annotated[
        str | None, Option(help="The dealer's cards instead: dealer, dealers, dealer-flop or dealer-later.")
    ] = None,
    published: Annotated[bool, Option("--published", help="Show the kept results, as without options.")] = False,
    recompute: Annotated[bool, Option("--recompute", help="Compute it again, as --exact or --samples do.")] = False,
    card: Annotated[bool, Option("--card", help="Print the rule that fits on a card.")] = False,
    plot: Annotated[Path | None, Option(help="Draw edge against cards seen (.png or .svg).")] = None,
    json: Json = False,
) -> None:
    """Say what a table dealt face up is worth to one who looks: kept results, or computed again."""
    from croupier.cli.figures.output import check_chart, print_json, write_whole
    from croupier.errors import Refused
    from croupier.lab.solved import answered_game

    check_chart(plot)
    game = answered_game(game).key
    if sum((seen is not None, exposed is not None, published, bool(merge))) > 1:
        raise Refused("want one of --seen, --exposed, --published, --merge")
    if engine not in ENGINES:
        raise Refused(f"no engine {engine!r}; want one of {', '.join(ENGINES)}")
    if exact and samples is not None:
        raise Refused("an exact run draws no samples; want --exact or --samples, not both")
    if scheduler is not None and engine != "cluster":
        raise Refused(f"the engine {engine} has no scheduler; want --engine cluster with it")
    if resume and checkpoint is None:
        raise Refused("nothing to resume; want --checkpoint FILE with it")
    told: dict[str, Any] | None = None
    # Whoever says how it is to be computed wants it computed.
    work = recompute or exact or samples is not None or engine != "cpu" or shard != "1/1"
    work = work or checkpoint is not None or bool(merge)
    if game != "uth":
        if seen is not None or exposed is not None:
            raise Refused(
                f"--seen and --exposed are for uth; want `croupier strategy --game {game} CARDS --seen CARDS`"
            )
        if card:
            from croupier.cli.figures.faceup_games import print_card

            print_card(game, 6 if players is None else players, json)
            return
        asked = (players, exact, samples, seed, engine, scheduler, checkpoint, resume, shard, merge)
        _other_game(game, asked, published or not work, plot, json)
        return
    if card:
        raise Refused("the chart of Ultimate Texas Hold'em is in docs/faceup.md; want --game with --card")
    if exposed is not None:
        _exposed(exposed, json)
    elif seen is not None:
        _seen(seen, engine, json)
    elif published or not work:
        from croupier.cli.figures.faceup_games import print_kept

        print_kept("uth", players, json)
    else:
        players = 2 if players is None else players
        if merge:
            result = _merged(merge, checkpoint)
        else:
            plan = _plan(players, exact, samples, seed)
            result = _run(plan, _engine(engine, scheduler), engine, checkpoint, resume, shard)
        told = result.to_dict()
        print_json(told) if json else _page(result)
    if plot is not None:
        from croupier.lab.seen.faceup.published import draw_edges

        write_whole(plot, lambda path: draw_edges(path, told))
        if not json:
            print(f"Plot in {plot}")


def _other_game(key: str, asked: tuple[Any, ...], published: bool, plot: Path | None, json: bool) -> None:
    """The same for another game: what was computed, unless somebody asks for a run."""
    from croupier.cli.figures.faceup_games import Asked, page, print_kept, run_game
    from croupier.cli.figures.output import print_json, write_whole

    players, exact, samples, seed, engine, scheduler, checkpoint, resume, shard, merge = asked
    if published:
        print_kept(key, players, json)
    else:
        part = _shard(shard)
        result = run_game(
            Asked(key, players, exact, samples, seed, engine, scheduler, checkpoint, resume, part, merge or []),
            run_progress,
        )
        print_json(result.to_dict()) if json else page(result)
    if plot is not None:
        from croupier.lab.games.faceup.plot import draw_games

        write_whole(plot, lambda path: draw_games(path, key))
        if not json:
            print(f"Plot in {plot}")


def _plan(players: int, exact: bool, samples: int | None, seed: int) -> Plan:
    from croupier.lab.seen.faceup.run import Plan

    if not exact and samples is None and players > 2:
        samples = _FEW_SAMPLES
    return Plan(players, samples, seed)


def _engine(name: str, scheduler: str | None) -> Engine:
    """The engine of that name, refused before any work where it cannot run."""
    if name == "gpu":
        from croupier.lab.seen.faceup.run import gpu_engine
        from croupier.lab.seen.gpu import gpu_name

        gpu_name()
        return gpu_engine
    if name == "cluster":
        from croupier.lab.seen.faceup.cluster import cluster_engine

        return cluster_engine(scheduler)
    from croupier.lab.seen.faceup.run import cpu_engine

    return cpu_engine


def _run(plan: Plan, engine: Engine, name: str, checkpoint: Path | None, resume: bool, shard: str) -> FaceUp:
    from croupier.lab.seen.faceup.checkpoint import Checkpoint
    from croupier.lab.seen.faceup.run import face_up

    part = _shard(shard)
    kept = None if checkpoint is None else Checkpoint(checkpoint, resume)
    try:
        with run_progress("classes" if plan.samples is None else "samples") as progress:
            return face_up(plan, engine, checkpoint=kept, name=name, shard=part, progress=progress)
    except KeyboardInterrupt:
        if checkpoint is not None and checkpoint.exists():
            print(f"\ncroupier: interrupted; what was done is in {checkpoint}, --resume goes on", file=sys.stderr)
        raise


def _shard(text: str) -> Any:
    from croupier.errors import Refused
    from croupier.lab.seen.faceup.run import Shard

    number, slash, of = text.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal()):
        raise Refused(f"no part {text!r}; want I/M, such as 1/3")
    return Shard(int(number), int(of))


def _merged(paths: list[Path], into: Path | None) -> FaceUp:
    from croupier.errors import Refused
    from croupier.lab.seen.faceup.checkpoint import merge
    from croupier.lab.seen.faceup.run import Plan, merged

    if into is None:
        raise Refused("no file to merge into; want --checkpoint NEW with --merge A --merge B")
    header, records = merge(paths, into)
    return merged(Plan(header.players, header.samples, header.seed or 0), records)


def _seen(text: str, engine: str, json: bool) -> None:
    from croupier.cards import cards_text, parse_cards
    from croupier.cli.figures.output import percent, print_json
    from croupier.errors import Refused
    from croupier.lab.seen.sets import check_seen
    from croupier.lab.seen.solve import SeenSolution, solve_seen

    cards = parse_cards(text)
    check_seen(cards)
    if engine == "cluster":
        raise Refused("one set of seen cards is one unit of work; want --engine cpu or gpu")
    if engine == "gpu":
        _engine("gpu", None)
        from croupier.lab.seen.engine import optimal
        from croupier.lab.seen.gpu import GpuEngine
        from croupier.lab.seen.totals import one_total

        ordered = tuple(sorted(cards))
        holes = GpuEngine(optimal()).solve(ordered)
        solution = SeenSolution(ordered, optimal().unit, one_total(ordered, holes, optimal()))
    else:
        solution = solve_seen(cards)
    if json:
        print_json(solution.to_dict())
        return
    print(f"{cards_text(solution.seen) or 'nothing'} seen, every deal of the other {52 - len(cards)} cards:")
    print(f"  house edge, best play    {percent(solution.edge, 4)} of the Ante")
    print(f"  house edge, not looking  {percent(-solution.fixed_value, 4)}")
    print(f"  looking is worth         {percent(solution.gain, 4)}")


def _exposed(what: str, json: bool) -> None:
    from croupier.cli.figures.output import percent, print_json
    from croupier.lab.seen.exposed import PUBLISHED, WORDS, exposed

    with run_progress("classes") as told:
        from time import perf_counter

        start = perf_counter()
        found = exposed(what, progress=lambda done, every: told(done, every, perf_counter() - start))
    if json:
        print_json({**found.to_dict(), "seconds": round(perf_counter() - start, 3)})
        return
    print(f"Seeing {WORDS[what]} before the first decision, {found.classes} classes, exactly:")
    print(f"  player's edge       {percent(found.value, 4)} of the Ante")
    print(f"  Jacobson published  {PUBLISHED[what]} %")


def _page(result: FaceUp) -> None:
    from croupier.cli.figures.output import percent

    what = "classes of seen cards, exactly" if result.exact else "sets of seen cards drawn at random"
    print(f"{result.players} players face up, {result.seen} cards seen; {result.done:,} {what}")
    if not result.complete:
        print(f"  of {result.units:,}: the figures below are of this part only, until it is merged with the others")
    error = f" ± {percent(result.gain.error, 4)}" if result.gain.error else ""
    print(f"  house edge, best play    {percent(result.edge, 4)}{error} of the Ante")
    print(f"  house edge, not looking  {percent(-result.base, 4)}")
    print(f"  looking is worth         {percent(result.gain.value, 4)}{error}")
    for name, words in (
        ("look_preflop", "before the flop only"),
        ("look_later", "after it only"),
        ("counting", "by a counting chart"),
    ):
        print(f"    {words:<22} {percent(result.looks[name].value, 4)}")
    often = ", ".join(f"{street} {percent(share)}" for street, share in result.changed.items())
    print(f"  decisions change in      {often} of rounds")
    most = ", ".join(f"{hand} {percent(gain, 3)}" for hand, gain in result.hands[:6])
    print(f"  matters most with        {most}")
    if result.exact and result.complete:
        print("  proven: the fixed strategy, over all classes, is worth exactly the base game's value")
    print(f"  {result.engine}, {result.seconds:,.1f} s")
