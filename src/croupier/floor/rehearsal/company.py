"""Who plays in a rehearsal where nobody else does: players of the house with play chips, in seats that a supervisor
gives them. They bet by themselves where a person deals, and on request where the machine would never stop."""

from __future__ import annotations

import secrets
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.marks import REHEARSAL
from croupier.floor.orders import Order, Sit
from croupier.floor.people import People
from croupier.floor.practice import CompanyStrength, company_decision, company_stakes
from croupier.floor.roles import Duty, Person, Role, check_may
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Sitting, Table
from croupier.ledger.accounts import player
from croupier.money import DOLLAR, Cents
from croupier.rules.commands import PlaceBets, TakeBank
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.seat import SEATS
from croupier.rules.wagers import PROGRESSIVE, Stakes

PURSE: Final[Cents] = 5_000 * DOLLAR
_NAME: Final = "trainee-"
_BANK: Final[Cents] = 1_000 * DOLLAR


def seat_company(room: Room, name: str, seat: int, who: Person) -> Order:
    """Make somebody ready to sit down in a seat, with play chips; how they do it, which is for them to order."""
    check_may(who, Duty.REHEARSE)
    table = room.table(name)
    if not table.rehearsal:
        raise Refused(f"company sits down in a rehearsal alone, and {name} plays; put it into rehearsal first")
    if table.real_cards:
        raise Refused(f"chips are real at {name}: the dealer enters who sits in seat {seat}, and what they bet")
    company = trainee(seat)
    if People(room.store).find(company.name) is None:
        People(room.store).register(company.name, Role.PLAYER, None, who, f"{REHEARSAL}-{secrets.token_hex(8)}")
    if room.store.balance(player(company.name)) < PURSE // 2:
        Cage(room.store).buy_in(company.name, PURSE, who, f"{REHEARSAL}-{secrets.token_hex(8)}")
    return Sit(seat)


def trainee(seat: int) -> Person:
    """Who plays in a seat of a rehearsal."""
    return Person(f"{_NAME}{seat}", Role.PLAYER)


TRAINEES: Final = frozenset(trainee(seat).name for seat in SEATS)


def trainee_order(table: Table, *, bets: bool | None = None) -> tuple[Order, Person] | None:
    """What the company at a rehearsal's table does next, if anything. Whether they `bet` by themselves, who deals says,
    unless somebody else does."""
    round = table.in_play
    if round is None or not table.rehearsal:
        return None
    bets = table.settings.dealt_by is DealtBy.PERSON if bets is None else bets
    for sitting in table.sittings:
        who = trainee(sitting.seat)
        if sitting.left or sitting.player != who.name:
            continue
        if round.stage is Stage.BETTING:
            order = _betting(table, round, sitting) if bets else None
        else:
            order = _decision(round, sitting.seat) if sitting.seat in due_seats(round) else None
        if order is not None:
            return order, who
    return None


def _decision(round: Round, seat: int) -> Order:
    return company_decision(round, seat, CompanyStrength.CAREFUL)


def _betting(table: Table, round: Round, sitting: Sitting) -> Order | None:
    if round.wants_bank:
        return TakeBank(_BANK) if table.bank_offered_to[:1] == (sitting.seat,) else None
    if table.has_wagers(sitting.seat):
        return None
    stakes, progressive = company_stakes(round.terms), round.terms.progressive_stake
    if table.link is not None and progressive is not None:
        stakes = Stakes({**stakes, PROGRESSIVE: progressive})
    return PlaceBets(stakes)
