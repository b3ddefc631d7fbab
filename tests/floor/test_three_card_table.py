"""A table of Three Card Poker: dealt by machine and by person, linked, resumed, audited, told again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.cards import parse_cards
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import find_round
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.record import BadTable, game_of
from croupier.floor.table import DealtBy
from croupier.hands import describe, strength
from croupier.jackpot.terms import LevelTerms
from croupier.rules.deal import Deal
from croupier.rules.notation import notation, parse_notation


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Callable[..., CardRoom]]:
    made: list[CardRoom] = []

    def make(**choices: Any) -> CardRoom:
        made.append(CardRoom(f"sqlite:///{tmp_path / 'room.db'}"))
        made[-1].furnish("three-card", **choices)
        return made[-1]

    yield make
    for each in made:
        each.store.close()


def test_a_person_deals_every_step_and_the_record_is_clean(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 pair_plus 5 six_card 5")
    at.do(BOB, "bet pair_plus 20")
    assert (at.has(ANN), at.has(BOB)) == (98_000, 98_000)
    at.do(DEALER, "lock", "deal")
    assert at.refusal(DEALER, "dealer").startswith("cannot show the dealer's cards now: the round is at the decision")
    assert at.refusal(DEALER, "flop").startswith("cannot show the flop now")
    assert "legal actions: bet1, fold" in at.refusal(ANN, "bet4")
    assert "nothing to decide" in at.refusal(BOB, "bet1")
    at.restart()
    at.do(ANN, "bet1")
    assert at.has(ANN) == 97_000
    table = at.do(DEALER, "dealer", "settle next", "settle next", "end")
    assert table.in_play is None
    assert sum(at.money().values()) == 0
    assert audit(at.store).findings == ()
    past = find_round(at.store, "T1-1")
    assert parse_notation(notation(past.events)) == past.events


def test_a_machine_deals_and_the_clock_folds_for_who_does_not_answer(furnished: Callable[..., CardRoom]) -> None:
    at = furnished(by=DealtBy.MACHINE, clock_s=20)
    at.do(ANN, "sit 2")
    at.room.advance("T1")
    at.do(ANN, "bet 10")
    assert at.room.advance("T1").in_play.stage_key == "decision"  # type: ignore[union-attr]
    at.now += 21_000
    at.room.advance("T1", open_next=False)
    assert at.has(ANN) == 99_000
    assert audit(at.store).findings == ()


def test_a_void_gives_everything_back(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 pair_plus 5")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet1")
    at.restart()
    at.do(SUPERVISOR, "void shuffler malfunction")
    assert at.has(ANN) == 100_000
    assert audit(at.store).findings == ()


def test_it_joins_a_multi_game_link_and_no_link_of_another_game(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    links = Links(at.room)
    level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=500, seed=1_000_000)
    links.open("many", link_terms("MGL-01", 100, (level,)), SUPERVISOR, "many", override="test")
    links.open("own", link_terms("UTH-P01", 100, (level,)), SUPERVISOR, "own", override="test")
    with pytest.raises(ValueError, match="is for uth only, not three-card"):
        links.join("own", "T1", SUPERVISOR, "join own")
    links.join("many", "T1", SUPERVISOR, "join many")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 progressive 1")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")
    assert links.split_pool("many") is not None
    assert links.desk.link("many").tables == {"T1": "three-card"}
    assert audit(at.store).findings == ()


def test_a_progressive_win_is_claimed_with_the_cards_that_make_it(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    own, dealer = parse_cards("As Ks Qs"), parse_cards("Js Ts 2c")
    deal = Deal(own={3: own}, dealer=dealer, board=(), rest=())
    game = at.room.game_at("T1")
    assert game.progressive_cards(deal, 3) == (*own, *dealer[:2])
    assert describe(strength(game.progressive_cards(deal, 3))) == "royal flush"


def test_a_table_that_cannot_be_opened_still_says_what_it_plays(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    assert game_of(at.store, "T1").key == "three-card"
    with pytest.raises(BadTable, match="does not begin with its opening"):
        game_of(at.store, "T9")
