"""`croupier table equipment` and `void`: what stands on a table, and a round that is voided for a device (R26, R57)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.options import TableName
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.choices.equipment import PlaceDevice, Placement, RemoveDevice, parse_device
from croupier.rules.commands import VoidRound

table = group("table")


@table.command("equipment")
@at_desk
def equipment(
    desk: ReadingDesk,
    name: TableName,
) -> None:
    """List what stands or stood on a table: since when, until when, and its malfunctions."""
    _show(desk, name)


@table.command("place")
@at_desk
def place(
    desk: SignedDesk,
    name: TableName,
    kind: Annotated[str, Option(help="shuffler, layout, decks, sensors or display.")],
    maker: Annotated[str, Option(help="Who made it.")],
    model: Annotated[str, Option(help="Its model.")],
    serial: Annotated[str, Option(help="Its serial number.")],
    approval: Annotated[str, Option(help="The number of its approval, if there is one.")] = "",
) -> None:
    """Put a device on a table: maker, model, serial number, approval."""
    order = PlaceDevice(parse_device(kind, maker, model, serial, approval))
    desk.room.do(name, order, desk.who, command=desk.command)
    _show(desk, name)


@table.command("remove")
@at_desk
def remove(
    desk: SignedDesk,
    name: TableName,
    serial: Annotated[str, Option(help="The serial number of what goes.")],
    why: Annotated[str, Option(help="Why; it is kept with the entry.")],
) -> None:
    """Take a device off a table; its history stays."""
    desk.room.do(name, RemoveDevice(serial.strip(), why.strip() or "no reason given"), desk.who, command=desk.command)
    _show(desk, name)


@table.command("void")
@at_desk
def void(
    desk: SignedDesk,
    name: TableName,
    why: Annotated[str, Option(help="Why the round is void; it is kept with the entry.")],
    device: Annotated[str | None, Option(help="The serial number of the device that failed, where one did.")] = None,
) -> None:
    """Void the round in play: every wager goes back. For a malfunction it names the device."""
    reason = why.strip() if device is None else f"malfunction of {device.strip()}: {why.strip()}"
    after = desk.room.do(name, VoidRound(reason), desk.who, command=desk.command).table
    desk.show({"table": name, "version": after.version, "void": reason}, f"the round at {name} is void: {reason}")


def _show(desk: ReadingDesk, name: str) -> None:
    placements = desk.room.table(name).equipment
    lines = [line for one in placements for line in _lines(one)]
    desk.show([_row(one) for one in placements], *(lines or [f"nothing is on record for {name}"]))


def _row(one: Placement) -> dict[str, Any]:
    device = one.device
    return {
        "kind": device.kind.value,
        "maker": device.maker,
        "model": device.model,
        "serial": device.serial,
        "approval": device.approval,
        "since_ms": one.since_ms,
        "until_ms": one.until_ms,
        "why": one.why,
        "malfunctions": [
            {"round": failed.round, "why": failed.why, "time_ms": failed.time_ms} for failed in one.malfunctions
        ],
    }


def _lines(one: Placement) -> list[str]:
    approval = f", approval {one.device.approval}" if one.device.approval else ""
    until = "" if one.until_ms is None else f" until {_day(one.until_ms)}: {one.why}"
    failed = [f"    failed {_day(each.time_ms)} in {each.round}: {each.why}" for each in one.malfunctions]
    return [f"  {one.device.words}{approval}, since {_day(one.since_ms)}{until}", *failed]


def _day(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
