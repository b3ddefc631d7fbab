"""The six other games: each solved, and beside it worked out again in another way in the same run."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from benchmarks.table import Table, best_of, short
from croupier.games import GAMES
from croupier.lab.games import one_decision
from croupier.lab.games.solve import SIX_GAMES, playable
from croupier.lab.kernel import in_order
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.solver import solver
from croupier.lab.solver.general import general
from proofs.games import felt
from proofs.games.best import counted_game, dealt_three_card
from proofs.games.dealt import met
from proofs.games.holdings import classes
from proofs.games.streets import let_it_ride, mississippi

ROUNDS = 3
DEALT: dict[str, Callable[[], object]] = {
    "three-card": dealt_three_card,
    "let-it-ride": lambda: let_it_ride(felt.LET_IT_RIDE),
    "mississippi": lambda: mississippi(felt.MISSISSIPPI),
}
"""Those that are dealt out in full."""
SAMPLE = {"caribbean": 400, "four-card": 40, "crazy-four": 40}
"""Of the others so many hands of the player are met with every hand of the dealer's, and the time is scaled."""


COLUMNS = [
    "game",
    "deals",
    "solved",
    "another pay table",
    "counted by ranks and suits",
    "dealt out",
    "dealing out takes so many times as long",
]
NOTE = f"""Seconds on all cores, kernels compiled and hands graded beforehand; the best of {ROUNDS} runs in turn, \
of the count by ranks and suits one. For another pay table the duels that were counted are kept. Three Card, Let It \
Ride and Mississippi (its 169 kinds of starting hands) are dealt out in full. Of the others some hands meet every hand \
of the dealer's, and the time is scaled to the 134,459 hands that differ, with 47 cards shown where one is: \
{", ".join(f"{many} hands of {GAMES[key].name}" for key, many in SAMPLE.items())}."""


def run() -> list[Table]:
    """Solve and enumerate in turn, game after game."""
    return [Table("Six games, exactly", COLUMNS, [_row(key) for key in SIX_GAMES], NOTE), _by_the_general_solver()]


def _by_the_general_solver() -> Table:
    """Games from their values alone, beside their own solvers; the slowest, of minutes, are left out."""
    rows = []
    for key in (*SIX_GAMES, "uth", "holdem-bonus"):
        game = GAMES[key]
        own = solver(game).solve()
        general(game, deck=GameDeck(5)).solve()
        begun = perf_counter()
        solution = general(game).solve()
        rows.append([game.name, short(perf_counter() - begun), "yes" if solution.edge == own.edge else "no"])
    return Table("By the general solver, all cores", ["game", "seconds", "the edge of its own solver"], rows)


def _row(key: str) -> list[str]:
    game = GAMES[key]
    _warm_up(key)
    fresh = kept = dealt = float("inf")
    for _ in range(ROUNDS):
        fresh = min(fresh, best_of(lambda: _solve_afresh(key), 1))
        kept = min(kept, best_of(lambda: playable(game).solve(), 1))
        dealt = min(dealt, _enumerated(key))
    counted = short(best_of(lambda: counted_game(key).best(), 1)) if key in SAMPLE else ""
    about = "about " if key in SAMPLE else ""
    deals = f"{playable(game).solve().deals:,}"
    return [game.name, deals, short(fresh), short(kept), counted, about + short(dealt), about + short(dealt / fresh)]


def _solve_afresh(key: str) -> None:
    one_decision.duels.cache_clear()
    playable(GAMES[key]).solve()


def _warm_up(key: str) -> None:
    _solve_afresh(key)
    if key in DEALT:
        DEALT[key]()
    else:
        _dealt_out(key, 2)


def _enumerated(key: str) -> float:
    """Seconds that it takes to deal the game out, measured or scaled."""
    if key in DEALT:
        return best_of(DEALT[key], 1)
    shown = 47 if felt.FELTS[key].up else 1
    return _dealt_out(key, SAMPLE[key]) * len(classes(5)[0]) * shown / SAMPLE[key]


def _dealt_out(key: str, hands: int) -> float:
    rules, chance = felt.FELTS[key], random.Random(key)
    drawn = [chance.sample(range(52), rules.own + rules.up) for _ in range(hands)]
    start = perf_counter()
    for _ in in_order(lambda cards: met(rules, cards[: rules.own], cards[rules.own :]), drawn):
        pass
    return perf_counter() - start
