"""The office of the links on a real store: back-outs, transfers, papers, components, preconfigured figures, closing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from link_room import DORA, EVE, MAIN, ROYAL, SUE, LinkRoom, room_at, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.link_report import link_report
from croupier.floor.links import office
from croupier.floor.links.history import deeds
from croupier.floor.links.hits import hits, public
from croupier.floor.links.terms import link_terms
from croupier.floor.links.winpage import html, win_page
from croupier.floor.soak.expected_links import ExpectedLinks
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.closing import NotEmpty
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.office.setup import Warned
from croupier.jackpot.terms import LevelTerms
from croupier.ledger.accounts import HOUSE, meter, player, reserve
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    """A royal whose first two claims were turned off and refused; then it was logged and paid."""
    room = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": ROYAL})
    room.link_up()
    room.sit()
    room.bet("1")
    room.play_out()
    room.press(DORA, "hand royal_flush_first_five", "hand royal_flush_first_five", "hand royal_flush_first_five")
    room.press(SUE, "refuse look again")
    room.press(DORA, "hand royal_flush_first_five")
    room.press(SUE, "key jph", "j-pot", "key run")
    room.do(DORA, "end")
    yield room
    room.store.close()


def sound(room: LinkRoom) -> bool:
    """Whether the audit is clean, and the second opinion has the same sums."""
    assert audit(room.store).findings == ()
    expected = ExpectedLinks(defaultdict(int))
    for entry in room.store.read_all():
        if entry.stream.startswith("link/"):
            for event in contents(entry).events:
                expected.take(entry.stream.removeprefix("link/"), event)
    for account, cents in expected.balances().items():
        assert room.store.balance(account) == cents, account  # type: ignore[arg-type]
    return True


def other_link(room: LinkRoom) -> None:
    levels = (
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    )
    room.links.open("big", link_terms("MGL-ML01", 500, levels), EVE, "open big", override="test")


def test_the_first_win_is_win_one_whatever_was_pressed_before(at: LinkRoom) -> None:
    (hit,) = hits(at.store, "main")
    assert (hit.number, hit.claim) == (1, 3)
    assert "Progressive win 1, main" in html(win_page(at.store, "main", 3))


def test_a_win_is_backed_out_by_two_people_and_stays_in_the_record(at: LinkRoom) -> None:
    """R46: meter and reserve as before, the house makes it good, the player's purse is not touched."""
    purse, house = at.store.balance(player("bob")), at.store.balance(HOUSE)
    number = office.back_out(at.links, "main", 3, "report 12", SUE, "ask")
    assert office.back_out(at.links, "main", 3, "report 12", SUE, "ask") == number, "the same command again"
    with pytest.raises(Refused, match="sue asked for adjustment 1 and cannot approve it"):
        at.links.approve("main", number, SUE, "own")
    at.links.approve("main", number, EVE, "approve")
    assert (at.store.balance(meter("main", "main")), at.store.balance(reserve("main", "main"))) == (1_000_069, 15)
    assert at.store.balance(player("bob")) == purse
    assert at.store.balance(HOUSE) == house - (1_000_069 - 1_000_000)
    (hit,) = hits(at.store, "main")
    assert hit.backed_out is not None
    assert (hit.backed_out.author, hit.backed_out.approver, hit.backed_out.document) == ("sue", "eve", "report 12")
    page = html(win_page(at.store, "main", 3))
    assert "by adjustment 1: asked by sue, approved by eve, document report 12" in page
    assert "$10,000.69" in page, "nothing is deleted"
    assert sound(at)
    with pytest.raises(Refused, match="backed out already"):
        office.back_out(at.links, "main", 3, "again", SUE, "more")


def test_every_report_shows_the_win_as_backed_out_and_still_adds_up(at: LinkRoom) -> None:
    number = office.back_out(at.links, "main", 3, "report 12", SUE, "ask")
    at.links.approve("main", number, EVE, "approve")
    report = link_report(at.store, "main")
    (level,), (table,), royal = report.levels, report.tables, report.lines[0]
    assert (level.hits, level.hits_backed_out, level.awards, level.backed_out) == (1, 1, 1_000_069, 54)
    assert (table.hits_backed_out, royal.hits_backed_out) == (1, 1)
    assert level.closing == (
        level.opening + level.contributions - level.returned - level.awards + level.seeded + level.from_reserve
        + level.topped_up + level.backed_out + level.adjustments + level.transferred - level.overflow
    ) == 1_000_069  # fmt: skip
    assert level.reserve_closing == (
        level.reserve_opening + level.reserve_in + level.overflow - level.from_reserve + level.reserve_restored
        + level.reserve_transferred
    ) == 15  # fmt: skip
    assert [(row["claim"], row["reason"]) for row in report.adjustments] == [(3, "back out")]


def test_a_back_out_by_hand_must_name_its_win(at: LinkRoom) -> None:
    with pytest.raises(Refused, match="names the win that it undoes"):
        at.links.ask("main", "main", 500, AdjustmentReason.BACK_OUT, "slip", SUE, "ask")
    with pytest.raises(Refused, match="claim 1 of link 'main' is not logged"):
        office.back_out(at.links, "main", 1, "slip", SUE, "ask 2")


def test_an_audit_finds_a_back_out_of_a_win_that_never_was(at: LinkRoom) -> None:
    award = {"amount": 500_000}
    asked = {"event": "AdjustmentAsked", "adjustment": 1, "level": "main", "old": 1_000_015, "new": 1_500_015,
             "reason": "back out", "document": "x", "by": "sue",
             "win": {"claim": 2, "award": award, "before": 500_000, "after": 0}}  # fmt: skip
    at.store.commit(Unit(command="forged", actor="x", time_ms=1, writes=(Write("link/main", None, (asked,)),)))
    assert any("claim 2 was not logged like that" in finding.what for finding in audit(at.store).findings)


def test_a_transfer_between_links_is_one_transaction(at: LinkRoom) -> None:
    other_link(at)
    to = Destination("big", "major")
    number = office.transfer(at.links, "main", "main", 10_000, to, "slip 9", SUE, "ask")
    with pytest.raises(Refused, match="cannot approve it"):
        at.links.approve("main", number, SUE, "own")
    receipt = at.links.approve("main", number, EVE, "approve")
    assert receipt is not None
    assert [entry.stream for entry in receipt.entries] == ["link/main", "link/big"]
    assert at.store.balance(meter("main", "main")) == 1_000_015 - 10_000
    assert at.store.balance(meter("big", "major")) == 510_000
    assert sound(at)
    (mine,), (theirs,) = (link_report(at.store, name).levels[-1:] for name in ("main", "big"))
    assert (mine.transferred, theirs.transferred) == (-10_000, 10_000)
    assert mine.closing == 990_015
    again = at.links.approve("main", number, EVE, "approve")
    assert again is not None
    assert again.repeated


def test_a_transfer_to_nowhere_is_refused(at: LinkRoom) -> None:
    for to, says in ((Destination("nix", "mega"), "no link 'nix'"), (Destination("main", "mega"), "no level 'mega'")):
        with pytest.raises(Refused, match=says):
            office.transfer(at.links, "main", "main", 10_000, to, "slip 9", SUE, "ask")


def test_an_audit_finds_half_a_transfer(at: LinkRoom) -> None:
    other_link(at)
    received = {"event": "TransferReceived", "source": {"link": "main", "level": "main"}, "adjustment": 1,
                "level": "major", "old": 500_000, "new": 500_100, "document": "x", "author": "sue",
                "approver": "eve"}  # fmt: skip
    at.store.commit(Unit(command="forged", actor="x", time_ms=1, writes=(Write("link/big", None, (received,)),)))
    found = [finding.what for finding in audit(at.store).findings if finding.where == "link/big"]
    assert any("transfer 1 is not in link main in the same transaction" in what for what in found)


def test_a_change_is_measured_by_what_came_with_the_system(at: LinkRoom) -> None:
    """R42, whatever the link was opened with."""
    richer = link_terms("UTH-P01", 100, (replace(MAIN, rate_bp=4_000, seed=500_000),))
    with pytest.raises(Warned, match="40 % is above the preconfigured 36 %"):
        at.links.configure("main", richer, EVE, "richer")
    link = at.links.configure("main", richer, EVE, "richer", override="letter of 3 May")
    assert link.terms.levels[0].preconfigured_bp == 3_600
    poorer = link_terms("UTH-P01", 100, (replace(MAIN, seed=900_000),))
    with pytest.raises(Warned, match=r"the seed of \$9,000 differs from the preconfigured \$5,000"):
        at.links.configure("main", poorer, EVE, "poorer")
    assert sound(at)
    told = deeds(at.store, "main")[0]
    assert (told.kind, told.by) == ("terms changed", "eve")
    assert "overridden: letter of 3 May" in told.words


def test_the_history_tells_what_people_did(at: LinkRoom) -> None:
    first = at.links.ask("main", "main", -15, AdjustmentReason.MALFUNCTION, "report 7", SUE, "ask")
    at.links.approve("main", first, EVE, "approve")
    second = at.links.ask("main", "main", 20, AdjustmentReason.TRANSFER, "slip", SUE, "ask 2")
    at.links.drop("main", second, "typed wrong", EVE, "drop")
    office.note_component(at.links, "main", "ViPS", "1.2.0", SUE, "vips")
    told = [(deed.kind, deed.words, deed.by, deed.other) for deed in deeds(at.store, "main")]
    assert told[:5] == [
        ("component", "ViPS 1.2.0", "sue", ""),
        ("adjustment dropped", "2: transfer of +$0.20; typed wrong", "sue", "eve"),
        ("adjustment", "1: malfunction, from $10,000.15 to $10,000; document report 7", "sue", "eve"),
        ("claim refused", "claim 2, T1 seat 4, royal flush first five: look again", "dora", "sue"),
        ("opened", told[4][1], "eve", ""),
    ]


def test_the_winners_papers_are_entries_and_the_last_one_counts(at: LinkRoom) -> None:
    office.note_winner(at.links, "main", 3, SUE, "one", winner="Bob Row", document="WA licence")
    office.note_winner(
        at.links, "main", 3, EVE, "two", winner="Bob Roe", document="WA licence", tax_form="W-2G", tax_number="77",
        withheld=240_000,
    )  # fmt: skip
    (hit,) = hits(at.store, "main")
    assert [(papers.name, papers.by) for papers in hit.papers] == [("Bob Row", "sue"), ("Bob Roe", "eve")]
    assert "Bob Ro" not in json.dumps(public(hit))
    assert "Bob Ro" not in html(win_page(at.store, "main", 3)), "whoever has not signed in sees no papers"
    with pytest.raises(Refused, match="cannot be withheld"):
        office.note_winner(
            at.links, "main", 3, SUE, "three", winner="Bob", document="x", tax_form="W-2G", tax_number="1",
            withheld=1_000_070,
        )  # fmt: skip
    with pytest.raises(Refused, match="may not"):
        office.note_winner(at.links, "main", 3, DORA, "four", winner="Bob", document="x")
    with pytest.raises(Refused, match="is not logged"):
        office.note_winner(at.links, "main", 1, SUE, "five", winner="Bob", document="x")
    assert sound(at)


def test_a_link_is_closed_when_its_money_has_found_a_home(at: LinkRoom) -> None:
    other_link(at)
    with pytest.raises(NotEmpty, match=r"take its tables off first \(T1\)"):
        office.close(at.links, "main", "the season is over", SUE, "close")
    at.links.leave("main", "T1", SUE, "leave")
    with pytest.raises(NotEmpty, match=r"main holds \$10,000.15: recover \$10,000.15 of its seed"):
        office.close(at.links, "main", "the season is over", SUE, "close")
    recovery = at.links.ask("main", "main", -1_000_000, AdjustmentReason.SEED_RECOVERY, "slip 1", SUE, "ask 1")
    at.links.approve("main", recovery, EVE, "approve 1")
    rest = office.transfer(at.links, "main", "main", 15, Destination("big", "mega"), "slip 2", SUE, "ask 2")
    at.links.approve("main", rest, EVE, "approve 2")
    assert "main" in at.links.desk.names()
    office.close(at.links, "main", "the season is over", SUE, "close")
    assert at.links.desk.names() == ["big"]
    assert at.links.desk.names(closed=True) == ["big", "main"]
    assert [hit.claim for hit in hits(at.store, "main")] == [3], "its pages stay"
    with pytest.raises(Refused, match="link 'main' is closed: the season is over"):
        at.links.join("main", "T1", SUE, "join again")
    with pytest.raises(Refused, match="link 'main' is closed"):
        office.transfer(at.links, "big", "mega", 1, Destination("main", "main"), "slip", SUE, "ask 3")
    at.links.tick()
    assert sound(at)


def test_a_reserve_moves_to_a_reserve(at: LinkRoom) -> None:
    other_link(at)
    at.bet("1")
    at.play_out()
    at.do(DORA, "end")
    number = office.transfer(at.links, "main", "main", 15, Destination("big", "mega"), "slip", SUE, "ask", reserve=True)
    at.links.approve("main", number, EVE, "approve")
    assert at.store.balance(reserve("main", "main")) == 0
    assert at.store.balance(reserve("big", "mega")) == 15
    assert sound(at)
    assert link_report(at.store, "main").levels[0].reserve_transferred == -15
