"""DJ Wild Stud Poker on a Multi-Game Link: a small client of another game, in a process of its own.

For the link's eyes it deals five plain cards a seat, and it has no idea of the games of this house. At its lock it
reports who made the progressive wager, at the end the five cards of each seat; for a win its dealer selects the seat
and presses the hand, a supervisor confirms, and a card is swiped (R45). What it may not do, the desk refuses, with
words for its display.

    python examples/other_game.py --at http://localhost:8000 --key KEY --link big --table C1 --games 20 \\
        --dealer dora:3333 --supervisor sue:2222 --executive eve:6666

`--at` is a server, or a record (`sqlite:///room.db`, `postgresql://…`) that the client then opens itself: the reports
are the same. `--key` is what `croupier device register c1-box --kind game-machine --table C1` told once; a record that
is opened here asks for none. `--lucky N` deals a royal flush in every N-th game, so that there is something to see.
"""

from __future__ import annotations

import argparse
import json
import time
import uuid
from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.cards import DECK, cards_text, parse_cards
from croupier.client import Declined, Machine
from croupier.errors import Refused
from croupier.floor.links.control import Links
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.people import People
from croupier.floor.room import Room
from croupier.jackpot.buttons import parse_button
from croupier.store.entry import contents
from croupier.store.journal import open_store

SEATS = (1, 2, 4, 5)
ROYAL = parse_cards("As Ks Qs Js Ts")


class NotGranted(Exception):
    """What the desk refused, in its own words."""


class OverHttp:
    """The desk at the other end of a wire."""

    def __init__(self, server: str, key: str) -> None:
        self.server = server.rstrip("/")
        self.key = key

    def report(self, table: str, who: str, report: str, **more: Any) -> dict[str, Any]:
        """Send one report, signed by `who` (`name:PIN`); the table afterwards, and what was written."""
        name, _, pin = who.partition(":")
        try:
            return Machine(self.server, self.key, name, pin).report(table, report, **more)
        except Declined as refused:
            raise NotGranted(str(refused)) from None


class InPython:
    """The same desk, over a record that this process opens itself."""

    def __init__(self, db: str) -> None:
        self.store = open_store(db, create=False)
        self.desk = OutsideDesk(Links(Room(self.store)))

    def report(self, table: str, who: str, report: str, **more: Any) -> dict[str, Any]:
        """Make one report as `who` (`name:PIN`); the table afterwards, and what was written."""
        name, _, pin = who.partition(":")
        command = uuid.uuid4().hex
        try:
            person = People(self.store).sign_in(name, pin)
            match report:
                case "join":
                    self.desk.join(more["link"], table, more["game"], person, command)
                case "lock":
                    self.desk.lock(table, more["wagers"], person, command)
                case "hands":
                    self.desk.show(table, more["hands"], person, command)
                case "button":
                    self.desk.press(table, parse_button(more["button"]), person, command)
                case "end":
                    self.desk.end(table, person, command)
        except Refused as refused:
            raise NotGranted(str(refused)) from None
        standing, receipt = self.desk.table(table), self.store.receipt(command)
        wrote = [] if receipt is None else list(contents(receipt.entries[0]).events)
        unpaid = [(win.seat, win.line) for win in standing.unpaid]
        return {"stake": standing.stake, "round": standing.round, "unpaid": unpaid, "wrote": wrote}


@dataclass
class OtherGame:
    """One table of the other game. Everything it tells the link goes through `desk`."""

    desk: OverHttp | InPython
    table: str
    dealer: str
    supervisor: str
    executive: str
    chance: Random
    lucky: int = 0
    stake: int = 0
    played: int = 0
    wagered: int = 0
    hits: list[dict[str, object]] = field(default_factory=list)
    envy: int = 0

    def join(self, link: str) -> None:
        """Be on the link from now on."""
        told = self.desk.report(self.table, self.supervisor, "join", link=link, game="dj-wild")
        self.stake = told["stake"]

    def play(self) -> None:
        """One game: wagers, lock, cards, claims, the end."""
        wagers = {seat: self.stake for seat in SEATS if self.chance.random() < 0.8}
        game = self.desk.report(self.table, self.dealer, "lock", wagers=wagers)["round"]
        self.played += 1
        self.wagered += sum(wagers.values())
        for seat, line in self.desk.report(self.table, self.dealer, "hands", hands=self.deal(wagers))["unpaid"]:
            self.claim(game, seat, line)
        ended = self.desk.report(self.table, self.dealer, "end")["wrote"][0]
        self.envy += sum(ended["envy"].values())

    def deal(self, wagers: dict[int, int]) -> dict[int, str]:
        """Five cards for each seat; now and then a royal for somebody who is in it."""
        deck = list(DECK)
        self.chance.shuffle(deck)
        hands = {}
        if self.lucky and wagers and self.played % self.lucky == 0:
            hands[self.chance.choice(sorted(wagers))] = cards_text(ROYAL)
            deck = [card for card in deck if card not in ROYAL]
        for seat in SEATS:
            if seat not in hands:
                hands[seat] = cards_text(tuple(deck.pop() for _ in range(5)))
        return hands

    def claim(self, game: str, seat: int, line: str) -> None:
        """The dealer presses, the supervisor confirms and swipes; above the configured level an Executive does."""
        self.desk.report(self.table, self.dealer, "button", button=f"seat {seat}")
        self.desk.report(self.table, self.dealer, "button", button=f"hand {line}")
        self.desk.report(self.table, self.supervisor, "button", button="confirm")
        paid, card = None, self.supervisor
        while paid is None:
            try:
                paid = self.desk.report(self.table, card, "button", button="swipe")["wrote"][0]["cents"]
            except NotGranted as refused:
                print(f"{self.table}: {refused}", flush=True)
                if "Executive" in str(refused):
                    card = self.executive
                elif "came first" in str(refused):  # an earlier claim on this level, at another table
                    time.sleep(0.05)
                else:
                    raise
        self.hits.append({"game": game, "seat": seat, "line": line, "cents": paid})


def main() -> None:
    """Join the link, play, and say what came of it as JSON on the last line."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--at", required=True, help="a server's address, or a record's")
    ask.add_argument("--key", default="", help="the machine's key, for a server")
    ask.add_argument("--link", required=True)
    ask.add_argument("--table", default="C1")
    ask.add_argument("--games", type=int, default=10)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--lucky", type=int, default=0)
    for who in ("dealer", "supervisor", "executive"):
        ask.add_argument(f"--{who}", required=True, metavar="NAME:PIN")
    given = ask.parse_args()
    desk = OverHttp(given.at, given.key) if given.at.startswith("http") else InPython(given.at)
    chance = Random(given.seed)
    game = OtherGame(desk, given.table, given.dealer, given.supervisor, given.executive, chance, given.lucky)
    game.join(given.link)
    for _ in range(given.games):
        game.play()
    told = {"table": given.table, "games": game.played, "wagered": game.wagered, "hits": game.hits, "envy": game.envy}
    print(json.dumps(told))


if __name__ == "__main__":
    try:
        main()
    except NotGranted as refused:
        raise SystemExit(f"refused: {refused}") from None
