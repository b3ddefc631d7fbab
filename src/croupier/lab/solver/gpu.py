"""The general solver on a GPU: its chunks by the kernels of `gpu.cu`, which are the CPU's bit for bit.

Cards are ranked on the cores of the machine, a few chunks ahead of the GPU, which counts, weighs and follows the
positions. A chunk that was counted on the way back stays on the GPU for the way forth, as long as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.lab.capabilities import NotCounted
from croupier.lab.games.duels import DuelSums, duel_order
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.kernel import in_order
from croupier.lab.known_cards.decks import classes, renamed_sets
from croupier.lab.known_cards.gpu import cupy_or_refuse
from croupier.lab.solver.chunks import Chunk, places_before, play_tables
from croupier.lab.solver.counting import HandToHand, OnBoards
from croupier.lab.solver.tree import END

if TYPE_CHECKING:
    from croupier.lab.solver.general import Decisions, General

KERNELS: Final = ("meet", "add_hands", "read_hands", "back", "forth")
_BLOCKS, _THREADS = 2048, 256
_BUSY: Final = 264
"""Rows that keep a large GPU busy, one block each."""
_MOST_NODES, _MOST_PARTS, _MOST_CHOICES = 64, 64, 128
"""For which `gpu.cu` has room."""
_ROOM: Final = 2
"""A chunk stays on the GPU while so many times as much is free."""
_NOTHING: Final = np.uintp(0)
"""An array that is not there."""


class Device(Protocol):
    """What runs the kernels: arrays go there and come back, and a kernel runs over a number of blocks."""

    def put(self, array: NDArray[Any]) -> Any: ...

    def zeros(self, shape: tuple[int, ...], kind: type[np.generic]) -> Any: ...

    def get(self, array: Any) -> NDArray[Any]: ...

    def launch(self, kernel: str, blocks: int, threads: int, *arguments: Any) -> None: ...

    def free_bytes(self) -> int: ...


class Gpu:
    """One GPU and its compiled kernels, or `NoGpu`."""

    def __init__(self) -> None:
        self._cupy = cupy_or_refuse()
        source = resources.files("croupier.lab.solver").joinpath("gpu.cu").read_text(encoding="utf-8")
        module = self._cupy.RawModule(code=source, options=("-std=c++17",))
        self._kernels = {name: module.get_function(name) for name in KERNELS}

    def put(self, array: NDArray[Any]) -> Any:
        return self._cupy.asarray(np.ascontiguousarray(array))

    def zeros(self, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
        return self._cupy.zeros(shape, kind)

    def get(self, array: Any) -> NDArray[Any]:
        host: NDArray[Any] = array.get()
        return host

    def launch(self, kernel: str, blocks: int, threads: int, *arguments: Any) -> None:
        self._kernels[kernel]((blocks,), (threads,), arguments)

    def free_bytes(self) -> int:
        free, _ = self._cupy.cuda.runtime.memGetInfo()
        return int(free) + int(self._cupy.get_default_memory_pool().free_bytes())


@dataclass
class GeneralOnGpu:
    """A game's chunks on a GPU."""

    solution: General
    device: Device
    _fixed: dict[str, Any] = field(default_factory=dict)
    _counted: dict[int, tuple[Any, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        solution, name = self.solution, self.solution.game.name
        nodes, most = self._children.shape
        parts = 0 if len(solution.tree.levels) == 1 else len(solution.parts(len(solution.tree.levels) - 1))
        if nodes > _MOST_NODES or nodes * most > _MOST_CHOICES or parts > _MOST_PARTS:
            raise NotCounted(f"{name} has {nodes} points of decision and end, too many for the GPU; want --engine cpu")
        if isinstance(solution.counting, HandToHand):
            solution.counting.sums = count_sums(solution.counting, self.device)

    def back(self, units: Sequence[int]) -> Iterator[Chunk]:
        """Chunks of the way back."""
        for unit, kind, counts in self._met(units):
            yield self._weighed(unit, kind, counts)

    def forth(self, decisions: Decisions, units: Sequence[int]) -> Iterator[Chunk]:
        """Chunks of the way forth, with the nodes decided so."""
        solution, tables = self.solution, play_tables(self.solution, decisions)
        put, i32, children = self.device.put, np.int32, self._children
        chains, levels = tables.chains.shape
        level_of, ways = put(tables.level_of.astype(np.int32)), put(tables.chains)
        choice, place, offset = put(tables.choice), put(tables.place), put(tables.offset)
        row, naming, moved = put(tables.row), put(tables.naming), put(tables.moved)
        for unit, kind, counts in self._met(units):
            rows, (many, columns) = solution.rows(unit), kind.shape
            blocks = min(many, _BLOCKS)
            ends, went = (put(one) for one in solution.no_ends())
            self.device.launch(
                "forth", blocks, _THREADS, i32(many), i32(columns), i32(solution.by_row), i32(rows.start), kind, counts,
                i32(counts.shape[2] * 3), i32(ends.shape[1]), put(solution.counting.weight[rows]),
                put(tables.boards[rows]), i32(tables.boards.shape[1]), ways, i32(chains), i32(levels),
                i32(len(children)), i32(solution.tree.root), self._put("children", children), i32(children.shape[1]),
                level_of, choice, place, offset, row, naming, moved, self._put("choose", CHOOSE),
                self.device.zeros((blocks, 2, chains, levels), np.int32), ends, went,
            )  # fmt: skip
            yield Chunk(unit, (self.device.get(ends), self.device.get(went)))

    @property
    def _children(self) -> NDArray[np.int32]:
        """By node, those that its actions lead to, -1 where there is none."""
        return self.solution.tree.children.astype(np.int32)

    def _put(self, name: str, value: NDArray[Any]) -> Any:
        """A table that stays on the GPU."""
        if name not in self._fixed:
            self._fixed[name] = self.device.put(value)
        return self._fixed[name]

    def _positions(self, unit: int) -> tuple[NDArray[Any], ...]:
        """What the cores do for a chunk: its hands ranked, or counted where the GPU has summed them up already; nothing
        where the GPU still has the chunk."""
        rows, counting = self.solution.rows(unit), self.solution.counting
        if unit % self.solution.chunks in self._counted:
            return ()
        if isinstance(counting, OnBoards) and counting.dealer is not None:
            return counting.graded(rows.start, rows.stop)
        met = counting.met(rows.start, rows.stop)
        return met.kind, met.counts

    def _met(self, units: Sequence[int]) -> Iterator[tuple[int, Any, Any]]:
        """Chunks with the kinds and the counts of their positions, on the GPU.

        Where rows are long, a chunk has few, and several chunks are counted at once to keep the GPU busy.
        """
        solution, positions = self.solution, in_order(self._positions, units)
        row = solution.counting.columns * 12 * len(solution.payoffs.kinds.bands)
        together = max(1, min(_BUSY // solution.chunk, self.device.free_bytes() // (_ROOM * row * solution.chunk)))
        for first in range(0, len(units), together):
            some = units[first : first + together]
            arrays = [next(positions) for _ in some]
            fresh = [unit % solution.chunks for unit, one in zip(some, arrays, strict=True) if one]
            for unit, met in zip(fresh, self._counted_now([one for one in arrays if one]), strict=True):
                self._counted[unit] = met
            for unit in some:
                yield unit, *self._counted[unit % solution.chunks]
                if self.device.free_bytes() < _ROOM * row * solution.chunk * together:
                    del self._counted[unit % solution.chunks]

    def _counted_now(self, positions: list[tuple[NDArray[Any], ...]]) -> Iterator[tuple[Any, Any]]:
        """Kinds and counts of some chunks, whose hands are ranked or counted."""
        if not positions or len(positions[0]) == 2:
            for kind, counts in positions:
                yield self.device.put(kind), self.device.put(counts)
            return
        kind, own, dealer = (self.device.put(np.concatenate(part)) for part in zip(*positions, strict=True))
        counts = self._meet(own, dealer)
        stops = np.cumsum([0, *(len(one[0]) for one in positions)])
        for start, stop in pairwise(stops.tolist()):
            yield kind[start:stop], counts[start:stop]

    def _meet(self, own_grade: Any, dealer_grade: Any) -> Any:
        """`kernels.meet`."""
        counting, i32 = self.solution.counting, np.int32
        assert isinstance(counting, OnBoards), "hands meet on a board"
        mine, dealers = counting.subsets
        boards, own_sets = own_grade.shape
        bands = counting.band_bounds
        top, held = int(bands[-1]), int(max(mine.numbers.max(), dealers.numbers.max())) + 1
        counts = self.device.zeros((boards, own_sets, len(bands) - 1, 3), np.int32)
        # Each block needs room for its sets, as 32-bit numbers; all of them may have an eighth of what is free.
        room = 4 * (held + 2 * top + own_sets + dealer_grade.shape[1])
        blocks = max(1, min(boards, _BLOCKS, self.device.free_bytes() // (8 * room)))
        self.device.launch(
            "meet", blocks, 1024 if own_sets > 1 << 16 else _THREADS, i32(boards), i32(own_sets),
            i32(dealer_grade.shape[1]), own_grade, dealer_grade,
            self._put("mine", mine.numbers), i32(mine.numbers.shape[1]), i32(mine.evens),
            self._put("mine" if dealers is mine else "dealers", dealers.numbers), i32(dealers.numbers.shape[1]),
            i32(len(bands) - 1), self._put("bands", bands), i32(counting.dealers), i32(held),
            *(self.device.zeros((blocks, size), np.int32)
              for size in (held, top, top, own_sets, dealer_grade.shape[1])),
            counts,
        )  # fmt: skip
        return counts

    def _weighed(self, unit: int, kind: Any, counts: Any) -> Chunk:
        """`General.back`."""
        solution, i32 = self.solution, np.int32
        tree, rows, children = solution.tree, solution.rows(unit), self._children
        forms = solution.forms(unit)
        deciding = tree.at(tree.levels[-1])
        decides = np.full(len(tree.nodes), -1, np.int32)
        decides[deciding] = np.arange(len(deciding))
        net = np.stack([solution.payoffs.net[node.line] for node in tree.nodes])
        best = self.device.zeros((max(1, len(deciding)), *kind.shape), np.uint8)
        total = self.device.zeros((len(solution.summed), *forms[-1][1]), np.int64)
        self.device.launch(
            "back", min(len(kind), _BLOCKS), _THREADS, *map(i32, kind.shape), i32(solution.by_row), kind, counts,
            i32(counts.shape[2] * counts.shape[3]), i32(net.shape[1]), self._put("net", net), i32(len(tree.nodes)),
            self._put("children", children), i32(children.shape[1]), self._put("decides", decides),
            *self._allowed(), i32(rows.start), self._put("summed", np.array(solution.summed, np.int32)),
            i32(len(solution.summed)), *self._before(unit), np.int64(total[0].size), best, total,
        )  # fmt: skip
        parts = [*self.device.get(best)[: len(deciding)], *self.device.get(total)]
        return Chunk(
            unit, tuple(np.ascontiguousarray(one).reshape(shape) for one, (_, shape) in zip(parts, forms, strict=True))
        )

    def _allowed(self) -> tuple[Any, Any]:
        """Which own cards may do what, by node, action and own cards; and how many own cards there are."""
        solution, (nodes, most) = self.solution, self._children.shape
        hands = solution.counting.rows if solution.by_row else solution.counting.columns
        asks = any(street.allows is not None for street in solution.game.streets)
        if asks and "allowed" not in self._fixed:
            allowed = np.ones((nodes, most, hands), np.uint8)
            for at, node in enumerate(solution.tree.nodes):
                for place, action in enumerate(node.actions):
                    may = solution.allowed(node.street, action) if node.street != END else None
                    if may is not None:
                        allowed[at, place] = may.ravel()
            self._put("allowed", allowed)
        return self._fixed.get("allowed", _NOTHING), np.int32(hands)

    def _before(self, unit: int) -> tuple[Any, ...]:
        """The boards of a chunk, and how they are found again among those that lay there before."""
        solution, put, i32 = self.solution, self.device.put, np.int32
        levels, own, weight = solution.tree.levels, solution.game.layout.own, solution.counting.weight
        if len(levels) == 1:
            return _NOTHING, i32(0), _NOTHING, _NOTHING, i32(0), i32(0), *(_NOTHING,) * 4
        rows, parts = solution.rows(unit), solution.parts(len(levels) - 1)
        later, earlier = classes(solution.deck, levels[-1]), classes(solution.deck, levels[-2])
        return (
            put(later.cards[rows]), i32(levels[-1]), put(weight[rows]), self._put("parts", parts), i32(len(parts)),
            i32(parts.shape[1]), put(places_before(solution, unit)), self._put("naming", earlier.naming),
            self._put("moved", renamed_sets(solution.deck, own)), self._put("choose", CHOOSE),
        )  # fmt: skip


def count_sums(counting: HandToHand, device: Device) -> DuelSums:
    """`duels.count_sums` on a GPU: the dealer's hands are added grade by grade, and read off on the way."""
    contest, deck, i32 = counting.contest, counting.deck, np.int32
    ordered = duel_order(contest, deck)
    own, up = ordered.own, ordered.up
    ways = np.array([comb(deck.size, cards) for cards in range(contest.dealer_size + 1)])
    table_from = device.put(np.concatenate([[0], np.cumsum(ways)[:-1]]).astype(np.int32))
    holds, choose = device.zeros((int(ways.sum()),), np.int32), device.put(CHOOSE)
    dealer, order = device.put(deck.sets(contest.dealer_size)), device.put(ordered.dealer)
    hands, shown = device.put(own), device.put(up)
    found = {name: device.zeros(up.shape, np.int32) for name in ("worse", "no_better")}
    below = [device.zeros(up.shape, np.int32) for _ in counting.kinds.bands]

    def read(start: int, stop: int, into: Any) -> None:
        if start < stop:
            device.launch(
                "read_hands", _BLOCKS, _THREADS, hands, i32(contest.own_size), shown, i32(up.shape[1]), i32(start),
                i32(stop), i32(contest.dealer_size), i32(contest.up), choose, table_from, holds, into,
            )  # fmt: skip

    for grade in range(len(ordered.own_from) - 1):
        for bound, into in zip(counting.kinds.bands, below, strict=True):
            if grade == bound:
                read(0, len(own), into)
        mine = int(ordered.own_from[grade]), int(ordered.own_from[grade + 1])
        theirs = int(ordered.dealer_from[grade]), int(ordered.dealer_from[grade + 1])
        read(*mine, found["worse"])
        if theirs[0] < theirs[1]:
            device.launch(
                "add_hands", _BLOCKS, _THREADS, dealer, order, *map(i32, theirs), i32(contest.dealer_size),
                i32(contest.up), choose, table_from, holds,
            )  # fmt: skip
        read(*mine, found["no_better"])
    return ordered.sums([device.get(one) for one in below], *map(device.get, found.values()))
