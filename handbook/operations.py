"""The reference of the room over HTTP, from the schema that it serves at `/openapi.json`."""

from __future__ import annotations

import re
import tempfile
from itertools import groupby
from typing import Any, Final

from croupier.store.journal import open_store
from croupier.web.app import create_app

Schema = dict[str, Any]

PARTS: Final = (
    ("Tables and rounds", ("/", "/api/tables", "/tables", "/practice", "/friends", "/t", "/rounds", "/api/rounds")),
    ("Rounds by link or text", ("/shared", "/replay")),
    ("Signing in", ("/sign-in", "/sign-out", "/join", "/first-admin")),
    ("Coach, and your own play", ("/api/coach", "/you", "/api/you")),
    ("Learning", ("/learn", "/api/learn", "/certificates", "/api/certificates")),
    ("The lab", ("/lab", "/api/lab")),
    ("Staff", ("/staff", "/api/staff")),
    ("Displays and other machines", ("/display", "/api/games", "/between-servers")),
    ("Watching over the server", ("/healthz", "/metrics")),
)
"""Operations by what they are about; what fits nowhere stands at the end."""
_ELSE: Final = "Everything else"


def schema() -> Schema:
    """What a room says of itself: an empty one, opened for this and closed again."""
    with tempfile.TemporaryDirectory() as folder, open_store(f"sqlite:///{folder}/room.db") as store:
        found: Schema = create_app(store).openapi()
        return found


def operation_pages(described: Schema) -> str:
    """Every operation as Markdown, part by part."""
    titles = [title for title, _ in PARTS] + [_ELSE]
    every = [
        (_part(path), path, method.upper(), operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    every.sort(key=lambda one: titles.index(one[0]))
    models = described.get("components", {}).get("schemas", {})
    return "\n\n".join(
        "\n\n".join([f"## {title}", *(_told(path, method, one, models) for _, path, method, one in those)])
        for title, those in groupby(every, key=lambda one: one[0])
    )


def _part(path: str) -> str:
    """The part with the longest beginning that fits."""
    fits = [(len(start), title) for title, starts in PARTS for start in starts if _begins(path, start)]
    return max(fits, default=(0, _ELSE))[1]


def _begins(path: str, start: str) -> bool:
    return path == start or (start != "/" and re.match(rf"{re.escape(start)}[/.]", path) is not None)


def _told(path: str, method: str, operation: Schema, models: Schema) -> str:
    parts = [f"### `{method} {path}`", operation.get("description") or operation.get("summary", "")]
    rows = [
        f"| `{one['name']}` | {one['in']}{', required' if one.get('required') else ''} "
        f"| {_kind(one.get('schema', {}))} | {_cell(one.get('description', ''))} |"
        for one in operation.get("parameters", [])
    ]
    if rows:
        parts.append("\n".join(["| parameter | where | kind | |", "|---|---|---|---|", *rows]))
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        parts.append(_body(media, operation["requestBody"].get("description", ""), body, models))
    parts.append(_answers(operation.get("responses", {})))
    return "\n\n".join(filter(None, parts))


def _body(media: str, words: str, body: Schema, models: Schema) -> str:
    model = _resolved(body.get("schema", {}), models)
    needed = set(model.get("required", ()))
    rows = [
        f"| `{name}` | {_kind(field)}{', required' if name in needed else ''} | {_cell(field.get('description', ''))} |"
        for name, field in model.get("properties", {}).items()
    ]
    sent = f"Body, `{media}`: {_cell(words) or 'as below'}"
    example = body.get("example") or next((one.get("value") for one in body.get("examples", {}).values()), None)
    shown = ["```json", _json(example), "```"] if example is not None else []
    table = "\n".join(["| field | kind | |", "|---|---|---|", *rows]) if rows else ""
    return "\n\n".join(filter(None, [sent, table, "\n".join(shown)]))


def _answers(responses: Schema) -> str:
    rows = []
    for status, answer in sorted(responses.items()):
        names = [_model_name(kind.get("schema", {})) for kind in answer.get("content", {}).values()]
        model = ", ".join(f"`{name}`" for name in names if name)
        words = {"Successful Response": "Done.", "Validation Error": "A field is missing or has another form."}
        said = answer.get("description", "")
        rows.append(f"| {status} | {_cell(words.get(said, said))} | {model} |")
    return "\n".join(["| answer | when | what |", "|---|---|---|", *rows]) if rows else ""


def _resolved(found: Schema, models: Schema) -> Schema:
    whole: Schema = found.get("allOf", [found])[0]
    answer: Schema = models.get(_model_name(whole), whole)
    return answer


def _model_name(found: Schema) -> str:
    return str(found.get("$ref", "")).rpartition("/")[2]


def _kind(found: Schema) -> str:
    if name := _model_name(found):
        return f"`{name}`"
    if choices := found.get("anyOf") or found.get("oneOf"):
        return " or ".join(dict.fromkeys(_kind(one) for one in choices))
    if "enum" in found:
        return " / ".join(f"`{one}`" for one in found["enum"])
    kind = {"string": "text", "integer": "whole number", "boolean": "yes or no", "null": "nothing", "object": "object"}
    if found.get("type") == "array":
        return f"list of {_kind(found.get('items', {}))}"
    return kind.get(str(found.get("type", "")), str(found.get("type", "anything")))


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ").strip()


def _json(value: Any) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False)
