"""What each line of a base game's pay table is worth: the bets that it pays in an average round, all streets together.

That many base bets a round is what one more `to 1` on the line adds, as long as everybody plays on as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.community import pays_by_grade
from croupier.lab.games.let_it_ride import BETS_LEFT, LetItRide
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import Tables, tables_of, unit_of
from croupier.lab.games.one_decision import OneDecision, nets_of
from croupier.lab.games.solve import Playable
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, To


def line_bets(
    value: Callable[[Tables | None], Fraction], table: Paytable, lines: tuple[str, ...]
) -> dict[str, Fraction]:
    """By line of a pay table: base bets that it pays in an average round; `value` is what a round is worth by the
    tables that are posted."""
    bets = {}
    for line in lines:
        pay = table.pays.get(line)
        pay = pay if isinstance(pay, To) else To(1)
        less, more = (
            value({table.bet: replace(table, pays={**table.pays, line: one})})
            for one in (pay, To(pay.win + pay.per, pay.per))
        )
        bets[line] = more - less
    return bets


def habit(game: Game, playable: Playable) -> Callable[[Tables | None], Fraction]:
    """A function from posted pay tables to what a round is worth to one who plays as is best with `playable`'s own."""
    match playable:
        case OneDecision():
            ways = playable.ways(playable.best())
            return lambda tables: _duels(playable, tables_of(game, tables), ways)
        case LetItRide():
            counts = playable.counts(playable.best())
            bets = (counts * BETS_LEFT[:, :, None]).sum(axis=(0, 1))
            return lambda tables: _five_cards(game, tables_of(game, tables), bets, 0, int(counts.sum()))
        case Mississippi():
            showdowns, folded, _ = playable.counts(playable.best())
            down = np.arange(playable.most_down)
            bets, lost = (showdowns * down[:, None]).sum(axis=0), int((folded * down).sum())
            deals = int(showdowns.sum() + folded.sum())
            return lambda tables: _five_cards(game, tables_of(game, tables), bets, lost, deals)


def _duels(playable: OneDecision, tables: Tables, ways: NDArray[np.int64]) -> Fraction:
    nets = nets_of(playable.game, tables)
    net = np.stack([nets.net[choice] for choice in playable.choices])
    return Fraction(sum(int(part) for part in (net * ways).sum(axis=(1, 2))), nets.unit * int(ways.sum()))


def _five_cards(game: Game, tables: Tables, bets: NDArray[np.int64], lost: int, deals: int) -> Fraction:
    """So many bets by what the five cards are, and so many that were folded, in so many deals."""
    (table,), unit = tables.values(), unit_of(tables)
    pays = pays_by_grade(table, game.paying_line, unit)
    return Fraction(int((bets * pays).sum()) - unit * lost, unit * deals)
