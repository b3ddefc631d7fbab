"""A progressive bet at its meters as plain values: what `croupier progressive` tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import Progressive


def progressive_told(bet: Progressive, wagers_per_hour: int | None, preconfigured: Mapping[str, int]) -> dict[str, Any]:
    """The bet's figures with what the meters do, for JSON and for the page."""
    import numpy as np

    from croupier.jackpot.advice import warnings
    from croupier.lab.bets.meters import meter_at_hit, running_dry

    told = bet.to_dict()
    told["warnings"] = [str(warning) for plan in bet.plans(preconfigured) for warning in warnings(plan)]
    for name, level in told["levels"].items():
        at_hit = meter_at_hit(bet, name)
        level["meter_at_hit"] = None if at_hit is None else at_hit.to_dict()
        level["running_dry"] = running_dry(bet, name).to_dict() if bet.fixed_off_meter else None
        if wagers_per_hour:
            level["expected_hours"] = level["expected_wagers"] / wagers_per_hour
            level["median_hours"] = level["median_wagers"] / wagers_per_hour
        fair = level["break_even_after_tax"] or level["break_even"] or 0.0
        meters = np.linspace(0, 1.3 * max(fair, bet.levels[name].meter, 100), 14)
        level["curve"] = {
            "meter": meters.tolist(),
            "return": bet.return_curve(name, meters).tolist(),
            "return_after_tax": bet.return_curve(name, meters, taxed=True).tolist(),
        }
    return told
