"""The cage: chips, cash, trays and the win sheet, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from card_room import ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.cage.cage import NoSuchPlayer
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import open_practice, welcome
from croupier.floor.roles import NotAllowed
from croupier.floor.soak.run import close_as_recorded
from croupier.games import ruleset
from croupier.ledger.winsheet import WinSheet


@pytest.fixture
def at(url: str) -> Iterator[CardRoom]:
    room = CardRoom(url)
    room.furnish()
    yield room
    room.store.close()


def test_chips_for_cash_and_back(at: CardRoom) -> None:
    at.cage.buy_in("ann", 5_000, SUPERVISOR, "in")
    at.cage.buy_in("ann", 5_000, SUPERVISOR, "in")  # the same command: once
    assert at.has(ANN) == 105_000
    at.cage.cash_out("ann", 105_000, SUPERVISOR, "out")
    assert at.has(ANN) == 0
    assert at.money()["cash"] == -200_000
    with pytest.raises(Refused, match=r"ann has \$0, so \$0.01 cannot be redeemed; want \$0 at most"):
        at.cage.cash_out("ann", 1, SUPERVISOR, "more")


def test_chips_sold_at_the_table_are_the_drop(at: CardRoom) -> None:
    at.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    money = at.money()
    assert (money["drop/T1"], money["tray/T1"], at.has(BOB)) == (20_000, 980_000, 120_000)


def test_a_shift_closes_with_its_sheet_and_the_next_begins_where_it_ended(at: CardRoom) -> None:
    at.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    at.cage.credit("T1", 30_000, SUPERVISOR, "credit")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 trips 5")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    at.do(ANN, "check")
    at.do(DEALER, "river")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")
    won = 100_000 - at.has(ANN)
    sheet = close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    assert sheet == WinSheet(table="T1", opening=0, fills=1_000_000, credits=30_000, drop=20_000, closing=950_000 + won)
    assert sheet.win == won
    assert at.cage.close_shift("T1", SUPERVISOR, "close") == sheet  # repeated: the same sheet, nothing moves
    assert "drop/T1" not in at.money()
    at.cage.fill("T1", 7_000, SUPERVISOR, "fill again")
    following = at.cage.sheet("T1")
    assert following == WinSheet(
        table="T1", opening=sheet.closing, fills=7_000, credits=0, drop=0, closing=sheet.closing + 7_000
    )
    assert following.win == 0


def test_a_shift_is_not_closed_while_bets_lie_on_the_table(at: CardRoom) -> None:
    """What the round brings belongs to one shift, so its bets are settled or voided first."""
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "nobody has bet yet")
    at.do(ANN, "bet 10")
    with pytest.raises(Refused) as refused:
        close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    assert str(refused.value) == (
        "cannot count T1: bets lie on the table in round T1-1; end the round or void it first"
    )
    at.do(DEALER, "lock", "deal")
    with pytest.raises(Refused, match="bets lie on the table"):
        close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    at.do(SUPERVISOR, "void shuffler malfunction")
    assert close_as_recorded(at.cage, "T1", SUPERVISOR, "close").win == 0


def test_who_is_not_known_gets_nothing(at: CardRoom) -> None:
    with pytest.raises(NoSuchPlayer, match="no player 'eve'; register them first"):
        at.cage.buy_in("eve", 100, SUPERVISOR, "x")
    with pytest.raises(NoSuchTable, match="there are T1"):
        at.cage.fill("T9", 100, SUPERVISOR, "x")
    with pytest.raises(NotAllowed, match="may not sell or redeem chips at the cage"):
        at.cage.buy_in("ann", 100, DEALER, "x")
    with pytest.raises(NotAllowed):
        at.cage.close_shift("T1", DEALER, "x")
    with pytest.raises(Refused, match="want a positive amount"):
        at.cage.buy_in("ann", 0, SUPERVISOR, "x")


def test_play_chips_are_no_money(at: CardRoom) -> None:
    guest = welcome(at.people, at.room)
    table = open_practice(at.room, at.people, ruleset("wa-base"), guest)
    before = at.money()
    for what in (
        lambda: at.cage.cash_out(guest.name, 100, SUPERVISOR, "out"),
        lambda: at.cage.buy_in(guest.name, 100, SUPERVISOR, "in"),
        lambda: at.cage.buy_in_at("T1", guest.name, 100, DEALER, "drop"),
        lambda: at.cage.fill(table, 100, SUPERVISOR, "fill"),
        lambda: at.cage.credit(table, 100, SUPERVISOR, "credit"),
    ):
        with pytest.raises(Refused, match="play chips"):
            what()
    assert at.money() == before


def test_a_tray_gives_no_chips_that_it_does_not_hold(at: CardRoom) -> None:
    """It pays a win in full and waits for its fill; but nobody carries away, or sells, what is not there."""
    with pytest.raises(Refused) as refused:
        at.cage.credit("T1", 2_000_000, SUPERVISOR, "credit")
    assert (
        str(refused.value) == "the tray of T1 holds $10,000, so $20,000 cannot be taken from it; want $10,000 at most"
    )
    with pytest.raises(Refused, match=r"the tray of T1 holds \$10,000, so \$10,000.01 cannot be taken from it"):
        at.cage.buy_in_at("T1", "ann", 1_000_001, DEALER, "drop")
    assert at.money()["tray/T1"] == 1_000_000
    at.cage.credit("T1", 1_000_000, SUPERVISOR, "all of it")
    at.cage.credit("T1", 1_000_000, SUPERVISOR, "all of it")  # repeated: answered as before
    assert "tray/T1" not in at.money()


def test_nobody_asks_for_a_purse_that_is_not_there(at: CardRoom) -> None:
    assert at.cage.balance("ann") == 100_000
    with pytest.raises(NoSuchPlayer, match="no player 'nobody'"):
        at.cage.balance("nobody")
