"""Which door opens for whom: every route and every role, in one table.

`own` marks doors that open only for what is one's own: a guest's practice table, a player's seat. A row that ends in
`*` stands for every path that begins so. Whoever stands before a closed door is told who may go in; whoever has not
signed in is shown the way to.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.practice import is_guest
from croupier.floor.roles import Person
from croupier.web.visitors import visitor_of

COLUMNS: Final = ("nobody", "guest", "player", "dealer", "supervisor", "executive", "auditor", "admin")

_TABLE: Final = """
#                                            nobody guest player dealer superv execut auditr admin
GET  /                                       yes    yes   yes    yes    yes    yes    yes    yes
GET  /api/tables                             yes    yes   yes    yes    yes    yes    yes    yes
POST /practice                               yes    yes   -      -      -      -      -      -
GET  /tables/{name}                          yes    own   yes    yes    yes    yes    yes    yes
LIVE /live/tables/{name}                     yes    own   yes    yes    yes    yes    yes    yes
POST /api/tables/{name}/orders               -      own   own    -      -      -      -      -
GET  /api/coach                              yes    yes   yes    yes    yes    yes    yes    yes
GET  /rounds/{name}                          yes    own   yes    yes    yes    yes    yes    yes
GET  /sign-in                                yes    yes   yes    yes    yes    yes    yes    yes
POST /sign-in                                yes    yes   yes    yes    yes    yes    yes    yes
GET  /join                                   yes    yes   yes    yes    yes    yes    yes    yes
POST /join                                   yes    yes   -      -      -      -      -      -
GET  /first-admin                            yes    yes   yes    yes    yes    yes    yes    yes
POST /first-admin                            yes    yes   yes    -      -      -      -      -
POST /sign-out                               yes    yes   yes    yes    yes    yes    yes    yes
POST /between-servers/orders                 yes    -     -      -      -      -      -      -
GET  /api/games/{name}                       yes    -     -      -      -      -      -      -
POST /api/games/{name}                       yes    -     -      -      -      -      -      -
GET  /healthz                                yes    yes   yes    yes    yes    yes    yes    yes
GET  /metrics                                yes    yes   yes    yes    yes    yes    yes    yes
GET  /docs                                   yes    yes   yes    yes    yes    yes    yes    yes
GET  /openapi.json                           yes    yes   yes    yes    yes    yes    yes    yes
GET  /lab*                                   yes    yes   yes    yes    yes    yes    yes    yes
POST /lab*                                   yes    yes   yes    yes    yes    yes    yes    yes
GET  /api/lab*                               yes    yes   yes    yes    yes    yes    yes    yes
POST /api/lab*                               yes    yes   yes    yes    yes    yes    yes    yes
GET  /staff                                  -      -     -      yes    yes    yes    yes    yes
GET  /staff/keypad/{name}                    -      -     -      yes    yes    -      -      -
POST /api/staff/tables/{name}/orders         -      -     -      yes    yes    yes    -      yes
GET  /staff/pit                              -      -     -      -      yes    yes    -      yes
POST /staff/pit/tables                       -      -     -      -      yes    yes    -      yes
POST /staff/pit/{name}/money                 -      -     -      -      yes    yes    -      -
POST /staff/pit/{name}/close-shift           -      -     -      -      yes    yes    -      -
POST /staff/cage                             -      -     -      -      yes    yes    -      -
POST /api/staff/tables/{name}/buttons        -      -     -      yes    yes    yes    -      -
POST /staff/claims/{name}                    -      -     -      -      yes    yes    -      -
GET  /staff/links                            -      -     -      -      yes    yes    yes    yes
POST /staff/links                            -      -     -      -      yes    yes    -      -
GET  /staff/links/{name}                     -      -     -      -      yes    yes    yes    yes
POST /staff/links/{name}                     -      -     -      -      yes    yes    -      -
GET  /staff/links/{name}/report              -      -     -      -      yes    yes    yes    yes
GET  /staff/links/{name}/report.csv          -      -     -      -      yes    yes    yes    yes
GET  /staff/links/{name}/wins/{claim}        -      -     -      -      yes    yes    yes    yes
GET  /display/{name}                         yes    yes   yes    yes    yes    yes    yes    yes
GET  /staff/people                           -      -     -      -      -      -      -      yes
POST /staff/people                           -      -     -      -      -      -      -      yes
POST /staff/people/{name}                    -      -     -      -      -      -      -      yes
GET  /staff/journal                          -      -     -      -      yes    yes    yes    yes
GET  /staff/accounts/{account}               -      -     -      -      yes    yes    yes    yes
POST /api/staff/audit                        -      -     -      -      -      yes    yes    yes
GET  /api/staff/audit                        -      -     -      -      -      yes    yes    yes
"""

DOORS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        f"{method} {path}": MappingProxyType(dict(zip(COLUMNS, cells, strict=True)))
        for method, path, *cells in (row.split() for row in _TABLE.splitlines() if row and not row.startswith("#"))
    }
)


class SignInFirst(Refused):
    """A door that does not open for strangers."""

    def __init__(self) -> None:
        super().__init__("sign in first; this page is not for everybody")


class ClosedDoor(Refused):
    """A door that does not open for this role."""

    def __init__(self, role: str, door: str) -> None:
        who = ", ".join(column for column in COLUMNS if DOORS[door][column] != "-")
        article = "an" if role[0] in "aeiou" else "a"
        super().__init__(f"this is not for {article} {role}; who may: {who}")


def column_of(person: Person | None) -> str:
    """Which column of the table a person stands in."""
    if person is None:
        return "nobody"
    return "guest" if is_guest(person.name) else person.role.value


def door_of(connection: HTTPConnection) -> str:
    """The row of the table that a request asks for."""
    path = connection.scope["route"].path.replace(":path}", "}")
    method = "LIVE" if connection.scope["type"] == "websocket" else connection.scope["method"]
    return f"{'GET' if method == 'HEAD' else method} {path}"


def row_of(door: str) -> str:
    """The row of the table that a door belongs to. A door that is in no row opens for nobody."""
    if door in DOORS:
        return door
    for row in DOORS:
        if row.endswith("*") and door.startswith(row[:-1]):
            return row
    raise Refused(f"nobody has said who may use {door}")


def check_door(person: Person | None, door: str) -> None:
    """Refuse a door that does not open for this person."""
    row, column = row_of(door), column_of(person)
    if DOORS[row][column] == "-":
        raise SignInFirst if person is None else ClosedDoor(column, row)


async def check_request(connection: HTTPConnection) -> None:
    """Every request and live stream passes here before its route. A coroutine, or each would be sent to a thread."""
    check_door(visitor_of(connection).person, door_of(connection))
