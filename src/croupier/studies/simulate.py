"""Rounds at random, as a question: how far chance strays from what is exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from croupier.games.uth import UTH
from croupier.rules.game import Game
from croupier.strategy.words import CHOICE_WORDS
from croupier.studies.answer import Answer, Column, Sheet, shown
from croupier.studies.asked import Field, Given, Progress, Question, Told, options
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    Band,
    Bars,
    Dot,
    Level,
    Line,
    Picture,
    Tone,
    number,
    share,
)
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.words import base_unit

MOST_ROUNDS = 50_000_000
"""In the Lab; a terminal takes any number."""
_SHOWN = 280
"""Points of a curve that are drawn."""


def fields(game: Game) -> list[Field]:
    """How many rounds, from which seed, and how they are played."""
    return [
        Field("rounds", "Rounds", "1,000,000", "number"),
        Field("seed", "Seed", "0", "number", hint="the same seed deals the same rounds"),
        *playing_fields(game),
    ]


def question(game: Game, given: Given) -> Question:
    """Rounds of a game."""
    return Simulated(playing_of(game, given), given.whole("rounds", 1_000, MOST_ROUNDS), given.whole("seed", 0, 2**31))


@dataclass(frozen=True, slots=True)
class Simulated:
    """So many rounds, dealt from a seed."""

    playing: Playing
    rounds: int
    seed: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier simulate`."""
        return ("simulate", str(self.rounds), *options(seed=self.seed or None), *self.playing.options)

    @property
    def files(self) -> Mapping[str, str]:
        """None."""
        return {}

    def told(self, progress: Progress) -> Told:
        """The run, with what is exact beside it."""
        from croupier.studies.evening import Session, evening, game_evening

        playing, session = self.playing, Session(500, 200)
        progress("preparing", 0.0)
        if playing.game is UTH:
            decisions, sides = playing.decisions(lambda words, _share: progress(words, 0.0)), playing.side_stakes()
            found = evening(decisions, self.rounds, self.seed, session, progress, sides=sides)
            return {**found.to_dict(playing.strategy), "progressive": None}
        return game_evening(*playing.way(), self.rounds, self.seed, session, progress).to_dict(playing.strategy)

    def answer(self, told: Told) -> Answer:
        """What it came to, and whether that is luck."""
        unit = base_unit(self.playing.game)
        exact, deviation = _expected(told), told["standard_deviation"]
        low, high = told["confidence_95"]
        off = (told["mean"] - exact) / (deviation / math.sqrt(told["rounds"]))
        where = "inside" if low <= exact <= high else "outside"
        side = "above" if off > 0 else "below"
        mean, ends = shown(told["mean"], "signed", 5), f"{shown(low, 'signed', 5)} to {shown(high, 'signed', 5)}"
        words = (
            f"{told['rounds']:,} rounds by {self.playing.words} came to {mean} {unit}s a round; "
            f"exactly it is {shown(exact, 'signed', 5)}.",
            f"That is {abs(off):.1f} standard errors {side} it. The exact value lies {where} "
            f"the interval that holds it in 95 of 100 runs, {ends}.",
            f"On the way the run stood {shown(abs(told['lowest']), 'number', 1)} {unit}s down at the lowest.",
        )
        return Answer(
            headline=(f"{unit}s won a round", shown(told["mean"], "signed", 5)),
            words=words,
            sheets=(*_bets(told, unit), _streets(self.playing.game, told), _results(told, unit)),
            pictures=(_running(told, exact, deviation, unit), _curve(told, exact, deviation, unit), _bars(told, unit)),
        )


def _expected(told: Mapping[str, Any]) -> float:
    exact = told["exact"]
    return float(sum(exact["means"].values())) if "means" in exact else -float(exact["edge_of_base_bet"])


def _bets(told: Mapping[str, Any], unit: str) -> tuple[Sheet, ...]:
    columns = (
        Column("bet", "bet"), Column("mean", f"{unit}s a round", "signed", 5), Column("low", "95 % from", "signed", 5),
        Column("high", "to", "signed", 5), Column("exact", "exactly", "signed", 5),
    )  # fmt: skip
    rows: list[tuple[str, float, float, float, float]] = [
        (name, one["mean"], *one["confidence_95"], told["exact"]["means"][name])
        for name, one in told.get("bets", {}).items()
    ]
    if len(rows) != 1:
        rows.append(("all together", told["mean"], *told["confidence_95"], _expected(told)))
    return (Sheet("A round, bet by bet", columns, rows),)


def _streets(game: Game, told: Mapping[str, Any]) -> Sheet:
    columns = (Column("street", "street"), Column("choice", "choice"), Column("share", "share of rounds", "percent", 3))
    found = told["frequencies"]
    if game is UTH:
        rows = [("", CHOICE_WORDS.get(choice, choice), often) for choice, often in found.items()]
    else:
        words = {street.key: street.words for street in game.streets}
        rows = [
            (words[key], CHOICE_WORDS.get(choice, choice), often)
            for key, shares in found.items()
            for choice, often in shares.items()
        ]
    return Sheet("How it was decided", columns, rows)


def _results(told: Mapping[str, Any], unit: str) -> Sheet:
    columns = (
        Column("net", f"a round nets, {unit}s", "signed", 2), Column("rounds", "rounds", "whole"),
        Column("chance", "share", "percent", 4),
    )  # fmt: skip
    rows = [(one["net"], one["rounds"], one["rounds"] / told["rounds"]) for one in told["histogram"]]
    return Sheet("Every result", columns, rows)


def thinned(points: list[Any], most: int = _SHOWN) -> list[Any]:
    """Some of many points, the last among them."""
    step = max(1, math.ceil(len(points) / most))
    return [*points[:-1:step], *points[-1:]]


def _points(told: Mapping[str, Any]) -> list[tuple[int, float]]:
    every = told["curve_every"]
    return [((at + 1) * every, total) for at, total in enumerate(told["curve"])]


def _running(told: Mapping[str, Any], exact: float, deviation: float, unit: str) -> AnyPicture:
    points = _points(told)
    # The first rounds swing beyond any scale.
    shown_from = max(1, told["rounds"] // 100)
    kept = thinned([(n, total / n) for n, total in points if n >= shown_from])
    band = [(n, exact - 1.96 * deviation / math.sqrt(n), exact + 1.96 * deviation / math.sqrt(n)) for n, _ in kept]
    return Picture(
        "The average so far",
        Axis("rounds", number),
        Axis(f"{unit}s a round", number),
        (
            Band("95 of 100 runs are here", band),
            Line("exactly", [(kept[0][0], exact), (kept[-1][0], exact)], "brass", dashed=True),
            Line("this run", kept),
        ),
    )


def _curve(told: Mapping[str, Any], exact: float, deviation: float, unit: str) -> AnyPicture:
    kept = [(0, 0.0), *thinned(_points(told))]
    reach = {n: 1.96 * deviation * math.sqrt(n) for n, _ in kept}
    band = [(n, exact * n - reach[n], exact * n + reach[n]) for n, _ in kept]
    rounds, total = kept[-1]
    end = Dot(rounds, total, shown(total, "signed", 0))
    return Picture(
        "The bankroll",
        Axis("rounds", number, 0),
        Axis(f"{unit}s won", number),
        (Band("95 of 100 runs are here", band), Level(0), Line("this run", kept), end),
    )


def _bars(told: Mapping[str, Any], unit: str) -> AnyPicture:
    rounds = told["rounds"]
    found = [(one["net"], one["rounds"] / rounds) for one in told["histogram"]]
    # The rare ends would press everything else together: what comes in 99.8 % of rounds is drawn, in whole units.
    whole: dict[int, float] = {}
    for net, chance in found:
        whole[math.floor(net + 0.5)] = whole.get(math.floor(net + 0.5), 0.0) + chance
    nets = sorted(whole)
    below = dict(zip(nets, accumulate(whole[net] for net in nets), strict=True))
    kept = [net for net in nets if below[net] >= 0.001 and below[net] - whole[net] <= 0.999]
    tones: dict[bool, Tone] = {True: "green", False: "red"}
    bars = [(float(net), whole[net], "muted" if net == 0 else tones[net > 0]) for net in kept]
    return Picture(
        f"What a round netted, in whole {unit}s; the rarest 0.2 % left out",
        Axis(f"{unit}s", number),
        Axis("share of rounds", share, 0),
        (Bars(bars, 0.9),),
    )
