"""What each rule set offers, allows and must say (R8, R15a, R17, R27a, R37)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from croupier.errors import Refused
from croupier.games import RULE_SETS, NoSuchRules, ruleset
from croupier.games.uth import TRIPS
from croupier.rules.commands import OpenRound
from croupier.rules.paytables import kinds
from croupier.rules.record import terms_from_plain, terms_to_plain
from croupier.rules.terms import BadTerms, terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import run, showdown

# rule set | bets | most games | face up | source
OFFERS = """
  wa-base | blind trips                            | 4    | no  | S4
  wa-2014 | blind trips bad_beat pairs progressive | 4    | no  | S1
  wa-2018 | blind trips bad_beat pairs progressive | 4    | yes | S2
  wa-lnw  | blind trips bad_beat pairs progressive | none | yes | S0
  ca      | blind trips                            | none | no  | S3
"""


@pytest.mark.parametrize("line", OFFERS.strip("\n").splitlines(), ids=str.split)
def test_what_each_rule_set_offers(line: str) -> None:
    name, bets, games, face_up, source = (cell.strip() for cell in line.split("|"))
    rules = ruleset(name)
    assert {bet for bet in kinds() if rules.offers(bet)} == set(bets.split())
    assert str(rules.most_games or "none") == games
    assert rules.face_up_allowed == (face_up == "yes")
    assert rules.source == source


def test_california_uses_one_trips_table_and_washington_four() -> None:
    assert ruleset("ca").tables[TRIPS] == ("UTH-02",)
    for name in ("wa-base", "wa-2014", "wa-2018", "wa-lnw"):
        assert set(ruleset(name).tables[TRIPS]) == {"UTH-01", "UTH-02", "UTH-03", "UTH-04"}


def test_a_rule_set_is_an_immutable_named_versioned_value() -> None:
    rules = ruleset("wa-2014")
    assert (rules.name, rules.version) == ("wa-2014", 1)
    with pytest.raises(FrozenInstanceError):
        rules.most_games = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.tables[TRIPS] = ()  # type: ignore[index]
    with pytest.raises(TypeError):
        RULE_SETS["mine"] = rules  # type: ignore[index]


@pytest.mark.parametrize("name", ["wa-1999", "WA-BASE", "", None, 7, [], {}])
def test_a_rule_set_that_does_not_exist_is_refused_with_those_that_do(name: object) -> None:
    with pytest.raises(NoSuchRules, match="wa-base, wa-2014, wa-2018, wa-lnw, ca"):
        ruleset(name)


def test_every_record_names_the_rule_set() -> None:
    for rules in RULE_SETS.values():
        round, _ = run([OpenRound(round="1", terms=terms(rules))])
        assert round.terms.rules is rules


@pytest.mark.parametrize("name", ["wa-base", "wa-2014", "wa-2018"])
def test_r27a_the_layout_says_that_four_games_are_the_limit(name: str) -> None:
    assert any("four games" in notice for notice in ruleset(name).notices)


def test_r27a_what_the_other_layouts_say() -> None:
    assert any("less than a pair" in notice for notice in ruleset("wa-2018").notices)
    assert any("pair or higher" in notice for notice in ruleset("ca").notices)


def test_r27a_the_california_inscription_is_a_notice_and_not_the_rule() -> None:
    """A player-dealer without a pair still loses Play, and still wins Blind and Play (R20)."""
    script = showdown("ca", {3: "Qc Jd"}, "Ah Kd", "9s 7h 5c 3d 2s", "bet4", Stakes(ante=100), bank=(1, 10_000))
    (settled,) = script.played().settled
    assert [row.net for row in settled.results] == [0, -400, -100]  # type: ignore[union-attr]


def test_r17_face_up_dealing_needs_an_approval_and_a_rule_set_that_allows_it() -> None:
    assert not terms(ruleset("wa-2018")).face_up
    assert terms(ruleset("wa-2018"), face_up_approval="letter of 2020").face_up
    for name in ("wa-base", "wa-2014", "ca"):
        with pytest.raises(BadTerms, match="face-up"):
            terms(ruleset(name), face_up_approval="letter of 2020")
    with pytest.raises(BadTerms, match="approval"):
        terms(ruleset("wa-lnw"), face_up_approval="")


def test_r17_face_up_cards_are_seen_by_all_from_the_deal_and_nothing_else_is() -> None:
    holes = {2: "As Ks", 5: "7c 2d"}
    for approval, seen in ((None, False), ("letter of 2020", True)):
        script = showdown(
            "wa-2018", holes, "2c 3d", "4h 9h Js Jd Qc", "bet4", Stakes(ante=500), face_up_approval=approval
        )
        round, _ = run(script.commands()[:5])
        for viewer in (Onlooker(), AtSeat(2), AtSeat(3)):
            found = view(round, viewer)
            assert (found.seats[1].cards is not None) == seen
            assert found.dealer is None
            assert found.board == ()
            assert found.deck == ()


def test_a_player_sees_their_own_cards_and_a_player_dealer_the_banks() -> None:
    script = showdown("ca", {2: "As Ks"}, "2c 3d", "4h 9h Js Jd Qc", "bet4", Stakes(ante=500), bank=(5, 10_000))
    round, _ = run(script.commands()[:5])
    assert [view(round, AtSeat(seat)).seats[0].cards is not None for seat in (2, 5, 1)] == [True, False, False]
    assert [view(round, AtSeat(seat)).dealer is not None for seat in (2, 5, 1)] == [False, True, False]
    assert view(round, AtSeat(2)).seats[0].hand == "ace king suited"


def test_a_choice_that_no_table_has_is_refused() -> None:
    with pytest.raises(BadTerms, match="no such choice"):
        terms(ruleset("wa-base"), jokers=2)
    with pytest.raises(Refused, match="no trips pay table"):
        terms(ruleset("wa-base"), {TRIPS: "UTH-09"})


@pytest.mark.parametrize("name", RULE_SETS)
def test_terms_without_a_table_that_the_base_game_pays_by_are_refused(name: str) -> None:
    plain = terms_to_plain(terms(ruleset(name)))
    for bet in ruleset(name).game.base_tables:
        less = {**plain, "tables": {key: table for key, table in plain["tables"].items() if key != bet}}
        with pytest.raises(BadTerms, match="pays by a"):
            terms_from_plain(less)
