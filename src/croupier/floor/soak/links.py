"""The simulator's links: tables on three of them, claims, refusals, adjustments, stops, two tables of another game, and
one with real cards at whose keypad people touch whatever they like.

Royals are too rare for a simulator to wait for. The other game's hands are reported, not dealt, so its tables see
straight flushes and royals every few rounds; and one link pays full houses off its meter, which come by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.links.claiming import press
from croupier.floor.links.control import Links
from croupier.floor.links.linked import HandBack
from croupier.floor.links.outside import OutsideTable, stream_of
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import Order
from croupier.floor.roles import AUTOMATIC_DEALER, Person, Role
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Table
from croupier.jackpot.buttons import Button, Confirm, Hand, JPot, KeyToJph, KeyToRun, Refuse, Seat, Swipe
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pad, Pressed, Ready, SeatChosen
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.link import Link, Win
from croupier.jackpot.terms import Flow, LevelTerms, LinkTerms
from croupier.rules.paytables import paytable
from croupier.rules.steps import LOCK
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.unit import StaleVersion

_SUPERVISOR: Final = Person("soak-supervisor", Role.SUPERVISOR)
_EXECUTIVE: Final = Person("soak-executive", Role.EXECUTIVE)
_DEALER: Final = Person("soak-dealer", Role.DEALER)
REAL_TABLE: Final = "R1"
OUTSIDE_TABLES: Final = ("G1", "G2", REAL_TABLE)
_HANDS: Final = {
    "royal_flush": "Ah Kh Qh Jh Th",
    "straight_flush": "9s 8s 7s 6s 5s",
    "four_of_a_kind": "4c 4d 4h 4s 2c",
    "three_of_a_kind": "7c 7d 7h Kd 2d",
    "high_card": "3c 5d 8d Jc Qd",
}


def soak_terms() -> dict[str, LinkTerms]:
    """The simulator's links: keys, keys with every pay off the meter, and cards with two levels."""
    keyed = _levels("UTH-P01", (2_345, 321, 1_000_000))
    meter = _levels("UTH-P01", (7_777, 123, 300_000))
    card = _levels("MGL-ML01", (1_234, 111, 2_000_000), (777, 99, 50_000))
    return {
        "soak-keyed": link_terms("UTH-P01", 100, keyed),
        "soak-meter": link_terms("UTH-P01", 100, meter, fixed_off_meter=True),
        "soak-card": link_terms("MGL-ML01", 500, card, executive_above=1_000_000),
    }


def _levels(name: str, *rates: tuple[int, int, int]) -> tuple[LevelTerms, ...]:
    """The levels of a pay table, each with its rate, reserve rate and seed."""
    levels = paytable(name, PROGRESSIVE).levels
    return tuple(
        LevelTerms(name=level, rate_bp=rate_bp, reserve_bp=reserve_bp, seed=seed)
        for level, (rate_bp, reserve_bp, seed) in zip(levels, rates, strict=True)
    )


def link_of(number: int, terms: Terms) -> str | None:
    """The link of the simulator's n-th table: those that its rule set has a pay table for take turns."""
    offered = terms.rules.tables.get(PROGRESSIVE, ())
    fits = [
        name
        for name, link in soak_terms().items()
        if link.paytable in offered and (terms.rules.meter_may_pay_fixed or not link.all_pays_off_meter)
    ]
    return fits[number % len(fits)] if fits else None


@dataclass(slots=True)
class SoakLinks:
    """Everything that the simulator does with links."""

    room: Room
    seed: int
    problems: list[str]
    refused: int = 0
    tries: int = 0
    links: Links = field(init=False)
    outside: OutsideDesk = field(init=False)

    def __post_init__(self) -> None:
        self.links = Links(self.room)
        self.outside = OutsideDesk(self.links)

    def open(self, tables: int) -> None:
        """Open the links and put tables on them; what an earlier run has done is answered as before."""
        self.room.approvals.choices.choose("verify_tray_wins_from", "20", _EXECUTIVE, "soak-verify")
        for name, terms in soak_terms().items():
            self.links.open(name, terms, _EXECUTIVE, f"soak-link-{name}", override="soak")
        for number in range(tables):
            table = self.room.table(f"S{number + 1}")
            link = link_of(number, table.settings.terms)
            if link is not None and table.link is None:
                self.links.join(link, table.name, _SUPERVISOR, f"soak-link-{table.name}")
        for name in OUTSIDE_TABLES:
            if self.room.store.head(stream_of(name)).version == 0:
                real = name == REAL_TABLE
                game = "caribbean" if real else "dj-wild"
                self.outside.join("soak-card", name, game, _SUPERVISOR, f"soak-link-{name}", real_cards=real)

    def stake(self, table: Table, chance: Random) -> int:
        """A progressive wager, where the table takes one."""
        stake = table.settings.terms.progressive_stake
        if table.link is None or stake is None or chance.random() < 0.3:
            return 0
        return 0 if self.room.desk.why_lost(table.link) else stake

    def wagers_back_first(self, table: Table, order: Order) -> tuple[Order, Person] | None:
        """What has to come before `order`, when the link is lost: the wagers go back."""
        round = table.in_play
        if order != LOCK or table.link is None or round is None:
            return None
        if any(PROGRESSIVE in seat.stakes for seat in round.seats) and self.room.desk.why_lost(table.link):
            return HandBack(), AUTOMATIC_DEALER if table.settings.dealt_by is DealtBy.MACHINE else _DEALER
        return None

    def step(self, table: Table) -> bool:
        """Do something about a table's link or its wins; whether the table has to wait for that."""
        if table.link is None:
            return False
        standing = self.room.desk.standing(table.link)
        link = standing.link
        assert link is not None, "a table's link is in the record"
        chance, at = self._chance(table.name, table.version, standing.version)
        if link.fault is not None:
            if chance.random() < 0.3:
                self._try(lambda: self.links.resume(link.id, _SUPERVISOR, _EXECUTIVE, f"{at}-resume"))
            return bool(table.unpaid)
        if chance.random() < 0.004:
            self._house_keeping(link.id, chance, at)
        if not table.unpaid:
            return False
        win = table.unpaid[0]
        button, who = self._button(link.pad(table.name), link.terms.flow, Win(win.seat, win.line), chance)
        if who is _DEALER and table.settings.dealt_by is DealtBy.MACHINE:
            who = AUTOMATIC_DEALER
        self._try(lambda: press(self.room, table.name, button, who, at))
        return True

    async def play_outside(self, name: str, games: int) -> None:
        """A table of the other game, until it has had so many."""
        while True:
            await asyncio.sleep(0)
            table = self.outside.table(name)
            standing = self.room.desk.standing("soak-card")
            if table.round is None and table.rounds >= games:
                return
            chance, at = self._chance(name, table.version, standing.version)
            try:
                self._outside_step(table, chance, at)
            except StaleVersion:
                continue
            except Refused:
                self.refused += 1

    def _outside_step(self, table: OutsideTable, chance: Random, at: str) -> None:
        link = self.room.desk.link("soak-card")
        if link.fault is not None:
            self.links.resume(link.id, _SUPERVISOR, _EXECUTIVE, f"{at}-resume")
        elif table.real_cards:
            self._touch(table, link, chance, at)
        elif table.round is None:
            seats = chance.sample(range(1, 7), chance.randint(1, 4))
            self.outside.lock(table.name, dict.fromkeys(seats, table.stake), _DEALER, at)
        elif not table.hands:
            hands = dict(zip(sorted(table.wagers), chance.sample(sorted(_HANDS), len(table.wagers)), strict=True))
            self.outside.show(table.name, {seat: _HANDS[line] for seat, line in hands.items()}, _DEALER, at)
        elif table.unpaid:
            button, who = self._button(link.pad(table.name), Flow.CARD, table.unpaid[0], chance)
            self.outside.press(table.name, button, who, at)
        elif (
            not table.paid
            and table.name not in {claim.table for claim in link.claims.values()}
            and (chance.random() < 0.05)
        ):
            self.outside.void(table.name, "misdeal", _SUPERVISOR, at)
        else:
            self.outside.end(table.name, _DEALER, at)

    def _touch(self, table: OutsideTable, link: Link, chance: Random, at: str) -> None:
        """A touch on the keypad of a table with real cards."""
        name, waiting = table.name, table.unverified
        won = {win.seat for win in table.hits}
        left = [seat for seat in table.wagers if seat not in won]
        if table.round is None and (not table.chips or chance.random() < 0.1):
            self.outside.chips(name, chance.sample(range(1, 7), chance.randint(1, 4)), _DEALER, at)
        elif table.round is None:
            self.outside.lock(name, None, _DEALER, at)
        elif table.claimed is not None:
            button, who = self._button(link.pad(name), link.terms.flow, table.claimed, chance)
            self.outside.press(name, button, who, at, cards=_HANDS[chance.choice((table.claimed.line, "high_card"))])
        elif waiting is not None:
            button = chance.choice((Confirm(), Confirm(), Hand(waiting.line), Refuse("look again")))
            who = _DEALER if isinstance(button, Hand) else _SUPERVISOR
            self.outside.press(name, button, who, at, cards=_HANDS[waiting.line])
        elif table.picked:
            self.outside.press(name, Hand(chance.choice(sorted(_HANDS))), _DEALER, at)
        elif left and chance.random() < 0.4:
            self.outside.press(name, Seat(chance.choice(left)), _DEALER, at)
        elif not table.paid and chance.random() < 0.05:
            self.outside.void(name, "misdeal", _SUPERVISOR, at)
        else:
            self.outside.end(name, _DEALER, at)

    def _button(self, pad: Pad, flow: Flow, win: Win, chance: Random) -> tuple[Button, Person]:
        """The next button for a win; now and then the wrong one, or a change of mind."""
        if chance.random() < 0.1:
            wrong: list[Button] = [JPot(), Swipe(), KeyToRun(), Hand("royal_flush"), Hand("nothing"), Seat(win.seat)]
            return chance.choice(wrong), chance.choice((_DEALER, _SUPERVISOR))
        match pad:
            case SeatChosen(seat):
                return (Hand(win.line) if seat == win.seat else Seat(win.seat)), _DEALER
            case Pressed() | Armed() | Confirmed() if chance.random() < 0.15:
                return Refuse("look again"), _SUPERVISOR
            case Pressed(_, line):
                if chance.random() < 0.1:
                    return Hand(line), _DEALER
                return (KeyToJph() if flow is Flow.KEYED else Confirm()), _SUPERVISOR
            case Armed():
                return (KeyToRun() if chance.random() < 0.1 else JPot()), _SUPERVISOR
            case Confirmed():
                return Swipe(), chance.choice((_SUPERVISOR, _EXECUTIVE))
            case Ready():
                return (Seat(win.seat) if flow is Flow.CARD else Hand(win.line)), _DEALER
            case Logged():
                return KeyToRun(), _SUPERVISOR

    def _chance(self, name: str, version: int, link_version: int) -> tuple[Random, str]:
        """Chance for one step, and its command id. A refused step changes no version, so tries are counted too."""
        self.tries += 1
        at = f"{name}-{version}-{link_version}-{self.tries}"
        return Random(f"{self.seed} {at}"), f"soak-{at}"

    def _house_keeping(self, name: str, chance: Random, at: str) -> None:
        """A split of the pool, a check, a stop, or an adjustment with its second person."""
        match chance.randrange(5):
            case 0:
                self._try(lambda: self.links.split_pool(name))
            case 1:
                if self.links.check(name) is not None:
                    self.problems.append(f"{name} failed its self-check")
            case 2 if chance.random() < 0.2:
                self._try(lambda: self.links.stop(name, "soak", _SUPERVISOR, f"{at}-stop"))
            case _:
                level = chance.choice([level.name for level in soak_terms()[name].levels])
                change = chance.randint(-20_000, 20_000)
                reason = chance.choice(list(AdjustmentReason))
                self._try(lambda: self._adjust(name, level, change, reason, at))

    def _adjust(self, name: str, level: str, change: int, reason: AdjustmentReason, at: str) -> None:
        number = self.links.ask(name, level, change, reason, "slip", _SUPERVISOR, f"{at}-ask")
        try:
            self.links.approve(name, number, _SUPERVISOR, f"{at}-own")
        except Refused:
            self.refused += 1
        else:
            self.problems.append(f"adjustment {number} of {name} was approved by its author")
        self.links.approve(name, number, _EXECUTIVE, f"{at}-approve")

    def _try(self, what: Callable[[], object]) -> None:
        """Do something that may be refused: the link has moved on, or the button was a wrong one."""
        try:
            what()
        except StaleVersion:
            pass
        except Refused:
            self.refused += 1
