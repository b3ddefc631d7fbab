"""The live side of a table: whatever happens around it, the table goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from web_place import BOSS, TIMEOUT_S, Place

from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.room import Room
from croupier.floor.table import DealtBy
from croupier.jackpot.terms import LevelTerms
from croupier.rules.round import Stage
from croupier.store.journal import open_store
from croupier.web.table.live import automatic
from croupier.web.table.live.felt import Felt, before_the_deal


def test_a_table_runs_whichever_page_is_looked_at_first(place: Place) -> None:
    table = place.open_table("first-look")
    assert place.visit(BOSS).get(f"/staff/keypad/{table}").status_code == 200
    place.order(table, "sit 1", place.player("first-looker"))
    place.until(table, lambda table: table.in_play is not None)


def test_a_table_goes_on_after_a_failure_that_nobody_foresaw(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann = own_place.open_table("T1"), own_place.player("ann")
    own_place.order(table, "sit 1", ann)
    own_place.until(table, lambda table: table.in_play is not None)
    steps, failures = own_place.house.room.next_order, [OSError("the database went away")]

    def unlucky(name: str) -> object:
        if failures:
            raise failures.pop()
        return steps(name)

    monkeypatch.setattr(own_place.house.room, "next_order", unlucky)
    own_place.order(table, "bet 10", ann)
    own_place.until(table, lambda table: table.accepted == 0 and table.in_play is not None and bool(table.in_play.deck))
    assert not failures


def test_what_is_heard_at_once_is_shown_step_by_step_until_the_deal(own_place: Place) -> None:
    """Who looks is shown who was in when bets were closed, before the cards: a witness goes by it."""
    table, ann, bob = own_place.open_table("T1"), own_place.player("ann"), own_place.player("bob")
    for seat, player in ((1, ann), (4, bob)):
        own_place.order(table, f"sit {seat}", player)
    begun = own_place.until(table, lambda table: table.in_play is not None)
    for player in (ann, bob):
        own_place.order(table, "bet 10", player)
    own_place.until(table, lambda table: table.in_play is not None and table.in_play.deal is not None)
    news = list(own_place.store.read(begun.stream))
    states = list(before_the_deal(Felt(newest=begun), news))
    rounds = [state.round for state in states if state.round is not None]
    assert [(round.stage, [seat.number for seat in round.seats]) for round in rounds] == [
        (Stage.BETTING, [1]),
        (Stage.BETTING, [1, 4]),
        (Stage.LOCKED, [1, 4]),
    ]
    assert [state.version for state in states] == [begun.version + 1, begun.version + 2, begun.version + 3]
    assert list(before_the_deal(Felt(newest=begun), news[-1:])) == [], "what came between is not known"
    assert list(before_the_deal(Felt(), news)) == []


class _Alone:
    """The only server there is, as far as it knows."""

    def owns(self, table: str) -> bool:
        return True

    async def is_mine(self, table: str) -> bool:
        return True


def test_what_a_links_desk_writes_elsewhere_is_taken_up_by_the_tables_own_server(
    own_place: Place, tmp_path: Path
) -> None:
    table = own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    assert own_place.visit().get(f"/tables/{table}").status_code == 200
    house = own_place.house
    house.hub.servers = _Alone()  # type: ignore[assignment]

    def tell(entries: tuple) -> None:
        own_place._loop.call_soon_threadsafe(house.hub.heard, entries)

    stop = house.store.watch(tell)
    with open_store(str(tmp_path / "room.db")) as elsewhere:
        links = Links(Room(elsewhere))
        level = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
        links.open("main", link_terms("UTH-P01", 100, (level,)), BOSS, "open main", override="test")
        links.join("main", table, BOSS, "join")
    house.store.refresh()
    own_place.until(table, lambda table: table.link == "main")
    stop()
    house.hub.servers = None


def test_what_the_server_before_wrote_last_is_shown_where_the_table_was_handed_over_with_it(
    own_place: Place, tmp_path: Path
) -> None:
    """An order that was passed on: the other server carries it out, and hands the table over. When its news arrive,
    the table is this server's own, and has been read again already for whoever gave the order."""
    table = own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    house, stream = own_place.house, own_place.visit().watch(table)
    before = stream.next()["version"]
    house.hub.servers = _Alone()  # type: ignore[assignment]
    with open_store(str(tmp_path / "room.db")) as elsewhere:
        done = Room(elsewhere).do(table, parse_order("stop"), BOSS, command="stop")
    house.room.reload(table)
    own_place._loop.call_soon_threadsafe(house.hub.heard, done.receipt.entries)
    shown = stream.next()
    assert shown["version"] == before + 1
    assert shown["table"]["stopped"]
    assert [line["n"] // 1000 for line in shown["log"]].count(before + 1) == 1, "and what happened, once"
    stream.close()
    house.hub.servers = None


class _Elsewhere(_Alone):
    """A server that runs no table."""

    def owns(self, table: str) -> bool:
        return False

    async def is_mine(self, table: str) -> bool:
        return False


def test_what_is_written_elsewhere_costs_nothing_where_nobody_looks_and_is_there_for_whoever_does(
    own_place: Place, tmp_path: Path
) -> None:
    names = [own_place.open_table(name, dealt_by=DealtBy.PERSON) for name in ("T1", "T2")]
    house = own_place.house
    assert not own_place.visit().json("/tables/T1")["table"]["stopped"]
    stream = own_place.visit().watch("T2")
    stream.next()
    house.hub.servers = _Elsewhere()  # type: ignore[assignment]
    with open_store(str(tmp_path / "room.db")) as elsewhere:
        for name in names:
            Room(elsewhere).do(name, parse_order("stop"), BOSS, command=f"stop {name}")
    assert not house.hub.missed({"table/T1", "cage"}), "nobody looks at T1"
    assert not house.hub.missed({"table/T9"})
    assert house.hub.missed({"table/T2"})
    assert house.hub.missed(None)
    assert own_place.visit().json("/tables/T1")["table"]["stopped"], "who comes now finds it as it is"
    stream.close()
    house.hub.servers = None


def test_company_does_not_play_on_when_its_guest_has_left(place: Place) -> None:
    guest = place.visit()
    table = guest.practise("ca")
    guest.must(table, "stand")
    place.until(table, lambda table: table.in_play is not None and table.in_play.stage is Stage.BETTING)
    rounds = place.table(table).rounds
    time.sleep(0.5)
    assert place.table(table).rounds == rounds


def test_an_abandoned_practice_table_is_put_away_and_found_again(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "_ABANDONED_S", 0.05)
    guest = own_place.visit()
    table = guest.practise()
    until = time.monotonic() + TIMEOUT_S
    while table in own_place.house.sides.practice.room.loaded():
        assert time.monotonic() < until, "nobody looks, and still it is kept"
        time.sleep(0.02)
    assert [row["name"] for row in guest.json("/api/tables")] == [table]
    assert guest.json(f"/tables/{table}")["you"]["seat"] == 1
    assert own_place.visit().json("/api/tables") == []
