"""The statement of any account: a line for every round, its movements behind it, and an equation that comes out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.history.period import LAST
from croupier.ledger.accounts import Account, parse_account
from croupier.ledger.transfers import Transfer
from croupier.money import Cents, dollars, signed_dollars
from croupier.store.journal import Store
from croupier.web.context import HouseContext, InHouse, page_response
from croupier.web.friends.practice import HouseSide
from croupier.web.models import Page
from croupier.web.staff.books.entries import round_of, rounds_in_play
from croupier.web.staff.books.query import answer_query, link, period_of
from croupier.web.wording import iso, tone, when

router = APIRouter()

_PAGE: Final = 200
"""So many movements a page has, and those that belong to the last of its rounds."""
_LONGEST: Final = 1_000

_CORRECTED: Final = re.compile(r"([^/]+)/\d/corrected/\d+")
"""The id of the movement that corrects a finished round."""


class Movement(BaseModel):
    """One movement of an account."""

    position: int
    time: str
    utc: str
    other: str
    amount: str
    tone: str
    balance: str
    words: str
    id: str


class StatementRow(BaseModel):
    """A line of a statement: a round with its movements, or a movement that belongs to none."""

    position: int
    round: str
    time: str
    utc: str
    words: str
    amount: str
    tone: str
    balance: str
    moves: list[Movement]


class StatementPage(Page):
    """Movements of an account, newest first. Of the chosen period: opening + came in - went out = closing."""

    account: str
    balance: str
    since: str
    until: str
    opening: str
    came_in: str
    went_out: str
    closing: str
    rows: list[StatementRow]
    in_play: list[str]
    newest: str
    older: str


@dataclass(frozen=True, slots=True)
class _Move:
    """A movement as its account sees it: a positive `amount` came in, a negative one went out."""

    position: int
    transfer: Transfer
    amount: Cents
    balance: Cents
    round: str | None


@router.get("/staff/accounts/{account:path}", summary="The statement of an account", response_model=StatementPage)
def statement(
    account: str, request: Request, house: InHouse, since: str = "", until: str = "", before: int | None = None
) -> Response:
    known = parse_account(account)
    _check_known(house, known)
    page, status = answer_query(request, lambda: statement_page(house, known, since, until, before), None)
    if page is None:
        page = statement_page(house, known).model_copy(update={"since": since, "until": until})
    return page_response(request, "staff/statement.html", page, status)


def statement_page(
    house: HouseContext,
    account: Account,
    since: str = "",
    until: str = "",
    before: int | None = None,
    *,
    path: str = "",
    tables: Collection[str] | None = None,
    who: str = "",
    side: HouseSide | None = None,
) -> StatementPage:
    """The movements of an account in a period, newest first, grouped by round.

    `path` is the page's address, where it is not the staff's. `tables` are those whose rounds have a page; by default
    all tables for money. `who` goes into the page's links. `side` is where the account is, where that is not the room
    for money.
    """
    side = side or house.sides.money
    store = side.store
    first, end = period_of(since, until).positions(store)
    # Everything is as of one entry, though the record goes on growing: the balance then is today's less later moves.
    now = store.position() + 1
    end = min(end, now)
    came_in, went_out = store.turnover(account, after=first, before=end)
    closing = _balance_before(store, account, end)
    upper = end if before is None else max(first, min(before, end))
    moves, more = _page(store, account, first, upper, house.books.rounds.tables() if tables is None else tables)
    path, query = path or f"/staff/accounts/{account}", {"who": who, "since": since, "until": until}
    times = store.times({move.position for move in moves})
    return StatementPage(
        account=account,
        balance=dollars(store.balance(account)),
        since=since,
        until=until,
        opening=dollars(closing - came_in + went_out),
        came_in=dollars(came_in),
        went_out=dollars(went_out),
        closing=dollars(closing),
        rows=[_row(group, times) for group in _gathered(moves)],
        in_play=rounds_in_play(side.room, {move.round for move in moves if move.round is not None}),
        newest="" if before is None else link(path, query),
        older=link(path, query, before=moves[-1].position) if more else "",
    )


def _balance_before(store: Store, account: Account, position: int) -> Cents:
    """What an account held before an entry: its balance now, less what has moved since. Counting forward would not do
    for practice, whose old movements are not all kept."""
    with store.frozen() as record:
        came_in, went_out = record.turnover(account, after=position - 1, before=LAST)
        return record.balance(account) - came_in + went_out


def _page(store: Store, account: Account, first: int, upper: int, names: Collection[str]) -> tuple[list[_Move], bool]:
    """A page of movements, newest first, and whether older ones follow. It is never cut within an entry, nor within
    a round unless that has very many movements."""
    tables = set(names)
    balance = _balance_before(store, account, upper)
    moves: list[_Move] = []
    for position, move in store.movements(account, before=upper, after=first):
        # A correction comes after its round, and stands for itself: nobody's money moves unseen.
        round = None if _CORRECTED.fullmatch(move.id) else round_of(move.id, tables)
        if len(moves) >= _PAGE and position != moves[-1].position:
            whole = round is None or round != moves[-1].round
            if whole or len(moves) >= _LONGEST:
                return moves, True
        amount = move.amount if move.credit == account else -move.amount
        moves.append(_Move(position, move, amount, balance, round))
        balance -= amount
    return moves, False


def _gathered(moves: Sequence[_Move]) -> Iterator[list[_Move]]:
    """Movements by round, each round where its newest movement stands; a movement of no round stands alone."""
    groups: dict[str, list[_Move]] = {}
    for number, move in enumerate(moves):
        groups.setdefault(move.round or f"/{number}", []).append(move)
    yield from groups.values()


def _row(group: Sequence[_Move], times: dict[int, int]) -> StatementRow:
    newest = group[0]
    net = sum(move.amount for move in group)
    return StatementRow(
        position=newest.position,
        round=newest.round or "",
        time=when(times[newest.position]),
        utc=iso(times[newest.position]),
        words=f"{len(group)} movement{'s' if len(group) != 1 else ''}" if newest.round else _words(newest.transfer),
        amount=signed_dollars(net),
        tone=tone(net),
        balance=dollars(newest.balance),
        moves=[_movement(move, times[move.position]) for move in group],
    )


def _movement(move: _Move, time_ms: int) -> Movement:
    transfer = move.transfer
    return Movement(
        position=move.position,
        time=when(time_ms),
        utc=iso(time_ms),
        other=transfer.debit if move.amount > 0 else transfer.credit,
        amount=signed_dollars(move.amount),
        tone=tone(move.amount),
        balance=dollars(move.balance),
        words=_words(transfer),
        id=transfer.id,
    )


def _words(move: Transfer) -> str:
    """What a movement is for. Chips of a player are described by where they came from or went to, all else by the
    id."""
    if (corrected := _CORRECTED.fullmatch(move.id)) is not None:
        return f"round {corrected[1]} corrected by two people"
    match move.debit.split("/"), move.credit.split("/"):
        case ["cage"], ["player", _] | ["chips"]:
            return "chips bought at the cage"
        case ["player", _] | ["chips"], ["cage"]:
            return "chips cashed out at the cage"
        case ["tray", table], ["player", _] | ["chips"]:
            return f"chips bought at {table}"
        case ["chips"], ["stack", table, seat]:
            return f"chips put down in front of seat {seat} at {table}"
        case ["stack", table, seat], ["chips"]:
            return f"what lay in front of seat {seat} at {table}, taken along"
        case ["play"], ["player", _]:
            return "play chips lent"
        case [("meter" | "reserve" | "owed"), link, *_], ["player", _]:
            return f"won from the link {link}"
        case _:
            return _id_words(move.id)


def _id_words(id: str) -> str:
    """A movement of a round by its id: `T1-57/3/ante/bet/812` is seat 3 ante bet."""
    _, *parts = id.split("/")
    parts = [part for i, part in enumerate(parts) if not part.isdecimal() or i == 0]
    if parts and parts[0].isdecimal():
        parts[0] = f"seat {parts[0]}"
    return " ".join(parts).replace("_", " ") or id


def _check_known(house: HouseContext, account: Account) -> None:
    """Refuse an account that nobody has: nothing has moved there, and neither player, table nor link has that name."""
    kind, *names = account.split("/")
    moved = next(iter(house.store.movements(account, before=LAST)), None) is not None
    if not names or moved:
        return
    match kind:
        case "player":
            there = house.store.head(f"player/{names[0]}").version > 0
        case "meter" | "reserve" | "pool" | "owed":
            there = house.store.head(f"link/{names[0]}").version > 0
            there = there and (len(names) == 1 or names[1] in house.links.desk.link(names[0]).levels)
        case _:
            there = any(house.store.head(f"{owner}/{names[0]}").version for owner in ("table", "game"))
    if not there:
        raise Refused(f"no account {account}: nothing has moved there, and nobody here has that name")
