"""What a viewer may see of a round. What they may not see is absent, not hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from croupier.cards import Cards
from croupier.money import Cents
from croupier.rules.actions import Action, Bet
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.commands import next_step
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, SeedOffered
from croupier.rules.game import Game, Hands
from croupier.rules.round import Round, Stage, dealer_shown, due_seats, legal_actions, up_cards, visible_board
from croupier.rules.seat import Seat
from croupier.rules.settlement import Outcome, Result
from croupier.rules.showdown import Showdown
from croupier.rules.steps import Step
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, Stakes
from croupier.values import replace


@dataclass(frozen=True, slots=True)
class AtSeat:
    """The player of a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Anybody else, staff and the house's dealer included: they see what lies face up."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who goes through a round by its record, such as staff: an onlooker until it is over, who then sees every card."""


Viewer: TypeAlias = AtSeat | Onlooker | Reviewer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat as a viewer sees it. `cards` and `hand` are `None` where the cards lie face down to them."""

    number: int
    stakes: Stakes
    raised: Stakes
    line: tuple[Action, ...]
    due: bool
    cards: Cards | None
    hand: str | None
    outcome: Outcome | None
    results: tuple[Result, ...]
    meter_won: tuple[MeterWon, ...]
    legal: tuple[Action, ...]
    showdown: Showdown | None
    """How the seat came out and by which cards, once it is settled and all hands that decide it are seen."""

    @property
    def net(self) -> Cents:
        """What the seat is up or down so far, meter pays aside."""
        return sum(result.net for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round as a viewer sees it."""

    id: str
    terms: Terms
    stage: Stage
    stage_key: str
    next_step: Step
    commitment: str
    deck_colour: str
    seeds: tuple[SeedOffered, ...]
    seats: tuple[SeatView, ...]
    bank: Bank | None
    fees: tuple[Fee, ...]
    board: Cards
    up: Cards
    """Those of the dealer's cards that lie face up from the deal on."""
    dealer: Cards | None
    dealer_hand: str | None
    dealer_qualifies: bool | None
    dealer_plays: Cards
    """The cards that make the dealer's hand, once it is turned."""
    dealt: bool
    deck: Cards
    void_reason: str | None

    @property
    def game(self) -> Game:
        return self.terms.game


def view(round: Round, viewer: Viewer) -> RoundView:
    """The round as this viewer may see it. When it is over, everybody sees the dealer's cards and the deck's order, but
    no folded hand on its seat unless a bet of it has won (R23).

    A void round is not over: nobody sees more of it than before, and it has no hands (R26).
    """
    return Views(round).of(viewer)


class Views:
    """A round for several viewers: what more than one of them sees is worked out once.

    `before` is the same round a moment ago: a seat about which nothing has changed looks as it did, and is the same
    value.
    """

    def __init__(self, round: Round, before: Views | None = None) -> None:
        self._round = round
        self._board = visible_board(round)
        self._due = due_seats(round)
        self._before = before._seats if before is not None and _differ_in_seats_only(before._round, round) else {}
        self._seats: dict[tuple[int, bool], tuple[Seat, SeatView]] = {}
        self._public = tuple([self._seat(seat, mine=False) for seat in round.seats])
        self._views: dict[Viewer, RoundView] = {}

    def of(self, viewer: Viewer) -> RoundView:
        """The round as this viewer may see it."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = self._seen_by(viewer)
        return view

    def _seen_by(self, viewer: Viewer) -> RoundView:
        match viewer:
            case AtSeat(number):
                return self._own(number)
            case Onlooker():
                return self._onlookers()
            case Reviewer():
                everybodys = self.of(Onlooker())
                if self._round.stage is not Stage.OVER:
                    return everybodys
                return replace(everybodys, seats=tuple([self._seat(seat, mine=True) for seat in self._round.seats]))

    def own(self, number: int) -> SeatView | None:
        """A seat of the round as its own player sees it."""
        seat = self._round.seat(number)
        return None if seat is None else self._seat(seat, mine=True)

    def _seat(self, seat: Seat, *, mine: bool) -> SeatView:
        before = self._before.get((seat.number, mine))
        if before is None or before[0] is not seat:
            before = seat, _seat_view(self._round, seat, mine, self._board, self._due)
        self._seats[seat.number, mine] = before
        return before[1]

    def _own(self, number: int) -> RoundView:
        """What onlookers see, with the own seat; a player-dealer sees the dealer's cards as well."""
        round = self._round
        seats = tuple(
            [
                self._seat(seat, mine=True) if seat.number == number else public
                for seat, public in zip(round.seats, self._public, strict=True)
            ]
        )
        everybodys = self.of(Onlooker())
        if round.bank is None or round.bank.seat != number:
            return replace(everybodys, seats=seats)
        dealer = _dealer(round, AtSeat(number))
        return replace(everybodys, seats=seats, dealer=dealer, dealer_hand=self._dealer_hand(dealer))

    def _onlookers(self) -> RoundView:
        round = self._round
        game, dealer = round.game, _dealer(round, Onlooker())
        qualified_known = dealer_shown(round) is not None and game.qualifies is not None
        return RoundView(
            id=round.id,
            terms=round.terms,
            stage=round.stage,
            stage_key=round.stage_key,
            next_step=next_step(round),
            commitment=round.commitment,
            deck_colour=round.deck_colour,
            seeds=round.seeds,
            seats=self._public,
            bank=round.bank,
            fees=round.fees,
            board=self._board,
            up=up_cards(round),
            dealer=dealer,
            dealer_hand=self._dealer_hand(dealer),
            dealer_qualifies=game.qualifies(round.dealer_strength) if qualified_known and game.qualifies else None,
            dealer_plays=self._dealer_plays(),
            dealt=round.deal is not None,
            deck=round.deck if round.stage is Stage.OVER else (),
            void_reason=round.void_reason,
        )

    def _dealer_plays(self) -> Cards:
        round, dealer = self._round, dealer_shown(self._round)
        strength = round.dealer_strength if dealer and round.stage is not Stage.VOID else 0
        return round.game.ranking.playing(dealer, self._board, strength) if dealer and strength else ()

    def _dealer_hand(self, dealer: Cards | None) -> str | None:
        game, board = self._round.game, self._board
        if not dealer or len(dealer) + len(board) < game.ranking.least or self._round.stage is Stage.VOID:
            return None
        return game.hand_words(dealer, board)


def _differ_in_seats_only(one: Round, other: Round) -> bool:
    """Whether nothing has happened between two moments of a round but bets and decisions. What a viewer sees of a
    seat follows from the seat itself and from these."""
    return (
        one.id == other.id
        and one.terms is other.terms
        and one.stage is other.stage
        and one.shown == other.shown
        and one.deal is other.deal
        and one.settled is other.settled
    )


def _dealer(round: Round, viewer: Viewer) -> Cards | None:
    """The dealer's cards; a player-dealer sees their own from the deal on."""
    if round.deal is None:
        return None
    own = round.bank is not None and viewer == AtSeat(round.bank.seat)
    known = len(round.deal.dealer) == round.game.layout.dealer
    return round.deal.dealer if known and (own or round.stage is Stage.OVER) else dealer_shown(round)


def _seat_view(round: Round, seat: Seat, mine: bool, board: Cards, due: tuple[int, ...]) -> SeatView:
    outcome, results, meter_won = _settled(round, seat.number)
    face_up = mine or round.terms.face_up or _is_turned(outcome, results, meter_won)
    known = len(seat.cards or ()) == round.game.layout.own
    cards = seat.cards if face_up and known else None
    return SeatView(
        number=seat.number,
        stakes=seat.stakes,
        raised=seat.raised,
        line=seat.line,
        due=seat.number in due,
        cards=cards,
        hand=None if cards is None or round.stage is Stage.VOID else round.game.hand_words(cards, board),
        outcome=outcome,
        results=results,
        meter_won=meter_won,
        legal=legal_actions(round, seat.number) if mine else (),
        showdown=None if cards is None or outcome is None else _showdown(round, cards, outcome, results),
    )


def _showdown(round: Round, own: Cards, outcome: Outcome, results: tuple[Result, ...]) -> Showdown | None:
    game, dealer, board = round.game, dealer_shown(round), round.cards.board
    player = round.strength_of(own, game.layout.own)
    if dealer is None or not player:  # folds that are collected early (R29), cards of a real deck that are not known
        return None
    hands = Hands(player=player, dealer=round.dealer_strength, own=own, dealer_cards=dealer, board=board)
    return Showdown(game=game, hands=hands, outcome=outcome, results=results)


def _is_turned(outcome: Outcome | None, results: tuple[Result, ...], meter_won: tuple[MeterWon, ...]) -> bool:
    """Whether a seat's cards were turned when it was settled: those of a fold only for a bet that wins with them (R23).
    Envy is for others' cards."""
    if outcome is not Outcome.FOLD:
        return outcome is not None
    return bool(meter_won) or any(row.net > 0 and row.spot != ENVY for row in results)


class Offer(NamedTuple):
    """What a player may do now with the chips in hand, and what the rules would allow but the chips do not cover."""

    legal: tuple[Action, ...] = ()
    beyond: tuple[Action, ...] = ()


def offer_within(seat: SeatView, game: Game, chips: Cents) -> Offer:
    """What a player with so many chips is offered at their own seat: each bet is a multiple of the base bet."""
    base = seat.stakes.on(game.base)
    beyond = tuple(action for action in seat.legal if isinstance(action, Bet) and action.multiple * base > chips)
    return Offer(tuple(action for action in seat.legal if action not in beyond), beyond)


def _settled(round: Round, number: int) -> tuple[Outcome | None, tuple[Result, ...], tuple[MeterWon, ...]]:
    """What has been settled of a seat so far: outcome, results of every pass, meter pays.

    Of a void round nothing stands, whatever had been settled (R26).
    """
    if round.stage is Stage.VOID:
        return None, (), ()
    outcome: Outcome | None = None
    results: list[Result] = []
    won: list[MeterWon] = []
    for event in round.settled:
        if event.seat != number:
            continue
        match event:
            case BetReturned(_, row) | EnvyPaid(_, row):
                results.append(row)
            case FoldCollected(_, rows):
                results.extend(rows)
            case SeatSettled(_, _, how, rows):
                outcome = how
                results.extend(rows)
            case MeterWon():
                won.append(event)
    return outcome, tuple(results), tuple(won)
