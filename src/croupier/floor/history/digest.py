"""A finished round in short, as it is stored in the index of rounds, and its text.

It is computed from the recorded events without playing the round again, which takes a quarter of the time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from croupier.money import Cents
from croupier.rules.deal import CardsFrom
from croupier.store.entry import canonical


class SeatResult(Enum):
    """How a seat came out, as somebody asks for it."""

    ANY = ""
    WON = "won"
    LOST = "lost"
    EVEN = "even"


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

    @property
    def result(self) -> SeatResult:
        """How it came out."""
        return SeatResult.WON if self.net > 0 else SeatResult.LOST if self.net < 0 else SeatResult.EVEN


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
    cards_from: str = CardsFrom.SHUFFLE.value

    @property
    def is_void(self) -> str:
        """Whether it was voided, as a term."""
        return "no" if self.void_reason is None else "yes"

    @property
    def biggest(self) -> SeatDigest | None:
        """The seat with the biggest result, won or lost."""
        return max(self.seats, key=lambda seat: (abs(seat.net), seat.net), default=None)


def rounds_text(rounds: Iterable[RoundDigest]) -> str:
    """Rounds of one table as text: the same text for the same rounds."""
    return canonical([_plain(round) for round in rounds])


def read_rounds(table: str, text: str) -> list[RoundDigest]:
    """The rounds of a table that `rounds_text` wrote."""
    return [_read(table, *plain) for plain in json.loads(text)]


def _plain(round: RoundDigest) -> list[Any]:
    seats = [
        [one.seat, one.player, one.staked, one.net, one.hand, sorted(one.lines), one.folded, one.banks]
        for one in round.seats
    ]
    when = [round.position, round.opened_at, round.opened_ms, round.ended_ms]
    plain = [round.id, round.game, *when, round.dealer, round.void_reason, seats]
    # What the room shuffled says nothing more, so that the text of such rounds is as it always was.
    return plain if round.cards_from == CardsFrom.SHUFFLE.value else [*plain, round.cards_from]


def _read(
    table: str,
    id: str,
    game: str,
    position: int,
    opened_at: int,
    opened_ms: int,
    ended_ms: int,
    dealer: str,
    void_reason: str | None,
    seats: list[Any],
    cards_from: str = CardsFrom.SHUFFLE.value,
) -> RoundDigest:
    return RoundDigest(
        id=id,
        table=table,
        game=game,
        position=position,
        opened_at=opened_at,
        opened_ms=opened_ms,
        ended_ms=ended_ms,
        dealer=dealer,
        void_reason=void_reason,
        cards_from=cards_from,
        seats=tuple(
            [
                SeatDigest(
                    seat=seat,
                    player=player,
                    staked=staked,
                    net=net,
                    hand=hand,
                    lines=frozenset(lines),
                    folded=folded,
                    banks=banks,
                )
                for seat, player, staked, net, hand, lines, folded, banks in seats
            ]
        ),
    )
