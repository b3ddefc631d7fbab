"""The page of the API: every operation with what it takes, how it answers and how it is asked for, from the schema."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import Request, Response
from pydantic import BaseModel
from pydantic import Field as Hidden

from croupier.web.api.describing import body_schema
from croupier.web.api.examples import curl, python
from croupier.web.context import TEMPLATES, page_response
from croupier.web.models import Page
from croupier.web.wording import Safe

_GROUPS: Final = (
    ("Accounts", ("/sign-in", "/join", "/first-admin", "/sign-out")),
    ("Machines of other games", ("/api/games/",)),
    ("Staff", ("/staff", "/api/staff", "/display")),
    ("Learning", ("/learn", "/api/learn", "/certificates", "/api/certificates")),
    ("The lab", ("/lab", "/api/lab")),
    ("The server", ("/healthz", "/metrics")),
    ("Playing", ("/",)),
)
"""Where an operation stands on the page: the first whose paths its own begins with."""
_ORDER: Final = (
    "Accounts", "Playing", "Machines of other games", "Learning", "The lab", "Staff", "The server",
)  # fmt: skip


class FieldRow(BaseModel):
    """What a request holds: in its path, its query, a header or its body."""

    name: str
    where: str
    type: str
    required: bool
    about: str


class ResponseRow(BaseModel):
    """How an operation can answer. `fields` are those of a success."""

    status: str
    about: str
    fields: list[str]


class OperationRow(BaseModel):
    """One operation, whole."""

    id: str
    method: str
    path: str
    summary: str
    about: list[str]
    fields: list[FieldRow]
    kind: str
    answers: list[ResponseRow]
    curl: str
    python: str


class OperationGroup(BaseModel):
    """Operations that belong together."""

    id: str
    title: str
    operations: list[OperationRow]


class ApiPage(Page):
    """Every operation."""

    groups: list[OperationGroup]
    operations: Annotated[Any, Hidden(exclude=True)] = ""
    """The same as HTML."""


def api_page(request: Request) -> Response:
    """Every operation with its parameters, its body, its errors and an example."""
    groups, drawn = _drawn(request)
    return page_response(request, "api.html", ApiPage(groups=groups, operations=drawn))


def _drawn(request: Request) -> tuple[list[OperationGroup], Safe]:
    """The operations, and their HTML. Both are made once, since they stay the same while the server runs."""
    state = request.app.state
    if not hasattr(state, "api_drawn"):
        groups = grouped_operations(request.app.openapi())
        state.api_drawn = groups, Safe(TEMPLATES.get_template("api_operations.html").render(groups=groups))
    cached: tuple[list[OperationGroup], Safe] = state.api_drawn
    return cached


def grouped_operations(described: dict[str, Any]) -> list[OperationGroup]:
    """The operations of a schema, by what they are for."""
    rows: dict[str, list[OperationRow]] = {title: [] for title in _ORDER}
    for path, operations in described["paths"].items():
        title = next(title for title, starts in _GROUPS if path.startswith(starts))
        for method, operation in operations.items():
            rows[title].append(_operation(method.upper(), path, operation, described["components"]["schemas"]))
    return [OperationGroup(id=_id(title), title=title, operations=rows[title]) for title in _ORDER if rows[title]]


def _operation(method: str, path: str, plain: dict[str, Any], schemas: dict[str, Any]) -> OperationRow:
    door, parameters = f"{method} {path}", plain.get("parameters", [])
    fields = [_field(one["name"], one["in"], one, one.get("required", False)) for one in parameters]
    body, kind, needed = plain.get("requestBody"), "", []
    if body is not None:
        (kind,) = body["content"]
        schema = body_schema(body, schemas)
        needed = schema.get("required", [])
        where = "body" if kind == "application/json" else "form"
        fields += [_field(name, where, one, name in needed) for name, one in schema.get("properties", {}).items()]
    sent = [name for name in needed if name != "csrf"] if body is not None else []
    about = [text for text in plain["description"].split("\n\n") if text.rstrip(".") != plain["summary"]]
    if body is not None and "Fields:" not in body["description"]:
        about.append(body["description"])
    return OperationRow(
        id=_id(door),
        method=method,
        path=path,
        summary=plain["summary"],
        about=about,
        fields=fields,
        kind={"application/json": "JSON", "text/plain": "text"}.get(kind, "form" if kind else ""),
        answers=[_answer(status, one, schemas) for status, one in sorted(plain["responses"].items())],
        curl=curl(door, parameters, sent, kind),
        python=python(door, parameters, sent, kind),
    )


def _field(name: str, where: str, plain: dict[str, Any], required: bool) -> FieldRow:
    return FieldRow(
        name=name, where=where, type=_type(plain.get("schema", plain)), required=required, about=plain["description"]
    )


def _type(schema: dict[str, Any]) -> str:
    """A type as people say it."""
    if "enum" in schema:
        return " or ".join(str(one) or "nothing" for one in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(one) for one in schema["anyOf"] if one.get("type") != "null"))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    named = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return named.get(schema.get("type", ""), "object")


def _answer(status: str, plain: dict[str, Any], schemas: dict[str, Any]) -> ResponseRow:
    about = "Done." if plain["description"] == "Successful Response" else plain["description"]
    schema = plain.get("content", {}).get("application/json", {}).get("schema", {})
    shapes = [schema, *schema.get("anyOf", [])]
    models = [schemas.get(one.get("$ref", "").rpartition("/")[2], {}) for one in shapes]
    fields = dict.fromkeys(name for one in models for name in one.get("properties", {}))
    return ResponseRow(status=status, about=about, fields=list(fields) if status.startswith("2") else [])


def _id(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
