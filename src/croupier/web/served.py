"""A mark beside a record that a server has open: of the servers on one host, one at a time holds it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.errors import Refused


class Held(Refused):
    """A mark that another server holds; `address` is what it wrote there."""

    def __init__(self, mark: Path, address: str) -> None:
        super().__init__(f"{mark} is held by the server at {address}; end that server first")
        self.address = address


@contextmanager
def held(mark: Path, address: str) -> Iterator[None]:
    """Hold a mark for as long as the context lasts, with one's address in it; `Held` where another server does. It is
    let go of with the process, however that ends."""
    handle = os.open(mark, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            other = os.read(handle, 200).decode(errors="replace").strip()
            raise Held(mark, other or "another address") from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{address}\n".encode())
        yield
    finally:
        os.close(handle)
