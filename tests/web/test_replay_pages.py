"""`/replay` with many rounds: each played again, amounts checked, decisions led to the lab; too much is refused."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place, Visit
from web_screen import PHONE, Screen

import croupier
from croupier.floor.history.decisions import decisions
from croupier.rules.notations import split_rounds
from croupier.rules.own.file import parse_side_bets
from croupier.web import replay as replay_pages
from croupier.web.replay import lookups
from depth import thorough


def told(number: int, game: str = "uth") -> str:
    base = croupier.GAMES[game].base
    round = croupier.deal(game, {2: {base: 1000}, 5: {base: 500}}, seed=number, name=f"{game}-{number}")
    while round.due:
        seat = round.due[0]
        round = round.act(seat, round.legal_actions(seat)[-(seat % 2)])
    return str(round)


ALL = "\n".join(told(3, game) for game in sorted(croupier.GAMES))


def pasted(visit: Visit, text: str) -> Any:
    data = {"csrf": visit.token, "notation": text}
    return visit.http.post("/replay", data=data, headers={"accept": "application/json"}).json()


def test_many_rounds_are_each_played_again(place: Place) -> None:
    page = pasted(place.visit(), ALL)
    assert (page["sound"], page["refused"]) == (len(croupier.GAMES), 0)
    for one, played in zip(page["rounds"], croupier.read_rounds(ALL), strict=True):
        assert one["id"] == played.round.id
        assert one["game"] == played.round.game.name
        assert [seat["number"] for seat in one["seats"]] == [2, 5]
        assert one["lookups"]


def test_one_that_is_wrong_says_where_and_the_others_stand(place: Place) -> None:
    text = told(1) + told(2).replace("$40", "$41") + told(3)
    page = pasted(place.visit(), text)
    assert (page["sound"], page["refused"]) == (2, 1)
    wrong = page["rounds"][1]
    assert wrong["line"] == 1 + len(told(1).splitlines())
    assert "the engine says" in wrong["refusal"]
    unfinished = pasted(place.visit(), told(1) + told(2).rpartition("end\n")[0])
    assert "not over" in unfinished["rounds"][1]["refusal"]


def test_a_bet_of_the_houses_own_does_not_change_where_a_decision_is_looked_up() -> None:
    own_bets = parse_side_bets((Path(__file__).parents[2] / "examples" / "side_bet.toml").read_text())
    for one in decisions(replay_pages.pasted_round(split_rounds(told(3))[0])):
        with_bets = replace(one, terms=replace(one.terms, own_bets=own_bets))
        assert lookups([with_bets]) == lookups([one])


def test_every_decision_leads_to_a_page_of_the_lab_that_knows_its_cards(place: Place) -> None:
    visit = place.visit()
    for one in pasted(visit, ALL)["rounds"]:
        for lookup in one["lookups"]:
            path, _, query = lookup["link"].partition("?")
            page = visit.json(path)
            asked = dict(part.split("=") for part in query.split("&"))
            assert asked.pop("table") in [table["name"] for table in page["tables"]]
            assert asked.keys() <= {*(field["key"] for field in page["fields"]), "down"}
            assert page["fields"][0]["key"] in asked


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('round "x"\n' * 101, "101 rounds at once are too many; want 100 at most"),
        ("# \n" * 100_001, "letters are too many at once"),
        ('round "x"\n' + "# \n" * 10_000, "letters are no round"),
        ("\0", "a round begins with"),
        ('round "x"\nterms ' + "[" * 15_000 + "\ndeck blue commitment -\n", "not the terms of a table"),
        ('round "x"\nterms {"rules": ' + "9" * 10_000 + "}\ndeck blue commitment -\n", "line 2"),
    ],
)
def test_too_much_and_nonsense_come_back_in_words(place: Place, text: str, why: str) -> None:
    visit = place.visit()
    headers = {"referer": f"{place.url}/replay"}
    answer = visit.http.post("/replay", data={"csrf": visit.token, "notation": text}, headers=headers)
    assert answer.status_code == 409
    assert why in html.unescape(answer.text)


def test_a_name_among_many_is_text_and_no_markup(place: Place) -> None:
    named = re.sub(r'^round ".*"', 'round "<script>alert(1)</script>"', told(1))
    answer = place.visit().post("/replay", notation=named + told(2))
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


@thorough
def test_many_rounds_on_a_phone(place: Place, browser: Browser) -> None:
    screen = Screen(browser, place, viewport=PHONE)
    screen.page.goto("/replay")
    screen.page.get_by_label("Notation").fill(told(1) + told(2).replace("$40", "$41") + told(3))
    screen.page.get_by_role("button", name="Play again").click()
    expect(screen.page.get_by_role("status")).to_contain_text("1 refused, 2 sound")
    screen.page.get_by_text("decision").first.click()
    screen.look("replayed-many")
    screen.page.get_by_role("button", name=re.compile("Show it step by step.*uth-3")).click()
    expect(screen.page.locator("#step-text")).to_contain_text("cards counted")
    screen.close()
