"""A table that is read from the record again while an order is on its way there."""

from __future__ import annotations

import asyncio
import threading

from card_room import ANN, BOB, CardRoom

from croupier.floor.orders import parse_order
from croupier.floor.plan import load


class Gate:
    """A fault of the committer that only waits: once it is shut, a batch stands still before it writes."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.reached = threading.Event()

    def __call__(self, point: str) -> None:
        if point == "begin" and not self.open.is_set():
            self.reached.set()
            assert self.open.wait(60)


def test_an_order_that_was_on_its_way_is_seen_by_the_table_that_was_read_again(url: str) -> None:
    gate = Gate()
    at = CardRoom(url, gate)
    at.furnish()
    at.do(ANN, "sit 1")

    async def both() -> None:
        gate.open.clear()
        order = asyncio.create_task(at.room.do_async("T1", parse_order("sit 2"), BOB, command="bob sits"))
        assert await asyncio.to_thread(gate.reached.wait, 60)
        await asyncio.to_thread(at.room.reload, "T1")
        gate.open.set()
        await order

    asyncio.run(both())
    assert at.room.table("T1") == load(at.store, "T1")
    assert [sitting.player for sitting in at.room.table("T1").sittings] == ["ann", "bob"]
    at.store.close()


def test_a_table_that_moved_on_while_it_was_read_does_not_go_back(url: str) -> None:
    at = CardRoom(url)
    at.furnish()
    at.do(ANN, "sit 1")
    live = at.room._live_tables.at("T1")
    read = load(at.store, "T1")
    at.do(BOB, "sit 2")
    at.room._live_tables.see(live, read)
    assert at.room.table("T1") == load(at.store, "T1")
    at.store.close()
