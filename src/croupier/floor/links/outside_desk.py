"""The desk for outside games: their tables lock, show hands, press the keypad and end, each call one command.

Where a person works the keypad, with real cards (R58), a touch says which state it was made on (`seen`): of two keypads
that press at once, the second is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.floor.links import link_only, outside, outside_events
from croupier.floor.links import outside_decisions as decisions
from croupier.floor.links.claiming import link_person, second_of
from croupier.floor.links.control import Links
from croupier.floor.links.desk import NO_PART, LinkPart
from croupier.floor.links.economics import table_economics
from croupier.floor.links.terms import largest_stake, unlawful_member, unlawful_stake
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import LinkLost, check_name
from croupier.floor.unit import Same, retried, unit_of
from croupier.jackpot.buttons import Button, Confirm, GameOver, Hand, KeyToJph, Refuse, Seat
from croupier.jackpot.commands import ReturnWagers
from croupier.jackpot.events import ClaimRefused, ClaimReleased
from croupier.jackpot.keypad import PressButton, SeatHand
from croupier.jackpot.link import Win
from croupier.jackpot.office.setup import JoinTable, LeaveTable
from croupier.jackpot.terms import Flow
from croupier.ledger.transfers import Transfer
from croupier.money import Cents, dollars
from croupier.store.entry import contents
from croupier.store.unit import CommandIdTaken, Receipt, Write


@dataclass(frozen=True, slots=True)
class OutsideReport:
    """A report of an outside table, which stands as `table` before it: its events, the money that moves, and what the
    link writes."""

    table: outside.OutsideTable | None
    events: tuple[outside_events.OutsideEvent, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    link_part: LinkPart = NO_PART


class OutsideDesk:
    """What the tables on a link do whose cards we do not deal."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.desk = links.desk
        self.store = links.room.store

    def table(self, name: str) -> outside.OutsideTable:
        """An outside table as it stands."""
        return self.links.outside(name)

    def join(
        self, link: str, name: str, game: str, who: Person, command: str, *, real_cards: bool = False,
        override: str = "", approver: Person | None = None,
    ) -> outside.OutsideTable:  # fmt: skip
        """Put a table on a link whose cards we do not deal: its machine reports, or with `real_cards` a person works
        its keypad (R58). On a link that loses in the long run, two people with a reference do (R59)."""
        check_name(name)
        if self.store.head(f"table/{name}").version:
            raise Refused(f"{name} is one of our own tables; put it on the link as that")

        def report() -> OutsideReport:
            terms = self.desk.link(link).terms
            decisions.check_joins(terms, game, real_cards=real_cards)
            there = self.store.head(outside.stream_of(name)).version > 0
            if there and (on := self.table(name).link) is not None:
                raise Refused(f"{name} is on link {on!r} already; take it off first")
            self.links.room.approvals.check_join(self.desk.link(link))
            fixed = "meter" if terms.all_pays_off_meter else "tray"
            joined = outside_events.GameJoined(name, game, link, terms.stake, terms.paytable, fixed, real_cards)
            law = self.links.room.law.now()
            if (wrong := unlawful_stake(terms, law) or unlawful_member(terms, game, law)) is not None:
                raise Refused(f"{name} cannot join link {link!r}: {wrong}")
            keeps_ppm = table_economics(terms, game).keeps_ppm
            joins = JoinTable(
                name, game, link_person(who), largest_stake(law), keeps_ppm, second_of(approver), override
            )
            return OutsideReport(self.table(name) if there else None, (joined,), link_part=self.desk.part(link, joins))

        words = f"join {name} to {link}, {game}" + (", with real cards" if real_cards else "")
        self._commit(name, who, command, words, report)
        return self.table(name)

    def leave(self, name: str, who: Person, command: str) -> Receipt:
        """Take an outside table off its link."""

        def report() -> OutsideReport:
            table = self.table(name)
            link_command = LeaveTable(table=name, by=link_person(who), playing=table.round is not None)
            return OutsideReport(
                table, (outside_events.GameLeft(),), link_part=self.desk.part(_link(table), link_command)
            )

        return self._commit(name, who, command, f"{name} leaves", report)

    def chips(self, name: str, seats: Iterable[int], who: Person, command: str, *, seen: str | None = None) -> Receipt:
        """Note on which sensors a progressive chip lies, as they report it or the dealer touches the seats (R33)."""
        check_may(who, Duty.DEAL)
        on = sorted(set(seats))

        def report() -> OutsideReport:
            table = self._seen(name, seen)
            _link(table)
            return OutsideReport(table, (link_only.chips_present(table, on),))

        return self._commit(name, who, command, f"chips at {name}: {', '.join(map(str, on)) or 'none'}", report)

    def lock(
        self, name: str, wagers: Mapping[int, Cents] | None, who: Person, command: str, *, seen: str | None = None
    ) -> str:
        """Accept the progressive wagers of a new game; its name. They are gone from that moment (R33). Without `wagers`
        they are those on whose sensors a chip lies."""
        check_may(who, Duty.DEAL)
        locked: list[outside_events.GameLocked] = []

        def report() -> OutsideReport:
            table = self._seen(name, seen)
            link = _link(table)
            why = self.desk.why_lost(link)
            if why is not None:
                raise LinkLost(f"{why}; {name} takes no progressive wagers now")
            terms, law = self.desk.link(link).terms, self.links.room.law.now()
            if (wrong := unlawful_stake(terms, law) or unlawful_member(terms, table.game, law)) is not None:
                raise Refused(f"{name} takes no progressive wagers now: {wrong}")
            made = dict.fromkeys(table.chips, table.stake) if wagers is None else wagers
            event = decisions.locked(table, made, self.links.room.approvals.choices.now().verify_tray_wins_from)
            locked.append(event)
            return OutsideReport(table, (event,), decisions.moves(table, event))

        words = "the chips on the sensors"
        if wagers is not None:
            words = ", ".join(f"{seat} {dollars(cents)}" for seat, cents in sorted(wagers.items())) or "no wagers"
        receipt = self._commit(name, who, command, f"lock {name}: {words}", report)
        if not receipt.repeated and locked:
            return locked[-1].round
        for plain in contents(receipt.entries[0]).events:
            if isinstance(before := outside_events.from_plain(plain), outside_events.GameLocked):
                return before.round
        raise CommandIdTaken(command)

    def show(self, name: str, hands: Mapping[int, str], who: Person, command: str) -> Receipt:
        """Report the five cards of every seat."""
        check_may(who, Duty.DEAL)

        def report() -> OutsideReport:
            table = self.table(name)
            return OutsideReport(table, (decisions.show_hands(table, hands),))

        words = ", ".join(f"{seat} {cards}" for seat, cards in sorted(hands.items()))
        return self._commit(name, who, command, f"show hands at {name}: {words}", report)

    def press(
        self, name: str, button: Button, who: Person, command: str, *, cards: str = "", seen: str | None = None
    ) -> Receipt:
        """Press a button of an outside table's keypad (R44, R45). With real cards the verifier's button brings `cards`
        with it."""
        if isinstance(button, GameOver):
            return self.end(name, who, command, seen=seen)

        def report() -> OutsideReport:
            table = self._seen(name, seen)
            if table.real_cards:
                return self._pressed(table, button, who, cards)
            part = self._link_part(table, who, table.wins, table.hands, button)
            return OutsideReport(table, _paid(part), link_part=part)

        return self._commit(name, who, command, f"{name} {button}", report)

    def _pressed(self, table: outside.OutsideTable, button: Button, who: Person, cards: str) -> OutsideReport:
        """What a button does where a person works the keypad."""
        person, waiting = link_person(who), table.unverified
        match button:
            case Seat(seat):
                return OutsideReport(table, (link_only.pick_seat(table, seat, who.name),))
            case Hand(line) if table.claimed is None:
                pressed = link_only.press_hand(table, line, who.name)
                if not isinstance(pressed, outside_events.WinClaimed):
                    return OutsideReport(table, (pressed,))
                flow, chosen = self.desk.link(_link(table)).terms.flow, Seat(pressed.seat)
                buttons: tuple[Button, ...] = (chosen, button) if flow is Flow.CARD else (button,)
                wins = (*table.paid, Win(pressed.seat, line))
                return OutsideReport(table, (pressed,), link_part=self._link_part(table, who, wins, {}, *buttons))
            case Confirm() if table.claimed is None and waiting is not None:
                check_may(who, Duty.RUN_LINK)
                return OutsideReport(table, link_only.verify_tray_win(table, waiting, cards, who.name))
            case Refuse(reason) if table.claimed is None and waiting is not None:
                return OutsideReport(table, (link_only.refuse_tray_win(waiting, person, reason),))
        return self._on_claim(table, button, who, cards)

    def _on_claim(self, table: outside.OutsideTable, button: Button, who: Person, cards: str) -> OutsideReport:
        """What a button does to the claim that waits at a keypad with real cards."""
        win, verifies = table.claimed, isinstance(button, Confirm | KeyToJph)
        events: list[outside_events.OutsideEvent] = []
        held = {}
        if win is not None and verifies and cards:
            entered = link_only.enter_cards(table, win, cards, who.name)
            events, held = [entered], {win.seat: entered.cards}
        part = self._link_part(table, who, table.paid, held, button)
        if verifies and not events:
            raise outside.BadGame("no cards were entered; who verifies a win looks at its cards and enters them")
        if any(isinstance(event, ClaimReleased | ClaimRefused) for event in part.events):
            reason = button.reason.strip() if isinstance(button, Refuse) else ""
            events.append(link_only.drop_claim(table, who.name, reason))
        return OutsideReport(table, (*events, *_paid(part)), link_part=part)

    def _link_part(
        self, table: outside.OutsideTable, who: Person, wins: tuple[Win, ...], hands: Mapping[int, str],
        *buttons: Button,
    ) -> LinkPart:  # fmt: skip
        """What the link writes when these buttons are pressed one after the other."""
        held = {seat: SeatHand("", cards) for seat, cards in hands.items()}
        commands = [
            PressButton(
                table=table.name, round=table.round or "", button=button, by=link_person(who), wins=wins, held=held
            )
            for button in buttons
        ]
        split_pool = any(isinstance(button, Hand) for button in buttons)
        return self.desk.part(_link(table), *commands, split_pool=split_pool)

    def end(self, name: str, who: Person, command: str, *, seen: str | None = None) -> Receipt:
        """End a game; the entry says what its tray owes each seat."""
        check_may(who, Duty.DEAL)

        def report() -> OutsideReport:
            table = self._seen(name, seen)
            event = decisions.ended(table)
            return OutsideReport(table, (event,), decisions.moves(table, event))

        return self._commit(name, who, command, f"end at {name}", report)

    def void(self, name: str, reason: str, who: Person, command: str, *, seen: str | None = None) -> Receipt:
        """Undo an open game: its wagers go back, and out of the levels."""
        check_may(who, Duty.VOID)

        def report() -> OutsideReport:
            table = self._seen(name, seen)
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
            event = outside_events.GameVoided(table.round, reason)
            return OutsideReport(table, (event,), decisions.moves(table, event), part)

        return self._commit(name, who, command, f"void at {name}: {reason}", report)

    def _seen(self, name: str, seen: str | None) -> outside.OutsideTable:
        """The table as it stands; refused where a touch was made on another state of it."""
        table = self.table(name)
        if seen is not None and seen != link_only.mark(table, self.desk.link(_link(table))):
            raise link_only.StaleTouch(table)
        return table

    def _commit(
        self, name: str, who: Person, command: str, request: str, report: Callable[[], OutsideReport]
    ) -> Receipt:
        """Write a report, made again for as long as somebody else's entry comes in between."""

        def attempt() -> Receipt:
            reported = report()
            part, before = reported.link_part, reported.table
            # Where it says nothing itself, the table must stand as it was looked at.
            plain = tuple(map(outside_events.to_plain, reported.events))
            mine = Write(outside.stream_of(name), 0 if before is None else before.version, plain)
            unit = unit_of(
                who,
                command,
                self.links.room.now_ms(),
                request,
                *((mine, *part.writes) if plain else (*part.writes, mine)),
                transfers=(*part.transfers, *reported.transfers),
                snapshots=(*part.snapshots, *outside.snapshot_after(before, reported.events)),
            )
            return self.desk.wrote(part, self.store.commit(unit))

        return retried(self.store, who, command, f"{name} or its link", _same_report(request), attempt)


def _same_report(request: str) -> Same:
    """Whether a receipt is that of this report. The text names the table, because a button may write into the link's
    stream alone."""
    return lambda receipt: contents(receipt.entries[0]).request == request


def _paid(part: LinkPart) -> tuple[outside_events.GamePaid, ...]:
    """What a table notes of a win that its link has just paid."""
    return () if part.paid is None else (outside_events.GamePaid(part.paid.seat, part.paid.line, part.paid.cents),)


def _link(table: outside.OutsideTable) -> str:
    if table.link is None:
        raise Refused(f"{table.name} is on no link; a supervisor can put it on one")
    return table.link
