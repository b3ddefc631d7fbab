"""For the auditor: the journal with filters, the statement of any account, and the audit at the press of a button."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.record import game_of
from croupier.ledger.accounts import Account, parse_account
from croupier.money import dollars, signed_dollars
from croupier.rules.game import Game
from croupier.store.entry import Entry, contents
from croupier.web.house import House, InHouse, StaffByScript, page_response
from croupier.web.staff.entrywords import entry_words
from croupier.web.staff.models import EntryRow, JournalPage, Moved, StatementPage, StatementRow
from croupier.web.wording import when

router = APIRouter()

_PAGE: Final = 100
_LAST: Final = 2**63 - 1
_MOST_LOOKED_AT: Final = 20_000
"""A filter that finds little stops here and says where to go on."""


@router.get("/staff/journal", summary="The journal, with filters", response_model=JournalPage)
def journal(
    request: Request,
    house: InHouse,
    stream: str = "",
    actor: str = "",
    text: str = "",
    after: int = 0,
) -> Response:
    return page_response(
        request, "staff/journal.html", journal_page(house, stream, actor, text, min(max(0, after), _LAST))
    )


@router.get("/staff/accounts/{account:path}", summary="The statement of an account", response_model=StatementPage)
def statement(account: str, request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/statement.html", statement_page(house, parse_account(account)))


def journal_page(house: House, stream: str, actor: str, text: str, after: int) -> JournalPage:
    """A page of entries that fit, oldest first."""
    known = stream in house.store.streams(stream)
    source = (
        (entry for entry in house.store.read(stream) if entry.position > after)
        if known and stream
        else house.store.read_all(after=after)
    )
    game_at = cache(partial(game_of, house.store))
    rows: list[EntryRow] = []
    last = after
    looked = 0
    for entry in islice(source, _MOST_LOOKED_AT):
        looked += 1
        last = entry.position
        if entry.stream.startswith(stream) and actor in entry.actor and text in entry.body:
            rows.append(_row(entry, game_at))
            if len(rows) == _PAGE:
                break
    more = len(rows) == _PAGE or looked == _MOST_LOOKED_AT
    balances = house.store.balances()
    return JournalPage(
        stream=stream,
        actor=actor,
        text=text,
        after=after,
        entries=rows,
        next_after=last if more else None,
        streams=house.store.streams()[:200],
        accounts=[(str(account), dollars(cents)) for account, cents in sorted(balances.items()) if cents][:200],
    )


def _row(entry: Entry, game_at: Callable[[str], Game]) -> EntryRow:
    said = contents(entry)
    return EntryRow(
        position=entry.position,
        stream=entry.stream,
        version=entry.version,
        time=when(entry.time_ms),
        actor=entry.actor,
        asked=said.asked,
        events=[entry_words(entry.stream, event, game_at) for event in said.events],
        moved=[Moved.model_validate(move) for move in said.transfers],
        hash=entry.hash,
    )


def statement_page(house: House, account: Account) -> StatementPage:
    """The last movements of an account, newest first, each with the balance after it."""
    _check_known(house, account)
    rows: list[StatementRow] = []
    balance = 0
    for position, move in house.store.statement(account):
        amount = move.amount if move.credit == account else -move.amount
        balance += amount
        rows.append(
            StatementRow(
                position=position,
                other=move.debit if amount > 0 else move.credit,
                amount=signed_dollars(amount),
                tone="win" if amount > 0 else "loss",
                balance=dollars(balance),
                id=move.id,
            )
        )
    return StatementPage(
        account=account,
        balance=dollars(balance),
        rows=rows[-500:][::-1],
    )


def _check_known(house: House, account: Account) -> None:
    """Refuse an account that nobody has: nothing has moved there, and neither player, table nor link has that name."""
    kind, *names = account.split("/")
    if not names or account in house.store.balances() or next(iter(house.store.statement(account)), None) is not None:
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


@router.post("/api/staff/audit", summary="Start the audit of the whole record")
def start_audit(house: InHouse, who: StaffByScript) -> Response:
    house.verification.start(house.store.position())
    return JSONResponse(house.verification.look())


@router.get("/api/staff/audit", summary="How far the audit is, or what it found")
def look_at_audit(house: InHouse) -> dict[str, Any]:
    return house.verification.look()
