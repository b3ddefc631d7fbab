"""Any declared game as strategies are priced on it: the positions of the general solver, node by node of its tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.hands.few import few_categories
from croupier.lab.known_cards.decks import classes
from croupier.lab.solved import NotCounted
from croupier.lab.solver.any_game import drawn_rounds
from croupier.lab.solver.counting import HandToHand
from croupier.lab.solver.general import Decisions, General
from croupier.lab.solver.positions import arrivals, worth_of
from croupier.lab.solver.ranks import NO_HAND, ranks
from croupier.rules.game import Game
from croupier.strategy.language.made import categories, is_whole
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.language.seen import Situations
from croupier.strategy.language.single import shift_of
from croupier.strategy.pricing.ground import Chosen, StreetGround, Weights, Worth

_MOST_POSITIONS: Final = 60_000_000
"""So many are held in memory at once, all nodes together."""


@dataclass(frozen=True)
class AnyGround:
    """A game under some pay tables. A street is decided at one or more nodes, which are the parts of its place."""

    made: General

    @property
    def game(self) -> Game:
        return self.made.game

    @property
    def unit(self) -> int:
        return self.made.payoffs.unit

    @cached_property
    def deals(self) -> int:
        return self.made.solve().deals

    @cached_property
    def best_edge(self) -> Fraction:
        return self.made.solve().edge

    def _nodes(self, street: int) -> list[int]:
        return [at for at, node in enumerate(self.made.tree.nodes) if node.street == street]

    def _level(self, street: int) -> int:
        return self.made.tree.levels.index(self.game.board_at(street))

    @cached_property
    def places(self) -> tuple[StreetGround, ...]:
        made, game = self.made, self.game
        found = []
        for number, street in enumerate(game.streets):
            nodes = self._nodes(number)
            down = {
                made.tree.follow(way): bet // self.unit for way, (at, bet) in made.tree.ways.items() if at == number
            }
            parts = tuple(self._seen(number, down[at]) for at in nodes)
            allowed = tuple(made.allowed(number, action) for action in street.offers)
            choices = tuple(str(action) for action in street.offers)
            found.append(StreetGround(street.key, choices, parts, self._arrivals(number), (allowed,) * len(nodes)))
        return tuple(found)

    def _arrivals(self, street: int) -> int:
        """All ways in which the cards of a street can have come."""
        made, layout = self.made, self.game.layout
        if isinstance(made.counting, HandToHand):
            return int(made.counting.weight.sum()) * made.counting.columns
        ways, left = comb(made.deck.size, layout.own), made.deck.size - layout.own
        for before, here in pairwise((0, *made.tree.levels[: self._level(street) + 1])):
            ways, left = ways * comb(left, here - before), left - here + before
        return ways

    def _seen(self, street: int, down: int) -> Situations:
        """The situations of a street with so many base bets down."""
        made, game, level = self.made, self.game, self._level(street)
        shape, scene = made.shape(level), scene_of(game, game.streets[street])
        here = np.array([[down]])
        if isinstance(made.counting, HandToHand):
            strength = made.counting.strength[:, None]
            return Situations(
                game, scene, shape, own=made.counting.own[:, None, :], up=made.counting.up if game.layout.up else None,
                strength=strength, shift=shift_of(game.ranking), category=_categories(game, strength), down=here,
            )  # fmt: skip
        boards, own = classes(made.deck, game.board_at(street)), made.deck.sets(game.layout.own)
        size = own.shape[1] + boards.cards.shape[1]
        if shape[0] * shape[1] * size > _MOST_POSITIONS * 5:
            raise NotCounted(
                f"{game.name} has {shape[0] * shape[1]:,} positions on one street: too many to read rules off"
            )
        sight = np.empty((*shape, size), np.uint8)
        sight[..., : own.shape[1]], sight[..., own.shape[1] :] = own[None], boards.cards[:, None]
        if is_whole(game, game.streets[street]):
            graded = ranks(game, made.deck, own.shape[1], boards)
            grades = graded.on(0, len(boards))
            category = _categories(game, graded.strength[np.where(grades == NO_HAND, 0, grades)])
        else:
            category = few_categories(sight)
        return Situations(
            game, scene, shape, own=sight, hole=own[None], board=boards.cards[:, None], category=category, down=here
        )

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        there = arrivals(self.made, self.way(before))
        nothing = np.zeros((1, 1), np.int64)
        return [there.get(at, nothing) for at in self._nodes(street)]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        level, nodes = self._level(street), self.made.tree.nodes
        values = self._best if later is None else worth_of(self.made, self._decided(street + 1, later))
        return [tuple(values[child, level] for child in nodes[at].children) for at in self._nodes(street)]

    @cached_property
    def _best(self) -> dict[tuple[int, int], NDArray[np.int64]]:
        made = self.made
        rows = sum(made.shape(level)[0] for level in range(len(made.tree.levels)))
        if rows * made.counting.columns * len(made.tree.nodes) > _MOST_POSITIONS:
            raise NotCounted(
                f"{self.game.name} has too many positions to price a strategy at all of them at once; ask what each "
                "choice is worth with given cards instead"
            )
        return worth_of(made, {})

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        tree, payoffs = self.made.tree, self.made.payoffs
        total = Fraction(tree.ways[()][1])
        ends = {line: payoffs.bet[at] for at, line in enumerate(payoffs.lines)}
        for way, (street, bet) in tree.ways.items():
            if way != tree.line_to(street, self.unit, None):
                continue  # what an action puts down is the same whatever was put down before
            for action in self.game.streets[street].offers:
                after = (*way, action)
                put = (ends[after] if after in ends else tree.ways[after][1]) - bet
                total += put * shares[street].get(str(action), Fraction(0))
        return total / self.unit

    def _decided(self, first: int, chosen: Sequence[Chosen]) -> Decisions:
        return {
            at: picked.astype(np.uint8)
            for street, parts in enumerate(chosen, first)
            for at, picked in zip(self._nodes(street), parts, strict=True)
        }

    def way(self, chosen: Sequence[Chosen]) -> Decisions:
        return self._decided(0, chosen)

    def play(self, way: Decisions) -> Solution:
        return self.made.play(way)

    def deal(self, way: Decisions, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return drawn_rounds(self.play(way), rounds, seed, progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        made, (row, column) = self.made, at
        if isinstance(made.counting, HandToHand):
            up = (Card(int(made.counting.up[at])),) if self.game.layout.up else ()
            return tuple(map(Card, reversed(made.counting.own[row].tolist()))), (), up
        board = classes(made.deck, self.game.board_at(street)).cards[row]
        own = made.deck.sets(self.game.layout.own)[column]
        return tuple(map(Card, reversed(own.tolist()))), tuple(map(Card, reversed(board.tolist()))), ()


def _categories(game: Game, strength: NDArray[np.int64]) -> NDArray[np.int8]:
    """The category of each strength, by its number."""
    every, where = np.unique(strength, return_inverse=True)
    known = categories(game.ranking)
    numbers = np.array([known.get(game.ranking.category(int(one)).words, 0) for one in every], np.int8)
    return numbers[where].reshape(strength.shape)
