"""R57 on the pages: what stands on a table, a void that names the device, and the device's history."""

from __future__ import annotations

import secrets

from web_place import Place, Visit
from web_staff import staff

from croupier.floor.table import DealtBy

SHUFFLER = {"kind": "shuffler", "maker": "Shuffle Master", "model": "Deck Mate 2", "serial": "DM2-4711"}


def ordered(visit: Visit, order: str, about: str | None = None) -> str:
    body = {"order": order, "about": about, "command": secrets.token_hex(12)}
    return visit.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": visit.token}).text


def test_r57_a_device_is_placed_fails_and_is_taken_off_on_the_pages(own_place: Place) -> None:
    people = {name: own_place.visit(who) for name, who in staff(own_place).items()}
    sue, dora = people["sue"], people["dora"]
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    assert sue.post("/staff/tables/T1/equipment", command="e-1", **SHUFFLER).status_code == 303
    (row,) = sue.json("/staff/tables/T1")["equipment"]
    assert (row["kind"], row["maker"], row["serial"], row["until"]) == ("shuffler", "Shuffle Master", "DM2-4711", "")
    assert "DM2-4711" in sue.get("/staff/tables/T1").text
    assert "malfunction of" in sue.get("/staff/pit").text.lower()
    ordered(dora, "open")
    assert "names the device" in ordered(sue, "void shuffler malfunction", "T1-1")
    ordered(sue, "void malfunction of DM2-4711: two cards stuck", "T1-1")
    assert sue.json("/rounds/T1-1")["void_reason"] == "malfunction of DM2-4711: two cards stuck"
    taken = sue.post("/staff/tables/T1/equipment", command="e-2", serial="DM2-4711", why="to the maker")
    assert taken.status_code == 303
    (history,) = people["max"].json("/staff/equipment/DM2-4711")["rows"]
    assert history["table"] == "T1"
    assert history["device"]["until"].endswith(": to the maker")
    assert [failed.partition(", ")[2] for failed in history["device"]["malfunctions"]] == ["T1-1: two cards stuck"]
    assert "to the maker" in people["max"].get("/staff/equipment/DM2-4711").text
    assert "no device 'X' stands or stood on a table" in sue.get("/staff/equipment/X").text.replace("&#39;", "'")
