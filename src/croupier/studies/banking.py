"""California from the player-dealer's side: what a bank is worth after the collection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import TRIPS
from croupier.lab.capabilities import has_whole_tables
from croupier.lab.work import Progress
from croupier.money import dollars
from croupier.rules.collection import Schedule
from croupier.rules.game import Game
from croupier.rules.law import LAW, Jurisdiction
from croupier.rules.rulesets import BankedBy
from croupier.rules.wagers import Range
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import AnyPicture, Axis, BarChart, LevelMark, LineMark, Plot, money, number
from croupier.studies.playing import Playing, playing_fields, playing_of
from croupier.studies.question import BadQuestion, Figures, FormField, FormValues, StudyQuestion, options
from croupier.studies.words import plain_dollars

ANTES = (500, 1000, 2500, 5000)
"""What the limits of California allow, from end to end (R32)."""
LIMITS = LAW[Jurisdiction.CALIFORNIA].named_wagers or Range(1, 100_000_00)
"""Of every wager that a player names there."""
SESSIONS = 5_000
"""In the Lab, for each wager, coverage and schedule."""


def is_banked(game: Game) -> bool:
    """Whether players bank the game somewhere, and the lab deals its tables."""
    return has_whole_tables(game) and any(rules.banked_by is BankedBy.PLAYER for rules in game.rule_sets)


def check_banked(game: Game) -> None:
    """Refuse a game that no player banks."""
    if not is_banked(game):
        there = ", ".join(one.name for one in GAMES.values() if is_banked(one))
        raise Refused(f"no rule set of {game.name} lets a player bank; want {there}")


def fields(game: Game) -> list[FormField]:
    """The opposing seats, and what the bank puts up."""
    return [
        FormField("players", "Seats that oppose the bank", "5", "number"),
        FormField("ante", "Ante of each $", "25", "number"),
        FormField(
            "wager", "The bank's wagers $", "100; 500; 2,000", "text", hint="up to four, with semicolons between"
        ),
        FormField("rounds", "Rounds banked in a session", "60", "number"),
        FormField("bankroll", "Brought to bank with $", "2,000", "number"),
        FormField("seed", "Seed", "0", "number", hint="the same seed deals the same sessions"),
        *playing_fields(game, (TRIPS,)),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A bank at Ultimate Texas Hold'em."""
    texts = [text.strip() for text in form.text("wager").split(";") if text.strip()]
    if not 1 <= len(texts) <= 4:
        raise BadQuestion("wager", "want one to four wagers with semicolons between, such as 100; 500")
    one = [FormValues([FormField("wager", "Wager", "", "text")], {"wager": text}) for text in texts]
    return PlayerBank(
        playing=playing_of(game, form),
        players=form.whole("players", 1, 5),
        ante=form.cents("ante", LIMITS.minimum, LIMITS.maximum),
        wagers=tuple(each.cents("wager", 100, 10_000_000_00) for each in one),
        rounds=form.whole("rounds", 1, 2_000),
        bankroll=form.cents("bankroll", 100, 100_000_000_00),
        seed=form.whole("seed", 0, 2**31),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBank(StudyQuestion):
    """A player-dealer against so many seats that all play alike, and how many sessions are dealt at random."""

    playing: Playing
    players: int
    ante: int
    wagers: tuple[int, ...]
    rounds: int
    bankroll: int
    seed: int
    sessions: int = SESSIONS

    def __post_init__(self) -> None:
        check_banked(self.playing.game)
        bets = {"the Ante": self.ante} | {side.table.name: side.stake * self.ante for side in self.playing.sides}
        for name, cents in bets.items():
            if not LIMITS.minimum <= cents <= LIMITS.maximum:
                raise Refused(f"{dollars(cents)} on {name} cannot be bet in California; want {LIMITS.words} (R32)")

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier banking`."""
        wagers = tuple(text for wager in self.wagers for text in options(wager=plain_dollars(wager)))
        flags = options(
            players=self.players, ante=plain_dollars(self.ante), rounds=self.rounds,
            bankroll=plain_dollars(self.bankroll), sessions=self.sessions, seed=self.seed or None,
        )  # fmt: skip
        return ("banking", *flags, *wagers, *self.playing.options)

    def figures(self, progress: Progress) -> Figures:
        """The bank: exactly where all is covered, by sessions dealt at random where it is not."""
        from croupier.lab.chance.banking import Banking, bank_run, bets_in_cents
        from croupier.lab.chance.session import bet_means
        from croupier.lab.chance.shifts import Cover, play_shifts
        from croupier.lab.uth.playout import play_out
        from croupier.rules.bank import Coverage

        playing, sides = self.playing, self.playing.sides
        progress("preparing", 0.0)
        decisions = playing.decisions(lambda words, _share: progress(words, 0.0))
        edge = -sum(bet_means(play_out(decisions), sides).values(), start=Fraction(0))
        table = Banking(edge=edge, players=self.players, ante=self.ante, sides=sum(side.stake for side in sides))
        bets = bets_in_cents(self.ante, sides)
        wanted = list(product(self.wagers, Coverage, Schedule))
        runs = []
        for at, (wager, coverage, schedule) in enumerate(wanted):
            progress(f"wager {dollars(wager)}, {coverage.value} coverage, schedule {schedule.value}", at / len(wanted))
            played = play_shifts(
                decisions, bets, players=self.players, rounds=self.rounds, shifts=self.sessions, seed=self.seed,
                cover=Cover(wager, coverage, table.fee(schedule)),
            )  # fmt: skip
            run = asdict(bank_run(played, self.rounds, self.bankroll))
            runs.append({"wager_cents": wager, "coverage": coverage.value, "schedule": schedule.value, **run})
        return {
            "game": playing.game.key,
            "strategy": playing.name,
            "players": table.players,
            "ante_cents": table.ante,
            "edge_of_a_seat": float(table.edge),
            "before_fees_cents": float(table.before_fees),
            "schedules": {
                str(schedule.value): {
                    "fee_cents": table.fee(schedule),
                    "bank_cents_a_round": float(table.worth(schedule)),
                    "player_cost_cents_a_round": float(table.cost(schedule)),
                }
                for schedule in Schedule
            },
            "worth_by_seats": [
                {
                    "schedule": schedule.value,
                    "seats": seats,
                    "ante_cents": ante,
                    "bank_cents_a_round": float(replace(table, players=seats, ante=ante).worth(schedule)),
                }
                for schedule in Schedule
                for seats in range(1, 6)
                for ante in sorted({*ANTES, table.ante})
            ],
            "cost_by_ante": [
                {
                    "schedule": schedule.value,
                    "ante_cents": ante,
                    "player_cost_cents_a_round": float(replace(table, ante=ante).cost(schedule)),
                }
                for schedule in Schedule
                for ante in sorted({*ANTES, table.ante})
            ],
            "rounds": self.rounds,
            "bankroll_cents": self.bankroll,
            "wagers": runs,
        }

    def answer(self, figures: Figures) -> FigureAnswer:
        """Whether it pays to bank, and with what."""
        best = max(figures["schedules"].items(), key=lambda one: one[1]["bank_cents_a_round"])
        worth = best[1]["bank_cents_a_round"]
        before = as_text(figures["before_fees_cents"], "signed money")
        fees = "; ".join(
            f"schedule {name} takes {dollars(one['fee_cents'])} and leaves {_cents(one['bank_cents_a_round'])}"
            for name, one in figures["schedules"].items()
        )
        safest = min(figures["wagers"], key=lambda one: one["lost"])
        words = (
            f"Against {figures['players']} seats with {dollars(figures['ante_cents'])} the bank has {before} a round "
            f"before fees, exactly, where its wager covers everything. Of that {fees}.",
            f"In {safest['sessions']:,} sessions of {figures['rounds']} rounds {dollars(figures['bankroll_cents'])} "
            f"were gone least often with a wager of {dollars(safest['wager_cents'])} under {safest['coverage']} "
            f"coverage: in {as_text(safest['lost'], 'percent', 2)}.",
        )
        warnings = () if worth > 0 else ("Under both schedules the fees take more than the edge gives: pass.",)
        return FigureAnswer(
            headline=(f"The bank, a round, schedule {best[0]}", _cents(worth)),
            words=words,
            warnings=warnings,
            sheets=(_wagers(figures), _worth(figures), _costs(figures)),
            pictures=(_by_seats(figures), _gone(figures)),
        )


def _cents(cents: float) -> str:
    return as_text(cents, "signed money")


def _wagers(figures: Mapping[str, Any]) -> FigureSheet:
    columns = (
        FigureColumn("wager_cents", "wager", "money"), FigureColumn("coverage", "coverage"),
        FigureColumn("schedule", "schedule", "whole"),
        FigureColumn("a_round_cents", "a round", "signed money"), FigureColumn("error_cents", "±", "money"),
        FigureColumn("deviation_cents", "give or take", "money"), FigureColumn("lost", "bankroll gone", "percent", 2),
    )  # fmt: skip
    keys = ("wager_cents", "coverage", "schedule", "a_round", "error", "deviation", "lost")
    rows: list[tuple[Value, ...]] = [tuple(one[key] for key in keys) for one in figures["wagers"]]
    return FigureSheet("By wager, coverage and schedule", columns, rows)


def _worth(figures: Mapping[str, Any]) -> FigureSheet:
    antes = sorted({one["ante_cents"] for one in figures["worth_by_seats"]})
    columns = (
        FigureColumn("schedule", "schedule", "whole"), FigureColumn("seats", "seats", "whole"),
        *(FigureColumn(f"bank_cents_ante_{ante}", f"{dollars(ante)} Antes", "signed money") for ante in antes),
    )  # fmt: skip
    rows: dict[tuple[int, int], list[Value]] = {}
    for one in figures["worth_by_seats"]:
        key = one["schedule"], one["seats"]
        rows.setdefault(key, list(key)).append(one["bank_cents_a_round"])
    return FigureSheet(
        "What a round is worth to the bank after its fee, where all is covered", columns, list(rows.values())
    )


def _costs(figures: Mapping[str, Any]) -> FigureSheet:
    antes = sorted({one["ante_cents"] for one in figures["cost_by_ante"]})
    columns = (
        FigureColumn("schedule", "schedule", "whole"),
        *(FigureColumn(f"player_cents_ante_{ante}", f"{dollars(ante)} Antes", "signed money") for ante in antes),
    )
    rows: dict[int, list[Value]] = {}
    for one in figures["cost_by_ante"]:
        rows.setdefault(one["schedule"], [one["schedule"]]).append(-one["player_cost_cents_a_round"])
    return FigureSheet("What a round is worth to a player with the fee", columns, list(rows.values()))


def _by_seats(figures: Mapping[str, Any]) -> AnyPicture:
    lines = []
    for schedule, tone in ((Schedule.ONE, "green"), (Schedule.TWO, "blue")):
        points = [
            (float(one["seats"]), one["bank_cents_a_round"])
            for one in figures["worth_by_seats"]
            if one["schedule"] == schedule.value and one["ante_cents"] == figures["ante_cents"]
        ]
        lines.append(LineMark(f"schedule {schedule.value}", points, tone, dots=True))  # type: ignore[arg-type]
    return Plot(
        f"What a round is worth to the bank, {dollars(figures['ante_cents'])} Antes",
        Axis("opposing seats", number, steps=(1, 2, 3, 4, 5)),
        Axis("a round after its fee", money),
        (LevelMark(0, "above: it pays to bank"), *lines),
    )


def _gone(figures: Mapping[str, Any]) -> AnyPicture:
    rows = [
        (
            f"{dollars(one['wager_cents'])}, {one['coverage']}, schedule {one['schedule']}",
            one["lost"],
            as_text(one["lost"], "percent", 2),
        )
        for one in figures["wagers"]
    ]
    return BarChart(
        f"{dollars(figures['bankroll_cents'])} gone within {figures['rounds']} rounds", rows, player_gains=False
    )
