"""What a room says of its tables, as far as a player needs it; all of it is in `plain`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the lobby lists it."""

    name: str
    game: str
    rules: str
    plain: Mapping[str, Any]
    """The whole row, as `GET /api/tables` answers."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> TableRow:
        """The row that a room wrote."""
        return cls(plain["name"], plain["game"], plain["rules"], plain)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table from your chair.

    version   what an order refers to; `Client` sends it along
    stage     how far the round has come: `betting`, a street such as `flop`, `showdown`; empty between rounds
    legal     what you may do now, as `Client.act` takes it
    seat      where you sit, if you do
    chips     what you have in hand, in cents
    cards     your own, as text: `As`
    """

    name: str
    version: int
    stage: str
    round: str
    legal: tuple[str, ...]
    seat: int | None
    chips: int
    cards: tuple[str, ...]
    board: tuple[str, ...]
    free_seats: tuple[int, ...]
    plain: Mapping[str, Any]
    """The whole state, as `GET /tables/NAME` answers with JSON."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> TableState:
        """The state that a room wrote."""
        round, seat = plain["round"] or {}, plain["you"]["seat"]
        mine: Mapping[str, Any] = next((one for one in round.get("seats", ()) if one["number"] == seat), {})
        return cls(
            name=plain["table"]["id"],
            version=plain["version"],
            stage=round.get("stage", ""),
            round=round.get("id", ""),
            legal=tuple(plain["legal"]),
            seat=seat,
            chips=plain["you"]["chips"],
            cards=tuple(mine.get("cards") or ()),
            board=tuple(round.get("board", ())),
            free_seats=tuple(plain["free_seats"]),
            plain=plain,
        )

    @property
    def staked(self) -> bool:
        """Whether you have bets down in the round that is open or in play."""
        seats = (self.plain["round"] or {}).get("seats", ())
        return any(one["number"] == self.seat and one["stakes"] for one in seats)
