"""Money with guards: nothing below zero whoever asks at once, a second person above what the house sets, receipts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.alone import WINDOW_MS
from croupier.floor.cage.guards import MOST_AT_ONCE, NoSense, SecondPersonNeeded
from croupier.floor.cage.inventory import cash_in_cage, inventory
from croupier.floor.cage.moves import moves
from croupier.floor.cage.receipts import NoSuchReceipt, last_movements, receipt_at
from croupier.floor.house.choices import ChoiceBook, TwoPeopleNeeded
from croupier.floor.roles import NotAllowed, Person, Role
from croupier.ledger.accounts import CAGE, HOUSE, meter, player, tray
from croupier.ledger.balances import Overdrawn, posted
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.store.unit import Unit, Write

EXECUTIVE = Person("eve", Role.EXECUTIVE)
OTHER = Person("sid", Role.SUPERVISOR)


@pytest.fixture
def at(url: str) -> Iterator[CardRoom]:
    room = CardRoom(url)
    room.furnish()
    room.people.register(EXECUTIVE.name, EXECUTIVE.role, None, ADMIN, "eve")
    yield room
    room.store.close()


def limit(at: CardRoom, amount: str, second: Person | None = None) -> None:
    ChoiceBook(at.store, now_ms=at.tick).choose("second_person_above", amount, ADMIN, f"limit {amount}", second)


def at_once(*asked: Callable[[], object]) -> list[str]:
    """Ask all of them in the same moment, each in a thread of its own; the refusals."""
    barrier, refusals = threading.Barrier(len(asked)), []

    def ask(one: Callable[[], object]) -> None:
        barrier.wait()
        try:
            one()
        except Refused as refused:
            refusals.append(str(refused))

    threads = [threading.Thread(target=ask, args=(one,)) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refusals


def test_an_account_that_may_be_short_is_not_where_a_movement_must_be_covered() -> None:
    move = Transfer(transfer_id("x"), tray("T1"), CAGE, 100)
    assert posted({tray("T1"): 99}, [move])[tray("T1")] == -1
    with pytest.raises(Overdrawn):
        posted({tray("T1"): 99}, [move], [tray("T1")])


def test_two_credits_at_once_never_take_more_than_the_tray_holds(at: CardRoom) -> None:
    asked = [lambda n=n: at.cage.credit("T1", 600_000, SUPERVISOR, f"credit {n}") for n in range(6)]
    refusals = at_once(*asked)
    assert len(refusals) == 5
    assert set(refusals) == {
        "the tray of T1 holds $4,000, so $6,000 cannot be taken from it; want $4,000 at most",
    }
    assert at.store.balance(tray("T1")) == 400_000


def test_sales_at_the_table_and_credits_at_once_leave_the_tray_at_nothing_or_more(at: CardRoom) -> None:
    sales = [lambda n=n: at.cage.buy_in_at("T1", "ann", 300_000, DEALER, f"sale {n}") for n in range(4)]
    credits = [lambda n=n: at.cage.credit("T1", 300_000, SUPERVISOR, f"credit {n}") for n in range(4)]
    assert len(at_once(*sales, *credits)) == 5
    assert at.store.balance(tray("T1")) == 100_000


def test_the_cage_brings_no_chips_to_a_tray_that_it_does_not_hold(at: CardRoom) -> None:
    held = at.store.balance(CAGE)
    fills = [lambda n=n: at.cage.fill("T1", held, SUPERVISOR, f"fill {n}") for n in range(3)]
    refusals = at_once(*fills)
    assert refusals == ["the cage holds $0, so $90,000 cannot be brought to a tray; fund it first"] * 2
    at.cage.fund(100, SUPERVISOR, "fund more")
    at.cage.fill("T1", 100, SUPERVISOR, "fill more")
    assert at.store.balance(CAGE) == 0


def test_the_cage_pays_out_no_cash_that_it_does_not_hold(url: str) -> None:
    """A jackpot makes a player richer than the cage: it is funded first, or the drop is counted into it."""
    at = CardRoom(url)
    at.furnish()
    won = Transfer(transfer_id("a jackpot"), HOUSE, player("ann"), 20_000_000)
    at.store.commit(
        Unit(command="win", actor="test", time_ms=1, writes=(Write("test", None, ({},)),), transfers=(won,))
    )
    assert cash_in_cage(at.store) == 10_300_000
    with pytest.raises(Refused) as refused:
        at.cage.cash_out("ann", 10_300_001, SUPERVISOR, "out")
    assert str(refused.value) == (
        "the cage holds $103,000 in cash, so $103,000.01 cannot be paid out; fund it, or close shifts to count their "
        "drop into it"
    )
    outs = [lambda n=n: at.cage.cash_out("ann", 6_000_000, SUPERVISOR, f"out {n}") for n in range(3)]
    assert len(at_once(*outs)) == 2
    assert cash_in_cage(at.store) == 4_300_000
    at.cage.fund(10_000_000, SUPERVISOR, "fund more")
    at.cage.cash_out("ann", 14_000_000, SUPERVISOR, "the rest")
    at.store.close()


@pytest.mark.parametrize("amount", [0, -1, -500_000, MOST_AT_ONCE + 1, 10**15])
def test_amounts_that_make_no_sense_are_refused_everywhere(at: CardRoom, amount: int) -> None:
    before = at.money()
    for move in (
        lambda: at.cage.fund(amount, SUPERVISOR, "1"),
        lambda: at.cage.buy_in("ann", amount, SUPERVISOR, "2"),
        lambda: at.cage.cash_out("ann", amount, SUPERVISOR, "3"),
        lambda: at.cage.buy_in_at("T1", "ann", amount, DEALER, "4"),
        lambda: at.cage.fill("T1", amount, SUPERVISOR, "5"),
        lambda: at.cage.credit("T1", amount, SUPERVISOR, "6"),
    ):
        with pytest.raises(NoSense, match=r"want a positive amount, \$10,000,000 at most at once"):
            move()
    assert at.money() == before


MOVES: dict[str, Callable[[CardRoom, int, Person | None], object]] = {
    "a sale": lambda at, cents, second: at.cage.buy_in("ann", cents, SUPERVISOR, "c", second),
    "a redemption": lambda at, cents, second: at.cage.cash_out("ann", cents, SUPERVISOR, "c", second),
    "a sale at the table": lambda at, cents, second: at.cage.buy_in_at("T1", "ann", cents, DEALER, "c", second),
    "a fill": lambda at, cents, second: at.cage.fill("T1", cents, SUPERVISOR, "c", second),
    "a credit": lambda at, cents, second: at.cage.credit("T1", cents, SUPERVISOR, "c", second),
    "funding": lambda at, cents, second: at.cage.fund(cents, SUPERVISOR, "c", second),
}


@pytest.mark.parametrize("what", MOVES)
def test_above_what_the_house_sets_a_second_person_signs(at: CardRoom, what: str) -> None:
    move = MOVES[what]
    limit(at, "500")
    with pytest.raises(SecondPersonNeeded, match=r"of \$500.01 is above \$500, where the house wants a second person"):
        move(at, 50_001, None)
    with pytest.raises(NotAllowed, match="may not be the second person for money; who may: supervisor, executive"):
        move(at, 50_001, DEALER if what != "a sale at the table" else ADMIN)
    if what != "a sale at the table":
        with pytest.raises(Refused, match="sue asks for it, so the second person is somebody else"):
            move(at, 50_001, SUPERVISOR)
    before = at.store.position()
    move(at, 50_001, EXECUTIVE)
    receipt = receipt_at(at.store, before + 1)
    assert (receipt.approver, receipt.amount) == ("eve", 50_001)
    assert audit(at.store).clean


@pytest.mark.parametrize("what", MOVES)
def test_at_the_limit_or_without_one_a_single_person_is_enough(at: CardRoom, what: str) -> None:
    limit(at, "500")
    MOVES[what](at, 50_000, None)
    assert receipt_at(at.store, at.store.position()).approver is None
    limit(at, "none", EXECUTIVE)
    at.cage.fill("T1", 5_000_000, SUPERVISOR, "a large one")


def test_a_repeated_command_is_answered_as_before_even_if_it_could_not_be_done_again(at: CardRoom) -> None:
    first = at.cage.cash_out("ann", 100_000, SUPERVISOR, "out")
    limit(at, "5")
    again = at.cage.cash_out("ann", 100_000, SUPERVISOR, "out")
    assert (again.repeated, again.entries) == (True, first.entries)


def test_every_movement_has_a_receipt(at: CardRoom) -> None:
    sold = at.cage.buy_in("ann", 5_000, SUPERVISOR, "in").entries[0]
    table = at.cage.buy_in_at("T1", "ann", 2_500, DEALER, "at T1").entries[0]
    out = at.cage.cash_out("ann", 1_000, SUPERVISOR, "out", OTHER).entries[0]
    fill = at.cage.fill("T1", 700, SUPERVISOR, "fill").entries[0]
    made = receipt_at(at.store, out.position)
    assert (made.number, made.time_ms, made.hash) == (out.position, out.time_ms, out.hash)
    assert (made.words, made.by, made.approver, made.balance) == ("$10 redeemed for ann", "sue", "sid", 106_500)
    assert receipt_at(at.store, table.position).words == "$25 sold to ann at T1"
    assert receipt_at(at.store, sold.position).balance == 105_000
    assert receipt_at(at.store, fill.position).words == "$7 brought to the tray of T1"
    assert receipt_at(at.store, fill.position).balance is None
    assert [each.number for each in last_movements(at.store, "ann", 3)] == [out.position, table.position, sold.position]
    assert last_movements(at.store, "ann", 1)[0].balance == 106_500
    for number in (1, 10_000, 0, -1, 10**30):
        with pytest.raises(NoSuchReceipt, match="there is no receipt"):
            receipt_at(at.store, number)


def test_what_is_there_is_what_came_in(at: CardRoom) -> None:
    at.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 trips 5")
    found = inventory(at.store)
    assert (found.cage, found.cash, found.chips_out) == (9_000_000, 10_300_000, 1_300_000)
    assert (found.trays, found.drops) == ({"T1": 980_000}, {"T1": 20_000})
    assert (found.in_play, found.purses) == (2_500, 300_000 + 20_000 - 2_500)
    assert (found.from_outside, found.from_house) == (320_000, 10_000_000)
    assert found.there == found.came_in
    assert meter("main", "main") not in at.store.balances()


def alone(at: CardRoom, what: str) -> Callable[[int, Person | None], object]:
    """The same movement, under another id each time."""
    ways: dict[str, Callable[[int, Person | None, str], object]] = {
        "sales": lambda cents, second, id: at.cage.buy_in("ann", cents, SUPERVISOR, id, second),
        "sales here and at a table": lambda cents, second, id: (
            at.cage.buy_in("ann", cents, SUPERVISOR, id, second)
            if at.now % 2
            else at.cage.buy_in_at("T1", "ann", cents, DEALER, id, second)
        ),
        "redemptions": lambda cents, second, id: at.cage.cash_out("ann", cents, SUPERVISOR, id, second),
        "fills": lambda cents, second, id: at.cage.fill("T1", cents, SUPERVISOR, id, second),
        "credits": lambda cents, second, id: at.cage.credit("T1", cents, SUPERVISOR, id, second),
        "funding": lambda cents, second, id: at.cage.fund(cents, SUPERVISOR, id, second),
    }
    return lambda cents, second=None: ways[what](cents, second, at.id())


@pytest.mark.parametrize("what", ["sales", "sales here and at a table", "redemptions", "fills", "credits", "funding"])
def test_what_one_person_moves_within_a_day_adds_up(at: CardRoom, what: str) -> None:
    """Ten of $999 are not below $1,000. What a second person has signed does not count, nor what was moved when the
    house had set no amount."""
    at.cage.buy_in("ann", 500_000, SUPERVISOR, "before")
    limit(at, "1000")
    move = alone(at, what)
    move(69_900)
    with pytest.raises(
        SecondPersonNeeded, match=r"of \$302 comes to \$1,001 within 24 hours, above \$1,000, where the"
    ):
        move(30_200)
    move(30_200, EXECUTIVE)
    move(30_100)
    with pytest.raises(SecondPersonNeeded):
        move(1)
    limit(at, "900")  # which begins nothing anew
    with pytest.raises(SecondPersonNeeded):
        move(1)
    at.cage.buy_in("bob", 90_000, SUPERVISOR, "another player")
    at.restart()
    with pytest.raises(SecondPersonNeeded):
        alone(at, what)(1)
    at.now += WINDOW_MS
    alone(at, what)(90_000)
    assert audit(at.store).findings == ()


def test_many_at_once_never_move_more_than_one_person_may(at: CardRoom) -> None:
    limit(at, "1000")
    asked = [lambda n=n: at.cage.buy_in("ann", 40_000, SUPERVISOR, f"sale {n}") for n in range(5)]
    assert len(at_once(*asked)) == 3
    assert audit(at.store).findings == ()


def test_the_amount_is_raised_or_lifted_by_two_people_and_lowered_by_one(at: CardRoom) -> None:
    limit(at, "1000")
    limit(at, "500")
    for milder in ("501", "none"):
        with pytest.raises(TwoPeopleNeeded, match="is raised or lifted by two people itself"):
            limit(at, milder)
        with pytest.raises(TwoPeopleNeeded, match="sam asks for it, so the second person is somebody else"):
            limit(at, milder, ADMIN)
        with pytest.raises(NotAllowed, match="may not make the choices of the house"):
            limit(at, milder, SUPERVISOR)
    limit(at, "501", EXECUTIVE)
    limit(at, "none", EXECUTIVE)
    assert audit(at.store).findings == ()


def test_the_audit_finds_what_came_to_too_much_for_one_person(at: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(at, "1000")
    at.now += 61_000
    monkeypatch.setattr("croupier.floor.cage.cage.check_second", lambda *asked: None)
    for what in ("sales", "redemptions", "fills", "credits", "funding"):
        for _ in range(2):
            alone(at, what)(60_000)
    whats = [finding.what for finding in audit(at.store).findings]
    assert whats == ["moved $600, within 24 hours $1,200 without a second person, above $1,000"] * 5


@pytest.mark.parametrize("milder", ["1001", "none"])
def test_the_audit_finds_who_raised_the_amount_alone(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch, milder: str
) -> None:
    limit(at, "1000")
    monkeypatch.setattr("croupier.floor.house.choices.is_milder", lambda old, new: False)
    limit(at, milder)
    (finding,) = audit(at.store).findings
    assert finding.what == "staff/sam alone raised an amount above which money takes two people"


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({}, "which nobody writes there"),
        ({"per": "week"}, "which nobody writes there"),
        ({"per": "day", "approver": "sam"}, "staff/sam is the second person for what they asked"),
        ({"per": "day", "approver": "sue"}, "staff/sue might not make the choices of the house then"),
        ({"per": "day", "approver": "nobody"}, "staff/nobody might not make the choices of the house then"),
    ],
)
def test_the_audit_finds_an_amount_that_was_raised_in_another_way(
    at: CardRoom, more: dict[str, str], what: str
) -> None:
    limit(at, "1000")
    event = {"event": "HouseChose", "choice": "second_person_above", "old": 100_000, "new": None, **more}
    write = Write("house", None, (event,))
    at.store.commit(Unit(command="forged", actor="staff/sam", time_ms=at.tick(), writes=(write,)))
    (finding,) = audit(at.store).findings
    assert what in finding.what


def test_an_amount_of_before_counts_each_movement_alone_and_no_funding(at: CardRoom) -> None:
    """Rooms from before are judged by what they had chosen, until they choose again."""
    event = {"event": "HouseChose", "choice": "second_person_above", "old": None, "new": 50_000}
    write = Write("house", None, (event,))
    at.store.commit(Unit(command="before", actor="staff/sam", time_ms=at.tick(), writes=(write,)))
    at.now += 61_000
    moved = [{"event": "CageFunded", "amount": 60_000}] + [{"event": "TrayFilled", "table": "T1", "amount": 50_000}] * 2
    for number, each in enumerate(moved):
        unit = Unit(
            command=f"{number}",
            actor="staff/sue",
            time_ms=at.tick(),
            writes=(Write("cage", None, (each,)),),
            transfers=moves(each, f"{number}"),
        )
        at.store.commit(unit)
    assert audit(at.store).findings == ()
    with pytest.raises(SecondPersonNeeded):
        at.cage.fill("T1", 1, SUPERVISOR, "one more")
