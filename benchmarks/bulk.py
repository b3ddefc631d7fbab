"""A long history in a short time: real commands of a whole room, written by the thousand in one transaction.

Nothing is made up: the room decides every order, the batch hashes every entry, and the audit finds the record clean.
Only the flush after each command is left out, and the clock is the maker's own: a room of twenty tables plays some 800
rounds an hour, and closes its shifts every eight hours. A history can be gone on with: opened again, the room plays on
from where its record ends.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sqlalchemy import Connection, Engine, event

from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.links.claiming import claim_due, press
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import Order, Sit
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import Settings
from croupier.games.uth.rulesets import WA_2018
from croupier.jackpot.claim import next_to_verify
from croupier.jackpot.terms import LevelTerms
from croupier.rules.commands import PlaceBets
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.rules.steps import END
from croupier.rules.terms import terms
from croupier.rules.wagers import PROGRESSIVE, Stakes
from croupier.store.batch import Batch, WriterCache
from croupier.store.database import connect
from croupier.store.dialects import dialect_of
from croupier.store.drafts import drafted
from croupier.store.entry import EMPTY
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Unit

TABLES: Final = 20
SEATS: Final = (1, 3, 5)
SHIFT: Final = 320
"""So many rounds a table plays in a shift of eight hours."""
LINKED: Final = 4
"""So many of the tables are on the link."""
_ROUND_MS: Final = 90_000
_STAKE: Final = 100
_BEGAN_MS: Final = 1_700_000_000_000
_MOST: Final = 4_000
_ADMIN, _SUPERVISOR = Person("sam", Role.ADMIN), Person("sue", Role.SUPERVISOR)


class BulkStore(Store):
    """A record that nobody else has: what is committed stands in memory, and is written with the next thousands or
    before anybody reads."""

    def __init__(self, url: str, engine: Engine) -> None:
        super().__init__(url, engine)
        self._cache = WriterCache(self.position(), self.heads(), self.balances())
        self._batch = Batch(self._cache)
        # Nobody is promised that this record outlives the machine, and what is in it is the same.
        event.listen(engine, "connect", lambda made, _: made.execute("PRAGMA synchronous = OFF"))
        engine.dispose()

    def commit(self, unit: Unit) -> Receipt:
        """Take a unit in; it is written soon."""
        for write in unit.writes:
            self._cache.heads.setdefault(write.stream, EMPTY)
        for moved in unit.transfers:
            self._cache.balances.setdefault(moved.debit, 0)
            self._cache.balances.setdefault(moved.credit, 0)
        receipt = self._batch.admit(drafted(unit))
        if len(self._batch.entries) >= _MOST:
            self.flush()
        return receipt

    def flush(self) -> None:
        """Write what is waiting."""
        batch = getattr(self, "_batch", None)  # the committer looks before there is anything
        if batch is None or not batch.entries:
            return
        self._batch = Batch(self._cache)
        with self._engine.connect().execution_options(writing=True) as connection, connection.begin():
            dialect_of(connection).write(batch.to_write())

    @contextmanager
    def _lend(self) -> Iterator[Connection]:
        self.flush()
        with super()._lend() as connection:
            yield connection

    def close(self) -> None:
        """Write what is left, then let go."""
        self.flush()
        super().close()


@dataclass(slots=True)
class History:
    """A room that plays on and on: `play` adds so many rounds to its record."""

    url: str
    tables: int = TABLES
    _clock_ms: float = _BEGAN_MS
    store: BulkStore = field(init=False)
    _numbers: Iterator[int] = field(init=False)
    _chance: Random = field(init=False)
    _room: Room = field(init=False)
    _cage: Cage = field(init=False)
    _links: Links = field(init=False)

    def __post_init__(self) -> None:
        self.store = BulkStore(self.url, connect(self.url))
        self._room, self._cage = Room(self.store, now_ms=self._now_ms), Cage(self.store, now_ms=self._now_ms)
        self._links = Links(self._room)
        # A command writes an entry at least, so no number past the last position was ever given.
        last = self.store.position()
        self._numbers, self._chance = itertools.count(last), Random(17 + last)
        if last:
            entry = self.store.entry(last)
            assert entry is not None, "it is the last one"
            self._clock_ms = entry.time_ms
        else:
            self._furnish()

    def _now_ms(self) -> int:
        return int(self._clock_ms)

    def _furnish(self) -> None:
        people = People(self.store, now_ms=self._now_ms)
        people.register("sam", Role.ADMIN, None, FIRST_START, "sam")
        people.register("sue", Role.SUPERVISOR, None, _ADMIN, "sue")
        self._cage.fund(10**9, _SUPERVISOR, "fund")
        level = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
        self._links.open("main", link_terms("UTH-P01", _STAKE, (level,)), _SUPERVISOR, "link", override="bench")
        for name in self.names:
            self._room.open_table(name, Settings(terms=terms(WA_2018)), _ADMIN, f"open {name}")
            self._cage.fund(10**9, _SUPERVISOR, f"fund {name}")
            self._cage.fill(name, 10**9, _SUPERVISOR, f"fill {name}")
            for seat in SEATS:
                player = f"{name}-{seat}"
                people.register(player, Role.PLAYER, None, _ADMIN, player)
                self._cage.buy_in(player, 10**9, _SUPERVISOR, f"chips {player}")
                self._room.do(name, Sit(seat), Person(player, Role.PLAYER), command=f"sit {player}")
        for name in self.names[:LINKED]:
            self._links.join("main", name, _SUPERVISOR, f"join {name}")

    @property
    def names(self) -> list[str]:
        """The tables."""
        return [f"T{number}" for number in range(self.tables)]

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return sum(self._room.table(name).rounds for name in self.names)

    def play(self, rounds: int) -> None:
        """Play so many rounds more, table after table; one that is in play is played to its end."""
        for _ in range(rounds // self.tables):
            for name in self.names:
                while self._step(name) != END:
                    pass
                if self._room.table(name).rounds % SHIFT == 0:
                    close_as_recorded(self._cage, name, _SUPERVISOR, f"shift {next(self._numbers)}")
            self._links.tick()
        self.store.flush()

    def _step(self, name: str) -> Order:
        self._clock_ms += _ROUND_MS / self.tables / 17
        if self._room.table(name).unpaid:  # a royal: rare, but it does come
            self._verify(name)
        order, who = self._room.next_order(name) or self._by_a_player(name)
        self._room.do(name, order, who, command=f"{name} {next(self._numbers)}")
        return order

    def _by_a_player(self, name: str) -> tuple[Order, Person]:
        table = self._room.table(name)
        round = table.in_play
        assert round is not None, "the machine opens rounds"
        if round.stage is Stage.BETTING:
            seat = next(seat for seat in SEATS if round.seat(seat) is None)
            more = {} if table.link is None else {PROGRESSIVE: _STAKE}
            return PlaceBets(Stakes(ante=1_000, trips=500, **more)), Person(f"{name}-{seat}", Role.PLAYER)
        seat = self._chance.choice(due_seats(round))
        return self._chance.choice(legal_actions(round, seat)), Person(f"{name}-{seat}", Role.PLAYER)

    def _verify(self, name: str) -> None:
        claim_due(self._room, name)
        while self._room.table(name).unpaid:
            link = self._room.desk.link("main")
            button = next_to_verify(link.terms.flow, link.pad(name))
            with contextlib.suppress(Refused):
                press(self._room, name, button, _SUPERVISOR, f"verify {next(self._numbers)}")
