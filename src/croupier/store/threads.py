"""Nobody waits for a database in an event loop: what needs a look at the record is done in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

T = TypeVar("T")
_FORBIDDEN: Final = ContextVar("looking is forbidden", default=False)


class BlocksTheLoop(Exception):
    """What is being worked out needs a look at the record, where none may be taken."""


@contextmanager
def within_the_loop() -> Iterator[None]:
    """Take no look at the record meanwhile: `BlocksTheLoop` where one is needed."""
    before = _FORBIDDEN.set(True)
    try:
        yield
    finally:
        _FORBIDDEN.reset(before)


def check_off_the_loop() -> None:
    """Say so where somebody looks at the record and should not wait for it."""
    if _FORBIDDEN.get():
        raise BlocksTheLoop


async def off_the_loop(work: Callable[[], T]) -> T:
    """What `work` comes to: at once where it needs no look at the record, otherwise from a thread, while others go on.

    It may be begun twice, so it only looks and changes nothing before it has looked.
    """
    before = _FORBIDDEN.set(True)  # `within_the_loop`, spelled out: every order and every look at a table comes by here
    try:
        return work()
    except BlocksTheLoop:
        pass
    finally:
        _FORBIDDEN.reset(before)
    return await asyncio.to_thread(work)
