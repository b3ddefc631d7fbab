"""Thousands of streams come and go: what they held is let go of with them, not when somebody looks for it."""

from __future__ import annotations

import gc
import time

from web_place import Place
from websockets.sync.client import connect

from croupier.web.gate.websocket import LiveConnection
from depth import thorough

TIMEOUT_S = 20


def lines() -> int:
    return sum(type(one) is LiveConnection for one in gc.get_objects())


@thorough
def test_a_stream_that_ends_leaves_nothing_to_the_collector(place: Place) -> None:
    table = place.open_table("come-and-go")
    gc.collect()
    before = lines()
    gc.disable()
    try:
        for _ in range(3):
            with connect(place.url.replace("http", "ws") + f"/live/tables/{table}?changes=seats") as stream:
                assert stream.recv()
                assert lines() > before
                gc.collect()  # what has stayed for a while is not looked at again
        until = time.monotonic() + TIMEOUT_S
        while lines() > before and time.monotonic() < until:
            time.sleep(0.01)
        assert lines() <= before
    finally:
        gc.enable()
