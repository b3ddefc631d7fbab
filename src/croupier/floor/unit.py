"""A person's command as a unit of the record: who asks, decided anew when stale, answered as before when repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar

from croupier.errors import Refused
from croupier.floor.roles import Person, check_says
from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.store.entry import Event, contents
from croupier.store.journal import Store
from croupier.store.unit import CommandIdTaken, Receipt, StaleVersion, Unit, Write

TRIES: Final = 20
T = TypeVar("T")
Same: TypeAlias = Callable[[Receipt], bool]
"""Whether a receipt is that of the request which comes again, and not of another one under the same command id."""


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
    """What `who` wants written; of an automaton, where all of it is on its list."""
    check_writes(who, writes)
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


def check_writes(who: Person, writes: Iterable[Write]) -> None:
    """Refuse what an automaton may not say there."""
    actor = who.actor
    for write in writes:
        check_says(actor, write.stream, write.events)


def retried(store: Store, who: Person, command: str, what: str, same: Same, attempt: Callable[[], T]) -> T | Receipt:
    """What `attempt` comes to, decided anew for as long as somebody else's entry on `what` comes in between.

    Where the same person's same request was carried out before, the receipt of that time. A command id that was used
    for another request is refused.
    """
    for _ in range(TRIES):
        before = receipt_of(store, who, command, same)
        if before is not None:
            return before
        try:
            done = attempt()
        except StaleVersion:
            continue
        except CommandIdTaken:
            raise
        except Refused:
            # It may have been carried out this very moment, by the same command sent twice.
            before = receipt_of(store, who, command, same)
            if before is None:
                raise
            return before
        if isinstance(done, Receipt):
            check_same(who, done, same)
        return done
    raise Refused(f"{what} moved on {TRIES} times while this was decided; ask again")


def receipt_of(store: Store, who: Person, command: str, same: Same) -> Receipt | None:
    """How this request was answered, if it was; refused where its command id was used for another."""
    before = store.receipt(command)
    if before is not None:
        check_same(who, before, same)
    return before


def check_same(who: Person, receipt: Receipt, same: Same) -> None:
    """Refuse to answer one request with the receipt of another."""
    if receipt.entries[0].actor != who.actor or not same(receipt):
        raise CommandIdTaken(receipt.command)


def asked_at(stream: str, *texts: str) -> Same:
    """The request that was asked in one of these texts and written in `stream`."""

    def same(receipt: Receipt) -> bool:
        there = any(entry.stream == stream for entry in receipt.entries)
        return there and contents(receipt.entries[0]).asked in texts

    return same


def said_at(receipt: Receipt, stream: str) -> tuple[Event, ...]:
    """What a receipt's entry in `stream` says; nothing, where it has none there."""
    return tuple(event for entry in receipt.entries if entry.stream == stream for event in contents(entry).events)
