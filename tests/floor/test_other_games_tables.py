"""Tables of the other games: dealt by person and by machine, put down and taken up again, pulled, voided, audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import find_round
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.table import DealtBy
from croupier.games import GAMES, register, ruleset, unregister
from croupier.games.three_card import THREE_CARD
from croupier.jackpot.terms import NAMED, LevelTerms
from croupier.rules.notation import notation, parse_notation

# game | what ann and bob bet | what they do, street by street | what each has on the felt before the cards, in dollars
ROUNDS = {
    "caribbean": ("bet 10", "bet 20", [("bet2", "fold")], 10, 20),
    "four-card": ("bet 10 aces_up 5", "bet aces_up 20", [("bet3", None)], 15, 20),
    "crazy-four": ("bet 10 queens_up 5", "bet 20", [("bet1", "fold")], 25, 40),
    "mississippi": (
        "bet 10 three_card_bonus 5",
        "bet 20",
        [("bet1", "bet3"), ("bet2", "fold"), ("bet3", None)],
        15,
        20,
    ),
    "let-it-ride": ("bet 10 three_card_bonus 5", "bet 20", [("ride", "pull"), ("pull", "ride")], 35, 60),
    "holdem-bonus": ("bet 10 bonus 5", "bet 20", [("bet2", "fold"), ("bet1", None), ("check", None)], 15, 20),
    "flushes-gone-wild": ("bet 10 flush_rush 5", "bet 20", [("bet2", "fold")], 25, 40),
    "dj-wild": ("bet 10 trips 5", "bet 20", [("bet2", "fold")], 25, 40),
}


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Callable[..., CardRoom]]:
    made: list[CardRoom] = []

    def make(rules: str, **choices: Any) -> CardRoom:
        made.append(CardRoom(f"sqlite:///{tmp_path / 'room.db'}"))
        made[-1].furnish(rules, **choices)
        return made[-1]

    yield make
    for each in made:
        each.store.close()


@pytest.mark.parametrize("key", ROUNDS)
def test_a_person_deals_every_step_with_a_restart_in_the_middle(key: str, furnished: Callable[..., CardRoom]) -> None:
    anns, bobs, streets, ann_down, bob_down = ROUNDS[key]
    at = furnished(key)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, anns)
    at.do(BOB, bobs)
    assert (at.has(ANN), at.has(BOB)) == (100_000 - 100 * ann_down, 100_000 - 100 * bob_down)
    at.do(DEALER, "lock", "deal")
    for reveal, decisions in zip(GAMES[key].steps, streets, strict=True):
        assert at.refusal(DEALER, reveal.word).startswith(f"cannot {reveal.does} now")
        for who, action in zip((ANN, BOB), decisions, strict=True):
            at.restart()
            if action is not None:
                at.do(who, action)
        at.do(DEALER, reveal.word)
    table = at.do(DEALER, "settle next", "settle next", "end")
    assert table.in_play is None
    assert sum(at.money().values()) == 0
    assert not any(account.startswith("escrow") for account in at.money())
    assert audit(at.store).findings == ()
    past = find_round(at.store, "T1-1")
    assert parse_notation(notation(past.events)) == past.events
    nets = dict.fromkeys((1, 4), 0)
    for event in past.round.settled:
        for row in getattr(event, "results", ()):
            nets[event.seat] += row.net
    assert (at.has(ANN), at.has(BOB)) == (100_000 + nets[1], 100_000 + nets[4])


@pytest.mark.parametrize("key", ROUNDS)
def test_a_machine_deals_the_whole_round(key: str, furnished: Callable[..., CardRoom]) -> None:
    anns, _, streets, _, _ = ROUNDS[key]
    at = furnished(key, by=DealtBy.MACHINE)
    at.do(ANN, "sit 2")
    at.room.advance("T1")
    at.do(ANN, anns)
    for first, _ in streets:
        at.room.advance("T1", open_next=False)
        at.restart()
        at.do(ANN, first or "fold")
    assert at.room.advance("T1", open_next=False).in_play is None
    assert sum(at.money().values()) == 0
    assert audit(at.store).findings == ()


@pytest.mark.parametrize("key", ROUNDS)
def test_a_void_gives_everything_back(key: str, furnished: Callable[..., CardRoom]) -> None:
    anns, bobs, streets, _, _ = ROUNDS[key]
    at = furnished(key)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bet 15")
    at.do(ANN, anns)
    at.do(BOB, bobs)
    at.do(DEALER, "lock", "deal")
    for who, action in zip((ANN, BOB), streets[0], strict=True):
        if action is not None:
            at.do(who, action)
    at.restart()
    at.do(SUPERVISOR, "void shuffler malfunction")
    assert (at.has(ANN), at.has(BOB)) == (100_000, 100_000)
    assert audit(at.store).findings == ()


@pytest.mark.parametrize("key", ROUNDS)
def test_it_joins_a_multi_game_link_and_no_link_of_another_game(key: str, furnished: Callable[..., CardRoom]) -> None:
    _, _, streets, _, _ = ROUNDS[key]
    at = furnished(key)
    links = Links(at.room)
    level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=500, seed=1_000_000)
    links.open("many", link_terms("MGL-01", 100, (level,)), SUPERVISOR, "many", override="test")
    links.open("own", link_terms("UTH-P01", 100, (level,)), SUPERVISOR, "own", override="test")
    with pytest.raises(ValueError, match=f"is for uth only, not {key}"):
        links.join("own", "T1", SUPERVISOR, "join own")
    links.join("many", "T1", SUPERVISOR, "join many")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 progressive 1")
    at.do(DEALER, "lock", "deal")
    for reveal, (action, _) in zip(GAMES[key].steps, streets, strict=True):
        assert action is not None
        at.do(ANN, action)
        at.do(DEALER, reveal.word)
    at.do(DEALER, "settle", "end")
    assert links.desk.link("many").tables == {"T1": key}
    assert audit(at.store).findings == ()


def test_r35_a_game_that_the_approval_does_not_name_joins_no_link(
    furnished: Callable[..., CardRoom], request: pytest.FixtureRequest
) -> None:
    """Every game of the house is among the ten, so this one is made up, with the pay table of a Multi-Game Link."""
    made_up = replace(THREE_CARD, key="pai-gow", name="Pai Gow Poker")
    rules = replace(ruleset("three-card"), game=made_up, name="pai-gow")
    register([rules])
    request.addfinalizer(lambda: unregister([rules]))
    at = furnished("pai-gow")
    links = Links(at.room)
    level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=500, seed=1_000_000)
    links.open("many", link_terms("MGL-01", 100, (level,)), SUPERVISOR, "many", override="test")
    with pytest.raises(Refused, match="table T1 plays pai-gow, which may not be on a Multi-Game Link; only these"):
        links.join("many", "T1", SUPERVISOR, "join many")
    assert (at.room.table("T1").link, dict(links.desk.link("many").tables)) == (None, {})


def test_r35_every_game_of_the_house_is_among_the_ten_and_goes_by_its_key() -> None:
    assert {key: NAMED[key].removesuffix(" Poker") for key in GAMES} == {
        key: game.name.removesuffix(" Poker") for key, game in GAMES.items()
    }


def test_l2_a_pulled_bet_can_be_spent_and_a_void_does_not_ask_for_it(furnished: Callable[..., CardRoom]) -> None:
    at = furnished("let-it-ride")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    assert at.has(ANN) == 97_000
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "pull")
    assert at.has(ANN) == 98_000
    at.cage.cash_out("ann", 98_000, SUPERVISOR, "all of it")
    at.restart()
    at.do(SUPERVISOR, "void misdeal")
    assert at.has(ANN) == 2_000
    assert sum(at.money().values()) == 0
    assert audit(at.store).findings == ()


def test_l2_the_clock_pulls(furnished: Callable[..., CardRoom]) -> None:
    at = furnished("let-it-ride", by=DealtBy.MACHINE, clock_s=20)
    at.do(ANN, "sit 2")
    at.room.advance("T1")
    at.do(ANN, "bet 10")
    for _ in range(2):
        at.room.advance("T1", open_next=False)
        at.now += 21_000
    at.room.advance("T1", open_next=False)
    past = find_round(at.store, "T1-1")
    assert [str(action) for action in past.round.seats[0].line] == ["pull", "pull"]
    assert past.round.seats[0].stakes == {"$": 1000}
    assert audit(at.store).findings == ()
