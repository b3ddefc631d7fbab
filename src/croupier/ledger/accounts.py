"""The accounts: every place in the card room where money can be.

An account is a short text, its kind first: `player/ann`, `tray/T1`, `escrow/T1/3`, `cage`. Its balance is
what has come in less what has gone out, so the balances of all accounts together are zero, always: what the
room holds was brought from `cash`, the world outside, whose balance is negative while money is in the house.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NewType

from croupier.errors import Refused

Account = NewType("Account", str)

CAGE: Final = Account("cage")
HOUSE: Final = Account("house")
CASH: Final = Account("cash")
VARIANCE: Final = Account("variance")
"""What counts of trays and boxes have found missing, less what they have found too much."""
CHIPS: Final = Account("chips")
"""Real chips in the hands of players: sold or won at tables with real cards, less what they lost there or redeemed.
Nobody counts them before they come back, so the account may be short."""
PLAY: Final = Account("play")
"""Where play chips come from: they are lent to guests at practice tables, and nobody redeems them."""

# Everywhere else chips are real, and nobody can take out more than there is. These run their own books and
# may be short for a while: a win is paid in full even when the tray waits for its fill.
_MAY_BE_SHORT: Final = frozenset({"tray", "cage", "house", "cash", "variance", "chips", "play"})
_PARTS: Final = {
    "player": 1,
    "tray": 1,
    "escrow": 2,
    "stack": 2,
    "bank": 1,
    "fees": 1,
    "drop": 1,
    "meter": 2,
    "reserve": 2,
    "pool": 1,
    "owed": 1,
    "cage": 0,
    "house": 0,
    "cash": 0,
    "variance": 0,
    "chips": 0,
    "play": 0,
}
_NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}", re.ASCII)


class NotAnAccount(Refused):
    """Text that names no account."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not an account: {text!r}; want a kind and its names, such as 'player/ann' or 'escrow/T1/3'")
        self.text = text


def player(name: str) -> Account:
    """What the house holds for a player."""
    return _account("player", name)


def tray(table: str) -> Account:
    """The chips in front of a table's dealer."""
    return _account("tray", table)


def escrow(table: str, seat: int) -> Account:
    """The wagers of one seat that are in play."""
    return _account("escrow", table, str(seat))


def stack(table: str, seat: int) -> Account:
    """The chips in front of a seat whose player is there by name: nothing else is bet for it."""
    return _account("stack", table, str(seat))


def bank(table: str) -> Account:
    """What California's player-dealer has put up for the round."""
    return _account("bank", table)


def fees(table: str) -> Account:
    """The collection that a table has taken."""
    return _account("fees", table)


def drop(table: str) -> Account:
    """The cash in a table's drop box."""
    return _account("drop", table)


def meter(link: str, level: str) -> Account:
    """The cents shown on one level of a link."""
    return _account("meter", link, level)


def reserve(link: str, level: str) -> Account:
    """What is put aside for the next seed of a level."""
    return _account("reserve", link, level)


def pool(link: str) -> Account:
    """Progressive wagers that were accepted and not split over the levels yet."""
    return _account("pool", link)


def owed(link: str) -> Account:
    """Awards that are logged and not handed over yet."""
    return _account("owed", link)


def parse_account(text: str) -> Account:
    """The account that `text` names, or `NotAnAccount`."""
    kind, *names = text.split("/")
    if _PARTS.get(kind) != len(names):
        raise NotAnAccount(text)
    return _account(kind, *names)


def kind(account: Account) -> str:
    """What sort of place an account is: `player`, `tray`, ..."""
    return account.partition("/")[0]


def may_be_short(account: Account) -> bool:
    """Whether an account may owe; an unknown kind may not."""
    return account.partition("/")[0] in _MAY_BE_SHORT


@lru_cache(maxsize=1 << 16)
def _account(kind: str, *names: str) -> Account:
    if not all(_NAME.fullmatch(name) for name in names):
        raise NotAnAccount("/".join((kind, *names)))
    return Account("/".join((kind, *names)))
