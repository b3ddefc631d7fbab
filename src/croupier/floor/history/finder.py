"""Finding rounds: by table, player, time, hand, stake and result, newest first.

Finished rounds are a projection of the journal (`floor.history.index`). A search skips the blocks that cannot have a
fitting round and reads the indexed rounds of the others. Of blocks that are not indexed yet it reads the entries
instead. A search stops after a limited effort and says so; asked again, it goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from croupier.errors import Refused
from croupier.floor.history.digest import RoundDigest, SeatDigest, SeatResult, read_rounds
from croupier.floor.history.index import GAME, HAND, PLAYER, RESULT, STAKED, TABLE, VOID, WON, FinishedRounds
from croupier.floor.history.period import LAST
from croupier.floor.history.rounds import entries_since_opening
from croupier.floor.practice import is_practice
from croupier.games import GAMES, NotInstalled
from croupier.hands.five import Category
from croupier.hands.four import FourCards
from croupier.hands.ranking import Kind
from croupier.hands.three import ThreeCards
from croupier.money import Cents
from croupier.store.entry import Entry, read_body
from croupier.store.projections.projection import block_of, last_block, stretch
from croupier.store.projections.rounds import ROUNDS, Term, blocks_with_all, rounds_of
from croupier.store.reader import Reader

EFFORT: Final = 20_000
"""So many entries, or rounds that are kept, one search reads: about half a second's work."""
_MOST_BLOCKS: Final = 32
"""Of so many blocks, the newest of those of which nothing is kept, the rounds stay in memory."""


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
    result: SeatResult = SeatResult.ANY
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
    def terms(self) -> list[Term]:
        """What a block must have in which such a round ended."""
        void = "" if self.void is None else "yes" if self.void else "no"
        chosen = ((ROUNDS, self.table), (GAME, self.game), (PLAYER, self.player), (HAND, self.hand), (VOID, void))
        terms = [Term(kind, key) for kind, key in (*chosen, (RESULT, self.result.value)) if key]
        return terms + [Term(kind, "", least) for kind, least in ((STAKED, self.staked), (WON, self.won)) if least]

    @property
    def of_a_seat(self) -> bool:
        """Whether anything is asked of a seat."""
        return bool(self.player or self.hand or self.staked or self.won) or self.result is not SeatResult.ANY

    def fits_seat(self, seat: SeatDigest) -> bool:
        """Whether a seat is what was asked for."""
        return (
            self.player in ("", seat.player)
            and (not self.hand or self.hand == seat.hand or self.hand in seat.lines)
            and seat.staked >= self.staked
            and (not self.won or seat.net >= self.won)
            and self.result in (SeatResult.ANY, seat.result)
        )


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
class FoundRounds:
    """Rounds that fit, newest first. `go_on` is where to look further, before which position; none at the end."""

    rounds: tuple[RoundDigest, ...]
    looked_at: int
    go_on: int | None
    tired: bool = False
    """Whether the search stopped for its length, and not because the page is full."""
    left_out: Mapping[str, NotInstalled] = field(default_factory=dict)
    """The tables of which rounds were left out, since their game is not there to tell them by."""


@dataclass(slots=True)
class _UnindexedBlock:
    """A block of which nothing is kept, as far as its entries have been read."""

    position: int
    fold: FinishedRounds
    begun: set[str] = field(default_factory=set)
    """The tables of which an entry was read."""
    refused: dict[str, NotInstalled] = field(default_factory=dict)
    """The tables whose rounds nobody can tell of, since their game is not there."""

    def take(self, reader: Reader, entry: Entry) -> None:
        """Take in the next entry; of the round that was in play when the block began, what came before it as well."""
        if entry.stream.startswith(TABLE):
            older = [] if entry.stream in self.begun else entries_since_opening(reader, entry.stream, entry.version - 1)
            self.begun.add(entry.stream)
            for one in (*older, entry):
                _, events, moved = read_body(one)
                try:
                    self.fold.take(one, events, moved)
                except NotInstalled as missing:
                    self.refused[one.stream.removeprefix(TABLE)] = missing
        self.position = entry.position


class RoundBook:
    """The finished rounds of the tables that are played for money; or those of practice, in a record of practice."""

    def __init__(self, store: Reader, *, practice: bool = False) -> None:
        self._store = store
        self._practice = practice
        self._unindexed: dict[int, _UnindexedBlock] = {}
        self._lock = Lock()

    def tables(self) -> list[str]:
        """The tables whose rounds can be found."""
        names = (stream.removeprefix(TABLE) for stream in self._store.streams(TABLE))
        return [name for name in names if is_practice(name) is self._practice]

    def search(self, wanted: Wanted, *, most: int, effort: int = EFFORT) -> FoundRounds:
        """The newest rounds that fit, so many at most. Refused where the table that is asked for has a game that is not
        there; of all tables, the others' rounds are found."""
        fitting: list[RoundDigest] = []
        looked = 0
        left_out: dict[str, NotInstalled] = {}
        with self._lock:
            for block, indexed in self._blocks(wanted):
                if effort <= 0:
                    before = min(wanted.before, stretch(block)[1] + 1)
                    return FoundRounds(tuple(fitting), looked, before, tired=True, left_out=left_out)
                rounds, cost = self._indexed(block, wanted.table) if indexed else self._read(block, wanted, left_out)
                effort -= cost
                for one in sorted(rounds, key=lambda one: -one.position):
                    looked += 1
                    if wanted.fits(one):
                        if len(fitting) == most:
                            return FoundRounds(tuple(fitting), looked, fitting[-1].position, left_out=left_out)
                        fitting.append(one)
        return FoundRounds(tuple(fitting), looked, None, left_out=left_out)

    def _blocks(self, wanted: Wanted) -> Iterator[tuple[int, bool]]:
        """The blocks in which rounds that fit can have ended, newest first, and whether they are indexed."""
        newest = block_of(min(self._store.position(), wanted.before - 1))
        oldest = block_of(wanted.after + 1)
        with self._store.asking() as connection:
            last = min(newest, last_block(connection, FinishedRounds))
            indexed = blocks_with_all(connection, wanted.terms, range(oldest, last + 1)) if last >= oldest else []
        yield from ((block, False) for block in range(newest, max(last, oldest - 1), -1))
        yield from ((block, True) for block in indexed)

    def _indexed(self, block: int, table: str) -> tuple[list[RoundDigest], int]:
        """The rounds of a block that is indexed, and what it took to read them."""
        with self._store.asking() as connection:
            rows = rounds_of(connection, block, table)
        rounds = [round for row in rows for round in read_rounds(row.key, row.body)]
        return rounds, max(1, len(rounds))

    def _read(self, block: int, wanted: Wanted, left_out: dict[str, NotInstalled]) -> tuple[list[RoundDigest], int]:
        """The rounds of a block that is not indexed, from its entries; what was read once is not read again."""
        first, end = stretch(block)
        known = self._unindexed.setdefault(block, _UnindexedBlock(first, FinishedRounds(practice=self._practice)))
        before = known.position
        for entry in self._store.read_all(after=before, until=end):
            known.take(self._store, entry)
        if wanted.table in known.refused:
            raise known.refused[wanted.table]
        if not wanted.table and not wanted.game:  # of a game that is there, no round is missing
            left_out.update(known.refused)
        if len(self._unindexed) > _MOST_BLOCKS:
            del self._unindexed[min(self._unindexed)]
        return [round for round in known.fold.finished if round.position > first], known.position - before
