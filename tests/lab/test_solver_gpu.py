"""The general solver's CUDA, built as plain C++ where there is a compiler: chunk by chunk the CPU's whole numbers."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.known_cards.gpu import NoGpu
from croupier.lab.solver.chunks import Chunk, forth
from croupier.lab.solver.counting import HandToHand
from croupier.lab.solver.general import General, general
from croupier.lab.solver.gpu import KERNELS, GeneralOnGpu, Gpu
from croupier.lab.work import WorkPlan
from depth import thorough

COMPILER = shutil.which("g++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler here")


class GpuAsCpu:
    """The kernels as functions of a library: a few threads a block, one block after the other."""

    def __init__(self, library: Path, threads: int) -> None:
        self._library, self._threads = ctypes.CDLL(str(library)), threads

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(array)

    def zeros(self, shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
        return np.zeros(shape, kind)

    def get(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def free_bytes(self) -> int:
        return 1 << 30

    def launch(self, kernel: str, blocks: int, threads: int, *arguments: Any) -> None:
        # No more than two blocks: whatever their number, each goes through its part of the work.
        blocks = min(blocks, 2)
        passed = [_as_c(one) for one in arguments]
        self._library.set_grid(blocks, self._threads)

        def one_thread(block: int, thread: int) -> None:
            self._library.set_place(block, thread)
            self._library[kernel](*passed)

        for block in range(blocks):
            threads = [Thread(target=one_thread, args=(block, thread)) for thread in range(1, self._threads)]
            for thread in threads:
                thread.start()
            one_thread(block, 0)
            for thread in threads:
                thread.join()


def _as_c(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous
        return ctypes.c_void_p(value.ctypes.data)
    return {"i4": ctypes.c_int, "i8": ctypes.c_longlong, "u8": ctypes.c_void_p}[value.dtype.str[1:]](int(value))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert COMPILER is not None
    folder = tmp_path_factory.mktemp("gpu")
    source = resources.files("croupier.lab.solver").joinpath("gpu.cu").read_text("utf-8")
    assert all(f"void {name}(" in source for name in KERNELS)
    shim = Path(__file__).with_name("gpu_as_cpu.h")
    file = folder / "gpu.cpp"
    file.write_text(f'#include "{shim}"\n{source}')
    made = folder / "gpu.so"
    subprocess.run([COMPILER, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", made, file], check=True)
    return made


def alike(one: Chunk, other: Chunk) -> bool:
    return one.unit == other.unit and all(
        a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(one.arrays, other.arrays, strict=True)
    )


def chunks_agree(key: str, ranks: int, device: GpuAsCpu, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every chunk of a game on a short deck, back and forth, with the decisions that are best."""
    monkeypatch.setattr("croupier.lab.solver.general._ROWS", 400)
    cpu, solution = (general(GAMES[key], deck=GameDeck(ranks)) for _ in range(2))
    gpu = GeneralOnGpu(solution, device)
    units = range(cpu.chunks)
    if isinstance(cpu.counting, HandToHand) and isinstance(solution.counting, HandToHand):
        mine, theirs = cpu.counting.sums, solution.counting.sums
        for one, other in zip(
            (*mine.below, mine.worse, mine.no_better), (*theirs.below, theirs.worse, theirs.no_better), strict=True
        ):
            assert np.array_equal(one, other)
    for one, other in zip(map(cpu.back, units), gpu.back(list(units)), strict=True):
        assert alike(one, other)
    later = [unit + cpu.chunks for unit in units]
    for one, other in zip(map(forth(cpu, cpu.best), later), gpu.forth(cpu.best, later), strict=True):
        assert alike(one, other)


@needs_compiler
@thorough
@pytest.mark.parametrize(
    ("key", "ranks"),
    [("uth", 4), ("three-card", 6), ("caribbean", 4), ("crazy-four", 4), ("flushes-gone-wild", 3)],
)
def test_every_chunk_on_the_gpu_is_the_cpus(
    key: str, ranks: int, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks_agree(key, ranks, GpuAsCpu(library, threads=1), monkeypatch)


@needs_compiler
@thorough
def test_threads_of_a_block_work_together(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks_agree("uth", 4, GpuAsCpu(library, threads=3), monkeypatch)


def test_without_a_gpu_a_solve_on_one_is_refused() -> None:
    solution: General = general(GAMES["three-card"], deck=GameDeck(5))
    try:
        Gpu()
    except NoGpu:
        with pytest.raises(NoGpu, match="want an NVIDIA GPU"):
            solution.solve(WorkPlan(engine="gpu"))
    else:
        assert (
            solution.solve(WorkPlan(engine="gpu")).edge == general(GAMES["three-card"], deck=GameDeck(5)).solve().edge
        )
