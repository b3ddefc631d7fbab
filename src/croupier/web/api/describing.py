"""The description of the API: what FastAPI knows of each operation, and what it cannot know: whom a door opens for,
what has to be sent along, and how it may be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fastapi import FastAPI

from croupier.web.api.words import meaning
from croupier.web.permissions import DOORS, VISITORS, row_of
from croupier.web.sessions import COOKIE

ABOUT: Final = """\
Every page is also JSON: send `Accept: application/json`.

**Signing in.** `GET /sign-in` gives a cookie and, in `csrf`, a token. `POST /sign-in` with `csrf`, `name` and `pin` as
a form answers 303 with a new cookie; the token belongs to the cookie, so take a new one afterwards. Guests need no
account: `POST /practice` with `csrf` and `rules`.

**Changes** need the token: as the field `csrf` of a form, or as the header `x-csrf` beside JSON.

**Orders** to a table are text: `sit 3`, `stand`, `bet 10 trips 5`, `withdraw`, `seed WORDS`, `bet4` to `bet1`, `check`,
`fold`, `ride`, `pull`, `bank 500`, `pass`. They carry the `version` that was looked at, and a `command` id under which
they happen once.

**Devices** with a key of their own report cards and chips of their table: `POST /api/device`, or the WebSocket
`/live/device`, with `Authorization: Bearer KEY`.

**The stream** of a table is the WebSocket `/live/tables/{name}`: the newest state, then each new one.

Money is whole cents, but dollars in the words of an order. A refusal is `{"error": "…"}`, one sentence for people.
"""

_ERRORS: Final = {
    401: "Sign in first.",
    403: "Not for you; or the token is missing or old.",
    404: "There is no such thing, or none that you may know of.",
    409: "The rules, the record or the moment do not allow it. Nothing has happened.",
    413: "The body is too large.",
    422: "A field is missing or has another form.",
    429: "Too often; `Retry-After` says for how long.",
    503: "The record cannot be written or read now.",
}
_BY_HAND: Final = {
    "POST /practice": "`rules`, the name of a rule set; the table's choices; and `name`, if you have one to go by.",
    "POST /friends": "`rules`, the name of a rule set; the table's choices; and `name`, if you have one to go by.",
    "POST /friends/new": "The table's choices, as `GET /friends/new` shows them.",
}
"""Forms that are read as a whole, because their fields depend on the game."""


def describes(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """The function that answers for `/openapi.json`; the description is made once, at the first request."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        known = app.openapi_schema is not None
        schema = plain()
        return schema if known else _with_details(schema)

    return openapi


def _with_details(schema: dict[str, Any]) -> dict[str, Any]:
    schema["info"]["description"] = ABOUT
    parts = schema.setdefault("components", {})
    parts["securitySchemes"] = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Whom you signed in as."},
        "token": {"type": "apiKey", "in": "header", "name": "x-csrf", "description": "The token, beside JSON."},
    }
    parts.setdefault("schemas", {})["Refused"] = {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string", "description": "What was asked, why not, and what would be right."}},
    }
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            _describe(f"{method.upper()} {path}", operation, parts["schemas"])
    return schema


def _describe(door: str, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    whom = DOORS[row_of(door)].opens_for
    everybody = whom == frozenset(VISITORS)
    paragraphs = [operation.get("description") or f"{operation['summary']}."]
    paragraphs.append("For everybody." if everybody else f"For {', '.join(one for one in VISITORS if one in whom)}.")
    paragraphs.append(_sends(door, operation))
    operation["description"] = "\n\n".join(filter(None, paragraphs))
    for field in operation.get("parameters", []):
        field.setdefault("description", meaning(door, field["name"]))
    if door in _BY_HAND:
        form = {"type": "object", "required": ["csrf"], "properties": {"csrf": {"type": "string"}}}
        form["additionalProperties"] = {"type": "string"}
        content = {"application/x-www-form-urlencoded": {"schema": form}}
        operation.setdefault("requestBody", {"content": content, "description": _BY_HAND[door]})
    if "requestBody" in operation:
        body = body_schema(operation["requestBody"], schemas)
        operation["requestBody"].setdefault("description", _fields(body))
        for name, field in body.get("properties", {}).items():
            field.setdefault("description", meaning(door, name))
    for status in _refusals(door, operation, everybody):
        answer = {"description": _ERRORS[status]}
        schema = {"$ref": "#/components/schemas/Refused"}
        operation["responses"][str(status)] = {**answer, "content": {"application/json": {"schema": schema}}}
    if not everybody:
        operation["security"] = [{"cookie": []}] if door.startswith("GET") else [{"cookie": [], "token": []}]


def body_schema(body: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of a request's body."""
    (kind,) = body["content"].values()
    whole = kind["schema"].get("allOf", [kind["schema"]])[0]
    schema: dict[str, Any] = schemas.get(whole.get("$ref", "").rpartition("/")[2], whole)
    return schema


def _fields(body: dict[str, Any]) -> str:
    """What a body holds, in one line: its own description and its fields."""
    fields = ", ".join(f"`{name}`" for name in body.get("properties", {}))
    return " ".join(filter(None, [body.get("description", ""), f"Fields: {fields}." if fields else ""])) or "Any JSON."


def _sends(door: str, operation: dict[str, Any]) -> str:
    """What has to be sent with a change: the token, and in which field or header."""
    if door.startswith("GET"):
        return ""
    kinds = operation.get("requestBody", {}).get("content", {})
    if "application/json" in kinds:
        return "A JSON body, and the token in the header `x-csrf`, unless the request is signed by itself."
    if any(one["name"] == "x-csrf" for one in operation.get("parameters", [])):
        return "No body, but the token in the header `x-csrf`."
    if "text/plain" in kinds:
        return "A text as the body; it changes nothing, so that it needs no token."
    return "A form, with the token in its field `csrf`. Done is 303, and `Location` says where to look."


def _refusals(door: str, operation: dict[str, Any], everybody: bool) -> list[int]:
    change, named = not door.startswith("GET"), "{" in door
    may = {401: not everybody, 403: change or not everybody, 404: named, 409: change, 413: change, 429: change}
    takes = bool(operation.get("parameters")) or "requestBody" in operation
    return [status for status, possible in {**may, 422: takes, 503: True}.items() if possible]
