"""The lab's page of rules over HTTP: every field of every game, solved as the library solves it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from web_place import Place

from croupier.games import GAMES
from croupier.lab.capabilities import has_quick_variants
from croupier.lab.variants.solve import solve_variant
from croupier.rules.variants.fields import fields_of, variant_of
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import house

pytestmark = pytest.mark.lab


@pytest.fixture(scope="module")
def http(place: Place) -> Iterator[httpx.Client]:
    """Somebody who asks the lab."""
    with httpx.Client(base_url=place.url, timeout=120) as client:
        yield client


def test_the_page_has_every_field_of_every_game(place: Place) -> None:
    visit = place.visit()
    for key, game in GAMES.items():
        path = "/lab/rules" if key == "uth" else f"/lab/{key}/rules"
        if not game.bets:
            assert f"the rules of {game.name} cannot be varied yet" in visit.get(path).text
            continue
        page = visit.json(path)
        shown = {field["key"]: field["house"] for section in page["sections"] for field in section["fields"]}
        assert shown == fields_of(house(game))
        assert 'aria-current="page"' in visit.get(path).text
    assert visit.get("/lab/uth/rules").headers["location"] == "/lab/rules"


def test_an_answer_is_what_the_library_says(http: httpx.Client) -> None:
    asked = {
        "game": "three-card",
        "set": ["dealer.qualifies:king high", "streets.decision:bet2 bet1 fold"],
        "name": "K",
    }
    told = http.get("/api/lab/variant", params=asked).json()
    fields = {"dealer.qualifies": "king high", "streets.decision": "bet2 bet1 fold"}
    report = solve_variant(variant_of(GAMES["three-card"], fields, "K"))
    figures = {figure["key"]: figure for figure in told["figures"]}
    assert figures["edge"]["value"] == float(report.solution.edge)
    assert figures["edge"]["approved"] == float(report.house.edge)
    assert [one["field"] for one in told["changed"]] == list(fields)
    assert {one["choice"]: one["share"] for one in told["streets"][0]["choices"]} == {
        choice: float(share) for choice, share in report.solution.frequencies["decision"].items()
    }
    file = http.get("/api/lab/variant.toml", params=asked)
    assert file.text == told["toml"]
    assert 'filename="K.toml"' in file.headers["content-disposition"]
    assert fields_of(parse_variant(file.text)) == fields_of(variant_of(GAMES["three-card"], fields))


@pytest.mark.parametrize(
    ("query", "line", "said"),
    [
        ({"set": "ante.tie:maybe"}, "ante.tie", "none of push, pays, loses"),
        ({"set": "ante.tie"}, "ante.tie", "want field:value"),
        ({"set": "antes.tie:push"}, "antes.tie", "did you mean ante.tie?"),
    ],
)
def test_a_field_that_cannot_be_is_named(http: httpx.Client, query: dict[str, str], line: str, said: str) -> None:
    answer = http.get("/api/lab/variant", params=query)
    assert answer.status_code == 422
    assert answer.json()["line"] == line
    assert said in answer.json()["error"]


def test_a_game_that_is_not_there_is_refused(http: httpx.Client) -> None:
    assert http.get("/api/lab/variant", params={"game": "whist"}).status_code in (404, 409, 422)


def test_only_texas_holdem_bonus_takes_long_by_other_rules() -> None:
    varied = [game for game in GAMES.values() if game.bets]
    assert [game.key for game in varied if not has_quick_variants(game)] == ["holdem-bonus"]


@pytest.mark.slow
def test_rules_that_take_long_say_how_far_they_are_and_keep_nobody_waiting(place: Place, http: httpx.Client) -> None:
    asked = {"game": "holdem-bonus", "set": "ante.tie:loses"}
    first = http.get("/api/lab/variant", params=asked)
    assert first.status_code == 202, "the whole game by other rules takes a minute or two"
    assert first.json().keys() == {"progress", "share"}
    quick = http.get("/api/lab/variant", params={"game": "three-card", "set": "ante.tie:pays"})
    assert quick.status_code == 200, "nobody's rules wait for those of another game"
    assert http.post("/api/lab/stop", json={"subject": "rules"}).status_code == 200
    assert not place.house.coach.pending._pending
