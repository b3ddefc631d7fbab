"""Figures as rows: charts, edges, pay lines, results, variants, simulations. Needs the extra `lab`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.data.rows import Row, Rows
from croupier.data.sheets import CHART, EDGES, LINES, RESULTS, SIMULATED, VARIANTS, Sheet
from croupier.errors import Refused
from croupier.front.odds import Simulated
from croupier.games import game as game_of
from croupier.games import ruleset
from croupier.inputs import WRITTEN, read_text
from croupier.lab.games.chart import ChartRow
from croupier.lab.solver import solver
from croupier.lab.solver.report import edge_report
from croupier.lab.variants.solve import solve_variant
from croupier.lab.work import no_progress
from croupier.rules.game import Street
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import Variant
from croupier.studies.playing import Playing
from croupier.studies.rounds import round_of

_CHOICES = ("check", "fold", "bet1", "bet2", "bet3", "bet4")
BASE = "base"


def chart(game: str = "uth") -> Rows:
    """How a game is played best, in the order of its chart: a row for each hand that it names and each card that the
    dealer may show."""
    chart_of_game = solver(game_of(game)).chart()
    rows = [
        _hand(game, one.street, row, column if len(one.columns) > 1 else None, shares)
        for one in chart_of_game.streets
        for row in one.rows
        for column, shares in zip(one.columns, row.shares, strict=True)
        if shares
    ]
    return Rows(CHART, rows)


def _hand(game: str, street: Street, row: ChartRow, up: str | None, shares: Mapping[str, Fraction]) -> Row:
    best = max(shares, key=lambda choice: shares[choice])
    # By the card that is shown only shares are known: what a choice is worth is an average over all of them.
    values = row.values if up is None else {}
    ranked = sorted(values.values(), reverse=True)
    return {
        "game": game,
        "hand": row.low,
        "combos": row.hands,
        "best": best,
        "value": float(values[best]) if values else None,
        "value_exact": str(values[best]) if values else None,
        "margin": float(ranked[0] - ranked[1]) if len(ranked) > 1 else None,
        **{name: float(values[name]) if name in values else None for name in _CHOICES},
        "street": street.key,
        "to": row.high,
        "dealer_shows": up,
        "share": float(shares[best]),
    }


def edges(rules: str = "wa-2018") -> Rows:
    """Every bet of a rule set under every approved pay table, and the base game whole."""
    report = edge_report(ruleset(rules)).to_dict()
    whole = report["base"] | {"bet": BASE, "paytable": " ".join(report["base"]["paytables"].values())}
    return Rows(EDGES, [_of_rules(EDGES, report, bet) for bet in (whole, *report["bets"])])


def lines(rules: str = "wa-2018") -> Rows:
    """Every line of every pay table of a rule set's side bets and progressives."""
    report = edge_report(ruleset(rules)).to_dict()
    return Rows(LINES, [_of_rules(LINES, report, bet, line) for bet in report["bets"] for line in bet["lines"]])


def results(game: str = "uth") -> Rows:
    """Every result that a round of the base game can have under the best play, lowest first, and how often."""
    whole = round_of(Playing(game_of(game)), no_progress).solution.to_dict()
    return Rows(RESULTS, [{"game": game, **one} for one in whole["results"]])


def variants(files: Iterable[Variant | str | Path]) -> Rows:
    """Variants of games, solved: values of `croupier.rules.variants`, or files of them in TOML."""
    return Rows(VARIANTS, [_variant(_read(one)) for one in files])


def _read(source: Variant | str | Path) -> Variant:
    if isinstance(source, Variant):
        return source
    path = Path(source)
    try:
        return parse_variant(read_text(path, WRITTEN), path.stem, None)
    except OSError as error:
        raise Refused(f"cannot read variant {path}: {error.strerror or error}; want a TOML file") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is not text, so no variant; want a TOML file") from None


def _variant(variant: Variant) -> Row:
    report = solve_variant(variant)
    solution = report.solution
    return {
        "name": variant.name,
        "game": variant.base.key,
        "differences": "; ".join(f"{field}: {usual} -> {now}" for field, usual, now in report.differences),
        "edge": float(solution.edge),
        "edge_exact": str(solution.edge),
        "house_edge": float(report.house.edge),
        "edge_of_action": float(solution.edge_of_action),
        "average_bet": float(solution.average_bet),
        "standard_deviation": float(solution.standard_deviation),
    }


def simulated(runs: Simulated | Iterable[Simulated]) -> Rows:
    """What `croupier.simulate` gave, a row each."""
    all_runs = [runs] if isinstance(runs, Simulated) else list(runs)
    names = [column.name for column in SIMULATED.columns]
    return Rows(SIMULATED, [{name: getattr(one, name) for name in names} for one in all_runs])


def _of_rules(sheet: Sheet, *plain: dict[str, Any]) -> Row:
    """A row of a sheet: what a report says, and its bet, and that bet's line, the last word counting."""
    whole = {key: value for one in plain for key, value in one.items()}
    return {column.name: whole.get(column.name) for column in sheet.columns}
