"""Reports, the last hits, the win page (R48), and what an audit says about a tampered link."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN
from link_room import DORA, EVE, MAIN, ROYAL, SUE, LinkRoom, room_at, stacked
from sqlalchemy import text

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.links import audit_link
from croupier.floor.audit.rebuilt import Task
from croupier.floor.audit.roster import Roster
from croupier.floor.history.link_report import link_report
from croupier.floor.links.control import Links
from croupier.floor.links.hits import hits
from croupier.floor.links.terms import link_terms
from croupier.floor.links.winpage import html, win_page
from croupier.floor.roles import Person, Role
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.terms import LevelTerms
from croupier.store.entry import Entry, contents
from croupier.store.unit import Unit, Write


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    """Three rounds: a dull one, a royal, a voided one; then an adjustment."""
    room = room_at(tmp_path)
    stacked(monkeypatch, {"T1-2": ROYAL})
    room.links = Links(room.room)
    room.begin("three rounds", lambda: _play(room))
    yield room
    room.store.close()


def _play(room: LinkRoom) -> None:
    room.link_up()
    room.sit()
    for number in (1, 2, 3):
        room.bet("1")
        if number == 3:
            room.do(DORA, "lock")
            room.do(SUE, "void shuffler malfunction")
            continue
        room.play_out()
        if number == 2:
            room.press(DORA, "hand royal_flush_first_five")
            room.press(SUE, "key jph", "j-pot", "key run")
        room.do(DORA, "end")
    number = room.links.ask("main", "main", -15, AdjustmentReason.TRANSFER, "slip 9", SUE, "ask")
    room.links.approve("main", number, EVE, "approve")


def test_a_report_adds_up(at: LinkRoom) -> None:
    report = link_report(at.store, "main")
    assert (report.wagers, report.returned, report.split, report.in_pool) == (900, 300, 600, 0)
    (level,) = report.levels
    assert level.opening == 0
    assert level.awards == 1_000_138
    assert (level.contributions, level.returned, level.theoretical) == (138 + 69, 69, 138)
    assert (level.seeded, level.from_reserve, level.adjustments, level.hits) == (2_000_000, 30, -15, 1)
    assert level.closing == (
        level.opening + level.contributions - level.returned - level.awards + level.seeded + level.from_reserve
        + level.topped_up + level.adjustments - level.overflow
    )  # fmt: skip
    assert level.closing == 1_000_015
    assert report.split == level.contributions - level.returned + level.reserve_in + report.house
    (table,) = report.tables
    assert (table.table, table.wagers, table.returned, table.hits, table.awards) == ("T1", 900, 300, 1, 1_000_138)
    royal = report.lines[0]
    # Six wagers, each with 4 royals among 2,598,960 first five cards.
    assert royal.line == "royal_flush_first_five"
    assert royal.expected == pytest.approx(6 * 4 / 2_598_960)
    assert (royal.hits, royal.paid) == (1, 1_000_138)
    assert [row["document"] for row in report.adjustments] == ["slip 9"]
    json.dumps(report.to_dict())


def test_what_a_posted_maximum_has_no_room_for_is_in_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A meter at its maximum earns for its reserve, and what seed and reserve would exceed it by stays there."""
    at = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up(link_terms("UTH-P01", 100, (replace(MAIN, maximum=1_000_000),)))
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")
    at.press(SUE, "key jph", "j-pot", "key run")
    at.do(DORA, "end")
    (level,) = link_report(at.store, "main").levels
    assert (level.contributions, level.reserve_in) == (0, 69 + 15)
    assert (level.closing, level.overflow, level.reserve_closing) == (1_000_000, 84, 84)
    assert audit(at.store).findings == ()
    at.store.close()


def test_reports_of_two_halves_make_the_whole(at: LinkRoom) -> None:
    whole = link_report(at.store, "main")
    first, last = (at.now - 1_000_000, at.now + 1)
    for moment in range(at.now - 60, at.now + 1, 7):
        one = link_report(at.store, "main", first, moment)
        two = link_report(at.store, "main", moment, last)
        assert one.wagers + two.wagers == whole.wagers
        assert one.levels[0].awards + two.levels[0].awards == whole.levels[0].awards
        assert one.levels[0].closing == two.levels[0].opening
        assert one.house + two.house == whole.house


def test_the_last_hits(at: LinkRoom) -> None:
    (hit,) = hits(at.store, "main")
    assert (hit.level, hit.table, hit.seat, hit.player, hit.line) == ("main", "T1", 4, "bob", "royal_flush_first_five")
    assert (hit.amount, hit.before, hit.after) == (1_000_138, 1_000_138, 1_000_030)
    assert (hit.pressed_by, hit.verified_by, hit.logged_by, hit.adjusted_by) == ("dora", "sue", "sue", "sue")
    assert hit.pressed_ms < hit.logged_ms < hit.adjusted_ms
    assert hits(at.store, "main", level="mega") == []


def test_only_the_last_25_of_each_level_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = room_at(tmp_path)
    house = ({1: "2c 2d", 4: "3c 8d", 6: "4h Jd"}, "Kc 5d", "2s 6c 6h 9d Th")
    stacked(monkeypatch, {}, house)
    levels = (LevelTerms(name="main", rate_bp=8_000, reserve_bp=100, seed=1_000_000),)
    at.link_up(link_terms("UTH-P01", 100, levels, fixed_off_meter=True), rules="wa-2014")
    at.sit()
    for _ in range(27):
        at.bet("1")
        at.play_out()
        at.press(DORA, "hand full_house")
        at.press(SUE, "key jph", "j-pot", "key run")
        at.press(DORA, "game over")
    assert [hit.claim for hit in hits(at.store, "main")] == list(range(27, 2, -1))
    assert audit(at.store).findings == ()
    at.store.close()


def test_the_win_page_has_everything_of_r48(at: LinkRoom) -> None:
    page = win_page(at.store, "main", 1)
    printed = html(page)
    for words in (
        "main, main", "T1, seat 4", "T1-2", "bob", "royal flush first five", "$10,001.38", "$10,000.30",
        "dora, ", "sue, ", "A♥", "2♦", "link/main, version", "table/T1, version",
    ):  # fmt: skip
        assert words in printed
    assert page.hit.record_hash in printed
    assert page.heads["link/main"].hash in printed
    assert at.store.head("table/T1") == page.heads["table/T1"]
    entry = next(entry for entry in at.store.read("link/main") if entry.hash == page.hit.record_hash)
    assert "ClaimLogged" in entry.body
    json.dumps(page.to_dict())


def test_a_win_page_is_for_logged_wins(at: LinkRoom) -> None:
    with pytest.raises(Refused, match="claim 7 of link 'main' is not logged"):
        win_page(at.store, "main", 7)


def test_names_on_a_page_cannot_smuggle_markup(at: LinkRoom) -> None:
    page = win_page(at.store, "main", 1)
    page.hit.player = "<script>"
    assert "<script>" not in html(page)


def test_an_audit_finds_a_cent_moved_on_a_meter(at: LinkRoom) -> None:
    assert audit(at.store).findings == ()
    with at.store._engine.begin() as connection:
        connection.execute(text("UPDATE balances SET amount = amount + 1 WHERE account = 'meter/main/main'"))
    found = {finding.where for finding in audit(at.store).findings}
    assert found == {"balances", "link/main"}


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"event": "WagersSplit", "wagers": 100, "split": {"meter": {"main": 100}, "reserve": {"main": 0}, "house": 0,
          "topped_up": 0}}, "the link makes"),
        ({"event": "MeterAdjusted", "claim": 1, "by": "sue"}, "cannot have happened"),
        ({"event": "AdjustmentMade", "adjustment": 9, "level": "main", "old": 0, "new": 5, "reason": "transfer",
          "document": "x", "author": "a", "approver": "b"}, "cannot have happened"),
        ({"event": "LinkResumed", "by": "sue", "approver": "eve"}, "is running"),
        ({"event": "LinkStopped", "fault": "x", "by": "dora"}, "dora is a dealer"),
        ({"event": "LinkOpened", "link": "main"}, "not followed further"),
        ({"event": "Nonsense"}, "not followed further"),
    ],
)  # fmt: skip
def test_an_audit_finds_an_entry_that_cannot_have_happened(at: LinkRoom, event: dict[str, object], says: str) -> None:
    """Written past the desk, with a sound chain: only making the link again finds it."""
    at.store.commit(Unit(command="forged", actor="x", time_ms=1, writes=(Write("link/main", None, (event,)),)))
    findings = audit(at.store).findings
    assert any(says in finding.what for finding in findings if finding.where == "link/main")


def test_an_audit_finds_a_dealer_who_verified(at: LinkRoom) -> None:
    """The book of names knows dora as a dealer; an entry in which she asks for an adjustment was never let in."""
    asked = {"event": "AdjustmentAsked", "adjustment": 2, "level": "main", "old": 1_000_015, "new": 1_000_020,
             "reason": "transfer", "document": "x", "by": "dora"}  # fmt: skip
    at.store.commit(Unit(command="forged", actor="x", time_ms=1, writes=(Write("link/main", None, (asked,)),)))
    assert any("dora is a dealer" in finding.what for finding in audit(at.store).findings)


def test_what_somebody_does_who_had_nothing_to_do_with_links_a_moment_ago_is_no_finding(at: LinkRoom) -> None:
    """What was asked for in a role that has just ended may still be written, so the old one counts beside the new."""
    at.people.register("cal", Role.AUDITOR, None, ADMIN, "cal")
    at.people.change_role("cal", Role.SUPERVISOR, ADMIN, "promoted")
    at.links.ask("main", "main", -1, AdjustmentReason.TRANSFER, "slip 10", Person("cal", Role.SUPERVISOR), "ask again")
    assert audit(at.store).findings == ()


def test_an_audit_finds_an_award_that_the_table_knows_nothing_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole claim forged in the link's stream, money and all, without the table's word for it."""
    from croupier.floor.links.claiming import commit
    from croupier.jackpot.buttons import Hand, JPot, KeyToJph, KeyToRun
    from croupier.jackpot.claim import LinkPerson, Rank
    from croupier.jackpot.keypad import PressButton, SeatHand
    from croupier.jackpot.link import Win

    at = room_at(tmp_path)
    stacked(monkeypatch, {})
    at.link_up()
    eve, dora = LinkPerson("eve", Rank.EXECUTIVE), LinkPerson("dora", Rank.DEALER)
    win, held = Win(4, "royal_flush_first_five"), {4: SeatHand("bob", "Ah Kh Qh Jh Th 2c 3c")}
    for button, by in ((Hand(win.line), dora), (KeyToJph(), eve), (JPot(), eve), (KeyToRun(), eve)):
        asked = PressButton(table="T1", round="T1-1", button=button, by=by, wins=(win,), held=held)
        commit(at.room, at.room.desk.part("main", asked), EVE, at.id(), "forged")
    assert any("claim 1 was paid, but not at table T1" in finding.what for finding in audit(at.store).findings)
    at.store.close()


def commands_of(entry: Entry) -> list[Any]:
    """What the body of a link's entry says was asked of the link."""
    found: list[Any] = json.loads(entry.body).get("commands", [])
    return found


def test_a_link_records_each_command_with_what_it_made(at: LinkRoom) -> None:
    said = [(commands_of(entry), contents(entry).events) for entry in at.store.read("link/main")]
    assert [[command["command"] for command in commands] for commands, _ in said] == [
        ["OpenLink"],
        ["JoinTable"],
        ["SplitWagers", "PressButton"],
        *[["PressButton"]] * 3,
        ["SplitWagers", "ReturnWagers"],
        ["AskAdjustment"],
        ["ApproveAdjustment"],
    ]
    (split, pressed), (fed, claimed) = said[2]
    assert split == {"command": "SplitWagers", "wagers": fed["wagers"]}
    assert pressed == {
        "command": "PressButton",
        "table": "T1",
        "round": "T1-2",
        "button": {"kind": "Hand", "line": "royal_flush_first_five"},
        "by": {"name": "dora", "rank": "dealer"},
        "wins": [{"seat": 4, "line": "royal_flush_first_five"}],
        "held": {"4": {"player": claimed["player"], "cards": claimed["cards"]}},
    }


FORGED = [
    ("WagersSplit", 0, {"wagers": 700}, "the link makes WagersSplit(wagers=700"),
    ("WagersSplit", 0, {"wagers": 0}, "the link makes nothing of it, but WagersSplit(wagers=600"),
    ("ClaimPressed", 1, {"by": {"name": "dora", "rank": "supervisor"}}, "dora was no supervisor then"),
    ("ClaimPressed", 1, {"by": {"name": "sue", "rank": "supervisor"}}, "the link makes ClaimPressed("),
    ("ClaimPressed", 1, {"by": {"name": "mallory", "rank": "dealer"}}, "staff/mallory was not in the book of names"),
    ("ClaimLogged", 0, {"button": {"kind": "KeyToRun"}}, "the link makes KeyTurned("),
    ("ClaimLogged", 0, {"button": {"kind": "Confirm"}}, "cannot have happened"),
    ("ClaimLogged", 0, {"by": {"name": "dora", "rank": "dealer"}}, "cannot have happened"),
    ("AdjustmentAsked", 0, {"document": "slip 8"}, "the link makes AdjustmentAsked("),
    ("AdjustmentMade", 0, {"command": "Nonsense"}, "no command is called 'Nonsense'"),
    ("AdjustmentMade", 0, {"adjustment": "1"}, "not a ApproveAdjustment"),
]


@pytest.mark.parametrize(("event", "number", "change", "says"), FORGED)
def test_an_audit_finds_a_command_that_makes_something_else(
    at: LinkRoom, event: str, number: int, change: dict[str, Any], says: str
) -> None:
    """Every hash after it is forged too: only deciding the command again finds it."""
    found = findings_after(at, event, lambda said: said["commands"][number].update(change))
    assert any(says in what for what in found), found


MORE_OR_LESS = [
    ("MeterAdjusted", lambda said: said.pop("commands"), "says no command, as those before it do"),
    ("MeterAdjusted", lambda said: said.update(commands=[]), "a link's entry alone says commands"),
    ("ClaimPressed", lambda said: said["commands"].pop(), "the link makes nothing of it, but ClaimPressed("),
    ("ClaimPressed", lambda said: said["commands"].append(said["commands"][0]), "is recorded, and nothing that it"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "change", "says"), MORE_OR_LESS)
def test_an_audit_finds_a_command_that_is_missing_or_one_too_many(
    at: LinkRoom, event: str, change: Any, says: str
) -> None:
    found = findings_after(at, event, change)
    assert any(says in what for what in found), found


def test_an_audit_finds_a_link_that_was_opened_under_another_name(at: LinkRoom) -> None:
    """Event and command may agree with each other: the stream has the link's name."""

    def change(said: dict[str, Any]) -> None:
        said["events"][0]["link"] = said["commands"][0]["link"] = "other"

    assert "opens link 'other', which has a stream of its own" in findings_after(at, "LinkOpened", change)


def test_an_audit_finds_commands_in_any_other_stream(at: LinkRoom) -> None:
    for stream in ("table/T1", "staff"):
        entry = next(iter(at.store.read(stream)))
        at.rewrite(entry.position, lambda said: said.update(commands=[{"command": "SplitWagers", "wagers": 1}]))
        found = [finding for finding in audit(at.store).findings if finding.position == entry.position]
        assert any("a link's entry alone says commands" in finding.what for finding in found), found


def test_entries_from_before_commands_were_recorded_are_audited_by_what_they_say(at: LinkRoom) -> None:
    """An earlier Croupier recorded events alone. Its entries are the first of a link, and the later ones have both."""
    old = list(at.store.read("link/main"))[:6]
    for entry in reversed(old):
        at.rewrite(entry.position, lambda said: said.pop("commands"))
        assert audit(at.store).clean == (entry is old[0]), entry
    at.rewrite(old[3].position, lambda said: said["events"][0].update(by="dora"))
    assert not audit(at.store).clean


def test_an_audit_that_goes_on_from_a_mark_knows_whether_commands_were_recorded_before_it(at: LinkRoom) -> None:
    *_, before, last = at.store.read("link/main")
    roll = Roster.read(at.store, last.position)
    stop = audit_link(at.store, "link/main", Task(before.position, roll, {})).stop
    assert stop is not None
    at.rewrite(last.position, lambda said: said.pop("commands"))
    (finding,) = audit_link(at.store, "link/main", Task(last.position, roll, {"link/main": stop})).findings
    assert (finding.position, finding.what) == (last.position, "says no command, as those before it do")
    of_earlier = replace(stop, state=stop.state.replace('"recorded":true,', ""))
    assert of_earlier != stop
    assert audit_link(at.store, "link/main", Task(last.position, roll, {"link/main": of_earlier})).findings == ()


def findings_after(at: LinkRoom, event: str, change: Callable[[dict[str, Any]], object]) -> list[str]:
    """What an audit says of the link's entry with this event, once its body is changed like that."""
    assert audit(at.store).clean
    entry = next(
        entry for entry in at.store.read("link/main") if any(one["event"] == event for one in contents(entry).events)
    )
    at.rewrite(entry.position, change)
    return [finding.what for finding in audit(at.store).findings if finding.position == entry.position]
