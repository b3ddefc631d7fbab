"""What an event of the cage moves, made from the event alone: the cage and the audit both ask here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from croupier.ledger.accounts import CAGE, CASH, CHIPS, HOUSE, VARIANCE, Account, drop, fees, player, tray
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.money import Cents
from croupier.store.entry import Event

STREAM: Final = "cage"


def moves(event: Event, command: str) -> tuple[Transfer, ...]:
    """The money that an event of the cage moves."""

    def move(what: str, debit: Account, credit: Account, amount: Cents) -> Transfer:
        return Transfer(transfer_id(command, what), debit, credit, amount)

    match event:
        case {"event": "CageFunded", "amount": amount}:
            return (move("fund", HOUSE, CAGE, amount),)
        case {"event": "BoughtIn", "table": table, "amount": amount}:
            return move("cash", CASH, drop(table), amount), move("chips", tray(table), holder(event), amount)
        case {"event": "BoughtIn", "amount": amount}:
            return move("cash", CASH, CAGE, amount), move("chips", CAGE, holder(event), amount)
        case {"event": "CashedOut", "amount": amount}:
            return move("chips", holder(event), CAGE, amount), move("cash", CAGE, CASH, amount)
        case {"event": "TrayFilled", "table": table, "amount": amount}:
            return (move("fill", CAGE, tray(table), amount),)
        case {"event": "TrayCredited", "table": table, "amount": amount}:
            return (move("credit", tray(table), CAGE, amount),)
        case {"event": "ShiftClosed", "table": table}:
            closed = (*_out_of_the_box(event, table), *_corrected(event, table))
            return tuple(move(what, debit, credit, amount) for what, debit, credit, amount in closed if amount)
        case _:
            return ()


def holder(event: Event) -> Account:
    """Whose chips are sold or redeemed: a player's account, or, where nobody is named, those that people carry."""
    return player(event["player"]) if "player" in event else CHIPS


def covered(event: Event) -> tuple[Account, ...]:
    """The accounts that an event may not leave short. A tray may owe a win until its fill comes, and the cage what a
    void takes back; but chips that are not there are neither sold nor carried away."""
    match event:
        case {"event": "BoughtIn" | "TrayCredited", "table": table}:
            return (tray(table),)
        case {"event": "TrayFilled"}:
            return (CAGE,)
        case _:
            return ()


_Move = tuple[str, Account, Account, Cents]


def _out_of_the_box(event: Event, table: str) -> Iterator[_Move]:
    """Drop and fees go from the box to the cage, as the record has them."""
    yield "drop", drop(table), CAGE, event["drop"]
    # A shift that names no box was closed when fees were left in it.
    yield "fees", fees(table), CAGE, event["fees"] if "box" in event else 0


def _corrected(event: Event, table: str) -> Iterator[_Move]:
    """The record follows the count: what is missing, or too much, is moved against the house's variance."""
    difference = event.get("counted_tray", event["closing"]) - event["closing"]
    yield "tray-over", VARIANCE, tray(table), max(difference, 0)
    yield "tray-short", tray(table), VARIANCE, max(-difference, 0)
    if "counted_box" in event:
        difference = event["counted_box"] - event["box"]
        yield "box-over", VARIANCE, CAGE, max(difference, 0)
        yield "box-short", CAGE, VARIANCE, max(-difference, 0)
