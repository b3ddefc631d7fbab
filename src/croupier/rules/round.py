"""A round: everything that is true of it, and `evolve`, which says what is true after one more event.

`decide` in `commands` says what happens, or refuses; `evolve` never refuses: what happened, happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from croupier.cards import Cards
from croupier.hands import Strength
from croupier.rules.actions import Action
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.deal import BOARD as BOARD
from croupier.rules.deal import DEALER as DEALER
from croupier.rules.deal import DEALER_DOWN as DEALER_DOWN
from croupier.rules.deal import Deal, deal, undealt
from croupier.rules.deal import place_of as place_of
from croupier.rules.deal import seat_at as seat_at
from croupier.rules.events import (
    Acted,
    BankTaken,
    BetReturned,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    CardsCorrected,
    CardsEntered,
    CardsShown,
    Dealt,
    DecisionUndone,
    EnvyPaid,
    Event,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    SeedOffered,
    Settled,
)
from croupier.rules.game import Game, Street
from croupier.rules.seat import Seat, acted, is_due, undone
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.values import replace


class Stage(Enum):
    """How far a round has come. While it is played, its street says more."""

    BETTING = "bets are open"
    LOCKED = "no more bets"
    PLAYING = "in play"
    SHOWDOWN = "showdown"
    OVER = "over"
    VOID = "void"


FINISHED = (Stage.OVER, Stage.VOID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Everything that is true of a round. `deal` and `deck` hold cards that nobody may see yet: show a `view`."""

    id: str
    terms: Terms
    commitment: str
    deck_colour: str
    stage: Stage = Stage.BETTING
    shown: int = 0
    """How many of the game's reveals have been made; so many streets are behind."""
    seats: tuple[Seat, ...] = ()
    bank: Bank | None = None
    seeds: tuple[SeedOffered, ...] = ()
    fees: tuple[Fee, ...] = ()
    deck: Cards = ()
    deal: Deal | None = None
    settled: tuple[Settled, ...] = ()
    void_reason: str | None = None

    @property
    def game(self) -> Game:
        terms = self.terms
        return terms.game if terms.own_bets else terms.rules.game

    @property
    def street(self) -> Street | None:
        """The street on which seats decide now, if they do."""
        return self.game.streets[self.shown] if self.stage is Stage.PLAYING else None

    @property
    def stage_key(self) -> str:
        """How far the round has come, in one word for programs: a street's own while it is played."""
        street = self.street
        return self.stage.name.lower() if street is None else street.key

    @property
    def stage_words(self) -> str:
        """The same for people."""
        street = self.street
        return self.stage.value if street is None else street.words

    def seat(self, number: int) -> Seat | None:
        """The staked seat of that number."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    @property
    def wants_bank(self) -> bool:
        """Whether the round waits for somebody to take the bank (California)."""
        return self.stage is Stage.BETTING and self.bank is None and self.terms.player_banked

    @property
    def cards(self) -> Deal:
        """The cards of a round that has been dealt."""
        assert self.deal is not None, "no cards before the deal"
        return self.deal

    @property
    def dealer_strength(self) -> Strength:
        """What the dealer's hand is worth; 0 where a game has none, and while cards of a real deck are not known."""
        return self.strength_of(self.cards.dealer, self.game.layout.dealer)

    def strength_of(self, own: Cards, size: int) -> Strength:
        """What a hand of so many cards is worth with the board; 0 unless all of them are known."""
        known = size and len(own) == size and len(self.cards.board) == self.game.layout.board
        return self.game.rank(own, self.cards.board) if known else 0


_number = attrgetter("number")


def due_seats(round: Round) -> tuple[int, ...]:
    """The seats that the round waits for."""
    if round.stage is not Stage.PLAYING:
        return ()
    game, street = round.game, round.shown
    return tuple([seat.number for seat in round.seats if is_due(seat, game, street)])


def is_waiting(round: Round) -> bool:
    """Whether the round waits for any seat."""
    if round.stage is Stage.PLAYING:
        game, street = round.game, round.shown
        for seat in round.seats:
            if is_due(seat, game, street):
                return True
    return False


def legal_actions(round: Round, number: int) -> tuple[Action, ...]:
    """What `decide` accepts from the seat of this number now."""
    seat = round.seat(number)
    return () if seat is None else open_to(round, seat)


def open_to(round: Round, seat: Seat) -> tuple[Action, ...]:
    """What a staked seat may do now."""
    game = round.game
    if round.stage is not Stage.PLAYING or not is_due(seat, game, round.shown):
        return ()
    assert seat.cards is not None, "who decides has been dealt in"
    if len(seat.cards) < game.layout.own:
        return game.streets[round.shown].offers  # nobody but the player has seen them; they are checked when they are
    return game.open_to(round.shown, seat.cards)


def evolve(round: Round | None, event: Event) -> Round:
    """The round after `event`."""
    if isinstance(event, RoundOpened):
        return Round(id=event.round, terms=event.terms, commitment=event.commitment, deck_colour=event.deck_colour)
    assert round is not None, "a round begins with RoundOpened"
    match event:
        case Acted():
            street, number = round.game.streets[round.shown], event.seat
            seats = [
                acted(seat, event.action, street, event.cents) if seat.number == number else seat
                for seat in round.seats
            ]
            return replace(round, seats=tuple(seats))
        case CardsShown():
            shown = round.shown + 1
            return replace(
                round, shown=shown, stage=Stage.SHOWDOWN if shown == len(round.game.reveals) else Stage.PLAYING
            )
        case SeatSettled() | BetReturned() | FoldCollected() | EnvyPaid() | MeterWon():
            return replace(round, settled=(*round.settled, event))
        case BetsPlaced():
            number = event.seat
            seats = [seat for seat in round.seats if seat.number != number]
            seats.append(Seat(number=number, stakes=event.stakes))
            seats.sort(key=_number)
            return replace(round, seats=tuple(seats))
        case RoundEnded():
            return replace(round, stage=Stage.OVER)
        case BetsWithdrawn(number):
            return replace(round, seats=tuple(seat for seat in round.seats if seat.number != number))
        case BankTaken(bank):
            return replace(round, bank=bank)
        case SeedOffered(number):
            others_seeds = tuple(offered for offered in round.seeds if offered.seat != number)
            return replace(round, seeds=tuple(sorted((*others_seeds, event), key=lambda offered: offered.seat)))
        case BetsLocked(fees):
            return replace(round, stage=Stage.LOCKED, fees=fees)
        case CardsEntered(place, cards) if place in (DEALER, DEALER_DOWN):
            return _with_dealer(round, place, _joined(round, place, cards))
        case CardsEntered(place, cards):
            return _with_cards(round, place, _joined(round, place, cards))
        case CardsCorrected(place, cards):
            return replace(_with_cards(round, place, cards), settled=())
        case DecisionUndone(number, spot, cents):
            seats = [undone(seat, spot, cents) if seat.number == number else seat for seat in round.seats]
            return replace(round, seats=tuple(seats))
        case Dealt(deck) if round.terms.real_cards:
            cards_out = undealt([seat.number for seat in round.seats])
            return replace(
                round,
                stage=Stage.PLAYING,
                deal=cards_out,
                seats=tuple([replace(seat, cards=()) for seat in round.seats]),
            )
        case Dealt(deck):
            cards_dealt = deal(round.terms.procedure, round.game.layout, [seat.number for seat in round.seats], deck)
            seats_dealt = tuple([replace(seat, cards=cards_dealt.own[seat.number]) for seat in round.seats])
            return replace(round, stage=Stage.PLAYING, deck=deck, deal=cards_dealt, seats=seats_dealt)
        case RoundVoided(reason):
            return replace(round, stage=Stage.VOID, void_reason=reason)


def lying_at(round: Round, place: str) -> Cards:
    """The cards that are known to lie at a place."""
    match place:
        case "board":
            return round.cards.board
        case "dealer":
            return (*round.cards.down, *round.cards.dealer)
        case "dealer down":
            return round.cards.down
        case _:
            return round.cards.own[int(place.removeprefix("seat "))]


def _joined(round: Round, place: str, cards: Cards) -> Cards:
    """The cards at a place with further ones. Where the dealer's last cards lie face up, those are known first, unless
    the whole hand is entered at once."""
    lying, layout = round.cards.dealer if place == DEALER else lying_at(round, place), round.game.layout
    up = layout.up if place == DEALER and len(cards) < layout.dealer else 0
    down = max(0, len(lying) - up)
    late = (*lying[down:], *cards)
    return (*lying[:down], *late[up:], *late[:up])


def _with_dealer(round: Round, place: str, cards: Cards) -> Round:
    """The round with these cards in that part of the dealer's hand. Once all of it is known it is one hand again."""
    down, rest = (cards, round.cards.dealer) if place == DEALER_DOWN else (round.cards.down, cards)
    if len(down) + len(rest) == round.game.layout.dealer:
        down, rest = (), (*down, *rest)
    return replace(round, deal=replace(round.cards, dealer=rest, down=down))


def _with_cards(round: Round, place: str, cards: Cards) -> Round:
    """The round with these cards, and no others, at a place."""
    match seat_at(place):
        case None if place == BOARD:
            return replace(round, deal=replace(round.cards, board=cards))
        case None:
            return replace(round, deal=replace(round.cards, dealer=cards, down=()))
        case number:
            own = {**round.cards.own, number: cards}
            seats = [replace(seat, cards=cards) if seat.number == number else seat for seat in round.seats]
            return replace(round, deal=replace(round.cards, own=own), seats=tuple(seats))


def replay(events: Iterable[Event]) -> Round:
    """The round that these events make; the first is `RoundOpened`."""
    round: Round | None = None
    for event in events:
        round = evolve(round, event)
    assert round is not None, "a round has at least one event"
    return round


def results_by_seat(round: Round) -> dict[int, list[Result]]:
    """What became of every wager so far, by seat. What a meter pays is not among them."""
    by_seat: dict[int, list[Result]] = {seat.number: [] for seat in round.seats}
    for event in round.settled:
        match event:
            case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                by_seat[seat].extend(results)
            case BetReturned(seat, result) | EnvyPaid(seat, result):
                by_seat[seat].append(result)
            case MeterWon():
                pass
    return by_seat


def visible_board(round: Round) -> Cards:
    """The community cards that lie face up: as many as the last reveal says; all of them once the round is over.

    A void turns nothing over (R26).
    """
    if round.deal is None:
        return ()
    if round.stage is Stage.OVER:
        return round.deal.board
    return round.deal.board[: round.game.reveals[round.shown - 1].board] if round.shown else ()


def up_cards(round: Round) -> Cards:
    """The dealer's cards that everybody sees from the deal on."""
    up = round.game.layout.up
    return round.deal.dealer[-up:] if round.deal is not None and up else ()


def dealer_shown(round: Round) -> Cards | None:
    """The dealer's cards, once they lie face up."""
    all_shown = round.stage is Stage.VOID and round.shown == len(round.game.reveals)
    turned = all_shown or round.stage in (Stage.SHOWDOWN, Stage.OVER)
    if round.deal is None or not turned or len(round.deal.dealer) < round.game.layout.dealer:
        return None
    return round.deal.dealer
