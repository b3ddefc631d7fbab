"""The journal for the auditor: newest first, searched by its words; each entry whole; and the audit by a button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.history.period import LAST
from croupier.floor.record import game_of
from croupier.money import dollars
from croupier.store.entry import Entry
from croupier.web.context import HouseContext, InHouse, StaffByScript, page_response
from croupier.web.models import Page
from croupier.web.staff.books.entries import EntryPage, EntryRow, entry_page, entry_text, rounds_in_play, search_terms
from croupier.web.staff.books.query import answer_query, link, period_of
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
    "shifts": ("shift/", "count/"),
    "house": ("house",),
}


class Facet(BaseModel):
    """A way to narrow the list: what it says, how many entries it would leave, and where it leads."""

    words: str
    count: str
    link: str
    chosen: bool


class JournalPage(Page):
    text: str
    since: str
    until: str
    stream: str
    kind: str
    actor: str
    entries: list[EntryRow]
    kinds: list[Facet]
    actors: list[Facet]
    wider: list[tuple[str, str]]
    """What the list is narrowed by: each with the link that takes it off."""
    newer: str
    older: str
    searched_to: str
    """How far a search has come that stopped for its length; else nothing."""
    in_play: list[str]
    """Rounds that are named and are not over: they have no page yet."""
    streams: list[str]
    accounts: list[tuple[str, str]]


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
        """The address of the same list with some of it changed, from its newest entry on."""
        query = {name: getattr(self, name) for name in ("text", "since", "until", "stream", "kind", "actor")}
        return link(_PATH, query, **other)


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
    filter_ = JournalFilter(
        text=text, since=since, until=until, stream=stream, kind=kind, actor=actor, after=after, before=before
    )
    page, status = answer_query(request, lambda: journal_page(house, filter_), None)
    if page is None:
        page = journal_page(house, JournalFilter()).model_copy(update={"text": text, "since": since, "until": until})
    return page_response(request, "staff/journal.html", page, status)


@router.get("/staff/journal/{position}", summary="An entry of the journal, whole", response_model=EntryPage)
def entry(position: int, request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/entry.html", entry_page(house, position))


def journal_page(house: HouseContext, filter_: JournalFilter) -> JournalPage:
    """A page of entries that fit, newest first."""
    if filter_.kind and filter_.kind not in _KINDS:
        raise Refused(f"no kind of entries {filter_.kind!r}; there are {', '.join(_KINDS)}")
    first, end = period_of(filter_.since, filter_.until).positions(house.store)
    rows, looked_to = _fitting(house, filter_, first, end)
    older = newer = ""
    if filter_.after is not None:
        # Read upwards from `after`, so there are always older entries.
        newer = filter_.link(after=looked_to) if looked_to is not None else ""
        older = filter_.link(before=rows[-1].position if rows else filter_.after + 1)
    else:
        older = filter_.link(before=looked_to) if looked_to is not None else ""
        newer = (
            filter_.link(after=(rows[0].position if rows else filter_.before - 1)) if filter_.before is not None else ""
        )
    tired = looked_to is not None and len(rows) < _PAGE
    whole = first == 0 and end == LAST
    count = house.books.counts if whole else partial(_counted, house, first, end)
    balances = house.store.balances()
    return JournalPage(
        text=filter_.text,
        since=filter_.since,
        until=filter_.until,
        stream=filter_.stream,
        kind=filter_.kind,
        actor=filter_.actor,
        entries=rows,
        kinds=_kinds(filter_, count("stream")),
        actors=_actors(filter_, count("actor")),
        wider=[
            (f"{word} {value}", filter_.link(**{name: None}))
            for name, word, value in (("stream", "stream", filter_.stream), ("actor", "who", filter_.actor))
            if value
        ],
        newer=newer,
        older=older,
        searched_to=_moment(house, looked_to) if tired and looked_to is not None else "",
        in_play=rounds_in_play(house.room, [round for row in rows for round in row.rounds]),
        streams=house.store.streams()[:200],
        accounts=[(str(account), dollars(cents)) for account, cents in sorted(balances.items()) if cents][:200],
    )


def _fitting(house: HouseContext, filter_: JournalFilter, first: int, end: int) -> tuple[list[EntryRow], int | None]:
    """The entries of a page, newest first; and the position from which to go on, if there may be more that way."""
    upwards = filter_.after is not None
    source = _source(house, filter_, first, end)
    game_at = cache(partial(game_of, house.store))
    tables = set(house.books.rounds.tables())
    terms = search_terms(filter_.text)
    rows: list[EntryRow] = []
    looked = last = 0
    for entry in islice(source, _MOST_LOOKED_AT):
        if len(rows) == _PAGE:
            # There is at least one more, so the page links to the next.
            return _in_order(rows, upwards), rows[-1].position
        looked += 1
        last = entry.position
        text = entry_text(entry, game_at, tables, house.room)
        if text.has(terms):
            rows.append(text.row(tables))
    return _in_order(rows, upwards), last if looked == _MOST_LOOKED_AT else None


def _in_order(rows: list[EntryRow], upwards: bool) -> list[EntryRow]:
    return rows[::-1] if upwards else rows


def _source(house: HouseContext, filter_: JournalFilter, first: int, end: int) -> Iterator[Entry]:
    """The entries to search, narrowed as far as the database can do it."""
    store = house.store
    kinds = _KINDS.get(filter_.kind, ())
    stream = filter_.stream if filter_.stream and filter_.stream in store.streams(filter_.stream) else ""
    if filter_.stream and not stream:
        kinds = (filter_.stream,)  # it begins the names of several streams, or of none
    if filter_.after is not None:
        return store.oldest(
            after=max(first, filter_.after), before=end, stream=stream, kinds=kinds, actor=filter_.actor
        )
    before = end if filter_.before is None else min(end, filter_.before)
    return store.newest(before=before, after=first, stream=stream, kinds=kinds, actor=filter_.actor)


def _counted(house: HouseContext, first: int, end: int, what: str) -> Counter[str]:
    return Counter(house.store.entries_by(what, after=first, before=end))


def _kinds(filter_: JournalFilter, streams: Counter[str]) -> list[Facet]:
    counts = {
        kind: sum(count for stream, count in streams.items() if stream.startswith(begins))
        for kind, begins in _KINDS.items()
    }
    every = Facet(
        words="everything",
        count=f"{sum(streams.values()):,}",
        link=filter_.link(kind=None),
        chosen=not filter_.kind,
    )
    return [every] + [
        Facet(words=kind, count=f"{count:,}", link=filter_.link(kind=kind), chosen=kind == filter_.kind)
        for kind, count in counts.items()
        if count or kind == filter_.kind
    ]


def _actors(filter_: JournalFilter, actors: Counter[str]) -> list[Facet]:
    busiest = [name for name, _ in actors.most_common(_MOST_ACTORS)]
    return [
        Facet(
            words=name,
            count=f"{actors[name]:,}",
            link=filter_.link(actor=None if name == filter_.actor else name),
            chosen=name == filter_.actor,
        )
        for name in dict.fromkeys([*([filter_.actor] if filter_.actor else []), *busiest])
    ]


def _moment(house: HouseContext, position: int) -> str:
    entry = house.store.entry(position)
    return "" if entry is None else f"{when(entry.time_ms)}, entry {position:,}"


@router.post("/api/staff/audit", summary="Start the audit of the whole record")
def start_audit(house: InHouse, who: StaffByScript) -> Response:
    house.verification.start(house.store.position())
    return JSONResponse(house.verification.look())


@router.get("/api/staff/audit", summary="How far the audit is, or what it found")
def look_at_audit(house: InHouse) -> dict[str, Any]:
    return house.verification.look()
