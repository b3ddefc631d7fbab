"""What each line of a base game's pay table is worth: the bets that it pays in an average round, all streets together.

That many base bets a round is what one more `to 1` on the line adds, as long as everybody plays on as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import cast

import numpy as np
from numpy.typing import NDArray

from croupier.games import let_it_ride, mississippi
from croupier.hands import Strength
from croupier.lab.games.grades import five_cards
from croupier.lab.games.let_it_ride import BETS_LEFT, LetItRide, Rides
from croupier.lab.games.mississippi import MOST_DOWN, Decided, Mississippi
from croupier.lab.games.nets import Tables
from croupier.lab.games.one_decision import OneDecision, nets_of
from croupier.lab.games.solve import Playable, Way
from croupier.rules.paytables import Paytable, To


def line_bets(made: Playable, way: Way, lines: tuple[str, ...]) -> dict[str, Fraction]:
    """By line of the pay table: base bets that it pays in an average round, if the game is played that way."""
    match made:
        case OneDecision():
            assert isinstance(way, np.ndarray)
            return _of_duels(made, made.ways(way), lines)
        case LetItRide():
            counts = made.counts(cast("Rides", way))
            bets = (counts * BETS_LEFT[:, :, None]).sum(axis=(0, 1))
            return _of_five(bets, int(counts.sum()), let_it_ride.paying_line, lines)
        case Mississippi():
            shown, folded, _ = made.counts(cast("Decided", way))
            bets = (shown * np.arange(MOST_DOWN)[:, None]).sum(axis=0)
            return _of_five(bets, int(shown.sum() + folded.sum()), mississippi.paying_line, lines)


def _of_five(
    bets: NDArray[np.int64], deals: int, line_of: Callable[[Strength], str], lines: tuple[str, ...]
) -> dict[str, Fraction]:
    often = dict.fromkeys(lines, 0)
    for strength, on_it in zip(five_cards().strength, bets, strict=True):
        line = line_of(int(strength))
        if line in often:
            often[line] += int(on_it)
    return {line: Fraction(total, deals) for line, total in often.items()}


def _of_duels(made: OneDecision, ways: NDArray[np.int64], lines: tuple[str, ...]) -> dict[str, Fraction]:
    """The game is settled again with one more on each line; what a round gains is what the line pays."""
    before, deals = _value(made, made.tables, ways), int(ways.sum())
    found = {}
    for line in lines:
        more = {bet: _one_more(table, line) for bet, table in made.tables.items()}
        found[line] = (_value(made, more, ways) - before) / deals
    return found


def _value(made: OneDecision, tables: Tables, ways: NDArray[np.int64]) -> Fraction:
    nets = nets_of(made.game, tables)
    net = np.stack([nets.net[choice] for choice in made.choices])
    return Fraction(sum(int(part) for part in (net * ways).sum(axis=(1, 2))), nets.unit)


def _one_more(table: Paytable, line: str) -> Paytable:
    pay = table.pays.get(line)
    more = To(1) if not isinstance(pay, To) else To(pay.win + pay.per, pay.per)
    return replace(table, pays={**table.pays, line: more})
