"""The cage's, the shift's and the people's pages: what they do, what they refuse, and how a cashier works with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect
from web_place import BOSS, Place
from web_screen import DESK, PHONE, Screen
from web_staff import PIN, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.cage.receipts import receipt_at
from croupier.floor.cage.shift import past_shifts
from croupier.floor.orders import parse_order
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.ledger.accounts import CHIPS, player, tray
from croupier.money import dollars, plain_dollars
from croupier.rules.deal import CardsFrom
from depth import thorough


@pytest.fixture(scope="module")
def people(place: Place) -> Iterator[dict[str, Person]]:
    """A staffed room with three players, two tables, and a second person above $1,000."""
    known = staff(place)
    place.employ_boss(known["ada"])
    known |= {name: place.player(name, pin=PIN) for name in ("ann", "anita", "bob")}
    place.house.cage.fund(10_000_000, BOSS, "fund")
    for table in ("T1", "T2"):
        place.open_table(table)
        place.house.cage.fill(table, 1_000_000, BOSS, f"fill/{table}")
    place.house.choices.choose("second_person_above", "1000", known["eve"], "limit")
    place.house.choices.choose("zone", "America/Los_Angeles", known["eve"], "zone")
    yield known
    assert audit(place.store).findings == ()


def last_receipt(place: Place) -> int:
    return list(place.store.read("cage"))[-1].position


def test_a_player_is_found_by_the_beginning_of_the_name(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    assert [row["name"] for row in sue.json("/staff/cage?find=AN")["found"]] == ["anita", "ann"]
    assert sue.json("/staff/cage?find=zz")["found"] == []
    panel = sue.json("/staff/cage?player=bob")["player"]
    assert (panel["balance"], panel["all"], panel["active"]) == ("$1,000", "1000", True)
    assert panel["movements"][0]["words"] == "$1,000 sold to bob"
    stock = sue.json("/staff/cage")["inventory"]
    assert stock["adds_up"]
    assert stock["there_total"] == stock["came_total"]


def test_a_tray_that_pays_nobody_is_not_low(own_place: Place) -> None:
    """R28: in California a player banks."""
    known = staff(own_place)
    own_place.open_table("M1")
    own_place.open_table("C1", "ca")
    own_place.house.choices.choose("low_tray", "1000", known["eve"], "low")
    trays = own_place.visit(known["sue"]).json("/staff/cage")["inventory"]["trays"]
    assert {row["table"]: row["low"] for row in trays} == {"M1": True, "C1": False}


def test_a_dealer_sees_the_part_of_the_page_that_is_a_dealers(place: Place, people: dict[str, Person]) -> None:
    dora = place.visit(people["dora"])
    page = dora.json("/staff/cage?player=bob&find=bo")
    assert page["inventory"] is None
    assert (page["player"]["balance"], page["player"]["movements"], page["found"][0]["balance"]) == ("", [], "")
    before = place.store.balance(tray("T1"))
    done = dora.post("/staff/cage/table", player="bob", table="T1", amount="20", command="d-1")
    assert done.status_code == 303
    assert place.store.balance(tray("T1")) == before - 2_000
    assert dora.post("/staff/cage", what="buy-in", player="bob", amount="20", command="d-2").status_code == 403


def test_r61_a_cashier_sells_and_redeems_chips_and_has_nothing_to_do_with_the_tables(
    place: Place, people: dict[str, Person]
) -> None:
    place.house.people.register("cas", Role.CASHIER, PIN, people["ada"], "register/cas")
    cas = place.visit(Person("cas", Role.CASHIER))
    held = place.store.balance(player("bob"))
    for what, amount in (("buy-in", "120"), ("cash-out", "20")):
        done = cas.post("/staff/cage", what=what, player="bob", amount=amount, command=f"cas/{what}")
        assert done.headers["location"] == f"/staff/cage?player=bob&receipt={last_receipt(place)}"
    assert place.store.balance(player("bob")) == held + 10_000
    assert cas.json(f"/staff/receipts/{last_receipt(place)}")["words"] == "$20 redeemed for bob"
    large = cas.post("/staff/cage", what="buy-in", player="bob", amount="1500", command="cas/large")
    assert "wants a second person" in large.text

    page = cas.json("/staff/cage?player=bob&find=bo")
    assert (page["found"][0]["name"], page["player"]["movements"][0]["by"]) == ("bob", "cas")
    stock = page["inventory"]
    assert (page["tables"], stock["trays"], stock["there"], stock["came"]) == ([], [], [], [])
    shown = cas.get("/staff/cage?player=bob").text
    assert "/staff/accounts" not in shown
    assert "Register a new player" not in shown
    before = place.store.position()
    for order in ({"what": "fill", "table": "T1"}, {"what": "credit", "table": "T1"}, {"what": "fund"}):
        refused = cas.post("/staff/cage", amount="10", command=f"cas/{order['what']}", **order)
        assert "cas is a cashier and may not fill a tray or take a credit" in refused.text
    assert cas.post("/staff/people", name="zoe", role="player", pin=PIN, pin_again=PIN).status_code == 403
    assert place.store.position() == before
    home = cas.json("/staff")
    assert [title for _, title, _ in home["doors"]] == ["Cage"]
    assert [word for word, _ in home["figures"]] == ["Cash in the cage", "Chips it has given out"]
    assert (home["keypads"], home["meters"], home["alerts"]) == ([], [], [])


def test_the_pits_forms_still_lead_back_to_the_pit(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    sue.http.headers["referer"] = f"{place.url}/staff/pit"
    filled = sue.post("/staff/cage", what="fill", table="T1", amount="10", command="p-1")
    assert filled.headers["location"] == f"/staff/pit?receipt={last_receipt(place)}#T1"
    sold = sue.post("/staff/cage", what="buy-in", player="ann", amount="10", command="p-2")
    assert sold.headers["location"] == f"/staff/pit?receipt={last_receipt(place)}"
    large = {"what": "fill", "amount": "1500", "command": "p-3"}
    assert "wants a second person" in sue.post("/staff/cage", table="T1", **large).text
    assert sue.post("/staff/cage", table="T1", **large, badge="sam", pin=PIN).status_code == 303
    assert receipt_at(place.store, last_receipt(place)).approver == "sam"


def test_a_receipt_tells_the_houses_time_and_who_signed(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    badge = place.house.people.issue_badge("sam", people["ada"], "badge/sam")
    sold = {"what": "buy-in", "player": "ann", "amount": "2000", "command": "r-1"}
    assert sue.post("/staff/cage", **sold, badge=badge, pin="9999").status_code == 409, "a badge needs its PIN"
    sue.post("/staff/cage", **sold, badge=badge, pin=PIN)
    page = sue.json(f"/staff/receipts/{last_receipt(place)}")
    rows = dict(page["rows"])
    assert (page["title"], page["amount"], rows["By"], rows["Second person"]) == ("Chips sold", "$2,000", "sue", "sam")
    assert rows["Time"].endswith(("PST", "PDT"))
    assert len(page["hash"]) == 64
    assert sue.get("/staff/receipts/1").status_code == 404
    assert place.visit(people["ann"]).get(f"/staff/receipts/{last_receipt(place)}").status_code == 403


def test_the_second_person_is_not_the_first_and_is_told_in_the_form(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    sue.http.headers["referer"] = f"{place.url}/staff/cage?player=ann"
    sold = {"what": "buy-in", "player": "ann", "amount": "1000.01", "command": "s-1"}
    refused = sue.post("/staff/cage", **sold)
    said = json.loads(re.search(r'id="refusal">(.*?)</script>', refused.text)[1])  # type: ignore[index]
    assert (said["field"], said["values"]["amount"]) == ("badge", "1000.01")
    assert "the second person is somebody else" in sue.post("/staff/cage", **sold, badge="sue", pin=PIN).text
    assert "may not be the second person" in sue.post("/staff/cage", **sold, badge="dora", pin=PIN).text


def counted(table: str, tray_cents: int, box_cents: int) -> dict[str, str]:
    """The fields of a count, all of it in hundreds but for the rest."""
    fields = {}
    for place, cents in (("tray", tray_cents), ("box", box_cents)):
        hundreds, rest = divmod(cents, 10_000)
        fields |= {f"{place}-{table}-10000": str(hundreds), f"{place}-{table}-1": plain_dollars(rest)}
    return fields


def test_a_count_is_blind_and_then_stands_beside_the_record(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    sheets = {name: place.house.cage.sheet(name) for name in ("T1", "T2")}
    before = sue.json("/staff/shift")
    for record in (sheets["T1"].closing, sheets["T1"].fills):
        assert str(record) not in json.dumps(before), "nothing of the record is on the page"
        assert dollars(record) not in json.dumps(before)
    assert all(row["sealed"] is None for row in before["rows"])
    sue.http.headers["accept"] = "application/json"
    missing = sue.post("/staff/shift", what="count", command="count-0", **{"tray-T1-10000": "3"})
    assert "T1: count the box, too; type 0 where nothing lies there" in missing.text
    fields = {}
    for name, off in (("T1", 500), ("T2", 0)):
        fields |= counted(name, sheets[name].closing - off, sheets[name].box)
    rows = {row["table"]: row for row in sue.post("/staff/shift", what="count", command="c-1", **fields).json()["rows"]}
    in_tray, in_box = rows["T1"]["sealed"]["compared"]
    assert (in_tray["counted"], in_tray["record"], in_tray["off"]) == (
        dollars(sheets["T1"].closing - 500), dollars(sheets["T1"].closing), "-$5"
    )  # fmt: skip
    assert (in_box["agrees"], rows["T2"]["sealed"]["variance_cents"], rows["T2"]["sealed"]["by"]) == (True, 0, "sue")
    chosen = {"close-T1": "on", "close-T2": "on", "count-T1": "1", "count-T2": "1", "what": "close"}
    page = sue.post("/staff/shift", command="close-1", **chosen).json()
    assert [row["table"] for row in page["closed"]] == ["T2"]
    assert page["heads"]
    said = {row["table"]: row["said"] for row in page["rows"]}
    assert said["T2"] == ""
    assert "-$5; count again, or give a reason for the variance" in said["T1"]
    page = sue.post("/staff/shift", command="close-2", **chosen, **{"reason-T1": "a chip fell"}).json()
    assert [(row["table"], row["variance"], row["reason"]) for row in page["closed"]] == [("T1", "-$5", "a chip fell")]
    closed = past_shifts(place.store, "T1")[0]
    assert place.store.balance(tray("T1")) == closed.counted.tray
    del sue.http.headers["accept"]
    assert "no table was chosen" in sue.post("/staff/shift", what="close", command="close-3").text
    assert "nothing was counted" in sue.post("/staff/shift", what="count", command="close-4").text
    assert "want &#39;count&#39; or &#39;close&#39;" in sue.post("/staff/shift", what="x", command="close-5").text
    past = sue.json("/staff/shift/past?table=T1")["rows"]
    assert [(row["table"], row["reason"]) for row in past] == [("T1", "a chip fell")]
    assert sue.json("/staff/shift/past?until=2001-01-01")["rows"] == []
    assert "is before the first" in sue.get("/staff/shift/past?from=2026-01-02&until=2026-01-01").text
    rows = dict(sue.json(f"/staff/shift/sheets/{closed.entry.position}")["sheets"][0]["rows"])
    assert rows["Tray counted"].endswith("(variance -$5)")
    assert rows["Counted"].startswith("count 1 by sue, ")
    assert rows["In the tray"].startswith("100x")
    assert sue.get("/staff/shift/sheets/1").status_code == 404
    assert sue.get("/staff/shift/sheets/x").status_code == 409


def test_a_large_variance_asks_for_a_second_person_and_a_recount_may_do_without(
    place: Place, people: dict[str, Person]
) -> None:
    sue, held = place.visit(people["sue"]), place.house.cage.sheet("T1").closing
    close = {"what": "close", "close-T1": "on", "reason-T1": "missing"}
    missing = 10_001 - place.house.cage.variance_alone("T1")  # what adds up within 24 hours
    assert sue.post("/staff/shift", what="count", command="v-1", **counted("T1", held - missing, 0)).status_code == 200
    page = sue.get("/staff/shift").text
    assert "Second person, above $100" in page
    number = place.house.cage.counts("T1")[-1].number
    alone = sue.post("/staff/shift", command="v-2", **close, **{"count-T1": str(number)})
    assert "above $100, where the house wants a second person" in alone.text
    assert 'id="count-T1"' in sue.get("/staff/shift?again=T1").text
    sue.post("/staff/shift", what="count", command="v-3", **counted("T1", held, 0))
    stale = sue.post("/staff/shift", command="v-4", **close, **{"count-T1": str(number)})
    assert "T1 was counted again meanwhile, by sue" in stale.text
    close.pop("reason-T1")
    sue.post("/staff/shift", command="v-5", **close, **{"count-T1": str(number + 1)})
    assert past_shifts(place.store, "T1")[0].variances == (0, 0)


def test_the_auditor_looks_at_shift_and_house_without_their_forms(place: Place, people: dict[str, Person]) -> None:
    mary = place.visit(people["max"])
    for path in ("/staff/shift", "/staff/house"):
        page = mary.get(path)
        assert page.status_code == 200
        assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]


def test_all_trays_are_filled_up_to_par_with_one_signature(own_place: Place) -> None:
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    own_place.house.cage.fund(3_000_000, BOSS, "fund")
    for number in range(1, 4):
        own_place.open_table(f"P{number}")
    own_place.house.cage.fill("P1", 150_000, BOSS, "fill")
    own_place.house.cage.fill("P3", 1_200_000, BOSS, "fill more")
    sue, choices = own_place.visit(people["sue"]), own_place.house.choices
    assert "has chosen what trays are filled up to" in sue.get("/staff/cage").text
    choices.choose("tray_par", "10000", people["ada"], "par")
    choices.choose("second_person_above", "9000", people["ada"], "limit")
    stock = sue.json("/staff/cage")["inventory"]
    assert [(row["table"], row["fill"]) for row in stock["trays"]] == [("P1", "$8,500"), ("P2", "$10,000"), ("P3", "")]
    assert (stock["par"], stock["to_par"]) == ("$10,000", "$18,500")
    fills = {"fill-P1": "$8,500", "fill-P2": "$10,000"}
    signed = {"command": "par-2", **fills, "badge": "sam", "pin": PIN}
    short = sue.post("/staff/cage/trays", **signed)
    assert "the cage holds $16,500, and these trays need $18,500; fund it first" in short.text
    own_place.house.cage.fund(1_000_000, BOSS, "fund more", people["sam"])
    alone = sue.post("/staff/cage/trays", command="par-1", **fills)
    assert "a fill of $10,000 is above $9,000" in alone.text
    assert own_place.store.balance(tray("P1")) == 150_000, "nothing is moved before somebody signs for all of it"
    for _ in range(2):  # sent twice, it is done once
        done = sue.post("/staff/cage/trays", **signed)
        assert done.status_code == 303
    assert [own_place.store.balance(tray(f"P{n}")) for n in (1, 2, 3)] == [1_000_000, 1_000_000, 1_200_000]
    page = sue.json(done.headers["location"])
    assert (page["notice"], len(page["receipts"])) == ("2 trays filled, $18,500 in all.", 2)
    for number in page["receipts"]:
        rows = dict(sue.json(f"/staff/receipts/{number}")["rows"])
        assert (rows["By"], rows["Second person"]) == ("sue", "sam")
    assert "no tray was named" in sue.post("/staff/cage/trays", command="par-3").text


def test_cash_of_a_day_is_added_up_by_player_and_marked_above_the_houses_amount(own_place: Place) -> None:
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    cas = own_place.house.people.register("cas", Role.CASHIER, PIN, people["ada"], "register/cas")
    ann = own_place.player("ann", chips=900_000).name
    cashier, choices = own_place.visit(cas), own_place.house.choices
    assert cashier.json(f"/staff/cage?player={ann}")["player"]["today"] == "$9,000 in, $0 out"
    assert cashier.post("/staff/cage", what="buy-in", player=ann, amount="1000.01", command="s-1").status_code == 303
    assert cashier.json(f"/staff/cage?player={ann}")["player"]["above"] == "$10,000"
    (row,) = cashier.json("/staff/cage/cash")["rows"]
    assert (row["player"], row["cash_in"], row["cash_out"], row["above"]) == (ann, "$10,000.01", "$0", True)
    assert [alert["kind"] for alert in cashier.json("/api/staff/alerts")["alerts"]] == ["cash"]
    choices.choose("cash_alert", "none", people["ada"], "no alert")
    own_place.house.alert_watch.alerts(fresh=True)
    assert cashier.json("/api/staff/alerts")["alerts"] == []
    assert cashier.json("/staff/cage/cash?day=2001-01-01")["rows"] == []
    assert "want year, month and day" in cashier.get("/staff/cage/cash?day=soon").text


def test_a_supervisor_registers_players_and_sees_no_staff(place: Place, people: dict[str, Person]) -> None:
    sue = place.visit(people["sue"])
    page = sue.json("/staff/people")
    assert (page["staff"], page["roles"]) == ([], ["player"])
    new = {"name": "cleo", "role": "player", "pin": "2468"}
    assert "the two PINs differ" in sue.post("/staff/people", **new, pin_again="2469").text
    entered = sue.post("/staff/people", **new, pin_again="2468", back="cage")
    assert entered.headers["location"] == "/staff/cage?player=cleo"
    refused = sue.post("/staff/people", name="mole", role="admin", pin="2468", pin_again="2468")
    assert "may not register staff" in refused.text
    assert sue.post("/staff/people/cleo", what="deactivate").status_code == 403


def test_who_is_deactivated_is_out_at_once_and_the_last_admin_stays(place: Place, people: dict[str, Person]) -> None:
    ada, max = place.visit(people["ada"]), place.visit(people["max"])
    assert max.get("/staff/journal").status_code == 200
    assert "max is deactivated" in ada.post("/staff/people/max", what="deactivate").text
    assert max.get("/staff/journal").status_code == 401
    assert "is deactivated" in place.visit().post("/sign-in", name="max", pin=PIN).text
    assert "max is active again" in ada.post("/staff/people/max", what="activate").text
    assert place.visit().post("/sign-in", name="max", pin=PIN).status_code == 303
    seen = {row["name"]: row["seen"] for row in ada.json("/staff/people")["staff"]}
    assert seen["max"].endswith(("PST", "PDT"))
    assert seen["eve"] == ""
    assert "cannot change their own role" in ada.post("/staff/people/ada", what="role", role="dealer").text
    assert "max is executive now" in ada.post("/staff/people/max", what="role", role="executive").text
    assert "differ" in ada.post("/staff/people/max", what="pin", pin="2468", pin_again="").text


def test_many_players_are_paged_and_found(own_place: Place) -> None:
    known = staff(own_place)
    for number in range(60):
        own_place.house.people.register(f"p{number:02}", *_player(number))
    page = own_place.visit(known["sue"]).json("/staff/people?page=2")
    assert (page["pages"], page["count"], len(page["players"])) == (2, 60, 10)
    assert len(own_place.visit(known["sue"]).json("/staff/people?find=p1")["players"]) == 10


def _player(number: int):
    from croupier.floor.roles import Role

    return Role.PLAYER, None, BOSS, f"register/{number}"


class Clicks:
    """A browser in which every press of a link or a button is counted, and every page that is opened."""

    def __init__(self, page: Page) -> None:
        self.page, self.number, self.pages = page, 0, 1
        page.on("framenavigated", self._opened)

    def _opened(self, frame: Frame) -> None:
        self.pages += frame == self.page.main_frame

    def press(self, what: Locator) -> None:
        what.click()
        self.number += 1


@thorough
def test_chips_are_sold_in_three_clicks_and_ten_trays_filled_in_three(own_place: Place, browser: Browser) -> None:
    """It took six clicks on four pages to sell chips, and about fifty to fill ten trays."""
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    own_place.house.cage.fund(20_000_000, BOSS, "fund")
    for number in range(10):
        own_place.open_table(f"T{number}")
    own_place.house.choices.choose("tray_par", "10000", people["ada"], "par")
    ann = own_place.player("ann", chips=100_000)
    own_place.player("anita", chips=100_000)
    screen = Screen(browser, own_place, people["sue"], sizes=(PHONE, DESK))
    page = screen.page
    page.goto("/staff")
    selling = Clicks(page)
    selling.press(page.get_by_role("link", name="Cage Players"))
    expect(page.locator("#window-player")).to_be_focused()
    page.keyboard.type("ann")
    expect(page.locator("#window-found")).to_have_text("ann has $1,000")
    page.keyboard.press("Tab")
    page.keyboard.type("250")
    screen.look("cage")
    selling.press(page.get_by_role("button", name="Sell chips"))
    selling.press(page.get_by_role("dialog").get_by_role("button", name="Sell $250 to ann"))
    expect(page.get_by_role("status").first).to_contain_text("$250 sold to ann.")
    assert own_place.store.balance(player(ann.name)) == 125_000
    assert (selling.number, selling.pages) == (3, 3)
    page.goto("/staff")
    filling = Clicks(page)
    filling.press(page.get_by_role("link", name="Cage Players"))
    filling.press(page.get_by_role("button", name="Fill all to par"))
    filling.press(page.get_by_role("dialog").get_by_role("button", name="Fill 10 trays with $100,000"))
    expect(page.get_by_role("status").first).to_contain_text("10 trays filled, $100,000 in all.")
    assert all(own_place.store.balance(tray(f"T{number}")) == 1_000_000 for number in range(10))
    assert filling.number == 3
    screen.look("cage-filled")
    screen.close()


@thorough
def test_a_cashiers_evening(place: Place, people: dict[str, Person], browser: Browser) -> None:
    screen = Screen(browser, place, people["sue"], sizes=(PHONE, DESK))
    page = screen.page
    guest = place.player("billy", chips=1_000).name
    place.house.cage.buy_in(guest, 100_000, BOSS, "for the evening", people["eve"])
    had = place.store.balance(player(guest))
    page.goto("/staff")
    page.get_by_role("link", name="Cage Players").click()
    page.get_by_label("Name begins with").fill(guest)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=guest).click()
    page.locator("#sell").fill("abc")
    page.get_by_role("button", name="Sell chips").click()
    expect(page.get_by_role("dialog")).to_have_count(0)  # nobody is asked about an amount that is none
    page.locator("#sell").fill("500")
    expect(page.locator("#badge-sell")).to_be_hidden()
    page.get_by_role("button", name="Sell chips").click()
    page.get_by_role("button", name="No, go back").click()
    assert place.store.balance(player(guest)) == had, "who goes back has sold nothing"
    page.get_by_role("button", name="Sell chips").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Sell $500 to {guest}").click()
    expect(page.get_by_role("status")).to_contain_text(f"$500 sold to {guest}.")
    assert place.store.balance(player(guest)) == had + 50_000
    page.locator("#redeem").fill("1,200")
    expect(page.locator("#badge-redeem")).to_be_visible()
    page.get_by_role("button", name="Redeem chips").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Redeem $1,200 for {guest}").click()
    expect(page.locator("#refusal-words")).to_contain_text("a redemption of $1,200 is above $1,000")
    expect(page.locator("#redeem")).to_have_value("1,200")
    screen.look("cage-second-person")
    page.locator("#badge-redeem").fill("eve")
    page.locator("#pin-redeem").fill(PIN)
    page.get_by_role("button", name="Redeem chips").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Redeem $1,200 for {guest}").click()
    expect(page.get_by_role("status")).to_contain_text(f"$1,200 redeemed for {guest}.")
    page.get_by_role("status").get_by_role("link").click()
    expect(page.get_by_role("article")).to_contain_text("Second person")
    expect(page.get_by_role("article")).to_contain_text("eve")
    screen.look("receipt")
    page.goto("/staff/shift")
    row = page.locator("#count-T1")
    if row.get_attribute("open") is None:
        row.locator("summary").click()
    row.get_by_label("$100", exact=True).first.fill("12")
    row.locator("[id='box-T1-1']").fill("0.50")
    expect(row.locator("[data-counted]")).to_have_text("tray $1,200, box $0.50")
    screen.look("shift")
    screen.close()
    ada = Screen(browser, place, people["ada"], sizes=(PHONE, DESK))
    ada.page.goto("/staff/people")
    ada.page.get_by_text("Change dora").click()
    ada.page.locator("tr", has_text="dora").get_by_role("button", name="New badge").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Make a new badge for dora").click()
    expect(ada.page.locator(".badge-card svg")).to_be_visible()
    assert place.house.people.badge_holder(ada.page.locator("#badge").inner_text()).name == "dora"
    ada.look("people-badge")
    ada.close()


def test_r58_real_chips_are_sold_at_their_table_and_redeemed_at_the_window_by_nobodys_name(
    place: Place, people: dict[str, Person]
) -> None:
    dora, sue = place.visit(people["dora"]), place.visit(people["sue"])
    assert not sue.json("/staff/cage")["real_chips"]
    place.open_table("F1", dealt_by=DealtBy.PERSON, cards_from=CardsFrom.FELT)
    place.house.cage.fill("F1", 100_000, BOSS, "fill/F1")
    assert dora.json("/staff/cage")["felt_tables"] == ["F1"]
    assert "Sell real chips at a table" in dora.get("/staff/cage").text
    sold = dora.post("/staff/cage/table", table="F1", amount="300", command="felt-1")
    assert sold.headers["location"] == f"/staff/cage?receipt={last_receipt(place)}"
    assert place.store.balance(CHIPS) == 30_000
    assert sue.json(f"/staff/receipts/{last_receipt(place)}")["words"] == "$300 sold in chips at F1"
    for what, amount in (("sell", "20"), ("redeem", "100")):
        assert sue.post("/staff/cage", what=what, amount=amount, command=f"felt/{what}").status_code == 303
    assert place.store.balance(CHIPS) == 22_000
    assert (
        "Somebody without an account redeems chips for $100." in sue.get(f"/staff/journal/{last_receipt(place)}").text
    )
    assert (
        "in nobody&#39;s account"
        in dora.post("/staff/cage/table", player="bob", table="F1", amount="20", command="felt-2").text
    )
    assert "say to whom they are sold" in dora.post("/staff/cage/table", table="T1", amount="20", command="felt-3").text
    assert "wants a second person" in sue.post("/staff/cage", what="redeem", amount="1500", command="felt-4").text
    stock = sue.json("/staff/cage")["inventory"]
    assert stock["adds_up"]
    assert ["Real chips that people carry", "$220", "chips"] in stock["there"]


def test_r58_a_correction_by_two_people_stands_in_the_statement_of_the_tray(
    place: Place, people: dict[str, Person]
) -> None:
    place.open_table("F2", dealt_by=DealtBy.PERSON, cards_from=CardsFrom.FELT)
    entered = ("open", "seat 3 bet 10", "lock", "deal", "seat 3 bet4", "cards AhKdQh", "cards 2c3d", "cards 9s9d",
               "cards 7h8h", "settle", "end")  # fmt: skip
    orders = [(people["dora"], order) for order in entered]
    orders += [
        (people["sue"], "correct round F2-1 seat 3 by +60 a flush was missed"),
        (people["eve"], "make correction"),
    ]
    for number, (who, order) in enumerate(orders):
        place.house.room.do("F2", parse_order(order), who, command=f"F2/{number}")
    sue = place.visit(people["sue"])
    corrected, played = sue.json("/staff/accounts/tray/F2")["rows"]
    assert (played["round"], played["amount"]) == ("F2-1", "+$60"), "Ante, Blind and Play were lost"
    assert (corrected["words"], corrected["amount"]) == ("round F2-1 corrected by two people", "-$60"), "and come back"
    assert "chips bought at F1" in [row["words"] for row in sue.json("/staff/accounts/chips")["rows"]]
    assert "a correction of F2-1, seat 3: +$60, a flush was missed." in sue.get("/staff/journal?stream=table/F2").text
    assert sue.get("/rounds/F2-1").status_code == 200


def test_the_cage_is_funded_and_the_amount_is_raised_by_two_people(place: Place, people: dict[str, Person]) -> None:
    sue, eve = place.visit(people["sue"]), place.visit(people["eve"])
    for page, visitor in (("cage", sue), ("house", eve)):
        visitor.http.headers["referer"] = f"{place.url}/staff/{page}"
    funded = {"what": "fund", "amount": "1500", "command": "fund-1"}
    assert "wants a second person" in sue.post("/staff/cage", **funded).text
    assert sue.post("/staff/cage", **funded, badge="sam", pin=PIN).status_code == 303
    raised = {"choice": "second_person_above", "value": "2000", "command": "raise-1"}
    refused = eve.post("/staff/house", **raised)
    said = json.loads(re.search(r'id="refusal">(.*?)</script>', refused.text)[1])  # type: ignore[index]
    assert said["field"] == "badge"
    assert "is raised or lifted by two people itself" in said["text"]
    assert "may not make the choices of the house" in eve.post("/staff/house", **raised, badge="sue", pin=PIN).text
    assert eve.post("/staff/house", **raised, badge="ada", pin=PIN).status_code == 303
    lowered = {"choice": "second_person_above", "value": "1000", "command": "lower-1"}
    assert eve.post("/staff/house", **lowered).status_code == 303
