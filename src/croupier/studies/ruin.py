"""A session, exactly: where it ends, and how likely a bankroll lasts.

A session stops when the money left does not cover a whole round: the bets before the deal, the largest ones after it,
and the side bets. It may also stop at a loss or at a win that the player has set. What it has come to then is its
result.
"""

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
from croupier.studies.words import base_unit, measured_words, plain_dollars

if TYPE_CHECKING:
    from croupier.lab.chance.ruin import Ahead, Outcomes, Ruin
    from croupier.lab.chance.session_end import Stops

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
        FormField("stop_loss", "Stop after losing $", "", "number", hint="nothing: play on"),
        FormField("win_goal", "Stop after winning $", "", "number", hint="nothing: play on"),
        *playing_fields(game),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A session of a game."""
    hours = form.whole("hours", 1, 500)
    stay = Stay(
        bankroll=form.cents("bankroll", 100, 100_000_000_00),
        ante=form.cents("ante", 1, 1_000_000_00),
        rounds=hours * form.whole("rounds_per_hour", 1, 1_000),
        stop_loss=_limit(form, "stop_loss"),
        win_goal=_limit(form, "win_goal"),
    )
    if stay.rounds > MOST_ROUNDS:
        raise BadQuestion("hours", f"{stay.rounds:,} rounds are many to follow; want {MOST_ROUNDS:,} or fewer")
    return Bankroll(playing_of(game, form), stay, hours)


def _limit(form: FormValues, key: str) -> int | None:
    return form.cents(key, 1, 100_000_000_00) if form.text(key) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """What somebody brings and bets, in cents, for how many rounds, and at which loss or win they get up before."""

    bankroll: int
    ante: int
    rounds: int
    stop_loss: int | None = None
    win_goal: int | None = None

    def __post_init__(self) -> None:
        if self.ante < 1 or self.rounds < 1:
            raise Refused("a session without a bet or without rounds has nothing to tell; want positive ones")
        if self.stop_loss == 0 or self.win_goal == 0:
            raise Refused("a session that stops where it starts; want a stop-loss and a win goal above nothing")


def check_stay(stay: Stay, need: int) -> None:
    """Refuse a bankroll that cannot be followed before anything is worked out."""
    from croupier.lab.chance.ruin import check_ruin

    antes = stay.bankroll // stay.ante
    if antes < need:
        short = f"{dollars(stay.bankroll)} are {antes:,} base bets of {dollars(stay.ante)}"
        raise Refused(f"{short}, and a full round needs {need}; want a larger bankroll or a smaller bet")
    check_ruin(antes, stay.rounds, need)


def stops_of(stay: Stay, unit: int, need: int) -> Stops:
    """When a session ends, in units of a round's results: money that makes no whole unit changes nothing."""
    from croupier.lab.chance.session_end import Stops

    return Stops(
        above=(stay.bankroll - need * stay.ante) * unit // stay.ante,
        loss=None if stay.stop_loss is None else -(-stay.stop_loss * unit // stay.ante),
        goal=None if stay.win_goal is None else -(-stay.win_goal * unit // stay.ante),
    )


def session_figures(outcomes: Outcomes, need: int, stay: Stay) -> dict[str, Any]:
    """How a session ends, and how likely the bankroll lasts; exact up to chances below 10⁻¹³ a round."""
    from croupier.lab.chance.ruin import ruin
    from croupier.lab.chance.session_end import session_ends

    antes = stay.bankroll // stay.ante
    mean, deviation = outcomes.mean / outcomes.unit, outcomes.standard_deviation / outcomes.unit
    # Beyond four deviations next to nothing is at risk.
    reach = need + math.ceil(4 * deviation * math.sqrt(stay.rounds) + max(0.0, -mean) * stay.rounds)
    before = ruin(outcomes, max(antes, min(reach, 1_000_000)), stay.rounds, need)
    curve = list(zip(before.bankrolls.tolist(), before.risks.tolist(), strict=True))
    moments = sorted({max(1, round(stay.rounds * part)) for part in _PARTS})
    ends = session_ends(outcomes, moments, stops_of(stay, outcomes.unit, need))
    return {
        "bankroll_cents": stay.bankroll,
        "ante_cents": stay.ante,
        "stop_loss_cents": stay.stop_loss,
        "win_goal_cents": stay.win_goal,
        "rounds": stay.rounds,
        "need": need,
        "mean": mean,
        "standard_deviation": deviation,
        "risk": ends[-1].ruined,
        "session": ends[-1].to_dict(),
        "by_rounds": [
            {
                "rounds": end.total.rounds,
                "ahead": end.total.ahead,
                "risk": end.ruined,
                "quantiles": end.to_dict()["quantiles"],
            }
            for end in ends
        ],
        "bankroll_for_risk": {f"{risk:g}": next((cut for cut, at in curve if at <= risk), None) for risk in RISKS},
        "risk_by_bankroll": risk_curve(before),
        "distribution": distribution(ends[-1].total),
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
    """A session of somebody who plays in some way for so many hours."""

    playing: Playing
    stay: Stay
    hours: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier ruin`."""
        stay = self.stay
        flags = options(
            bankroll=plain_dollars(stay.bankroll),
            ante=plain_dollars(stay.ante),
            hours=self.hours,
            rounds_per_hour=stay.rounds // self.hours,
            stop_loss=None if stay.stop_loss is None else plain_dollars(stay.stop_loss),
            win_goal=None if stay.win_goal is None else plain_dollars(stay.win_goal),
        )
        return ("ruin", *flags, *self.playing.options)

    @property
    def files(self) -> Mapping[str, str]:
        """Rules of one's own."""
        return self.playing.files

    def figures(self, progress: Progress) -> Figures:
        """The session, worked out."""
        from croupier.studies.rounds import need_of, round_of

        playing = self.playing
        check_stay(self.stay, need_of(playing))
        progress("preparing", 0.0)
        played = round_of(playing, lambda words, _share: progress(words, 0.0))
        progress("following the bankroll", 0.5)
        session = session_figures(played.outcomes, played.need, self.stay)
        return {
            "game": playing.game.key, "strategy": playing.name, "measured_rounds": played.measured, **session,
        }  # fmt: skip

    def answer(self, figures: Figures) -> FigureAnswer:
        """The session in words, and its pictures in dollars."""
        ante, end = figures["ante_cents"], figures["session"]
        risk = figures["risk"]
        ruin_in = f", once in {1 / risk:,.0f} sessions" if 0 < risk < 0.2 else ""
        expected = as_text(end["mean"] * ante, "signed money")
        words = (
            f"{dollars(figures['bankroll_cents'])} last {figures['rounds']:,} rounds of {self.playing.game.name} with "
            f"{dollars(ante)} bets{self.playing.bet_words} by {self.playing.words} but for "
            f"{as_text(risk, 'percent', 2)} of sessions{ruin_in}. A session is ruined, and over, with less than "
            f"{dollars(figures['need'] * ante)}: that does not cover a whole round, the "
            "bets before the deal and the largest ones after it.",
            *_stopped_words(figures),
            f"The session ends ahead in {as_text(end['ahead'], 'percent', 2)}, even in "
            f"{as_text(end['even'], 'percent', 2)}, behind in {as_text(end['behind'], 'percent', 2)}, ruined sessions "
            f"included. On average it comes to {expected} in {end['rounds_played']:,.1f} rounds.",
            f"Half of all sessions end between {_amount(end, '0.25', ante)} and {_amount(end, '0.75', ante)}; one in "
            f"twenty at {_amount(end, '0.05', ante)} or below, one in twenty at {_amount(end, '0.95', ante)} or above.",
            *measured_words(figures["measured_rounds"]),
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
                    None if _stopped_words(figures) else risk,
                    Axis("bankroll", money),
                    ante,
                ),
                _fan(figures),
                ends_picture(figures["rounds"], figures["distribution"], Axis("won", money), ante),
            ),
        )


def _stopped_words(figures: Mapping[str, Any]) -> tuple[str, ...]:
    """How often the player gets up before the last round; what to bring is told for who plays on."""
    limits = (
        ("stop_loss_cents", "losing", "stopped_at_loss"),
        ("win_goal_cents", "winning", "stopped_at_goal"),
    )
    stopped = [
        f"{as_text(figures['session'][key], 'percent', 2)} stop after {verb} {dollars(figures[limit])} or more"
        for limit, verb, key in limits
        if figures[limit] is not None
    ]
    return (f"Of all sessions {' and '.join(stopped)}.",) if stopped else ()


def _amount(end: Mapping[str, Any], quantile: str, ante: int) -> str:
    return as_text(end["quantiles"][quantile] * ante, "signed money")


def _by_rounds(figures: Mapping[str, Any]) -> FigureSheet:
    quantiles = list(figures["session"]["quantiles"])
    columns = (
        FigureColumn("rounds", "rounds", "whole"), FigureColumn("ahead", "ahead", "percent", 2),
        FigureColumn("ruin", "ruined", "percent", 2),
        *(FigureColumn(f"quantile_{q}", f"{float(q) * 100:g} % at or below", "signed money") for q in quantiles),
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
        f"What to bring for {figures['rounds']:,} rounds" + (" without a stop" if _stopped_words(figures) else ""),
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
