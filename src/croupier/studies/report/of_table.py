"""The mathematics report of one table of the house: its pay tables, its own bets, and its link's meters."""

from __future__ import annotations

from croupier.floor.table import Table
from croupier.jackpot.link import Link
from croupier.rules.rulesets import approved_paytable
from croupier.rules.terms import FixedPays
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.report.question import LinkMeters, MathematicsReport


def report_of_table(table: Table, link: Link | None) -> MathematicsReport:
    """The report of a table as it stands, with its link if it is on one."""
    terms = table.settings.terms
    own = {bet.spot for bet in terms.own_bets}
    on_link = link is not None and terms.progressive_stake is not None
    offered = {bet: name for bet, name in terms.tables.items() if bet not in own and (bet != PROGRESSIVE or on_link)}
    return MathematicsReport(
        rules=terms.rules,
        tables={bet: (approved_paytable(terms.rules, bet, name),) for bet, name in offered.items()},
        own_bets=terms.own_bets,
        lost_by_fold=terms.lost_by_fold,
        link=None if link is None or not on_link else link_meters(link, terms.fixed_pays is FixedPays.METER),
        terms=terms,
        table=table.name,
    )


def link_meters(link: Link, fixed_off_meter: bool) -> LinkMeters:
    """The meters of a link as they stand, and how they are fed."""
    from croupier.lab.bets.progressive import MeterTerms

    levels = {
        one.name: MeterTerms(
            meter=link.levels[one.name].cents, seed=one.seed, contribution_bp=one.rate_bp, reserve_bp=one.reserve_bp
        )
        for one in link.terms.levels
    }
    return LinkMeters(stake=link.terms.stake, levels=levels, fixed_off_meter=fixed_off_meter)
