"""The desk for tables of other games: they lock, show hands, press the keypad and end, each call one command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.errors import Refused
from croupier.floor.claiming import presser
from croupier.floor.desk import Beside
from croupier.floor.guest import Guest, Plain, ended, locked, shown, stream_of
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
        terms = self.desk.link(link).terms
        if self.store.head(f"table/{name}").version:
            raise Refused(f"{name} is one of our own tables; put it on the link as that")
        if paytable(terms.paytable, Bet.PROGRESSIVE).cards != FIRST_FIVE:
            raise Refused(f"{terms.paytable} looks at seven cards; other games join a Multi-Game Link")
        version = self.store.head(stream_of(name)).version
        event = {
            "event": "GameJoined",
            "table": name,
            "game": game,
            "link": link,
            "stake": terms.stake,
            "paytable": terms.paytable,
        }
        part = self.desk.part(link, JoinTable(name, game, presser(who)))
        self._commit(name, version, event, who, command, f"join {name} to {link}", part)
        return self.guest(name)

    def leave(self, name: str, who: Person, command: str) -> Receipt:
        """Take a guest table off its link."""
        guest = self.guest(name)
        part = self.desk.part(
            self._link(guest), LeaveTable(table=name, by=presser(who), playing=guest.round is not None)
        )
        return self._commit(name, guest.version, {"event": "GameLeft"}, who, command, f"{name} leaves", part)

    def lock(self, name: str, wagers: Mapping[int, Cents], who: Person, command: str) -> str:
        """Accept the progressive wagers of a new game; its name. They are gone from that moment (R33)."""
        check_may(who, Duty.DEAL)
        before = self.store.receipt(command)
        if before is not None:
            return str(contents(before.entries[0]).events[0]["round"])
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
        self._commit(name, guest.version, event, who, command, f"lock {event['round']}", Beside((), moved))
        return str(event["round"])

    def show(self, name: str, hands: Mapping[int, str], who: Person, command: str) -> Receipt:
        """Report the five cards of every seat."""
        check_may(who, Duty.DEAL)
        guest = self.guest(name)
        return self._commit(name, guest.version, shown(guest, hands), who, command, f"show hands of {guest.round}")

    def press(self, name: str, button: Button, who: Person, command: str) -> Receipt | None:
        """Press a button of a guest table's keypad (R45)."""
        if isinstance(button, GameOver):
            return self.end(name, who, command)
        for _ in range(_TRIES):
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
            part = self.desk.part(link, asked, fold=isinstance(button, Hand))
            events = [from_plain(plain) for write in part.writes for plain in write.events]
            event = None
            if any(isinstance(done, MeterAdjusted) for done in events):
                (logged,) = (done for done in events if isinstance(done, ClaimLogged))
                claim = self.desk.link(link).claims[logged.claim]
                event = {"event": "GamePaid", "seat": claim.seat, "line": claim.line, "cents": logged.award.amount}
            try:
                return self._commit(name, guest.version, event, who, command, f"{name} {button}", part)
            except StaleVersion:
                continue
        raise Refused(f"the link is too busy to press {button}; press it again")

    def end(self, name: str, who: Person, command: str) -> Receipt:
        """End a game; the entry says what its tray owes each seat."""
        check_may(who, Duty.DEAL)
        before = self.store.receipt(command)
        if before is not None:
            return before
        guest = self.guest(name)
        event = ended(guest)
        moved = tuple(
            Transfer(transfer_id(event["round"], seat, kind), tray(name), CASH, cents)
            for kind in ("fixed", "envy")
            for seat, cents in event[kind].items()
        )
        return self._commit(name, guest.version, event, who, command, f"end {guest.round}", Beside((), moved))

    def void(self, name: str, reason: str, who: Person, command: str) -> Receipt:
        """Undo an open game: its wagers go back, and out of the levels."""
        check_may(who, Duty.VOID)
        guest = self.guest(name)
        link = self._link(guest)
        event = {"event": "GameVoided", "round": guest.round, "reason": reason}
        accepted = sum(guest.wagers.values())
        part = Beside(())
        if accepted:
            back = ReturnWagers(
                table=name,
                round=guest.round or "",
                wagers=accepted,
                by=f"table/{name}",
                approver=who.name,
                reason=reason,
            )
            part = self.desk.part(link, back, fold=True)
        returned = tuple(
            reversal(Transfer(transfer_id(guest.round or "", seat, "progressive"), CASH, pool(link), cents))
            for seat, cents in sorted(guest.wagers.items())
        )
        return self._commit(
            name,
            guest.version,
            event,
            who,
            command,
            f"void {reason}",
            Beside(part.writes, (*part.transfers, *returned)),
        )

    def _link(self, guest: Guest) -> str:
        if guest.link is None:
            raise Refused(f"{guest.name} is on no link; a supervisor can put it on one")
        return guest.link

    def _commit(
        self,
        name: str,
        version: int,
        event: Plain | None,
        who: Person,
        command: str,
        asked: str,
        part: Beside | None = None,
    ) -> Receipt:
        mine = () if event is None else (Write(stream_of(name), version, (event,)),)
        more = part or Beside(())
        unit = Unit(
            command=command,
            actor=who.actor,
            time_ms=self.links.room.now_ms(),
            asked=asked,
            writes=(*mine, *more.writes),
            transfers=more.transfers,
        )
        return self.store.commit(unit)
