"""The lab for the six other games over HTTP: designs, charts and hands as the lab works them out, and as files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest
from web_place import Place

from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.lab.bets.designs import design, toml_text
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.games.direct import choice_values
from croupier.lab.games.folds import folded_hands
from croupier.lab.games.solve import solved_game
from croupier.lab.solver import solver
from croupier.rules.paytables import parse_paytable, paytable
from depth import first_of

pytestmark = pytest.mark.lab


@pytest.fixture(scope="module")
def http(place: Place) -> Iterator[httpx.Client]:
    """Somebody who asks the lab."""
    with httpx.Client(base_url=place.url, timeout=120) as client:
        yield client


def ask(http: httpx.Client, path: str, **query: Any) -> Any:
    answer = http.get(f"/api/lab/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_anybody_may_open_the_pages_of_every_game(place: Place) -> None:
    visit = place.visit()
    for key, game in GAMES.items():
        if key == "uth":
            continue
        for rest in ("", "/progressive", "/chart", "/hand"):
            answer = visit.get(f"/lab/{key}{rest}")
            assert answer.status_code == 200
            assert answer.text.count('aria-current="true"') == 1
            assert f'href="/lab{f"/{rest[1:]}" if rest == "/progressive" else ""}' in answer.text
        page = visit.json(f"/lab/{key}/hand")
        assert page["game_name"] == game.name
        assert page["fields"][0]["counts"] == [game.layout.own]
    assert visit.get("/lab/uth/chart").headers["location"] == "/lab/hands"
    assert "there are uth, three-card" in visit.get("/lab/whist").text


@pytest.mark.thorough
def test_a_game_is_solved_while_ultimate_texas_holdem_has_not_been_asked_for(own_place: Place) -> None:
    with httpx.Client(base_url=own_place.url, timeout=120) as http:
        told = ask(http, "design", table="AB-01")
        assert told["figures"][0]["value"] == pytest.approx(0.0337, abs=1e-4)
        assert own_place.house.coach.lab.progress == "starting", "nothing is learnt that nobody asked for"


def test_the_approved_table_gives_the_known_game(http: httpx.Client) -> None:
    told = ask(http, "design", table="AB-01")
    solution = solved_game(GAMES["three-card"])
    figures = {figure["key"]: figure for figure in told["figures"]}
    assert figures["edge"]["value"] == figures["edge"]["approved"] == float(solution.edge)
    assert figures["edge"]["words"] == "house edge of the Ante"
    assert figures["risk"]["value"] == float(solution.edge_of_action)
    assert figures["deviation"]["value"] == solution.standard_deviation
    assert figures["decision-fold"]["value"] == float(solution.frequencies["decision"]["fold"])
    assert told["exact"] == f"{solution.edge.numerator}/{solution.edge.denominator}"
    assert sum(one["deals"] for one in told["outcomes"]) == solution.deals
    assert [one["net"] for one in told["outcomes"]][:2] == [-2, -1]
    straight = next(line for line in told["lines"] if line["line"] == "straight")
    assert straight["adds"] == straight["returns"] == float(Fraction(720, 22_100))


@pytest.mark.thorough
def test_a_designed_table_is_the_game_solved_again_and_habit_has_its_price(http: httpx.Client) -> None:
    told = ask(http, "design", table="LIR-01", pay=["straight:6", "three_of_a_kind:5"])
    mine = design(paytable("LIR-01", "let_it_ride"), {"straight": "6", "three_of_a_kind": "5"})
    solution = solved_game(GAMES["let-it-ride"], {"let_it_ride": mine})
    figures = {figure["key"]: figure["value"] for figure in told["figures"]}
    assert told["changed"] == ["straight", "three_of_a_kind"]
    assert figures["edge"] == float(solution.edge)
    assert figures["four-ride"] == float(solution.frequencies["four"]["ride"])
    assert figures["habit"] > 0


def test_a_progressive_counts_the_cards_of_its_game(http: httpx.Client) -> None:
    table = paytable("MGL-01", "progressive")
    for key, folded in (("three-card", False), ("let-it-ride", True)):
        told = ask(http, "design", table="MGL-01", game=key, folded=folded, meter="main:0")
        lost = folded_hands(GAMES[key]) if folded else None
        bet = progressive(table, stake=100, levels={"main": MeterTerms(meter=0)}, folded=lost, game=GAMES[key])
        assert told["figures"][0]["value"] == pytest.approx(float(bet.edge))
        assert [line["ways"] for line in told["lines"] if line["pay"]] == [line.ways for line in bet.lines]


def test_the_charts_are_those_of_the_lab(http: httpx.Client) -> None:
    three = ask(http, "chart", table="AB-01")
    rungs = solver(GAMES["three-card"]).chart().streets[0].rows
    assert [(one["low"], one["high"], one["shares"]) for one in three["rungs"]] == [
        (rung.low, rung.high, [{choice: 1.0} for choice in rung.choices]) for rung in rungs
    ]
    assert three["strategies"][0]["words"]
    starts = {start["hand"]: start for start in ask(http, "chart", table="MS-01", pay="straight:20")["starts"]}
    assert starts["54s"]["best"] == "bet1"
    assert starts["54s"]["was"] == "fold"
    assert starts["AA"]["exact"]["fold"] == "-1/1"
    held = ask(http, "chart", table="LIR-01")["held"]
    assert [cards["words"] for cards in held] == ["with three cards", "with four cards"]
    assert held[0]["rows"][0] == {
        "words": "three of a kind", "example": "2h 2d 2c", "sets": 52, "rides": 52,
        "least": pytest.approx(5.4082, abs=1e-4), "most": pytest.approx(5.4082, abs=1e-4),
    }  # fmt: skip


def test_a_hand_is_looked_up_with_a_table_of_ones_own_and_cards_seen(http: httpx.Client) -> None:
    query = {"table": "MS-01", "pay": "straight:9", "own": "9s 8h", "board": "7c", "down": 3, "seen": "Td 5d"}
    told = ask(http, "hand", **query)
    mine = design(paytable("MS-01", "mississippi"), {"straight": "9"})
    cards = [parse_cards(query[name]) for name in ("own", "board")]  # type: ignore[arg-type]
    values = choice_values(
        GAMES["mississippi"], *cards, (), parse_cards("Td 5d"), down=3, designs={"mississippi": mine}
    )
    assert [(one["choice"], one["value"]) for one in told["choices"]] == [(k, float(v)) for k, v in values.items()]
    assert told["table"] == "MS-01 changed"
    assert told["choices"][0]["value_unseen"] > told["choices"][0]["value"]


def test_a_game_is_named_by_its_table_or_by_its_key(http: httpx.Client) -> None:
    assert ask(http, "chart", game="three-card") == ask(http, "chart", table="AB-01", game="three-card")
    assert ask(http, "hand", game="three-card", own="Qs6h4d")["table"] == "AB-01"


REFUSALS: list[tuple[str, dict[str, Any], int, str]] = [
    ("chart", {"game": "mississippi", "table": "AB-01"}, 422, "AB-01 is a table of Three Card Poker"),
    ("chart", {"game": "whist"}, 409, "no game 'whist'"),
    ("design", {"table": "CS-01", "pay": "pair:"}, 409, "pays nothing for 'pair'"),
    ("design", {"table": "AB-01", "pay": "straight:much"}, 422, "want '40 to 1'"),
    ("design", {"table": "MGL-01", "game": "whist"}, 409, "no game 'whist'"),
    ("chart", {"table": "PP-01"}, 422, "on which no decision depends"),
    ("hand", {"table": "AB-01", "own": "AsKs"}, 409, "want 3"),
    ("hand", {"table": "CS-01", "own": "AsKsQs2d3d"}, 409, "want 1"),
    ("hand", {"table": "AB-01", "own": "AsKsXx"}, 422, "not a card"),
    ("hand", {"table": "MS-01", "own": "AsKs", "down": 5}, 409, "no 5 Antes can be down"),
]


@pytest.mark.parametrize(("path", "query", "status", "why"), REFUSALS)
def test_a_bad_question_is_refused_with_what_to_do(
    http: httpx.Client, path: str, query: dict[str, Any], status: int, why: str
) -> None:
    answer = http.get(f"/api/lab/{path}", params=query)
    assert answer.status_code == status, answer.text
    assert why in answer.json()["error"]


FILES: list[tuple[str, dict[str, Any], int]] = [
    ("design", {"table": "LIR-01", "pay": "flush:9"}, 9),
    ("chart", {"table": "AB-01"}, 2),
    ("chart", {"table": "MS-01"}, 4 * 169),
    ("chart", {"table": "LIR-01"}, 30),
    ("hand", {"table": "AB-01", "own": "Qs6h4d"}, 2),
]


@pytest.mark.parametrize(("path", "query", "rows"), first_of(FILES), ids=["design", "ladder", "starts", "held", "hand"])
def test_every_answer_can_be_taken_home(http: httpx.Client, path: str, query: dict[str, Any], rows: int) -> None:
    told = ask(http, path, **query)
    assert http.get(f"/api/lab/{path}.json", params=query).json() == told
    kept = list(csv.DictReader(io.StringIO(http.get(f"/api/lab/{path}.csv", params=query).text)))
    assert len(kept) >= rows
    assert None not in kept[0]
    assert http.get(f"/api/lab/{path}.svg", params=query).content.startswith(b"<?xml")


def test_a_file_of_ones_own_leads_to_its_game(http: httpx.Client) -> None:
    mine = design(paytable("MS-02", "mississippi"), {"flush": "7"}, None, "Ours")
    answer = http.post("/api/lab/table", content=toml_text(mine), headers={"content-type": "text/plain"}).json()
    assert answer["path"] == "/lab/mississippi"
    again = http.get(f"/api/lab/design.toml?{answer['query']}").text
    assert parse_paytable(again).pays == mine.pays
