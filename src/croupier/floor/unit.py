"""A person's command as a unit of the record: who asks, decided anew when stale, answered as before when repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from croupier.errors import Refused
from croupier.floor.roles import Person
from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.store.journal import Store
from croupier.store.unit import CommandIdTaken, Receipt, StaleVersion, Unit, Write

TRIES: Final = 20
T = TypeVar("T")


def unit_of(
    who: Person,
    command: str,
    time_ms: int,
    asked: str,
    *writes: Write,
    transfers: tuple[Transfer, ...] = (),
    seal: tuple[tuple[str, str], ...] = (),
    unseal: tuple[str, ...] = (),
    snapshots: tuple[tuple[str, str], ...] = (),
    covered: tuple[Account, ...] = (),
) -> Unit:
    """What `who` wants written."""
    return Unit(
        command=command,
        actor=who.actor,
        time_ms=time_ms,
        asked=asked,
        writes=writes,
        transfers=transfers,
        seal=seal,
        unseal=unseal,
        snapshots=snapshots,
        covered=covered,
    )


def retried(store: Store, who: Person, command: str, what: str, attempt: Callable[[], T]) -> T | Receipt:
    """What `attempt` comes to, decided anew for as long as somebody else's entry on `what` comes in between.

    Where it is refused because the same person's same command was carried out before, the receipt of that time.
    """
    for _ in range(TRIES):
        try:
            return attempt()
        except StaleVersion:
            continue
        except CommandIdTaken:
            raise
        except Refused:
            before = receipt_of(store, who, command)
            if before is None:
                raise
            return before
    raise Refused(f"{what} moved on {TRIES} times while this was decided; ask again")


def receipt_of(store: Store, who: Person, command: str) -> Receipt | None:
    """How a command of this person was answered, if it was."""
    before = store.receipt(command)
    return before if before is not None and before.entries[0].actor == who.actor else None
