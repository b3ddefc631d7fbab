"""`docs/odds.md` quotes figures; they are the ones that come out."""

from __future__ import annotations

from pathlib import Path

from croupier.lab.bets.folds import folded
from croupier.lab.bets.progressive import Level, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.chance.ruin import after, ruin
from croupier.lab.chance.session import round_outcomes
from croupier.lab.known import solved, spread
from croupier.rules.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.rules.paytables import names, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.strategy.cost import cost
from croupier.strategy.readable import STRATEGIES

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8").split())


def percentages(shares: list[float], digits: int = 2) -> str:
    return ", ".join(f"{share * 100:.{digits}f}" for share in shares) + " %"


def test_the_base_game() -> None:
    game = solved()
    edge = game.edge
    assert f"{float(edge) * 100:.4f} % ({edge.numerator:,} / {edge.denominator:,})" in PAGE
    assert f"{float(game.edge_of_action) * 100:.4f} %" in PAGE
    assert f"{float(game.average_bet):.4f} Antes a round" in PAGE
    assert f"{spread().standard_deviation:.4f} Antes" in PAGE


def test_side_bets() -> None:
    for bet in (TRIPS, PAIRS, BAD_BEAT):
        assert percentages([float(side_bet(paytable(name, bet)).edge) for name in names(bet)]) in PAGE
    tables = [paytable(name, BAD_BEAT) for name in names(BAD_BEAT)]
    lost = [float(side_bet(table, folded(table, solved(), spread().outcome)).edge) * 100 for table in tables]
    assert f"costs {lost[0]:.2f}, {lost[1]:.2f} and {lost[2]:.2f} %" in PAGE


def test_fair_meters() -> None:
    for name in names(PROGRESSIVE):
        table = paytable(name, PROGRESSIVE)
        bet = progressive(table, stake=100, levels=dict.fromkeys(table.levels, Level(meter=0)))
        assert f"| {name} | {float(bet.fixed_return) * 100:.2f} %" in PAGE
        for level in table.levels:
            meter = bet.break_even(level)
            assert meter is not None
            assert f"${float(meter) / 100:,.0f}" in PAGE


def test_readable_strategies() -> None:
    for name, strategy in STRATEGIES.items():
        assert f"| `{name}` | {float(cost(strategy).edge) * 100:.4f} %" in PAGE


def test_sessions() -> None:
    outcomes = round_outcomes(spread().outcome)
    for rounds in (100, 1_000, 10_000, 100_000):
        end = after(outcomes, rounds)
        told = " | ".join(f"{share * 100:.2f} %" for share in (end.ahead, end.even, end.behind))
        assert f"| {rounds:,} | {told} |" in PAGE
    for bankroll in (100, 200):
        assert f"{ruin(outcomes, bankroll, 500).risk * 100:.2f} % from {bankroll}" in PAGE
