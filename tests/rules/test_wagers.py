"""What may be bet, when, and how much (R6 to R12, R28)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.errors import Refused
from croupier.games import RULE_SETS, ruleset
from croupier.games.uth import SHOW_FLOP, SHOW_RIVER, UTH
from croupier.rules.actions import BET1, BET4, CHECK, FOLD
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    OfferSeed,
    OpenRound,
    PlaceBets,
    TakeBank,
    WithdrawBets,
    decide,
)
from croupier.rules.deal import DECK
from croupier.rules.events import BetsPlaced
from croupier.rules.round import Round
from croupier.rules.staking import check_stakes
from croupier.rules.steps import LOCK, SHOW_DEALER
from croupier.rules.terms import BadTerms, Limits, customary_limits, terms
from croupier.rules.wagers import BadWager, Range, Stakes
from draws import run


def open_round(name: str, **choices: object) -> Round:
    return run([OpenRound(round="1", terms=terms(ruleset(name), **choices))])[0]


LINK = {"progressive_stake": 100}
CUSTOMARY = customary_limits(ruleset("wa-2014"))

# rule set | bets in cents | "yes", or a word of the refusal | the ruling
BETS = """
  wa-base | ante 500                                            | yes        | R6 Ante and Blind are enough
  wa-base | ante 0 trips 500                                    | Ante       | R6 no Trips without an Ante
  wa-base | ante -500                                           | Ante       | R6 the Ante is positive
  wa-base | ante 500 trips 500                                  | yes        | R6 Trips is offered everywhere
  ca      | ante 500 trips 500                                  | yes        | R28 Trips is offered in California
  wa-base | ante 500 trips 500 bad_beat 100                     | not offered| wa-base has no Bad Beat
  wa-base | ante 500 pairs 100                                  | not offered| wa-base has no Pairs
  wa-base | ante 500 progressive 100                            | not offered| wa-base has no Progressive
  ca      | ante 500 trips 500 bad_beat 100                     | not offered| R28 California has no Bad Beat
  ca      | ante 500 pairs 100                                  | not offered| R28 California has no Pairs
  ca      | ante 500 progressive 100                            | not offered| R28 California has no Progressive
  wa-2014 | ante 500 bad_beat 100                               | Trips      | R7 Bad Beat needs Trips
  wa-2014 | ante 500 trips 100 bad_beat 100                     | yes        | R7 Bad Beat with Trips
  wa-2014 | ante 500 pairs -100                                 | negative   | no negative wager
  wa-2014 | ante 500 trips 100 bad_beat 100 pairs 100           | yes        | R8 four games
  wa-2014 | ante 500 trips 100 pairs 100 progressive 100        | yes        | R8 four games with Progressive
  wa-2014 | ante 500 trips 100 bad_beat 100 pairs 100 progressive 100 | four games | R8 the fifth is refused
  wa-2018 | ante 500 trips 100 bad_beat 100 pairs 100 progressive 100 | four games | R8 the fifth is refused
  wa-lnw  | ante 500 trips 100 bad_beat 100 pairs 100 progressive 100 | yes        | R8 no limit in wa-lnw
  wa-2014 | ante 550                                            | multiple   | R11 a multiple of the unit
  wa-2014 | ante 500 trips 150                                  | multiple   | R11 Trips too
  wa-2014 | ante 400                                            | limits     | R11 below the table's minimum
  wa-2014 | ante 10100                                          | limits     | R11 above the table's maximum
  ca      | ante 5000                                           | yes        | R32 fifty dollars are the most
  ca      | ante 5100                                           | limits     | R32 more than fifty dollars
  ca      | ante 400                                            | limits     | R32 less than five dollars
  wa-2014 | ante 500 progressive 200                            | fixed      | R33 the progressive stake is the link's
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in BETS.strip("\n").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[-1]}")
def test_which_bets_may_be_made(row: list[str]) -> None:
    name, text, want, words = row
    parts = text.split()
    stakes = Stakes({spot: int(cents) for spot, cents in zip(parts[::2], parts[1::2], strict=True)})
    round = open_round(name, **({} if name in ("wa-base", "ca") else LINK))
    if want == "yes":
        assert decide(round, Act(3, PlaceBets(stakes))), words
    else:
        with pytest.raises(BadWager, match=want):
            decide(round, Act(3, PlaceBets(stakes)))


def test_r7_a_table_on_no_link_takes_no_progressive_wager() -> None:
    with pytest.raises(BadWager, match="no progressive link"):
        decide(open_round("wa-2014"), Act(3, PlaceBets(Stakes(ante=500, progressive=100))))


def test_r6_the_ante_is_named_once_by_its_own_name_or_as_the_base_bet() -> None:
    for named in (Stakes(base=500), Stakes(ante=500), Stakes(ante=500, blind=500)):
        assert decide(open_round("wa-base"), Act(3, PlaceBets(named))) == (BetsPlaced(3, Stakes(ante=500, blind=500)),)
    for twice in (Stakes(base=1_000, ante=500), Stakes(ante=1_000, base=500)):
        with pytest.raises(BadWager, match=r"Ante is named twice"):
            decide(open_round("wa-base"), Act(3, PlaceBets(twice)))
    with pytest.raises(BadWager, match="the Blind must equal the Ante"):
        decide(open_round("wa-base"), Act(3, PlaceBets(Stakes(ante=500, blind=400))))


@pytest.mark.parametrize("seat", [0, 7, -1, None, True, 3.0, "3"])
def test_r5_there_are_six_seats(seat: object) -> None:
    with pytest.raises(Refused, match="seats are numbered 1 to 6"):
        decide(open_round("wa-base"), Act(seat, PlaceBets(Stakes(ante=500))))  # type: ignore[arg-type]


def test_r10_after_no_more_bets_nothing_is_made_raised_or_withdrawn() -> None:
    opened: list[Command] = [OpenRound(round="1", terms=terms(ruleset("wa-base"))), Act(2, PlaceBets(Stakes(ante=500)))]
    rest: list[Command] = [
        LOCK,
        DealCards(DECK),
        Act(2, CHECK),
        SHOW_FLOP,
        Act(2, CHECK),
        SHOW_RIVER,
        Act(2, BET1),
        SHOW_DEALER,
    ]
    for done in range(1, len(rest) + 1):
        round, _ = run([*opened, *rest[:done]])
        for late in (
            Act(2, PlaceBets(Stakes(ante=1000))),
            Act(2, PlaceBets(Stakes(ante=500, trips=100))),
            Act(3, PlaceBets(Stakes(ante=500))),
            Act(2, WithdrawBets()),
            Act(2, OfferSeed("late")),
            LOCK,
        ):
            with pytest.raises(Refused):
                decide(round, late)


def test_before_the_lock_bets_can_be_changed_and_withdrawn() -> None:
    opened: list[Command] = [OpenRound(round="1", terms=terms(ruleset("wa-base"))), Act(2, PlaceBets(Stakes(ante=500)))]
    assert run([*opened, Act(2, PlaceBets(Stakes(ante=700)))])[0].seats[0].stakes == Stakes(ante=700, blind=700)
    assert run([*opened, Act(2, WithdrawBets())])[0].seats == ()
    with pytest.raises(Refused, match="not in this round"):
        decide(run(opened)[0], Act(3, WithdrawBets()))


def test_r9_only_the_seats_own_bets_exist() -> None:
    """There is no spot for a bet on another hand: a seat's stakes are all that can be placed."""
    assert {spot.key for spot in UTH.chosen} == {"ante", "trips", "bad_beat", "pairs", "progressive"}
    for other in ("play", "envy", "seat 5's ante", "insurance"):
        with pytest.raises(BadWager, match="not offered"):
            decide(open_round("wa-lnw"), Act(2, PlaceBets(Stakes({"ante": 500, other: 500}))))
    round, _ = run([OpenRound(round="1", terms=terms(ruleset("wa-base"))), Act(2, PlaceBets(Stakes(ante=500))), LOCK])
    with pytest.raises(Refused):
        decide(round, Act(5, BET4))


def test_r11_no_wager_the_4x_play_included_may_pass_the_legal_limit() -> None:
    at = terms(ruleset("wa-2014"))
    assert at.limits is not None
    assert at.limits.legal == 40_000
    check_stakes(at, Stakes(ante=10_000))
    with pytest.raises(BadTerms, match=r"\$100"):
        terms(ruleset("wa-2014"), limits=CUSTOMARY.with_spot("ante", Range(500, 10_100)))
    limits = CUSTOMARY.with_spot("ante", Range(500, 7_500)).with_spot("trips", Range(100, 40_000))
    wide = terms(ruleset("wa-2014"), limits=replace(limits, legal=30_000))
    check_stakes(wide, Stakes(ante=7_500, trips=30_000))
    with pytest.raises(BadWager, match="legal limit"):
        check_stakes(wide, Stakes(ante=500, trips=30_100))


TOO_WIDE = [
    (replace(CUSTOMARY, legal=40_002), r"limit of \$400.02 is above Washington's: no single wager passes \$400"),
    (replace(CUSTOMARY.with_spot("ante", Range(500, 12_500)), legal=50_000), r"a legal limit of \$500 is above"),
    (replace(CUSTOMARY.with_spot("ante", Range(500, 10_100)), legal=None), r"a 4x Play above Washington's .* \$100"),
    (CUSTOMARY.with_spot("trips", Range(100, 40_100)), r"Trips up to \$401 is above Washington's legal limit of \$400"),
]


@pytest.mark.parametrize(("limits", "why"), TOO_WIDE)
def test_r11_a_table_may_be_narrower_than_the_law_and_never_wider(limits: Limits, why: str) -> None:
    with pytest.raises(BadTerms, match=why):
        terms(ruleset("wa-2014"), limits=limits)
    narrow = terms(ruleset("wa-2014"), limits=replace(CUSTOMARY.with_spot("ante", Range(500, 5_000)), legal=20_000))
    check_stakes(narrow, Stakes(ante=5_000))


@pytest.mark.parametrize("name", sorted(RULE_SETS.keys() - {"ca"}))
def test_r11_the_largest_base_bet_is_the_law_divided_by_the_largest_multiple(name: str) -> None:
    rules = ruleset(name)
    usual, game = customary_limits(rules), rules.game
    most = 40_000 // game.largest_multiple
    terms(rules, limits=usual.with_spot(game.base, Range(500, most)))
    with pytest.raises(BadTerms, match=r"above"):
        terms(rules, limits=replace(usual.with_spot(game.base, Range(500, most + 1)), legal=None))


def test_r11_the_progressive_is_a_wager_too() -> None:
    assert terms(ruleset("wa-2018"), progressive_stake=40_000).progressive_stake == 40_000
    with pytest.raises(BadTerms, match=r"the Progressive of \$401 is above Washington's legal limit of \$400"):
        terms(ruleset("wa-2018"), progressive_stake=40_100)
    narrow = replace(CUSTOMARY.with_spot("ante", Range(500, 5_000)), legal=20_000)
    with pytest.raises(BadTerms, match=r"the Progressive of \$201 is above this table's legal limit of \$200"):
        terms(ruleset("wa-2018"), limits=narrow, progressive_stake=20_100)


@pytest.mark.parametrize("unit", [0, -100, 25, 1])
def test_r11_a_unit_must_make_three_to_two_exact(unit: int) -> None:
    with pytest.raises(BadTerms, match="unit"):
        terms(ruleset("wa-2014"), limits=replace(CUSTOMARY, unit=unit))


def test_r12_a_cap_is_off_by_default_and_never_below_fifty_times_the_largest_wager() -> None:
    assert terms(ruleset("wa-2014")).aggregate_cap is None
    assert terms(ruleset("wa-2014"), aggregate_cap=50 * 40_000).aggregate_cap == 2_000_000
    with pytest.raises(BadTerms, match="50 times"):
        terms(ruleset("wa-2014"), aggregate_cap=50 * 40_000 - 1)


def test_r12_a_player_dealers_bank_has_its_own_limit_and_no_cap() -> None:
    with pytest.raises(BadTerms, match="cap"):
        terms(ruleset("ca"), aggregate_cap=2_000_000)


def test_a_round_needs_somebody_who_bets() -> None:
    with pytest.raises(Refused, match="nobody has bet"):
        decide(open_round("wa-base"), LOCK)


def test_r28_in_california_a_round_needs_a_seated_player_who_banks() -> None:
    betting: list[Command] = [OpenRound(round="1", terms=terms(ruleset("ca"))), Act(2, PlaceBets(Stakes(ante=500)))]
    with pytest.raises(Refused, match="no card is dealt"):
        decide(run(betting)[0], LOCK)
    assert decide(run([*betting, Act(4, TakeBank(1))])[0], LOCK)


BANKS = [
    ("R28 the house never banks in California, and nobody else in Washington", "wa-base", [], Act(1, TakeBank(5000))),
    ("R28 the banker bets nothing", "ca", [Act(1, TakeBank(5000))], Act(1, PlaceBets(Stakes(ante=500)))),
    ("R28 a player with bets down does not bank", "ca", [Act(1, PlaceBets(Stakes(ante=500)))], Act(1, TakeBank(5000))),
    ("R28 a round has one bank", "ca", [Act(1, TakeBank(5000))], Act(2, TakeBank(5000))),
    ("R28 a bank of nothing covers nothing", "ca", [], Act(1, TakeBank(0))),
    ("R28 a bank has a seat", "ca", [], Act(7, TakeBank(5000))),
]


@pytest.mark.parametrize(("words", "name", "before", "refused"), BANKS, ids=[row[0] for row in BANKS])
def test_who_may_bank(words: str, name: str, before: list[Command], refused: Command) -> None:
    round, _ = run([OpenRound(round="1", terms=terms(ruleset(name))), *before])
    with pytest.raises(Refused):
        decide(round, refused)


def test_r28_a_bank_may_be_of_any_size_and_be_raised_before_the_lock() -> None:
    round, _ = run([OpenRound(round="1", terms=terms(ruleset("ca"))), Act(1, TakeBank(1)), Act(1, TakeBank(123_457))])
    assert round.bank is not None
    assert round.bank.wager == 123_457


@pytest.mark.parametrize("seed", ["", " x", "x" * 65, "a\nb"])
def test_a_players_seed_is_a_short_printable_text(seed: str) -> None:
    with pytest.raises(Refused, match="seed"):
        decide(open_round("wa-base"), Act(1, OfferSeed(seed)))


def test_fold_is_no_way_to_withdraw() -> None:
    round, _ = run([OpenRound(round="1", terms=terms(ruleset("wa-base"))), Act(2, PlaceBets(Stakes(ante=500)))])
    with pytest.raises(Refused):
        decide(round, Act(2, FOLD))
