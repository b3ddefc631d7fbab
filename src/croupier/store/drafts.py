"""A unit with its entries as they will be written, but for their places and hashes: made before anybody waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.ledger.transfers import Transfer
from croupier.store.compression import packed
from croupier.store.entry import Contents, body_text
from croupier.store.unit import Unit, Unwritable
from croupier.values import swift

Line: TypeAlias = tuple[str, Contents, str, bytes]
"""An entry's stream, what its body says, the body's text, and that as it is kept."""


@swift
@dataclass(frozen=True, slots=True)
class Draft:
    """A unit and its entries; or why they cannot be written, which is said when the unit's turn has come."""

    unit: Unit
    entries: tuple[Line, ...] = ()
    refused: Unwritable | None = None


def drafted(unit: Unit, moves: tuple[Transfer, ...] | None = None) -> Draft:
    """A unit's entries. `moves` are those of its transfers that were not moved before; usually all are new.

    To put them into words and to pack them takes longer than all else that a unit needs, and no other server need wait
    for that: it is done before the journal is locked.
    """
    # The transfers are in the entry of the first write.
    transfers, lines = unit.transfers if moves is None else moves, list[Line]()
    try:
        for write in unit.writes:
            if write.events:  # the others only want their streams to stand still
                said = Contents(unit.asked, write.events, transfers)
                body = body_text(unit.asked, write.events, transfers, write.commands)
                lines.append((write.stream, said, body, packed(body)))
                transfers = ()
    except (TypeError, ValueError, RecursionError) as why:
        return Draft(unit, refused=Unwritable(why))
    return Draft(unit, tuple(lines))
