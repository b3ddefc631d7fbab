"""The six games dealt face up on a GPU: the CPU's whole numbers, made in CUDA."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.faceup import COLUMNS
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.known_cards.gpu import cupy_or_refuse

if TYPE_CHECKING:
    from croupier.lab.games.faceup.streets import Streets
    from croupier.lab.games.faceup.unions import Looked

_THREADS = 256
_BATCH = 8192
"""Sets in flight at once: enough to fill the chip for a while."""
_TWOS_BYTES = 1326 * 6 * 8


class GamesGpu:
    """One GPU and its compiled kernels."""

    def __init__(self) -> None:
        cupy = self.cupy = cupy_or_refuse()
        source = resources.files("croupier.lab.games").joinpath("gpu.cu").read_text(encoding="utf-8")
        module = cupy.RawModule(code=source, options=("-std=c++17",))
        names = ("felts", "mississippi", "let_it_ride")
        self.kernels = {name: module.get_function(name) for name in names}
        self.kernels["mississippi"].max_dynamic_shared_size_bytes = _TWOS_BYTES
        self._tables: dict[str, Any] = {}
        pointer = module.get_global("CHOOSE")
        table = np.ascontiguousarray(CHOOSE.astype(np.int32))
        pointer.copy_from_host(table.ctypes.data, table.nbytes)

    def _launch(self, name: str, blocks: int, *arguments: Any, shared: int = 0) -> None:
        self.kernels[name]((blocks,), (_THREADS,), arguments, shared_mem=shared)

    def on_felts(
        self,
        game: Looked,
        felts: NDArray[np.uint8],
        players: int,
        chart: NDArray[np.uint8] | None = None,
        cells: NDArray[np.int64] | None = None,
    ) -> NDArray[np.int64]:
        """`unions.add_up` on the GPU; `cells`, where given, are filled as by `unions.learn`."""
        cupy, put = self.cupy, self.cupy.asarray
        on_felt = players * game.own_size
        tables = (game.own, game.dealer, game.net, game.bet, game.base, game.weights)
        own, dealer, net, bet, base, weights = self._cached(f"{game.key} felts", lambda: tuple(map(put, tables)))
        rule = put(np.zeros((1, 1), np.uint8) if chart is None else chart)
        learned = None if cells is None else put(cells)
        sums = np.empty((len(felts), len(COLUMNS)), np.int64)
        i32 = np.int32
        for part in _parts(len(felts)):
            totals = cupy.zeros((part.stop - part.start, len(COLUMNS)), np.int64)
            self._launch(
                "felts", len(totals), put(np.ascontiguousarray(felts[part])), i32(felts.shape[1]), i32(game.deck),
                i32(on_felt), i32(game.own_size), i32(game.dealer_size), i32(game.up), i32(game.qualifies),
                i32(game.grades), i32(len(game.bet)), own, dealer, net, bet, base, i32(game.base.shape[1]), weights,
                rule, i32(chart is not None), i32(comb(on_felt, game.own_size)),
                i32(comb(game.deck - on_felt - game.up, game.dealer_size - game.up)), totals,
                np.intp(0) if learned is None else learned, shared=4 * (game.grades + 1),
            )  # fmt: skip
            sums[part] = totals.get()
        if cells is not None and learned is not None:
            cells[:] = learned.get()
        return sums

    def on_streets(
        self,
        game: Streets,
        seen: NDArray[np.uint8],
        chart: NDArray[np.uint8] | None = None,
        cells: NDArray[np.int64] | None = None,
    ) -> NDArray[np.int64]:
        """`streets.add_up` on the GPU; `cells`, where given, are filled as by `streets.learn`."""
        from croupier.lab.hands.starts import start_of_hole

        cupy, put = self.cupy, self.cupy.asarray
        i32 = np.int32
        fixed = self._cached(
            f"{game.key} streets",
            lambda: (put(game.pays.astype(np.int16)), put(game.fours), *map(put, game.base), put(start_of_hole())),
        )
        *tables, start = fixed
        rule = put(np.zeros((1, 1), np.uint8) if chart is None else chart)
        learned = None if cells is None else put(cells)
        sums = np.empty((len(seen), len(COLUMNS)), np.int64)
        for part in _parts(len(seen)):
            totals = cupy.zeros((part.stop - part.start, len(COLUMNS)), np.int64)
            sets = put(np.ascontiguousarray(seen[part]))
            also = (start,) if game.key == "mississippi" else ()
            self._launch(
                game.key.replace("-", "_"), len(totals), sets, i32(seen.shape[1]), *tables, i32(game.unit), *also, rule,
                i32(chart is not None), totals, np.intp(0) if learned is None else learned,
                shared=_TWOS_BYTES if also else 0,
            )  # fmt: skip
            sums[part] = totals.get()
        if cells is not None and learned is not None:
            cells[:] = learned.get()
        return sums

    def _cached(self, name: str, make: Callable[[], Any]) -> Any:
        """Tables that stay on the GPU from call to call."""
        if name not in self._tables:
            self._tables[name] = make()
        return self._tables[name]


def _parts(count: int) -> Iterator[slice]:
    for start in range(0, count, _BATCH):
        yield slice(start, min(start + _BATCH, count))
