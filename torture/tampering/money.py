"""Money: moved where no event moves it, in every stream, with right balances; and signatures for it taken away."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from croupier.floor.audit.streams import KINDS
from torture.tampering.entries import SUE
from torture.tampering.kind import Found, Kind, Tamper, pick
from torture.tampering.rows import Row, Rows

STREAMS: Final = tuple(kind.stream.removesuffix("/NAME") for kind in KINDS)
"""The kinds of streams that the room writes."""
_PAYING: Final = ("table", "cage", "shift", "link", "game", "player")


def _gift(kind: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, rows.of(kind))
        row.moved.append([f"gift-{chance.randrange(10**9)}", "cash", "player/ann", chance.randint(1, 500_000)])

    return tamper


def _marked_gift(rows: Rows, chance: Random) -> None:
    row = pick(chance, rows.of("table"))
    _mark(row, pick(chance, rows.of("link")), "/0/gift")


def _gift_beside(rows: Rows, chance: Random) -> None:
    link = pick(chance, [row for row in rows.of("link") if rows.unit(row)[0].kind == "table"])
    _mark(rows.unit(link)[0], link, pick(chance, ["/0/gift", "/gift", ""]))


def _mark(row: Row, link: Row, rest: str) -> None:
    row.moved.append([f"{link.stream}/{link.version}{rest}", "cash", "player/ann", 500])


def _other_transfer(kind: str, change: Callable[[list[Any], Random], None]) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, [row for row in rows.of(kind) if row.moved])
        change(pick(chance, row.moved), chance)

    return tamper


def _amount(moved: list[Any], chance: Random) -> None:
    moved[3] += chance.randint(1, 900)


def _to_another(moved: list[Any], chance: Random) -> None:
    moved[2] = "player/bob" if moved[2] != "player/bob" else "player/ann"


def _less(kind: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, [row for row in rows.of(kind) if row.moved])
        row.moved.pop(chance.randrange(len(row.moved)))

    return tamper


def _told_otherwise(rows: Rows, chance: Random) -> None:
    """A sale of another amount, in event and money alike."""
    row = pick(chance, [row for row in rows.saying("BoughtIn") if "table" not in row.events[0]])
    more = 100 * chance.randint(1, 20)
    row.events[0]["amount"] += more
    for moved in row.moved:
        moved[3] += more


def _signed(rows: Rows) -> list[Row]:
    """Sales above what the house lets one person do alone."""
    chose = [row for row in rows.saying("HouseChose") if row.events[0]["choice"] == "second_person_above"][-1]
    return [
        row
        for row in rows.saying("BoughtIn")
        if "approver" in row.events[0] and row.position > chose.position and row.actor == SUE
    ]


def _second(new: str | None) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        event = pick(chance, _signed(rows)).events[0]
        del event["approver"]
        if new is not None:
            event["approver"] = new

    return tamper


def _alone(event: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        row = pick(chance, [row for row in rows.saying(event) if "approver" in row.events[0]])
        del row.events[0]["approver"]

    return tamper


def _small_sales(rows: Rows, chance: Random) -> None:
    """Three sales that nobody signed beside, one after the other, at the end."""
    before = rows.of("cage")[-1]
    for _ in range(3):
        new, cents = before.copy(), 100 * chance.randint(60, 90)
        new.command, new.actor, new.time_ms = f"sale-{chance.randrange(10**9)}", SUE, rows.entries[-1].time_ms
        new.read = {
            "asked": "",
            "events": [{"event": "BoughtIn", "player": "ann", "amount": cents}],
            "format": 1,
            "transfers": [
                [f"{new.command}/cash", "cash", "cage", cents],
                [f"{new.command}/chips", "cage", "player/ann", cents],
            ],
        }
        rows.insert(len(rows.entries), new)


MONEY: Final = (
    *(
        Kind(f"money given in a stream {kind}", "an entry moves cash to a player besides", Found.AUDIT, _gift(kind))
        for kind in STREAMS
    ),
    *(
        Kind(f"an amount changed in a stream {kind}", "a transfer moves more than happened", Found.AUDIT, do)
        for kind, do in ((kind, _other_transfer(kind, _amount)) for kind in _PAYING)
    ),
    *(
        Kind(f"money to another in a stream {kind}", "a transfer goes to another account", Found.AUDIT, do)
        for kind, do in ((kind, _other_transfer(kind, _to_another)) for kind in _PAYING)
    ),
    *(
        Kind(f"a transfer removed in a stream {kind}", "an entry moves less than happened", Found.AUDIT, _less(kind))
        for kind in _PAYING
    ),
    Kind("money under a link's mark", "a table pays by an id that a link's entry has", Found.AUDIT, _marked_gift),
    Kind("money under a link's mark beside it", "the same, in a command of that link", Found.AUDIT, _gift_beside),
    Kind(
        "a sale of another amount",
        "in the event and in the money",
        Found.HEADS,
        _told_otherwise,
        "it is as good as a real one: nobody but the two people at the window knows what was sold",
    ),
    Kind("the second person taken away", "of a sale above the house's amount", Found.AUDIT, _second(None)),
    Kind("the second person of a variance taken away", "above the house's amount", Found.AUDIT, _alone("ShiftClosed")),
    Kind("the amount raised by one person", "above which money takes two", Found.AUDIT, _alone("HouseChose")),
    Kind("many small sales", "to one player, of which each is below the house's amount", Found.AUDIT, _small_sales),
    Kind(
        "the second person replaced by the first",
        "of a sale above the house's amount",
        Found.AUDIT,
        _second(SUE.removeprefix("staff/")),
    ),
    Kind("the second person replaced by a dealer", "who may not be one", Found.AUDIT, _second("soak-dealer")),
    Kind(
        "the second person replaced by another who may",
        "of a sale above the house's amount",
        Found.HEADS,
        _second("soak-executive"),
        "it is as good as a real one: whoever is said to have signed was there, and might",
    ),
)
"""Money."""
