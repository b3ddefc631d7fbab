"""A cache of the games that this process solved last, so that a slider, a page or a coach need not solve them again.

A solution is some 60 MB, so only the last few Blind pay tables are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeVar

from croupier.games.uth import BLIND
from croupier.lab.uth.distribution import Distribution, distribution_of
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.solution import GameSolution
from croupier.lab.uth.solve import solve_game
from croupier.lab.work import Progress
from croupier.rules.paytables import Paytable, paytable

Known = TypeVar("Known", GameSolution, Distribution)

_SIZE = 3
_lock = Lock()
_solutions: OrderedDict[Paytable, GameSolution] = OrderedDict()
_distributions: OrderedDict[Paytable, Distribution] = OrderedDict()


def cached_solution(blind: Paytable | None = None, progress: Progress | None = None) -> GameSolution:
    """The game with that Blind, by default the approved one: solved now, or remembered."""
    table = blind or paytable("BLIND", BLIND)
    with _lock:
        if table not in _solutions:
            _solutions[table] = solve_game(table, progress)
        return _latest(_solutions, table)


def cached_distribution(blind: Paytable | None = None, progress: Progress | None = None) -> Distribution:
    """What a round nets under the best play of that game: worked out now, or remembered."""
    table = blind or paytable("BLIND", BLIND)
    solution = cached_solution(table, progress)
    with _lock:
        if table not in _distributions:
            _distributions[table] = distribution_of(play_out(solution.decisions), table)
        return _latest(_distributions, table)


def _latest(cache: OrderedDict[Paytable, Known], table: Paytable) -> Known:
    cache.move_to_end(table)
    while len(cache) > _SIZE:
        cache.popitem(last=False)
    return cache[table]
