"""Plays the kept record of one state of the program, with that state's own code and its tests' own card room:

    PYTHONPATH=STATE/src:STATE/tests/floor python tests/records/make.py room-NAME [postgresql://…]

Without an address it writes `room-NAME.sql.gz` and `room-NAME.json` beside itself; with one it plays into that empty
database, where the rows must come out the same. Clock, seeds, PINs' salts and badges are the same in every run. What a
state did not have yet is left out of its record.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

_chance = random.Random("a record that is kept")
os.urandom = random._urandom = _chance.randbytes  # type: ignore[attr-defined,assignment]

from card_room import ADMIN, ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom  # noqa: E402

from croupier.errors import Refused  # noqa: E402
from croupier.floor.orders import parse_order  # noqa: E402
from croupier.floor.people import FIRST_START  # noqa: E402
from croupier.floor.roles import Person, Role  # noqa: E402
from croupier.floor.room import Room  # noqa: E402
from croupier.floor.table import DealtBy, Settings  # noqa: E402
from croupier.jackpot.terms import LevelTerms  # noqa: E402
from croupier.ledger.accounts import tray  # noqa: E402
from croupier.rules.deal import deal  # noqa: E402
from croupier.rules.round import due_seats, legal_actions  # noqa: E402
from croupier.rules.terms import terms  # noqa: E402

HERE = Path(__file__).parent


def named(name: str, *modules: str) -> Any:
    """What is called so in the first of these modules that this state has; `None` where it has none of them."""
    for module in modules:
        with suppress(ImportError):
            return getattr(import_module(f"croupier.{module}"), name, None)
    return None


RULE_SETS = named("RULE_SETS", "rules.games", "rules.rulesets")
Links = named("Links", "floor.links.control", "floor.links")
link_terms = named("link_terms", "floor.links.terms", "floor.link_terms")
close_as_recorded = named("close_as_recorded", "floor.soak.run")
parse_button = named("parse_button", "jackpot.buttons", "jackpot.claim")
Outside = named("OutsideDesk", "floor.links.outside_desk") or named("Guests", "floor.guests")
lit_step = named("lit_step", "floor.dealer") or named("next_key", "floor.dealer")
deck_of = named("deck_of", "fair.commitment")
past_rounds = named("past_rounds", "floor.history.rounds", "floor.past.rounds", "floor.past")
audit = named("audit", "floor.audit.auditor", "floor.audit")
Change = named("Change", "floor.choices.upkeep")
HouseChoices = named("ChoiceBook", "floor.house.choices") or named("Choices", "floor.house.choices")
AdjustmentReason = named("AdjustmentReason", "jackpot.events") or named("Reason", "jackpot.events")
back_out = named("back_out", "floor.links.office")
parse_side_bets = named("parse_side_bets", "rules.own.file")
SeatSettled = named("SeatSettled", "rules.events")

EVE = Person("eve", Role.EXECUTIVE)
STAN = Person("stan", Role.SUPERVISOR)
SEATS = {1: ANN, 4: BOB, 6: CAT}
PIN = "271828"

BETS = {
    "wa-base": ("10 trips 5", "5", "20"),
    "wa-2014": ("10 trips 5 bad_beat 5", "5 pairs 5", "20 trips 5"),
    "wa-2018": ("10 trips 5 bad_beat 5", "5 pairs 5", "20"),
    "wa-lnw": ("10 trips 5 bad_beat 5", "5 pairs 5", "20 trips 5"),
    "ca": ("10 trips 5", "5", "20"),
    "three-card": ("10 pair_plus 5 six_card 5", "pair_plus 5", "20"),
    "caribbean": ("10", "5", "20"),
    "four-card": ("10 aces_up 5", "5", "aces_up 10"),
    "crazy-four": ("10 queens_up 5", "5", "20"),
    "mississippi": ("10 three_card_bonus 5", "5", "20"),
    "let-it-ride": ("10 three_card_bonus 5", "5", "20"),
}
"""By rule set, what Ann, Bob and Cat bet."""
MAIN = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
OWN_METER = "own:Royal_Chase;all_seven;royal_flush_first_five=100%main;royal_flush=10%main;full_house=9"
OWN_BET = '[any_two]\nname = "Any Two"\ngames = ["uth"]\ncards = "hole"\nlimits = "5-20"\npays = {any = "2 to 1"}\n'


Texts = list[str]


def has(cards: Texts, *straights: str) -> bool:
    return any(all(rank + suit in cards for rank in five) for five in straights for suit in "cdhs")


def royal(holes: list[Texts], dealer: Texts, board: Texts) -> bool:
    """Somebody has a royal flush of all seven cards, which a meter pays."""
    return any(has(hole + board, "AKQJT") for hole in holes)


def straight_flush(holes: list[Texts], dealer: Texts, board: Texts) -> bool:
    """Somebody has another straight flush in the first five cards, which a meter and envy pay."""
    straights = [("A" + "23456789TJQK")[i : i + 5] for i in range(9)]
    return any(has(hole + board[:3], *straights) for hole in holes)


def nothing(holes: list[Texts], dealer: Texts, board: Texts) -> bool:
    """The dealer has seven ranks far apart, and does not open (R21)."""
    return {card[0] for card in dealer + board} == set("2357TQK") and len({card[1] for card in dealer + board}) == 4


SEEDS = {"L1-1": royal, "L2-1": straight_flush, "G1-1": nothing}
"""Rounds of Ultimate Texas Hold'em, dealt by hand, whose seed is looked for: what must be dealt."""


def seed_of(round: str) -> bytes:
    """The first seed that deals what is wanted of a round."""
    rules, wanted = RULE_SETS["wa-base"], SEEDS[round]
    layout = [rules.game.layout] if hasattr(rules, "game") else []
    for number in count():
        seed = hashlib.sha256(f"{round} {number}".encode()).digest()
        dealt = deal(rules.procedures[0], *layout, tuple(SEATS), deck_of(round, seed, {}))
        holes = dealt.own if layout else dealt.holes
        if wanted([texts(hole) for hole in holes.values()], *map(texts, (dealt.dealer, dealt.board))):
            return seed
    raise AssertionError("there is always one")


def texts(cards: Any) -> Texts:
    return [str(card) for card in cards]


class Play:
    """A card room of the state, and what is done in it."""

    def __init__(self, url: str) -> None:
        self.at = at = CardRoom(url)
        at.room = Room(at.store, now_ms=at.tick, draw=self.draw)
        self.links = Links(at.room)
        self.outside = Outside(self.links)

    def draw(self, round: str) -> bytes:
        return seed_of(round) if round in SEEDS else hashlib.sha256(round.encode()).digest()

    def id(self) -> str:
        return self.at.id()

    def do(self, table: str, who: Person, *orders: Any) -> Any:
        """Give orders at a table, as text or as values."""
        for order in orders:
            given = parse_order(order) if isinstance(order, str) else order
            self.at.room.do(table, given, who, command=self.id())
        return self.at.room.table(table)

    def close_shift(self, table: str) -> None:
        """Close a shift: by a count, where this state counts."""
        if close_as_recorded is None:
            self.at.cage.close_shift(table, SUPERVISOR, self.id())
        else:
            close_as_recorded(self.at.cage, table, SUPERVISOR, self.id())

    def refused(self, what: Callable[[], object]) -> None:
        """Something that must be refused, and leaves its trace only where a refusal is written down."""
        try:
            what()
        except Refused:
            return
        raise AssertionError("it was not refused")

    def open(self, table: str, rules: str, by: DealtBy = DealtBy.PERSON, **choices: Any) -> None:
        """A table with chips, and everybody at it."""
        settings = Settings(terms=terms(RULE_SETS[rules], **choices), dealt_by=by)
        self.at.room.open_table(table, settings, ADMIN, self.id())
        self.at.cage.fill(table, 5_000_000, SUPERVISOR, self.id())
        for seat, who in SEATS.items():
            self.do(table, who, f"sit {seat}")

    def bet(self, table: str, stake: str = "") -> None:
        """Open a round and put everybody's bets down; in California whoever is asked banks or passes, in turn."""
        now = self.do(table, DEALER, "open")
        rules = now.in_play.terms.rules.name
        if now.in_play.terms.player_banked:
            if now.rounds % 3 == 2:
                now = self.do(table, SEATS[now.bank_offered_to[0]], "pass")
            now = self.do(table, SEATS[now.bank_offered_to[0]], "bank 300")
        for (seat, who), bets in zip(SEATS.items(), BETS[rules], strict=True):
            if not now.has_wagers(seat):
                on_link = stake and bets[0].isdigit()  # a side bet alone takes none
                self.do(table, who, f"bet {bets}" + (f" progressive {stake}" if on_link else ""))

    def finish(self, table: str) -> None:
        """Go on until the round is over or a win waits: every seat takes another of the actions that it has."""
        while (now := self.at.room.table(table)).in_play is not None:
            round = now.in_play
            due = due_seats(round)
            if due:
                legal = legal_actions(round, due[0])
                self.do(table, SEATS[due[0]], str(legal[(now.rounds + due[0]) % len(legal)]))
            elif (step := lit_step(now)) is not None:
                self.do(table, DEALER, step)
            else:
                return

    def round(self, table: str, stake: str = "") -> None:
        self.bet(table, stake)
        self.finish(table)

    def press(self, table: str, who: Person, *buttons: str) -> None:
        for button in buttons:
            self.links.press(table, parse_button(button), who, self.id())


def people(play: Play) -> None:
    """Staff and players, with and without PINs; a badge; wrong PINs, a lock and what undoes it."""
    book = play.at.people
    book.register("sam", Role.ADMIN, PIN, FIRST_START, play.id())
    for who, pin in ((SUPERVISOR, PIN), (DEALER, PIN), (EVE, PIN), (STAN, None), (ANN, PIN), (BOB, None), (CAT, None)):
        book.register(who.name, who.role, pin, ADMIN, play.id())
    book.register("pat", Role.DEALER, PIN, ADMIN, play.id())
    book.sign_in("ann", PIN)
    for _ in range(5):
        play.refused(lambda: book.sign_in("pat", "000000"))
    book.unlock("pat", ADMIN, play.id())
    book.set_pin("pat", "314159", ADMIN, play.id())
    badge = book.issue_badge("sue", ADMIN, play.id())
    book.badge_holder(badge)
    if hasattr(book, "deactivate"):
        book.change_role("pat", Role.SUPERVISOR, ADMIN, play.id())
        book.deactivate("pat", ADMIN, play.id())
        book.activate("pat", ADMIN, play.id())


def cage(play: Play) -> None:
    """Chips for everybody, in every way."""
    at = play.at
    at.cage.fund(100_000_000, SUPERVISOR, play.id())
    for who in SEATS.values():
        at.cage.buy_in(who.name, 1_000_000, SUPERVISOR, play.id())
    if HouseChoices is not None:
        house = HouseChoices(at.store, now_ms=at.tick)
        house.choose("zone", "America/Los_Angeles", ADMIN, play.id())
        house.choose("low_tray", "500", ADMIN, play.id())


def games(play: Play) -> None:
    """A round at a table of every rule set, by hand; a round dealt by the machine; a void; fills, credits, a shift."""
    at = play.at
    for number, rules in enumerate(RULE_SETS, 1):
        table = f"G{number}"
        play.open(table, rules)
        play.round(table)
    play.do("G3", DEALER, "open")
    play.do("G3", ANN, "bet 10", "seed my own words", "withdraw", "bet 20 trips 5")
    play.do("G3", DEALER, "lock", "deal")
    play.do("G3", SUPERVISOR, "void misdeal")
    play.do("G3", SUPERVISOR, "stop spilled coffee", "resume")
    play.do("G3", CAT, "stand")
    at.cage.buy_in_at("G3", "ann", 50_000, DEALER, play.id())
    at.cage.credit("G3", 100_000, SUPERVISOR, play.id())
    at.cage.cash_out("bob", 20_000, SUPERVISOR, play.id())
    play.close_shift("G3")
    play.open("M1", "wa-base", DealtBy.MACHINE)
    at.room.advance("M1")
    for who, bets in zip(SEATS.values(), BETS["wa-base"], strict=True):
        play.do("M1", who, f"bet {bets}")
    while (now := at.room.advance("M1", open_next=False)).in_play is not None:
        for seat in due_seats(now.in_play):
            play.do("M1", SEATS[seat], str(legal_actions(now.in_play, seat)[-1]))


def california(play: Play) -> None:
    """The bank goes round, fees are collected, and leave the box with the shift."""
    table = next(f"G{number}" for number, rules in enumerate(RULE_SETS, 1) if rules == "ca")
    for _ in range(3):
        play.round(table)
    play.close_shift(table)


def face_up(play: Play) -> None:
    play.open("F1", "wa-2018", face_up_approval="WSGC 2026-33")
    play.round("F1")


def links(play: Play) -> None:
    """A link of one game, a royal claimed, refused, claimed again, paid and backed out; one of several games and two
    levels, with envy; a second of several games and one level; a table of another house's game; adjustments, a stop."""
    mega = LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000)
    major = LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000)
    at = play.at
    for name, made in {
        "single": link_terms("UTH-P01", 100, (MAIN,)),
        "levels": link_terms("MGL-ML01", 500, (mega, major), executive_above=1_000_000),
        "multi": link_terms("MGL-01", 100, (MAIN,)),
    }.items():
        play.links.open(name, made, EVE, play.id(), override="kept")
    play.open("L1", "wa-2014")
    play.open("L2", "wa-2018")
    for link, table in (("single", "L1"), ("levels", "L2")):
        play.links.join(link, table, SUPERVISOR, play.id())
    # Games other than Ultimate Texas Hold'em take turns on the two links of several games.
    others = [number for number, rules in enumerate(RULE_SETS.values(), 1) if number > 5]
    for number in others:
        link, stake = (("levels", "5"), ("multi", "1"))[number % 2]
        play.links.join(link, f"G{number}", SUPERVISOR, play.id())
        play.round(f"G{number}", stake)

    play.round("L1", "1")
    (win,) = at.room.table("L1").unpaid
    play.press("L1", DEALER, f"hand {win.line}")
    play.press("L1", SUPERVISOR, "refuse misread")
    play.press("L1", DEALER, f"hand {win.line}")
    play.press("L1", SUPERVISOR, "key jph", "j-pot", "key run")
    play.press("L1", DEALER, "game over")
    if back_out is not None:
        claim = max(
            event["claim"]
            for entry in at.store.read("link/single")
            for event in json.loads(entry.body)["events"]
            if event["event"] == "ClaimLogged"
        )
        number = back_out(play.links, "single", claim, "report 12", SUPERVISOR, play.id())
        play.links.approve("single", number, EVE, play.id())

    play.round("L2", "5")
    (win,) = at.room.table("L2").unpaid
    play.press("L2", DEALER, f"seat {win.seat}", f"hand {win.line}")
    play.press("L2", SUPERVISOR, "confirm", "swipe")
    play.press("L2", DEALER, "game over")

    outside = play.outside
    outside.join("levels", "C1", "dj-wild", SUPERVISOR, play.id())
    outside.lock("C1", {1: 500, 3: 500, 5: 500}, DEALER, play.id())
    hands = {1: "4c 4d 4h 4s 2c", 3: "As Ks Qs Js Ts", 5: "3c 5d 8d Jc Qd"}
    outside.show("C1", hands, DEALER, play.id())
    for who, button in ((DEALER, "seat 3"), (DEALER, "hand royal_flush"), (SUPERVISOR, "confirm"), (EVE, "swipe")):
        outside.press("C1", parse_button(button), who, play.id())
    outside.end("C1", DEALER, play.id())
    outside.lock("C1", {2: 500}, DEALER, play.id())
    outside.void("C1", "misdeal", SUPERVISOR, play.id())

    number = play.links.ask("multi", "main", 12_345, AdjustmentReason.MALFUNCTION, "slip 4", SUPERVISOR, play.id())
    play.refused(lambda: play.links.approve("multi", number, SUPERVISOR, play.id()))
    play.links.approve("multi", number, EVE, play.id())
    number = play.links.ask("multi", "main", 777, AdjustmentReason.MALFUNCTION, "slip 5", SUPERVISOR, play.id())
    play.links.drop("multi", number, "mistyped", SUPERVISOR, play.id())
    play.links.stop("multi", "looked at", SUPERVISOR, play.id())
    play.links.resume("multi", SUPERVISOR, EVE, play.id())
    play.round("L1", "1")
    play.bet("L2", "5")  # stays on the table: a round in play, with wagers for a meter
    play.do("L2", DEALER, "lock", "deal")


def changes(play: Play) -> None:
    """A table with other choices, bets of our own, a dealer of its own, a player sent off, an end and a beginning."""
    if Change is None:
        return
    play.do("F1", SUPERVISOR, Change({"limits.ante": "10-75", "pays.trips": "UTH-04"}), "dealer dora")
    play.do("F1", DEALER, "call")
    play.do("F1", SUPERVISOR, "answer", "unseat 6 asleep")
    play.at.cage.credit("F1", play.at.store.balance(tray("F1")), SUPERVISOR, play.id())
    play.close_shift("F1")
    play.do("F1", SUPERVISOR, "close", "reopen")
    play.at.cage.fill("F1", 5_000_000, SUPERVISOR, play.id())
    if parse_side_bets is None:
        return
    play.do("F1", SUPERVISOR, Change({"own_bets": OWN_BET}))
    play.links.open("own", link_terms(OWN_METER, 100, (MAIN,)), EVE, play.id(), override="kept")
    play.links.join("own", "F1", SUPERVISOR, play.id())
    play.do("F1", ANN, "sit 1")
    play.do("F1", BOB, "sit 4")
    play.do("F1", DEALER, "open")
    play.do("F1", ANN, "bet 10 own_any_two 5 progressive 1")
    play.do("F1", BOB, "bet 10 trips 5")
    play.finish("F1")


def practice(play: Play) -> None:
    """A guest's table with play chips, where they are in this record; later they have one of their own."""
    if hasattr(type(play.at.store), "practice"):
        return
    room = play.at.room
    guest = named("welcome", "floor.practice")(play.at.people, room)
    table = named("open_practice", "floor.practice")(room, play.at.people, RULE_SETS["wa-base"], guest)
    room.advance(table)
    play.do(table, guest, "bet 10 trips 5")
    while (now := room.advance(table, open_next=False)).in_play is not None:
        play.do(table, guest, str(legal_actions(now.in_play, 1)[-1]))


def sums(play: Play) -> dict[str, Any]:
    """What the state itself says of its record: balances, meters, and what each seat won or lost in each round."""
    store = play.at.store
    tables = sorted({entry.stream for entry in store.read_all() if entry.stream.startswith("table/")})
    nets: dict[str, dict[str, int]] = {}
    for past in (past for table in tables for past in past_rounds(store.read(table))):
        seats = nets[past.round.id] = {}
        for event in past.events:
            if SeatSettled is not None and isinstance(event, SeatSettled):
                seats[str(event.seat)] = seats.get(str(event.seat), 0) + sum(row.net for row in event.results)
    report = audit(store)
    assert report.findings == (), report.findings
    displays = getattr(play.links, "displays", None) or play.links.shown
    return {
        "entries": report.entries,
        "rounds": nets,
        "balances": {str(account): amount for account, amount in sorted(store.balances().items()) if amount},
        "meters": {link: {row.level: row.cents for row in displays(link)} for link in play.links.desk.names()},
    }


def main(name: str, url: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "room.db"
        play = Play(url or f"sqlite:///{file}")
        for part in (people, cage, games, california, face_up, links, changes, practice):
            part(play)
        told = sums(play)
        play.at.store.close()
        if url is not None:
            return
        connection = sqlite3.connect(file)
        dump = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    (HERE / f"{name}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    text = json.dumps(told, indent=1, sort_keys=True)
    (HERE / f"{name}.json").write_text(text + "\n")
    print(name, told["entries"], "entries", len(told["rounds"]), "rounds")


if __name__ == "__main__":
    main(*sys.argv[1:])
