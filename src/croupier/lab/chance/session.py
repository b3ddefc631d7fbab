"""The exact results of one round with its side bets, from which `croupier.lab.chance.ruin` computes a session."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.errors import Refused
from croupier.games.uth import PAIRS
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.bets.stakes import SideStake, round_stakes
from croupier.lab.chance.ruin import FULL_BET, Outcomes
from croupier.lab.uth.playout import Outcome
from croupier.rules.paytables import Paytable


class NoExactSession(Refused):
    """A side bet that the counts of the game do not go together with."""


def round_outcomes(
    outcome: Outcome,
    side_bets: Sequence[SideStake] = (),
    blind: Paytable | None = None,
    *,
    bad_beat_on_fold: bool = True,
) -> Outcomes:
    """What a round nets, exactly, with Trips and Bad Beat made every time.

    Pairs is decided by the very cards that decide how to play, and the counts of the game do not keep
    them together; it can be simulated.
    """
    if any(side.table.bet == PAIRS for side in side_bets):
        raise NoExactSession("Pairs depends on the starting hand, which the game's counts do not keep; simulate it")
    nets = round_stakes(blind, tuple(side_bets), bad_beat_on_fold=bad_beat_on_fold)
    ways: dict[int, int] = {}
    for net, deals in zip(nets.cell_net.tolist(), outcome.joint.ravel().tolist(), strict=True):
        if deals:
            ways[net] = ways.get(net, 0) + deals
    return Outcomes.of(ways, nets.unit)


def bet_means(
    outcome: Outcome,
    side_bets: Sequence[SideStake] = (),
    blind: Paytable | None = None,
    *,
    bad_beat_on_fold: bool = True,
) -> dict[str, Fraction]:
    """What each bet of a round is worth in Antes, exactly: `base`, and side bets by their table's name."""
    nets = round_stakes(blind, tuple(side_bets), bad_beat_on_fold=bad_beat_on_fold)
    deals, joint = outcome.deals, outcome.joint.ravel().tolist()
    means = {
        name: Fraction(sum(net * n for net, n in zip(cells.tolist(), joint, strict=True) if n), nets.unit * deals)
        for name, cells in nets.by_cell.items()
    }
    for side in side_bets:
        if side.table.bet == PAIRS:
            means[side.table.name] = -side_bet(side.table).edge * side.stake
    return means


def full_bet(side_bets: Sequence[SideStake] = ()) -> int:
    """Antes that a player must be able to lose in one round."""
    return FULL_BET + sum(side.stake for side in side_bets)
