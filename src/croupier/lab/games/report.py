"""The page of a game: the base game played best, and every bet of a rule set beside it.

    report = game_report(ruleset("caribbean"))
    report.solution.edge, report.bets[0].edge

Ultimate Texas Hold'em has a page of its own, `croupier.lab.bets.report`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.lab.bets.report import BetReport, bet_reports, designs
from croupier.lab.bets.ways import Folded
from croupier.lab.games.folds import folded_hands
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import solved_game
from croupier.lab.solved import check_solved
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE


@dataclass(frozen=True, slots=True)
class GameReport:
    """A rule set of one of the six games, priced.

    solution  the base game under its customary pay tables, or one's own
    others    the same under each other pay table that is approved
    """

    rules: RuleSet
    solution: Solution
    others: tuple[Solution, ...]
    bets: tuple[BetReport, ...]
    progressive_on_fold: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "rules": self.rules.name,
            "progressive_on_fold": self.progressive_on_fold,
            "base": self.solution.to_dict(),
            "others": [other.to_dict() for other in self.others],
            "bets": [bet.to_dict() for bet in self.bets],
        }


def game_report(rules: RuleSet, extra: Sequence[Paytable] = (), *, progressive_on_fold: bool = True) -> GameReport:
    """Every bet of a rule set, and any pay tables of one's own beside them.

    A table of the base game among `extra` replaces the approved one; any other is listed after those of its bet.
    """
    game = rules.game
    check_solved(game)
    own = designs(game, extra)
    others = [{bet: paytable(name, bet)} for bet in game.base_tables if not own for name in rules.tables[bet][1:]]
    gone = None if progressive_on_fold else folded_hands(game, own)

    def lost(table: Paytable) -> Folded | None:
        return gone if table.bet == PROGRESSIVE else None

    return GameReport(
        rules=rules,
        solution=solved_game(game, own),
        others=tuple(solved_game(game, other) for other in others),
        bets=bet_reports(rules, extra, lost),
        progressive_on_fold=progressive_on_fold,
    )
