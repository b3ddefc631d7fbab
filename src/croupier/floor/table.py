"""A table of the card room: who sits there, the round in play, and what it takes to go on. A value, like a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, get_args

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.fair.commitment import deck_of
from croupier.floor import corrections, disputes
from croupier.floor.choices import equipment as devices
from croupier.floor.choices import upkeep
from croupier.floor.choices.settings import CoachMode as CoachMode
from croupier.floor.choices.settings import DealtBy as DealtBy
from croupier.floor.choices.settings import Settings as Settings
from croupier.floor.choices.upkeep import TableChanged as TableChanged
from croupier.floor.happenings import BankPassed as BankPassed
from croupier.floor.happenings import CardsDealt as CardsDealt
from croupier.floor.happenings import ChipsPutDown as ChipsPutDown
from croupier.floor.happenings import Happening as Happening
from croupier.floor.happenings import PlayerSat as PlayerSat
from croupier.floor.happenings import PlayerStood as PlayerStood
from croupier.floor.happenings import SeatNamed as SeatNamed
from croupier.floor.happenings import SeedRevealed as SeedRevealed
from croupier.floor.happenings import SeedSealed as SeedSealed
from croupier.floor.happenings import TableOpened as TableOpened
from croupier.floor.links import hand_buttons, refusals
from croupier.floor.links.hand_buttons import HandButtonsAsked, TrayWin, TrayWinEvent
from croupier.floor.links.linked import AwardPaid, TableLinked, TableUnlinked, linked_terms
from croupier.floor.rehearsal import orders as rehearsals
from croupier.floor.rehearsal.deck import laid_in
from croupier.floor.sitting import Sitting as Sitting
from croupier.floor.sitting import left
from croupier.floor.staffing import Called, Dealing, StaffEvent, TableStaff, after, miscount
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.rules import round as rounds
from croupier.rules.bank import BankTurn, offers, turn_after
from croupier.rules.events import CardsCorrected, Dealt, Event, MeterWon, RoundEnded, RoundOpened, RoundVoided
from croupier.rules.law import LAW, Law, unlawful
from croupier.rules.round import FINISHED, Round, Stage
from croupier.rules.seat import SEATS
from croupier.rules.staking import chosen_stakes
from croupier.rules.wagers import PROGRESSIVE, Stakes
from croupier.values import replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is true of a table.

    `seed` and the cards of `round` are secret while the round goes on: show a view. `moved` is the money that
    the round in play has moved so far, so that a void can move it back. `since_ms` is when the table began to
    wait for what it waits for now.
    """

    name: str
    settings: Settings
    version: int = 0
    sittings: tuple[Sitting, ...] = ()
    rounds: int = 0
    round: Round | None = None
    seed: bytes | None = field(default=None, repr=False)
    moved: tuple[Transfer, ...] = ()
    turn: BankTurn | None = None
    passed: frozenset[str] = frozenset()
    stopped: str | None = None
    closed: bool = False
    link: str | None = None
    paid: tuple[AwardPaid, ...] = ()
    verify_from: Cents | None = None
    """From where on wins that the tray pays are verified in the last round; none where none has a hand button (R44)."""
    presses: hand_buttons.Presses = ()
    since_ms: int = 0
    staff: TableStaff = TableStaff()
    law: Law = field(default_factory=lambda: LAW, compare=False, repr=False)
    """The law in force, which the room tells its tables (R55). It is no part of their record."""
    equipment: devices.Equipment = ()
    allowed: upkeep.SpotsAllowed | None = None
    usual: Mapping[int, Stakes] = field(default_factory=dict)
    """What each seat bet last, where a dealer enters the bets: it is there again with one touch."""
    recent: tuple[corrections.RecentRound, ...] = ()
    """The last rounds that the house banked: two people can still correct them (R58)."""
    correction: corrections.CorrectionAsked | None = None
    """What somebody has asked to correct, and nobody has made or dropped yet."""
    disputes: tuple[disputes.DisputeOpened, ...] = ()
    """What players dispute of finished rounds, and nobody has closed or corrected yet."""
    refused: tuple[refusals.RefusedWin, ...] = ()
    """The wins of the round in play whose claims were refused (R46)."""
    refusers: tuple[refusals.Refusers, ...] = ()  # of wins of rounds that are over
    dealers: tuple[str, ...] = ()  # of the staff, who has dealt the round in play or settled it
    rehearsing: bool = False
    """Whether it is out of play, for a rehearsal in other books."""
    rehearsal: bool = False
    """Whether these are the books of a rehearsal."""
    laid: Mapping[str, Cards] = field(default_factory=dict)
    """The cards that somebody has laid for the next deal, in the books of a rehearsal."""

    @property
    def dealer(self) -> Dealing | None:
        """Who deals here, where somebody is assigned."""
        return self.staff.dealer

    @property
    def called(self) -> Called | None:
        """The call for a supervisor that nobody has answered, with who called and since when."""
        return self.staff.called

    @property
    def miscount(self) -> str:
        """Why its dealer calls who cannot account for every card (R27)."""
        return miscount(len(self.settings.terms.game.deck))

    @property
    def held(self) -> str | None:
        """Why no new round begins here, where people have decided so: it is stopped, or in rehearsal."""
        return rehearsals.REHEARSES if self.rehearsing else self.stopped

    @property
    def stream(self) -> str:
        """The table's stream in the journal."""
        return f"table/{self.name}"

    @property
    def real_cards(self) -> bool:
        """Whether cards and chips lie on a real felt here, in the round in play or the next (R58)."""
        return (self.settings if self.in_play is None else self.in_play).terms.real_cards

    @property
    def in_play(self) -> Round | None:
        """The round that is not finished, if there is one."""
        round = self.round
        return None if round is None or round.stage in FINISHED else round

    @property
    def deals_face_up(self) -> bool:
        """Whether cards lie open here now: in the round in play, which keeps its terms to its end, or the next."""
        return (self.settings if self.in_play is None else self.in_play).terms.face_up

    @property
    def unlawful(self) -> str | None:
        """Why no further round is dealt here until the table is brought within the law, if so (R11, R32, R55)."""
        return unlawful(self.settings.terms, self.law)

    @property
    def free_seats(self) -> tuple[int, ...]:
        taken = {sitting.seat for sitting in self.sittings}
        return tuple(seat for seat in SEATS if seat not in taken)

    @property
    def unpaid(self) -> tuple[MeterWon, ...]:
        """The wins of the round in play that no meter has paid yet, in the order of R38."""
        round = self.in_play
        if round is None or self.link is None:
            return ()
        paid = {(award.seat, award.line) for award in self.paid}
        won = (event for event in round.settled if isinstance(event, MeterWon))
        return tuple(win for win in won if (win.seat, win.line) not in paid)

    @property
    def pending(self) -> tuple[MeterWon, ...]:
        """Those of them that keep the round open (R46): neither paid, nor refused by two people."""
        signed = {(one.seat, one.line) for one in self.refused if one.signed_by}
        return tuple(win for win in self.unpaid if (win.seat, win.line) not in signed)

    @property
    def tray_wins(self) -> tuple[TrayWin, ...]:
        """The progressive wins that the tray has paid in the round in play, where they have hand buttons (R44)."""
        round = self.in_play
        if round is None or self.verify_from is None:
            return ()
        return hand_buttons.tray_wins(round, self.presses, self.verify_from)

    @property
    def unlogged(self) -> tuple[TrayWin, ...]:
        """Those of them that keep the round open: not pressed, or not verified."""
        return tuple(win for win in self.tray_wins if not win.is_logged)

    @property
    def accepted(self) -> Cents:
        """The progressive wagers of the round in play that the lock has accepted (R33)."""
        round = self.in_play
        if round is None or round.stage is Stage.BETTING:
            return 0
        return sum(seat.stakes.on(PROGRESSIVE) for seat in round.seats)

    def sitting_of(self, player: str) -> Sitting:
        """Where a player sits."""
        for sitting in self.sittings:
            if sitting.player == player and not sitting.left:
                return sitting
        free = ", ".join(map(str, self.free_seats)) or "none"
        raise Refused(f"{player} does not sit at {self.name}; free seats: {free}")

    def player_at(self, seat: int) -> str:
        """Whose wagers a seat's are."""
        for sitting in self.sittings:
            if sitting.seat == seat:
                return sitting.player
        raise AssertionError(f"nobody sits in seat {seat} at {self.name}")

    def stack_of(self, seat: int) -> Cents | None:
        """What lies in front of a seat whose player is there by name; `None` where nobody is, or no such player."""
        return next((sitting.stack for sitting in self.sittings if sitting.seat == seat), None)

    def acts_for(self, seat: int) -> bool:
        """Whether the dealer enters what a seat does: on a real felt (R58), and for who is there by name."""
        return self.real_cards or self.stack_of(seat) is not None

    def has_wagers(self, seat: int) -> bool:
        """Whether a seat has money in the round in play."""
        round = self.in_play
        return round is not None and (
            round.seat(seat) is not None or (round.bank is not None and round.bank.seat == seat)
        )

    @property
    def bank_offered_to(self) -> tuple[int, ...]:
        """The seats that are asked to take the bank, the one that is asked now in front (R31)."""
        return tuple(seat for seat in self.bank_open_to if self.player_at(seat) not in self.passed)

    @property
    def bank_open_to(self) -> tuple[int, ...]:
        """The seats that may bank this round. Once everybody has passed, whoever of them wants it takes it."""
        return offers(self.turn, {sitting.seat: sitting.player for sitting in self.sittings if not sitting.left})


def bank_is_free(table: Table) -> bool:
    """Whether a round waits for somebody to take the bank (California)."""
    round = table.round
    return round is not None and round.wants_bank


OF_THE_ROUND: Final = frozenset(get_args(Event)) - {RoundOpened, Dealt, RoundEnded, RoundVoided, CardsCorrected}
"""What changes nothing of a table but its round: most of what happens there."""


def evolve(table: Table | None, event: Happening) -> Table:
    """The table after `event`. Money, version and time are `applied`'s business."""
    if isinstance(event, TableOpened):
        return Table(name=event.table, settings=event.settings, rehearsal=event.rehearsal)
    assert table is not None, "a table begins with TableOpened"
    match event:
        # What happens most comes first: every round comes through here, and every entry that is read again.
        case SeedSealed(seed) | SeedRevealed(seed):
            return replace(table, seed=seed)
        case RoundOpened():
            begun = replace(table, seed=None, passed=frozenset(), paid=(), presses=(), refused=(), dealers=())
            return replace(begun, round=rounds.evolve(None, event), rounds=table.rounds + 1, verify_from=None)
        case CardsDealt():
            assert table.round is not None, "cards are dealt in a round"
            return replace(table, round=rounds.evolve(table.round, Dealt(deck(table))), laid={})
        case RoundEnded() | RoundVoided():
            assert table.round is not None, "only a round can be over"
            bank, turn = table.round.bank, table.turn
            if isinstance(event, RoundEnded) and bank is not None:
                turn = turn_after(turn, bank.seat, table.player_at(bank.seat))
            sittings = tuple([sitting for sitting in table.sittings if not sitting.left])
            over = rounds.evolve(table.round, event)
            named = {one.seat: one.player for one in table.sittings}
            recent = corrections.recent_after(table.recent, over, named, table.dealers)
            refusers = refusals.refusers_after(table.refusers, over.id, table.refused, table.unpaid)
            after_it = replace(table, round=over, sittings=sittings, turn=turn, recent=recent, refusers=refusers)
            if not over.terms.real_cards and all(sitting.stack is None for sitting in sittings):
                return after_it
            entered = {seat: bets for seat, bets in chosen_stakes(over).items() if table.acts_for(seat)}
            gone = [sitting.seat for sitting in table.sittings if sitting.left]
            usual = {seat: bets for seat, bets in ({**table.usual, **entered}).items() if seat not in gone}
            return replace(after_it, usual=usual)
        case SeatNamed() | ChipsPutDown():
            return table
        case PlayerSat(seat, player, by_name):
            sitting = Sitting(seat, player, stack=0 if by_name else None)
            seated = sorted((*table.sittings, sitting), key=lambda sitting: sitting.seat)
            return replace(table, sittings=tuple(seated))
        case PlayerStood(seat) | upkeep.PlayerUnseated(seat):
            usual = {number: stakes for number, stakes in table.usual.items() if number != seat}
            return replace(table, sittings=left(table.sittings, seat, has_wagers=table.has_wagers(seat)), usual=usual)
        case BankPassed(seat):
            return replace(table, passed=table.passed | {table.player_at(seat)})
        case upkeep.TableStopped() | upkeep.TableResumed():
            return replace(table, stopped=event.reason if isinstance(event, upkeep.TableStopped) else None)
        case TableChanged(new=settings):
            return replace(table, settings=settings, allowed=None)
        case upkeep.SpotsAllowed():
            return replace(table, allowed=event)
        case upkeep.TableClosed() | upkeep.TableReopened():
            return replace(table, closed=isinstance(event, upkeep.TableClosed))
        case TableLinked() | TableUnlinked():
            terms = linked_terms(table.settings.terms, event)
            link = event.link if isinstance(event, TableLinked) else None
            return replace(table, link=link, settings=replace(table.settings, terms=terms))
        case AwardPaid():
            return replace(table, paid=(*table.paid, event))
        case _ if isinstance(event, corrections.CorrectionEvent | disputes.DisputeEvent):
            asked, disputed = corrections.after(table.correction, event), disputes.after(table.disputes, event)
            return replace(table, correction=asked, disputes=disputed)
        case _ if isinstance(event, refusals.RefusalEvent):
            return replace(table, refused=refusals.after(table.refused, event))
        case CardsCorrected():
            # The round is settled anew, and whatever hand was pressed is pressed again if it is there.
            return replace(table, round=rounds.evolve(table.round, event), presses=(), refused=())
        case rehearsals.RehearsalBegan() | rehearsals.RehearsalEnded():
            return replace(table, rehearsing=isinstance(event, rehearsals.RehearsalBegan))
        case rehearsals.DeckStacked(laid):
            return replace(table, laid=laid)
        case HandButtonsAsked(verify_from):
            return replace(table, verify_from=verify_from)
        case _ if isinstance(event, TrayWinEvent):
            return replace(table, presses=hand_buttons.after(table.presses, event))
        case _ if isinstance(event, devices.EquipmentEvent):
            return replace(table, equipment=devices.after(table.equipment, event))
        case _ if isinstance(event, StaffEvent):
            return replace(table, staff=after(table.staff, event))
        case _:
            return replace(table, round=rounds.evolve(table.round, event))


def deck(table: Table) -> Cards:
    """The deck order of the round in play: from the sealed seed and what players mixed in, with the cards that were
    laid in a rehearsal. Nobody knows a real one."""
    assert table.round is not None, "a deck belongs to a round"
    if table.round.terms.real_cards:
        return ()
    assert table.seed is not None, f"the sealed seed of round {table.round.id} is missing"
    mixed = {offered.seat: offered.seed for offered in table.round.seeds}
    shuffled = deck_of(table.round.id, table.seed, mixed, table.round.game.deck)
    return laid_in(table.round, shuffled, table.laid) if table.laid else shuffled
