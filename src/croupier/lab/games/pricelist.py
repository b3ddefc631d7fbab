"""The price list, worked out: every approved bet of every game, exactly (`croupier.lab.prices` keeps it).

    python -m croupier.lab.games.pricelist        # writes lab/prices.json again

Of Ultimate Texas Hold'em it also has how Ante, Blind and Play swing together with Trips and Bad Beat, because the
whole game is counted by both hands and the result, which decide all of these.

How other bets of one seat swing together, and how two seats do, who share the dealer's hand and the board, nobody has
counted over every deal of several hands. So it is measured: rounds dealt at random, settled by the engine's own
settlement, every seat played as a sensible stranger plays. What comes out are correlations, which hardly depend on the
pay table or on how well one plays; where an exact figure is known, tests lay the two side by side.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.games import GAMES, RULE_SETS
from croupier.games.uth import BAD_BEAT, TRIPS, UTH
from croupier.lab.bets.folds import folded_deals
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.bets.stakes import SideStake, round_stakes
from croupier.lab.games.solve import solved_game
from croupier.lab.prices import FILE, base_name, bet_name, names_of
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.rules.game import Game, Hands
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import settle
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes

_LOST = "/lost by fold"
MEASURED = 20_000
"""So many rounds of each game are dealt to see how bets swing together."""


def worked_out() -> dict[str, Any]:
    """The whole list, as `lab/prices.json` has it."""
    prices: dict[str, tuple[str, str]] = {}
    for rules in RULE_SETS.values():
        for name in names_of(rules):
            if name not in prices:
                edge, variance = edge_and_variance(rules, name)
                prices[name] = (str(edge), str(variance))
    return {
        "prices": prices,
        "together": [(*pair, str(value)) for pair, value in together().items()],
        "swings": {game.key: swings(game, MEASURED) for game in GAMES.values()},
    }


def edge_and_variance(rules: RuleSet, name: str) -> tuple[Fraction, Fraction]:
    """Edge and variance of the price of that name, which tables of this rule set may need."""
    kind, _, table = name.removesuffix(_LOST).partition("/")
    if kind == rules.game.key:
        if rules.game is UTH:
            return -cached_distribution().value, cached_distribution().variance
        tables = zip(rules.game.base_tables, table.split("/"), strict=True)
        solution = solved_game(rules.game, {bet: paytable(one, bet) for bet, one in tables})
        return solution.edge, solution.variance
    pays = paytable(table, kind)
    lost = folded_deals(pays, cached_solution(), cached_distribution().outcome) if name.endswith(_LOST) else None
    bet = side_bet(pays, lost)
    return bet.edge, bet.variance


def together() -> dict[tuple[str, str], Fraction]:
    """The covariances of a seat's bets at Ultimate Texas Hold'em, per unit of each, by their prices' names."""
    base = base_name(UTH, {"blind": "BLIND"})
    names = list(dict.fromkeys(name for rules in UTH.rule_sets for name in names_of(rules)))
    trips = [name for name in names if name.startswith(f"{TRIPS}/")]
    beats = [name for name in names if name.startswith(f"{BAD_BEAT}/")]
    nets = {base: _nets()[0]} | {name: _nets(name)[1] for name in (*trips, *beats)}
    pairs = [(base, name) for name in (*trips, *beats)] + [(one, other) for one in trips for other in beats]
    return {(one, other): _covariance(nets[one], nets[other]) for one, other in pairs}


_UNIT = 2
"""All of these pay whole multiples of half a stake."""


def _nets(name: str = bet_name(TRIPS, "UTH-02")) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the base game and a side bet net in each cell of the game's outcome, in half units."""
    kind, _, table = name.removesuffix(_LOST).partition("/")
    pays: Paytable = paytable(table, kind)
    stakes = round_stakes(None, (SideStake(pays),), bad_beat_on_fold=not name.endswith(_LOST))
    assert stakes.unit == _UNIT, "the Blind pays a flush 3 to 2, and nothing pays in smaller parts"
    return stakes.by_cell[BASE], stakes.by_cell[table]


def _covariance(one: NDArray[np.int64], other: NDArray[np.int64]) -> Fraction:
    cells = zip(one.tolist(), other.tolist(), cached_distribution().outcome.joint.ravel().tolist(), strict=True)
    deals = cached_distribution().outcome.deals
    first = second = both = 0
    for a, b, n in cells:
        first, second, both = first + a * n, second + b * n, both + a * b * n
    return Fraction(both, _UNIT**2 * deals) - Fraction(first, _UNIT * deals) * Fraction(second, _UNIT * deals)


def main() -> None:
    """Work the list out and write it down."""
    path = Path(__file__).parents[2] / FILE
    path.write_text(json.dumps(worked_out(), indent=1) + "\n", encoding="utf-8")


SEATS = 4
"""So many play in a measured round; each two of them are one more look at a pair."""
_STAKE = 100
_DIGITS = 3


def swings(game: Game, rounds: int, seed: int = 1) -> dict[str, list[tuple[str, str, float]]]:
    """The correlations of each two bets of a game: `within` a seat, and `between` two seats."""
    nets = _played(game, rounds, seed)
    spread = nets - nets.mean(axis=(0, 1))
    size = np.sqrt((spread**2).mean(axis=(0, 1)))
    # All seats together swing by what each does alone and by what each two do together.
    alone = np.einsum("rsa,rsb->ab", spread, spread) / rounds
    whole = spread.sum(axis=1)
    apart = (whole.T @ whole / rounds - alone) / (SEATS * (SEATS - 1))
    within, between = alone / SEATS / np.outer(size, size), apart / np.outer(size, size)
    bets = (BASE, *game.side_bet)
    pairs = list(combinations_with_replacement(range(len(bets)), 2))
    return {
        "within": [(bets[a], bets[b], _rounded(within[a, b])) for a, b in pairs if a != b],
        "between": [(bets[a], bets[b], _rounded(between[a, b])) for a, b in pairs],
    }


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS) + 0.0


def _played(game: Game, rounds: int, seed: int) -> NDArray[np.float64]:
    """What each seat netted on each bet in each round, in units staked."""
    rules = max(game.rule_sets, key=lambda rules: len(rules.tables))
    at = terms(rules, {bet: offered[0] for bet, offered in rules.tables.items() if bet != PROGRESSIVE})
    stakes = game.complete({game.base: _STAKE, **dict.fromkeys(game.side_bet, _STAKE)})
    bets = {bet: place for place, bet in enumerate(game.side_bet, 1)}
    layout, chance = game.layout, random.Random(seed)
    nets = np.zeros((rounds, SEATS, 1 + len(bets)))
    for number in range(rounds):
        cards = chance.sample(game.deck, layout.dealer + layout.board + SEATS * layout.own)
        dealer, board, rest = _cut(cards, layout.dealer, layout.board)
        for seat in range(SEATS):
            own = tuple(rest[seat * layout.own : (seat + 1) * layout.own])
            for spot, net in _results(at, stakes, own, dealer, board):
                nets[number, seat, bets.get(spot, 0)] += net / _STAKE
    return nets


def _cut(cards: list[Card], dealer: int, board: int) -> tuple[Cards, Cards, list[Card]]:
    return tuple(cards[:dealer]), tuple(cards[dealer : dealer + board]), cards[dealer + board :]


def _results(at: Terms, stakes: Stakes, own: Cards, dealer: Cards, board: Cards) -> list[tuple[str, int]]:
    """What a seat with these cards nets, spot by spot."""
    game, seat = at.game, Seat(number=1, stakes=stakes, cards=own)
    board_cards = 0
    for number, street in enumerate(game.streets):
        if not is_due(seat, game, number):
            break
        action = game.sense(number, own, board[:board_cards])
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
        board_cards = game.reveals[number].board
    strength = game.rank(dealer, board) if game.layout.dealer else 0
    hands = Hands(game.rank(own, board), strength, own, dealer, board)
    return [(result.spot, result.net) for result in settle(seat, hands, at)]


if __name__ == "__main__":
    main()
