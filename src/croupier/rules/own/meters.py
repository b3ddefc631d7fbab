"""A progressive pay table of one's own in one word, so that a link's record, its orders and its tables carry all of it:

    own:Royal_Chase;first_five;royal_flush=100%main;straight_flush=10%main;full_house=50;envy.royal_flush=1000

It is declared as the approved ones are (`croupier.rules.paytables.parse_paytable`); this is the name it then goes by.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from croupier.rules.paytables import (
    ALL_SEVEN,
    FIRST_FIVE,
    OWN_TABLE,
    BadPaytable,
    For,
    Pay,
    Paytable,
    Share,
    kinds,
    parse_pay,
)
from croupier.rules.wagers import PROGRESSIVE

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .-]{0,23}", re.ASCII)
_ENVY: Final = "envy."
_SEVEN_ONLY: Final = ("royal_flush_first_five", "community_royal_flush")


def own_reference(table: Paytable) -> str:
    """The one word of a progressive table of one's own, checked: `own_table(own_reference(table))` pays the same."""
    if table.bet != PROGRESSIVE:
        raise BadPaytable(f"{table.name} is a {table.bet} table; a link wants a progressive one")
    if not _NAME.fullmatch(table.name):
        raise BadPaytable(f"{table.name!r} is no name for a posted table; want letters, digits and -, at most 24")
    parts = [table.name.replace(" ", "_"), table.cards.replace(" ", "_")]
    parts += [f"{line}={_pay_word(pay)}" for line, pay in table.pays.items()]
    parts += [f"{_ENVY}{line}={dollars}" for line, dollars in table.envy.items()]
    word = OWN_TABLE + ";".join(parts)
    own_table(word)  # which refuses what no link can have
    return word


def _pay_word(pay: Pay) -> str:
    assert isinstance(pay, Share | For), "the reader of tables lets only these into a progressive one"
    return f"{pay.percent}%{pay.level}" if isinstance(pay, Share) else str(pay.multiple)


_IS_NUMBER = re.compile(r"\d{1,9}", re.ASCII).fullmatch


@lru_cache(maxsize=64)
def own_table(reference: str) -> Paytable:
    """The pay table that a word holds, or `BadPaytable`."""
    name, cards, *rest = [*reference.removeprefix(OWN_TABLE).split(";"), ""]
    lines = dict(part.partition("=")[::2] for part in rest if part)
    pays = {line: _read(line, text) for line, text in lines.items() if not line.startswith(_ENVY)}
    envy = {line.removeprefix(_ENVY): text for line, text in lines.items() if line.startswith(_ENVY)}
    counted = cards.replace("_", " ")
    if counted not in (ALL_SEVEN, FIRST_FIVE) or not pays or not all(map(_IS_NUMBER, envy.values())):
        raise BadPaytable(f"not an own pay table: {reference[:80]!r}; want the word of a declared one")
    if counted == FIRST_FIVE and any(line in pays for line in _SEVEN_ONLY):
        raise BadPaytable(f"{name} counts the first five cards, of which no line tells royals apart by their places")
    if counted == ALL_SEVEN and envy:
        raise BadPaytable(f"{name} counts all seven cards; envy is paid on a Multi-Game Link, by the first five (R36)")
    if not any(isinstance(pay, Share) for pay in pays.values()):
        raise BadPaytable(f"{name} pays nothing off a meter; want a line such as '100 % of main'")
    return Paytable(
        name=name.replace("_", " "),
        bet=PROGRESSIVE,
        pays=MappingProxyType(pays),
        envy=MappingProxyType({line: int(text) for line, text in envy.items()}),
        cards=counted,
        source="own",
    )


def _read(line: str, text: str) -> Pay:
    if line not in kinds()[PROGRESSIVE]:
        raise BadPaytable(f"no progressive line is called {line!r}; there are {', '.join(kinds()[PROGRESSIVE])}")
    percent, share, level = text.partition("%")
    return parse_pay(f"{percent} % of {level}" if share else f"{percent} for 1")


def table_words(reference: str) -> str:
    """How a link's pay table is called: an approved one by its name, one of one's own with the mark of R50."""
    if not reference.startswith(OWN_TABLE):
        return reference
    return f"{own_table(reference).name}, not an approved pay table"
