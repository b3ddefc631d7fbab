"""One round at a table, step by step: before each, the lying house changes whatever its viewer cannot see then."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Final

from croupier.cards import Card
from croupier.errors import Refused
from croupier.floor.orders import Order, parse_order
from croupier.floor.plan import plan
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.rules.round import Stage
from torture.secrets.browser import Stream
from torture.secrets.deciding import DEALER, ahead, next_deed
from torture.secrets.furnish import BOSS, is_staff
from torture.secrets.house import Open
from torture.secrets.pages import asked_by, nonsense
from torture.secrets.search import cards_told, secrets_of
from torture.secrets.sight import given_away, may_see

_STEPS: Final = 120
"""More than any round takes."""
_WATCHERS: Final = 5
_LOOKS: Final = 0.5
"""How often somebody opens a page after a step."""
_TRIES: Final = 0.2
"""How often somebody tries what cannot be."""
_CLOCK_RUNS_OUT: Final = 0.02
_STAMP: Final = re.compile(r'"stamp": ?\d+')
"""Counts what the house has sent to anybody so far; which state is sent first of two is an accident."""
_OF_THE_MACHINE: Final = re.compile(r"(?:# (?:HELP|TYPE) )?(?:process_|python_)|content-length: ")
"""Figures of the process itself, which depend on the machine and the moment."""


_BESIDE: Final = ("by_clock", "deadline_ms", "last", "log", "meters", "rounds", "you")
"""What a live state says beside its table's version: the newest there is when the state is sent. When states follow
each other faster than they are sent, how new that is in all but the newest is an accident."""


def _without_beside(state: str) -> str:
    return json.dumps({key: value for key, value in json.loads(state).items() if key not in _BESIDE})


class Evening:
    """A table for one round, with some of its viewers' live streams open."""

    def __init__(self, open_house: Open, name: str) -> None:
        self.open, self.name = open_house, name
        self.side = open_house.house.sides.at(name)
        self.room: Room = self.side.room
        self.chance, self.played = open_house.chance, open_house.played
        self.streams: dict[str, Stream] = {}
        self._heard: dict[str, int] = {}
        self._at = ""

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.room.table(self.name)

    async def round(self) -> bool:
        """Play until a round is over; whether another can begin here."""
        self.side.hub.felt(self.name).wake.set()
        await self.open.at_rest(self.name)
        random = Random(f"{self.chance.seed} {self.name} {self.table.version}")
        everybody = list(self.open.viewers(self.table))
        first = self.table.rounds if self.table.in_play is not None else self.table.rounds + 1
        for name in random.sample(everybody, min(_WATCHERS, len(everybody))):
            self.streams[name] = self.open.browser(name).watch(self.name)
            await self.streams[name].begun()
        try:
            for number in range(_STEPS):
                self._at = f"{self.name}-{first} step {number}"
                if not await self._step(Random(f"{random.random()} {self._at}")):
                    return False
                if self.table.rounds > first or (self.table.rounds == first and self.table.in_play is None):
                    return True
            return False
        finally:
            for stream in self.streams.values():
                await stream.close()
            self.played.counts["rounds"] += 1
            self.played.counts["rounds × viewers"] += len(self.streams)

    async def _step(self, random: Random) -> bool:
        """One deed, in sight of one viewer whom the lying house deceives; whether anything could be done."""
        self.open.still.ms += random.randrange(1, 50)
        self.chance.tell_the_truth(self.room, self.name)
        table = self.table
        round = table.in_play
        true = None if round is None or round.stage is Stage.BETTING else self.chance.true_deal(round)
        deed = next_deed(table, true, random)
        if deed is None and table.in_play is None:
            return False
        clocked = table.settings.terms.clock_s is not None
        if deed is None or (clocked and random.random() < _CLOCK_RUNS_OUT):
            # Only the clock, or company that waits for it, can go on.
            deed, self.open.still.ms = None, self.open.still.ms + 61_000
        then = ahead(table, deed, self.open.still.ms)
        viewer = random.choice(sorted(self.streams))
        self._deceive(viewer, table, then)
        for name, stream in self.streams.items():
            self._heard[name] = len(stream.heard)
        self.open.logged()
        before = table.version
        if deed is None:
            self.side.hub.felt(self.name).wake.set()
        else:
            await self._give(deed, viewer, before)
        await self.open.at_rest(self.name)
        if deed is None and self.table.version == before:
            return False
        await self._look(viewer, random)
        self._note(viewer)
        return not self.table.unpaid

    def _deceive(self, viewer: str, table: Table, then: Table) -> None:
        """Change what the viewer will still not see when the deed is done; where all is seen then, nothing."""
        after = then.in_play
        if table.in_play is None or after is None or after.id != table.in_play.id:
            return
        known = may_see(then, after, viewer, staff=is_staff(viewer)) | given_away(then, after)
        if after.stage is Stage.BETTING or not after.seats:
            return
        # With chance of its own: the honest house draws nothing here, and both must go on alike.
        self.chance.lie(self.room, self.name, known, after, Random(f"lie {self.chance.seed} {self._at}"))
        self.played.counts["deceptions"] += 1

    async def _give(self, deed: tuple[Order, Person], viewer: str, version: int) -> None:
        order, who = deed
        staff = who in (DEALER, BOSS)
        path = f"/api/staff/tables/{self.name}/orders" if staff else f"/api/tables/{self.name}/orders"
        command = f"{self.name}-{version}".replace(".", "-")
        answer = await self.open.browser(who.name).order(path, str(order), version, command.ljust(8, "-"))
        self._sent(who.name, viewer, f"answer to {order}", answer)

    async def _look(self, viewer: str, random: Random) -> None:
        """Somebody opens a page, or tries what cannot be: mostly the one who is deceived."""
        if random.random() < _TRIES:
            path, body = nonsense(self.table, random)
            if not self._makes_sense(viewer, body):
                answer = await self.open.browser(viewer).ask(path, body=body)
                self._sent(viewer, viewer, f"refusal of {body} at {path}", answer)
        if random.random() < _LOOKS:
            role = self._role(viewer)
            path = asked_by(self.open.house, self.table, role, random)
            page = random.random() < 0.5
            answer = await self.open.browser(viewer).ask(path, page=page)
            self._sent(viewer, viewer, f"{path} as {'page' if page else 'JSON'}", answer)

    def _makes_sense(self, viewer: str, body: object) -> bool:
        """Whether an order would be carried out after all: it would take the round on, and the lie is made for now."""
        who = self.open.browser(viewer).who
        if who is None or not isinstance(body, dict) or "version" not in body:
            return False
        try:
            plan(self.table, parse_order(body["order"]), who, "nonsense", self.open.still.ms, bytes(32))
        except Refused:
            return False
        return True

    def _role(self, viewer: str) -> Role | None:
        who = self.open.browser(viewer).who
        return None if who is None else who.role

    def _note(self, viewer: str) -> None:
        """Keep what came by live streams, and what was logged."""
        for name, stream in self.streams.items():
            *passing, newest = stream.heard[self._heard[name] :] or [""]
            for state in passing:
                version = json.loads(state)["version"]
                self._sent(name, viewer, f"live state of version {version}", _without_beside(state))
            self._sent(name, viewer, "the newest live state", newest)
        logged = self.open.logged()
        self._search("the log", logged, frozenset())
        self.played.told[f"{self._at}: the log"] = logged

    def _sent(self, name: str, viewer: str, what: str, text: str) -> None:
        """Something that somebody was sent: searched whoever it is, kept to compare where it is the deceived one."""
        text = _STAMP.sub("", text)
        if what.startswith("/metrics"):
            text = "\n".join(line for line in text.split("\n") if not _OF_THE_MACHINE.match(line))
        self.played.counts["texts"] += 1
        round = self.table.in_play
        known: frozenset[Card] = frozenset()
        if round is not None and round.deal is not None:
            places = may_see(self.table, round, name, staff=is_staff(name)) | given_away(self.table, round)
            known = places.cards(round.deal)
        self._search(f"{name}, by {what},", text, known)
        if name == viewer:
            self.played.told[f"{self._at}: {name}, {what}"] = text

    def _search(self, whom: str, text: str, known: frozenset[Card]) -> None:
        round = self.table.in_play
        if round is None:
            return
        found = [piece for piece in secrets_of(self.table) if piece in text]
        body = text if text.startswith("{") else text[text.find("\n{") + 1 :]
        if round.deal is not None:
            found += [str(card) for card in cards_told(body) if card not in known]
        for piece in found:
            self.played.findings.append(f"{self._at}: {whom} tells {piece}")
