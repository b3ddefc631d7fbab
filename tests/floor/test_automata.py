"""Automata say what is on their lists: asked where an entry is written, and by the audit whatever was asked then.

The records here are forged by the room's own hand, with the question taken out of it: hashes, balances and events are
right, and only whose name stands there is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR
from link_room import CARD, EVE, KEYED, TWO_STRAIGHT_FLUSHES, LinkRoom, room_at, stacked

import croupier
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.finding import Finding
from croupier.floor.authors import AUTOMATA, NotOnTheList
from croupier.floor.cage.count import TableCount
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.links.control import Links
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, NameTaken
from croupier.floor.practice.names import BadGuestName, check_guest_name
from croupier.floor.roles import FRONT_DESK, LINK_DESK, PRACTICE_HOST, WEB, Person, Role
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy, Settings
from croupier.floor.unit import unit_of
from croupier.games import ruleset
from croupier.jackpot.events import AdjustmentReason
from croupier.money import DOLLAR
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write

EXPECTED = """
  automatic-dealer | table    | BetReturned BetsLocked BetsPlaced CardsDealt CardsShown EnvyPaid FoldCollected MeterWon RoundEnded RoundOpened SeatSettled SeedRevealed
  automatic-dealer | link     | ClaimPressed SeatSelected WagersSplit
  clock            | table    | Acted BankPassed
  first-start      | staff    | Registered
  front-desk       | player   | Registered
  head-signer      | heads    | HeadsSigned
  link-desk        | link     | LinkStopped WagersSplit
  practice-host    | player   | PlayChipsLent PracticeOpened Registered
  practice-host    | practice | LetIn PracticeOpened
  practice-host    | shared   | RoundShared
  practice-host    | link     | ClaimConfirmed ClaimLogged LinkOpened MeterAdjusted TableJoined WagersReturned WagersSplit
  practice-host    | table    | Acted AwardPaid BankPassed BetsWithdrawn PlayerUnseated RoundVoided SeedRevealed TableLinked TableOpened
  practice-host    | trimmed  | StreamTrimmed StreamsGone
  web              | staff    | SigningKeyMade SigningKeyMoved
"""  # noqa: E501
NAMES = sorted({row.split("|")[0].strip() for row in EXPECTED.splitlines() if row.strip()})


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LinkRoom]:
    room = room_at(tmp_path)
    room.link_up(CARD)
    yield room
    room.store.close()


@pytest.fixture
def staffed(tmp_path: Path) -> Iterator[LinkRoom]:
    """With a dealer, a player and a dealer who has gone for every automaton."""
    room = room_at(tmp_path)
    room.links = Links(room.room)

    def staff() -> None:
        room.link_up(CARD)
        for number in range(len(NAMES)):
            for kind, role in (("staff", Role.DEALER), ("player", Role.PLAYER), ("gone", Role.DEALER)):
                room.people.register(f"{kind}{number}", role, None, ADMIN, f"register {kind}{number}")
            room.people.deactivate(f"gone{number}", ADMIN, f"deactivate gone{number}")
        assert audit(room.store).findings == ()

    room.begin("staffed", staff)
    yield room
    room.store.close()


@pytest.fixture
def forging(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room no longer asks what an automaton may say."""
    monkeypatch.setattr("croupier.floor.unit.check_says", lambda who, stream, events: None)


def said(at: LinkRoom, actor: str, after: int = 0) -> list[tuple[int, set[str]]]:
    """Every entry that somebody wrote after a position, and what it says."""
    entries = [entry for entry in at.store.read_all() if entry.actor == actor and entry.position > after]
    return [(entry.position, {event["event"] for event in contents(entry).events}) for entry in entries]


def found(at: LinkRoom) -> str:
    return " | ".join(map(str, audit(at.store).findings))


def test_every_automaton_has_its_list_and_this_one_was_written_by_hand() -> None:
    rows = [[cell.strip() for cell in row.split("|")] for row in EXPECTED.strip().splitlines()]
    lists = {(each.person.name, stream): each.says[stream] for each in AUTOMATA.values() for stream in each.says}
    assert lists == {(name, stream): frozenset(events.split()) for name, stream, events in rows}


def test_every_entry_of_the_floor_and_the_web_is_written_where_the_automata_are_asked() -> None:
    """`unit_of` asks. The store itself makes one unit, of what it trimmed: that is the host's of practice alone."""
    root = Path(croupier.__file__).parent
    made = {str(path.relative_to(root)) for path in root.rglob("*.py") if re.search(r"\bUnit\(", path.read_text())}
    assert made == {"floor/unit.py", "store/trimming.py"}


@pytest.mark.parametrize(
    ("who", "do"),
    [
        (FRONT_DESK, lambda at, who: at.people.set_pin("ann", "1234", Person(who.name, Role.ADMIN), "x")),
        (FIRST_START, lambda at, who: at.people.deactivate("sue", who, "x")),
        (FIRST_START, lambda at, who: at.people.change_role("dora", Role.EXECUTIVE, who, "x")),
        (WEB, lambda at, who: at.people.register("x", Role.EXECUTIVE, None, Person(who.name, Role.ADMIN), "x")),
        (PRACTICE_HOST, lambda at, who: at.do(who, "stop x")),
        (PRACTICE_HOST, lambda at, who: at.cage.buy_in("ann", 100, who, "x")),
        (LINK_DESK, lambda at, who: asked(at, Person(who.name, Role.SUPERVISOR))),
    ],
)
def test_an_automaton_is_refused_what_is_not_on_its_list(
    at: LinkRoom, who: Person, do: Callable[[LinkRoom, Person], Any]
) -> None:
    before = at.store.position()
    with pytest.raises(NotOnTheList, match=rf"{who.name} is an automaton and may not write \w+ in "):
        do(at, who)
    assert at.store.position() == before


def test_what_is_on_a_list_is_written_and_audits_clean(at: LinkRoom) -> None:
    """What the others write, the tests of machines, clocks, links, practice and signed heads have in their records."""
    assert audit(at.store).findings == ()
    at.people.register("joe", Role.PLAYER, "1234", FRONT_DESK, "join")
    at.store.commit(unit_of(WEB, "key", at.tick(), "", Write("staff", None, ({"event": "SigningKeyMade"},))))
    assert audit(at.store).findings == ()


def test_an_executive_whom_the_web_has_registered_and_nine_million_dollars(at: LinkRoom, forging: None) -> None:
    at.people.register("mallory", Role.EXECUTIVE, None, Person("web", Role.ADMIN), "mallory")
    mallory = Person("mallory", Role.EXECUTIVE)
    at.cage.buy_in("ann", 9_000_000 * DOLLAR, SUPERVISOR, "nine million", second=mallory)
    ((position, _),) = said(at, "staff/web")
    assert audit(at.store).findings[0] == Finding(
        position,
        "staff",
        "staff/web might not say Registered in staff: this automaton says SigningKeyMade, SigningKeyMoved there",
    )


def open_table(at: LinkRoom, who: Person, name: str) -> None:
    at.room.open_table(name, Settings(terms=terms(ruleset("wa-2018")), dealt_by=DealtBy.PERSON), who, at.id())


def choose(at: LinkRoom, who: Person, choice: str, text: str) -> None:
    ChoiceBook(at.store, now_ms=at.tick).choose(choice, text, who, at.id())


def void(at: LinkRoom, who: Person) -> None:
    at.do(DEALER, "open")
    at.do(who, "void misdeal")


def sent_off(at: LinkRoom, who: Person) -> None:
    at.do(ANN, "sit 1")
    at.do(who, "unseat 1 gone")


def stopped(at: LinkRoom, who: Person) -> None:
    at.links.stop("main", "x", who, at.id())
    at.links.resume("main", SUPERVISOR, EVE, at.id())


def resumed(at: LinkRoom, who: Person) -> None:
    at.links.stop("main", "x", SUPERVISOR, at.id())
    at.links.resume("main", who, EVE, at.id())


def asked(at: LinkRoom, who: Person) -> int:
    return at.links.ask("main", "mega", 100, AdjustmentReason.MALFUNCTION, "memo", who, at.id())


def approved(at: LinkRoom, who: Person) -> None:
    at.links.approve("main", asked(at, EVE), who, at.id())


def joined(at: LinkRoom, who: Person, table: str) -> None:
    open_table(at, ADMIN, table)
    at.links.join("main", table, who, at.id())


DEEDS: dict[str, tuple[Role, Callable[[LinkRoom, Person, int], Any]]] = {
    "register an executive": (
        Role.ADMIN,
        lambda at, who, n: at.people.register(f"x{n}", Role.EXECUTIVE, None, who, at.id()),
    ),
    "register a player": (Role.ADMIN, lambda at, who, n: at.people.register(f"x{n}", Role.PLAYER, None, who, at.id())),
    "make an admin": (Role.ADMIN, lambda at, who, n: at.people.change_role(f"staff{n}", Role.ADMIN, who, at.id())),
    "set a PIN of the staff": (Role.ADMIN, lambda at, who, n: at.people.set_pin("sue", "1234", who, at.id())),
    "set a PIN of a player": (Role.ADMIN, lambda at, who, n: at.people.set_pin("ann", "1234", who, at.id())),
    "issue a badge": (Role.ADMIN, lambda at, who, n: at.people.issue_badge("sue", who, at.id())),
    "unlock": (Role.ADMIN, lambda at, who, n: at.people.unlock("ann", who, at.id())),
    "deactivate one of the staff": (Role.ADMIN, lambda at, who, n: at.people.deactivate(f"staff{n}", who, at.id())),
    "deactivate a player": (Role.ADMIN, lambda at, who, n: at.people.deactivate(f"player{n}", who, at.id())),
    "let in again": (Role.ADMIN, lambda at, who, n: at.people.activate(f"gone{n}", who, at.id())),
    "sell chips": (Role.SUPERVISOR, lambda at, who, n: at.cage.buy_in("ann", 500, who, at.id())),
    "sell chips at a table": (Role.DEALER, lambda at, who, n: at.cage.buy_in_at("T1", "ann", 500, who, at.id())),
    "redeem chips": (Role.SUPERVISOR, lambda at, who, n: at.cage.cash_out("ann", 500, who, at.id())),
    "fund the cage": (Role.SUPERVISOR, lambda at, who, n: at.cage.fund(500, who, at.id())),
    "fill a tray": (Role.SUPERVISOR, lambda at, who, n: at.cage.fill("T1", 500, who, at.id())),
    "take a credit": (Role.SUPERVISOR, lambda at, who, n: at.cage.credit("T1", 500, who, at.id())),
    "close a shift": (Role.SUPERVISOR, lambda at, who, n: close_as_recorded(at.cage, "T1", who, at.id())),
    "choose a limit": (Role.ADMIN, lambda at, who, n: choose(at, who, "second_person_above", f"{10_000 - n}")),
    "open a table": (Role.ADMIN, lambda at, who, n: open_table(at, who, f"X{n}")),
    "change a table": (Role.SUPERVISOR, lambda at, who, n: at.do(who, f'change {{"clock": "{20 + n}"}}')),
    "stop a table": (Role.SUPERVISOR, lambda at, who, n: at.do(who, "stop x")),
    "void a round": (Role.SUPERVISOR, lambda at, who, n: void(at, who)),
    "send a player off": (Role.SUPERVISOR, lambda at, who, n: sent_off(at, who)),
    "assign a dealer": (Role.SUPERVISOR, lambda at, who, n: at.do(who, f"dealer staff{n}")),
    "call a supervisor": (Role.DEALER, lambda at, who, n: at.do(who, f"call {n}")),
    "open a link": (Role.EXECUTIVE, lambda at, who, n: at.links.open(f"L{n}", KEYED, who, at.id(), override="test")),
    "join a link": (Role.SUPERVISOR, lambda at, who, n: joined(at, who, f"X{n}")),
    "stop a link": (Role.SUPERVISOR, lambda at, who, n: stopped(at, who)),
    "resume a link": (Role.SUPERVISOR, lambda at, who, n: resumed(at, who)),
    "ask for an adjustment": (Role.SUPERVISOR, lambda at, who, n: asked(at, who)),
    "approve an adjustment": (Role.EXECUTIVE, lambda at, who, n: approved(at, who)),
    "join a game outside": (
        Role.SUPERVISOR,
        lambda at, who, n: OutsideDesk(at.links).join("main", f"C{n}", "dj-wild", who, at.id()),
    ),
}
LISTED = {
    ("first-start", "register an executive"): "may not register staff like that",
    ("front-desk", "register a player"): "",
    ("practice-host", "register a player"): "may not register a player like that",
    ("practice-host", "open a table"): "staff/practice-host opened X",
    ("practice-host", "open a link"): "wrote in link L",
    ("practice-host", "join a link"): "is no practice table",
    ("practice-host", "join a game outside"): "staff/practice-host ",
    ("practice-host", "send a player off"): "T1 is no practice table",
    ("practice-host", "void a round"): "T1 is no practice table",
    ("link-desk", "stop a link"): "",
}
"""What is on a list by its name, and what is wrong with it all the same. A player is the front desk's to register; what
the desk of the links stops is looked at apart, as a link is not followed further once something is wrong with it."""


@pytest.mark.parametrize("deed", DEEDS)
def test_what_only_people_do_is_found_of_every_automaton(staffed: LinkRoom, forging: None, deed: str) -> None:
    """Each finding names the entry, the automaton and the event, and each of them is found."""
    at = staffed
    before, (role, do) = at.store.position(), DEEDS[deed]
    for number, name in enumerate(NAMES):
        do(at, Person(name, role), number)
    findings = audit(at.store).findings
    for name in NAMES:
        written = said(at, f"staff/{name}", before)
        assert written, f"{name} wrote nothing"
        for position, events in written:
            whats = " | ".join(finding.what for finding in findings if finding.position == position)
            if (name, deed) in LISTED:
                assert LISTED[name, deed] in whats
                assert bool(LISTED[name, deed]) == bool(whats)
            else:
                assert any(f"staff/{name} might not say {event} in " in whats for event in events), whats


def forge(at: LinkRoom, actor: str, stream: str, event: object, asked: str = "") -> None:
    """Write an entry past the room, with the store's own hashes."""
    write = Write(stream, None, (event,))  # type: ignore[arg-type]
    at.store.commit(Unit(command=at.id(), actor=actor, time_ms=at.tick(), writes=(write,), request=asked))


def test_the_desk_of_the_links_stops_one_by_its_self_check_and_for_no_reason_of_its_own(
    at: LinkRoom, forging: None
) -> None:
    at.links.stop("main", "no reason", Person("link-desk", Role.SUPERVISOR), at.id())
    assert "staff/link-desk was not in the book of names then" in found(at)


def test_nobody_says_the_self_check_in_its_place(at: LinkRoom) -> None:
    events = (
        {"event": "ComponentNoted", "component": "display", "version": "2", "by": "sue"},
        {"event": "LinkStopped", "fault": "x", "by": "self-check"},
    )
    unit = Unit(
        command="x", actor="staff/sue", time_ms=at.tick(), request="x", writes=(Write("link/main", None, events),)
    )
    at.store.commit(unit)
    assert "says that link-desk did it, but staff/sue wrote it" in found(at)


@pytest.mark.parametrize("name", NAMES)
def test_an_automaton_is_nobodys_second_person(at: LinkRoom, name: str) -> None:
    machine = Person(name, Role.EXECUTIVE)
    at.cage.buy_in("ann", 500, SUPERVISOR, "signed", second=machine)
    at.cage.count("T1", TableCount((), ()), SUPERVISOR, "counted")
    at.cage.close_shift("T1", SUPERVISOR, "closed", "nothing is there", second=machine)
    at.links.stop("main", "x", SUPERVISOR, "stop")
    at.links.resume("main", SUPERVISOR, machine, "resume")
    wrong = found(at)
    assert wrong.count(f"staff/{name} might not be the second person for money then") == 2
    assert f"staff/{name} was not in the book of names then" in wrong


@pytest.mark.parametrize("name", NAMES)
def test_a_person_of_an_automatons_name_is_found_and_signs_nothing(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("croupier.floor.people.is_reserved", lambda name: False)
    at.people.register(name, Role.EXECUTIVE, None, ADMIN, "one of us")
    at.cage.buy_in("ann", 500, SUPERVISOR, "signed", second=Person(name, Role.EXECUTIVE))
    wrong = found(at)
    assert f"{name} is the name of an automaton, which no person has" in wrong
    assert f"staff/{name} might not be the second person for money then" in wrong


@pytest.mark.parametrize("name", ["Web", "WEB", "front_desk", "front.desk", "FrontDesk", "link-desk.", "_clock"])
def test_a_name_that_reads_like_an_automatons_is_nobodys(at: LinkRoom, name: str) -> None:
    with pytest.raises(NameTaken):
        at.people.register(name, Role.DEALER, None, ADMIN, name)
    forge(at, f"staff/{name}", "staff", {"event": "SigningKeyMade"})
    forge(at, f"staff/{name}", "player/x", {"event": "Registered", "name": "x", "role": "player"})
    assert f"staff/{name} did what only web does" in found(at)
    assert f"staff/{name} might not say Registered of player/x then" in found(at)


@pytest.mark.parametrize("name", ["clock", "Automatic_Dealer", "front-desk"])
def test_no_guest_is_shown_as_an_automaton(name: str) -> None:
    with pytest.raises(BadGuestName, match="what the house calls something itself"):
        check_guest_name(name)


def test_an_automaton_that_there_is_not_does_nothing(at: LinkRoom) -> None:
    forge(at, "staff/night-desk", "player/x", {"event": "Registered", "name": "x", "role": "player"})
    forge(at, "automaton/web", "staff", {"event": "SigningKeyMade"})
    assert "staff/night-desk might not say Registered of player/x then" in found(at)
    assert "automaton/web did what only web does" in found(at)


@pytest.mark.parametrize(
    ("role", "before", "what"),
    [
        ("admin", True, "staff/first-start may not register staff like that"),
        ("executive", False, "staff/first-start may not register staff like that"),
        ("admin", False, ""),
    ],
)
def test_the_first_start_registers_the_first_admin_and_nobody_else(
    tmp_path: Path, role: str, before: bool, what: str
) -> None:
    room = room_at(tmp_path)
    if before:
        room.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    forge(room, "staff/first-start", "staff", {"event": "Registered", "name": "mallory", "role": role})
    assert what in found(room)
    assert bool(what) == bool(found(room))
    room.store.close()


def test_the_first_start_does_not_come_before_the_first_admin_a_second_time(tmp_path: Path) -> None:
    room = room_at(tmp_path)
    for name in ("mallory", "sam"):
        forge(room, "staff/first-start", "staff", {"event": "Registered", "name": name, "role": "admin"})
    assert [finding.position for finding in audit(room.store).findings] == [2]
    room.store.close()


@pytest.mark.parametrize("name", NAMES)
def test_no_automaton_plays(at: LinkRoom, name: str) -> None:
    actor = f"staff/{name}"
    forge(at, actor, "table/T1", {"event": "PlayerSat", "seat": 2, "player": name}, "sit 2")
    forge(at, actor, f"drills/{name}", {"event": "DecisionAnswered"})
    forge(at, actor, "player/ann", {"event": "SignedOut", "name": "ann", "session": "x"})
    wrong = found(at)
    assert f"'sit 2' was not for {actor} to give" in wrong
    assert f"{actor} might not say PlayerSat in table/T1" in wrong
    assert f"{actor} might not say DecisionAnswered in drills/{name}" in wrong
    assert f"{actor} might not say SignedOut in player/ann" in wrong


@pytest.mark.parametrize("name", NAMES)
def test_no_automaton_deals_where_a_person_does(at: LinkRoom, forging: None, name: str) -> None:
    at.do(Person(name, Role.DEALER), "open")
    wrong = found(at)
    if name == "automatic-dealer":
        assert "T1 is dealt by a person; the automatic dealer presses nothing there" in wrong
    else:
        assert f"staff/{name} might not say RoundOpened in table/T1" in wrong


def test_the_automatic_dealer_claims_nothing_where_a_person_deals(
    at: LinkRoom, forging: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {"T1-1": TWO_STRAIGHT_FLUSHES})
    at.sit()
    at.bet("5")
    at.play_out()
    at.press(Person("automatic-dealer", Role.DEALER), "seat 4", "hand straight_flush")
    assert found(at).count("staff/automatic-dealer pressed a button at T1, where it does not deal") == 2


def test_the_real_automatic_dealer_is_refused_at_a_persons_table(at: LinkRoom) -> None:
    machine = AUTOMATA["staff/automatic-dealer"].person
    for order in ("open", "hand back"):
        with pytest.raises(Refused, match="T1 is dealt by a person"):
            at.room.do("T1", parse_order(order), machine, command=at.id())


@pytest.mark.parametrize("stream", ["staff", "cage", "player/ann", "link/main", "heads"])
def test_an_event_that_is_none_is_found_and_does_not_end_the_audit(at: LinkRoom, stream: str) -> None:
    forge(at, "staff/web", stream, 7)
    assert f"{stream}: " in found(at)
