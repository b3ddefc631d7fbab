"""A progressive's meters replayed through a simulated run: one wager a round, each award as it fell.

Between two rounds that a meter pays for, it grows by the same amount a round; so a run's list of hits is
enough, and millions of rounds are replayed at once. Fixed pays come from the tray; envy needs others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from croupier.errors import Refused
from croupier.hands import BY_KEY, Category
from croupier.lab.bets.progressive import ProgressivePrice
from croupier.lab.chance.simulate import Simulation
from croupier.lab.uth.decisions import FOLD
from croupier.money import Cents
from croupier.rules.paytables import ALL_SEVEN, For, Share

_BASIS_POINTS = 10_000
_ROYALS = ("royal_flush_first_five", "royal_flush", "community_royal_flush")


class CannotReplay(Refused):
    """A progressive whose percentage pays a run does not keep apart."""


@dataclass(frozen=True, slots=True)
class ReplayedAward:
    """One percentage pay: the round it fell in (from 0), its line and level, and cents."""

    round: int
    line: str
    level: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRun:
    """What the progressive bet came to. Money is cents."""

    paytable: str
    stake: Cents
    rounds: int
    fixed_paid: Cents
    awards: tuple[ReplayedAward, ...]
    meters: dict[str, Cents]
    square: float

    @property
    def returned(self) -> Cents:
        return self.fixed_paid + sum(award.cents for award in self.awards)

    @property
    def mean(self) -> float:
        """The average return of a wager, per unit staked."""
        return self.returned / (self.stake * self.rounds)

    def confidence(self) -> tuple[float, float]:
        """The 95 % interval of the mean return. Rare, large awards make it a rough guide in short runs."""
        spread = sqrt(max(0.0, self.square / self.rounds / self.stake**2 - self.mean**2))
        reach = 1.96 * spread / sqrt(self.rounds)
        return self.mean - reach, self.mean + reach

    def to_dict(self) -> dict[str, Any]:
        return {
            "paytable": self.paytable,
            "stake": self.stake,
            "rounds": self.rounds,
            "return": self.mean,
            "confidence_95": list(self.confidence()),
            "fixed_paid": self.fixed_paid,
            "awards": [
                {"round": award.round, "line": award.line, "level": award.level, "amount": award.cents}
                for award in self.awards
            ],
            "meters": dict(self.meters),
        }


def replay(bet: ProgressivePrice, run: Simulation) -> MeterRun:
    """The progressive bet made in every round of the run, beginning at the meters as they stand."""
    _check(bet)
    counts = _line_counts(bet, run)
    fixed = [(line, int(line.award)) for line in bet.lines if isinstance(line.pay, For)]
    awards, meters = _awards(bet, run)
    square = float(sum(counts[line.line] * cents**2 for line, cents in fixed))
    return MeterRun(
        paytable=bet.table.name,
        stake=bet.stake,
        rounds=run.rounds,
        fixed_paid=sum(counts[line.line] * cents for line, cents in fixed),
        awards=tuple(awards),
        meters=meters,
        square=square + sum(float(award.cents) ** 2 for award in awards),
    )


def _check(bet: ProgressivePrice) -> None:
    if bet.fixed_off_meter:
        raise CannotReplay("a run does not say when fixed pays fell; want them from the tray")
    for line in bet.lines:
        if not isinstance(line.pay, Share):
            continue
        seen = line.line in _ROYALS if bet.table.cards == ALL_SEVEN else BY_KEY[line.line] >= Category.FOUR_OF_A_KIND
        if not seen:
            raise CannotReplay(f"{bet.table.name} pays {line.pay} for {line.line!r}, which a run does not keep apart")


def _line_of(bet: ProgressivePrice, first: int, seven: int, community: bool) -> str:
    if bet.table.cards != ALL_SEVEN:
        return Category(first).key
    if seven != Category.ROYAL_FLUSH:
        return Category(seven).key
    return _ROYALS[0] if first == Category.ROYAL_FLUSH else _ROYALS[2] if community else _ROYALS[1]


def _line_counts(bet: ProgressivePrice, run: Simulation) -> dict[str, int]:
    """How often each line came, folded rounds left out where they lose."""
    counted = slice(None) if bet.on_fold else slice(0, FOLD)
    if bet.table.cards != ALL_SEVEN:
        by_category = run.first_five[counted].sum(axis=0)
    else:
        by_category = run.outcome.joint[counted].sum(axis=(0, 2, 3))
    counts = {kind.key: int(by_category[kind]) for kind in Category}
    if bet.table.cards == ALL_SEVEN:
        counts.update(dict.fromkeys(_ROYALS, 0))
        for _, first, seven, decided, community in run.hits.tolist():
            if seven == Category.ROYAL_FLUSH and (bet.on_fold or decided != FOLD):
                counts[_line_of(bet, first, seven, bool(community))] += 1
    return counts


def _awards(bet: ProgressivePrice, run: Simulation) -> tuple[list[ReplayedAward], dict[str, Cents]]:
    shares = {line.line: line.pay for line in bet.lines if isinstance(line.pay, Share)}
    # Meters and reserves in ten-thousandths of a cent, so that no contribution is rounded (R41).
    meter = {name: level.meter * _BASIS_POINTS for name, level in bet.levels.items()}
    reserve = dict.fromkeys(bet.levels, 0)
    fed = 0
    awards: list[ReplayedAward] = []

    def feed(wagers: int) -> None:
        for name, level in bet.levels.items():
            meter[name] += wagers * bet.stake * level.contribution_bp
            reserve[name] += wagers * bet.stake * level.reserve_bp

    for number, first, seven, decided, community in np.asarray(run.hits).tolist():
        line = _line_of(bet, first, seven, bool(community))
        pay = shares.get(line)
        if pay is None or (decided == FOLD and not bet.on_fold):
            continue
        # The wager that hits has fed the meter before the cards are dealt (R33).
        feed(number + 1 - fed)
        fed = number + 1
        meter_cents = meter[pay.level] // _BASIS_POINTS
        cents = -(-meter_cents * pay.percent // 100)
        meter[pay.level] -= cents * _BASIS_POINTS
        if pay.percent == 100:
            level = bet.levels[pay.level]
            meter[pay.level] += level.seed * _BASIS_POINTS + reserve[pay.level]
            reserve[pay.level] = 0
        awards.append(ReplayedAward(number, line, pay.level, cents))
    feed(run.rounds - fed)
    return awards, {name: units // _BASIS_POINTS for name, units in meter.items()}
