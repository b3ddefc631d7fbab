"""The state that a viewer was sent last, in pieces of JSON text, and what has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.web.table.live.roundtext import RoundText, SeatText

OWN: Final = ("legal", "beyond", "may_sit", "last", "bank_offer", "bank_open", "by_clock", "rounds")
NULL: Final = b"null"


@dataclass(slots=True, eq=False)
class CommonState:
    """The part of a state that is the same for everybody at the table."""

    fields: Mapping[str, bytes]
    round: RoundText | None
    empty: Mapping[int, bytes]
    """The cards of those who sit there and have not bet, as others see them."""
    people: Sequence[int]
    """The seats that are taken, in their order."""
    newest: int
    """The number of the newest line of the log."""


@dataclass(slots=True, eq=False)
class ViewerState:
    """A state as one viewer was sent it, without their name. Viewers who see the same share one object."""

    common: CommonState
    number: int | None
    """The viewer's seat, if they have one."""
    mine: SeatText | None
    """That seat as its own player sees it, where they have bet."""
    mine_empty: bytes
    """The same where they have not."""
    own: tuple[bytes, ...]
    """The other fields of the viewer's own, in the order of `OWN`."""
    name: str

    @property
    def seats(self) -> bytes:
        """Everybody who sits there, in the order of the seats."""
        common, mine = self.common, self.mine
        row = b"" if common.round is None else common.round.row(mine)
        if not common.empty:
            return b"[%b]" % row
        texts = {} if common.round is None else dict(common.round.seats)
        texts |= common.empty
        if mine is not None:
            texts[mine.seat.number] = mine.text
        elif self.number is not None:
            texts[self.number] = self.mine_empty
        return b"[%b]" % b",".join([texts[at] for at in common.people])

    @property
    def round(self) -> bytes:
        """The round in play."""
        round = self.common.round
        return NULL if round is None else round.whole(self.number, round.row(self.mine))


@dataclass(slots=True, eq=False)
class StateDiff:
    """What has changed for everybody since a state."""

    had: CommonState
    fields: list[bytes]
    log: bytes
    dealt: bool
    """Whether cards were dealt: each player is then told their own."""
    cards: Mapping[int, bytes] | None
    """The seats that look different to others, while people and round are the same; else `None`."""
    head: bool
    """Whether the rest of the round has changed."""
    text: bytes | None = None
    """The whole message, for viewers of whose own fields none has changed."""


def cards_since(had: CommonState, now: CommonState) -> dict[int, bytes] | None:
    """The cards of seats that look different to others than before. `None` where more has happened than bets and
    decisions of people who sat there already."""
    before, after = had.round, now.round
    if before is None or after is None or before.id != after.id or had.people != now.people:
        return None
    if not before.seats.keys() <= after.seats.keys() or any(
        had.empty.get(at) != card for at, card in now.empty.items()
    ):
        return None
    return {at: card for at, card in after.seats.items() if before.seats.get(at) != card}


def changed_own(had: ViewerState, state: ViewerState) -> list[bytes]:
    """The fields of the viewer's own that have changed."""
    if had.own is state.own:
        return []
    return [
        json_field(name, now)
        for name, before, now in zip(OWN, had.own, state.own, strict=True)
        if now is not before and now != before
    ]


def text_of(seen: SeatText | None) -> bytes:
    """A seat as text; empty where there is none."""
    return b"" if seen is None else seen.text


def json_field(name: str, text: bytes) -> bytes:
    """A field of a JSON object."""
    return b'"%b":%b' % (name.encode(), text)


def json_object(fields: Iterable[bytes]) -> bytes:
    """A JSON object of these fields."""
    return b"{%b}" % b",".join(fields)
