"""Practice in a record of its own: what is kept of it, what goes, and that what is left can still be counted again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from card_room import ANN
from sqlalchemy import text

from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import NoSuchRound, find_round, last_rounds, past_rounds
from croupier.floor.house.drills import DrillAnswer, Drills
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import CompanyStrength, Making, company_order, entrances, open_practice, refill
from croupier.floor.practice.retention import Retention, trim_practice
from croupier.floor.practice.shared import keep_round, shared_entries
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.games import ruleset
from croupier.lab.games.direct import choice_values
from croupier.ledger.accounts import PLAY, player, tray
from croupier.school.decision import parse_decision
from croupier.store.journal import Store, open_store

HOUR_MS = 3600 * 1000
ENOUGH = 30_000
SMALL = Retention(table_entries=60, guest_entries=2)


class Practice:
    """A room with its record of practice, and a clock that a test sets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.now_ms = 1_790_000_000_000
        self._open()

    def _open(self) -> None:
        self.store: Store = open_store(self.url)
        self.room = Room(self.store.practice, now_ms=lambda: self.now_ms)
        self.people = People(self.store.practice, now_ms=lambda: self.now_ms)

    @property
    def record(self) -> Store:
        return self.store.practice

    def restart(self) -> None:
        self.store.close()
        self._open()

    def open_for(self, who: Person = ANN, company: int = 1) -> tuple[str, Person]:
        making = Making(rules=ruleset("wa-2018"), choices={}, company=(CompanyStrength.CAREFUL,) * company)
        name = open_practice(self.room, self.people, making, who)
        return name, Person(self.room.table(name).sittings[0].player, Role.PLAYER)

    def play(self, table: str, guest: Person, rounds: int) -> None:
        """So many rounds to their end."""
        until = self.room.table(table).rounds + rounds
        while True:
            self.now_ms += 10
            now = self.room.table(table)
            step = self.room.next_order(table) or company_order(now)
            if step is not None and str(step[0]) == "open" and now.rounds >= until:
                return
            if step is not None and str(step[0]) == "open":
                for sitting in now.sittings:  # as the host does: nobody runs out of play chips
                    if self.record.balance(player(sitting.player)) < ENOUGH:
                        refill(self.room, sitting.player)
            if step is None:
                round = now.in_play
                assert round is not None
                words = "bet 10" if round.street is None else str(round.street.late)
                step = parse_order(words), guest
            self.room.do(table, *step, command=f"{table}/{now.version}")

    def check(self) -> None:
        report = audit(self.record, practice=True)
        assert report.clean, report.findings[:5]


@pytest.fixture
def at(url: str) -> Iterator[Practice]:
    made = Practice(url)
    yield made
    made.store.close()


def test_a_table_that_goes_on_keeps_its_last_rounds_and_no_more(at: Practice) -> None:
    table, guest = at.open_for()
    sizes = []
    for _ in range(6):
        at.play(table, guest, 8)
        trim_practice(at.room, SMALL)
        sizes.append(len(list(at.record.read_all())))
        at.check()
    assert max(sizes[2:]) <= 2 * SMALL.table_entries + 40, "however long they play"
    assert at.room.table(table).rounds == 48
    rounds = last_rounds(at.record, table, 2)
    assert [past.round.id for past in rounds] == [f"{table}-{n}" for n in (47, 48)]
    with pytest.raises(NoSuchRound, match="about the last hundred"):
        find_round(at.record, f"{table}-1")
    at.restart()
    assert at.room.table(table).rounds == 48
    at.play(table, guest, 2)
    at.check()


def test_a_round_goes_on_across_trimming_and_a_restart(at: Practice) -> None:
    table, guest = at.open_for(company=0)
    at.play(table, guest, 20)
    at.room.advance(table)
    at.room.do(table, parse_order("bet 10"), guest, command="the bet")
    at.room.advance(table)
    cards = at.room.table(table).round
    assert trim_practice(at.room, SMALL) > 0
    at.check()
    at.restart()
    assert at.room.table(table).round == cards, "not a card is lost"
    at.play(table, guest, 1)
    at.check()


def test_what_nobody_comes_back_to_goes_whole_and_its_chips_go_back(at: Practice) -> None:
    table, guest = at.open_for()
    at.play(table, guest, 3)
    at.now_ms += 47 * HOUR_MS
    other, _ = at.open_for(Person("bob", Role.PLAYER))
    assert trim_practice(at.room) == 0, "two days have not passed"
    at.now_ms += 2 * HOUR_MS
    assert trim_practice(at.room) > 0
    assert at.room.tables() == [other]
    with pytest.raises(NoSuchTable):
        at.room.table(table)
    assert entrances(at.record, "ann") == {}
    assert not at.record.head(f"player/{guest.name}").version, "a guest goes with the last table"
    assert at.record.balance(player(guest.name)) == at.record.balance(tray(table)) == 0
    held = {name: cents for name, cents in at.record.balances().items() if cents}
    assert held[PLAY] == -sum(cents for name, cents in held.items() if name != PLAY)
    at.check()
    at.now_ms += 60 * HOUR_MS
    trim_practice(at.room)
    assert at.record.streams() == ["trimmed"], "in the end one entry is left, which says what went"
    assert at.record.balances() == {PLAY: 0}
    at.check()
    again, guest = at.open_for()
    at.play(again, guest, 1)
    at.check()


def test_a_guest_stays_while_one_of_their_tables_does(at: Practice) -> None:
    first, guest = at.open_for()
    at.play(first, guest, 2)
    at.now_ms += 47 * HOUR_MS
    second, same = at.open_for()
    assert same == guest
    at.play(second, guest, 1)
    chips = at.record.balance(player(guest.name))
    at.now_ms += 2 * HOUR_MS
    trim_practice(at.room)
    assert at.room.tables() == [second]
    assert at.record.balance(player(guest.name)) == chips, "what was won and lost stays with them"
    at.play(second, guest, 1)
    at.check()


def test_a_full_record_lets_the_tables_go_that_were_left_longest_ago(at: Practice) -> None:
    names = []
    for _ in range(4):
        table, guest = at.open_for()
        at.play(table, guest, 2)
        names.append(table)
        at.now_ms += HOUR_MS
    stands = at.record.standings()
    trim_practice(at.room, Retention(entries=sum(stands[f"table/{name}"].entries for name in names[2:])))
    assert at.room.tables() == sorted(names[2:])
    trim_practice(at.room, Retention(entries=0))
    assert at.room.tables() == []
    at.check()
    table, guest = at.open_for()
    at.play(table, guest, 1)
    trim_practice(at.room, Retention(entries=0))
    assert at.room.tables() == [table], "nobody is sent away from a table"


def test_who_comes_back_while_practice_is_trimmed_keeps_their_chips(
    at: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guest = at.open_for()
    at.play(table, guest, 1)
    at.now_ms += 60 * HOUR_MS
    chips, standings = at.record.balance(player(guest.name)), at.record.standings

    def then_they_come() -> object:
        seen = standings()
        monkeypatch.undo()
        at.open_for()
        return seen

    monkeypatch.setattr(at.record, "standings", then_they_come)
    trim_practice(at.room)
    (new,) = at.room.tables()
    assert at.room.table(new).sittings[0].player == guest.name
    assert at.record.balance(player(guest.name)) == chips
    at.play(new, guest, 1)
    at.check()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("DELETE FROM entries WHERE position = (SELECT max(position) - 3 FROM entries)", "are missing"),
        ("UPDATE balances SET amount = amount + 1 WHERE account LIKE 'player/%'", "the book says"),
        ("DELETE FROM entries WHERE stream LIKE 'trimmed/table/%'", "are missing"),
    ],
)
def test_a_trimmed_record_that_was_changed_is_found(tmp_path: object, change: str, found: str) -> None:
    at = Practice(f"sqlite:///{tmp_path}/room.db")
    table, guest = at.open_for()
    at.play(table, guest, 20)
    trim_practice(at.room, SMALL)
    at.check()
    with at.record.writing() as connection, connection.begin():
        connection.execute(text(change))
    assert found in " ".join(finding.what for finding in audit(at.record, practice=True).findings)
    at.store.close()


def test_the_rooms_own_record_is_never_trimmed(at: Practice) -> None:
    table, guest = at.open_for()
    at.play(table, guest, 20)
    trim_practice(at.room, SMALL)
    found = {finding.what for finding in audit(at.record).findings}
    assert "is of no stream that the room writes" in found


def test_what_a_guest_has_learnt_stays_with_the_room(at: Practice) -> None:
    position = "three-card Qs6h4d - -"
    asked = parse_decision(position)
    values = sorted(choice_values(asked.game, asked.own, asked.board, asked.up).values(), reverse=True)
    answer = DrillAnswer(
        position=position, choice="bet1", cost=Fraction(0), margin=values[0] - values[1], took_ms=2_000
    )
    _, guest = at.open_for()
    Drills(at.store).keep(answer, guest, "answer-1")
    at.now_ms += 100 * HOUR_MS
    trim_practice(at.room)
    assert [one.choice for one in Drills(at.store).answers(guest.name)] == ["bet1"]
    assert audit(at.store).findings == ()
    at.check()


def test_a_shared_round_stays_and_a_copy_that_was_changed_is_found(at: Practice) -> None:
    table, guest = at.open_for()
    at.play(table, guest, 3)
    for number in (1, 2, 3):
        past = find_round(at.record, f"{table}-{number}")
        entries = [entry for mark in past.entries if (entry := at.record.entry(mark.position)) is not None]
        keep_round(at.room, f"{table}-{number}", entries)
        keep_round(at.room, f"{table}-{number}", entries)
    at.now_ms += 100 * HOUR_MS
    trim_practice(at.room, Retention(shared=2))
    assert at.record.streams("shared/") == [f"shared/{table}-2", f"shared/{table}-3"], "the newest"
    (again,) = past_rounds(shared_entries(at.record, f"{table}-3"))
    assert (again.events, again.seed) == (past.events, past.seed)
    at.check()
    forged = [replace(entry, body=entry.body.replace("1000", "9000")) for entry in entries]
    keep_round(at.room, f"{table}-9", forged)
    (finding,) = audit(at.record, practice=True).findings
    assert "were changed" in finding.what
