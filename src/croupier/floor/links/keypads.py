"""The keypads of a link's tables, ours or another game's: a win is verified, or a table taken off, in the same way at
both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.links.claiming import NotOnLink
from croupier.floor.links.control import Links
from croupier.floor.links.hand_buttons import TrayWin
from croupier.floor.links.linked import TableLinked, linked_terms
from croupier.floor.links.outside import OUTSIDE_PREFIX, OutsideTable
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import largest_stake
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person
from croupier.floor.table import Table
from croupier.jackpot.buttons import Button
from croupier.jackpot.claim import LinkPerson, Rank
from croupier.jackpot.commands import decide
from croupier.jackpot.link import Link
from croupier.jackpot.office.setup import JoinTable
from croupier.rules.law import Law, unlawful_link
from croupier.store.unit import Receipt

_ANYBODY: Final = LinkPerson("", Rank.SUPERVISOR)
"""Somebody who may put a table on a link. Who it is makes no difference to which tables can join."""


def is_outside(links: Links, table: str) -> bool:
    """Whether a table is another game's, which reports to us and is not dealt here."""
    return links.room.store.head(f"{OUTSIDE_PREFIX}{table}").version > 0


def real_tables(links: Links, name: str) -> list[OutsideTable]:
    """The tables of a link that a person works with real cards (R58, link only)."""
    others = (links.outside(table) for table in sorted(links.desk.link(name).tables) if is_outside(links, table))
    return [table for table in others if table.real_cards]


def link_at(links: Links, table: str) -> str:
    """The link that a table is on, or `NotOnLink`."""
    at = links.outside(table) if is_outside(links, table) else links.room.table(table)
    if at.link is None:
        raise NotOnLink(table)
    return at.link


def press(links: Links, table: str, button: Button, who: Person, command: str, *, cards: str = "") -> Receipt | None:
    """Press a button of a table's keypad. With real cards the verifier's button brings the `cards` of the win (R58)."""
    if is_outside(links, table):
        return OutsideDesk(links).press(table, button, who, command, cards=cards)
    return links.press(table, button, who, command)


def tray_win_at(links: Links, table: str, line: str, seat: int | None) -> TrayWin | None:
    """The win of that line that the tray of one of our tables has paid, of that seat where one is named (R44)."""
    wins = () if is_outside(links, table) else links.room.table(table).tray_wins
    return next((win for win in wins if win.line == line and seat in (None, win.seat)), None)


def tray_wins_to_verify(links: Links, table: str) -> list[TrayWin]:
    """The wins of a table's tray that wait for a supervisor."""
    wins = () if is_outside(links, table) else links.room.table(table).unlogged
    return [win for win in wins if win.pressed_by]


def leave(links: Links, name: str, table: str, who: Person, command: str) -> Receipt | None:
    """Take a table off a link, between its rounds."""
    if is_outside(links, table):
        on = links.outside(table).link
        if on not in (None, name):
            raise Refused(f"{table} is on link {on!r}, not on {name!r}")
        return OutsideDesk(links).leave(table, who, command)
    return links.leave(name, table, who, command)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table of ours that can be put on a link, once the round that it is `playing` is over."""

    table: str
    game: str
    playing: bool


def candidates(links: Links, name: str) -> list[Candidate]:
    """The tables that a link takes: on no link, for money, of a game and a rule set that its pay table is for."""
    link = links.desk.link(name)
    joined = TableLinked(
        name, link.terms.stake, link.terms.paytable, "meter" if link.terms.all_pays_off_meter else "tray"
    )
    fitting = []
    for table in links.room.tables():
        if is_practice(table):
            continue
        at, game = links.room.table(table), links.room.game_at(table)
        if at.link is None and _fits(link, at, joined, game.key, links.room.law.now()):
            fitting.append(Candidate(table, game.name, at.in_play is not None))
    return fitting


def _fits(link: Link, at: Table, joined: TableLinked, game: str, law: Law) -> bool:
    try:
        decide(link, JoinTable(at.name, game, _ANYBODY, largest_stake(law)))
        terms = linked_terms(at.settings.terms, joined)
    except Refused:
        return False
    return unlawful_link(terms, law) is None
