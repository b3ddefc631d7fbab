"""R50, R56: an approval is a record with a scope, and a table or a link that leaves the scope is marked at once.

With the house's switch on, a table without a valid approval deals no further round for money; the audit asks again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom
from link_room import CARD, EVE, SUE, LinkRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.making import customary
from croupier.floor.choices.upkeep import Change
from croupier.floor.house.approval_scope import BadApproval, Scope, parse_face_up, parse_listed
from croupier.floor.house.approval_status import table_status
from croupier.floor.house.approvals import (
    CODEC,
    Approval,
    ApprovalEntered,
    Approvals,
    Authority,
    document_of,
)
from croupier.floor.links import office
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import NotAllowed
from croupier.floor.table import DealtBy
from croupier.store.unit import Unit, Write
from own_game import COMMON_RULES, admitted

WIDE = Scope(rules=("wa-2018",), paytables=None, limits=None)


def approval(number: str = "WSGC 9", scope: Scope = WIDE, until: str = "", since: str = "2026-01-01") -> Approval:
    return Approval(number=number, authority=Authority.STATE, since=since, until=until, scope=scope)


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish()
    return room


def enter(at: CardRoom, **made: object) -> None:
    at.room.approvals.enter(approval(**made), ADMIN, at.id())  # type: ignore[arg-type]


def test_r56_a_game_of_ones_own_is_approved_by_its_name_alone() -> None:
    with admitted():
        settings = customary(COMMON_RULES)

        def status(scope: Scope | None, number: str = "WSGC 9") -> tuple[bool, str]:
            book = {} if scope is None else {number: approval(number, scope)}
            found = table_status(replace(settings, approval=number), None, Approvals(book), "2026-06-01")
            return found.valid, found.words

        assert status(None) == (False, '"WSGC 9": not a record; Common Third is not an approved game')
        anything = Scope(rules=None, paytables=None, limits=None)
        assert status(anything)[1].endswith("rule set common-third is not in its scope")
        assert status(replace(anything, rules=("common-third",)))[0]


def change(at: CardRoom, **texts: str) -> str:
    """Choose otherwise at T1; how it stands to its approval afterwards."""
    named = {key.replace("__", "."): text for key, text in texts.items()}
    at.room.do("T1", Change(named), SUPERVISOR, command=at.id())
    return status(at)


def status(at: CardRoom) -> str:
    return at.room.approvals.of_table(at.room.table("T1")).words


def only_approved(at: CardRoom, text: str = "on") -> None:
    at.room.approvals.choices.choose("only_approved", text, ADMIN, at.id())


def test_r56_a_word_is_no_approval(at: CardRoom) -> None:
    assert status(at) == "no approval on record"
    assert change(at, approval="r") == '"r": not a record'


def test_r56_a_table_that_is_changed_outside_the_scope_of_its_approval_is_marked_at_once(at: CardRoom) -> None:
    terms = at.room.table("T1").settings.terms
    tables = tuple(dict.fromkeys(name for bet, name in terms.tables.items() if bet != "progressive"))
    limits = ("ante=5-100", "trips=1-100", "pairs=1-50", "bad_beat=1-50")
    enter(at, scope=Scope(rules=("wa-2018",), paytables=tables, limits=limits))
    assert change(at, approval="WSGC 9") == "approved by WSGC 9"
    other = next(name for name in terms.rules.tables["trips"] if name not in tables)
    assert change(at, pays__trips=other) == f"changed since its approval WSGC 9: pay table {other} is not in its scope"
    change(at, pays__trips=terms.tables["trips"])
    assert "Trips $1 to $200 is not in its scope" in change(at, limits__trips="1-200")
    assert change(at, limits__trips="2-20") == "approved by WSGC 9", "a narrower table is within it"
    assert "Lost by a fold Bad Beat is not in its scope" in change(at, lost_by_fold="bad_beat")
    assert "Lost by a fold Bad Beat, Settling order 1, 2, 3, 4, 5, 6 are not" in change(
        at, settling_order="1,2,3,4,5,6"
    )


def test_r56_a_switch_that_is_listed_stands_as_listed(at: CardRoom) -> None:
    enter(at, scope=replace(WIDE, switches=("lost_by_fold=bad_beat",)))
    assert change(at, approval="WSGC 9").startswith("changed since its approval WSGC 9: Lost by a fold none")
    assert change(at, lost_by_fold="bad_beat") == "approved by WSGC 9"


def test_r56_the_references_of_face_up_dealing_and_of_the_meter_order_are_names_of_approvals(at: CardRoom) -> None:
    enter(at)
    enter(at, number="WSGC 7", scope=replace(WIDE, face_up=3))
    assert change(at, approval="WSGC 9", face_up="r") == 'approved by WSGC 9; face up: "r": not a record'
    assert change(at, face_up="WSGC 7") == "approved by WSGC 9"
    marked = "approved by WSGC 9; face up: changed since its approval WSGC 7: face up on 4 spots is not in its scope"
    assert change(at, open_spots="4") == marked
    assert "changed since its approval WSGC 9: face up on 4 spots" in change(at, face_up="WSGC 9")
    change(at, face_up="none")
    order = change(at, meter_order="1,2,3,4,5,6", meter_order_approval="r")
    assert order == 'approved by WSGC 9; order of meter pays: "r": not a record'
    enter(at, number="WSGC 8", scope=replace(WIDE, switches=("meter_order=1,2,3,4,5,6",)))
    assert change(at, meter_order_approval="WSGC 8") == "approved by WSGC 9"


def test_r56_a_side_bet_of_ones_own_is_covered_only_where_it_is_listed(at: CardRoom) -> None:
    own = Path(__file__).parents[2] / "examples" / "side_bet.toml"
    enter(at)
    words = change(at, approval="WSGC 9", own_bets=own.read_text(encoding="utf-8"))
    bet, *others = at.room.table("T1").settings.terms.own_bets
    assert words.startswith(f"changed since its approval WSGC 9: {bet.name}")
    assert words.endswith("and 1 more are not in its scope"), f"{len(others)} others: {words}"
    enter(at, number="WSGC 10", scope=Scope(rules=None, paytables=("UTH-01", bet.spot), limits=None))
    assert bet.name not in change(at, approval="WSGC 10")


def test_r56_an_approval_begins_ends_is_prolonged_and_is_withdrawn(at: CardRoom) -> None:
    book, today = at.room.approvals, at.room.approvals.today()
    enter(at, since="2027-01-01")
    assert change(at, approval="WSGC 9") == "approval WSGC 9 begins on 2027-01-01"
    enter(at, number="WSGC 10", until="2026-02-01")
    assert change(at, approval="WSGC 10") == "approval WSGC 10 ended on 2026-02-01"
    book.prolong("WSGC 10", "2026-12-31", ADMIN, at.id())
    assert status(at) == "approved by WSGC 10 until 2026-12-31"
    book.withdraw("WSGC 10", "the letter was revoked", ADMIN, at.id())
    assert status(at) == f"approval WSGC 10 withdrawn on {today}: the letter was revoked"
    with pytest.raises(Refused, match="was withdrawn on"):
        book.prolong("WSGC 10", "2027-12-31", ADMIN, at.id())
    says = [entry.actor for entry in at.store.read("approvals")]
    assert says == ["staff/sam"] * 4
    assert audit(at.store).findings == ()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ({"number": ""}, "not the number of an approval"),
        ({"since": "yesterday"}, "not a day: 'yesterday'"),
        ({"until": "2025-12-31"}, "cannot end on 2025-12-31"),
        ({"scope": Scope(paytables=None, limits=None)}, "says which rule sets it covers"),
        ({"scope": replace(WIDE, rules=("wa-1999",))}, "'wa-1999' is not the name of a rule set"),
        ({"scope": replace(WIDE, paytables=("UTH-99",))}, "'UTH-99' is not the name of a pay table"),
        ({"scope": replace(WIDE, limits=("ante",))}, "'ante' is not a wager with its limits"),
        ({"scope": replace(WIDE, switches=("fold=yes",))}, "'fold=yes' is not a switch"),
        ({"scope": replace(WIDE, face_up=7)}, "7 spots cannot be face up"),
    ],
)
def test_what_is_no_approval_is_refused(at: CardRoom, made: dict[str, object], why: str) -> None:
    with pytest.raises(BadApproval, match=why):
        enter(at, **made)


def test_a_number_is_entered_once_and_by_who_may(at: CardRoom) -> None:
    enter(at)
    with pytest.raises(BadApproval, match="there is an approval 'WSGC 9' already"):
        enter(at)
    for who in (SUPERVISOR, DEALER):
        with pytest.raises(NotAllowed, match="may not enter, prolong or withdraw an approval"):
            at.room.approvals.enter(approval("WSGC 10"), who, at.id())


def test_r56_a_tribal_approval_stands_with_the_states_concurrence(at: CardRoom) -> None:
    at.room.approvals.enter(replace(approval(), authority=Authority.TRIBAL), ADMIN, at.id())
    words = at.room.approvals.now().known("WSGC 9").authority.words
    assert words == "the tribal agency, with the state's concurrence"


def test_a_scope_is_written_in_lines() -> None:
    assert parse_listed(["any"]) is None
    assert parse_listed(["UTH-01; UTH-02\nUTH-01"]) == ("UTH-01", "UTH-02")
    assert [parse_face_up(text) for text in ("any", "no", "", "3")] == [None, 0, 0, 3]


def test_of_a_document_its_name_and_its_hash_are_kept() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert document_of("letter.pdf", b"").sha256 == empty


def test_r56_with_the_switch_a_table_without_a_valid_approval_deals_no_further_round(at: CardRoom) -> None:
    enter(at)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    only_approved(at)
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(SUPERVISOR, "void misdeal")
    why = "T1 deals no further round for money: no approval on record, and the house deals only with a valid approval"
    assert at.refusal(DEALER, "open").startswith(why)
    change(at, approval="WSGC 9")
    at.do(DEALER, "open")
    at.do(SUPERVISOR, "void misdeal")
    assert "changed since its approval WSGC 9" in change(at, lost_by_fold="bad_beat")
    assert "Lost by a fold Bad Beat is not in its scope" in at.refusal(DEALER, "open")
    only_approved(at, "off")
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r56_a_machine_waits_for_the_approval_and_looks_for_it_again(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish(by=DealtBy.MACHINE)
    only_approved(at)
    at.do(ANN, "sit 1")
    assert at.room.next_order("T1") is None
    assert at.room.seconds_left("T1") == 2
    enter(at)
    change(at, approval="WSGC 9")
    at.room.advance("T1")
    assert at.room.table("T1").in_play is not None


def test_r56_a_deal_without_the_approval_that_the_switch_asked_for_is_a_finding(at: CardRoom) -> None:
    only_approved(at)
    at.do(ANN, "sit 1")
    at.now += 120_000
    at.room.approvals.check_deal = lambda table: None  # type: ignore[method-assign]  # as a forged program would
    at.do(DEALER, "open")
    (finding,) = audit(at.store).findings
    assert "dealt for money without a valid approval" in finding.what
    assert "no approval on record" in finding.what


def test_r56_an_approval_entered_by_who_may_not_is_a_finding(at: CardRoom) -> None:
    event = CODEC.to_plain(ApprovalEntered(approval()))
    write = Write("approvals", 0, (event,))
    at.store.commit(Unit(command=at.id(), actor=SUPERVISOR.actor, time_ms=at.tick(), writes=(write,)))
    (finding,) = audit(at.store).findings
    assert "staff/sue might not enter, prolong or withdraw an approval then" in finding.what


def test_r56_a_link_stands_to_its_approval_by_name_pay_table_stake_and_components(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(CARD)
    book = at.room.approvals

    def words() -> str:
        return book.of_link(links.desk.link("main")).words

    assert words() == "no approval on record"
    scope = Scope(paytables=("MGL-ML01",), limits=("progressive=1-5",), links=("main",), components=("Display 1.2",))
    book.enter(approval("WSGC 4", scope), EVE, at.id())
    links.configure("main", replace(CARD, approval="WSGC 4"), EVE, at.id(), override="test")
    assert words() == "approved by WSGC 4"
    office.note_component(links, "main", "Display", "1.2", SUE, at.id())
    assert words() == "approved by WSGC 4"
    office.note_component(links, "main", "Display", "1.3", SUE, at.id())
    assert words() == "changed since its approval WSGC 4: Display 1.3 is not in its scope"


def test_r56_with_the_switch_a_link_without_a_valid_approval_takes_no_joining(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(CARD)
    links.leave("main", "T1", SUE, at.id())
    only_approved(at)
    with pytest.raises(Refused, match="link main takes no table: no approval on record"):
        links.join("main", "T1", SUE, at.id())
    with pytest.raises(Refused, match="link main takes no table: no approval on record"):
        OutsideDesk(links).join("main", "B1", "dj-wild", SUE, at.id())
    only_approved(at, "off")
    links.join("main", "T1", SUE, at.id())


def test_r56_a_table_joined_against_the_switch_is_a_finding_judged_by_the_position_of_its_entry(
    tmp_path: Path,
) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(CARD)  # joined before the switch: nothing is wrong with that
    only_approved(at)
    links.leave("main", "T1", SUE, at.id())
    at.now += 120_000
    at.room.approvals.check_join = lambda link: None  # type: ignore[method-assign]  # as a forged program would
    links.join("main", "T1", SUE, at.id())
    joined = at.store.head("link/main").version
    only_approved(at, "off")  # afterwards, which mends nothing
    (finding,) = audit(at.store).findings
    assert finding.position == next(at.store.read("link/main", after=joined - 1)).position
    assert finding.what == (
        "a table joined link main without a valid approval, which the house asked for then: no approval on record"
    )


def test_r56_a_table_of_another_game_joined_against_the_switch_is_a_finding(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(CARD)
    only_approved(at)
    at.now += 120_000
    at.room.approvals.check_join = lambda link: None  # type: ignore[method-assign]
    OutsideDesk(links).join("main", "B1", "dj-wild", SUE, at.id())
    (finding,) = audit(at.store).findings
    assert "a table joined link main without a valid approval" in finding.what


def test_r56_a_table_joined_with_an_approval_that_ended_later_is_no_finding(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(CARD)
    links.leave("main", "T1", SUE, at.id())
    book = at.room.approvals
    scope = Scope(paytables=("MGL-ML01",), limits=("progressive=1-5",), links=("main",))
    book.enter(approval("WSGC 4", scope), EVE, at.id())
    links.configure("main", replace(CARD, approval="WSGC 4"), EVE, at.id(), override="test")
    only_approved(at)
    at.now += 120_000
    links.join("main", "T1", SUE, at.id())
    book.withdraw("WSGC 4", "it was another's", EVE, at.id())
    assert audit(at.store).findings == ()
