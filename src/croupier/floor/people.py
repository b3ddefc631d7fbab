"""Staff and players: names, roles, PINs, and the lock-out of those who guess.

Who was registered, and who got a PIN wrong, is in the journal; the hashes of PINs are sealed beside it, because
four digits could be guessed from a hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import uuid
from collections.abc import Callable
from typing import Final

from croupier.errors import Refused
from croupier.floor.authors import is_reserved
from croupier.floor.house.names import STAFF, STRANGER, Known, check_person, deactivated, note, promoted, staff_now
from croupier.floor.house.pins import NOBODYS, hashed, matches
from croupier.floor.roles import FIRST_START as FIRST_START
from croupier.floor.roles import FRONT_DESK, Duty, Person, Role, check_may
from croupier.floor.room import check_name, wall_clock_ms
from croupier.floor.unit import retried, same_request, unit_of
from croupier.store.entry import Event, contents
from croupier.store.journal import Store
from croupier.store.unit import CommandIdTaken, Receipt, Write

MOST_FAILURES: Final = 5
LOCKED_FOR_MS: Final = 15 * 60 * 1000
_TURNS: Final = 64


class NameTaken(Refused):
    """A name that somebody has already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a {name!r} already, or one that differs only in its capitals; want another name")


class NotTheFirst(Refused):
    """Somebody who would be the first admin, and is not the first."""

    def __init__(self) -> None:
        super().__init__("the first of the staff is an admin, entered once; everybody else is entered by an admin")


class SignInRefused(Refused):
    """A name and a PIN that do not go together. It does not say which of the two is wrong."""

    def __init__(self) -> None:
        super().__init__("name and PIN do not match; try again, or ask an admin for a new PIN")


class NoPin(Refused):
    """A PIN that was left out, which is no guess at one: it is not counted."""

    def __init__(self) -> None:
        super().__init__("no PIN was entered; enter it and try again")


class Deactivated(Refused):
    """Somebody who is in the book and does not come in."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is deactivated and cannot sign in; ask an admin")


class LockedOut(Refused):
    """Too many wrong PINs."""

    def __init__(self, name: str, until_ms: int, now_ms: int) -> None:
        minutes = max(1, -(-(until_ms - now_ms) // 60_000))
        super().__init__(
            f"{name} is locked out after {MOST_FAILURES} wrong PINs; try again in {minutes} min, with a badge, in a "
            "browser where you have signed in before, or ask an admin"
        )
        self.until_ms = until_ms


class People:
    """The book of names."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)
        # Guesses at one name are judged one after another: many at once are no more than as many in a row.
        self._turns = [threading.Lock() for _ in range(_TURNS)]

    def staff(self) -> dict[str, Known]:
        """Everybody on the staff."""
        return staff_now(self._store)

    def find(self, name: str) -> Known | None:
        """Somebody by name."""
        return self._player(name) or self.staff().get(name)

    def register(self, name: str, role: Role, pin: str | None, by: Person, command: str) -> Person:
        """Enter somebody into the book. The first of the staff is entered by `FIRST_START`, and is an admin.

        A player without a PIN is a guest: somebody else vouches for who they are.
        """
        check_name(name)
        check_person(role)
        check_may(by, Duty.REGISTER_PLAYER if role is Role.PLAYER else Duty.REGISTER_STAFF)
        from croupier.floor.practice.names import is_guest  # whose package is made of rooms

        # A guest's session ends with the browser's alone: nobody of the staff is taken for one.
        if is_reserved(name) or (role is not Role.PLAYER and is_guest(name)):
            raise NameTaken(name)
        new = Known(name, role)
        outcome = self._enter(new, () if pin is None else ((_key(new), hashed(pin)),), by, command)
        self._check_same_pin(new, pin, outcome)
        return new.person

    def enter_from(self, others: People, name: str, by: Person, command: str) -> Person:
        """Enter one of the staff of another record of this house, with the PIN and the badge that they have there."""
        known = others._known(name)
        check_may(by, Duty.REGISTER_STAFF)
        kept = ((key, others._store.secret(key)) for key in (_key(known), _badge_key(known)))
        seal = tuple((key, secret) for key, secret in kept if secret is not None)
        self._enter(Known(name, known.role), seal, by, command)
        return known.person

    def _enter(self, new: Known, seal: tuple[tuple[str, str], ...], by: Person, command: str) -> Receipt:
        name, role = new.name, new.role
        request = f"register {name} as {role.value}"
        event = {"event": "Registered", "name": name, "role": role.value}

        def attempt() -> Receipt:
            # Players and staff are in streams of their own. Both must stand where the name was looked for, so that
            # nobody takes it in the one while somebody takes it in the other.
            staff, looked = self._store.head(STAFF).version, self._store.position()
            if by is FIRST_START and (role is not Role.ADMIN or self.staff()):
                raise NotTheFirst
            if self.find(name) is not None or self._passes_for_another(name, by):
                raise NameTaken(name)
            versions = {STAFF: staff, f"player/{name}": 0}
            writes = (
                Write(new.stream, versions.pop(new.stream), (event,)),
                *(Write(*at, ()) for at in versions.items()),
            )
            # Names that differ only in capitals are looked for among all players, and each is a stream of its own: the
            # record refuses one that came in since.
            since = looked if by is FRONT_DESK else None
            now = self._now_ms()
            return self._store.commit(unit_of(by, command, now, request, *writes, seal=seal, distinct_since=since))

        return retried(self._store, by, command, "the book of names", same_request(new.stream, request), attempt)

    def _passes_for_another(self, name: str, by: Person) -> bool:
        """Whether a name differs only in its capitals from one of the staff's, or from a player's where whoever comes
        in chooses it."""
        others = list(self.staff())
        if by is FRONT_DESK:
            others += [stream.removeprefix("player/") for stream in self._store.streams("player/")]
        return name.casefold() in map(str.casefold, others)

    def set_pin(self, name: str, pin: str, by: Person, command: str) -> None:
        """Give somebody a new PIN, which also unlocks them."""
        if by.name != name:
            check_may(by, Duty.UNLOCK)
        known = self._known(name)
        seal = ((_key(known), hashed(pin)),)
        receipt = self._write(
            known,
            {"event": "PinSet", "name": name},
            by,
            command,
            f"set PIN of {name}",
            seal=seal,
            unseal=(_key(known),),
        )
        self._check_same_pin(known, pin, receipt)

    def unlock(self, name: str, by: Person, command: str) -> None:
        """Let somebody try again."""
        check_may(by, Duty.UNLOCK)
        self._write(self._known(name), {"event": "Unlocked", "name": name}, by, command, f"unlock {name}")

    def deactivate(self, name: str, by: Person, command: str) -> None:
        """Let somebody in no more. Their name, their money and all that they did stay in the record."""
        self._change_staff(name, by, command, f"deactivate {name}", lambda known: deactivated(known, self.staff(), by))

    def activate(self, name: str, by: Person, command: str) -> None:
        """Let somebody in again who was deactivated, with the PIN and the badge they had."""

        def event(known: Known) -> Event:
            if known.active:
                raise Refused(f"{name} is active; there is nothing to change")
            return {"event": "Reactivated", "name": name}

        self._change_staff(name, by, command, f"activate {name}", event)

    def change_role(self, name: str, role: Role, by: Person, command: str) -> None:
        """Give one of the staff another role."""
        request = f"make {name} {role.value}"
        self._change_staff(name, by, command, request, lambda known: promoted(known, role, self.staff(), by))

    def _change_staff(
        self, name: str, by: Person, command: str, request: str, event: Callable[[Known], Event]
    ) -> Receipt:
        """Change somebody, decided anew if the book changes meanwhile: two admins do not end each other at once."""
        check_may(by, Duty.REGISTER_STAFF)

        stream = self._known(name).stream

        def attempt() -> Receipt:
            version = self._store.head(stream).version
            known = self._known(name)
            return self._write(known, event(known), by, command, request, expected=version)

        return retried(self._store, by, command, "the book of names", same_request(stream, request), attempt)

    def sign_in(self, name: str, pin: str, *, enters: bool = False, way: str = STRANGER) -> Person:
        """Who it is, if the PIN is theirs. Wrong ones are counted in the record, so a restart forgets nothing.

        They are counted by the `way` somebody comes: a browser that is known, the keypad of who has signed in, or that
        of strangers. Where one of the staff `enters`, and does not only sign for something, the record says so.
        """
        if not pin:
            raise NoPin
        with self._turns[hash(name) % _TURNS]:
            return self._signed_in(name, pin, enters, way)

    def _signed_in(self, name: str, pin: str, enters: bool, way: str) -> Person:
        known = self.find(name)
        if known is None:
            matches(NOBODYS, pin)  # as slow as a wrong PIN: time must not tell which names exist
            raise SignInRefused
        now, closed = self._now_ms(), known.guessed(way).locked_until_ms
        if now < closed:
            matches(NOBODYS, pin)
            raise LockedOut(name, closed, now)
        by_way = {} if way == STRANGER else {"way": way}
        stored = self._store.secret(_key(known))
        if stored is None or not matches(stored, pin):
            locks = known.guessed(way).failures + 1 >= MOST_FAILURES
            until = now + LOCKED_FOR_MS if locks else 0
            event = {"event": "SignInFailed", "name": name, "locked_until_ms": until, **by_way}
            self._write(known, event, known.person, uuid.uuid4().hex, "sign in")
            if locks:
                raise LockedOut(name, until, now)
            raise SignInRefused
        if not known.active:
            raise Deactivated(name)
        if known.guessed(way).failures or (enters and known.role is not Role.PLAYER):
            event = {"event": "SignedIn", "name": name, **by_way}
            self._write(known, event, known.person, uuid.uuid4().hex, "sign in")
        return known.person

    def sign_out(self, name: str, session: str) -> None:
        """End a session for good, on every server and after a restart."""
        known = self.find(name)
        if known is None:
            return
        event = {"event": "SignedOut", "name": name, "session": session}
        self._write(known, event, known.person, f"sign-out/{session}", "sign out")

    def issue_badge(self, name: str, by: Person, command: str) -> str:
        """Make a badge for one of the staff; what is on it is told this once. An older badge no longer works."""
        check_may(by, Duty.UNLOCK)
        known = self._known(name)
        if known.role is Role.PLAYER:
            raise Refused(f"{name} is a player; badges are for staff")
        # A badge is long and random, unlike a PIN, so a plain hash of it cannot be guessed from.
        badge = f"{name}.{secrets.token_hex(16)}"
        seal = ((_badge_key(known), hashlib.sha256(badge.encode()).hexdigest()),)
        unseal = (_badge_key(known),)
        event = {"event": "BadgeIssued", "name": name}
        if self._write(known, event, by, command, f"issue badge to {name}", seal=seal, unseal=unseal).repeated:
            raise Refused(f"this badge of {name} was made already, and what is on it is told once; issue another")
        return badge

    def badge_holder(self, badge: str, *, enters: bool = False) -> Person:
        """Whose badge it is. A win is verified with badge and PIN; a badge alone opens the staff's pages."""
        name = badge.rpartition(".")[0]  # a name may have dots of its own, what was drawn has none
        known = self.staff().get(name)
        stored = None if known is None else self._store.secret(_badge_key(known))
        if known is None or stored is None or not known.active:
            raise SignInRefused
        if not hmac.compare_digest(stored, hashlib.sha256(badge.encode()).hexdigest()):
            raise SignInRefused
        if enters:
            event = {"event": "SignedIn", "name": name, "badge": True}
            self._write(known, event, known.person, uuid.uuid4().hex, "sign in")
        return known.person

    def _check_same_pin(self, known: Known, pin: str | None, receipt: Receipt) -> None:
        """Refuse to say that a PIN is set, where the command had set another."""
        if receipt.repeated and pin is not None:
            stored = self._store.secret(_key(known))
            if stored is None or not matches(stored, pin):
                raise CommandIdTaken(receipt.command)

    def _known(self, name: str) -> Known:
        known = self.find(name)
        if known is None:
            raise Refused(f"nobody is called {name!r}; register them first")
        return known

    def _player(self, name: str) -> Known | None:
        book: dict[str, Known] = {}
        for entry in self._store.read(f"player/{name}"):
            for event in contents(entry).events:
                note(book, event, entry.time_ms)
        return book.get(name)

    def _write(
        self,
        known: Known,
        event: Event,
        by: Person,
        command: str,
        request: str,
        *,
        seal: tuple[tuple[str, str], ...] = (),
        unseal: tuple[str, ...] = (),
        expected: int | None = None,
    ) -> Receipt:
        write = Write(known.stream, expected, (event,))
        return self._store.commit(unit_of(by, command, self._now_ms(), request, write, seal=seal, unseal=unseal))


def _key(known: Known) -> str:
    return f"pin/{known.person.actor}"


def _badge_key(known: Known) -> str:
    return f"badge/{known.person.actor}"
