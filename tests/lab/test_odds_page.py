"""`docs/odds.md` quotes figures; they are the ones that come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.lab.bets.folds import folded_deals
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.chance.ruin import after, ruin
from croupier.lab.chance.session import round_outcomes
from croupier.lab.games import simulate as games_session
from croupier.lab.games.solve import SIX_GAMES, solved_game
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.rules.paytables import names, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.strategy import price, published
from depth import first_of, thorough

RULES = Path(__file__).parents[2] / "docs" / "rules"
PAGE = " ".join((Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8").split())


def percentages(shares: list[float], digits: int = 2) -> str:
    return ", ".join(f"{share * 100:.{digits}f}" for share in shares) + " %"


def test_the_base_game() -> None:
    game = cached_solution()
    edge = game.edge
    assert f"{float(edge) * 100:.4f} % ({edge.numerator:,} / {edge.denominator:,})" in PAGE
    assert f"{float(game.edge_of_action) * 100:.4f} %" in PAGE
    assert f"{float(game.average_bet):.4f} Antes a round" in PAGE
    assert f"{cached_distribution().standard_deviation:.4f} Antes" in PAGE


def test_side_bets() -> None:
    for bet in (TRIPS, PAIRS, BAD_BEAT):
        assert percentages([float(side_bet(paytable(name, bet)).edge) for name in names(bet)]) in PAGE
    tables = [paytable(name, BAD_BEAT) for name in names(BAD_BEAT)]
    lost = [
        float(side_bet(table, folded_deals(table, cached_solution(), cached_distribution().outcome)).edge) * 100
        for table in tables
    ]
    assert f"costs {lost[0]:.2f}, {lost[1]:.2f} and {lost[2]:.2f} %" in PAGE


def test_fair_meters() -> None:
    for name in names(PROGRESSIVE):
        table = paytable(name, PROGRESSIVE)
        bet = progressive(table, stake=100, levels=dict.fromkeys(table.levels, MeterTerms(meter=0)))
        assert f"| {name} | {float(bet.fixed_return) * 100:.2f} %" in PAGE
        for level in table.levels:
            meter = bet.break_even(level)
            assert meter is not None
            assert f"${float(meter) / 100:,.0f}" in PAGE


@thorough
def test_readable_strategies() -> None:
    for name, strategy in published("uth").items():
        assert f"| `{name}` | {float(price(strategy).edge) * 100:.4f} %" in PAGE


def test_sessions() -> None:
    outcomes = round_outcomes(cached_distribution().outcome)
    for rounds in (100, 1_000, 10_000, 100_000):
        end = after(outcomes, rounds)
        told = " | ".join(f"{share * 100:.2f} %" for share in (end.ahead, end.even, end.behind))
        assert f"| {rounds:,} | {told} |" in PAGE
    for bankroll in (100, 200):
        assert f"{ruin(outcomes, bankroll, 500).risk * 100:.2f} % from {bankroll}" in PAGE


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_the_six_games_here_and_on_their_own_pages(key: str) -> None:
    game = GAMES[key]
    solution = solved_game(game)
    outcomes = games_session.round_outcomes(solution)
    edges = f"{float(solution.edge) * 100:.4f} % | {float(solution.edge_of_action) * 100:.4f} %"
    swings = f"{float(solution.average_bet):.4f} | {solution.standard_deviation:.4f}"
    ahead = after(outcomes, 500).ahead
    risk = ruin(outcomes, 200, 500, games_session.full_bet(game)).risk
    assert f"| {solution.deals:,} | {edges} | {swings} | {ahead * 100:.2f} % | {risk * 100:.2f} % |" in PAGE
    own = " ".join((RULES / f"{key}.md").read_text("utf-8").split())
    edge = solution.edge
    assert f"{float(edge) * 100:.4f} % ({edge.numerator:,} / {edge.denominator:,})" in own
    assert f"edge of all money bet | {float(solution.edge_of_action) * 100:.4f} %" in own
    assert f"average bet | {float(solution.average_bet):.4f}" in own
    assert f"standard deviation | {solution.standard_deviation:.4f}" in own
    for shares in solution.frequencies.values():
        kept = [choice for choice, share in shares.items() if share and choice != "pull"]
        assert percentages_each([float(shares[choice]) for choice in kept]) in own or "ride" in kept


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_readable_strategies_of_the_six_games(key: str) -> None:
    own = " ".join((RULES / f"{key}.md").read_text("utf-8").split())
    for name, strategy in published(key).items():
        priced = re.search(rf"\| `{name}` \| [^|]+ \| (\d+\.\d+) %", own)
        assert priced is not None, name
        assert f"{float(price(strategy).edge) * 100:.4f}" == priced[1]


def test_side_bets_of_the_six_games() -> None:
    for name, bet in (("SIX-01", "six_card"), ("AU-01", "aces_up"), ("QU-01", "queens_up")):
        priced = side_bet(paytable(name, bet))
        assert f"| {name} | {float(priced.edge) * 100:.2f} % | {float(priced.hit_frequency) * 100:.2f} % |" in PAGE
    both = [float(side_bet(paytable(name, "pair_plus")).edge) for name in ("PP-01", "PP-02")]
    assert f"| PP-01, PP-02 | {percentages(both)} |" in PAGE
    link = progressive(
        paytable("MGL-01", PROGRESSIVE), stake=100, levels={"main": MeterTerms(meter=0)}, game=GAMES["three-card"]
    )
    assert f"MGL-01 returns {float(link.returns()) * 100:.2f} % of the wager with an empty meter" in PAGE


def percentages_each(shares: list[float]) -> str:
    return ", ".join(f"{share * 100:.2f} %" for share in shares)
