"""What every bet of a round nets, cell by cell, so that a simulated round is paid by two look-ups.

Ante, Blind, Play, Trips and Bad Beat depend only on the cell of (decided, player, dealer, result); Pairs on
the hole, and for one line on whether the dealer holds aces. Money is in units of 1/`unit` Ante.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, BLIND, PAIRS, TRIPS, UTH
from croupier.hands import BY_KEY, Category
from croupier.lab.bets.sidebets import side_bet_kinds
from croupier.lab.hands.starts import hole_cards
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.decisions import FOLD
from croupier.lab.uth.distribution import histogram
from croupier.lab.uth.playout import LOSE, WIN, net_results
from croupier.rules import pair_lines
from croupier.rules.paytables import Paytable, To, paytable
from croupier.rules.wagers import BASE


class NotASideBet(Refused):
    """A pay table that cannot ride along in a simulation."""


@dataclass(frozen=True, slots=True)
class SideStake:
    """A side bet made every round: its pay table, and the stake in whole Antes."""

    table: Paytable
    stake: int = 1

    def __post_init__(self) -> None:
        if self.table.bet not in side_bet_kinds():
            there = ", ".join(side_bet_kinds())
            raise NotASideBet(f"{self.table.name!r} is a table for {self.table.bet}; want one for {there}")
        if self.stake < 1:
            raise NotASideBet(f"cannot stake {self.stake} Antes on {self.table.name}; want 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStakes:
    """The nets of all bets of a round, in units.

    cell_net   by cell, all bets that the cell decides; `by_cell` has them one by one
    hole_code  by dealer's aces and hole, the code of what Pairs nets; code_net, by code
    """

    unit: int
    cell_net: NDArray[np.int64]
    by_cell: Mapping[str, NDArray[np.int64]]
    hole_code: NDArray[np.uint8]
    code_net: NDArray[np.int64]
    pairs_name: str | None

    def histogram(self, counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Net results of all bets together and the rounds of each, from counts by code and cell."""
        return histogram(self.code_net[:, None] + self.cell_net, counts)

    def histograms_by_bet(self, counts: NDArray[np.int64]) -> dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The same for each bet alone."""
        by_cell = counts.sum(axis=0)
        histograms = {bet: histogram(net, by_cell) for bet, net in self.by_cell.items()}
        if self.pairs_name is not None:
            histograms[self.pairs_name] = histogram(self.code_net, counts.sum(axis=1))
        return histograms


def round_stakes(blind: Paytable | None, side_bets: tuple[SideStake, ...], *, bad_beat_on_fold: bool) -> RoundStakes:
    """The nets of a round with an Ante, a Blind and these side bets, at most one of a kind."""
    blind = blind or paytable("BLIND", BLIND)
    blind_unit, _ = blind_bonus(blind)
    kinds = [side.table.bet for side in side_bets]
    if other := set(kinds) - {TRIPS, BAD_BEAT, PAIRS}:
        raise NotASideBet(f"{UTH.name} has no {other.pop()}; want trips, bad_beat or pairs")
    if len(set(kinds)) < len(kinds):
        raise NotASideBet("the same side bet twice; a seat has one spot for each")
    unit = lcm(blind_unit, *(_to(pay).per for side in side_bets for pay in side.table.pays.values()))
    by_cell = {BASE: (net_results(blind) * (unit // blind_unit)).ravel()}
    hole_code, code_net = np.zeros((2, len(hole_cards())), np.uint8), np.zeros(1, np.int64)
    pairs_name = None
    for side in side_bets:
        if side.table.bet == PAIRS:
            pairs_name = side.table.name
            code_net, hole_code = _pairs(side, unit)
        else:
            net = _trips(side, unit) if side.table.bet == TRIPS else _bad_beat(side, unit, bad_beat_on_fold)
            by_cell[side.table.name] = net.ravel()
    return RoundStakes(
        unit=unit,
        cell_net=np.sum(list(by_cell.values()), axis=0),
        by_cell=by_cell,
        hole_code=hole_code,
        code_net=code_net,
        pairs_name=pairs_name,
    )


def _to(pay: object) -> To:
    if not isinstance(pay, To):
        raise NotASideBet(f"a side bet pays 'x to y', not {pay}")
    return pay


def _wins(side: SideStake, unit: int) -> NDArray[np.int64]:
    """What the stake wins by category, in units; the stake lost where no line pays."""
    wins = np.full(10, -side.stake * unit, np.int64)
    for line, pay in side.table.pays.items():
        wins[BY_KEY[line]] = side.stake * unit * _to(pay).win // _to(pay).per
    return wins


def _trips(side: SideStake, unit: int) -> NDArray[np.int64]:
    """R23: the player's own hand, folds included."""
    net = np.empty((5, 10, 10, 3), np.int64)
    net[:] = _wins(side, unit)[:, None, None]
    return net


def _bad_beat(side: SideStake, unit: int, on_fold: bool) -> NDArray[np.int64]:
    """R24: the beaten hand selects the line, three of a kind or better on either side."""
    wins = _wins(side, unit)
    wins[: Category.THREE_OF_A_KIND] = -side.stake * unit
    net = np.full((5, 10, 10, 3), -side.stake * unit, np.int64)
    net[..., LOSE] = wins[:, None]
    net[..., WIN] = wins
    if not on_fold:
        net[FOLD] = -side.stake * unit
    return net


def _pairs(side: SideStake, unit: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """R25: by the hole, and by the dealer's aces."""
    nets = np.empty((2, len(hole_cards())), np.int64)
    aces = [card for card in DECK if card.rank == 12]
    for i, (low, high) in enumerate(hole_cards().tolist()):
        hole = (Card(low), Card(high))
        left = [ace for ace in aces if ace not in hole]
        for against in (0, 1):
            dealer = (left[0], left[1]) if against else (DECK[0], DECK[1])
            line = pair_lines.line(side.table, hole, dealer)
            won = None if line is None else _to(side.table.pays[line])
            nets[against, i] = -side.stake * unit if won is None else side.stake * unit * won.win // won.per
    code_net, code = np.unique(nets, return_inverse=True)
    return code_net, code.reshape(nets.shape).astype(np.uint8)
