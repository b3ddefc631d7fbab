"""The laws after a kill find what is planted: a lost acknowledgement, a doubled command, a wrong meter."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.floor import unit
from croupier.store.batch import Batch
from croupier.store.journal import open_store
from croupier.store.unit import Receipt, Unit
from depth import thorough
from torture.faults.answers import LostAnswers
from torture.kills.writers import Writers
from torture.report import Report
from torture.scene.attack import Strike, attack
from torture.scene.clerk import Clerks, Deed, deeds_of, furnish_cage
from torture.scene.laws import Book, Room, judge
from torture.scene.places import Files
from torture.scene.served import furnish_linked
from torture.scene.victim import Tell, Victim

pytestmark = thorough

DEEDS = deeds_of("a seed", [f"d{n}" for n in range(12)])


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with Files() as made:
        yield made


@pytest.fixture
def room(files: Files) -> Iterator[Room]:
    made = Room.at(files.fresh(furnish_cage), alone=True)
    yield made
    files.drop(made.address)


def ask(room: Room, book: Book, *deeds: Deed) -> None:
    """Have a clerk ask, and enter it in the book."""
    told: list[list[object]] = []
    with open_store(room.address) as store:
        clerk = Clerks(store, lambda *line: told.append(list(line)), "a seed", "life", lambda: 1_790_000_000_000)
        for deed in deeds:
            clerk.do(deed)
    book.note(told)


def found(room: Room, book: Book) -> str:
    return "\n".join(judge(room, book).found)


def test_an_honest_room_is_clean_and_most_deeds_are_done_in_it(room: Room) -> None:
    book = Book()
    ask(room, book, *DEEDS)
    ask(room, book, *DEEDS)
    assert found(room, book) == ""
    assert len(book.done) + len(book.refused) == len(DEEDS)
    assert len(book.done) > len(DEEDS) / 2
    assert book.again == len(DEEDS)


def test_an_acknowledged_command_that_is_lost_is_found(room: Room) -> None:
    book = Book()
    ask(room, book, *DEEDS[:6])
    shutil.copyfile(room.address, f"{room.address}.before")
    fund = Deed("the last", "fund", "ann", 500)
    ask(room, book, fund)
    shutil.copyfile(f"{room.address}.before", room.address)  # as by a disk that had not written what it said it had
    assert "the last was acknowledged, and is lost" in found(room, book)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make records forget, from now on, which commands they have carried out."""
    admit: Callable[[Batch, Unit], Receipt] = Batch.admit

    def forgets(batch: Batch, unit: Unit) -> Receipt:
        batch.receipts.clear()
        return admit(batch, unit)

    def plant() -> None:
        monkeypatch.setattr(Batch, "admit", forgets)
        monkeypatch.setattr(unit, "receipt_of", lambda *asked: None)  # who asks first whether it was done is told no

    return plant


def test_a_command_that_stands_twice_is_found(room: Room, forgetful: Callable[[], None]) -> None:
    book, fund = Book(), Deed("twice", "fund", "ann", 500)
    ask(room, book, fund)
    forgetful()
    ask(room, book, fund)
    what = found(room, book)
    assert "twice stands more than once" in what
    assert "twice was answered as entries" in what
    assert "by the independent model" in what


def test_money_that_moves_twice_under_another_id_is_found_by_the_book_alone(room: Room) -> None:
    book, fund = Book(), Deed("once", "fund", "ann", 500)
    ask(room, book, fund)
    ask(room, Book(), Deed("once more", "fund", "ann", 500))  # as by a server that makes up ids of its own
    what = found(room, book)
    assert "once more stands at" in what
    assert "cage holds" in what
    assert "by the book it should hold" in what


def test_a_refused_command_that_stands_and_a_changed_answer_are_found(room: Room) -> None:
    book, fund = Book(), Deed("refused", "fund", "ann", 500)
    ask(room, book, fund)
    book.refuses("refused")
    assert "refused was refused, and stands at" in found(room, book)
    book.acknowledges("refused", [1])
    assert "and then as [1]" in found(room, book)


def test_a_meter_that_is_a_cent_off_is_found_by_the_model(files: Files) -> None:
    room = Room.at(files.fresh(furnish_linked), alone=False, ours=lambda _: False)
    assert found(room, Book()) == ""
    with sqlite3.connect(room.address) as database:
        database.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'meter/main/main'")
    assert "meter/main/main holds 1000001 cents; by the independent model it should hold 1000000" in found(room, Book())
    files.drop(room.address)


class LyingDisk(Writers):
    """Writers on a disk that forgets what it has flushed, once."""

    def strike(self, at: Strike) -> None:
        path = Path(at.room.address)
        kept = path.read_bytes()
        super().strike(at)
        if at.number == 1:
            for beside in path.parent.glob(f"{path.name}-*"):
                beside.unlink()
            path.write_bytes(kept)


def test_the_whole_attack_finds_a_disk_that_forgets_and_says_how_to_see_it_again(files: Files) -> None:
    report = Report()
    attack(LyingDisk(), files, 2, report, seed=7)
    assert report.counts["kills of a writer on SQLite"] == 2
    assert report.findings
    assert "and is lost" in report.findings[0]
    assert "SQLite, writer, number 1, seed 7" in report.findings[0]
    kept = Path(report.findings[-1].rpartition(" ")[2])
    assert "chips for ann" in kept.read_text()
    kept.unlink()


def test_lost_answers_find_a_record_that_forgets_its_commands(files: Files, forgetful: Callable[[], None]) -> None:
    forgetful()
    report = Report()
    attack(LostAnswers(), files, 3, report, seed=7)
    assert any("stands more than once" in finding for finding in report.findings)
    for finding in report.findings:
        if "the record is kept in" in finding:
            Path(finding.rpartition(" ")[2]).unlink()


def test_what_a_victim_told_before_it_was_killed_is_heard() -> None:
    def work(tell: Tell) -> None:
        for number in range(1_000_000):
            tell("done", f"c{number}", [number])

    victim = Victim(work)
    assert victim.listen(20, until="done", times=50)
    victim.kill()
    assert [line[1] for line in victim.told] == [f"c{n}" for n in range(len(victim.told))]
    assert len(victim.told) >= 50


def test_whoever_asks_for_what_must_be_refused_is_refused(room: Room) -> None:
    book = Book()
    ask(room, book, Deed("too much", "overdraw", "ann", 500), Deed("not staff", "stranger", "ann", 500))
    assert book.refused == {"too much", "not staff"}
    assert found(room, book) == ""
