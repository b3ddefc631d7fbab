"""What somebody asks for while a round is in play: every page and answer that could know something of a table."""

from __future__ import annotations

from random import Random
from typing import Final

from croupier.floor.practice import is_practice
from croupier.floor.roles import Role
from croupier.floor.table import Table
from croupier.web.context import HouseContext
from croupier.web.friends.links import round_path, table_path

_WORDS: Final = (
    *("bet4", "bet3", "bet2", "bet1", "fold", "check", "bet 10", "bet 10 trips 5 bad_beat 5", "withdraw", "bank 50"),
    *("pass", "sit 9", "sit 1", "lock", "deal", "settle", "end", "deck", "", "seed \0", "void because", "Ah Kd"),
)


def asked_by(house: HouseContext, table: Table, role: Role | None, chance: Random) -> str:
    """A path that somebody in this role may ask for, or may not and asks for all the same."""
    name, number = table.name, table.rounds
    this, before = f"{name}-{number}", f"{name}-{max(1, number - 1)}"
    paths = [
        *(f"/tables/{name}",) * 4,
        *("/", "/api/tables", "/healthz", "/metrics"),
        *(f"/rounds/{this}", f"/rounds/{before}", f"/api/rounds/{this}/review"),
        round_path(house.cookies, this),
        round_path(house.cookies, before),
    ]
    if table.link is not None:
        paths += [f"/display/{table.link}", f"/staff/links/{table.link}", f"/staff/links/{table.link}/report"]
    if is_practice(name):
        paths += [f"/friends/{name}", *(table_path(house.cookies, name, seat=seat) for seat in (True, False))]
    if role is Role.PLAYER:
        paths += ["/you", "/you/statement"]
    elif role is not None:
        seat = table.sittings[0].seat if table.sittings else 1
        paths += [
            *(f"/staff/keypad/{name}",) * 2,
            *("/staff", "/staff/pit", "/staff/tables", "/staff/cage", "/staff/shift", "/staff/figures"),
            *("/staff/journal", "/staff/rounds", "/api/staff/alerts", "/staff/figures.csv", "/staff/links"),
            *(f"/staff/tables/{name}", f"/staff/accounts/tray/{name}", f"/staff/accounts/escrow/{name}/{seat}"),
            *(f"/staff/signs/{name}", f"/staff/journal?stream=table/{name}", f"/staff/rounds?table={name}"),
            f"/staff/journal/{chance.randint(max(1, table.version), 3 * table.version + 50)}",
        ]
    return chance.choice(paths)


def nonsense(table: Table, chance: Random) -> tuple[str, object]:
    """An order that cannot be carried out, and where it is sent: the refusal must not know more than its reader."""
    words = chance.choice(_WORDS)
    version = table.version + chance.choice((0, 0, 0, -1, -5, 1))
    body: object = {"order": words, "version": version, "command": f"nonsense-{chance.randrange(10**9)}"}
    if chance.random() < 0.1:
        body = chance.choice([b"{", b"[]", {"order": 7}, {"order": words, "version": "x", "command": "short"}])
    at = "/api/staff/tables" if chance.random() < 0.3 else "/api/tables"
    return f"{at}/{table.name}/orders", body
