"""The page a regulator asks for: every bet of a rule set, computed against printed.

    report = edge_report(ruleset("wa-2018"))
    report.solution.edge, report.bets[0].edge, report.bets[0].word

Edges are fractions, positive for the house. Progressives are given with empty meters, the one figure that needs no
assumption, with the meter at which each turns fair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.games.uth import BAD_BEAT, BLIND, UTH
from croupier.lab.bets.folds import folded_deals
from croupier.lab.bets.report import BetReport, bet_reports, blind_alone, designs
from croupier.lab.bets.ways import Folded
from croupier.lab.capabilities import check_countable
from croupier.lab.games.folds import folded_hands
from croupier.lab.games.solution import Solution
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.lab.solver import solver_for
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.paytables import Paytable, paytable, printed
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeReport:
    """A rule set priced.

    solution      the base game played best under its customary pay tables, or one's own
    others        the same under each other pay table that is approved
    engine        on what the base game was solved, and `engine_why`, by which solver and why there
    printed_text  what the rule set's document prints as the edge of the whole game
    """

    rules: RuleSet
    solution: Solution
    others: tuple[Solution, ...]
    bets: tuple[BetReport, ...]
    bad_beat_on_fold: bool
    progressive_on_fold: bool
    engine: str
    engine_why: str
    printed_text: str | None = None

    @property
    def printed_edge(self) -> Fraction | None:
        """What is printed, as a number."""
        return printed(self.printed_text)

    @property
    def word(self) -> str:
        """A word on what is printed for the whole game."""
        if self.printed_edge is None:
            return "no printed figure"
        base, action = (f"{float(edge) * 100:.3f} %" for edge in (self.solution.edge, self.solution.edge_of_action))
        return (
            f"the printed {self.printed_text} for the whole game cannot be reproduced on any basis: "
            f"it costs {base} of the {self.rules.game.by_key[self.rules.game.base].felt}, {action} of all money bet"
        )

    def to_dict(self) -> dict[str, Any]:
        """The figures, for machines."""
        return {
            "rules": self.rules.name,
            "game": self.rules.game.key,
            "bad_beat_on_fold": self.bad_beat_on_fold,
            "progressive_on_fold": self.progressive_on_fold,
            "base": {
                **self.solution.to_dict(),
                "printed_edge": None if self.printed_edge is None else float(self.printed_edge),
                "word": self.word,
            },
            "others": [other.to_dict() for other in self.others],
            "bets": [bet.to_dict() for bet in self.bets],
            "engine": self.engine,
            "engine_why": self.engine_why,
        }


def edge_report(
    rules: RuleSet,
    extra: Sequence[Paytable] = (),
    *,
    bad_beat_on_fold: bool = True,
    progressive_on_fold: bool = True,
    progress: Progress | None = None,
    work: WorkPlan = ALONE,
) -> EdgeReport:
    """Every bet of a rule set, and any pay tables of one's own beside them.

    A table of the base game among `extra` replaces the approved one; any other is listed after those of its bet.
    `work` says how the base game is solved.
    """
    game = rules.game
    check_countable(game)
    own = designs(game, extra)
    others = [{bet: paytable(name, bet)} for bet in game.base_tables if not own for name in rules.tables[bet][1:]]
    stays = {BAD_BEAT: bad_beat_on_fold, PROGRESSIVE: progressive_on_fold}
    game_solver, why = solver_for(game, work)
    solution = game_solver.solve(own, progress, work)
    gone = None if game is UTH or progressive_on_fold else folded_hands(game, own)

    def lost(table: Paytable) -> Folded | None:
        if stays.get(table.bet, True) or game is not UTH:
            return gone if table.bet == PROGRESSIVE else None
        blind = own.get(BLIND)
        return folded_deals(table, cached_solution(blind), cached_distribution(blind).outcome)

    return EdgeReport(
        rules=rules,
        solution=solution,
        others=tuple(game_solver.solve(other, work=work.engine_alone) for other in others),
        bets=(
            *((blind_alone(cached_distribution(own.get(BLIND))),) if game is UTH else ()),
            *bet_reports(rules, extra, lost),
        ),
        bad_beat_on_fold=bad_beat_on_fold,
        progressive_on_fold=progressive_on_fold,
        engine=work.engine,
        engine_why=why,
        # It is kept beside the Blind's table.
        printed_text=solution.tables[BLIND].printed_edge if game is UTH and rules.prints_edges else None,
    )
