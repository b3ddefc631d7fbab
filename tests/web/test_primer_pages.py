"""The pages for who learns to play: everything of a game is on its page, every figure is the engine's own, and a first
round over HTTP ends as the engine settles it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from web_place import Place

from croupier.games import GAMES
from croupier.lab.prices import base_name, bet_name, price
from croupier.money import dollars, signed_dollars
from croupier.rules.collection import Schedule, bank_fee
from croupier.rules.game import Game
from croupier.rules.paytables import line_words, paytable
from croupier.rules.posted_tables import posted_table
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.manual import index
from croupier.school.primer.lesson import DEAL, moment, parts
from croupier.school.primer.scenes import results_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_how_to_play_has_every_spot_street_and_line(place: Place, game: Game) -> None:
    visit = place.visit()
    text = unescape(visit.get(f"/learn/how/{game.key}").text)
    for spot in game.spots:
        assert f'data-spot="{spot.key}"' in text
    for street in game.streets:
        assert f'data-street="{street.key}"' in text
    page = visit.json(f"/learn/how/{game.key}")
    for rules in game.rule_sets:
        assert rules.title in text
        for bet, names in rules.tables.items():
            side = game.side_bet.get(bet)
            (shown,) = [table for table in page["tables"] if table["bet"] == bet]
            for name in names:
                (column,) = [one for one in shown["columns"] if one["name"] == name]
                pays = dict(zip(shown["lines"], column["pays"], strict=True))
                for line in posted_table(paytable(name, bet if side is None else side.kind)).lines:
                    assert pays[line.words if line.words in pays else line_words(line.line)].startswith(line.pay)


@every_game
def test_the_edges_are_those_of_the_lab(place: Place, game: Game) -> None:
    page = place.visit().json(f"/learn/how/{game.key}")
    usual = {bet: game.rule_sets[0].tables[bet][0] for bet in game.base_tables}
    for table in page["tables"]:
        for column in table["columns"]:
            bet, name = table["bet"], column["name"]
            if bet == PROGRESSIVE:
                assert column["edge"] == ""
                continue
            known = (
                base_name(game, {**usual, bet: name})
                if bet in game.base_tables
                else bet_name(game.side_bet[bet].kind, name)
            )
            assert float(column["edge"].removesuffix(" %")) == pytest.approx(100 * float(price(known).edge), abs=6e-4)


def test_the_house_edge_of_the_best_known_game_is_on_its_page(place: Place) -> None:
    text = place.visit().get("/learn/how/uth").text
    assert "2.185 %" in text
    assert "0.84" not in text


@every_game
def test_every_ruling_on_a_page_leads_to_the_manual(place: Place, game: Game) -> None:
    page = place.visit().json(f"/learn/how/{game.key}")
    named = {ruling for spot in page["spots"] for ruling in spot["rulings"]}
    named |= {ruling for one in page["examples"] for row in one["rows"] for ruling in row["rulings"]}
    named |= {*page["dealer"]["rulings"], *page["ties"]["rulings"]}
    assert named <= set(index())


def test_california_is_told_apart(place: Place) -> None:
    page = place.visit().json("/learn/how/uth")
    facts = {row["name"]: dict(zip(page["rule_sets"], row["cells"], strict=True)) for row in page["facts"]}
    assert facts["Who pays"]["ca"] != facts["Who pays"]["wa-2018"]
    assert facts["Optional bets"]["ca"] == "Trips"
    assert facts["Ante"] == {
        "wa-base": "$5 to $100",
        "wa-2014": "$5 to $100",
        "wa-2018": "$5 to $100",
        "wa-lnw": "$5 to $100",
        "ca": "$5 to $50",
    }
    bands = {(band["schedule"], band["action"]): band["bank"] for band in page["fees"]}
    assert bands == {
        (1, "up to $50"): dollars(bank_fee(Schedule.ONE, 50_00)),
        (1, "above $50"): dollars(bank_fee(Schedule.ONE, 50_01)),
        (2, "up to $50"): dollars(bank_fee(Schedule.TWO, 50_00)),
        (2, "above $50, up to $300"): dollars(bank_fee(Schedule.TWO, 300_00)),
        (2, "above $300"): dollars(bank_fee(Schedule.TWO, 300_01)),
    }
    assert place.visit().json("/learn/how/three-card")["fees"] == []


@every_game
def test_a_first_round_is_played_to_its_end_and_ends_as_the_engine_says(place: Place, game: Game) -> None:
    """Following what each page offers, as somebody does who plays best."""
    visit = place.visit()
    path, steps = f"/learn/first/{game.key}", 0
    for number, part in enumerate(parts(game)):
        page = visit.json(path)
        while not page["rows"]:
            (main,) = [choice for choice in page["choices"] if choice["main"]]
            assert main["to"].startswith(f"/learn/first/{game.key}?")
            page = visit.json(main["to"])
            steps += 1
        over = moment(game, number, [*part.placed, DEAL, *map(str, part.line)]).round
        assert over is not None
        shown = [(row["spot"], row["net"], row["reason"]) for row in page["rows"]]
        assert shown == [(row.spot, signed_dollars(row.net), row.reason) for row in results_of(over)]
        assert page["total"] == signed_dollars(sum(row.net for row in results_of(over)))
        assert page["title"] == part.goal.value
        assert all(row["because"] for row in page["rows"])
        if number + 1 < len(parts(game)):
            path = page["choices"][0]["to"]
    assert page["over"]
    assert steps < 25, "three minutes"


@every_game
def test_nobody_sees_a_card_before_it_is_turned(place: Place, game: Game) -> None:
    visit = place.visit()
    part = parts(game)[0]
    page = visit.json(f"/learn/first/{game.key}?did={','.join((*part.placed, DEAL))}")
    hidden = game.layout.dealer - game.layout.up
    assert page["dealer"].count("?") == hidden
    assert page["board"] == ["?"] * game.layout.board
    over = moment(game, 0, [*part.placed, DEAL, *map(str, part.line)]).round
    assert over is not None
    unseen = [*over.cards.board, *(over.cards.dealer[:hidden] if hidden else ())]
    text = visit.get(f"/learn/first/{game.key}?did={','.join((*part.placed, DEAL))}").text
    lesson = text.partition('id="lesson"')[2]
    assert lesson
    assert not [card for card in unseen if re.search(rf"\b{card}\b", lesson)]


def test_a_lesson_keeps_nothing(place: Place) -> None:
    before = place.store.position()
    visit = place.visit()
    visit.get("/learn/first/uth?deal=1&did=ante,blind,deal,check,check,bet1")
    assert place.store.position() == before


def test_an_address_that_leads_nowhere_says_so(place: Place) -> None:
    visit = place.visit()
    assert visit.http.get("/learn/first/whist").status_code == 404
    assert visit.http.get("/learn/how/whist").status_code == 404
    answer = visit.http.get("/learn/first/uth?did=blind")
    assert answer.status_code == 409
    assert "next comes" in answer.text


def test_the_front_page_leads_to_every_game_and_to_nothing_that_is_not_there(place: Place) -> None:
    visit = place.visit()
    text = visit.get("/learn").text
    for key in GAMES:
        assert f'href="/learn/first/{key}"' in text
        assert f'href="/learn/how/{key}"' in text
    for way in visit.json("/learn")["ways"]:
        assert visit.http.get(way["path"]).status_code < 400
    assert 'href="/learn"' in visit.get("/").text
    assert visit.http.get("/learn/first").headers["location"] == "/learn/first/uth"
