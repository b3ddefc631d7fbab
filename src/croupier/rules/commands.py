"""`decide`: what an order makes happen in a round, or why not; and the step that comes next."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.money import Cents, dollars
from croupier.rules import events
from croupier.rules.actions import Action, Bet
from croupier.rules.bank import BadBank, Bank
from croupier.rules.collection import collection
from croupier.rules.deal import check_deck
from croupier.rules.game import Reveal
from croupier.rules.orders import NO_CARDS as NO_CARDS
from croupier.rules.orders import Act as Act
from croupier.rules.orders import CardOut as CardOut
from croupier.rules.orders import Command as Command
from croupier.rules.orders import CorrectCards as CorrectCards
from croupier.rules.orders import DealCards as DealCards
from croupier.rules.orders import EnterCards as EnterCards
from croupier.rules.orders import OfferSeed as OfferSeed
from croupier.rules.orders import OpenRound as OpenRound
from croupier.rules.orders import PlaceBets as PlaceBets
from croupier.rules.orders import SeatOrder as SeatOrder
from croupier.rules.orders import TakeBank as TakeBank
from croupier.rules.orders import UndoDecision as UndoDecision
from croupier.rules.orders import VoidRound as VoidRound
from croupier.rules.orders import WithdrawBets as WithdrawBets
from croupier.rules.plan import folds_due, is_settled, next_of, plan
from croupier.rules.reader import read_out
from croupier.rules.real_cards import (
    corrected,
    decision_undone,
    due_to_settle,
    due_to_show,
    entered,
    need_cards,
    next_to_settle,
    seats_to_settle,
)
from croupier.rules.round import FINISHED, Round, Stage, is_waiting, legal_actions, open_to, visible_board
from croupier.rules.seat import NoSuchSeat, bet_cents, check_seat
from croupier.rules.staking import check_stakes
from croupier.rules.steps import COLLECT, DEAL, END, LOCK, OPEN, SETTLE, SETTLE_NEXT, WAIT, Step
from croupier.rules.terms import check_terms
from croupier.rules.wagers import Stakes


class IllegalAction(Refused):
    """A seat asked for something the rules do not offer at this point."""

    def __init__(self, action: Action, round: Round, number: int) -> None:
        legal = legal_actions(round, number)
        offer = ", ".join(map(str, legal)) or "none, this seat has nothing to decide now"
        super().__init__(f"seat {number} cannot {action} {round.stage_words}; legal actions: {offer}")
        self.legal = legal


class WrongMoment(Refused):
    """A step that does not come next."""

    def __init__(self, doing: str, round: Round | None) -> None:
        state = "there is no round" if round is None else f"the round is {_state(round)}"
        self.next = next_step(round)
        super().__init__(f"cannot {doing} now: {state}; next comes: {self.next.does}")


def _state(round: Round) -> str:
    match round.stage:
        case Stage.BETTING:
            return "open for bets"
        case Stage.LOCKED:
            return "locked"
        case Stage.SHOWDOWN:
            return "at the showdown"
        case _:
            return round.stage_words


def next_step(round: Round | None) -> Step:
    """The step that `decide` accepts from the dealer next: the key that is lit."""
    if round is None or round.stage in FINISHED:
        return OPEN
    match round.stage:
        case Stage.BETTING:
            return LOCK
        case Stage.LOCKED:
            return DEAL
        case Stage.PLAYING:
            if is_waiting(round):
                return WAIT
            return COLLECT if folds_due(round) else round.game.reveals[round.shown].step
        case _:
            return END if is_settled(round) else SETTLE_NEXT


def decide(round: Round | None, command: Command) -> tuple[events.Event, ...]:
    """What `command` makes happen in this round, or a refusal."""
    if isinstance(command, OpenRound):
        return _open(round, command)
    if round is None:
        raise WrongMoment("do that", None)
    match command:
        case Act(number, order, cause):
            return (_by_seat(round, number, order, cause),)
        case Step():
            return _step(round, command)
        case DealCards(deck):
            _need(round, Stage.LOCKED, "deal")
            if not round.terms.real_cards:
                check_deck(deck, round.game.deck)
            elif deck:
                raise Refused("the deck lies on the felt, and nobody knows its order; its cards are entered one by one")
            return (events.Dealt(tuple(deck)),)
        case EnterCards():
            return (entered(round, command.place, command.cards),)
        case CardOut(number, card):
            return (read_out(round, number, card),)
        case CorrectCards(place, cards, reason):
            return (corrected(round, place, cards, reason),)
        case VoidRound(reason):
            if round.stage in FINISHED:
                raise WrongMoment("void the round", round)
            if not reason.strip():
                raise Refused("a round is voided for a stated reason; say why")
            return (events.RoundVoided(reason.strip()),)


def _by_seat(round: Round, number: int, order: SeatOrder, cause: events.Cause) -> events.Event:
    if isinstance(order, Action):
        return _acted(round, number, order, cause)
    assert cause is events.Cause.PLAYER, "the clock decides on a street, and gives no other order for a player"
    match order:
        case PlaceBets(stakes):
            return _placed(round, number, stakes)
        case WithdrawBets():
            _need(round, Stage.BETTING, "withdraw a bet")
            if round.seat(number) is None:
                raise _not_in(round, number)
            return events.BetsWithdrawn(number)
        case OfferSeed(seed):
            return _seed_offered(round, number, seed)
        case TakeBank(wager):
            return _bank_taken(round, number, wager)
        case UndoDecision():
            return decision_undone(round, number)


def _acted(round: Round, number: int, action: Action, cause: events.Cause) -> events.Acted:
    seat = round.seat(number)
    if seat is None:
        raise _not_in(round, number)
    if action not in open_to(round, seat):
        raise IllegalAction(action, round, number)
    if cause is not events.Cause.PLAYER and isinstance(action, Bet):
        raise Refused(f"cannot {action} for seat {number} by {cause.value}: only a player bets; check or fold")
    game = round.game
    street = game.streets[round.shown]
    cents = bet_cents(seat, game, street, action)
    return events.Acted(number, action, cause, street.spot, cents) if cents else events.Acted(number, action, cause)


def _step(round: Round, step: Step) -> tuple[events.Event, ...]:
    match step.word:
        case LOCK.word:
            return _lock(round)
        case COLLECT.word:
            if not folds_due(round):
                raise WrongMoment(COLLECT.does, round)
            if round.terms.real_cards:
                need_cards(COLLECT.does, due_to_settle(round, next_to_settle(round)))
            return plan(round)[len(round.settled) : len(round.settled) + 1]
        case SETTLE.word | SETTLE_NEXT.word:
            _need(round, Stage.SHOWDOWN, "settle")
            if is_settled(round):
                raise WrongMoment("settle", round)
            if round.terms.real_cards:
                seats = seats_to_settle(round) if step == SETTLE else next_to_settle(round)
                need_cards(step.does, due_to_settle(round, seats))
            to_come = plan(round)[len(round.settled) :]
            return to_come if step == SETTLE else next_of(to_come)
        case END.word:
            _need(round, Stage.SHOWDOWN, "end the round")
            if not is_settled(round):
                raise WrongMoment("end the round", round)
            return (events.RoundEnded(_cards_counted(round)),)
        case _:
            reveal = round.game.reveals[round.shown] if round.stage is Stage.PLAYING else None
            if reveal is None or reveal.step.word != step.word or is_waiting(round) or folds_due(round):
                raise WrongMoment(step.does, round)
            need_cards(step.does, due_to_show(round))
            return (_shown(round, reveal),)


def _shown(round: Round, reveal: Reveal) -> events.CardsShown:
    """What a reveal turns: the board's next cards, the dealer's hand, or both."""
    game, cards = round.game, round.cards
    board = cards.board[len(visible_board(round)) : reveal.board]
    if not reveal.dealer or len(cards.dealer) < game.layout.dealer:
        return events.CardsShown(reveal.step.word, board)
    strength = round.dealer_strength
    plays = None if game.qualifies is None else game.qualifies(strength)
    return events.CardsShown(reveal.step.word, board, cards.dealer, strength, plays)


def _open(round: Round | None, command: OpenRound) -> tuple[events.Event, ...]:
    if round is not None and round.stage not in FINISHED:
        raise WrongMoment("open a round", round)
    check_terms(command.terms)
    if not command.deck_colour.isalpha():
        raise Refused(f"no deck of colour {command.deck_colour!r}; want one word for its backs, such as 'blue'")
    if command.commitment and command.terms.real_cards:
        raise Refused("a real deck is not shuffled here; nothing can be promised of its order")
    if command.commitment == "-" or "".join(command.commitment.split()) != command.commitment:
        raise Refused(f"a commitment is one word, such as a hash, not {command.commitment!r}")
    return (
        events.RoundOpened(
            round=command.round,
            terms=command.terms,
            commitment=command.commitment,
            deck_colour=command.deck_colour,
        ),
    )


def _placed(round: Round, number: int, stakes: Stakes) -> events.BetsPlaced:
    _need(round, Stage.BETTING, "bet")
    check_seat(number)
    if round.bank is not None and round.bank.seat == number:
        raise BadBank(f"seat {number} banks this round and cannot also bet; bet again when another seat banks")
    down = round.game.complete(stakes)
    check_stakes(round.terms, down)
    return events.BetsPlaced(number, down)


def _bank_taken(round: Round, number: int, wager: Cents) -> events.BankTaken:
    _need(round, Stage.BETTING, "take the bank")
    check_seat(number)
    if not round.terms.player_banked:
        raise BadBank(f"nobody banks under {round.terms.rules.name}: the house does, so no seat takes the bank")
    if wager <= 0:
        raise BadBank(f"a bank of {dollars(wager)} covers nothing; want more than $0")
    if round.seat(number) is not None:
        raise BadBank(f"seat {number} has bets down and cannot also bank; withdraw them first")
    if round.bank is not None and round.bank.seat != number:
        raise BadBank(f"seat {round.bank.seat} already banks this round; a round has one bank")
    return events.BankTaken(Bank(number, wager, round.terms.coverage))


def _seed_offered(round: Round, number: int, seed: str) -> events.SeedOffered:
    _need(round, Stage.BETTING, "mix in a seed")
    if round.terms.real_cards:
        raise Refused("a real deck is not shuffled here; there is nothing to mix words into")
    check_seat(number)
    if not 0 < len(seed) <= 64 or not seed.isprintable() or seed != seed.strip():
        raise Refused(f"a seed of your own is 1 to 64 printable characters, got {len(seed)} in {seed[:64]!r}")
    return events.SeedOffered(number, seed)


def _lock(round: Round) -> tuple[events.Event, ...]:
    _need(round, Stage.BETTING, "call no more bets")
    if not round.seats:
        raise Refused(f"no seats: nobody has bet; a round needs at least one {round.game.base_words}")
    if not round.terms.player_banked:
        return (events.BetsLocked(),)
    if round.bank is None:
        raise BadBank("no bank: nobody banks this round, so no card is dealt; a seated player must take the bank")
    at = round.terms
    if at.collection is None:
        return (events.BetsLocked(),)
    stakes = [(seat.number, seat.stakes) for seat in round.seats]
    return (events.BetsLocked(collection(at.collection, round.bank.seat, stakes, at.player_fee, at.fee_circles)),)


def _cards_counted(round: Round) -> int:
    """R27: the cards collected from seats, dealer and board, with those that were never dealt. Of a real deck the
    dealer counts cards, not faces (R58)."""
    if round.terms.real_cards:
        return len(round.game.deck)
    cards = round.cards
    counted = len({*cards.dealer, *cards.board, *cards.rest, *(card for hand in cards.own.values() for card in hand)})
    assert counted == len(round.game.deck), "a round ends with every card accounted for"
    return counted


def _need(round: Round, stage: Stage, doing: str) -> None:
    if round.stage is not stage:
        raise WrongMoment(doing, round)


def _not_in(round: Round, number: int) -> NoSuchSeat:
    staked = ", ".join(str(seat.number) for seat in round.seats) or "none"
    return NoSuchSeat(f"seat {number!r} is not in this round; staked seats: {staked}")
