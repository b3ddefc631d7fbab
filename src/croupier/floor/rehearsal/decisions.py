"""`decide` for what concerns a rehearsal: a table taken out of play and given back, and cards that are laid."""

from __future__ import annotations

from croupier.cards import check_distinct
from croupier.errors import Refused
from croupier.floor.choices.upkeep_decisions import between_rounds
from croupier.floor.rehearsal.orders import (
    DeckStacked,
    EndRehearsal,
    RehearsalBegan,
    RehearsalEnded,
    RehearsalOrder,
    Rehearse,
    StackDeck,
)
from croupier.floor.table import Happening, Table
from croupier.rules.deal import BOARD, DEALER


class InRehearsal(Refused):
    """Something that is asked of a table while it is in rehearsal."""

    def __init__(self, table: Table, asked: object) -> None:
        super().__init__(
            f"cannot {str(asked)!r} at {table.name}: it is in rehearsal, in books of its own; a supervisor ends the "
            "rehearsal first"
        )


def decide_rehearsal(table: Table, order: RehearsalOrder) -> tuple[Happening, ...]:
    """What such an order makes happen, or why not."""
    match order:
        case Rehearse():
            if table.rehearsal:
                raise Refused(f"{table.name} is a rehearsal's already; leave the rehearsal to begin another")
            return *between_rounds(table, "rehearse at"), RehearsalBegan()
        case EndRehearsal():
            if not table.rehearsing:
                raise Refused(f"{table.name} is not in rehearsal; there is nothing to end")
            return (RehearsalEnded(),)
        case StackDeck():
            return (_stacked(table, order),)


def _stacked(table: Table, order: StackDeck) -> DeckStacked:
    if not table.rehearsal:
        raise Refused(f"cards are laid in a rehearsal alone, and {table.name} plays; put it into rehearsal first")
    if table.real_cards:
        raise Refused(f"a real deck lies at {table.name}: lay its cards on the felt, and the dealer enters them")
    if table.in_play is not None and table.in_play.deal is not None:
        raise Refused(f"the cards of {table.in_play.id} are out; lay those of the next round when it is over")
    game = table.settings.terms.game
    sizes = {BOARD: game.layout.board, DEALER: game.layout.dealer}
    for place, cards in order.laid.items():
        most = sizes.get(place, game.layout.own)
        if len(cards) > most:
            raise Refused(f"{len(cards)} cards cannot lie at {place} in {game.name}; want {most or 'none there'}")
    check_distinct([card for cards in order.laid.values() for card in cards], game.deck)
    return DeckStacked(order.laid)
