"""The progressive of a private table: its own meter in play chips, paid with nobody called, gone with the table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, SUPERVISOR
from link_room import KEYED, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.control import Links
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.practice import Making, open_practice, refill
from croupier.floor.practice.progressive import progressive_terms, progressives
from croupier.floor.practice.retention import Retention, trim_practice
from croupier.floor.roles import PRACTICE_HOST, Person, Role
from croupier.floor.room import Room
from croupier.games import GAMES, ruleset
from croupier.jackpot.buttons import Confirm
from croupier.ledger.accounts import HOUSE, PLAY, meter, owed, player, pool, reserve
from croupier.rules.round import Stage
from croupier.store.journal import Store, open_store
from depth import first_of, thorough
from raw_record import rewrite, speaking

WASHINGTON = ruleset("wa-2018")
ENOUGH = 30_000


class Friends:
    """A private table with a progressive, and one guest who bets on it."""

    def __init__(self, url: str, paytable: str = "MGL-01") -> None:
        self.store: Store = open_store(url)
        self.record = self.store.practice
        self.now_ms = 1_790_000_000_000
        self.room = Room(self.record, now_ms=lambda: self.now_ms)
        self.people = People(self.record, now_ms=lambda: self.now_ms)
        making = Making(rules=WASHINGTON, choices={}, progressive=paytable)
        self.table = open_practice(self.room, self.people, making, ANN)
        self.guest = Person(self.room.table(self.table).sittings[0].player, Role.PLAYER)
        self.terms = progressive_terms(paytable)
        self.wagers = 0

    def play(self, rounds: int) -> None:
        """So many rounds to their end, as the hub plays them."""
        for _ in range(rounds):
            self.now_ms += 1_000
            self.room.advance(self.table)
            if self.record.balance(player(self.guest.name)) < ENOUGH:
                refill(self.room, self.guest.name)
            self.order("bet 10 progressive 1")
            self.wagers += self.terms.stake
            while (round := self.room.advance(self.table, open_next=False).in_play) is not None:
                assert round.stage is not Stage.BETTING
                assert round.street is not None
                self.order("bet1" if round.street.key == "river" else "check")

    def order(self, order: str) -> None:
        at = self.room.table(self.table)
        self.room.do(self.table, parse_order(order), self.guest, command=f"{self.table}/{at.version}")

    def held(self) -> int:
        """What lies on the meters, in reserve and in the pool."""
        levels = self.room.desk.link(self.table).levels
        accounts = [
            pool(self.table),
            owed(self.table),
            *(of(self.table, one) for of in (meter, reserve) for one in levels),
        ]
        return sum(map(self.record.balance, accounts))

    def given(self) -> tuple[int, int]:
        """What the awards were, and what the house has put in, less what it has taken."""
        paid = house = 0
        for entry in self.record.read_all():
            for id, debit, credit, cents in entry_transfers(entry):
                if id.startswith("link/"):
                    house += cents * ((debit == PLAY) - (credit == PLAY))
                paid += cents if debit == owed(self.table) else 0
        return paid, house

    def findings(self) -> tuple[Any, ...]:
        return audit(self.record, practice=True).findings


def entry_transfers(entry: Any) -> list[Any]:
    from croupier.floor.audit.finding import decode_entry

    return list(decode_entry(entry).transfers)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Friends]:
    friends = Friends(f"sqlite:///{tmp_path / 'room.db'}")
    yield friends
    friends.store.close()


def wins(monkeypatch: pytest.MonkeyPatch, at: Friends, *numbers: int) -> None:
    """Make the guest in seat 1 hold a royal flush with the flop in these rounds."""
    royal = ({1: "Ah Kh"}, "Kc 5d", "Qh Jh Th 2d 6c")
    stacked(
        monkeypatch, {f"{at.table}-{number}": royal for number in numbers}, ({1: "2c 7d"}, "Kc 5d", "9s 6c Qh 2d Th")
    )


def test_a_meter_starts_at_its_seed_and_grows_by_the_bets_of_its_table(
    at: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    wins(monkeypatch, at)
    seed = sum(level.seed for level in at.terms.levels)
    assert at.held() == seed
    at.play(3)
    shown = sum(level.shown for level in at.room.desk.displays(at.table))
    grows = sum(level.rate_bp for level in at.terms.levels)
    assert shown == seed + 3 * at.terms.stake * grows // 10_000
    assert at.record.balance(pool(at.table)) == 3 * at.terms.stake, "it is split when somebody wins"
    assert at.findings() == ()


def test_a_win_is_paid_at_once_and_nobody_is_called(at: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    wins(monkeypatch, at, 2)
    at.play(1)
    before = at.record.balance(player(at.guest.name))
    at.play(1)
    table = at.room.table(at.table)
    assert table.unpaid == ()
    assert table.in_play is None, "the round is over"
    (award,) = table.paid
    assert at.record.balance(player(at.guest.name)) > before + award.cents > 1_000_000
    assert at.findings() == ()


def test_a_win_that_a_restart_has_left_half_confirmed_is_paid(at: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    wins(monkeypatch, at, 1)
    with monkeypatch.context() as stopped:
        stopped.setattr("croupier.floor.links.claiming._confirm", lambda *_: None)
        with pytest.raises(AssertionError):
            at.play(1)
    assert at.room.table(at.table).unpaid
    Links(at.room).press(at.table, Confirm(), PRACTICE_HOST, "confirm")
    at.room.advance(at.table, open_next=False)
    assert at.room.table(at.table).in_play is None
    assert at.findings() == ()


def test_what_went_in_is_what_lies_there_and_what_was_paid(at: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went in = meters, reserves and pool + awards − what the house gave, seeds above all."""
    wins(monkeypatch, at, 3, 4)
    for rounds in (2, 2, 1):
        at.play(rounds)
        paid, house = at.given()
        assert at.wagers == at.held() + paid - house
        assert at.record.balance(HOUSE) == 0, "the house's money is not touched"
    assert paid > 2 * 1_000_000
    assert at.findings() == ()
    assert sum(cents for account, cents in at.record.balances().items()) == 0


def test_a_round_that_the_host_voids_gives_its_wager_back(at: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    wins(monkeypatch, at)
    at.play(2)
    before = at.record.balance(player(at.guest.name))
    at.room.advance(at.table)
    at.order("bet 10 progressive 1")
    at.room.advance(at.table, open_next=False)
    assert at.record.balance(pool(at.table)) == 3 * at.terms.stake
    at.room.do(at.table, parse_order("void misdeal"), PRACTICE_HOST, command="void")
    assert at.record.balance(player(at.guest.name)) == before
    paid, house = at.given()
    assert at.wagers == at.held() + paid - house
    assert at.findings() == ()


def test_play_chips_and_money_never_meet(at: Friends) -> None:
    assert at.store.streams("link/") == []
    links = Links(Room(at.store))
    with pytest.raises(Refused, match="play chips and money never meet"):
        links.open(at.table, KEYED, SUPERVISOR, "open")
    with pytest.raises(Refused, match="play chips and money never meet"):
        links.open("main", at.terms, SUPERVISOR, "open")
    links.open("main", KEYED, SUPERVISOR, "open", override="a test")
    with pytest.raises(Refused, match="play chips and money never meet"):
        links.configure("main", replace(KEYED, play_chips=True), SUPERVISOR, "configure")
    other = open_practice(at.room, at.people, Making(rules=WASHINGTON, choices={}), ANN)
    with pytest.raises(Refused, match="is a practice table with play chips"):
        Links(at.room).join(at.table, other, PRACTICE_HOST, "join")


@pytest.mark.parametrize("key", GAMES)
def test_every_game_of_the_floor_can_have_one_by_its_rules(key: str) -> None:
    rules = GAMES[key].rule_sets[0]
    for name, words in progressives(rules).items():
        assert words.startswith("$1 a round, ")
        assert words.endswith(f"({name})")
        assert progressive_terms(name).play_chips


def test_one_that_the_rules_do_not_have_is_refused(at: Friends) -> None:
    making = Making(rules=WASHINGTON, choices={}, progressive="MGL-99")
    with pytest.raises(Refused, match="no progressive 'MGL-99' under wa-2018; want one of UTH-P01, MGL-01"):
        open_practice(at.room, at.people, making, ANN)


# What goes, and what is forged


def test_it_is_removed_with_its_table_and_every_chip_goes_back(at: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    wins(monkeypatch, at, 2)
    at.play(3)
    at.now_ms += 49 * 3600 * 1000
    assert trim_practice(at.room) > 0
    assert at.record.streams("link/") == at.record.streams("table/") == []
    assert {account: cents for account, cents in at.record.balances().items() if cents} == {}
    assert at.findings() == ()


@thorough
def test_a_long_table_is_cut_and_what_is_left_of_it_can_still_be_counted(
    at: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    wins(monkeypatch, at, 2, 12)
    at.play(12)
    assert trim_practice(at.room, Retention(table_entries=30)) > 0
    assert at.record.head(f"table/{at.table}").version > 0
    assert at.findings() == ()
    at.play(1)
    assert at.findings() == ()


FORGED = {
    "its meter began with more": ("LinkOpened", lambda event: event["terms"]["levels"][0].update(seed=9_999_999)),
    "it is said to be of money": ("LinkOpened", lambda event: event["terms"].pop("play_chips")),
    "somebody else's win was confirmed": ("ClaimConfirmed", lambda event: event.update(by="sue")),
    "the award was more": ("ClaimLogged", lambda event: event["award"].update(amount=event["award"]["amount"] + 1)),
    "another table joined": ("TableJoined", lambda event: event.update(table="practice-00000000")),
}


@pytest.mark.parametrize("what", first_of(FORGED))
def test_a_forged_one_is_found(at: Friends, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    wins(monkeypatch, at, 1)
    at.play(1)
    kind, change = FORGED[what]
    for entry in at.record.read(f"link/{at.table}"):
        if f'"{kind}"' in entry.body:
            position = entry.position

    def forge(body: dict[str, Any]) -> None:
        for event in body["events"]:
            if event["event"] == kind:
                change(event)

    file = str(at.record.url.removeprefix("sqlite:///"))
    with closing(speaking(sqlite3.connect(file, isolation_level=None))) as connection:
        rewrite(connection, position, forge)
    assert any(finding.where == f"link/{at.table}" for finding in at.findings())


def test_the_host_of_practice_opens_no_link_for_money(at: Friends) -> None:
    """The record is forged by the room's own hand, with the questions taken out of it."""
    room = Room(at.store)
    Links(room).open("main", KEYED, PRACTICE_HOST, "forged", override="forged")
    assert any(finding.where == "link/main" for finding in audit(at.store).findings)
