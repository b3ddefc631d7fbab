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
from croupier.lab.capabilities import NotCounted
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.hands.categories import few_categories
from croupier.lab.known_cards.decks import classes
from croupier.lab.solver.any_game import drawn_rounds
from croupier.lab.solver.counting import HandToHand
from croupier.lab.solver.general import Decisions, General
from croupier.lab.solver.positions import arrivals, worth_of
from croupier.lab.solver.ranks import NO_HAND, ranks
from croupier.rules.game import Game
from croupier.strategy.language.categories import categories, is_whole
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.language.single import shift_of
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth

_MOST_POSITIONS: Final = 60_000_000
"""So many are held in memory at once, all nodes together."""


@dataclass(frozen=True)
class GeneralPricingModel:
    """A game under some pay tables. A street is decided at one or more nodes, which are the parts of its place."""

    solution: General

    @property
    def game(self) -> Game:
        return self.solution.game

    @property
    def unit(self) -> int:
        return self.solution.payoffs.unit

    @cached_property
    def deals(self) -> int:
        return self.solution.solve().deals

    @cached_property
    def best_edge(self) -> Fraction:
        return self.solution.solve().edge

    def _nodes(self, street: int) -> list[int]:
        return [at for at, node in enumerate(self.solution.tree.nodes) if node.street == street]

    def _level(self, street: int) -> int:
        return self.solution.tree.levels.index(self.game.board_at(street))

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        solution, game = self.solution, self.game
        places = []
        for number, street in enumerate(game.streets):
            nodes = self._nodes(number)
            down = {
                solution.tree.follow(way): bet // self.unit
                for way, (at, bet) in solution.tree.ways.items()
                if at == number
            }
            parts = tuple(self._seen(number, down[at]) for at in nodes)
            allowed = tuple(solution.allowed(number, action) for action in street.offers)
            choices = tuple(str(action) for action in street.offers)
            places.append(PricingStreet(street.key, choices, parts, self._arrivals(number), (allowed,) * len(nodes)))
        return tuple(places)

    def _arrivals(self, street: int) -> int:
        """All ways in which the cards of a street can have come."""
        solution, layout = self.solution, self.game.layout
        if isinstance(solution.counting, HandToHand):
            return int(solution.counting.weight.sum()) * solution.counting.columns
        ways, left = comb(solution.deck.size, layout.own), solution.deck.size - layout.own
        for before, here in pairwise((0, *solution.tree.levels[: self._level(street) + 1])):
            ways, left = ways * comb(left, here - before), left - here + before
        return ways

    def _seen(self, street: int, down: int) -> Situations:
        """The situations of a street with so many base bets down."""
        solution, game, level = self.solution, self.game, self._level(street)
        shape, scene = solution.shape(level), scene_of(game, game.streets[street])
        here = np.array([[down]])
        counting = solution.counting
        if isinstance(counting, HandToHand):
            strength = counting.strength[:, None]
            return Situations(
                game, scene, shape, own=counting.own[:, None, :], up=counting.up if game.layout.up else None,
                strength=strength, shift=shift_of(game.ranking), category=_categories(game, strength), down=here,
            )  # fmt: skip
        boards, own = classes(solution.deck, game.board_at(street)), solution.deck.sets(game.layout.own)
        size = own.shape[1] + boards.cards.shape[1]
        if shape[0] * shape[1] * size > _MOST_POSITIONS * 5:
            raise NotCounted(
                f"{game.name} has {shape[0] * shape[1]:,} positions on one street: too many to read rules off"
            )
        sight = np.empty((*shape, size), np.uint8)
        sight[..., : own.shape[1]], sight[..., own.shape[1] :] = own[None], boards.cards[:, None]
        if is_whole(game, game.streets[street]):
            graded = ranks(game, solution.deck, own.shape[1], boards)
            grades = graded.on(0, len(boards))
            category = _categories(game, graded.strength[np.where(grades == NO_HAND, 0, grades)])
        else:
            category = few_categories(sight)
        return Situations(
            game, scene, shape, own=sight, hole=own[None], board=boards.cards[:, None], category=category, down=here
        )

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        there = arrivals(self.solution, self.way(before))
        nothing = np.zeros((1, 1), np.int64)
        return [there.get(at, nothing) for at in self._nodes(street)]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        level, nodes = self._level(street), self.solution.tree.nodes
        values = self._best if later is None else worth_of(self.solution, self._decided(street + 1, later))
        return [tuple(values[child, level] for child in nodes[at].children) for at in self._nodes(street)]

    @cached_property
    def _best(self) -> dict[tuple[int, int], NDArray[np.int64]]:
        solution = self.solution
        rows = sum(solution.shape(level)[0] for level in range(len(solution.tree.levels)))
        if rows * solution.counting.columns * len(solution.tree.nodes) > _MOST_POSITIONS:
            raise NotCounted(
                f"{self.game.name} has too many positions to price a strategy at all of them at once; ask what each "
                "choice is worth with given cards instead"
            )
        return worth_of(solution, {})

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        tree, payoffs = self.solution.tree, self.solution.payoffs
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
        return self.solution.play(way)

    def deal(self, way: Decisions, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return drawn_rounds(self.play(way), rounds, seed, progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        solution, (row, column) = self.solution, at
        if isinstance(solution.counting, HandToHand):
            up = (Card(int(solution.counting.up[at])),) if self.game.layout.up else ()
            return tuple(map(Card, reversed(solution.counting.own[row].tolist()))), (), up
        board = classes(solution.deck, self.game.board_at(street)).cards[row]
        own = solution.deck.sets(self.game.layout.own)[column]
        return tuple(map(Card, reversed(own.tolist()))), tuple(map(Card, reversed(board.tolist()))), ()


def _categories(game: Game, strength: NDArray[np.int64]) -> NDArray[np.int8]:
    """The category of each strength, by its number."""
    every, where = np.unique(strength, return_inverse=True)
    known = categories(game.ranking)
    numbers = np.array([known.get(game.ranking.category(int(one)).words, 0) for one in every], np.int8)
    return numbers[where].reshape(strength.shape)
