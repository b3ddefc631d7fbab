"""The desk for outside games: their tables lock, show hands, press the keypad and end, each call one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.floor.links import outside
from croupier.floor.links.claiming import link_person
from croupier.floor.links.control import Links
from croupier.floor.links.desk import NO_PART, LinkPart
from croupier.floor.links.economics import table_economics
from croupier.floor.links.terms import largest_stake, unlawful_member, unlawful_stake
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import LinkLost, check_name
from croupier.floor.unit import Same, retried, unit_of
from croupier.jackpot.buttons import Button, GameOver, Hand
from croupier.jackpot.commands import ReturnWagers
from croupier.jackpot.keypad import PressButton, SeatHand
from croupier.jackpot.office.setup import JoinTable, LeaveTable
from croupier.jackpot.terms import NAMED
from croupier.ledger.transfers import Transfer
from croupier.money import Cents, dollars
from croupier.rules.paytables import FIRST_FIVE, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import contents
from croupier.store.unit import CommandIdTaken, Receipt, Write


@dataclass(frozen=True, slots=True)
class OutsideReport:
    """A report of an outside table: the version that it expects, its event, the money that moves, and what the link
    writes."""

    version: int
    event: outside.OutsideEvent | None
    transfers: tuple[Transfer, ...] = ()
    link_part: LinkPart = NO_PART


class OutsideDesk:
    """What other games' tables do on a Multi-Game Link."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.desk = links.desk
        self.store = links.room.store
        self._known: dict[str, outside.OutsideTable] = {}

    def table(self, name: str) -> outside.OutsideTable:
        """An outside table as it stands."""
        self._known[name] = outside.OutsideTable.load(self.store, name, self._known.get(name))
        return self._known[name]

    def join(self, link: str, name: str, game: str, who: Person, command: str) -> outside.OutsideTable:
        """Put a table of another game on a link."""
        check_name(name)
        if self.store.head(f"table/{name}").version:
            raise Refused(f"{name} is one of our own tables; put it on the link as that")
        _check_outside(game)

        def report() -> OutsideReport:
            terms = self.desk.link(link).terms
            if paytable(terms.paytable, PROGRESSIVE).cards != FIRST_FIVE:
                raise Refused(f"{terms.paytable} looks at seven cards; other games join a Multi-Game Link")
            version = self.store.head(outside.stream_of(name)).version
            if version and (on := self.table(name).link) is not None:
                raise Refused(f"{name} is on link {on!r} already; take it off first")
            self.links.room.approvals.check_join(self.desk.link(link))
            joined = outside.GameJoined(name, game, link, terms.stake, terms.paytable)
            law = self.links.room.law.now()
            if (wrong := unlawful_stake(terms, law) or unlawful_member(terms, game, law)) is not None:
                raise Refused(f"{name} cannot join link {link!r}: {wrong}")
            keeps_ppm = table_economics(terms, game).keeps_ppm
            part = self.desk.part(link, JoinTable(name, game, link_person(who), largest_stake(law), keeps_ppm))
            return OutsideReport(version, joined, link_part=part)

        self._commit(name, who, command, f"join {name} to {link}, {game}", report)
        return self.table(name)

    def leave(self, name: str, who: Person, command: str) -> Receipt:
        """Take an outside table off its link."""

        def report() -> OutsideReport:
            table = self.table(name)
            link_command = LeaveTable(table=name, by=link_person(who), playing=table.round is not None)
            return OutsideReport(
                table.version, outside.GameLeft(), link_part=self.desk.part(_link(table), link_command)
            )

        return self._commit(name, who, command, f"{name} leaves", report)

    def lock(self, name: str, wagers: Mapping[int, Cents], who: Person, command: str) -> str:
        """Accept the progressive wagers of a new game; its name. They are gone from that moment (R33)."""
        check_may(who, Duty.DEAL)
        locked: list[outside.GameLocked] = []

        def report() -> OutsideReport:
            table = self.table(name)
            link = _link(table)
            why = self.desk.why_lost(link)
            if why is not None:
                raise LinkLost(f"{why}; {name} takes no progressive wagers now")
            terms, law = self.desk.link(link).terms, self.links.room.law.now()
            if (wrong := unlawful_stake(terms, law) or unlawful_member(terms, table.game, law)) is not None:
                raise Refused(f"{name} takes no progressive wagers now: {wrong}")
            event = outside.locked(table, wagers)
            locked.append(event)
            return OutsideReport(table.version, event, outside.moves(table, event))

        words = ", ".join(f"{seat} {dollars(cents)}" for seat, cents in sorted(wagers.items()))
        receipt = self._commit(name, who, command, f"lock {name}: {words or 'no wagers'}", report)
        if not receipt.repeated and locked:
            return locked[-1].round
        for plain in contents(receipt.entries[0]).events:
            if isinstance(before := outside.from_plain(plain), outside.GameLocked):
                return before.round
        raise CommandIdTaken(command)

    def show(self, name: str, hands: Mapping[int, str], who: Person, command: str) -> Receipt:
        """Report the five cards of every seat."""
        check_may(who, Duty.DEAL)

        def report() -> OutsideReport:
            table = self.table(name)
            return OutsideReport(table.version, outside.show_hands(table, hands))

        words = ", ".join(f"{seat} {cards}" for seat, cards in sorted(hands.items()))
        return self._commit(name, who, command, f"show hands at {name}: {words}", report)

    def press(self, name: str, button: Button, who: Person, command: str) -> Receipt:
        """Press a button of an outside table's keypad (R45)."""
        if isinstance(button, GameOver):
            return self.end(name, who, command)

        def report() -> OutsideReport:
            table = self.table(name)
            link_command = PressButton(
                table=name,
                round=table.round or "",
                button=button,
                by=link_person(who),
                wins=table.wins,
                held={seat: SeatHand("", cards) for seat, cards in table.hands.items()},
            )
            part = self.desk.part(_link(table), link_command, split_pool=isinstance(button, Hand))
            if part.paid is None:
                return OutsideReport(table.version, None, link_part=part)
            paid = outside.GamePaid(part.paid.seat, part.paid.line, part.paid.cents)
            return OutsideReport(table.version, paid, link_part=part)

        return self._commit(name, who, command, f"{name} {button}", report)

    def end(self, name: str, who: Person, command: str) -> Receipt:
        """End a game; the entry says what its tray owes each seat."""
        check_may(who, Duty.DEAL)

        def report() -> OutsideReport:
            table = self.table(name)
            event = outside.ended(table)
            return OutsideReport(table.version, event, outside.moves(table, event))

        return self._commit(name, who, command, f"end at {name}", report)

    def void(self, name: str, reason: str, who: Person, command: str) -> Receipt:
        """Undo an open game: its wagers go back, and out of the levels."""
        check_may(who, Duty.VOID)

        def report() -> OutsideReport:
            table = self.table(name)
            if table.round is None:
                raise outside.BadGame(f"no game is open at {name}; there is nothing to void")
            link, accepted, part = _link(table), sum(table.wagers.values()), NO_PART
            if accepted:
                back = ReturnWagers(
                    table=name,
                    round=table.round,
                    wagers=accepted,
                    by=f"table/{name}",
                    approver=who.name,
                    reason=reason,
                )
                part = self.desk.part(link, back, split_pool=True)
            event = outside.GameVoided(table.round, reason)
            return OutsideReport(table.version, event, outside.moves(table, event), part)

        return self._commit(name, who, command, f"void at {name}: {reason}", report)

    def _commit(
        self, name: str, who: Person, command: str, request: str, report: Callable[[], OutsideReport]
    ) -> Receipt:
        """Write a report, made again for as long as somebody else's entry comes in between."""

        def attempt() -> Receipt:
            reported = report()
            part = reported.link_part
            mine = (
                ()
                if reported.event is None
                else (Write(outside.stream_of(name), reported.version, (outside.to_plain(reported.event),)),)
            )
            moved = (*part.transfers, *reported.transfers)
            time_ms = self.links.room.now_ms()
            unit = unit_of(
                who, command, time_ms, request, *mine, *part.writes, transfers=moved, snapshots=part.snapshots
            )
            return self.desk.wrote(part, self.store.commit(unit))

        return retried(self.store, who, command, f"{name} or its link", _same_report(request), attempt)


def _same_report(request: str) -> Same:
    """Whether a receipt is that of this report. The text names the table, because a button may write into the link's
    stream alone."""
    return lambda receipt: contents(receipt.entries[0]).request == request


def _check_outside(game: str) -> None:
    """Refuse a game that no Multi-Game Link takes (R35). Those that it takes may be dealt here or elsewhere."""
    if game not in NAMED:
        named = ", ".join(f"{key} ({name})" for key, name in NAMED.items())
        raise outside.BadGame(f"no game {game!r} joins a Multi-Game Link; want one of {named}")


def _link(table: outside.OutsideTable) -> str:
    if table.link is None:
        raise Refused(f"{table.name} is on no link; a supervisor can put it on one")
    return table.link
