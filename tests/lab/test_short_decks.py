"""On short decks the general solver and each game's own come to the same: for one hand with most cards seen, in every
game, and for the whole game where its own counts a deck of any size."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from croupier.games import GAMES
from croupier.lab.games.duels import Contest, count_duels
from croupier.lab.games.grades import SetGrades
from croupier.lab.games.nets import duel_nets, tables_of
from croupier.lab.games.one_decision import OneDecision, category_shift
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.solver.general import general
from croupier.rules.game import Game
from depth import first_of

_LONGER = ("four-card", "mississippi", "uth", "flushes-gone-wild")
"""Games of which the general solver deals one hand out in seconds."""
_TOO_MANY = {"holdem-bonus": 1}
"""Streets on which a game's own solver refuses seen cards in words, from the first on."""


@pytest.mark.parametrize(
    "key",
    first_of(
        [*(key for key in dict.fromkeys(("three-card", *GAMES)) if key not in _LONGER),
         *(pytest.param(key, marks=pytest.mark.slow) for key in _LONGER)]
    ),
)  # fmt: skip
def test_a_choice_costs_the_same_by_both_solvers_with_most_of_the_deck_seen(key: str) -> None:
    game, chance = GAMES[key], Random(11)
    layout = game.layout
    for street in range(_TOO_MANY.get(key, 0), len(game.streets)):
        deck = chance.sample(game.deck, layout.own + layout.board + layout.dealer + 2)
        own, rest, board = tuple(deck[: layout.own]), deck[layout.own :], game.board_at(street)
        shown, up = tuple(rest[:board]), tuple(rest[board : board + layout.up])
        seen = tuple(card for card in game.deck if card not in deck)
        made, fast = (one.advise(own, shown, up, seen) for one in (AnyGame(game), solver(game)))
        # Let It Ride's own tells what each bet adds, the general one the whole round: what a mistake costs is the same.
        costs = [{choice: max(told.values()) - value for choice, value in told.items()} for told in (made, fast)]
        assert costs[0] == costs[1]


def by_its_own(game: Game, deck: GameDeck) -> Solution:
    """A game with one decision, on a short deck, as its own solver counts it."""

    layout, tables = game.layout, tables_of(game)
    worth = {size: [game.rank(deck.cards(row), ()) for row in deck.sets(size)] for size in (layout.own, layout.dealer)}
    kinds = np.unique([*worth[layout.own], *worth[layout.dealer]])
    own, dealer = (
        SetGrades(np.searchsorted(kinds, worth[size]).astype(np.uint16), kinds) for size in (layout.own, layout.dealer)
    )
    plays = [game.qualifies is None or game.qualifies(int(strength)) for strength in dealer.strength]
    # Where no hand of a short deck qualifies, the first one that would is beyond the last.
    qualifies = plays.index(True) if any(plays) else len(plays)
    counted = count_duels(
        Contest(own=own, own_size=layout.own, dealer=dealer, dealer_size=layout.dealer, up=layout.up,
                qualifies=qualifies), deck,
    )  # fmt: skip
    nets = duel_nets(game, tables, own.strength, category_shift(game))
    return OneDecision(game, tables, nets, counted, (counted.unqualified, counted.beaten, counted.equal)).solve()


@pytest.mark.parametrize(("key", "ranks"), first_of([("three-card", 5), ("caribbean", 4), ("four-card", 3)]))
def test_a_short_deck_is_solved_alike_by_both_solvers(key: str, ranks: int) -> None:
    game, deck = GAMES[key], GameDeck(ranks)
    made, fast = general(game, deck=deck).solve(), by_its_own(game, deck)
    assert (made.deals, made.bet, made.edge) == (fast.deals, fast.bet, fast.edge)
    assert (made.net.tolist(), made.ways.tolist()) == (fast.net.tolist(), fast.ways.tolist())
    assert made.frequencies == fast.frequencies
