"""Pay tables: the odds printed on the felt, as data.

Each approved table is one TOML file in the folder `paytables` of its game, or of the link where games share it; a
table of one's own has the same form:

    name = "UTH-02"
    bet = "trips"
    printed_edge = "1.90 %"

    [pays]
    royal_flush = "50 to 1"
    ...

    [words]  # only for lines whose key does not say the ranks
    high_pair = "pair of jacks, queens or kings"

Lines stand highest first. `x to y` pays on top of the stake, which comes back; `x for 1` does not return
the stake (R22); `x % of main` comes off a progressive meter.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TypeAlias

from croupier.errors import Refused
from croupier.hands import BY_KEY
from croupier.money import Cents
from croupier.rules.registry import GAMES, complete
from croupier.rules.wagers import PROGRESSIVE


class BadPaytable(Refused):
    """A pay table that cannot be read, or that pays what no table may."""


class NoSuchPaytable(Refused):
    """A name that no approved pay table has."""

    def __init__(self, name: object, bet: str) -> None:
        offer = ", ".join(names(bet))
        super().__init__(f"no {bet} pay table {name!r}; there are {offer}")
        self.name = name


@dataclass(frozen=True, slots=True)
class To:
    """`win` to `per`: the winnings come on top of the stake."""

    win: int
    per: int = 1

    def on(self, stake: Cents) -> Cents:
        """The winnings on a stake, in whole cents; a table's unit (R11) keeps 3 to 2 exact."""
        return stake * self.win // self.per

    def __str__(self) -> str:
        return f"{self.win:,} to {self.per}"


@dataclass(frozen=True, slots=True)
class For:
    """`multiple` for 1: the stake is gone, and this many stakes come back."""

    multiple: int

    def on(self, stake: Cents) -> Cents:
        """What is handed to the player, the stake not among it."""
        return stake * self.multiple

    def __str__(self) -> str:
        return f"{self.multiple:,} for 1"


@dataclass(frozen=True, slots=True)
class Share:
    """`percent` of the meter of `level`, as it stands when it is paid."""

    percent: int
    level: str

    def __str__(self) -> str:
        return f"{self.percent} % of {self.level}"


Pay: TypeAlias = To | For | Share

LEVELS = ("main", "mega", "major", "minor")

ALL_SEVEN, FIRST_FIVE = "all seven", "first five"
OWN_TABLE = "own:"
"""How the name of a progressive table of one's own begins: the whole table follows (`croupier.rules.own.meters`)."""


@dataclass(frozen=True, slots=True)
class Paytable:
    """One pay table: what each line pays, highest first, and what the documents print about it. `bet` is its kind."""

    name: str
    bet: str
    pays: Mapping[str, Pay]
    envy: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Lines as they are posted, where the key alone does not say which cards make them."""
    cards: str = ALL_SEVEN
    printed_edge: str | None = None
    printed_hit_frequency: str | None = None
    source: str = ""

    @property
    def levels(self) -> tuple[str, ...]:
        """The meters this table pays from, in the order of their lines."""
        return tuple(dict.fromkeys(pay.level for pay in self.pays.values() if isinstance(pay, Share)))

    def __hash__(self) -> int:
        return hash((self.name, self.bet))


def line_words(line: str) -> str:
    """A line's key as it is said: `ace_king_suited` is ace king suited."""
    return line.replace("_", " ")


def line_with_article(line: str) -> str:
    """The same in a sentence: somebody has a full house, or four of a kind."""
    words = line_words(line)
    return words if words.startswith(("three ", "four ", "five ")) else f"a {words}"


_MOST_WORDS = 80
_TO = re.compile(r"(\d[\d,]{0,11})\s+to\s+(\d[\d,]{0,11})", re.ASCII)
_FOR = re.compile(r"(\d[\d,]{0,11})\s+for\s+1", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})\s*%\s+of\s+([a-z]+)", re.ASCII)


def parse_pay(text: object) -> Pay:
    """The pay that a line of a table spells out: `3 to 2`, `250 for 1`, `5 % of main`."""
    if isinstance(text, str):
        if match := _TO.fullmatch(text):
            win, per = (int(part.replace(",", "")) for part in match.groups())
            if 0 < per <= 1_000 and win <= 1_000_000:
                return To(win, per)
        if match := _FOR.fullmatch(text):
            multiple = int(match[1].replace(",", ""))
            if multiple <= 1_000_000:
                return For(multiple)
        if match := _SHARE.fullmatch(text):
            percent, level = int(match[1]), match[2]
            if 0 < percent <= 100 and level in LEVELS:
                return Share(percent, level)
    raise BadPaytable(f"not a pay: {text!r}; want '3 to 2', '250 for 1' or '5 % of main', none of them negative")


def parse_paytable(text: str, origin: str = "pay table") -> Paytable:
    """The pay table in a TOML text; `origin` names it in errors."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPaytable(f"{origin} is not TOML: {error}") from None
    unknown = set(raw) - {
        "name", "bet", "pays", "envy", "words", "cards", "printed_edge", "printed_hit_frequency", "source",
    }  # fmt: skip
    if unknown:
        raise BadPaytable(f"{origin} has an unknown key {sorted(unknown)[0]!r}; want name, bet and [pays]")
    name, bet = raw.get("name"), raw.get("bet")
    if not isinstance(name, str) or not name:
        raise BadPaytable(f'{origin} has no name; want name = "…"')
    known = kinds()
    if not isinstance(bet, str) or bet not in known:
        raise BadPaytable(f"{origin} is for no bet {bet!r}; want one of {', '.join(known)}")
    cards = raw.get("cards", ALL_SEVEN)
    if cards not in (ALL_SEVEN, FIRST_FIVE):
        raise BadPaytable(f"{origin}: cards = {cards!r}; want {ALL_SEVEN!r} or {FIRST_FIVE!r}")
    pays = _pays(raw.get("pays"), bet, known[bet], origin)
    return Paytable(
        name=name,
        bet=bet,
        pays=MappingProxyType(pays),
        envy=MappingProxyType(_envy(raw.get("envy", {}), bet, origin)),
        words=MappingProxyType(_words(raw.get("words", {}), pays, origin)),
        cards=cards,
        printed_edge=_text(raw, "printed_edge", origin),
        printed_hit_frequency=_text(raw, "printed_hit_frequency", origin),
        source=_text(raw, "source", origin) or "",
    )


def _text(raw: Mapping[str, object], key: str, origin: str) -> str | None:
    value = raw.get(key)
    if value is not None and not isinstance(value, str):
        raise BadPaytable(f"{origin}: {key} = {value!r}; want text in quotes")
    return value


def _pays(raw: object, bet: str, known: tuple[str, ...], origin: str) -> dict[str, Pay]:
    if not isinstance(raw, dict) or not raw:
        raise BadPaytable(f"{origin} pays nothing; want a [pays] table with at least one line")
    pays: dict[str, Pay] = {}
    for line, text in raw.items():
        if line not in known:
            raise BadPaytable(f"{origin} has a line {line!r} that {bet} does not know")
        pay = parse_pay(text)
        if isinstance(pay, To) == (bet == PROGRESSIVE):
            want = "'x for 1' or 'x % of main'" if bet == PROGRESSIVE else "'x to 1'"
            raise BadPaytable(f"{origin}: {line} pays {text!r}; {bet} pays {want}")
        pays[line] = pay
    return pays


def _envy(raw: object, bet: str, origin: str) -> dict[str, int]:
    if not isinstance(raw, dict) or (raw and bet != PROGRESSIVE):
        raise BadPaytable(f"{origin}: only a progressive table has an [envy] table")
    for line, amount in raw.items():
        if line not in BY_KEY or type(amount) is not int or not 0 <= amount <= 1_000_000:
            raise BadPaytable(f"{origin}: envy of {line!r} is {amount!r}; want whole dollars for a hand")
    return dict(raw)


def _words(raw: object, pays: Mapping[str, Pay], origin: str) -> dict[str, str]:
    for line, words in raw.items() if isinstance(raw, dict) else [("every line", raw)]:
        if line not in pays or not isinstance(words, str) or not 0 < len(words) <= _MOST_WORDS:
            raise BadPaytable(f"{origin}: the words of {line} are {words!r}; want a line of [pays] and its short words")
    return {str(line): str(words) for line, words in raw.items()} if isinstance(raw, dict) else {}


def kinds() -> Mapping[str, tuple[str, ...]]:
    """The bets that have a pay table, in the order of the felts, and the lines that each may have, highest first."""
    by_bet: dict[str, tuple[str, ...]] = {}
    for game in GAMES.values():
        for bet, lines in (*game.base_tables.items(), *((side.kind, side.lines) for side in game.side_bets)):
            by_bet.setdefault(bet, lines)
    royals = (line for game in GAMES.values() for line in game.progressive_lines)
    return {**by_bet, PROGRESSIVE: tuple(dict.fromkeys((*royals, *reversed(BY_KEY))))}


_folders: list[str] = []


def _approved() -> dict[str, Paytable]:
    complete()
    return _in_folders()


@cache
def _in_folders() -> dict[str, Paytable]:
    tables = (table for package in _folders for table in folder(package))
    return {table.name: table for table in sorted(tables, key=lambda table: table.name)}


def folder(package: str) -> list[Paytable]:
    """The pay tables in a package's folder `paytables`; none where it has no such folder."""
    place = resources.files(package) / "paytables"
    files = [file for file in place.iterdir() if file.name.endswith(".toml")] if place.is_dir() else []
    return [parse_paytable(file.read_text("utf-8"), file.name) for file in files]


def add_folder(package: str) -> None:
    """Approve the pay tables in a package's folder `paytables`; they are read when one is asked for."""
    _folders.append(package)
    _in_folders.cache_clear()


def add_paytables(tables: Sequence[Paytable]) -> None:
    """Approve pay tables that are in no folder, of a game that is registered from elsewhere."""
    for table in tables:
        if table.name in _approved():
            raise Refused(f"pay table {table.name!r} is approved already; want another name")
    _approved().update({table.name: table for table in tables})


def drop_paytables(tables: Sequence[Paytable]) -> None:
    """Take back pay tables that were added."""
    for table in tables:
        del _approved()[table.name]


def names(bet: str) -> tuple[str, ...]:
    """The names of the approved tables for a bet."""
    return tuple(name for name, table in _approved().items() if table.bet == bet)


def paytable(name: str, bet: str) -> Paytable:
    """The approved pay table of that name, for that bet; or the progressive table of one's own that the name holds."""
    table = _approved().get(name) if isinstance(name, str) else None
    if table is not None and table.bet == bet:
        return table
    if isinstance(name, str) and name.startswith(OWN_TABLE) and bet == PROGRESSIVE:
        from croupier.rules.own.meters import own_table  # which is made of this module

        return own_table(name)
    raise NoSuchPaytable(name, bet)


def printed(percentage: str | None) -> Fraction | None:
    """A printed percentage as a number: `1.90 %` is 19/1000."""
    if percentage is None:
        return None
    return Fraction(percentage.removesuffix("%").strip()) / 100
