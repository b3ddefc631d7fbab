"""The lab's page of own side bets over HTTP, and the staff's form: priced as the library prices, played at a table."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from web_place import Place

from croupier.cards import JOKER
from croupier.games import GAMES
from croupier.lab.custom_bets import price_side_bet
from croupier.rules.own.file import parse_side_bet
from croupier.web.lab.own import starters
from depth import first_of

pytestmark = pytest.mark.lab

RUSH = '[rush]\ngames = ["uth"]\ncards = "hand"\npays = { "flush spades" = "40 to 1", "flush or better" = "15 to 1" }'


@pytest.fixture(scope="module")
def http(place: Place) -> Iterator[httpx.Client]:
    """Somebody who asks the lab."""
    with httpx.Client(base_url=place.url, timeout=120) as client:
        yield client


@pytest.mark.parametrize(
    "game", first_of(game for game in GAMES.values() if JOKER not in game.deck), ids=lambda game: game.key
)
def test_every_declaration_to_begin_with_leaves_the_house_something(place: Place, game: object) -> None:
    key = game.key  # type: ignore[attr-defined]
    path = "/lab/side-bet" if key == "uth" else f"/lab/{key}/side-bet"
    shown = {one["words"]: one["declaration"] for one in place.visit().json(path)["starters"]}
    assert shown == starters(GAMES[key])
    assert len(shown) >= 2
    for text in shown.values():
        priced = price_side_bet(text, key).priced
        assert 0 < priced.edge < 0.2, (text, float(priced.edge))
        assert all(line.ways for line in priced.lines)


def test_where_no_declaration_would_be_taken_none_is_offered_and_the_page_says_why(http: httpx.Client) -> None:
    asked = http.get("/lab/dj-wild/side-bet", headers={"accept": "application/json"}).json()
    assert asked["starters"] == []
    assert asked["why_none"] == "DJ Wild Stud Poker is dealt with a joker, which has neither rank nor suit"
    shown = http.get("/lab/dj-wild/side-bet").text
    assert asked["why_none"] in shown
    assert "<textarea" not in shown


def test_an_answer_is_what_the_library_says(http: httpx.Client) -> None:
    asked = {"game": "uth", "declaration": RUSH}
    told = http.get("/api/lab/side-bet", params=asked).json()
    found = price_side_bet(RUSH, "uth").priced
    assert told["edge"] == float(found.edge)
    assert told["exact"] == f"{found.edge.numerator}/{found.edge.denominator}"
    assert [line["ways"] for line in told["lines"]] == [line.ways for line in found.lines]
    assert told["deals"] == 133_784_560
    assert parse_side_bet(http.get("/api/lab/side-bet.toml", params=asked).text) == parse_side_bet(RUSH)
    assert http.get("/api/lab/side-bet.json", params=asked).json() == told
    assert http.get("/api/lab/side-bet.csv", params=asked).text.splitlines()[1].startswith("flush spades,40 to 1,")


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("[rush", "is not TOML"),
        (RUSH.replace("flush spades", "a flush"), "rush, line 1: 'a flush' asks nothing of 7 cards; want a hand"),
        (RUSH.replace("uth", "three-card"), "add 'uth' to its games"),
    ],
)
def test_what_is_wrong_is_said_while_it_is_typed(http: httpx.Client, declaration: str, said: str) -> None:
    answer = http.get("/api/lab/side-bet", params={"game": "uth", "declaration": declaration})
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_r9_a_bet_on_the_houses_hand_is_priced_and_said_to_be_offered_nowhere(http: httpx.Client) -> None:
    declaration = RUSH.replace('"hand"', '"dealer\'s hand"')
    told = http.get("/api/lab/side-bet", params={"game": "uth", "declaration": declaration}).json()
    assert told["edge"] == float(price_side_bet(RUSH, "uth").priced.edge)
    note, *_ = told["notes"]
    assert note.startswith("Rush counts the dealer's own cards and the community cards and no card of the player's")
    assert note.endswith("which no table offers (R9).")


def test_the_page_has_a_place_in_the_lab(place: Place) -> None:
    page = place.visit().get("/lab/side-bet").text
    assert 'aria-current="page"' in page
    assert "croupier edge --side-bet FILE" in page
    assert place.visit().get("/lab/uth/side-bet").headers["location"] == "/lab/side-bet"
