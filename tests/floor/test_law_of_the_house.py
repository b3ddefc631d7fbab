"""R55: the legal profile is a value of the house. Two people change it, with a reference and a date from which it
holds. Tables and links are measured by the one in force, and the audit goes by the one of each entry's day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR
from link_room import CARD, EVE, KEYED, SUE, LinkRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.making import chosen, customary
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.law import LawBook, LawChanged, end_ms, law_from_plain, law_to_plain
from croupier.floor.links.claiming import commit, link_person
from croupier.floor.links.control import Links
from croupier.floor.links.keypads import candidates
from croupier.floor.links.linked import LinkTo
from croupier.floor.links.outside import stream_of
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.outside_events import GameJoined, to_plain
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.plan import unit_of_table
from croupier.floor.play import decide
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy, Settings, Table, TableOpened
from croupier.floor.unit import unit_of
from croupier.floor.view import table_view
from croupier.games import ruleset
from croupier.jackpot.office.setup import Configure, JoinTable, OpenLink
from croupier.jackpot.terms import LinkTerms
from croupier.rules.law import LAW, Jurisdiction
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write

WA, CA = Jurisdiction.WASHINGTON, Jurisdiction.CALIFORNIA
DAY_MS = 86_400_000


class LawRoom(LinkRoom):
    """A room in which the law changes. Its clock is only moved forward."""

    def furnish(self, rules: str = "wa-2018", *, by: DealtBy = DealtBy.PERSON, **choices: Any) -> None:
        super().furnish(rules, by=by, **choices)
        self.people.register(EVE.name, EVE.role, None, ADMIN, EVE.name)

    def day(self, later: int = 0) -> str:
        return datetime.fromtimestamp((self.now + later * DAY_MS) / 1000, UTC).date().isoformat()

    def change(self, place: Jurisdiction = WA, later: int = 0, **texts: str) -> LawChanged:
        """Sam changes the law and eve signs beside him, to hold so many days later."""
        day = self.day(later)
        receipt = self.room.law.change(
            place, texts, reference="WSGC 12", day=day, who=ADMIN, second=EVE, command=self.id()
        )
        return law_from_plain(contents(receipt.entries[0]).events[0])

    def refused(self, **given: Any) -> str:
        change = {"reference": "WSGC 12", "day": self.day(1), "who": ADMIN, "second": EVE, "command": self.id()}
        with pytest.raises(Refused) as refused:
            self.room.law.change(given.pop("place", WA), given.pop("texts", {}), **{**change, **given})
        return str(refused.value)

    def forge(self, *texts: str, who: Person = DEALER) -> Table:
        """Orders at T1, written as a program writes them that asks no law."""
        for text in texts:
            order, table = parse_order(text), self.room.table("T1")
            seed = hashlib.sha256(f"T1-{table.rounds + 1}".encode()).digest()
            events = decide(table, order, who.name, seed, law=None)
            after, moved = applied(table, events, self.tick())
            self.store.commit(unit_of_table(after, table.version, events, moved, who, self.id(), self.now, str(order)))
            self.room.reload("T1")
        return self.room.table("T1")

    def found(self) -> str:
        return "\n".join(finding.what for finding in audit(self.store).findings)


@pytest.fixture
def at(url: str) -> Iterator[LawRoom]:
    made = LawRoom(url)
    made.furnish()
    yield made
    made.store.close()


# The value, and who changes it.


def test_r55_the_built_in_profile_holds_where_none_is_on_record(at: LawRoom) -> None:
    assert at.room.law.now() is LAW
    assert at.room.law.history().changes == ()


def test_r55_a_change_is_an_entry_with_old_new_reference_date_author_and_second_person(at: LawRoom) -> None:
    change = at.change(later=1, largest_wager="300", face_up_spots="4", face_up="uth,three-card", link_games="none")
    assert (change.old, change.new.largest_wager, change.new.face_up_spots) == (LAW[WA], 30_000, 4)
    assert (change.new.face_up_games, change.new.link_games) == (("uth", "three-card"), ())
    (entry,) = at.store.read("house")
    assert (entry.actor, change.approver, change.reference) == ("staff/sam", "eve", "WSGC 12")
    assert contents(entry).request == (
        f"change the law of Washington from {at.day(1)}, WSGC 12: largest_wager 300, face_up_spots 4, face_up "
        "uth,three-card, link_games none"
    )
    assert law_to_plain(change) == {
        "event": "LawChanged",
        "jurisdiction": "Washington",
        "old": {"place": "Washington", "largest_wager": 40_000},
        "new": {
            "place": "Washington",
            "largest_wager": 30_000,
            "face_up_games": ["uth", "three-card"],
            "face_up_spots": 4,
            "link_games": [],
        },
        "reference": "WSGC 12",
        "date": at.day(1),
        "from_ms": end_ms(at.day(), "UTC") + 1,
        "approver": "eve",
    }
    assert audit(at.store).findings == ()


def test_r55_it_holds_from_its_date_on_by_the_clock_of_the_house(at: LawRoom) -> None:
    ChoiceBook(at.store, now_ms=at.tick).choose("zone", "America/Los_Angeles", ADMIN, "zone")
    change = at.change(later=2, largest_wager="300")
    assert change.from_ms == end_ms(at.day(1), "America/Los_Angeles") + 1
    law = at.room.law
    assert law.at(change.from_ms - 1)[WA] == LAW[WA]
    assert law.at(change.from_ms)[WA].largest_wager == 30_000
    assert law.at(change.from_ms)[CA] == LAW[CA]
    earlier = at.change(later=1, largest_wager="350")
    assert (earlier.old, law.at(earlier.from_ms)[WA].largest_wager) == (LAW[WA], 35_000)
    assert law.at(change.from_ms)[WA].largest_wager == 30_000, "a later date holds, whenever it was written"
    again = at.change(later=2, largest_wager="320")
    assert (again.old.largest_wager, law.at(change.from_ms)[WA].largest_wager) == (30_000, 32_000)
    assert audit(at.store).findings == ()


def test_r55_from_today_means_from_now(at: LawRoom) -> None:
    change = at.change(largest_wager="300")
    (entry,) = at.store.read("house")
    assert change.from_ms == entry.time_ms
    assert at.room.law.now()[WA].since == f"since {at.day()} (WSGC 12)"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"second": None}, "a legal profile is changed by two people (R55)"),
        ({"second": ADMIN}, "sam asks for it, so the second person is somebody else"),
        ({"second": SUPERVISOR}, "sue is a supervisor and may not make the choices of the house"),
        ({"who": SUPERVISOR}, "sue is a supervisor and may not make the choices of the house"),
        ({"reference": "  "}, "a legal profile is changed with a reference"),
        ({"day": "2001-01-01"}, "2001-01-01 is past; a profile holds from today"),
        ({"day": "tomorrow"}, "no date 'tomorrow'; want one such as 2027-01-31"),
        ({"texts": {"largest_wager": "0"}}, "a largest wager of $0 allows nothing"),
        ({"texts": {"largest_wager": "none"}}, "Washington has a largest single wager"),
        ({"texts": {"largest_wager": "400"}}, "nothing would change"),
        ({"texts": {"face_up": "uth,whist"}}, "no game 'whist' is dealt face up here"),
        ({"texts": {"link_games": "whist"}}, "no game 'whist' is named for a Multi-Game Link"),
        ({"texts": {"face_up_spots": "7"}}, "'7' spots cannot be open face up; want 1 to 6"),
        ({"texts": {"named_wagers": "5-50"}}, "Washington's profile does not say 'named_wagers'"),
        ({"place": CA, "texts": {"named_wagers": "0-50"}}, "a least wager of $0 allows nothing"),
        ({"place": CA, "texts": {"named_wagers": "60-50"}}, "$60 to $50 leaves no wager"),
        ({"place": CA, "texts": {"schedules": "3"}}, "no schedules '3'"),
        ({"place": CA, "texts": {"player_fee": "0"}}, "a player's fee of $0 allows nothing"),
        ({"place": CA, "texts": {"schedules": "2", "player_fee": "1"}}, "only schedule 1 takes a fee from players"),
    ],
)
def test_r55_what_cannot_be_is_refused_in_words(at: LawRoom, given: dict[str, Any], why: str) -> None:
    if "texts" not in given:
        given = {**given, "texts": {"largest_wager": "300"}}
    assert why in at.refused(**given)
    assert at.store.head("house").version == 0


def test_r55_the_same_command_again_changes_nothing(at: LawRoom) -> None:
    law, day = at.room.law, at.day(1)
    for _ in range(2):
        law.change(WA, {"largest_wager": "300"}, reference="r", day=day, who=ADMIN, second=EVE, command="once")
    assert at.store.head("house").version == 1


def test_r55_what_another_process_has_changed_is_known_here_soon(at: LawRoom) -> None:
    elsewhere = LawBook(at.store, now_ms=at.tick)
    assert at.room.law.now() is LAW
    elsewhere.change(WA, {"largest_wager": "300"}, reference="r", day=at.day(), who=ADMIN, second=EVE, command=at.id())
    assert at.room.law.now(fresh=True)[WA].largest_wager == 30_000
    assert "no single wager passes $300" in str(at.room.table("T1").unlawful)


# Tables and links under it.


def test_r55_a_lowered_limit_stops_a_table_after_its_round_and_a_raised_one_lets_it_go_on(at: LawRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 100")
    at.change(largest_wager="200")
    assert at.refusal(BOB, "bet 60") == (
        "the bet cannot be taken: $60 on the Ante makes a 4x Play that is above Washington's legal limit of $200 for a "
        f"single wager (R11); so says Washington's legal profile since {at.day()} (WSGC 12); bet less"
    )
    at.do(BOB, "bet 50")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    why = at.refusal(DEALER, "open")
    assert "T1 deals no further round: a legal limit of $400 is above Washington's: no single wager passes $200" in why
    assert f"so says Washington's legal profile since {at.day()} (WSGC 12)" in why
    seen = table_view(at.room.table("T1"))
    assert (seen["next"], "no further round is dealt: a legal limit" in seen["state"]) == (None, True)
    assert "is above Washington's" in at.refusal(SUPERVISOR, 'change {"clock": "20"}')
    at.change(largest_wager="500")
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r55_a_table_stops_when_the_date_comes_and_goes_on_when_it_is_mended(at: LawRoom) -> None:
    at.do(ANN, "sit 1")
    change = at.change(later=1, largest_wager="200")
    assert at.room.table("T1").unlawful is None
    at.now = change.from_ms
    assert "no single wager passes $200" in str(at.room.table("T1").unlawful)
    at.do(SUPERVISOR, 'change {"legal": "200", "limits.ante": "5-50", "limits.trips": "1-50", "limits.pairs": "1-50"}')
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r55_the_automatic_dealer_waits_for_the_law(tmp_path: Path) -> None:
    at = LawRoom(f"sqlite:///{tmp_path}/room.db")
    at.furnish(by=DealtBy.MACHINE)
    at.change(largest_wager="200")
    at.do(ANN, "sit 1")
    assert at.room.advance("T1").in_play is None
    at.change(largest_wager="400")
    assert at.room.advance("T1").in_play is not None


def test_r55_a_table_is_opened_within_the_law_in_force_and_its_usual_limits_follow_it(at: LawRoom) -> None:
    at.change(largest_wager="200")
    law, rules = at.room.law.now(), ruleset("wa-2018")
    with pytest.raises(Refused, match=r"no single wager passes \$200"):
        at.room.open_table("T2", customary(rules), ADMIN, "open T2")
    usual = customary(rules, law)
    assert usual.terms.limits is not None
    assert (usual.terms.limits.legal, usual.terms.limits.of("ante").maximum) == (20_000, 5_000)
    at.room.open_table("T2", usual, ADMIN, "open it")
    at.change(largest_wager="500")
    wide = chosen(customary(rules, at.room.law.now()), {"limits.ante": "5-125"}, at.room.law.now())
    at.room.open_table("T3", wide, ADMIN, "open T3")
    assert at.room.glance("T3").unlawful is None
    assert audit(at.store).findings == ()


def test_r17_r55_the_profile_says_what_is_dealt_face_up_and_on_how_many_spots(at: LawRoom) -> None:
    at.do(SUPERVISOR, 'change {"face_up": "WSGC 7", "open_spots": "5"}')
    at.change(face_up_spots="4")
    assert "5 open spots are too many for a face-up table; Washington allows 4" in at.refusal(DEALER, "open")
    at.do(SUPERVISOR, 'change {"open_spots": "4"}')
    at.change(face_up="three-card")
    why = at.refusal(DEALER, "open")
    assert "Ultimate Texas Hold'em may not be dealt face up; Washington allows three-card (R17)" in why
    at.do(SUPERVISOR, 'change {"face_up": "", "open_spots": ""}')
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r32_r55_californias_fee_schedules_and_limits_are_the_profiles(tmp_path: Path) -> None:
    at = LawRoom(f"sqlite:///{tmp_path}/room.db")
    at.furnish("ca")
    at.change(CA, player_fee="1", named_wagers="10-40")
    assert "each player pays exactly $1 under schedule 1, not $0.50" in at.refusal(DEALER, "open")
    usual = customary(ruleset("ca"), at.room.law.now()).terms
    assert usual.limits is not None
    assert (usual.player_fee, usual.limits.of("ante").words) == (100, "$10 to $40")
    spans = {f"limits.{spot.key}": "10-40" for spot in ruleset("ca").named}
    at.do(SUPERVISOR, "change " + str(spans).replace("'", '"'))
    assert at.room.table("T1").settings.terms.player_fee == 100, "the one fee that there is"
    at.do(DEALER, "open")
    at.do(SUPERVISOR, "void nobody came")
    at.change(CA, schedules="2")
    assert "California's collection is taken by a schedule; want 2 (R32)" in at.refusal(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r55_a_link_is_bound_by_the_stake_of_the_day(at: LawRoom) -> None:
    links = Links(at.room)
    links.open("main", replace(KEYED, stake=30_000), EVE, "open", override="test")
    links.join("main", "T1", SUE, "join")
    at.change(largest_wager="250")
    since = f"so says Washington's legal profile since {at.day()} \\(WSGC 12\\)"
    with pytest.raises(Refused, match=rf"a stake of \$300 is above the legal limit of \$250.*{since}"):
        links.open("other", replace(KEYED, stake=30_000), EVE, "open other", override="test")
    narrow = chosen(customary(ruleset("wa-2018"), at.room.law.now()), {}, at.room.law.now())
    at.room.open_table("T2", narrow, ADMIN, "open T2")
    assert candidates(links, "main") == []
    with pytest.raises(Refused, match=r"a stake of \$300 is above the legal limit of \$250"):
        links.join("main", "T2", SUE, "join T2")
    at.change(largest_wager="300")
    at.do(SUPERVISOR, 'change {"legal": "300", "limits.ante": "5-75", "limits.trips": "1-50", "limits.pairs": "1-50"}')
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r35_r55_the_profile_says_which_games_join_a_multi_game_link(at: LawRoom) -> None:
    links = Links(at.room)
    links.open("main", CARD, EVE, "open", override="test")
    links.join("main", "T1", SUE, "join")
    outside = OutsideDesk(links)
    outside.join("main", "W1", "dj-wild", SUE, "join W1")
    at.change(link_games="three-card,dj-wild")
    why = at.refusal(DEALER, "open")
    assert "Ultimate Texas Hold'em may not be on a Multi-Game Link; Washington allows dj-wild, three-card there" in why
    assert outside.lock("W1", {1: 500}, DEALER, "lock 1") == "W1-1"
    outside.end("W1", DEALER, "end 1")
    at.change(link_games="uth")
    with pytest.raises(Refused, match="W1 takes no progressive wagers now: DJ Wild Stud Poker may not be on"):
        outside.lock("W1", {1: 500}, DEALER, "lock 2")
    with pytest.raises(Refused, match="W2 cannot join link 'main': DJ Wild Stud Poker may not be on"):
        outside.join("main", "W2", "dj-wild", SUE, "join W2")
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


# What the audit says.


def test_r55_before_the_first_profile_the_audit_judges_by_none_and_says_so_once(at: LawRoom) -> None:
    report = audit(at.store)
    assert (report.clean, report.remarks[:1]) == (
        True,
        ("no legal profile is on record (R55): tables, links and wagers are judged by none",),
    )
    at.do(ANN, "sit 1")
    at.change(later=1, largest_wager="200")
    at.do(DEALER, "open")
    report = audit(at.store)
    assert report.clean
    assert report.remarks[:1] == (
        f"legal profiles are on record (R55), Washington's from {at.day(1)} on, entry {at.store.position() - 1}; "
        "California's not at all; what came before is judged by none",
    )


def test_r55_what_was_done_outside_the_profile_of_its_day_is_found(at: LawRoom) -> None:
    at.do(ANN, "sit 1")
    change = at.change(later=1, largest_wager="200")
    at.forge("open")
    at.forge("bet 60", who=ANN)
    assert at.found() == "", "it did not hold yet"
    at.now = change.from_ms + 61_000
    at.forge("bet 70", who=ANN)
    wager = "$70 on the Ante makes a 4x Play that is above Washington's legal limit of $200"
    assert wager in at.found()
    at.forge("bet 50", who=ANN)
    at.forge("lock", "deal")
    at.forge("bet4", who=ANN)
    at.forge("flop", "river", "dealer", "settle", "end")
    before = at.found()
    at.forge("open")
    assert at.found().removeprefix(before).strip().startswith("is outside the legal profile of its day: a legal limit")
    at.forge("void x", who=SUPERVISOR)
    before = at.found()
    at.forge('change {"clock": "20"}', who=SUPERVISOR)
    assert len(at.found().splitlines()) == len(before.splitlines()) + 1


def test_r55_a_table_opened_or_dealt_face_up_outside_the_profile_is_found(at: LawRoom) -> None:
    change = at.change(face_up_spots="3", largest_wager="300")
    at.now = change.from_ms + 61_000
    wide = chosen(customary(ruleset("wa-2018")), {"face_up": "WSGC 7", "open_spots": "5"})
    for number, settings in enumerate((customary(ruleset("wa-2018")), wide)):
        opened = TableOpened(f"X{number}", settings)
        table, moved = applied(None, (opened,), at.tick())
        name = f"open {number}"
        at.store.commit(unit_of_table(table, 0, (opened,), moved, ADMIN, name, at.now, f"open table X{number}"))
    assert "a legal limit of $400 is above Washington's" in at.found()
    law = at.room.law.now()
    face_up = chosen(customary(ruleset("wa-2018"), law), {"face_up": "WSGC 7"}, law)
    opened = TableOpened("X9", replace(face_up, terms=replace(face_up.terms, open_spots=5)))
    table, moved = applied(None, (opened,), at.tick())
    at.store.commit(unit_of_table(table, 0, (opened,), moved, ADMIN, "open 9", at.now, "open table X9"))
    assert "5 open spots are too many for a face-up table; Washington allows 3" in at.found()


def test_r55_a_link_opened_changed_or_joined_against_the_profile_is_found(at: LawRoom) -> None:
    links = Links(at.room)
    links.open("main", CARD, EVE, "open", override="test")
    change = at.change(largest_wager="300", link_games="three-card")
    at.now = change.from_ms + 61_000

    def forged(link: str, terms: LinkTerms, number: int) -> None:
        by = link_person(EVE)
        new = OpenLink(link=link, terms=terms, by=by, override="test")
        command = new if link == "dear" else Configure(terms=terms, by=by, override="test")
        commit(at.room, links.desk.part(link, command), EVE, f"forged {number}", f"open link {link}")

    table, order = at.room.table("T1"), LinkTo("main", CARD.stake, CARD.paytable, "tray")
    events = decide(table, order, SUE.name, b"", law=None)
    after, moved = applied(table, events, at.tick())
    unit = unit_of_table(after, table.version, events, moved, SUE, "join T1", at.now, str(order))
    part = links.desk.part("main", JoinTable("T1", "uth", link_person(SUE)))
    at.store.commit(replace(unit, writes=(*unit.writes, *part.writes)))
    assert at.found().count("Ultimate Texas Hold'em may not be on a Multi-Game Link") == 1
    links.desk.standing("main", fresh=True)
    joined = GameJoined("W1", "dj-wild", "main", CARD.stake, CARD.paytable)
    part = links.desk.part("main", JoinTable("W1", "dj-wild", link_person(SUE)))
    write = Write(stream_of("W1"), 0, (to_plain(joined),))
    at.store.commit(unit_of(SUE, "join W1", at.tick(), "join W1 to main, dj-wild", write, *part.writes))
    assert at.found().count("DJ Wild Stud Poker may not be on a Multi-Game Link") == 1
    links.desk.standing("main", fresh=True)
    forged("dear", replace(KEYED, stake=35_000), 1)
    assert "a stake of $350 is above the legal limit of $300" in at.found()
    links.open("late", KEYED, EVE, "open late", override="test")
    forged("late", replace(KEYED, stake=36_000), 2)
    assert "a stake of $360 is above the legal limit of $300" in at.found()


@pytest.mark.parametrize(
    ("changed", "actor", "what"),
    [
        ({"approver": ""}, ADMIN, "changed by staff/sam alone, and it takes two people"),
        ({"approver": "sam"}, ADMIN, "changed by staff/sam alone, and it takes two people"),
        ({"approver": "sue"}, ADMIN, "staff/sue might not make the choices of the house then"),
        ({}, SUPERVISOR, "staff/sue might not make the choices of the house then"),
        ({"from_ms": 1_700_000_000_000}, ADMIN, "the law was changed back-dated"),
        ({"date": "2027-01-31"}, ADMIN, "holds from another moment than 2027-01-31"),
        ({"reference": " "}, ADMIN, "changes the law without a reference"),
        ({"new": replace(LAW[WA], face_up_spots=9)}, ADMIN, "'9' spots cannot be open face up"),
        ({"new": replace(LAW[WA], named_wagers=LAW[CA].named_wagers)}, ADMIN, "no profile of Washington says"),
        ({"old": LAW[WA]}, ADMIN, "but it was"),
    ],
)
def test_r55_a_profile_that_two_people_did_not_change_like_that_is_found(
    at: LawRoom, changed: dict[str, Any], actor: Person, what: str
) -> None:
    first = at.change(later=1, largest_wager="300")
    right = replace(first, old=first.new, new=replace(LAW[WA], largest_wager=20_000))
    write = Write("house", None, (law_to_plain(replace(right, **changed)),))
    at.store.commit(Unit(command="forged", actor=actor.actor, time_ms=at.tick(), writes=(write,)))
    assert what in at.found()


def test_r55_settings_made_by_a_program_are_measured_too(at: LawRoom) -> None:
    at.change(largest_wager="200")
    with pytest.raises(Refused, match="above Washington's"):
        at.room.open_table("T2", Settings(terms=customary(ruleset("wa-2018")).terms), ADMIN, "open T2")
