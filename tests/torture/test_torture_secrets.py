"""The house that lies is found out wherever a byte depends on what is hidden, and nowhere else."""

from __future__ import annotations

from random import Random

import pytest

from croupier.cards import DECK
from croupier.fair.shuffle import shuffle
from croupier.games import ruleset
from croupier.rules.round import Round, Stage
from croupier.rules.seat import Seat
from croupier.rules.terms import terms
from croupier.rules.wagers import BASE, Stakes
from croupier.web.table.live.texts import Texts, ViewerState
from depth import thorough
from torture.report import Report
from torture.secrets import compare_room, differences
from torture.secrets.house import Played
from torture.secrets.lies import dealt, other_deck
from torture.secrets.search import cards_told, deck_forms, seed_forms
from torture.secrets.sight import Places

pytestmark = thorough


def a_round(rules: str) -> Round:
    seats = tuple(Seat(number=number, stakes=Stakes({BASE: 1000})) for number in (1, 4))
    return Round(
        id="T1-1", terms=terms(ruleset(rules)), commitment="", deck_colour="blue", stage=Stage.PLAYING, seats=seats
    )


@pytest.mark.parametrize("rules", ["wa-2018", "ca", "caribbean", "let-it-ride"])
def test_a_lie_changes_every_hidden_place_and_none_that_is_known(rules: str) -> None:
    round, deck = a_round(rules), shuffle(bytes(32))
    known = Places(frozenset({4}), board=min(3, round.game.layout.board), dealer=min(1, round.game.layout.dealer))
    other = other_deck(deck, round, known, Random(1))
    assert sorted(other) == list(DECK)
    true, lie = dealt(round, deck), dealt(round, other)
    assert known.cards(true) == known.cards(lie)
    assert true.own[4] == lie.own[4]
    assert true.own[1] != lie.own[1]
    assert true.rest != lie.rest


def test_two_houses_are_told_apart_by_one_letter() -> None:
    one, other = (Played(told={"step 1: ann": f"a long page with {letter} in it"}) for letter in "xy")
    assert len(differences(one, other)) == 1
    assert differences(one, one) == []
    assert "one house only" in differences(one, Played())[0]


def test_a_seed_is_found_in_any_writing_and_a_card_in_any_words() -> None:
    seed = bytes(range(32))
    assert all(form in f"log: {form}, and so on" for form in seed_forms(seed))
    assert seed.hex() in set(seed_forms(seed))
    assert "2c 2d 2h" in set(deck_forms(DECK[:3]))
    assert cards_told('{"free_seats": [], "round": {"x": "Ah", "say": "the King of Clubs"}, "last": ["2c"]}') == {
        DECK[50],
        DECK[44],
    }
    assert cards_told("Ah") == frozenset(), "only a table's state is read so"


@pytest.mark.slow
def test_an_honest_house_is_not_suspected() -> None:
    report = Report()
    compare_room(report, "honest", 30)
    assert report.findings == []
    assert report.counts["deceptions"] > 50


def test_one_bit_of_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag of every live state that nobody looks at twice depends on the last card of the deck."""
    true = Texts._viewer_state

    def tells(texts: Texts, name: str, may: bool) -> ViewerState:
        round = texts.shown.table.in_play
        return true(texts, name, bool(round.deck[-1] % 2) if round is not None and round.deck else may)

    monkeypatch.setattr(Texts, "_viewer_state", tells)
    report = Report()
    compare_room(report, "leak", 12)  # in half of the rounds the other card has the same bit
    assert any("tells what is hidden" in finding and "may_sit" in finding for finding in report.findings)
