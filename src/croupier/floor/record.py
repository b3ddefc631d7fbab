"""Happenings at a table as plain data for the journal, and back; what is secret goes beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from croupier.errors import Refused
from croupier.floor import linked
from croupier.floor.linked import AwardPaid, TableLinked, TableUnlinked
from croupier.floor.movements import applied
from croupier.floor.table import (
    BankPassed,
    CardsDealt,
    DealtBy,
    Happening,
    PlayerSat,
    PlayerStood,
    SeedRevealed,
    SeedSealed,
    Settings,
    Sitting,
    Table,
    TableOpened,
    TableResumed,
    TableStopped,
)
from croupier.rules.bank import BankTurn
from croupier.rules.events import Dealt, RoundOpened
from croupier.rules.record import Plain, from_plain, terms_from_plain, terms_to_plain, to_plain
from croupier.rules.round import Stage
from croupier.rules.round import evolve as evolve_round
from croupier.rules.terms import Terms
from croupier.store.entry import Contents, Entry, canonical, contents


class BadTable(Refused):
    """A stream that is no table's."""


def written(happening: Happening) -> Plain | None:
    """A happening as the journal keeps it; `None` for what is sealed instead."""
    match happening:
        case SeedSealed():
            return None
        case Dealt():
            raise AssertionError("a deck is never written: CardsDealt is, and the seed when the round is over")
        case TableOpened(table, settings):
            return {"event": "TableOpened", "table": table, **_settings(settings)}
        case PlayerSat(seat, player):
            return {"event": "PlayerSat", "seat": seat, "player": player}
        case PlayerStood(seat):
            return {"event": "PlayerStood", "seat": seat}
        case BankPassed(seat):
            return {"event": "BankPassed", "seat": seat}
        case CardsDealt():
            return {"event": "CardsDealt"}
        case SeedRevealed(seed):
            return {"event": "SeedRevealed", "seed": seed.hex()}
        case TableStopped(reason):
            return {"event": "TableStopped", "reason": reason}
        case TableResumed():
            return {"event": "TableResumed"}
        case TableLinked() | TableUnlinked() | AwardPaid():
            return linked.to_plain(happening)
        case _:
            return to_plain(happening)


def read_back(plain: Mapping[str, Any]) -> Happening:
    """The happening that `written` wrote."""
    match plain.get("event"):
        case "TableOpened":
            return TableOpened(plain["table"], _settings_from(plain))
        case "PlayerSat":
            return PlayerSat(plain["seat"], plain["player"])
        case "PlayerStood":
            return PlayerStood(plain["seat"])
        case "BankPassed":
            return BankPassed(plain["seat"])
        case "CardsDealt":
            return CardsDealt()
        case "SeedRevealed":
            return SeedRevealed(bytes.fromhex(plain["seed"]))
        case "TableStopped":
            return TableStopped(plain["reason"])
        case "TableResumed":
            return TableResumed()
        case "TableLinked":
            return TableLinked(plain["link"], plain["stake"], plain["paytable"], plain["fixed"])
        case "TableUnlinked":
            return TableUnlinked()
        case "AwardPaid":
            return AwardPaid(plain["seat"], plain["line"], plain["cents"])
        case "RoundOpened":
            return RoundOpened(
                round=plain["round"],
                terms=_terms_from(canonical(plain["terms"])),
                commitment=plain["commitment"],
                deck_colour=plain["deck_colour"],
            )
        case _:
            return from_plain(plain)


def replayed(
    table: Table | None, entries: Sequence[tuple[Entry, Contents]], secret: Callable[[str], str | None]
) -> Table:
    """The table after these entries of its stream. Seeds of finished rounds are in them; of an unfinished one,
    `secret` knows it."""
    revealed = [plain["seed"] for _, said in entries for plain in said.events if plain.get("event") == "SeedRevealed"]
    if table is not None and table.in_play is not None and revealed:
        # The first round to finish is the one in play; if it has, its seed is no longer sealed.
        table = replace(table, seed=bytes.fromhex(revealed.pop(0)))
    for entry, said in entries:
        events: list[Happening] = []
        for plain in said.events:
            event = read_back(plain)
            events.append(event)
            if isinstance(event, RoundOpened):
                seed = revealed.pop(0) if revealed else secret(event.round)
                if seed is not None:
                    events.append(SeedSealed(bytes.fromhex(seed)))
        table, _ = applied(table, events, entry.time_ms)
    if table is None:
        raise BadTable("there is no such table; open it first")
    return table


def with_contents(entries: Iterable[Entry]) -> list[tuple[Entry, Contents]]:
    """Entries beside what they say."""
    return [(entry, contents(entry)) for entry in entries]


def snapshot(table: Table) -> str:
    """A table whose round has just been opened, as text: everything but the seed, which is sealed."""
    round = table.round
    assert round is not None, "a snapshot is taken when a round has been opened"
    assert round.stage is Stage.BETTING, "and before anything else"
    assert not table.moved, "before anybody has bet"
    opened = RoundOpened(round=round.id, terms=round.terms, commitment=round.commitment, deck_colour=round.deck_colour)
    return canonical(
        {
            "name": table.name,
            **_settings(table.settings),
            "version": table.version,
            "sittings": [[sitting.seat, sitting.player] for sitting in table.sittings],
            "rounds": table.rounds,
            "round": to_plain(opened),
            "turn": None if table.turn is None else [table.turn.seat, table.turn.rounds],
            "since_ms": table.since_ms,
            "link": table.link,
        }
    )


def from_snapshot(text: str, secret: Callable[[str], str | None]) -> Table:
    """The table that `snapshot` wrote."""
    plain = json.loads(text)
    opened = read_back(plain["round"])
    assert isinstance(opened, RoundOpened), "a snapshot has an open round"
    seed = secret(opened.round)
    return Table(
        name=plain["name"],
        settings=_settings_from(plain),
        version=plain["version"],
        sittings=tuple(Sitting(seat, player) for seat, player in plain["sittings"]),
        rounds=plain["rounds"],
        round=evolve_round(None, opened),
        seed=None if seed is None else bytes.fromhex(seed),
        turn=None if plain["turn"] is None else BankTurn(*plain["turn"]),
        since_ms=plain["since_ms"],
        link=plain.get("link"),
    )


def _settings(settings: Settings) -> Plain:
    return {
        "terms": terms_to_plain(settings.terms),
        "dealt_by": settings.dealt_by.value,
        "colours": list(settings.colours),
    }


def _settings_from(plain: Mapping[str, Any]) -> Settings:
    return Settings(
        terms=_terms_from(canonical(plain["terms"])),
        dealt_by=DealtBy(plain["dealt_by"]),
        colours=tuple(plain["colours"]),
    )


@lru_cache(maxsize=1024)
def _terms_from(text: str) -> Terms:
    # Every round names its terms in full, and a table's rounds all name the same: read them once.
    return terms_from_plain(json.loads(text))
