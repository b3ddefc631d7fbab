"""Who follows a table by its changes sees what those see who are sent every state as a whole."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.cage.cage import Cage
from croupier.floor.orders import Order, Sit, parse_order
from croupier.floor.people import People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.rules.commands import legal_actions
from croupier.rules.round import due_seats
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from croupier.web.models import You
from croupier.web.table.hub import Hub
from croupier.web.table.live.felt import Watcher

BOSS = Person("boss", Role.SUPERVISOR)
SEATS = (1, 2, 3)
CLICKS = 45
LATER = {"log": None, "now_ms": None, "stamp": None}
"""The log is compared line by line, and who begins to look later is told a later time."""

Table = tuple[Hub, Room, dict[int, Person]]


def at_a_table(tmp_path: Path, rules: str, act: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
    """Three players at a table, and whatever happens there."""
    with open_store(str(tmp_path / "room.db")) as store:
        room, people, cage = Room(store), People(store), Cage(store)
        room.open_table("T1", Settings(terms=terms(ruleset(rules))), BOSS, "open")
        players = {}
        for seat in SEATS:
            players[seat] = people.register(f"ann{seat}", Role.PLAYER, None, BOSS, f"register/{seat}")
            cage.buy_in(players[seat].name, 1_000_000, BOSS, f"buy-in/{seat}")
            room.do("T1", Sit(seat), players[seat], command=f"sit/{seat}")

        async def run() -> None:
            hub = Hub(room)
            hub.resume()
            try:
                await act((hub, room, players))
            finally:
                await hub.close()

        asyncio.run(run())


async def click(table: Table, chance: random.Random, number: int) -> None:
    """One order of somebody's who is due: a bet, or any choice that the street offers."""
    hub, room, players = table
    while True:
        now = room.table("T1")
        round = now.in_play
        if round is not None:
            staked = {seat.number for seat in round.seats} | ({round.bank.seat} if round.bank else set())
            idle = [seat for seat in SEATS if seat not in staked] if round.stage_key == "betting" else []
            offers: dict[int, list[str]] = {seat: ["bet 10"] for seat in idle}
            if round.terms.player_banked and now.bank_offered_to:
                offers = {now.bank_offered_to[0]: ["bank 500"]}
            if not idle:
                offers = {seat: [str(one) for one in legal_actions(round, seat)] for seat in due_seats(round)}
            if offers:
                seat = chance.choice(sorted(offers))
                order = parse_order(chance.choice(offers[seat]))
                await hub.order("T1", order, players[seat], command=f"click/{number}", version=now.version)
                return
        await asyncio.sleep(0.001)


async def at_rest(table: Table) -> None:
    """Wait until the automatic dealer has nothing to do and all that was written has been told to who looks on."""
    hub, room, _ = table
    while room.next_order("T1") is not None or hub._felts["T1"].told < room.table("T1").version:
        await asyncio.sleep(0.001)


async def pages_at_rest(table: Table, yous: list[You]) -> list[dict[str, Any]]:
    """Everybody's page of one moment, of which everybody has been told."""
    hub, room, _ = table
    while True:
        await at_rest(table)
        version = room.table("T1").version
        pages = [hub.page("T1", you).model_dump(mode="json") for you in yous]
        if hub._felts["T1"].told == version == room.table("T1").version:  # a thread may have dealt on meanwhile
            return pages


async def click_as(table: Table, command: str, order: Order, who: Person) -> None:
    """An order of somebody's, on seeing the table as it is."""
    hub, room, _ = table
    while room.table("T1").in_play is None:
        await asyncio.sleep(0.001)
    await hub.order("T1", order, who, command=command, version=room.table("T1").version)


def laid(state: dict[str, Any], came: dict[str, Any]) -> dict[str, Any]:
    """What has changed, with all of the seats where only those came that are not as they were."""
    changed = came.pop("seats_changed", None)
    if changed is not None:
        came["round"] = {**state["round"], **came.get("round", {})}
        for place in (came, came["round"]):
            cards = {card["number"]: card for card in (*(state if place is came else place)["seats"], *changed)}
            place["seats"] = [cards[number] for number in sorted(cards)]
    return came


def caught_up(watcher: Watcher, state: dict[str, Any]) -> int:
    """Take in what has come; how many lines of the log were in it."""
    lines = 0
    while not watcher.states.empty():
        text = watcher.states.get_nowait()
        assert text is not None
        came = laid(state, json.loads(text))
        if watcher.only_changes and "log" in came and state:
            lines += len(came["log"])
            came["log"] = [*state["log"], *came["log"]]
        state |= came
    return lines


@pytest.mark.parametrize("rules", ["wa-2018", "three-card", "mississippi", "four-card"])
def test_changes_add_up_to_the_whole_state(tmp_path: Path, rules: str) -> None:
    async def follow(table: Table) -> None:
        hub, _, players = table
        chance = random.Random(7)
        yous = [You(name=player.name, role="player") for player in players.values()]
        # One who looks on, and one who sits there, each in three windows.
        for you in (You(), yous[0]):
            await at_rest(table)  # who comes in while something is told may be told it, or not
            async with (
                hub.watching("T1", you) as whole,
                hub.watching("T1", you, only_changes=True) as changes,
                hub.watching("T1", you, only_changes=True, by_seat=True) as by_seat,
            ):
                seen: dict[str, Any] = {}
                windows: list[tuple[Watcher, dict[str, Any]]] = [(changes, {}), (by_seat, {})]
                lines = 0
                for number in range(CLICKS):
                    await click(table, chance, number + CLICKS * len(you.name))
                    caught_up(whole, seen)
                    for window, added in windows:
                        lines += caught_up(window, added)
                        assert {**added, **LATER} == {**seen, **LATER}
                        had = [line["n"] for line in added["log"]]
                        assert had == sorted(set(had)), "each line once, in order"
                        assert had[-len(seen["log"]) :] == [line["n"] for line in seen["log"]]
                assert lines > 2 * CLICKS

    at_a_table(tmp_path, rules, follow)


@pytest.mark.parametrize("rules", ["wa-2018", "ca", "mississippi"])
def test_what_goes_over_the_line_is_the_page(tmp_path: Path, rules: str) -> None:
    """States are put together from pieces that are kept; the page is made of values, anew. Both say the same."""

    async def follow(table: Table) -> None:
        hub, _, players = table
        chance = random.Random(11)
        yous = [You(), You(name="max", role="auditor"), You(name="zoe", role="player")]
        yous += [You(name=player.name, role="player") for player in players.values()]
        await at_rest(table)
        async with AsyncExitStack() as open_streams:
            seen: list[tuple[You, Watcher, dict[str, Any]]] = []
            for you in yous:
                watcher = await open_streams.enter_async_context(
                    hub.watching("T1", you, only_changes=True, by_seat=True)
                )
                seen.append((you, watcher, {}))
            for number in range(CLICKS):
                await click(table, chance, number)
                for (_, watcher, state), page in zip(seen, await pages_at_rest(table, yous), strict=True):
                    caught_up(watcher, state)
                    # The log only grows: it goes on saying whose cards were dealt when the round is long over.
                    log, heard = page.pop("log"), state["log"]
                    assert [line["n"] for line in heard[-20:]] == [line["n"] for line in log[-20:]]
                    page |= {moment: state[moment] for moment in ("stamp", "now_ms")}
                    assert {**state, **page} == state
                    assert state.keys() == page.keys() | {"log"}

    at_a_table(tmp_path, rules, follow)


def test_a_change_holds_nothing_that_is_as_it_was(tmp_path: Path) -> None:
    async def follow(table: Table) -> None:
        hub, _, _ = table
        async with hub.watching("T1", You(), only_changes=True) as watcher:
            await click(table, random.Random(7), 0)
            while not watcher.states.empty():
                text = watcher.states.get_nowait()
            assert text is not None
            assert {"seats", "round", "version", "log"} <= json.loads(text).keys()
            assert not {"table", "last", "rounds", "meters", "free_seats"} & json.loads(text).keys()

    at_a_table(tmp_path, "wa-2018", follow)


def test_a_decision_brings_others_one_seat_and_all_of_them_the_same_text(tmp_path: Path) -> None:
    async def follow(table: Table) -> None:
        hub, room, players = table
        yous = [
            You(),
            You(name="max", role="auditor"),
            *(You(name=one.name, role="player") for one in players.values()),
        ]
        async with AsyncExitStack() as open_streams:
            watchers = []
            for you in yous:
                watching = hub.watching("T1", you, only_changes=True, by_seat=True)
                watchers.append(await open_streams.enter_async_context(watching))
            for seat, player in players.items():
                await click_as(table, f"bet/{seat}", parse_order("bet 10"), player)
            while room.next_order("T1") is not None:
                await asyncio.sleep(0.001)
            for watcher in watchers:
                caught_up(watcher, {"log": [], "seats": [], "round": {"seats": []}})
            await click_as(table, "check", parse_order("check"), players[2])
            texts = [watcher.states.get_nowait() for watcher in watchers]
            own = texts.pop(1 + 2)
            assert len(set(texts)) == 1
            came, mine = json.loads(texts[0] or ""), json.loads(own or "")
            assert [card["number"] for card in came["seats_changed"]] == [2]
            assert not {"seats", "round", "legal", "you"} & came.keys()
            assert came["seats_changed"][0]["cards"] is None
            assert mine["legal"] == []
            assert len(mine["seats_changed"][0]["cards"]) == 2

    at_a_table(tmp_path, "wa-2018", follow)


def test_a_purse_is_right_after_each_commit_without_a_look_at_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def follow(table: Table) -> None:
        hub, room, players = table
        while room.next_order("T1") is not None:  # the round is opened, and nothing is written while they come in
            await asyncio.sleep(0.001)
        async with hub.watching("T1", You(name=players[1].name, role="player")) as watcher:
            seen: dict[str, Any] = {}
            caught_up(watcher, seen)
            looked: list[str] = []
            balance = room.store.balance
            monkeypatch.setattr(room.store, "balance", lambda account: looked.append(account) or balance(account))
            for number in range(CLICKS):
                await click(table, random.Random(number), number)
                caught_up(watcher, seen)
                assert seen["you"]["chips"] == balance(f"player/{players[1].name}")
            assert f"player/{players[1].name}" not in looked

    at_a_table(tmp_path, "wa-2018", follow)
