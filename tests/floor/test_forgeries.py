"""Forged entries with right hashes and right balances: every stream is made again or refused, every actor was there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom

from croupier.floor.audit.auditor import audit
from croupier.floor.audit.cursor import TOLERANCE_MS
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.audit.streams import KINDS, kind_of
from croupier.floor.cage.alone import WINDOW_MS
from croupier.floor.cage.count import count_of
from croupier.floor.cage.shift import counted_shift
from croupier.floor.house.approval_scope import Scope
from croupier.floor.house.approval_status import ApprovalBook
from croupier.floor.house.approvals import Approval, Authority
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.heads import signer
from croupier.floor.orders import parse_order
from croupier.floor.people import NameTaken, SignInRefused
from croupier.floor.practice import guests_of, lend_chips, open_practice
from croupier.floor.roles import Person, Role
from croupier.games import ruleset
from croupier.ledger.accounts import CASH, Account, player
from croupier.ledger.transfers import Transfer, TransferId
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write
from raw_record import speaking

HOST = "staff/practice-host"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.begin("nothing forged yet", lambda: _furnished(room))
    yield room
    room.store.close()


def _furnished(room: CardRoom) -> None:
    room.furnish()
    assert audit(room.store).findings == ()


def forge(
    at: CardRoom,
    stream: str,
    event: dict[str, Any],
    actor: str = "staff/sue",
    *,
    asked: str = "",
    moved: tuple[tuple[str, str, str, int], ...] = (),
    beside: tuple[dict[str, Any], ...] = (),
) -> None:
    """Write an entry past the room, with the store's own hashes, book and balances."""
    transfers = tuple(Transfer(TransferId(id), Account(d), Account(c), cents) for id, d, c, cents in moved)
    write = Write(stream, None, (event, *beside))
    unit = Unit(command=at.id(), actor=actor, time_ms=at.tick(), writes=(write,), request=asked, transfers=transfers)
    at.store.commit(unit)


def found(at: CardRoom) -> str:
    return " | ".join(str(finding) for finding in audit(at.store).findings)


GIFT = (("gift", str(CASH), str(player("ann")), 50_000),)


@pytest.mark.parametrize(
    "stream",
    [
        "misc",
        "settings",
        "shift",
        "cage2",
        "link",
        "display/x",
        "table",
        "table/T1/x",
        "player/ann/x",
        "Cage",
        "house/x",
    ],
)
def test_a_stream_that_the_room_does_not_write_is_refused(at: CardRoom, stream: str) -> None:
    forge(at, stream, {"event": "Gift"}, moved=GIFT)
    assert "is of no stream that the room writes" in found(at)


@pytest.mark.parametrize(
    "stream",
    [
        *("cage", "staff", "house", "school", "player/ann", "shift/T1", "link/main", "game/C1", "table/T1", "table/T9"),
        *("drills/ann", "practice/ann"),
    ],
)
@pytest.mark.parametrize("event", [{"event": "Gift"}, {"event": "BoughtIn", "player": "ann", "amount": 1}])
def test_money_that_no_event_of_its_stream_moves_is_found(at: CardRoom, stream: str, event: dict[str, Any]) -> None:
    forge(at, stream, event, moved=GIFT)
    assert stream in found(at)


def test_money_under_a_links_mark_is_found_where_no_link_moved_it(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    moved = (("link/main/1/0/gift", str(CASH), str(player("ann")), 50_000),)
    forge(at, "table/T1", {"event": "TableStopped", "reason": "x"}, asked="stop x", moved=moved)
    assert "link/main/1: is the mark of a movement, but no entry of a link made it there" in found(at)


OPENED = {"event": "GameJoined", "table": "C1", "game": "dj-wild", "link": "main", "stake": 500, "paytable": "MGL-ML01"}


def test_a_table_of_another_game_that_joins_without_its_link_is_found(at: CardRoom) -> None:
    forge(at, "game/C1", OPENED)
    assert "link main does not say so in the same transaction" in found(at)


def test_another_games_lock_moves_its_wagers_and_no_more(at: CardRoom) -> None:
    forge(at, "game/C1", OPENED)
    forge(at, "game/C1", {"event": "GameLocked", "round": "C1-1", "wagers": {}}, "staff/dora", moved=GIFT)
    assert "moved [('gift', 'cash', 'player/ann', 50000)], but says GameLocked" in found(at)


def buy_in(at: CardRoom, actor: str, cents: int = 5_000, name: str = "ann", **more: str) -> None:
    command = f"sale-{at.id()}"
    rows = ((f"{command}/cash", "cash", "cage", cents), (f"{command}/chips", "cage", f"player/{name}", cents))
    event = {"event": "BoughtIn", "player": name, "amount": cents, **more}
    moved = tuple(Transfer(TransferId(id), Account(d), Account(c), amount) for id, d, c, amount in rows)
    write = Write("cage", None, (event,))
    at.store.commit(Unit(command=command, actor=actor, time_ms=at.tick(), writes=(write,), transfers=moved))


@pytest.mark.parametrize(
    ("actor", "what"),
    [
        ("staff/eve", "staff/eve might not sell or redeem chips at the cage then"),
        ("staff/dora", "staff/dora might not sell or redeem chips at the cage then"),
        ("player/ann", "player/ann might not sell or redeem chips at the cage then"),
        ("staff/automatic-dealer", "staff/automatic-dealer might not"),
        ("staff/practice-host", "staff/practice-host might not"),
        ("staff/link-desk", "staff/link-desk might not"),
        ("nobody", "nobody might not"),
    ],
)
def test_every_actor_was_there_and_might_do_it(at: CardRoom, actor: str, what: str) -> None:
    buy_in(at, actor)
    assert what in found(at)


def test_who_might_do_it_may_have_done_it(at: CardRoom) -> None:
    buy_in(at, "staff/sue")
    assert audit(at.store).clean  # as if it had been so: only a signed head tells


def test_r61_the_audit_knows_what_a_cashier_and_surveillance_might_do(at: CardRoom) -> None:
    at.people.register("cas", Role.CASHIER, None, ADMIN, "cas")
    at.people.register("cam", Role.SURVEILLANCE, None, ADMIN, "cam")
    buy_in(at, "staff/cas")
    assert audit(at.store).clean
    buy_in(at, "staff/cam")
    forge(at, "table/T1", {"event": "TableStopped", "reason": "x"}, "staff/cas", asked="stop x")
    said = found(at)
    assert "staff/cam might not sell or redeem chips at the cage then" in said
    assert "cas is a cashier and may not stop or resume a table" in said


def test_who_came_later_had_not_done_it_before(at: CardRoom) -> None:
    buy_in(at, "staff/stan")
    at.people.register("stan", Role.SUPERVISOR, None, ADMIN, "stan")
    assert "staff/stan might not" in found(at)
    at.now += 1
    buy_in(at, "staff/stan")
    assert len(audit(at.store).findings) == 1


def test_a_role_that_has_ended_counts_no_more_and_the_new_one_does(at: CardRoom) -> None:
    at.people.change_role("dora", Role.SUPERVISOR, ADMIN, "up")
    buy_in(at, "staff/dora")
    assert audit(at.store).clean
    at.people.change_role("dora", Role.DEALER, ADMIN, "down")
    buy_in(at, "staff/dora")
    assert audit(at.store).clean  # asked for a moment before
    at.now += GRACE_MS + 2
    buy_in(at, "staff/dora")
    assert "staff/dora might not" in found(at)


def test_who_was_deactivated_does_nothing_more(at: CardRoom) -> None:
    at.people.register("stan", Role.SUPERVISOR, None, ADMIN, "stan")
    at.people.deactivate("stan", ADMIN, "out")
    at.people.deactivate("ann", ADMIN, "ann out")
    at.now += GRACE_MS + 2
    buy_in(at, "staff/stan")
    at.do(ANN, "sit 1")
    assert "staff/stan might not" in found(at)
    assert "player/ann was deactivated" in found(at)


def test_a_sale_to_nobody_and_one_without_its_second_person_are_found(at: CardRoom) -> None:
    buy_in(at, "staff/sue", name="eve")
    assert "there was no such player" in found(at)
    ChoiceBook(at.store, now_ms=at.tick).choose("second_person_above", "10", ADMIN, "limit")
    at.now += GRACE_MS + 2
    buy_in(at, "staff/sue", 2_000)
    assert "moved $20 without a second person, above $10" in found(at)
    buy_in(at, "staff/sue", 2_000, approver="dora")
    assert "staff/dora might not be the second person for money then" in found(at)


@pytest.mark.parametrize(
    ("event", "actor", "what"),
    [
        ({"event": "Registered", "name": "eve", "role": "admin"}, "staff/sue", "might not say Registered of staff/eve"),
        ({"event": "Registered", "name": "eve", "role": "admin"}, "staff/first-start", "may not register staff"),
        ({"event": "Registered", "name": "sue", "role": "admin"}, "staff/sam", "sue is registered twice"),
        ({"event": "RoleChanged", "name": "dora", "old": "dealer", "new": "executive"}, "staff/sue", "might not"),
        ({"event": "RoleChanged", "name": "dora", "old": "admin", "new": "executive"}, "staff/sam", "should say"),
        ({"event": "Deactivated", "name": "sam"}, "staff/sam", "cannot deactivate themselves"),
        ({"event": "PinSet", "name": "sam"}, "staff/sue", "might not say PinSet of staff/sam"),
        ({"event": "SignedIn", "name": "sam"}, "staff/sue", "staff/sue signed in as staff/sam"),
        ({"event": "SigningKeyMade"}, "staff/sam", "did what only web does"),
        ({"event": "Unlocked", "name": "eve"}, "staff/sam", "nobody was called 'eve' then"),
        ({"event": "SignedOut", "name": "sam", "session": "x"}, "staff/sue", "staff/sue signed in as staff/sam"),
        ({"event": "SignInFailed", "name": "eve", "locked_until_ms": 0}, "staff/eve", "nobody was called 'eve' then"),
        (
            {"event": "SignInFailed", "name": "sam", "locked_until_ms": 10**18},
            "staff/sam",
            "wrong PINs lock for 15 min",
        ),
        ({"event": "SignInFailed", "name": "sam", "locked_until_ms": "x"}, "staff/sam", "which nobody writes there"),
        ({"event": "SignedOut", "name": "sam", "session": None}, "staff/sam", "which nobody writes there"),
        *(
            ({"event": "Registered", "name": name, "role": "executive"}, "staff/sam", what)
            for name, what in (
                ("sue\u200b", "cannot have happened"),
                ("\u0455ue", "cannot have happened"),
                ("a/b", "cannot have happened"),
                ("", "cannot have happened"),
                ("Front_Desk", "is the name of an automaton"),
                ("guest-00000000", "is the name of a guest"),
            )
        ),
    ],
)
def test_the_book_of_names_is_made_again(at: CardRoom, event: dict[str, Any], actor: str, what: str) -> None:
    forge(at, "staff", event, actor)
    assert what in found(at)


def test_who_was_deactivated_did_not_come_in_to_activate_themselves(at: CardRoom) -> None:
    at.people.register("stan", Role.ADMIN, None, ADMIN, "stan")
    at.people.deactivate("stan", ADMIN, "out")
    forge(at, "staff", {"event": "Reactivated", "name": "stan"}, "staff/stan")
    assert "stan cannot have come in to activate themselves" in found(at)


@pytest.mark.parametrize("name", ["guest-00000000", "max.7", "Front_Desk", "SUE"])
def test_nobody_of_the_staff_has_a_name_that_passes_for_another(at: CardRoom, name: str) -> None:
    """Of a guest the session ends with the browser's alone, whatever becomes of PIN and role."""
    with pytest.raises(NameTaken):
        at.people.register(name, Role.DEALER, "1234", ADMIN, "passes")


def test_what_happens_at_the_door_is_known_also_of_who_was_deactivated(at: CardRoom) -> None:
    at.people.register("stan", Role.SUPERVISOR, "1234", ADMIN, "stan")
    at.people.sign_in("stan", "1234", enters=True, way="a browser")
    at.people.deactivate("stan", ADMIN, "out")
    at.now += GRACE_MS + 2
    with pytest.raises(SignInRefused):
        at.people.sign_in("stan", "9999", way="a browser")
    at.people.sign_out("stan", "a session")
    at.people.sign_out("ann", "hers")
    assert audit(at.store).findings == ()


def test_play_chips_are_lent_to_guests_alone(at: CardRoom) -> None:
    lend_chips(at.room, "ann", 500)
    assert "play chips are for guests and their company alone" in found(at)


def test_play_chips_and_money_that_meet_at_a_table_are_found(at: CardRoom) -> None:
    """A guest at a table for money, and an account at a practice table: entered past the doors, which refuse both."""
    table = open_practice(at.room, at.people, ruleset("wa-2018"), ANN)
    (guest,) = guests_of(at.store, "ann")
    assert audit(at.store).findings == ()
    at.do(Person(guest, Role.PLAYER), "sit 2")
    at.room.do(table, parse_order("sit 5"), ANN, command=at.id())
    assert f"player/{guest} has play chips, and T1 is not played for that" in found(at)
    assert f"player/ann has money, and {table} is not played for that" in found(at)


@pytest.mark.parametrize(
    ("stream", "event", "actor", "what"),
    [
        ("practice/ann", {"table": "T1", "guest": "ann"}, HOST, "only guests are"),
        ("practice/ann", {"table": "practice-00000000", "guest": "guest-00000000"}, HOST, "before table/"),
        ("practice/eve", {"table": "T1", "guest": "ann"}, HOST, "nobody was called so then"),
        ("practice/ann", {"table": "T1", "guest": "ann"}, "staff/sue", "only staff/practice-host does"),
    ],
)
def test_who_was_let_in_at_a_private_table_is_checked(
    at: CardRoom, stream: str, event: dict[str, Any], actor: str, what: str
) -> None:
    forge(at, stream, {"event": "PracticeOpened", **event}, actor)
    assert what in found(at)


@pytest.mark.parametrize(
    ("event", "actor", "what"),
    [
        (
            {"event": "HouseChose", "choice": "zone", "old": "UTC", "new": "Nowhere"},
            "staff/sam",
            "which zone cannot be",
        ),
        ({"event": "HouseChose", "choice": "low_tray", "old": 7, "new": 500}, "staff/sam", "but it was None"),
        ({"event": "HouseChose", "choice": "low_tray", "old": None, "new": 500}, "staff/sue", "might not make the"),
        ({"event": "HouseChose", "choice": "carpet", "old": 1, "new": 2}, "staff/sam", "which nobody writes there"),
        (
            {"event": "HouseChose", "choice": "name", "old": "never so called", "new": "Ours"},
            "staff/sam",
            "but it was 'The Palace'",
        ),
    ],
)
def test_the_choices_of_the_house_are_made_again(at: CardRoom, event: dict[str, Any], actor: str, what: str) -> None:
    ChoiceBook(at.store, now_ms=at.tick).choose("name", "The Palace", ADMIN, "just now")
    forge(at, "house", event, actor)
    assert what in found(at)


@pytest.mark.parametrize(
    ("actor", "asked"),
    [
        ("staff/dora", "stop x"),
        ("staff/nobody", "stop x"),
        ("player/ann", "stop x"),
        ("staff/clock", "stop x"),
        ("staff/automatic-dealer", "stop x"),
    ],
)
def test_an_order_at_a_table_was_for_its_giver_to_give(at: CardRoom, actor: str, asked: str) -> None:
    forge(at, "table/T1", {"event": "TableStopped", "reason": "x"}, actor, asked=asked)
    assert "'stop x' was not for" in found(at)


@pytest.mark.parametrize(
    ("stream", "version", "what"),
    [
        ("table/T1", 99, "there is one of table/T1 at version 99, but the stream ends at 1"),
        ("table/T1", 0, "there is one of table/T1 at version 0"),
        ("table/T2", 1, "there is one of table/T2 at version 1, but the stream ends at 0"),
        ("cage", 1, "there is one of cage, which has none"),
        ("table/T1", 1, "the snapshot of the table shows another state"),
    ],
)
def test_a_snapshot_beyond_its_stream_or_of_another_state_is_found(
    at: CardRoom, stream: str, version: int, what: str
) -> None:
    with sqlite3.connect(at.url.removeprefix("sqlite:///")) as connection:
        connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (stream, version, "2 {}"))
    connection.close()
    assert what in found(at)


def test_entries_that_say_to_be_of_one_command_stand_side_by_side(at: CardRoom) -> None:
    with sqlite3.connect(at.url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE entries SET command = 'fund' WHERE position = 12")
    connection.close()
    assert "command 'fund' was written at several times" in found(at)


def test_a_winner_is_whoever_sits_there(at: CardRoom) -> None:
    """An award that the table notes must be paid by its link in the same transaction, to the player of that seat."""
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    paid = {"event": "AwardPaid", "seat": 1, "line": "royal_flush", "cents": 5}
    forge(at, "table/T1", paid, "staff/sue", asked="award 1 royal_flush 0.05")
    assert "cannot have happened" in found(at)


def test_a_bet_of_a_seat_where_nobody_sits_is_found_and_does_not_end_the_audit(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    placed = {"event": "BetsPlaced", "seat": 5, "stakes": {"ante": 1_000, "blind": 1_000}}
    forge(at, "table/T1", placed, "player/ann", asked="bet 10")
    assert "the rules make something else of 'bet 10'" in found(at)


def test_a_body_says_what_bodies_say_and_no_more(at: CardRoom) -> None:
    with sqlite3.connect(at.url.removeprefix("sqlite:///")) as connection:
        more = 'packed(replace(unpacked(body), \'"format":1\', \'"format":1,"more":1\'))'
        speaking(connection).execute(f"UPDATE entries SET body = {more}")
    connection.close()
    assert "it has more too much or too little" in found(at)


def test_every_kind_of_stream_has_one_auditor() -> None:
    assert all([kind.judge, kind.remake, kind.together].count(None) == 2 for kind in KINDS)
    assert kind_of("table/T1") is KINDS[0]
    assert kind_of("table/") is None


def test_a_variance_above_the_amount_that_one_person_accepted_is_found(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    ChoiceBook(at.store, now_ms=at.tick).choose("variance_above", "10", ADMIN, "limit")
    at.now += GRACE_MS + 2
    monkeypatch.setattr("croupier.floor.cage.shift_desk.check_second", lambda *asked: None)
    for tray_count, box_count in ((1_000_000, 0), (999_500, 500)):
        at.cage.count("T1", count_of(tray_count, box_count), SUPERVISOR, f"count {tray_count}")
        at.cage.close_shift("T1", SUPERVISOR, f"close {tray_count}", "miscounted" if box_count else "")
    assert audit(at.store).findings == ()
    at.cage.count("T1", count_of(999_499, 500), SUPERVISOR, "count more")
    at.cage.close_shift("T1", SUPERVISOR, "above", "miscounted")
    more = "accepted a variance of $5.01, $15.01 within 24 hours, without a second person, above $10"
    assert found(at).endswith(f"shift/T1: {more}")
    at.now += WINDOW_MS
    at.cage.count("T1", count_of(998_498, 500), SUPERVISOR, "count alone")
    at.cage.close_shift("T1", SUPERVISOR, "alone", "miscounted")
    assert found(at).count("shift/T1: accepted a variance of $15.01 without a second person, above $10") == 1


def test_variances_of_a_day_add_up_from_the_first_that_says_so(at: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """In records from before each stood alone. Whoever leaves the word out later is found."""
    ChoiceBook(at.store, now_ms=at.tick).choose("variance_above", "10", ADMIN, "limit")
    at.now += GRACE_MS + 2

    def closed(tray: int) -> None:
        at.cage.count("T1", count_of(tray, 0), SUPERVISOR, f"count {tray}")
        at.cage.close_shift("T1", SUPERVISOR, f"close {tray}", "miscounted")

    with monkeypatch.context() as before:
        before.setattr("croupier.floor.cage.shift_desk.check_second", lambda *asked: None)
        before.setattr("croupier.floor.cage.shift_desk.counted_shift", _before_they_added_up)
        closed(999_100)
        closed(998_200)
        assert audit(at.store).findings == ()
        at.now += WINDOW_MS
        before.setattr("croupier.floor.cage.shift_desk.counted_shift", counted_shift)
        closed(998_100)
        assert audit(at.store).findings == ()
        before.setattr("croupier.floor.cage.shift_desk.counted_shift", _before_they_added_up)
        closed(998_000)
    assert "which nobody writes there" in found(at)


def _before_they_added_up(*asked: Any) -> dict[str, Any]:
    return {key: value for key, value in counted_shift(*asked).items() if key != "per"}


def test_a_variance_in_the_minute_after_the_amount_was_chosen_is_held_to_the_milder_one(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = ChoiceBook(at.store, now_ms=at.tick)
    choices.choose("variance_above", "10", ADMIN, "limit")
    at.now += GRACE_MS + 2
    choices.choose("variance_above", "9", ADMIN, "lower")
    monkeypatch.setattr("croupier.floor.cage.shift_desk.check_second", lambda *asked: None)
    for counted, found_so_far in ((999_000, 0), (500_000, 1)):
        at.cage.count("T1", count_of(counted, 0), SUPERVISOR, f"count {counted}")
        at.cage.close_shift("T1", SUPERVISOR, f"close {counted}", "miscounted")
        assert found(at).count("without a second person, above $10") == found_so_far


def test_a_withdrawal_holds_from_the_day_on_which_it_was_written(at: CardRoom) -> None:
    """A round dealt after it would otherwise have been approved still."""
    book, scope = ApprovalBook(at.store, now_ms=at.tick), Scope(rules=None, paytables=None, limits=None)
    for number in ("N1", "N2"):
        approval = Approval(number=number, authority=Authority.STATE, since="2020-01-01", scope=scope)
        book.enter(approval, ADMIN, f"enter {number}")
    book.withdraw("N1", "it lapsed", ADMIN, "withdraw N1")
    assert audit(at.store).findings == ()
    forge(at, "approvals", {"event": "ApprovalWithdrawn", "number": "N2", "day": "2999-01-01", "why": "x"}, "staff/sam")
    assert "withdrew 'N2' from 2999-01-01 on, and that day was 2026-09-21" in found(at)


def test_an_earlier_signature_is_not_that_of_a_later_shift_close(at: CardRoom, tmp_path: Path) -> None:
    """Whoever cuts one out has those from before, and they hold."""
    sign = signer(at.store, str(tmp_path / "key.pem"))
    assert sign is not None
    for nth in ("early", "late"):
        at.cage.count("T1", count_of(1_000_000, 0), SUPERVISOR, f"count {nth}")
        at.cage.close_shift("T1", SUPERVISOR, nth)
        if nth == "early":
            sign(nth, at.tick())
    assert audit(at.store).findings == ()
    (before,) = [contents(entry).events[0] for entry in at.store.read("heads")]
    again = Write("heads", None, (before,))
    at.store.commit(Unit(command="heads/late", actor="staff/head-signer", time_ms=at.tick(), writes=(again,)))
    assert "before the shift close that it is for" in found(at)


@pytest.mark.parametrize("stream", ["house", "cage", "table/T1"])
def test_a_body_that_is_nested_without_end_is_found_and_does_not_end_the_audit(at: CardRoom, stream: str) -> None:
    nested = "[" * 100_000 + "]" * 100_000
    with sqlite3.connect(at.url.removeprefix("sqlite:///")) as connection:
        newest = "SELECT max(position) FROM entries"
        speaking(connection).execute(
            f"INSERT INTO entries (position, version, time_ms, stream, actor, command, hash, body)"
            f" VALUES (({newest}) + 1, 9, ?, ?, 'staff/sue', 'nested', ?, packed(?))",
            (at.tick(), stream, bytes(32), nested),
        )
    connection.close()
    assert "cannot be read" in found(at)


@pytest.fixture
def left(at: CardRoom) -> CardRoom:
    """Stan of the staff and ann have gone, and above $10 money takes two people: all of that long ago."""
    at.people.register("stan", Role.SUPERVISOR, None, ADMIN, "stan")
    at.do(ANN, "sit 1")
    at.people.deactivate("stan", ADMIN, "out")
    at.people.deactivate("ann", ADMIN, "ann out")
    ChoiceBook(at.store, now_ms=at.tick).choose("second_person_above", "10", ADMIN, "limit")
    at.now += GRACE_MS + 2
    at.do(DEALER, "call later")
    assert audit(at.store).findings == ()
    return at


def back_dated(at: CardRoom, ms: int, write: Callable[[], object]) -> None:
    now, at.now = at.now, at.now - ms
    write()
    at.now = now


@pytest.mark.parametrize("back", ["a minute", "four minutes", "to 1970"])
def test_what_was_over_by_its_place_in_the_journal_is_over_whatever_an_entry_says_of_its_time(
    left: CardRoom, back: str
) -> None:
    ms = {"a minute": GRACE_MS, "four minutes": 4 * GRACE_MS, "to 1970": left.now}[back]
    back_dated(left, ms, lambda: buy_in(left, "staff/stan", 500, "bob"))
    back_dated(left, ms, lambda: buy_in(left, "staff/sue", 2_000, "cat"))
    back_dated(left, ms, lambda: buy_in(left, "staff/sue", 500, "ann"))
    back_dated(
        left,
        ms,
        lambda: forge(left, "table/T1", {"event": "TableStopped", "reason": "x"}, "staff/stan", asked="stop x"),
    )
    back_dated(
        left, ms, lambda: forge(left, "table/T1", {"event": "PlayerLeft", "seat": 1}, "player/ann", asked="stand")
    )
    whats = found(left)
    assert "staff/stan might not sell or redeem chips at the cage then" in whats
    assert "moved $20 without a second person, above $10" in whats
    assert "but ann was deactivated and buys no chips" in whats
    assert "'stop x' was not for staff/stan to give" in whats
    assert "player/ann was deactivated" in whats


def test_times_that_run_back_further_than_commands_wait_are_found_once(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    back_dated(at, TOLERANCE_MS, lambda: buy_in(at, "staff/sue"))
    assert audit(at.store).findings == ()
    back_dated(at, TOLERANCE_MS + 61_000, lambda: [buy_in(at, "staff/sue"), buy_in(at, "staff/sue")])
    (finding,) = audit(at.store).findings
    assert finding.what == "is dated 6 min before an entry before it: times run back"


def test_times_after_the_audit_are_found_once_by_whoever_has_a_clock(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    now = at.now
    assert audit(at.store, now_ms=now - TOLERANCE_MS).findings == ()
    at.now += 72 * 366 * 86_400_000
    buy_in(at, "staff/sue")
    buy_in(at, "staff/sue")
    assert audit(at.store).findings == (), "the audit has no clock of its own"
    (finding,) = audit(at.store, now_ms=now).findings
    assert finding.position == at.store.position() - 1
    assert finding.what.startswith("is dated 37,946,880 min after this audit: ")


def test_the_room_writes_no_time_before_what_is_written_however_its_clock_is_set(at: CardRoom) -> None:
    latest = at.now
    for set_back in (1, 1_000, 86_400_000, at.now - 5):
        at.now = latest - set_back
        at.do(DEALER, "call somebody", "withdraw call")
        at.cage.buy_in("ann", 500, SUPERVISOR, at.id())
        at.people.unlock("ann", ADMIN, at.id())
    times = [entry.time_ms for entry in at.store.read_all()]
    assert times == sorted(times)
    at.restart()
    at.cage.buy_in("ann", 500, SUPERVISOR, at.id())
    assert audit(at.store).findings == ()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE balances SET account = 'escrow/T9/1' WHERE account = 'escrow/T1/1'",
        "DELETE FROM balances WHERE account = 'escrow/T1/1'",
        "INSERT INTO balances VALUES ('player/mallory', 0)",
    ],
)
def test_an_account_in_which_nothing_is_left_keeps_its_name(at: CardRoom, change: str) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10", "withdraw")
    assert at.store.balances()[Account("escrow/T1/1")] == 0
    assert audit(at.store).findings == ()
    with sqlite3.connect(at.url.removeprefix("sqlite:///")) as connection:
        connection.execute(change)
    connection.close()
    assert "in the book" in found(at)
