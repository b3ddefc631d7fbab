"""Figures as rows: starting hands, edges, pay lines, results, variants, simulations. Needs the extra `lab`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.data.rows import Row, Rows
from croupier.data.sheets import CHART, EDGES, LINES, RESULTS, SIMULATED, VARIANTS, Sheet
from croupier.errors import Refused
from croupier.front.odds import Simulated
from croupier.games import game as game_of
from croupier.games import ruleset
from croupier.games.mississippi import MISSISSIPPI
from croupier.games.uth import UTH
from croupier.inputs import WRITTEN, read_text
from croupier.lab.games.charts.starts import starts as mississippi_starts
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.solve import playable
from croupier.lab.hands.starts import combos
from croupier.lab.known import solved
from croupier.lab.solver.report import edge_report
from croupier.lab.uth.solution import DEALS_OF_A_START
from croupier.lab.variants.solved import solve_variant
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import Variant
from croupier.studies.chance.rounds import round_of
from croupier.studies.playing import Playing

_CHOICES = ("check", "fold", "bet1", "bet2", "bet3", "bet4")
BASE = "base"


def chart(game: str = "uth") -> Rows:
    """The 169 starting hands under the best play, in the order of the chart, of a game that begins with two cards."""
    played = game_of(game)
    if played is UTH:
        values = _uth_starts()
    elif played is MISSISSIPPI:
        made = playable(played, {})
        assert isinstance(made, Mississippi), "that is the game"
        values = [(one.hand, dict(one.values)) for one in mississippi_starts(made)]
    else:
        raise Refused(f"{played.name} has no 169 starting hands; want {UTH.key} or {MISSISSIPPI.key}")
    rows = [_start(game, hand, int(times), found) for (hand, found), times in zip(values, combos(), strict=True)]
    return Rows(CHART, rows)


def _uth_starts() -> list[tuple[str, dict[str, Fraction]]]:
    solution = solved()
    whole = solution.unit * DEALS_OF_A_START
    starts = [solution.start(number) for number in range(169)]
    return [
        (one.hand, {name: Fraction(getattr(one, name), whole) for name in ("bet4", "bet3", "check")}) for one in starts
    ]


def _start(game: str, hand: str, times: int, values: dict[str, Fraction]) -> Row:
    best, second = sorted(values.values(), reverse=True)[:2]
    named = next(name for name, value in values.items() if value == best)
    return {
        "game": game,
        "hand": hand,
        "combos": times,
        "best": named,
        "value": float(best),
        "value_exact": str(best),
        "margin": float(best - second),
        **{name: float(values[name]) if name in values else None for name in _CHOICES},
    }


def edges(rules: str = "wa-2018") -> Rows:
    """Every bet of a rule set under every approved pay table, and the base game whole."""
    told = edge_report(ruleset(rules)).to_dict()
    whole = told["base"] | {"bet": BASE, "paytable": " ".join(told["base"]["paytables"].values())}
    return Rows(EDGES, [_of_rules(EDGES, told, bet) for bet in (whole, *told["bets"])])


def lines(rules: str = "wa-2018") -> Rows:
    """Every line of every pay table of a rule set's side bets and progressives."""
    told = edge_report(ruleset(rules)).to_dict()
    return Rows(LINES, [_of_rules(LINES, told, bet, line) for bet in told["bets"] for line in bet["lines"]])


def results(game: str = "uth") -> Rows:
    """Every result that a round of the base game can have under the best play, lowest first, and how often."""
    whole = round_of(Playing(game_of(game)), lambda _words, _share: None).solution.to_dict()
    return Rows(RESULTS, [{"game": game, **one} for one in whole["results"]])


def variants(given: Iterable[Variant | str | Path]) -> Rows:
    """Variants of games, solved: values of `croupier.rules.variants`, or files of them in TOML."""
    return Rows(VARIANTS, [_variant(_read(one)) for one in given])


def _read(given: Variant | str | Path) -> Variant:
    if isinstance(given, Variant):
        return given
    path = Path(given)
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
    given = [runs] if isinstance(runs, Simulated) else list(runs)
    names = [column.name for column in SIMULATED.columns]
    return Rows(SIMULATED, [{name: getattr(one, name) for name in names} for one in given])


def _of_rules(sheet: Sheet, *plain: dict[str, Any]) -> Row:
    """A row of a sheet: what a report says, and its bet, and that bet's line, the last word counting."""
    whole = {key: value for one in plain for key, value in one.items()}
    return {column.name: whole.get(column.name) for column in sheet.columns}
