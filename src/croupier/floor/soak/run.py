"""The simulator: seeded players, dealers and supervisors over several tables and rule sets, on the real store.

What a table does next depends on the seed, the table's name and its version, and on nothing else. So a run that was
killed goes on, when it is started again, exactly as it would have gone on; and a failing seed fails again.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.corrections import MakeCorrection
from croupier.floor.dealer import lit_step, next_order
from croupier.floor.links.hand_buttons import PressTrayWin, VerifyTrayWin
from croupier.floor.orders import Order, PassBank, Resume, Sit, Stand, Stop
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import LinkLost, Room
from croupier.floor.soak import felt
from croupier.floor.soak.expected import Expected
from croupier.floor.soak.links import OUTSIDE_TABLES, SoakLinks
from croupier.floor.table import DealtBy, Settings, Table
from croupier.games import RULE_SETS
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.games.uth.rulesets import CA, WA_2014, WA_2018, WA_BASE, WA_LNW
from croupier.ledger.winsheet import WinSheet
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.bank import Coverage
from croupier.rules.collection import Schedule
from croupier.rules.commands import OfferSeed, PlaceBets, TakeBank, VoidRound, WithdrawBets
from croupier.rules.deal import CardsFrom, Procedure
from croupier.rules.round import Round, Stage, due_seats, legal_actions
from croupier.rules.seat import SEATS, bet_cents
from croupier.rules.staking import games
from croupier.rules.steps import SETTLE, SETTLE_NEXT
from croupier.rules.terms import terms
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.unit import StaleVersion

_ADMIN: Final = Person("soak-admin", Role.ADMIN)
_SUPERVISOR: Final = Person("soak-supervisor", Role.SUPERVISOR)
_DEALER: Final = Person("soak-dealer", Role.DEALER)
_EXECUTIVE: Final = Person("soak-executive", Role.EXECUTIVE)
_POOL: Final = 8
_POOR: Cents = 600 * DOLLAR
_TRAY: Cents = 50_000 * DOLLAR
_FUND: Cents = 10_000_000 * DOLLAR


@dataclass(frozen=True, slots=True)
class SoakOutcome:
    """How a run went."""

    seed: int
    rounds: int
    commands: int
    refused: int
    entries: int
    problems: tuple[str, ...]

    @property
    def clean(self) -> bool:
        return not self.problems


def table_settings(number: int) -> Settings:
    """The settings of the simulator's n-th table: all games, rule sets, procedures and choices take their turn."""
    with_choices = {kind.game.key for kind in _KINDS}
    others = [rules for rules in RULE_SETS.values() if rules.game.key not in with_choices]
    place = number % (len(_KINDS) + len(others))
    chosen = _KINDS[place] if place < len(_KINDS) else terms(others[place - len(_KINDS)])
    by_person = number % 3 == 2 or chosen.real_cards
    return Settings(terms=chosen, dealt_by=DealtBy.PERSON if by_person else DealtBy.MACHINE)


_KINDS: Final = (
    terms(WA_2018, lost_by_fold=(BAD_BEAT,), face_up_approval="soak", open_spots=6),
    terms(CA, procedure=Procedure.SHUFFLER),
    terms(WA_2018, cards_from=CardsFrom.FELT),
    terms(WA_LNW, procedure=Procedure.SHOE),
    terms(WA_BASE, {TRIPS: "UTH-04"}, procedure=Procedure.PACKET, settling_order=(1, 2, 3, 4, 5, 6)),
    terms(CA, procedure=Procedure.SHOE, coverage=Coverage.GROSS, collection=Schedule.TWO),
    terms(WA_2014, {TRIPS: "UTH-01", BAD_BEAT: "BBB-03", PAIRS: "UPB-2"}),
    terms(WA_2018, aggregate_cap=50 * 400 * DOLLAR),
    terms(CA, fee_per_circle=True),
)
"""Tables with choices of their own; games that have none of these have one table a rule set."""


@dataclass(slots=True)
class Soak:
    """One run. `rounds` is how many there shall be in the record, those of earlier runs included."""

    store: Store
    seed: int
    rounds: int
    tables: int
    commands: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)
    expected: Expected = field(default_factory=Expected)
    _clock_ms: int = 0
    _room: Room = field(init=False)
    _cage: Cage = field(init=False)
    _links: SoakLinks = field(init=False)

    def __post_init__(self) -> None:
        self._room = Room(self.store, now_ms=self._now_ms, draw=self._draw)
        self._cage = Cage(self.store, now_ms=self._now_ms)
        self._links = SoakLinks(self._room, self.seed, self.problems)

    def run(self) -> SoakOutcome:
        """Play until there are enough rounds, then compare and audit."""
        self._note(tuple(self.store.read_all()))
        stop = self.store.watch(self._note)
        try:
            self._open()
            asyncio.run(self._play())
        finally:
            stop()
        self._compare()
        report = audit(self.store)
        self.problems += [str(finding) for finding in report.findings]
        return SoakOutcome(self.seed, report.rounds, self.commands, self.refused, report.entries, tuple(self.problems))

    def _now_ms(self) -> int:
        self._clock_ms += 1
        return self._clock_ms

    def _draw(self, round: str) -> bytes:
        return hashlib.sha256(f"soak {self.seed} {round}".encode()).digest()

    def _note(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self._clock_ms = max(self._clock_ms, entry.time_ms)
            for event in contents(entry).events:
                self.expected.take(entry.stream, event)

    def _compare(self) -> None:
        have = {str(account): amount for account, amount in self.store.balances().items() if amount}
        want = self.expected.balances()
        for account in sorted(have.keys() | want.keys()):
            if have.get(account, 0) != want.get(account, 0):
                held, due = dollars(have.get(account, 0)), dollars(want.get(account, 0))
                self.problems.append(f"{account} holds {held}, but should hold {due}")

    def _open(self) -> None:
        """Staff, tables and players; whatever an earlier run has done is answered as before."""
        people = People(self.store, now_ms=self._now_ms)
        people.register(_ADMIN.name, Role.ADMIN, None, FIRST_START, "soak-admin")
        people.register(_SUPERVISOR.name, Role.SUPERVISOR, None, _ADMIN, "soak-supervisor")
        people.register(_DEALER.name, Role.DEALER, None, _ADMIN, "soak-dealer")
        people.register(_EXECUTIVE.name, Role.EXECUTIVE, None, _ADMIN, "soak-executive")
        self._cage.fund(_FUND, _SUPERVISOR, "soak-fund")
        for number in range(self.tables):
            name = f"S{number + 1}"
            self._room.open_table(name, table_settings(number), _ADMIN, f"soak-open-{name}")
            self._cage.fill(name, _TRAY, _SUPERVISOR, f"soak-fill-{name}")
            for nth in range(_POOL):
                people.register(f"{name}-p{nth}", Role.PLAYER, None, _ADMIN, f"soak-{name}-p{nth}")
        self._links.open(self.tables)

    async def _play(self) -> None:
        shares = [len(range(number, self.rounds, self.tables)) for number in range(self.tables)]
        tables = (self._play_table(f"S{number + 1}", share) for number, share in enumerate(shares))
        await asyncio.gather(*tables, *(self._links.play_outside(name, self.rounds // 20) for name in OUTSIDE_TABLES))
        self.refused += self._links.refused

    async def _play_table(self, name: str, share: int) -> None:
        while True:
            table = self._room.table(name)
            if table.in_play is None and table.rounds >= share:
                return
            chance = Random(f"{self.seed} {name} {table.version}")
            if chance.random() < 0.04:
                await self._try_forbidden(table, chance)
            self._bank(table)
            if self._links.step(table):
                await asyncio.sleep(0)
                continue
            order, who = self._next(table, chance)
            order, who = self._links.wagers_back_first(table, order) or (order, who)
            command = f"soak-{name}-{table.version}"
            times = 2 if chance.random() < 0.04 else 1
            sent = [self._room.do_async(name, order, who, command=command, version=table.version) for _ in range(times)]
            try:
                outcomes = await asyncio.gather(*sent)
            except (StaleVersion, LinkLost):  # its link has just moved on, or was stopped
                continue
            self.commands += 1
            if any(one.receipt.entries != outcomes[0].receipt.entries for one in outcomes):
                self.problems.append(f"{command} was answered differently when it was repeated")

    async def _try_forbidden(self, table: Table, chance: Random) -> None:
        """Something that must be refused, and change nothing."""
        player = Person(f"{table.name}-p{chance.randrange(_POOL)}", Role.PLAYER)
        orders: list[tuple[Order, Person, int]] = [
            (Stop("late"), _SUPERVISOR, table.version - 1),
            (SETTLE, player, table.version),
            (VoidRound("mine"), player, table.version),
            (Sit(9), player, table.version),
            (Resume(), _DEALER, table.version),
            (TakeBank(10**12), player, table.version),
            (PlaceBets(Stakes(base=12_345)), player, table.version),
        ]
        order, who, version = chance.choice(orders)
        try:
            await self._room.do_async(table.name, order, who, command=f"forbidden-{table.version}", version=version)
        except Refused:
            self.refused += 1
        else:
            self.problems.append(f"{who.name} could {order} at {table.name}, version {table.version}")

    def _bank(self, table: Table) -> None:
        """The cage's part: chips for those who run out, fills, credits, a shift closed now and then.

        It draws from chance of its own, and what it has done once it would not do again: killed after any of it,
        the run goes on as if it had not been.
        """
        at = f"soak-{table.name}-{table.version}"
        if table.real_cards:
            self._deal_in_chips(table, at)
        for sitting in () if table.real_cards else table.sittings:
            purse = self.expected.purse(sitting.player)
            if _POOR <= purse <= 5 * _POOR:
                continue
            chance = Random(f"{self.seed} {at} {sitting.player}")
            if purse < _POOR:
                amount = chance.randrange(1_000, 2_300) * DOLLAR
                if chance.random() < 0.5 or self.expected.held[f"tray/{table.name}"] < amount:
                    self._cage.buy_in(sitting.player, amount, _SUPERVISOR, f"{at}-{sitting.player}")
                else:
                    self._cage.buy_in_at(table.name, sitting.player, amount, _DEALER, f"{at}-{sitting.player}")
            elif chance.random() < 0.02:
                self._cage.cash_out(sitting.player, 2 * _POOR, _SUPERVISOR, f"{at}-out-{sitting.player}")
        chance = Random(f"{self.seed} {at} cage")
        tray = self.expected.held[f"tray/{table.name}"]
        if tray < _TRAY // 4:
            if self.expected.held["cage"] < _TRAY:
                self._cage.fund(_FUND, _SUPERVISOR, f"{at}-fund")
            self._cage.fill(table.name, _TRAY, _SUPERVISOR, f"{at}-fill")
        elif tray > _TRAY * 3 // 2 and chance.random() < 0.05:
            self._cage.credit(table.name, _TRAY // 4, _SUPERVISOR, f"{at}-credit")
        ends = chance.random() < 0.008 and not any(table.has_wagers(seat) for seat in SEATS)
        if ends and self.store.receipt(f"{at}-shift") is None:  # counted again, it would be another count
            close_as_recorded(self._cage, table.name, _SUPERVISOR, f"{at}-shift")

    def _deal_in_chips(self, table: Table, at: str) -> None:
        """Chips for whoever comes to a table with real cards, and cash for who leaves (R58)."""
        chance = Random(f"{self.seed} {at} chips")
        amount = chance.randrange(100, 900) * DOLLAR
        if chance.random() < 0.03 and self.expected.held[f"tray/{table.name}"] >= amount:
            self._cage.sell_chips(amount, _DEALER, f"{at}-sell", table=table.name)
        elif chance.random() < 0.02 and self.expected.held["chips"] >= amount:
            self._cage.redeem_chips(amount, _SUPERVISOR, f"{at}-redeem")

    def _next(self, table: Table, chance: Random) -> tuple[Order, Person]:
        """What happens next at a table, and who does it. Where cards and chips are real, a dealer enters it."""
        order, who = self._order(table, chance)
        if table.real_cards and who.role is Role.PLAYER:
            return felt.entered_for(table, order, who.name), _DEALER
        return order, who

    def _order(self, table: Table, chance: Random) -> tuple[Order, Person]:
        round = table.in_play
        if table.stopped is not None:
            if chance.random() < 0.3 or round is None:
                return Resume(), _SUPERVISOR
        elif chance.random() < 0.003:
            return Stop("soak"), _SUPERVISOR
        if round is not None and not table.unpaid and not table.paid and chance.random() < 0.004:
            return VoidRound(chance.choice(("shuffler malfunction", "misdeal"))), _SUPERVISOR
        if round is None and (correction := felt.correction(table, chance)) is not None:
            return correction, _EXECUTIVE if isinstance(correction, MakeCorrection) else _SUPERVISOR
        here = [sitting for sitting in table.sittings if not sitting.left]
        if len(here) > 2 and chance.random() < 0.01:
            return Stand(), _player(chance.choice(here).player)
        if len(here) < 3 and table.free_seats and (round is None or round.stage is Stage.BETTING):
            taken = {sitting.player for sitting in table.sittings}
            free = [name for nth in range(_POOL) if (name := f"{table.name}-p{nth}") not in taken]
            return Sit(chance.choice(table.free_seats)), _player(chance.choice(free))
        if round is not None and round.stage is Stage.BETTING:
            return self._betting(table, round, chance)
        if round is not None and table.real_cards:
            entry = felt.undo(round, chance) or felt.cards_order(table, self._draw(round.id), chance)
            if entry is not None:
                return entry, _DEALER
        if round is not None and due_seats(round):
            return self._decision(table, round, chance)
        return self._key(table, chance)

    def _betting(self, table: Table, round: Round, chance: Random) -> tuple[Order, Person]:
        if round.terms.player_banked and round.bank is None:
            offered = table.bank_offered_to
            if not offered:
                return VoidRound("nobody takes the bank"), _SUPERVISOR
            banker = table.player_at(offered[0])
            if chance.random() < 0.25 or not table.sittings:
                return PassBank(), _player(banker)
            most = self._purse(table, banker) // DOLLAR - 10
            return TakeBank(chance.randint(20, max(20, min(most, 400))) * DOLLAR), _player(banker)
        for sitting in table.sittings:
            if sitting.left:
                continue
            if not table.has_wagers(sitting.seat):
                if chance.random() < 0.05 and not table.real_cards:
                    return OfferSeed(f"lucky {chance.randrange(100)}"), _player(sitting.player)
                return PlaceBets(self._stakes(table, round, chance)), _player(sitting.player)
        bettors = [seat.number for seat in round.seats]
        if bettors and chance.random() < 0.04:
            player = _player(table.player_at(chance.choice(bettors)))
            return (WithdrawBets() if chance.random() < 0.5 else PlaceBets(self._stakes(table, round, chance))), player
        if not bettors:
            return VoidRound("nobody bets"), _SUPERVISOR
        return self._key(table, chance)

    def _stakes(self, table: Table, round: Round, chance: Random) -> Stakes:
        wagers, most = _stakes(round, chance), round.terms.rules.most_games
        if most is not None and games(round.game, round.game.complete(wagers)) >= most:
            return wagers
        return Stakes(wagers | {PROGRESSIVE: self._links.stake(table, chance)})

    def _decision(self, table: Table, round: Round, chance: Random) -> tuple[Order, Person]:
        by_clock = next_order(table, self._clock_ms)
        if by_clock is not None:
            return by_clock
        seat = chance.choice(due_seats(round))
        player = table.player_at(seat)
        staked = round.seat(seat)
        assert staked is not None, "only staked seats are due"
        purse = self._purse(table, player)
        street = round.game.streets[round.shown]
        may = legal_actions(round, seat)
        open_to = [action for action in may if bet_cents(staked, round.game, street, action) <= purse]
        return chance.choice(open_to), _player(player)

    def _purse(self, table: Table, player: str) -> Cents:
        """What a player can bet with; nobody counts what somebody with real chips has."""
        return _FUND if table.real_cards else self.expected.purse(player)

    def _key(self, table: Table, chance: Random) -> tuple[Order, Person]:
        if table.settings.dealt_by is DealtBy.MACHINE:
            pressed = next_order(table, self._clock_ms)
            assert pressed is not None, f"{table.name} waits for nobody at version {table.version}"
            return pressed
        if table.unlogged:
            win = table.unlogged[0]
            if not win.pressed_by or chance.random() < 0.1:  # now and then it is turned off again
                return PressTrayWin(win.seat, win.line), _DEALER
            return VerifyTrayWin(win.seat, win.line), _SUPERVISOR
        step = lit_step(table)
        assert step is not None, f"{table.name} waits for nobody at version {table.version}"
        if step == SETTLE_NEXT and chance.random() >= 0.7:
            step = SETTLE
        return step, _DEALER


def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def _stakes(round: Round, chance: Random) -> Stakes:
    """Some bets that the table allows and a purse of $600 can stand."""
    stakes = {BASE: chance.randint(5, 40) * DOLLAR}
    for bet in round.game.side_bets:
        needed = all(spot in stakes or spot == round.game.base for spot in bet.spot.needs)
        if bet.key in round.terms.tables and needed and (amount := chance.choice((0, 5, 10)) * DOLLAR):
            stakes[bet.key] = amount
    return Stakes(stakes)


def close_as_recorded(cage: Cage, table: str, who: Person, command: str) -> WinSheet:
    """Count just what the record has and close the shift by it, in a room without chips to count. A tray that owes is
    counted as empty."""
    sheet = cage.sheet(table)
    cage.count(table, count_of(sheet.closing, sheet.box), who, f"{command}/count")
    return cage.close_shift(table, who, command, "the tray owes" if sheet.closing < 0 else "")
