"""Tables of other five-card games on a Multi-Game Link (R35, R36): they wager, claim, win and pay envy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN
from link_room import CARD, DORA, EVE, KEYED, SUE, LinkRoom, room_at

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.control import Links
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.terms import NAMED
from croupier.ledger.accounts import CASH, owed, pool, tray
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.unit import CommandIdTaken, Unit, Write

ROYAL, QUADS, NOTHING = "As Ks Qs Js Ts", "4c 4d 4h 4s 2c", "3c 5d 8d Jc Qd"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LinkRoom]:
    room = room_at(tmp_path)
    yield room
    room.store.close()


@pytest.fixture
def outside(at: LinkRoom) -> OutsideDesk:
    at.link_up(CARD)
    outside = OutsideDesk(at.links)
    outside.join("main", "C1", "dj-wild", SUE, "join C1")
    return outside


def press(at: LinkRoom, outside: OutsideDesk, who: object, *buttons: str) -> None:
    for button in buttons:
        outside.press("C1", parse_button(button), who, at.id())  # type: ignore[arg-type]


def test_another_game_wagers_claims_and_wins(at: LinkRoom, outside: OutsideDesk) -> None:
    before = at.store.balance(CASH)
    game = outside.lock("C1", {1: 500, 3: 500, 5: 500}, DORA, "lock")
    assert game == "C1-1"
    assert outside.lock("C1", {1: 500, 3: 500, 5: 500}, DORA, "lock") == "C1-1", "the same command again"
    assert at.store.balance(pool("main")) == 1_500
    assert [row.cents for row in at.links.displays("main")] == [2_000_225, 500_105]
    outside.show("C1", {1: QUADS, 3: ROYAL, 5: NOTHING}, DORA, at.id())
    with pytest.raises(Refused, match="seat 3 has won with royal flush and the meter has not paid it"):
        outside.end("C1", DORA, at.id())
    press(at, outside, DORA, "seat 3", "hand royal_flush")
    with pytest.raises(Refused, match="royal flush is on"):
        press(at, outside, DORA, "seat 1")
    press(at, outside, SUE, "confirm")
    with pytest.raises(Refused, match="swipe an Executive card"):
        press(at, outside, SUE, "swipe")
    press(at, outside, EVE, "swipe")
    ended = contents(outside.end("C1", DORA, "end").entries[0]).events[0]
    # Quads pay 300 for 1 from the other game's tray; envy of the royal is $1,000 for each dollar wagered.
    assert ended["fixed"] == {"1": 300 * 500}
    assert ended["envy"] == {"1": 1_000 * 500, "5": 1_000 * 500}
    assert at.store.balance(owed("main")) == 0
    assert at.store.balance(tray("C1")) == -(300 * 500 + 2 * 1_000 * 500)
    assert at.store.balance(CASH) - before == -1_500 + 2_000_225 + 300 * 500 + 2 * 1_000 * 500
    assert [row.cents for row in at.links.displays("main")] == [2_000_000 + 45, 500_105]
    assert audit(at.store).findings == ()


def test_the_tray_of_another_game_is_filled_and_credited(at: LinkRoom, outside: OutsideDesk) -> None:
    outside.lock("C1", {1: 500}, DORA, at.id())
    outside.show("C1", {1: QUADS}, DORA, at.id())
    outside.end("C1", DORA, at.id())
    assert at.store.balance(tray("C1")) == -300 * 500
    at.cage.fill("C1", 200_000, SUE, at.id())
    at.cage.credit("C1", 10_000, SUE, at.id())
    assert at.store.balance(tray("C1")) == 200_000 - 10_000 - 300 * 500
    with pytest.raises(Refused, match="no table 'C9'"):
        at.cage.fill("C9", 100, SUE, at.id())
    assert audit(at.store).findings == ()


def test_what_its_cards_do_not_support_is_refused(at: LinkRoom, outside: OutsideDesk) -> None:
    outside.lock("C1", {3: 500}, DORA, at.id())
    press(at, outside, DORA, "seat 3")
    with pytest.raises(Refused, match="seat 3's cards make royal flush here"):
        press(at, outside, DORA, "hand royal_flush")
    outside.show("C1", {3: QUADS, 4: ROYAL}, DORA, at.id())
    with pytest.raises(Refused, match="seat 3's cards make royal flush here"):
        press(at, outside, DORA, "hand royal_flush")
    outside.end("C1", DORA, at.id())


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({1: "As Ks"}, "5"),
        ({1: ROYAL, 2: "As 2c 3c 4c 6d"}, "lies twice"),
        ({9: ROYAL}, "seat"),
        ({1: "Ax Kx"}, "not a card"),
    ],
)
def test_hands_that_cannot_be(at: LinkRoom, outside: OutsideDesk, hands: dict[int, str], says: str) -> None:
    outside.lock("C1", {1: 500}, DORA, at.id())
    with pytest.raises(Refused, match=says):
        outside.show("C1", hands, DORA, at.id())


def test_locks_that_cannot_be(at: LinkRoom, outside: OutsideDesk) -> None:
    with pytest.raises(Refused, match=r"seat 1 wagers \$1; the stake of this link is \$5"):
        outside.lock("C1", {1: 100}, DORA, at.id())
    with pytest.raises(Refused, match="ann is a player"):
        outside.lock("C1", {1: 500}, ANN, at.id())
    outside.lock("C1", {1: 500}, DORA, at.id())
    with pytest.raises(Refused, match="C1-1 is not over"):
        outside.lock("C1", {1: 500}, DORA, at.id())
    with pytest.raises(Refused, match="no table 'C9' of another game"):
        outside.lock("C9", {1: 500}, DORA, at.id())
    with pytest.raises(Refused, match="after Game Over"):
        outside.leave("C1", SUE, at.id())


def test_a_stopped_link_takes_no_wagers_of_another_game(at: LinkRoom, outside: OutsideDesk) -> None:
    at.links.stop("main", "display dark", SUE, at.id())
    with pytest.raises(Refused, match="C1 takes no progressive wagers now"):
        outside.lock("C1", {1: 500}, DORA, at.id())


def test_a_voided_game_goes_back(at: LinkRoom, outside: OutsideDesk) -> None:
    before = at.money()
    outside.lock("C1", {1: 500, 2: 500}, DORA, at.id())
    at.links.split_pool("main")
    outside.void("C1", "misdeal", SUE, at.id())
    assert at.money() == before
    outside.leave("C1", SUE, at.id())
    with pytest.raises(Refused, match="on no link"):
        outside.lock("C1", {1: 500}, DORA, at.id())
    assert audit(at.store).findings == ()


def test_terms_do_not_change_during_another_games_round(at: LinkRoom, outside: OutsideDesk) -> None:
    outside.lock("C1", {1: 500}, DORA, at.id())
    with pytest.raises(Refused, match="a round is open at C1"):
        at.links.configure("main", CARD, EVE, at.id(), override="x")
    outside.end("C1", DORA, at.id())
    at.links.configure("main", replace(CARD, stake=100), EVE, at.id(), override="x")
    with pytest.raises(Refused, match=r"the stake of this link is \$1"):
        outside.lock("C1", {1: 500}, DORA, at.id())
    outside.lock("C1", {1: 100}, DORA, at.id())
    assert audit(at.store).findings == ()


def test_seven_card_links_are_not_for_other_games(at: LinkRoom) -> None:
    at.link_up(KEYED)
    with pytest.raises(Refused, match="looks at seven cards"):
        OutsideDesk(Links(at.room)).join("main", "C1", "dj-wild", SUE, at.id())


def test_r35_any_game_of_the_ten_may_be_dealt_elsewhere_and_no_other(at: LinkRoom) -> None:
    """Also one that this house deals: a table of it may stand in another system, with real cards."""
    at.link_up(CARD)
    outside = OutsideDesk(at.links)
    for number, game in enumerate(NAMED):
        assert outside.join("main", f"C{number}", game, SUE, at.id()).game == game
    assert at.links.desk.link("main").tables == {
        "T1": "uth",
        **{f"C{number}": game for number, game in enumerate(NAMED)},
    }
    for stranger in ("five card stud", "", "DJ Wild Stud Poker"):
        with pytest.raises(Refused) as refused:
            outside.join("main", "C99", stranger, SUE, at.id())
        assert str(refused.value) == (
            f"no game {stranger!r} joins a Multi-Game Link; want one of caribbean (Caribbean Stud), "
            "crazy-four (Crazy 4 Poker), dj-wild (DJ Wild Stud Poker), four-card (Four Card Poker), "
            "flushes-gone-wild (Flushes Gone Wild), let-it-ride (Let It Ride), mississippi (Mississippi Stud), "
            "holdem-bonus (Texas Hold'em Bonus), three-card (Three Card Poker), uth (Ultimate Texas Hold'em)"
        )
    assert audit(at.store).findings == ()


def test_after_a_crash_the_game_goes_on(at: LinkRoom, outside: OutsideDesk) -> None:
    outside.lock("C1", {3: 500}, DORA, at.id())
    outside.show("C1", {3: ROYAL}, DORA, at.id())
    press(at, outside, DORA, "seat 3", "hand royal_flush")
    at.restart()
    at.links = Links(at.room)
    again = OutsideDesk(at.links)
    press(at, again, SUE, "confirm")
    press(at, again, EVE, "swipe")
    again.end("C1", DORA, at.id())
    assert audit(at.store).findings == ()


def test_an_audit_finds_a_forged_report(at: LinkRoom, outside: OutsideDesk) -> None:
    """A win that the hands do not support, written past the desk: the chain is sound, the rules are not."""
    outside.lock("C1", {3: 500}, DORA, at.id())
    outside.show("C1", {3: QUADS}, DORA, at.id())
    forged = {"event": "GamePaid", "seat": 3, "line": "royal_flush", "cents": 1}
    at.store.commit(
        Unit(command="forged", actor="staff/sue", time_ms=at.tick(), writes=(Write("game/C1", None, (forged,)),))
    )
    found = audit(at.store).findings
    assert {finding.where for finding in found} == {"game/C1"}
    assert "seat 3 was paid for royal flush, but has no such win to be paid" in found[0].what


def test_r35_an_audit_finds_a_table_whose_game_may_not_be_on_the_link(at: LinkRoom, outside: OutsideDesk) -> None:
    forged = {"event": "TableJoined", "table": "P1", "game": "pai-gow", "by": "sue"}
    asked = {"command": "JoinTable", "table": "P1", "game": "pai-gow", "by": {"name": "sue", "rank": "supervisor"}}
    write = Write("link/main", None, (forged,), (asked,))
    at.store.commit(Unit(command="forged", actor="staff/sue", time_ms=at.tick(), writes=(write,)))
    (finding,) = audit(at.store).findings
    assert "table P1 plays pai-gow, which may not be on a Multi-Game Link" in finding.what


@pytest.mark.parametrize(("table", "other"), [("T1", "three-card"), ("C1", "holdem-bonus")])
def test_r35_an_audit_finds_a_table_that_joined_as_another_game(
    at: LinkRoom, outside: OutsideDesk, table: str, other: str
) -> None:
    """Event and command agree with each other, and the game may be on the link: only the table knows what it deals."""
    assert audit(at.store).findings == ()
    joined = next(entry for entry in at.store.read("link/main") if contents(entry).events[0].get("table") == table)

    def change(said: dict[str, Any]) -> None:
        said["events"][0]["game"] = said["commands"][0]["game"] = other

    at.rewrite(joined.position, change)
    assert any("in the same transaction" in finding.what for finding in audit(at.store).findings)


def test_a_table_is_on_one_link_and_its_name_is_its_own(at: LinkRoom, outside: OutsideDesk) -> None:
    at.links.open("other", CARD, EVE, at.id(), override="test")
    outside.lock("C1", {3: 500}, DORA, at.id())
    with pytest.raises(Refused, match="C1 is on link 'main' already; take it off first"):
        outside.join("other", "C1", "dj-wild", SUE, at.id())
    assert outside.table("C1").wagers == {3: 500}
    with pytest.raises(Refused, match="C1 is a table of another game"):
        at.room.open_table("C1", Settings(terms=terms(ruleset("wa-2018"))), SUE, at.id())


def test_the_id_of_another_report_is_no_lock(at: LinkRoom, outside: OutsideDesk) -> None:
    outside.lock("C1", {3: 500}, DORA, at.id())
    outside.end("C1", DORA, "over")
    with pytest.raises(CommandIdTaken):
        outside.lock("C1", {3: 500}, DORA, "over")
    with pytest.raises(CommandIdTaken):
        outside.lock("C1", {3: 100}, DORA, "over")  # refused anyway, and so looked up
    assert outside.table("C1").round is None


def test_hands_that_were_shown_stand_for_their_game(at: LinkRoom, outside: OutsideDesk) -> None:
    """Reported again they are the same, whoever reports them; the audit finds others."""
    outside.lock("C1", {3: 500}, DORA, at.id())
    outside.show("C1", {3: QUADS}, DORA, at.id())
    outside.show("C1", {3: QUADS}, DORA, at.id())
    for others in ({3: ROYAL}, {3: QUADS, 4: ROYAL}, {}):
        with pytest.raises(Refused, match="the hands of game C1-1 were shown already, and others; they stand"):
            outside.show("C1", others, DORA, at.id())
    assert audit(at.store).findings == ()
    forged = {"event": "HandsShown", "round": "C1-1", "hands": {"3": ROYAL}}
    unit = Unit(command="forged", actor="staff/dora", time_ms=at.tick(), writes=(Write("game/C1", None, (forged,)),))
    at.store.commit(unit)
    assert "the hands of game C1-1 were shown already" in str(audit(at.store).findings)
