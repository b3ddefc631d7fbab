"""A card room with a link, and decks that make somebody win."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.cards import parse_cards
from croupier.floor import table as tables
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, Settings
from croupier.games import ruleset
from croupier.games.uth import UTH
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.terms import LevelTerms, LinkTerms
from croupier.rules.deal import stack
from croupier.rules.terms import terms
from raw_record import rewrite, speaking

SUE, DORA = SUPERVISOR, DEALER
STAN = Person("stan", Role.SUPERVISOR)
EVE = Person("eve", Role.EXECUTIVE)
MAIN = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
MEGA = LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000)
MAJOR = LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000)
KEYED = link_terms("UTH-P01", 100, (MAIN,))
CARD = link_terms("MGL-ML01", 500, (MEGA, MAJOR), executive_above=1_000_000)

DULL = ({1: "2c 7d", 4: "3c 8d", 6: "4h Jd"}, "Kc 5d", "9s 6c Qh 2d Th")
ROYAL = ({1: "2c 7d", 4: "Ah Kh", 6: "4c Jd"}, "Kc 5d", "Qh Jh Th 2d 6c")
TWO_STRAIGHT_FLUSHES = ({1: "2h 3h", 4: "7h 8h", 6: "4c Jd"}, "Kc 5d", "4h 5h 6h 2d 9c")


class LinkRoom(CardRoom):
    """T1 with Ann in seat 1, Bob in seat 4 and Cat in seat 6, on link `main`."""

    def link_up(
        self, at: LinkTerms = KEYED, *, by: DealtBy = DealtBy.PERSON, rules: str = "wa-2018", tables: int = 1
    ) -> Links:
        self.links = Links(self.room)
        self.begin((repr(at), by, rules, tables), lambda: self._link_up(at, by, rules, tables))
        return self.links

    def _link_up(self, at: LinkTerms, by: DealtBy, rules: str, tables: int) -> None:
        self.furnish(rules, by=by)
        for who in (STAN, EVE):
            self.people.register(who.name, who.role, None, ADMIN, who.name)
        self.links.open("main", at, EVE, "open main", override="test")
        for number in range(1, tables + 1):
            if number > 1:
                settings = Settings(terms=terms(ruleset(rules)), dealt_by=by)
                self.room.open_table(f"T{number}", settings, ADMIN, f"open T{number}")
            self.links.join("main", f"T{number}", SUE, f"join T{number}")

    def sit(self) -> None:
        for who, seat in ((ANN, 1), (BOB, 4), (CAT, 6)):
            self.do(who, f"sit {seat}")

    def bet(self, stake: str) -> None:
        self.do(DORA, "open")
        for who in (ANN, BOB, CAT):
            self.do(who, f"bet 10 progressive {stake}")

    def play_out(self) -> None:
        """Everybody checks down and stays in; the dealer settles."""
        self.do(DORA, "lock", "deal")
        for street, step in (("check", "flop"), ("check", "river"), ("bet1", "dealer")):
            for who in (ANN, BOB, CAT):
                self.do(who, street)
            self.do(DORA, step)
        self.do(DORA, "settle")

    def press(self, who: Person, *buttons: str, table: str = "T1") -> None:
        for button in buttons:
            self.links.press(table, parse_button(button), who, self.id())

    def rewrite(self, position: int, change: Callable[[dict[str, Any]], object]) -> None:
        """Change what an entry says, past the room, and forge every hash after it in its stream."""
        file = str(self.store._engine.url.database)
        with closing(speaking(sqlite3.connect(file, isolation_level=None))) as connection:
            rewrite(connection, position, change)

    def at_table(self, table: str, who: Person, *orders: str) -> None:
        for order in orders:
            self.room.do(table, parse_order(order), who, command=self.id())


def stacked(monkeypatch: pytest.MonkeyPatch, decks: Mapping[str, Any], otherwise: Any = DULL) -> None:
    """Make the shuffle give these cards in these rounds. The audit plays rounds again through the same door."""

    def deck_of(round: str, _seed: bytes, _players: object, _cards: object) -> Any:
        holes, dealer, board = decks.get(round, otherwise)
        procedure = ruleset("wa-2018").procedures[0]
        made = {seat: parse_cards(text) for seat, text in holes.items()}
        return stack(procedure, UTH.layout, made, parse_cards(dealer), parse_cards(board))

    monkeypatch.setattr(tables, "deck_of", deck_of)


def room_at(tmp_path: Path) -> LinkRoom:
    return LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
