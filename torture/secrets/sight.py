"""Which cards a viewer may see, said once more and apart from the rules: the house's own view is what is in doubt."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cards import Card
from croupier.floor.practice.names import is_company
from croupier.floor.table import Table
from croupier.rules.deal import Deal
from croupier.rules.events import SeatSettled
from croupier.rules.plan import is_settled, next_of, plan
from croupier.rules.round import Round, Stage

# How many community cards lie face up after each reveal, game by game; the last reveal turns everything.
_BOARDS = {
    "uth": (0, 3, 5, 5),
    "mississippi": (0, 1, 2, 3),
    "let-it-ride": (0, 1, 2),
    "holdem-bonus": (0, 3, 4, 5),
    "flushes-gone-wild": (0, 2),
}
_DEALER_UP = {"caribbean": 1, "four-card": 1}
"""How many of the dealer's cards lie face up from the deal on: the last ones."""


@dataclass(frozen=True, slots=True)
class Places:
    """Places of a round whose cards somebody knows."""

    seats: frozenset[int] = frozenset()
    board: int = 0
    dealer: int = 0
    """How many of the dealer's cards, from the last."""

    def __or__(self, other: Places) -> Places:
        return Places(self.seats | other.seats, max(self.board, other.board), max(self.dealer, other.dealer))

    def cards(self, deal: Deal) -> frozenset[Card]:
        """The cards that lie there."""
        dealer = deal.dealer[len(deal.dealer) - self.dealer :]
        own = (card for seat in self.seats if seat in deal.own for card in deal.own[seat])
        return frozenset((*own, *deal.board[: self.board], *dealer))


def may_see(table: Table, round: Round, player: str, *, staff: bool) -> Places:
    """What somebody may see of a round that is not over. Staff see what lies face up, like anybody who walks by, and
    whoever stands at the keypad the hand that is settled next: the dealer turns it to do so."""
    game = round.game
    boards = _BOARDS.get(game.key, ())
    board = boards[min(round.shown, len(boards) - 1)] if boards else 0
    turned = round.stage is Stage.SHOWDOWN
    own = {sitting.seat for sitting in table.sittings if sitting.player == player}
    banks = round.bank is not None and round.bank.seat in own
    seats = set(own)
    if round.terms.face_up:
        seats |= {seat.number for seat in round.seats}
    if staff and turned and not is_settled(round):
        seats |= {event.seat for event in next_of(plan(round)[len(round.settled) :]) if isinstance(event, SeatSettled)}
    dealer = game.layout.dealer if turned or banks else _DEALER_UP.get(game.key, 0)
    return Places(frozenset(seats), game.layout.board if turned else board, dealer)


def given_away(table: Table, round: Round) -> Places:
    """What the public course of a round has told about hidden cards: a seat that was paid or collected from, and the
    company, whose decisions come out of their cards."""
    settled = {event.seat for event in round.settled}
    company = {sitting.seat for sitting in table.sittings if is_company(sitting.player)}
    return Places(frozenset(settled | company))
