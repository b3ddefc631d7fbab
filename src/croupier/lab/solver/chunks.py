"""A game solved chunk by chunk: on this machine or on a cluster, with finished chunks kept in a file.

Chunks of the last positions can be counted in any order. The first half of the units are the way back, from which the
best decisions follow; the second half are the way forth, which follows those decisions.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.bets.designs import toml_text
from croupier.lab.checkpoint import DamagedCheckpoint, whole
from croupier.lab.hands.cardsets import CHOOSE, numbers
from croupier.lab.kernel import in_order
from croupier.lab.known_cards.decks import GameDeck, classes, renamed_sets
from croupier.lab.solver.kernels import follow, ways_to_come
from croupier.lab.work import NoCluster, Progress, WorkPlan, cluster_client, finished_records, shared_out
from croupier.rules.paytables import parse_paytable

if TYPE_CHECKING:
    from croupier.lab.solver.general import Decisions, General

FORMAT: Final = "croupier solve 2"
_MOST_BYTES: Final = 1 << 30
"""Bytes of a checkpoint: Hold'em's is a third of it."""

Form: TypeAlias = tuple[type[np.integer], tuple[int, ...]]
"""What an array is made of, and its shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """What some of the last positions come to: one unit of work, as `General` counts it."""

    unit: int
    arrays: tuple[NDArray[Any], ...]

    @property
    def units(self) -> tuple[int, ...]:
        return (self.unit,)

    def line(self) -> str:
        packed = [base64.b64encode(zlib.compress(one.tobytes(), 6)).decode() for one in self.arrays]
        return json.dumps({"unit": self.unit, "arrays": packed}, separators=(",", ":"))


def chunk_by_chunk(solution: General, work: WorkPlan, progress: Progress | None = None) -> list[NDArray[np.int64]]:
    """Solve a game: its best decisions are known afterwards; how its lines end and how often each action is taken."""
    from croupier.lab.solver.gpu import GeneralOnGpu, Gpu

    chunks, last, ends = solution.chunks, solution.at_the_end(), solution.no_ends()

    def here(missing: Sequence[int]) -> Iterator[Chunk]:
        yield from in_order(solution.back, [unit for unit in missing if unit < chunks])
        # Whoever asks for the next chunk has added all of the way back.
        solution.climb(last)
        yield from in_order(forth(solution, solution.best), [unit for unit in missing if unit >= chunks])

    def on_cluster(missing: Sequence[int]) -> Iterator[Chunk]:
        known = _known(solution)
        with cluster_client(work.scheduler) as client:
            yield from shared_out(client, _back, ((known, unit) for unit in missing if unit < chunks))
            solution.climb(last)
            best = client.scatter(solution.best, broadcast=True, hash=False)
            yield from shared_out(client, _forth, ((known, best, unit) for unit in missing if unit >= chunks))

    def on_gpu(missing: Sequence[int]) -> Iterator[Chunk]:
        gpu = GeneralOnGpu(solution, Gpu())
        yield from gpu.back([unit for unit in missing if unit < chunks])
        solution.climb(last)
        yield from gpu.forth(solution.best, [unit for unit in missing if unit >= chunks])

    def report(_words: str, share: float) -> None:
        if progress is not None:
            progress("counting positions at the end of a round", share)

    engine = {"cpu": here, "gpu": on_gpu, "cluster": on_cluster}[work.engine]
    checkpoint = work.lines(FORMAT, lambda line: _parsed(line, solution), _MOST_BYTES)
    header = None if checkpoint is None else _header(solution)
    for chunk in finished_records(engine, 2 * chunks, checkpoint=checkpoint, header=header, progress=report):
        solution.add(chunk, last if chunk.unit < chunks else ends)
    solution.climb(last)
    return ends


def rows_before(solution: General, unit: int) -> NDArray[np.int64]:
    """The rows one level before the last that boards of a unit can have come from: neighbours share most."""
    levels, top = solution.tree.levels, len(solution.tree.levels) - 1
    boards = classes(solution.deck, levels[top]).cards[solution.rows(unit)]
    earlier = classes(solution.deck, levels[top - 1])
    return np.unique([earlier.row[numbers(boards[:, places])] for places in solution.parts(top)])


def places_before(solution: General, unit: int) -> NDArray[np.int32]:
    """By the number of a board one level before the last, its place among `rows_before`."""
    earlier, touched = classes(solution.deck, solution.tree.levels[-2]), rows_before(solution, unit)
    place = np.zeros(len(earlier), np.int32)
    place[touched] = np.arange(len(touched))
    return np.asarray(place[earlier.row])


@dataclass(frozen=True, slots=True, eq=False)
class PlayTables:
    """What the way forth looks up: the tree, the decisions, and how a board is found again among earlier ones.

    children             by node and action, the node that it leads to, or -1
    level_of             by node, its level
    choice, place        all decisions in one flat array; by node, where its own begin and how many columns they have
    offset, row, naming  by level, where its boards begin; by number of a board, its class and naming of the suits
    boards               the cards of every row's board
    chains               as of `ways_to_come`
    """

    children: NDArray[np.int64]
    level_of: NDArray[np.int64]
    choice: NDArray[np.uint8]
    place: NDArray[np.int64]
    offset: NDArray[np.int64]
    row: NDArray[np.int32]
    naming: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    moved: NDArray[np.int32]
    chains: NDArray[np.int64]


def play_tables(solution: General, decisions: Decisions) -> PlayTables:
    """The tables of a game that is played so."""
    tree, layout = solution.tree, solution.game.layout
    choice, place = _stacked(decisions, len(tree.nodes))
    maps = [classes(solution.deck, 0 if solution.by_row else board) for board in tree.levels]
    boards = np.zeros((solution.counting.rows, 0), np.uint8)
    moved = np.zeros((1, solution.counting.columns), np.int32)
    if not solution.by_row:
        boards, moved = classes(solution.deck, layout.board).cards, renamed_sets(solution.deck, layout.own)
    return PlayTables(
        children=tree.children,
        level_of=np.array([tree.levels.index(node.board) for node in tree.nodes], np.int64),
        choice=choice,
        place=place,
        offset=np.cumsum([0, *(len(one.row) for one in maps)]).astype(np.int64),
        row=np.concatenate([one.row for one in maps]),
        naming=np.concatenate([one.naming for one in maps]),
        boards=boards,
        moved=moved,
        chains=ways_to_come(tree.levels),
    )


def forth(solution: General, decisions: Decisions) -> Callable[[int], Chunk]:
    """By chunk of the way forth: how its deals end when they are played so, and how often each action is taken."""
    tables = play_tables(solution, decisions)

    def of_chunk(unit: int) -> Chunk:
        ended, gone = solution.no_ends()
        for rows in solution.pieces(unit):
            met = solution.counting.met(rows.start, rows.stop)
            follow(
                rows.start, met.kind, met.counts, solution.counting.weight[rows], tables.boards[rows], tables.chains,
                solution.tree.root, tables.children, tables.level_of, tables.choice, tables.place, tables.offset,
                tables.row, tables.naming, tables.moved, solution.by_row, CHOOSE, ended, gone,
            )  # fmt: skip
        return Chunk(unit, (ended, gone))

    return of_chunk


def _stacked(decisions: Decisions, nodes: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All decisions in one flat array, and of each node where its own begin and how many columns they have."""
    place = np.zeros((nodes, 2), np.int64)
    flat, begin = [], 0
    for at, chosen in decisions.items():
        place[at] = begin, chosen.shape[1]
        flat.append(chosen.ravel())
        begin += chosen.size
    return np.concatenate(flat), place


def _header(solution: General) -> dict[str, Any]:
    """The configuration that a checkpoint belongs to: the game by what its settlement comes to, and its ranking in the
    first positions."""
    kinds, hashed, met = (
        solution.payoffs.kinds,
        hashlib.sha256(),
        solution.counting.met(0, min(64, solution.counting.rows)),
    )
    settled = solution.payoffs.net, solution.payoffs.bet, kinds.strength, kinds.kind, kinds.bands
    for one in (*settled, met.kind, met.counts, solution.chunk):
        hashed.update(np.asarray(one).tobytes())
    return {
        "game": solution.game.key,
        "tables": [table.name for table in solution.tables.values()],
        "ranks": solution.deck.ranks,
        "rules": hashed.hexdigest()[:16],
    }


def _parsed(line: str, solution: General) -> Chunk:
    """The chunk that a line holds, or `DamagedCheckpoint`."""
    try:
        plain = json.loads(line)
        unit, packed = whole(plain["unit"]), plain["arrays"]
        if not 0 <= unit < 2 * solution.chunks:
            raise ValueError
        return Chunk(unit, tuple(_unpacked(*one) for one in zip(packed, solution.forms(unit), strict=True)))
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


def _unpacked(packed: str, form: Form) -> NDArray[Any]:
    """An array of that form. A text can be made that unpacks to a thousand times its length, so no more is unpacked."""
    kind, shape = form
    size, unpacking = prod(shape) * np.dtype(kind).itemsize, zlib.decompressobj()
    data = unpacking.decompress(base64.b64decode(packed), size + 1)
    if len(data) != size or not unpacking.eof:
        raise ValueError("longer than it should be, or cut off")
    return np.frombuffer(data, kind).reshape(shape)


_Known: TypeAlias = tuple[str, tuple[str, ...], GameDeck]
"""What a worker makes a game of: its key, its pay tables as texts, and the deck."""


def _known(solution: General) -> _Known:
    if GAMES.get(solution.game.key) is not solution.game:
        raise NoCluster(f"a worker does not know {solution.game.name}; want a game of the house or of a package")
    return solution.game.key, tuple(toml_text(table) for table in solution.tables.values()), solution.deck


@lru_cache(1)
def _general_of(known: _Known) -> General:
    from croupier.lab.solver.general import general

    key, tables, deck = known
    return general(GAMES[key], {table.bet: table for table in map(parse_paytable, tables)}, deck)


def _back(known: _Known, unit: int) -> Chunk:
    return _general_of(known).back(unit)


def _forth(known: _Known, decisions: Decisions, unit: int) -> Chunk:
    return forth(_general_of(known), decisions)(unit)
