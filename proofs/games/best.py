"""Best play of a game of one decision, from counts of duels and the plain numbers of its felt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from proofs.games.counted import counts
from proofs.games.dealt import every_three_card_duel
from proofs.games.felt import FELTS, HALVES, Felt
from proofs.games.holdings import classes


@dataclass(frozen=True, slots=True)
class Best:
    """Best play over all deals: a round's value and mean square in Antes, and how often each choice is made."""

    deals: int
    value: Fraction
    square: Fraction
    frequencies: list[dict[str, Fraction]]


def outcomes(felt: Felt, worth: NDArray[np.int64], counted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Dealer's hands that do not qualify, and of the others those worse, as good, better, from what `counts` counts."""
    unqualified, worse, no_better = (counted[..., which] for which in range(3))
    dealers = comb(52 - felt.own - felt.up, felt.dealer - felt.up)
    # Of a hand that would not qualify itself, every hand that does is better.
    plays = (worth >= felt.qualifies)[:, None]
    beaten = np.where(plays, worse - unqualified, 0)
    equal = np.where(plays, no_better - worse, 0)
    return np.stack([unqualified, beaten, equal, dealers - unqualified - beaten - equal], axis=-1)


def best_play(
    felt: Felt,
    worth: NDArray[np.int64],
    weight: NDArray[np.int64],
    outcome: NDArray[np.int64],
    possible: NDArray[np.bool_],
) -> Best:
    """Choose for every hand and card shown; of equal choices the larger bet.

    worth, weight  of each hand: what it is worth, how many it stands for
    outcome        by hand and card shown, the four counts of `outcomes`
    possible       by hand and card shown, whether it can be shown
    """
    names = list(dict.fromkeys(name for one in np.unique(worth) for name in felt.nets(int(one))))
    names.sort(key=lambda name: (name != "fold", name), reverse=True)
    kinds, kind = np.unique(worth, return_inverse=True)
    table = [felt.nets(int(one)) for one in kinds]
    most = np.full(possible.shape, np.iinfo(np.int64).min)
    chosen = np.zeros(possible.shape, np.int64)
    nets = []
    for place, name in enumerate(names):
        net = np.array([one.get(name, (0, 0, 0, 0)) for one in table], np.int64)[kind.ravel()]
        has = np.array([name in one for one in table])[kind.ravel()]
        total = np.where(has[:, None], (outcome * net[:, None]).sum(axis=-1), np.iinfo(np.int64).min)
        chosen[total > most] = place
        most = np.maximum(most, total)
        nets.append(net)
    value = square = deals = 0
    often = {}
    for place, (name, net) in enumerate(zip(names, nets, strict=True)):
        taken = (outcome * ((chosen == place) & possible)[:, :, None]).sum(axis=1) * weight[:, None]
        value += int((taken * net).sum())
        square += int((taken * net * net).sum())
        often[name] = int(taken.sum())
        deals += often[name]
    shares = {name: Fraction(many, deals) for name, many in often.items()}
    return Best(deals, Fraction(value, HALVES * deals), Fraction(square, HALVES**2 * deals), [shares])


@dataclass(frozen=True, slots=True)
class Counted:
    """Every hand of a game but for the names of the suits, as masks, and how it fares, as `best_play` wants it."""

    felt: Felt
    hands: NDArray[np.int64]
    weight: NDArray[np.int64]
    worth: NDArray[np.int64]
    outcome: NDArray[np.int64]
    possible: NDArray[np.bool_]

    def best(self) -> Best:
        """The game played best."""
        return best_play(self.felt, self.worth, self.weight, self.outcome, self.possible)


def counted_game(key: str) -> Counted:
    """Caribbean, Four Card or Crazy 4, every hand against every hand, counted by ranks and suits."""
    felt = FELTS[key]
    hands, weight = classes(felt.own)
    worth = np.array([felt.worth(*map(int, hand)) for hand in hands], np.int64)
    possible = np.ones((len(hands), 1), np.bool_)
    if felt.up:
        cards = np.arange(52)
        possible = hands[:, cards & 3] >> (cards >> 2) & 1 == 0
    return Counted(felt, hands, weight, worth, outcomes(felt, worth, counts(felt, hands)), possible)


def dealt_three_card() -> Best:
    """Three Card, every hand against every hand, dealt out one by one."""
    felt = FELTS["three-card"]
    worth, met = every_three_card_duel(felt)
    once = np.ones(comb(52, 3), np.int64)
    return best_play(felt, worth, once, met[:, None, :], np.ones((len(once), 1), np.bool_))
