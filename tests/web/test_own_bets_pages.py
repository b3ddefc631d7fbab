"""Own side bets on the staff's form and on a player's felt: declared, marked, bet."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from test_table_forms import fields, opened
from web_place import Place
from web_staff import staff

from croupier.rules.own.file import parse_side_bets

EXAMPLE = (Path(__file__).parents[2] / "examples" / "side_bet.toml").read_text(encoding="utf-8")


def test_a_table_is_opened_with_them_on_the_page_and_marked_on_the_felt(own_place: Place) -> None:
    sue = own_place.visit(staff(own_place)["sue"])
    assert opened(sue, "wa-2018", "T1", own_bets=EXAMPLE.replace("\n", "\r\n")).status_code == 303
    assert own_place.table("T1").settings.terms.own_bets == parse_side_bets(EXAMPLE)
    facts = sue.json("/tables/T1")["table"]
    assert [spot["felt"] for spot in facts["spots"] if spot["key"].startswith("own_")] == [
        "Flush Rush", "Suited Aces", "Board Straight", "Both Hands",
    ]  # fmt: skip
    assert "are not approved bets" in facts["approval"]
    assert any("are not approved bets" in notice for notice in facts["notices"])
    assert fields(sue.json("/staff/tables/T1"))["own_bets"].startswith("[flush_rush]")


def test_a_refusal_names_the_line_of_the_declaration(own_place: Place) -> None:
    sue = own_place.visit(staff(own_place)["sue"])
    answer = opened(sue, "wa-2018", "T1", own_bets=EXAMPLE.replace("royal flush spades", "a royal"))
    assert answer.status_code == 409
    assert "flush_rush, line 1" in answer.text


def test_r9_a_bet_on_the_houses_hand_is_refused_on_every_form_and_in_the_preview(own_place: Place) -> None:
    sue = own_place.visit(staff(own_place)["sue"])
    dealers = EXAMPLE.replace("both holes", "dealer's hand")
    why = "Both Hands counts the dealer's own cards and the community cards and no card of the player's"
    assert opened(sue, "wa-2018", "T1").status_code == 303
    refused = (
        opened(sue, "wa-2018", "T2", own_bets=dealers),
        sue.post("/staff/tables/T1", whole="1", own_bets=dealers, command="change"),
        sue.post("/friends", rules="wa-2018", whole="1", own_bets=dealers),
        sue.post("/practice", rules="wa-2018", whole="1", own_bets=dealers),
    )
    for answer in refused:
        assert answer.status_code == 409
        assert why in unescape(answer.text)
    typed = sue.json(f"/staff/tables/T1?{urlencode({'whole': '1', 'own_bets': dealers})}")
    assert why in typed["preview"]["refused"]
    assert not own_place.table("T1").settings.terms.own_bets
