"""Every event given to everybody who may not be its author: to each role, automaton and device, and of those who may to
somebody who had gone by then or came later. Read off the table of authors and the record.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from croupier.floor.authors import AUTHORS, AUTOMATA
from croupier.floor.roles import Role
from torture.tampering.kind import Found, Kind, Tamper, pick
from torture.tampering.rows import Row, Rows

DEVICE: Final = "rail"
CAST: Final = tuple(role for role in Role if role is not Role.DEVICE)
"""The roles of which somebody was there, had gone, and came later."""
_RANKS: Final = {Role.SUPERVISOR: "supervisor", Role.EXECUTIVE: "executive"}


def name_of(role: Role, when: str) -> str:
    """Who has a role in the record that is tampered with: `there`, `gone` or `later`."""
    return f"{when}-{role.value}"


def kinds_by_author(rows: Rows) -> list[Kind]:
    """A kind of tampering for every event that a record has and everybody who may not have written it."""
    began = next((row.position for row in rows.entries if _is_last_to_go(row)), 0)
    said = {(row.kind, name) for row in rows.entries if row.position > began for name in row.names}
    return [kind for one in sorted(said & AUTHORS.keys()) for kind in _kinds(one, began)]


def _kinds(one: tuple[str, str], began: int) -> list[Kind]:
    authors, made = AUTHORS[one], []
    for role in Role:
        if role not in authors.roles:
            made.append(_kind(one, began, role, "there"))
        elif role is not Role.DEVICE:
            made += [_kind(one, began, role, when) for when in ("gone", "later")]
    for automaton in AUTOMATA.values():
        if automaton.person.name not in authors.automata:
            made.append(_kind(one, began, automaton.person.role, automaton.person.name))
    return made


def _kind(one: tuple[str, str], began: int, role: Role, when: str) -> Kind:
    stream, event = one
    words = {
        "there": f"a {role.value} who may not say it",
        "gone": f"a {role.value} who had gone",
        "later": f"a {role.value} who came later",
    }
    who = words.get(when, f"the automaton {when}")
    kind = {Role.PLAYER: "player", Role.DEVICE: "device"}.get(role, "staff")
    name = when if when not in words else DEVICE if role is Role.DEVICE else name_of(role, when)
    actor = f"staff/{name}" if when not in words else f"{kind}/{name}"
    return Kind(f"{stream} {event} by {who}", "in their name throughout", Found.AUDIT, _given(one, began, actor, role))


def _given(one: tuple[str, str], began: int, actor: str, role: Role) -> Tamper:
    stream, event = one

    def tamper(rows: Rows, chance: Random) -> None:
        among = [row for row in rows.of(stream) if row.position > began and event in row.names and row.actor != actor]
        row = pick(chance, among)
        before, name = row.actor.partition("/")[2], actor.partition("/")[2]
        for each in rows.unit(row):
            each.actor = actor
            for told in each.events:
                told.update({key: name for key in ("by", "approver") if told.get(key) == before})
            for command in each.commands:
                _rename(command, before, name, _RANKS.get(role, "dealer"))

    return tamper


def _rename(command: dict[str, Any], before: str, name: str, rank: str) -> None:
    for person in command.values():
        if isinstance(person, dict) and person.get("name") == before and "rank" in person:
            person.update(name=name, rank=rank)


def _is_last_to_go(row: Row) -> bool:
    return row.names == ("Deactivated",) and row.events[0]["name"] == name_of(CAST[-1], "gone")
