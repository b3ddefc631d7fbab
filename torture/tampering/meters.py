"""Meters and jackpots: contributions, seeds, resets, decreases; a win paid twice, to another, or in part."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from torture.tampering.kind import Found, Kind, Tamper, pick
from torture.tampering.rows import Row, Rows

_AS_REAL: Final = "it is as good as a real one: two people who were there are said to have done it, with a document"


def _splits(rows: Rows) -> list[Row]:
    return rows.saying("WagersSplit")


def _contribution(rows: Rows, chance: Random) -> None:
    """A cent more to a meter, and a cent less to the house, in event and money alike."""
    row = pick(chance, _splits(rows))
    split = row.event("WagersSplit")["split"]
    share = pick(chance, sorted(_numbers(split), key=str))
    _change(split, share, chance.choice((-1, 1)))
    owner = next(r for r in rows.unit(row) if r.moved)
    paid = [moved for moved in owner.moved if moved[2].startswith("meter/")]
    if paid:
        pick(chance, paid)[3] += 1


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the numbers of a value are."""
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in _numbers(item, (*path, key))]
    if isinstance(value, list):
        return [found for at, item in enumerate(value) for found in _numbers(item, (*path, at))]
    return [path] if type(value) is int else []


def _change(value: Any, path: tuple[Any, ...], by: int) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] += by


def _wagers(rows: Rows, chance: Random) -> None:
    event = pick(chance, _splits(rows)).event("WagersSplit")
    event["wagers"] += chance.choice((-100, 100))


def _seed(rows: Rows, chance: Random, claimed: bool) -> None:
    """Another seed of a level, in the terms and in the money that the house gave for it."""
    name = "big" if claimed else pick(chance, ["soak-keyed", "soak-card", "spare"])
    row = next(row for row in rows.saying("LinkOpened") if row.stream == f"link/{name}")
    levels = row.events[0]["terms"]["levels"]
    level, more = (levels[1] if claimed else pick(chance, levels)), 100 * chance.randint(1, 90)
    level["seed"] += more
    if level.get("preset_seed"):
        level["preset_seed"] += more
    for moved in row.moved:
        if moved[2] == f"meter/{name}/{level['name']}":
            moved[3] += more


def _logged(field: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        event = pick(chance, rows.saying("ClaimLogged")).event("ClaimLogged")
        owner, name = (event, field) if field in event else (event["award"], field)
        owner[name] = owner.get(name, 0) + chance.choice((-1, 1)) * 100

    return tamper


def _asked(row: Row, kind: str) -> dict[str, Any]:
    """The command of this kind that a link's entry records."""
    return next(command for command in row.commands if command["command"] == kind)


_TELLING: Final = {
    "SplitWagers": "wagers",
    "ReturnWagers": "reason",
    "AskAdjustment": "document",
    "ApproveAdjustment": "adjustment",
    "DropAdjustment": "reason",
    "NoteComponent": "version",
}
"""A field of some commands that what they make happen depends on."""


def _command(rows: Rows, chance: Random) -> None:
    among = [command for row in rows.of("link") for command in row.commands if command["command"] in _TELLING]
    command = pick(chance, among)
    field = _TELLING[command["command"]]
    command[field] = command[field] + 1 if isinstance(command[field], int) else f"{command[field]} again"


def _no_command(rows: Rows, chance: Random) -> None:
    del pick(chance, [row for row in rows.of("link") if row.version > 1]).body["commands"]


def _promoted(rows: Rows, chance: Random) -> None:
    """A command of somebody of the staff of soak, who is said to have been an executive."""
    people = [command["by"] for row in rows.of("link") for command in row.commands if type(command.get("by")) is dict]
    ours = [by for by in people if by["name"] in ("soak-supervisor", "soak-dealer")]
    pick(chance, ours)["rank"] = "executive"


def _lower(rows: Rows, chance: Random, asked: bool) -> None:
    """A meter set lower than was asked for; or asked for lower as well."""
    row = pick(
        chance, [r for r in rows.saying("AdjustmentMade") if r.event("AdjustmentMade")["reason"] == "malfunction"]
    )
    made, less = row.event("AdjustmentMade"), chance.randint(1, 900)
    made["new"] -= less
    next(moved for moved in row.moved if moved[1].startswith("meter/"))[3] += less
    if asked:
        for other in rows.saying("AdjustmentAsked"):
            wish = other.event("AdjustmentAsked")
            if other.stream == row.stream and wish["adjustment"] == made["adjustment"]:
                wish["new"] -= less
                _asked(other, "AskAdjustment")["change"] -= less


def _silent(rows: Rows, chance: Random) -> None:
    row = pick(chance, [row for row in rows.of("link") if row.version > 1])
    row.moved.append([f"{row.stream}/{row.version}/0/fault", "meter/big/mega", "house", 500])


def _reason(new: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        among = [r for r in rows.saying("AdjustmentMade") if r.event("AdjustmentMade")["reason"] == "malfunction"]
        row = pick(chance, among)
        made = row.event("AdjustmentMade")
        for other in rows.saying("AdjustmentAsked", "AdjustmentMade"):
            for event in other.events:
                if other.stream == row.stream and event.get("adjustment") == made["adjustment"]:
                    event["reason"] = new
                    if event["event"] == "AdjustmentAsked":
                        _asked(other, "AskAdjustment")["reason"] = new

    return tamper


def _alone(rows: Rows, chance: Random) -> None:
    """An adjustment that its author approved."""
    row = pick(chance, rows.saying("AdjustmentMade", "TransferSent"))
    made = row.event("AdjustmentMade", "TransferSent")
    for other in rows.unit(row):
        for event in other.events:
            if "approver" in event:
                event["approver"] = made["author"]
        other.actor = f"staff/{made['author']}"


def _twice(rows: Rows, chance: Random) -> None:
    """All that paid a win, once more, under ids of its own."""
    row = pick(chance, rows.saying("MeterAdjusted"))
    unit = rows.unit(row)
    at = rows.entries.index(unit[-1]) + 1
    new = f"again-{chance.randrange(10**9)}"
    for number, other in enumerate(unit):
        twin = other.copy()
        twin.command = new
        for moved in twin.moved:
            moved[0] += "-again"
        rows.insert(at + number, twin)


def _to_another(rows: Rows, chance: Random, told: bool) -> None:
    """A win that goes to another player; the link may say that it was theirs."""
    paid = [row for row in rows.saying("MeterAdjusted") if any(_to_players(rows, row))]
    row = pick(chance, paid)
    for moved in _to_players(rows, row):
        moved[2] = "player/ann" if moved[2] != "player/ann" else "player/bob"
        new = moved[2].removeprefix("player/")
    claim = row.event("MeterAdjusted")["claim"]
    for other in rows.saying("ClaimPressed") if told else ():
        for event in other.events:
            if other.stream == row.stream and event.get("claim") == claim and "player" in event:
                event["player"] = new


def _to_players(rows: Rows, row: Row) -> list[list[Any]]:
    """What a command paid out of what a link owes, to players."""
    moved = [moved for other in rows.unit(row) for moved in other.moved]
    return [one for one in moved if one[1].startswith("owed/") and one[2].startswith("player/")]


def _half(kind: str) -> Tamper:
    """One side of what two streams say together, taken out."""

    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, rows.saying(kind))
        carrier = next((other for other in rows.unit(row) if other is not row), None)
        if carrier is not None:
            carrier.moved.extend(row.moved)
        rows.entries.remove(row)

    return tamper


def _unpaid(rows: Rows, chance: Random) -> None:
    """A win that was logged and never paid: what paid it is taken out, with the end of its round."""
    row = pick(chance, list(rows.saying("MeterAdjusted")))
    rows.entries = [other for other in rows.entries if other.command != row.command]


def _with(flag: bool, do: Callable[[Rows, Random, bool], None]) -> Tamper:
    return lambda rows, chance: do(rows, chance, flag)


METERS: Final = (
    Kind("a contribution changed", "a split gives a meter another share, money included", Found.AUDIT, _contribution),
    Kind("the wagers of a split changed", "a split of more or less than was wagered", Found.AUDIT, _wagers),
    Kind("the seed of a level with a win changed", "in terms and money", Found.AUDIT, _with(True, _seed)),
    Kind(
        "the seed of a level without a win changed",
        "in terms and money",
        Found.EITHER,
        _with(False, _seed),
        "only what a claim froze or an adjustment found there tells what a meter was",
    ),
    Kind("a win of another amount", "what the link logged", Found.AUDIT, _logged("amount")),
    Kind("a reset changed", "the meter after a win", Found.AUDIT, _logged("after")),
    Kind("a meter before a win changed", "what the pay was taken of", Found.AUDIT, _logged("before")),
    Kind("a reseeding changed", "what the house gave for the new seed", Found.AUDIT, _logged("seeded")),
    Kind("a decrease that no event has", "a link's entry moves a meter's money to the house", Found.AUDIT, _silent),
    Kind("a decrease larger than asked for", "in event and money", Found.AUDIT, _with(False, _lower)),
    Kind(
        "a decrease asked for and made larger",
        "in all events and the money",
        Found.EITHER,
        _with(True, _lower),
        _AS_REAL,
    ),
    Kind("a decrease for a reason outside the list", "one that R43 does not have", Found.AUDIT, _reason("because")),
    Kind(
        "a decrease for another reason of the list", "in all events", Found.EITHER, _reason("above maximum"), _AS_REAL
    ),
    Kind("an adjustment approved by its author", "in both links, if there are two", Found.AUDIT, _alone),
    Kind("a jackpot paid twice", "all that paid it, once more, with ids of its own", Found.AUDIT, _twice),
    Kind("a jackpot paid to another", "the money alone", Found.AUDIT, _with(False, _to_another)),
    Kind("a jackpot paid to another, and told so", "the claim names them too", Found.AUDIT, _with(True, _to_another)),
    Kind("a jackpot not paid", "what paid it is taken out", Found.AUDIT, _unpaid),
    Kind("a meter adjusted and no win at the table", "the table's part is taken out", Found.AUDIT, _half("AwardPaid")),
    Kind(
        "a win at the table and no meter adjusted", "the link's part is taken out", Found.AUDIT, _half("MeterAdjusted")
    ),
    Kind(
        "a transfer sent and not received",
        "the receiving link's part is taken out",
        Found.AUDIT,
        _half("TransferReceived"),
    ),
    Kind(
        "a transfer received and not sent", "the sending link's part is taken out", Found.AUDIT, _half("TransferSent")
    ),
    Kind("a table on a link that does not know", "the link's part is taken out", Found.AUDIT, _half("TableJoined")),
    Kind("a link's command changed", "what was asked, and not what it made", Found.AUDIT, _command),
    Kind("a link's command removed", "and what it made is left", Found.AUDIT, _no_command),
    Kind("a link's command by a higher rank", "who gave it is said to be an executive", Found.AUDIT, _promoted),
)
"""Links."""
