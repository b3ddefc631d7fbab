"""What the pages work with: the record, the room and its people, opened once for the whole server."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Form, Header, Request
from fastapi.templating import Jinja2Templates
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from croupier.floor.cage.cage import Cage
from croupier.floor.cage.cash import CashOfDay
from croupier.floor.figures.digest import Digest
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.drills import Drills
from croupier.floor.house.exams import Exams
from croupier.floor.house.heads import house_signer
from croupier.floor.links.control import Links
from croupier.floor.people import People
from croupier.floor.practice import is_guest, is_practice, shown_name, shown_round
from croupier.floor.roles import Duty, Person, may
from croupier.floor.room import Room
from croupier.games import GAMES, HOUSE_RULES, not_approved_words
from croupier.ledger.accounts import player
from croupier.ledger.winsheet import WinSheet
from croupier.store.journal import Store
from croupier.web.demo.demonstration import Demonstration
from croupier.web.forms import refusal_of
from croupier.web.friends.practice import Entrances, Sides, sides_of
from croupier.web.gate.key import first_code_of, signing_key
from croupier.web.gate.rate_limit import RateLimits
from croupier.web.links.history import LinkHistory
from croupier.web.marks import DEMONSTRATION, REHEARSAL, PageMark
from croupier.web.models import ErrorPage, GameChoice, Page, RuleSetChoice, You
from croupier.web.navigation import navigation
from croupier.web.permissions import opens
from croupier.web.sessions import COOKIE, REHEARSAL_COOKIE, Cookies, Visitor, visitor_of
from croupier.web.staff.background import Verification
from croupier.web.staff.books.cache import BooksCache
from croupier.web.staff.pit.alert_watch import AlertWatch
from croupier.web.staff.signs_watch import SignsWatch
from croupier.web.static_files import VersionedAddresses
from croupier.web.table.coach import Coach
from croupier.web.table.hub import Hub
from croupier.web.table.live.streams import LiveStreams
from croupier.web.wording import Safe
from croupier.web.you.plays import Plays

HERE = Path(__file__).parent
TEMPLATES = Jinja2Templates(HERE / "templates")
TEMPLATES.env.add_extension(VersionedAddresses)
TEMPLATES.env.filters["shown_round"] = shown_round


@dataclass(slots=True)
class HouseContext:
    """Everything that a request may need: the record, the room, its people, and what is cached of them."""

    store: Store
    sides: Sides
    room: Room
    people: People
    cage: Cage
    hub: Hub
    links: Links
    link_history: LinkHistory
    cookies: Cookies
    sessions: LiveStreams
    verification: Verification
    books: BooksCache
    signs_watch: SignsWatch
    choices: ChoiceBook
    figures: Digest
    cash: CashOfDay
    exams: Exams
    drills: Drills
    alert_watch: AlertWatch
    plays: Plays
    practice_plays: Plays
    entrances: Entrances
    key: str
    """The key that signs cookies, links, papers, and messages between servers."""
    first_code: str
    """The code with which the first admin is entered. It is the same on every server of the room."""
    coach: Coach
    sheets: dict[str, tuple[tuple[int, int], float, WinSheet]] = field(default_factory=dict)
    """Cached win sheets, by table."""
    midnights: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By table: when today began, and how many rounds the table had begun before."""
    rate_limits: RateLimits = field(default_factory=RateLimits)
    demo: Demonstration | None = None
    """What makes this a demonstration; a room that plays for money has none."""

    @property
    def mark(self) -> PageMark | None:
        """How every page of this house is marked, where nobody plays for money."""
        return DEMONSTRATION if self.demo is not None else REHEARSAL if self.room.rehearsal else None


def open_house(store: Store, *, db: str = "", secure: bool = False) -> HouseContext:
    """The house over an open record; `db` is its address, for jobs that open it in a process of their own. A rehearsal
    has sessions of its own."""
    sides = sides_of(store)
    choices = sides.money.room.approvals.choices
    room, people, hub = sides.money.room, sides.money.people, sides.money.hub
    links, coach = Links(room), Coach()
    signs_watch, cash = SignsWatch(db), CashOfDay(store)
    cage = Cage(store, sign=house_signer(store))
    cage.sign_missing()
    plays, key = Plays(store, coach.lab), signing_key(store)
    cookies = Cookies(key, people, secure=secure, name=REHEARSAL_COOKIE if room.rehearsal else COOKIE)
    return HouseContext(
        store=store,
        sides=sides,
        room=room,
        people=people,
        cage=cage,
        hub=hub,
        links=links,
        link_history=LinkHistory(store),
        cookies=cookies,
        sessions=LiveStreams(cookies),
        verification=Verification(db),
        books=BooksCache(store),
        signs_watch=signs_watch,
        choices=choices,
        alert_watch=AlertWatch(room, links, hub, choices, signs_watch, cash),
        cash=cash,
        figures=Digest(store),
        exams=Exams(store),
        plays=plays,
        practice_plays=Plays(store.practice, coach.lab, plays.judge),
        drills=Drills(store),
        coach=coach,
        entrances=Entrances(store.practice, store if sides.former else None),
        first_code=first_code_of(key),
        key=key,
    )


def house_of(connection: HTTPConnection) -> HouseContext:
    """The house that a request came to: the room's, or a rehearsal's. It was chosen once, when the request came in."""
    house: HouseContext = connection.state.house
    return house


# Coroutines, though they wait for nothing: a plain function would be sent to a thread, for every request.
async def _house(connection: HTTPConnection) -> HouseContext:
    return house_of(connection)


async def _visitor(connection: HTTPConnection) -> Visitor:
    return visitor_of(connection)


InHouse = Annotated[HouseContext, Depends(_house)]
Visiting = Annotated[Visitor, Depends(_visitor)]


async def _by_form(house: InHouse, visitor: Visiting, csrf: Annotated[str, Form()] = "") -> Visitor:
    house.cookies.check_token(visitor, csrf)
    return visitor


async def _by_script(house: InHouse, visitor: Visiting, x_csrf: Annotated[str | None, Header()] = None) -> Visitor:
    house.cookies.check_token(visitor, x_csrf)
    return visitor


async def _staff_by_form(visitor: Annotated[Visitor, Depends(_by_form)]) -> Person:
    return _staff_member(visitor)


async def _staff_by_script(visitor: Annotated[Visitor, Depends(_by_script)]) -> Person:
    return _staff_member(visitor)


def _staff_member(visitor: Visitor) -> Person:
    assert visitor.person is not None, "the door is open to staff alone"
    return visitor.person


# Whoever asks for a change, and the change comes from one of our own pages: its token is checked before the route.
ByForm = Annotated[Visitor, Depends(_by_form)]
ByScript = Annotated[Visitor, Depends(_by_script)]
StaffByForm = Annotated[Person, Depends(_staff_by_form)]
StaffByScript = Annotated[Person, Depends(_staff_by_script)]


def tables_for_money(house: HouseContext) -> list[str]:
    """The names of the open tables that are not practice."""
    return [name for name in house.room.tables() if not is_practice(name) and not house.room.table(name).closed]


def you(house: HouseContext, visitor: Visitor) -> You:
    """The visitor as a page names them."""
    if visitor.person is None:
        return You()
    name = visitor.person.name
    return You(
        name=name,
        shown=shown_name(name) if is_guest(name) else name,
        role=visitor.person.role.value,
        guest=is_guest(name),
        chips=house.sides.of(name).store.balance(player(name)),
    )


def _named(visitor: Visitor) -> You:
    """The visitor by name alone, without reading the record."""
    if visitor.person is None:
        return You()
    return You(name=visitor.person.name, role=visitor.person.role.value, guest=is_guest(visitor.person.name))


def game_choices() -> list[GameChoice]:
    """The games of the house with their rule sets, for a form."""
    return [
        GameChoice(
            key=game.key,
            name=game.name,
            about=game.about,
            note=not_approved_words(game),
            base=game.base_label or game.by_key[game.base].felt,
            rule_sets=[
                RuleSetChoice(name=rules.name, title=rules.title, usual=rules is HOUSE_RULES)
                for rules in game.rule_sets
            ],
        )
        for game in GAMES.values()
    ]


def page_response(request: Request, template: str, page: Page, status: int = 200) -> Response:
    """A page as the browser wants it, HTML or its model as JSON, with the visitor's name and token."""
    house, visitor = house_of(request), visitor_of(request)
    page.csrf = house.cookies.token(visitor)
    page.refusal = refusal_of(request)
    if isinstance(page, ErrorPage):  # a page that says what failed must not fail at the same thing
        page.you = _named(visitor)
    elif "you" not in page.model_fields_set:  # some pages know more of the visitor: the seat at a table
        page.you = you(house, visitor)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(page.model_dump(mode="json"), status_code=status)
    # JSON stands in a script element, which it must not be able to close.
    text = page.model_dump_json().replace("<", "\\u003c")
    person = visitor.person
    body = TEMPLATES.get_template(template).render(
        page=page,
        page_json=Safe(text),
        refusal_json=Safe("" if page.refusal is None else page.refusal.model_dump_json().replace("<", "\\u003c")),
        # A template shows a link or a button where these say so, and never asks for a role by name.
        opens=partial(opens, person),
        may=lambda duty: person is not None and may(person.role, Duty[duty]),
        needing=None if isinstance(page, ErrorPage) else _needing(house, person),
        mark=house.mark,
        places=navigation(person, request.url.path),
        tour_json=Safe("" if house.demo is None else house.demo.tour(person)),
    )
    return HTMLResponse(body, status_code=status)


def _needing(house: HouseContext, person: Person | None) -> int | None:
    """How many alerts wait for this person, for the page's header; none for those who are not staff."""
    if person is None or not opens(person, "GET /api/staff/alerts"):
        return None
    return len(house.alert_watch.alerts_for(person))


def redirect_as(request: Request, path: str, visitor: Visitor) -> RedirectResponse:
    """Redirect the browser to another page and give it the cookie of this visitor."""
    response = RedirectResponse(path, status_code=303)
    write_session(request, response, visitor)
    return response


def write_session(request: Request, response: Response, visitor: Visitor) -> None:
    """Give the browser the cookie of whoever has it from now on. In a rehearsal, anybody else who had it in the room is
    signed out there: it comes back in other hands."""
    house, room = house_of(request), request.app.state.house
    house.cookies.write(response, visitor)
    request.state.cookie_written = True
    if house is not room and (there := room.cookies.visitor(request)[0]).name != visitor.name:
        room.cookies.end(there)
