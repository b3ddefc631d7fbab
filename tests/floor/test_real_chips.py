"""Real chips (R58): sold for cash at a table or the window, carried, played with, redeemed; every chip followed."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom
from test_felt_tables import NET, ROUND, clean

from croupier.errors import Refused
from croupier.floor.cage.count import count_of
from croupier.floor.cage.guards import SecondPersonNeeded
from croupier.floor.cage.inventory import inventory
from croupier.floor.cage.receipts import newest, receipt_at
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.report import FigureQuery, figures
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.roles import Person, Role
from croupier.ledger.accounts import CHIPS
from croupier.rules.deal import CardsFrom

CASHIER = Person("carla", Role.CASHIER)
EVE = Person("eve", Role.EXECUTIVE)


@pytest.fixture
def felt(url: str) -> Iterator[CardRoom]:
    at = CardRoom(url)
    at.furnish(cards_from=CardsFrom.FELT)
    at.people.register("carla", Role.CASHIER, None, ADMIN, "carla")
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    yield at
    at.store.close()


def there(at: CardRoom) -> dict[str, int]:
    """What lies in the tray and the box, what people carry, and the cash in the cage."""
    held = inventory(at.store)
    assert held.there == held.came_in, "what is there is what came in"
    return {"tray": held.trays["T1"], "box": held.drops.get("T1", 0), "carried": held.carried, "cash": held.cash}


def test_every_chip_of_a_shift_is_followed_and_the_tray_comes_out_even(felt: CardRoom) -> None:
    cash = 10_000_000 + 3 * 100_000  # the house's, and what ann, bob and cat have paid
    assert there(felt) == {"tray": 1_000_000, "box": 0, "carried": 0, "cash": cash}
    felt.cage.sell_chips(30_000, DEALER, "sale 1", table="T1")
    felt.cage.sell_chips(20_000, DEALER, "sale 2", table="T1")
    felt.cage.sell_chips(5_000, CASHIER, "sale 3")
    assert there(felt) == {"tray": 950_000, "box": 50_000, "carried": 55_000, "cash": cash + 5_000}
    felt.do(DEALER, *ROUND)
    won = sum(NET.values())
    assert there(felt) == {"tray": 950_000 - won, "box": 50_000, "carried": 55_000 + won, "cash": cash + 5_000}
    felt.cage.redeem_chips(40_000, CASHIER, "back 1")
    assert there(felt)["carried"] == 15_000 + won
    assert there(felt)["cash"] == cash + 5_000 - 40_000
    felt.cage.fill("T1", 60_000, SUPERVISOR, "fill")
    felt.cage.credit("T1", 10_000, SUPERVISOR, "credit")
    tray = 1_000_000 - 50_000 - won + 60_000 - 10_000
    felt.cage.count("T1", count_of(tray, 50_000), SUPERVISOR, "count")
    sheet = felt.cage.close_shift("T1", SUPERVISOR, "close")
    assert (sheet.closing, sheet.drop, sheet.fills, sheet.credits) == (tray, 50_000, 1_060_000, 10_000)
    assert sheet.win == -won, "what the players have won, the table has lost"
    assert there(felt) == {"tray": tray, "box": 0, "carried": 15_000 + won, "cash": cash - 35_000 + 50_000}
    felt.cage.redeem_chips(15_000 + won, CASHIER, "back 2")
    assert felt.store.balance(CHIPS) == 0, "everybody has gone home"
    clean(felt)
    digest = Digest(felt.store)
    assert digest.catch_up() == 1
    (row,) = figures(digest, FigureQuery(), ZoneInfo("UTC")).rows
    assert (row.tally.drop, row.tally.win) == (50_000, -won)


def test_a_receipt_names_no_player(felt: CardRoom) -> None:
    number = felt.cage.sell_chips(30_000, DEALER, "sale", table="T1").entries[0].position
    slip = receipt_at(felt.store, number)
    assert (slip.player, slip.table, slip.balance, slip.words) == (None, "T1", None, "$300 sold in chips at T1")
    felt.cage.redeem_chips(10_000, CASHIER, "back")
    assert newest(felt.store, 1)[0].words == "$100 redeemed in chips"


def test_a_command_that_comes_again_sells_once(felt: CardRoom) -> None:
    first = felt.cage.sell_chips(30_000, DEALER, "sale", table="T1")
    again = felt.cage.sell_chips(30_000, DEALER, "sale", table="T1")
    assert (again.repeated, again.entries) == (True, first.entries)
    assert felt.store.balance(CHIPS) == 30_000


def test_above_the_houses_amount_a_second_person_signs(felt: CardRoom) -> None:
    ChoiceBook(felt.store, now_ms=felt.tick).choose("second_person_above", "100", ADMIN, "set")
    for act in (felt.cage.sell_chips, felt.cage.redeem_chips):
        with pytest.raises(SecondPersonNeeded):
            act(20_000, SUPERVISOR, f"alone {act.__name__}")
        with pytest.raises(Refused, match="somebody else"):
            act(20_000, SUPERVISOR, f"twice {act.__name__}", SUPERVISOR)
        act(20_000, SUPERVISOR, f"two {act.__name__}", EVE)
    clean(felt)


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda at: at.cage.sell_chips(1_000_100, DEALER, "c", table="T1"), "the tray of T1 holds"),
        (lambda at: at.cage.sell_chips(0, DEALER, "c", table="T1"), "cannot be moved"),
        (lambda at: at.cage.sell_chips(100, CASHIER, "c", table="T1"), "may not sell chips at a table"),
        (lambda at: at.cage.sell_chips(100, DEALER, "c"), "may not"),
        (lambda at: at.cage.sell_chips(100, DEALER, "c", table="T9"), "no table 'T9'"),
        (lambda at: at.cage.redeem_chips(100, ANN, "c"), "may not"),
        (lambda at: at.cage.redeem_chips(900_000_000, CASHIER, "c"), "the cage holds .* in cash"),
        (lambda at: at.cage.buy_in_at("T1", "ann", 100, DEALER, "c"), "chips are real at T1 and in nobody's account"),
    ],
)
def test_what_cannot_be_sold_or_redeemed_is_refused(felt: CardRoom, act: object, why: str) -> None:
    before = felt.money()
    with pytest.raises(Refused, match=why):
        act(felt)  # type: ignore[operator]
    assert felt.money() == before
