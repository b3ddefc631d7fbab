"""For the auditor: the journal, newest first, with one box that finds the words it shows; every entry whole; and the
audit at the press of a button."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.history.period import LAST
from croupier.floor.record import game_of
from croupier.money import dollars
from croupier.store.entry import Entry, is_sound
from croupier.web.context import House, InHouse, StaffByScript, page_response
from croupier.web.staff.books.asking import asked_for, link, period_of
from croupier.web.staff.books.entries import in_play, terms_of, told_of
from croupier.web.staff.books.models import EntryPage, EntryRow, Facet, JournalPage
from croupier.web.wording import when

router = APIRouter()

_PATH: Final = "/staff/journal"
_PAGE: Final = 100
_MOST_LOOKED_AT: Final = 15_000
"""A search that finds little stops here, and goes on when it is asked to: about a second's work."""
_MOST_ACTORS: Final = 12
_KINDS: Final = {
    "tables": ("table/", "game/"),
    "players": ("player/",),
    "cage": ("cage",),
    "links": ("link/",),
    "staff": ("staff",),
    "shifts": ("shift/",),
    "house": ("house",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFilter:
    """What a list of entries is narrowed to. `after` and `before` are positions."""

    text: str = ""
    since: str = ""
    until: str = ""
    stream: str = ""
    kind: str = ""
    actor: str = ""
    after: int | None = None
    before: int | None = None

    def link(self, **other: str | int | None) -> str:
        """The same list with something else in its place, from its newest entry on."""
        asked = {name: getattr(self, name) for name in ("text", "since", "until", "stream", "kind", "actor")}
        return link(_PATH, asked, **other)


@router.get(
    "/staff/journal", summary="The journal, newest first, searched by the words it shows", response_model=JournalPage
)
def journal(
    request: Request,
    house: InHouse,
    text: str = "",
    since: str = "",
    until: str = "",
    stream: str = "",
    kind: str = "",
    actor: str = "",
    after: int | None = None,
    before: int | None = None,
) -> Response:
    asked = JournalFilter(
        text=text, since=since, until=until, stream=stream, kind=kind, actor=actor, after=after, before=before
    )
    page, status = asked_for(request, lambda: journal_page(house, asked), None)
    if page is None:
        page = journal_page(house, JournalFilter()).model_copy(update={"text": text, "since": since, "until": until})
    return page_response(request, "staff/journal.html", page, status)


@router.get("/staff/journal/{position}", summary="An entry of the journal, whole", response_model=EntryPage)
def entry(position: int, request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/entry.html", entry_page(house, position))


def journal_page(house: House, asked: JournalFilter) -> JournalPage:
    """A page of entries that fit, newest first."""
    if asked.kind and asked.kind not in _KINDS:
        raise Refused(f"no kind of entries {asked.kind!r}; there are {', '.join(_KINDS)}")
    first, end = period_of(asked.since, asked.until).positions(house.store)
    rows, looked_to = _fitting(house, asked, first, end)
    older = newer = ""
    if asked.after is not None:
        # Read upwards from `after`: what lies below is known to be there.
        newer = asked.link(after=looked_to) if looked_to is not None else ""
        older = asked.link(before=rows[-1].position if rows else asked.after + 1)
    else:
        older = asked.link(before=looked_to) if looked_to is not None else ""
        newer = asked.link(after=(rows[0].position if rows else asked.before - 1)) if asked.before is not None else ""
    tired = looked_to is not None and len(rows) < _PAGE
    whole = first == 0 and end == LAST
    count = house.books.counts if whole else partial(_counted, house, first, end)
    balances = house.store.balances()
    return JournalPage(
        text=asked.text,
        since=asked.since,
        until=asked.until,
        stream=asked.stream,
        kind=asked.kind,
        actor=asked.actor,
        entries=rows,
        kinds=_kinds(asked, count("stream")),
        actors=_actors(asked, count("actor")),
        wider=[
            (f"{word} {value}", asked.link(**{name: None}))
            for name, word, value in (("stream", "stream", asked.stream), ("actor", "who", asked.actor))
            if value
        ],
        newer=newer,
        older=older,
        searched_to=_moment(house, looked_to) if tired and looked_to is not None else "",
        in_play=in_play(house.room, [round for row in rows for round in row.rounds]),
        streams=house.store.streams()[:200],
        accounts=[(str(account), dollars(cents)) for account, cents in sorted(balances.items()) if cents][:200],
    )


def _fitting(house: House, asked: JournalFilter, first: int, end: int) -> tuple[list[EntryRow], int | None]:
    """The entries of a page, newest first; and the position from which to go on, if there may be more that way."""
    upwards = asked.after is not None
    source = _source(house, asked, first, end)
    game_at = cache(partial(game_of, house.store))
    tables = set(house.books.rounds.tables())
    terms = terms_of(asked.text)
    rows: list[EntryRow] = []
    looked = last = 0
    for entry in islice(source, _MOST_LOOKED_AT):
        if len(rows) == _PAGE:
            # There is one more at least, so the page has a way on.
            return _in_order(rows, upwards), rows[-1].position
        looked += 1
        last = entry.position
        told = told_of(entry, game_at, tables)
        if told.has(terms):
            rows.append(told.row(tables))
    return _in_order(rows, upwards), last if looked == _MOST_LOOKED_AT else None


def _in_order(rows: list[EntryRow], upwards: bool) -> list[EntryRow]:
    return rows[::-1] if upwards else rows


def _source(house: House, asked: JournalFilter, first: int, end: int) -> Iterator[Entry]:
    """The entries among which to look, narrowed by what the database can tell."""
    store = house.store
    kinds = _KINDS.get(asked.kind, ())
    stream = asked.stream if asked.stream and asked.stream in store.streams(asked.stream) else ""
    if asked.stream and not stream:
        kinds = (asked.stream,)  # it begins the names of several streams, or of none
    if asked.after is not None:
        return store.oldest(after=max(first, asked.after), before=end, stream=stream, kinds=kinds, actor=asked.actor)
    before = end if asked.before is None else min(end, asked.before)
    return store.newest(before=before, after=first, stream=stream, kinds=kinds, actor=asked.actor)


def _counted(house: House, first: int, end: int, what: str) -> Counter[str]:
    return Counter(house.store.entries_by(what, after=first, before=end))


def _kinds(asked: JournalFilter, streams: Counter[str]) -> list[Facet]:
    counts = {
        kind: sum(count for stream, count in streams.items() if stream.startswith(begins))
        for kind, begins in _KINDS.items()
    }
    every = Facet(
        words="everything", count=f"{sum(streams.values()):,}", link=asked.link(kind=None), chosen=not asked.kind
    )
    return [every] + [
        Facet(words=kind, count=f"{count:,}", link=asked.link(kind=kind), chosen=kind == asked.kind)
        for kind, count in counts.items()
        if count or kind == asked.kind
    ]


def _actors(asked: JournalFilter, actors: Counter[str]) -> list[Facet]:
    busiest = [name for name, _ in actors.most_common(_MOST_ACTORS)]
    return [
        Facet(
            words=name,
            count=f"{actors[name]:,}",
            link=asked.link(actor=None if name == asked.actor else name),
            chosen=name == asked.actor,
        )
        for name in dict.fromkeys([*([asked.actor] if asked.actor else []), *busiest])
    ]


def _moment(house: House, position: int) -> str:
    entry = house.store.entry(position)
    return "" if entry is None else f"{when(entry.time_ms)}, entry {position:,}"


def entry_page(house: House, position: int) -> EntryPage:
    """One entry with everything that stands in it, and whether its hash is its own."""
    found = house.store.entry(position) if 0 < position < LAST else None
    if found is None:
        raise Refused(f"no entry {position}; the journal has {house.store.position()}, numbered from 1")
    tables = set(house.books.rounds.tables())
    row = told_of(found, partial(game_of, house.store), tables).row(tables)
    if not row.rounds and (opened := _round_around(house, found)):
        row = row.model_copy(update={"rounds": [opened]})
    raw = json.dumps(json.loads(found.body), indent=2, sort_keys=True) if is_sound(found) else found.body
    return EntryPage(
        entry=row,
        command=found.command,
        previous=found.previous,
        sound=is_sound(found),
        raw=raw,
        in_play=in_play(house.room, row.rounds),
        newer=position + 1 if position < house.store.position() else None,
        older=position - 1 if position > 1 else None,
    )


def _round_around(house: House, found: Entry) -> str | None:
    """The round in which an entry of a table was written, where the entry does not name it."""
    if not found.stream.startswith("table/"):
        return None
    earlier = house.store.newest(stream=found.stream, before=found.position)
    for entry in islice(earlier, 1_000):
        events = json.loads(entry.body)["events"]
        for event in reversed(events):
            if event["event"] in ("RoundEnded", "RoundVoided"):
                return None
            if event["event"] == "RoundOpened":
                return str(event["round"])
    return None


@router.post("/api/staff/audit", summary="Start the audit of the whole record")
def start_audit(house: InHouse, who: StaffByScript) -> Response:
    house.verification.start(house.store.position())
    return JSONResponse(house.verification.look())


@router.get("/api/staff/audit", summary="How far the audit is, or what it found")
def look_at_audit(house: InHouse) -> dict[str, Any]:
    return house.verification.look()
