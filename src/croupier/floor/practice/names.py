"""The names of practice: tables, guests, company, and how each is shown to the others.

A guest is `guest-` and eight letters that nobody guesses. One who has taken a name has it in front, `anna.guest-…`, and
is shown by it; so is the company, `ivy.careful.…`. No account can have such a name. Who has taken none is shown by two
plain words, and a table by what its maker calls it.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from croupier.errors import Refused
from croupier.floor.authors import is_reserved

COMPANY: Final = ("ivy", "max", "ada", "leo", "zoe")
"""Who keeps others company at a table, in the order in which they come."""
STRENGTHS: Final = ("perfect", "careful", "beginner")
LONGEST_NAME: Final = 16
_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_GUEST: Final = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9_-]*\.)?guest-[0-9a-z]{8}", re.ASCII)
_COMPANY: Final = re.compile(rf"({'|'.join(COMPANY)})\.(?:({'|'.join(STRENGTHS)})\.)?([0-9a-z]+)", re.ASCII)
_FIRST: Final = ("ivy", "max")
"""The company of tables that were opened when everybody in it played alike, and of the terminal's table."""
_TABLE: Final = re.compile(r"practice-[0-9a-z]{8}")
_CHOSEN: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{1,{LONGEST_NAME - 1}}}", re.ASCII)
LONGEST_TABLE_NAME: Final = 30
_CALLED: Final = re.compile(rf"\w[\w '’&.,!-]{{1,{LONGEST_TABLE_NAME - 1}}}")
_UNNAMED: Final = "guest-"
# Thirty-two of each, one for every letter.
_MANNERS: Final = (
    *("Able", "Bold", "Brave", "Bright", "Calm", "Clever", "Curious", "Daring", "Eager", "Early", "Fair"),
    *("Friendly", "Gentle", "Glad", "Happy", "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry"),
    *("Nimble", "Patient", "Polite", "Proud", "Quick", "Quiet", "Steady", "Sunny", "Warm", "Witty"),
)
_ANIMALS: Final = (
    *("Badger", "Bear", "Beaver", "Bee", "Crane", "Crow", "Deer", "Dolphin", "Eagle", "Falcon", "Finch"),
    *("Fox", "Goose", "Hare", "Heron", "Horse", "Koala", "Lark", "Lion", "Lynx", "Magpie", "Moose"),
    *("Otter", "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal", "Swan", "Tiger", "Wren"),
)
_RESERVED: Final = frozenset(
    {
        *COMPANY,
        *("admin", "auditor", "bank", "cage", "cashier", "croupier", "dealer", "executive", "guest", "house"),
        *("machine", "nobody", "pit", "player", "staff", "supervisor", "surveillance", "system", "you"),
    }
)


class BadGuestName(Refused):
    """A name that a guest cannot take at a table."""


def word() -> str:
    """Eight letters that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def is_guest(name: str) -> bool:
    """Whether a name is a guest's, or one of the company."""
    return _GUEST.fullmatch(name) is not None or is_company(name)


def is_company(name: str) -> bool:
    """Whether a name is one of the company."""
    return strength_word(name) is not None


def strength_word(name: str) -> str | None:
    """How well one of the company plays; `None` for everybody else."""
    match = _COMPANY.fullmatch(name)
    if match is not None and match[2]:
        return match[2]
    return "careful" if name.rpartition(".")[0] in _FIRST else None


def is_practice(table: str) -> bool:
    """Whether a table is played with play chips."""
    return _TABLE.fullmatch(table) is not None


def shown_name(name: str) -> str:
    """A name as others at the table see it. Who has taken none has two words, always the same.

    >>> shown_name("anna.guest-k58vkhft"), shown_name("guest-k58vkhft"), shown_name("ivy.careful.bt1j8xat")
    ('anna', 'Lively Crow', 'ivy')
    """
    if not name.startswith(_UNNAMED) or not _GUEST.fullmatch(name):
        return name.partition(".")[0]
    manner, animal, *_ = map(_LETTERS.find, name.removeprefix(_UNNAMED))
    return f"{_MANNERS[manner]} {_ANIMALS[animal]}"


def shown_round(id: str) -> str:
    """A round as a page names it: at a private table, whose own name nobody reads, by its number.

    >>> shown_round("T1-57"), shown_round("practice-bt1j8xat-3")
    ('T1-57', '3')
    """
    table, _, number = id.rpartition("-")
    return number if is_practice(table) else id


def table_name_of(maker: str, *, friends: bool) -> str:
    """What a private table is called if its maker, whose name is shown so, does not say."""
    return f"{maker}'s table" if friends else "Practice table"


def check_table_name(name: str) -> None:
    """Refuse what a private table cannot be called."""
    if not _CALLED.fullmatch(name):
        raise Refused(
            f"not a name for a table: {name[:60]!r}; want 2 to {LONGEST_TABLE_NAME} letters, digits and spaces, such "
            "as 'Friday night'"
        )


def check_right_chips(table: str, name: str) -> None:
    """Refuse a guest at a table for money, and money at a practice table."""
    if is_guest(name) and not is_practice(table):
        raise Refused(f"{table} is played for money, and a guest has play chips; sign in with your name and PIN")
    if is_practice(table) and not is_guest(name):
        raise Refused(f"{table} is a practice table with play chips; whoever was let in plays there as a guest")


def check_guest_name(name: str, taken: frozenset[str] = frozenset()) -> None:
    """Refuse what a guest cannot be called; `taken` are the names of others, in any spelling."""
    if not _CHOSEN.fullmatch(name):
        raise BadGuestName(
            f"not a name for the table: {name[:40]!r}; want 2 to {LONGEST_NAME} letters, digits, '-' or '_', such as "
            "'anna'"
        )
    folded = name.casefold()
    if folded in _RESERVED or is_reserved(name) or folded.startswith(("guest-", "practice-")):
        raise BadGuestName(f"{name!r} is what the house calls something itself; want another name")
    if folded in {other.casefold() for other in taken}:
        raise BadGuestName(f"there is a {name!r} already; want another name")
