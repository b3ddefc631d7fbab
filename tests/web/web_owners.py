"""What is somebody's own, and everybody before it: written out by hand, door by door, as `web_permissions` is by role.

`P` is a private table that *maker* has made, where *friend* was given a seat, *watcher* was let in to look on, and
*guest*, another guest, was not let in; `P-1` is its first round, over; `S` and `W` are its links, to a seat and to look
on; `R` is the link to `P-1`. `T1` is a table for money where *seated* sits and *player* does not; `T1-1` is over.
`C` is a certificate of *player*'s. A cell is the status of the answer; of a live stream `yes`, or the code with which
it is closed.
"""

from __future__ import annotations

COLUMNS = (
    *("maker", "friend", "watcher", "guest", "seated", "player", "nobody"),
    *("dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "admin"),
)
_TABLE = """
#                                  makr frnd wtch gst  seat plyr nbdy deal supv exec cash surv audt admn
GET  /tables/P                     200  200  200  404  404  404  404  404  404  404  404  404  404  404
LIVE /live/tables/P                yes  yes  yes  4404 4404 4404 4404 4404 4404 4404 4404 4404 4404 4404
POST /api/tables/P/orders          200  200  409  404  404  404  401  404  404  404  404  403  404  404
GET  /rounds/P-1                   200  200  200  404  404  404  404  404  404  404  404  404  404  404
GET  /rounds/P-2                   404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /api/rounds/P-2/review        404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /api/rounds/P-1/review        -    -    -    404  404  404  404  404  404  404  404  404  404  404
GET  /friends/P                    200  200  404  404  404  404  404  404  404  404  404  404  404  404
GET  /t/S                          303  303  200  200  200  200  200  200  200  200  200  200  200  200
GET  /t/W                          303  303  303  200  200  200  200  200  200  200  200  200  200  200
GET  /t/S?                         404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /t/W-as-S                     404  404  404  404  404  404  404  404  404  404  404  404  404  404
POST /t/S?                         404  404  404  404  404  404  404  404  404  404  404  403  404  404
GET  /shared/R                     200  200  200  200  200  200  200  200  200  200  200  200  200  200
GET  /shared/R?                    404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /shared/P-2                   404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /tables/T1                    200  200  200  200  200  200  200  200  200  200  200  200  200  200
LIVE /live/tables/T1               yes  yes  yes  yes  yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
POST /api/tables/T1/orders         409  409  409  409  200  409  401  409  409  409  409  403  409  409
GET  /rounds/T1-1                  200  200  200  200  200  200  200  200  200  200  200  200  200  200
GET  /rounds/T1-2                  404  404  404  404  404  404  404  404  404  404  404  404  404  404
GET  /you                          200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /you/statement                200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /you/bank                     200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /you/review                   200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /you/rounds.txt               200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /you/rounds.jsonl             200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /api/you/progress             200  200  200  200  200  200  401  403  403  403  403  403  403  403
GET  /staff/accounts/player/seated 403  403  403  403  403  403  401  403  200  200  403  403  200  200
GET  /staff/banks/seated           403  403  403  403  403  403  401  403  200  200  403  403  200  200
GET  /staff/tables/P               403  403  403  403  403  403  401  403  404  404  403  403  404  404
GET  /staff/keypad/P               403  403  403  403  403  403  401  404  404  403  403  403  403  403
POST /api/staff/tables/P/orders    403  403  403  403  403  403  401  404  404  404  403  403  403  404
POST /api/staff/tables/P/dealer    403  403  403  403  403  403  401  404  404  403  403  403  403  403
POST /api/staff/tables/P/buttons   403  403  403  403  403  403  401  404  404  404  403  403  403  403
GET  /staff/link-keypad/P          403  403  403  403  403  403  401  404  404  404  403  403  403  403
POST /api/staff/link-tables/P      403  403  403  403  403  403  401  404  404  404  403  403  403  403
GET  /staff/signs/P                403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P               403  403  403  403  403  403  401  403  404  404  403  403  403  403
GET  /staff/tables/P/papers        403  403  403  403  403  403  401  403  404  404  403  403  404  404
GET  /staff/tables/P/report        403  403  403  403  403  403  401  403  404  404  403  403  404  404
POST /staff/tables/P/face-down     403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P/allow         403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P/unseat        403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P/equipment     403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P/close         403  403  403  403  403  403  401  403  404  404  403  403  403  403
POST /staff/tables/P/reopen        403  403  403  403  403  403  401  403  404  404  403  403  403  404
"""
ROWS = {
    f"{method} {path}": dict(zip(COLUMNS, cells, strict=True))
    for method, path, *cells in (row.split() for row in _TABLE.splitlines() if row and not row.startswith("#"))
}

NOBODYS_OWN = """
GET  /docs/{path}                      the same for everybody
GET  /learn/how/{game}                 the same for everybody
GET  /learn/first/{game}               the same for everybody
GET  /learn/dealer/{key}               the same for everybody; marks are for who asks
POST /learn/dealer/{key}               a drill of who asks
GET  /learn/dealer/{key}/exam          a paper of who asks, signed for them
POST /learn/dealer/{key}/exam          a paper of who asks, signed for them
GET  /learn/play/{key}                 the same for everybody
GET  /learn/play/{key}/drill           a drill of who asks
GET  /learn/play/{key}/puzzles         the same for everybody
GET  /learn/play/{key}/test            a paper of who asks, signed for them
GET  /api/learn/play/{key}/next        a drill of who asks
GET  /api/learn/play/{key}/puzzles     the same for everybody
POST /api/learn/play/{key}/answer      a drill of who asks
POST /api/learn/play/{key}/outs        a drill of who asks
GET  /api/learn/play/{key}/prepare     the same for everybody
POST /api/learn/play/{key}/test/answer a paper of who asks, signed for them
POST /api/learn/play/{key}/test        a paper of who asks, signed for them
GET  /certificates/{id}                shown to whoever is given its number
GET  /api/certificates/{id}            shown to whoever is given its number; mistakes are its owner's (test_play_school)
GET  /api/games/{name}                 a machine's, by its key, name and PIN with each request (test_outside_claims)
POST /api/games/{name}                 a machine's, by its key, name and PIN with each request (test_outside_claims)
GET  /display/{name}                   hangs on the wall
POST /staff/rehearsal/{name}/begin     the house's
POST /staff/rehearsal/{name}/end       the house's
POST /staff/rehearsal/{name}/cards     the house's
POST /staff/rehearsal/{name}/company   the house's
POST /staff/rehearsal/{name}/bets      the house's
POST /staff/claims/{name}              the house's
POST /api/staff/tables/{name}/seats    the house's
GET  /api/staff/tables/{name}/seats/{seat}/cards  who deals there, for a seat by name (test_by_name_keypad)
GET  /api/shared/{token}/review        shown to whoever is given its link
GET  /staff/receipts/{position}        the house's
GET  /staff/rounds/{name}/seats/{seat} the house's
POST /staff/rounds/{name}/seats/{seat} the house's
GET  /staff/equipment/{serial}         the house's
GET  /staff/shift/sheets/{positions}   the house's
GET  /staff/links/{name}               the house's
POST /staff/links/{name}               the house's
GET  /staff/links/{name}/papers        the house's
GET  /staff/links/{name}/report        the house's
GET  /staff/links/{name}/report.csv    the house's
GET  /staff/links/{name}/wins/{claim}  the house's
POST /staff/links/{name}/wins/{claim}  the house's
POST /staff/people/{name}              the house's
GET  /staff/school/{number}            the house's
GET  /staff/journal/{position}         the house's
POST /api/staff/signs/{name}           the house's
GET  /api/staff/signs/{name}           the house's
"""
WHOSE = {" ".join(row.split()[:2]): " ".join(row.split()[2:]) for row in NOBODYS_OWN.splitlines() if row.strip()}
"""Doors with a name in them behind which nothing is one visitor's rather than another's, and why not."""
