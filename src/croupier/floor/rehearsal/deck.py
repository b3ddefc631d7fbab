"""The deck of a round in which cards were laid."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import Cards
from croupier.rules.deal import with_laid
from croupier.rules.round import Round


def laid_in(round: Round, shuffled: Cards, laid: Mapping[str, Cards]) -> Cards:
    """The deck order of a round whose shuffle gave `shuffled`, where these cards were laid."""
    seats = [seat.number for seat in round.seats]
    return with_laid(round.terms.procedure, round.game.layout, seats, shuffled, laid)
