"""What `croupier rules --check` tells the author of a game: for each kind of mistake there is a line, and our own games
have none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import Cards
from croupier.games import RULE_SETS, register, unregister, versions
from croupier.games.check import NotPlayable, clashes, faults, table_faults
from croupier.games.installed import admit
from croupier.games.trial import Trial
from croupier.hands.three import THREE
from croupier.rules.actions import BET1, BET2, CHECK, FOLD, Bet
from croupier.rules.game import Game, Hands, Judged, Layout
from croupier.rules.paytables import paytable
from croupier.rules.reasons import EVEN, PAYS, Why
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import Seat
from croupier.rules.settlement import Result, result, settle_base
from croupier.rules.steps import LOCK, Step
from croupier.rules.terms import Terms
from croupier.rules.wagers import Placed, Range, Spot
from depth import first_of
from own_game import COMMON_THIRD, PACKAGE, admitted, install

ANTE, PLAY, COLOURS = COMMON_THIRD.spots
FIRST, LAST = COMMON_THIRD.streets
COMMON, DEALER = COMMON_THIRD.reveals
(SIDE_BET,) = COMMON_THIRD.side_bets


@pytest.fixture(autouse=True, scope="module")
def common_third() -> Iterator[None]:
    with admitted():
        yield


def rules_of(game: Game, **changed: Any) -> RuleSet:
    return replace(RULE_SETS["common-third"], game=game, **{"name": "mine", **changed})


# Our own games


@pytest.mark.parametrize("name", first_of(["common-third", *RULE_SETS]))
def test_there_is_nothing_wrong_with_our_own_games(name: str) -> None:
    for rules in versions(name):
        assert faults([rules]) == table_faults([rules]) == []
        trial = Trial(rules)
        trial.run(40)
        assert trial.faults == {}


# The declaration

_felt = ("ante colours", "play .")
DECLARED: dict[str, tuple[dict[str, Any], str]] = {
    "a key for no address": ({"key": "Common Third"}, "its key stands in addresses; want small letters, digits"),
    "no words about it": ({"about": ""}, "it has no name, or says nothing about itself"),
    "two spots of one key": (
        {"spots": (ANTE, PLAY, COLOURS, replace(COLOURS, felt="C", letter="d"))},
        "two spots have the key 'colours'",
    ),
    "two spots of one felt word": (
        {"spots": (ANTE, PLAY, replace(COLOURS, felt="Ante"))},
        "two spots have the felt word 'Ante'",
    ),
    "two spots of one letter": ({"spots": (ANTE, PLAY, replace(COLOURS, letter="a"))}, "two spots have the letter 'a'"),
    "a spot without a letter": ({"spots": (replace(ANTE, letter=""), PLAY, COLOURS)}, "the spot 'ante' has no letter"),
    "a spot without limits": ({"spots": (replace(ANTE, limits=None), PLAY, COLOURS)}, "the spot 'ante' has no limits"),
    "a spot called like every game's first": (
        {"spots": (ANTE, PLAY, replace(COLOURS, key="base"))},
        "no spot may be called 'base'",
    ),
    "a spot called like a bet of one's own": (
        {"spots": (ANTE, PLAY, replace(COLOURS, key="own_x"))},
        "no spot may be called 'own_x'",
    ),
    "a base bet that is no spot": (
        {"base": "blind"},
        "base names a spot 'blind' that is not among spots; there are ante",
    ),
    "a base bet that nobody chooses": ({"base": "play"}, "the base bet 'play' is not put down before the deal"),
    "cards for no bet": ({"dealt_in": ("blind",)}, "dealt_in names a spot 'blind'"),
    "a street on no spot": ({"streets": (replace(FIRST, spot="raise"), LAST)}, "street 'first' names a spot 'raise'"),
    "a bet that needs no spot": (
        {"spots": (ANTE, PLAY, replace(COLOURS, needs=("x",)))},
        "needs of 'colours' names a spot 'x'",
    ),
    "a bet that follows one behind it": (
        {"spots": (Spot(key="blind", felt="Blind", follows="ante"), ANTE, PLAY, COLOURS)},
        "'blind' follows 'ante', which stands behind it in spots",
    ),
    "a felt that is no grid": (
        {"layout": Layout(own=2, dealer=2, board=1, felt=("ante colours", "play"))},
        "the felt is no grid",
    ),
    "a place for nothing": (
        {"layout": Layout(own=2, dealer=2, board=1, felt=("ante colours", "play x"))},
        "the felt has a place for 'x'",
    ),
    "no place for a spot": (
        {"layout": Layout(own=2, dealer=2, board=1, felt=("ante .", "play ."))},
        "the felt has no place for the spot 'colours'",
    ),
    "no cards": ({"layout": Layout(own=0, dealer=2, board=3, felt=_felt)}, "a seat gets no cards"),
    "more cards than a deck": (
        {"layout": Layout(own=9, dealer=2, board=1, felt=_felt)},
        "a full table takes 57 cards; a deck has 52",
    ),
    "more cards face up than there are": (
        {"layout": Layout(own=2, dealer=2, up=3, board=1, felt=_felt)},
        "3 of the dealer's 2 cards lie face up",
    ),
    "a dealer who qualifies without cards": (
        {"layout": Layout(own=2, board=1, felt=_felt)},
        "it says when the dealer qualifies, who gets no cards",
    ),
    "too few cards for the ranking": (
        {"layout": Layout(own=2, dealer=2, felt=_felt)},
        "2 own cards and 0 of the board make no hand of 3",
    ),
    "no streets": ({"streets": (), "reveals": ()}, "it has no streets"),
    "two streets of one key": ({"streets": (FIRST, replace(LAST, key="first"))}, "two streets are called 'first'"),
    "an action that nobody knows": (
        {"streets": (replace(FIRST, offers=(Bet(9), CHECK)), LAST)},
        "the street 'first' offers bet9; want some of",
    ),
    "an action twice": (
        {"streets": (replace(FIRST, offers=(BET2, BET2, CHECK)), LAST)},
        "the street 'first' offers bet2 twice",
    ),
    "late with what is not offered": (
        {"streets": (replace(FIRST, late=FOLD), LAST)},
        "who is late at 'first' does fold, which is not among",
    ),
    "late with a bet": ({"streets": (replace(FIRST, late=BET2), LAST)}, "who is late at 'first' would bet"),
    "a bet on a spot of before the deal": (
        {"streets": (replace(FIRST, spot="colours"), LAST)},
        "a bet at 'first' lies on 'colours'",
    ),
    "a street with nothing to bet": (
        {"streets": (replace(FIRST, offers=(CHECK,)), LAST)},
        "nothing can be bet or pulled back at 'first'",
    ),
    "a spot that no street bets on": (
        {"spots": (ANTE, PLAY, COLOURS, Spot(key="raise", felt="Raise", placed=Placed.DECIDED))},
        "no street bets on 'raise'",
    ),
    "streets and reveals do not agree": ({"reveals": (DEALER,)}, "2 streets and 1 reveals; want one after each street"),
    "a board that shrinks": ({"reveals": (COMMON, replace(DEALER, board=0))}, "what was shown stays shown"),
    "a board that is not shown whole": (
        {"reveals": (replace(COMMON, board=0), replace(DEALER, board=0))},
        "the last reveal shows 0 cards of the board; the layout has 1",
    ),
    "a dealer who is never shown": ({"reveals": (COMMON, replace(DEALER, dealer=False))}, "reveal 2 has dealer=False"),
    "a step without a key": (
        {"reveals": (replace(COMMON, step=Step("common", "show it")), DEALER)},
        "the step 'common' has no key for the keypad",
    ),
    "a step that every game has": (
        {"reveals": (replace(COMMON, step=LOCK), DEALER)},
        "two of its steps are called 'lock'",
    ),
    "a step that is called like an action": (
        {"reveals": (replace(COMMON, step=Step("check", "look", "LOOK")), DEALER)},
        "the step 'check' is called like an action",
    ),
    "a side bet that is no spot": (
        {"side_bets": (replace(SIDE_BET, spot=replace(COLOURS, key="x")),)},
        "the side bet 'x' is not among spots",
    ),
    "a side bet without lines": ({"side_bets": (replace(SIDE_BET, lines=()),)}, "the side bet 'colours' has no lines"),
    "a pay table that no spot pays by": (
        {"base_tables": {"blind": ("pair",)}},
        "base_tables has 'blind', by which no spot pays",
    ),
    "a spot that pays by no table": (
        {"spots": (replace(ANTE, pays="x"), PLAY, COLOURS)},
        "a spot pays by 'x', which is not in base_tables",
    ),
    "rulings without a package": ({"package": ""}, "it has rulings and no package"),
    "a package that is not there": ({"package": "nowhere"}, "its package 'nowhere' is no folder with an __init__.py"),
    "a package that is a single module": ({"package": "json.decoder"}, "its package 'json.decoder' is no folder"),
    "a value of another kind": ({"spots": 7}, "its names cannot be read: TypeError: 'int' object is not iterable"),
}


@pytest.mark.parametrize("mistake", DECLARED)
def test_a_mistake_in_the_game_has_a_line(mistake: str) -> None:
    changed, words = DECLARED[mistake]
    assert any(words in line for line in faults([rules_of(replace(COMMON_THIRD, **changed))]))


OF_RULES: dict[str, tuple[dict[str, Any], str]] = {
    "a name for no address": ({"name": "My Rules"}, "its name stands in addresses and records"),
    "a table for no bet": (
        {"tables": {"colours": ("COL-01",), "trips": ("UTH-01",)}},
        "tables has 'trips', which Common Third has not; there are colours",
    ),
    "a bet without a table": ({"tables": {"colours": ()}}, "tables of 'colours' are ()"),
    "a name where a tuple is wanted": ({"tables": {"colours": "COL-01"}}, "tables of 'colours' are 'COL-01'"),
    "limits of no spot": ({"limits": {"trips": Range(100, 200)}}, "limits names 'trips', which it does not offer"),
    "an assumed bet that is not there": ({"assumed": ("trips",)}, "assumed names 'trips'"),
    "no way to deal": ({"procedures": ()}, "nobody knows how it is dealt"),
    "no version": ({"version": 0}, "version 0 cannot be"),
}


@pytest.mark.parametrize("mistake", OF_RULES)
def test_a_mistake_in_a_rule_set_has_a_line(mistake: str) -> None:
    changed, words = OF_RULES[mistake]
    assert any(words in line for line in faults([rules_of(COMMON_THIRD, **changed)]))


OF_TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "a table that is not there": (
        {"tables": {"colours": ("COL-09",)}},
        "no colours pay table 'COL-09'; there are COL-01",
    ),
    "a table of another bet": ({"tables": {"colours": ("UTH-01",)}}, "no colours pay table 'UTH-01'"),
    "limits that the law forbids": (
        {"limits": {"ante": Range(500, 100_000)}},
        "an Ante of $1,000 makes a 2x Play above the legal limit",
    ),
}


@pytest.mark.parametrize("mistake", OF_TABLES)
def test_a_mistake_in_the_pay_tables_has_a_line(mistake: str) -> None:
    changed, words = OF_TABLES[mistake]
    faults = table_faults([rules_of(COMMON_THIRD, **changed)])
    assert any(words in line for line in faults), faults


CLASHES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a key that is taken": ({}, {}, "the key 'common-third' is taken by Common Third"),
    "a name that is taken": ({"key": "mine"}, {}, "there is a game called Common Third already"),
    "a rule set that is taken": ({"key": "mine"}, {"name": "ca"}, "the rule set 'ca' is one of Ultimate Texas Hold'em"),
    "a bet with other lines": (
        {"key": "mine", "side_bets": (replace(SIDE_BET, lines=("x",)),)},
        {},
        "the house has a bet 'colours' with other lines (one_suit, one_colour)",
    ),
}


@pytest.mark.parametrize("mistake", CLASHES)
def test_what_the_house_has_already_has_a_line(mistake: str) -> None:
    changed, in_rules, words = CLASHES[mistake]
    assert any(words in line for line in clashes([rules_of(replace(COMMON_THIRD, **changed), **in_rules)]))


# What its functions do

chance = Random(1)


def settles(change: Callable[[list[Result], Seat], object]) -> dict[str, Any]:
    """A game that settles as Common Third does, but for a mistake."""

    def settle(seat: Seat, hands: Hands, terms: Terms) -> Any:
        return change(settle_base(COMMON_THIRD, seat, hands, terms), seat)

    return {"bets": (), "settle": settle}


def judges(answer: object) -> dict[str, Any]:
    return {"side_bets": (replace(SIDE_BET, judge=lambda table, hands: answer),)}


def fails(*given: object) -> Any:
    raise LookupError("nothing there")


def sense_of_the_first_street(street: int, own: Cards, board: Cards) -> Any:
    return CHECK


PLAYED: dict[str, tuple[dict[str, Any], str]] = {
    "rank fails": ({"rank": fails}, "rank fails with "),
    "where it fails is said": ({"rank": fails}, f"LookupError: nothing there ({__file__}, line "),
    "rank gives no number": ({"rank": lambda own, board: "pair"}, "rank gives 'pair' for"),
    "rank gives nothing": ({"rank": lambda own, board: None}, "rank gives None for"),
    "category fails": ({"ranking": replace(THREE, category=fails)}, "ranking.category fails with"),
    "a category without words": (
        {"ranking": replace(THREE, category=lambda strength: 3)},
        "ranking.category gives 3 for",
    ),
    "describe says nothing": (
        {"ranking": replace(THREE, describe=lambda strength: "")},
        "ranking.describe gives '' for",
    ),
    "qualifies gives no answer": ({"qualifies": lambda dealer: None}, "qualifies gives None"),
    "cards without a name": ({"start_words": lambda own: ""}, "start_words says nothing of"),
    "sense does what is not offered": ({"sense": sense_of_the_first_street}, "sense gives check with"),
    "sense gives nothing": ({"sense": lambda street, own, board: None}, "sense gives None with"),
    "late is not allowed": (
        {"streets": (FIRST, replace(LAST, allows=lambda own, action: action == BET1))},
        "does fold; allows leaves bet1",
    ),
    "a line that no table has": (
        judges(Judged("royal", PAYS)),
        "as 'royal', no line of COL-01; it has one_suit, one_colour, or None",
    ),
    "a judge that gives a text": (judges("one_suit"), "as 'one_suit'; want Judged(line or None, Why(code, words))"),
    "a judge that fails": ({"side_bets": (replace(SIDE_BET, judge=fails),)}, "the judge of colours fails with"),
    "settle fails": ({"bets": (), "settle": fails}, "settle fails with"),
    "settle gives nothing": (settles(lambda rows, seat: None), "settle gives None for"),
    "a bet is forgotten": (settles(lambda rows, seat: rows[:1]), "settle says nothing of the 1000 cents on 'play'"),
    "a bet is told twice": (settles(lambda rows, seat: [*rows, rows[0]]), "settle tells of 'ante' 2 times"),
    "money on a spot that is none": (
        settles(lambda rows, seat: [*rows, result("blind", 0, 0, EVEN)]),
        "settle tells of 'blind', which is no spot",
    ),
    "another stake than lies there": (
        settles(lambda rows, seat: [rows[0]._replace(stake=1), *rows[1:]]),
        "settle says 1 cents on 'ante'",
    ),
    "money from nowhere": (
        settles(lambda rows, seat: [*rows, result("play", 0, 500, EVEN)] if seat.folded else rows),
        "settle nets 500 on 'play' for",
    ),
    "half a cent": (
        settles(lambda rows, seat: [rows[0]._replace(net=0.5), *rows[1:]]),
        "settle nets 0.5 on 'ante' for",
    ),
    "more lost than lay there": (
        settles(lambda rows, seat: [rows[0]._replace(net=-501), *rows[1:]]),
        "settle takes 501 cents of 500 on 'ante'",
    ),
    "a win beyond reason": (
        settles(lambda rows, seat: [rows[0]._replace(net=10**9), *rows[1:]]),
        "settle pays 1000000000 cents on 'ante'",
    ),
    "no reason": (
        settles(lambda rows, seat: [result("ante", 500, 0, Why("", "")), *rows[1:]]),
        "settle gives no reason for 'ante'",
    ),
    "chance in the settlement": (
        settles(lambda rows, seat: [rows[0]._replace(net=chance.choice((0, 1))), *rows[1:]]),
        "settle gives another answer the second time",
    ),
}


@pytest.mark.parametrize("mistake", PLAYED)
def test_a_mistake_that_cards_show_has_a_line(mistake: str) -> None:
    changed, words = PLAYED[mistake]
    rules = (rules_of(replace(COMMON_THIRD, key="mine", **changed)),)
    register(rules)
    try:
        trial = Trial(rules[0])
        trial.run(30)
    finally:
        unregister(rules)
    assert any(words in line for line in trial.faults.values()), trial.faults


def test_a_side_bet_that_never_wins_is_told() -> None:
    rules = (rules_of(replace(COMMON_THIRD, key="mine", **judges(Judged(None, Why("never", "never"))))),)
    register(rules)
    try:
        trial = Trial(rules[0])
        trial.run(10)
    finally:
        unregister(rules)
    assert (trial.faults, trial.never_hit) == ({}, ["colours"])


def test_a_package_is_told_all_that_is_wrong_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = install(tmp_path, name="two_slips")
    text = (site / "two_slips" / "__init__.py").read_text()
    text = text.replace('key="common-third"', 'key="Two Slips"').replace("late=CHECK", "late=FOLD")
    (site / "two_slips" / "__init__.py").write_text(text)
    monkeypatch.syspath_prepend(site)
    with pytest.raises(NotPlayable) as refused:
        admit("two_slips")
    assert len([words for words in refused.value.faults if words.startswith("game 'Two Slips'")]) == 2


def test_the_pay_table_of_the_example_is_read_from_its_folder() -> None:
    assert json.dumps({line: str(pay) for line, pay in paytable("COL-01", "colours").pays.items()}) == (
        '{"one_suit": "7 to 1", "one_colour": "2 to 1"}'
    )
    assert (PACKAGE / "paytables" / "COL-01.toml").is_file()
