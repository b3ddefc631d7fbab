"""Every field of every kind of event, changed to something plausible, with everything made right but the story.

What a record has of events is read off the record itself, so a new kind of event is tampered with from its first day.
All are found by the audit, but for those listed here with the reason why not. Where the command behind an event is
recorded beside it, the forger changes it alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias, get_args

from croupier.floor.audit.cage import AT_THE_CAGE
from croupier.floor.audit.registrations import ABOUT_PLAYER, ABOUT_STAFF
from croupier.floor.links.outside_events import OutsideEvent
from croupier.floor.table import Happening
from croupier.jackpot.events import Event as LinkEvent
from torture.tampering.columns import flipped
from torture.tampering.kind import Found, Kind, Tamper, pick
from torture.tampering.rows import Rows

Field: TypeAlias = tuple[str, str]
"""A kind of event, and a field of it."""

_WORDS: Final = "words of a person, which nothing else tells"
_PAPERS: Final = "what somebody noted from papers that only people have seen"
_CHOSEN: Final = "a choice of somebody who might make it; it is as good as another until something hangs on it"
_PUT_ASIDE: Final = "of an adjustment that was put aside, nothing else tells"
_CLOCK: Final = "how long somebody took only the clock knew; found where it decides whether they passed"
_NOT_CLOSED_BY: Final = "a count that was made again, nothing hangs on; found where a shift is closed by it"
_DOOR: Final = "what happened at the door, only the browser knows"

EXCEPTIONS: Final[Mapping[Field, tuple[Found, str]]] = {
    ("AdjustmentDropped", "reason"): (Found.HEADS, _WORDS),
    ("ClaimRefused", "reason"): (Found.EITHER, "words of a person; found where a table notes the refusal, too"),
    ("LinkClosed", "reason"): (Found.HEADS, _WORDS),
    ("LinkConfigured", "reason"): (Found.HEADS, _WORDS),
    ("LinkOpened", "reason"): (Found.HEADS, _WORDS),
    ("LinkStopped", "fault"): (Found.EITHER, "words of a person; found where the books said it, which are recorded"),
    ("TrayWinReleased", "reason"): (Found.HEADS, _WORDS),
    ("GameVoided", "reason"): (Found.EITHER, "words of a person; found where wagers went back for them"),
    ("ComponentNoted", "component"): (Found.HEADS, _PAPERS),
    ("ComponentNoted", "version"): (Found.HEADS, _PAPERS),
    ("WinnerNoted", "document"): (Found.HEADS, _PAPERS),
    ("WinnerNoted", "name"): (Found.HEADS, _PAPERS),
    ("WinnerNoted", "tax_form"): (Found.EITHER, _PAPERS + "; found where there is no such form"),
    ("WinnerNoted", "tax_number"): (Found.HEADS, _PAPERS),
    ("WinnerNoted", "withheld"): (Found.EITHER, _PAPERS + "; found where it is more than was won"),
    ("AdjustmentAsked", "document"): (Found.EITHER, _PUT_ASIDE),
    ("AdjustmentAsked", "new"): (Found.EITHER, _PUT_ASIDE),
    ("AdjustmentAsked", "reason"): (Found.EITHER, _PUT_ASIDE),
    ("HouseChose", "new"): (Found.EITHER, _CHOSEN),
    ("TableOpened", "settings"): (Found.EITHER, _CHOSEN),
    ("GameJoined", "real_cards"): (Found.EITHER, _CHOSEN),
    ("LinkOpened", "terms"): (Found.EITHER, _CHOSEN),
    ("LinkConfigured", "terms"): (Found.EITHER, _CHOSEN),
    ("LetIn", "seat"): (Found.HEADS, _CHOSEN),
    ("DecisionAnswered", "puzzle"): (Found.HEADS, "where a position was asked, only the page knew"),
    ("DecisionAnswered", "took_ms"): (Found.HEADS, _CLOCK),
    ("DecisionsTested", "seconds"): (Found.HEADS, _CLOCK),
    ("ExamTaken", "answers"): (
        Found.EITHER,
        "found where they are marked otherwise; a wrong answer is as wrong as another",
    ),
    ("ExamTaken", "clock_s"): (Found.EITHER, _CLOCK),
    ("ExamTaken", "seconds"): (Found.EITHER, _CLOCK),
    ("ShiftClosed", "reason"): (Found.HEADS, _WORDS),
    ("TableCounted", "box"): (Found.EITHER, _NOT_CLOSED_BY),
    ("TableCounted", "tray"): (Found.EITHER, _NOT_CLOSED_BY),
    ("TableCounted", "until"): (Found.EITHER, _NOT_CLOSED_BY),
    ("SignInFailed", "locked_until_ms"): (
        Found.EITHER,
        "two servers may count wrong PINs at once, so it is not worked out; found where none locks so long",
    ),
    ("SignInFailed", "way"): (Found.HEADS, _DOOR),
    ("SignedIn", "badge"): (Found.HEADS, _DOOR),
    ("SignedIn", "way"): (Found.HEADS, _DOOR),
    ("SignedOut", "session"): (Found.HEADS, _DOOR),
}
"""The fields whose change the audit does not find, or not always, and why."""


def every_event() -> set[str]:
    """The names of all events that the room writes, but for what is sealed instead, or stands in other books."""
    told = {kind.__name__ for union in (Happening, LinkEvent, OutsideEvent) for kind in get_args(union)}
    return (told | ABOUT_STAFF.keys() | ABOUT_PLAYER.keys() | AT_THE_CAGE.keys()) - {
        "Dealt",
        "SeedSealed",
        "DeckStacked",
    }


def fields(rows: Rows) -> list[Field]:
    """Every field of every kind of event that a record has."""
    events = [event for row in rows.entries if row.kind != "heads" for event in row.events]  # signatures are apart
    return sorted({(event["event"], name) for event in events for name in event if name != "event"})


def kinds_of(rows: Rows) -> list[Kind]:
    """A kind of tampering for each of them."""
    found = []
    for event, name in fields(rows):
        who, because = EXCEPTIONS.get((event, name), (Found.AUDIT, ""))
        how = f"`{name}` of a `{event}` is changed to something plausible"
        found.append(Kind(f"{event}.{name}", how, who, _changed(event, name), because))
    return found


def _changed(event: str, name: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        among = [(row, e) for row in rows.saying(event) for e in row.events if e["event"] == event and name in e]
        row, told = pick(chance, among)
        path = pick(chance, list(_leaves(told[name])))
        seen = {repr(other): other for _, e in among if (other := _at(e[name], path)) is not None}
        now = _at(told[name], path)
        others = [value for text, value in sorted(seen.items()) if value != now and type(value) is type(now)]
        new = pick(chance, others) if others and chance.random() < 0.5 else _otherwise(now, chance)
        told[name] = _with(told[name], path, new)
        for command in row.commands:
            for place in list(_leaves(command)):
                if _at(command, place) == now and type(_at(command, place)) is type(now):
                    _with(command, place, new)

    return tamper


def _otherwise(value: Any, chance: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if value is None:
        return 1
    return flipped(value, chance) if isinstance(value, int) or value else "something"


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the single values of a value are."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*path, key))
    else:
        yield path


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return None if isinstance(value, dict | list) else value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return [new] if isinstance(value, list) else {"x": new} if isinstance(value, dict) else new
    value[path[0]] = _with(value[path[0]], path[1:], new)
    return value
