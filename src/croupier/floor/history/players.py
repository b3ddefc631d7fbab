"""What every player has played, read from the record once and kept up to date.

The ledger says in which rounds a player had chips, so only those are read, each once: a finished round does not change.
What two people correct of it later is the ledger's to say, too. Practice that is no longer kept is forgotten.
The rounds of the players who asked last are cached; those of others are read again.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from croupier.floor.corrections import RoundCorrected
from croupier.floor.history.disputes import corrections_at
from croupier.floor.history.period import LAST
from croupier.floor.history.player_round import PlayerRound, played
from croupier.floor.history.rounds import PastRound, past_rounds, rounds_between
from croupier.ledger.accounts import player as account_of
from croupier.money import Cents
from croupier.rules.terms import Terms
from croupier.store.entry import Entry
from croupier.store.reader import Reader
from croupier.store.rows import GONE
from croupier.values import replace

_KEPT: Final = 64
"""So many players are kept in mind."""
_GAP: Final = 1_000
"""Rounds of one table that are further apart in the journal than this are looked up apart."""
_CORRECTION: Final = re.compile(r"\d+/corrected/\d+")
"""What the id of a movement that corrects a finished round (R58) says after the round: the seat, and which it is."""
_AT_ONCE: Final = 100
"""So many rounds are read before the clock is looked at."""


@dataclass(slots=True)
class _Span:
    """Where a player's chips moved in a round: the first and the last of those entries."""

    round: str
    table: str
    first: int
    last: int


@dataclass(slots=True)
class _Shelf:
    """What was read of one player. `waiting` are rounds that have not been read, or are not over."""

    plays: list[PlayerRound] = field(default_factory=list)
    waiting: dict[str, _Span] = field(default_factory=dict)
    position: int = 0
    known: set[str] = field(default_factory=set)
    trimmed: str = ""
    """What the record said last of its own trimming."""
    corrections: dict[str, dict[str, Cents]] = field(default_factory=dict)
    """Of corrected rounds what each movement brought, by its id."""

    def corrected(self, one: PlayerRound) -> PlayerRound:
        """A round with what was corrected of it."""
        if one.round not in self.corrections:
            return one
        cents = sum(self.corrections[one.round].values())
        return replace(one, net=one.net + cents, corrected=cents)


class PlayBook:
    """The rounds of every player who asks. Any number of threads may."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._lock = Lock()
        self._shelves: OrderedDict[str, _Shelf] = OrderedDict()
        self._terms: dict[Terms, Terms] = {}

    def catch_up(self, player: str, most_s: float | None = None) -> float:
        """Read a player's rounds that have not been read, for about so long at most; the share that has been."""
        with self._lock:
            shelf = self._shelves.setdefault(player, _Shelf())
            self._shelves.move_to_end(player)
            while len(self._shelves) > _KEPT:
                self._shelves.popitem(last=False)
            self._forget_trimmed(shelf)
            stop = None if most_s is None else time.monotonic() + most_s
            # Half of the time at most, so that rounds are read as well.
            noted = self._note_moves(player, shelf, None if most_s is None else time.monotonic() + most_s / 2)
            left = list(_chunks(shelf.waiting.values()))
            while left:
                self._read(player, shelf, left.pop(0))
                if stop is not None and left and time.monotonic() > stop:
                    break
            shelf.plays.sort(key=lambda one: one.position)
            return noted * (1 - sum(map(len, left)) / (len(shelf.known) + 1) if left else 1.0)

    def _forget_trimmed(self, shelf: _Shelf) -> None:
        """Forget the rounds that the record has let go."""
        said = self._store.head(GONE).hash
        if said == shelf.trimmed:
            return
        shelf.trimmed = said
        tables = {_table_of(one.round) for one in shelf.plays} | {one.table for one in shelf.waiting.values()}
        begins = {table: self._begins(table) for table in tables}
        shelf.plays = [one for one in shelf.plays if one.position >= begins[_table_of(one.round)]]
        shelf.waiting = {round: one for round, one in shelf.waiting.items() if one.last >= begins[one.table]}

    def _begins(self, table: str) -> int:
        """The position of the first entry that is left of a table; past all others where none is."""
        left = self._store.oldest(stream=f"table/{table}", after=0, before=LAST, page=1)
        return next((entry.position for entry in left), LAST)

    def plays(self, player: str) -> tuple[PlayerRound, ...]:
        """What has been read of a player, oldest first."""
        with self._lock:
            shelf = self._shelves.get(player)
            return tuple(map(shelf.corrected, shelf.plays)) if shelf is not None else ()

    def _note_moves(self, player: str, shelf: _Shelf, stop: float | None) -> float:
        """Note in which rounds a player's chips moved, until the clock says stop; the share of the journal that was
        looked through."""
        now, account = self._store.position(), account_of(player)
        for position, move in self._store.statement(account, after=shelf.position):
            if position > now:
                break
            if stop is not None and position > shelf.position + 1 and time.monotonic() > stop:
                shelf.position = position - 1
                return shelf.position / now
            round, _, of_what = move.id.partition("/")
            if _CORRECTION.fullmatch(of_what):
                cents = move.amount if move.credit == account else -move.amount
                shelf.corrections.setdefault(round, {})[move.id] = cents
                continue
            table, _, number = round.rpartition("-")
            if round in shelf.waiting:
                shelf.waiting[round].last = position
            elif table and number.isdecimal() and round not in shelf.known:
                shelf.known.add(round)
                shelf.waiting[round] = _Span(round, table, position, position)
        shelf.position = now
        return 1.0

    def _read(self, player: str, shelf: _Shelf, spans: list[_Span]) -> None:
        """Read neighbouring rounds of a table, and put what the player did in them on the shelf."""
        wanted = {span.round for span in spans}
        stream = f"table/{spans[0].table}"
        finished = past_rounds(self._entries(stream, spans[0].first, spans[-1].last))
        for past in finished:
            if past.round.id in wanted:
                del shelf.waiting[past.round.id]
                if (one := played(past, player)) is not None:
                    shelf.plays.append(self._light(one))
        if not finished and self._store.head(stream).version == 0:
            for span in spans:  # an id that only looks like a round's
                del shelf.waiting[span.round]

    def _entries(self, stream: str, first: int, last: int) -> Iterator[Entry]:
        """A table's entries from the opening of the round that these belong to, to its end."""
        before = self._store.newest(stream=stream, before=first)
        start = next((entry.position - 1 for entry in before if '"RoundOpened"' in entry.body), first - 1)
        for entry in self._store.oldest(stream=stream, after=start, before=LAST):
            yield entry
            if entry.position >= last and ('"RoundEnded"' in entry.body or '"RoundVoided"' in entry.body):
                return

    def _light(self, one: PlayerRound) -> PlayerRound:
        # A table plays thousands of rounds by the same terms, and each was read with its own.
        own = tuple(
            replace(decision, terms=self._terms.setdefault(decision.terms, decision.terms))
            for decision in one.decisions
        )
        return replace(one, decisions=own)


def rounds_of(reader: Reader, plays: Iterable[PlayerRound]) -> Iterator[PastRound]:
    """The rounds of which these are a player's part, read again: by table, and there in the order in which they
    ended."""
    spans = [_Span(one.round, _table_of(one.round), one.position, one.position) for one in plays]
    corrections: dict[str, dict[str, tuple[RoundCorrected, ...]]] = {}
    for chunk in _chunks(spans):
        wanted, table = {span.round for span in chunk}, chunk[0].table
        if table not in corrections:
            corrections[table] = corrections_at(reader, table)
        for past in rounds_between(reader, table, chunk[0].first - 1, chunk[-1].last + 1):
            if past.round.id in wanted:
                yield replace(past, corrections=corrections[table].get(past.round.id, ()))


def _table_of(round: str) -> str:
    return round.rpartition("-")[0]


def _chunks(spans: Iterable[_Span]) -> Iterator[list[_Span]]:
    """Rounds that are read together: of one table, in order, and near to each other in the journal."""
    chunk: list[_Span] = []
    for span in sorted(spans, key=lambda span: (span.table, span.first)):
        apart = chunk and (span.table != chunk[-1].table or span.first - chunk[-1].last > _GAP)
        if apart or len(chunk) >= _AT_ONCE:
            yield chunk
            chunk = []
        chunk.append(span)
    if chunk:
        yield chunk
