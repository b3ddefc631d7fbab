"""Practice: a private table with play chips for whoever comes in, and company where the rules need it.

Guests and their chips live in the same record as everything else, under names of their own: a guest sits only at
practice tables, and nobody else does, so play chips and money never meet.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from croupier.errors import Refused
from croupier.floor.orders import Order, Play, PutDown, Sit, TakeTheBank
from croupier.floor.people import People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings, Sitting, Table
from croupier.floor.unit import unit_of
from croupier.ledger.accounts import PLAY, player
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.money import Cents
from croupier.rules.round import Stage, due_seats
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Terms, terms
from croupier.rules.view import AtSeat, view
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes
from croupier.store.entry import Event, contents
from croupier.store.unit import Write

PLAY_CHIPS: Cents = 100_000
COMPANY: Final = ("ivy", "max")
"""Who keeps a guest company at a table where players take turns at the bank."""
_COMPANY_SEATS: Final = (3, 5)
_COMPANY_BASE: Cents = 1_000
_COMPANY_SIDE_BET: Cents = 500
_COMPANY_BANK: Cents = 30_000
_HOST: Final = Person("practice-host", Role.SUPERVISOR)
_GUEST: Final = re.compile(r"guest-[0-9a-z]{8}")
_TABLE: Final = re.compile(r"practice-[0-9a-z]{8}")
_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"


def is_guest(name: str) -> bool:
    """Whether a name is a guest's, or one of the company."""
    return _GUEST.fullmatch(name) is not None or name.rpartition(".")[0] in COMPANY


def is_practice(table: str) -> bool:
    """Whether a table is played with play chips."""
    return _TABLE.fullmatch(table) is not None


def check_right_chips(table: str, name: str) -> None:
    """Refuse a guest at a table for money, and money at a practice table."""
    if is_guest(name) and not is_practice(table):
        raise Refused(f"{table} is played for money, and a guest has play chips; sign in with your name and PIN")
    if is_practice(table) and not is_guest(name):
        raise Refused(f"{table} is a practice table with play chips; sign out to play there as a guest")


def welcome(people: People, room: Room) -> Person:
    """A new guest with play chips."""
    return _enter(people, room, f"guest-{_word()}")


def open_practice(room: Room, people: People, rules: RuleSet, guest: Person) -> str:
    """Open a practice table for a guest and sit them down; the table's name."""
    name = f"practice-{_word()}"
    tables = {bet: offered[0] for bet, offered in rules.tables.items() if bet != PROGRESSIVE}
    room.open_table(name, Settings(terms=terms(rules, tables)), _HOST, f"open/{name}")
    room.do(name, Sit(1), guest, command=f"sit/{name}/1")
    _note(room, guest.name, f"note/{name}", f"practice at {name}", {"event": "PracticeOpened", "table": name})
    if room.table(name).settings.terms.player_banked:
        for seat, who in zip(_COMPANY_SEATS, COMPANY, strict=True):
            company = _enter(people, room, f"{who}.{name.removeprefix('practice-')}")
            room.do(name, Sit(seat), company, command=f"sit/{name}/{seat}")
    return name


def practice_tables(room: Room, guest: str) -> list[str]:
    """The practice tables that a guest has opened."""
    entries = room.store.read(f"player/{guest}")
    return [event["table"] for entry in entries for event in contents(entry).events if event.get("table")]


def refill(room: Room, guest: str) -> None:
    """Bring a guest's play chips back to what they began with, if there are fewer."""
    missing = PLAY_CHIPS - room.store.balance(player(guest))
    if missing > 0:
        lend_chips(room, guest, missing)


def company_order(table: Table) -> tuple[Order, Person] | None:
    """What the company at a practice table does next, if anything."""
    round = table.in_play
    if round is None:
        return None
    if round.stage is Stage.BETTING and all(_is_company(sitting) or sitting.left for sitting in table.sittings):
        return None  # without a guest they finish the round, and begin no other
    for sitting in table.sittings:
        if sitting.left or not _is_company(sitting):
            continue
        who, seat = Person(sitting.player, Role.PLAYER), sitting.seat
        if round.stage is Stage.BETTING:
            if round.bank is None and table.bank_offered_to[:1] == (seat,):
                return TakeTheBank(_COMPANY_BANK), who
            if round.bank is not None and not table.has_wagers(seat):
                return PutDown(company_stakes(round.terms)), who
        elif seat in due_seats(round):
            seen = view(round, AtSeat(seat))
            mine = next(one for one in seen.seats if one.number == seat)
            assert mine.cards is not None, "a seat that is due has its cards"
            return Play(round.game.sense(round.shown, mine.cards, seen.board)), who
    return None


def company_stakes(terms: Terms) -> Stakes:
    """What the company bets: the base bet, and the first side bet that needs nothing else."""
    alone = (bet.key for bet in terms.game.side_bets if bet.key in terms.tables and not bet.spot.needs)
    side_bet = next(alone, None)
    return Stakes({BASE: _COMPANY_BASE} | ({} if side_bet is None else {side_bet: _COMPANY_SIDE_BET}))


def _is_company(sitting: Sitting) -> bool:
    return sitting.player.rpartition(".")[0] in COMPANY


def _enter(people: People, room: Room, name: str) -> Person:
    who = people.register(name, Role.PLAYER, None, _HOST, f"register/{name}")
    lend_chips(room, name, PLAY_CHIPS)
    return who


def lend_chips(room: Room, name: str, amount: Cents) -> None:
    """Play chips for a guest or the company."""
    command = f"play-chips/{name}/{_word()}"
    chips = Transfer(transfer_id(command, "chips"), PLAY, player(name), amount)
    _note(room, name, command, f"play chips for {name}", {"event": "PlayChipsLent", "amount": amount}, chips)


def _note(room: Room, name: str, command: str, asked: str, event: Event, *moved: Transfer) -> None:
    write = Write(f"player/{name}", None, (event,))
    room.store.commit(unit_of(_HOST, command, room.now_ms(), asked, write, transfers=moved))


def _word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))
