"""What stands on a table (R57): the forms that place and remove a device, and a device's history."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.choices.equipment import PlaceDevice, Placement, RemoveDevice, parse_device
from croupier.floor.practice import is_practice
from croupier.web.context import InHouse, StaffByForm, page_response
from croupier.web.forms import in_field
from croupier.web.models import Page
from croupier.web.wording import when

router = APIRouter()


class DeviceRow(BaseModel):
    """A device that stands or stood on the table (R57)."""

    kind: str
    maker: str
    model: str
    serial: str
    approval: str
    since: str
    until: str
    malfunctions: list[str]


class PlacementRow(BaseModel):
    """A device at one table."""

    table: str
    device: DeviceRow


class DevicePage(Page):
    """The history of a device: where it stood and since when, and its malfunctions (R57)."""

    serial: str
    rows: list[PlacementRow]


@router.post("/staff/tables/{name}/equipment", summary="Put a device on a table, or take one off")
async def equip(
    name: str,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    serial: Annotated[str, Form()],
    kind: Annotated[str, Form()] = "",
    maker: Annotated[str, Form()] = "",
    model: Annotated[str, Form()] = "",
    approval: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
) -> Response:
    order: PlaceDevice | RemoveDevice = RemoveDevice(serial.strip(), why.strip())
    if kind:
        order = PlaceDevice(parse_device(kind, maker, model, serial, approval))
    elif not why.strip():
        in_field("why", _stated_removal, why)
    await house.hub.order(name, order, who, command=f"equip/{command}", version=None)
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


@router.get(
    "/staff/equipment/{serial}", summary="Where a device stood, and its malfunctions", response_model=DevicePage
)
def device(serial: str, request: Request, house: InHouse) -> Response:
    stood = [
        (table.name, one)
        for table in (house.room.table(name) for name in house.room.tables() if not is_practice(name))
        for one in table.equipment
        if one.device.serial == serial
    ]
    if not stood:
        raise Refused(f"no device {serial!r} stands or stood on a table; want a serial number from a table's page")
    rows = [
        PlacementRow(table=name, device=device_row(one))
        for name, one in sorted(stood, key=lambda row: -row[1].since_ms)
    ]
    return page_response(request, "staff/tables/device.html", DevicePage(serial=serial, rows=rows))


def device_row(one: Placement) -> DeviceRow:
    """A device on a table, with its malfunctions there."""
    return DeviceRow(
        kind=one.device.kind.value,
        maker=one.device.maker,
        model=one.device.model,
        serial=one.device.serial,
        approval=one.device.approval,
        since=when(one.since_ms),
        until="" if one.until_ms is None else f"{when(one.until_ms)}: {one.why}",
        malfunctions=[f"{when(failed.time_ms)}, {failed.round}: {failed.why}" for failed in one.malfunctions],
    )


def _stated_removal(why: str) -> str:
    raise Refused(f"a device is taken off for a stated reason, not {why!r}; say why")
