"""The choices of the house that are no single table's: its clock, and from where on money needs two people."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import Refused
from croupier.floor.house.display_colour import FELT, parse_colour
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.unit import retried, same_request, unit_of
from croupier.money import CHIP_VALUES, DOLLAR, Cents, chip_values_text, dollars, parse_chip_values, parse_dollars
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write
from croupier.values import replace

STREAM: Final = "house"
SECOND_PERSON: Final = "second_person_above"
SIGNED: Final = (SECOND_PERSON, "variance_above")
"""The amounts above which one person alone is not enough. Two people raise one, or lift it."""
PER_DAY: Final = "day"
"""How an amount is counted above which two people sign; before, each movement and each variance stood alone."""
_KEPT_S: Final = 2.0
_LONGEST_NAME: Final = 40
_LONGEST_WORDS: Final = 200


@dataclass(frozen=True, slots=True)
class HouseChoices:
    """What the house has chosen; amounts are cents, and none where the house sets none."""

    zone: str = "UTC"
    """The time zone that people read the clock in; the record keeps UTC."""
    second_person_above: Cents | None = None
    """Above this, money that moves within 24 hours for a player, a tray or the cage needs a second person's PIN."""
    variance_above: Cents | None = 100 * DOLLAR
    """Above this, a count that differs from the record needs a second person's PIN."""
    low_tray: Cents | None = None
    """A tray that holds less than this needs a fill."""
    tray_par: Cents | None = None
    """What a tray is filled up to."""
    cash_alert: Cents | None = 10_000 * DOLLAR
    """Above this, what a player brings or takes in cash on one day is an alert."""
    sound: bool = False
    """Whether pages of the staff ring when something new needs a person."""
    verify_tray_wins_from: Cents = 500 * DOLLAR
    """From this amount on a supervisor verifies a progressive win that the tray pays (R44)."""
    chips: str = chip_values_text(CHIP_VALUES)
    """The values of its chips in dollars, in which keypads say what is paid (R58)."""
    only_approved: bool = False
    """Whether a table without a valid approval deals no further round for money (R56)."""
    coach: bool = False
    """Whether the coach gives players exact advice at tables for money; at practice tables it always may."""
    name: str = ""
    """What the house is called, on its jackpot displays."""
    colour: str = FELT
    """The colour of its jackpot displays."""
    backups: str = ""
    """Where copies of the record and of its keys are kept, in words; nothing where nobody has said."""
    first_day: bool = True
    """Whether the home page of the staff lists what a new room still lacks."""


@dataclass(frozen=True, slots=True)
class SecondPersonRule:
    """From where on money takes two people: above how much within 24 hours, and after which entry there has been such
    an amount without a break."""

    above: Cents | None
    since: int = 0


class TwoPeopleNeeded(Refused):
    """A limit of money that one person alone does not lift."""

    def __init__(self, why: str = "") -> None:
        super().__init__(
            why
            or "an amount above which money takes two people is raised or lifted by two people itself: somebody else "
            "who may set the house signs with badge or name, and PIN"
        )


class NoSuchChoice(Refused):
    """Something that the house does not choose."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the house has no choice called {name!r}; there are {', '.join(CHOICES)}")


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(f"no time zone {text!r}; want a name such as America/Los_Angeles or UTC") from None
    return text


def _amount(text: str) -> Cents | None:
    return None if text.strip() in ("", "none") else parse_dollars(text)


def _set_amount(text: str) -> Cents:
    amount = _amount(text)
    if amount is None:
        raise Refused("this amount cannot be left open; want dollars, such as 500, or 0 for every win")
    return amount


def _chips(text: str) -> str:
    return chip_values_text(parse_chip_values(text))


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise Refused(f"{text!r} is neither 'on' nor 'off'")
    return text == "on"


def _name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise Refused(f"{text!r} does not fit on a display; want {_LONGEST_NAME} letters at most")
    return name


def _words(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > _LONGEST_WORDS or not words.isprintable():
        raise Refused(f"{len(words)} letters are too many, or some are no letters; want {_LONGEST_WORDS} at most")
    return words


CHOICES: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "zone": ("time zone of the house", _zone),
    "second_person_above": ("a second person for money above", _amount),
    "variance_above": ("a second person for a variance above", _amount),
    "low_tray": ("a tray is low below", _amount),
    "tray_par": ("trays are filled up to", _amount),
    "cash_alert": ("an alert where a player's cash of a day is above", _amount),
    "verify_tray_wins_from": ("a supervisor verifies progressive wins of the tray from", _set_amount),
    "sound": ("sound when something needs a person", _switch),
    "chips": ("chips of the house, in dollars", _chips),
    "only_approved": ("only tables with a valid approval deal for money", _switch),
    "coach": ("the coach advises players at tables for money", _switch),
    "name": ("name of the house, on displays", _name),
    "colour": ("colour of the displays", parse_colour),
    "backups": ("where copies of the record and of its keys are kept", _words),
    "first_day": ("the first day's checklist at home", _switch),
}
"""Every choice: what it is, and how its text is read."""


def is_milder(old: Cents | None, new: Cents | None) -> bool:
    """Whether less money takes two people than before."""
    return old is not None and (new is None or new > old)


def _approved(old: Cents | None, new: Cents | None, who: Person, second: Person | None) -> dict[str, str]:
    """The second person of a limit of money, who must be there where it is raised."""
    if second is None:
        if is_milder(old, new):
            raise TwoPeopleNeeded
        return {}
    check_may(second, Duty.SET_HOUSE)
    if second.actor == who.actor:
        raise TwoPeopleNeeded(f"{who.name} asks for it, so the second person is somebody else")
    return {"approver": second.name}


def choice_words(value: object) -> str:
    """A choice's value as people say it."""
    match value:
        case None:
            return "none"
        case bool():
            return "on" if value else "off"
        case int():
            return dollars(value)
        case _:
            return str(value)


class ChoiceBook:
    """The book of the house's choices. What was chosen elsewhere is known here once somebody says so (`forget`), and
    two seconds later at the latest."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)
        self._cached: tuple[float, HouseChoices] | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether it can be asked without a look at the record."""
        return self._cached is not None and time.monotonic() - self._cached[0] <= _KEPT_S

    def now(self) -> HouseChoices:
        """What the house has chosen."""
        if self._cached is None or time.monotonic() - self._cached[0] > _KEPT_S:
            self._cached = time.monotonic(), self._read()
        return self._cached[1]

    def forget(self) -> None:
        """Look at the record anew: another process has chosen."""
        self._cached = None

    def choose(self, name: str, text: str, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Choose anew. The entry says what it was before. Two people raise an amount above which it takes two."""
        check_may(who, Duty.SET_HOUSE)
        if name not in CHOICES:
            raise NoSuchChoice(name)
        new = CHOICES[name][1](text)
        request = f"choose {name} {choice_words(new)}"

        def attempt() -> Receipt:
            version, old = self._store.head(STREAM).version, getattr(self._read(), name)
            event = {"event": "HouseChose", "choice": name, "old": old, "new": new}
            if name in SIGNED:
                event |= _approved(old, new, who, second)
            if name == SECOND_PERSON:
                event |= {"per": PER_DAY}
            write = Write(STREAM, version if name in SIGNED else None, (event,))
            return self._store.commit(unit_of(who, command, self._now_ms(), request, write))

        receipt = retried(self._store, who, command, "the house", same_request(STREAM, request), attempt)
        self.forget()
        return receipt

    def second_person(self) -> SecondPersonRule:
        """From where on money takes two people, as the record has it now."""
        rule = SecondPersonRule(None)
        for entry in self._store.read(STREAM):
            for event in contents(entry).events:
                if event.get("event") == "HouseChose" and event["choice"] == SECOND_PERSON:
                    rule = SecondPersonRule(event["new"], entry.position if rule.above is None else rule.since)
        return rule

    def made(self) -> set[str]:
        """Which choices somebody has made, be it as they were before."""
        events = (event for entry in self._store.read(STREAM) for event in contents(entry).events)
        return {event["choice"] for event in events if event.get("event") == "HouseChose"}

    def _read(self) -> HouseChoices:
        chosen = HouseChoices()
        for entry in self._store.read(STREAM):
            for event in contents(entry).events:
                if event.get("event") == "HouseChose":
                    chosen = replace(chosen, **{event["choice"]: event["new"]})
        return chosen
