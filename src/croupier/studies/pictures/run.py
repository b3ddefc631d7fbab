"""The pictures of a run of rounds: the average so far, the bankroll, what a round netted, and a session exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from croupier.studies.answer import shown
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
from croupier.studies.pictures.session import ends_picture, risk_picture

_SHOWN = 280
"""Points of a curve that are drawn."""


def run_pictures(told: Mapping[str, Any], unit: str) -> tuple[AnyPicture, ...]:
    """A run, with what is exact beside it."""
    exact, deviation = told["exact"]["mean"], told["standard_deviation"]
    end, ruin = told["exact"]["session"], told["exact"]["ruin"]
    return (
        _running(told, exact, deviation, unit),
        _curve(told, exact, deviation, unit),
        _bars(told, unit),
        ends_picture(end["rounds"], end["distribution"], Axis(f"{unit}s won", number)),
        risk_picture(
            ruin["rounds"], ruin["risk_by_bankroll"], ruin["bankroll"], ruin["risk"],
            Axis(f"bankroll, {unit}s", number),
        ),
    )  # fmt: skip


def _thinned(points: list[Any], most: int = _SHOWN) -> list[Any]:
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
    kept = _thinned([(n, total / n) for n, total in points if n >= shown_from])
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
    kept = [(0, 0.0), *_thinned(_points(told))]
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
