"""A finished round is found in a long record without reading all of it, with whoever played it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room import ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.floor.history import rounds
from croupier.floor.history.rounds import NoSuchRound, find_round, past_rounds


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(str(tmp_path / "room.db"))
    room.furnish()
    yield room
    room.store.close()


def play(at: CardRoom) -> None:
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    at.do(ANN, "check")
    at.do(DEALER, "river")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")


def test_a_round_is_found_near_its_money_and_else_by_reading_everything(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_NEAR", 14)
    at.do(ANN, "sit 2")
    for _ in range(4):
        play(at)
    at.do(DEALER, "open")
    at.do(SUPERVISOR, "void shuffler jammed")
    at.do(ANN, "stand")
    at.do(BOB, "sit 2")
    every = past_rounds(at.store.read("table/T1"))
    assert [one.round.id for one in every] == [f"T1-{number}" for number in range(1, 6)]
    for one in every:
        found = find_round(at.store, one.round.id)
        assert (found.round, found.events, found.seed) == (one.round, one.events, one.seed)
    assert find_round(at.store, "T1-4").players == {2: "ann"}, "she sat down long before"
    for name in ("T1-6", "T1-0", "T2-1", "T1", "-1", "T1-" + "9" * 5_000):
        with pytest.raises(NoSuchRound):
            find_round(at.store, name)
