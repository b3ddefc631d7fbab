"""What a first round calls the best play is the best play: the lab is asked at every decision of every lesson."""

from __future__ import annotations

import pytest

from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.rules.round import Round, up_cards, visible_board
from croupier.school.primer.lesson import DEAL, Decide, moment, parts
from croupier.strategy.advice import advise
from depth import first_of


def best(round: Round) -> str:
    game, seat = round.game, round.seats[0]
    assert seat.cards is not None
    board = visible_board(round)
    played = seat.stakes.on(game.base) + seat.raised.total
    down = played // seat.stakes.on(game.base) if game.bets_add_up else None
    choices = advise(game, seat.cards, board, up_cards(round), down=down).choices
    return max(choices, key=lambda choice: choices[choice])


# Before its flop Texas Hold'em Bonus has more to come than all others together.
LESSONS = [
    pytest.param(game, id=key, marks=[pytest.mark.slow] if key == "holdem-bonus" else []) for key, game in GAMES.items()
]


@pytest.mark.parametrize("game", first_of(LESSONS))
def test_what_a_lesson_calls_best_is_best(game: Game) -> None:
    for number, part in enumerate(parts(game)):
        did = [*part.placed, DEAL]
        for action in part.line:
            now = moment(game, number, did)
            assert isinstance(now.asked, Decide)
            assert now.round is not None
            assert best(now.round) == str(action) == str(now.asked.best)
            did.append(str(action))
