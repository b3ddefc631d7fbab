"""A jackpot above fair: which share of a bankroll it is worth, and whether the game beside it eats the gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.lab.bets.examples import example_level
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.paytables import LEVELS, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import Answer, Column, Sheet, Value, shown
from croupier.studies.pictures.picture import AnyPicture, Axis, Dot, Level, Line, Picture, number
from croupier.studies.question import Choice, Field, Given, Progress, Question, Told, game_option, options
from croupier.studies.words import plain_dollars

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import Progressive


def fields(game: Game) -> list[Field]:
    """The link and its meters, and the bankroll."""
    tables = tuple(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(PROGRESSIVE, ())))
    used = [level for level in LEVELS if any(level in paytable(name, PROGRESSIVE).levels for name in tables)]
    return [
        Field("table", "Progressive", tables[0], "choice", tuple(Choice(name, name) for name in tables)),
        Field("stake", "Wager $", "1", "number"),
        *(Field(f"meter_{level}", f"{level.capitalize()} meter $", example_level(level).meter, "number",
                hint="if the table has one") for level in used),
        Field("tax", "Tax % of meter pays", "0", "number"),
        Field("bankroll", "Bankroll $", "10,000", "number"),
        Field("ante", "Ante that goes with it $", "5", "number", hint="the base game is played beside it"),
    ]  # fmt: skip


def question(game: Game, given: Given) -> Question:
    """A progressive wager of a game."""
    table = given.text("table")
    return Jackpot(
        game=game,
        table=table,
        stake=given.cents("stake", 1, 100_000_00),
        meters={
            level: given.cents(f"meter_{level}", 0, 1_000_000_000_00) for level in paytable(table, PROGRESSIVE).levels
        },
        tax_bp=round(given.percent("tax", 0, 99) * 100),
        bankroll=given.cents("bankroll", 100, 1_000_000_000_00),
        ante=given.cents("ante", 1, 1_000_000_00),
    )


def kelly_told(bet: Progressive, bankroll: int, ante: int, base_edge: Fraction) -> dict[str, Any]:
    """The best share of a bankroll for a progressive bet, and what its own stake does to this one; money in cents.

    The stake of a link is fixed, and so are its meter pays: the share says for which bankroll the stake is right.
    """
    from croupier.lab.bets.kelly import kelly, wager_of

    wager = wager_of(bet)
    best = kelly(wager)
    own = bet.stake / bankroll
    growth = wager.growth(own) if own < 1 else float("-inf")
    top = 2.6 * (best.share or own)
    curve = [top * part / 60 for part in range(61)]
    gain = float(wager.value * bet.stake)
    return {
        "bankroll": bankroll,
        "value": float(wager.value),
        "share": best.share,
        "growth": best.growth,
        "right_bankroll": bet.stake / best.share if best.share else None,
        "share_of_stake": own,
        "growth_of_stake": growth if own < 1 else None,
        "gain_a_wager": gain,
        "base_cost_a_round": float(base_edge * ante),
        "ante": ante,
        "curve": [{"share": at, "growth": wager.growth(at)} for at in curve if at < 1],
    }


def base_edge_of(game: Game) -> Fraction:
    """What the base game costs at its best play, as it is kept."""
    from croupier.lab.prices import base_name, price

    return price(base_name(game, {bet: game.rule_sets[0].tables[bet][0] for bet in game.base_tables})).edge


@dataclass(frozen=True, slots=True, kw_only=True)
class Jackpot:
    """A progressive wager at its meters, and a bankroll."""

    game: Game
    table: str
    stake: int
    meters: Mapping[str, int]
    tax_bp: int
    bankroll: int
    ante: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier progressive --bankroll`."""
        meters = tuple(
            text for level, cents in self.meters.items() for text in options(meter=f"{level}={plain_dollars(cents)}")
        )
        given = options(
            game=game_option(self.game),
            stake=plain_dollars(self.stake),
            tax=f"{self.tax_bp / 100:g}" if self.tax_bp else None,
            bankroll=plain_dollars(self.bankroll),
            ante=plain_dollars(self.ante),
        )
        return ("progressive", self.table, *given, *meters)

    @property
    def files(self) -> Mapping[str, str]:
        """None."""
        return {}

    def told(self, progress: Progress) -> Told:
        """The bet at its meters, with the share."""
        from croupier.lab.bets.progressive import Level, progressive
        from croupier.studies.bets.progressive import progressive_told

        levels = {}
        for level, cents in self.meters.items():
            usual = example_level(level)
            levels[level] = Level(
                meter=cents,
                seed=round(float(usual.seed.replace(",", "")) * 100),
                contribution_bp=round(float(usual.contribution) * 100),
                reserve_bp=round(float(usual.reserve) * 100),
            )
        bet = progressive(
            paytable(self.table, PROGRESSIVE), stake=self.stake, levels=levels, tax=Fraction(self.tax_bp, 10_000),
            game=self.game,
        )  # fmt: skip
        told = progressive_told(bet, None, {})
        return {**told, "kelly": kelly_told(bet, self.bankroll, self.ante, base_edge_of(self.game))}

    def answer(self, told: Told) -> Answer:
        """The share in words, with what speaks against it."""
        found = told["kelly"]
        return Answer(
            headline=("Share of the bankroll", shown(found["share"], "percent", 6)),
            words=share_words(told),
            warnings=share_warnings(told),
            sheets=(_sheet(found), _meters(told)),
            pictures=(_growth(found),),
        )


def share_words(told: Mapping[str, Any]) -> tuple[str, ...]:
    """The share in words."""
    found = told["kelly"]
    returns = shown(told["return_after_tax"] - told["envy_return"], "percent", 2)
    if not found["share"]:
        fair = [level["break_even_after_tax"] or level["break_even"] for level in told["levels"].values()]
        at = " or ".join(f"{name} {dollars(round(cut))}" for name, cut in zip(told["levels"], fair, strict=True) if cut)
        return (
            f"The wager returns {returns} of itself: below fair. The share is nothing, whatever the bankroll.",
            *((f"It is fair at {at}, the other meters as they stand.",) if at else ()),
        )
    right = dollars(round(found["right_bankroll"]))
    return (
        f"The wager returns {returns} of itself, above fair: {shown(found['gain_a_wager'] / 100, 'signed', 4)} dollars "
        f"a wager of {dollars(told['stake'])}.",
        f"A bankroll grows fastest with {shown(found['share'], 'percent', 6)} of it on the wager. "
        f"{dollars(told['stake'])} are that share of {right}.",
        f"So placed, the bankroll grows by {shown(found['growth'], 'percent', 8)} a wager on average, in the long run.",
    )


def share_warnings(told: Mapping[str, Any]) -> tuple[str, ...]:
    """What speaks against the wager."""
    found, said = told["kelly"], []
    stake, bankroll = dollars(told["stake"]), dollars(found["bankroll"])
    if not found["share"]:
        said.append(f"Every wager of {stake} shrinks a bankroll, {bankroll} as any other. The best share is 0.")
    elif found["growth_of_stake"] is None or found["growth_of_stake"] < 0:
        said.append(
            f"For {bankroll} the wager of {stake} is too large: though it is above fair, it shrinks this bankroll in "
            "the long run, since nearly all of its worth comes so rarely."
        )
    elif found["share_of_stake"] > found["share"]:
        said.append(f"For {bankroll} the wager of {stake} is larger than the best share; it grows more slowly so.")
    if found["share"] and found["base_cost_a_round"] > found["gain_a_wager"]:
        cost = shown(found["base_cost_a_round"] / 100, "number", 4)
        said.append(
            f"The base game must be played beside it: {dollars(found['ante'])} a round cost {cost} dollars at the best "
            "play, more than the wager gains. Together they are below fair."
        )
    return tuple(said)


def _sheet(found: Mapping[str, Any]) -> Sheet:
    columns = (
        Column("bet", "of the bankroll"), Column("share", "share", "percent", 6),
        Column("growth", "growth a wager", "percent", 8), Column("bankroll_cents", "bankroll for this stake", "money"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        ("best share", found["share"], found["growth"], found["right_bankroll"]),
        ("this stake", found["share_of_stake"], found["growth_of_stake"], found["bankroll"]),
    ]
    return Sheet("The share and the stake", columns, rows)


def _meters(told: Mapping[str, Any]) -> Sheet:
    columns = (
        Column("level", "meter"), Column("meter_cents", "shows", "money"), Column("fair_cents", "fair at", "money"),
        Column("fair_after_tax_cents", "after tax", "money"), Column("expected_wagers", "wagers to a hit", "whole"),
    )  # fmt: skip
    keys = ("meter", "break_even", "break_even_after_tax", "expected_wagers")
    rows: list[tuple[Value, ...]] = [
        (name, *(level[key] for key in keys)) for name, level in told["levels"].items()
    ]  # fmt: skip
    return Sheet("The meters", columns, rows)


def _growth(found: Mapping[str, Any]) -> AnyPicture:
    # A share of a millionth is read best as the bankroll for which the stake is that share.
    points = [(one["share"] * 1e6, one["growth"] * 1e9) for one in found["curve"]]
    dots = []
    if found["share"]:
        dots.append(Dot(found["share"] * 1e6, found["growth"] * 1e9, "best share"))
    if found["growth_of_stake"] is not None and found["share_of_stake"] * 1e6 <= points[-1][0]:
        dots.append(Dot(found["share_of_stake"] * 1e6, found["growth_of_stake"] * 1e9, "this stake", "red"))
    return Picture(
        "Growth of a bankroll by the share that is bet",
        Axis("millionths of the bankroll", number, 0),
        Axis("growth a wager, in thousand-millionths", number),
        (Level(0), Line("", points), *dots),
    )
