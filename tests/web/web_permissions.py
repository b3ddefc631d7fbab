"""Every door of the house and everybody before it, written out by hand and not taken from the code; and those that an
application has.

`own` marks doors that open only for what is one's own: a guest's practice table, a player's seat. A row that ends in
`*` stands for every path that begins so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fastapi.routing import APIWebSocketRoute
from starlette.routing import Mount, Route

COLUMNS = (
    *("nobody", "guest", "player", "dealer", "supervisor"),
    *("executive", "cashier", "surveillance", "auditor", "admin"),
)
_TABLE = """
#                                            nobody guest player dealer superv execut cashie survei auditr admin
GET  /                                       yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/tables                             yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /practice                               yes    yes   yes    yes    yes    yes    yes    -      yes    yes
POST /friends                                yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /friends/new                            yes    yes   yes    yes    yes    yes    yes    -      yes    yes
POST /friends/new                            yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /friends/{name}                         yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /t/{token}                              yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /t/{token}                              yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /tables/{name}                          yes    own   yes    yes    yes    yes    yes    yes    yes    yes
LIVE /live/tables/{name}                     yes    own   yes    yes    yes    yes    yes    yes    yes    yes
POST /api/tables/{name}/orders               -      own   own    own    own    own    own    -      own    own
GET  /api/coach                              yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/coach/edges                        yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /rounds/{name}                          yes    own   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/rounds/{name}/review               yes    own   yes    yes    yes    yes    yes    yes    yes    yes
GET  /you                                    -      yes   yes    -      -      -      -      -      -      -
GET  /api/you/progress                       -      yes   yes    -      -      -      -      -      -      -
GET  /you/statement                          -      yes   yes    -      -      -      -      -      -      -
GET  /you/bank                               -      yes   yes    -      -      -      -      -      -      -
GET  /you/review                             -      yes   yes    -      -      -      -      -      -      -
GET  /you/rounds.{ending}                    -      yes   yes    -      -      -      -      -      -      -
GET  /position                               yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/position                           yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /shared/{token}                         yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/shared/{token}/review              yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /replay                                 yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /proof                                  yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /replay                                 yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /sign-in                                yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /sign-in                                yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /join                                   yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /join                                   yes    yes   -      -      -      -      -      -      -      -
GET  /first-admin                            yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /first-admin                            yes    yes   yes    -      -      -      -      -      -      -
POST /sign-out                               yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /between-servers/orders                 yes    -     -      -      -      -      -      -      -      -
GET  /api/games/{name}                       yes    -     -      -      -      -      -      -      -      -
POST /api/games/{name}                       yes    -     -      -      -      -      -      -      -      -
POST /api/device                             yes    -     -      -      -      -      -      -      -      -
LIVE /live/device                            yes    -     -      -      -      -      -      -      -      -
GET  /healthz                                yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /metrics                                yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api                                    yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /docs                                   yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /openapi.json                           yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /docs/{path}                            yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /lab*                                   yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /lab*                                   yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/lab*                               yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /api/lab*                               yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn                                  yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/how/{game}                       yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/first                            yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/first/{game}                     yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/dealer                           yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/dealer/felt                      yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /api/learn/dealer/felt                  yes    yes   yes    yes    yes    yes    yes    -      yes    yes
POST /api/learn/dealer/felt/watch            yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /learn/dealer/keypad                    yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/dealer/manual                    yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/dealer/{key}                     yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /learn/dealer/{key}                     yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /learn/dealer/{key}/exam                yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /learn/dealer/{key}/exam                yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /learn/play                             yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/play/{key}                       yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/play/{key}/drill                 yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/play/{key}/puzzles               yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /learn/play/{key}/test                  yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/learn/play/{key}/next              yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/learn/play/{key}/puzzles           yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /api/learn/play/{key}/answer            yes    yes   yes    yes    yes    yes    yes    -      yes    yes
POST /api/learn/play/{key}/outs              yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /api/learn/play/{key}/prepare           yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /api/learn/play/{key}/test/answer       yes    yes   yes    yes    yes    yes    yes    -      yes    yes
POST /api/learn/play/{key}/test              yes    yes   yes    yes    yes    yes    yes    -      yes    yes
GET  /certificates/{id}                      yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /api/certificates/{id}                  yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /staff                                  -      -     -      yes    yes    yes    yes    yes    yes    yes
GET  /api/staff/alerts                       -      -     -      yes    yes    yes    yes    -      yes    yes
GET  /staff/keypad/{name}                    -      -     -      yes    yes    -      -      -      -      -
POST /api/staff/tables/{name}/orders         -      -     -      yes    yes    yes    -      -      -      yes
POST /api/staff/tables/{name}/dealer         -      -     -      yes    yes    -      -      -      -      -
POST /api/staff/tables/{name}/seats          -      -     -      yes    yes    -      -      -      -      -
GET  /api/staff/tables/{name}/seats/{seat}/cards -  -     -      yes    yes    -      -      -      -      -
GET  /staff/search                           -      -     -      yes    yes    yes    yes    yes    yes    yes
GET  /staff/pit                              -      -     -      -      yes    yes    -      yes    yes    yes
GET  /staff/tables                           -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/tables/new                       -      -     -      -      yes    yes    -      -      -      yes
POST /staff/tables/new                       -      -     -      -      yes    yes    -      -      -      yes
GET  /staff/tables/{name}                    -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/tables/{name}/papers             -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/tables/{name}/report             -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/tables/{name}                    -      -     -      -      yes    yes    -      -      -      -
POST /staff/face-down                        -      -     -      -      yes    yes    -      -      -      -
POST /staff/tables/{name}/face-down          -      -     -      -      yes    yes    -      -      -      -
POST /staff/tables/{name}/allow              -      -     -      -      yes    yes    -      -      -      -
POST /staff/tables/{name}/unseat             -      -     -      -      yes    yes    -      -      -      -
POST /staff/tables/{name}/equipment          -      -     -      -      yes    yes    -      -      -      -
GET  /staff/equipment/{serial}               -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/tables/{name}/close              -      -     -      -      yes    yes    -      -      -      -
POST /staff/tables/{name}/reopen             -      -     -      -      yes    yes    -      -      -      yes
GET  /staff/rehearsal                        -      -     -      yes    yes    yes    -      -      yes    yes
POST /staff/rehearsal/enter                  -      -     -      yes    yes    yes    -      -      yes    yes
POST /rehearsal/leave                        yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
POST /staff/rehearsal/{name}/begin           -      -     -      -      yes    yes    -      -      -      -
POST /staff/rehearsal/{name}/end             -      -     -      -      yes    yes    -      -      -      -
POST /staff/rehearsal/{name}/cards           -      -     -      -      yes    yes    -      -      -      -
POST /staff/rehearsal/{name}/company         -      -     -      -      yes    yes    -      -      -      -
POST /staff/rehearsal/{name}/bets            -      -     -      -      yes    yes    -      -      -      -
GET  /staff/cage                             -      -     -      yes    yes    yes    yes    -      yes    yes
POST /staff/cage                             -      -     -      -      yes    yes    yes    -      -      -
POST /staff/cage/table                       -      -     -      yes    yes    -      -      -      -      -
POST /staff/cage/trays                       -      -     -      -      yes    yes    -      -      -      -
GET  /staff/cage/cash                        -      -     -      -      yes    yes    yes    -      yes    yes
GET  /staff/receipts/{position}              -      -     -      yes    yes    yes    yes    -      yes    yes
GET  /staff/shift                            -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/shift                            -      -     -      -      yes    yes    -      -      -      -
GET  /staff/shift/past                       -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/shift/sheets/{positions}         -      -     -      -      yes    yes    -      -      yes    yes
POST /api/staff/tables/{name}/buttons        -      -     -      yes    yes    yes    -      -      -      -
GET  /staff/link-keypad/{name}               -      -     -      yes    yes    yes    -      -      -      -
POST /api/staff/link-tables/{name}           -      -     -      yes    yes    yes    -      -      -      -
POST /staff/claims/{name}                    -      -     -      -      yes    yes    -      -      -      -
GET  /staff/links                            -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/links                            -      -     -      -      yes    yes    -      -      -      -
GET  /staff/links/{name}                     -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/links/{name}                     -      -     -      -      yes    yes    -      -      -      -
GET  /staff/links/{name}/papers              -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/links/{name}/report              -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/links/{name}/report.csv          -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/links/{name}/wins/{claim}        -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/links/{name}/wins/{claim}        -      -     -      -      yes    yes    -      -      -      -
GET  /display/{name}                         yes    yes   yes    yes    yes    yes    yes    yes    yes    yes
GET  /staff/people                           -      -     -      yes    yes    yes    -      -      yes    yes
POST /staff/people                           -      -     -      yes    yes    yes    -      -      -      yes
POST /staff/people/{name}                    -      -     -      -      -      -      -      -      -      yes
GET  /staff/house                            -      -     -      -      -      yes    -      -      yes    yes
POST /staff/house                            -      -     -      -      -      yes    -      -      -      yes
GET  /staff/approvals                        -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/approvals                        -      -     -      -      -      yes    -      -      -      yes
GET  /staff/devices                          -      -     -      -      yes    yes    -      -      yes    yes
POST /staff/devices                          -      -     -      -      -      yes    -      -      -      yes
POST /staff/house/law                        -      -     -      -      -      yes    -      -      -      yes
GET  /staff/figures                          -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/figures.csv                      -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/school                           -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/school/{number}                  -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/journal                          -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/journal/{position}               -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/rounds                           -      -     -      -      yes    yes    -      yes    yes    yes
GET  /staff/rounds/export                    -      -     -      -      -      yes    -      -      yes    yes
GET  /staff/rounds/{name}/seats/{seat}       -      -     -      yes    yes    yes    -      yes    yes    yes
POST /staff/rounds/{name}/seats/{seat}       -      -     -      yes    yes    yes    -      -      -      -
GET  /staff/disputes                         -      -     -      yes    yes    yes    -      yes    yes    yes
GET  /staff/accounts/{account}               -      -     -      -      yes    yes    -      -      yes    yes
GET  /staff/banks/{name}                     -      -     -      -      yes    yes    -      -      yes    yes
POST /api/staff/audit                        -      -     -      -      -      yes    -      -      yes    yes
GET  /api/staff/audit                        -      -     -      -      -      yes    -      -      yes    yes
GET  /staff/signs/{name}                     -      -     -      -      yes    yes    -      -      -      -
POST /api/staff/signs/{name}                 -      -     -      -      yes    yes    -      -      -      -
GET  /api/staff/signs/{name}                 -      -     -      -      yes    yes    -      -      -      -
"""
EXPECTED = {
    f"{method} {path}": dict(zip(COLUMNS, cells, strict=True))
    for method, path, *cells in (row.split() for row in _TABLE.splitlines() if row and not row.startswith("#"))
}


def row_for(method: str, path: str) -> str:
    """The row of the table that a request belongs to; an account's name has slashes in it, no other name has."""
    for row in EXPECTED:
        pattern = re.escape(row).replace(r"\{account\}", ".+").replace(r"\*", ".*")
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", pattern), f"{method} {path}"):
            return row
    raise AssertionError(f"no row for {method} {path}")


def doors_of(routes: Iterable[object]) -> Iterator[str]:
    """Every door that there is, whoever built it. An included router is a route with routes of its own."""
    for route in routes:
        match route:
            case APIWebSocketRoute():
                yield f"LIVE {route.path}"
            case Mount():
                assert route.path == "/static", "files that everybody may read, and nothing else"
            case Route():
                for method in (route.methods or set()) - {"HEAD"}:
                    yield f"{method} {route.path}".replace(":path}", "}")
            case _:
                yield from doors_of(route.original_router.routes)  # type: ignore[attr-defined]
