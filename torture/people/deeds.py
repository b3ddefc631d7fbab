"""Every command of the floor, whose duty it is, and arguments for it that are often wrong.

Which duty a deed belongs to is written here by hand; who has a duty stands in `croupier.floor.roles`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from croupier.cards import DECK, Card, cards_text
from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.choices.making import customary
from croupier.floor.dealer import lit_step
from croupier.floor.house.approvals import Approval, Authority
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.devices import DeviceBook
from croupier.floor.links import office
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.practice.tables import open_practice
from croupier.floor.reports import Report, ReporterKind, check_kind
from croupier.floor.roles import PEOPLE, Duty, Person, Role
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Settings
from croupier.games import RULE_SETS
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.terms import LevelTerms, LinkTerms
from croupier.rules.deal import CardsFrom
from croupier.rules.reader import next_out
from croupier.rules.real_cards import cards_due
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.rules.terms import terms
from croupier.store.journal import Store, open_store

PLAYERS: Final = ("ann", "bob", "cat")
STAFF: Final = {
    "sam": Role.ADMIN, "sue": Role.SUPERVISOR, "stan": Role.SUPERVISOR, "dora": Role.DEALER, "dan": Role.DEALER,
    "eve": Role.EXECUTIVE, "max": Role.AUDITOR, "cass": Role.CASHIER, "vera": Role.SURVEILLANCE,
}  # fmt: skip
DEVICES: Final = {"shoe-1": ReporterKind.CARD_READER, "rail-1": ReporterKind.SENSOR_RAIL}
FELT: Final = "F1"
"""The table with real cards, to which the devices report."""
_RULES: Final = ("wa-2018", "ca", "three-card", "mississippi", "wa-base")


@dataclass
class Floor:
    """A room with staff, players, two tables and a link, and chance of its own for what people ask."""

    url: str
    chance: Random
    now: int = 1_790_000_000_000
    furnished: bool = False
    """Whether everything stands there already."""
    opens: Callable[[str], Store] = open_store
    store: Store = field(init=False)
    room: Room = field(init=False)
    cage: Cage = field(init=False)
    people: People = field(init=False)
    links: Links = field(init=False)
    choices: ChoiceBook = field(init=False)
    devices: DeviceBook = field(init=False)
    _ids: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.open()
        if not self.furnished:
            self._furnish()

    def _furnish(self) -> None:
        sam = self.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
        for name, role in (*STAFF.items(), *((player, Role.PLAYER) for player in PLAYERS)):
            if name != "sam":
                self.people.register(name, role, None, sam, name)
        sue = Person("sue", Role.SUPERVISOR)
        self.cage.fund(50_000_000, sue, "fund")
        for table, by, rules in (
            ("T1", DealtBy.PERSON, "wa-2018"),
            ("T2", DealtBy.MACHINE, self.chance.choice(_RULES)),
        ):
            settings = Settings(terms=terms(RULE_SETS[rules]), dealt_by=by)
            self.room.open_table(table, settings, sue, f"open {table}")
            self.cage.fill(table, 5_000_000, sue, f"fill {table}")
        for player in PLAYERS:
            self.cage.buy_in(player, 200_000, sue, f"buy {player}")
        self.links.open("main", self.link_terms(), sue, "open main", override="a torture")
        self.links.join("main", "T1", sue, "join T1")
        felt = Settings(terms=terms(RULE_SETS["wa-2018"], cards_from=CardsFrom.FELT), dealt_by=DealtBy.PERSON)
        self.room.open_table(FELT, felt, sue, "open felt")
        self.cage.fill(FELT, 5_000_000, sue, "fill felt")
        self.links.join("main", FELT, sue, "join felt")
        for name, kind in DEVICES.items():
            self.devices.register(name, kind, FELT, sam, f"register {name}")

    def open(self) -> None:
        """Open the record, as a new process does."""
        self.store = self.opens(self.url)
        self.room = Room(self.store, now_ms=self.tick, draw=lambda name: hashlib.sha256(name.encode()).digest())
        self.cage = Cage(self.store, now_ms=self.tick)
        self.people = People(self.store, now_ms=self.tick)
        self.links = Links(self.room)
        self.choices = ChoiceBook(self.store, now_ms=self.tick)
        self.devices = DeviceBook(self.store, now_ms=self.tick)

    def restart(self) -> None:
        """Close everything and find it again in the record."""
        self.store.close()
        self.open()

    def tick(self) -> int:
        """A moment later."""
        self.now += 1
        return self.now

    def id(self) -> str:
        """A fresh command id; now and then one that was used."""
        last = next(self._ids)
        return f"deed {last if self.chance.random() > 0.02 else max(0, last - 1)}"

    def table(self) -> str:
        """The name of a table, or of none."""
        return self.chance.choice(["T1", "T1", "T1", "T2", "T2", *self.room.tables(), "T9"])

    def player(self) -> str:
        """The name of a player, or of somebody who is none."""
        return self.chance.choice((*PLAYERS, *PLAYERS, "sue", "nobody"))

    def amount(self) -> int:
        """An amount of cents, not always one that can be."""
        return self.chance.choice((-500, 0, 1, 500, 10_000, 10_000, 12_345, 100_000, 10**9, 10**16))

    def link_terms(self) -> LinkTerms:
        """Terms of a link, more or less as they should be."""
        rate = self.chance.choice((2_000, 2_000, 2_300, 9_900))
        return link_terms("UTH-P01", 100, (LevelTerms(name="main", rate_bp=rate, reserve_bp=200, seed=500_000),))


Do = Callable[[Floor, Person], object]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something to do, and the duty without which nobody does it; none where everybody may."""

    duty: Duty | None
    do: Do


def _order(*texts: str) -> Do:
    def do(at: Floor, who: Person) -> object:
        text, table = at.chance.choice(texts), at.table()
        return at.room.do(table, parse_order(text), who, command=at.id())

    return do


def _sensible(at: Floor, who: Person) -> object:
    """What a player would do next: sit, bet, decide."""
    table = at.room.table(at.chance.choice(("T1", "T2")))
    mine = [sitting.seat for sitting in table.sittings if sitting.player == who.name]
    round, text = table.in_play, f"sit {at.chance.choice(table.free_seats or (1,))}"
    if mine and round is not None:
        text = at.chance.choice(("bet 10", "bet 10", "bet 5 progressive 1", "bank 200", "pass"))
        if mine[0] in due_seats(round):
            text = str(at.chance.choice(legal_actions(round, mine[0])))
    return at.room.do(table.name, parse_order(text), who, command=at.id())


def _lit(at: Floor, who: Person) -> object:
    """The step that is lit, or some other."""
    table = at.room.table("T1")
    step = lit_step(table)
    word = step.word if step is not None and at.chance.random() < 0.9 else at.chance.choice(("deal", "settle", "open"))
    return at.room.do("T1", parse_order(word), who, command=at.id())


def _on_the_felt(at: Floor, who: Person) -> object:
    """What the dealer of the table with real cards would enter next, or something else."""
    table = at.room.table(FELT)
    round, step = table.in_play, lit_step(table)
    text = "open" if step is None else step.word
    if round is not None and round.stage is Stage.BETTING and at.chance.random() < 0.6:
        text = at.chance.choice(("seat 3 bet 10 trips 5", "seat 5 bet 10", "seat 5 withdraw", "all usual"))
    elif round is not None and due_seats(round):
        text = at.chance.choice(("all check", "seat 3 bet1", "seat 5 fold", "seat 3 undo"))
    elif round is not None and (due := cards_due(round)) is not None and at.chance.random() < 0.7:
        cards = at.chance.sample(_deck_of(round.id), due.number)
        text = f"cards {cards_text(cards)}"
    return at.room.do(FELT, parse_order(text), who, command=at.id())


def _deck_of(round: str) -> list[Card]:
    """The deck that lies in the shoe in a round."""
    return Random(round).sample(DECK, len(DECK))


def _report(at: Floor, who: Person) -> object:
    """What a device would report next; now and then late, misread, repeated, out of order or none of its business."""
    round = at.room.table(FELT).in_play
    name = "F1-1" if round is None or at.chance.random() < 0.05 else round.id
    number = (None if round is None else next_out(round)) or 1
    if at.chance.random() < 0.15:
        number = at.chance.randint(0, 54)
    card = _deck_of(name)[number - 1 if 0 < number <= len(DECK) else 0]
    if at.chance.random() < 0.03:
        card = at.chance.choice(DECK)
    chip = f"chip {at.chance.choice((3, 5, 5, 1, 9))} {at.chance.choice(('on', 'off'))}"
    cards = (f"out {number} {card}",) * 8 + (f"cards board {card}", f"count {at.chance.choice((51, 52, 52, 52))}")
    said = at.chance.choice((chip,) * len(cards) if DEVICES.get(who.name) is ReporterKind.SENSOR_RAIL else cards)
    order = parse_order(f"report {name} {said if at.chance.random() < 0.95 else chip}")
    device = at.devices.now().by_name.get(who.name) if who.role is Role.DEVICE else None
    if device is not None:  # as the door asks
        assert isinstance(order, Report), "a device reports"
        check_kind(device.kind, order.reading)
        return at.room.do(device.table, order, who, command=at.id())
    return at.room.do(FELT, order, who, command=at.id())


def _keep_device(at: Floor, who: Person) -> object:
    name, id = at.chance.choice((*DEVICES, "eye-1", "a b")), at.id()
    match at.chance.randrange(4):
        case 0:
            return at.devices.renew(name, who, id)
        case 1:
            return at.devices.withdraw(name, at.chance.choice(("broken", "")), who, id)
        case _:
            kind = DEVICES.get(name, at.chance.choice(tuple(ReporterKind)))
            return at.devices.register(name, kind, at.chance.choice((FELT, FELT, "T1", "T9")), who, id)


def _by_itself(at: Floor, who: Person) -> object:
    """Let the machine deal on."""
    return at.room.advance("T2", open_next=True)


def _new_table(at: Floor, who: Person) -> object:
    name = at.chance.choice(("T3", "T4", "T1", "", "a b"))
    return at.room.open_table(name, customary(RULE_SETS[at.chance.choice(_RULES)]), who, at.id())


def _count(at: Floor, who: Person) -> object:
    """Count a table, right or not."""
    table, off = at.chance.choice(("T1", "T2")), at.chance.choice((0, 0, 500, -500, 10**7))
    sheet = at.cage.sheet(table)
    counts = (count_of(sheet.closing + off, sheet.box), count_of(sheet.closing, sheet.box + off))
    return at.cage.count(table, at.chance.choice(counts), who, at.id())


def _close_shift(at: Floor, who: Person) -> object:
    """Close a shift: counted or not, and with a reason for its variance, or without."""
    second = at.chance.choice((None, Person("stan", Role.SUPERVISOR), Person("dora", Role.DEALER)))
    table, why = at.chance.choice(("T1", "T2")), at.chance.choice(("", "miscounted"))
    return at.cage.close_shift(table, who, at.id(), why, second)


def _somebody(at: Floor) -> str:
    return at.chance.choice((*STAFF, *PLAYERS, "nobody"))


def _close_link(at: Floor, who: Person) -> object:
    return office.close(at.links, at.chance.choice(("main", "side")), "the end", who, at.id())


def _transfer(at: Floor, who: Person) -> object:
    to = Destination(at.chance.choice(("main", "side")), "main")
    return office.transfer(at.links, "main", "main", at.amount(), to, "D-1", who, at.id())


DEEDS: Final[dict[str, Deed]] = {
    "play on": Deed(Duty.PLAY, _sensible),
    "a player's order": Deed(
        Duty.PLAY, _order("sit 3", "stand", "withdraw", "seed cats", "bet 7", "bet4", "fold", "sit 9")
    ),
    "the lit step": Deed(Duty.DEAL, _lit),
    "a call": Deed(Duty.DEAL, _order("call help", "withdraw call")),
    "the machine deals": Deed(None, _by_itself),
    "real cards": Deed(Duty.DEAL, _on_the_felt),
    "correct a round": Deed(
        Duty.CORRECT_ROUND,
        _order(f"correct round {FELT}-1 seat 3 by +10 misread", "make correction", "drop correction"),
    ),
    "dispute a round": Deed(
        Duty.DISPUTE,
        _order(f"dispute {FELT}-1 seat 3 open misread", f"dispute {FELT}-1 seat 3 note the cameras were looked at"),
    ),
    "rehearse": Deed(Duty.REHEARSE, _order("rehearse", "end rehearsal", "end rehearsal", "stack seat 3 AsKs")),
    "a report": Deed(Duty.REPORT, _report),
    "keep devices": Deed(Duty.KEEP_DEVICES, _keep_device),
    "void": Deed(Duty.VOID, _order("void misdeal")),
    "stop or resume": Deed(Duty.STOP, _order("stop lunch", "resume", "resume")),
    "change or close": Deed(
        Duty.CHANGE_TABLE, _order('change {"clock": "20"}', 'change {"unit": "nonsense"}', "close", "unseat 3 rude")
    ),
    "reopen": Deed(Duty.OPEN_TABLE, _order("reopen")),
    "assign a dealer": Deed(Duty.ASSIGN_DEALER, _order("dealer ann", "answer", "dealer nobody")),
    "open a table": Deed(Duty.OPEN_TABLE, _new_table),
    "fund": Deed(Duty.FILL, lambda at, who: at.cage.fund(at.amount(), who, at.id())),
    "buy in": Deed(Duty.CAGE, lambda at, who: at.cage.buy_in(at.player(), at.amount(), who, at.id())),
    "buy in at a table": Deed(
        Duty.SELL_AT_TABLE, lambda at, who: at.cage.buy_in_at(at.table(), at.player(), at.amount(), who, at.id())
    ),
    "cash out": Deed(Duty.CAGE, lambda at, who: at.cage.cash_out(at.player(), at.amount(), who, at.id())),
    "fill": Deed(Duty.FILL, lambda at, who: at.cage.fill(at.table(), at.amount(), who, at.id())),
    "credit": Deed(Duty.FILL, lambda at, who: at.cage.credit(at.table(), at.amount(), who, at.id())),
    "count a table": Deed(Duty.CLOSE_SHIFT, _count),
    "close a shift": Deed(Duty.CLOSE_SHIFT, _close_shift),
    "register a player": Deed(
        Duty.REGISTER_PLAYER,
        lambda at, who: at.people.register(at.chance.choice(("dee", "ann", "clock")), Role.PLAYER, None, who, at.id()),
    ),
    "register staff": Deed(
        Duty.REGISTER_STAFF,
        lambda at, who: at.people.register(
            at.chance.choice(("fay", "sue", "a b")), at.chance.choice(PEOPLE[1:]), None, who, at.id()
        ),
    ),
    "unlock": Deed(Duty.UNLOCK, lambda at, who: at.people.unlock(_somebody(at), who, at.id())),
    "a badge": Deed(Duty.UNLOCK, lambda at, who: at.people.issue_badge(_somebody(at), who, at.id())),
    "deactivate": Deed(Duty.REGISTER_STAFF, lambda at, who: at.people.deactivate(_somebody(at), who, at.id())),
    "activate": Deed(Duty.REGISTER_STAFF, lambda at, who: at.people.activate(_somebody(at), who, at.id())),
    "change a role": Deed(
        Duty.REGISTER_STAFF,
        lambda at, who: at.people.change_role(_somebody(at), at.chance.choice(PEOPLE), who, at.id()),
    ),
    "a choice of the house": Deed(
        Duty.SET_HOUSE,
        lambda at, who: at.choices.choose(
            at.chance.choice(("zone", "second_above", "sound", "x")),
            at.chance.choice(("UTC", "$500", "yes", "?")),
            who,
            at.id(),
        ),
    ),
    "enter an approval": Deed(
        Duty.KEEP_APPROVALS,
        lambda at, who: at.room.approvals.enter(
            Approval(
                number=at.chance.choice(("WSGC 1", "WSGC 2", "")),
                authority=Authority.STATE,
                since=at.chance.choice(("2026-01-02", "2026-13-01", "soon")),
            ),
            who,
            at.id(),
        ),
    ),
    "open a link": Deed(
        Duty.RUN_LINK,
        lambda at, who: at.links.open(
            at.chance.choice(("side", "main")), at.link_terms(), who, at.id(), override="why not"
        ),
    ),
    "configure a link": Deed(
        Duty.RUN_LINK, lambda at, who: at.links.configure("main", at.link_terms(), who, at.id(), override="why not")
    ),
    "join a link": Deed(Duty.RUN_LINK, lambda at, who: at.links.join("main", at.table(), who, at.id())),
    "leave a link": Deed(Duty.RUN_LINK, lambda at, who: at.links.leave("main", at.table(), who, at.id())),
    "press a button": Deed(
        Duty.PRESS_KEYPAD,
        lambda at, who: at.links.press(
            at.table(),
            parse_button(at.chance.choice(("hand royal_flush", "seat 3", "key jph", "confirm"))),
            who,
            at.id(),
        ),
    ),
    "ask for an adjustment": Deed(
        Duty.RUN_LINK,
        lambda at, who: at.links.ask(
            "main", "main", at.amount(), at.chance.choice(tuple(AdjustmentReason)), "D-7", who, at.id()
        ),
    ),
    "approve": Deed(Duty.RUN_LINK, lambda at, who: at.links.approve("main", at.chance.randrange(4), who, at.id())),
    "drop": Deed(Duty.RUN_LINK, lambda at, who: at.links.drop("main", at.chance.randrange(4), "no", who, at.id())),
    "stop a link": Deed(Duty.RUN_LINK, lambda at, who: at.links.stop("main", "a test", who, at.id())),
    "resume a link": Deed(
        Duty.RUN_LINK, lambda at, who: at.links.resume("main", who, Person("eve", Role.EXECUTIVE), at.id())
    ),
    "a transfer": Deed(Duty.RUN_LINK, _transfer),
    "a component": Deed(
        Duty.RUN_LINK, lambda at, who: office.note_component(at.links, "main", "server", "1.2", who, at.id())
    ),
    "a winner": Deed(
        Duty.RUN_LINK,
        lambda at, who: office.note_winner(at.links, "main", 1, who, at.id(), winner="Ann", document="passport"),
    ),
    "close a link": Deed(Duty.RUN_LINK, _close_link),
    "practise": Deed(None, lambda at, who: open_practice(at.room, at.people, RULE_SETS[at.chance.choice(_RULES)], who)),
}
