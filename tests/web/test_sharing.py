"""A finished round for others: by a link that opens it and nothing else of its table, and pasted as notation."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place, Visit
from web_screen import DESK, PHONE, Screen

from depth import thorough


def play(place: Place, visit: Visit, rules: str = "wa-2018", words: str = "bet4") -> str:
    """A round at a practice table; the round's name."""
    table = visit.practise(rules)
    visit.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.street is not None)
    visit.must(table, words)
    place.until(table, lambda t: t.rounds > 1)
    return f"{table}-1"


def test_whoever_has_the_link_sees_the_round_and_nothing_else_of_the_table(place: Place) -> None:
    player, stranger = place.visit(), place.visit()
    name = play(place, player)
    page = player.json(f"/rounds/{name}")
    assert "<svg" in page["share"]["qr"]
    way = page["share"]["address"].removeprefix(place.url)
    seen = stranger.json(way)
    for same in ("id", "board", "dealer", "payouts", "reveal", "notation"):
        assert seen[same] == page[same]
    told = [[step["text"] for step in one["steps"]] for one in (seen, page)]
    assert told[0] == [text.replace(" (you)", "") for text in told[1]], "a stranger is nobody in it"
    assert told[0] != told[1], "and who played it reads which seat was theirs"
    assert (seen["table"], seen["previous"], seen["next"], seen["staff"]) == ("", "", "", None)
    assert seen["decisions"] == page["decisions"] == 1, "a bet before the flop is the only decision"
    table = name.rpartition("-")[0]
    text = stranger.get(way).text
    assert f"/tables/{table}" not in text
    assert seen["review"].startswith("/api/shared/"), "and its decisions are judged by the same link"
    for closed in (f"/rounds/{name}", f"/api/rounds/{name}/review", seen["review"].replace("-1.", "-2.")):
        assert stranger.get(closed).status_code == 404, "the link opens nothing but itself"
    assert stranger.get(f"/tables/{table}").status_code == 404


def test_a_link_that_nobody_gave_opens_nothing(place: Place) -> None:
    player = place.visit()
    name = play(place, player)
    way = player.json(f"/rounds/{name}")["share"]["address"].removeprefix(place.url)
    other = f"{name.rpartition('-')[0]}-2"
    for wrong in (way[:-1], way.replace(name, other), f"/shared/{name}", "/shared/.x", "/shared/é"):
        assert place.visit().get(wrong).status_code == 404, wrong


@pytest.mark.parametrize(("rules", "words"), [("wa-2018", "bet4"), ("three-card", "bet1"), ("caribbean", "fold")])
def test_a_round_is_pasted_and_played_again(place: Place, rules: str, words: str) -> None:
    player, stranger = place.visit(), place.visit()
    name = play(place, player, rules, words)
    page = player.json(f"/rounds/{name}")
    answer = stranger.http.post(
        "/replay",
        data={"csrf": stranger.token, "notation": page["notation"]},
        headers={"accept": "application/json"},
    )
    seen = answer.json()
    assert answer.status_code == 200
    for same in ("id", "board", "dealer", "payouts", "notation"):
        assert seen[same] == page[same]
    assert seen["reveal"] is None
    text = stranger.post("/replay", notation=page["notation"]).text
    assert "Was it fair" not in text
    assert not re.search(r"\b1970\b", text), "a pasted round has no time"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace("$40", "$41", 1), "the engine says"),
        (lambda text: text.rpartition("end\n")[0], "not over"),
        (lambda text: "nonsense", "a round begins with"),
        (lambda text: "# \n" * 20_000, "there is no round here"),
    ],
)
def test_what_is_no_round_is_refused_and_comes_back(place: Place, change, why: str) -> None:  # type: ignore[no-untyped-def]
    player = place.visit()
    notation = player.json(f"/rounds/{play(place, player)}")["notation"]
    answer = player.http.post(
        "/replay",
        data={"csrf": player.token, "notation": change(notation)},
        headers={"referer": f"{place.url}/replay"},
    )
    assert answer.status_code == 409
    assert why in html.unescape(answer.text)


def test_a_name_in_a_pasted_round_is_text_and_no_markup(place: Place) -> None:
    player = place.visit()
    notation = player.json(f"/rounds/{play(place, player)}")["notation"]
    named = re.sub(r'^round ".*"', 'round "<script>alert(1)</script>"', notation)
    assert "<script>alert" not in player.post("/replay", notation=named).text


@thorough
@pytest.mark.lab
def test_sharing_and_pasting_by_mouse(place: Place, browser: Browser) -> None:
    player = place.visit()
    page = player.json(f"/rounds/{play(place, player, 'three-card', 'bet1')}")
    screen = Screen(browser, place, sizes=(PHONE, DESK))
    screen.page.goto(page["share"]["address"])
    expect(screen.page.locator("#step-text")).to_contain_text("1 of")  # a stranger begins at the start
    expect(screen.page.locator("#review-says")).to_contain_text("of 1 the best there was")
    screen.page.get_by_text("QR code").click()
    screen.look("shared-round")
    screen.page.get_by_role("button", name="To the end").click()
    expect(screen.page.locator("#step-text")).to_contain_text("cards counted")
    screen.page.get_by_role("link", name="replay it").click()
    screen.page.get_by_label("Notation").fill(page["notation"])
    screen.look("replay")
    screen.page.get_by_role("button", name="Play again").click()
    expect(screen.page.locator("#step-text")).to_contain_text("cards counted")
    screen.look("replayed")
    screen.close()
