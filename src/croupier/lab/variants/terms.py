"""What a variant of Ultimate Texas Hold'em comes to, before any deal: its choices, its prices, its counted boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import PLAY, UTH
from croupier.lab.games.nets import NotPriced, unit_of
from croupier.lab.hands.evaluator import tables
from croupier.lab.uth.blind import LARGEST_BONUS
from croupier.lab.uth.boards import PLAYS, Boards, boards, count_boards
from croupier.rules.actions import CHECK, FOLD
from croupier.rules.game import Street
from croupier.rules.settlement import Outcome, settle_bet
from croupier.rules.variants.variant import Variant, multiples

_OUTCOMES = (
    (Outcome.WIN, True),
    (Outcome.WIN, False),
    (Outcome.TIE, None),
    (Outcome.LOSE, True),
    (Outcome.LOSE, False),
)
"""How the hands compare and whether the dealer qualifies; of a tie the player's own hand says that."""


class StreetChoices(NamedTuple):
    """What a street offers, as far as it matters: bets in Antes, less than nothing where there are none."""

    high: int
    low: int
    checks: bool
    folds: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """What a category nets in each outcome: all bets but the Play in units, and each Ante of Play in Antes."""

    unit: int
    base: NDArray[np.int64]
    play: NDArray[np.int64]


Chosen: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""What is chosen at the river, in every row of the plain and of the flush boards."""


def choices(variant: Variant) -> tuple[StreetChoices, ...]:
    """What each street offers. A check at the river is a bet of nothing: nobody acts after it."""
    return tuple(_choices(street, last=street is variant.game.streets[-1]) for street in variant.game.streets)


def _choices(street: Street, *, last: bool) -> StreetChoices:
    checks, folds = CHECK in street.offers, FOLD in street.offers
    bets = multiples(street.offers)
    if last and checks:
        bets, checks = (*bets, 0), False
    return StreetChoices(bets[0], bets[-1], checks, folds) if bets else StreetChoices(-1, -1, checks, folds)


def prices(variant: Variant) -> Prices:
    """What every category nets, by the variant's own settlement of each bet."""
    unit = unit_of(variant.tables)
    base, play = np.zeros((256, 5), np.int64), np.zeros((256, 5), np.int64)
    game, marked = variant.game, variant.game.qualifies != UTH.qualifies
    for kind in range(10):
        line = game.paying_line(kind << 20)
        for plays in (False, True) if marked else (kind > 0,):
            for at, (outcome, live) in enumerate(_OUTCOMES):
                for rule in game.bets:
                    # Whether a dealer with the same hand qualifies, the hand itself says.
                    qualified = plays if live is None else live
                    pay = variant.tables[rule.table].pays.get(line) if rule.table else None
                    stake = 1 if rule.spot == PLAY else unit
                    result = settle_bet(rule, stake, line, pay, outcome, live=qualified)
                    assert result is not None, "every bet of this game is staked"
                    into = play if rule.spot == PLAY else base
                    into[kind | (PLAYS if marked and plays else 0), at] += result.net
    most = game.largest_multiple
    if int(np.abs(base).max()) + (most + 2) * unit > LARGEST_BONUS:
        raise NotPriced(f"{variant.name!r} pays too much, or in too many different fractions, to be summed")
    return Prices(unit, base, play)


def counted_for(variant: Variant) -> Boards:
    """The boards with who qualifies as the variant says; the last two are kept, and the house's always."""
    qualifies = variant.game.qualifies
    if qualifies == UTH.qualifies:
        return boards()
    return _counted(int(np.searchsorted(tables().strength, qualifies.least)) if qualifies else 0)


@lru_cache(2)
def _counted(qualifies: int) -> Boards:
    return count_boards(qualifies=qualifies)
