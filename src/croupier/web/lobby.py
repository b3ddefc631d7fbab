"""The lobby: the jackpots, tables to sit down at, and a table of one's own in one click, alone or with friends."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.floor.choices.notices import collection_words
from croupier.floor.house.approval_status import ApprovalStatus
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import Entrance, is_guest
from croupier.floor.practice.names import is_company
from croupier.floor.roles import Duty, may
from croupier.floor.table import Table
from croupier.games import NotInstalled, not_approved_words
from croupier.money import Cents, dollars
from croupier.rules.terms import Terms
from croupier.web.context import (
    HouseContext,
    InHouse,
    Visiting,
    game_choices,
    page_response,
    tables_for_money,
    you,
)
from croupier.web.models import GameChoice, Page
from croupier.web.permissions import opens
from croupier.web.sessions import Visitor
from croupier.web.table.facts import called

router = APIRouter()

_FOR_STAFF = "You are signed in as staff: you can look at every table, and play at none but with play chips."
_TO_LOOK = "You are signed in to look: at every table, and at nothing else here."


class LobbyTable(BaseModel):
    """A table as the lobby lists it."""

    name: str
    called: str
    game: str
    rules: str
    title: str
    base: str
    limits: str
    pays: list[str]
    """The pay tables of its bets, by their names."""
    face_up: bool
    """Whether players' cards lie open there (R17)."""
    approval: str
    """How it stands to its approval (R50, R56); at a private table, that its game is not an approved one."""
    approved: bool
    bank: str
    """Who banks, where a player does, and what the house collects for it (R32)."""
    link: str
    taken: int
    free: int
    stopped: bool
    dealt_by: str
    yours: bool
    sit: bool
    """Whether this visitor would be given a seat."""
    real_cards: bool = False
    """Cards and chips are real, and players sit down at the felt itself (R58)."""
    private: bool = False
    """Played with play chips, by those who were let in."""


class Level(BaseModel):
    name: str
    cents: int
    shown: str


class Jackpot(BaseModel):
    """A link with its meters as its displays show them."""

    name: str
    stake: str
    stopped: bool
    levels: list[Level]
    tables: int


class LobbyPage(Page):
    notice: str = ""
    purse: str = ""
    jackpots: list[Jackpot]
    games: list[GameChoice]
    tables: list[LobbyTable]


@router.get("/", summary="The lobby: tables with rule set, limits and seats taken", response_model=LobbyPage)
def lobby(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "lobby.html", lobby_page(house, visitor))


@router.get("/api/tables", summary="The tables, as the lobby lists them")
def tables(house: InHouse, visitor: Visiting) -> list[LobbyTable]:
    return lobby_page(house, visitor).tables


def lobby_page(house: HouseContext, visitor: Visitor) -> LobbyPage:
    """The lobby as a visitor sees it: tables for money, and private tables that are open to them.

    A table of a game that nobody has approved is private: it is listed for those who sit there, and for staff.
    """
    who, staff = you(house, visitor), opens(visitor.person, "GET /staff")
    rows = [_private_row(one, table) for one, table in _private(house, visitor)]
    for name in tables_for_money(house):
        table = house.room.table(name)
        yours = any(sitting.player == visitor.name and not sitting.left for sitting in table.sittings)
        status = house.room.approvals.of_table(table)
        if not_approved_words(table.settings.terms.game) and not (status.valid or yours or staff):
            continue
        row = _table_row(table, visitor, who.chips, status, yours=yours)
        if house.room.why_held(table) is not None:
            row = row.model_copy(update={"stopped": True, "sit": False})
        rows.append(row)
    return LobbyPage(
        you=who,
        purse=_purse(visitor, who.chips),
        notice="" if not staff else _FOR_STAFF if opens(visitor.person, "POST /practice") else _TO_LOOK,
        jackpots=[jackpot for name in house.links.desk.names() if (jackpot := _jackpot(house, name)).tables],
        games=game_choices(),
        tables=sorted(rows, key=lambda row: not row.yours),
    )


def _private(house: HouseContext, visitor: Visitor) -> list[tuple[Entrance, Table]]:
    """The private tables worth coming back to, the newest first: somebody sits there. Of those where the visitor sits
    alone it is the newest, and those where their bets lie."""
    tables: list[tuple[Entrance, Table]] = []
    alone = False
    for entrance in reversed(house.entrances.every(visitor.name)):
        try:
            table = house.sides.at(entrance.table).room.glance(entrance.table)
        except (NoSuchTable, NotInstalled):
            continue
        sitting = [one for one in table.sittings if not is_company(one.player) and not one.left]
        if table.closed or not sitting:
            continue
        if [one.player for one in sitting] == [entrance.guest] and not table.has_wagers(sitting[0].seat):
            if alone:
                continue
            alone = True
        tables.append((entrance, table))
    return tables


def _private_row(entrance: Entrance, table: Table) -> LobbyTable:
    yours = any(one.player == entrance.guest and not one.left for one in table.sittings)
    words = not_approved_words(table.settings.terms.game)
    row = _table_row(table, Visitor(""), 0, ApprovalStatus(not words, words), yours=yours)
    sit = entrance.seat and not yours and row.free > 0
    return row.model_copy(update={"private": True, "sit": sit})


def _table_row(table: Table, visitor: Visitor, chips: Cents, approval: ApprovalStatus, *, yours: bool) -> LobbyTable:
    terms = table.settings.terms
    span = None if terms.limits is None else terms.limits.of(terms.game.base)
    free = max(0, terms.spots - len(table.sittings))
    plays = visitor.person is not None and may(visitor.person.role, Duty.PLAY) and not is_guest(visitor.name)
    can_bet = span is None or chips >= span.minimum
    stopped = table.held is not None or table.unlawful is not None
    return LobbyTable(
        name=table.name,
        called=called(table),
        game=terms.game.name,
        rules=terms.rules.name,
        title=terms.rules.title,
        base=terms.game.base_label or terms.game.by_key[terms.game.base].felt,
        limits=f"{dollars(span.minimum)} to {dollars(span.maximum)}" if span else "",
        pays=_pays(terms),
        face_up=terms.face_up,
        approval=approval.words,
        approved=approval.valid,
        bank=_bank_words(terms),
        link=table.link or "",
        taken=len(table.sittings),
        free=free,
        stopped=stopped,
        dealt_by=table.settings.dealt_by.value,
        yours=yours,
        sit=plays and can_bet and free > 0 and not yours and not stopped and not table.real_cards,
        real_cards=table.real_cards,
    )


def _pays(terms: Terms) -> list[str]:
    """The names of the pay tables, in the order of the felt; a table without a name is left out."""
    game = terms.game
    bets = [bet for bet in (*game.base_tables, *(spot.key for spot in game.optional)) if bet in terms.tables]
    named = [(game.table_words(bet), terms.tables[bet]) for bet in bets]
    return [f"{felt} {name}" for felt, name in named if felt.upper() != name]


def _bank_words(terms: Terms) -> str:
    if not terms.player_banked:
        return ""
    return f"A player banks; {collection_words(terms) or 'no collection'}."


def _jackpot(house: HouseContext, name: str) -> Jackpot:
    link = house.links.desk.link(name)
    levels = [Level(name=one.level, cents=one.shown, shown=dollars(one.shown)) for one in house.links.displays(name)]
    return Jackpot(
        name=name,
        stake=dollars(link.terms.stake),
        stopped=link.fault is not None,
        levels=levels,
        tables=len(link.tables),
    )


def _purse(visitor: Visitor, chips: Cents) -> str:
    """What a player has, and where chips come from. Guests get play chips by themselves."""
    if visitor.person is None or is_guest(visitor.name) or not may(visitor.person.role, Duty.PLAY):
        return ""
    if not chips:
        return "You have no chips yet. The cage sells them, and takes them back."
    return f"You have {dollars(chips)} in chips. The cage sells more, and takes them back."
