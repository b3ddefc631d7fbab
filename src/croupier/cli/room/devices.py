"""`croupier device`: readers, sensor rails and machines of other games, each of one table, with its own key (R58)."""

from __future__ import annotations

from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.house.devices import DeviceBook, Reporter, parse_kind, read_devices

device = group("device")

Name = Annotated[str, Argument(help="The device's name, such as shoe-1.")]


@device.command("register")
@at_desk
def register(
    desk: SignedDesk,
    name: Name,
    kind: Annotated[str, Option(help="card-reader, sensor-rail or game-machine.")],
    table: Annotated[str, Option(help="The one table to which it reports.")],
) -> None:
    """Register a device for one table; its key is printed this once."""
    key = DeviceBook(desk.store).register(name, parse_kind(kind), table, desk.who, desk.command)
    _show_key(desk, name, key)


@device.command("list")
@at_desk
def devices(desk: ReadingDesk) -> None:
    """List the devices: kind, table, and whether they report."""
    every = read_devices(desk.store).by_name.values()
    desk.show([_row(one) for one in every], *map(_line, every))


@device.command("renew")
@at_desk
def renew(desk: SignedDesk, name: Name) -> None:
    """Give a device a new key, printed this once; the old one ends."""
    _show_key(desk, name, DeviceBook(desk.store).renew(name, desk.who, desk.command))


@device.command("withdraw")
@at_desk
def withdraw(desk: SignedDesk, name: Name, why: Annotated[str, Option(help="Why; it is kept with the entry.")]) -> None:
    """Withdraw a device: its key ends, what it reported stays."""
    book = DeviceBook(desk.store)
    book.withdraw(name, why, desk.who, desk.command)
    gone = book.now().by_name[name]
    desk.show(_row(gone), _line(gone))


def _show_key(desk: SignedDesk, name: str, key: str) -> None:
    known = DeviceBook(desk.store).now().known(name)
    desk.show({**_row(known), "key": key}, _line(known), f"its key, told this once: {key}")


def _line(one: Reporter) -> str:
    return f"{one.words}{'' if one.active else f', withdrawn: {one.why}'}"


def _row(one: Reporter) -> dict[str, Any]:
    return {"name": one.name, "kind": one.kind.value, "table": one.table, "active": one.active, "why": one.why}
