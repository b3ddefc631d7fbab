"""The pictures of a session: where it ends, and how likely a bankroll is gone before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.studies.answer import shown
from croupier.studies.pictures.picture import AnyPicture, Axis, Bars, Dot, Line, Picture, Tone, share


def ends_picture(rounds: int, distribution: Sequence[Mapping[str, float]], axis: Axis, scale: float = 1) -> AnyPicture:
    """The chances of where a session stands in the end, in steps; `scale` is what a base bet is on the axis."""
    first = distribution[0]
    tones: dict[bool, Tone] = {True: "green", False: "red"}
    bars = [((one["from"] + one["to"]) / 2 * scale, one["chance"], tones[one["from"] >= 0]) for one in distribution]
    width = (first["to"] - first["from"]) * scale
    return Picture(f"After {rounds:,} rounds", axis, Axis("chance", share, 0), (Bars(bars, width),))


def risk_picture(
    rounds: int, curve: Sequence[Mapping[str, float]], brought: float, risk: float, axis: Axis, scale: float = 1
) -> AnyPicture:
    """The risk of ruin by what is brought, with what was brought marked."""
    points = [(one["bankroll"] * scale, one["risk"]) for one in curve]
    here = Dot(brought, risk, f"{axis.shown(brought)}: {shown(risk, 'percent', 2)}")
    title = f"Risk of ruin within {rounds:,} rounds"
    return Picture(title, axis, Axis("risk", share, 0), (Line("", points, "red"), here))
