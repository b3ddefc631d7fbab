"""A table of another game on a link: a machine that signs each of its reports as one of the staff (HTTP Basic)."""

from __future__ import annotations

import base64
import secrets
import urllib.parse
from typing import Any

from croupier.client.wire import Wire


class Machine:
    """Another game's table at the room's door for machines; `docs/link.md` says what it may report."""

    def __init__(self, server: str, name: str, pin: str, *, timeout_s: float = 30) -> None:
        self._wire = Wire(server, timeout_s)
        self._headers = {"authorization": "Basic " + base64.b64encode(f"{name}:{pin}".encode()).decode()}

    def look(self, table: str) -> dict[str, Any]:
        """The table as the link knows it."""
        found: dict[str, Any] = self._wire.ask(_path(table), headers=self._headers).plain
        return found

    def report(self, table: str, report: str, *, command: str | None = None, **more: Any) -> dict[str, Any]:
        """Make one report, such as `join`, `lock`, `hands` or `end`; the table afterwards, and what was written."""
        plain = {"report": report, "command": command or secrets.token_hex(12), **more}
        told: dict[str, Any] = self._wire.body(_path(table), plain, self._headers).plain
        return told


def _path(table: str) -> str:
    return f"/api/games/{urllib.parse.quote(table, safe='')}"
