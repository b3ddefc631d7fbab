"""Requests drawn from our own description of the API, at every route, as everybody, on both databases.

No answer is a mistake of the house's; each is what the description says, bears the safety headers, and holds nothing of
our code or of the database's words.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final

import httpx
from hypothesis import HealthCheck, Phase, given, seed, settings

from croupier.web.gate.middleware import SAFETY
from torture.report import Report
from torture.routes.house import DATABASES, Caller, Room, room

_OURS: Final = re.compile(r"Traceback \(most recent|File \"/|sqlalchemy|psycopg|sqlite3\.|site-packages", re.IGNORECASE)
"""What no answer holds."""
_KNOWN: Final = {
    "name": ("T1", "T2", "main", "player", "T1-1"), "game": ("uth", "three-card"), "key": ("uth", "paying"),
    "account": ("cage", "tray/T1"), "position": ("1", "3"), "ending": ("json", "txt"), "claim": ("1",),
}  # fmt: skip
"""Names of what is there, given in half of all requests: behind a name that nobody has there is little to find."""
_LEFT_OUT: Final = ("/sign-out",)
"""Whoever does this is nobody afterwards."""
_SLOW: Final = ("/lab", "/api/lab", "/api/learn/play", "/learn/play", "/api/coach")
"""Behind these something is computed; two of everybody ask."""


def run(much: float, seed: int) -> Report:
    """Call every route as everybody, on both databases."""
    report = Report()
    for number, database in enumerate(DATABASES):
        with room(database) as opened:
            call_all(report, opened, max(1, round(much)), seed + number, database)
    return report


def call_all(report: Report, opened: Room, examples: int, chance: int, database: str, only: str = "") -> None:
    """Send `examples` requests to each route as each caller; `only` to routes that begin so."""
    # Not above: every run of the tests imports this module, and few of them send anything.
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_dict(httpx.get(f"{opened.url}/openapi.json", timeout=60).json())
    draw = Random(chance)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), "our own description can be read"
        operation = found.ok()
        if operation.path.startswith(only) and operation.path not in _LEFT_OUT:
            report.count("routes")
            _call(report, opened, operation, examples, draw, database)


def _call(report: Report, opened: Room, operation: Any, examples: int, draw: Random, database: str) -> None:
    slow = operation.path.startswith(_SLOW)

    @seed(draw.randrange(2**32))
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        if draw.random() < 0.5:
            case.path_parameters = {
                key: draw.choice(_KNOWN.get(key, (value,))) for key, value in (case.path_parameters or {}).items()
            }
        # A page is answered as a page, or as the model behind it: what the description tells of.
        case.headers["accept"] = draw.choice(("application/json", "text/html"))
        for caller in draw.sample(opened.callers, 2) if slow else opened.callers:
            _send(report, opened, case, caller, database)

    attempt()


def _send(report: Report, opened: Room, case: Any, caller: Caller, database: str) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.failures import Failure, FailureGroup
    from schemathesis.specs.openapi.checks import response_schema_conformance

    case.headers["x-csrf"] = caller.token
    if isinstance(case.body, dict) and "csrf" in case.body:
        case.body["csrf"] = caller.token
    response = case.call(base_url=opened.url, cookies=caller.cookies, timeout=60)
    report.count("calls")
    report.count(f"as {caller.role}")
    asked = f"{database}, as {caller.role}: {case.method} {response.request.url}"
    try:
        case.validate_response(response, checks=[not_a_server_error, response_schema_conformance])
    except (Failure, FailureGroup) as failed:
        told = [str(one) for one in getattr(failed, "exceptions", [failed])]
        report.found(f"{asked}, {str(case.body)[:200]}: {'; '.join(told)[:500]}")
    for problem in problems_of(response.headers, response.text, response.status_code):
        report.found(f"{asked}: {problem}")


def problems_of(headers: Any, text: str, status: int) -> list[str]:
    """What is wrong with an answer, whoever asked: its headers, and what it holds."""
    missing = [name for name in SAFETY if name not in headers]
    found = [f"{status} without {', '.join(missing)}"] if missing else []
    if told := _OURS.search(text):
        found.append(f"{status} says {text[max(0, told.start() - 40) : told.end() + 60]!r}")
    return found
