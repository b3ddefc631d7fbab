"""A whole round as text: one spelled out beside the law of `test_laws`, and texts that are no round."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import ruleset
from croupier.games.uth import ANTE, BLIND, PAIRS, PLAY, TRIPS
from croupier.hands import strength
from croupier.rules.actions import BET2, CHECK, FOLD
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.events import (
    Acted,
    BankTaken,
    BetReturned,
    BetsLocked,
    BetsPlaced,
    CardsShown,
    Cause,
    Dealt,
    EnvyPaid,
    Event,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundOpened,
    SeatSettled,
    SeedOffered,
)
from croupier.rules.notation import BadNotation, notation, parse_notation
from croupier.rules.paytables import Share, To
from croupier.rules.reasons import EVEN, FOLDED, NOT_QUALIFIED
from croupier.rules.settlement import Outcome, Result, paid, result
from croupier.rules.terms import customary_limits, terms
from croupier.rules.wagers import ENVY, PROGRESSIVE, Range, Stakes

DECK = (
    "9h 8h Kc Kd As Qd 7h 6h 5h 2c Jd 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5s 6c 6d 6s 7c 7d 7s 8c 8d 8s "
    "9c 9d 9s Tc Td Th Ts Jc Jh Js Qc Qh Qs Kh Ks Ac Ad Ah"
)
TEXT = f"""\
round "table 4/17"
terms {{"rules": "wa-2018", "tables": {{"trips": "UTH-02", "pairs": "UPB-1", "progressive": "MGL-01", "blind": "BLIND"}}, "progressive_stake": 100}}
deck red commitment c0ffee
seat 1 bets ante 5 trips 1 progressive 1
seat 4 bets ante 10 pairs 2 progressive 1
seat 4 mixes "lucky"
lock
deal {DECK}
seat 1 check
seat 4 check
flop
= 7h 6h 5h
seat 1 bet2
seat 4 check
river
= 2c Jd
seat 4 fold by clock
dealer
= As Qd: ace high
= seat 1 Ante $5 returned
= seat 4 fold, pair of kings: Ante $10 -$10 (folded); Blind $10 -$10 (folded); Pairs $2 +$20 (high pair 10 to 1); Progressive $1 -$1 (no paying hand)
= seat 1 win, straight flush, five to nine: Play $10 +$10 (1 to 1); Blind $5 +$250 (straight flush 50 to 1); Trips $1 +$40 (straight flush 40 to 1); Progressive $1 -$1 (straight flush 10 % of main, from the meter)
= seat 4 envy: Envy $0 +$300 (seat 1's straight flush)
= seat 1 meter: straight flush 10 % of main on $1
end
= 52 cards
"""  # noqa: E501


def hand(text: str) -> int:
    return strength(parse_cards(text))


TABLES = {TRIPS: "UTH-02", PAIRS: "UPB-1", PROGRESSIVE: "MGL-01", BLIND: "BLIND"}
EVENTS: tuple[Event, ...] = (
    RoundOpened(
        round="table 4/17",
        terms=terms(ruleset("wa-2018"), TABLES, progressive_stake=100),
        commitment="c0ffee",
        deck_colour="red",
    ),
    BetsPlaced(1, Stakes(ante=500, blind=500, trips=100, progressive=100)),
    BetsPlaced(4, Stakes(ante=1000, blind=1000, pairs=200, progressive=100)),
    SeedOffered(4, "lucky"),
    BetsLocked(),
    Dealt(parse_cards(DECK)),
    Acted(1, CHECK),
    Acted(4, CHECK),
    CardsShown("flop", parse_cards("7h 6h 5h")),
    Acted(1, BET2, Cause.PLAYER, PLAY, 1000),
    Acted(4, CHECK),
    CardsShown("river", parse_cards("2c Jd")),
    Acted(4, FOLD, Cause.CLOCK),
    CardsShown("dealer", (), parse_cards("As Qd"), hand("As Qd Jd 7h 6h"), qualifies=False),
    BetReturned(1, result(ANTE, 500, 0, NOT_QUALIFIED)),
    SeatSettled(
        4,
        hand("Kc Kd Jd 7h 6h"),
        Outcome.FOLD,
        (
            result(ANTE, 1000, -1000, FOLDED),
            result(BLIND, 1000, -1000, FOLDED),
            paid(PAIRS, 200, "high_pair", To(10)),
            Result(PROGRESSIVE, 100, -100, "no_paying_hand", "no paying hand"),
        ),
    ),
    SeatSettled(
        1,
        hand("9h 8h 7h 6h 5h"),
        Outcome.WIN,
        (
            result(PLAY, 1000, 1000, EVEN),
            paid(BLIND, 500, "straight_flush", To(50)),
            paid(TRIPS, 100, "straight_flush", To(40)),
            Result(
                PROGRESSIVE,
                100,
                -100,
                "meter_pays",
                "straight flush 10 % of main, from the meter",
                "straight_flush",
            ),
        ),
    ),
    EnvyPaid(4, Result(ENVY, 0, 30_000, "envy 1:straight_flush", "seat 1's straight flush")),
    MeterWon(1, "straight_flush", Share(10, "main"), 100),
    RoundEnded(52),
)


def test_a_round_spelled_out() -> None:
    assert parse_notation(TEXT) == EVENTS
    assert notation(EVENTS) == TEXT


LIMITS = (
    ', "limits": {"legal": null, "spots": {"ante": {"minimum": 500, "maximum": 5000}, "trips": {"minimum": 500, '
    '"maximum": 5000}, "bad_beat": {"minimum": 100, "maximum": 5000}, "pairs": {"minimum": 100, "maximum": 5000}}}'
)
CALIFORNIA = f"""\
round "c"
terms {{"rules": "ca"{LIMITS}}}
deck blue commitment -
seat 2 banks 7.50
seat 4 bets ante 5
lock
= fee seat 2 $1
= fee seat 4 $0.50
"""


def test_a_bank_and_its_collection_spelled_out() -> None:
    events = (
        RoundOpened(round="c", terms=terms(ruleset("ca"))),
        BankTaken(Bank(2, 750)),
        BetsPlaced(4, Stakes(ante=500, blind=500)),
        BetsLocked((Fee(2, 100), Fee(4, 50))),
    )
    assert parse_notation(CALIFORNIA) == events
    assert notation(events) == CALIFORNIA


def test_r32_a_round_in_notation_is_read_as_it_was_played_when_trips_began_at_one_dollar_and_the_fee_was_free() -> None:
    text = CALIFORNIA.replace(LIMITS, ', "player_fee": 9900').replace("ante 5", "ante 5 trips 1").replace("0.50", "99")
    opened, *_, locked = parse_notation(text)
    assert isinstance(opened, RoundOpened)
    assert opened.terms.limits is not None
    assert opened.terms.limits.of("trips") == Range(100, 5_000)
    assert locked == BetsLocked((Fee(2, 100), Fee(4, 9_900)))
    assert notation(parse_notation(text)) == text


def test_r11_a_round_in_notation_is_read_as_it_was_played_whatever_the_legal_limit_was() -> None:
    wide = customary_limits(ruleset("wa-base")).with_spot("ante", Range(500, 2_500_000))
    at = replace(terms(ruleset("wa-base")), limits=replace(wide, legal=10_000_000))
    events = (RoundOpened(round="x", terms=at), BetsPlaced(1, Stakes(ante=90_000, blind=90_000)))
    assert parse_notation(notation(events)) == events


def test_a_fold_that_the_bank_collected_spelled_out() -> None:
    opened = RoundOpened(round="c", terms=terms(ruleset("ca")))

    def told(collected: FoldCollected) -> str:
        return notation([opened, collected]).removeprefix(notation([opened]))

    rows = (result(ANTE, 500, -500, FOLDED), result(BLIND, 500, -250, FOLDED))
    assert told(FoldCollected(4, rows)) == "= seat 4 folded: Ante $5 -$5 (folded); Blind $5 -$2.50 (folded)\n"
    assert told(FoldCollected(4, ())) == "= seat 4 folded: nothing left\n"


def test_a_report_may_have_blank_lines_notes_and_spaces() -> None:
    noted = TEXT.replace("\nlock\n", "\n\n# here it went wrong\n  lock  \n")
    assert parse_notation(noted) == EVENTS


def test_a_report_may_break_off() -> None:
    cut = TEXT[: TEXT.index("seat 4 fold by clock")]
    assert parse_notation(cut) == EVENTS[:12]


WRONG = [
    ("an amount the engine does not give", ("+$250", "+$251"), r"line 22.*the engine says: = seat 1 win"),
    ("another flop", ("= 7h 6h 5h", "= 7h 6h 4h"), r"line 12.*the engine says: = 7h 6h 5h"),
    ("a flop left out", ("= 7h 6h 5h\n", ""), r"the engine says here: = 7h 6h 5h"),
    ("an action out of turn", ("seat 1 bet2", "seat 1 bet4"), r"line 13.*legal actions: bet2, check"),
    ("a word that is none", ("seat 1 bet2", "seat 1 jumps"), r"not an action"),
    ("a step that is none", ("lock\n", "unlock\n"), r"not a step"),
    ("a seat that is none", ("seat 1 bets", "seat 9 bets"), r"no seat 9"),
    ("a bet that is none", ("trips 1", "trip 1"), r"line 4.*'trip' is not offered.*want ante, trips"),
    ("an amount that is none", ("ante 5 trips", "ante five trips"), r"not an amount"),
    ("a bet twice", ("trips 1", "ante 1"), r"line 4.*want a spot and an amount in turn, such as ante 5"),
    ("a card missing", (" Ad Ah", " Ad"), r"51"),
    ("a card twice", (" Ad Ah", " Ad Ad"), r"card twice"),
    ("rules that do not exist", ("wa-2018", "wa-1999"), r"no rule set"),
    ("terms that are no JSON", ('terms {"rules"', "terms {rules"), r"not the terms"),
    ("a choice that does not exist", ('"progressive_stake"', '"stake"'), r"line 2.*not a Terms.*'stake'"),
    ("no deck", ("deck red commitment", "deck commitment"), r"want: deck colour"),
    ("a name without quotes", ('round "table 4/17"', "round 17"), r"double quotes"),
    ("a seed without quotes", ('mixes "lucky"', "mixes lucky"), r"double quotes"),
    ("the end too early", ("= seat 4 envy", "end\n= seat 4 envy"), r"the engine says here"),
    ("something after the end", ("= 52 cards\n", "= 52 cards\nflop\n"), r"cannot show the flop"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "change", "why"), WRONG, ids=[row[0] for row in WRONG])
def test_a_report_that_is_wrong_is_refused_with_the_line(words: str, change: tuple[str, str], why: str) -> None:
    assert change[0] in TEXT
    with pytest.raises(BadNotation, match=why):
        parse_notation(TEXT.replace(*change, 1))


@pytest.mark.parametrize(
    "text", ["", "hello", "round\nterms\ndeck", 'round "x"\nterms []\ndeck blue commitment -', "\0"]
)
def test_a_text_that_is_no_round_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_notation(text)


LINES = TEXT.splitlines()


@given(st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.text(max_size=20) | st.sampled_from(LINES)), max_size=4))
def test_any_damage_is_a_round_or_a_refusal(damage: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for at, line in damage:
        lines[at] = line
    with contextlib.suppress(Refused):
        parse_notation("\n".join(lines))


@given(st.sampled_from(range(len(LINES))), st.data())
def test_any_letter_may_go_wrong(at: int, data: st.DataObject) -> None:
    line = LINES[at]
    place = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 3))
    damaged = line[:place] + data.draw(st.text(max_size=3)) + line[place + cut :]
    with contextlib.suppress(Refused):
        parse_notation("\n".join([*LINES[:at], damaged, *LINES[at + 1 :]]))
