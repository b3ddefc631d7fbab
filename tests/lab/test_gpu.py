"""The GPU engine: without a GPU it says so; its integers, made on one and kept here, are the CPU engine's."""

from __future__ import annotations

import json
from dataclasses import astuple
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.lab.known_cards.engine import hole_totals, optimal, seen_tables
from croupier.lab.known_cards.frames import all_flops
from croupier.lab.known_cards.gpu import GpuEngine, NoGpu, _jobs, gpu_name
from croupier.lab.known_cards.sets import seen_classes, seen_samples
from croupier.lab.known_cards.totals import COLUMNS, one_total
from depth import first_of, thorough

KEPT: dict[str, Any] = json.loads(Path(__file__).with_name("data").joinpath("gpu_sets.json").read_text("utf-8"))
SETS: list[dict[str, list[int]]] = KEPT["sets"]


def _has_gpu() -> bool:
    try:
        gpu_name()
    except NoGpu:
        return False
    return True


needs_gpu = pytest.mark.skipif(not _has_gpu(), reason="no GPU here: CuPy or a CUDA device is missing")


def _on_cpu(seen: list[int]) -> list[int]:
    cards = tuple(sorted(seen))
    return list(astuple(one_total(cards, hole_totals(seen_tables(optimal(), cards), all_flops()), optimal())))


def test_the_kept_integers_say_where_they_come_from() -> None:
    assert "H200" in KEPT["made_by"]
    assert tuple(KEPT["columns"]) == COLUMNS
    assert {len(kept["seen"]) for kept in SETS} == {0, 1, 2, 3, 4, 5, 6, 8, 10, 12}
    drawn = seen_samples(6, 4, 99 + 6).tolist()
    assert [kept["seen"] for kept in SETS if len(kept["seen"]) == 6] == drawn


@thorough
@pytest.mark.parametrize("number", first_of([0, 14, 33]), ids=lambda number: f"{len(SETS[number]['seen'])} seen")
def test_what_the_gpu_found_the_cpu_finds(number: int) -> None:
    assert _on_cpu(SETS[number]["seen"]) == SETS[number]["totals"]


@pytest.mark.slow
def test_everything_the_gpu_found_the_cpu_finds() -> None:
    for kept in SETS:
        assert _on_cpu(kept["seen"]) == kept["totals"], kept["seen"]


@pytest.mark.skipif(_has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_the_engine_says_so() -> None:
    with pytest.raises(NoGpu, match=r"no GPU engine: .*want an NVIDIA GPU and the extra `gpu`"):
        GpuEngine(optimal())


@needs_gpu
def test_gpu_and_cpu_agree_bit_for_bit() -> None:
    engine = GpuEngine(optimal())
    for size in (0, 2, 4, 10):
        cards = tuple(sorted(seen_samples(size, 1, size)[0].tolist()))
        assert np.array_equal(engine.solve(cards), hole_totals(seen_tables(optimal(), cards), all_flops()))


@needs_gpu
def test_batches_come_in_order_and_whole() -> None:
    sets = seen_classes(2).cards
    parts = [part for part, totals in GpuEngine(optimal()).run(sets) if len(totals) == part.stop - part.start]
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == len(sets)


def test_the_cuda_source_is_shipped() -> None:
    source = resources.files("croupier.lab.known_cards").joinpath("gpu.cu").read_text("utf-8")
    assert "__global__ void price_rows" in source


def test_suits_that_see_the_same_share_a_job() -> None:
    dead, job_of, one_set = _jobs(np.array([[51, 47]], np.uint8))
    # Spades see both cards; the three other suits see an ace and a king outside.
    assert len(dead) == 2
    assert job_of[0, 0] == job_of[0, 1] == job_of[0, 2] != job_of[0, 3]
    assert dead.sum(axis=1).tolist() == [2, 2]
    assert one_set.tolist() == [0, 0]
