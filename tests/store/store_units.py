"""Small units of work for the tests of the store."""

from __future__ import annotations

from typing import Any

from croupier.ledger.accounts import CASH, Account, player
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.store.unit import Unit, Write


def unit(
    command: str,
    stream: str = "table/T1",
    expected: int | None = None,
    *,
    move: tuple[Account, Account, int] | None = None,
    id: str | None = None,
    **more: Any,
) -> Unit:
    """A unit with one event for one stream, and perhaps one movement."""
    moved = () if move is None else (Transfer(transfer_id(id or command, "money"), *move),)
    more.setdefault("actor", "staff/dora")
    writes = (Write(stream, expected, ({"kind": "noted", "what": command},)),)
    return Unit(command=command, time_ms=1_790_000_000_000, writes=writes, transfers=moved, **more)


BRING = (CASH, player("ann"), 10_000)
