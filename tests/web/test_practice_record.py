"""Practice has a record of its own: nothing of it is written where the money is, and what is gone says so kindly."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from web_place import Place, Visit

from croupier.floor.audit.auditor import audit
from croupier.floor.people import People
from croupier.floor.practice import open_practice, welcome
from croupier.floor.practice.retention import Retention, trim_practice
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.games import ruleset
from croupier.ledger.accounts import player
from croupier.rules.round import due_seats
from croupier.store.journal import open_store
from own_game import admitted


def play(guest: Visit, table: str, rounds: int = 1) -> None:
    """Rounds to their end, as the page of a table plays them."""
    for _ in range(rounds):
        now = guest.place.until(table, lambda now: now.in_play is not None and now.in_play.street is None)
        this, seen = now.rounds, now.version
        guest.must(table, "bet 10")
        while True:
            now = guest.place.until(table, partial(_is_due, this, seen))
            if now.rounds > this or now.in_play is None or now.in_play.street is None:
                break
            seen = now.version
            guest.must(table, str(now.in_play.street.late))


def _is_due(this: int, seen: int, now: Table) -> bool:
    """Whether a table waits for its guest, or the round is over."""
    round = now.in_play
    due = round is not None and round.street is not None and bool(due_seats(round))
    return now.rounds > this or round is None or (due and now.version > seen)


def test_twenty_guests_do_not_grow_the_journal_of_the_room(own_place: Place) -> None:
    own_place.open_table("T1")
    before = own_place.store.position()
    guests = [own_place.visit() for _ in range(20)]
    tables = [guest.practise() for guest in guests]
    for guest, table in zip(guests, tables, strict=True):
        guest.must(table, "bet 10")
    assert own_place.store.position() == before
    assert own_place.store.streams("table/") == ["table/T1"]
    practice = own_place.store.practice
    assert sorted(practice.streams("table/")) == sorted(f"table/{name}" for name in tables)
    assert audit(practice, practice=True).findings == ()
    lobby = own_place.visit().json("/")
    assert [row["name"] for row in lobby["tables"]] == ["T1"], "and nobody else's table is listed"


def test_a_round_of_practice_goes_on_after_a_restart(tmp_path: Path) -> None:
    place = Place(tmp_path)
    guest = place.visit()
    table = guest.practise()
    guest.must(table, "bet 10")
    place.until(table, lambda now: now.in_play is not None and now.in_play.street is not None)
    cards = place.table(table).round
    cookies = dict(guest.http.cookies)
    place.close()
    place = Place(tmp_path)
    try:
        again = place.visit()
        again.http.cookies.update(cookies)
        assert again.get(f"/tables/{table}").status_code == 200
        assert place.table(table).round == cards
        again.must(table, str(cards.street.late if cards and cards.street else "check"))
        assert audit(place.store.practice, practice=True).findings == ()
    finally:
        place.close()


def test_a_guest_whose_game_was_uninstalled_finds_the_lobby_and_is_told_at_the_table(tmp_path: Path) -> None:
    with admitted():
        place = Place(tmp_path)
        guest = place.visit()
        table = guest.practise("common-third")
        cookies = dict(guest.http.cookies)
        place.close()
    place = Place(tmp_path)
    try:
        again = place.visit()
        again.http.cookies.update(cookies)
        assert again.json("/")["tables"] == []
        refused = again.get(f"/tables/{table}")
        assert refused.status_code == 409
        assert "no rule set &#39;common-third&#39;: its game is not installed here" in refused.text
        assert place.table(again.practise()).settings.terms.game.key == "uth", "and practises another"
    finally:
        place.close()


@pytest.fixture(scope="module")
def guest(place: Place) -> Visit:
    return place.visit()


def test_what_is_gone_says_so(place: Place, guest: Visit) -> None:
    table = guest.practise()
    play(guest, table)
    play(guest, table)
    unseen, shared = (
        guest.json(f"/rounds/{table}-{number}")["share"]["address"].removeprefix(place.url) for number in (1, 2)
    )
    told = place.visit().json(shared)
    link = guest.json(f"/friends/{table}")["seat"]["address"].removeprefix(place.url)
    practice = place.house.sides.practice
    assert f"{table}-1" in guest.get("/you/rounds.txt").text
    assert trim_practice(practice.room, Retention(idle_ms=-1)) > 0
    assert guest.json("/you")["rounds"] == 0, "what had been read is not listed any more"
    assert guest.json("/you/review")["sessions"] == []
    stranger = place.visit()
    for visitor, path in [
        (guest, f"/tables/{table}"),
        (guest, f"/rounds/{table}-1"),
        (stranger, unseen),
        (stranger, link),
    ]:
        answer = visitor.get(path)
        assert answer.status_code == 404, path
        assert "two days after its last move" in answer.text, path
    again = stranger.json(shared)
    assert (again["notation"], again["reveal"], again["rows"]) == (told["notation"], told["reveal"], told["rows"])
    assert guest.get("/").status_code == guest.get("/you").status_code == 200
    assert guest.order(table, "bet 10", version=3).status_code == 404
    assert guest.practise() != table, "who comes back begins anew"
    assert audit(practice.store, practice=True).findings == ()


def test_a_long_table_answers_for_the_rounds_that_it_keeps(place: Place) -> None:
    guest = place.visit()
    table = guest.practise()
    play(guest, table, 6)
    practice = place.house.sides.practice
    assert f"{table}-1" in guest.get("/you/rounds.txt").text
    assert trim_practice(practice.room, Retention(table_entries=20)) > 0
    number = place.table(table).rounds
    assert guest.get(f"/rounds/{table}-6").status_code == 200
    assert guest.get(f"/rounds/{table}-1").status_code == 404
    kept = [number for number in range(1, 7) if guest.get(f"/rounds/{table}-{number}").status_code == 200]
    assert guest.json(f"/rounds/{table}-{kept[0]}")["previous"] == ""
    assert guest.json("/you")["rounds"] == len(kept)
    assert guest.json("/you/review")["session"] == f"{table}-{kept[0]}", "no round is listed that cannot be opened"
    assert "about the last hundred rounds of a table" in guest.get("/you").text
    statement = guest.json("/you/statement")
    assert statement["closing"] == statement["balance"]
    play(guest, table, 1)
    assert place.table(table).rounds >= number
    assert audit(practice.store, practice=True).findings == ()


def test_practice_of_an_older_room_goes_on_where_it_is(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "room.db")) as store:
        room, people = Room(store), People(store)
        old = welcome(people, room)
        table = open_practice(room, people, ruleset("wa-2018"), old)
    place = Place(tmp_path)
    try:
        guest = place.visit(Person(old.name, Role.PLAYER))
        assert guest.get(f"/tables/{table}").status_code == 200
        place.until(table, lambda now: now.in_play is not None)
        guest.must(table, "bet 10")
        assert place.store.balance(player(old.name)) < 100_000, "with the chips that they had there"
        new = guest.practise()
        assert place.store.practice.balance(player(old.name)) == 100_000, "and at a new table with new ones"
        assert place.house.sides.at(new) is place.house.sides.practice
        assert {row["name"] for row in guest.json("/")["tables"]} == {table, new}
        assert audit(place.store).findings == ()
        assert audit(place.store.practice, practice=True).findings == ()
    finally:
        place.close()
