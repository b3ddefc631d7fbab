"""The books of a rehearsal: made of the house as it stands, with its staff, their PINs and badges, what it has chosen,
and the tables that are put into rehearsal, each on its link. Nothing is written back."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.house.choices import CHOICES, SIGNED, ChoiceBook, HouseChoices, choice_words
from croupier.floor.house.law import LawBook
from croupier.floor.house.profile import profile_texts
from croupier.floor.links.control import Links
from croupier.floor.links.linked import TableUnlinked, linked_terms
from croupier.floor.marks import REHEARSAL
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Duty, Person, Role, check_may, may
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.ledger.accounts import tray
from croupier.money import DOLLAR, Cents
from croupier.rules.law import LAW
from croupier.rules.terms import Terms
from croupier.store.journal import Store
from croupier.values import replace

FUND: Final[Cents] = 1_000_000 * DOLLAR
"""What the cage of a rehearsal holds, in play chips."""
LEAST_TRAY: Final[Cents] = 20_000 * DOLLAR
_NOT_CHOSEN: Final = frozenset({*SIGNED, "only_approved"})
"""What the house has chosen about its money and its papers, of which a rehearsal has none."""
_AS_IN_THE_NIGHT: Final = "as in the night's books"


class NoBooks(Refused):
    """A rehearsal that cannot be begun with such a staff."""


def begin_books(books: Store, night: Room, who: Person) -> None:
    """Write the house into empty books: its staff, what it has chosen, its law, and a cage full of play chips."""
    check_may(who, Duty.REHEARSE)
    people, others = People(books, now_ms=night.now_ms), People(night.store)
    staff = [known.person for known in others.staff().values() if known.active]
    admin = next((one for one in staff if one.role is Role.ADMIN), None)
    if admin is None:
        raise NoBooks("nobody on the staff is an admin, so nobody can enter the others into the books of a rehearsal")
    people.enter_from(others, admin.name, FIRST_START, REHEARSAL)
    for one in staff:
        if one != admin:
            people.enter_from(others, one.name, admin, _command())
    _choose(books, night, admin)
    _copy_law(books, night, admin)
    Cage(books, now_ms=night.now_ms).fund(FUND, who, _command())


def _choose(books: Store, night: Room, admin: Person) -> None:
    chosen, choices = night.approvals.choices.now(), ChoiceBook(books, now_ms=night.now_ms)
    for name in CHOICES:
        value = getattr(chosen, name)
        if name not in _NOT_CHOSEN and value != getattr(HouseChoices(), name):
            choices.choose(name, choice_words(value), admin, _command())


def _copy_law(books: Store, night: Room, admin: Person) -> None:
    """Put the law in force in the night's books into these: a table that is lawful there is lawful here (R55)."""
    law, second = LawBook(books, now_ms=night.now_ms), _somebody_else(books, admin, Duty.SET_HOUSE)
    today = datetime.fromtimestamp(night.now_ms() / 1000, ZoneInfo(law.zone())).date().isoformat()
    for place, profile in night.law.now(fresh=True).items():
        if profile.bare != LAW[place].bare and second is not None:
            law.change(
                place,
                profile_texts(place, profile),
                reference=_AS_IN_THE_NIGHT,
                day=today,
                who=admin,
                second=second,
                command=_command(),
            )


def add_table(books: Room, night: Room, name: str, who: Person) -> Table:
    """Open a table in the books of a rehearsal as it stands in the night's, on its link, with a full tray."""
    check_may(who, Duty.REHEARSE)
    real = night.table(name)
    settings = replace(real.settings, terms=_off_link(real.settings.terms))
    if name in books.tables():
        there = books.table(name)
        if replace(there.settings, terms=_off_link(there.settings.terms)) != settings or there.link != real.link:
            raise Refused(f"{name} was changed since it was rehearsed in these books; end every rehearsal first")
        return there
    if real.link is not None:
        _open_link(books, night, real.link, who)
    books.open_table(name, settings, who, _command())
    Cage(books.store).fill(name, max(night.store.balance(tray(name)), LEAST_TRAY), who, _command())
    if real.link is not None:
        approver = _somebody_else(books.store, who, Duty.RUN_LINK)
        Links(books).join(real.link, name, who, _command(), override=_AS_IN_THE_NIGHT, approver=approver)
    return books.table(name)


def _open_link(books: Room, night: Room, name: str, who: Person) -> None:
    """Open a link with the terms that it has in the night's books; its meters begin at their seeds."""
    if name in books.desk.names():
        return
    terms = night.desk.link(name).terms
    approver = _somebody_else(books.store, who, Duty.RUN_LINK)
    Links(books).open(name, terms, who, _command(), override=_AS_IN_THE_NIGHT, approver=approver)


def _somebody_else(books: Store, who: Person, duty: Duty) -> Person | None:
    """Somebody else with a duty: what two people decided in the night is not decided anew, whoever is there signs."""
    staff = People(books).staff().values()
    return next((one.person for one in staff if may(one.role, duty) and one.name != who.name), None)


def _off_link(terms: Terms) -> Terms:
    """A table's terms before it joins a link: the link gives it the others."""
    return linked_terms(terms, TableUnlinked())


def _command() -> str:
    return f"{REHEARSAL}-{secrets.token_hex(8)}"
