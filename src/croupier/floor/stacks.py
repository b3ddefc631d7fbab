"""Chips in front of players who are there by name: what moves them, and whose they were in the last rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.floor.choices.upkeep import PlayerUnseated
from croupier.floor.corrections import called_now
from croupier.floor.sitting import nobodys
from croupier.floor.table import ChipsPutDown, PlayerStood, Table
from croupier.ledger.accounts import CHIPS, stack
from croupier.ledger.balances import net
from croupier.ledger.transfers import Transfer, TransferId
from croupier.values import replace

OF_STACKS: Final = frozenset({ChipsPutDown, PlayerStood, PlayerUnseated})
"""What moves the chips in front of a player who is there by name."""


def of_stack(
    table: Table, event: ChipsPutDown | PlayerStood | PlayerUnseated, moved: Iterable[Transfer]
) -> Iterable[Transfer]:
    """What lies in front of a player who is there by name came in their hands, and goes with them. It is no part of a
    round: a void leaves it where it is."""
    held, pile = table.stack_of(event.seat), stack(table.name, event.seat)
    id = f"{table.name}/{event.seat}/chips/{table.version + 1}/{'put' if isinstance(event, ChipsPutDown) else 'taken'}"
    if isinstance(event, ChipsPutDown):
        yield Transfer(TransferId(id), CHIPS, pile, event.cents)
    elif held is not None and (left := held + net(moved).get(pile, 0)):
        yield Transfer(TransferId(id), pile, CHIPS, left)


def with_names(before: Table, after: Table) -> Table:
    """The table with its last rounds told of who is still there by name; who has left is nobody in them. Who is given
    a name while their chips lie there is the same person, and whoever else sits in a seat is another."""
    now = {one.seat: one.player for one in after.sittings if one.stack is not None}
    names = {}
    for one in before.sittings:
        if one.stack is not None:
            called = now.get(one.seat, "")
            stays = called == one.player or (one.player == nobodys(one.seat) and one.stack > 0)
            names[one.player] = called if stays else ""
    return replace(after, recent=called_now(after.recent, names)) if names else after


def with_stacks(before: Table | None, after: Table, moved: Iterable[Transfer]) -> Table:
    """The table with what lies in front of its seats after these movements."""
    if before is None or all(sitting.stack is None for sitting in after.sittings):
        return after
    changed, sittings = net(moved), []
    for one in after.sittings:
        lay = before.stack_of(one.seat) or 0
        lies = None if one.stack is None else lay + changed.get(stack(after.name, one.seat), 0)
        sittings.append(one if lies == one.stack else replace(one, stack=lies))
    return replace(after, sittings=tuple(sittings))
