"""A session, exactly: where it ends, and how likely a bankroll lasts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.studies.answer import Answer, Column, Sheet, Value, shown
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    Band,
    Level,
    Line,
    Picture,
    money,
    number,
)
from croupier.studies.pictures.session import ends_picture, risk_picture
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import BadQuestion, Field, Given, Progress, Question, Told, options
from croupier.studies.words import base_unit, plain_dollars

if TYPE_CHECKING:
    from croupier.lab.chance.ruin import Ahead, Outcomes, Ruin

MOST_ROUNDS = 20_000
"""In the Lab; a terminal takes more."""
RISKS = (0.2, 0.1, 0.05, 0.02, 0.01)
"""For which a bankroll is told."""
_PARTS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 7 / 8, 1)
"""Moments of a session that are looked at, more of them early, when sessions part fastest."""


def fields(game: Game) -> list[Field]:
    """What somebody brings, bets, and how long they stay."""
    unit = base_unit(game)
    return [
        Field("bankroll", "Bankroll $", "1,000", "number"),
        Field("ante", f"{unit[0].upper()}{unit[1:]} $", "10", "number"),
        Field("hours", "Hours", "4", "number"),
        Field("rounds_per_hour", "Rounds an hour", "40", "number"),
        *playing_fields(game, ("trips", "bad_beat")),
    ]


def question(game: Game, given: Given) -> Question:
    """A session of a game."""
    asked = Stay(
        bankroll=given.cents("bankroll", 100, 100_000_000_00),
        ante=given.cents("ante", 1, 1_000_000_00),
        hours=given.whole("hours", 1, 500),
        rounds_per_hour=given.whole("rounds_per_hour", 1, 1_000),
    )
    if asked.rounds > MOST_ROUNDS:
        raise BadQuestion("hours", f"{asked.rounds:,} rounds are many to follow; want {MOST_ROUNDS:,} or fewer")
    return Bankroll(playing_of(game, given), asked)


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


def session_told(outcomes: Outcomes, need: int, stay: Stay) -> dict[str, Any]:
    """How a session ends, and how likely the bankroll lasts; exact up to chances below 10⁻¹³ a round."""
    from croupier.lab.chance.ruin import after, ruin

    antes = stay.bankroll // stay.ante
    mean, deviation = outcomes.mean / outcomes.unit, outcomes.standard_deviation / outcomes.unit
    # Beyond four deviations next to nothing is at risk.
    reach = need + math.ceil(4 * deviation * math.sqrt(stay.rounds) + max(0.0, -mean) * stay.rounds)
    found = ruin(outcomes, max(antes, min(reach, 1_000_000)), stay.rounds, need)
    place = (antes - need) * outcomes.unit
    curve = list(zip(found.bankrolls.tolist(), found.risks.tolist(), strict=True))
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
        "risk": float(found.risks[place]),
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
        "risk_by_bankroll": risk_curve(found),
        "distribution": distribution(end),
    }


def risk_curve(found: Ruin) -> list[dict[str, float]]:
    """The risk of ruin by bankroll in base bets, in some hundred and twenty steps."""
    curve = list(zip(found.bankrolls.tolist(), found.risks.tolist(), strict=True))
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
class Bankroll(Question):
    """A session of somebody who plays in some way."""

    playing: Playing
    stay: Stay

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier ruin`."""
        stay = self.stay
        given = options(
            bankroll=plain_dollars(stay.bankroll),
            ante=plain_dollars(stay.ante),
            hours=stay.hours,
            rounds_per_hour=stay.rounds_per_hour,
        )
        return ("ruin", *given, *self.playing.options)

    def told(self, progress: Progress) -> Told:
        """The session, worked out."""
        from croupier.studies.rounds import need_of, round_of

        playing = self.playing
        _check(self.stay, need_of(playing))
        progress("preparing", 0.0)
        played = round_of(playing, lambda words, _share: progress(words, 0.0))
        progress("following the bankroll", 0.5)
        figures = session_told(played.outcomes, played.need, self.stay)
        return {"game": playing.game.key, "strategy": playing.name, **figures}

    def answer(self, told: Told) -> Answer:
        """The session in words, and its pictures in dollars."""
        ante, end = told["ante_cents"], told["session"]
        risk = told["risk"]
        ruin_in = f", once in {1 / risk:,.0f} sessions" if 0 < risk < 0.2 else ""
        expected = shown(end["mean"] * ante, "signed money")
        words = (
            f"{dollars(told['bankroll_cents'])} last {told['rounds']:,} rounds of {self.playing.game.name} with "
            f"{dollars(ante)} bets by {self.playing.words} but for {shown(risk, 'percent', 2)} of "
            f"sessions{ruin_in}. Gone means below {dollars(told['need'] * ante)}, with which a full "
            "round can no longer be bet.",
            f"The session ends ahead in {shown(end['ahead'], 'percent', 2)}, even in "
            f"{shown(end['even'], 'percent', 2)}, behind in {shown(end['behind'], 'percent', 2)}. "
            f"On average it comes to {expected}.",
            f"Half of all sessions end between {_amount(end, '0.25', ante)} and {_amount(end, '0.75', ante)}; one in "
            f"twenty below {_amount(end, '0.05', ante)}, one in twenty above {_amount(end, '0.95', ante)}.",
        )
        return Answer(
            headline=("Risk of ruin", shown(risk, "percent", 2)),
            words=words,
            sheets=(_by_rounds(told), _needed(told)),
            pictures=(
                risk_picture(
                    told["rounds"],
                    told["risk_by_bankroll"],
                    told["bankroll_cents"],
                    risk,
                    Axis("bankroll", money),
                    ante,
                ),
                _fan(told),
                ends_picture(told["rounds"], told["distribution"], Axis("won", money), ante),
            ),
        )


def _amount(end: Mapping[str, Any], quantile: str, ante: int) -> str:
    return shown(end["quantiles"][quantile] * ante, "signed money")


def _by_rounds(told: Mapping[str, Any]) -> Sheet:
    quantiles = list(told["session"]["quantiles"])
    columns = (
        Column("rounds", "rounds", "whole"), Column("ahead", "ahead", "percent", 2),
        Column("ruin", "ruined", "percent", 2),
        *(Column(f"quantile_{q}", f"{float(q) * 100:g} % end below", "signed money") for q in quantiles),
    )  # fmt: skip
    ante = told["ante_cents"]
    rows: list[tuple[Value, ...]] = [
        (one["rounds"], one["ahead"], one["risk"], *(value * ante for value in one["quantiles"].values()))
        for one in told["by_rounds"]
    ]
    return Sheet("As the session goes on", columns, rows, frozenset({len(rows) - 1}))


def _needed(told: Mapping[str, Any]) -> Sheet:
    columns = (Column("risk", "for a risk of", "percent", 0), Column("bankroll", "bring", "money"))
    found = told["bankroll_for_risk"].items()
    return Sheet(
        "What to bring",
        columns,
        [(float(risk), None if cut is None else cut * told["ante_cents"]) for risk, cut in found],
    )


def _fan(told: Mapping[str, Any]) -> AnyPicture:
    ante = told["ante_cents"]
    rows = [(0, dict.fromkeys(told["session"]["quantiles"], 0.0))]
    rows += [(one["rounds"], one["quantiles"]) for one in told["by_rounds"]]

    def line(quantile: str) -> list[tuple[float, float]]:
        return [(rounds, found[quantile] * ante) for rounds, found in rows]

    def band(low: str, high: str) -> list[tuple[float, float, float]]:
        return [(rounds, found[low] * ante, found[high] * ante) for rounds, found in rows]

    brought = -told["bankroll_cents"]
    deepest = min(found["0.05"] * ante for _, found in rows)
    return Picture(
        "Where sessions stand",
        Axis("rounds", number, 0),
        Axis("won", money),
        (
            Band("nine in ten", band("0.05", "0.95"), "brass"),
            Band("half", band("0.25", "0.75"), "green"),
            Line("the middle one", line("0.5")),
            Level(0),
            *((Level(brought, "all that was brought"),) if deepest < 0.6 * brought else ()),
        ),
    )
