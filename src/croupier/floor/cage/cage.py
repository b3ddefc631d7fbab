"""The cage's window: chips for cash and back, fills and credits, and the win sheet when a shift closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.errors import Refused
from croupier.floor.cage.alone import MovedAlone
from croupier.floor.cage.guards import check_amount, check_second
from croupier.floor.cage.inventory import cash_in_cage
from croupier.floor.cage.moves import STREAM
from croupier.floor.cage.shift_desk import ShiftDesk
from croupier.floor.house.choices import ChoiceBook, SecondPersonRule
from croupier.floor.house.heads import Sign
from croupier.floor.links.outside import stream_of
from croupier.floor.orders import ForSeat, PutChips
from croupier.floor.people import People
from croupier.floor.plan import load
from croupier.floor.play import check_allowed, decide
from croupier.floor.practice import is_guest
from croupier.floor.roles import Duty, Person, Role, check_may
from croupier.floor.room import wall_clock_ms
from croupier.floor.table import DealtBy
from croupier.floor.unit import Same, events_in, retried
from croupier.ledger.accounts import CAGE, player, tray
from croupier.money import Cents, dollars
from croupier.store.entry import Event
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write


class NoSuchPlayer(Refused):
    """A player whom nobody has registered."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no player {name!r}; register them first")


class Cage(ShiftDesk):
    """What is done with money outside a round. Every call is one command: repeated, it is answered as before.

    `second` is the person who signs beside `who`; above what the house has set, nothing moves without one.
    """

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms, sign: Sign | None = None) -> None:
        super().__init__(store, now_ms=now_ms, sign=sign)
        self._people = People(store, now_ms=now_ms)
        self._alone = MovedAlone(store)

    def fund(self, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Put the house's own money into the cage."""
        check_may(who, Duty.FILL)
        event = {"event": "CageFunded", "amount": amount}
        return self._move("funding", event, who, second, command, f"fund {dollars(amount)}")

    def buy_in(self, name: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Sell chips to a player at the cage."""
        check_may(who, Duty.CAGE)
        self._check_player(name, sells=True)
        event = {"event": "BoughtIn", "player": name, "amount": amount}
        return self._move("a sale", event, who, second, command, f"buy in {name} {dollars(amount)}")

    def buy_in_at(
        self, table: str, name: str, amount: Cents, who: Person, command: str, second: Person | None = None
    ) -> Receipt:
        """Sell chips of a table's tray to a player: the cash goes into the drop box."""
        check_may(who, Duty.SELL_AT_TABLE)
        self._check_player(name, sells=True)
        self._check_table(table)
        self._check_open(table, command)
        self._check_chips(table, command, named=True)
        event = {"event": "BoughtIn", "player": name, "amount": amount, "table": table}
        return self._move("a sale", event, who, second, command, f"buy in {name} {dollars(amount)} at {table}")

    def cash_out(self, name: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Redeem a player's chips for cash that the cage holds."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        event = {"event": "CashedOut", "player": name, "amount": amount}
        return self._move("a redemption", event, who, second, command, f"cash out {name} {dollars(amount)}")

    def sell_chips(
        self,
        amount: Cents,
        who: Person,
        command: str,
        second: Person | None = None,
        *,
        table: str | None = None,
        seat: int | None = None,
    ) -> Receipt:
        """Sell real chips to somebody without an account: at the window, or from the tray of a table that a person
        deals, where the cash goes into the drop box (R58). Chips for a `seat` are not sold where they cannot be put
        down in front of it."""
        check_may(who, Duty.CAGE if table is None else Duty.SELL_AT_TABLE)
        event: dict[str, str | int] = {"event": "BoughtIn", "amount": amount}
        if table is not None:
            self._check_table(table)
            self._check_open(table, command)
            self._check_chips(table, command, named=False)
            if seat is not None and self._store.receipt(command) is None:
                order, there = ForSeat(seat, PutChips(amount)), load(self._store, table)
                check_allowed(there, order, who)
                decide(there, order, who.name, b"")
            event["table"] = table
        at = "" if table is None else f" at {table}"
        return self._move("a sale", event, who, second, command, f"sell chips {dollars(amount)}{at}")

    def redeem_chips(self, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Redeem real chips that somebody without an account brings to the window, for cash that the cage holds."""
        check_may(who, Duty.CAGE)
        event = {"event": "CashedOut", "amount": amount}
        return self._move("a redemption", event, who, second, command, f"redeem chips {dollars(amount)}")

    def fill(self, table: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Bring chips from the cage to a tray."""
        check_may(who, Duty.FILL)
        if not self._is_other_game(table):
            self._check_table(table)
            self._check_owed(table, amount, command)
        event = {"event": "TrayFilled", "table": table, "amount": amount}
        return self._move("a fill", event, who, second, command, f"fill {table} {dollars(amount)}")

    def fill_all(
        self, fills: Mapping[str, Cents], who: Person, command: str, second: Person | None = None
    ) -> tuple[list[Receipt], dict[str, str]]:
        """Fill several trays, each with a receipt of its own and all with one signature; those that were filled, and
        why others were not. Nothing is moved if the cage does not hold enough for all of them."""
        check_may(who, Duty.FILL)
        ids = {table: f"{command}/{table}" for table in fills}
        missing = {table: cents for table, cents in fills.items() if self._store.receipt(ids[table]) is None}
        held, needed = self._store.balance(CAGE), sum(missing.values())
        if needed > held:
            raise Refused(f"the cage holds {dollars(held)}, and these trays need {dollars(needed)}; fund it first")
        for table, cents in missing.items():
            self._check_beside("a fill", {"event": "TrayFilled", "table": table, "amount": cents}, who, second)
        filled, refused = [], {}
        for table, cents in fills.items():
            try:
                filled.append(self.fill(table, cents, who, ids[table], second))
            except Refused as why:
                refused[table] = str(why)
        return filled, refused

    def credit(self, table: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Take chips from a tray back to the cage."""
        check_may(who, Duty.FILL)
        if not self._is_other_game(table):
            self._check_table(table)
        event = {"event": "TrayCredited", "table": table, "amount": amount}
        return self._move("a credit", event, who, second, command, f"credit {table} {dollars(amount)}")

    def balance(self, name: str) -> Cents:
        """What a player has."""
        if not self._store.head(f"player/{name}").version:
            raise NoSuchPlayer(name)
        return self._store.balance(player(name))

    @property
    def _second_person(self) -> SecondPersonRule:
        # Read anew each time: what pages may show two seconds late, money heeds at once.
        return ChoiceBook(self._store).second_person()

    def _move(self, what: str, event: Event, who: Person, second: Person | None, command: str, request: str) -> Receipt:
        """Move money at the cage, once amount, people and cash have been checked. A command that was carried out before
        is not checked again."""
        signed = event if second is None else {**event, "approver": second.name}

        def attempt() -> Receipt:
            check_amount(event["amount"])
            # Only entries of the cage add up and take cash out: what holds at this version holds when it is written.
            version = self._store.head(STREAM).version
            counts = self._check_beside(what, event, who, second)
            pays_out = event["event"] == "CashedOut"
            if pays_out:
                self._check_cash(event)
            write = Write(STREAM, version if counts or pays_out else None, (signed,))
            return self._commit(who, command, request, write)

        # The words of a request leave out the second person, so it is known by its event.
        return retried(self._store, who, command, "the cage", _cage_said(signed), attempt)

    def _check_beside(self, what: str, event: Event, who: Person, second: Person | None) -> bool:
        """Refuse what wants a second person and has none; whether what moved before has counted for that."""
        rule = self._second_person
        counts = second is None and rule.above is not None
        before = self._alone.with_this(event, rule.since, self._now_ms()) - event["amount"] if counts else 0
        check_second(what, event["amount"], rule.above, who, second, before)
        return counts

    def _check_player(self, name: str, *, sells: bool = False) -> None:
        if is_guest(name):
            raise Refused(
                f"{name} is a guest with play chips, which the cage neither sells nor takes; it deals in money"
            )
        known = self._people.find(name)
        if known is None or known.role is not Role.PLAYER:
            raise NoSuchPlayer(name)
        if sells and not known.active:
            raise Refused(f"{name} is deactivated and buys no chips; what they have can be redeemed")

    def _check_cash(self, event: Event) -> None:
        held, amount = cash_in_cage(self._store), event["amount"]
        # Who has not so much in an account is told that instead; real chips lie there to be counted.
        if held < amount and ("player" not in event or amount <= self.balance(event["player"])):
            raise Refused(
                f"the cage holds {dollars(held)} in cash, so {dollars(amount)} cannot be paid out; fund it, or close "
                "shifts to count their drop into it"
            )

    def _check_open(self, name: str, command: str) -> None:
        if load(self._store, name).closed and self._store.receipt(command) is None:
            raise Refused(f"{name} is closed, and no chips go there; reopen it first")

    def _check_owed(self, name: str, amount: Cents, command: str) -> None:
        """A closed table takes what its tray owes since a round of it was corrected (R58), and no other chips."""
        owed = -self._store.balance(tray(name))
        if owed <= 0:
            self._check_open(name, command)
        elif amount > owed and load(self._store, name).closed and self._store.receipt(command) is None:
            raise Refused(
                f"{name} is closed, and its tray takes the {dollars(owed)} that it owes; no more chips go there"
            )

    def _check_chips(self, name: str, command: str, *, named: bool) -> None:
        """Refuse real chips that would go into an account, and others that would go into somebody's hands: where nobody
        deals, nobody acts for who is there by name."""
        table = load(self._store, name)
        nobody = table.settings.dealt_by is DealtBy.MACHINE
        if (table.real_cards if named else nobody) and self._store.receipt(command) is None:
            raise Refused(
                f"chips are real at {name} and in nobody's account; sell them without a name"
                if named
                else f"{name} is dealt by machine, and its chips are in players' accounts; say to whom they are sold"
            )

    def _is_other_game(self, name: str) -> bool:
        """Whether it is the table of another game on a link: its tray pays the progressive's fixed awards (R58)."""
        return bool(self._store.head(stream_of(name)).version)


def _cage_said(event: Event) -> Same:
    """The request that wrote exactly this at the cage."""
    return lambda receipt: events_in(receipt, STREAM) == (event,)
