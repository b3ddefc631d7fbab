"""The pictures of a run of rounds: the average so far, the bankroll, what a round netted, and a session exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from croupier.studies.answer import as_text
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    BandMark,
    BarMarks,
    DotMark,
    LevelMark,
    LineMark,
    Plot,
    Tone,
    number,
    share,
)

_SHOWN = 280
"""Points of a curve that are drawn."""


def run_pictures(figures: Mapping[str, Any], unit: str) -> tuple[AnyPicture, ...]:
    """The pictures of a run, with exact figures beside it."""
    exact, deviation = figures["exact"]["mean"], figures["standard_deviation"]
    end, ruin = figures["exact"]["session"], figures["exact"]["ruin"]
    return (
        _running(figures, exact, deviation, unit),
        _curve(figures, exact, deviation, unit),
        _bars(figures, unit),
        ends_picture(end["rounds"], end["distribution"], Axis(f"{unit}s won", number)),
        risk_picture(
            end["rounds"], ruin["risk_by_bankroll"], ruin["bankroll_cents"] / ruin["ante_cents"], end["ruined"],
            Axis(f"bankroll, {unit}s", number),
        ),
    )  # fmt: skip


def _thinned(points: list[Any], most: int = _SHOWN) -> list[Any]:
    """Some of many points, the last among them."""
    step = max(1, math.ceil(len(points) / most))
    return [*points[:-1:step], *points[-1:]]


def _points(figures: Mapping[str, Any]) -> list[tuple[int, float]]:
    every = figures["curve_every"]
    return [((at + 1) * every, total) for at, total in enumerate(figures["curve"])]


def _running(figures: Mapping[str, Any], exact: float, deviation: float, unit: str) -> AnyPicture:
    points = _points(figures)
    # The first rounds swing beyond any scale.
    first_drawn = max(1, figures["rounds"] // 100)
    drawn = _thinned([(n, total / n) for n, total in points if n >= first_drawn])
    band = [(n, exact - 1.96 * deviation / math.sqrt(n), exact + 1.96 * deviation / math.sqrt(n)) for n, _ in drawn]
    return Plot(
        "The average so far",
        Axis("rounds", number),
        Axis(f"{unit}s a round", number),
        (
            BandMark("95 of 100 runs are here", band),
            LineMark("exactly", [(drawn[0][0], exact), (drawn[-1][0], exact)], "brass", dashed=True),
            LineMark("this run", drawn),
        ),
    )


def _curve(figures: Mapping[str, Any], exact: float, deviation: float, unit: str) -> AnyPicture:
    drawn = [(0, 0.0), *_thinned(_points(figures))]
    reach = {n: 1.96 * deviation * math.sqrt(n) for n, _ in drawn}
    band = [(n, exact * n - reach[n], exact * n + reach[n]) for n, _ in drawn]
    rounds, total = drawn[-1]
    end = DotMark(rounds, total, as_text(total, "signed", 0))
    return Plot(
        "The bankroll",
        Axis("rounds", number, 0),
        Axis(f"{unit}s won", number),
        (BandMark("95 of 100 runs are here", band), LevelMark(0), LineMark("this run", drawn), end),
    )


def _bars(figures: Mapping[str, Any], unit: str) -> AnyPicture:
    shares = [(one["net"], one["rounds"] / figures["rounds"]) for one in figures["histogram"]]
    return nets_picture("What a round netted", shares, unit)


def nets_picture(title: str, shares: Sequence[tuple[float, float]], unit: str) -> AnyPicture:
    """What a round nets and how often, the ends left out."""
    # The rare ends would press everything else together: what comes in 99.8 % of rounds is drawn, in whole units.
    whole: dict[int, float] = {}
    for net, chance in shares:
        whole[math.floor(net + 0.5)] = whole.get(math.floor(net + 0.5), 0.0) + chance
    nets = sorted(whole)
    below = dict(zip(nets, accumulate(whole[net] for net in nets), strict=True))
    drawn = [net for net in nets if below[net] >= 0.001 and below[net] - whole[net] <= 0.999]
    tones: dict[bool, Tone] = {True: "green", False: "red"}
    bars = [(float(net), whole[net], "muted" if net == 0 else tones[net > 0]) for net in drawn]
    return Plot(
        f"{title}, in whole {unit}s; the rarest 0.2 % left out",
        Axis(f"{unit}s", number),
        Axis("share of rounds", share, 0),
        (BarMarks(bars, 0.9),),
    )


def ends_picture(rounds: int, distribution: Sequence[Mapping[str, float]], axis: Axis, scale: float = 1) -> AnyPicture:
    """The chances of where a session stands in the end, in steps; `scale` is the size of a base bet on the axis."""
    first = distribution[0]
    tones: dict[bool, Tone] = {True: "green", False: "red"}
    bars = [((one["from"] + one["to"]) / 2 * scale, one["chance"], tones[one["from"] >= 0]) for one in distribution]
    width = (first["to"] - first["from"]) * scale
    return Plot(f"After {rounds:,} rounds", axis, Axis("chance", share, 0), (BarMarks(bars, width),))


def risk_picture(
    rounds: int, curve: Sequence[Mapping[str, float]], brought: float, risk: float | None, axis: Axis, scale: float = 1
) -> AnyPicture:
    """The risk of ruin by bankroll for who plays on to the end, with the player's own bankroll marked where its risk is
    on the curve."""
    points = [(one["bankroll"] * scale, one["risk"]) for one in curve]
    here = () if risk is None else (DotMark(brought, risk, f"{axis.text(brought)}: {as_text(risk, 'percent', 2)}"),)
    title = f"Risk of ruin within {rounds:,} rounds{' without a stop' if risk is None else ''}"
    return Plot(title, axis, Axis("risk", share, 0), (LineMark("", points, "red"), *here))
