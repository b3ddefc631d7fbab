"""What a dealer enters: bets and decisions by seat for players who are there by name, and at a table with real cards
and chips (R58) for everybody, with the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import BaseModel, Field

from croupier.errors import Refused
from croupier.floor.roles import Duty, Person, may
from croupier.floor.sitting import nobodys, table_name
from croupier.floor.staffing_decisions import NotYourTable, check_deals
from croupier.floor.table import DealtBy, Table
from croupier.money import CHIP_VALUES, DOLLAR, Cents, dollars, signed_dollars
from croupier.rules.actions import Action, Bet
from croupier.rules.plan import is_settled
from croupier.rules.real_cards import cards_due, due_to_settle, exposed_at, seats_to_settle
from croupier.rules.round import (
    BOARD,
    DEALER,
    FINISHED,
    Round,
    Stage,
    due_seats,
    legal_actions,
    place_of,
    results_by_seat,
)
from croupier.rules.seat import SEATS, Seat
from croupier.rules.steps import SETTLE
from croupier.rules.view import AtSeat, view
from croupier.web.staff.keypad.words import Instruction, payouts

REASONS: Final = ("misread", "mistyped", "a card was turned by mistake")
"""Why cards are corrected, mostly."""


class EntryKey(BaseModel):
    """Something that is entered with one touch."""

    label: str
    order: str
    says: str = ""
    quiet: bool = False
    """Whether it takes something back, and stands aside from what comes next."""


class SeatEntry(BaseModel):
    """A seat as its dealer enters it."""

    number: int
    name: str = ""
    """Who plays there, if anybody has told a name; `taken` says whether somebody plays there."""
    taken: bool = False
    stack: int | None = None
    """What lies in front of a player who is there by name."""
    bets: str = ""
    stakes: dict[str, int] = Field(default_factory=dict)
    """What lies on the spots that a player chooses."""
    state: str = ""
    cards: list[str] = Field(default_factory=list)
    due: bool = False
    keys: list[EntryKey] = Field(default_factory=list)
    may_bank: bool = False


class CardsPlace(BaseModel):
    """Where cards lie, and which are exposed there."""

    place: str
    words: str
    cards: list[str]


class SeatsEntry(BaseModel):
    """What can be entered now for seats."""

    waits: str = ""
    """Why whoever looks may enter nothing."""
    betting: bool
    seats: list[SeatEntry]
    everybody: list[EntryKey]
    """What is entered for all seats with one touch."""
    chips: list[int]


class ByNameEntry(SeatsEntry):
    """What can be entered for players who are there by name, and in which seats another can be seated."""

    second_above: int | None
    """Above how much a second person signs for chips that are sold; none where nobody has to."""


class FeltEntry(SeatsEntry):
    """All that can be entered now at a table with real cards and chips."""

    dealt: bool
    """Whether cards are out, so that they can be entered or corrected."""
    due: str
    """The cards that are to be entered next, in words."""
    due_number: int
    places: list[CardsPlace]
    reasons: list[str]
    payouts: list[Instruction]
    """What is still to be taken and paid, in the order of the settlement."""
    settle: EntryKey | None
    """All of it at once."""


def felt_entry(table: Table, who: Person | None, chips: Sequence[Cents] = CHIP_VALUES) -> FeltEntry | None:
    """What is entered at a table; nothing where its cards come from its own shuffle."""
    if not table.real_cards:
        return None
    round = table.in_play
    due = cards_due(round)
    dealt = round is not None and round.deal is not None and round.stage not in FINISHED
    return FeltEntry(
        waits=_waits(table, who),
        betting=round is not None and round.stage is Stage.BETTING,
        dealt=dealt,
        seats=[_seat(table, number) for number in SEATS],
        everybody=_everybody(table),
        due="" if due is None else due.words,
        due_number=0 if due is None else due.number,
        places=[] if round is None or not dealt else _places(round),
        chips=_chip_keys(chips),
        reasons=list(REASONS),
        payouts=[] if round is None else payouts(round, chips),
        settle=_settle(round),
    )


def by_name_entry(
    table: Table, who: Person | None, chips: Sequence[Cents] = CHIP_VALUES, second_above: Cents | None = None
) -> ByNameEntry | None:
    """What is entered for players who are there by name; nothing where chips are real, and where no person deals."""
    deals = who is not None and may(who.role, Duty.DEAL)
    if table.real_cards or table.settings.dealt_by is DealtBy.MACHINE or table.closed or not deals:
        return None
    round, there = table.in_play, {sitting.seat for sitting in table.sittings}
    full = len(there) >= table.settings.terms.spots
    seats = [seat for seat in SEATS if table.acts_for(seat) or (seat not in there and not full)]
    return ByNameEntry(
        waits=_waits(table, who),
        betting=round is not None and round.stage is Stage.BETTING,
        seats=[_seat(table, number) for number in seats],
        everybody=_everybody(table) if sum(table.acts_for(seat) for seat in seats) > 1 else [],
        chips=_chip_keys(chips),
        second_above=second_above,
    )


class SeatCards(BaseModel):
    """The cards of a player who is there by name, for whom the dealer turns the keypad."""

    seat: int
    cards: list[str]
    hand: str = ""


def cards_for(table: Table, who: Person, seat: int) -> SeatCards:
    """What the player of a seat sees of their own cards. Only the dealer of the table shows them, and only to who is
    there by name; everybody else has a page."""
    check_deals(table, who)
    round = table.in_play
    if table.stack_of(seat) is None or round is None:
        raise Refused(f"nobody is there by name in seat {seat} at {table.name} with cards to be shown")
    own = next((one for one in view(round, AtSeat(seat)).seats if one.number == seat), None)
    cards = () if own is None or own.cards is None else own.cards
    return SeatCards(seat=seat, cards=[str(card) for card in cards], hand="" if own is None else own.hand or "")


def _chip_keys(chips: Sequence[Cents]) -> list[Cents]:
    return [value for value in reversed(chips) if value >= DOLLAR]


def _waits(table: Table, who: Person | None) -> str:
    try:
        if who is not None:
            check_deals(table, who)
    except NotYourTable as refused:
        return str(refused)
    return ""


def _seat(table: Table, number: int) -> SeatEntry:
    round = table.in_play
    sitting = next((one for one in table.sittings if one.seat == number), None)
    staked = None if round is None else round.seat(number)
    named = sitting is not None and sitting.player != nobodys(number)
    entry = SeatEntry(
        number=number,
        name=table_name(sitting.player) if sitting is not None and named else "",
        taken=sitting is not None,
        stack=table.stack_of(number),
        due=round is not None and number in due_seats(round),
    )
    if round is None or round.stage is Stage.BETTING:
        entry.keys = _betting_keys(table, number)
        entry.may_bank = round is not None and round.wants_bank and number in _may_bank(table)
    if round is not None and round.bank is not None and round.bank.seat == number:
        entry.bets = f"Bank {dollars(round.bank.wager)}"
    if round is None or staked is None:
        return entry
    game = round.game
    entry.bets = _bets_words({**staked.stakes, **staked.raised}, round)
    entry.stakes = {spot.key: staked.stakes[spot.key] for spot in game.chosen if spot.key in staked.stakes}
    entry.cards = [] if round.deal is None else [str(card) for card in exposed_at(round, place_of(number))]
    entry.state = "" if entry.due else _state(round, staked)
    if round.stage is Stage.PLAYING:
        entry.keys = _decision_keys(round, staked)
    return entry


def _bets_words(stakes: Mapping[str, Cents], round: Round) -> str:
    """Bets as a seat's line has room for them: `$10, Trips $5`. The base bet needs no name, as in an order."""
    game = round.game
    base = [dollars(stakes[game.base])] if game.base in stakes else []
    others = [spot for spot in game.spots if spot.key in stakes and not spot.follows and spot.key != game.base]
    return ", ".join([*base, *(f"{spot.felt} {dollars(stakes[spot.key])}" for spot in others)])


def _state(round: Round, seat: Seat) -> str:
    results = results_by_seat(round)[seat.number]
    if results:
        return signed_dollars(sum(row.net for row in results))
    return seat.line[-1].did if seat.line else ""


def _may_bank(table: Table) -> tuple[int, ...]:
    return tuple(table.bank_offered_to[:1]) or tuple(table.bank_open_to)


def _betting_keys(table: Table, number: int) -> list[EntryKey]:
    round = table.in_play
    if round is None:
        return []
    keys = []
    usual = table.usual.get(number)
    if usual is not None and not table.has_wagers(number):
        keys.append(EntryKey(label="Usual", order=f"seat {number} usual", says=_bets_words(usual, round)))
    if round.seat(number) is not None:
        keys.append(EntryKey(label="Withdraw", order=f"seat {number} withdraw", quiet=True))
    if round.wants_bank and table.bank_offered_to[:1] == (number,):
        keys.append(EntryKey(label="Pass the bank", order=f"seat {number} pass"))
    return keys


def _decision_keys(round: Round, seat: Seat) -> list[EntryKey]:
    actions = legal_actions(round, seat.number)
    keys = [
        EntryKey(label=_label(action), order=f"seat {seat.number} {action}", says=_cost(round, seat, action))
        for action in actions
    ]
    if round.terms.real_cards and not actions and len(seat.line) > round.shown and not round.settled:
        keys.append(EntryKey(label="Undo", order=f"seat {seat.number} undo", quiet=True))
    return keys


def _label(action: Action) -> str:
    return f"Bet {action.multiple}x" if isinstance(action, Bet) else str(action).capitalize()


def _cost(round: Round, seat: Seat, action: Action) -> str:
    return dollars(action.multiple * seat.stakes.on(round.game.base)) if isinstance(action, Bet) else ""


def _everybody(table: Table) -> list[EntryKey]:
    """The usual bets of all, or what every seat that is due may do without a bet, first what the clock would."""
    round = table.in_play
    if round is None:
        return []
    if round.stage is Stage.BETTING:
        fresh = [seat for seat in table.usual if not table.has_wagers(seat)]
        return [EntryKey(label="All usual bets", order="all usual")] if fresh else []
    due, street = [seat for seat in due_seats(round) if table.acts_for(seat)], round.street
    if not due or street is None:
        return []
    offers = [legal_actions(round, number) for number in due]
    free = [action for action in street.offers if not isinstance(action, Bet) and all(action in one for one in offers)]
    free.sort(key=lambda action: action != street.late)
    who = "All by name" if not table.real_cards else "All" if len(due) == len(round.seats) else "The others"
    return [EntryKey(label=f"{who} {action}", order=f"all {action}") for action in free]


def _places(round: Round) -> list[CardsPlace]:
    names = {BOARD: "the board", DEALER: "the dealer"}
    places = (BOARD, DEALER, *(place_of(seat.number) for seat in round.seats))
    return [
        CardsPlace(place=place, words=names.get(place, place), cards=[str(card) for card in exposed_at(round, place)])
        for place in places
        if exposed_at(round, place)
    ]


def _settle(round: Round | None) -> EntryKey | None:
    if round is None or round.stage is not Stage.SHOWDOWN or is_settled(round):
        return None
    if due_to_settle(round, seats_to_settle(round)) is not None:
        return None
    return EntryKey(label="Settle all seats", order=SETTLE.word)
