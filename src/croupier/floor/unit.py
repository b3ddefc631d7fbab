"""A person's command as a unit of the record: decided again if it is stale, answered as before if it is repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar

from croupier.errors import Refused
from croupier.floor.authors import check_says
from croupier.floor.roles import Person
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
    request: str,
    *writes: Write,
    transfers: tuple[Transfer, ...] = (),
    seal: tuple[tuple[str, str], ...] = (),
    unseal: tuple[str, ...] = (),
    snapshots: tuple[tuple[str, str], ...] = (),
    covered: tuple[Account, ...] = (),
    distinct_since: int | None = None,
) -> Unit:
    """The unit that `who` wants written: only events of which they may be the author (`floor.authors`)."""
    check_writes(who, writes)
    return Unit(
        command=command,
        actor=who.actor,
        time_ms=time_ms,
        request=request,
        writes=writes,
        transfers=transfers,
        seal=seal,
        unseal=unseal,
        snapshots=snapshots,
        covered=covered,
        distinct_since=distinct_since,
    )


def check_writes(who: Person, writes: Iterable[Write]) -> None:
    """Refuse events of which somebody may not be the author."""
    for write in writes:
        check_says(who, write.stream, write.events)


def retried(store: Store, who: Person, command: str, what: str, same: Same, attempt: Callable[[], T]) -> T | Receipt:
    """The result of `attempt`, which is tried again for as long as somebody else writes about `what` in between.

    If the same person's same request was carried out before, the receipt of that time is the answer. A command id that
    was used for another request is refused.
    """
    for _ in range(TRIES):
        before = receipt_of(store, who, command, same)
        if before is not None:
            return before
        try:
            outcome = attempt()
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
        if isinstance(outcome, Receipt):
            check_same(who, outcome, same)
        return outcome
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


def same_request(stream: str, *texts: str) -> Same:
    """Whether a receipt is that of a request with one of these texts, written in `stream`."""

    def same(receipt: Receipt) -> bool:
        there = any(entry.stream == stream for entry in receipt.entries)
        return there and contents(receipt.entries[0]).request in texts

    return same


def events_in(receipt: Receipt, stream: str) -> tuple[Event, ...]:
    """The events of a receipt's entry in `stream`; none if it has no entry there."""
    return tuple(event for entry in receipt.entries if entry.stream == stream for event in contents(entry).events)
