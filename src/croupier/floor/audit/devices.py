"""The book of devices (R58), judged entry by entry. What a device reported, the audit of its table judges."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.house.devices import (
    CODEC,
    DeviceEvent,
    DeviceKeyRenewed,
    DeviceRegistered,
    DeviceWithdrawn,
    decide_register,
    decide_withdraw,
    evolve,
    sealed_under,
)
from croupier.floor.reports import READERS, ReporterKind
from croupier.floor.roles import Duty


def check_devices(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry in the book of devices, if anything."""
    (plain,) = line.events
    event: DeviceEvent = CODEC.from_plain(plain)
    if line.transfers:
        return f"moved {line.transfers}, but a device moves no money"
    wrong = _wrong(event, context)
    context.devices = evolve(context.devices, event)
    if isinstance(event, DeviceWithdrawn):
        context.sealed.discard(sealed_under(event.name))
    else:
        context.sealed.add(sealed_under(event.name))
    return wrong or context.roster.lacks(line.entry, Duty.KEEP_DEVICES)


def _wrong(event: DeviceEvent, context: Context) -> str | None:
    again: DeviceEvent
    try:
        match event:
            case DeviceRegistered(name, kind, table):
                ours = f"table/{table}" in context.streams
                if ours and kind is ReporterKind.GAME_MACHINE:
                    return f"{name} is registered for {table} of another game, and that is a table of this house"
                if not ours and kind in READERS:
                    return f"{name} is registered for {table}, and there was no such table then"
                again = decide_register(context.devices, name, kind, table)
            case DeviceKeyRenewed(name):
                again = DeviceKeyRenewed(context.devices.known(name).name)
            case DeviceWithdrawn(name, why):
                again = decide_withdraw(context.devices, name, why)
    except Refused as why_not:
        return f"cannot have happened: {why_not}"
    return None if again == event else f"says {event}, and decided again it is {again}"
