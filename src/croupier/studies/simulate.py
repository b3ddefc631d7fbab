"""Rounds at random, as a question: how far chance strays from what is exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.lab.work import Progress
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, FormattedFigure, Value, as_text
from croupier.studies.pictures.sessions import run_pictures
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import Figures, FormField, FormValues, StudyQuestion, options
from croupier.studies.ruin import Stay, check_stay, distribution, risk_curve, stops_of
from croupier.studies.words import base_bets, base_unit, choice_words, measured_words

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import ProgressivePrice
    from croupier.lab.chance.run import Run

MOST_ROUNDS = 50_000_000
"""In the Lab; a terminal takes any number."""


def fields(game: Game) -> list[FormField]:
    """How many rounds, from which seed, and how they are played."""
    return [
        FormField("rounds", "Rounds", "1,000,000", "number"),
        FormField("seed", "Seed", "0", "number", hint="the same seed deals the same rounds"),
        *playing_fields(game),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """Rounds of a game."""
    return Rounds(playing_of(game, form), form.whole("rounds", 1_000, MOST_ROUNDS), form.whole("seed", 0, 2**31))


EVENING = Stay(bankroll=2_000_00, ante=10_00, rounds=500)
"""The session that is answered exactly beside a run, where none is described."""


@dataclass(frozen=True, slots=True)
class Rounds(StudyQuestion):
    """So many rounds, dealt from a seed, and a session worked out exactly. `bet` is a progressive that is bet on every
    round."""

    playing: Playing
    rounds: int
    seed: int
    session: Stay = EVENING
    bet: ProgressivePrice | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier simulate`."""
        return ("simulate", str(self.rounds), *options(seed=self.seed or None), *self.playing.options)

    @property
    def files(self) -> Mapping[str, str]:
        """Rules of one's own."""
        return self.playing.files

    def figures(self, progress: Progress) -> Figures:
        """The run, with what is exact beside it."""
        from croupier.lab.chance.ruin import ruin
        from croupier.lab.chance.session_end import session_ends
        from croupier.studies.rounds import need_of, round_of

        session = self.session
        check_stay(session, need_of(self.playing))
        progress("preparing", 0.0)
        exact = round_of(self.playing, lambda words, _share: progress(words, 0.0))
        dealt = exact.deal(self.rounds, self.seed, progress)
        outcomes, value = exact.outcomes, exact.value
        (end,) = session_ends(outcomes, [session.rounds], stops_of(session, outcomes.unit, exact.need))
        curve = ruin(outcomes, session.bankroll // session.ante, session.rounds, exact.need)
        return {
            "game": self.playing.game.key,
            "strategy": self.playing.name,
            **plain_run(dealt.run),
            "frequencies": plain_shares(dealt.frequencies),
            "bets": {bet: {"mean": one.mean, "confidence_95": [one.low, one.high]} for bet, one in dealt.bets.items()},
            "progressive": self._meters(dealt.run),
            "exact": {
                "measured_rounds": exact.measured,
                "mean": float(value),
                "exact_value": {"numerator": value.numerator, "denominator": value.denominator},
                "means": {bet: float(mean) for bet, mean in exact.means.items()},
                "standard_deviation": outcomes.standard_deviation / outcomes.unit,
                "frequencies": plain_shares(exact.solution.frequencies),
                "results": [
                    {"net": net / outcomes.unit, "chance": chance}
                    for net, chance in zip(outcomes.results.tolist(), outcomes.chances.tolist(), strict=True)
                ],
                "session": end.to_dict() | {"distribution": distribution(end.total)},
                "ruin": {
                    "bankroll_cents": session.bankroll,
                    "ante_cents": session.ante,
                    "need": exact.need,
                    "risk_by_bankroll": risk_curve(curve),
                },
            },
        }

    def _meters(self, run: Any) -> Figures:
        """What the progressive came to in the run, and would at the meters as they stand."""
        if self.bet is None:
            return None
        from croupier.lab.chance.replay import replay

        # What a fold loses changes how often it pays, which the exact return does not know.
        return replay(self.bet, run).to_dict() | {
            "exact_return": float(self.bet.returns()) if self.bet.on_fold else None
        }

    def answer(self, figures: Figures) -> FigureAnswer:
        """What it came to, and whether that is luck."""
        game = self.playing.game
        unit = base_unit(game)
        exact, deviation = figures["exact"]["mean"], figures["standard_deviation"]
        low, high = figures["confidence_95"]
        off = (figures["mean"] - exact) / (deviation / math.sqrt(figures["rounds"]))
        where = "inside" if low <= exact <= high else "outside"
        side = "above" if off > 0 else "below"
        mean, ends = (
            as_text(figures["mean"], "signed", 5),
            f"{as_text(low, 'signed', 5)} to {as_text(high, 'signed', 5)}",
        )
        total = as_text(figures["mean"] * figures["rounds"], "signed", 1)
        words = (
            f"{figures['rounds']:,} rounds of {game.name} by {self.playing.words}, seed {figures['seed']}, came to "
            f"{mean} {unit}s a round; exactly it is {as_text(exact, 'signed', 5)}.",
            f"That is {abs(off):.1f} standard errors {side} it. The exact value lies {where} "
            f"the interval that holds it in 95 of 100 runs, {ends}.",
            f"In the end the run stood at {total} {unit}s, at the lowest "
            f"{as_text(abs(figures['lowest']), 'number', 1)} down. A round's standard deviation was "
            f"{as_text(deviation, 'number')}, exactly {as_text(figures['exact']['standard_deviation'], 'number')}.",
            *measured_words(figures["exact"]["measured_rounds"]),
            *_meter_words(figures["progressive"]),
        )
        return FigureAnswer(
            headline=(f"{unit[0].upper()}{unit[1:]}s won a round", as_text(figures["mean"], "signed", 5)),
            words=words,
            sheets=(
                _bets(figures, game, unit), choices_sheet(game, figures),
                _session(figures, unit, f"{base_bets(game)}{self.playing.bet_words}"),
                *_meters(figures["progressive"]), _results(figures, unit),
            ),
            pictures=run_pictures(figures, unit),
        )  # fmt: skip


def plain_run(run: Run) -> dict[str, Any]:
    """A run's own figures, histogram and curve, in base bets."""
    from croupier.lab.chance.run import Run

    # A run of one game says more than one of another.
    return Run.to_dict(run)


def plain_shares(shares: Mapping[str, Mapping[str, Fraction]]) -> dict[str, dict[str, float]]:
    """Shares of rounds by street and choice, as plain numbers."""
    return {street: {choice: float(often) for choice, often in each.items()} for street, each in shares.items()}


def _bets(figures: Mapping[str, Any], game: Game, unit: str) -> FigureSheet:
    columns = (
        FigureColumn("bet", "bet"),
        FigureColumn("mean", f"{unit}s a round", "signed", 5),
        FigureColumn("low", "95 % from", "signed", 5),
        FigureColumn("high", "to", "signed", 5),
        FigureColumn("exact", "exactly", "signed", 5),
    )
    exact = figures["exact"]
    rows: list[tuple[Value, ...]] = [
        (base_bets(game) if name == "base" else name, one["mean"], *one["confidence_95"], exact["means"][name])
        for name, one in figures["bets"].items()
    ]
    if len(rows) != 1:
        rows.append(("all together", figures["mean"], *figures["confidence_95"], exact["mean"]))
    return FigureSheet("A round, bet by bet", columns, rows, frozenset({len(rows) - 1}))


def choices_sheet(game: Game, figures: Mapping[str, Any]) -> FigureSheet:
    """How often each choice was made, in shares of all rounds."""
    columns = (
        FigureColumn("street", "street"),
        FigureColumn("choice", "choice"),
        FigureColumn("share", "share of rounds", "percent", 3),
        FigureColumn("exact", "exactly", "percent", 3),
    )
    rows: list[tuple[Value, ...]] = [
        (street.words, choice_words(choice), figures["frequencies"].get(street.key, {}).get(choice), exactly)
        for street in game.streets
        for choice, exactly in figures["exact"]["frequencies"][street.key].items()
    ]
    return FigureSheet("How it was decided", columns, rows)


def _session(figures: Mapping[str, Any], unit: str, what: str) -> FigureSheet:
    end, ruin = figures["exact"]["session"], figures["exact"]["ruin"]
    bets = f"{ruin['bankroll_cents'] / ruin['ante_cents']:,.10g} {unit}s"
    ruined = f"ruined: {bets} fall below the {ruin['need']} of a full round"
    rows: list[tuple[Value, ...]] = [
        *((f"ends {key}", FormattedFigure(end[key], "percent", 2)) for key in ("ahead", "even", "behind")),
        (f"expected, {unit}s", FormattedFigure(end["mean"], "signed", 2)),
        ("standard deviation", FormattedFigure(end["standard_deviation"], "number", 1)),
        *(
            (f"{float(q) * 100:g} % end at or below", FormattedFigure(value, "signed", 1))
            for q, value in end["quantiles"].items()
        ),
        (ruined, FormattedFigure(end["ruined"], "percent", 2)),
    ]
    columns = (FigureColumn("session", "session"), FigureColumn("exact", "exactly", "number"))
    return FigureSheet(f"A session of {end['rounds']:,} rounds, exactly ({what})", columns, rows)


def _meter_words(meters: Mapping[str, Any] | None) -> tuple[str, ...]:
    if meters is None:
        return ()
    low, high = (as_text(end, "percent", 2) for end in meters["confidence_95"])
    exact = meters["exact_return"]
    exactly = (
        "" if exact is None else f" At the meters as they stood at the start it is {as_text(exact, 'percent', 2)}."
    )
    now = ", ".join(f"{name} {dollars(cents)}" for name, cents in meters["meters"].items())
    return (
        f"{meters['paytable']}, {dollars(meters['stake'])} every round, returned "
        f"{as_text(meters['return'], 'percent', 2)} of the wagers (95 %: {low} to {high}).{exactly} "
        f"The meters now: {now}.",
    )


def _meters(meters: Mapping[str, Any] | None) -> tuple[FigureSheet, ...]:
    if meters is None:
        return ()
    columns = (
        FigureColumn("line", "meter pay"),
        FigureColumn("awards", "awards", "whole"),
        FigureColumn("paid_cents", "paid", "money"),
        FigureColumn("largest_cents", "the largest", "money"),
    )
    lines: dict[str, list[int]] = {}
    for award in meters["awards"]:
        lines.setdefault(award["line"], []).append(award["amount"])
    rows: list[tuple[Value, ...]] = [
        (line_words(line), len(cents), sum(cents), max(cents)) for line, cents in lines.items()
    ]
    return (FigureSheet(f"Paid from the meters of {meters['paytable']}", columns, rows or [("none", 0, None, None)]),)


def _results(figures: Mapping[str, Any], unit: str) -> FigureSheet:
    columns = (
        FigureColumn("net", f"a round nets, {unit}s", "signed", 2), FigureColumn("rounds", "rounds", "whole"),
        FigureColumn("share", "share", "percent", 4), FigureColumn("exact", "exactly", "percent", 4),
    )  # fmt: skip
    rounds_by_net = {one["net"]: one["rounds"] for one in figures["histogram"]}
    chances = {one["net"]: one["chance"] for one in figures["exact"]["results"]}
    rows: list[tuple[Value, ...]] = [
        (net, rounds_by_net.get(net, 0), rounds_by_net.get(net, 0) / figures["rounds"], chances.get(net))
        for net in sorted({*rounds_by_net, *chances})
    ]
    return FigureSheet("Every result", columns, rows)
