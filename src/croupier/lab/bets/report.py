"""The page a regulator asks for: every bet of a rule set, computed against printed.

    report = edge_report(ruleset("wa-2018"))
    report.base.edge_of_ante, report.bets[0].edge, report.bets[0].word

Edges are fractions, positive for the house. Progressives are given with empty meters, the one figure that
needs no assumption, with the meter at which each turns fair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from croupier.errors import Refused
from croupier.lab.bets.folds import folded
from croupier.lab.bets.progressive import Level, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.known import solved, spread
from croupier.lab.solved import check_solved, priced_bets
from croupier.lab.uth.distribution import Distribution
from croupier.lab.uth.playout import bet_results
from croupier.lab.uth.solution import GameSolution
from croupier.lab.uth.solve import Progress
from croupier.rules.games.uth import BAD_BEAT, BLIND, UTH
from croupier.rules.paytables import Paytable, Share, paytable, printed
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE

_ONE_DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Base:
    """Ante, Blind and Play under optimal play, whole."""

    solution: GameSolution
    distribution: Distribution

    def to_dict(self) -> dict[str, Any]:
        solution, value = self.solution, self.solution.value
        return {
            "blind": solution.blind.name,
            "edge_of_ante": float(solution.edge),
            "edge_of_action": float(solution.edge_of_action),
            "average_bet": float(solution.average_bet),
            "standard_deviation": self.distribution.standard_deviation,
            "frequencies": {name: float(solution.frequencies[name]) for name in ("bet4", "bet2", "bet1", "fold")},
            "exact": {"numerator": value.numerator, "denominator": value.denominator},
            "deals": solution.deals,
            "printed_edge": None if self.printed_edge is None else float(self.printed_edge),
            "word": self.word,
        }

    @property
    def printed_edge(self) -> Fraction | None:
        """What the documents print for the game as a whole; they keep it beside the Blind's table."""
        return printed(self.solution.blind.printed_edge)

    @property
    def word(self) -> str:
        if self.printed_edge is None:
            return "no printed figure"
        ante, action = _percent(self.solution.edge, 3), _percent(self.solution.edge_of_action, 3)
        return (
            f"the printed {self.solution.blind.printed_edge} for the whole game cannot be reproduced on any basis: "
            f"it costs {ante} of the Ante, {action} of all money bet"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BetReport:
    """One bet under one pay table: the exact figures, the printed one, and a word on the difference."""

    bet: str
    paytable: str
    edge: Fraction
    hit_frequency: Fraction
    standard_deviation: float
    printed_edge: Fraction | None
    word: str
    lines: tuple[dict[str, Any], ...] = ()
    """Each line's pay, ways, deals, probability and contribution to the return."""
    printed_text: str | None = None
    """The printed edge as it stands on the felt."""
    break_even: dict[str, float] | None = None
    """For a progressive: the meter of each level, in cents at a $1 stake, that would make the bet fair alone."""

    @property
    def difference(self) -> Fraction | None:
        """Exact less printed."""
        return None if self.printed_edge is None else self.edge - self.printed_edge

    def to_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "bet": self.bet,
            "paytable": self.paytable,
            "edge": float(self.edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "printed_edge": None if self.printed_edge is None else float(self.printed_edge),
            "difference": None if self.difference is None else float(self.difference),
            "word": self.word,
            "lines": list(self.lines),
        }
        if self.break_even is not None:
            told["meters"] = 0
            told["break_even"] = self.break_even
        return told


@dataclass(frozen=True, slots=True)
class EdgeReport:
    """A rule set's base game and all its bets, priced."""

    rules: RuleSet
    base: Base
    bets: tuple[BetReport, ...]
    bad_beat_on_fold: bool
    progressive_on_fold: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "rules": self.rules.name,
            "bad_beat_on_fold": self.bad_beat_on_fold,
            "progressive_on_fold": self.progressive_on_fold,
            "base": self.base.to_dict(),
            "bets": [bet.to_dict() for bet in self.bets],
        }


def edge_report(
    rules: RuleSet,
    extra: Sequence[Paytable] = (),
    *,
    bad_beat_on_fold: bool = True,
    progressive_on_fold: bool = True,
    progress: Progress | None = None,
) -> EdgeReport:
    """Every bet of a rule set, and any pay tables of one's own beside them.

    A Blind table among `extra` replaces the approved one; any other is listed after those of its bet.
    """
    check_solved(rules.game)
    if rules.game is not UTH:
        raise Refused(f"{rules.game.name} has no page of its own yet; want a rule set of {UTH.name}")
    blinds = [table for table in extra if table.bet == BLIND]
    tables = [paytable(name, bet) for bet, names in rules.tables.items() for name in names if bet != BLIND]
    tables += [table for table in extra if table.bet != BLIND]
    order = list(priced_bets())
    tables.sort(key=lambda table: order.index(table.bet))

    blind = blinds[-1] if blinds else None
    base = Base(solved(blind, progress), spread(blind))
    reports = [blind_alone(base)]
    for table in tables:
        on_fold = {BAD_BEAT: bad_beat_on_fold, PROGRESSIVE: progressive_on_fold}.get(table.bet, True)
        lost = None if on_fold else folded(table, base.solution, base.distribution.outcome)
        reports.append(_progressive(table, lost) if table.bet == PROGRESSIVE else _side_bet(table, lost))
    return EdgeReport(rules, base, tuple(reports), bad_beat_on_fold, progressive_on_fold)


def blind_alone(base: Base) -> BetReport:
    """The Blind as a bet of its own, though nobody can make it alone."""
    blind, joint = base.solution.blind, base.distribution.outcome.joint
    results = bet_results(blind)["blind"]
    unit, deals = base.solution.unit, base.solution.deals
    cells = [(int(result), int(n)) for result, n in zip(results.ravel(), joint.ravel(), strict=True) if n]
    mean = Fraction(sum(result * n for result, n in cells), unit * deals)
    square = Fraction(sum(result**2 * n for result, n in cells), unit**2 * deals)
    return BetReport(
        bet=BLIND,
        paytable=blind.name,
        edge=-mean,
        hit_frequency=Fraction(sum(n for result, n in cells if result > 0), deals),
        standard_deviation=sqrt(square - mean**2),
        printed_edge=None,
        word="alone; the game is priced whole",
    )


def _side_bet(table: Paytable, lost: dict[str, int] | None) -> BetReport:
    priced = side_bet(table, lost)
    return BetReport(
        bet=table.bet,
        paytable=table.name,
        edge=priced.edge,
        hit_frequency=priced.hit_frequency,
        standard_deviation=priced.standard_deviation,
        printed_edge=priced.printed_edge,
        printed_text=table.printed_edge,
        lines=tuple(priced.to_dict()["lines"]),
        word=_word(table, priced.edge, priced.hit_frequency, lost is None),
    )


def _word(table: Paytable, edge: Fraction, hits: Fraction, on_fold: bool) -> str:
    claim = printed(table.printed_edge)
    if claim is None or table.printed_edge is None:
        return "no printed figure"
    if not on_fold:
        return "folded bets lose here; printed for bets that stay in action"
    digits = len(table.printed_edge.removesuffix("%").strip().partition(".")[2])
    off = abs(edge - claim)
    if off <= Fraction(1, 2 * 100 * 10**digits):
        return "as printed"
    side = "low" if edge > claim else "high"
    words = f"printed {_percent(off, 2).removesuffix(' %')} points too {side}"
    if table.bet == BAD_BEAT:
        words += (
            f": over every deal the beaten hands of R24 hit {_percent(hits, 2)} (printed {table.printed_hit_frequency})"
        )
    return words


def _progressive(table: Paytable, lost: dict[str, int] | None) -> BetReport:
    bet = progressive(table, stake=_ONE_DOLLAR, levels=dict.fromkeys(table.levels, Level(meter=0)), folded=lost)
    fair = {level: float(meter) for level in table.levels if (meter := bet.break_even(level)) is not None}
    meters = ", ".join(f"{level} ${meter / _ONE_DOLLAR:,.0f}" for level, meter in fair.items())
    alone = "" if len(fair) < 2 else ", each alone"
    shares = sum((line.probability for line in bet.lines if isinstance(line.pay, Share)), Fraction())
    return BetReport(
        bet=table.bet,
        paytable=table.name,
        edge=bet.edge,
        hit_frequency=bet.hit_frequency,
        standard_deviation=sqrt(bet.variance),
        printed_edge=None,
        word=f"with empty meters (1 in {float(1 / shares):,.0f} takes from them); a $1 bet is fair at {meters}{alone}",
        lines=tuple(bet.to_dict()["lines"]),
        break_even=fair,
    )


def _percent(share: Fraction, digits: int) -> str:
    return f"{float(share) * 100:.{digits}f} %"
