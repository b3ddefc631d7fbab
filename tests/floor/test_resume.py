"""Killed at any write, a table comes back exactly as it was, with the same cards, and goes on."""

from __future__ import annotations

import contextlib
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.dealer import deadline_ms
from croupier.floor.orders import parse_order
from croupier.floor.plan import SNAPSHOT_EVERY, load
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy
from croupier.rules.deal import CardsFrom
from croupier.store.entry import Entry, contents
from croupier.store.journal import open_store
from croupier.store.reader import Reader
from croupier.store.unit import StaleVersion, StoreClosed, StoreFailed
from depth import first_of

# A whole California round and a whole Washington round, each order with the id it has however often it is sent.
CALIFORNIA: list[tuple[Person, str]] = [
    (ANN, "sit 1"),
    (BOB, "sit 3"),
    (CAT, "sit 5"),
    (DEALER, "open"),
    (ANN, "bank 200"),
    (BOB, "bet 10 trips 5"),
    (CAT, "bet 15"),
    (BOB, "seed lucky"),
    (DEALER, "lock"),
    (DEALER, "deal"),
    (BOB, "bet4"),
    (CAT, "check"),
    (CAT, "stand"),
    (DEALER, "flop"),
    (DEALER, "river"),
    (DEALER, "collect"),
    (DEALER, "dealer"),
    (DEALER, "settle next"),
    (DEALER, "settle"),
    (DEALER, "end"),
    (DEALER, "open"),
    (SUPERVISOR, "void misdeal"),
]
FELT: list[tuple[Person, str]] = [
    (DEALER, order)
    for order in (
        "seat 5 name ann", "open", "seat 3 bet 10 trips 5", "seat 4 bet 10", "seat 5 bet 10", "lock", "deal",
        "seat 3 bet4", "seat 3 undo", "all check", "cards Ah", "cards KhQh", "seat 3 check", "seat 4 check",
        "seat 5 bet2", "cards 2c3d", "seat 3 fold", "seat 4 fold", "cards 7c8d", "cards JhTc", "cards AsAd",
        "settle next", "settle", "correct seat 3 AcAd a black ace", "settle", "end", "open", "all usual",
    )
]  # fmt: skip
"""A round of a real deck with a decision taken back and a card corrected after it was settled (R58)."""
WASHINGTON = [step for step in CALIFORNIA if not step[1].startswith(("bank", "collect"))]


def send(at: CardRoom, steps: list[tuple[Person, str]]) -> None:
    """Every order under its own id; the clock decides for who has left."""
    for number, (who, order) in enumerate(steps):
        if order in ("flop", "river", "collect", "dealer"):
            at.room.advance("T1")
        at.room.do("T1", parse_order(order), who, command=f"step {number}")


class PowerCut(BaseException):
    """Nothing catches this but the thread's own end."""


class Counter:
    """Counts the writes, and cuts the power at one of them."""

    def __init__(self) -> None:
        self.seen = 0
        self.cut_at: int | None = None

    def __call__(self, point: str) -> None:
        self.seen += 1
        if self.seen == self.cut_at:
            raise PowerCut


@pytest.mark.parametrize(
    ("rules", "steps", "cards"),
    first_of(
        [
            ("ca", CALIFORNIA, CardsFrom.SHUFFLE),
            ("wa-2018", WASHINGTON, CardsFrom.SHUFFLE),
            ("wa-2018", FELT, CardsFrom.FELT),
        ]
    ),
)
def test_a_crash_at_every_write_of_a_round(
    tmp_path: Path, rules: str, steps: list[tuple[Person, str]], cards: CardsFrom
) -> None:
    """The power is cut at every single write in turn; the same orders are sent again, and all comes to the same."""
    furnished = tmp_path / "furnished.db"
    at = CardRoom(f"sqlite:///{furnished}")
    at.furnish(rules, cards_from=cards)
    at.store.close()

    def copy(name: str, fault: Counter) -> CardRoom:
        shutil.copy(furnished, tmp_path / name)
        return CardRoom(f"sqlite:///{tmp_path / name}", fault)

    whole = Counter()
    at = copy("whole.db", whole)
    send(at, steps)
    want_money, want_table = at.money(), at.room.table("T1")
    assert load(at.store, "T1") == want_table
    at.store.close()
    for cut in range(1, whole.seen + 1):
        counter = Counter()
        counter.cut_at = cut
        here = copy(f"cut{cut}.db", counter)
        with pytest.raises((StoreFailed, StoreClosed)):
            send(here, steps)
        here.fault = lambda _: None
        here.restart()
        assert sum(here.money().values()) == 0
        send(here, steps)
        assert here.money() == want_money
        table = here.room.table("T1")
        assert table.version == want_table.version
        assert table.round is not None
        assert want_table.round is not None
        assert (table.seed, table.round.deck) == (want_table.seed, want_table.round.deck)
        assert load(here.store, "T1") == table
        assert audit(here.store).findings == ()
        here.store.close()


@pytest.mark.parametrize("seed", range(3))
def test_duplicated_delayed_and_reordered_orders_come_to_the_same(url: str, seed: int) -> None:
    """Every order is sent up to three times, in any order, with the version it was meant for, until all are in."""
    steps = [step for step in WASHINGTON if step[1] != "stand"]
    steps.insert(12, (CAT, "bet2"))
    at, chance = CardRoom(url), random.Random(seed)
    at.furnish()
    first = at.room.table("T1").version
    missing = list(enumerate(steps))
    while missing:
        delivery = [each for each in missing for _ in range(chance.randint(1, 3))]
        chance.shuffle(delivery)
        for number, (who, order) in delivery:
            with contextlib.suppress(Refused):
                at.room.do("T1", parse_order(order), who, command=f"step {number}", version=first + number)
        missing = [(number, step) for number, step in missing if at.store.receipt(f"step {number}") is None]
    asked = [contents(entry).request for entry in at.store.read("table/T1", after=first)]
    assert asked == [order for _, order in steps]
    assert audit(at.store).clean
    at.store.close()


def test_a_round_in_play_resumes_with_the_same_cards(url: str) -> None:
    at = CardRoom(url)
    at.furnish("ca")
    send(at, CALIFORNIA[:12])
    before = at.room.table("T1")
    at.restart()
    after = at.room.table("T1")
    assert after == before
    assert after.round is not None
    assert before.round is not None
    assert after.round.deal == before.round.deal
    at.store.close()


def test_every_prefix_of_a_table_resumes_as_it_was(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish("ca")
    for number, (who, order) in enumerate(CALIFORNIA):
        if order in ("flop", "river", "collect", "dealer"):
            at.room.advance("T1")
        at.room.do("T1", parse_order(order), who, command=f"step {number}")
        assert load(at.store, "T1") == at.room.table("T1")
    at.store.close()


def test_a_long_table_resumes_from_its_snapshot(url: str) -> None:
    """The state from the last snapshot is the state from the beginning, at every point after it."""
    at = CardRoom(url)
    at.furnish(by=DealtBy.MACHINE)
    at.do(ANN, "sit 1")
    for number in range(SNAPSHOT_EVERY + 2):
        at.room.advance("T1")
        at.do(ANN, "bet 5")
        at.room.advance("T1")
        at.do(ANN, "bet4")
        at.room.advance("T1", open_next=False)
        if number >= SNAPSHOT_EVERY - 2:
            kept = at.store.snapshot("table/T1")
            assert (kept is not None) == (number >= SNAPSHOT_EVERY - 1)
            assert load(at.store, "T1") == at.room.table("T1")
    assert audit(at.store).clean
    at.store.close()


def test_the_clock_starts_again_for_who_is_due_after_a_crash(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish(by=DealtBy.MACHINE, clock_s=30)
    at.do(ANN, "sit 1")
    at.room.advance("T1")
    at.do(ANN, "bet 5")
    table = at.room.advance("T1")
    assert table.in_play is not None
    assert at.room.deadline_of("T1") == deadline_ms(table) == table.since_ms + 30_000
    at.now += 3_600_000  # the power is away for an hour
    at.restart()
    resumed = at.now
    assert at.room.table("T1") == table
    deadline = at.room.deadline_of("T1")
    assert deadline is not None
    assert resumed + 30_000 <= deadline <= at.now + 30_000
    assert at.room.advance("T1").in_play == table.in_play
    at.now = deadline
    assert at.room.advance("T1").in_play.stage_key == "flop"  # type: ignore[union-attr]
    at.store.close()


def test_two_processes_move_one_table_one_after_the_other(url: str) -> None:
    """What the second decides on a state that the first has left is decided anew, or refused for what is true now."""
    one, two = CardRoom(url), CardRoom(url)
    one.furnish()
    one.do(ANN, "sit 1")
    seen = two.room.table("T1")
    assert seen == one.room.table("T1")
    one.do(BOB, "sit 2")
    with pytest.raises(Refused, match="seat 2 at T1 is taken by bob"):
        two.room.do("T1", parse_order("sit 2"), CAT, command="taken")
    one.do(BOB, "stand", "sit 4")
    two.room.do("T1", parse_order("sit 3"), CAT, command="behind")
    assert [sitting.player for sitting in two.room.table("T1").sittings] == ["ann", "cat", "bob"]
    with pytest.raises(StaleVersion, match="has moved on"):
        two.room.do("T1", parse_order("resume"), SUPERVISOR, command="late", version=seen.version)
    assert one.room.reload("T1") == two.room.table("T1")
    one.store.close()
    two.store.close()


def test_a_player_who_faces_the_same_is_in_time_whoever_else_wrote(url: str) -> None:
    """Ann's page shows the table before Bob sat down in another process; her seat is as it was."""
    one, two = CardRoom(url), CardRoom(url)
    one.furnish()
    one.do(ANN, "sit 1")
    one.room.do("T1", parse_order("open"), DEALER, command="open")
    seen = two.room.table("T1").version
    one.do(BOB, "sit 2")
    one.do(BOB, "bet 10")
    two.room.do("T1", parse_order("bet 10"), ANN, command="ann bets", version=seen)
    one.room.reload("T1")
    with pytest.raises(StaleVersion):
        one.room.do("T1", parse_order("lock"), DEALER, command="lock", version=seen)
    assert {seat.number for seat in two.room.table("T1").in_play.seats} == {1, 2}  # type: ignore[union-attr]
    one.store.close()
    two.store.close()


def test_a_table_is_read_as_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the entries and the sealed seed another process ends the round, which takes the seed away."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    at = CardRoom(url)
    at.furnish()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 5")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    before = at.do(DEALER, "flop", "river", "dealer", "settle")
    read = Reader.read

    def read_and_then_the_round_ends(self: Reader, *args: Any, **options: Any) -> Iterator[Entry]:
        entries = list(read(self, *args, **options))
        monkeypatch.setattr(Reader, "read", read)
        at.do(DEALER, "end")
        return iter(entries)

    monkeypatch.setattr(Reader, "read", read_and_then_the_round_ends)
    with open_store(url) as other:
        assert load(other, "T1") == before
        assert load(other, "T1").in_play is None
    at.store.close()
