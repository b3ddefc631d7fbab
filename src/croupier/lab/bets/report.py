"""The bets of a rule set beside its base game, each computed against printed.

Edges are fractions, positive for the house. Progressives are given with empty meters, the one figure that needs no
assumption, with the meter at which each turns fair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, BLIND
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.bets.ways import Folded
from croupier.lab.uth.distribution import Distribution
from croupier.lab.uth.playout import bet_results
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, Share, printed
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.wagers import PROGRESSIVE

_ONE_DOLLAR = 100


class NoSuchBet(Refused):
    """A pay table of one's own for a bet that the game does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetReport:
    """One bet under one pay table: the exact figures, the printed one, and a word on the difference.

    `bet` is its spot on the felt.
    """

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
        plain: dict[str, Any] = {
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
            plain["meters"] = 0
            plain["break_even"] = self.break_even
        return plain


def designs(game: Game, extra: Sequence[Paytable]) -> dict[str, Paytable]:
    """Of pay tables of one's own, those of the base game; one that the game has no bet for is refused."""
    offered = (*game.base_tables, *(bet.kind for bet in game.side_bets), PROGRESSIVE)
    for table in extra:
        if table.bet not in offered:
            raise NoSuchBet(f"{table.name} is a {table.bet} table; {game.name} has {', '.join(offered)}")
    return {table.bet: table for table in extra if table.bet in game.base_tables}


def bet_reports(
    rules: RuleSet, extra: Sequence[Paytable], lost: Callable[[Paytable], Folded | None]
) -> tuple[BetReport, ...]:
    """The side bets and progressives of a rule set, with those of one's own after the approved ones of their bet.

    `lost` says what is folded away, where a folded bet loses.
    """
    game, reports = rules.game, []
    kinds = {bet.key: bet.kind for bet in game.side_bets} | {PROGRESSIVE: PROGRESSIVE}
    for spot, kind in kinds.items():
        approved = [approved_paytable(rules, spot, name) for name in rules.tables.get(spot, ())]
        for table in (*approved, *(table for table in extra if table.bet == kind)):
            if kind == PROGRESSIVE:
                reports.append(_progressive(table, lost(table), game))
            else:
                reports.append(_side_bet(spot, table, lost(table)))
    return tuple(reports)


def blind_alone(spread: Distribution) -> BetReport:
    """The Blind as a bet of its own, though nobody can make it alone."""
    results, deals = bet_results(spread.blind)["blind"], spread.all_deals
    cells = [(int(net), int(n)) for net, n in zip(results.ravel(), spread.outcome.joint.ravel(), strict=True) if n]
    mean = Fraction(sum(net * n for net, n in cells), spread.unit * deals)
    square = Fraction(sum(net**2 * n for net, n in cells), spread.unit**2 * deals)
    return BetReport(
        bet=BLIND,
        paytable=spread.blind.name,
        edge=-mean,
        hit_frequency=Fraction(sum(n for net, n in cells if net > 0), deals),
        standard_deviation=sqrt(square - mean**2),
        printed_edge=None,
        word="alone; the game is priced whole",
    )


def _side_bet(spot: str, table: Paytable, lost: Folded | None) -> BetReport:
    priced = side_bet(table, lost)
    return BetReport(
        bet=spot,
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


def _progressive(table: Paytable, lost: Folded | None, game: Game) -> BetReport:
    empty = dict.fromkeys(table.levels, MeterTerms(meter=0))
    bet = progressive(table, stake=_ONE_DOLLAR, levels=empty, folded=lost, game=game)
    fair = {level: float(meter) for level in table.levels if (meter := bet.break_even(level)) is not None}
    meters = ", ".join(f"{level} ${meter / _ONE_DOLLAR:,.0f}" for level, meter in fair.items())
    alone = "" if len(fair) < 2 else ", each alone"
    fair_at = f"a $1 bet is fair at {meters}{alone}" if bet.edge >= 0 else "fixed pays return more than the wager"
    shares = sum((line.probability for line in bet.lines if isinstance(line.pay, Share)), Fraction())
    return BetReport(
        bet=table.bet,
        paytable=table.name,
        edge=bet.edge,
        hit_frequency=bet.hit_frequency,
        standard_deviation=sqrt(bet.variance),
        printed_edge=None,
        word=f"with empty meters (1 in {float(1 / shares):,.0f} takes from them); {fair_at}",
        lines=tuple(bet.to_dict()["lines"]),
        break_even=fair,
    )


def _percent(share: Fraction, digits: int) -> str:
    return f"{float(share) * 100:.{digits}f} %"
