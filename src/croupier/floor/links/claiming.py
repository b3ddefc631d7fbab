"""Buttons of a table's progressive keypad: the round's cards say what may be claimed, the link says what it is worth.

A button writes into the link's stream; the one that adjusts the meter also writes into the table's, so that the
round can end. What the cards do not support is refused before anything is written.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.cards import cards_text
from croupier.errors import Refused
from croupier.floor.links.desk import LinkPart
from croupier.floor.links.linked import TakeAward
from croupier.floor.links.refusal_decisions import refused_win
from croupier.floor.links.refusals import TakeRefusal
from croupier.floor.roles import AUTOMATIC_DEALER, PRACTICE_HOST, Duty, Person, Role, check_may, may
from croupier.floor.staffing_decisions import check_deals
from croupier.floor.table import DealtBy, Table
from croupier.floor.unit import Same, retried, unit_of
from croupier.jackpot.buttons import Button, GameOver, Hand, KeyToRun, Refuse, Seat, Swipe
from croupier.jackpot.claim import LinkPerson, Rank, SeatChosen, next_to_verify
from croupier.jackpot.commands import Command
from croupier.jackpot.keypad import PressButton, SeatHand
from croupier.jackpot.link import Win
from croupier.jackpot.terms import Flow
from croupier.rules.steps import END
from croupier.store.entry import contents
from croupier.store.unit import Receipt, StaleVersion, Write

if TYPE_CHECKING:
    from croupier.floor.room import Room


class NotOnLink(Refused):
    """A button at a table that is on no link."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table} is on no progressive link; a supervisor can put it on one")


def link_person(who: Person) -> LinkPerson:
    """Somebody of the house, as a link knows them."""
    check_may(who, Duty.PRESS_KEYPAD)
    return LinkPerson(who.name, rank_of(who.role))


def second_of(approver: Person | None) -> LinkPerson | None:
    """The second person of a command as a link knows them, where there is one."""
    return None if approver is None else link_person(approver)


def rank_of(role: Role) -> Rank:
    """What a role may do on a link: who does not run links may verify nothing."""
    if not may(role, Duty.RUN_LINK):
        return Rank.DEALER
    return Rank.EXECUTIVE if role is Role.EXECUTIVE else Rank.SUPERVISOR


def wins_of(table: Table) -> tuple[Win, ...]:
    """The meter wins of a table's round, those already paid among them, in the order of R38; one that two people have
    refused holds up no other."""
    paid = tuple(Win(award.seat, award.line) for award in table.paid)
    refused = tuple(win for win in table.unpaid if win not in table.pending)
    return (*paid, *(Win(win.seat, win.line) for win in (*table.pending, *refused)))


def press(room: Room, name: str, button: Button, who: Person, command: str) -> Receipt | None:
    """Press a button of a table's keypad. `None`: nothing had to be written, as when a game may end."""
    if isinstance(button, GameOver):
        return room.do(name, END, who, command=command).receipt

    def attempt() -> Receipt | None:
        table = room.table(name)
        if table.link is None:
            raise NotOnLink(name)
        check_deals(table, who)
        part = room.desk.part(table.link, _pressed(table, button, who), split_pool=isinstance(button, Hand))
        if part.paid is None and part.refused is None:
            # The table must stand as it was looked at: another server may have voided the round this very moment.
            still = Write(table.stream, table.version, ())
            try:
                return commit(room, part, who, command, f"{name} {button}", still=still)
            except StaleVersion:
                room.reload(name)
                raise
        order = _order_beside(part)
        receipt = room.do(name, order, who, command=command, version=table.version, link_part=part).receipt
        if part.paid is not None:
            claim_due(room, name)
        return receipt

    return retried(room.store, who, command, f"{name} or its link", _pressed_at(name, button), attempt)


def _order_beside(part: LinkPart) -> TakeAward | TakeRefusal:
    """What the table notes beside a claim that is paid or refused."""
    if part.refused is not None:
        return TakeRefusal(part.refused.seat, part.refused.line, part.refused.reason)
    assert part.paid is not None, "a claim is paid or refused"
    return TakeAward(part.paid.seat, part.paid.line, part.paid.cents)


def _pressed_at(name: str, button: Button) -> Same:
    """Whether a receipt is that of this button at this table. If the button paid or refused, the table's entry says so
    instead."""

    def same(receipt: Receipt) -> bool:
        first = receipt.entries[0]
        if isinstance(button, KeyToRun | Swipe) and first.stream == f"table/{name}":
            return contents(first).request.startswith("award ")
        if isinstance(button, Refuse) and first.stream == f"table/{name}":
            return contents(first).request.endswith(f" {button.reason.strip()}")
        return contents(first).request == f"{name} {button}"

    return same


def claim_due(room: Room, name: str) -> None:
    """Press the hand buttons at a table with an automatic dealer; its wins then wait for a supervisor, but those in
    play chips for nobody. After a refusal people decide."""
    table = room.table(name)
    if not table.unpaid or table.link is None or table.settings.dealt_by is DealtBy.PERSON:
        return
    link = room.desk.link(table.link)
    if link.fault is not None:
        return
    # Refused, because the link was stopped just now? Then the next step of the table tries again.
    with suppress(Refused):
        if not any(claim.table == name for claim in link.claims.values()):
            win = table.unpaid[0]
            if refused_win(table, win.seat, win.line) is not None:
                return
            if link.terms.flow is Flow.CARD and link.pad(name) != SeatChosen(win.seat):
                press(room, name, Seat(win.seat), AUTOMATIC_DEALER, str(uuid.uuid4()))
            press(room, name, Hand(win.line), AUTOMATIC_DEALER, str(uuid.uuid4()))
        if link.terms.play_chips:
            _confirm(room, name, link.id)


def _confirm(room: Room, table: str, name: str) -> None:
    """Pay a win in play chips from wherever its claim stands: the host of the private table confirms it."""
    while room.desk.link(name).claims:
        link = room.desk.link(name)
        press(room, table, next_to_verify(link.terms.flow, link.pad(table)), PRACTICE_HOST, str(uuid.uuid4()))


def commit(
    room: Room,
    part: LinkPart,
    who: Person,
    command: str,
    request: str,
    there: LinkPart | None = None,
    still: Write | None = None,
) -> Receipt | None:
    """Write an entry of a link with which no table writes. `there` is what another link writes in the same transaction;
    the streams in `still` must not have moved meanwhile."""
    if not part.writes:
        return None
    parts = (part,) if there is None else (part, there)
    unit = unit_of(
        who,
        command,
        room.now_ms(),
        request,
        *(write for one in parts for write in one.writes),
        *(() if still is None else (still,)),
        transfers=tuple(transfer for one in parts for transfer in one.transfers),
        snapshots=tuple(snapshot for one in parts for snapshot in one.snapshots),
    )
    receipt = room.store.commit(unit)
    for one in parts:
        room.desk.wrote(one, receipt)
    return receipt


def _pressed(table: Table, button: Button, who: Person) -> Command:
    round = table.in_play
    held = {}
    if round is not None and round.deal is not None:
        held = {
            seat.number: SeatHand(
                "" if table.acts_for(seat.number) else table.player_at(seat.number),
                cards_text(round.game.progressive_cards(round.cards, seat.number)),
            )
            for seat in round.seats
            if any(win.seat == seat.number for win in table.unpaid)
        }
    return PressButton(
        table=table.name,
        round="" if round is None else round.id,
        button=button,
        by=link_person(who),
        wins=wins_of(table),
        held=held,
    )
