"""`croupier faceup`: what seeing other players' cards, or the dealer's, is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cards import parse_cards
from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.options import Json
from croupier.cli.parameters import Option
from croupier.errors import Refused
from croupier.lab.capabilities import counted_game
from croupier.lab.solver import solver
from croupier.lab.work import ALONE, Shard, WorkPlan
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.studies.faceup import FaceUpRun, StoredRuns
from croupier.studies.question import StudyQuestion
from croupier.studies.seen_cards import ExposedCards, FaceUpCard, SeenSet


@app.command()
def faceup(
    game: Annotated[str, Option(help="uth, three-card, let-it-ride, caribbean, …")] = "uth",
    players: Annotated[int | None, Option(help="Players at the table, all cards face up; one of them is you.")] = None,
    exact: Annotated[bool, Option("--exact", help="Every class of seen cards, if they can be listed.")] = False,
    samples: Annotated[int | None, Option(help="Sets of seen cards drawn at random instead.")] = None,
    seed: Annotated[int, Option(help="The same seed draws the same sets.")] = 1,
    engine: Annotated[str | None, Option(help="cpu, gpu or cluster; cpu where none is named.")] = None,
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
    check_chart(plot)
    played = counted_game(game)
    if sum((seen is not None, exposed is not None, published, bool(merge))) > 1:
        raise Refused("want one of --seen, --exposed, --published, --merge")
    if exact and samples is not None:
        raise Refused("an exact run draws no samples; want --exact or --samples, not both")
    work = WorkPlan(
        engine=engine or ALONE.engine, scheduler=scheduler, checkpoint=checkpoint, resume=resume, shard=_shard(shard),
        merge=tuple(merge or ()),
    )  # fmt: skip
    if seen is not None or exposed is not None or card:
        if seen is None and work.engine != ALONE.engine:
            what = "the rule on a card is kept" if exposed is None else "the dealer's cards are worked out on the cores"
            raise Refused(f"{what}, not on {work.engine}; leave --engine out")
        question = _of_cards(played, seen, exposed, players, work.engine)
    # Whoever says how it is to be computed wants it computed.
    elif recompute or exact or samples is not None or engine is not None or work != ALONE:
        question = _run(played, 2 if players is None else players, exact, samples, seed, work)
    else:
        question = _kept(played, players)
    show_answer(question, json=json, what="the run", chart=plot, lines=True, checkpoint=checkpoint)


def _kept(game: Game, players: int | None) -> StudyQuestion:
    return StoredRuns(game) if players is None else StoredRuns(game, players, only=True)


def _run(game: Game, players: int, exact: bool, samples: int | None, seed: int, work: WorkPlan) -> StudyQuestion:
    drawn = solver(game).few_samples(players) if samples is None and not exact else samples
    return FaceUpRun(game, players, drawn, seed, work)


def _of_cards(game: Game, seen: str | None, exposed: str | None, players: int | None, engine: str) -> StudyQuestion:
    """One set of seen cards, the dealer's, or the rule that fits on a card."""
    if exposed is not None:
        return ExposedCards(game, exposed)
    if seen is not None:
        return SeenSet(game, parse_cards(seen), engine)
    return FaceUpCard(game, len(SEATS) if players is None else players)


def _shard(text: str) -> Shard:
    number, slash, of = text.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal()):
        raise Refused(f"no part {text!r}; want I/M, such as 1/3")
    return Shard(int(number), int(of))
