"""Random rounds a second, by optimal play, with and without side bets."""

from __future__ import annotations

from benchmarks.table import Table, best_of
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.lab.chance.simulate import SideStake, simulate
from croupier.lab.kernel import cores
from croupier.lab.uth.solve import solve_game
from croupier.rules.paytables import paytable

ROUNDS = 20_000_000


def run() -> list[Table]:
    """The base game, then every side bet beside it."""
    decisions = solve_game().decisions
    sides = [
        SideStake(paytable("UTH-02", TRIPS)),
        SideStake(paytable("BBB-01", BAD_BEAT)),
        SideStake(paytable("UPB-2", PAIRS)),
    ]
    simulate(decisions, 1000)
    rows = []
    for name, bets in (("Ante, Blind and Play", []), ("with Trips, Bad Beat and Pairs", sides)):
        seconds = best_of(lambda bets=bets: simulate(decisions, ROUNDS, side_bets=bets), 3)  # type: ignore[misc]
        rows.append([name, f"{ROUNDS / seconds / 1e6:.1f}"])
    return [Table(f"Rounds by optimal play on {cores()} cores", ["bets", "million rounds a second"], rows)]
