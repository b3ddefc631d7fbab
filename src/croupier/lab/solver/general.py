"""The general solver: any declared game solved exactly, from its value alone.

    three_card = general(GAMES["three-card"])
    three_card.solve().edge                     # Fraction, of the base bet
    three_card.best                             # what to do everywhere, by node of the tree of decisions

A round is walked backward. At its end every hand of the player has met every hand of the dealer (`counting`), and the
settlement says what each line nets (`payoffs`). Where a street decides, the best action is taken; between two streets,
what a position is worth is the sum over the cards that can come. Sums run over sets of board cards up to the names of
the suits. Forward, the best play or any other is followed through all deals, and its results are counted.

Both ways go through the last positions in chunks of rows, in any order: on every core, or on the workers of a cluster.
Finished chunks can be kept in a file, with which a solve that was interrupted goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.capabilities import check_countable
from croupier.lab.games.nets import Tables, tables_of
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.kernel import in_order
from croupier.lab.known_cards.decks import GameDeck, classes, deck_of, renamed_sets
from croupier.lab.solver.chunks import Chunk, Form, chunk_by_chunk, forth, places_before, rows_before
from croupier.lab.solver.counting import Counting, HandToHand, hand_to_hand, on_boards, set_masks
from croupier.lab.solver.kernels import line_totals, push_down
from croupier.lab.solver.payoffs import Payoffs, payoffs
from croupier.lab.solver.ranks import suits_are_plain
from croupier.lab.solver.tree import END, Tree, tree_of
from croupier.lab.uth.distribution import histogram
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.actions import Action
from croupier.rules.game import Game

Wholes: TypeAlias = NDArray[np.int64]
Decisions: TypeAlias = Mapping[int, NDArray[np.uint8]]
"""By node that decides: the place of the action in the node's, by row and column of the positions there."""

_ROWS: Final = 512
"""Rows of the last positions that are counted at once, or fewer where a row is long."""
_CELLS: Final = 1 << 20
_UNITS: Final = 32
"""Units of work where each has sums over all that went before, which are large."""

NEVER: Final = np.iinfo(np.int64).min
"""The worth of what is not allowed."""


@dataclass
class General:
    """A game on a deck with some pay tables, ready to be played in any way.

    values  by node and level, what positions are worth in units over all that can follow, once the game is solved
    """

    game: Game
    deck: GameDeck
    tables: Tables
    counting: Counting
    payoffs: Payoffs
    tree: Tree
    _best: dict[int, NDArray[np.uint8]] = field(default_factory=dict)
    _solution: Solution | None = None
    values: dict[tuple[int, int], NDArray[np.int64]] = field(default_factory=dict)

    @property
    def best(self) -> Decisions:
        """The best decision everywhere; of equal ones the first that the street offers."""
        if not self._best:
            last = self.at_the_end()
            for chunk in in_order(self.back, range(self.chunks)):
                self.add(chunk, last)
            self.climb(last)
        return self._best

    def solve(self, work: WorkPlan = ALONE, progress: Progress | None = None) -> Solution:
        """The game played best: worked out now, or remembered. The plan says on what, and where finished chunks are
        kept."""
        if self._solution is None:
            ends = chunk_by_chunk(self, work, progress) if not self._best else None
            self._solution = self.play(self._best) if ends is None else self._counted(*ends)
        return self._solution

    @cached_property
    def _at_once(self) -> int:
        """Rows of the last positions that are in memory at once."""
        return max(1, min(_ROWS, _CELLS // self.counting.columns))

    @cached_property
    def chunk(self) -> int:
        """Rows of the last positions in a unit of work."""
        return self._at_once if len(self.tree.levels) == 1 else max(self._at_once, self.counting.rows // _UNITS)

    @property
    def chunks(self) -> int:
        return -(-self.counting.rows // self.chunk)

    def rows(self, unit: int) -> slice:
        first = unit % self.chunks * self.chunk
        return slice(first, min(first + self.chunk, self.counting.rows))

    def pieces(self, unit: int) -> Iterator[slice]:
        """The rows of a unit, so many at once."""
        rows = self.rows(unit)
        for first in range(rows.start, rows.stop, self._at_once):
            yield slice(first, min(first + self._at_once, rows.stop))

    def forms(self, unit: int) -> list[Form]:
        """What the arrays of a chunk are made of, and their shapes."""
        if unit >= self.chunks:
            return [(np.int64, one.shape) for one in self.no_ends()]
        rows, top = self.rows(unit), len(self.tree.levels) - 1
        here = (rows.stop - rows.start, self.counting.columns)
        deciding = len(self.tree.at(self.tree.levels[top]))
        summed = (len(rows_before(self, unit)), self.counting.columns) if top else here
        return [(np.uint8, here)] * deciding + [(np.int64, summed)] * len(self.summed)

    @cached_property
    def summed(self) -> list[int]:
        """The nodes whose worth the way back begins with: those that pass one level before the end; where there is only
        one level, all of them."""
        top = len(self.tree.levels) - 1
        return self.tree.passing(top - 1) if top else list(range(len(self.tree.nodes)))

    def at_the_end(self) -> list[NDArray[Any]]:
        """Where chunks of the way back are put together: decisions of the last positions, and what the nodes that are
        summed are worth."""
        tree, top = self.tree, len(self.tree.levels) - 1
        best = [np.zeros(self.shape(top), np.uint8) for _ in tree.at(tree.levels[top])]
        return [*best, *(np.zeros(self.shape(max(0, top - 1)), np.int64) for _ in self.summed)]

    def no_ends(self) -> list[NDArray[np.int64]]:
        """Where chunks of the way forth are put together: how often lines end, and how often each action is taken."""
        nodes = self.tree.nodes
        ends = np.zeros((len(nodes), *self.payoffs.net.shape[1:]), np.int64)
        return [ends, np.zeros(self.tree.children.shape, np.int64)]

    def add(self, chunk: Chunk, whole: Sequence[NDArray[Any]]) -> None:
        """Put a chunk where it belongs: rows of the last positions into their tables, sums onto sums."""
        by_row, before = 0, np.zeros(0, np.int64)
        if chunk.unit < self.chunks:
            by_row = len(self.tree.at(self.tree.levels[-1])) if len(self.tree.levels) > 1 else len(whole)
            before = rows_before(self, chunk.unit) if len(self.tree.levels) > 1 else before
        for place, (part, into) in enumerate(zip(chunk.arrays, whole, strict=True)):
            if place < by_row:
                into[self.rows(chunk.unit)] = part
            elif chunk.unit < self.chunks:
                into[before] += part
            else:
                into += part

    def back(self, unit: int) -> Chunk:
        """What the last positions of a chunk are worth, one level before where there is one."""
        first, top = self.rows(unit).start, len(self.tree.levels) - 1
        arrays: list[NDArray[Any]] = [np.zeros(shape, kind) for kind, shape in self.forms(unit)]
        deciding = self.tree.at(self.tree.levels[top])
        places = places_before(self, unit) if top else None
        for rows in self.pieces(unit):
            here = slice(rows.start - first, rows.stop - first)
            best = {at: one[here] for at, one in zip(deciding, arrays, strict=False)}
            worth = self._worth(rows, best)
            for at, total in zip(self.summed, arrays[len(deciding) :], strict=True):
                if top:
                    self._push(top, rows, worth[at], places, total)
                else:
                    total[here] = worth[at]
        return Chunk(unit, tuple(arrays))

    def _worth(self, rows: slice, best: Mapping[int, NDArray[np.uint8]]) -> dict[int, NDArray[np.int64]]:
        """By node, what some of the last positions are worth; in `best` what the nodes that decide there do."""
        met = self.counting.met(rows.start, rows.stop)
        worth: dict[int, NDArray[np.int64]] = {}
        for at, node in enumerate(self.tree.nodes):
            if node.street == END:
                worth[at] = line_totals(met.kind, met.counts, self.payoffs.net[node.line])
            elif at in best:
                worth[at] = self.larger(at, [worth[child] for child in node.children], best[at], rows.start)
        return worth

    def climb(self, last: Sequence[NDArray[Any]]) -> None:
        """Walk backward from the last positions, if nobody has."""
        if self._best:
            return
        tree, levels = self.tree, self.tree.levels
        deciding, top = tree.at(levels[-1]), len(levels) - 1
        worth: dict[int, NDArray[np.int64]] = dict(zip(self.summed, last[len(deciding) :], strict=True))
        if not top:
            self.values.update({(at, 0): worth[at] for at in worth})
        worth = {at: self._evened(top - 1, total) for at, total in worth.items()} if top else worth
        best = dict(zip(deciding, last, strict=False))
        for level in range(top - 1, -1, -1):
            for at in tree.at(levels[level]):
                best[at] = np.zeros(self.shape(level), np.uint8)
                worth[at] = self.larger(at, [worth[child] for child in tree.nodes[at].children], best[at], 0)
            self.values.update({(at, level): worth[at] for at in worth})
            if level:
                passing = tree.passing(level - 1)
                worth = dict(zip(passing, self.before(level, [worth[at] for at in passing]), strict=True))
        self._best = best

    def larger(
        self, at: int, options: list[NDArray[np.int64]], best: NDArray[np.uint8], first: int
    ) -> NDArray[np.int64]:
        """What the better of the options is worth, which begin at a row, and in `best` which it is; of equal ones the
        first."""
        node = self.tree.nodes[at]
        most = np.full(options[0].shape, NEVER)
        for place, (action, worth) in enumerate(zip(node.actions, options, strict=True)):
            may = self.allowed(node.street, action)
            if may is not None:
                may = may[first : first + len(most)] if self.by_row else may
                worth = np.where(may, worth, NEVER)
            better = worth > most
            best[better] = place
            np.maximum(most, worth, out=most)
        return most

    @cached_property
    def by_row(self) -> bool:
        """Whether own cards are rows of a table of positions, and not columns."""
        return isinstance(self.counting, HandToHand)

    @cached_property
    def _allowed(self) -> dict[tuple[int, Action], NDArray[np.bool_]]:
        """Which own cards may do what, where a street asks that; the same for every row, or for every column."""
        allowed = {}
        own = self.counting.own if isinstance(self.counting, HandToHand) else self.deck.sets(self.game.layout.own)
        for number, street in enumerate(self.game.streets):
            if street.allows is None:
                continue
            hands = [self.deck.cards(row) for row in own]
            for action in street.offers:
                may = np.array([street.allows(hand, action) for hand in hands], np.bool_)
                allowed[number, action] = may[:, None] if self.by_row else may[None]
        return allowed

    def allowed(self, street: int, action: Action) -> NDArray[np.bool_] | None:
        """Which positions may do that on a street, where not all may; broadcasts to their table."""
        return self._allowed.get((street, action))

    def shape(self, level: int) -> tuple[int, int]:
        """Rows and columns of the positions at a level."""
        if self.by_row:
            return self.counting.rows, self.counting.columns
        return len(classes(self.deck, self.tree.levels[level])), self.counting.columns

    def before(self, level: int, worth: list[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
        """What nodes are worth one level before, from what they are worth at a level."""
        for values in worth:
            total = np.zeros(self.shape(level - 1), np.int64)
            self._push(level, slice(0, len(values)), values, None, total)
            yield self._evened(level - 1, total)

    def _push(self, level: int, rows: slice, worth: Wholes, places: NDArray[np.int32] | None, total: Wholes) -> None:
        """Add what positions on some boards are worth to those on each part of the board that lay there before; by the
        number of a part, `places` says where that is in `total`, if not at its row."""
        levels, own = self.tree.levels, self.game.layout.own
        later, earlier = classes(self.deck, levels[level]), classes(self.deck, levels[level - 1])
        push_down(
            later.cards[rows], later.weight[rows], worth, set_masks(self.deck, own), self.parts(level),
            earlier.row if places is None else places, earlier.naming, renamed_sets(self.deck, own), CHOOSE, total,
        )  # fmt: skip

    def _evened(self, level: int, total: NDArray[np.int64]) -> NDArray[np.int64]:
        """What each position is worth, from sums over all positions that are the same up to the names of the suits."""
        listed, moved = classes(self.deck, self.tree.levels[level]), renamed_sets(self.deck, self.game.layout.own)
        evened = np.zeros_like(total)
        for way, names in enumerate(moved):
            rows = listed.same[:, way]
            evened[rows] += total[rows][:, names]
        return np.asarray(evened // (listed.same.sum(axis=1) * listed.weight)[:, None])

    def parts(self, level: int) -> NDArray[np.int64]:
        """The places on a board of the cards that may have lain there one level before."""
        later, earlier = self.tree.levels[level], self.tree.levels[level - 1]
        return np.array(list(combinations(range(later), earlier)), np.int64).reshape(comb(later, earlier), earlier)

    def play(self, decisions: Decisions) -> Solution:
        """The game played so, over every deal."""
        ends = self.no_ends()
        for chunk in in_order(forth(self, decisions), range(self.chunks, 2 * self.chunks)):
            self.add(chunk, ends)
        return self._counted(*ends)

    def _counted(self, ends: NDArray[np.int64], went: NDArray[np.int64]) -> Solution:
        nodes, deals = self.tree.nodes, int(ends.sum())
        last = [at for at, node in enumerate(nodes) if node.street == END]
        lines = [nodes[at].line for at in last]
        net, ways = histogram(self.payoffs.net[lines], ends[last])
        often: dict[str, dict[str, Fraction]] = {street.key: {} for street in self.game.streets}
        for at, node in enumerate(nodes):
            for place, action in enumerate(node.actions):
                shares = often[self.game.streets[node.street].key]
                share = Fraction(int(went[at, place]) * self.counting.dealers, deals)
                shares[str(action)] = shares.get(str(action), Fraction(0)) + share
        return Solution(
            game=self.game,
            tables=self.tables,
            unit=self.payoffs.unit,
            net=net,
            ways=ways,
            bet=sum(int(ends[at].sum()) * self.payoffs.bet[nodes[at].line] for at in last),
            frequencies=often,
        )


def general(game: Game, designs: Tables | None = None, deck: GameDeck | None = None) -> General:
    """A game with its approved pay tables or with designs in their place, ready to be solved."""
    check_countable(game)
    deck = deck or deck_of(game)
    deck = deck if suits_are_plain(game) else replace(deck, plain_suits=False)
    counting: Counting = (
        on_boards(game, deck) if game.layout.board or not game.layout.dealer else hand_to_hand(game, deck)
    )
    payoff_table = payoffs(counting.kinds, designs)
    return General(game, deck, tables_of(game, designs), counting, payoff_table, tree_of(payoff_table))
