"""The simulator's tables with real cards (R58): the deck that the room would have shuffled lies on the felt, and a
dealer enters what lies there, now and then wrongly."""

from __future__ import annotations

from random import Random

from croupier.cards import Cards
from croupier.fair.commitment import deck_of
from croupier.floor.corrections import AskCorrection, CorrectionOrder, MakeCorrection
from croupier.floor.orders import BySeated, ForSeat, NameSeat, Order, Sit
from croupier.floor.table import Table
from croupier.money import DOLLAR
from croupier.rules.commands import CorrectCards, EnterCards, UndoDecision
from croupier.rules.deal import Deal, deal
from croupier.rules.real_cards import cards_due
from croupier.rules.round import BOARD, DEALER, Round, lying_at, place_of


def entered_for(table: Table, order: Order, player: str) -> Order:
    """What a dealer enters when a player does this."""
    if isinstance(order, Sit):
        return ForSeat(order.seat, NameSeat(player))
    assert isinstance(order, BySeated), "what players do"
    return ForSeat(next(sitting.seat for sitting in table.sittings if sitting.player == player), order)


def cards_order(table: Table, seed: bytes, chance: Random) -> Order | None:
    """The cards that are entered or corrected next, if any are."""
    round = table.in_play
    if round is None or round.deal is None:
        return None
    dealt = deal(round.terms.procedure, round.game.layout, [seat.number for seat in round.seats], _deck(round, seed))
    lie = _lie(dealt)
    for place, cards in lie.items():
        lying = lying_at(round, place)
        may_correct = not table.paid and not table.unpaid
        if lying != cards[: len(lying)] and may_correct and chance.random() < 0.5:
            return CorrectCards(place, cards[: len(lying)], "misread")
    due = cards_due(round)
    if due is None:
        return None
    if chance.random() < 0.03:
        entered = {card for place in lie for card in lying_at(round, place)}
        return EnterCards((chance.choice([card for card in dealt.rest if card not in entered]),), due.place)
    known = len(lying_at(round, due.place))
    return EnterCards(lie[due.place][known : known + chance.randint(1, due.number)])


def correction(table: Table, chance: Random) -> CorrectionOrder | None:
    """A finished round that is corrected between rounds, now and then."""
    if table.correction is not None:
        return MakeCorrection()
    if table.recent and chance.random() < 0.05:
        past = chance.choice(table.recent)
        cents, seat = chance.choice((-1, 1)) * chance.randint(1, 50) * DOLLAR, chance.choice(past.seats)
        # From an account it is taken back only as far as there is something in it.
        return AskCorrection(past.round, seat, abs(cents) if past.player_of(seat) else cents, "paid wrongly")
    return None


def undo(round: Round, chance: Random) -> ForSeat | None:
    """A decision of this street that is taken back, now and then."""
    decided = [seat.number for seat in round.seats if len(seat.line) > round.shown]
    return ForSeat(chance.choice(decided), UndoDecision()) if decided and chance.random() < 0.05 else None


def _deck(round: Round, seed: bytes) -> Cards:
    return deck_of(round.id, seed, {}, round.game.deck)


def _lie(dealt: Deal) -> dict[str, Cards]:
    """Which cards lie where."""
    seats = {place_of(seat): cards for seat, cards in dealt.own.items()}
    return {BOARD: dealt.board, DEALER: dealt.dealer} | seats
