"""`/proof`: a stranger sees what is signed, by which key, and what is not proved."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from web_place import BOSS, Place
from web_screen import DESK, PHONE, Screen

from croupier.floor.soak.run import close_as_recorded


def test_strangers_see_the_key_and_how_far_its_latest_signature_goes(place: Place) -> None:
    place.open_table("T1")
    stranger = place.visit()
    assert stranger.json("/proof")["signatures"] == 0
    assert "Nothing is signed in this record yet" in stranger.get("/proof").text
    close_as_recorded(place.house.cage, "T1", BOSS, "close")
    page = stranger.json("/proof")
    assert (page["signatures"], page["until"], page["holds"]) == (1, page["entries"] - 1, True)
    assert page["pem"].startswith("-----BEGIN PUBLIC KEY-----")
    assert "It holds." in stranger.get("/proof").text


@pytest.mark.thorough
def test_the_key_fits_every_screen(browser: Browser, own_place: Place) -> None:
    own_place.open_table("T1")
    close_as_recorded(own_place.house.cage, "T1", BOSS, "close")
    screen = Screen(browser, own_place, sizes=(PHONE, DESK))
    screen.page.goto("/proof")
    screen.look("proof")
    screen.close()
