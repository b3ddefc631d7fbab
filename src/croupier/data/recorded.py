"""Rounds from a card room's record, read one by one, with nobody's name unless that was asked for."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from zoneinfo import ZoneInfo

from croupier.data.round_rows import TELLERS, Finished
from croupier.data.rows import Row, Rows
from croupier.data.sheets import sheet_of_rounds
from croupier.errors import Refused
from croupier.floor.history.disputes import corrections_at
from croupier.floor.history.finder import RoundBook
from croupier.floor.history.period import LAST, Period, check_period, parse_since, parse_until
from croupier.floor.history.rounds import PastRound, rounds_between
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.floor.sitting import nobodys
from croupier.games import game as game_of
from croupier.store.journal import Store, open_store

MACHINE = "machine"
_SALT_BYTES = 32
_NUMBER_BYTES = 6  # below 2 ** 53, so that every program reads the number exactly


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which rounds of a record are wanted, and how: between two positions of the journal, at one table, of one game.

    Without `names` a person is a number, computed from the name and a random `salt` that is stored nowhere: the same
    number within one export, another in the next.
    """

    rows: str = "seats"
    table: str = ""
    game: str = ""
    after: int = 0
    before: int = LAST
    names: bool = False
    practice: bool = False
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(_SALT_BYTES))

    def person(self, name: str) -> str:
        """A person in the rows: the name, or a number in its place."""
        if self.names:
            return name
        digest = blake2b(name.encode(), key=self.salt, digest_size=_NUMBER_BYTES)
        return str(int.from_bytes(digest.digest()))


def choose(
    store: Store,
    *,
    rows: str = "seats",
    table: str = "",
    game: str = "",
    since: str = "",
    until: str = "",
    names: bool = False,
    practice: bool = False,
    zone: ZoneInfo | None = None,
) -> Chosen:
    """The rounds of a request, checked: a table and a game that exist, days on the house's clock. In a record of
    practice, which has no clock of its own, `zone` is the room's."""
    sheet = sheet_of_rounds(rows)
    there = RoundBook(store, practice=practice).tables()
    if table and table not in there:
        raise Refused(f"no table {table!r}; there are {', '.join(there) or 'none yet'}")
    if game:
        game_of(game)
    zone = zone or ZoneInfo(ChoiceBook(store).now().zone)
    period = Period(parse_since(since, zone), parse_until(until, zone))
    check_period(since, until, period)
    after, before = period.positions(store)
    # A round that ends while others are read belongs to the next export.
    before = min(before, store.position() + 1)
    return Chosen(rows=sheet.name, table=table, game=game, after=after, before=before, names=names, practice=practice)


def record_rows(store: Store, chosen: Chosen) -> Rows:
    """The rows of the rounds that were chosen, by table, and within one in the order in which they ended."""
    return Rows(sheet_of_rounds(chosen.rows), _Reading(store, chosen))


def record(
    db: str,
    rows: str = "seats",
    *,
    table: str = "",
    game: str = "",
    since: str = "",
    until: str = "",
    names: bool = False,
) -> Rows:
    """Rows of the finished rounds of a record: a SQLite file or a PostgreSQL address. Needs the extra `web`.

    Days are those of the house's clock, such as 2026-11-15, both included. Practice is not among the rounds.
    """
    with open_store(db, create=False, writes=False) as store:
        chosen = choose(store, rows=rows, table=table, game=game, since=since, until=until, names=names)
    return Rows(sheet_of_rounds(rows), _Opening(db, chosen))


def own_rows(rounds: Iterable[PastRound], player: str) -> Rows:
    """A player's own seats in these rounds; of the others nothing is in the rows but the board and the dealer's
    cards."""
    return Rows(sheet_of_rounds("seats"), _OwnSeats(rounds, player))


@dataclass(frozen=True, slots=True)
class _OwnSeats:
    rounds: Iterable[PastRound]
    player: str

    def __iter__(self) -> Iterator[Row]:
        named = Chosen(names=True)
        for past in self.rounds:
            every = TELLERS[named.rows](_finished(past, past.round.id.rpartition("-")[0], named))
            yield from (row for row in every if row["player"] == self.player)


@dataclass(frozen=True, slots=True)
class _Opening:
    """A record that is opened while it is read, and closed afterwards."""

    db: str
    chosen: Chosen

    def __iter__(self) -> Iterator[Row]:
        with open_store(self.db, create=False, writes=False) as store:
            yield from record_rows(store, self.chosen)


@dataclass(frozen=True, slots=True)
class _Reading:
    store: Store
    chosen: Chosen

    def __iter__(self) -> Iterator[Row]:
        chosen, tell = self.chosen, TELLERS[self.chosen.rows]
        book = RoundBook(self.store, practice=chosen.practice)
        tables = [name for name in book.tables() if chosen.table in ("", name)]
        for table in tables:
            corrections = corrections_at(self.store, table)
            for past in rounds_between(self.store, table, chosen.after, chosen.before):
                if chosen.game in ("", past.round.game.key):
                    whole = replace(past, corrections=corrections.get(past.round.id, ()))
                    yield from tell(_finished(whole, table, chosen))


def _finished(past: PastRound, table: str, chosen: Chosen) -> Finished:
    machine = past.dealer == AUTOMATIC_DEALER.name
    return Finished(
        events=past.events,
        round=past.round,
        times_ms=past.times_ms,
        table=table,
        players={seat: chosen.person(who) for seat, who in past.players.items() if who != nobodys(seat)},
        awards=past.awards,
        corrected=past.corrected,
        dealer=MACHINE if machine else chosen.person(past.dealer) if past.dealer else None,
        in_words=chosen.names,
    )
