"""A finished record in which every kind of event has happened: what is tampered with.

The simulator plays every game, California's banks and fees, links, cage and shifts; on top of that people do by hand
what it never does. Two rounds are dealt from seeds that were looked for, so that meters pay at our own tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Final
from unittest.mock import patch

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.checkpoints import AuditCheckpoint
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.choices.equipment import Device, DeviceKind, PlaceDevice
from croupier.floor.choices.making import chosen, customary
from croupier.floor.house.approval_scope import Scope
from croupier.floor.house.approvals import Approval, Authority
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.devices import DeviceBook
from croupier.floor.house.drills import DrillAnswer, Drills, Tested
from croupier.floor.house.exams import Exams
from croupier.floor.house.heads import signer
from croupier.floor.links import office
from croupier.floor.links.control import Links
from croupier.floor.links.hits import hits
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.practice.guests import as_guest, let_in
from croupier.floor.practice.tables import open_practice
from croupier.floor.projections import keep_projections
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.soak.run import Soak, close_as_recorded
from croupier.floor.table import DealtBy, Settings
from croupier.games import game, ruleset
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.terms import LevelTerms, LinkTerms
from croupier.lab.games.direct import choice_values
from croupier.rules.deal import CardsFrom
from croupier.rules.terms import terms
from croupier.school.course import COURSE, paper
from croupier.school.decision import hundred, parse_decision
from croupier.school.examination import AnswerSheet
from croupier.store.entry import Head, contents
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.web.gate import key as cookies
from torture.tampering.authors import CAST, DEVICE, name_of
from torture.tampering.rows import BLOCK

_DAY_MS: Final = 86_400_000
TABLES: Final = 14
"""Every game and kind of table that the simulator has."""

ADMIN: Final = Person("soak-admin", Role.ADMIN)
SUE: Final = Person("soak-supervisor", Role.SUPERVISOR)
STAN: Final = Person("stan", Role.SUPERVISOR)
EVE: Final = Person("soak-executive", Role.EXECUTIVE)
DORA: Final = Person("soak-dealer", Role.DEALER)
ANN, BOB, CAT = (Person(name, Role.PLAYER) for name in ("ann", "bob", "cat"))
_SEATS: Final = {1: ANN, 4: BOB, 6: CAT}
# Looked for once, by counting up: seat 4 has a straight flush in its first five cards, and a full house.
_LOOKED_FOR: Final = {"J1-1": 13_158, "K1-1": 38}

BIG: Final = link_terms(
    "MGL-ML01",
    500,
    (
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    ),
)
OLD: Final = link_terms(
    "UTH-P01", 100, (LevelTerms(name="main", rate_bp=7_700, reserve_bp=300, seed=300_000),), fixed_off_meter=True
)
_BY_CHANCE: Final = {"BankTaken", "BankPassed", "BetReturned", "FoldCollected", "SeedOffered"}
"""What happens only at the simulator's tables, sooner or later."""
_HANDS: Final = {1: "9s 8s 7s 6s 5s", 3: "4c 4d 4h 4s 2c"}


@dataclass(frozen=True, slots=True)
class Finished:
    """A record to be tampered with, and what an auditor has of it: the public key, and heads of two moments."""

    path: Path
    key: str
    early: dict[str, Head]
    """The heads as they were kept some time before the end."""
    late: dict[str, Head]
    """The heads of the end."""
    mark: AuditCheckpoint
    """What an audit in between has left, long before either."""


@dataclass(slots=True)
class House:
    """The people's part of the record."""

    store: Store
    signing: Path
    now: int = 0
    _ids: Iterator[int] = field(default_factory=lambda: iter(range(1, 1_000_000)))
    room: Room = field(init=False)
    cage: Cage = field(init=False)
    people: People = field(init=False)
    links: Links = field(init=False)
    outside: OutsideDesk = field(init=False)

    def __post_init__(self) -> None:
        self.now = _DAY_MS + max(entry.time_ms for entry in self.store.read_all())
        self.room = Room(self.store, now_ms=self.tick, draw=_draw)
        self.cage = Cage(self.store, now_ms=self.tick, sign=signer(self.store, str(self.signing)))
        self.people = People(self.store, now_ms=self.tick)
        self.links = Links(self.room)
        self.outside = OutsideDesk(self.links)

    def tick(self) -> int:
        """The time, a little later at each look."""
        self.now += 7
        return self.now

    def id(self) -> str:
        """An id for one more command."""
        return f"by-hand-{next(self._ids)}"

    def do(self, table: str, who: Person, *orders: str) -> None:
        """Give orders at a table, one after another."""
        for order in orders:
            self.room.do(table, parse_order(order), who, command=self.id())

    def furnish(self) -> None:
        """More people with PINs, badges and money, two tables, and two links that they are on."""
        for who in (STAN, Person("dan", Role.DEALER), Person("idle", Role.DEALER), ANN, BOB, CAT):
            self.people.register(who.name, who.role, "1234" if who in (STAN, ANN) else None, ADMIN, self.id())
        for role in CAST:
            for when in ("there", "gone"):
                self.people.register(name_of(role, when), role, None, ADMIN, self.id())
            self.people.deactivate(name_of(role, "gone"), ADMIN, self.id())
        self.now += 2 * GRACE_MS  # from here on they have gone for good
        self.cage.fund(50_000_000, SUE, self.id())
        for link, made in (("big", BIG), ("old", OLD), ("spare", BIG)):
            self.links.open(link, made, EVE, self.id(), override="as the approval says")
        for table, rules, link in (("J1", "wa-2018", "big"), ("K1", "wa-2014", "old")):
            self.room.open_table(
                table, Settings(terms=terms(ruleset(rules)), dealt_by=DealtBy.PERSON), ADMIN, self.id()
            )
            self.cage.fill(table, 2_000_000, SUE, self.id(), STAN)
            self.links.join(link, table, SUE, self.id())
        for who in _SEATS.values():
            self.cage.buy_in(who.name, 150_000, SUE, self.id(), STAN)
        self.cage.buy_in_at("J1", "ann", 20_000, DORA, self.id())
        self.cage.cash_out("ann", 5_000, STAN, self.id())
        self.cage.credit("J1", 100_000, SUE, self.id())

    def names(self) -> None:
        """What happens to people: PINs, badges, sessions, roles, leaving and coming back."""
        people, web = self.people, "a browser"
        # As a room was that kept its key with the record, and does not any more.
        with patch.object(cookies, "wall_clock_ms", self.tick):
            cookies._seal(self.store)
            cookies.signing_key(self.store)
        people.set_pin("bob", "4321", ADMIN, self.id())
        people.issue_badge("stan", ADMIN, self.id())
        people.sign_in("stan", "1234", enters=True, way=web)
        for name, pin in (("stan", "9999"), ("ann", "0000")):
            try:
                people.sign_in(name, pin)
            except Refused:
                continue
        people.sign_in("ann", "1234")
        people.sign_out("stan", "a session")
        people.unlock("stan", ADMIN, self.id())
        people.change_role("dan", Role.SUPERVISOR, ADMIN, self.id())
        people.deactivate("dan", ADMIN, self.id())
        people.activate("dan", ADMIN, self.id())
        people.deactivate("cat", ADMIN, self.id())
        people.activate("cat", ADMIN, self.id())
        choices = ChoiceBook(self.store, now_ms=self.tick)
        choices.choose("zone", "America/Los_Angeles", ADMIN, self.id())
        choices.choose("low_tray", "5000", ADMIN, self.id())
        choices.choose("second_person_above", "90", ADMIN, self.id())
        choices.choose("second_person_above", "100", ADMIN, self.id(), EVE)
        self.now += 2 * GRACE_MS  # from here on two people sign, and nobody may have asked before
        self.cage.buy_in("ann", 30_000, SUE, self.id(), STAN)
        self.cage.buy_in_at("J1", "bob", 30_000, DORA, self.id(), STAN)

    def play(self) -> None:
        """A straight flush that a meter pays with envy for the others, and a full house that another meter pays."""
        for table, stake in (("J1", "5"), ("K1", "1")):
            self.do(table, SUE, f"dealer {DORA.name}")
            for seat, who in _SEATS.items():
                self.do(table, who, f"sit {seat}")
            self.do(table, DORA, "open")
            self.do(table, ANN, "bet 10", "withdraw")
            for who in _SEATS.values():
                self.do(table, who, f"bet 10 trips 5 progressive {stake}")
            self.do(table, DORA, "call somebody", "withdraw call", "call again")
            self.do(table, SUE, "answer")
            self.do(table, DORA, "lock", "deal")
            for street, step in (("check", "flop"), ("check", "river"), ("bet1", "dealer")):
                for who in _SEATS.values():
                    self.do(table, who, street)
                self.do(table, DORA, step)
            self.do(table, DORA, "settle")
            self._claims(table)
        for table in ("J1", "K1"):
            self.do(table, DORA, "end")
            self.do(table, SUE, "relieve")
            self.do(table, CAT, "stand")
            self.do(table, SUE, "unseat 4 asleep", "stop a look", "resume")

    def _claims(self, table: str) -> None:
        """Every win of a round: its button turned off once, refused once, and then verified."""
        while unpaid := self.room.table(table).unpaid:
            win = unpaid[0]
            hand = (f"seat {win.seat}", f"hand {win.line}")[0 if table == "J1" else 1 :]
            verify = ("confirm", "swipe") if table == "J1" else ("key jph", "j-pot", "key run")
            for button in (*hand, hand[-1], *hand, "refuse look again", *hand, *verify):
                who = EVE if button == "swipe" else SUE if button in verify or "refuse" in button else DORA
                self.links.press(table, parse_button(button), who, self.id())
                if "refuse" in button:  # and signed as not paid, before it is claimed once more
                    self.do(table, STAN, f"sign refusal {win.seat} {win.line}")

    def run_links(self) -> None:
        """The office of the links: adjustments, transfers, a back-out, papers, components, stops, the end of one."""
        links, id = self.links, self.id
        asked = links.ask("big", "mega", -1_250, AdjustmentReason.MALFUNCTION, "report 7", SUE, id())
        links.approve("big", asked, EVE, id())
        links.drop(
            "big", links.ask("big", "mega", 300, AdjustmentReason.MALFUNCTION, "report 8", SUE, id()), "no", EVE, id()
        )
        spare = office.transfer(links, "big", "mega", 900, Destination("spare", "mega"), "slip 9", SUE, id())
        links.approve("big", spare, EVE, id())
        papers = {"winner": "Bob Doe", "document": "licence", "tax_form": "W-2G", "tax_number": "77"}
        office.note_winner(links, "big", self._won("big"), SUE, id(), **papers, withheld=2_400)
        office.note_component(links, "old", "Aquarius", "6.5.6SP", SUE, id())
        links.approve("old", office.back_out(links, "old", self._won("old"), "report 12", SUE, id()), EVE, id())
        links.stop("old", "a look", SUE, id())
        links.resume("old", SUE, EVE, id())
        self._outside()
        back = office.transfer(links, "spare", "mega", 900, Destination("old", "main"), "slip 10", SUE, id())
        links.approve("spare", back, EVE, id())
        for level, cents in (("mega", 2_000_000), ("major", 500_000)):
            back = links.ask("spare", level, -cents, AdjustmentReason.SEED_RECOVERY, "the end", SUE, id())
            links.approve("spare", back, EVE, id())
        office.close(links, "spare", "the season is over", SUE, id())

    def _won(self, link: str) -> int:
        """The claim of a link's latest win."""
        return hits(self.store, link)[0].claim

    def _outside(self) -> None:
        desk, id = self.outside, self.id
        desk.join("big", "C1", "dj-wild", SUE, id())
        desk.lock("C1", dict.fromkeys(_HANDS, 500), DORA, id())
        desk.show("C1", _HANDS, DORA, id())
        for button, who in (("seat 1", DORA), ("hand straight_flush", DORA), ("confirm", SUE), ("swipe", EVE)):
            desk.press("C1", parse_button(button), who, id())
        desk.end("C1", DORA, id())
        desk.lock("C1", {2: 500}, DORA, id())
        desk.void("C1", "misdeal", SUE, id())
        self._real_cards()
        self.enter()
        self.links.configure("big", _richer(BIG), EVE, id(), override="the new approval")
        desk.leave("C1", SUE, id())
        self.links.leave("big", "J1", SUE, id())

    def _real_cards(self) -> None:
        """A table with real cards, of which only the progressive is recorded: hands on and off, verified and paid."""
        desk, id = self.outside, self.id
        desk.join("big", "R9", "caribbean", SUE, id(), real_cards=True)
        desk.chips("R9", [1, 3, 4], DORA, id())
        desk.lock("R9", None, DORA, id())
        for button, who, cards in (
            *(("seat 1", DORA, ""), ("hand straight_flush", DORA, ""), ("hand straight_flush", DORA, "")),
            *(("seat 1", DORA, ""), ("hand straight_flush", DORA, ""), ("refuse look again", SUE, "")),
            *(("seat 1", DORA, ""), ("hand straight_flush", DORA, ""), ("confirm", SUE, _HANDS[1]), ("swipe", EVE, "")),
            *(("seat 4", DORA, ""), ("hand full_house", DORA, ""), ("hand full_house", DORA, "")),
            *(("seat 4", DORA, ""), ("hand full_house", DORA, ""), ("confirm", SUE, "Kc Kd Kh Qc Qd")),
            *(("seat 3", DORA, ""), ("hand four_of_a_kind", DORA, ""), ("refuse not yet", SUE, "")),
            *(("seat 3", DORA, ""), ("hand four_of_a_kind", DORA, ""), ("confirm", SUE, _HANDS[3])),
        ):
            desk.press("R9", parse_button(button), who, id(), cards=cards)
        desk.end("R9", DORA, id())

    def enter(self) -> None:
        """A round of a real deck: a decision undone, a card corrected; then a correction dropped, and one made."""
        settings = Settings(terms=terms(ruleset("wa-2018"), cards_from=CardsFrom.FELT), dealt_by=DealtBy.PERSON)
        self.room.open_table("F9", settings, ADMIN, self.id())
        devices = DeviceBook(self.store, now_ms=self.tick)
        devices.register(DEVICE, ReporterKind.CARD_READER, "F9", EVE, self.id())
        devices.renew(DEVICE, ADMIN, self.id())
        self.do("F9", DORA, "open", "seat 3 bet 10", "lock", "deal", "seat 3 bet4", "seat 3 undo", "seat 3 check")
        self.do("F9", DORA, "cards AhKhQh", "seat 3 check", "cards 2c3d", "seat 3 bet1", "cards 7c8d", "cards JhTc")
        self.do("F9", DORA, "correct seat 3 JhTd misread", "settle", "end")
        asked = "correct round F9-1 seat 3 by +10 a chip too few"
        self.do("F9", SUE, asked, "drop correction", asked)
        self.do("F9", EVE, "make correction")
        self.do(
            "F9", SUE, "dispute F9-1 seat 3 open paid too little", "dispute F9-1 seat 3 note the film was looked at"
        )
        self.do("F9", EVE, "dispute F9-1 seat 3 close it stands as corrected")

    def teach(self) -> None:
        """An examination, a drill, a test; guests and friends at a table of play chips."""
        of = next(iter(COURSE.values()))
        answers = tuple(asked.answer for asked in paper(of, "uth", "a seed"))
        sheet = AnswerSheet(chapter=of.key, game="uth", seed="a seed", answers=answers, seconds=60)
        Exams(self.store, now_ms=self.tick).hand_in(sheet, DORA, self.id())
        drills = Drills(self.store, now_ms=self.tick)
        drills.keep(_answer("three-card Qs6h4d - -", "bet1"), ANN, self.id())
        drills.hand_in(_test(), ANN)
        guest = as_guest(self.people, self.room, ANN)
        table = open_practice(self.room, self.people, ruleset("wa-2018"), ANN, guest)
        let_in(self.room, BOB, table, as_guest(self.people, self.room, BOB), seat=True)

    def close(self, voided: int) -> None:
        """Other choices at a table, void rounds, so many that there is a snapshot; a counted shift; heads signed."""
        self.do("J1", SUE, 'change {"clock": "45"}')
        shuffler = Device(kind=DeviceKind.SHUFFLER, maker="Shufflers", model="DM2", serial="DM2-1")
        self.do("J1", SUE, str(PlaceDevice(shuffler)))
        self.do("J1", DORA, "open")
        self.do("J1", SUE, "void malfunction of DM2-1: it jammed", "remove DM2-1 to be mended")
        for _ in range(voided):
            self.do("J1", DORA, "open")
            self.do("J1", SUE, "void nobody bets")
        sheet = self.cage.sheet("J1")
        for missing in (70_000, 50_000):
            self.cage.count("J1", count_of(sheet.closing - missing, sheet.box), SUE, self.id())
        self.cage.close_shift("J1", SUE, self.id(), "a chip under the tray", STAN)
        for table in ("J1", "K1"):
            self.do(table, ANN, "stand")
        self.do("J1", DORA, "seat 3 name Mr. Green", "seat 3 chips 50", "seat 3 stand")
        self.room.open_table("Q1", Settings(terms=terms(ruleset("wa-base"))), ADMIN, self.id())
        self.do("Q1", Person("dan", Role.SUPERVISOR), "close", "reopen")
        self.do("Q1", SUE, "rehearse", "end rehearsal")
        everything = Scope(rules=None, paytables=None, limits=None, switches=None, face_up=None)
        approval = Approval(number="WSGC 7", authority=Authority.STATE, since="2020-06-01", scope=everything)
        self.room.approvals.enter(approval, EVE, self.id())
        face_up = chosen(customary(ruleset("mississippi")), {"face_up": "WSGC 7"})
        self.room.open_table("M1", face_up, ADMIN, self.id())
        self.do("M1", SUE, "allow 6 spots for the evening")
        close_as_recorded(self.cage, "K1", SUE, self.id())

    def leave_open(self) -> None:
        """Three rounds that are not over: bets on one, cards on another, and one that nobody has bet on."""
        self.now += 2 * GRACE_MS  # whatever was to be signed is signed by now
        for role in CAST:
            self.people.register(name_of(role, "later"), role, None, ADMIN, self.id())
        for seat, who in _SEATS.items():
            self.do("K1", who, f"sit {seat}")
        self.do("K1", DORA, "open")
        for who in (ANN, BOB):
            self.do("K1", who, "bet 10")
        self.do("K1", DORA, "lock", "deal")
        self.do("J1", ANN, "sit 2")
        self.do("J1", DORA, "open")


def finished(folder: Path, seed: int, rounds: int = 14, tables: int = TABLES) -> Finished:
    """Make the record. With no rounds of the simulator it is small, and has no California and few games."""
    path, signing = folder / "record.db", folder / "key.pem"
    with open_store(str(path)) as store:
        for times in range(1, 6 if rounds else 2):
            done = Soak(store, seed=seed, rounds=times * rounds, tables=tables).run()
            assert done.clean, done.problems
            told = {event["event"] for entry in store.read_all() for event in contents(entry).events}
            if told >= _BY_CHANCE:
                break
        house = House(store, signing)
        house.furnish()
        house.names()
        house.play()
        mark = audit(store, leave=True).mark
        assert mark is not None, "what nobody has tampered with is clean"
        house.run_links()
        house.teach()
        house.close(33 if rounds else 2)
        early = store.heads()
        house.leave_open()
        late = store.heads()
        with patch.object(projection, "BLOCK_SIZE", BLOCK):
            assert keep_projections(store), "the record has a block at least"
    return Finished(path, _public(signing), early, late, mark)


def _public(signing: Path) -> str:
    from croupier.floor.house.signing import public_hex, signing_key

    return public_hex(signing_key(signing).public_key())


def _draw(round: str) -> bytes:
    number = _LOOKED_FOR.get(round)
    return hashlib.sha256((f"tampering {round}" if number is None else f"tampering {number}").encode()).digest()


def _richer(link: LinkTerms) -> LinkTerms:
    first, *others = link.levels
    return replace(link, levels=(replace(first, rate_bp=first.rate_bp + 100), *others))


def _answer(position: str, choice: str) -> DrillAnswer:
    asked = parse_decision(position)
    values = choice_values(asked.game, asked.own, asked.board, asked.up)
    best, second, *_ = sorted(values.values(), reverse=True)
    cost, margin = best - values[choice], best - second
    return DrillAnswer(position=position, choice=choice, cost=cost, margin=margin, took_ms=2_000)


def _test() -> Tested:
    """A test of Three Card Poker in which everything was played."""
    costs = [_answer(asked.key, "bet1").cost for asked in hundred(game("three-card"), "seed")]
    return Tested(
        certificate="aaaa-bbbb-cccc",
        who="ann",
        game="three-card",
        seed="seed",
        answers=("bet1",) * len(costs),
        right=sum(not cost for cost in costs),
        cost=sum(costs, Fraction(0)),
        seconds=90,
    )
