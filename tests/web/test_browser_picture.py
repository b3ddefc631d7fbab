"""The README's picture is a table in play, made here: six seats, always the same cards; so is the film of its end."""

from __future__ import annotations

import hashlib
import os
from datetime import datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import ARTIFACTS, Screen

from croupier.floor.roles import Person, Role
from depth import thorough

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
FILM = PICTURE.parent / "img" / "showdown.png"
SIZE = {"width": 1440, "height": 900}
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


@thorough
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
    wanted = bool(os.environ.get("CROUPIER_PICTURE"))
    motion = "no-preference" if wanted else "reduce"
    screen = Screen(browser, place, Person("you", Role.PLAYER), viewport=SIZE, reduced_motion=motion)
    if wanted:
        screen.page.clock.install()
    screen.page.goto(f"/tables/{table}")
    screen.stage("flop")
    expect(screen.bar("Check")).to_be_visible()
    felt, play = screen.page.locator(".felt").bounding_box(), screen.spot("play").bounding_box()
    assert felt is not None
    assert play is not None
    room = felt["y"] + felt["height"] - play["y"] - play["height"]
    assert room >= 12, "with six at the table, what the nearest spot brings is still on the felt"
    screen.look("table-in-play")
    if wanted:
        _kept(Image.open(ARTIFACTS / "table-in-play.png"), PICTURE)
        _kept(_film(screen, place, people), FILM)
    screen.close()
    assert max(PICTURE.stat().st_size, FILM.stat().st_size) < 200_000, "pictures that load at once"


def _kept(picture: Image.Image, path: Path) -> None:
    # 256 colours are enough, and a fraction of the bytes; an octree keeps the little red that cards and chips have.
    picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE).save(path, optimize=True)


def _film(screen: Screen, place: Place, people: dict[int, Person]) -> Image.Image:
    """Four moments of a showdown, left to right and down: the last cards, the dealer's, the words, the money."""
    screen.page.clock.pause_at(datetime.now() + timedelta(seconds=5))
    screen.act("Bet 2x")
    table = screen.table
    for words in ("check", "bet1"):
        for seat in (1, 5):
            place.order(table, words, people[seat])
    frames = []
    for step in ("river", "dealer", "words", "money"):
        while screen.page.locator("body").get_attribute("data-step") != step:
            screen.page.clock.run_for(60)
        screen.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
        path = ARTIFACTS / f"showdown-{step}.png"
        screen.page.locator(".felt").screenshot(path=path)
        frames.append(Image.open(path).convert("RGB").resize((640, round(640 * 0.665))))
    wide, high = frames[0].size
    sheet = Image.new("RGB", (2 * wide + 8, 2 * high + 8), "white")
    for i, frame in enumerate(frames):
        sheet.paste(frame, ((i % 2) * (wide + 8), (i // 2) * (high + 8)))
    return sheet
