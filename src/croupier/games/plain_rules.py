"""A rule set as plain values, for machines: bets, limits, dealing, notices, and every pay table."""

from __future__ import annotations

from typing import Any

from croupier.games import not_approved_words
from croupier.rules.face_up import advice_words
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.terms import customary_limits
from croupier.rules.wagers import PROGRESSIVE, Placed, Spot


def ruleset_to_plain(rules: RuleSet) -> dict[str, Any]:
    """What a rule set offers: what `croupier rules NAME --json` prints."""
    limits = customary_limits(rules)
    return {
        "name": rules.name,
        "version": rules.version,
        "title": rules.title,
        "source": rules.source,
        "banked_by": rules.banked_by.value,
        "game": rules.game.key,
        "approved_game": not not_approved_words(rules.game),
        "bets": [spot.key for spot in rules.game.spots if is_on_felt(rules, spot)],
        "most_games": rules.most_games,
        "procedures": [procedure.value for procedure in rules.procedures],
        "face_up_allowed": rules.face_up_allowed,
        "face_up_advice": advice_words(rules.game) if rules.face_up_allowed else None,
        "meter_may_pay_fixed": rules.meter_may_pay_fixed,
        "notices": list(rules.notices),
        "limits": {
            "unit": limits.unit,
            "legal": limits.legal,
            **{
                spot: [span.minimum, span.maximum]
                for spot, span in limits.spots.items()
                if spot == rules.game.base or rules.offers(spot)
            },
        },
        "paytables": {
            bet: {
                name: {
                    "pays": {line: str(pay) for line, pay in table.pays.items()},
                    "envy": dict(table.envy),
                    "printed_edge": table.printed_edge,
                    "printed_hit_frequency": table.printed_hit_frequency,
                    "source": table.source,
                }
                for name in names
                for table in [approved_paytable(rules, bet, name)]
            }
            for bet, names in rules.tables.items()
        },
    }


def is_on_felt(rules: RuleSet, spot: Spot) -> bool:
    """Whether a bet is on this rule set's felt: always one of the game itself, a side bet where it is offered."""
    side_bet = spot.key in rules.game.side_bet or spot.key == PROGRESSIVE
    return spot.placed is not Placed.WON and (not side_bet or rules.offers(spot.key))
