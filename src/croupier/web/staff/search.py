"""One search over people, tables, rounds, links and pages, from every page of the staff.

It finds only what leads somebody to a page that opens for them. Nothing is indexed for it: names are few enough to be
looked through, and a round is found by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.floor.history.rounds import NoSuchRound, find_round
from croupier.floor.house.choices import CHOICES
from croupier.floor.links.keypads import real_tables
from croupier.floor.practice import is_practice
from croupier.floor.roles import Duty, Person, may
from croupier.floor.table import DealtBy
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.models import Page
from croupier.web.permissions import home_doors, opens
from croupier.web.staff.money.window import players_by_name
from croupier.web.wording import when

router = APIRouter()

_MOST: Final = 6
"""So many of a kind are shown: whoever looks for one of more types another letter."""
_MORE_PAGES: Final = (
    ("GET /staff", "/staff", "Home", "What needs you now, tonight's figures"),
    ("GET /staff/tables/new", "/staff/tables/new", "Open a table", "Choose a game and its rules"),
    ("GET /staff/cage/cash", "/staff/cage/cash", "Cash of a day", "What players brought and took"),
    ("GET /docs", "/docs/", "Documentation", "How everything works"),
)
"""Pages without a place of their own in the navigation: door, address, title and what is there."""


class Found(BaseModel):
    """Something that was found, and the page that shows it."""

    title: str
    about: str
    path: str


class FoundGroup(BaseModel):
    title: str
    found: list[Found]


class SearchPage(Page):
    """What a search has found, by kind."""

    q: str
    groups: list[FoundGroup]


@router.get("/staff/search", summary="Search people, tables, rounds, links and pages", response_model=SearchPage)
def search(request: Request, house: InHouse, visitor: Visiting, q: str = "") -> Response:
    assert visitor.person is not None, "the door is open to staff alone"
    page = SearchPage(q=q, groups=found_groups(house, visitor.person, q))
    return page_response(request, "staff/search.html", page)


def found_groups(house: HouseContext, person: Person, query: str) -> list[FoundGroup]:
    """What fits a query and is behind a door that opens for this person, by kind; without a query, the pages."""
    words = " ".join(query.split())[:100]
    kinds = {
        "Rounds": _rounds,
        "Tables": _tables,
        "People": _people,
        "Links": _links,
    }
    found = {title: list(look(house, person, words)) for title, look in kinds.items()} if words else {}
    found["Pages"] = list(_pages(person, words))
    return [FoundGroup(title=title, found=some[:_MOST] if words else some) for title, some in found.items() if some]


def _fits(words: str, title: str, about: str = "") -> bool:
    """Whether every word of a query begins a word of the title, or is one of the words about it."""
    names, others = _words(title), _words(about)
    return all(any(name.startswith(word) for name in names) or word in others for word in _words(words))


def _words(text: str) -> list[str]:
    return text.casefold().replace("-", " ").replace(",", " ").split()


def _in_order(words: str, names: list[str]) -> list[str]:
    """The names in which a query occurs: the one that is it first, then those that begin with it."""
    wanted = words.casefold()
    fitting = [name for name in names if wanted in name.casefold()]
    return sorted(fitting, key=lambda name: (name.casefold() != wanted, not name.casefold().startswith(wanted), name))


def _rounds(house: HouseContext, person: Person, words: str) -> Iterator[Found]:
    table, _, number = words.rpartition("-")
    if not opens(person, "GET /staff/rounds") or not (table and number.isascii() and number.isdigit()):
        return
    named = next((name for name in _money_tables(house) if name.casefold() == table.casefold()), None)
    if named is None:
        return
    try:
        past = find_round(house.store, f"{named}-{number}")
    except NoSuchRound:
        return
    id = past.round.id
    yield Found(title=f"Round {id}", about=f"{past.round.game.name}, {when(past.time_ms)}", path=f"/rounds/{id}")


def _money_tables(house: HouseContext) -> list[str]:
    return [name for name in house.room.tables() if not is_practice(name)]


def _tables(house: HouseContext, person: Person, words: str) -> Iterator[Found]:
    yield from _ways_to(words, _money_tables(house), partial(_ways_to_table, house, person))
    if opens(person, "GET /staff/link-keypad/{name}"):
        real = [table.name for link in house.links.desk.names() for table in real_tables(house.links, link)]
        for name in _in_order(words, real):
            yield Found(title=f"Keypad of {name}", about="Real cards, link only", path=f"/staff/link-keypad/{name}")


def _ways_to(words: str, names: list[str], ways: Callable[[str], Iterator[Found]]) -> Iterator[Found]:
    """Every way to the one that is meant; of several that fit, the first way to each."""
    fitting = _in_order(words, names)[:_MOST]
    for name in fitting:
        meant = len(fitting) == 1 or name.casefold() == words.casefold()
        yield from ways(name) if meant else islice(ways(name), 1)


def _ways_to_table(house: HouseContext, person: Person, name: str) -> Iterator[Found]:
    may_open, table = partial(opens, person), house.room.table(name)
    game, by_hand = table.settings.terms.game.name, table.settings.dealt_by is DealtBy.PERSON
    if may_open("GET /staff/keypad/{name}") and by_hand and not table.closed:
        yield Found(title=f"Keypad of {name}", about=game, path=f"/staff/keypad/{name}")
    if may_open("GET /staff/tables/{name}"):
        state = ", closed" if table.closed else ""
        yield Found(title=f"Table {name}", about=f"{game}{state}: its choices", path=f"/staff/tables/{name}")
    if may_open("GET /staff/pit") and not table.closed:
        yield Found(title=f"{name} in the pit", about=f"{game}, live", path=f"/staff/pit#{name}")
    if may_open("GET /staff/rounds"):
        yield Found(title=f"Rounds of {name}", about="The newest first", path=f"/staff/rounds?table={quote(name)}")
    if may_open("GET /staff/tables/new"):
        yield Found(title=f"Another table like {name}", about=game, path=f"/staff/tables/new?like={quote(name)}")


def _people(house: HouseContext, person: Person, words: str) -> Iterator[Found]:
    if may(person.role, Duty.UNLOCK):
        staff = house.people.staff()
        for name in _in_order(words, list(staff))[:_MOST]:
            yield Found(title=name, about=staff[name].role.value, path=f"/staff/people#staff-{quote(name)}")
    yield from _ways_to(words, players_by_name(house, words), partial(_ways_to_player, person))


def _ways_to_player(person: Person, name: str) -> Iterator[Found]:
    if opens(person, "GET /staff/cage"):
        yield Found(title=name, about="Player, at the cage", path=f"/staff/cage?player={quote(name)}")
    elif opens(person, "GET /staff/people"):
        yield Found(title=name, about="Player", path=f"/staff/people?find={quote(name)}")
    if opens(person, "GET /staff/rounds"):
        about = "Player, the newest first"
        yield Found(title=f"Rounds of {name}", about=about, path=f"/staff/rounds?player={quote(name)}")


def _links(house: HouseContext, person: Person, words: str) -> Iterator[Found]:
    for name in _in_order(words, house.links.desk.names(closed=True))[:_MOST]:
        if opens(person, "GET /staff/links/{name}"):
            yield Found(title=f"Link {name}", about="Meters, claims, history", path=f"/staff/links/{name}")
        yield Found(title=f"Display of {name}", about="The meters, large", path=f"/display/{name}")


def _pages(person: Person, words: str) -> Iterator[Found]:
    doors = home_doors(person)
    doors += [(path, title, about) for door, path, title, about in _MORE_PAGES if opens(person, door)]
    for path, title, about in doors:
        if _fits(words, title, about):
            yield Found(title=title, about=about, path=path)
    if words and opens(person, "GET /staff/house"):
        for name, (title, _) in CHOICES.items():
            if _fits(words, title):
                yield Found(title=title.capitalize(), about="A choice of the house", path=f"/staff/house#choice-{name}")
