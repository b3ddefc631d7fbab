"""Another five-card game on a Multi-Game Link: a small client that runs in a process of its own.

It deals five cards a seat and has no idea of Ultimate Texas Hold'em. At its lock it reports who made the progressive
wager, at the end the five cards of each seat; for a win its dealer selects the seat and presses the hand, a supervisor
confirms, and a card is swiped (R45). What it may not do, the desk refuses, with words for its display.

    python examples/other_game.py --db sqlite:///room.db --link big --table C1 --games 20 \\
        --dealer dora:3333 --supervisor sue:2222 --executive eve:6666

`--lucky N` deals a royal flush in every N-th game, so that there is something to see.
"""

from __future__ import annotations

import argparse
import json
import time
import uuid
from dataclasses import dataclass, field
from random import Random

from croupier.cards import DECK, cards_text, parse_cards
from croupier.errors import Refused
from croupier.floor.guests import Guests
from croupier.floor.links import Links
from croupier.floor.people import People
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.jackpot.claim import Confirm, Hand, Seat, Swipe
from croupier.jackpot.keypad import EarlierClaim, NeedsExecutive
from croupier.store.entry import contents
from croupier.store.journal import Store, open_store

SEATS = (1, 2, 4, 5)
ROYAL = parse_cards("As Ks Qs Js Ts")


@dataclass
class OtherGame:
    """One table of the other game. Everything it tells the link goes through `desk`."""

    desk: Guests
    table: str
    dealer: Person
    supervisor: Person
    executive: Person
    chance: Random
    lucky: int = 0
    played: int = 0
    wagered: int = 0
    hits: list[dict[str, object]] = field(default_factory=list)
    envy: int = 0

    def play(self) -> None:
        """One game: wagers, lock, cards, claims, the end."""
        stake = self.desk.guest(self.table).stake
        wagers = {seat: stake for seat in SEATS if self.chance.random() < 0.8}
        game = self.desk.lock(self.table, wagers, self.dealer, new_id())
        self.played += 1
        self.wagered += sum(wagers.values())
        self.desk.show(self.table, self.deal(wagers), self.dealer, new_id())
        for win in self.desk.guest(self.table).unpaid:
            self.claim(game, win.seat, win.line)
        ended = contents(self.desk.end(self.table, self.dealer, new_id()).entries[0]).events[0]
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
        self.desk.press(self.table, Seat(seat), self.dealer, new_id())
        self.desk.press(self.table, Hand(line), self.dealer, new_id())
        self.desk.press(self.table, Confirm(), self.supervisor, new_id())
        receipt, card = None, self.supervisor
        while receipt is None:
            try:
                receipt = self.desk.press(self.table, Swipe(), card, new_id())
            except NeedsExecutive as refused:
                print(f"{self.table}: {refused}", flush=True)
                card = self.executive
            except EarlierClaim as refused:
                print(f"{self.table}: {refused}", flush=True)
                time.sleep(0.05)
        paid = contents(receipt.entries[0]).events[0]["cents"]
        self.hits.append({"game": game, "seat": seat, "line": line, "cents": paid})


def new_id() -> str:
    """The id of a command: repeated under the same id, it would be answered as before."""
    return uuid.uuid4().hex


def sign_in(store: Store, given: str) -> Person:
    """Somebody of the house, by `name:PIN`."""
    name, _, pin = given.partition(":")
    return People(store).sign_in(name, pin)


def main() -> None:
    """Join the link, play, and say what came of it as JSON on the last line."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--db", required=True)
    ask.add_argument("--link", required=True)
    ask.add_argument("--table", default="C1")
    ask.add_argument("--games", type=int, default=10)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--lucky", type=int, default=0)
    for who in ("dealer", "supervisor", "executive"):
        ask.add_argument(f"--{who}", required=True, metavar="NAME:PIN")
    given = ask.parse_args()
    with open_store(given.db, create=False) as store:
        dealer, supervisor, executive = (
            sign_in(store, each) for each in (given.dealer, given.supervisor, given.executive)
        )
        desk = Guests(Links(Room(store)))
        desk.join(given.link, given.table, "five card stud", supervisor, f"{given.table} joins {given.link}")
        game = OtherGame(desk, given.table, dealer, supervisor, executive, Random(given.seed), given.lucky)
        for _ in range(given.games):
            game.play()
        meters = {row.level: row.cents for row in desk.links.shown(given.link)}
    print(
        json.dumps(
            {
                "table": given.table,
                "games": game.played,
                "wagered": game.wagered,
                "hits": game.hits,
                "envy": game.envy,
                "meters": meters,
            }
        )
    )


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        raise SystemExit(f"refused: {refused}") from None
