"""What every balance should be, worked out a second time from what happened.

This is the simulator's conscience: it reads the events of the journal and keeps its own sums. It shares nothing with
the ledger, nor with the code that makes transfers: no account, no transfer, no rule is imported here, on purpose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from croupier.floor.soak.expected_links import ExpectedLinks

Said: TypeAlias = Mapping[str, Any]

# R32, once more by hand: the most that a bank can owe under each schedule.
_BANK_SETS_ASIDE = {None: 0, 1: 200, 2: 300}
_SEAT_SETS_ASIDE = 50


@dataclass(slots=True)
class _Spot:
    """A seat's money in the round, and where it comes from and goes to."""

    purse: str
    down: int
    fee: int
    progressive: int = 0
    net: int = 0


@dataclass(slots=True)
class _Bank:
    seat: int
    purse: str
    wager: int
    set_aside: int


@dataclass(slots=True)
class _At:
    """One table: who sits where, and the round."""

    schedule: int | None
    seat_fee: int
    per_circle: bool = False
    pool: str = ""
    sitting: dict[int, str] = field(default_factory=dict)
    spots: dict[int, _Spot] = field(default_factory=dict)
    bank: _Bank | None = None
    locked: dict[int, int] = field(default_factory=dict)
    felt: bool = False
    """Whether cards and chips are real in the round, so that money is in nobody's account (R58)."""

    def purse(self, seat: int) -> str:
        """Where a seat's money comes from."""
        return "chips" if self.felt else f"player/{self.sitting[seat]}"


class Expected:
    """The sums. Feed it every event of the journal in order."""

    def __init__(self) -> None:
        self.held: defaultdict[str, int] = defaultdict(int)
        self._tables: dict[str, _At] = {}
        self._links = ExpectedLinks(self.held)
        self._pools: dict[str, str] = {}
        self._guests: dict[str, int] = {}

    def balances(self) -> dict[str, int]:
        """Every account that should hold something."""
        sums = {**self.held, **self._links.balances()}
        for name, at in self._tables.items():
            for seat, spot in at.spots.items():
                sums[f"escrow/{name}/{seat}"] = spot.down + spot.net + (0 if at.locked else spot.fee)
            if at.bank is not None:
                net = sum(spot.net for spot in at.spots.values())
                sums[f"bank/{name}"] = at.bank.wager - net
                sums[f"escrow/{name}/{at.bank.seat}"] = 0 if at.locked else at.bank.set_aside
        return {account: amount for account, amount in sums.items() if amount}

    def purse(self, player: str) -> int:
        """What a player should have in hand."""
        return self.held[f"player/{player}"]

    def take(self, stream: str, event: Said) -> None:
        """Note one event."""
        kind, _, name = stream.partition("/")
        if kind == "table":
            self._at_table(name, event)
        elif kind in ("cage", "shift"):
            self._at_cage(event)
        elif kind == "link":
            self._links.take(name, event)
        elif kind == "game":
            self._at_game(name, event)
        elif kind == "player" and event["event"] == "PlayChipsLent":
            self._move("play", stream, event["amount"])

    def _at_game(self, name: str, event: Said) -> None:
        """A table of another game: its chips are outside, so wagers and awards come from there and go there."""
        match event["event"]:
            case "GameJoined":
                self._pools[name] = f"pool/{event['link']}"
            case "GameLocked":
                self._guests[name] = sum(event["wagers"].values())
                self._move("cash", self._pools[name], self._guests[name])
            case "GameVoided":
                self._move(self._pools[name], "cash", self._guests[name])
            case "GameEnded":
                self._move(f"tray/{name}", "cash", sum(event["fixed"].values()) + sum(event["envy"].values()))

    def _at_cage(self, event: Said) -> None:
        amount = event.get("amount", 0)
        match event["event"]:
            case "CageFunded":
                self._move("house", "cage", amount)
            case "BoughtIn" if "table" in event:
                self._move("cash", f"drop/{event['table']}", amount)
                self._move(f"tray/{event['table']}", _holder(event), amount)
            case "BoughtIn":
                self._move("cash", _holder(event), amount)
            case "CashedOut":
                self._move(_holder(event), "cash", amount)
            case "TrayFilled":
                self._move("cage", f"tray/{event['table']}", amount)
            case "TrayCredited":
                self._move(f"tray/{event['table']}", "cage", amount)
            case "ShiftClosed":
                # The record follows the count: what is missing, or too much, is the house's variance.
                if "counted_tray" in event:
                    self._move("variance", f"tray/{event['table']}", event["counted_tray"] - event["closing"])
                if "counted_box" in event:
                    self._move("variance", "cage", event["counted_box"] - event["box"])
                self._move(f"drop/{event['table']}", "cage", event["drop"])
                self._move(f"fees/{event['table']}", "cage", event["fees"] if "box" in event else 0)

    def _move(self, source: str, target: str, amount: int) -> None:
        self.held[source] -= amount
        self.held[target] += amount

    def _at_table(self, name: str, event: Said) -> None:
        if event["event"] == "TableOpened":
            terms = event["settings"]["terms"]
            schedule = terms.get("collection")
            fee = terms.get("player_fee", _SEAT_SETS_ASIDE) if schedule == 1 else 0
            self._tables[name] = _At(schedule, fee, terms.get("fee_per_circle", False))
            return
        at = self._tables[name]
        seat = event.get("seat", 0)
        match event["event"]:
            case "RoundOpened":
                at.felt = event["terms"].get("cards_from") == "felt"
            case "TableLinked":
                at.pool = f"pool/{event['link']}"
            case "PlayerSat":
                at.sitting[seat] = event["player"]
            case "PlayerStood":
                at.sitting.pop(seat)
            case "BetsPlaced":
                self._lift(at, seat)
                stakes = event["stakes"]
                side = stakes.get("progressive", 0)
                circles = sum(stakes.get(circle, 0) > 0 for circle in ("ante", "blind")) if at.per_circle else 1
                spot = _Spot(at.purse(seat), sum(stakes.values()), circles * at.seat_fee, side)
                at.spots[seat] = spot
                self.held[spot.purse] -= spot.down + spot.fee
            case "BetsWithdrawn":
                self._lift(at, seat)
            case "BankTaken":
                self._take_bank(at, event["bank"]["seat"], event["bank"]["wager"])
            case "BetsLocked":
                self._lock(name, at, event.get("fees", []))
            case "Acted" if "cents" in event:
                spot = at.spots[seat]
                spot.down += event["cents"]
                self.held[spot.purse] -= event["cents"]
            case "DecisionUndone" if "cents" in event:
                spot = at.spots[seat]
                spot.down -= event["cents"]
                self.held[spot.purse] += event["cents"]
            case "CardsCorrected":
                # What was settled by the wrong cards is settled anew.
                for seat, spot in at.spots.items():
                    self._settle(name, at, seat, -spot.net)
            case "SeatSettled" | "FoldCollected":
                # A progressive stake was gone at the lock; what comes back of it is all won.
                gone = sum(row["stake"] for row in event["results"] if row["spot"] == "progressive")
                self._settle(name, at, seat, gone + sum(row["net"] for row in event["results"]))
            case "EnvyPaid":
                self._settle(name, at, seat, event["result"]["net"])
            case "RoundEnded":
                self._end(at)
            case "RoundCorrected":
                self._move(f"tray/{name}", _holder(event), event["cents"])
            case "RoundVoided":
                self._void(name, at)

    def _lift(self, at: _At, seat: int) -> None:
        spot = at.spots.pop(seat, None)
        if spot is not None:
            self.held[spot.purse] += spot.down + spot.fee

    def _take_bank(self, at: _At, seat: int, wager: int) -> None:
        if at.bank is not None:
            self.held[at.bank.purse] += at.bank.wager + at.bank.set_aside
        at.bank = _Bank(seat, at.purse(seat), wager, _BANK_SETS_ASIDE[at.schedule])
        self.held[at.bank.purse] -= at.bank.wager + at.bank.set_aside

    def _lock(self, name: str, at: _At, fees: list[dict[str, int]]) -> None:
        at.locked = {fee["seat"]: fee["amount"] for fee in fees} or {0: 0}
        self.held[f"fees/{name}"] += sum(at.locked.values())
        for spot in at.spots.values():
            spot.down -= spot.progressive
            self.held[at.pool] += spot.progressive
        if at.bank is not None:
            self.held[at.bank.purse] += at.bank.set_aside - at.locked.get(at.bank.seat, 0)

    def _settle(self, name: str, at: _At, seat: int, net: int) -> None:
        at.spots[seat].net += net
        if at.bank is None:
            self.held[f"tray/{name}"] -= net

    def _end(self, at: _At) -> None:
        for spot in at.spots.values():
            self.held[spot.purse] += spot.down + spot.net
        if at.bank is not None:
            net = sum(spot.net for spot in at.spots.values())
            self.held[at.bank.purse] += at.bank.wager - net
        at.spots, at.bank, at.locked = {}, None, {}

    def _void(self, name: str, at: _At) -> None:
        """Everything goes back, fees included, and what the tray had paid or taken."""
        for spot in at.spots.values():
            self.held[spot.purse] += spot.down + spot.fee
            if at.locked and spot.progressive:
                self._move(at.pool, spot.purse, spot.progressive)
            if at.bank is None:
                self.held[f"tray/{name}"] += spot.net
        if at.bank is not None:
            paid = at.locked.get(at.bank.seat, 0) if at.locked else at.bank.set_aside
            self.held[at.bank.purse] += at.bank.wager + paid
        if at.locked:
            self.held[f"fees/{name}"] -= sum(at.locked.values())
        at.spots, at.bank, at.locked = {}, None, {}


def _holder(event: Said) -> str:
    """Whose chips are sold or redeemed; real ones are carried by somebody."""
    return f"player/{event['player']}" if "player" in event else "chips"
