"""R56 on the pages: an approval is entered, a table that leaves its scope is marked wherever it is shown, and with the
house's switch it deals no further round."""

from __future__ import annotations

import secrets

import httpx
import pytest
from web_place import Place, Visit
from web_staff import staff

from croupier.floor.choices.upkeep import Change
from croupier.floor.house.approvals import Document
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy

SUE = Person("sue", Role.SUPERVISOR)
PAPER = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
FORM = {
    "what": "enter",
    "number": "WSGC 9",
    "authority": "state",
    "since": "2026-01-01",
    "document": "letter.pdf",
    "sha256": PAPER,
    "rules": "wa-2018",
    "paytables": "any",
    "limits": "any",
}


@pytest.fixture
def people(own_place: Place) -> dict[str, Visit]:
    return {name: own_place.visit(who) for name, who in staff(own_place).items()}


@pytest.fixture
def eve(people: dict[str, Visit]) -> Visit:
    return people["eve"]


def entered(eve: Visit, **other: str) -> None:
    answer = eve.post("/staff/approvals", command=f"a-{other.get('number', 9)}", **{**FORM, **other})
    assert answer.status_code == 303, answer.text


def change(place: Place, **texts: str) -> None:
    place.house.room.do("T1", Change(texts), SUE, command=f"change-{texts}")


def pressed(visit: Visit, order: str) -> httpx.Response:
    body = {"order": order, "command": secrets.token_hex(12)}
    return visit.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": visit.token})


def test_r56_an_approval_is_entered_with_its_document_and_shown_with_who_names_it(own_place: Place, eve: Visit) -> None:
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    entered(eve)
    change(own_place, approval="WSGC 9")
    (card,) = eve.json("/staff/approvals")["approvals"]
    assert (card["authority"], card["sha256"], card["holds"]) == ("the state", PAPER, True)
    assert [(by["what"], by["words"]) for by in card["named_by"]] == [("T1", "approved by WSGC 9")]
    kept = own_place.house.room.approvals.now().known("WSGC 9")
    assert kept.document == Document("letter.pdf", PAPER)
    text = eve.get("/staff/approvals").text
    assert "WSGC 9" in text
    assert "as is customary" in text


def test_what_is_wrong_with_an_approval_stands_beside_its_field(people: dict[str, Visit], eve: Visit) -> None:
    wrong = {**FORM, "limits": "ante"}
    answer = eve.post("/staff/approvals", command="a-1", **wrong)
    assert "is not a wager with its limits, such as ante=5-100" in answer.text
    sue = people["sue"]
    assert sue.get("/staff/approvals").status_code == 200
    assert sue.post("/staff/approvals", command="a-2", **FORM).status_code == 403


def test_r56_a_table_outside_its_scope_is_marked_wherever_it_is_shown_and_stops_with_the_switch(
    own_place: Place, people: dict[str, Visit], eve: Visit
) -> None:
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    entered(eve)
    change(own_place, approval="WSGC 9")
    pages = ("/", "/tables/T1", "/staff/tables", "/staff/tables/T1", "/staff/pit", "/staff/shift", "/staff/approvals")
    for path in pages:
        assert "changed since" not in eve.get(path).text.lower(), path
    change(own_place, lost_by_fold="bad_beat")
    marked = "changed since its approval wsgc 9: lost by a fold bad beat is not in its scope"
    for path in pages:
        assert marked in eve.get(path).text.lower(), path
    assert people["dora"].json("/staff/keypad/T1")["table"]["approval"].lower() == marked
    assert eve.post("/staff/house", choice="only_approved", value="on", command="h-1").status_code == 303
    keypad = people["dora"].json("/staff/keypad/T1")
    assert not any(key["lit"] for key in keypad["keys"])
    assert keypad["idle"].lower() == f"no further round is dealt: {marked}."
    (row,) = people["sue"].json("/")["tables"]
    assert row["stopped"], "nobody sits down to wait"
    assert people["sue"].json("/tables/T1")["table"]["stopped"]
    assert people["sue"].json("/staff/tables")["tables"][0]["state"] == "waits for its approval"
    assert marked in people["sue"].get("/staff/tables/T1").text.lower()
    refused = pressed(people["dora"], "open")
    assert "T1 deals no further round for money" in refused.text
    alerts = [alert.words for alert in own_place.house.alert_watch.alerts(fresh=True)]
    assert any("no further round is dealt: changed since" in words for words in alerts)
    entered(eve, number="WSGC 10", switches="lost_by_fold=bad_beat")
    change(own_place, approval="WSGC 10")
    assert pressed(people["dora"], "open").status_code == 200
