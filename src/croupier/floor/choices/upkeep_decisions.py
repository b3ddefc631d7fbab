"""`decide` for what the floor does to a table between rounds: other choices, a player sent off, the table closed."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.choices.equipment import PlaceDevice, RemoveDevice, decide_equipment
from croupier.floor.choices.making import changes, check_settings, chosen
from croupier.floor.choices.notices import beats_house, check_spots, spots_warning
from croupier.floor.choices.upkeep import (
    AllowSpots,
    Change,
    CloseTable,
    DealFaceDown,
    PlayerUnseated,
    ReopenTable,
    SpotsAllowed,
    TableClosed,
    TableReopened,
    Unseat,
    Upkeep,
)
from croupier.floor.roles import PRACTICE_HOST, Person
from croupier.floor.seated import check_free_to_leave
from croupier.floor.table import DealtBy, Happening, SeedRevealed, Settings, Table, TableChanged, TableOpened
from croupier.rules.events import BetsWithdrawn, RoundVoided
from croupier.rules.law import LAW, Law
from croupier.rules.round import Stage
from croupier.rules.seat import check_seat
from croupier.values import replace

EMPTY_ROUND = "nobody had bet"
"""Why a round is void that was open when its table was changed or closed."""


class InPlay(Refused):
    """Something that waits until the bets of a round are settled."""

    def __init__(self, table: Table, what: str) -> None:
        round = table.in_play
        assert round is not None, "only a round is in play"
        super().__init__(
            f"cannot {what} {table.name} now: bets lie in round {round.id}; stop the table, let the round end or void "
            "it, and then go on"
        )


def table_opened(name: str, settings: Settings, who: Person, law: Law = LAW, *, rehearsal: bool = False) -> TableOpened:
    """That a table is opened so, in the books of a `rehearsal` or of a room, or why not. Where nobody plays for money,
    any number of face-up spots may be (R17)."""
    check_settings(settings, law)
    if who is not PRACTICE_HOST:
        check_spots(settings.terms)
    return TableOpened(name, settings, spots_warning(settings.terms), rehearsal)


def decide_upkeep(table: Table, order: Upkeep, name: str, law: Law | None = LAW) -> tuple[Happening, ...]:
    """What such an order makes happen when `name` gives it, or why not."""
    match order:
        case Change():
            return _change(table, order, name, law)
        case AllowSpots():
            return _allow(table, order, name, law)
        case DealFaceDown(reference):
            return _face_down(table, reference)
        case Unseat(seat, why):
            return _unseat(table, seat, why)
        case CloseTable():
            return _close(table)
        case ReopenTable():
            if not table.closed:
                raise Refused(f"{table.name} is open; there is nothing to reopen")
            return (TableReopened(),)
        case PlaceDevice() | RemoveDevice():
            return (decide_equipment(table.name, table.equipment, order),)


def _allow(table: Table, order: AllowSpots, name: str, law: Law | None) -> tuple[Happening, ...]:
    """R17: the first of two people. The second is whoever then changes the table, and somebody else."""
    rules = table.settings.terms.rules
    if not rules.face_up_allowed:
        raise Refused(f"{rules.name} does not allow face-up dealing; no spots can be allowed at {table.name}")
    check_seat(order.spots)
    if law is not None and not beats_house(table.settings.terms, order.spots):
        raise Refused(
            f"nothing speaks against {order.spots} spots at {table.name}: no edge of the player's is known there; "
            "change the table"
        )
    return (SpotsAllowed(order.spots, order.why, name),)


def _face_down(table: Table, reference: str) -> tuple[Happening, ...]:
    """R17: at once, for a round that is open has its own terms and ends as it began."""
    settings = table.settings
    if not settings.terms.face_up:
        raise Refused(f"{table.name} deals face down already; nothing would change")
    new = replace(settings, terms=replace(settings.terms, face_up_approval=None, open_spots=None))
    return (TableChanged(settings, new, reference),)


def _change(table: Table, order: Change, name: str, law: Law | None) -> tuple[Happening, ...]:
    new = chosen(table.settings, order.choices, law)
    if not changes(table.settings, new):
        raise Refused(f"{table.name} stands like that already; nothing would change")
    if table.sittings and new.terms.real_cards is not table.settings.terms.real_cards:
        raise Refused(f"players sit at {table.name}; send them off before its cards come from elsewhere")
    if new.dealt_by is DealtBy.MACHINE and any(sitting.stack is not None for sitting in table.sittings):
        raise Refused(f"the dealer of {table.name} acts for players there; let them leave before a machine deals")
    spots, seated = new.terms.spots, len(table.sittings)
    if seated > spots:
        raise Refused(
            f"{seated} players sit at {table.name}, which would deal face up to {spots}; open more spots first"
        )
    old, warning, allowed_by = table.settings.terms, "", ""
    if new.terms.face_up and (not old.face_up or spots > old.spots or new.terms.tables != old.tables):
        allowed = table.allowed
        if allowed is not None and allowed.spots == spots and allowed.by != name:
            allowed_by = allowed.by
        elif law is not None:
            check_spots(new.terms)
        warning = spots_warning(new.terms)
    ended = between_rounds(table, "change")
    return *ended, TableChanged(table.settings, new, order.reference, warning, allowed_by)


def _unseat(table: Table, seat: int, why: str) -> tuple[Happening, ...]:
    """Bets that are not locked come back; wagers in play stay there, and the seat decides as who has left (R19)."""
    check_seat(seat)
    sitting = next((one for one in table.sittings if one.seat == seat), None)
    if sitting is None:
        raise Refused(f"nobody sits in seat {seat} at {table.name}; there is nobody to send off")
    if sitting.left:
        raise Refused(f"{sitting.player} has left seat {seat} already; it is free when the round is over")
    round, gone = table.in_play, PlayerUnseated(seat, why)
    if round is not None and round.stage is Stage.BETTING:
        if round.seat(seat) is not None:
            return BetsWithdrawn(seat), gone
        if round.bank is not None and round.bank.seat == seat and not round.seats:
            return *_void(table), gone  # nobody has bet against this bank: its wager goes home, too
    check_free_to_leave(table, seat)
    return (gone,)


def _close(table: Table) -> tuple[Happening, ...]:
    if table.link is not None:
        raise Refused(f"{table.name} is on link {table.link}; take it off the link first, then close it")
    ended = between_rounds(table, "close")
    sent_off = (PlayerUnseated(sitting.seat, "the table is closed") for sitting in table.sittings)
    return *ended, *sent_off, TableClosed()


def between_rounds(table: Table, what: str) -> tuple[Happening, ...]:
    """What must happen so that a table stands between rounds: a round in which nobody has bet is voided; one with bets
    refuses."""
    round = table.in_play
    if round is None:
        return ()
    if round.seats or round.bank is not None:
        raise InPlay(table, what)
    return _void(table)


def _void(table: Table) -> tuple[Happening, ...]:
    return RoundVoided(EMPTY_ROUND), *([] if table.seed is None else [SeedRevealed(table.seed)])
