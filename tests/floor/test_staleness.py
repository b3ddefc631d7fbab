"""An order given on what is no longer so: in time, done already, or too late. Nothing is called done that was not."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ANN, BOB, DEALER, CardRoom

from croupier.floor.orders import parse_order
from croupier.floor.staleness import AlreadySo
from croupier.store.unit import StaleVersion


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    made = CardRoom(str(tmp_path / "room.db"))
    made.furnish()
    made.do(ANN, "sit 1")
    made.do(BOB, "sit 4")
    made.do(DEALER, "open")
    return made


def ask(at: CardRoom, order: str, seen: int) -> None:
    at.room.do("T1", parse_order(order), ANN, command=at.id(), version=seen)


def test_a_bet_that_was_put_down_since_is_done_already(at: CardRoom) -> None:
    seen = at.room.table("T1").version
    ask(at, "bet 10", seen)
    with pytest.raises(AlreadySo):
        ask(at, "bet 10", seen)
    with pytest.raises(StaleVersion):
        ask(at, "bet 15", seen)


def test_bets_asked_for_after_the_deal_are_late_even_if_the_same_lie_there(at: CardRoom) -> None:
    """It would be refused at once; that the seat has acted meanwhile does not make it done."""
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    seen = at.room.table("T1").version
    ask(at, "check", seen)
    with pytest.raises(AlreadySo):
        ask(at, "check", seen)
    with pytest.raises(StaleVersion):
        ask(at, "bet 10", seen)
