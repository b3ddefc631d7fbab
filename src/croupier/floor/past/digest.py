"""What is kept in mind of a finished round, so that it can be found among very many.

Made of the events as they are written, and not of the round played again: of most rounds nobody wants to know more
than this, and it takes a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.games import recorded
from croupier.ledger.accounts import kind
from croupier.money import Cents
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import Entry, contents

Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDigest:
    """One seat of a finished round. Of a void round nothing stands (R26): neither hand nor result.

    staked   all that lay on the seat's spots; the wager of who banks
    net      what the player is up or down by the round, with what meters paid and without fees
    hand     the category of the hand by its key; empty where no hand was ranked
    lines    the pay lines that were hit
    """

    seat: int
    player: str
    staked: Cents
    net: Cents = 0
    hand: str = ""
    lines: frozenset[str] = frozenset()
    folded: bool = False
    banks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDigest:
    """A finished round; `position` is that of the entry that ended it, `dealer` is who dealt the cards."""

    id: str
    table: str
    game: str
    position: int
    opened_at: int
    """The position of the entry that opened it."""
    opened_ms: int
    ended_ms: int
    dealer: str
    seats: tuple[SeatDigest, ...]
    void_reason: str | None = None

    @property
    def biggest(self) -> SeatDigest | None:
        """The seat with the biggest result, won or lost."""
        return max(self.seats, key=lambda seat: (abs(seat.net), seat.net), default=None)


@dataclass(slots=True)
class _Making:
    """A round while its entries are read."""

    opened: Plain
    entry: Entry
    staked: dict[int, Cents] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    net: dict[int, Cents] = field(default_factory=dict)
    from_bank: dict[int, Cents] = field(default_factory=dict)
    strength: dict[int, int] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    lines: dict[int, set[str]] = field(default_factory=dict)
    bank: tuple[int, Cents] | None = None
    dealer: str = ""
    void_reason: str | None = None
    over: bool = False


def digests(entries: Iterable[Entry]) -> list[RoundDigest]:
    """The rounds that both begin and end among these entries of a table's stream, oldest first."""
    found: list[RoundDigest] = []
    making: _Making | None = None
    for entry in entries:
        said = contents(entry)
        for event in said.events:
            if event["event"] == "RoundOpened":
                making = _Making(event, entry)
            elif making is not None:
                _take(making, event, entry.actor)
        if making is None:
            continue
        for move in said.transfers:
            # Whoever's chips went to a seat or into the bank plays there, whoever pressed the key.
            if kind(move.debit) == "player" and move.id.startswith(f"{making.opened['round']}/"):
                seat = _seat_of(move.credit, making)
                if seat is not None:
                    making.players[seat] = move.debit.removeprefix("player/")
        if making.over:
            found.append(_made(making, entry))
            making = None
    return found


def _seat_of(account: str, making: _Making) -> int | None:
    where, *names = account.split("/")
    if where == "escrow":
        return int(names[1])
    return making.bank[0] if where == "bank" and making.bank is not None else None


def _take(making: _Making, event: Plain, actor: str) -> None:
    match event["event"]:
        case "BetsPlaced":
            making.staked[event["seat"]] = sum(event["stakes"].values())
        case "BetsWithdrawn":
            making.staked.pop(event["seat"], None)
        case "BankTaken":
            making.bank = event["bank"]["seat"], event["bank"]["wager"]
        case "Acted":
            making.staked[event["seat"]] += event.get("cents", 0)
        case "CardsDealt":
            making.dealer = actor.removeprefix("staff/")
        case "BetReturned" | "EnvyPaid":
            _settle(making, event["seat"], [event["result"]])
        case "FoldCollected":
            _settle(making, event["seat"], event["results"])
        case "SeatSettled":
            making.strength[event["seat"]] = event["strength"]
            if event["outcome"] == "fold":
                making.folded.add(event["seat"])
            _settle(making, event["seat"], event["results"])
        case "MeterWon":
            making.lines.setdefault(event["seat"], set()).add(event["line"])
        case "AwardPaid":
            making.net[event["seat"]] = making.net.get(event["seat"], 0) + event["cents"]
        case "RoundEnded":
            making.over = True
        case "RoundVoided":
            making.over, making.void_reason = True, event["reason"]


def _settle(making: _Making, seat: int, results: Iterable[Plain]) -> None:
    for row in results:
        making.net[seat] = making.net.get(seat, 0) + row["net"]
        if row["spot"] != PROGRESSIVE:
            making.from_bank[seat] = making.from_bank.get(seat, 0) + row["net"]
        if row.get("line"):
            making.lines.setdefault(seat, set()).add(row["line"])


def _made(making: _Making, last: Entry) -> RoundDigest:
    game = recorded(making.opened["terms"]["rules"].partition("/")[0]).game
    void = making.void_reason is not None
    seats = [_seat(making, number, game, void) for number in sorted(making.staked)]
    if making.bank is not None:
        number, wager = making.bank
        won = 0 if void else -sum(making.from_bank.values())
        seats.append(SeatDigest(seat=number, player=_player(making, number), staked=wager, net=won, banks=True))
    return RoundDigest(
        id=making.opened["round"],
        table=last.stream.removeprefix("table/"),
        game=game.key,
        position=last.position,
        opened_at=making.entry.position,
        opened_ms=making.entry.time_ms,
        ended_ms=last.time_ms,
        dealer=making.dealer,
        seats=tuple(seats),
        void_reason=making.void_reason,
    )


def _seat(making: _Making, number: int, game: Game, void: bool) -> SeatDigest:
    strength = making.strength.get(number)
    return SeatDigest(
        seat=number,
        player=_player(making, number),
        staked=making.staked[number],
        net=0 if void else making.net.get(number, 0),
        hand="" if strength is None or void else game.ranking.category(strength).key,
        lines=frozenset() if void else frozenset(making.lines.get(number, ())),
        folded=number in making.folded and not void,
    )


def _player(making: _Making, seat: int) -> str:
    return making.players.get(seat, "")
