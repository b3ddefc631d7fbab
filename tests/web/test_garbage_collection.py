"""What nobody needs any more is let go of, whether it was needed for a moment or for an hour."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from croupier.web import background_tasks


class Ring:
    """Something that holds itself, so that only the collector can let go of it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_tasks, "_SWEEP_EVERY_S", 0.001)
    monkeypatch.setattr(background_tasks, "_SWEEPS_TO_A_WHOLE_ONE", 3)


async def _gone(ring: weakref.ref[Ring]) -> bool:
    sweeping = asyncio.create_task(background_tasks.sweep())
    for _ in range(1_000):
        await asyncio.sleep(0.001)
        if ring() is None:
            break
    sweeping.cancel()
    return ring() is None


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("looks", [0, 2], ids=["new", "old"])
def test_what_holds_itself_is_let_go_of(looks: int) -> None:
    ring = Ring()
    for _ in range(looks):  # then only a whole look comes by it
        gc.collect(1)
    last = weakref.ref(ring)
    del ring
    assert asyncio.run(_gone(last))
