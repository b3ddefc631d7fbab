"""The house edge of every bet of a rule set, exactly, beside the printed one."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.games.uth import BLIND
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import BarChart
from croupier.studies.question import Figures, StudyQuestion, options
from croupier.studies.solution_sheets import cost_words, decisions_sheet, figures_sheet, lines_sheet
from croupier.studies.words import base_bets, in_a_row, of_base

AS_PRINTED = "as printed"


@dataclass(frozen=True, slots=True)
class Edges(StudyQuestion):
    """Every bet of a rule set, with pay tables of one's own beside the approved.

    lines  whether to say what each line of every pay table is worth; of one's own tables that is said anyway
    work   on what the base game is solved, and where finished work is kept
    """

    rules: RuleSet
    extra: tuple[Paytable, ...] = ()
    bad_beat_on_fold: bool = True
    progressive_on_fold: bool = True
    lines: bool = False
    work: WorkPlan = ALONE

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier edge`."""
        return ("edge", *options(rules=self.rules.name))

    def figures(self, progress: Progress) -> Figures:
        """The base game and all bets, priced."""
        from croupier.lab.solver.report import edge_report

        progress(f"solving {self.rules.game.name}", 0.0)
        return edge_report(
            self.rules, self.extra, bad_beat_on_fold=self.bad_beat_on_fold,
            progressive_on_fold=self.progressive_on_fold, progress=progress, work=self.work,
        ).to_dict()  # fmt: skip

    def answer(self, figures: Figures) -> FigureAnswer:
        """The base game first, then every bet."""
        game, rules, base = self.rules.game, self.rules, figures["base"]
        tables = {_named(one): one for one in (base, *figures["others"])}
        named = [
            f"{'pay' if game.table_words(bet) == game.name else game.table_words(bet)} table {name}"
            for bet, name in base["paytables"].items()
        ]
        by_table = f", with the {in_a_row(named)}" if named else ""
        own = {table.name for table in self.extra}
        bets = figures["bets"]
        side = [bet for bet in bets if bet["bet"] not in (BLIND, PROGRESSIVE)]
        meters = [bet for bet in bets if bet["bet"] == PROGRESSIVE]
        return FigureAnswer(
            headline=(f"House edge of {of_base(game)}", as_text(base["edge"], "percent")),
            words=(
                f"{game.name}, {rules.title} ({rules.name}): {base_bets(game)}, played best{by_table}, over "
                f"all {base['deals']:,} deals.",
                cost_words(game, base),
                f"Engine: {figures['engine']}. {figures['engine_why']}.",
            ),
            warnings=_warnings(figures, side),
            sheets=(
                figures_sheet(game, "The base game", tables),
                decisions_sheet(game, tables),
                *((_side_bets(game, side),) if side else ()),
                *((_progressives(meters),) if meters else ()),
                *(lines_sheet(f"{bet['paytable']}, line by line", bet["lines"])
                  for bet in bets if bet["lines"] and (self.lines or bet["paytable"] in own)),
            ),
            pictures=(_ranking(game, base, side),),
        )  # fmt: skip


def _named(base: Mapping[str, Any]) -> str:
    return " ".join(base["paytables"].values())


def _warnings(figures: Mapping[str, Any], side: list[Mapping[str, Any]]) -> tuple[str, ...]:
    base = figures["base"]
    whole = () if base["printed_edge"] is None else (f"{base['word'][0].upper()}{base['word'][1:]}.",)
    off = [bet for bet in side if bet["printed_edge"] is not None and bet["word"] != AS_PRINTED]
    stays = {"Bad Beat": figures["bad_beat_on_fold"], "progressive": figures["progressive_on_fold"]}
    lost = " and ".join(name for name, stays_on_fold in stays.items() if not stays_on_fold)
    folded = (f"Folded {lost} bets lose here; the game is played best for its own sake.",) if lost else ()
    return (*whole, *(f"{bet['paytable']}: {bet['word']}." for bet in off), *folded)


def _side_bets(game: Game, bets: list[Mapping[str, Any]]) -> FigureSheet:
    # Where nobody has printed an edge there is nothing to compare with.
    compared = any(bet["printed_edge"] is not None for bet in bets)
    columns = [
        FigureColumn("bet", "bet"),
        FigureColumn("paytable", "pay table"),
        FigureColumn("edge", "house edge", "percent"),
        FigureColumn("hit_frequency", "hits", "percent", 2),
        FigureColumn("standard_deviation", "st. dev.", "number", 2),
    ]
    if compared:
        columns += [
            FigureColumn("printed_edge", "printed", "percent", 2),
            FigureColumn("difference", "off by, points", "signed", 2),
            FigureColumn("word", ""),
        ]
    rows: list[tuple[Value, ...]] = []
    for bet in bets:
        row: list[Value] = [game.by_key[bet["bet"]].felt, *(bet[column.key] for column in columns[1:5])]
        if compared:
            off, word = bet["difference"], bet["word"]
            remark = "" if bet["printed_edge"] is None else AS_PRINTED if word == AS_PRINTED else "see below"
            row += [bet["printed_edge"], None if off is None else 100 * off, remark]
        rows.append(tuple(row))
    return FigureSheet("Side bets", tuple(columns), rows)


def _progressives(bets: list[Mapping[str, Any]]) -> FigureSheet:
    columns = (
        FigureColumn("paytable", "pay table"), FigureColumn("edge", "house edge", "percent"),
        FigureColumn("hit_frequency", "hits", "percent", 2), FigureColumn("fair", "a $1 bet is fair at"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for bet in bets:
        fair = " or ".join(f"{level} ${meter / 100:,.0f}" for level, meter in bet["break_even"].items())
        # Fixed pays alone may return more than the wager, whatever the meters show.
        fair = fair if bet["edge"] >= 0 else "no meter: the house loses at any"
        rows.append((bet["paytable"], bet["edge"], bet["hit_frequency"], fair))
    return FigureSheet(
        "Progressives with empty meters, one player; `croupier progressive` prices any meter", columns, rows
    )


def _ranking(game: Game, base: Mapping[str, Any], side: list[Mapping[str, Any]]) -> BarChart:
    named = [(base_bets(game), base["edge"])]
    named += [(f"{game.by_key[bet['bet']].felt} {bet['paytable']}", bet["edge"]) for bet in side]
    rows = [(name, edge, as_text(edge, "percent", 2)) for name, edge in named]
    return BarChart("House edge of every bet", rows, player_gains=False)


def edges_csv(game: Game, figures: Figures) -> str:
    """A row for each bet, for spreadsheets; the base game of the base bet, and of all money bet."""
    columns = ["bet", "paytable", "edge", "printed_edge", "difference", "hit_frequency", "standard_deviation", "word"]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", restval="", lineterminator="\n")
    writer.writeheader()
    for base in (figures["base"], *figures["others"]):
        row = {"bet": "game", "paytable": _named(base)}
        printed = base.get("printed_edge")
        word = f"of {of_base(game)}" + ("" if printed is None else f"; {base['word']}")
        row_figures = {"edge": base["edge"], "standard_deviation": base["standard_deviation"]}
        writer.writerow(row | row_figures | {"printed_edge": printed, "word": word})
        writer.writerow(row | {"edge": base["edge_of_action"], "word": "of all money bet"})
    for bet in figures["bets"]:
        writer.writerow(bet)
    return text.getvalue()
