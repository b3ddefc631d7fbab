"""R58: the door for devices. Readers and sensor rails report over HTTP and over a line, with keys of their own."""

from __future__ import annotations

import importlib.util
import json
import re
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from web_permissions import EXPECTED
from web_place import TIMEOUT_S, Place, Visit
from web_staff import staff
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.client import Declined, Device
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import find_round
from croupier.floor.house.devices import DeviceBook
from croupier.floor.links.terms import link_terms
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.jackpot.terms import LevelTerms
from croupier.rules.deal import CardsFrom, Procedure
from croupier.rules.round import Stage
from depth import thorough

EXAMPLES = Path(__file__).parents[2] / "examples"
EVE, SUE = Person("eve", Role.EXECUTIVE), Person("sue", Role.SUPERVISOR)
DORA = Person("dora", Role.DEALER)


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def room(place: Place) -> Place:
    """Tables F0, F1, … with real cards, on a link."""
    place.employ_boss(staff(place)["ada"])
    place.house.cage.fund(100_000_000, SUE, "fund")
    level = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
    place.house.links.open("main", link_terms("UTH-P01", 100, (level,)), EVE, "open main", override="test")
    return place


class FeltTable:
    """A table with real cards, its reader, its rail and its dealer."""

    def __init__(self, place: Place, name: str) -> None:
        self.place, self.name = place, name
        place.open_table(name, dealt_by=DealtBy.PERSON, cards_from=CardsFrom.FELT, procedure=Procedure.PACKET)
        place.house.cage.fill(name, 1_000_000, SUE, f"fill/{name}")
        place.house.links.join("main", name, SUE, f"join/{name}")
        book = DeviceBook(place.store)
        self.key = book.register(f"shoe-{name}", ReporterKind.CARD_READER, name, EVE, f"shoe/{name}")
        self.rail_key = book.register(f"rail-{name}", ReporterKind.SENSOR_RAIL, name, EVE, f"rail/{name}")
        self.shoe, self.rail = Device(place.url, self.key), Device(place.url, self.rail_key)

    def deal(self, *orders: str) -> None:
        for order in orders:
            self.place.order(self.name, order, DORA)

    @property
    def round(self) -> str:
        return str(self.shoe.look()["round"])

    def dealt(self) -> str:
        self.deal("open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal")
        return self.round

    def line(self, key: str | None = None) -> ClientConnection:
        headers = {"authorization": f"Bearer {self.key if key is None else key}"}
        return connect(self.place.url.replace("http", "ws") + "/live/device", additional_headers=headers, legacy=True)


@pytest.fixture
def felt(room: Place) -> FeltTable:
    return FeltTable(room, f"F{len(room.house.room.tables())}")


@pytest.fixture(scope="module", autouse=True)
def _all_is_proved(room: Place) -> Iterator[None]:
    yield
    assert [str(finding) for finding in audit(room.store).findings] == []


def test_a_shoe_and_a_sensor_rail_serve_a_whole_round_over_http(felt: FeltTable) -> None:
    dealer = felt.place.visit(DORA).client
    shoe = example("shoe").Shoe(felt.shoe, Random(7))
    rail = example("sensor_rail").SensorRail(felt.rail, {3, 5})
    assert not shoe.step()
    assert not rail.step()
    for order in ("open", "seat 3 bet 10 trips 5", "seat 5 bet 10"):
        dealer.staff_order(felt.name, order)
    assert rail.step()
    assert not rail.step(), "the table knows by now"
    assert not shoe.step(), "no cards are out"
    for order in ("lock", "deal"):
        dealer.staff_order(felt.name, order)
    assert shoe.step()
    assert not shoe.step()
    assert felt.place.table(felt.name).accepted == 200
    for order in ("all check", "flop", "all check", "river", "seat 3 bet1", "seat 5 fold", "dealer", "settle"):
        dealer.staff_order(felt.name, order)
    seen = felt.place.table(felt.name)
    if not seen.unpaid:
        dealer.staff_order(felt.name, "end")
    assert seen.round is not None
    dealing = [str(card) for card in shoe.deck[:11]]
    known = [*map(str, seen.round.cards.board), *map(str, seen.round.cards.own[3]), *map(str, seen.round.cards.own[5])]
    assert known == dealing[:9], "packets: the board first, then by seat (R14)"
    assert seen.round.stage in (Stage.SHOWDOWN, Stage.OVER)


@thorough
def test_the_examples_run_as_programs(felt: FeltTable) -> None:
    programs = [("shoe.py", felt.key, "--seed=3"), ("sensor_rail.py", felt.rail_key, "--chips=3")]
    running = [
        subprocess.Popen([sys.executable, EXAMPLES / name, "--at", felt.place.url, "--key", key, "--every=0.05",
                          "--rounds=1", more], stdout=subprocess.PIPE, text=True)
        for name, key, more in programs
    ]  # fmt: skip
    felt.deal("open", "seat 3 bet 10")
    felt.place.until(felt.name, lambda table: "progressive" in table.in_play.seats[0].stakes)  # type: ignore[union-attr]
    felt.deal("lock", "deal")
    felt.place.until(felt.name, lambda table: len(table.in_play.cards.dealer) == 2)  # type: ignore[union-attr]
    felt.deal("all check", "flop", "all check", "river", "all bet1", "dealer", "settle", "end")
    for program in running:
        said, _ = program.communicate(timeout=TIMEOUT_S)
        assert program.returncode == 0
        assert "reported" in said


def test_a_report_again_and_a_report_that_is_known_change_nothing(felt: FeltTable) -> None:
    round = felt.dealt()
    first = felt.shoe.report("out", round, command="one-card", number=1, cards="Ah")
    version = felt.place.table(felt.name).version
    assert felt.shoe.report("out", round, command="one-card", number=1, cards="Ah") == first
    assert felt.shoe.report("out", round, number=1, cards="Ah")["next_out"] == 2
    assert felt.place.table(felt.name).version == version
    with pytest.raises(Declined, match="command id"):
        felt.shoe.report("out", round, command="one-card", number=2, cards="Kh")
    with pytest.raises(Declined, match="it is not entered"):
        felt.shoe.report("out", f"{felt.name}-0", number=2, cards="Kh")


def test_a_shoe_that_reads_a_card_twice_freezes_the_round_until_a_supervisor_answers(felt: FeltTable) -> None:
    felt.dealt()
    shoe = example("shoe").Shoe(felt.shoe, Random(1), misread=1)
    assert shoe.step()
    assert felt.shoe.look()["frozen"]
    alerts = felt.place.visit(SUE).json("/api/staff/alerts")
    assert any("what a device read does not agree" in json.dumps(alert) for alert in alerts["alerts"])
    dealer = felt.place.visit(DORA).client
    with pytest.raises(Declined, match="a supervisor was called, looks at the felt and answers"):
        dealer.staff_order(felt.name, "flop")
    felt.place.visit(SUE).client.staff_order(felt.name, "answer")
    assert not felt.shoe.look()["frozen"]
    felt.place.order(felt.name, "void misread", SUE)


def test_a_chip_after_the_lock_freezes_the_round(felt: FeltTable) -> None:
    rail = example("sensor_rail").SensorRail(felt.rail, {3}, late=5)
    felt.deal("open", "seat 3 bet 10", "seat 5 bet 10")
    rail.step()
    felt.deal("lock", "deal")
    assert rail.step()
    assert felt.rail.look()["frozen"]


# The line.


def said(line: ClientConnection, **report: object) -> Any:
    line.send(json.dumps(report))
    return json.loads(line.recv(TIMEOUT_S))


def test_the_line_takes_the_same_messages(felt: FeltTable) -> None:
    with closing(felt.line()) as line:
        assert json.loads(line.recv(TIMEOUT_S))["stage"] == "between rounds"
        round = felt.dealt()
        assert said(line, report="look")["round"] == round
        answer = said(line, report="out", round=round, command="over-the-line", number=1, cards="Ah")
        assert (answer["command"], answer["next_out"]) == ("over-the-line", 2)
        refused = said(line, report="out", round="X-1", command="much-too-late", number=2, cards="Kh")
        assert (refused["status"], refused["command"]) == (409, "much-too-late")
        assert "it is not entered" in refused["error"]
        assert said(line, report="sing")["status"] == 422
        line.send("not json")
        assert json.loads(line.recv(TIMEOUT_S))["status"] == 422
    assert felt.shoe.report("out", round, command="over-the-line", number=1, cards="Ah")["next_out"] == 2


def test_a_line_ends_with_its_key_and_with_what_is_no_short_text(felt: FeltTable) -> None:
    for wrong, code in (("x" * 5_000, 1009), (b"\x00\x01", 1003)):
        with closing(felt.line()) as line:
            line.recv(TIMEOUT_S)
            line.send(wrong)
            with pytest.raises(ConnectionClosed) as ended:
                line.recv(TIMEOUT_S)
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == code
    with closing(felt.line()) as line:
        line.recv(TIMEOUT_S)
        DeviceBook(felt.place.store).renew(f"shoe-{felt.name}", EVE, f"renew/{felt.name}")
        line.send('{"report": "look"}')
        with pytest.raises(ConnectionClosed) as ended:
            line.recv(TIMEOUT_S)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 4401


# Who comes in, and how far.


def post(felt: FeltTable, authorization: str | None, **body: object) -> httpx.Response:
    headers = {} if authorization is None else {"authorization": authorization}
    body = {"report": "look", **body}
    return httpx.post(f"{felt.place.url}/api/device", json=body, headers=headers, timeout=TIMEOUT_S)


def test_a_wrong_key_is_told_the_same_whatever_is_wrong(felt: FeltTable, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = felt.place.house.rate_limits
    monkeypatch.setattr(limits.wrong_keys, "_most", 10**6)
    book = DeviceBook(felt.place.store)
    gone = book.register(f"gone-{felt.name}", ReporterKind.CARD_READER, felt.name, EVE, f"gone/{felt.name}")
    book.withdraw(f"gone-{felt.name}", "broken", EVE, f"withdraw/{felt.name}")
    wrong = [None, "", "Bearer", f"Bearer {felt.key[:-1]}0x", f"Bearer nobody.{'0' * 64}", f"Bearer {gone}",
             f"Basic {felt.key}", f"Bearer {felt.key.replace('shoe', 'rail')}", f"Bearer {'k' * 180}"]  # fmt: skip
    answers = [post(felt, key) for key in wrong]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert post(felt, f"Bearer {felt.key}").status_code == 200


def test_who_guesses_keys_is_slowed_down_and_the_device_beside_them_is_not(
    felt: FeltTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = felt.place.house.rate_limits
    monkeypatch.setattr(limits.wrong_keys, "_kept", {})
    guesses = [post(felt, f"Bearer shoe-{felt.name}.{secrets.token_hex(32)}").status_code for _ in range(25)]
    assert guesses[:20] == [401] * 20
    assert guesses[-1] == 429
    assert post(felt, f"Bearer {felt.key}").status_code == 200, "from the same address"
    with closing(felt.line(key="guessed")) as line, pytest.raises(ConnectionClosed) as ended:
        line.recv(TIMEOUT_S)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 4401
    monkeypatch.setattr(limits.wrong_keys, "_kept", {})


def test_a_device_that_reports_too_fast_is_told_to_wait(felt: FeltTable, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = felt.place.house.rate_limits
    monkeypatch.setattr(limits.reports, "_kept", {f"shoe-{felt.name}": (600.0, limits.reports._clock())})
    answer = post(felt, f"Bearer {felt.key}")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert post(felt, f"Bearer {felt.rail_key}").status_code == 200, "each has a pace of its own"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"report": "sing"}, 422),
        ({"report": "out", "cards": "A" * 500}, 422),
        ({"report": "cards", "place": "seat 9", "cards": "Ah"}, 422),
        ({"report": "out", "number": -1, "cards": "Ah"}, 422),
        ({"report": "look", "order": "end"}, 422),
        ({"report": "out", "number": 1, "cards": "Ah"}, 409),
        ({"report": "out", "number": 1, "cards": "Ah", "round": "F1-1 end"}, 422),
        ({"report": "out", "number": 1, "cards": "Ah end", "round": "F1-1", "command": "c" * 8}, 409),
        ({"report": "cards", "cards": "", "round": "F1-1", "command": "c" * 8}, 409),
        ({"report": "chip", "seat": 3, "round": "F1-1", "command": "c" * 8}, 409),
    ],
)
def test_what_is_no_report_of_a_reader_is_refused(felt: FeltTable, body: dict[str, object], status: int) -> None:
    answer = post(felt, f"Bearer {felt.key}", **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]


def test_a_reader_senses_no_chips_and_a_rail_reads_no_cards(felt: FeltTable) -> None:
    round = felt.dealt()
    with pytest.raises(Declined, match="a card reader reports cards and nothing else, not 'chip 3 on'"):
        felt.shoe.report("chip", round, seat=3, present=True)
    for report, more in (("out", {"number": 1, "cards": "Ah"}), ("cards", {"cards": "Ah"}), ("count", {"number": 51})):
        with pytest.raises(Declined, match="a sensor rail reports chips and nothing else"):
            felt.rail.report(report, round, **more)


def test_a_key_opens_no_other_door(felt: FeltTable) -> None:
    """Whoever brings it elsewhere is nobody there."""
    with httpx.Client(base_url=felt.place.url, timeout=TIMEOUT_S) as nobody:
        for door, cells in EXPECTED.items():
            method, _, path = door.partition(" ")
            if method not in ("GET", "POST") or cells["nobody"] != "-" or cells["supervisor"] == "-":
                continue
            path = re.sub(r"\{[a-z]+\}", felt.name, path)
            asked = {"accept": "application/json", "authorization": f"Bearer {felt.key}"}
            answer = nobody.request(method, path, headers=asked, **({"json": {}} if method == "POST" else {}))
            assert answer.status_code == 401, door


def test_nothing_that_lies_face_down_is_shown_before_its_time(felt: FeltTable) -> None:
    round = felt.dealt()
    shoe = example("shoe").Shoe(felt.shoe, Random(5))
    shoe.step()
    hidden = {str(card) for card in shoe.deck[:11]}
    watching = [felt.place.visit(who) for who in (None, DORA, SUE, EVE)]
    pages = [
        *(visit.get(f"/tables/{felt.name}").text for visit in watching),
        *(visit.get(f"/staff/journal?stream=table/{felt.name}").text for visit in watching[2:]),
        *(visit.get(f"/staff/keypad/{felt.name}").text for visit in watching[1:3]),
        json.dumps(felt.shoe.look()),
        json.dumps(felt.rail.look()),
    ]
    at = felt.place.store.position()
    pages.append(watching[2].get(f"/staff/journal/{at}").text)
    for page in pages:
        assert not {card for card in hidden if re.search(rf"\b{card}\b", page)}, page[:2000]
    felt.place.order(felt.name, "void enough seen", SUE)
    assert find_round(felt.place.store, round).round.stage is Stage.VOID
    assert str(shoe.deck[10]) in watching[2].get(f"/staff/journal/{at}").text, "the record keeps it"


# The page and the commands.


def test_an_executive_registers_renews_and_withdraws_on_the_page(felt: FeltTable) -> None:
    eve: Visit = felt.place.visit(EVE)

    def sent(**fields: str) -> httpx.Response:
        return eve.post("/staff/devices", command=secrets.token_hex(8), name=f"camera-{felt.name}", **fields)

    made = sent(what="register", kind="card-reader", table=felt.name)
    (key,) = re.findall(rf"camera-{felt.name}\.[0-9a-f]{{64}}", made.text)
    assert Device(felt.place.url, key).look()["table"] == felt.name
    assert key not in eve.get("/staff/devices").text
    renewed = sent(what="renew")
    (other,) = re.findall(rf"camera-{felt.name}\.[0-9a-f]{{64}}", renewed.text)
    with pytest.raises(Declined, match="no device has this key"):
        Device(felt.place.url, key).look()
    assert sent(what="withdraw", why="").status_code == 409
    assert sent(what="withdraw", why="the lens is broken").status_code == 303
    assert "withdrawn: the lens is broken" in eve.get("/staff/devices").text
    with pytest.raises(Declined, match="no device has this key"):
        Device(felt.place.url, other).look()
    told = eve.get("/staff/journal?stream=devices").text
    for words in (f"registered for {felt.name}: card reader.", "gets a new key.", "withdrawn: the lens is broken."):
        assert words in told
    assert "Register a device" not in felt.place.visit(SUE).get("/staff/devices").text


def test_reports_at_once_are_entered_once_each(felt: FeltTable) -> None:
    """Lines that come back send what they were not answered: the same card from several at the same moment."""
    round = felt.dealt()
    cards = ["2c", "3c", "4c", "5c", "6c"]

    def send() -> None:
        for number, card in enumerate(cards, 1):
            felt.shoe.report("out", round, command=f"at-once-{number}", number=number, cards=card)

    both = [threading.Thread(target=send) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    table = felt.place.table(felt.name)
    assert [str(card) for card in table.in_play.cards.board] == cards  # type: ignore[union-attr]
    assert table.called is None
