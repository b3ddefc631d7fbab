"""What viewers have been told of a table: the pieces of text that a state is made of, and what has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.web.table.live.roundtext import RoundText, SeatText

OWN: Final = ("legal", "may_sit", "last", "bank_offer", "by_clock", "rounds")
NULL: Final = b"null"


@dataclass(slots=True, eq=False)
class Common:
    """What everybody at the table is told of one state."""

    fields: Mapping[str, bytes]
    round: RoundText | None
    empty: Mapping[int, bytes]
    """Who sits there and has not bet, as others see them."""
    people: Sequence[int]
    """The seats that are taken, in their order."""
    newest: int
    """The number of the newest line of the log."""


@dataclass(slots=True, eq=False)
class ViewerState:
    """What somebody has been told, but for who they are. Viewers who see the same have the same one."""

    common: Common
    number: int | None
    """The viewer's seat, if they have one."""
    mine: SeatText | None
    """That seat as its own player sees it, where they have bet."""
    mine_empty: bytes
    """The same where they have not."""
    own: tuple[bytes, ...]
    """What else is the viewer's own, by `OWN`."""
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
class Since:
    """What has changed for everybody since a state."""

    had: Common
    fields: list[bytes]
    log: bytes
    dealt: bool
    """Whether cards were dealt, of which each player is told their own."""
    cards: Mapping[int, bytes] | None
    """The seats that are not as others saw them, where it can be told seat by seat: the same people, the same round."""
    head: bool
    """Whether the rest of the round is not as it was."""
    text: bytes | None = None
    """All of it, for whoever sees nothing of their own that has changed."""


def cards_since(had: Common, now: Common) -> dict[int, bytes] | None:
    """The seats that others see otherwise than before; nothing where more has happened than bets and decisions of
    people who sat there already."""
    before, after = had.round, now.round
    if before is None or after is None or before.id != after.id or had.people != now.people:
        return None
    if not before.seats.keys() <= after.seats.keys() or any(
        had.empty.get(at) != card for at, card in now.empty.items()
    ):
        return None
    return {at: card for at, card in after.seats.items() if before.seats.get(at) != card}


def changed_own(had: ViewerState, told: ViewerState) -> list[bytes]:
    """What is the viewer's own and not as it was."""
    if had.own is told.own:
        return []
    return [
        named(name, now)
        for name, before, now in zip(OWN, had.own, told.own, strict=True)
        if now is not before and now != before
    ]


def text_of(seen: SeatText | None) -> bytes:
    """A seat as text, where there is one."""
    return b"" if seen is None else seen.text


def named(name: str, text: bytes) -> bytes:
    """A field of an object."""
    return b'"%b":%b' % (name.encode(), text)


def as_object(fields: Iterable[bytes]) -> bytes:
    """An object of such fields."""
    return b"{%b}" % b",".join(fields)
