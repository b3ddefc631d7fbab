"""Events as plain data: one of each spelled out, and data that is no event."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import parse_cards
from croupier.codec import BadData
from croupier.errors import Refused
from croupier.games import NoSuchRules, ruleset, versions
from croupier.games.uth import ANTE, PLAY, TRIPS
from croupier.rules.actions import BET4, FOLD
from croupier.rules.bank import Bank, Coverage
from croupier.rules.collection import Fee
from croupier.rules.events import (
    Acted,
    BankTaken,
    BetReturned,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    CardsCorrected,
    CardsEntered,
    CardsShown,
    Cause,
    Dealt,
    DecisionUndone,
    EnvyPaid,
    Event,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    SeedOffered,
)
from croupier.rules.paytables import Share, To
from croupier.rules.reasons import NOT_QUALIFIED
from croupier.rules.record import from_plain, parse_rules, rules_text, to_plain
from croupier.rules.settlement import Outcome, paid, result
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes

ROW = paid(TRIPS, 100, "three_of_a_kind", To(3))
PLAIN_ROW = {
    "spot": "trips",
    "stake": 100,
    "net": 300,
    "why": "pays",
    "reason": "three of a kind 3 to 1",
    "line": "three_of_a_kind",
}
PUSHED = result(ANTE, 500, 0, NOT_QUALIFIED)
PLAIN_PUSHED = {
    "spot": "ante",
    "stake": 500,
    "net": 0,
    "why": "dealer_not_qualified",
    "reason": "dealer does not qualify, push",
}
"""A result that hit no pay line says none."""
OPENED = RoundOpened(round="t/1", terms=terms(ruleset("ca"), clock_s=20), commitment="c0ffee", deck_colour="red")
SPELLED: list[tuple[Event, dict[str, Any]]] = [
    (
        OPENED,
        {
            "event": "RoundOpened",
            "round": "t/1",
            "terms": {
                "rules": "ca",
                "tables": {"blind": "BLIND", "trips": "UTH-02"},
                "procedure": "shuffler",
                "limits": {
                    "legal": None,
                    "spots": {
                        "ante": {"minimum": 500, "maximum": 5000},
                        "trips": {"minimum": 500, "maximum": 5000},
                        "bad_beat": {"minimum": 100, "maximum": 5000},
                        "pairs": {"minimum": 100, "maximum": 5000},
                    },
                },
                "clock_s": 20,
                "collection": 1,
                "folds_first": True,
            },
            "commitment": "c0ffee",
            "deck_colour": "red",
        },
    ),
    (
        BankTaken(Bank(2, 750, Coverage.GROSS)),
        {"event": "BankTaken", "bank": {"seat": 2, "wager": 750, "coverage": "gross"}},
    ),
    (
        BetsPlaced(4, Stakes(ante=500, blind=500, trips=100)),
        {"event": "BetsPlaced", "seat": 4, "stakes": {"ante": 500, "blind": 500, "trips": 100}},
    ),
    (BetsWithdrawn(4), {"event": "BetsWithdrawn", "seat": 4}),
    (SeedOffered(4, "lucky"), {"event": "SeedOffered", "seat": 4, "seed": "lucky"}),
    (
        BetsLocked((Fee(2, 100), Fee(4, 50))),
        {"event": "BetsLocked", "fees": [{"seat": 2, "amount": 100}, {"seat": 4, "amount": 50}]},
    ),
    (BetsLocked(), {"event": "BetsLocked"}),
    (Dealt(parse_cards("Ah Kd")), {"event": "Dealt", "deck": "Ah Kd"}),
    (
        CardsEntered("seat 3", parse_cards("Ah Kd")),
        {"event": "CardsEntered", "place": "seat 3", "cards": "Ah Kd"},
    ),
    (
        CardsCorrected("board", parse_cards("2c"), "misread"),
        {"event": "CardsCorrected", "place": "board", "cards": "2c", "reason": "misread"},
    ),
    (DecisionUndone(4, PLAY, 2000), {"event": "DecisionUndone", "seat": 4, "spot": "play", "cents": 2000}),
    (
        Acted(4, BET4, Cause.PLAYER, PLAY, 2000),
        {"event": "Acted", "seat": 4, "action": "bet4", "spot": "play", "cents": 2000},
    ),
    (Acted(4, FOLD, Cause.LEFT), {"event": "Acted", "seat": 4, "action": "fold", "cause": "left"}),
    (CardsShown("flop", parse_cards("Ah Kd 2c")), {"event": "CardsShown", "step": "flop", "board": "Ah Kd 2c"}),
    (CardsShown("river", parse_cards("Ah Kd")), {"event": "CardsShown", "step": "river", "board": "Ah Kd"}),
    (
        CardsShown("dealer", (), parse_cards("Ah Kd"), 829_780, qualifies=False),
        {"event": "CardsShown", "step": "dealer", "dealer": "Ah Kd", "strength": 829_780, "qualifies": False},
    ),
    (BetReturned(4, PUSHED), {"event": "BetReturned", "seat": 4, "result": PLAIN_PUSHED}),
    (FoldCollected(4, (ROW,)), {"event": "FoldCollected", "seat": 4, "results": [PLAIN_ROW]}),
    (
        SeatSettled(4, 829_780, Outcome.LOSE, (ROW,)),
        {"event": "SeatSettled", "seat": 4, "strength": 829_780, "outcome": "lose", "results": [PLAIN_ROW]},
    ),
    (EnvyPaid(4, ROW), {"event": "EnvyPaid", "seat": 4, "result": PLAIN_ROW}),
    (
        MeterWon(4, "royal_flush", Share(5, "main"), 100),
        {"event": "MeterWon", "seat": 4, "line": "royal_flush", "pay": "5 % of main", "stake": 100},
    ),
    (RoundEnded(52), {"event": "RoundEnded", "cards_counted": 52}),
    (RoundVoided("misdeal"), {"event": "RoundVoided", "reason": "misdeal"}),
]


@pytest.mark.parametrize(("event", "plain"), SPELLED, ids=[row[1]["event"] for row in SPELLED])
def test_every_kind_of_event_spelled_out(event: Event, plain: dict[str, Any]) -> None:
    assert to_plain(event) == plain
    assert from_plain(json.loads(json.dumps(plain))) == event


def test_every_kind_of_event_is_spelled_out_above() -> None:
    from typing import get_args

    assert {kind.__name__ for kind in get_args(Event)} == {plain["event"] for _, plain in SPELLED}


BAD: list[Any] = [
    {},
    None,
    [],
    "RoundEnded",
    {"event": "Shuffled"},
    {"event": ["RoundEnded"]},
    {"event": "RoundEnded"},
    {"event": "Acted", "seat": 1, "action": "bet5", "cause": "player"},
    {"event": "Acted", "seat": 1, "action": "bet4", "cause": "whim"},
    {"event": "Dealt", "deck": "Ah 1x"},
    {"event": "Dealt", "deck": 7},
    {"event": "DealerShown", "hole": "Ah Kd", "strength": 3},
    {"event": "CardsShown", "dealer": "Ah Kd", "strength": 3},
    {"event": "CardsShown", "step": "dealer", "dealer": "Ah Kd", "strength": "3"},
    {"event": "CardsShown", "step": "dealer", "dealer": "Ah Kd", "strength": 3, "qualifies": 1},
    {"event": "MeterWon", "seat": 4, "line": "royal_flush", "pay": "5 to 1", "stake": 100},
    {"event": "BetsPlaced", "seat": 4, "stakes": {"insurance": 5}},
    {"event": "BetsPlaced", "seat": 4, "stakes": {"ante": True}},
    {"event": "BetsPlaced", "seat": 4, "stakes": {"ante": 5.0}},
    {"event": "BetsLocked", "fees": {"2": 100}},
    {"event": "BetsLocked", "fees": [{"seat": "two", "amount": 100}]},
    {"event": "BankTaken", "bank": {"seat": 2, "wager": 750, "coverage": "full"}},
    {"event": "EnvyPaid", "seat": 2, "result": {"spot": "luck", "stake": 1, "net": 1, "why": "", "reason": ""}},
    {"event": "EnvyPaid", "seat": 2, "result": {"wager": "envy", "stake": 1, "net": 1, "reason": ""}},
    {**SPELLED[0][1], "terms": {}},
    {**SPELLED[0][1], "terms": {**SPELLED[0][1]["terms"], "rules": "ca/2"}},
    {**SPELLED[0][1], "terms": {**SPELLED[0][1]["terms"], "rules": "ca/1"}},
    {**SPELLED[0][1], "terms": {**SPELLED[0][1]["terms"], "rules": "wa-1999"}},
    {**SPELLED[0][1], "terms": {**SPELLED[0][1]["terms"], "procedure": "packet"}},
    {**SPELLED[0][1], "terms": {**SPELLED[0][1]["terms"], "limits": {"unit": 1, "spots": {}}}},
]


@pytest.mark.parametrize("plain", BAD, ids=lambda plain: str(plain)[:60])
def test_data_that_is_no_event_is_refused(plain: Any) -> None:
    with pytest.raises(Refused):
        from_plain(plain)


values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers())


@given(st.sampled_from([plain for _, plain in SPELLED]), st.data())
def test_an_event_with_anything_anywhere_is_read_or_refused(plain: dict[str, Any], data: st.DataObject) -> None:
    bent = json.loads(json.dumps(plain))
    place = bent
    key = data.draw(st.sampled_from(sorted(place)))
    while isinstance(place[key], dict) and place[key] and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place)))
    place[key] = data.draw(values)
    with contextlib.suppress(Refused):
        from_plain(bent)


def test_a_rule_set_is_named_with_its_version_from_the_second_on() -> None:
    first, second = versions("three-card")
    assert (first.version, second.version) == (1, 2)
    assert [rules_text(rules) for rules in (first, second)] == ["three-card", "three-card/2"]
    assert [parse_rules(text) for text in ("three-card", "three-card/2")] == [first, second]
    for text in ("three-card/1", "three-card/3", "three-card/", "three-card/two"):
        with pytest.raises(BadData, match=f"no rule set '{text}' is known here; there are three-card, three-card/2"):
            parse_rules(text)
    with pytest.raises(NoSuchRules, match="no rule set 'whist'"):
        parse_rules("whist/2")
