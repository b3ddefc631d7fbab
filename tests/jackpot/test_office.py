"""The office of a link: what was preconfigured (R42), cards (R45), back-outs (R46), transfers (R43), R51, its end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jackpot_links import CARD, DORA, EVE, KEYED, MAIN, SAM, SUE, happened, opened, press, told

from croupier.errors import Refused
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.advice import LevelPlan, warnings
from croupier.jackpot.books import Books, faults
from croupier.jackpot.buttons import Confirm, Hand, JPot, KeyToJph, KeyToRun, Seat, Swipe
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.commands import SplitWagers
from croupier.jackpot.events import AdjustmentReason, ClaimLogged, Event, LinkOpened
from croupier.jackpot.keypad import NeedsExecutive
from croupier.jackpot.link import Link, Win, evolve, replay
from croupier.jackpot.movements import HOUSE, OWED, WINNER, Elsewhere, InReserve, OnMeter, Place, movements
from croupier.jackpot.office.backout import AskBackOut
from croupier.jackpot.office.check import BadAdjustment
from croupier.jackpot.office.closing import Closed, CloseLink, NotEmpty
from croupier.jackpot.office.components import NoteComponent, component_warnings, is_below
from croupier.jackpot.office.deeds import Destination, LoggedWin, TransferReceived, TransferSent, WinnerNoted
from croupier.jackpot.office.setup import Configure, LeaveTable, OpenLink, Warned
from croupier.jackpot.office.transfer import AskTransfer, received
from croupier.jackpot.office.winner import BadWinner, NoteWinner
from croupier.jackpot.record import from_plain, link_from_plain, link_to_plain, to_plain
from croupier.jackpot.terms import BadLink, ConfirmingCard, Flow

ROYAL = Win(4, "royal_flush_first_five")
HOUSE_FULL = Win(4, "full_house")
MEGA = Win(4, "royal_flush")


# R42: what was preconfigured, level by level


def test_a_seed_that_differs_from_the_preconfigured_one_is_warned_about() -> None:
    sound = LevelPlan(level="main", contribution_bp=2_300, reserve_bp=500, seed=1_000_000, preconfigured_seed=1_000_000)
    assert warnings(sound) == ()
    (found,) = warnings(replace(sound, seed=1_000_100))
    assert str(found) == "main: the seed of $10,001 differs from the preconfigured $10,000; want that"
    assert warnings(replace(sound, seed=1_000_100, preconfigured_seed=None)) == ()


def test_changing_a_link_is_measured_by_what_was_preconfigured() -> None:
    level = replace(KEYED.levels[0], preconfigured_bp=2_300, preconfigured_seed=1_000_000)
    link = opened(replace(KEYED, levels=(level,)))
    richer = replace(link.terms, levels=(replace(link.terms.levels[0], rate_bp=2_400, seed=900_000),))
    with pytest.raises(Warned) as refused:
        told(link, Configure(terms=richer, by=EVE))
    assert [str(one).split(";")[0] for one in refused.value.warnings] == [
        "main: 24 % is above the preconfigured 23 %",
        "main: the seed of $9,000 differs from the preconfigured $10,000",
    ]
    after, (event,) = happened(link, Configure(terms=richer, by=EVE, override="the vendor's letter of 3 May"))
    assert event.overridden == refused.value.warnings  # type: ignore[union-attr]
    assert event.reason == "the vendor's letter of 3 May"  # type: ignore[union-attr]
    assert after.terms.levels[0].preconfigured_seed == 1_000_000


def test_a_level_of_an_old_record_has_no_preconfigured_figures_and_any_supervisor() -> None:
    plain = to_plain(LinkOpened("main", KEYED, "eve"))
    assert "card" not in str(plain)
    assert "preconfigured" not in str(plain)
    read = from_plain(plain)
    assert isinstance(read, LinkOpened)
    assert read.terms.levels[0].card is ConfirmingCard.SUPERVISOR
    assert read.terms.approval == ""


# R45: whose card


def claimed(link: Link, win: Win) -> Link:
    return press(press(press(link, Seat(win.seat), DORA), Hand(win.line), DORA, win), Confirm(), SAM)


def test_a_level_says_whose_card_confirms_its_wins() -> None:
    """Mega takes an Executive whatever its amount; Major is a Supervisor's up to the amount that the house sets."""
    mega, major = CARD.levels
    link = opened(replace(CARD, levels=(replace(mega, seed=100_000, card=ConfirmingCard.EXECUTIVE), major)))
    with pytest.raises(NeedsExecutive, match="a win of mega takes an Executive; swipe an Executive card"):
        press(claimed(link, MEGA), Swipe(), SAM)
    assert not press(claimed(link, MEGA), Swipe(), EVE).claims
    small = Win(4, "straight_flush")
    assert not press(claimed(link, small), Swipe(), SAM).claims
    dear = told(link, SplitWagers(80_000_000))
    with pytest.raises(NeedsExecutive, match=r"is above \$10,000"):
        press(claimed(dear, small), Swipe(), SAM)


def test_a_key_is_no_card() -> None:
    with pytest.raises(BadLink, match="choose the card flow for an Executive card"):
        opened(replace(KEYED, levels=(replace(MAIN, card=ConfirmingCard.EXECUTIVE),)))
    assert opened(replace(KEYED, flow=Flow.CARD, levels=(replace(MAIN, card=ConfirmingCard.EXECUTIVE),)))


# R46: backing a win out


def won(link: Link, win: Win, *, wagers: int = 0) -> tuple[Link, LoggedWin]:
    """The link after a win by key, and the win as it was logged. `wagers` come while it is being verified."""
    link = press(link, Hand(win.line), DORA, win)
    link = press(told(link, SplitWagers(wagers)), KeyToJph(), SAM)
    number = next(iter(link.claims))
    from croupier.jackpot.keypad import PressButton

    link, (event,) = happened(link, PressButton(table="T1", round="T1-1", button=JPot(), by=SAM))
    assert isinstance(event, ClaimLogged)
    return press(link, KeyToRun(), SAM), LoggedWin(number, event.award, event.before, event.after)


def undone(
    link: Link, win: LoggedWin, *, by: LinkPerson = SAM, other: LinkPerson = EVE
) -> tuple[Link, tuple[Event, ...]]:
    link = told(link, AskBackOut(win=win, level="main", document="report 12", by=by))
    return happened(link, ApproveAdjustment(link.adjustments_asked, other))


PAYS = st.sampled_from([ROYAL, Win(4, "royal_flush"), HOUSE_FULL])


@given(
    PAYS,
    st.integers(0, 60_000_000),
    st.integers(0, 400_000),
    st.integers(0, 400_000),
    st.sampled_from([0, 700, 1_000_000]),
    st.none() | st.integers(1_000_000, 12_000_000),
)
def test_a_win_backed_out_leaves_meter_and_reserve_as_they_were(
    win: Win, before: int, meanwhile: int, later: int, seed: int, maximum: int | None
) -> None:
    """R46, for any win at any time: as if it had never been, and the ledger follows to the cent."""
    level = replace(MAIN, seed=seed, maximum=maximum)
    link = told(opened(replace(KEYED, levels=(level,))), SplitWagers(before))
    hit, logged = won(link, win, wagers=meanwhile)
    hit = told(hit, SplitWagers(later))
    never = told(link, SplitWagers(meanwhile + later))
    try:
        back, events = undone(hit, logged)
    except BadAdjustment:
        # Of a meter at its maximum later wagers went to the reserve, and cannot be told from what it gave.
        assert maximum is not None
        return
    if maximum is None:
        assert back.levels == never.levels
    main = back.levels["main"]
    assert main.cents + main.reserve == never.levels["main"].cents + never.levels["main"].reserve
    moved: dict[Place, int] = {}
    for move in movements(told(hit, AskBackOut(win=logged, level="main", document="x", by=SAM)), events[0]):
        moved[move.source] = moved.get(move.source, 0) - move.cents
        moved[move.target] = moved.get(move.target, 0) + move.cents
    assert moved.get(OnMeter("main"), 0) == main.cents - hit.levels["main"].cents
    assert moved.get(InReserve("main"), 0) == main.reserve - hit.levels["main"].reserve
    assert moved.get(HOUSE, 0) == -(logged.award.amount - logged.award.seeded - logged.award.topped_up)
    assert OWED not in moved
    assert WINNER not in moved


def test_a_spelled_out_back_out() -> None:
    """$10,001.38 won with $10,000 of seed and $0.30 of reserve to start again: all of that goes back."""
    link, logged = won(told(opened(), SplitWagers(600)), ROYAL)
    assert (logged.award.amount, logged.before, logged.after) == (1_000_138, 1_000_138, 1_000_030)
    assert (logged.to_meter, logged.to_reserve) == (108, 30)
    after, _ = undone(link, logged)
    level = after.levels["main"]
    assert (level.cents, level.reserve, level.seeded) == (1_000_138, 30, 1_000_000)
    assert after.backed_out == (1,)


def test_a_back_out_names_its_win_once_and_takes_two_people() -> None:
    link, logged = won(told(opened(), SplitWagers(600)), ROYAL)
    with pytest.raises(BadAdjustment, match="dora is a dealer"):
        undone(link, logged, by=DORA)
    with pytest.raises(BadAdjustment, match="sam asked for adjustment 1 and cannot approve it"):
        undone(link, logged, other=SAM)
    with pytest.raises(BadAdjustment, match="names what proves it"):
        told(link, AskBackOut(win=logged, level="main", document=" ", by=SAM))
    asked = told(link, AskBackOut(win=logged, level="main", document="report 12", by=SAM))
    with pytest.raises(BadAdjustment, match="adjustment 1 asks for that already"):
        told(asked, AskBackOut(win=logged, level="main", document="report 12", by=SUE))
    done = told(asked, ApproveAdjustment(1, EVE))
    with pytest.raises(BadAdjustment, match="backed out already"):
        told(done, AskBackOut(win=logged, level="main", document="report 12", by=SAM))
    assert told(asked, DropAdjustment(1, SAM, "the player was right")).asked == {}


def test_a_win_that_is_not_finished_is_finished_first() -> None:
    link = press(opened(), Hand(ROYAL.line), DORA, ROYAL)
    link = press(press(link, KeyToJph(), SAM), JPot(), SAM)
    claim = link.claims[1]
    assert claim.award is not None
    with pytest.raises(BadAdjustment, match="turn the key to Run first"):
        told(link, AskBackOut(win=LoggedWin(1, claim.award, 0, 0), level="main", document="x", by=SAM))


# R43: a transfer is one act


def test_a_transfer_within_a_link_moves_both_meters_at_once() -> None:
    link = told(
        opened(CARD),
        AskTransfer(level="mega", cents=50_000, to=Destination("main", "major"), document="slip 3", by=SAM),
    )
    after, events = happened(link, ApproveAdjustment(1, EVE))
    assert [type(event) for event in events] == [TransferSent, TransferReceived]
    assert (after.levels["mega"].cents, after.levels["major"].cents) == (1_950_000, 550_000)
    (move,) = [move for event in events for move in movements(link, event)]
    assert (move.source, move.target, move.cents) == (OnMeter("mega"), OnMeter("major"), 50_000)
    assert not after.asked
    assert [from_plain(to_plain(event)) for event in events] == list(events)


def test_a_transfer_to_another_link_is_sent_here_and_received_there() -> None:
    here = told(opened(), SplitWagers(100_000))
    there = evolve(None, LinkOpened("big", CARD, "eve"))
    to = Destination("big", "major")
    here = told(here, AskTransfer(level="main", cents=700, to=to, document="slip 4", by=SAM, reserve=True))
    after, (sent,) = happened(here, ApproveAdjustment(1, EVE))
    assert isinstance(sent, TransferSent)
    (move,) = movements(here, sent)
    assert (move.source, move.target, move.cents) == (InReserve("main"), Elsewhere("big", "major", True), 700)
    got, (event,) = happened(there, received("main", sent, EVE))
    assert isinstance(event, TransferReceived)
    assert movements(there, event) == ()
    assert (after.levels["main"].reserve, got.levels["major"].reserve) == (5_000 - 700, 700)
    assert (event.author, event.approver, str(event.source)) == ("sam", "eve", "main/main")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"cents": 0}, "moves nothing"),
        ({"cents": 2_000_001}, r"mega holds \$20,000; \$20,000.01 cannot go from there"),
        ({"to": Destination("main", "mega")}, "goes to another level"),
        ({"to": Destination("main", "minor")}, "no level 'minor'"),
        ({"document": ""}, "names what proves it"),
        ({"by": DORA}, "dora is a dealer"),
        ({"cents": 200_000}, r"its posted maximum is \$6,000; at most \$1,000 can come there"),
    ],
)
def test_a_transfer_that_cannot_be(change: dict[str, object], says: str) -> None:
    mega, major = CARD.levels
    link = opened(replace(CARD, levels=(mega, replace(major, maximum=600_000))))
    asked = AskTransfer(level="mega", cents=50_000, to=Destination("main", "major"), document="slip 3", by=SAM)
    with pytest.raises(Refused, match=says):
        told(link, replace(asked, **change))  # type: ignore[arg-type]


def test_who_asked_for_a_transfer_does_not_approve_it() -> None:
    asked = AskTransfer(level="mega", cents=5, to=Destination("main", "major"), document="slip 3", by=SAM)
    with pytest.raises(BadAdjustment, match="cannot approve it"):
        told(told(opened(CARD), asked), ApproveAdjustment(1, SAM))


# R51: components


@pytest.mark.parametrize(
    ("version", "approved", "below"),
    [
        ("6.6 B520", "6.6 B520", False), ("6.6 B519", "6.6 B520", True), ("6.5 B900", "6.6 B520", True),
        ("6.6.1", "6.6 B520", False), ("6.5.6", "6.5.6SP", True), ("6.5.6SP", "6.5.6SP", False), ("6", "6.0", False),
        ("1.66P$", "1.66P$", False), ("1.65P$", "1.66P$", True), ("1.10.0", "1.2.0", False), ("", "1.2.0", True),
    ],
)  # fmt: skip
def test_versions_are_compared_part_by_part(version: str, approved: str, below: bool) -> None:
    assert is_below(version, approved) is below


KEYED_SYSTEM = {"Game Manager": "6.6 B520", "Aquarius": "6.5.6SP", "Coin Spot": "6.0"}
CHAM, VIPS = {"CHAM2+": "1.66P$"}, {"ViPS": "1.2.0"}
NO_DISPLAY = "no display in the register; approved is CHAM2+ 1.66P$, or ViPS 1.2.0 or higher"
NO_CARD_DISPLAY = "no display in the register; approved is ViPS, CHAM2+, or a display of the operator's"


@pytest.mark.parametrize(
    ("flow", "components", "says"),
    [
        (Flow.KEYED, {**KEYED_SYSTEM, **CHAM}, ()),
        (Flow.KEYED, {**KEYED_SYSTEM, **VIPS}, ()),
        (Flow.KEYED, {**KEYED_SYSTEM, **CHAM, **VIPS}, ()),
        (Flow.KEYED, {**KEYED_SYSTEM, "Game Manager": "7.1", "ViPS": "1.10"}, ()),
        (Flow.KEYED, KEYED_SYSTEM, (NO_DISPLAY,)),
        (Flow.KEYED, {**KEYED_SYSTEM, **VIPS, "Aquarius": "9.9"},
         ("Aquarius 9.9 is not the approved version, 6.5.6SP",)),
        (Flow.KEYED, {**KEYED_SYSTEM, **VIPS, "Aquarius": "6.5.6"},
         ("Aquarius 6.5.6 is not the approved version, 6.5.6SP",)),
        (Flow.KEYED, {**KEYED_SYSTEM, **VIPS, "Coin Spot": "6"}, ()),
        (Flow.KEYED, {**KEYED_SYSTEM, **VIPS, "Coin Spot": "6.1"},
         ("Coin Spot 6.1 is not the approved version, 6.0",)),
        (Flow.KEYED, {**KEYED_SYSTEM, "CHAM2+": "1.67P$"}, ("CHAM2+ 1.67P$ is not the approved version, 1.66P$",)),
        (Flow.KEYED, {**KEYED_SYSTEM, "ViPS": "1.1.9"}, ("ViPS 1.1.9 is below the approved version, 1.2.0 or higher",)),
        (Flow.KEYED, {"Game Manager": "6.5", "Aquarius": "6.5.6SP"},
         ("Game Manager 6.5 is below the approved version, 6.6 B520 or higher",
          "Coin Spot is not in the register; approved is 6.0", NO_DISPLAY)),
        (Flow.CARD, {"Nexus Game Manager": "1.3.0", "Table Controller": "2.0.0", "ViPS": "1.0"}, ()),
        (Flow.CARD, {"Nexus Game Manager": "1.4", "Table Controller": "2.1.0", "Operator's display": "own"}, ()),
        (Flow.CARD, {"Nexus Game Manager": "2.5.4", "Table Controller": "2.6.0", **CHAM}, ()),
        (Flow.CARD, {"Nexus Game Manager": "2.5.4", "Table Controller": "2.6.0"}, (NO_CARD_DISPLAY,)),
        (Flow.CARD, {"Nexus Game Manager": "2.5.4", "Table Controller": "2.0.0", **VIPS},
         ("Table Controller 2.0.0 is below the approved version, 2.6.0 or higher",)),
        (Flow.CARD, {"Nexus Game Manager": "1.2.9", "Table Controller": "2.0.0", **VIPS},
         ("Nexus Game Manager 1.2.9 is below the approved version, 1.3.0 or higher",)),
        (Flow.CARD, {}, ("Nexus Game Manager is not in the register; approved is 1.3.0 or higher",
                         "Table Controller is not in the register; approved is 2.0.0 or higher", NO_CARD_DISPLAY)),
    ],
)  # fmt: skip
def test_a_link_warns_where_it_differs_from_the_approved_systems(
    flow: Flow, components: dict[str, str], says: tuple[str, ...]
) -> None:
    """R51: what the source calls "or higher" may be; anything else is that version; of two displays one suffices."""
    assert component_warnings(flow, components) == says


def test_the_document_of_2014_approves_one_table_controller_and_that_of_2018_any_later_one() -> None:
    """R51: S1 names 2.0.0, and S2 says "or higher"; the later system is the same in both."""
    older = {"Nexus Game Manager": "1.3.0", "Table Controller": "2.1.0", **VIPS}
    assert component_warnings(Flow.CARD, older, ("S2",)) == ()
    warned = ("Table Controller 2.1.0 is not the approved version, 2.0.0",)
    assert component_warnings(Flow.CARD, older, ("S1",)) == component_warnings(Flow.CARD, older, ("S1", "S2")) == warned
    assert component_warnings(Flow.CARD, {**older, "Table Controller": "2.0.0"}, ("S1",)) == ()
    later = {"Nexus Game Manager": "2.5.4", "Table Controller": "2.7", **VIPS}
    assert component_warnings(Flow.CARD, later, ("S1",)) == ()


def test_the_register_is_kept_by_name_and_version() -> None:
    link = told(opened(), NoteComponent("aquarius", "6.5.6SP", SAM))
    assert link.components == {"Aquarius": "6.5.6SP"}
    with pytest.raises(Refused, match="in the register already"):
        told(link, NoteComponent("Aquarius", "6.5.6SP", SAM))
    assert told(link, NoteComponent("Aquarius", "", SAM)).components == {}
    with pytest.raises(Refused, match="dora is a dealer"):
        told(link, NoteComponent("Aquarius", "7", DORA))
    assert link_from_plain(link_to_plain(link)) == link


# The winner's papers


def test_a_winners_papers_are_whole_or_refused() -> None:
    link, logged = won(told(opened(), SplitWagers(600)), ROYAL)
    note = NoteWinner(claim=1, amount=logged.award.amount, name="Bob Roe", document="WA licence ROE*B", by=SAM)
    after, (event,) = happened(link, note)
    assert after == link
    assert isinstance(event, WinnerNoted)
    for change, says in (
        ({"name": " "}, "full name"),
        ({"document": ""}, "full name"),
        ({"tax_form": "W-9", "tax_number": "1"}, "no tax form 'W-9'"),
        ({"tax_form": "W-2G"}, "goes with its number"),
        ({"withheld": 5}, "note which"),
        ({"tax_form": "W-2G", "tax_number": "7", "withheld": 1_000_139}, "cannot be withheld"),
        ({"claim": 9}, "no claim 9"),
    ):
        with pytest.raises(BadWinner, match=says):
            told(link, replace(note, **change))  # type: ignore[arg-type]


# The end of a link


def test_a_link_closes_when_nothing_is_left_on_it() -> None:
    link = told(opened(tables=("T1",)), SplitWagers(600))
    with pytest.raises(NotEmpty) as refused:
        told(link, CloseLink("the season is over", SAM))
    assert refused.value.left == (
        "take its tables off first (T1)",
        "main holds $10,001.38: recover $10,000 of its seed, and transfer $1.38 of it to another level, or transfer "
        "all of it to another level",
        "the reserve of main holds $0.30: transfer it to another level's reserve",
    )
    link = told(link, LeaveTable(table="T1", by=SAM))
    for asked in (
        AskAdjustment(level="main", change=-1_000_000, reason=AdjustmentReason.SEED_RECOVERY, document="slip", by=SAM),
        AskTransfer(level="main", cents=138, to=Destination("big", "mega"), document="slip", by=SAM),
        AskTransfer(level="main", cents=30, to=Destination("big", "mega"), document="slip", by=SAM, reserve=True),
    ):
        link = told(link, asked)
        link = told(link, ApproveAdjustment(link.adjustments_asked, EVE))
    closed = told(link, CloseLink("the season is over", SAM))
    assert closed.closed == "the season is over"
    assert faults(closed, Books({"main": 0}, {"main": 0}, 0)) == ()
    with pytest.raises(Closed, match="link 'main' is closed: the season is over"):
        told(closed, SplitWagers(100))
    with pytest.raises(BadLink, match="there already"):
        told(closed, OpenLink(link="main", terms=KEYED, by=EVE, override="x"))
    assert link_from_plain(link_to_plain(closed)) == closed
    assert replay([LinkOpened("x", KEYED, "eve")]).closed is None
