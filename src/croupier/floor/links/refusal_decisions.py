"""A round that ends without a win that was refused (R46): who signs beside the refusal, and what the player is left."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.disputes import DisputeOpened
from croupier.floor.links.refusals import RefusalSigned, RefusedWin, SignRefusal
from croupier.floor.table import DealtBy, Table
from croupier.rules.paytables import line_words


class Unclaimed(Refused):
    """The end of a round with a win that no meter has paid (R46)."""

    def __init__(self, table: Table) -> None:
        win = table.pending[0]
        refused = refused_win(table, win.seat, win.line)
        why = f"seat {win.seat} has won with {line_words(win.line)} and the meter has not paid it"
        todo = "press its hand button and call a supervisor"
        if refused is not None:
            why = f"{refused.words}, and its cards make {line_words(win.line)}"
            todo = "another supervisor or an executive signs that it is not paid, or its hand button is pressed again"
        super().__init__(f"cannot end the round at {table.name}: {why}; {todo}")


def sign_refusal(table: Table, order: SignRefusal, name: str) -> RefusalSigned:
    """The second signature under a refusal, by neither who refused nor who deals. No machine misreads its own cards."""
    refused = refused_win(table, order.seat, order.line)
    if refused is None or refused.signed_by:
        raise Refused(f"no refused {line_words(order.line)} of seat {order.seat} waits at {table.name} for a signature")
    if table.settings.dealt_by is DealtBy.MACHINE:
        raise Refused(f"{table.name} is dealt by machine, and its cards are those of the record; the win is paid")
    if name == refused.by or name in table.dealers or (table.dealer is not None and name == table.dealer.name):
        did = "refused this claim" if name == refused.by else "deals this round"
        raise Refused(f"{name} {did}; another supervisor or an executive signs")
    return RefusalSigned(order.seat, order.line, name)


def open_disputes(table: Table, name: str) -> tuple[DisputeOpened, ...]:
    """Where a round ends, or is declared void, without a win that was refused though its cards show it, the player's
    dispute is open by itself."""
    round = table.in_play
    if round is None:
        return ()
    return tuple(
        DisputeOpened(round.id, one.seat, f"{one.words}; {_then(one)}", name)
        for win in table.unpaid
        if (one := refused_win(table, win.seat, win.line)) is not None
    )


def _then(refused: RefusedWin) -> str:
    return f"signed by {refused.signed_by}" if refused.signed_by else "the round was then declared void"


def refused_win(table: Table, seat: int, line: str) -> RefusedWin | None:
    """The refusal of a win of the round in play, if it was refused and not claimed again and paid."""
    if not any((win.seat, win.line) == (seat, line) for win in table.unpaid):
        return None
    return next((one for one in table.refused if (one.seat, one.line) == (seat, line)), None)
