"""Readers and sensors (R58): devices with keys of their own report what they read, and a round waits where they
disagree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom

from croupier.cards import Cards, parse_cards
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.house.devices import DeviceBook, WrongKey
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.reports import READERS, ReporterKind
from croupier.floor.roles import Person, Role
from croupier.floor.staffing import MISMATCH
from croupier.jackpot.terms import LevelTerms
from croupier.ledger.accounts import CHIPS
from croupier.rules.deal import CardsFrom, stack
from croupier.rules.round import Stage
from croupier.rules.wagers import PROGRESSIVE

SHOE, RAIL = (Person(name, Role.DEVICE) for name in ("shoe-1", "rail-1"))
EVE = Person("eve", Role.EXECUTIVE)
READER, SENSORS = ReporterKind.CARD_READER, ReporterKind.SENSOR_RAIL


@pytest.fixture
def felt(url: str) -> Iterator[CardRoom]:
    at = CardRoom(url)
    at.furnish(cards_from=CardsFrom.FELT)
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    book = DeviceBook(at.store, now_ms=at.tick)
    book.register("shoe-1", READER, "T1", ADMIN, "register shoe")
    book.register("rail-1", SENSORS, "T1", EVE, "register rail")
    yield at
    at.store.close()


def book_of(at: CardRoom) -> DeviceBook:
    return DeviceBook(at.store, now_ms=at.tick)


def findings(at: CardRoom) -> list[str]:
    return [str(finding) for finding in audit(at.store).findings]


def deck(at: CardRoom) -> Cards:
    """Seat 3 wins with a flush, seat 5 has nothing, the dealer a pair."""
    settings = at.room.table("T1").settings.terms
    own = {3: parse_cards("Ah Kh"), 5: parse_cards("2c 7d")}
    return stack(settings.procedure, settings.game.layout, own, parse_cards("9s 9d"), parse_cards("3h 8h Jh 4c Qs"))


DECIDED = ("seat 3 bet4", "seat 5 check", "flop", "seat 5 check", "river", "seat 5 fold", "dealer", "settle", "end")


def dealt(at: CardRoom) -> Cards:
    at.do(DEALER, "open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal")
    return deck(at)


def out(number: int, card: object, round: str = "T1-1") -> str:
    return f"report {round} out {number} {card}"


def test_a_shoe_reports_the_deck_and_the_dealer_presses_the_steps(felt: CardRoom) -> None:
    for number, card in enumerate(dealt(felt)[:11], 1):
        felt.do(SHOE, out(number, card))
    table = felt.do(DEALER, *DECIDED)
    assert table.round is not None
    assert table.round.stage is Stage.OVER
    assert felt.store.balance(CHIPS) == 4000 + 1000 + 1500 - 2000
    assert {entry.actor for entry in felt.store.read("table/T1")} == {"staff/sam", "staff/dora", "device/shoe-1"}
    assert findings(felt) == []


@pytest.mark.parametrize("at", [2, 7, 11])
def test_after_a_crash_the_reader_goes_on_where_it_was(felt: CardRoom, at: int) -> None:
    cards = dealt(felt)
    for number in range(1, at + 1):
        felt.do(SHOE, out(number, cards[number - 1]))
    before = felt.room.table("T1")
    felt.restart()
    assert felt.room.table("T1") == before
    for number in range(1, at + 1):
        assert "nothing was done twice" in felt.refusal(SHOE, out(number, cards[number - 1]))
    for number in range(at + 1, 12):
        felt.do(SHOE, out(number, cards[number - 1]))
    felt.do(DEALER, *DECIDED)
    assert findings(felt) == []


def test_the_same_report_again_is_answered_as_before_and_a_known_card_is_no_alarm(felt: CardRoom) -> None:
    card = dealt(felt)[0]
    report = parse_order(out(1, card))
    first = felt.room.do("T1", report, SHOE, command="device/shoe-1:1")
    again = felt.room.do("T1", report, SHOE, command="device/shoe-1:1")
    assert (again.receipt.repeated, again.table.version) == (True, first.table.version)
    assert "nothing was done twice" in felt.refusal(SHOE, out(1, card))
    assert "nothing was done twice" in felt.refusal(SHOE, f"report T1-1 cards seat 3 {card}")
    assert "nothing was done twice" in felt.refusal(SHOE, "report T1-1 count 52")


def test_a_late_report_is_refused_in_words(felt: CardRoom) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10", "lock", "deal")
    said = felt.refusal(SHOE, out(1, "Ah", "T1-0"))
    assert said == "the report is of T1-0, and T1-1 is in play at T1; it is not entered"
    felt.do(SUPERVISOR, "void misdeal")
    assert "no round is in play at T1" in felt.refusal(SHOE, out(1, "Ah"))
    felt.do(DEALER, "open", "seat 3 bet 10", "lock")
    assert "no cards are out" in felt.refusal(SHOE, out(1, "Ah", "T1-2"))


def test_a_camera_reports_cards_where_they_are_due(felt: CardRoom) -> None:
    dealt(felt)
    assert "seat 3 decides first" in felt.refusal(SHOE, "report T1-1 cards 3h")
    felt.do(DEALER, "all check")
    felt.do(SHOE, "report T1-1 cards 3h8h", "report T1-1 cards Jh")
    assert felt.room.table("T1").in_play.shown == 1  # type: ignore[union-attr]
    assert "nothing was done twice" in felt.refusal(SHOE, "report T1-1 cards board 3h8hJh"), "it sees them again"


def test_the_last_card_of_a_reveal_shows_it(felt: CardRoom) -> None:
    """Hand-held: flop, turn and river come out of the deck when the seats have decided."""
    cards = dealt(felt)
    for number in range(1, 7):
        felt.do(SHOE, out(number, cards[number - 1]))
    felt.do(DEALER, "seat 3 bet4", "seat 5 check")
    for number in (7, 8, 9):
        assert felt.room.table("T1").in_play.shown == 0  # type: ignore[union-attr]
        felt.do(SHOE, out(number, cards[number - 1]))
    assert felt.room.table("T1").in_play.shown == 1  # type: ignore[union-attr]


MISMATCHES = [
    (out(2, "Ah"), "Ah lies at seat 3 already; one deck has each card once"),
    (out(1, "Qc"), "card 1 was read as Qc, but Ah lies at seat 3 in its place"),
    (out(50, "Ah"), "Ah lies at seat 3 already"),
    ("report T1-1 cards board Ah", "Ah lies at seat 3 already"),
    ("report T1-1 cards seat 5 2c2c", "card twice: 2c"),
    ("report T1-1 cards seat 3 2c3c", "seat 3 has 1 of its 2 cards, Ah; 2c 3c cannot lie there, too"),
    ("report T1-1 count 51", "51 cards were counted, not 52"),
]


@pytest.mark.parametrize(("report", "why"), MISMATCHES, ids=[report for report, _ in MISMATCHES])
def test_what_disagrees_freezes_the_round_for_a_supervisor(felt: CardRoom, report: str, why: str) -> None:
    dealt(felt)
    felt.do(SHOE, out(1, "Ah"))
    table = felt.do(SHOE, report)
    assert table.called is not None
    assert (table.called.by, table.called.why.startswith(f"{MISMATCH}: {why}")) == ("shoe-1", True)
    felt.do(DEALER, "all check", "cards board 3h8hJh")
    assert felt.room.table("T1").in_play.shown == 0, "nothing is shown"  # type: ignore[union-attr]
    assert why in felt.refusal(DEALER, "flop")
    assert "a supervisor answers" in felt.refusal(DEALER, "withdraw call")
    assert "called to T1 already" in felt.refusal(DEALER, "call drinks")
    assert "nothing was done twice" in felt.refusal(SHOE, report), "it has been said"
    assert "may not assign" in felt.refusal(DEALER, "answer")
    felt.do(SUPERVISOR, "answer")
    felt.do(DEALER, "flop")
    assert findings(felt) == []


# Chips on sensors (R33).


@pytest.fixture
def linked(felt: CardRoom) -> CardRoom:
    links = Links(felt.room)
    level = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
    links.open("main", link_terms("UTH-P01", 100, (level,)), EVE, "open main", override="test")
    links.join("main", "T1", SUPERVISOR, "join")
    return felt


def chip(seat: int, state: str) -> str:
    return f"report T1-1 chip {seat} {state}"


def wagers(at: CardRoom) -> dict[int, int]:
    round = at.room.table("T1").in_play
    return {} if round is None else {seat.number: seat.stakes.on(PROGRESSIVE) for seat in round.seats}


def test_a_chip_on_the_sensor_is_a_wager_and_the_lock_accepts_it(linked: CardRoom) -> None:
    linked.do(DEALER, "open")
    assert "seat 3 has no bets in T1-1 yet" in linked.refusal(RAIL, chip(3, "on"))
    linked.do(DEALER, "seat 3 bet 10 trips 5", "seat 5 bet 10")
    linked.do(RAIL, chip(3, "on"), chip(5, "on"), chip(5, "off"))
    assert wagers(linked) == {3: 100, 5: 0}
    assert "nothing was done twice" in linked.refusal(RAIL, chip(3, "on"))
    assert "nothing was done twice" in linked.refusal(RAIL, chip(1, "off"))
    linked.do(DEALER, "lock", "deal")
    assert linked.room.table("T1").accepted == 100
    for state in ("on", "off"):  # the dealer takes the chip from the sensor
        assert "nothing was done twice" in linked.refusal(RAIL, chip(3, state))
    table = linked.do(RAIL, chip(5, "on"))
    assert table.called is not None
    assert "a chip came to the sensor of seat 5 after the lock" in table.called.why
    linked.do(SUPERVISOR, "answer", "void misdeal")
    assert linked.store.balance(CHIPS) == 0
    assert findings(linked) == []


def test_the_wagers_of_the_sensors_are_like_those_that_a_dealer_enters(linked: CardRoom) -> None:
    linked.do(DEALER, "open", "seat 3 bet 10 trips 5")
    linked.do(RAIL, chip(3, "on"))
    sensed = linked.room.table("T1").in_play
    linked.do(SUPERVISOR, "void once more")
    linked.do(DEALER, "open", "seat 3 bet 10 trips 5 progressive 1")
    entered = linked.room.table("T1").in_play
    assert sensed is not None
    assert entered is not None
    assert sensed.seats == entered.seats


def test_without_a_link_there_is_no_wager_to_sense(felt: CardRoom) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10")
    assert "takes no progressive wager" in felt.refusal(RAIL, chip(3, "on"))


def test_no_device_reports_where_the_room_shuffles(url: str) -> None:
    at = CardRoom(url)
    at.furnish()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    for reading in ("out 1 Ah", "cards board Ah", "chip 1 on", "count 51"):
        assert "no device reports there" in at.refusal(SHOE, f"report T1-1 {reading}")
    at.store.close()


# Who it is, and what it may do.

ORDERS = (
    *("open", "lock", "deal", "end", "cards Ah", "seat 3 bet 10", "all check", "correct board none why", "stand"),
    *("void why", "stop why", "resume", "close", "call", "answer", "dealer dora", "hand back", "unseat 3 why"),
    *('change {"clock": "20"}', "remove X why"),
)


@pytest.mark.parametrize("order", ORDERS)
def test_a_device_gives_no_other_order(felt: CardRoom, order: str) -> None:
    felt.do(DEALER, "open")
    assert "shoe-1 is a device and may not" in felt.refusal(SHOE, order)


def test_nobody_reports_but_devices(felt: CardRoom) -> None:
    felt.do(DEALER, "open")
    for who in (ANN, DEALER, SUPERVISOR, ADMIN, EVE):
        assert "may not report what it reads at its table; who may: device" in felt.refusal(who, "report T1-1 count 51")


def test_a_key_is_told_once_renewed_and_withdrawn(felt: CardRoom) -> None:
    book = book_of(felt)
    first = book.register("shoe-2", READER, "T1", ADMIN, "again")
    assert first.startswith("shoe-2.")
    assert len(first) == len("shoe-2.") + 64
    assert book.holder(first, READERS).person == Person("shoe-2", Role.DEVICE)
    with pytest.raises(Refused, match="a key is told once; renew it"):
        book.register("shoe-2", READER, "T1", ADMIN, "again")
    with pytest.raises(Refused, match="there is a shoe-2, card reader at T1 already"):
        book.register("shoe-2", SENSORS, "T1", ADMIN, "another")
    second = book.renew("shoe-2", ADMIN, "renew")
    assert book.holder(second, READERS).name == "shoe-2"
    for wrong in (first, "", ".", "shoe-2", "shoe-2.", second[:-1], second + "0", "nobody." + "0" * 64, "é" * 500):
        with pytest.raises(WrongKey, match="no device has this key; want"):
            book.holder(wrong, READERS)
    written = "".join(entry.body for entry in felt.store.read("devices"))
    assert first[-64:] not in written
    assert second[-64:] not in written
    assert felt.store.secret("key/device/shoe-2") == hashlib.sha256(second.encode()).hexdigest()
    book.withdraw("shoe-2", "broken", ADMIN, "withdraw")
    with pytest.raises(WrongKey):
        book.holder(second, READERS)
    with pytest.raises(Refused, match="was withdrawn: broken; register it anew"):
        book.renew("shoe-2", ADMIN, "renew again")
    assert findings(felt) == []
    book.register("shoe-2", SENSORS, "T1", ADMIN, "back")
    assert book.now().known("shoe-2").kind is SENSORS
    assert findings(felt) == []


@pytest.mark.parametrize("who", [DEALER, SUPERVISOR, ANN, SHOE], ids=str)
def test_only_admins_and_executives_keep_devices(felt: CardRoom, who: Person) -> None:
    book = book_of(felt)
    with pytest.raises(Refused, match="may not register, renew or withdraw a device; who may: executive, admin"):
        book.register("shoe-2", READER, "T1", who, "register")
    with pytest.raises(Refused, match="may not register, renew or withdraw"):
        book.renew("shoe-1", who, "renew")
    with pytest.raises(Refused, match="may not register, renew or withdraw"):
        book.withdraw("shoe-1", "why", who, "withdraw")


@pytest.mark.parametrize(
    ("name", "table", "why"),
    [
        ("a b", "T1", "not a name"),
        ("dora", "T1", "in the book of names"),
        ("ann", "T1", "in the book of names"),
        ("clock", "T1", "want a name of its own"),
        ("shoe-2", "T9", "no table 'T9'"),
    ],
)
def test_a_device_has_a_name_and_a_table(felt: CardRoom, name: str, table: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        book_of(felt).register(name, READER, table, ADMIN, "register")


def test_nobody_is_registered_as_a_device(felt: CardRoom) -> None:
    with pytest.raises(Refused, match="a device is nobody to be entered here"):
        felt.people.register("new", Role.DEVICE, None, ADMIN, "as device")
    with pytest.raises(Refused, match="a device is nobody to be entered here"):
        felt.people.change_role("dora", Role.DEVICE, ADMIN, "to device")


# What the audit finds: the room does not ask which table a device is for, the door does.


def test_the_audit_finds_a_device_that_nobody_registered(felt: CardRoom) -> None:
    dealt(felt)
    felt.do(Person("stranger", Role.DEVICE), out(1, "Ah"))
    (absent, giver) = findings(felt)
    assert "device/stranger was not there then" in absent
    assert "'report T1-1 out 1 Ah' was not for device/stranger to give" in giver


def test_the_audit_finds_a_device_that_was_withdrawn(felt: CardRoom) -> None:
    dealt(felt)
    book_of(felt).withdraw("shoe-1", "broken", ADMIN, "withdraw")
    felt.do(SHOE, out(1, "Ah"))
    assert findings(felt) == [], "it may have been on its way"
    felt.now += 120_000
    felt.do(SHOE, out(2, "Kh"))
    assert any("device/shoe-1" in finding for finding in findings(felt))


def test_the_audit_finds_a_device_of_another_table_or_kind(felt: CardRoom) -> None:
    felt.room.open_table("T2", felt.room.table("T1").settings, ADMIN, "open T2")
    felt.cage.fill("T2", 1_000_000, SUPERVISOR, "fill T2")
    for order in ("open", "seat 3 bet 10", "lock", "deal"):
        felt.room.do("T2", parse_order(order), DEALER, command=felt.id())
    felt.room.do("T2", parse_order(out(1, "Ah", "T2-1")), SHOE, command="elsewhere")
    dealt(felt)
    felt.do(RAIL, out(1, "Ah"))
    said = findings(felt)
    assert len(said) == 2
    assert "device/shoe-1 was registered for T1, not for T2" in said[0]
    assert "a sensor rail reports chips and nothing else, not 'out 1 Ah'" in said[1]


def test_an_audit_goes_on_from_a_mark_with_the_devices_it_knew(felt: CardRoom) -> None:
    first = audit(felt.store, leave=True)
    assert first.mark is not None
    cards = dealt(felt)
    felt.do(SHOE, out(1, cards[0]))
    book_of(felt).renew("shoe-1", ADMIN, "renew")
    assert audit(felt.store, since=first.mark).findings == ()


REPORTS = ["cards AhKd", "cards seat 3 AhKd", "cards board Ah", "out 3 Ah", "chip 3 on", "chip 6 off", "count 52"]


@pytest.mark.parametrize("reading", REPORTS)
def test_a_report_has_one_text(reading: str) -> None:
    assert str(parse_order(f"report T1-7 {reading}")) == f"report T1-7 {reading}"


@pytest.mark.parametrize(
    "text",
    ["report", "report T1-7", "report T1-7 end", "report T1-7 out x Ah", "report T1-7 out 1 xx",
     "report T1-7 chip x on",
     "report T1-7 cards", "report T1-7 correct board none why", "report T1-7 count 9999", "report T1-7 chip 3 maybe"],
)  # fmt: skip
def test_what_is_no_report_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused):
        parse_order(text)
