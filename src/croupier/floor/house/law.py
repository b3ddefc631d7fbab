"""The legal profile as a value of the house (R55): changed by two people, with a reference and a date from which it
holds. Where none is on record the built-in one holds (`croupier.rules.law.LAW`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from croupier.codec import Codec, Plain
from croupier.errors import Refused
from croupier.floor.house.profile import FIELDS, BadLaw, profile_texts, with_texts
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.unit import retried, same_request, unit_of
from croupier.money import Cents
from croupier.rules.law import LAW, Jurisdiction, Law, LegalProfile
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.store.unit import Receipt, Write
from croupier.values import replace

STREAM: Final = "house"
_KEPT_S: Final = 5.0
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class LawChanged:
    """The legal profile of a jurisdiction, changed from a moment on. `date` is the day that was named, by the clock of
    the house; `approver` is the second person."""

    jurisdiction: Jurisdiction
    old: LegalProfile
    new: LegalProfile
    reference: str
    date: str
    from_ms: int
    approver: str = ""

    @property
    def since(self) -> str:
        """From when on it holds, and by which reference."""
        return f"since {self.date} ({self.reference})"


_codec = Codec([LawChanged])


def law_to_plain(change: LawChanged) -> Plain:
    """A change as the journal has it."""
    return _codec.to_plain(change)


def law_from_plain(plain: Mapping[str, Any]) -> LawChanged:
    """The change that `law_to_plain` wrote."""
    change: LawChanged = _codec.from_plain(plain)
    return change


def change_words(change: LawChanged) -> str:
    """What a change changed: what it was, and what it is."""
    old, new = (profile_texts(change.jurisdiction, profile) for profile in (change.old, change.new))
    return "; ".join(f"{FIELDS[key].label}: {old[key]} → {new[key]}" for key in new if new[key] != old[key])


def law_words(change: LawChanged) -> str:
    """A change of the law in a sentence."""
    return (
        f"The law of {change.jurisdiction.value} from {change.date} on, by {change.reference}: {change_words(change)}. "
        f"Second person: {change.approver}."
    )


# Which profile holds when.


class RecordedLaw(NamedTuple):
    """A change of the law as the record has it: where, when and by whom it was written, and the profile that it
    made."""

    position: int
    time_ms: int
    by: str
    change: LawChanged
    profile: LegalProfile


@dataclass(frozen=True, slots=True)
class LawHistory:
    """Every change of the law on record, in the order of the journal. It goes with a table into another process."""

    changes: tuple[RecordedLaw, ...] = ()

    @staticmethod
    def of(entries: Iterable[Entry], until: int | None = None) -> LawHistory:
        """The changes among entries of the house's stream. What cannot be read, the audit finds."""
        return LawHistory(tuple(_changes(entries, until)))

    @staticmethod
    def read(reader: Reader, until: int | None = None) -> LawHistory:
        """The changes on record, up to a position of the journal."""
        return LawHistory.of(reader.read(STREAM), until)

    def before(self, position: int) -> LawHistory:
        """What was on record before an entry."""
        return LawHistory(tuple(one for one in self.changes if one.position < position))

    def on_record(self, place: Jurisdiction, time_ms: int) -> LegalProfile | None:
        """The profile of a jurisdiction that held at a moment; none before the first on record."""
        last: RecordedLaw | None = None
        for one in self.changes:
            if one.change.jurisdiction is place and one.change.from_ms <= time_ms:
                # Of two that begin at the same moment the one that was written later holds.
                last = one if last is None or one.change.from_ms >= last.change.from_ms else last
        return None if last is None else last.profile

    @property
    def player_fees(self) -> tuple[Cents, ...]:
        """Every fee of a player that a profile on record has set (R32)."""
        return tuple({one.profile.player_fee for one in self.changes if one.profile.player_fees})

    def law(self, time_ms: int) -> Law:
        """The law in force at a moment; the built-in one where nothing is on record."""
        if not self.changes:
            return LAW
        return _law(tuple(self.on_record(place, time_ms) for place in LAW))


@lru_cache(maxsize=64)
def _law(profiles: tuple[LegalProfile | None, ...]) -> Law:
    # Cached, so that a law that has not changed is the same object: tables are told only of another one.
    if not any(profiles):
        return LAW
    return MappingProxyType({place: profile or LAW[place] for place, profile in zip(LAW, profiles, strict=True)})


def _changes(entries: Iterable[Entry], until: int | None) -> Iterator[RecordedLaw]:
    for entry in entries:
        if until is not None and entry.position > until:
            return
        try:
            for event in contents(entry).events:
                if event.get("event") == LawChanged.__name__:
                    change = law_from_plain(event)
                    profile = replace(change.new, since=change.since)
                    yield RecordedLaw(entry.position, entry.time_ms, entry.actor, change, profile)
        except (Refused, ValueError, LookupError, TypeError, AttributeError):
            continue


def begins_ms(day: str, zone: str, now_ms: int) -> int:
    """When a profile begins to hold that was dated so: at midnight of the house's clock, or now if that is today."""
    try:
        named = date.fromisoformat(day)
    except ValueError:
        raise BadLaw("day", f"no date {day!r}; want one such as 2027-01-31") from None
    today = datetime.fromtimestamp(now_ms / 1000, ZoneInfo(zone)).date()
    if named < today:
        raise BadLaw("day", f"{day} is past; a profile holds from today, {today.isoformat()}, or from a later day")
    return now_ms if named == today else _midnight_ms(named, zone)


def end_ms(day: str, zone: str) -> int:
    """The last moment of a day by the house's clock."""
    try:
        return _midnight_ms(date.fromisoformat(day) + timedelta(days=1), zone) - 1
    except (ValueError, OverflowError):
        raise Refused(f"no date {day!r}; want one such as 2027-01-31") from None


def _midnight_ms(day: date, zone: str) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC).timestamp() * 1000)


def check_two(who: Person, second: Person | None) -> Person:
    """The second person of a change of the law. Refused where there is none, or one who lacks the duty."""
    check_may(who, Duty.SET_HOUSE)
    if second is None:
        raise BadLaw(
            "badge",
            "a legal profile is changed by two people (R55): somebody else who may set the house signs with badge or "
            "name, and PIN",
        )
    check_may(second, Duty.SET_HOUSE)
    if second.actor == who.actor:
        raise BadLaw("badge", f"{who.name} asks for it, so the second person is somebody else")
    return second


class LawBook:
    """The legal profiles of a record. What was changed elsewhere is known here five seconds later; a server looks
    sooner, so that nobody waits for the record in its event loop."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)
        self._looked_s = float("-inf")
        self._version = -1
        self._history = LawHistory()

    def now(self, *, fresh: bool = False) -> Law:
        """The law in force; `fresh`: as the record has it now, and not as it had it seconds ago."""
        history = self.history(fresh=fresh)
        return history.law(self._now_ms()) if history.changes else LAW

    def at(self, time_ms: int) -> Law:
        """The law that holds at a moment."""
        return self.history().law(time_ms)

    def history(self, *, fresh: bool = False) -> LawHistory:
        """Every change on record."""
        now_s = time.monotonic()
        if fresh or now_s - self._looked_s > _KEPT_S:
            version = self._store.head(STREAM).version
            if version != self._version:
                self._history = LawHistory.read(self._store)
                self._version = version
            self._looked_s = now_s
        return self._history

    def zone(self) -> str:
        """The time zone of the house, whose midnight a date means."""
        chosen = "UTC"
        for entry in self._store.read(STREAM):
            for event in contents(entry).events:
                if event.get("event") == "HouseChose" and event["choice"] == "zone":
                    chosen = event["new"]
        return chosen

    def change(
        self,
        place: Jurisdiction,
        texts: Mapping[str, str],
        *,
        reference: str,
        day: str,
        who: Person,
        second: Person | None,
        command: str,
    ) -> Receipt:
        """Change what a profile says from a day on; two people sign. What is left empty stays as it was."""
        approver = check_two(who, second)
        reference, day = reference.strip(), day.strip()
        if not reference or len(reference) > _LONGEST:
            raise BadLaw(
                "reference", f"a legal profile is changed with a reference (R55); want 1 to {_LONGEST} characters"
            )
        said = ", ".join(f"{key} {text.strip()}" for key, text in texts.items() if text.strip())
        request = f"change the law of {place.value} from {day}, {reference}: {said}"

        def attempt() -> Receipt:
            version, time_ms = self._store.head(STREAM).version, self._now_ms()
            from_ms = begins_ms(day, self.zone(), time_ms)
            old = (self.history(fresh=True).on_record(place, from_ms) or LAW[place]).bare
            new = with_texts(place, old, texts)
            if new == old:
                raise Refused(f"{place.value}'s profile says that already on {day}; nothing would change")
            change = LawChanged(
                jurisdiction=place,
                old=old,
                new=new,
                reference=reference,
                date=day,
                from_ms=from_ms,
                approver=approver.name,
            )
            write = Write(STREAM, version, (law_to_plain(change),))
            return self._store.commit(unit_of(who, command, time_ms, request, write))

        done = retried(self._store, who, command, "the house", same_request(STREAM, request), attempt)
        self._version = -1
        self._looked_s = float("-inf")
        return done
