"""Which door opens for whom: every route, with the duties that it is for.

Who has a duty stands in `croupier.floor.roles`, and nowhere else; a door opens for whoever has one of its duties. The
doors that are no staff's say in a word whom they are for. What lies behind an open door may still be somebody's own, a
guest's practice table or a player's seat: that is for the route to check. A row that ends in `*` stands for every path
that begins so. Whoever stands before a closed door is told who may go in; who has not signed in is shown the way to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import is_guest, is_practice
from croupier.floor.roles import PEOPLE, PERMISSIONS, Duty, Person, with_article
from croupier.web.sessions import visitor_of

VISITORS: Final = ("nobody", "guest", *(role.value for role in PEOPLE))
"""Whoever can stand before a door: nobody has signed in, a guest practises, everybody else is in the book."""


@dataclass(frozen=True, slots=True)
class Door:
    """Whom a route is for. One with a title is on the staff's home page, for those to whom it opens."""

    opens_for: frozenset[str]
    title: str = ""
    about: str = ""
    home: frozenset[str] | None = None
    """On whose home page it is, where others may go in, too."""


def _for(*duties: Duty, title: str = "", about: str = "") -> Door:
    """A door for whoever has one of these duties. A guest is a player who practises."""
    roles = {role.value for duty in duties for role in PERMISSIONS[duty]}
    return Door(frozenset(roles | ({"guest"} if "player" in roles else set())), title, about)


_ANYBODY: Final = Door(frozenset(VISITORS))
_SIGNED_IN: Final = _for(Duty.PRACTISE)
"""Whoever may play at one table or another: for money those whose duty it is, with play chips all but surveillance."""
_PRACTICE: Final = Door(_SIGNED_IN.opens_for | {"nobody"})
"""A table of one's own: whoever has not signed in becomes a guest there."""
_ANSWERS: Final = _PRACTICE
"""What is answered in drills, chapters and examinations may be kept, so it is an act: surveillance acts on nothing
(R61). It may ask whatever leaves no trace, as everybody may: the Lab, and a replay."""
_STRANGERS: Final = Door(frozenset({"nobody", "guest"}))
_NOT_STAFF: Final = Door(frozenset({"nobody", "guest", "player"}))
_MACHINES: Final = Door(frozenset({"nobody"}))
"""Other servers, other games and devices bring no cookie: each of their requests is signed, or has a key."""

_STAFFS_OWN: Final = ("/staff/", "/api/staff/")
_DISPUTE: Final = (Duty.FIND_ROUND, Duty.DISPUTE)

DOORS: Final[Mapping[str, Door]] = MappingProxyType(
    {
        "GET /": _ANYBODY,
        "GET /api/tables": _ANYBODY,
        "POST /practice": _PRACTICE,
        "POST /friends": _PRACTICE,
        "GET /friends/new": _PRACTICE,
        "POST /friends/new": _PRACTICE,
        "GET /friends/{name}": _ANYBODY,
        "GET /t/{token}": _ANYBODY,
        "POST /t/{token}": _PRACTICE,
        "GET /tables/{name}": _ANYBODY,
        "LIVE /live/tables/{name}": _ANYBODY,
        "POST /api/tables/{name}/orders": _SIGNED_IN,
        "GET /api/coach": _ANYBODY,
        "GET /api/coach/edges": _ANYBODY,
        "GET /rounds/{name}": _ANYBODY,
        "GET /api/rounds/{name}/review": _ANYBODY,
        "GET /you": _for(Duty.PLAY),
        "GET /api/you/progress": _for(Duty.PLAY),
        "GET /you/statement": _for(Duty.PLAY),
        "GET /you/bank": _for(Duty.PLAY),
        "GET /you/review": _for(Duty.PLAY),
        "GET /you/rounds.{ending}": _for(Duty.PLAY),
        "GET /position": _ANYBODY,
        "GET /api/position": _ANYBODY,
        "GET /shared/{token}": _ANYBODY,
        "GET /api/shared/{token}/review": _ANYBODY,
        "GET /replay": _ANYBODY,
        "GET /proof": _ANYBODY,
        "POST /replay": _ANYBODY,
        "GET /sign-in": _ANYBODY,
        "POST /sign-in": _ANYBODY,
        "GET /join": _ANYBODY,
        "POST /join": _STRANGERS,
        "GET /first-admin": _ANYBODY,
        "POST /first-admin": _NOT_STAFF,
        "POST /sign-out": _ANYBODY,
        "POST /between-servers/orders": _MACHINES,
        "GET /api/games/{name}": _MACHINES,
        "POST /api/games/{name}": _MACHINES,
        "POST /api/device": _MACHINES,
        "LIVE /live/device": _MACHINES,
        "GET /healthz": _ANYBODY,
        "GET /metrics": _ANYBODY,
        "GET /docs": _ANYBODY,
        "GET /api": _ANYBODY,
        "GET /openapi.json": _ANYBODY,
        "GET /docs/{path}": _ANYBODY,
        "GET /lab*": _ANYBODY,
        "POST /lab*": _ANYBODY,
        "GET /api/lab*": _ANYBODY,
        "POST /api/lab*": _ANYBODY,
        "GET /learn": _ANYBODY,
        "GET /learn/how/{game}": _ANYBODY,
        "GET /learn/first": _ANYBODY,
        "GET /learn/first/{game}": _ANYBODY,
        "GET /learn/dealer": Door(
            frozenset(VISITORS),
            "Dealer school",
            "Chapters, practice, mock keypad, examinations, manual",
            _for(Duty.TAKE_EXAM).opens_for,
        ),
        "GET /learn/dealer/felt": _ANYBODY,
        "POST /api/learn/dealer/felt": _ANSWERS,
        "POST /api/learn/dealer/felt/watch": _ANSWERS,
        "GET /learn/dealer/keypad": _ANYBODY,
        "GET /learn/dealer/manual": _ANYBODY,
        "GET /learn/dealer/{key}": _ANYBODY,
        "POST /learn/dealer/{key}": _ANSWERS,
        "GET /learn/dealer/{key}/exam": _ANYBODY,
        "POST /learn/dealer/{key}/exam": _ANSWERS,
        "GET /learn/play": _ANYBODY,
        "GET /learn/play/{key}": _ANYBODY,
        "GET /learn/play/{key}/drill": _ANYBODY,
        "GET /learn/play/{key}/puzzles": _ANYBODY,
        "GET /learn/play/{key}/test": _ANYBODY,
        "GET /api/learn/play/{key}/next": _ANYBODY,
        "GET /api/learn/play/{key}/puzzles": _ANYBODY,
        "POST /api/learn/play/{key}/answer": _ANSWERS,
        "POST /api/learn/play/{key}/outs": _ANSWERS,
        "GET /api/learn/play/{key}/prepare": _ANYBODY,
        "POST /api/learn/play/{key}/test/answer": _ANSWERS,
        "POST /api/learn/play/{key}/test": _ANSWERS,
        "GET /certificates/{id}": _ANYBODY,
        "GET /api/certificates/{id}": _ANYBODY,
        "GET /staff": _for(Duty.SEE_STAFF_HOME),
        "GET /staff/search": _for(Duty.SEE_STAFF_HOME),
        "GET /api/staff/alerts": _for(Duty.BE_CALLED),
        "GET /staff/keypad/{name}": _for(Duty.DEAL),
        "POST /api/staff/tables/{name}/orders": _for(Duty.DEAL, Duty.VOID, Duty.STOP),
        "POST /api/staff/tables/{name}/dealer": _for(Duty.DEAL),
        "POST /api/staff/tables/{name}/seats": _for(Duty.DEAL),
        "GET /api/staff/tables/{name}/seats/{seat}/cards": _for(Duty.DEAL),
        "GET /staff/pit": _for(
            *(Duty.OPEN_TABLE, Duty.STOP, Duty.WATCH, Duty.AUDIT),
            title="Pit",
            about="Every table live, what needs a person first",
        ),
        "GET /staff/tables": _for(
            Duty.OPEN_TABLE, Duty.READ_BOOKS, title="Tables", about="Open, change and close tables; every choice"
        ),
        "GET /staff/tables/new": _for(Duty.OPEN_TABLE),
        "POST /staff/tables/new": _for(Duty.OPEN_TABLE),
        "GET /staff/tables/{name}": _for(Duty.OPEN_TABLE, Duty.READ_BOOKS),
        "GET /staff/tables/{name}/papers": _for(Duty.OPEN_TABLE, Duty.READ_BOOKS),
        "GET /staff/tables/{name}/report": _for(Duty.OPEN_TABLE, Duty.READ_BOOKS),
        "POST /staff/tables/{name}": _for(Duty.CHANGE_TABLE),
        "POST /staff/face-down": _for(Duty.CHANGE_TABLE),
        "POST /staff/tables/{name}/face-down": _for(Duty.CHANGE_TABLE),
        "POST /staff/tables/{name}/allow": _for(Duty.CHANGE_TABLE),
        "POST /staff/tables/{name}/unseat": _for(Duty.CHANGE_TABLE),
        "POST /staff/tables/{name}/equipment": _for(Duty.CHANGE_TABLE),
        "GET /staff/equipment/{serial}": _for(Duty.OPEN_TABLE, Duty.READ_BOOKS),
        "POST /staff/tables/{name}/close": _for(Duty.CHANGE_TABLE),
        "POST /staff/tables/{name}/reopen": _for(Duty.OPEN_TABLE),
        "GET /staff/rehearsal": _for(
            *(Duty.DEAL, Duty.REHEARSE, Duty.AUDIT),
            title="Rehearsal",
            about="Try a jackpot, a claim or a void at a table, in books of its own",
        ),
        "POST /staff/rehearsal/enter": _for(Duty.DEAL, Duty.REHEARSE, Duty.AUDIT),
        "POST /rehearsal/leave": _ANYBODY,
        "POST /staff/rehearsal/{name}/begin": _for(Duty.REHEARSE),
        "POST /staff/rehearsal/{name}/end": _for(Duty.REHEARSE),
        "POST /staff/rehearsal/{name}/cards": _for(Duty.REHEARSE),
        "POST /staff/rehearsal/{name}/company": _for(Duty.REHEARSE),
        "POST /staff/rehearsal/{name}/bets": _for(Duty.REHEARSE),
        "GET /staff/cage": _for(
            *(Duty.CAGE, Duty.SELL_AT_TABLE, Duty.AUDIT),
            title="Cage",
            about="Players and their chips, trays, what the house holds",
        ),
        "POST /staff/cage": _for(Duty.CAGE),
        "POST /staff/cage/table": _for(Duty.SELL_AT_TABLE),
        "POST /staff/cage/trays": _for(Duty.FILL),
        "GET /staff/cage/cash": _for(Duty.CAGE, Duty.AUDIT),
        "GET /staff/receipts/{position}": _for(Duty.CAGE, Duty.SELL_AT_TABLE, Duty.READ_BOOKS),
        "GET /staff/shift": _for(
            Duty.CLOSE_SHIFT, Duty.AUDIT, title="Shift", about="Count trays and boxes, close the shifts, past sheets"
        ),
        "POST /staff/shift": _for(Duty.CLOSE_SHIFT),
        "GET /staff/shift/past": _for(
            Duty.CLOSE_SHIFT, Duty.READ_BOOKS, title="Win sheets", about="Closed shifts by table and day, to print"
        ),
        "GET /staff/shift/sheets/{positions}": _for(Duty.CLOSE_SHIFT, Duty.READ_BOOKS),
        "POST /api/staff/tables/{name}/buttons": _for(Duty.PRESS_KEYPAD),
        "GET /staff/link-keypad/{name}": _for(Duty.PRESS_KEYPAD),
        "POST /api/staff/link-tables/{name}": _for(Duty.PRESS_KEYPAD),
        "POST /staff/claims/{name}": _for(Duty.RUN_LINK),
        "GET /staff/links": _for(Duty.READ_BOOKS, title="Game Manager", about="Links, meters, claims, reports"),
        "POST /staff/links": _for(Duty.RUN_LINK),
        "GET /staff/links/{name}": _for(Duty.READ_BOOKS),
        "POST /staff/links/{name}": _for(Duty.RUN_LINK),
        "GET /staff/links/{name}/papers": _for(Duty.READ_BOOKS),
        "GET /staff/links/{name}/report": _for(Duty.READ_BOOKS),
        "GET /staff/links/{name}/report.csv": _for(Duty.READ_BOOKS),
        "GET /staff/links/{name}/wins/{claim}": _for(Duty.READ_BOOKS),
        "POST /staff/links/{name}/wins/{claim}": _for(Duty.RUN_LINK),
        "GET /display/{name}": _ANYBODY,
        "GET /staff/people": _for(
            *(Duty.REGISTER_STAFF, Duty.REGISTER_PLAYER, Duty.AUDIT),
            title="People",
            about="Staff and players, PINs, badges, roles",
        ),
        "POST /staff/people": _for(Duty.REGISTER_STAFF, Duty.REGISTER_PLAYER),
        "POST /staff/people/{name}": _for(Duty.UNLOCK),
        "GET /staff/house": _for(
            *(Duty.SET_HOUSE, Duty.AUDIT),
            title="House",
            about="Time zone, second person, low trays, sound, approvals, the law",
        ),
        "POST /staff/house": _for(Duty.SET_HOUSE),
        "POST /staff/house/law": _for(Duty.SET_HOUSE),
        "GET /staff/approvals": _for(
            Duty.READ_BOOKS, Duty.KEEP_APPROVALS, title="Approvals", about="What each covers, until when, who names it"
        ),
        "POST /staff/approvals": _for(Duty.KEEP_APPROVALS),
        "GET /staff/devices": _for(
            Duty.READ_BOOKS, Duty.KEEP_DEVICES, title="Devices", about="Readers and sensor rails, their tables and keys"
        ),
        "POST /staff/devices": _for(Duty.KEEP_DEVICES),
        "GET /staff/figures": _for(Duty.READ_BOOKS, title="Figures", about="Handle, win and hold, beside theory"),
        "GET /staff/figures.csv": _for(Duty.READ_BOOKS),
        "GET /staff/school": _for(Duty.SEE_EXAMS, title="School", about="How examinations came out, to print"),
        "GET /staff/school/{number}": _for(Duty.SEE_EXAMS),
        "GET /staff/journal": _for(Duty.READ_BOOKS, title="Audit", about="The journal, any account, verification"),
        "GET /staff/journal/{position}": _for(Duty.READ_BOOKS),
        "GET /staff/rounds": _for(Duty.FIND_ROUND, title="Rounds", about="By table, player, day, hand, stake, result"),
        "GET /staff/rounds/export": _for(Duty.AUDIT),
        "GET /staff/rounds/{name}/seats/{seat}": _for(*_DISPUTE),
        "POST /staff/rounds/{name}/seats/{seat}": _for(Duty.DISPUTE, Duty.CORRECT_ROUND),
        "GET /staff/disputes": _for(
            *_DISPUTE, title="Disputes", about="Last rounds of a table or player; what is open"
        ),
        "GET /staff/accounts/{account}": _for(Duty.READ_BOOKS),
        "GET /staff/banks/{name}": _for(Duty.READ_BOOKS),
        "POST /api/staff/audit": _for(Duty.AUDIT),
        "GET /api/staff/audit": _for(Duty.AUDIT),
        "GET /staff/signs/{name}": _for(Duty.SEE_SIGNS),
        "POST /api/staff/signs/{name}": _for(Duty.SEE_SIGNS),
        "GET /api/staff/signs/{name}": _for(Duty.SEE_SIGNS),
    }
)


DEMO_DOORS: Final = frozenset({"GET /demo", "POST /demo", "POST /demo/again"})
"""For whoever comes to a demonstration. No other room has these routes (`croupier.web.app.create_app`)."""


class SignInFirst(Refused):
    """A door that does not open for strangers."""

    def __init__(self) -> None:
        super().__init__("sign in first; this page is not for everybody")


class ClosedDoor(Refused):
    """A door that does not open for this role."""

    def __init__(self, role: str, door: str) -> None:
        who = ", ".join(visitor for visitor in VISITORS if visitor in DOORS[door].opens_for)
        super().__init__(f"this is not for {with_article(role)}; who may: {who}")


def kind_of(person: Person | None) -> str:
    """Which of `VISITORS` a person is."""
    if person is None:
        return "nobody"
    return "guest" if is_guest(person.name) else person.role.value


def door_of(connection: HTTPConnection) -> str:
    """The door that a request asks for: the method and the path of its route."""
    path = connection.scope["route"].path.replace(":path}", "}")
    method = "LIVE" if connection.scope["type"] == "websocket" else connection.scope["method"]
    return f"{'GET' if method == 'HEAD' else method} {path}"


def row_of(door: str) -> str:
    """The row of `DOORS` that a door belongs to. A door without a row opens for nobody."""
    if door in DOORS or door in DEMO_DOORS:
        return door
    for row in DOORS:
        if row.endswith("*") and door.startswith(row[:-1]):
            return row
    raise Refused(f"nobody has said who may use {door}")


def opens(person: Person | None, door: str) -> bool:
    """Whether a door opens for this person."""
    row = row_of(door)
    return row in DEMO_DOORS or kind_of(person) in DOORS[row].opens_for


def home_doors(person: Person | None) -> list[tuple[str, str, str]]:
    """The doors on the staff's home page that open for this person: path, title and what is behind it."""
    visitor, named = kind_of(person), [(row.partition(" ")[2], door) for row, door in DOORS.items() if door.title]
    return [
        (path, door.title, door.about)
        for path, door in named
        if visitor in door.opens_for and (door.home is None or visitor in door.home)
    ]


def check_door(person: Person | None, door: str) -> None:
    """Refuse a door that does not open for this person."""
    if not opens(person, door):
        raise SignInFirst if person is None else ClosedDoor(kind_of(person), row_of(door))


async def check_request(connection: HTTPConnection) -> None:
    """The check that every request and live stream passes before its route. It is a coroutine because FastAPI would run
    a plain function in a thread."""
    check_way_in(visitor_of(connection).person, door_of(connection), connection.path_params.get("name", ""))


def check_way_in(person: Person | None, door: str, name: str) -> None:
    """Refuse a door that does not open for this person. At the doors of the staff no private table exists."""
    check_door(person, door)
    if is_practice(name) and door.partition(" ")[2].startswith(_STAFFS_OWN):
        raise NoSuchTable(name, [])  # whoever was not let in at a private table finds none, staff included
