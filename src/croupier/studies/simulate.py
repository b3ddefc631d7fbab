"""Rounds at random, as a question: how far chance strays from what is exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.uth import PAIRS
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.studies.answer import Answer, Cell, Column, Sheet, Value, shown
from croupier.studies.pictures.run import run_pictures
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import Field, Given, Progress, Question, Told, options
from croupier.studies.words import base_bets, base_unit, choice_words

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import Progressive
    from croupier.lab.chance.run import Run

MOST_ROUNDS = 50_000_000
"""In the Lab; a terminal takes any number."""


def fields(game: Game) -> list[Field]:
    """How many rounds, from which seed, and how they are played."""
    return [
        Field("rounds", "Rounds", "1,000,000", "number"),
        Field("seed", "Seed", "0", "number", hint="the same seed deals the same rounds"),
        *playing_fields(game),
    ]


def question(game: Game, given: Given) -> Question:
    """Rounds of a game."""
    return Rounds(playing_of(game, given), given.whole("rounds", 1_000, MOST_ROUNDS), given.whole("seed", 0, 2**31))


@dataclass(frozen=True, slots=True)
class Session:
    """How many rounds are answered exactly, and with how many base bets."""

    rounds: int = 500
    bankroll: int = 200


@dataclass(frozen=True, slots=True)
class Rounds(Question):
    """So many rounds, dealt from a seed. `bet` is a progressive that is bet on every round."""

    playing: Playing
    rounds: int
    seed: int
    session: Session = Session()
    bet: Progressive | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier simulate`."""
        return ("simulate", str(self.rounds), *options(seed=self.seed or None), *self.playing.options)

    def told(self, progress: Progress) -> Told:
        """The run, with what is exact beside it."""
        from croupier.lab.chance.ruin import after, check_ruin, ruin
        from croupier.studies.rounds import need_of, round_of
        from croupier.studies.ruin import distribution, risk_curve

        session = self.session
        check_ruin(session.bankroll, session.rounds, need_of(self.playing))
        progress("preparing", 0.0)
        exact = round_of(self.playing, lambda words, _share: progress(words, 0.0))
        dealt = exact.deal(self.rounds, self.seed, progress)
        outcomes, value = exact.outcomes, exact.value
        end = after(outcomes, session.rounds)
        risk = ruin(outcomes, session.bankroll, session.rounds, exact.need)
        return {
            "game": self.playing.game.key,
            "strategy": self.playing.name,
            **plain_run(dealt.run),
            "frequencies": plain_shares(dealt.frequencies),
            "bets": {bet: {"mean": one.mean, "confidence_95": [one.low, one.high]} for bet, one in dealt.bets.items()},
            "progressive": self._meters(dealt.run),
            "exact": {
                "mean": float(value),
                "exact_value": {"numerator": value.numerator, "denominator": value.denominator},
                "means": {bet: float(mean) for bet, mean in exact.means.items()},
                "standard_deviation": outcomes.standard_deviation / outcomes.unit,
                "frequencies": plain_shares(exact.solution.frequencies),
                "results": [
                    {"net": net / outcomes.unit, "chance": chance}
                    for net, chance in zip(outcomes.results.tolist(), outcomes.chances.tolist(), strict=True)
                ],
                "session": end.to_dict() | {"distribution": distribution(end)},
                "ruin": risk.to_dict() | {"risk_by_bankroll": risk_curve(risk)},
            },
        }

    def _meters(self, run: Any) -> Told:
        """What the progressive came to in the run, and would at the meters as they stand."""
        if self.bet is None:
            return None
        from croupier.lab.chance.replay import replay

        # What a fold loses changes how often it pays, which the exact return does not know.
        return replay(self.bet, run).to_dict() | {
            "exact_return": float(self.bet.returns()) if self.bet.on_fold else None
        }

    def answer(self, told: Told) -> Answer:
        """What it came to, and whether that is luck."""
        game = self.playing.game
        unit = base_unit(game)
        exact, deviation = told["exact"]["mean"], told["standard_deviation"]
        low, high = told["confidence_95"]
        off = (told["mean"] - exact) / (deviation / math.sqrt(told["rounds"]))
        where = "inside" if low <= exact <= high else "outside"
        side = "above" if off > 0 else "below"
        mean, ends = shown(told["mean"], "signed", 5), f"{shown(low, 'signed', 5)} to {shown(high, 'signed', 5)}"
        total = shown(told["mean"] * told["rounds"], "signed", 1)
        words = (
            f"{told['rounds']:,} rounds of {game.name} by {self.playing.words}, seed {told['seed']}, came to {mean} "
            f"{unit}s a round; exactly it is {shown(exact, 'signed', 5)}.",
            f"That is {abs(off):.1f} standard errors {side} it. The exact value lies {where} "
            f"the interval that holds it in 95 of 100 runs, {ends}.",
            f"In the end the run stood at {total} {unit}s, at the lowest "
            f"{shown(abs(told['lowest']), 'number', 1)} down. A round's standard deviation was "
            f"{shown(deviation, 'number')}, exactly {shown(told['exact']['standard_deviation'], 'number')}.",
            *_meter_words(told["progressive"]),
        )
        return Answer(
            headline=(f"{unit[0].upper()}{unit[1:]}s won a round", shown(told["mean"], "signed", 5)),
            words=words,
            sheets=(
                _bets(told, game, unit), choices_sheet(game, told), _session(told, unit, self._counted()),
                *_meters(told["progressive"]), _results(told, unit, exact=not self._has_pairs),
            ),
            pictures=run_pictures(told, unit),
        )  # fmt: skip

    @property
    def _has_pairs(self) -> bool:
        """Whether a bet is made that the exact round goes without."""
        return any(side.table.bet == PAIRS for side in self.playing.sides)

    def _counted(self) -> str:
        """The bets of the exact session."""
        sides = self.playing.sides
        with_sides = "".join(f", {side.table.name}" for side in sides if side.table.bet != PAIRS)
        without = "; without Pairs" if self._has_pairs else ""
        return f"{base_bets(self.playing.game)}{with_sides}{without}"


def plain_run(run: Run) -> dict[str, Any]:
    """A run's own figures, histogram and curve, in base bets."""
    from croupier.lab.chance.run import Run

    # A run of one game says more than one of another.
    return Run.to_dict(run)


def plain_shares(shares: Mapping[str, Mapping[str, Fraction]]) -> dict[str, dict[str, float]]:
    """Shares of rounds by street and choice, as plain numbers."""
    return {street: {choice: float(often) for choice, often in each.items()} for street, each in shares.items()}


def _bets(told: Mapping[str, Any], game: Game, unit: str) -> Sheet:
    columns = (
        Column("bet", "bet"), Column("mean", f"{unit}s a round", "signed", 5), Column("low", "95 % from", "signed", 5),
        Column("high", "to", "signed", 5), Column("exact", "exactly", "signed", 5),
    )  # fmt: skip
    exact = told["exact"]
    rows: list[tuple[Value, ...]] = [
        (base_bets(game) if name == "base" else name, one["mean"], *one["confidence_95"], exact["means"][name])
        for name, one in told["bets"].items()
    ]
    if len(rows) != 1:
        rows.append(("all together", told["mean"], *told["confidence_95"], exact["mean"]))
    return Sheet("A round, bet by bet", columns, rows, frozenset({len(rows) - 1}))


def choices_sheet(game: Game, told: Mapping[str, Any]) -> Sheet:
    """How often each choice was made, in shares of all rounds."""
    columns = (
        Column("street", "street"), Column("choice", "choice"), Column("share", "share of rounds", "percent", 3),
        Column("exact", "exactly", "percent", 3),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (street.words, choice_words(choice), told["frequencies"].get(street.key, {}).get(choice), exactly)
        for street in game.streets
        for choice, exactly in told["exact"]["frequencies"][street.key].items()
    ]
    return Sheet("How it was decided", columns, rows)


def _session(told: Mapping[str, Any], unit: str, what: str) -> Sheet:
    end, ruin = told["exact"]["session"], told["exact"]["ruin"]
    ruined = f"{ruin['bankroll']:,} {unit}s fall below the {ruin['need']} of a full bet"
    rows: list[tuple[Value, ...]] = [
        *((f"ends {key}", Cell(end[key], "percent", 2)) for key in ("ahead", "even", "behind")),
        (f"expected, {unit}s", Cell(end["mean"], "signed", 2)),
        ("standard deviation", Cell(end["standard_deviation"], "number", 1)),
        *((f"{float(q) * 100:g} % end below", Cell(value, "signed", 1)) for q, value in end["quantiles"].items()),
        (ruined, Cell(ruin["risk"], "percent", 2)),
    ]
    columns = (Column("session", "session"), Column("exact", "exactly", "number"))
    return Sheet(f"A session of {end['rounds']:,} rounds, exactly ({what})", columns, rows)


def _meter_words(meters: Mapping[str, Any] | None) -> tuple[str, ...]:
    if meters is None:
        return ()
    low, high = (shown(end, "percent", 2) for end in meters["confidence_95"])
    exact = meters["exact_return"]
    exactly = "" if exact is None else f" At the meters as they stood at the start it is {shown(exact, 'percent', 2)}."
    now = ", ".join(f"{name} {dollars(cents)}" for name, cents in meters["meters"].items())
    return (
        f"{meters['paytable']}, {dollars(meters['stake'])} every round, returned "
        f"{shown(meters['return'], 'percent', 2)} of the wagers (95 %: {low} to {high}).{exactly} "
        f"The meters now: {now}.",
    )


def _meters(meters: Mapping[str, Any] | None) -> tuple[Sheet, ...]:
    if meters is None:
        return ()
    columns = (
        Column("line", "meter pay"), Column("awards", "awards", "whole"), Column("paid_cents", "paid", "money"),
        Column("largest_cents", "the largest", "money"),
    )  # fmt: skip
    lines: dict[str, list[int]] = {}
    for award in meters["awards"]:
        lines.setdefault(award["line"], []).append(award["amount"])
    rows: list[tuple[Value, ...]] = [
        (line_words(line), len(cents), sum(cents), max(cents)) for line, cents in lines.items()
    ]
    return (Sheet(f"Paid from the meters of {meters['paytable']}", columns, rows or [("none", 0, None, None)]),)


def _results(told: Mapping[str, Any], unit: str, *, exact: bool) -> Sheet:
    columns = (
        Column("net", f"a round nets, {unit}s", "signed", 2), Column("rounds", "rounds", "whole"),
        Column("share", "share", "percent", 4), Column("exact", "exactly", "percent", 4),
    )  # fmt: skip
    found = {one["net"]: one["rounds"] for one in told["histogram"]}
    chances = {one["net"]: one["chance"] for one in told["exact"]["results"]} if exact else {}
    rows: list[tuple[Value, ...]] = [
        (net, found.get(net, 0), found.get(net, 0) / told["rounds"], chances.get(net))
        for net in sorted({*found, *chances})
    ]
    return Sheet("Every result", columns, rows)
