"""Finding rounds: by table, player, time, hand, stake and result, newest first.

What was once read of a round is kept in mind, for a finished round does not change. Whoever asks for a table or a time
goes there at once, and a player's rounds are looked for only where chips of theirs moved. One search reads only so many
entries; where that was not enough it says so, and asked again it goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from heapq import merge
from threading import Lock
from typing import Final

from croupier.errors import Refused
from croupier.floor.past.digest import RoundDigest, SeatDigest
from croupier.floor.past.period import LAST
from croupier.floor.past.shelf import Effort, Run, Shelf, Tired, Walk
from croupier.floor.practice import is_practice
from croupier.games import GAMES
from croupier.hands.five import Category
from croupier.hands.four import FourCards
from croupier.hands.ranking import Kind
from croupier.hands.three import ThreeCards
from croupier.ledger.accounts import player
from croupier.money import Cents
from croupier.store.kept.sums import MOVED, blocks_with, last_block, stretch
from croupier.store.reader import Reader

EFFORT: Final = 20_000
"""So many entries one search reads: about half a second's work."""


class Result(Enum):
    """How a seat came out, as somebody asks for it."""

    ANY = ""
    WON = "won"
    LOST = "lost"
    EVEN = "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a round shall be. What is asked of a seat, player, hand, stake and result, is true of one and the same.

    `after` and `before` are positions of the journal, between which the round ended.
    """

    table: str = ""
    game: str = ""
    player: str = ""
    hand: str = ""
    staked: Cents = 0
    won: Cents = 0
    result: Result = Result.ANY
    void: bool | None = None
    after: int = 0
    before: int = LAST

    def fits(self, round: RoundDigest) -> bool:
        """Whether a round is wanted."""
        if not self.after < round.position < self.before or self.table not in ("", round.table):
            return False
        if self.game not in ("", round.game):
            return False
        if self.void is not None and self.void != (round.void_reason is not None):
            return False
        return not self.of_a_seat or any(map(self.fits_seat, round.seats))

    @property
    def of_a_seat(self) -> bool:
        """Whether anything is asked of a seat."""
        return bool(self.player or self.hand or self.staked or self.won) or self.result is not Result.ANY

    def fits_seat(self, seat: SeatDigest) -> bool:
        """Whether a seat is what was asked for."""
        return (
            self.player in ("", seat.player)
            and (not self.hand or self.hand == seat.hand or self.hand in seat.lines)
            and seat.staked >= self.staked
            and (not self.won or seat.net >= self.won)
            and self.result in (Result.ANY, _result(seat.net))
        )


def _result(net: Cents) -> Result:
    return Result.WON if net > 0 else Result.LOST if net < 0 else Result.EVEN


class NoSuchHand(Refused):
    """Words that are neither a hand nor a line of a pay table."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no hand {text!r}; want one such as 'royal flush', 'full house' or 'ace king suited'")


def known_hands() -> tuple[str, ...]:
    """Every hand and every pay line that some game of the house knows, by its key."""
    rankings: tuple[tuple[Kind, ...], ...] = (tuple(Category), tuple(FourCards), tuple(ThreeCards))
    kinds = [kind.key for ranking in rankings for kind in reversed(ranking)]
    for game in GAMES.values():
        kinds += [line for bet in game.side_bets for line in bet.lines]
        kinds += [line for lines in game.base_tables.values() for line in lines]
        kinds += game.progressive_lines
    return tuple(dict.fromkeys(kinds))


def parse_hand(text: str) -> str:
    """The key of the hand or the pay line that `text` names; nothing where it names none."""
    key = "_".join(text.casefold().replace("-", " ").replace("_", " ").split())
    if key and key not in known_hands():
        raise NoSuchHand(text)
    return key


@dataclass(frozen=True, slots=True)
class Found:
    """Rounds that fit, newest first. `go_on` is where to look further, before which position; none at the end."""

    rounds: tuple[RoundDigest, ...]
    looked_at: int
    go_on: int | None
    tired: bool = False
    """Whether the search stopped for its length, and not because the page is full."""


class RoundBook:
    """The finished rounds of the tables that are played for money, each read when somebody looks there."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._shelves: dict[str, Shelf] = {}
        self._lock = Lock()

    def tables(self) -> list[str]:
        """The tables whose rounds can be found."""
        names = (stream.removeprefix("table/") for stream in self._store.streams("table/"))
        return [name for name in names if not is_practice(name)]

    def search(self, wanted: Wanted, *, most: int, effort: int = EFFORT) -> Found:
        """The newest rounds that fit, so many at most."""
        found: list[RoundDigest] = []
        looked = 0
        left = Effort(effort)
        with self._lock:
            names = self.tables()
            if wanted.table:
                names = [name for name in names if name == wanted.table]
            runs = self._runs(wanted)
            walks = [self._walk(name, wanted, runs, left) for name in names]
            for one in merge(*walks, key=lambda one: -one.position):
                if isinstance(one, Tired):
                    return Found(tuple(found), looked, min(wanted.before, one.position), tired=True)
                looked += 1
                if wanted.fits(one):
                    if len(found) == most:
                        return Found(tuple(found), looked, found[-1].position)
                    found.append(one)
        return Found(tuple(found), looked, None)

    def _walk(self, table: str, wanted: Wanted, runs: Sequence[Run], left: Effort) -> Walk:
        """A table's rounds in these runs, newest first, read as they are asked for."""
        shelf = self._shelves.setdefault(table, Shelf(self._store, table))
        before = wanted.before
        for run in runs:
            for one in shelf.walk(run, before, left):
                yield one
                if isinstance(one, Tired):
                    return
                before = one.position

    def _runs(self, wanted: Wanted) -> list[Run]:
        """Where rounds that fit can be, the newest first: of a player only where chips of theirs moved, with the round
        that was in play at the end of it."""
        if not wanted.player:
            return [Run(wanted.after, wanted.before - 1)]
        with self._store.asking() as connection:
            last = last_block(connection)
            blocks = blocks_with(connection, MOVED, player(wanted.player)) if last >= 0 else iter(())
            runs = [Run(stretch(last)[1], LAST)]
            for low, high in map(stretch, blocks):
                if runs[-1].low == high:
                    runs[-1] = runs[-1]._replace(low=low)
                else:
                    runs.append(Run(low, high, beyond=True))
        cut = [run._replace(low=max(run.low, wanted.after), high=min(run.high, wanted.before - 1)) for run in runs]
        # The round in play at the beginning may have been staked long before.
        early = [Run(wanted.after, wanted.after, beyond=True)] if wanted.after else []
        return [*(run for run in cut if run.low < run.high), *early]
