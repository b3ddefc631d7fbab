"""Laws of the link, for every history that we can draw."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jackpot_links import CARD, DORA, EVE, KEYED, SAM, SUE, TABLES, happened, opened

from croupier.errors import Refused
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment
from croupier.jackpot.books import Books, faults
from croupier.jackpot.buttons import Button, Confirm, GameOver, Hand, JPot, KeyToJph, KeyToRun, Refuse, Seat, Swipe
from croupier.jackpot.commands import Command, ReturnWagers, SplitWagers, decide
from croupier.jackpot.display import amount, displays
from croupier.jackpot.events import (
    AdjustmentMade,
    AdjustmentReason,
    ClaimLogged,
    ClaimPressed,
    Event,
    MeterAdjusted,
    WagersReturned,
)
from croupier.jackpot.keypad import PressButton
from croupier.jackpot.level import Level, feed, freeze, is_first, pay_off, take_back, thaw
from croupier.jackpot.link import Link, Win, evolve, replay
from croupier.jackpot.meter import Fixed, Meter, Percentage
from croupier.jackpot.movements import HOUSE, OWED, POOL, InReserve, OnMeter, Place, movements
from croupier.jackpot.office.deeds import Destination, TransferSent
from croupier.jackpot.office.setup import OpenLink
from croupier.jackpot.office.transfer import AskTransfer
from croupier.jackpot.record import (
    command_from_plain,
    command_to_plain,
    from_plain,
    link_from_plain,
    link_to_plain,
    to_plain,
)
from croupier.jackpot.terms import LinkTerms

CENTS = st.integers(0, 1_000_000)
PAYS = st.sampled_from([Percentage(100), Percentage(100), Percentage(5), Percentage(10), Fixed(25_000), Fixed(3)])


@st.composite
def levels(draw: st.DrawFn, *, maxima: bool = True) -> dict[str, Level]:
    names = ("mega", "major", "minor")[: draw(st.integers(1, 3))]
    share = 10_000 // len(names)
    made = {}
    for name in names:
        rate = draw(st.integers(0, share))
        meter = Meter(
            amount=draw(CENTS),
            seed=draw(st.integers(0, 50_000)),
            reserve=draw(st.integers(0, 5_000)),
            rate_bp=rate,
            reserve_rate_bp=draw(st.integers(0, share - rate)),
            carry_bp=draw(st.integers(0, 9_999)),
            reserve_carry_bp=draw(st.integers(0, 9_999)),
        )
        maximum = draw(st.none() | CENTS) if maxima else None
        made[name] = Level(meter=meter, maximum=maximum)
    return made


@given(levels(), st.lists(st.integers(0, 100_000)))
def test_the_levels_do_not_care_how_the_wagers_were_cut(at: dict[str, Level], wagers: list[int]) -> None:
    cut = at
    for wager in wagers:
        cut = feed(cut, wager)[1]
    assert cut == feed(at, sum(wagers))[1]


@given(levels(), st.integers(0, 100_000))
def test_every_wager_is_split_to_the_cent(at: dict[str, Level], wager: int) -> None:
    split, after = feed(at, wager)
    assert sum(split.meter.values()) + sum(split.reserve.values()) + split.house == wager
    for name in at:
        assert after[name].cents - at[name].cents == split.meter[name] >= 0
        assert after[name].reserve - at[name].reserve == split.reserve[name] >= 0
        if at[name].maximum is not None:
            assert after[name].cents <= max(at[name].maximum or 0, at[name].cents)


@given(levels(maxima=False), st.integers(1, 100_000), st.integers(0, 100_000))
def test_taking_wagers_back_undoes_them_to_the_fraction_of_a_cent(at: dict[str, Level], wager: int, other: int) -> None:
    split, after = take_back(feed(feed(at, wager)[1], other)[1], wager)
    assert after == feed(at, other)[1]
    assert split.topped_up == 0


@given(levels(), st.integers(1, 100_000))
def test_what_is_taken_back_adds_up(at: dict[str, Level], wager: int) -> None:
    split, after = take_back(at, wager)
    assert sum(split.meter.values()) + sum(split.reserve.values()) + split.house - split.topped_up == -wager
    assert all(min(level.meter.amount, level.meter.reserve) >= 0 for level in after.values())


@dataclass(frozen=True)
class Button1:
    """One claim of a drawn history: its pay, whether it is granted, and the wagers before and during it."""

    pay: Percentage | Fixed
    granted: bool
    before: int
    waits: int


STORIES = st.lists(
    st.builds(Button1, PAYS, st.booleans(), st.integers(0, 90_000), st.integers(0, 3)), min_size=1, max_size=5
)


@given(levels(), STORIES, st.integers(0, 90_000))
def test_however_long_people_take_the_cents_are_those_of_the_button(
    at: dict[str, Level], story: list[Button1], last: int
) -> None:
    """R46: as if each granted claim had been paid when its button was pressed, and each refused one never was."""
    name = next(iter(at))
    slow, quick = at, at
    queue: list[tuple[int, Button1]] = []
    paid: list[int] = []
    wanted: list[int] = []

    def resolve(now: dict[str, Level]) -> dict[str, Level]:
        number, claim = queue.pop(0)
        if not claim.granted:
            return {**now, name: thaw(now[name], number)}
        assert is_first(now[name], number)
        award, after = pay_off(now[name], number, claim.pay)
        paid.append(award.amount)
        return {**now, name: after}

    for number, claim in enumerate(story):
        slow, quick = feed(slow, claim.before)[1], feed(quick, claim.before)[1]
        slow = {**slow, name: freeze(slow[name], number)}
        queue.append((number, claim))
        if claim.granted:
            award, after = pay_off(freeze(quick[name], number), number, claim.pay)
            wanted.append(award.amount)
            quick = {**quick, name: after}
        while len(queue) > claim.waits:
            slow = resolve(slow)
    slow, quick = feed(slow, last)[1], feed(quick, last)[1]
    while queue:
        slow = resolve(slow)
    assert paid == wanted
    assert slow == quick


WINS = {
    "T1": (Win(6, "royal_flush"), Win(2, "royal_flush")),
    "T2": (Win(4, "royal_flush_first_five"), Win(1, "full_house")),
    "T3": (Win(3, "straight_flush"), Win(3, "royal_flush")),
}
LINES = ("royal_flush_first_five", "royal_flush", "straight_flush", "full_house")
BUTTONS: st.SearchStrategy[Button] = st.one_of(
    st.sampled_from([KeyToJph(), JPot(), KeyToRun(), Confirm(), Swipe(), GameOver()]),
    st.builds(Hand, st.sampled_from(LINES)),
    st.builds(Seat, st.integers(1, 6)),
    st.just(Refuse("misread")),
)
PEOPLE = st.sampled_from([DORA, SAM, SUE, EVE])


@st.composite
def likely(draw: st.DrawFn) -> Command:
    """A command that moves something, more often than not."""
    table = draw(st.sampled_from(TABLES))
    round = f"{table}-{draw(st.integers(1, 2))}"
    match draw(st.integers(0, 10)):
        case 0 | 1:
            return SplitWagers(draw(st.integers(0, 50_000)))
        case 2:
            return ReturnWagers(
                table=table, round=round, wagers=draw(st.integers(1, 900)), by="dora", approver="sam", reason="shuffler"
            )
        case 3:
            reason = draw(st.sampled_from(AdjustmentReason))
            change = draw(st.integers(-60_000, 60_000))
            level = draw(st.sampled_from(["main", "mega", "major"]))
            return AskAdjustment(level=level, change=change, reason=reason, document="slip 4", by=draw(PEOPLE))
        case 4:
            return ApproveAdjustment(draw(st.integers(1, 4)), draw(PEOPLE))
        case 5:
            level, other = draw(st.sampled_from([("mega", "major"), ("major", "mega"), ("main", "main")]))
            return AskTransfer(
                level=level,
                cents=draw(st.integers(1, 60_000)),
                to=Destination("main", other),
                document="slip 5",
                by=draw(PEOPLE),
                reserve=draw(st.booleans()),
            )
        case _:
            button = draw(BUTTONS)
            return PressButton(table=table, round=round, button=button, by=draw(PEOPLE), wins=WINS[table])


def guided(link: Link, command: Command) -> Command:
    """Now and then, the button that is wanted next, so that histories get as far as a paid jackpot."""
    if not isinstance(command, PressButton) or not isinstance(command.button, GameOver):
        return command
    for claim in link.claims.values():
        buttons = (KeyToJph(), JPot(), KeyToRun()) if link.terms.flow.value == "keyed" else (Confirm(), Swipe())
        for button in buttons:
            wanted = PressButton(table=claim.table, round=claim.round, button=button, by=EVE)
            try:
                decide(link, wanted)
            except Refused:
                continue
            return wanted
    return command


def history(terms: LinkTerms, commands: list[Command]) -> tuple[list[Event], list[Link]]:
    """Everything that happened, and the link before each of it and at the end."""
    link = opened(terms)
    events: list[Event] = []
    states = [link]
    for command in commands:
        try:
            link, new = happened(link, guided(link, command))
        except Refused:
            continue
        events += new
        for event in new:
            states.append(evolve(states[-1], event))
    return events, states


TERMS = st.sampled_from(
    [KEYED, CARD, replace(CARD, levels=tuple(replace(one, maximum=2_100_000) for one in CARD.levels))]
)
HISTORIES = st.tuples(TERMS, st.lists(likely(), max_size=60))


@settings(max_examples=150)
@given(HISTORIES)
def test_the_ledger_follows_to_the_cent(drawn: tuple[LinkTerms, list[Command]]) -> None:
    """Every movement of every event, booked: the self-check never finds a fault and nothing is overdrawn."""
    terms, commands = drawn
    events, states = history(terms, commands)
    (first,) = decide(None, OpenLink(link="main", terms=terms, by=EVE, override="test"))
    balance: dict[Place, int] = defaultdict(int)
    wagered = 0
    for link, event in zip([None, *states], [first, *events], strict=False):
        # Wagers come to the pool at their lock, and a voided round's leave it for their players.
        if type(event).__name__ == "WagersSplit":
            balance[POOL] += event.wagers  # type: ignore[union-attr]
        for move in movements(link, event):
            balance[move.source] -= move.cents
            balance[move.target] += move.cents
            assert move.cents > 0
            assert balance[move.source] >= 0 or move.source == HOUSE
        if isinstance(event, WagersReturned):
            balance[POOL] -= event.wagers
        assert balance[POOL] == 0
        after = evolve(link, event)
        if isinstance(event, TransferSent) and event.to.link == "main":
            continue  # it is received with the next event, of the same act
        names = after.levels
        books = Books(
            {name: balance[OnMeter(name)] for name in names},
            {name: balance[InReserve(name)] for name in names},
            balance[OWED],
        )
        assert faults(after, books) == ()
        wagered = after.wagers
    assert sum(balance.values()) == wagered


@settings(max_examples=150)
@given(HISTORIES)
def test_a_meter_falls_only_for_the_reasons_of_r43(drawn: tuple[LinkTerms, list[Command]]) -> None:
    events, states = history(*drawn)
    for before, event, after in zip(states, events, states[1:], strict=False):
        for was, now in zip(displays(before), displays(after), strict=True):
            if now.cents < was.cents:
                assert isinstance(event, MeterAdjusted | AdjustmentMade | TransferSent | WagersReturned)
                if not isinstance(event, MeterAdjusted):
                    people = (event.by if isinstance(event, WagersReturned) else event.author, event.approver)
                    assert people[0] != people[1]


@settings(max_examples=150)
@given(HISTORIES)
def test_the_amount_of_a_pending_claim_does_not_change(drawn: tuple[LinkTerms, list[Command]]) -> None:
    _, states = history(*drawn)
    known: dict[int, int] = {}
    for link in states:
        for claim in link.claims.values():
            worth = amount(link, claim)
            if worth is not None:
                assert known.setdefault(claim.number, worth) == worth


@given(HISTORIES)
def test_whoever_presses_does_not_log(drawn: tuple[LinkTerms, list[Command]]) -> None:
    events, _ = history(*drawn)
    pressed: dict[int, str] = {}
    for event in events:
        if isinstance(event, ClaimPressed):
            pressed[event.claim] = event.by
        if isinstance(event, ClaimLogged):
            assert pressed[event.claim] != event.by


@given(HISTORIES)
def test_replaying_the_record_gives_the_same_cents(drawn: tuple[LinkTerms, list[Command]]) -> None:
    terms, commands = drawn
    events, states = history(terms, commands)
    opening = decide(None, OpenLink(link="main", terms=terms, by=EVE, override="test"))
    joined = [event for table in TABLES for event in _joined(table)]
    told: list[Any] = json.loads(json.dumps([to_plain(event) for event in (*opening, *joined, *events)]))
    assert replay(from_plain(plain) for plain in told) == states[-1]


@given(HISTORIES)
def test_a_link_comes_back_from_its_shortcut_at_any_moment(drawn: tuple[LinkTerms, list[Command]]) -> None:
    """Keypads in use and open claims included; the text sorts names, the link keeps the order of its levels."""
    for link in history(*drawn)[1]:
        again = link_from_plain(json.loads(json.dumps(link_to_plain(link), sort_keys=True)))
        assert again == link
        assert list(again.levels) == list(link.levels)
        assert list(again.claims) == list(link.claims)


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
@given(st.data())
def test_every_command_comes_back_from_the_record(kind: type[Any], data: st.DataObject) -> None:
    """Terms come back with the events that say them; here those of two links stand for all."""
    types = {LinkTerms: st.sampled_from([KEYED, CARD])}
    parts = {name: types.get(hint, st.from_type(hint)) for name, hint in get_type_hints(kind).items()}
    command = data.draw(st.builds(kind, **parts))
    assert command_from_plain(json.loads(json.dumps(command_to_plain(command), sort_keys=True))) == command


def _joined(table: str) -> tuple[Event, ...]:
    from croupier.jackpot.events import TableJoined

    return (TableJoined(table, "uth", "sam"),)


def test_one_event_spelled_out() -> None:
    event = ClaimPressed(7, "T1", "T1-9", 5, "royal_flush", "mega", 123_456, "dora", "ann", "Ah Kh Qh Jh Th")
    assert to_plain(event) == {
        "event": "ClaimPressed",
        "claim": 7,
        "table": "T1",
        "round": "T1-9",
        "seat": 5,
        "line": "royal_flush",
        "level": "mega",
        "cents": 123_456,
        "by": "dora",
        "player": "ann",
        "cards": "Ah Kh Qh Jh Th",
    }


def test_some_histories_get_as_far_as_a_paid_jackpot() -> None:
    """The laws above would hold on histories in which nothing happens; these do happen."""
    script: list[Command] = [SplitWagers(1_000)]
    for win in WINS["T1"]:
        for button, by in ((Seat(win.seat), DORA), (Hand(win.line), DORA), (Confirm(), SAM), (Swipe(), EVE)):
            script.append(PressButton(table="T1", round="T1-1", button=button, by=by, wins=WINS["T1"]))  # type: ignore[arg-type]
    events, states = history(CARD, script)
    assert sum(isinstance(event, MeterAdjusted) for event in events) == 2
    assert states[-1].paid["T1"].wins == WINS["T1"]
