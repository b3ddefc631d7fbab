"""A whole table from the house's side: what it wins, how it swings, and the tray that it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.lab.work import Progress
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    BandMark,
    DotMark,
    LevelMark,
    LineMark,
    Plot,
    money,
    number,
    share,
)
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import Figures, FormField, FormValues, StudyQuestion, options
from croupier.studies.words import base_unit, plain_dollars

if TYPE_CHECKING:
    from croupier.lab.chance.hold import SeatSwings
    from croupier.lab.chance.shifts import Shifts
    from croupier.lab.chance.two_seats import TwoSeats
    from croupier.lab.seats.table import DealtShifts
    from croupier.studies.rounds import ExactRound

SHIFTS = 20_000
"""In the Lab: enough for one in a thousand, in seconds."""
RISKS = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""The risks for which the answer says how large a tray must be."""


def fields(game: Game) -> list[FormField]:
    """The table, and what the tray may risk."""
    unit = base_unit(game)
    return [
        FormField("players", "Seats in play", "6", "number"),
        FormField("ante", f"{unit[0].upper()}{unit[1:]} of each $", "25", "number"),
        FormField("rounds_per_hour", "Rounds an hour", "30", "number"),
        FormField("hours", "Hours of a shift", "8", "number"),
        FormField("risk", "Tray may run out in % of shifts", "0.1", "number"),
        FormField("seed", "Seed", "0", "number", hint="the same seed deals the same shifts"),
        *playing_fields(game),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A table of a game."""
    return TableHold(
        playing=playing_of(game, form),
        players=form.whole("players", 1, 6),
        ante=form.cents("ante", 1, 100_000_00),
        rounds_per_hour=form.whole("rounds_per_hour", 1, 1_000),
        hours=form.whole("hours", 1, 24),
        risk=form.percent("risk", 0.1, 49),
        seed=form.whole("seed", 0, 2**31),
    )


def _falls(played: Shifts, unit: Fraction) -> dict[str, int]:
    """The tray for each risk that this many shifts suffice to estimate."""
    from croupier.lab.chance.hold import tray

    return {f"{risk:g}": tray(played, unit, risk).needed for risk in RISKS if len(played.lowest) * risk >= 20}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHold(StudyQuestion):
    """A table with so many seats that all play alike; its tray is found by dealing so many shifts."""

    playing: Playing
    players: int
    ante: int
    rounds_per_hour: int
    hours: int
    risk: float
    seed: int
    shifts: int = SHIFTS

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier hold`."""
        flags = options(
            players=self.players, ante=plain_dollars(self.ante), rounds_per_hour=self.rounds_per_hour,
            hours=self.hours, risk=f"{self.risk:g}", shifts=self.shifts, seed=self.seed or None,
        )  # fmt: skip
        return ("hold", *flags, *self.playing.options)

    @property
    def files(self) -> Mapping[str, str]:
        """Rules and side bets of one's own."""
        return self.playing.files

    def figures(self, progress: Progress) -> Figures:
        """The table, and its shifts."""
        from croupier.lab.chance.hold import Hold, check_risk, tray
        from croupier.lab.seats.table import deal_shifts
        from croupier.studies.rounds import round_of

        check_risk(self.shifts, self.risk / 100)
        playing = self.playing

        def preparing(words: str, _share: float) -> None:
            progress(words, 0.0)

        preparing("preparing", 0.0)
        exact, made = round_of(playing, preparing), playing.dealt_round(preparing)
        played = deal_shifts(
            made, players=self.players, rounds=self.rounds_per_hour * self.hours, shifts=self.shifts, seed=self.seed,
            progress=lambda done, of: progress(f"{done:,} shifts", done / of),
        )  # fmt: skip
        seats, error = _seats(playing, exact, played)
        table = Hold(
            seats=seats, players=self.players, ante=self.ante, rounds_per_hour=self.rounds_per_hour, hours=self.hours
        )
        unit = Fraction(self.ante, made.unit)
        needed = asdict(tray(played, unit, self.risk / 100)).items()
        spans = {"round": 1, "hour": table.rounds_per_hour, "shift": table.rounds}
        return {
            "game": playing.game.key,
            "strategy": playing.name,
            "players": table.players,
            "ante_cents": table.ante,
            "edge": float(-seats.value),
            "variance": float(seats.variance),
            "covariance_of_two_seats": float(seats.covariance),
            "covariance_error": error,
            "correlation_of_two_seats": seats.correlation,
            "round_variance": float(table.round_variance),
            "rounds": table.rounds,
            "hours": table.hours,
            "expected_cents": {name: table.expected(rounds) for name, rounds in spans.items()},
            "standard_deviation_cents": {name: table.deviation(rounds) for name, rounds in spans.items()},
            "rounds_to_be_ahead": table.rounds_to_be_ahead,
            "tray": {
                **{f"{key}_cents" if isinstance(value, int) and key != "shifts" else key: value
                   for key, value in needed},
                "by_risk_cents": _falls(played, unit),
            },
        }  # fmt: skip

    def answer(self, figures: Figures) -> FigureAnswer:
        """What the house may expect, and what it must have there."""
        wins, swings, tray = figures["expected_cents"], figures["standard_deviation_cents"], figures["tray"]
        needed = dollars(tray["needed_cents"])
        days = figures["rounds_to_be_ahead"] / figures["rounds"]
        game, players = self.playing.game, figures["players"]
        wider = figures["round_variance"] / (players * figures["variance"])
        together = f"; a round varies {wider:.2f} times as much as {players} seats apart would" if players > 1 else ""
        words = (
            f"{players} players, {dollars(figures['ante_cents'])} on the {base_unit(game)}{self.playing.bet_words}, "
            f"play {game.name} by {self.playing.words}.",
            f"A shift of {figures['hours']} hours wins {dollars(round(wins['shift']))} on average, give or take "
            f"{dollars(round(swings['shift']))}; {as_text(tray['behind'], 'percent', 2)} of shifts end behind.",
            f"A tray of {needed} lasts but for {as_text(tray['risk'], 'percent', 3)} of shifts (95 % between "
            f"{dollars(tray['least_cents'])} and {dollars(tray['most_cents'])}, from {tray['shifts']:,} shifts dealt).",
            *self._together_words(figures, together),
            *((f"The edge outweighs luck, by two standard deviations, after {days:,.0f} shifts.",) if days else ()),
        )
        return FigureAnswer(
            headline=("The house wins a shift", dollars(round(wins["shift"]))),
            words=words,
            sheets=(_spans(wins, swings), _trays(tray)),
            pictures=(_over_time(figures), _tray(tray)),
        )

    def _together_words(self, figures: Figures, together: str) -> tuple[str, ...]:
        """How two seats go together: exactly where that is known, else as the shifts have shown it."""
        if figures["players"] == 1:
            return ()
        error, unit = figures["covariance_error"], base_unit(self.playing.game)
        measured = "" if error is None else f" (measured in the shifts dealt, give or take {error:.4f})"
        return (
            f"Two seats at one table go together: their correlation is {figures['correlation_of_two_seats']:.4f}, "
            f"their covariance {figures['covariance_of_two_seats']:.4f} {unit}s²{measured}{together}.",
        )


def _seats(playing: Playing, exact: ExactRound, played: DealtShifts) -> tuple[TwoSeats | SeatSwings, float | None]:
    """What two seats do, and the standard error of their covariance; none where every pair of hands was counted."""
    from croupier.lab.chance.hold import SeatSwings, known_seats

    usual = playing.variant is None and playing.table is None and not (playing.sides or playing.own)
    known = known_seats(playing.game.key).get(playing.name) if usual else None
    # A strategy of one's own may have the name of one that is known, but it is not worth the same.
    if known is not None and known.value == exact.value:
        return known, None
    variance = (exact.outcomes.standard_deviation / exact.outcomes.unit) ** 2
    return SeatSwings(exact.value, variance, played.covariance or 0.0), played.covariance_error


def _spans(wins: Mapping[str, float], swings: Mapping[str, float]) -> FigureSheet:
    columns = (
        FigureColumn("span", "the house"), FigureColumn("wins_cents", "wins", "money"),
        FigureColumn("standard_deviation_cents", "give or take", "money"),
    )  # fmt: skip
    named = {"round": "a round", "hour": "an hour", "shift": "a shift"}
    return FigureSheet("Win and swing", columns, [(words, wins[key], swings[key]) for key, words in named.items()])


def _trays(tray: Mapping[str, Any]) -> FigureSheet:
    columns = (FigureColumn("risk", "runs out in", "percent", 1), FigureColumn("tray_cents", "tray", "money"))
    rows: list[tuple[Value, ...]] = [(float(risk), cents) for risk, cents in tray["by_risk_cents"].items()]
    return FigureSheet("The tray by risk", columns, rows)


def _over_time(figures: Mapping[str, Any]) -> AnyPicture:
    wins, swings = figures["expected_cents"]["round"], figures["standard_deviation_cents"]["round"]
    per_hour = figures["rounds"] / figures["hours"]
    points = [(figures["hours"] * (part / 24) ** 2, figures["rounds"] * (part / 24) ** 2) for part in range(25)]
    band = [
        (hour, wins * rounds - 1.96 * swings * rounds**0.5, wins * rounds + 1.96 * swings * rounds**0.5)
        for hour, rounds in points
    ]
    return Plot(
        "The house's win in a shift",
        Axis("hours", number, 0),
        Axis("won", money),
        (
            BandMark("95 of 100 shifts", band),
            LevelMark(0),
            LineMark("expected", [(hour, wins * hour * per_hour) for hour, _ in points], "red"),
        ),
    )


def _tray(tray: Mapping[str, Any]) -> AnyPicture:
    points = sorted((cents, float(risk)) for risk, cents in tray["by_risk_cents"].items())
    here = DotMark(tray["needed_cents"], tray["risk"], f"{dollars(tray['needed_cents'])}: {share(tray['risk'])}")
    return Plot(
        "How likely a tray runs out in a shift",
        Axis("tray", money),
        Axis("share of shifts", share, 0),
        (LineMark("", points, "red", dots=True), here),
    )
