"""The reference of the room over HTTP as Markdown, from the same operations that a running room shows at `/api`."""

from __future__ import annotations

import tempfile
from typing import Any

from croupier.store.journal import open_store
from croupier.web.api.page import FieldRow, OperationRow, ResponseRow, grouped_operations
from croupier.web.app import create_app

Schema = dict[str, Any]


def schema() -> Schema:
    """What a room says of itself: an empty one, opened for this and closed again."""
    with tempfile.TemporaryDirectory() as folder, open_store(f"sqlite:///{folder}/room.db") as store:
        described: Schema = create_app(store).openapi()
        return described


def operation_pages(described: Schema) -> str:
    """Every operation as Markdown, by what it is for."""
    return "\n\n".join(
        "\n\n".join([f"## {group.title}", *map(_operation, group.operations)])
        for group in grouped_operations(described)
    )


def _operation(one: OperationRow) -> str:
    parts = [f"### `{one.method} {one.path}`", one.summary, *one.about]
    if one.fields:
        parts.append("\n".join(["| field | where | type | |", "|---|---|---|---|", *map(_field, one.fields)]))
    parts.append("\n".join(["| answer | when | with |", "|---|---|---|", *map(_answer, one.answers)]))
    parts.append(f"```sh\n{one.curl}\n```")
    return "\n\n".join(parts)


def _field(field: FieldRow) -> str:
    needed = ", required" if field.required else ""
    return f"| `{field.name}` | {field.where}{needed} | {_cell(field.type)} | {_cell(field.about)} |"


def _answer(answer: ResponseRow) -> str:
    return f"| {answer.status} | {_cell(answer.about)} | {', '.join(f'`{name}`' for name in answer.fields)} |"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ").strip()
