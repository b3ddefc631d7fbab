"""Play chips: lent to guests and to their company, and never to anybody else."""

from __future__ import annotations

from croupier.floor.practice.names import word
from croupier.floor.roles import PRACTICE_HOST
from croupier.floor.room import Room
from croupier.floor.unit import unit_of
from croupier.ledger.accounts import PLAY, player
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.money import Cents
from croupier.store.entry import Event
from croupier.store.unit import Write

PLAY_CHIPS: Cents = 100_000


def lend_chips(room: Room, name: str, amount: Cents) -> None:
    """Play chips for a guest or the company."""
    command = f"play-chips/{name}/{word()}"
    chips = Transfer(transfer_id(command, "chips"), PLAY, player(name), amount)
    event = {"event": "PlayChipsLent", "amount": amount}
    note(room, f"player/{name}", command, f"play chips for {name}", event, chips)


def refill(room: Room, guest: str) -> None:
    """Bring a guest's play chips back to what they began with, if there are fewer."""
    missing = PLAY_CHIPS - room.store.balance(player(guest))
    if missing > 0:
        lend_chips(room, guest, missing)


def note(room: Room, stream: str, command: str, request: str, event: Event, *moved: Transfer) -> None:
    """Write down what the host of the practice tables did."""
    write = Write(stream, None, (event,))
    room.store.commit(unit_of(PRACTICE_HOST, command, room.now_ms(), request, write, transfers=moved))
