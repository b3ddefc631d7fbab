"""The sections of the mathematics report, in the order in which they are read; all of them made of its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from croupier.rules.rulesets import BankedBy
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import FigureColumn, FigureSheet, Value
from croupier.studies.edge import AS_PRINTED
from croupier.studies.pictures.sessions import nets_picture
from croupier.studies.question import command_line
from croupier.studies.report.bets import (
    CHANCE,
    ONE_IN,
    PART,
    WAYS,
    base_table_sections,
    edge_command,
    felt,
    hold_section,
    priced_bets,
    progressive_sections,
    sensitivity_section,
    side_bet_sections,
)
from croupier.studies.report.play import best_section, face_up_section, taught_section
from croupier.studies.report.program import HASH_COMMAND
from croupier.studies.report.question import MathematicsReport
from croupier.studies.report.section import ReportSection
from croupier.studies.solution_sheets import cost_words, decisions_sheet, figures_sheet
from croupier.studies.words import base_bets, base_unit, of_base, tables_words

_BANKED: Final = (
    "A player banks this game, and the house has no part in what is won or lost: what is called the house's here is "
    "the player-dealer's, as far as the bank covers the wagers and before any collection."
)


def report_sections(report: MathematicsReport, figures: Mapping[str, Any]) -> list[ReportSection]:
    """Every section that has something to tell, the summary first."""
    return [
        _summary(report, figures),
        _base_game(report, figures),
        *base_table_sections(report, figures),
        *side_bet_sections(report, figures),
        hold_section(report, figures),
        best_section(report, figures),
        *((taught_section(report, figures),) if figures["strategies"] else ()),
        *((sensitivity_section(report, figures),) if figures["sensitivity"] else ()),
        face_up_section(report, figures),
        *progressive_sections(report, figures),
        _method(report, figures),
        *(
            (ReportSection(title="Files that the commands read", facts=tuple(report.files.items())),)
            * bool(report.files)
        ),
    ]


def _files(report: MathematicsReport) -> Iterator[ReportSection]:
    if report.files:
        yield ReportSection(title="Files that the commands read", facts=tuple(report.files.items()))


def _summary(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    game, base = report.rules.game, figures["base"]
    columns: tuple[FigureColumn, ...] = (
        FigureColumn("bet", "bet"), FigureColumn("paytable", "pay table"),
        FigureColumn("edge", "house edge", "percent"), FigureColumn("return", "return", "percent"),
        FigureColumn("hit_frequency", "hit frequency", "percent"),
        FigureColumn("standard_deviation", "st. dev.", "number"),
        FigureColumn("printed_edge", "printed edge", "percent", 2),
    )  # fmt: skip
    every = [(base_bets(game), " ".join(base["paytables"].values()), base["win_chance"], base)]
    every += [(felt(report, bet), bet["paytable"], bet["hit_frequency"], bet) for bet in priced_bets(figures)]
    rows: list[tuple[Value, ...]] = [
        (name, table, one["edge"], 1 - one["edge"], hits, one["standard_deviation"], one.get("printed_edge"))
        for name, table, hits, one in every
    ]
    # Where nobody has printed an edge there is nothing to compare with.
    if all(row[-1] is None for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    meters = any(bet["bet"] == PROGRESSIVE for bet in figures["bets"])
    note = (
        f"Of the base game all shares are of {of_base(game)}, of every other bet of that bet. The hit frequency of the "
        "base game is how often a round ends ahead, of another bet how often a line of its pay table is made. Standard "
        f"deviations are in {base_unit(game)}s, or in bets."
        + (" A progressive is told with empty meters." if meters else "")
    )
    by = f", by {tables_words(game, report.base)}" if report.base else ""
    return ReportSection(
        title="Summary",
        words=(
            f"{game.name}: {base_bets(game)}, played best{by}, over all {base['deals']:,} deals of one player. The "
            "house edge of all money bet is also called the element of risk.",
            cost_words(game, base),
            *((_BANKED,) if report.rules.banked_by is BankedBy.PLAYER else ()),
            *_others(figures),
            *_remarks(figures),
        ),
        sheets=(
            figures_sheet(game, "The base game", _games(figures)),
            FigureSheet("Every bet", columns, rows, frozenset({0})),
        ),
        notes=("", note),
        commands=edge_command(report),
    )


def _others(figures: Mapping[str, Any]) -> Iterator[str]:
    """Pay tables of the base game that are approved as well."""
    every = dict.fromkeys(name for one in figures["others"] for name in one["paytables"].values())
    names = [name for name in every if name not in figures["base"]["paytables"].values()]
    if names:
        yield (
            f"Approved as well: {', '.join(names)}, of which this report has the figures of the base game alone; "
            f"--paytable {names[0]} makes one of its own."
        )


def _remarks(figures: Mapping[str, Any]) -> Iterator[str]:
    """What differs from a printed figure, and what a fold loses."""
    for one in (figures["base"], *priced_bets(figures)):
        if one.get("printed_edge") is not None and one["word"] != AS_PRINTED:
            yield f"{one.get('paytable', 'The whole game')}: {one['word']}."
    for key, name in (("bad_beat_on_fold", "Bad Beat"), ("progressive_on_fold", "progressive")):
        if not figures[key]:
            yield f"Folded {name} bets lose here; the game is played best for its own sake."


def _games(figures: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The base game by each of the pay tables that the report tells, by their names."""
    return {" ".join(one["paytables"].values()) or "played best": one for one in (figures["base"], *figures["others"])}


def _base_game(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    game, base = report.rules.game, figures["base"]
    unit, results = base_unit(game), base["results"]
    columns = (FigureColumn("net", f"net, {unit}s", "signed", 2), WAYS, CHANCE, ONE_IN, PART)
    rows: list[tuple[Value, ...]] = [
        (one["net"], one["deals"], one["chance"], 1 / one["chance"], one["net"] * one["chance"]) for one in results
    ]
    rows.append(("all", sum(one["deals"] for one in results), sum(one["chance"] for one in results), None,
                 sum(one["net"] * one["chance"] for one in results)))  # fmt: skip
    return ReportSection(
        title="The base game: every result of a round",
        words=(
            f"All {base['deals']:,} deals of one player, played best and settled; combinations are deals. The sum of "
            f"the contributions is what a round is worth to the player, in {unit}s; the house edge is its opposite.",
        ),
        sheets=(
            FigureSheet("Results of a round", columns, rows, frozenset({len(results)})),
            decisions_sheet(game, _games(figures)),
        ),
        pictures=(nets_picture("What a round nets", [(one["net"], one["chance"]) for one in results], unit),),
        commands=edge_command(report),
    )


def _method(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    base, program = figures["base"], figures["program"]
    exact = base["exact_value"]
    value = f"{exact['numerator']:,} / {exact['denominator']:,} {base_unit(report.rules.game)}s".replace("-", "−")
    counted = sum(one["deals"] for one in base["results"])
    hashes = [(f"Sources of {package}", digest) for package, digest in program["sources"].items()]
    hashes += [(f"Rule set {report.rules.name}", program["rules_sha256"])]
    hashes += [(f"Pay table {name}", one["sha256"]) for name, one in program["paytables"].items()]
    columns = (FigureColumn("of", "of what"), FigureColumn("sha256", "SHA-256", "number"))
    return ReportSection(
        title="Method, version and hashes",
        words=(
            "Every deal is counted, and none is drawn at random, but for figures with a standard error (±). Counts are "
            "whole numbers and values are fractions; they are rounded where they are printed, and not before. Each "
            "decision is the one that is worth most over everything that can still be dealt; of equal ones the larger "
            "bet is made.",
            "Side bets are counted apart from the base game, over the cards that decide them. How the house deals and "
            "who sits where changes none of these figures, unless cards are seen.",
            f"The results of a round add up to {counted:,} deals, and the game has {base['deals']:,}. Net times "
            f"combinations, divided by the deals, is {value} a round, as a fraction.",
            f"The hash of the sources is what this gives in the folder of the installed package: {HASH_COMMAND}. That "
            f"of the rule set is of what croupier rules {report.rules.name} --json prints; that of a pay table is of "
            "its text, which croupier report --json has under program.",
        ),
        facts=(("Program", f"croupier {program['version']}"),),
        sheets=(FigureSheet("Hashes", columns, hashes),),
        commands=(
            command_line((*report.arguments, "--json")),
            f"{command_line(('rules', report.rules.name, '--json'))} | sha256sum",
            command_line(("sbom",)),
        ),
    )
