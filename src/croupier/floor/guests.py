"""The desk for tables of other games: they lock, show hands, press the keypad and end, each call one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.claiming import presser
from croupier.floor.desk import Beside
from croupier.floor.guest import BadGame, Guest, Plain, ended, locked, shown, stream_of
from croupier.floor.links import Links
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import LinkLost, check_name
from croupier.jackpot.claim import Button, GameOver, Hand
from croupier.jackpot.commands import JoinTable, LeaveTable, ReturnWagers
from croupier.jackpot.events import ClaimLogged, MeterAdjusted
from croupier.jackpot.keypad import Held, PressButton
from croupier.jackpot.record import from_plain
from croupier.ledger.accounts import CASH, pool, tray
from croupier.ledger.transfers import Transfer, reversal, transfer_id
from croupier.money import Cents
from croupier.rules.paytables import FIRST_FIVE, Bet, paytable
from croupier.store.entry import contents
from croupier.store.unit import Receipt, StaleVersion, Unit, Write

_TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Report:
    """What a guest table tells at a version of its stream, and what the link writes with it."""

    version: int
    event: Plain | None
    beside: Beside = Beside(())


class Guests:
    """What other games' tables do on a Multi-Game Link."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.desk = links.desk
        self.store = links.room.store
        self._known: dict[str, Guest] = {}

    def guest(self, name: str) -> Guest:
        """A guest table as it stands."""
        self._known[name] = Guest.load(self.store, name, self._known.get(name))
        return self._known[name]

    def join(self, link: str, name: str, game: str, who: Person, command: str) -> Guest:
        """Put a table of another game on a link."""
        check_name(name)
        if self.store.head(f"table/{name}").version:
            raise Refused(f"{name} is one of our own tables; put it on the link as that")

        def report() -> Report:
            terms = self.desk.link(link).terms
            if paytable(terms.paytable, Bet.PROGRESSIVE).cards != FIRST_FIVE:
                raise Refused(f"{terms.paytable} looks at seven cards; other games join a Multi-Game Link")
            event = {
                "event": "GameJoined",
                "table": name,
                "game": game,
                "link": link,
                "stake": terms.stake,
                "paytable": terms.paytable,
            }
            version = self.store.head(stream_of(name)).version
            if version and (on := self.guest(name).link) is not None:
                raise Refused(f"{name} is on link {on!r} already; take it off first")
            return Report(version, event, self.desk.part(link, JoinTable(name, game, presser(who))))

        self._commit(name, who, command, f"join {name} to {link}", report)
        return self.guest(name)

    def leave(self, name: str, who: Person, command: str) -> Receipt:
        """Take a guest table off its link."""

        def report() -> Report:
            guest = self.guest(name)
            asked = LeaveTable(table=name, by=presser(who), playing=guest.round is not None)
            return Report(guest.version, {"event": "GameLeft"}, self.desk.part(self._link(guest), asked))

        return self._commit(name, who, command, f"{name} leaves", report)

    def lock(self, name: str, wagers: Mapping[int, Cents], who: Person, command: str) -> str:
        """Accept the progressive wagers of a new game; its name. They are gone from that moment (R33)."""
        check_may(who, Duty.DEAL)

        def report() -> Report:
            guest = self.guest(name)
            link = self._link(guest)
            why = self.desk.lost(link)
            if why is not None:
                raise LinkLost(f"{why}; {name} takes no progressive wagers now")
            event = locked(guest, wagers)
            moved = tuple(
                Transfer(transfer_id(event["round"], seat, "progressive"), CASH, pool(link), cents)
                for seat, cents in sorted(wagers.items())
            )
            return Report(guest.version, event, Beside((), moved))

        receipt = self._commit(name, who, command, f"lock {name}", report)
        return str(contents(receipt.entries[0]).events[0]["round"])

    def show(self, name: str, hands: Mapping[int, str], who: Person, command: str) -> Receipt:
        """Report the five cards of every seat."""
        check_may(who, Duty.DEAL)

        def report() -> Report:
            guest = self.guest(name)
            return Report(guest.version, shown(guest, hands))

        return self._commit(name, who, command, f"show hands at {name}", report)

    def press(self, name: str, button: Button, who: Person, command: str) -> Receipt:
        """Press a button of a guest table's keypad (R45)."""
        if isinstance(button, GameOver):
            return self.end(name, who, command)

        def report() -> Report:
            guest = self.guest(name)
            link = self._link(guest)
            asked = PressButton(
                table=name,
                round=guest.round or "",
                button=button,
                by=presser(who),
                wins=guest.wins,
                held={seat: Held("", cards) for seat, cards in guest.hands.items()},
            )
            part = self.desk.part(link, asked, split_pool=isinstance(button, Hand))
            events = [from_plain(plain) for write in part.writes for plain in write.events]
            if not any(isinstance(done, MeterAdjusted) for done in events):
                return Report(guest.version, None, part)
            (logged,) = (done for done in events if isinstance(done, ClaimLogged))
            claim = self.desk.link(link).claims[logged.claim]
            paid = {"event": "GamePaid", "seat": claim.seat, "line": claim.line, "cents": logged.award.amount}
            return Report(guest.version, paid, part)

        return self._commit(name, who, command, f"{name} {button}", report)

    def end(self, name: str, who: Person, command: str) -> Receipt:
        """End a game; the entry says what its tray owes each seat."""
        check_may(who, Duty.DEAL)

        def report() -> Report:
            guest = self.guest(name)
            event = ended(guest)
            moved = tuple(
                Transfer(transfer_id(event["round"], seat, kind), tray(name), CASH, cents)
                for kind in ("fixed", "envy")
                for seat, cents in event[kind].items()
            )
            return Report(guest.version, event, Beside((), moved))

        return self._commit(name, who, command, f"end at {name}", report)

    def void(self, name: str, reason: str, who: Person, command: str) -> Receipt:
        """Undo an open game: its wagers go back, and out of the levels."""
        check_may(who, Duty.VOID)

        def report() -> Report:
            guest = self.guest(name)
            if guest.round is None:
                raise BadGame(f"no game is open at {name}; there is nothing to void")
            link, accepted, part = self._link(guest), sum(guest.wagers.values()), Beside(())
            if accepted:
                back = ReturnWagers(
                    table=name,
                    round=guest.round,
                    wagers=accepted,
                    by=f"table/{name}",
                    approver=who.name,
                    reason=reason,
                )
                part = self.desk.part(link, back, split_pool=True)
            returned = tuple(
                reversal(Transfer(transfer_id(guest.round, seat, "progressive"), CASH, pool(link), cents))
                for seat, cents in sorted(guest.wagers.items())
            )
            event = {"event": "GameVoided", "round": guest.round, "reason": reason}
            return Report(guest.version, event, Beside(part.writes, (*part.transfers, *returned)))

        return self._commit(name, who, command, f"void at {name}: {reason}", report)

    def _link(self, guest: Guest) -> str:
        if guest.link is None:
            raise Refused(f"{guest.name} is on no link; a supervisor can put it on one")
        return guest.link

    def _commit(self, name: str, who: Person, command: str, asked: str, report: Callable[[], Report]) -> Receipt:
        """Write a report, made again for as long as somebody else's entry comes in between."""
        for _ in range(_TRIES):
            try:
                made = report()
            except Refused:
                before = self.store.receipt(command)
                if before is None or before.entries[0].actor != who.actor:
                    raise
                return before
            mine = () if made.event is None else (Write(stream_of(name), made.version, (made.event,)),)
            unit = Unit(
                command=command,
                actor=who.actor,
                time_ms=self.links.room.now_ms(),
                asked=asked,
                writes=(*mine, *made.beside.writes),
                transfers=made.beside.transfers,
            )
            try:
                return self.store.commit(unit)
            except StaleVersion:
                continue
        raise Refused(f"{name} and its link moved on {_TRIES} times while this was decided; ask again")
