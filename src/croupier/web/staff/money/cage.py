"""The cage's page: find a player, sell and redeem chips, fill and credit trays, and see what the house holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.cage.receipts import TITLES, NoSuchReceipt, receipt_at
from croupier.floor.roles import Person
from croupier.inputs import whole_number
from croupier.money import dollars, parse_dollars
from croupier.store.unit import Receipt
from croupier.web.context import HouseContext, InHouse, StaffByForm, Visiting, page_response
from croupier.web.forms import in_field, page_before
from croupier.web.models import Page
from croupier.web.staff.money.window import CagePage, CashPage, cage_page, cash_page, in_form, second_signer
from croupier.web.wording import when

router = APIRouter()

_MOST_SLIPS: Final = 200


class ReceiptPage(Page):
    """A receipt on paper."""

    number: int
    title: str
    amount: str
    words: str
    rows: list[tuple[str, str]]
    player: str = ""
    hash: str


@router.get("/staff/cage", summary="The cage: players, trays, what the house holds", response_model=CagePage)
def cage(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    find: str = "",
    player: str = "",
    receipt: int = 0,
    slips: str = "",
) -> Response:
    assert visitor.person is not None, "the door is open to staff alone"
    page = cage_page(house, visitor.person, find, player)
    if receipt:
        with suppress(NoSuchReceipt):  # an address that somebody typed
            page.notice, page.receipts = f"{receipt_at(house.store, receipt).words}.", [receipt]
    numbers = [number for text in slips.split(",")[:_MOST_SLIPS] if (number := whole_number(text)) is not None]
    with suppress(NoSuchReceipt):
        filled = [receipt_at(house.store, number) for number in numbers]
        if filled:
            page.notice = f"{len(filled)} trays filled, {dollars(sum(one.amount for one in filled))} in all."
            page.receipts = numbers
    return page_response(request, "staff/money/cage.html", page)


@router.post("/staff/cage", summary="Sell or redeem a player's chips, fill or credit a tray, or fund the cage")
async def move(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    amount: Annotated[str, Form()],
    command: Annotated[str, Form()],
    player: Annotated[str, Form()] = "",
    table: Annotated[str, Form()] = "",
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    cents, id = in_field("amount", parse_dollars, amount), f"cage/{command}"
    if what == "fund":
        done = await with_second_person(house, who, badge, pin, partial(house.cage.fund, cents, who, id))
        return back_with_receipt(request, done)
    if what in ("sell", "redeem"):
        real = house.cage.sell_chips if what == "sell" else house.cage.redeem_chips
        done = await with_second_person(house, who, badge, pin, partial(real, cents, who, id))
        return back_with_receipt(request, done)
    moves: dict[str, tuple[Callable[..., Receipt], str]] = {
        "buy-in": (house.cage.buy_in, player),
        "cash-out": (house.cage.cash_out, player),
        "fill": (house.cage.fill, table),
        "credit": (house.cage.credit, table),
    }
    if what not in moves:
        raise Refused(
            f"the cage does not know {what!r}; it sells (buy-in, sell), redeems (cash-out, redeem), fills, credits and "
            "is funded"
        )
    act, name = moves[what]
    done = await with_second_person(house, who, badge, pin, partial(act, name, cents, who, id))
    return back_with_receipt(request, done, player, table)


@router.post("/staff/cage/table", summary="Sell chips of a table's tray: the cash goes into its drop box")
async def sell_at_table(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    table: Annotated[str, Form()],
    amount: Annotated[str, Form()],
    command: Annotated[str, Form()],
    player: Annotated[str, Form()] = "",
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    cents, id = in_field("amount", parse_dollars, amount), f"table-sale/{command}"
    act: Callable[[Person | None], Receipt] = partial(house.cage.buy_in_at, table, player, cents, who, id)
    if not player:
        act = partial(house.cage.sell_chips, cents, who, id, table=table)
    return back_with_receipt(request, await with_second_person(house, who, badge, pin, act), player)


@router.get("/staff/cage/cash", summary="Cash of a day by player", response_model=CashPage)
def cash(request: Request, house: InHouse, day: str = "") -> Response:
    return page_response(request, "staff/money/cash.html", cash_page(house, day))


@router.post("/staff/cage/trays", summary="Fill several trays with one signature")
async def fill_all(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    form = await request.form()
    texts = {name: form.get(f"fill-{name}") for name in await asyncio.to_thread(house.room.tables)}
    fills = {name: parse_dollars(text) for name, text in texts.items() if isinstance(text, str) and text.strip()}
    if not fills:
        raise Refused("no tray was named; every one holds what the house wants in it")
    second = await second_signer(house, badge, pin, who)
    try:
        filled, refused = await asyncio.to_thread(house.cage.fill_all, fills, who, f"trays/{command}", second)
    except Refused as why:
        raise in_form(why) from why
    if refused:
        raise Refused(f"{len(filled)} of {len(fills)} trays were filled; not {'; '.join(refused.values())}")
    return RedirectResponse(f"/staff/cage?slips={','.join(str(done.entries[0].position) for done in filled)}", 303)


async def with_second_person(
    house: HouseContext, who: Person, badge: str, pin: str, act: Callable[[Person | None], Receipt]
) -> Receipt:
    """Do something at the cage, signed by the second person whom the form names, if it names one."""
    second = await second_signer(house, badge, pin, who)
    try:
        return await asyncio.to_thread(act, second)
    except Refused as why:
        raise in_form(why) from why


def back_with_receipt(request: Request, done: Receipt, player: str = "", table: str = "") -> Response:
    """The page that the form stood on, the pit or the cage, with the way to the receipt."""
    before = (page_before(request) or "").partition("?")[0]
    receipt = f"receipt={done.entries[0].position}"
    if before == "/staff/pit":
        return RedirectResponse(f"{before}?{receipt}" + (f"#{table}" if table else ""), status_code=303)
    about = f"player={quote(player)}&" if player else ""
    return RedirectResponse(f"/staff/cage?{about}{receipt}", status_code=303)


@router.get("/staff/receipts/{position}", summary="A receipt of the cage, to print", response_model=ReceiptPage)
def receipt(position: int, request: Request, house: InHouse) -> Response:
    paper = receipt_at(house.store, position)
    rows = [("Time", when(paper.time_ms)), ("Player", paper.player), ("Table", paper.table), ("By", paper.by)]
    rows += [("Second person", paper.approver)]
    rows += [("Balance afterwards", None if paper.balance is None else dollars(paper.balance))]
    page = ReceiptPage(
        number=paper.number,
        title=TITLES[paper.what],
        amount=dollars(paper.amount),
        words=paper.words,
        rows=[(name, text) for name, text in rows if text],
        player=paper.player or "",
        hash=paper.hash,
    )
    return page_response(request, "staff/money/receipt.html", page)
