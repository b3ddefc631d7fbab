"""A link from opening to hit: contributions, both winning flows, adjustments, faults (R33, R41 to R46)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jackpot_links import CARD, DORA, EVE, KEYED, MAIN, SAM, SUE, happened, opened, press, told

from croupier.errors import Refused
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.books import Books
from croupier.jackpot.buttons import Confirm, GameOver, Hand, JPot, KeyToJph, KeyToRun, Refuse, Seat, Swipe
from croupier.jackpot.claim import LinkPerson, NotYours
from croupier.jackpot.commands import (
    CheckBooks,
    ResumeLink,
    ReturnWagers,
    SplitWagers,
    StopLink,
    Stopped,
    decide,
)
from croupier.jackpot.display import amount, around, displays
from croupier.jackpot.events import AdjustmentMade, AdjustmentReason, ClaimLogged, LinkOpened, LinkStopped
from croupier.jackpot.keypad import EarlierClaim, NeedsExecutive, NoSuchWin, PressButton, Unclaimed
from croupier.jackpot.link import Link, Win
from croupier.jackpot.meter import Award
from croupier.jackpot.office.check import BadAdjustment
from croupier.jackpot.office.setup import Busy, Configure, JoinTable, LeaveTable, OpenLink, Warned
from croupier.jackpot.terms import NAMED, BadLink, Flow, LevelTerms, LinkKind, LinkTerms

ROYAL = Win(5, "royal_flush_first_five")
FIVE = Win(5, "royal_flush")
HOUSE = Win(2, "full_house")


def cents(link: Link, pool: int = 0) -> tuple[int, ...]:
    return tuple(row.cents for row in displays(link, pool))


def test_a_wager_of_a_dollar_at_23_and_5_percent() -> None:
    link = told(opened(), SplitWagers(100))
    assert cents(link) == (1_000_023,)
    assert link.levels["main"].reserve == 5
    (done,) = decide(link, SplitWagers(100))
    assert done.split.house == 72  # type: ignore[union-attr]


def test_the_display_grows_at_the_lock_before_anything_is_split() -> None:
    link = opened()
    assert cents(link, pool=300) == (1_000_069,) == cents(told(link, SplitWagers(300)))


def test_the_keyed_flow_from_the_hand_button_to_game_over() -> None:
    link = told(opened(), SplitWagers(100_000))
    link = press(link, Hand(ROYAL.line), DORA, ROYAL)
    link = press(link, KeyToJph(), SAM)
    assert cents(link) == (1_023_000,)
    link, events = happened(link, PressButton(table="T1", round="T1-1", button=JPot(), by=SAM))
    assert events == (ClaimLogged(1, Award(1_023_000, 0, 1_000_000, 5_000), 1_023_000, 1_005_000, "sam"),)
    assert cents(link) == (1_023_000,), "the display waits for the key"
    with pytest.raises(Unclaimed, match="win is pending"):
        press(replace(link, pads={}), GameOver(), DORA, ROYAL)
    link = press(link, KeyToRun(), SAM)
    assert cents(link) == (1_005_000,), "seed and reserve"
    assert press(link, GameOver(), DORA, ROYAL) == link


def test_a_pending_prize_stands_still_on_the_display_until_its_meter_is_adjusted() -> None:
    """R46: the hand button freezes the cents as they stand; wagers of other tables go behind it, unseen."""
    link = told(opened(), SplitWagers(100_000))
    part = press(link, Hand(FIVE.line), DORA, FIVE)
    assert around(part, part.claims[1]) == (1_023_000, 971_850)
    link = press(link, Hand(ROYAL.line), DORA, ROYAL)
    assert around(link, link.claims[1]) == (1_023_000, 1_005_000)
    for step in (SplitWagers(100_000), KeyToJph(), SplitWagers(100_000), JPot(), SplitWagers(100_000)):
        link = told(link, step) if isinstance(step, SplitWagers) else press(link, step, SAM)
        (row,) = displays(link, pool=700)
        assert row.shown == 1_023_000 < row.cents
    link = press(link, KeyToRun(), SAM)
    (row,) = displays(link)
    assert row.shown == row.cents == 1_005_000 + 3 * 23_000


def test_the_card_flow_with_an_executive_card_above_the_configured_level() -> None:
    win = Win(3, "royal_flush")
    link = opened(CARD)
    link = press(link, Seat(3), DORA)
    link = press(link, Hand("royal_flush"), DORA, win)
    link = press(link, Confirm(), SAM)
    with pytest.raises(NeedsExecutive, match=r"\$20,000 is above \$10,000; swipe an Executive card"):
        press(link, Swipe(), SAM)
    link = press(link, Swipe(), EVE)
    assert cents(link) == (2_000_000, 500_000)
    assert not link.claims
    press(link, GameOver(), DORA, win)


def test_a_supervisors_card_is_enough_up_to_the_configured_level() -> None:
    win = Win(3, "straight_flush")
    link = press(opened(CARD), Seat(3), DORA)
    link = press(link, Hand("straight_flush"), DORA, win)
    link = press(press(link, Confirm(), SAM), Swipe(), SAM)
    assert link.paid["T1"].wins == (win,)


def test_pressing_a_hand_again_turns_it_off_and_gives_the_cents_back() -> None:
    before = told(opened(), SplitWagers(777))
    link = press(before, Hand(ROYAL.line), DORA, ROYAL)
    link = told(link, SplitWagers(1_000))
    link = press(link, Hand(ROYAL.line), DORA, ROYAL)
    assert link.levels == told(before, SplitWagers(1_000)).levels


def test_what_the_cards_do_not_support_is_refused() -> None:
    with pytest.raises(NoSuchWin, match="no seat's cards make royal flush first five here"):
        press(opened(), Hand(ROYAL.line), DORA, HOUSE)
    link = press(opened(CARD), Seat(2), DORA)
    with pytest.raises(NoSuchWin, match=r"seat 2's cards make royal flush here.*seat 3 royal flush"):
        press(link, Hand("royal_flush"), DORA, Win(3, "royal_flush"))
    with pytest.raises(NoSuchWin, match="no hand button 'three_pair'"):
        press(link, Hand("three_pair"), DORA)
    with pytest.raises(NoSuchWin, match="not on link"):
        press(link, Seat(1), DORA, table="T9")


def test_a_win_that_nobody_claimed_stops_the_end_of_the_game() -> None:
    with pytest.raises(Unclaimed, match="seat 5 has won with royal flush first five and nobody has claimed it"):
        press(opened(), GameOver(), DORA, ROYAL)


def test_within_a_round_the_seat_farthest_to_the_right_comes_first() -> None:
    wins = (Win(6, "royal_flush"), Win(2, "royal_flush"))
    link = press(opened(CARD), Seat(2), DORA)
    with pytest.raises(NoSuchWin, match="seat 6's royal flush comes first"):
        press(link, Hand("royal_flush"), DORA, *wins)
    for win in wins:
        link = press(link, Seat(win.seat), DORA)
        link = press(link, Hand(win.line), DORA, *wins)
        link = press(press(link, Confirm(), SAM), Swipe(), EVE)
    press(link, GameOver(), DORA, *wins)


def test_across_tables_the_first_button_is_logged_first() -> None:
    """R46: the amount of the second is certain when the first is logged, and later wagers go behind both."""
    link = told(opened(), SplitWagers(100_000))
    link = press(link, Hand(FIVE.line), DORA, FIVE)
    link = told(link, SplitWagers(10_000))
    link = press(link, Hand(ROYAL.line), DORA, ROYAL, table="T2", round="T2-8")
    link = told(link, SplitWagers(10_000))
    link = press(link, KeyToJph(), SAM, table="T2", round="T2-8")
    assert amount(link, link.claims[2]) is None
    with pytest.raises(EarlierClaim, match="claim 1 of table T1 on main came first"):
        press(link, JPot(), SAM, table="T2", round="T2-8")
    link = press(press(link, KeyToJph(), SAM), JPot(), SAM)
    # 5 % of 1,023,000; what it left, with 2,300 from the wagers in between, is all the second one's.
    assert amount(link, link.claims[1]) == 51_150
    assert amount(link, link.claims[2]) == 1_023_000 - 51_150 + 2_300
    link = press(link, JPot(), SAM, table="T2", round="T2-8")
    # The second key may turn before the first.
    link = press(link, KeyToRun(), SAM, table="T2", round="T2-8")
    link = press(link, KeyToRun(), SAM)
    assert cents(link) == (1_000_000 + 5_000 + 500 + 2_300,), "seed, the reserve as it was, and what came behind"
    assert link.levels["main"].reserve == 500


def test_a_refused_claim_goes_back_to_the_table() -> None:
    before = opened()
    link = press(before, Hand(ROYAL.line), DORA, ROYAL)
    link = press(link, Refuse("the cards were misread"), SAM)
    assert link.levels == before.levels
    with pytest.raises(Unclaimed):
        press(link, GameOver(), DORA, ROYAL)
    press(link, Hand(ROYAL.line), DORA, ROYAL)


def test_whoever_pressed_does_not_verify() -> None:
    link = press(opened(), Hand(ROYAL.line), SAM, ROYAL)
    with pytest.raises(NotYours, match="sam pressed the hand button"):
        press(link, KeyToJph(), SAM)
    press(link, KeyToJph(), SUE)


def test_a_meter_that_must_pay_more_than_it_holds_is_topped_up_by_the_house() -> None:
    thin = replace(KEYED, levels=(replace(MAIN, seed=400),))
    link = press(opened(thin), Hand("full_house"), DORA, HOUSE)
    _, events = happened(press(link, KeyToJph(), SAM), PressButton(table="T1", round="T1-1", button=JPot(), by=SAM))
    (logged,) = events
    assert isinstance(logged, ClaimLogged)
    assert logged.award == Award(1_000, topped_up=600)


def test_above_the_posted_maximum_contributions_go_to_the_reserve() -> None:
    full = replace(KEYED, levels=(replace(MAIN, maximum=1_000_010),))
    link = told(opened(full), SplitWagers(100))
    assert cents(link) == (1_000_010,)
    assert link.levels["main"].reserve == 5 + 13


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"stake": 0}, "a stake of"),
        ({"levels": ()}, "one level or several"),
        ({"levels": (MAIN, MAIN)}, "one level or several"),
        ({"levels": (replace(MAIN, rate_bp=9_600),)}, "take 101 %"),
        ({"levels": (replace(MAIN, rate_bp=-1),)}, "cannot be negative"),
        ({"levels": (replace(MAIN, maximum=10),)}, "below the seed"),
        ({"levels": (replace(MAIN, name="a/b"),)}, "not a name for a level"),
        ({"levels": (replace(MAIN, name="mega"),)}, "no level 'main'"),
        ({"lines": ()}, "no line comes off a meter"),
        ({"kind": LinkKind.MULTI_GAME}, "works with cards only"),
        ({"executive_above": -1}, "cannot be negative"),
    ],
)
def test_terms_that_no_link_can_have(change: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        decide(None, OpenLink(link="x", terms=replace(KEYED, **change), by=EVE, override="x"))  # type: ignore[arg-type]


def test_r42_warns_and_records_the_override() -> None:
    terms = replace(KEYED, levels=(replace(MAIN, reserve_bp=0),))
    with pytest.raises(Warned, match="main: no reserve"):
        decide(None, OpenLink(link="x", terms=terms, by=EVE))
    (event,) = decide(None, OpenLink(link="x", terms=terms, by=EVE, override="trial week"))
    assert isinstance(event, LinkOpened)
    assert event.reason == "trial week"
    assert [text[:16] for text in event.overridden] == ["main: no reserve"]
    assert event.by == "eve"


def test_terms_do_not_change_while_a_round_or_a_claim_is_open() -> None:
    dearer = replace(KEYED, stake=500)
    link = opened()
    with pytest.raises(Busy, match="a round is open at T1, T2"):
        decide(link, Configure(terms=dearer, by=EVE, playing=("T1", "T2"), override="x"))
    claimed = press(link, Hand(ROYAL.line), DORA, ROYAL)
    with pytest.raises(Busy, match="claim 1 of table T1 is open"):
        decide(claimed, Configure(terms=dearer, by=EVE, override="x"))
    changed = told(told(link, SplitWagers(12_345)), Configure(terms=dearer, by=EVE, override="x"))
    assert changed.terms == dearer
    assert cents(changed) == cents(told(link, SplitWagers(12_345)))
    other = LinkTerms(game="uth", stake=100, levels=CARD.levels, lines=CARD.lines, flow=Flow.CARD)
    with pytest.raises(BadLink, match="keeps its levels"):
        decide(link, Configure(terms=other, by=EVE, override="x"))


def test_tables_come_and_go_between_rounds() -> None:
    link = opened()
    with pytest.raises(BadLink, match="for uth only, not caribbean"):
        decide(link, JoinTable("C1", "caribbean", SAM))
    with pytest.raises(BadLink, match="already"):
        decide(link, JoinTable("T1", "uth", SAM))
    with pytest.raises(Busy):
        decide(link, LeaveTable(table="T1", by=SAM, playing=True))
    with pytest.raises(BadLink, match="is not on link"):
        decide(link, LeaveTable(table="T9", by=SAM))
    assert "T1" not in told(link, LeaveTable(table="T1", by=SAM)).tables
    assert told(opened(CARD), JoinTable("C1", "caribbean", SAM)).tables["C1"] == "caribbean"


# The 2018 approval of Multi-Game Links, name by name.
TEN = {
    "caribbean": "Caribbean Stud",
    "crazy-four": "Crazy 4 Poker",
    "dj-wild": "DJ Wild Stud Poker",
    "four-card": "Four Card Poker",
    "flushes-gone-wild": "Flushes Gone Wild",
    "let-it-ride": "Let It Ride",
    "mississippi": "Mississippi Stud",
    "holdem-bonus": "Texas Hold'em Bonus",
    "three-card": "Three Card Poker",
    "uth": "Ultimate Texas Hold'em",
}


def test_r35_ten_games_may_join_a_multi_game_link_and_a_refusal_names_them() -> None:
    assert dict(NAMED) == TEN
    link = opened(CARD, tables=())
    for number, game in enumerate(TEN):
        link = told(link, JoinTable(f"T{number}", game, SAM))
    assert list(link.tables.values()) == list(TEN)
    with pytest.raises(BadLink) as refused:
        decide(link, JoinTable("P1", "pai-gow", SAM))
    assert str(refused.value) == (
        "table P1 plays pai-gow, which may not be on a Multi-Game Link; only these may: Caribbean Stud, Crazy 4 Poker, "
        "DJ Wild Stud Poker, Four Card Poker, Flushes Gone Wild, Let It Ride, Mississippi Stud, Texas Hold'em Bonus, "
        "Three Card Poker, Ultimate Texas Hold'em"
    )


def test_r35_a_link_from_before_the_list_was_kept_gets_it_once_its_strangers_have_left() -> None:
    """Its record stands as it was written; the next change of its terms brings the list."""
    link = told(opened(replace(CARD, games=())), JoinTable("P1", "pai-gow", SAM))
    with pytest.raises(BadLink, match="table P1 plays pai-gow, which may not be on a Multi-Game Link; only these"):
        decide(link, Configure(terms=CARD, by=EVE, override="x"))
    link = told(told(link, LeaveTable(table="P1", by=SAM)), Configure(terms=CARD, by=EVE, override="x"))
    with pytest.raises(BadLink, match="table P1 plays pai-gow"):
        decide(link, JoinTable("P1", "pai-gow", SAM))


def ask(
    change: int, reason: AdjustmentReason, level: str = "main", by: LinkPerson = SAM, document: str = "report 7"
) -> AskAdjustment:
    return AskAdjustment(level=level, change=change, reason=reason, document=document, by=by)


def test_an_adjustment_has_an_author_an_approver_a_reason_an_old_and_a_new_value() -> None:
    link = told(opened(), ask(-500, AdjustmentReason.MALFUNCTION))
    assert cents(link) == (1_000_000,), "nothing moves before the approval"
    with pytest.raises(BadAdjustment, match="sam asked for adjustment 1 and cannot approve it"):
        decide(link, ApproveAdjustment(1, SAM))
    link = told(link, SplitWagers(10_000))
    link, events = happened(link, ApproveAdjustment(1, EVE))
    assert events == (
        AdjustmentMade(1, "main", 1_002_300, 1_001_800, AdjustmentReason.MALFUNCTION, "report 7", "sam", "eve"),
    )
    assert cents(link) == (1_001_800,)
    with pytest.raises(BadAdjustment, match="no adjustment 1 is waiting; waiting: none"):
        decide(link, ApproveAdjustment(1, EVE))


def test_an_adjustment_can_be_dropped() -> None:
    link = told(told(opened(), ask(-500, AdjustmentReason.TRANSFER)), DropAdjustment(1, SAM, "typed wrong"))
    assert not link.asked
    assert cents(link) == (1_000_000,)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (ask(0, AdjustmentReason.MALFUNCTION), "changes nothing"),
        (ask(-1, AdjustmentReason.MALFUNCTION, by=DORA), "dora is a dealer"),
        (ask(-1, AdjustmentReason.MALFUNCTION, document=" "), "names what proves it"),
        (ask(-1, AdjustmentReason.MALFUNCTION, level="mega"), "no level 'mega'"),
        (ask(-1_000_001, AdjustmentReason.MALFUNCTION), r"main holds \$10,000"),
        (ask(-1, AdjustmentReason.BACK_OUT), "raises the meter"),
        (ask(1, AdjustmentReason.AWARD), "lowers the meter"),
        (ask(1, AdjustmentReason.SEED_RECOVERY), "lowers the meter"),
        (ask(-1, AdjustmentReason.ABOVE_MAXIMUM), "no posted maximum"),
    ],
)
def test_adjustments_that_r43_does_not_know(command: AskAdjustment, says: str) -> None:
    with pytest.raises(Refused, match=says):
        decide(opened(), command)


def test_a_seed_is_recovered_once() -> None:
    link = told(told(opened(), ask(-600_000, AdjustmentReason.SEED_RECOVERY)), ApproveAdjustment(1, EVE))
    link = told(link, SplitWagers(10_000_000))
    with pytest.raises(BadAdjustment, match=r"has \$4,000 of seed to recover"):
        decide(link, ask(-400_001, AdjustmentReason.SEED_RECOVERY))


def test_a_display_above_its_posted_maximum_comes_down_to_it() -> None:
    low = replace(KEYED, levels=(replace(MAIN, maximum=1_000_000),))
    link = told(told(opened(), SplitWagers(100_000)), Configure(terms=low, by=EVE, override="x"))
    with pytest.raises(BadAdjustment, match=r"main is \$230 above its posted maximum"):
        decide(link, ask(-23_001, AdjustmentReason.ABOVE_MAXIMUM))
    assert cents(told(told(link, ask(-23_000, AdjustmentReason.ABOVE_MAXIMUM)), ApproveAdjustment(1, EVE))) == (
        1_000_000,
    )


def test_no_adjustment_touches_a_level_with_a_claim() -> None:
    link = press(told(opened(), ask(-5, AdjustmentReason.TRANSFER)), Hand(ROYAL.line), DORA, ROYAL)
    for command in (ask(-5, AdjustmentReason.TRANSFER), ApproveAdjustment(1, EVE)):
        with pytest.raises(BadAdjustment, match="whose amount cannot change"):
            decide(link, command)  # type: ignore[arg-type]


def back(wagers: int, table: str = "T1", round: str = "T1-1") -> ReturnWagers:
    return ReturnWagers(table=table, round=round, wagers=wagers, by="dora", approver="sam", reason="shuffler")


def test_a_voided_round_takes_its_contributions_back() -> None:
    before = told(opened(), SplitWagers(123))
    assert told(told(before, SplitWagers(300)), back(300)) == before


def test_what_a_level_no_longer_has_the_house_gives() -> None:
    link = told(opened(), SplitWagers(300))
    link = press(link, Hand(ROYAL.line), DORA, ROYAL, table="T2", round="T2-1")
    frozen = link.levels["main"].frozen
    (event,) = decide(link, back(300))
    assert event.split.topped_up == 69 + 15  # type: ignore[union-attr]
    assert told(link, back(300)).levels["main"].frozen == frozen, "the claim of the other table is not touched"


def test_a_round_with_a_claim_is_not_voided() -> None:
    link = press(told(opened(), SplitWagers(300)), Hand(ROYAL.line), DORA, ROYAL)
    with pytest.raises(Busy, match="refuse it before voiding"):
        decide(link, back(300))
    link = press(press(press(link, KeyToJph(), SAM), JPot(), SAM), KeyToRun(), SAM)
    with pytest.raises(Busy, match="manual adjustment"):
        decide(link, back(300))


def books(link: Link, wrong: int = 0) -> Books:
    levels = link.levels.items()
    return Books({n: v.cents + wrong for n, v in levels}, {n: v.reserve for n, v in levels}, 0)


def test_a_failed_self_check_stops_the_link_and_two_people_bring_it_back_as_it_was() -> None:
    before = told(opened(), SplitWagers(12_345))
    assert decide(before, CheckBooks(books(before))) == ()
    link, events = happened(before, CheckBooks(books(before, wrong=1)))
    assert isinstance(events[0], LinkStopped)
    assert "main: the link has $10,028.39 on the meter, the books $10,028.40" in events[0].fault
    with pytest.raises(Stopped, match="is stopped: main: the link has"):
        press(link, Hand(ROYAL.line), DORA, ROYAL)
    with pytest.raises(BadLink, match="still disagree"):
        decide(link, ResumeLink(by=SAM, approver=EVE, books=books(link, wrong=1)))
    with pytest.raises(BadLink, match="both ask and approve"):
        decide(link, ResumeLink(by=SAM, approver=SAM, books=books(link)))
    assert told(link, ResumeLink(by=SAM, approver=EVE, books=books(link))) == before


def test_a_supervisor_stops_a_link_for_a_reason() -> None:
    with pytest.raises(BadLink, match="say why"):
        decide(opened(), StopLink(" ", SAM))
    with pytest.raises(BadLink, match="dora is a dealer"):
        decide(opened(), StopLink("display dark", DORA))
    assert told(opened(), StopLink("display dark", SAM)).fault == "display dark"


def test_a_link_is_opened_once_and_by_somebody_who_may() -> None:
    with pytest.raises(BadLink, match="there already"):
        decide(opened(), OpenLink(link="main", terms=KEYED, by=EVE, override="x"))
    with pytest.raises(BadLink, match="dora is a dealer"):
        decide(None, OpenLink(link="main", terms=KEYED, by=DORA, override="x"))
    with pytest.raises(BadLink, match="open it first"):
        decide(None, SplitWagers(1))
    with pytest.raises(BadLink, match="cannot split"):
        decide(opened(), SplitWagers(-1))


def test_three_levels_share_one_wager() -> None:
    terms = replace(
        CARD,
        stake=100,
        levels=(
            LevelTerms(name="mega", rate_bp=1_234, reserve_bp=111, seed=100),
            LevelTerms(name="major", rate_bp=777, reserve_bp=55, seed=100),
            LevelTerms(name="minor", rate_bp=333, seed=100),
        ),
    )
    link = opened(terms)
    for _ in range(10_000):
        link = told(link, SplitWagers(100))
    assert cents(link) == (123_500, 77_800, 33_400)
    assert [level.reserve for level in link.levels.values()] == [11_100, 5_500, 0]
