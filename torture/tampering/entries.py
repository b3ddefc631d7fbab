"""Whole entries: given to others, re-dated, removed, doubled, swapped, moved, invented; everything made right after."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from croupier.floor.authors import AUTHORS, AUTOMATA
from torture.tampering.kind import Found, Kind, Right, Tamper, at_entry, pick
from torture.tampering.rows import Row, Rows

SUE: Final = "staff/soak-supervisor"
STAN: Final = "staff/stan"
DORA: Final = "staff/soak-dealer"
PLAYED: Final = ("RoundOpened", "BetsLocked", "CardsDealt", "CardsShown", "SeatSettled", "RoundEnded")
"""What every round is made of: without one of these it cannot have gone on."""
_AS_REAL: Final = "it is as good as a real one: whoever is said to have done it was there, and might"
_UNTOLD: Final = "nothing else in the journal tells"


def staffed(rows: Rows) -> list[Row]:
    """Entries that a supervisor wrote at the cage, about a shift or at a table, when there was a second one."""
    came = next(row.position for row in rows.entries if row.actor == STAN)
    kinds = ("cage", "shift", "table")
    return [r for r in rows.entries if r.actor == SUE and r.kind in kinds and r.position > came and _alone(rows, r)]


def _alone(rows: Rows, row: Row) -> bool:
    return len(rows.unit(row)) == 1


def _actor(new: str | None) -> Callable[[Row, Random], None]:
    def change(row: Row, chance: Random) -> None:
        row.actor = new if new is not None else f"staff/nobody-{chance.randrange(100)}"

    return change


def _automaton(row: Row, chance: Random) -> None:
    row.actor = pick(chance, sorted(AUTOMATA.keys() - {row.actor}))


def _about_staff(rows: Rows) -> list[Row]:
    """What the staff's stream says of people by who has the duty, and not of who comes and goes."""
    of_others = [event for (kind, event), by in AUTHORS.items() if kind == "staff" and by.roles - by.own]
    return [row for row in rows.saying(*of_others) if row.kind == "staff" and row.actor not in AUTOMATA]


def _link_by_automaton(rows: Rows, chance: Random) -> None:
    """An entry of a link that no table had a part in, signed by an automaton wherever somebody signed it."""
    people = [row for row in rows.of("link") if row.actor not in AUTOMATA and _alone(rows, row)]
    row = pick(chance, people)
    before = row.actor.partition("/")[2]
    _automaton(row, chance)
    for event in row.events:
        event.update({key: row.actor.partition("/")[2] for key in ("by", "approver") if event.get(key) == before})


def _another_player(rows: Rows, chance: Random) -> None:
    row = pick(chance, [row for row in rows.of("table") if row.actor.startswith("player/")])
    others = {r.actor for r in rows.entries if r.stream == row.stream and r.actor.startswith("player/")} - {row.actor}
    row.actor = pick(chance, sorted(others))


def _command(row: Row, chance: Random) -> None:
    new = f"forged-{chance.randrange(10**9)}"
    for moved in row.moved:
        moved[0] = moved[0].replace(row.command, new)
    row.command = new


def _anothers_command(rows: Rows, chance: Random) -> None:
    one, other = pick(chance, rows.entries[:-3]), pick(chance, rows.entries)
    if abs(one.position - other.position) < 3 or not (_alone(rows, one) and one.kind == "table"):
        return _anothers_command(rows, chance)
    one.command = other.command
    return None


def _redate(row: Row, chance: Random) -> None:
    row.time_ms += chance.choice((-1, 1)) * chance.randint(1, 30_000)


def _date_back(row: Row, chance: Random) -> None:
    row.time_ms -= chance.choice((6 * 60_000, row.time_ms - 1))


def removed(among: Callable[[Rows], Sequence[Row]]) -> Tamper:
    """One of these entries taken out, with all that its command wrote."""

    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, among(rows))
        rows.entries = [other for other in rows.entries if other.command != row.command]

    return tamper


def _last_of_stream(rows: Rows, row: Row) -> bool:
    return not any(other.stream == row.stream and other.position > row.position for other in rows.entries)


def played(rows: Rows) -> list[Row]:
    """Steps of a round after which its table has gone on."""
    return [row for row in rows.saying(*PLAYED) if not _last_of_stream(rows, row)]


def _besides(rows: Rows) -> list[Row]:
    """What happens at tables that is no step of a round, or the last that happened there."""
    steps = {row.position for row in played(rows)}
    return [row for row in rows.of("table") if row.position not in steps]


def _others(rows: Rows) -> list[Row]:
    kinds = ("cage", "staff", "player", "house", "school", "drills", "practice", "shift")
    return [row for row in rows.entries if row.kind in kinds]


def _doubled(among: Callable[[Rows], Sequence[Row]]) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, among(rows))
        twin = row.copy()
        _command(twin, chance)
        for moved in twin.moved:
            moved[0] += "" if "forged" in moved[0] else "-again"
        rows.insert(rows.entries.index(row) + 1, twin)

    return tamper


def _sold(*, counted: bool | None) -> Callable[[Rows], list[Row]]:
    """Sales at tables whose shift was closed since, or was not; or those at the window, with `None`."""

    def among(rows: Rows) -> list[Row]:
        closed: dict[str, int] = {}
        for row in rows.saying("ShiftClosed"):
            for event in row.events:
                closed[event["table"]] = max(closed.get(event["table"], 0), event["until"])
        sales = [(row, row.events[0].get("table")) for row in rows.saying("BoughtIn") if row.kind == "cage"]
        return [
            row for row, table in sales if (None if table is None else row.position <= closed.get(table, 0)) is counted
        ]

    return among


def _swapped(among: Callable[[Rows, Row, Row], bool]) -> Tamper:
    """An entry changes places with the one after it in its stream."""

    def tamper(rows: Rows, chance: Random) -> None:
        pairs = [
            (one, other)
            for stream in sorted({row.stream for row in rows.entries})
            for one, other in _neighbours([row for row in rows.entries if row.stream == stream])
            if among(rows, one, other)
        ]
        one, other = pick(chance, pairs)
        at, to = rows.entries.index(one), rows.entries.index(other)
        rows.entries[at], rows.entries[to] = other, one

    return tamper


def _neighbours(rows: list[Row]) -> list[tuple[Row, Row]]:
    return list(itertools.pairwise(rows))


def _two_bets(rows: Rows, one: Row, other: Row) -> bool:
    placed = ("BetsPlaced",)
    return one.names == other.names == placed and one.event("BetsPlaced")["seat"] != other.event("BetsPlaced")["seat"]


def _two_steps(rows: Rows, one: Row, other: Row) -> bool:
    return one.kind == "table" and one.names[0] in PLAYED and other.names[0] in PLAYED and _alone(rows, one)


def _across(rows: Rows, chance: Random) -> None:
    """Two entries of different tables that stand side by side change places."""
    pairs = [
        (at, one, other)
        for at, (one, other) in enumerate(_neighbours(rows.entries))
        if one.kind == other.kind == "table" and one.stream != other.stream and one.command != other.command
    ]
    at, one, other = pick(chance, pairs)
    rows.entries[at : at + 2] = [other, one]


def _moved(kind: str, to: str | None = None, among: Callable[[Rows], Sequence[Row]] | None = None) -> Tamper:
    """An entry put into another stream, of its own kind or `to`."""

    def tamper(rows: Rows, chance: Random) -> None:
        entries = rows.of(kind) if among is None else among(rows)
        row = pick(chance, [row for row in entries if row.version > 1 and _alone(rows, row)])
        others = sorted({other.stream for other in rows.of(kind)} - {row.stream})
        row.stream = to or pick(chance, others)

    return tamper


def _invented(by: str, **event: object) -> Tamper:
    """A sale at the cage that never was, with its money."""

    def tamper(rows: Rows, chance: Random) -> None:
        at = len(rows.entries) - chance.randint(1, 30)
        before = rows.of("cage")[-1]
        new, cents = before.copy(), 100 * chance.randint(1, 50)
        new.command, new.actor, new.time_ms = f"sale-{chance.randrange(10**9)}", by, rows.entries[at].time_ms
        new.read = {
            "asked": "",
            "events": [{"event": "BoughtIn", "player": "ann", "amount": cents, **event}],
            "format": 1,
            "transfers": [
                [f"{new.command}/cash", "cash", "cage", cents],
                [f"{new.command}/chips", "cage", "player/ann", cents],
            ],
        }
        # Not between the entries of one command.
        while at < len(rows.entries) and rows.entries[at].command == rows.entries[at - 1].command:
            at += 1
        rows.insert(at, new)

    return tamper


def _body(change: Callable[[Row], None], among: Callable[[Rows], Sequence[Row]] = lambda rows: rows.entries) -> Tamper:
    return at_entry(among, lambda row, chance: change(row))


def _set_asked(row: Row) -> None:
    row.body["asked"] = f"{row.body['asked']} again"


def _of(*kinds: str) -> Callable[[Rows], list[Row]]:
    return lambda rows: [row for row in rows.entries if row.kind in kinds]


def _gap(rows: Rows, chance: Random) -> None:
    at = chance.randrange(len(rows.entries) - 1)
    rows.raw.append(lambda c: c.execute("DELETE FROM entries WHERE position = ?", (rows.entries[at].position,)))


def _role_of(rows: Rows, chance: Random) -> None:
    row = next(row for row in rows.saying("Registered") if row.events[0]["name"] == "soak-supervisor")
    row.events[0]["role"] = "dealer"


def _idle_role(rows: Rows, chance: Random) -> None:
    row = next(row for row in rows.saying("Registered") if row.events[0]["name"] == "idle")
    row.events[0]["role"] = pick(chance, ["supervisor", "auditor", "executive"])


def _promotion(rows: Rows) -> list[Row]:
    return rows.saying("RoleChanged")


def _promoted_later(rows: Rows, chance: Random) -> None:
    """Somebody's new role is put behind what they did in it."""
    row = pick(chance, _promotion(rows))
    rows.entries.remove(row)
    rows.entries.append(row)


def _kind(name: str, how: str, found: Found, do: Tamper, because: str = "", right: Right = Right.ALL) -> Kind:
    return Kind(name, how, found, do, because, right)


_STEP_BEFORE: Final = (
    "the times are the server's clock, which may be set; only where roles and sessions end do they count"
)

ENTRIES: Final = (
    _kind("a gap", "an entry is taken out, and nothing is closed up", Found.AUDIT, _gap, right=Right.NOTHING),
    _kind("a step of a round removed", "lock, deal, cards, settlement or end", Found.AUDIT, removed(played)),
    _kind(
        "something besides removed from a table",
        "what is no step of a round, or the last that happened there",
        Found.EITHER,
        removed(_besides),
        "what nothing came after cannot be missed: a correction, how a dispute ended, somebody who sat down",
    ),
    _kind(
        "any other entry removed",
        "an entry of cage, shift, names, house, school, drills or friends",
        Found.EITHER,
        removed(_others),
        "what nothing came after cannot be missed: a sale, a sign-in, a player who did nothing",
    ),
    _kind("an entry of a link removed", "claims and adjustments alike", Found.EITHER, removed(_of("link")), _UNTOLD),
    _kind("a step of a round doubled", "the same step twice", Found.AUDIT, _doubled(played)),
    _kind(
        "something besides doubled at a table",
        "what is no step of a round, or the last that happened there",
        Found.EITHER,
        _doubled(_besides),
        "a note on a dispute may be made twice, chips put down twice; most other things cannot",
    ),
    _kind(
        "a sale at the window doubled",
        "a second sale like the first, with its money",
        Found.HEADS,
        _doubled(_sold(counted=None)),
        _AS_REAL,
    ),
    _kind(
        "a sale at a table doubled, its shift closed",
        "the same, where a sheet has counted the drop since",
        Found.AUDIT,
        _doubled(_sold(counted=True)),
    ),
    _kind(
        "a sale at a table doubled, its shift open",
        "the same, where no sheet has counted the drop yet",
        Found.HEADS,
        _doubled(_sold(counted=False)),
        _AS_REAL,
    ),
    _kind("two steps of a round swapped", "such as deal and flop", Found.AUDIT, _swapped(_two_steps)),
    _kind(
        "two players' bets swapped",
        "in one round, before the lock",
        Found.AUDIT,
        _swapped(_two_bets),
    ),
    _kind(
        "two tables' entries swapped",
        "side by side in the journal",
        Found.HEADS,
        _across,
        "tables do not know of each other, so either may have been first",
    ),
    _kind("moved to another table", "a step of a round", Found.AUDIT, _moved("table", among=played)),
    _kind(
        "something besides moved to another table",
        "what is no step of a round, or the last that happened there",
        Found.EITHER,
        _moved("table", among=_besides),
        "nothing hangs on who sat down or came to deal and did nothing there",
    ),
    _kind("moved to another player", "an entry about a player", Found.AUDIT, _moved("player")),
    _kind("moved to another link", "an entry of a link that its tables had no part in", Found.AUDIT, _moved("link")),
    _kind("moved to a stream of another kind", "a sale among the examinations", Found.AUDIT, _moved("cage", "school")),
    _kind("moved to a stream that is none", "a sale in a stream `misc`", Found.AUDIT, _moved("cage", "misc")),
    _kind(
        "re-dated",
        "the time of an entry is changed",
        Found.EITHER,
        at_entry(lambda r: staffed(r), _redate),
        _STEP_BEFORE,
    ),
    _kind(
        "dated back",
        "an entry is dated minutes or years before what stands before it",
        Found.AUDIT,
        at_entry(lambda r: staffed(r), _date_back),
    ),
    _kind("given to nobody", "to somebody who was never there", Found.AUDIT, at_entry(staffed, _actor(None))),
    _kind("given to a player", "what a supervisor did", Found.AUDIT, at_entry(staffed, _actor("player/ann"))),
    _kind(
        "given to who might not",
        "what a supervisor did, to a dealer",
        Found.AUDIT,
        at_entry(lambda rows: [row for row in staffed(rows) if not row.names[0].startswith("Dealer")], _actor(DORA)),
    ),
    _kind("given to an automaton", "what a supervisor did, to any of them", Found.AUDIT, at_entry(staffed, _automaton)),
    _kind(
        "about the staff, given to an automaton",
        "who was registered, promoted, let go, got a PIN or a badge, by any of them",
        Found.AUDIT,
        at_entry(_about_staff, _automaton),
    ),
    _kind("of a link, given to an automaton", "in its name too, by any of them", Found.AUDIT, _link_by_automaton),
    _kind(
        "given to another who might",
        "what a supervisor did, to another supervisor",
        Found.EITHER,
        at_entry(staffed, _actor(STAN)),
        _AS_REAL + "; found where the entry names them, or their second person",
    ),
    _kind("a player's order given to another player", "of the same table", Found.AUDIT, _another_player),
    _kind(
        "another command id", "a new id for an entry", Found.HEADS, at_entry(_of("cage", "house"), _command), _UNTOLD
    ),
    _kind("the command id of another", "an entry says to be of another's command", Found.AUDIT, _anothers_command),
    _kind("other words at a table", "the order that was asked", Found.AUDIT, _body(_set_asked, _of("table"))),
    _kind(
        "other words elsewhere",
        "what was asked",
        Found.HEADS,
        _body(_set_asked, _of("cage", "staff", "house", "shift")),
        "words are for people: what happened is told by the events, which are worked out again",
    ),
    _kind(
        "another format",
        "the body says a format that there is not",
        Found.AUDIT,
        _body(lambda row: row.body.update(format=99)),
    ),
    _kind("more in a body", "a field that bodies do not have", Found.AUDIT, _body(lambda row: row.body.update(more=1))),
    _kind(
        "more in an event",
        "a field that it does not have",
        Found.AUDIT,
        _body(lambda row: row.events[0].update(more=1)),
    ),
    _kind(
        "an event of no kind",
        "a name that nothing has",
        Found.AUDIT,
        _body(lambda row: row.events[0].update(event="X")),
    ),
    _kind("one event less", "an entry says nothing", Found.AUDIT, _body(lambda row: row.events.clear())),
    _kind("a sale invented, by who might", "with right money", Found.HEADS, _invented(SUE), _AS_REAL),
    _kind("a sale invented, by who might not", "by a dealer", Found.AUDIT, _invented(DORA)),
    _kind("a sale invented, by nobody", "by a name that is in no book", Found.AUDIT, _invented("staff/mallory")),
    _kind("a role changed in which somebody acted", "a supervisor was a dealer", Found.AUDIT, _role_of),
    _kind(
        "a role changed in which nobody acted",
        "of somebody who did nothing",
        Found.HEADS,
        _idle_role,
        _UNTOLD,
    ),
    _kind("a promotion removed", "of somebody who acted in the new role", Found.AUDIT, removed(_promotion)),
    _kind("a promotion put later", "behind what was done in the new role", Found.AUDIT, _promoted_later),
)
"""Entries as a whole."""
