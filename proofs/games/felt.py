"""The six felts in plain numbers, typed in from the rulings: what each choice nets against each kind of dealer's hand.

Amounts are in half Antes, because Crazy 4 pays 3 to 2 on a flush.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from proofs.games.worth import CATEGORY, LOW, masks, worth_four, worth_three
from proofs.reference import worth as worth_five

HALVES = 2
"""Units in an Ante."""

Nets: TypeAlias = dict[str, tuple[int, int, int, int]]
"""By choice: against a dealer who does not qualify, and who does with a worse, an equal, a better hand."""

_ACE = 1 << 12


@dataclass(frozen=True, slots=True)
class Felt:
    """A game of one decision: cards of the player's, of the dealer's, shown of those, and what is a flush in it.

    lowest     ranks of the lowest hand with which the dealer plays; none: with any
    nets       what each choice that a hand of some worth has nets, the largest bet first
    """

    own: int
    dealer: int
    up: int
    flush: int
    worth: Callable[[int, int, int, int], int]
    lowest: tuple[int, ...]
    nets: Callable[[int], Nets]

    @property
    def qualifies(self) -> int:
        """The lowest worth with which the dealer plays. Asked for when it is needed: `worth` is compiled then."""
        return self.worth(*masks(4 * rank + suit % 2 for suit, rank in enumerate(self.lowest))) if self.lowest else 0


def three_card(worth: int) -> Nets:
    """T3 to T5."""
    bonus = HALVES * {3: 1, 4: 4, 5: 5}.get(worth >> CATEGORY, 0)
    return {"bet1": (2 + bonus, 4 + bonus, bonus, -4 + bonus), "fold": (-2, -2, -2, -2)}


def caribbean(worth: int) -> Nets:
    """C2 and C3."""
    pays = {9: 100, 8: 50, 7: 20, 6: 7, 5: 5, 4: 4, 3: 3, 2: 2}.get(worth >> CATEGORY, 1)
    return {"bet2": (2, 2 + 4 * pays, 0, -6), "fold": (-2, -2, -2, -2)}


def four_card(worth: int) -> Nets:
    """F3 to F5. The dealer always plays, and equal hands are the player's."""
    bonus = HALVES * {5: 2, 6: 20, 7: 25}.get(worth >> CATEGORY, 0)
    made: Nets = {}
    for times in (3, 2, 1):
        stake = 2 + 2 * times
        made[f"bet{times}"] = (0, stake + bonus, stake + bonus, bonus - stake)
    return {**made, "fold": (-2, -2, -2, -2)}


def crazy_four(worth: int) -> Nets:
    """Z2 to Z4."""
    kind, made_of = worth >> CATEGORY, worth >> LOW & 8191
    # In half Antes: 200, 30, 15, 2, 3 to 2 and 1 to 1. Below a straight it pushes, or loses with the hand.
    bonus = {7: 400 if made_of == _ACE else 60, 6: 30, 5: 4, 4: 3, 3: 2}.get(kind, 0)
    lost = bonus if kind >= 3 else -2
    aces = kind >= 2 or (kind == 1 and made_of == _ACE)
    made: Nets = {}
    for times in (3, 2, 1) if aces else (1,):
        play = 2 * times
        made[f"bet{times}"] = (play + bonus, 2 + play + bonus, bonus, lost - 2 - play)
    return {**made, "fold": (-4, -4, -4, -4)}


FELTS = {
    "three-card": Felt(3, 3, 0, 3, worth_three, (10, 1, 0), three_card),
    "caribbean": Felt(5, 5, 1, 5, worth_five, (12, 11, 2, 1, 0), caribbean),
    "four-card": Felt(5, 6, 1, 4, worth_four, (), four_card),
    "crazy-four": Felt(5, 5, 0, 4, worth_four, (11, 2, 1, 0), crazy_four),
}

LET_IT_RIDE = ({9: 1000, 8: 200, 7: 50, 6: 11, 5: 8, 4: 5, 3: 3, 2: 2, 0: -1}, 5 * [1] + 8 * [-1])
"""L3: by category, and for pairs by rank from the aces down. A pair of tens or better pays 1."""
MISSISSIPPI = ({9: 500, 8: 100, 7: 40, 6: 10, 5: 6, 4: 4, 3: 3, 2: 2, 0: -1}, 4 * [1] + 5 * [0] + 4 * [-1])
"""M3. A pair of jacks or better pays 1, of sixes to tens pushes."""
MISSISSIPPI_AT_BARONA = ({**MISSISSIPPI[0], 4: 5}, MISSISSIPPI[1])
"""M3 with 5 on a straight."""
