"""What stands on a table (R57): shuffler, layout, decks, sensors, display; since when, until when, and what failed.

A void for a malfunction names the device: `void malfunction of SERIAL: WHY`. What became of a device is read from the
tables on which it stood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from croupier.codec import Codec
from croupier.errors import Refused
from croupier.values import replace

_SERIAL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)
_LONGEST: Final = 80
_MALFUNCTION: Final = re.compile(r"malfunction of (\S+): *(\S.*)", re.IGNORECASE | re.DOTALL)


class DeviceKind(Enum):
    """What can stand on a table."""

    SHUFFLER = "shuffler"
    LAYOUT = "layout"
    DECKS = "decks"
    SENSORS = "sensors"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One piece of equipment; `approval` is the number under which it was approved, if there is one."""

    kind: DeviceKind
    maker: str
    model: str
    serial: str
    approval: str = ""

    @property
    def words(self) -> str:
        """The device as people name it."""
        return f"{self.kind.value} {self.maker} {self.model} {self.serial}"


@dataclass(frozen=True, slots=True)
class PlaceDevice:
    """Put a device on a table."""

    device: Device

    def __str__(self) -> str:
        return f"place {json.dumps(_CODEC.plain(Device, self.device), sort_keys=True)}"


@dataclass(frozen=True, slots=True)
class RemoveDevice:
    """Take a device off a table, for a stated reason."""

    serial: str
    why: str

    def __str__(self) -> str:
        return f"remove {self.serial} {self.why}"


EquipmentOrder: TypeAlias = PlaceDevice | RemoveDevice


@dataclass(frozen=True, slots=True)
class DevicePlaced:
    """A device stands on the table from now on."""

    device: Device


@dataclass(frozen=True, slots=True)
class DeviceRemoved:
    """A device stands there no longer."""

    serial: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceFailed:
    """A device failed, and the round was voided for it (R26)."""

    serial: str
    round: str
    why: str


EquipmentEvent: TypeAlias = DevicePlaced | DeviceRemoved | DeviceFailed
_CODEC: Final = Codec()


@dataclass(frozen=True, slots=True)
class Malfunction:
    """A failure of a device: the round that was voided, why, and when."""

    round: str
    why: str
    time_ms: int = 0


@dataclass(frozen=True, slots=True)
class Placement:
    """A device on a table: since when, until when and why no longer, and its malfunctions there."""

    device: Device
    since_ms: int = 0
    until_ms: int | None = None
    why: str = ""
    malfunctions: tuple[Malfunction, ...] = ()


Equipment: TypeAlias = tuple[Placement, ...]
"""Everything that stands or stood on a table, in the order in which it came."""


def standing(equipment: Equipment) -> tuple[Device, ...]:
    """What stands on the table now."""
    return tuple(one.device for one in equipment if one.until_ms is None)


def after(equipment: Equipment, event: EquipmentEvent) -> Equipment:
    """The equipment after `event`; when it happened, `stamped` says."""
    match event:
        case DevicePlaced(device):
            return (*equipment, Placement(device))
        case DeviceRemoved(serial, why):
            return _changed(equipment, serial, lambda one: replace(one, until_ms=0, why=why))
        case DeviceFailed(serial, round, why):
            failed = Malfunction(round, why)
            return _changed(equipment, serial, lambda one: replace(one, malfunctions=(*one.malfunctions, failed)))


def _changed(equipment: Equipment, serial: str, change: Callable[[Placement], Placement]) -> Equipment:
    return tuple(change(one) if one.device.serial == serial and one.until_ms is None else one for one in equipment)


def stamped(equipment: Equipment, time_ms: int) -> Equipment:
    """The same, where what has just happened knows its time."""
    return tuple(
        replace(
            one,
            since_ms=one.since_ms or time_ms,
            until_ms=time_ms if one.until_ms == 0 else one.until_ms,
            malfunctions=tuple(
                failed if failed.time_ms else replace(failed, time_ms=time_ms) for failed in one.malfunctions
            ),
        )
        for one in equipment
    )


def decide_equipment(table: str, equipment: Equipment, order: EquipmentOrder) -> EquipmentEvent:
    """What an order about the equipment of a table makes happen, or why not."""
    there = {device.serial: device for device in standing(equipment)}
    match order:
        case PlaceDevice(device):
            _check(device)
            if device.serial in there:
                raise Refused(f"{there[device.serial].words} stands at {table} already; remove it first")
            return DevicePlaced(device)
        case RemoveDevice(serial, why):
            if serial not in there:
                raise Refused(f"no {serial!r} stands at {table}; there {_list(there)}")
            return DeviceRemoved(serial, why)


def _check(device: Device) -> None:
    if not _SERIAL.fullmatch(device.serial):
        raise Refused(
            f"not a serial number: {device.serial!r}; want up to 40 letters, digits, '.', '_' or '-', such as DM2-4711"
        )
    for what, text in (("a maker", device.maker), ("a model", device.model)):
        if not text.strip() or len(text) > _LONGEST:
            raise Refused(f"a device has {what} of at most {_LONGEST} characters, not {text[:_LONGEST]!r}; say which")
    if len(device.approval) > _LONGEST:
        raise Refused(f"the number of an approval has at most {_LONGEST} characters; want that of the device")


def failures(equipment: Equipment, round: str, reason: str, *, asked: bool) -> tuple[DeviceFailed, ...]:
    """The device that a void names, where it is for a malfunction.

    With `asked` a malfunction that names no device is refused at a table that has any. A recorded one is left alone.
    """
    there = {device.serial: device for device in standing(equipment)}
    named = _MALFUNCTION.fullmatch(reason.strip())
    if named is not None and named[1] in there:
        return (DeviceFailed(named[1], round, named[2].strip()),)
    if there and asked and "malfunction" in reason.casefold():
        raise Refused(
            f"a void for a malfunction names the device (R57); want such as 'malfunction of {next(iter(there))}: why'; "
            f"here {_list(there)}"
        )
    return ()


def _list(there: dict[str, Device]) -> str:
    return f"stand {', '.join(device.words for device in there.values())}" if there else "stands nothing"


def parse_device(kind: str, maker: str, model: str, serial: str, approval: str = "") -> Device:
    """A device as people name its parts."""
    try:
        known = DeviceKind(kind.strip())
    except ValueError:
        raise Refused(f"no {kind!r} stands on a table; want {', '.join(one.value for one in DeviceKind)}") from None
    texts = {"maker": maker, "model": model, "serial": serial, "approval": approval}
    return Device(kind=known, **{name: " ".join(text.split()) for name, text in texts.items()})


def parse_equipment_order(word: str, rest: str) -> EquipmentOrder | None:
    """The order that `str` wrote, or `None`."""
    if word == "remove":
        serial, _, why = rest.partition(" ")
        return RemoveDevice(serial, why.strip()) if serial and why.strip() else None
    try:
        return PlaceDevice(_CODEC.value(Device, json.loads(rest))) if word == "place" else None
    except (Refused, ValueError, LookupError, TypeError, RecursionError):
        return None
