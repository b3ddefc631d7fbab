"""A session, exactly: where it ends, and how likely a bankroll lasts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.lab.work import Progress
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    BandMark,
    LevelMark,
    LineMark,
    Plot,
    money,
    number,
)
from croupier.studies.pictures.sessions import ends_picture, risk_picture
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import BadQuestion, Figures, FormField, FormValues, StudyQuestion, options
from croupier.studies.words import base_unit, plain_dollars

if TYPE_CHECKING:
    from croupier.lab.chance.ruin import Ahead, Outcomes, Ruin

MOST_ROUNDS = 20_000
"""In the Lab; a terminal takes more."""
RISKS = (0.2, 0.1, 0.05, 0.02, 0.01)
"""The risks for which the answer says how large a bankroll must be."""
_PARTS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 7 / 8, 1)
"""Moments of a session that are looked at, more of them early, when sessions part fastest."""


def fields(game: Game) -> list[FormField]:
    """What somebody brings, bets, and how long they stay."""
    unit = base_unit(game)
    return [
        FormField("bankroll", "Bankroll $", "1,000", "number"),
        FormField("ante", f"{unit[0].upper()}{unit[1:]} $", "10", "number"),
        FormField("hours", "Hours", "4", "number"),
        FormField("rounds_per_hour", "Rounds an hour", "40", "number"),
        *playing_fields(game, ("trips", "bad_beat")),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A session of a game."""
    stay = Stay(
        bankroll=form.cents("bankroll", 100, 100_000_000_00),
        ante=form.cents("ante", 1, 1_000_000_00),
        hours=form.whole("hours", 1, 500),
        rounds_per_hour=form.whole("rounds_per_hour", 1, 1_000),
    )
    if stay.rounds > MOST_ROUNDS:
        raise BadQuestion("hours", f"{stay.rounds:,} rounds are many to follow; want {MOST_ROUNDS:,} or fewer")
    return Bankroll(playing_of(game, form), stay)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """What somebody brings and bets, in cents, and how long they stay."""

    bankroll: int
    ante: int
    hours: int
    rounds_per_hour: int

    @property
    def rounds(self) -> int:
        """Of the session."""
        return self.hours * self.rounds_per_hour


def _check(stay: Stay, need: int) -> None:
    """Refuse a bankroll that cannot be followed before anything is worked out."""
    from croupier.lab.chance.ruin import check_ruin

    antes = stay.bankroll // stay.ante
    if antes < need:
        short = f"{dollars(stay.bankroll)} are {antes:,} base bets of {dollars(stay.ante)}"
        raise Refused(f"{short}, and a full round needs {need}; want a larger bankroll or a smaller bet")
    check_ruin(antes, stay.rounds, need)


def session_figures(outcomes: Outcomes, need: int, stay: Stay) -> dict[str, Any]:
    """How a session ends, and how likely the bankroll lasts; exact up to chances below 10⁻¹³ a round."""
    from croupier.lab.chance.ruin import after, ruin

    antes = stay.bankroll // stay.ante
    mean, deviation = outcomes.mean / outcomes.unit, outcomes.standard_deviation / outcomes.unit
    # Beyond four deviations next to nothing is at risk.
    reach = need + math.ceil(4 * deviation * math.sqrt(stay.rounds) + max(0.0, -mean) * stay.rounds)
    before = ruin(outcomes, max(antes, min(reach, 1_000_000)), stay.rounds, need)
    place = (antes - need) * outcomes.unit
    curve = list(zip(before.bankrolls.tolist(), before.risks.tolist(), strict=True))
    moments = sorted({max(1, round(stay.rounds * part)) for part in _PARTS})
    ends = {rounds: after(outcomes, rounds) for rounds in moments}
    end = ends[stay.rounds]
    return {
        "bankroll_cents": stay.bankroll,
        "ante_cents": stay.ante,
        "rounds": stay.rounds,
        "need": need,
        "mean": mean,
        "standard_deviation": deviation,
        "risk": float(before.risks[place]),
        "session": end.to_dict(),
        "by_rounds": [
            {
                "rounds": rounds,
                "ahead": one.ahead,
                "risk": float(ruin(outcomes, antes, rounds, need).risk),
                "quantiles": one.to_dict()["quantiles"],
            }
            for rounds, one in ends.items()
        ],
        "bankroll_for_risk": {f"{risk:g}": next((cut for cut, at in curve if at <= risk), None) for risk in RISKS},
        "risk_by_bankroll": risk_curve(before),
        "distribution": distribution(end),
    }


def risk_curve(risk: Ruin) -> list[dict[str, float]]:
    """The risk of ruin by bankroll in base bets, in some hundred and twenty steps."""
    curve = list(zip(risk.bankrolls.tolist(), risk.risks.tolist(), strict=True))
    step = max(1, len(curve) // 120)
    return [{"bankroll": cut, "risk": at} for cut, at in (*curve[::step], curve[-1])]


def distribution(end: Ahead) -> list[dict[str, float]]:
    """The chances of the end in some forty steps of whole base bets."""
    width = max(1, round(8 * end.standard_deviation / 40))
    steps: dict[int, float] = {}
    for result, chance in zip(end.results.tolist(), end.chances.tolist(), strict=True):
        if abs(result - end.mean) <= 4 * end.standard_deviation:
            # A step begins just above a whole bet, so that each has as many possible results; nothing won has its own.
            step = math.ceil(result / width)
            steps[step] = steps.get(step, 0.0) + chance
    return [
        {"from": (step - 1) * width, "to": step * width, "chance": chance} for step, chance in sorted(steps.items())
    ]


@dataclass(frozen=True, slots=True)
class Bankroll(StudyQuestion):
    """A session of somebody who plays in some way."""

    playing: Playing
    stay: Stay

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier ruin`."""
        stay = self.stay
        flags = options(
            bankroll=plain_dollars(stay.bankroll),
            ante=plain_dollars(stay.ante),
            hours=stay.hours,
            rounds_per_hour=stay.rounds_per_hour,
        )
        return ("ruin", *flags, *self.playing.options)

    def figures(self, progress: Progress) -> Figures:
        """The session, worked out."""
        from croupier.studies.rounds import need_of, round_of

        playing = self.playing
        _check(self.stay, need_of(playing))
        progress("preparing", 0.0)
        played = round_of(playing, lambda words, _share: progress(words, 0.0))
        progress("following the bankroll", 0.5)
        session = session_figures(played.outcomes, played.need, self.stay)
        return {"game": playing.game.key, "strategy": playing.name, **session}

    def answer(self, figures: Figures) -> FigureAnswer:
        """The session in words, and its pictures in dollars."""
        ante, end = figures["ante_cents"], figures["session"]
        risk = figures["risk"]
        ruin_in = f", once in {1 / risk:,.0f} sessions" if 0 < risk < 0.2 else ""
        expected = as_text(end["mean"] * ante, "signed money")
        words = (
            f"{dollars(figures['bankroll_cents'])} last {figures['rounds']:,} rounds of {self.playing.game.name} with "
            f"{dollars(ante)} bets by {self.playing.words} but for {as_text(risk, 'percent', 2)} of "
            f"sessions{ruin_in}. Gone means below {dollars(figures['need'] * ante)}, with which a full "
            "round can no longer be bet.",
            f"The session ends ahead in {as_text(end['ahead'], 'percent', 2)}, even in "
            f"{as_text(end['even'], 'percent', 2)}, behind in {as_text(end['behind'], 'percent', 2)}. "
            f"On average it comes to {expected}.",
            f"Half of all sessions end between {_amount(end, '0.25', ante)} and {_amount(end, '0.75', ante)}; one in "
            f"twenty below {_amount(end, '0.05', ante)}, one in twenty above {_amount(end, '0.95', ante)}.",
        )
        return FigureAnswer(
            headline=("Risk of ruin", as_text(risk, "percent", 2)),
            words=words,
            sheets=(_by_rounds(figures), _needed(figures)),
            pictures=(
                risk_picture(
                    figures["rounds"],
                    figures["risk_by_bankroll"],
                    figures["bankroll_cents"],
                    risk,
                    Axis("bankroll", money),
                    ante,
                ),
                _fan(figures),
                ends_picture(figures["rounds"], figures["distribution"], Axis("won", money), ante),
            ),
        )


def _amount(end: Mapping[str, Any], quantile: str, ante: int) -> str:
    return as_text(end["quantiles"][quantile] * ante, "signed money")


def _by_rounds(figures: Mapping[str, Any]) -> FigureSheet:
    quantiles = list(figures["session"]["quantiles"])
    columns = (
        FigureColumn("rounds", "rounds", "whole"), FigureColumn("ahead", "ahead", "percent", 2),
        FigureColumn("ruin", "ruined", "percent", 2),
        *(FigureColumn(f"quantile_{q}", f"{float(q) * 100:g} % end below", "signed money") for q in quantiles),
    )  # fmt: skip
    ante = figures["ante_cents"]
    rows: list[tuple[Value, ...]] = [
        (one["rounds"], one["ahead"], one["risk"], *(value * ante for value in one["quantiles"].values()))
        for one in figures["by_rounds"]
    ]
    return FigureSheet("As the session goes on", columns, rows, frozenset({len(rows) - 1}))


def _needed(figures: Mapping[str, Any]) -> FigureSheet:
    columns = (FigureColumn("risk", "for a risk of", "percent", 0), FigureColumn("bankroll", "bring", "money"))
    bankrolls = figures["bankroll_for_risk"].items()
    return FigureSheet(
        "What to bring",
        columns,
        [(float(risk), None if cut is None else cut * figures["ante_cents"]) for risk, cut in bankrolls],
    )


def _fan(figures: Mapping[str, Any]) -> AnyPicture:
    ante = figures["ante_cents"]
    rows = [(0, dict.fromkeys(figures["session"]["quantiles"], 0.0))]
    rows += [(one["rounds"], one["quantiles"]) for one in figures["by_rounds"]]

    def line(quantile: str) -> list[tuple[float, float]]:
        return [(rounds, quantiles[quantile] * ante) for rounds, quantiles in rows]

    def band(low: str, high: str) -> list[tuple[float, float, float]]:
        return [(rounds, quantiles[low] * ante, quantiles[high] * ante) for rounds, quantiles in rows]

    brought = -figures["bankroll_cents"]
    deepest = min(quantiles["0.05"] * ante for _, quantiles in rows)
    return Plot(
        "Where sessions stand",
        Axis("rounds", number, 0),
        Axis("won", money),
        (
            BandMark("nine in ten", band("0.05", "0.95"), "brass"),
            BandMark("half", band("0.25", "0.75"), "green"),
            LineMark("the middle one", line("0.5")),
            LevelMark(0),
            *((LevelMark(brought, "all that was brought"),) if deepest < 0.6 * brought else ()),
        ),
    )
