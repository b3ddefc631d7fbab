"""The parts of the school lead to one another, and call each other by one name."""

from __future__ import annotations

from html import unescape

import pytest
from web_place import Place

from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.rules.round import up_cards, visible_board
from croupier.school.primer.lesson import DEAL, Decide, moment, parts
from croupier.school.primer.scenes import LEARNER
from croupier.strategy.explanation import explain, taught_strategy

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_each_part_of_a_game_leads_to_the_others(place: Place, game: Game) -> None:
    visit = place.visit()
    first, how, drills = (f"/learn/{part}/{game.key}" for part in ("first", "how", "play"))
    front = visit.get("/learn").text
    assert all(f'href="{path}"' in front for path in (first, how, drills))
    assert f'href="{drills}"' in visit.get(how).text
    home = visit.get(drills).text
    assert f'href="{first}"' in home
    assert f'href="{how}"' in home
    for page in (front, visit.get("/learn/play").text, home):
        assert ">Drills</a>" in page, "the footer's name is the page's name"
    assert "<h1>Drills</h1>" in visit.get("/learn/play").text


@every_game
def test_the_hint_of_a_first_round_is_the_coachs_rule(place: Place, game: Game) -> None:
    visit = place.visit()
    rules = 0
    for number, part in enumerate(parts(game)):
        for done in range(len(part.line)):
            did = [*part.placed, DEAL, *map(str, part.line[:done])]
            now = moment(game, number, did)
            assert isinstance(now.asked, Decide)
            assert now.round is not None
            cards = now.round.cards.own[LEARNER], visible_board(now.round), up_cards(now.round)
            down = 1 + now.round.seats[0].raised.total // now.round.seats[0].stakes.on(game.base)
            rule = explain(taught_strategy(game), *cards, down)
            text = unescape(visit.get(f"/learn/first/{game.key}?deal={number + 1}&did={','.join(did)}").text)
            told = f"The rule: {rule.words}." in text
            assert told is (rule.choice == str(now.asked.best)), "a rule that errs here is not said"
            rules += told
    assert rules
