"""What a newcomer is told: every spot and street has its words, no figure is written by hand, lessons are rounds."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.caribbean import CARIBBEAN
from croupier.games.crazy_four import CRAZY_FOUR
from croupier.games.four_card import FOUR_CARD
from croupier.games.three_card import THREE_CARD
from croupier.games.uth import UTH
from croupier.rules.actions import parse_action
from croupier.rules.commands import Act, DealCards, OpenRound, PlaceBets, next_step
from croupier.rules.events import BetReturned, SeatSettled
from croupier.rules.game import Game
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.rules.steps import LOCK
from croupier.school.draw import Draw
from croupier.school.primer.cases import Case, base_spots, cases
from croupier.school.primer.lesson import AGAIN, DEAL, Decide, PlaceOn, Settled, moment, parts
from croupier.school.primer.scenes import (
    LEARNER,
    Goal,
    example,
    goals,
    lesson_terms,
    results_of,
    shows,
    stakes_of,
    through,
)
from croupier.school.primer.words import REASONS, because, primer
from croupier.school.rounds import played

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_every_spot_and_every_street_has_its_words(game: Game) -> None:
    words = primer(game)
    assert set(words.spots) >= {spot.key for spot in game.spots}
    assert set(words.streets) == {street.key for street in game.streets}
    assert words.aim
    assert words.dealer
    assert words.ties


def test_r59_the_progressive_of_three_card_poker_is_said_to_look_at_two_of_the_dealers_cards() -> None:
    assert primer(THREE_CARD).spots["progressive"].endswith("your three, and the first two of the dealer's.")
    assert primer(GAMES["caribbean"]).spots["progressive"].endswith("your cards alone.")


def test_no_figure_is_written_by_hand() -> None:
    """Amounts, pays, limits and chances come from the game; the words have no digit in them."""
    shared = resources.files("croupier.school") / "data" / "primer.toml"
    files = [shared, *(resources.files(game.package) / "primer.toml" for game in GAMES.values())]
    raw = {str(file): tomllib.loads(file.read_text("utf-8")) for file in files}

    def said(value: object) -> list[str]:
        match value:
            case str():
                return [value]
            case dict():
                return [text for key, each in value.items() if key != "deals" for text in said(each)]
            case _:
                return []

    assert not [text for text in said(raw) if re.search(r"\d|%", text)]


@every_game
def test_every_reason_of_a_settlement_is_explained(game: Game) -> None:
    for number in range(300):
        side_bets = tuple(bet.key for bet in game.side_bets if lesson_terms(game).offers(bet.key))[:3]
        for row in results_of(through(game, stakes_of(game, side_bets), f"reasons/{number}")):
            assert because(row.why), row
    assert all(text.endswith(".") for text in REASONS.values())


PAID = {
    (UTH, Case.FOLDED): ("loses", "loses", "–"),
    (UTH, Case.BETTER): ("1 to 1", "by its pay table, else push", "1 to 1"),
    (UTH, Case.BETTER_NOT_QUALIFIED): ("push", "by its pay table, else push", "1 to 1"),
    (UTH, Case.EQUAL): ("push", "push", "push"),
    (UTH, Case.WORSE): ("loses", "loses", "loses"),
    (UTH, Case.WORSE_NOT_QUALIFIED): ("push", "loses", "loses"),
    (THREE_CARD, Case.WORSE_NOT_QUALIFIED): ("1 to 1", "push", "–"),
    (CARIBBEAN, Case.BETTER_NOT_QUALIFIED): ("1 to 1", "push"),
    (FOUR_CARD, Case.PLAIN_EQUAL): ("1 to 1", "1 to 1", "by its pay table"),
    (CRAZY_FOUR, Case.WORSE): ("loses", "by its pay table, else loses", "loses"),
}


@pytest.mark.parametrize(("game", "case"), PAID, ids=lambda value: getattr(value, "key", getattr(value, "name", "")))
def test_who_wins_what_is_as_the_rulings_say(game: Game, case: Case) -> None:
    """R20 and its like, by hand, against the table that is gathered from the engine."""
    found = {row.case: row.cells for row in cases(game)}
    assert found[case] == PAID[game, case]


@every_game
def test_who_wins_what_names_every_base_bet_in_every_case(game: Game) -> None:
    for row in cases(game):
        assert len(row.cells) == len(base_spots(game))
    named = {row.case for row in cases(game)}
    assert (Case.BETTER_NOT_QUALIFIED in named) == (game.qualifies is not None)
    assert (Case.PAYS in named) == (not game.layout.dealer)


@every_game
def test_an_example_shows_what_its_title_says(game: Game) -> None:
    for goal in goals(game):
        round = example(game, goal)
        assert round.stage is Stage.OVER
        assert shows(round, goal)


@every_game
def test_a_lesson_has_three_deals_that_show_what_they_are_for(game: Game) -> None:
    deals = parts(game)
    assert len(deals) == 3
    assert deals[0].goal is Goal.WIN
    for number, part in enumerate(deals):
        over = moment(game, number, [*part.placed, DEAL, *map(str, part.line)])
        assert isinstance(over.asked, Settled)
        assert over.round is not None
        assert shows(over.round, part.goal)


@every_game
def test_every_spot_that_can_be_bet_at_a_lone_table_is_used_by_hand(game: Game) -> None:
    placed = {word for part in parts(game) for word in part.placed}
    offered = {spot.key for spot in game.before if lesson_terms(game).offers(spot.key)}
    assert placed - {AGAIN} == offered


@every_game
def test_every_street_is_decided_in_the_lesson(game: Game) -> None:
    assert max(len(part.line) for part in parts(game)) == len(game.streets)


@every_game
def test_a_lesson_is_the_engines_own_round(game: Game) -> None:
    """The same cards and decisions, dealt by hand: the same settlement, wager by wager."""
    for number, part in enumerate(parts(game)):
        over = moment(game, number, [*part.placed, DEAL, *map(str, part.line)])
        opening = OpenRound(round="by hand", terms=lesson_terms(game))
        bets = Act(LEARNER, PlaceBets(stakes_of(game, part.side_bets)))
        round = played(None, [opening, bets, LOCK, DealCards(Draw(part.seed).deck(game.deck))])
        line = list(part.line)
        while round.stage is not Stage.OVER:
            due = due_seats(round)
            round = played(round, [Act(LEARNER, line.pop(0)) if due else next_step(round)])
        rows = [event.result for event in round.settled if isinstance(event, BetReturned)]
        rows += [row for event in round.settled if isinstance(event, SeatSettled) for row in event.results]
        assert over.round is not None
        assert sorted(results_of(over.round)) == sorted(rows)


@every_game
def test_whatever_is_decided_the_lesson_goes_on_to_its_end(game: Game) -> None:
    for number, part in enumerate(parts(game)):
        ways = [[*part.placed, DEAL]]
        ends = 0
        while ways:
            did = ways.pop()
            now = moment(game, number, did)
            if isinstance(now.asked, Decide):
                assert now.round is not None
                assert now.asked.legal == legal_actions(now.round, LEARNER)
                ways += [[*did, str(action)] for action in now.asked.legal]
            else:
                assert isinstance(now.asked, Settled)
                ends += 1
        assert ends > 1


def test_a_lesson_asks_for_one_spot_after_the_other() -> None:
    did: list[str] = []
    for word in ("ante", "blind"):
        now = moment(UTH, 0, did)
        assert now.asked == PlaceOn(word)
        did.append(word)
    assert moment(UTH, 0, did).stakes == {"ante": 1000, "blind": 1000}


@pytest.mark.parametrize(
    ("number", "did", "why"),
    [
        (0, ["blind"], "next comes 'ante'"),
        (0, ["ante", "deal"], "next comes 'blind'"),
        (0, ["ante", "blind", "deal", "bet2"], "cannot bet2 before the flop"),
        (0, ["ante", "blind", "deal", "ride"], "not an action"),
        (0, ["ante", "blind", "deal", "bet4", "check"], "nothing to decide"),
        (7, [], "it has 3"),
    ],
)
def test_what_does_not_come_next_is_refused(number: int, did: list[str], why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        moment(UTH, number, did)


def test_a_line_off_the_best_one_has_no_advice() -> None:
    part = parts(UTH)[0]
    begun = [*part.placed, DEAL]
    best = moment(UTH, 0, begun).asked
    assert isinstance(best, Decide)
    assert best.best == part.line[0] == parse_action("check")
    for other in best.legal:
        now = moment(UTH, 0, [*begun, str(other)])
        if other != best.best and isinstance(now.asked, Decide):
            assert now.asked.best is None
