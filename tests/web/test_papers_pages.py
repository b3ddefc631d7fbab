"""R60: papers and placards on the pages of a table and a link."""

from __future__ import annotations

from urllib.parse import parse_qsl

from web_place import Place
from web_staff import open_link, staff

from croupier.rules.posted_tables import NOT_RETURNED
from croupier.studies.report.of_table import report_of_table
from croupier.studies.subjects import question_of


def test_a_supervisor_prints_papers_and_takes_them_along(own_place: Place) -> None:
    table = own_place.open_table("A1")
    open_link(own_place, "MGL-01", table, name="L1")
    sue = own_place.visit(staff(own_place)["sue"])
    page = sue.json(f"/staff/tables/{table}/papers?licensee=Evergreen")
    assert [one["title"] for one in page["paper"]["sections"]][:3] == [
        "Rules of play",
        "Bets, and who may bet them",
        "Posted pay tables",
    ]
    text = sue.get(f"/staff/tables/{table}/papers").text
    assert page["content_hash"] in text
    assert NOT_RETURNED in text
    taken = sue.get(f"/staff/tables/{table}/papers?file=true&licensee=Evergreen")
    assert taken.headers["content-disposition"] == 'attachment; filename="A1-papers.html"'
    assert "<style>" in taken.text
    assert "Evergreen" in taken.text
    assert f'href="/staff/tables/{table}/papers"' in sue.get(f"/staff/tables/{table}").text


def test_the_page_of_a_table_leads_to_its_mathematics_report_in_the_lab(own_place: Place) -> None:
    table = own_place.open_table("A1")
    open_link(own_place, "MGL-01", table, name="L1")
    sue = own_place.visit(staff(own_place)["sue"])
    assert f'href="/staff/tables/{table}/report"' in sue.get(f"/staff/tables/{table}").text
    address = sue.get(f"/staff/tables/{table}/report").headers["location"]
    assert address.startswith("/lab/report?")
    texts = dict(parse_qsl(address.partition("?")[2]))
    asked = question_of("report", "uth", texts)
    assert asked.arguments == report_of_table(own_place.table(table), own_place.house.links.desk.link("L1")).arguments
    assert asked.arguments[-6:-2] == ("--paytable", "MGL-01", "--stake", "1")
    page = sue.json(address)
    assert page["paper"] is True
    assert page["title"] == "Mathematics report"


def test_placards_are_one_card_a_bet_with_the_envy_of_a_link(own_place: Place) -> None:
    table = own_place.open_table("A1")
    open_link(own_place, "MGL-01", table, name="L1")
    sue = own_place.visit(staff(own_place)["sue"])
    page = sue.json(f"/staff/tables/{table}/papers?what=placards")
    assert [card["bet"] for card in page["placards"]] == ["blind", "trips", "bad_beat", "pairs", "progressive"]
    assert page["placards"][-1]["posted"]["lines"][0]["envy"] == "$1,000"
    text = sue.get("/staff/links/L1/papers?what=placards&size=a4").text
    assert 'class="placards a4"' in text
    assert sue.get("/staff/links/L1/papers?what=nothing").status_code == 422
