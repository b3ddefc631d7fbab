"""What each line of a base game's pay table comes to, with the game played best: rounds, bets paid, and its part of the
return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, Final

from croupier.lab.capabilities import NotCounted
from croupier.rules.actions import Bet
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, To

_FAR: Final = 100_000
_APART: Final = 200
"""Where lines are to be told from each other by what a round nets, the first pays the most that a pay table may, the
next so much less, and so on: far more than all other bets of a round together."""


@dataclass(frozen=True, slots=True)
class BaseLine:
    """A line of a base bet's pay table.

    deals   all deals of the game
    rounds  in how many of them the line is paid; none where that cannot be counted
    bets    the base bets that it pays in an average round
    """

    line: str
    pay: To
    deals: int
    rounds: int | None
    bets: Fraction

    @property
    def contribution(self) -> Fraction:
        """What the line adds to a round, in base bets."""
        return self.bets * Fraction(self.pay.win, self.pay.per)

    def to_dict(self) -> dict[str, Any]:
        """The line as plain values; `bets_paid` are the base bets that it pays over all deals."""
        paid = self.bets * self.deals
        return {
            "line": self.line,
            "pay": str(self.pay),
            "deals": self.deals,
            "ways": self.rounds,
            "probability": None if self.rounds is None else self.rounds / self.deals,
            "bets_paid": int(paid) if paid.denominator == 1 else float(paid),
            "bets_a_round": float(self.bets),
            "contribution": float(self.contribution),
        }


def base_lines(game: Game, table: Paytable, tables: Mapping[str, Paytable], deals: int) -> tuple[BaseLine, ...]:
    """The lines of a table, with the game played best by all these tables."""
    from croupier.lab.games.line_values import line_bets
    from croupier.lab.solver import solver

    bets = line_bets(solver(game).habit(tables), table, tuple(table.pays))
    stake = fixed_stake(game, table.bet)
    if stake is None:
        rounds = paid_rounds(game, table, tables)
    else:
        rounds = {line: int(paid * deals / stake) for line, paid in bets.items()}
    pays = ((line, pay) for line, pay in table.pays.items() if isinstance(pay, To))
    return tuple(BaseLine(line, pay, deals, rounds.get(line), bets[line]) for line, pay in pays)


def edge_with_one_more(game: Game, table: Paytable, tables: Mapping[str, Paytable], line: BaseLine) -> Fraction | None:
    """The house edge where a line pays one more and everybody plays best by that; none where a game has no solver of
    its own, and solving it anew may take minutes."""
    from croupier.lab.solver import solver
    from croupier.lab.solver.any_game import AnyGame

    own = solver(game)
    if isinstance(own, AnyGame):
        return None
    more = replace(table, pays={**table.pays, line.line: To(line.pay.win + line.pay.per, line.pay.per)})
    return own.solve({**tables, table.bet: more}).edge


def fixed_stake(game: Game, kind: str) -> int | None:
    """How many base bets a table of that kind pays on, where it is the same number in every round."""
    rules = [rule for rule in game.bets if rule.table == kind]
    if len(rules) != 1:
        return None
    (rule,) = rules
    if rule.bonus or game.base in (rule.spot, game.by_key[rule.spot].follows):
        return 1
    streets = [street for street in game.streets if street.spot == rule.spot]
    sizes = {offer.multiple for street in streets for offer in street.offers if isinstance(offer, Bet)}
    return sizes.pop() if len(streets) == len(sizes) == 1 else None


def paid_rounds(game: Game, table: Paytable, tables: Mapping[str, Paytable]) -> dict[str, int]:
    """In how many deals each line is paid, whatever is bet on it; nothing where the lab cannot count it.

    The best play by these tables is settled by a table in which every line pays so much that what a round nets names
    the line, and how many bets it paid.
    """
    from croupier.strategy.pricing.model import best_choices
    from croupier.strategy.pricing.price import pricing_model_of

    lines = list(table.pays)
    even = {bet: replace(one, pays=dict.fromkeys(one.pays, To(1))) for bet, one in tables.items()}
    marked = replace(table, pays={line: To(_FAR - _APART * at) for at, line in enumerate(lines)})
    try:
        model = pricing_model_of(game, tables)
        way = model.way([best_choices(model, street) for street in range(len(game.streets))])
        played = pricing_model_of(game, {**even, table.bet: marked}).play(way)
    except NotCounted:
        return {}
    rounds = dict.fromkeys(lines, 0)
    for net, deals in zip(played.net.tolist(), played.ways.tolist(), strict=True):
        won = net / played.unit
        if won > _FAR / 2:
            bets = ceil((won - _APART / 2) / _FAR)
            rounds[lines[round((bets * _FAR - won) / (bets * _APART))]] += deals
    return rounds
