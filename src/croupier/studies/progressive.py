"""A progressive bet at its meters: what it returns, when it is fair, what the meters do meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.uth import UTH
from croupier.lab.bets.examples import example_level
from croupier.lab.work import Progress
from croupier.money import dollars, parse_basis_points, parse_dollars
from croupier.rules.game import Game
from croupier.rules.paytables import LEVELS, Paytable, line_words, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.kelly import growth_picture, kelly_figures, share_sheet, share_warnings, share_words
from croupier.studies.meters import meters_sheet, return_curve, return_pictures
from croupier.studies.question import (
    FieldChoice,
    Figures,
    FormField,
    FormValues,
    StudyQuestion,
    game_option,
    options,
)
from croupier.studies.words import plain_dollars

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import MeterTerms, ProgressivePrice
    from croupier.lab.bets.ways import Folded


def fields(game: Game) -> list[FormField]:
    """The link and its meters, and the bankroll."""
    tables = tuple(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(PROGRESSIVE, ())))
    used = [level for level in LEVELS if any(level in paytable(name, PROGRESSIVE).levels for name in tables)]
    return [
        FormField("table", "Progressive", tables[0], "choice", tuple(FieldChoice(name, name) for name in tables)),
        FormField("stake", "Wager $", "1", "number"),
        *(FormField(f"meter_{level}", f"{level.capitalize()} meter $", example_level(level).meter, "number",
                hint="if the table has one") for level in used),
        FormField("tax", "Tax % of meter pays", "0", "number"),
        FormField("bankroll", "Bankroll $", "10,000", "number"),
        FormField("ante", "Ante that goes with it $", "5", "number", hint="the base game is played beside it"),
    ]  # fmt: skip


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A progressive wager of a game, and the share of a bankroll that it is worth."""
    table = paytable(form.text("table"), PROGRESSIVE)
    meters = {level: form.cents(f"meter_{level}", 0, 1_000_000_000_00) for level in table.levels}
    levels = {level: replace(usual, meter=meters[level]) for level, usual in example_levels(table).items()}
    return ProgressiveWager(
        game=game,
        table=table,
        stake=form.cents("stake", 1, 100_000_00),
        levels=levels,
        tax_bp=round(form.percent("tax", 0, 99) * 100),
        bankroll=form.cents("bankroll", 100, 1_000_000_000_00),
        ante=form.cents("ante", 1, 1_000_000_00),
    )


def example_levels(table: Paytable) -> dict[str, MeterTerms]:
    """The meters of a table with the figures of an example, for whoever has no link at hand."""
    from croupier.lab.bets.progressive import MeterTerms

    return {
        level: MeterTerms(
            meter=parse_dollars(usual.meter.replace(",", "")),
            seed=parse_dollars(usual.seed.replace(",", "")),
            contribution_bp=parse_basis_points(usual.contribution),
            reserve_bp=parse_basis_points(usual.reserve),
        )
        for level in table.levels
        for usual in (example_level(level),)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveWager(StudyQuestion):
    """A progressive wager at its meters, and a bankroll where its share is asked for. Money is cents.

    players          those with the bet at the table, for envy
    on_fold          whether a folded wager stays in action (R40)
    wagers_per_hour  on the whole link
    preconfigured    the contribution that each level was delivered with, in basis points (R42)
    ante             what is bet on the base game beside it
    """

    game: Game
    table: Paytable
    stake: int
    levels: Mapping[str, MeterTerms]
    tax_bp: int = 0
    players: int = 1
    fixed_off_meter: bool = False
    on_fold: bool = True
    wagers_per_hour: int | None = None
    preconfigured: Mapping[str, int] = field(default_factory=dict)
    bankroll: int | None = None
    ante: int = 500

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier progressive`."""
        usual = example_levels(self.table)
        flags = options(
            game=game_option(self.game),
            stake=plain_dollars(self.stake),
            tax=f"{self.tax_bp / 100:g}" if self.tax_bp else None,
            bankroll=None if self.bankroll is None else plain_dollars(self.bankroll),
            ante=None if self.bankroll is None else plain_dollars(self.ante),
            players=None if self.players == 1 else self.players,
        )
        switches = {"--no-on-fold": not self.on_fold, "--fixed-off-meter": self.fixed_off_meter}
        meters = (text for name, level in self.levels.items() for text in _meter_options(name, level, usual[name]))
        return ("progressive", self.table.name, *flags, *meters, *(one for one, given in switches.items() if given))

    def figures(self, progress: Progress) -> Figures:
        """The bet at its meters, what they do, and the share of a bankroll."""
        from croupier.lab.bets.progressive import progressive

        bet = progressive(
            self.table, stake=self.stake, levels=self.levels, players=self.players,
            tax=Fraction(self.tax_bp, 10_000), fixed_off_meter=self.fixed_off_meter,
            folded=None if self.on_fold else _folded(self.table, self.game), game=self.game,
        )  # fmt: skip
        figures = {"game": self.game.key, **progressive_figures(bet, self.wagers_per_hour, self.preconfigured)}
        if self.bankroll is not None:
            figures["kelly"] = kelly_figures(bet, self.bankroll, self.ante, base_edge_of(self.game))
        return figures

    def answer(self, figures: Figures) -> FigureAnswer:
        """The bet in words, line by line and meter by meter; its share of a bankroll first, where one is asked for."""
        warnings = tuple(f"R42: {warning}." for warning in figures["warnings"])
        bet = (_lines(figures), meters_sheet(figures), *_envy(figures))
        if "kelly" not in figures:
            return FigureAnswer(
                headline=("Return of the wager now", as_text(figures["return"], "percent", 2)),
                words=_words(figures, self.game),
                warnings=warnings,
                sheets=bet,
                pictures=return_pictures(figures["levels"], figures["tax"]),
            )
        return FigureAnswer(
            headline=("Share of the bankroll", as_text(figures["kelly"]["share"], "percent", 6)),
            words=(*share_words(figures), *_words(figures, self.game)),
            warnings=(*share_warnings(figures), *warnings),
            sheets=(share_sheet(figures["kelly"]), *bet),
            pictures=(growth_picture(figures["kelly"]), *return_pictures(figures["levels"], figures["tax"])),
        )


def _meter_options(name: str, level: MeterTerms, usual: MeterTerms) -> tuple[str, ...]:
    """The options of a meter: what it shows, and how it is fed where that is not as in the example."""
    seed = None if level.seed == usual.seed else plain_dollars(level.seed)
    fed = {
        key: None if here == there else f"{name}={here / 100:g}"
        for key, here, there in (
            ("contribution", level.contribution_bp, usual.contribution_bp),
            ("reserve", level.reserve_bp, usual.reserve_bp),
        )
    }
    return options(meter=f"{name}={plain_dollars(level.meter)}", seed=seed and f"{name}={seed}", **fed)


def _folded(table: Paytable, game: Game) -> Folded:
    """What is folded away under the best play of the game."""
    if game is not UTH:
        from croupier.lab.games.folds import folded_hands

        return folded_hands(game)
    from croupier.lab.bets.folds import folded_deals
    from croupier.lab.solution_cache import cached_solution

    return folded_deals(table, cached_solution())


def base_edge_of(game: Game) -> Fraction:
    """The house edge of the base game at its best play, from the price list."""
    from croupier.lab.prices import base_name, price

    return price(base_name(game, {bet: game.rule_sets[0].tables[bet][0] for bet in game.base_tables})).edge


def progressive_figures(
    bet: ProgressivePrice, wagers_per_hour: int | None, preconfigured: Mapping[str, int]
) -> dict[str, Any]:
    """The bet's figures with what the meters do, as plain values."""
    from croupier.jackpot.advice import warnings
    from croupier.lab.bets.meters import meter_at_hit, running_dry

    figures = bet.to_dict()
    figures["warnings"] = [str(warning) for plan in bet.plans(preconfigured) for warning in warnings(plan)]
    for name, level in figures["levels"].items():
        at_hit = meter_at_hit(bet, name)
        level["meter_at_hit"] = None if at_hit is None else at_hit.to_dict()
        level["running_dry"] = running_dry(bet, name).to_dict() if bet.fixed_off_meter else None
        if wagers_per_hour:
            level["expected_hours"] = level["expected_wagers"] / wagers_per_hour
            level["median_hours"] = level["median_wagers"] / wagers_per_hour
        level["curve"] = return_curve(bet, name, level)
    return figures


def _words(figures: Mapping[str, Any], game: Game) -> tuple[str, ...]:
    people = "one player" if figures["players"] == 1 else f"{figures['players']} players"
    folded = "" if figures["on_fold"] else " Folded wagers lose; the game is played best for its own sake."
    parts = {"fixed pays": "fixed_return", "meters": "meter_return", "envy": "envy_return"}
    returned = ", ".join(f"{words} {as_text(figures[key], 'percent', 2)}" for words, key in parts.items())
    taxed = (
        f" After a tax of {as_text(figures['tax'], 'percent', 0)} of every meter pay it is "
        f"{as_text(figures['return_after_tax'], 'percent', 2)}."
    )
    spent = "seeds and reserve paid" + (", top-ups of a dry meter not" if figures["fixed_off_meter"] else "")
    return (
        f"{figures['paytable']} in {game.name}, {dollars(figures['stake'])} a wager, {people} at the table.{folded}",
        f"It returns {as_text(figures['return'], 'percent', 2)} of the wager now ({returned}), a house edge of "
        f"{as_text(figures['edge'], 'percent', 2)}; {as_text(figures['hit_frequency'], 'percent', 2)} of wagers hit."
        f"{taxed if figures['tax'] else ''}",
        f"The house keeps {as_text(figures['house_keeps'], 'percent', 2)} of each wager in the long run, {spent}.",
    )


def _lines(figures: Mapping[str, Any]) -> FigureSheet:
    columns = (
        FigureColumn("line", "line"), FigureColumn("pay", "pays"), FigureColumn("one_in", "one in", "whole"),
        FigureColumn("award_cents", "award now", "money"), FigureColumn("returns", "returns", "percent", 2),
        FigureColumn("share", "share", "percent", 1),
    )  # fmt: skip
    whole = figures["fixed_return"] + figures["meter_return"]
    rows: list[tuple[Value, ...]] = [
        (line_words(line["line"]), line["pay"], line["deals"] / line["ways"] if line["ways"] else "never",
         int(line["award"]), line["contribution"], line["contribution"] / whole if whole else 0.0)
        for line in figures["lines"]
    ]  # fmt: skip
    return FigureSheet("Line by line", columns, rows)


def _envy(figures: Mapping[str, Any]) -> tuple[FigureSheet, ...]:
    by_players = figures["envy_by_players"]
    if not any(by_players.values()):
        return ()
    columns = (FigureColumn("players", "players", "whole"), FigureColumn("envy", "envy returns", "percent", 2))
    return (
        FigureSheet(
            "Envy, by players with the bet", columns, [(int(players), one) for players, one in by_players.items()]
        ),
    )
