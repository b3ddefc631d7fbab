"""How an operation is asked for: with curl, and with `croupier.client`. Made from its own description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

_SERVER: Final = "http://localhost:8000"
_POSITION: Final = {"game": "uth", "own": "Kc5d"}
_SAMPLES: Final[Mapping[str, str]] = {
    **{"name": "T1", "table": "T1", "player": "ann", "account": "tray/T1", "seat": "3", "rules": "wa-2018"},
    **{"position": "1234", "positions": "1234", "number": "1", "claim": "1", "id": "7f3a", "token": "TOKEN"},
    **{"pin": "246810", "pin_again": "246810", "code": "CODE", "role": "player", "badge": "", "how": "play"},
    **{"order": "bet 10 trips 5", "version": "41", "command": "b3f1c2a4d5e6", "button": "confirm", "report": "end"},
    **{"game": "caribbean", "hole": "As Kd", "own": "As Kd 9h 7c 2s", "board": "Ah Kd 2s", "up": "9d", "ending": "csv"},
    **{"since": "2026-11-01", "until": "2026-11-15", "amount": "100", "what": "buy-in", "why": "left the room"},
    **{"notation": 'round "demo-1" …', "choice": "zone", "value": "America/Los_Angeles", "key": "rules"},
}
_AT: Final[Mapping[str, str]] = {
    **{f"GET {path} {name}": text for path in ("/position", "/api/position") for name, text in _POSITION.items()},
    "GET /you/rounds.{ending} ending": "jsonl",
}
"""What one operation has in place of a sample."""
_ROUNDS: Final = {"GET /rounds/{name}", "GET /api/rounds/{name}/review"}
_LINKS: Final = ("/staff/links/", "/staff/claims/", "/display/")
_PEOPLE: Final = ("/sign-in", "/join", "/first-admin", "/staff/people")
_CALLS: Final[Mapping[str, str]] = {
    "GET /api/tables": "me.tables()",
    "GET /tables/{name}": 'me.look("T1")',
    "POST /api/tables/{name}/orders": 'me.order("T1", "bet 10 trips 5")',
    "POST /practice": 'me.practise("wa-2018")',
    "POST /sign-in": 'me.sign_in("ann", "246810")',
    "POST /join": 'me.join("ann", "246810")',
    "POST /sign-out": "me.sign_out()",
    "POST /api/games/{name}": 'Machine(server, key, "dora", "3333").report("C1", "end")',
    "GET /api/games/{name}": 'Machine(server, key, "dora", "3333").look("C1")',
    "POST /api/staff/tables/{name}/orders": 'me.staff_order("T1", "deal")',
}
"""Where the client has a word of its own for it."""


def sample(door: str, name: str) -> str:
    """A value that a field of this operation could have."""
    path = door.partition(" ")[2]
    if name == "name":
        if door in _ROUNDS:
            return "T1-57"
        if path.startswith(_LINKS):
            return "main"
        if door in (
            "POST /sign-in",
            "POST /join",
            "POST /first-admin",
            "POST /staff/people",
            "POST /staff/people/{name}",
        ):
            return "ann"
    return _AT.get(f"{door} {name}") or _SAMPLES.get(name, "…")


def _path(door: str, parameters: list[dict[str, Any]], escape: bool) -> str:
    path = door.partition(" ")[2]
    for one in parameters:
        if one["in"] == "path":
            value = sample(door, one["name"])
            path = path.replace(f"{{{one['name']}}}", quote(value) if escape else value)
    return path


def _wanted(door: str, parameters: list[dict[str, Any]]) -> dict[str, str]:
    """The query that has to be there; what may be left out is left out."""
    return {
        one["name"]: sample(door, one["name"]) for one in parameters if one["in"] == "query" and one.get("required")
    }


def curl(door: str, parameters: list[dict[str, Any]], fields: list[str], kind: str) -> str:
    """A line for a shell, with the cookies in the file `jar` and the token in the file `token`."""
    path, query = _path(door, parameters, escape=True), _wanted(door, parameters)
    address = f"{_SERVER}{path}" + (f"?{urlencode(query)}" if query else "")
    asks = "curl -s -b jar -c jar -H 'accept: application/json'"
    if door.startswith("GET"):
        return f"{asks} '{address}'"
    if "/api/games/" in door:
        signed = "-u dora:3333 -H \"x-machine-key: $(cat key)\" -H 'content-type: application/json'"
        return f"curl -s {signed} -d '{_json(door, fields)}' '{address}'"
    if kind == "application/json":
        sends = f"-H \"x-csrf: $(cat token)\" -H 'content-type: application/json' -d '{_json(door, fields)}'"
        return f"{asks} {sends} '{address}'"
    if kind == "text/plain":
        return f"{asks} -H 'content-type: text/plain' --data-binary @mine.toml '{address}'"
    others = "".join(f" --data-urlencode '{one}={sample(door, one)}'" for one in fields if one != "csrf")
    return f"{asks} -d \"csrf=$(cat token)\"{others} '{address}'"


def python(door: str, parameters: list[dict[str, Any]], fields: list[str], kind: str) -> str:
    """The same with a `Client` called `me`."""
    if door in _CALLS:
        return _CALLS[door]
    path = json.dumps(_path(door, parameters, escape=False))
    if door.startswith("GET"):
        arguments = "".join(f", {_name(key)}={value!r}" for key, value in _wanted(door, parameters).items())
        return f"me.get({path}{arguments})"
    if kind == "application/json":
        return f"me.post({path}, {_json(door, fields)})"
    if kind == "text/plain":
        return f'me.post({path}, open("mine.toml").read())'
    sent = "".join(f", {_name(one)}={json.dumps(sample(door, one))}" for one in fields if one != "csrf")
    return f"me.send({path}{sent})"


def _name(key: str) -> str:
    return f"{key}_" if key in ("from", "class") else key


def _json(door: str, fields: list[str]) -> str:
    plain = {one: int(sample(door, one)) if one in ("version", "seat") else sample(door, one) for one in fields}
    return json.dumps(plain, ensure_ascii=False)
