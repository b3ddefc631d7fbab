"""Drafts: a unit with its entries as they will be written, without their positions and hashes. A draft is made before
the journal is locked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.ledger.transfers import Transfer
from croupier.store.compression import packed
from croupier.store.entry import Contents, body_text
from croupier.store.unit import Unit, Unwritable

Line: TypeAlias = tuple[str, Contents, str, bytes]
"""An entry's stream, its contents, the text of its body, and that text compressed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A unit and its entries; or why they cannot be written, which is raised when the unit's turn has come."""

    unit: Unit
    entries: tuple[Line, ...] = ()
    refused: Unwritable | None = None


def drafted(unit: Unit, moves: tuple[Transfer, ...] | None = None) -> Draft:
    """The draft of a unit. `moves` are those of its transfers that were not moved before; usually all are new.

    Encoding and compressing bodies takes longer than everything else that a unit needs. It is done before the journal
    is locked, so that no other server waits for it.
    """
    # The transfers are in the entry of the first write.
    transfers, lines = unit.transfers if moves is None else moves, list[Line]()
    try:
        for write in unit.writes:
            if write.events:  # the others only want their streams to stand still
                contents = Contents(unit.request, write.events, transfers)
                body = body_text(unit.request, write.events, transfers, write.commands)
                lines.append((write.stream, contents, body, packed(body)))
                transfers = ()
    except (TypeError, ValueError, RecursionError) as why:
        return Draft(unit, refused=Unwritable(why))
    return Draft(unit, tuple(lines))
