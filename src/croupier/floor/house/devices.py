"""The book of devices (R58): readers, sensor rails and machines of other games, each of one table and with its own key.

A key is long and random, and told once; a hash of it is sealed beside the journal. Whoever brings it is the device.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from croupier.codec import Codec
from croupier.errors import Refused
from croupier.floor.authors import is_reserved
from croupier.floor.house.names import staff_now
from croupier.floor.live_tables import check_name, wall_clock_ms
from croupier.floor.practice.names import is_practice
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Duty, Person, Role, check_may
from croupier.floor.unit import retried, same_request, unit_of
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.store.unit import Receipt, Write
from croupier.values import replace

STREAM: Final = "devices"
LONGEST_KEY: Final = 120
_KEY_BYTES: Final = 32
_LONGEST_REASON: Final = 120
_NOBODYS: Final = hashlib.sha256(secrets.token_bytes(_KEY_BYTES)).hexdigest()
"""What the key of a device that does not exist is compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """A device that reports to one table."""

    name: str
    kind: ReporterKind
    table: str
    active: bool = True
    why: str = ""
    """Why it was withdrawn."""

    @property
    def person(self) -> Person:
        """As whom it acts."""
        return Person(self.name, Role.DEVICE)

    @property
    def words(self) -> str:
        """The device as people name it."""
        return f"{self.name}, {self.kind.words} at {self.table}"


@dataclass(frozen=True, slots=True)
class DeviceRegistered:
    """A device got its first key, or is back with a new one."""

    name: str
    kind: ReporterKind
    table: str


@dataclass(frozen=True, slots=True)
class DeviceKeyRenewed:
    """A device got another key; the one before opens nothing any more."""

    name: str


@dataclass(frozen=True, slots=True)
class DeviceWithdrawn:
    """A device reports no longer, and its key is gone."""

    name: str
    why: str


DeviceEvent: TypeAlias = DeviceRegistered | DeviceKeyRenewed | DeviceWithdrawn
CODEC: Final = Codec((DeviceRegistered, DeviceKeyRenewed, DeviceWithdrawn))


@dataclass(frozen=True, slots=True)
class Reporters:
    """Every device that was ever registered, in the order in which they came."""

    by_name: Mapping[str, Reporter] = field(default_factory=dict)

    def known(self, name: str) -> Reporter:
        """The device of that name, which reports."""
        device = self.by_name.get(name)
        if device is None:
            raise Refused(f"no device {name!r} on record; there are {', '.join(self.by_name) or 'none yet'}")
        if not device.active:
            raise Refused(f"{name} was withdrawn: {device.why}; register it anew")
        return device


def evolve(devices: Reporters, event: DeviceEvent) -> Reporters:
    """The book after an event."""
    match event:
        case DeviceRegistered(name, kind, table):
            changed = Reporter(name=name, kind=kind, table=table)
        case DeviceKeyRenewed(name):
            changed = devices.by_name[name]
        case DeviceWithdrawn(name, why):
            changed = replace(devices.by_name[name], active=False, why=why)
    return Reporters({**devices.by_name, changed.name: changed})


def decide_register(devices: Reporters, name: str, kind: ReporterKind, table: str) -> DeviceRegistered:
    """Register a device for one table, or say why not. One that was withdrawn may come back, at any table."""
    check_name(name)
    if is_reserved(name) or is_practice(table):
        raise Refused(f"{name} cannot be registered for {table}; want a name of its own and a table for money")
    known = devices.by_name.get(name)
    if known is not None and known.active:
        raise Refused(f"there is a {known.words} already; renew its key or withdraw it, or want another name")
    return DeviceRegistered(name, kind, table)


def decide_withdraw(devices: Reporters, name: str, why: str) -> DeviceWithdrawn:
    """Withdraw a device, for a stated reason."""
    known, why = devices.known(name), " ".join(why.split())
    if not 0 < len(why) <= _LONGEST_REASON:
        raise Refused(
            f"a device is withdrawn for a reason of 1 to {_LONGEST_REASON} characters, not {why[:40]!r}; say why"
        )
    return DeviceWithdrawn(known.name, why)


def parse_kind(text: str) -> ReporterKind:
    """The kind that `text` names."""
    try:
        return ReporterKind("-".join(text.split()))
    except ValueError:
        there = ", ".join(kind.value for kind in ReporterKind)
        raise Refused(f"no {text!r} reports to a table; want one of {there}") from None


class WrongKey(Refused):
    """A key that opens nothing. It does not say whether there is such a device."""

    def __init__(self) -> None:
        super().__init__(
            "no device has this key; want 'Authorization: Bearer KEY' with the key that was told once, or for another "
            "game's table its machine's key as 'X-Machine-Key: KEY'"
        )


class DeviceBook:
    """The devices of a record."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)

    def now(self) -> Reporters:
        """Every device on record."""
        return read_devices(self._store)

    def register(self, name: str, kind: ReporterKind, table: str, who: Person, command: str) -> str:
        """Register a device for one table; its key, which is told this once."""
        check_name(table)
        ours = self._store.head(f"table/{table}").version > 0
        if kind is ReporterKind.GAME_MACHINE:  # it may get its key first, and then report that its table joins
            if ours:
                raise Refused(f"{table} is a table of this house; a {kind.words} is of a table that is dealt elsewhere")
        elif not ours:
            raise Refused(f"no table {table!r}; a device reports to a table that there is")
        if name in staff_now(self._store) or self._store.head(f"player/{name}").version:
            raise Refused(f"there is a {name!r} in the book of names already; want another name for the device")
        words = f"register {name} as {kind.value} at {table}"
        return self._with_key(name, who, command, words, lambda now: decide_register(now, name, kind, table))

    def renew(self, name: str, who: Person, command: str) -> str:
        """Give a device another key, which is told this once; the one before opens nothing any more."""
        words = f"renew the key of {name}"
        return self._with_key(name, who, command, words, lambda now: DeviceKeyRenewed(now.known(name).name))

    def withdraw(self, name: str, why: str, who: Person, command: str) -> Receipt:
        """Let a device report no longer. What it has reported stays in the record."""
        words = f"withdraw {name}: {why.strip()}"
        return self._write(
            who, command, words, lambda now: decide_withdraw(now, name, why), unseal=(sealed_under(name),)
        )

    def holder(self, key: str, kinds: Collection[ReporterKind]) -> Reporter:
        """The device of one of these kinds that has this key. A wrong key takes as long as one of a device that does
        not exist."""
        device = self.now().by_name.get(key.rpartition(".")[0])
        name = "" if device is None else device.name
        stored = self._store.secret(sealed_under(name)) or _NOBODYS
        right = hmac.compare_digest(stored, _hash(key))
        if not right or device is None or not device.active or device.kind not in kinds:
            raise WrongKey
        return device

    def _with_key(
        self, name: str, who: Person, command: str, words: str, decide: Callable[[Reporters], DeviceEvent]
    ) -> str:
        key = f"{name}.{secrets.token_hex(_KEY_BYTES)}"
        sealed = sealed_under(name)
        receipt = self._write(who, command, words, decide, seal=((sealed, _hash(key)),), unseal=(sealed,))
        if receipt.repeated:
            raise Refused(f"this key of {name} was made already, and a key is told once; renew it")
        return key

    def _write(
        self,
        who: Person,
        command: str,
        words: str,
        decide: Callable[[Reporters], DeviceEvent],
        *,
        seal: tuple[tuple[str, str], ...] = (),
        unseal: tuple[str, ...] = (),
    ) -> Receipt:
        check_may(who, Duty.KEEP_DEVICES)

        def attempt() -> Receipt:
            version = self._store.head(STREAM).version
            event = CODEC.to_plain(decide(self.now()))
            write = Write(STREAM, version, (event,))
            return self._store.commit(unit_of(who, command, self._now_ms(), words, write, seal=seal, unseal=unseal))

        return retried(self._store, who, command, "the book of devices", same_request(STREAM, words), attempt)


def read_devices(reader: Reader) -> Reporters:
    """The devices as the record has them."""
    devices = Reporters()
    for entry in reader.read(STREAM):
        for plain in contents(entry).events:
            devices = evolve(devices, CODEC.from_plain(plain))
    return devices


def sealed_under(name: str) -> str:
    """Under what the hash of a device's key is sealed."""
    return f"key/device/{name}"


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
