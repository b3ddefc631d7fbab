"""What a meter does between two 100 % awards: what it shows when it is hit, and whether it runs dry.

A wager first feeds the meter; then it may take all of it, part of it, or, where fixed pays come off the
meter too, an amount. Both questions are answered on a grid, without chance: the same question gets the
same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bets.progressive import ProgressivePrice
from croupier.lab.kernel import kernel
from croupier.money import Cents

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_STEPS = 3_000
_UNSEEN = 1e-7  # the part of all cycles longer than the grid
_MOST_CELLS = 60_000


@dataclass(frozen=True, slots=True)
class AtHit:
    """The meter at its next 100 % award, in cents. `mean` is exact; the grid spreads it."""

    mean: float
    standard_deviation: float
    quantiles: tuple[float, ...]
    meters: NDArray[np.float64]
    chances: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "quantiles": {f"{q:g}": value for q, value in zip(QUANTILES, self.quantiles, strict=True)},
        }


def meter_at_hit(bet: ProgressivePrice, level: str, start: Cents | None = None) -> AtHit | None:
    """What the meter will show at its next 100 % award; `None` if that never comes, or the meter hardly grows.

    Fixed pays off the meter are spread as a normal error around their mean, which the long way to a hit
    justifies. The exact mean, (hit · start + growth − fixed pays) / (hit + shares), anchors the grid: in
    the tests they differ by less than one part in a thousand.
    """
    begin = float(bet.levels[level].meter if start is None else start)
    hit = bet.hit_chance(level)
    lesser = bet.lesser_pays(level)
    pays = bet.fixed_pays() if bet.fixed_off_meter else ()
    drift = bet.growth(level) - sum((chance * cents for chance, cents in pays), Fraction())
    if hit == 0 or drift <= 0:
        return None
    shrink = sum((chance * share for chance, share in lesser), Fraction())
    mean = float((hit * Fraction(begin) + drift) / (hit + shrink))
    noise = float(sum((chance * cents**2 for chance, cents in pays), Fraction()))

    wagers = log(_UNSEEN) / log(1 - float(hit)) / _STEPS
    cell = float(drift) * wagers
    # A meter that nothing but the hit can lower stays above where it begins, and so does its grid.
    floor = 0.0 if lesser or pays else begin
    cells = _STEPS + (begin - floor) / cell + 2
    if cells > _MOST_CELLS:
        return None
    meters: NDArray[np.float64] = np.arange(int(cells), dtype=np.float64) * cell
    parts = [(float(chance), float(share)) for chance, share in lesser]
    chances = _spread(begin - floor, cell, wagers, float(hit), parts, noise, meters)
    meters += floor
    chances /= chances.sum()
    cumulative = np.cumsum(chances) - chances / 2  # a cell's mass lies evenly around its middle
    quantiles = tuple(float(np.interp(q, cumulative, meters)) for q in QUANTILES)
    variance = float(chances @ (meters - chances @ meters) ** 2)
    return AtHit(mean, sqrt(variance), quantiles, meters, chances)


def _spread(
    begin: float,
    cell: float,
    wagers: float,
    hit: float,
    lesser: Sequence[tuple[float, float]],
    noise: float,
    meters: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Mass by meter at the hit. Each step is `wagers` long and moves the meter up by exactly one cell."""
    alive = np.zeros(meters.size)
    whole, part = divmod(begin / cell, 1.0)
    alive[int(whole)], alive[int(whole) + 1] = 1 - part, part
    ended = np.zeros(meters.size)
    dies = 1 - (1 - hit) ** wagers
    jumps = []
    for chance, share in lesser:
        target = np.arange(meters.size) * (1 - share)
        low = target.astype(np.int64)
        # Chosen so that the mean shrinks exactly as it does wager by wager.
        jumps.append(((1 - (1 - chance * share) ** wagers) / share, low, target - low))
    sway = min(0.5, noise * wagers / cell**2 / 2)
    for _ in range(_STEPS):
        # A hit comes anywhere within the step: half of them where it begins, half where it ends.
        half = alive * (dies / 2)
        ended += half
        ended[1:] += half[:-1]
        alive[1:] = alive[:-1] - 2 * half[:-1]
        alive[0] = 0.0
        for rate, low, part_up in jumps:
            moved = alive * rate
            alive -= moved
            alive += np.bincount(low, moved * (1 - part_up), meters.size)
            alive += np.bincount(low + 1, moved * part_up, meters.size + 1)[: meters.size]
        if sway:
            outward = alive * sway
            alive -= 2 * outward
            alive[1:] += outward[:-1]
            alive[:-1] += outward[1:]
            alive[0] += outward[0]
    return ended


@dataclass(frozen=True, slots=True)
class Dry:
    """The chance that some pay finds too little on the meter before the next 100 % award: between two bounds."""

    lower: float
    upper: float

    @property
    def chance(self) -> float:
        return (self.lower + self.upper) / 2

    def to_dict(self) -> dict[str, Any]:
        return {"chance": self.chance, "lower": self.lower, "upper": self.upper}


_CELLS_A_STAKE = 2
_MOST_SWEEPS = 3_000
_CLOSE, _CLOSE_PART = 1e-8, 1e-3


def running_dry(bet: ProgressivePrice, level: str, start: Cents | None = None) -> Dry:
    """The chance of the meter running dry before its next 100 % award, when every pay comes off it.

    The meter is counted in halves of a stake, which moves the answer by a few parts in a thousand. Sweep n
    knows what n pays can do, so the chance grows from below; started from Lundberg's bound it falls from
    above; the truth lies between, and both are given.
    """
    stake = bet.stake
    begin = float(bet.levels[level].meter if start is None else start) / stake
    contribution = bet.levels[level].contribution_bp / 10_000
    fixed = [(float(chance), cents / stake) for chance, cents in bet.fixed_pays()]
    lesser = [(float(chance), float(share)) for chance, share in bet.lesser_pays(level)]
    hit = float(bet.hit_chance(level))
    if not fixed:
        return Dry(0.0, 0.0)
    decay = _adjustment(contribution, fixed, hit)
    top = int(min(_MOST_CELLS, max(begin + 1, -log(1e-9) / decay) * _CELLS_A_STAKE))
    if begin * _CELLS_A_STAKE >= top:
        return Dry(0.0, min(1.0, exp(-decay * begin)))
    beyond = exp(-decay * top / _CELLS_A_STAKE)
    lower, upper = np.zeros(top + 1), np.exp(-decay * np.arange(top + 1) / _CELLS_A_STAKE)
    at = int(begin * _CELLS_A_STAKE)
    pays = np.array([round(amount * _CELLS_A_STAKE) for _, amount in fixed], np.int64)
    chances = np.array([chance for chance, _ in fixed])
    shares = np.array(lesser).reshape(-1, 2)
    step = contribution * _CELLS_A_STAKE
    for _ in range(0, _MOST_SWEEPS, 50):
        _sweeps(lower, 50, step, pays, chances, shares, hit, 0.0)
        _sweeps(upper, 50, step, pays, chances, shares, hit, beyond)
        if upper[at] - lower[at] < _CLOSE + _CLOSE_PART * lower[at]:
            break
    return Dry(float(lower[at]), float(max(lower[at], upper[at])))


def _adjustment(contribution: float, fixed: list[tuple[float, float]], hit: float) -> float:
    """Lundberg's exponent R: from x stakes the chance of running dry is at most exp(−R·x)."""
    quiet = 1 - hit - sum(chance for chance, _ in fixed)

    def excess(exponent: float) -> float:
        total = quiet + sum(chance * exp(exponent * amount) for chance, amount in fixed)
        return total * exp(-exponent * contribution) - 1

    low, high = 0.0, 1e-9
    largest = max(amount for _, amount in fixed)
    while excess(high) < 0 and high * largest < 600:
        low, high = high, high * 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return max(low, 1e-12)


@kernel
def _sweeps(
    dry: NDArray[np.float64],
    sweeps: int,
    step: float,
    pays: NDArray[np.int64],
    chances: NDArray[np.float64],
    shares: NDArray[np.float64],
    hit: float,
    beyond: float,
) -> None:
    """Improve `dry`, the chance of running dry by cells on the meter, from the top down.

    step            cells one wager adds; a fraction falls up or down so that its mean is right
    pays, chances   fixed pays in cells, and how often they come
    shares          rows of (chance, share of the meter)
    hit             chance of the 100 % award, which ends the cycle
    beyond          the chance above the last cell
    """
    top = dry.size - 1
    whole = int(step)
    part = step - whole
    quiet = 1 - hit - chances.sum() - shares[:, 0].sum()
    for _ in range(sweeps):
        for cell in range(top, -1, -1):
            value, stays = 0.0, 0.0
            for up in range(2):
                weight = part if up else 1 - part
                if weight == 0:
                    continue
                meter = cell + whole + up
                inside = 0.0
                if meter == cell:
                    stays = weight * quiet
                else:
                    inside = quiet * (dry[meter] if meter <= top else beyond)
                for i in range(pays.size):
                    left = meter - pays[i]
                    if left < 0:
                        inside += chances[i]
                    else:
                        inside += chances[i] * (dry[left] if left <= top else beyond)
                for i in range(shares.shape[0]):
                    left = int(meter * (1 - shares[i, 1]))
                    inside += shares[i, 0] * (dry[left] if left <= top else beyond)
                value += weight * inside
            dry[cell] = value / (1 - stays)
