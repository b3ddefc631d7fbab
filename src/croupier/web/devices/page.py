"""The devices that report to tables (R58): a page that lists them, and forms that register, renew and withdraw."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.floor.house.devices import DeviceBook, parse_kind
from croupier.floor.reports import ReporterKind
from croupier.web.context import HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.models import Page

router = APIRouter()


class ReporterRow(BaseModel):
    """A device that reports to a table, or was withdrawn."""

    name: str
    kind: str
    table: str
    active: bool
    why: str


class ReportersPage(Page):
    """Every device, those that report first."""

    devices: list[ReporterRow]
    kinds: list[tuple[str, str]]
    tables: list[str]
    key_of: str = ""
    key: str = ""
    """A key that was just made. It is shown this once."""


@router.get("/staff/devices", summary="The readers and sensor rails of the tables", response_model=ReportersPage)
def devices(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/devices.html", _page(house))


@router.post("/staff/devices", summary="Register a device, renew its key, or withdraw it", response_model=ReportersPage)
def act(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    command: Annotated[str, Form()],
    name: Annotated[str, Form()],
    kind: Annotated[str, Form()] = "",
    table: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
) -> Response:
    book, id = DeviceBook(house.store), f"device/{command}"
    name = name.strip()
    match what:
        case "withdraw":
            book.withdraw(name, why, who, id)
            return RedirectResponse("/staff/devices", status_code=303)
        case "renew":
            key = book.renew(name, who, id)
        case _:
            key = book.register(name, parse_kind(kind), table.strip(), who, id)
    return page_response(request, "staff/devices.html", _page(house, name, key))


def _page(house: HouseContext, key_of: str = "", key: str = "") -> ReportersPage:
    every = sorted(DeviceBook(house.store).now().by_name.values(), key=lambda one: (not one.active, one.name))
    return ReportersPage(
        devices=[
            ReporterRow(name=one.name, kind=one.kind.words, table=one.table, active=one.active, why=one.why)
            for one in every
        ],
        kinds=[(kind.value, kind.words) for kind in ReporterKind],
        tables=tables_for_money(house),
        key_of=key_of,
        key=key,
    )
