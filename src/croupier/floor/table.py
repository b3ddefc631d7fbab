"""A table of the card room: who sits there, the round in play, and what it takes to go on. A value, like a round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, get_args

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.fair.commitment import deck_of
from croupier.floor.choices.settings import CoachMode as CoachMode
from croupier.floor.choices.settings import DealtBy as DealtBy
from croupier.floor.choices.settings import Settings as Settings
from croupier.floor.choices.upkeep import Kept, PlayerUnseated, TableClosed, TableReopened, TableResumed, TableStopped
from croupier.floor.links.linked import AwardPaid, OnLink, TableLinked, TableUnlinked, linked_terms
from croupier.floor.staffing import Called, Dealing, Manned, OnDuty, after
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.rules import round as rounds
from croupier.rules.bank import BankTurn, offers, turn_after
from croupier.rules.events import Dealt, Event, MeterWon, RoundEnded, RoundOpened, RoundVoided
from croupier.rules.law import unlawful
from croupier.rules.round import FINISHED, Round, Stage
from croupier.rules.seat import SEATS
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import changer, swift


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened."""

    table: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The house chose otherwise, between rounds (R49). `reference` is of an approval for it, if there is one."""

    old: Settings
    new: Settings
    reference: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSat:
    """A player took a seat."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class PlayerStood:
    """A player left. With wagers in play the seat stays theirs until the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class BankPassed:
    """A seat let the bank go by (R31)."""

    seat: int


@swift
@dataclass(frozen=True, slots=True)
class SeedSealed:
    """The house's secret seed of the round that was just opened. Kept beside the journal, never in it."""

    seed: bytes


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards are out, in the order that everybody's seeds give. Which cards, the revealed seed will say."""


@swift
@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The round is finished, and anybody may check its shuffle now."""

    seed: bytes


Happening: TypeAlias = (
    Event
    | TableOpened
    | TableChanged
    | Kept
    | PlayerSat
    | PlayerStood
    | BankPassed
    | SeedSealed
    | CardsDealt
    | SeedRevealed
    | OnLink
    | OnDuty
)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player in a seat. Who has left stays until the round is over, for the wagers are still theirs."""

    seat: int
    player: str
    left: bool = False


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
    since_ms: int = 0
    manned: Manned = Manned()

    @property
    def dealer(self) -> Dealing | None:
        """Who deals here, where somebody is assigned."""
        return self.manned.dealer

    @property
    def called(self) -> Called | None:
        """The call for a supervisor that nobody has answered, with who called and since when."""
        return self.manned.called

    @property
    def stream(self) -> str:
        """The table's stream in the journal."""
        return f"table/{self.name}"

    @property
    def in_play(self) -> Round | None:
        """The round that is not finished, if there is one."""
        round = self.round
        return None if round is None or round.stage in FINISHED else round

    @property
    def unlawful(self) -> str | None:
        """Why no further round is dealt here until the table is brought within the law, if so (R11, R32)."""
        return unlawful(self.settings.terms)

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
        done = {(award.seat, award.line) for award in self.paid}
        won = (event for event in round.settled if isinstance(event, MeterWon))
        return tuple(win for win in won if (win.seat, win.line) not in done)

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


changed_table = changer(Table)
with_round = changer(Table, "round")
_with_seed = changer(Table, "seed")
OF_THE_ROUND: Final = frozenset(get_args(Event)) - {RoundOpened, Dealt, RoundEnded, RoundVoided}
"""What changes nothing of a table but its round: most of what happens there."""


def evolve(table: Table | None, event: Happening) -> Table:
    """The table after `event`. Money, version and time are `applied`'s business."""
    if isinstance(event, TableOpened):
        return Table(name=event.table, settings=event.settings)
    assert table is not None, "a table begins with TableOpened"
    match event:
        # What happens most comes first: every round comes through here, and every entry that is read again.
        case SeedSealed(seed) | SeedRevealed(seed):
            return _with_seed(table, seed)
        case RoundOpened():
            opened = rounds.evolve(None, event)
            return changed_table(table, round=opened, rounds=table.rounds + 1, seed=None, passed=frozenset(), paid=())
        case CardsDealt():
            assert table.round is not None, "cards are dealt in a round"
            return with_round(table, rounds.evolve(table.round, Dealt(deck(table))))
        case RoundEnded() | RoundVoided():
            assert table.round is not None, "only a round can be over"
            bank, turn = table.round.bank, table.turn
            if isinstance(event, RoundEnded) and bank is not None:
                turn = turn_after(turn, bank.seat, table.player_at(bank.seat))
            return changed_table(
                table,
                round=rounds.evolve(table.round, event),
                sittings=tuple([sitting for sitting in table.sittings if not sitting.left]),
                turn=turn,
            )
        case PlayerSat(seat, player):
            sittings = sorted((*table.sittings, Sitting(seat, player)), key=lambda sitting: sitting.seat)
            return changed_table(table, sittings=tuple(sittings))
        case PlayerStood(seat) | PlayerUnseated(seat):
            return changed_table(table, sittings=_left(table, seat))
        case BankPassed(seat):
            return changed_table(table, passed=table.passed | {table.player_at(seat)})
        case TableStopped(reason):
            return changed_table(table, stopped=reason)
        case TableResumed():
            return changed_table(table, stopped=None)
        case TableChanged(new=settings):
            return changed_table(table, settings=settings)
        case TableClosed() | TableReopened():
            return changed_table(table, closed=isinstance(event, TableClosed))
        case TableLinked() | TableUnlinked():
            terms = linked_terms(table.settings.terms, event)
            link = event.link if isinstance(event, TableLinked) else None
            return changed_table(table, link=link, settings=replace(table.settings, terms=terms))
        case AwardPaid():
            return changed_table(table, paid=(*table.paid, event))
        case _ if isinstance(event, OnDuty):
            return changed_table(table, manned=after(table.manned, event))
        case _:
            return with_round(table, rounds.evolve(table.round, event))


def deck(table: Table) -> Cards:
    """The deck order of the round in play: from the sealed seed and what players mixed in."""
    assert table.round is not None, "a deck belongs to a round"
    assert table.seed is not None, f"the sealed seed of round {table.round.id} is missing"
    return deck_of(table.round.id, table.seed, {offered.seat: offered.seed for offered in table.round.seeds})


def _left(table: Table, seat: int) -> tuple[Sitting, ...]:
    if table.has_wagers(seat):
        return tuple(replace(s, left=True) if s.seat == seat else s for s in table.sittings)
    return tuple(sitting for sitting in table.sittings if sitting.seat != seat)
