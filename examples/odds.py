# ruff: noqa: E402, PT018
"""The odds of Ultimate Texas Hold'em, cell by cell.

Run it whole (`python examples/odds.py`), or open it in an editor that knows `# %%` cells. Everything below
is exact: whole numbers of deals, fractions, no sampling until the last cell.
"""

# %% The whole game, solved: 27,813,810,024,000 deals
from croupier.lab import solve_game

game = solve_game()
print(f"house edge   {float(game.edge):.4%} of the Ante = {game.edge}")
print(f"             {float(game.edge_of_action):.4%} of all money bet")
print(f"average bet  {float(game.average_bet):.3f} Antes")
for choice, share in game.frequencies.items():
    print(f"{choice:12} {float(share):.2%}")

# %% One decision: what each choice is worth, and what a mistake costs
from croupier.cards import parse_cards
from croupier.games.uth import UTH
from croupier.strategy.advice import advise

advice = advise(UTH, parse_cards("9s 5h"), parse_cards("9d 7c 2h"))
for choice, value in advice.choices.items():
    print(f"{choice:6} {float(value):+.4f}  costs {float(advice.cost(choice)):.4f}")

# %% A side bet under a pay table of one's own
from croupier.lab.bets.sidebets import side_bet
from croupier.rules.paytables import parse_paytable

mine = parse_paytable("""
name = "MINE"
bet = "trips"
[pays]
royal_flush = "100 to 1"
straight_flush = "40 to 1"
four_of_a_kind = "30 to 1"
full_house = "8 to 1"
flush = "6 to 1"
straight = "5 to 1"
three_of_a_kind = "3 to 1"
""")
trips = side_bet(mine)
print(f"{mine.name}: edge {float(trips.edge):.4%}, hits {float(trips.hit_frequency):.2%}")
for line in trips.lines:
    print(f"  {line.line:16} {line.ways:>10,} of {line.deals:,}  returns {float(line.contribution):.2%}")

# %% When is a jackpot worth a bet?
from fractions import Fraction

from croupier.lab.bets.meters import meter_at_hit
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE

level = MeterTerms(meter=50_000_00, seed=10_000_00, contribution_bp=2_000, reserve_bp=200)
jackpot = progressive(paytable("UTH-P01", PROGRESSIVE), stake=100, levels={"main": level}, tax=Fraction(24, 100))
fair, taxed = jackpot.break_even("main"), jackpot.break_even("main", taxed=True)
at_hit = meter_at_hit(jackpot, "main")
assert fair is not None and taxed is not None and at_hit is not None
print(f"returns {float(jackpot.returns()):.2%} at $50,000; fair at ${float(fair) / 100:,.0f}")
print(f"fair after tax at ${float(taxed) / 100:,.0f}; hit at ${at_hit.mean / 100:,.0f} on average")

# %% What does a strategy one can remember cost?
from croupier.strategy import price, published

for strategy in published("uth").values():
    print(f"{strategy.name:10} {float(price(strategy).edge):8.4%}  {strategy.title}")

# %% An evening of 300 rounds with 100 Antes
from croupier.lab.chance.ruin import FULL_BET
from croupier.lab.chance.session import round_outcomes
from croupier.lab.chance.session_end import Stops, session_ends
from croupier.lab.solution_cache import cached_distribution

evening = round_outcomes(cached_distribution().outcome)
(end,) = session_ends(evening, [300], Stops(above=(100 - FULL_BET) * evening.unit))
total = end.total
print(f"ahead {total.ahead:.2%}, even {total.even:.2%}, behind {total.behind:.2%}; ruined on the way {end.ruined:.2%}")

# %% The same by chance: half a million rounds, and the interval they give
from croupier.lab.chance.simulate import simulate

run = simulate(game.decisions, 500_000, seed=2026)
low, high = run.confidence()
print(f"mean {run.mean:+.4f} Antes a round, 95 % between {low:+.4f} and {high:+.4f}; exact {float(game.value):+.4f}")
