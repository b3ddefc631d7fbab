"""What needs a person: each alert's law, for whom it is, and what it costs to ask."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from test_staff_work import automatic_royal, claims
from web_place import BOSS, Place
from web_staff import open_link, staff

from croupier.floor.cage.cash import PlayerCash
from croupier.floor.corrections import CorrectionAsked
from croupier.floor.disputes import DisputeOpened
from croupier.floor.history.signs import ROUNDS
from croupier.floor.history.verdict import Verdict
from croupier.floor.links.control import Links
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, Table
from croupier.jackpot.events import AdjustmentReason
from croupier.web.staff.pit import alert_watch
from croupier.web.staff.pit.alert import Alert, AlertKind, RoomState
from croupier.web.staff.pit.alert_watch import AWAY_MS
from croupier.web.staff.pit.alerts import SLOW_MS, derive
from croupier.web.table.facts import facts


def seen(place: Place, *names: str, later_ms: int = 0, **more: object) -> RoomState:
    """The room as an alert watch sees it, some time later."""
    tables = [place.table(name) for name in names]
    facts = {"trays": dict.fromkeys(names, 100_000), "faults": {}, "tables": tuple(tables), **more}
    return RoomState(now_ms=place.house.room.now_ms() + later_ms, **facts)  # type: ignore[arg-type]


def kinds(found: list[Alert]) -> list[AlertKind]:
    return [alert.kind for alert in found]


def roles_told(alert: Alert) -> set[str]:
    return {role.value for role in Role if alert.way_for(Person("somebody", role)) is not None}


def link_of(links: Links, name: str = "main") -> dict[str, object]:
    return {"links": (links.desk.link(name),)}


def test_a_quiet_room_needs_nobody(own_place: Place) -> None:
    own_place.open_table("T1")
    assert derive(seen(own_place, "T1", later_ms=10 * SLOW_MS)) == []


def test_a_stopped_table_needs_whoever_may_resume_it(own_place: Place) -> None:
    own_place.open_table("T1")
    own_place.order("T1", "stop a drink was spilled", BOSS)
    (alert,) = derive(seen(own_place, "T1"))
    assert (alert.kind, alert.urgency, alert.words) == (AlertKind.STOPPED, 2, "stopped: a drink was spilled")
    assert roles_told(alert) == {"supervisor", "executive", "admin"}
    assert alert.way_for(BOSS) == "/staff/pit#T1", "the way leads to its drawer"


def test_r11_a_table_outside_the_law_needs_whoever_may_change_it(own_place: Place) -> None:
    own_place.open_table("T1")
    table = own_place.table("T1")
    assert table.settings.terms.limits is not None
    wide = replace(table.settings.terms, limits=replace(table.settings.terms.limits, legal=500_000))
    table = replace(table, settings=replace(table.settings, terms=wide))
    (alert,) = derive(seen(own_place, "T1", tables=(table,)))
    assert (alert.kind, alert.urgency) == (AlertKind.LAW, 2)
    assert "no further round is dealt: a legal limit of $5,000 is above Washington's" in alert.words
    assert roles_told(alert) == {"supervisor", "executive"}
    assert alert.way_for(Person("somebody", Role.SUPERVISOR)) == "/staff/tables/T1"
    assert facts(table).stopped, "a player is told that no round is dealt"
    assert derive(seen(own_place, "T1", tables=(replace(table, closed=True),), trays={})) == []


def test_cash_of_a_day_above_the_houses_amount_is_an_alert(own_place: Place) -> None:
    ann, day = own_place.player("ann"), {"ann": PlayerCash(1_000_001, 5_000), "bob": PlayerCash(1_000_000, 1_000_000)}
    (alert,) = derive(seen(own_place, cash=day, cash_alert=1_000_000))
    assert (alert.kind, alert.about, alert.urgency) == (AlertKind.CASH, ann.name, 1)
    assert alert.words == "$10,000.01 in cash for chips and $50 back today, above $10,000"
    assert roles_told(alert) == {"supervisor", "executive", "cashier"}
    assert derive(seen(own_place, cash=day)) == [], "where the house has set no amount"


def test_r53_signs_of_looking_at_an_open_face_up_table_are_an_alert_of_their_own(own_place: Place) -> None:
    own_place.open_table("T1", face_up_approval="WSGC 7")
    looking = {"T1": {"ann": Verdict.STRONG, "bob": Verdict.WORTH_A_LOOK}}
    (alert,) = derive(seen(own_place, "T1", signs=looking))
    assert (alert.kind, alert.urgency) == (AlertKind.SIGNS, 2)
    assert alert.words == "signs of looking: ann (strong), bob (worth a look)"
    assert roles_told(alert) == {"supervisor", "executive"}
    assert alert.way_for(Person("somebody", Role.SUPERVISOR)) == "/staff/signs/T1"
    own_place.order("T1", "face-down", Person("sue", Role.SUPERVISOR))
    assert derive(seen(own_place, "T1", signs=looking)) == []


def test_r53_an_open_face_up_table_is_searched_without_being_asked(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, begun = own_place.house.signs_watch, list[tuple[object, ...]]()
    monkeypatch.setattr(watch, "begin", lambda state, *arguments: begun.append(arguments))
    monkeypatch.setattr(alert_watch, "SIGNS_EVERY", 1)
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    own_place.open_table("T2", dealt_by=DealtBy.PERSON, face_up_approval="WSGC 7")
    dora = staff(own_place)["dora"]
    own_place.house.alert_watch.alerts(fresh=True)
    assert begun == [], "no round was dealt there"
    for name in ("T1", "T2"):
        own_place.order(name, "open", dora)
    own_place.house.alert_watch.alerts(fresh=True)
    own_place.house.alert_watch.alerts(fresh=True)
    assert begun == [("T2", ROUNDS)], "once, and where cards lie open"


def test_a_tray_below_nothing_is_urgent_and_a_low_one_is_what_the_house_says(own_place: Place) -> None:
    own_place.open_table("T1")
    own_place.open_table("C1", "ca")
    trays = {"T1": 99_999, "C1": 0}
    assert derive(seen(own_place, "T1", "C1", trays=trays)) == [], "no choice of the house, no low tray"
    (low,) = derive(seen(own_place, "T1", "C1", trays=trays, low_tray=100_000))
    assert (low.about, low.urgency, low.words) == ("T1", 1, "the tray is low: $999.99"), "California has no such tray"
    own_place.order("T1", "sit 2", own_place.player("ann"))
    (low,) = derive(seen(own_place, "T1", trays=trays, low_tray=100_000))
    assert low.urgency == 2, "with players there, it is worth a walk"
    assert roles_told(low) == {"supervisor", "executive"}
    (short,) = derive(seen(own_place, "C1", trays={"C1": -500}, low_tray=100_000))
    assert (short.urgency, short.words) == (3, "the tray is short by $5")
    closed = (replace(own_place.table("T1"), closed=True),)
    assert derive(seen(own_place, "T1", tables=closed, trays={"T1": 0}, low_tray=100_000)) == []
    for held, words in ((-2_000, "closed, and its tray owes $20"), (500, "closed, with $5 in its tray")):
        (left,) = derive(seen(own_place, "T1", tables=closed, trays={"T1": held}, low_tray=100_000))
        assert (left.kind, left.urgency, left.words) == (AlertKind.TRAY, 1, words)
        assert left.way_for(Person("somebody", Role.SUPERVISOR)) == "/staff/cage", "the pit has no tile of it"


def test_an_open_dispute_and_a_correction_that_waits_need_who_may_correct_rounds(own_place: Place) -> None:
    own_place.open_table("T1")
    disputes = tuple(DisputeOpened("T1-7", seat, "the Blind was not paid", "dora") for seat in (2, 5))
    table = replace(own_place.table("T1"), disputes=disputes)
    found = derive(seen(own_place, "T1", tables=(table,)))
    assert [(one.kind, one.urgency, one.table) for one in found] == [(AlertKind.DISPUTE, 2, "T1")] * 2
    assert [one.words for one in found] == [f"seat {n} disputes T1-7: the Blind was not paid" for n in (2, 5)]
    assert len({one.key for one in found}) == 2
    assert roles_told(found[1]) == {"supervisor", "executive"}
    assert found[1].way_for(Person("somebody", Role.SUPERVISOR)) == "/staff/rounds/T1-7/seats/5"
    asked = CorrectionAsked("T1-7", 5, -500, "overpaid", "sue")
    (alert,) = derive(seen(own_place, "T1", tables=(replace(own_place.table("T1"), correction=asked),)))
    assert (alert.kind, alert.words) == (AlertKind.APPROVAL, "seat 5 of T1-7, -$5, waits for a second person")
    assert roles_told(alert) == {"supervisor", "executive"}
    assert alert.way_for(Person("sue", Role.SUPERVISOR)) is None


def test_a_table_frozen_by_a_fault_is_urgent(own_place: Place) -> None:
    own_place.open_table("T1")
    (alert,) = derive(seen(own_place, "T1", faults={"T1": "nobody runs it; restart the server"}))
    assert (alert.kind, alert.urgency) == (AlertKind.FROZEN, 3)


def dealt_by_hand(place: Place, **choices: object) -> Table:
    place.open_table("T1", dealt_by=DealtBy.PERSON, **choices)
    return place.order("T1", "sit 2", place.player("ann"))


def test_a_dealer_who_lets_a_table_wait_is_reminded_after_three_minutes(own_place: Place) -> None:
    dora = staff(own_place)["dora"]
    dealt_by_hand(own_place)
    own_place.order("T1", "open", dora)
    assert derive(seen(own_place, "T1", later_ms=10 * SLOW_MS)) == [], "with no bets down, the dealer waits too"
    own_place.order("T1", "bet 10", Person("ann", Role.PLAYER))
    assert derive(seen(own_place, "T1", later_ms=SLOW_MS - 5_000)) == []
    (alert,) = derive(seen(own_place, "T1", later_ms=SLOW_MS + 5_000))
    assert alert.kind is AlertKind.DEALER
    assert alert.way_for(dora) == "/staff/keypad/T1"
    assert alert.way_for(Person("eve", Role.EXECUTIVE)) == "/staff/pit#T1", "who has no keypad goes to the pit"
    assert alert.since_ms == own_place.table("T1").since_ms


def test_a_round_that_waits_for_somebody_who_is_gone(own_place: Place) -> None:
    dora = staff(own_place)["dora"]
    dealt_by_hand(own_place, clock_s=None)
    for words, who in (("open", dora), ("bet 10", Person("ann", Role.PLAYER)), ("lock", dora), ("deal", dora)):
        own_place.order("T1", words, who)
    here, away = {"T1": frozenset({"ann"})}, {"T1": frozenset[str]()}
    assert derive(seen(own_place, "T1", present=here)) == []
    (gone,) = derive(seen(own_place, "T1", present=away))
    assert (gone.kind, gone.words) == (AlertKind.ABSENT, "waits for seat 2, ann, whose page is closed")
    assert "send them off at the keypad" in gone.todo
    assert gone.way_for(Person("sue", Role.SUPERVISOR)) == "/staff/keypad/T1"
    assert gone.way_for(Person("eve", Role.EXECUTIVE)) == "/staff/pit#T1"
    assert derive(seen(own_place, "T1", present=None)) == [], "another server may show the page"
    (slow,) = derive(seen(own_place, "T1", present=here, later_ms=SLOW_MS))
    assert slow.kind is AlertKind.WAITING, "without a clock, one who is there may keep a table waiting for ever"


def test_who_loads_a_page_again_is_not_absent_at_once(own_place: Place) -> None:
    dora = staff(own_place)["dora"]
    dealt_by_hand(own_place, clock_s=None)
    for words, who in (("open", dora), ("bet 10", Person("ann", Role.PLAYER)), ("lock", dora), ("deal", dora)):
        own_place.order("T1", words, who)
    room, alert_watch = own_place.house.room, own_place.house.alert_watch
    now_ms = room.now_ms
    assert AlertKind.ABSENT not in kinds(list(alert_watch.alerts(fresh=True)))
    room.now_ms = lambda: now_ms() + AWAY_MS
    assert AlertKind.ABSENT in kinds(list(alert_watch.alerts(fresh=True)))
    ann = own_place.visit(Person("ann", Role.PLAYER)).watch("T1")
    ann.next()
    assert AlertKind.ABSENT not in kinds(list(alert_watch.alerts(fresh=True)))
    ann.close()


def test_a_claim_needs_who_may_verify_it_and_leads_to_it(own_place: Place) -> None:
    automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    (alert,) = [
        one for one in derive(seen(own_place, "T1", **link_of(own_place.house.links))) if one.kind is AlertKind.CLAIM
    ]
    assert (alert.urgency, alert.table) == (3, "T1")
    assert "royal flush" in alert.words
    assert "$5,000" in alert.words
    assert alert.way_for(BOSS) == "/staff/pit#claim-main-1"
    assert roles_told(alert) == {"supervisor", "executive"}


def test_an_adjustment_needs_a_second_person_and_not_the_first(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    own_place.house.links.ask("main", "main", -2_550, AdjustmentReason.MALFUNCTION, "incident 12", people["sue"], "ask")
    (alert,) = derive(seen(own_place, "T1", **link_of(own_place.house.links)))
    assert alert.kind is AlertKind.APPROVAL
    assert alert.words == "main from $5,000 to $4,974.50 waits for a second person"
    assert alert.way_for(people["sue"]) is None
    assert alert.way_for(people["sam"]) == "/staff/links/main"


def test_a_stopped_link_needs_whoever_runs_it(own_place: Place) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    own_place.house.links.stop("main", "a sensor is broken", BOSS, "stop")
    told = own_place.visit(people["eve"]).json("/api/staff/alerts")["alerts"]
    assert [(one["kind"], one["words"], one["link"]) for one in told] == [
        ("link", "link stopped: a sensor is broken", "/staff/links/main")
    ]
    assert own_place.visit(people["max"]).json("/api/staff/alerts")["alerts"] == [], (
        "an auditor can do nothing about it"
    )


def test_an_alert_began_when_the_record_says_so(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    room = own_place.house.room
    now_ms = room.now_ms
    room.now_ms = lambda: now_ms() - 3_600_000
    own_place.order("T1", "stop for the night", BOSS)
    room.now_ms = now_ms
    (told,) = own_place.visit(people["sue"]).json("/api/staff/alerts")["alerts"]
    assert 3_590_000 < now_ms() - told["since_ms"] < 3_700_000


def test_to_ask_is_cheap_however_many_ask(own_place: Place) -> None:
    for i in range(20):
        own_place.open_table(f"T{i}")
    alert_watch = own_place.house.alert_watch
    alert_watch.alerts(fresh=True)
    began = time.perf_counter()
    alert_watch.alerts(fresh=True)
    once_s = time.perf_counter() - began
    assert once_s < 0.5, "a look at twenty tables takes milliseconds"
    looked = alert_watch.alerts()
    assert all(alert_watch.alerts() is looked for _ in range(100)), "within a second, one look serves everybody"
