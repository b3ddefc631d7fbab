"""The README's picture is a table in play, made here: six seats, the same cards every time."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import ARTIFACTS, Screen

from croupier.floor.roles import Person, Role

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
NAMES = {1: "ann", 2: "bob", 3: "you", 4: "dora", 5: "eli", 6: "fay"}
BETS = {
    1: "bet 10 trips 5",
    2: "bet 25",
    3: "bet 25 trips 10 pairs 5",
    4: "bet 15 trips 5 bad_beat 5",
    5: "bet 5",
    6: "bet 50",
}
SEED = "picture 45"


def test_a_table_in_play_has_its_picture_taken(browser: Browser, own_place: Place) -> None:
    """`CROUPIER_PICTURE=1` keeps the new one as docs/table.png."""
    place = own_place
    place.house.room._draw = lambda _: hashlib.sha256(SEED.encode()).digest()
    table = place.open_table("T1")
    people = {seat: place.player(name, 100_000) for seat, name in NAMES.items()}
    for seat, who in people.items():
        place.order(table, f"sit {seat}", who)
    for seat, who in people.items():
        place.order(table, BETS[seat], who)
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    for seat, words in ((2, "bet4"), (1, "check"), (3, "check"), (4, "check"), (5, "check"), (6, "bet4")):
        place.order(table, words, people[seat])
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "flop")
    place.order(table, "bet2", people[4])
    screen = Screen(browser, place, Person("you", Role.PLAYER))
    screen.page.goto(f"/tables/{table}")
    screen.stage("flop")
    expect(screen.bar("Check")).to_be_visible()
    screen.look("table-in-play")
    screen.close()
    if os.environ.get("CROUPIER_PICTURE"):
        # 256 colours are enough for a felt, and a third of the bytes.
        Image.open(ARTIFACTS / "table-in-play.png").convert("RGB").quantize(256).save(PICTURE, optimize=True)
    assert PICTURE.stat().st_size < 200_000, "a picture that loads at once"
