"""A progressive bet, exactly: its return as a function of the meters, and what the meters do meanwhile.

The return is a straight line in every meter: fixed pays and envy give its height, the percentage pays its
slope. Two tiny approximations in the player's favour: cents rounded up (R39) and two meter pays in one
round, where the second finds a smaller meter (R38), are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, log1p
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.jackpot.advice import LevelPlan
from croupier.lab.bets.ways import CountedLine, Folded, line_ways
from croupier.money import Cents, dollars
from croupier.rules.game import Game
from croupier.rules.paytables import For, Paytable, Share
from croupier.rules.wagers import PROGRESSIVE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BASIS_POINTS = 10_000
_PERCENT = 100


class BadProgressive(Refused):
    """A stake, meter, rate or number of players that no link can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTerms:
    """One meter: what it shows now, what it restarts from, and its share of every wager in basis points."""

    meter: Cents
    seed: Cents = 0
    contribution_bp: int = 0
    reserve_bp: int = 0


@dataclass(frozen=True, slots=True)
class ProgressiveLine(CountedLine[For | Share]):
    """One line of the table: its pay, how often it comes, and its award at the meters as they stand."""

    award: Fraction
    """Cents; before tax."""
    contribution: Fraction
    """What the line returns on one unit staked; before tax."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressivePrice:
    """A progressive bet, priced. Money is in cents; returns and edges are per unit staked."""

    table: Paytable
    stake: Cents
    levels: Mapping[str, MeterTerms]
    players: int
    tax: Fraction
    fixed_off_meter: bool
    on_fold: bool
    lines: tuple[ProgressiveLine, ...]

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability for line in self.lines), Fraction())

    @property
    def fixed_return(self) -> Fraction:
        return sum((line.contribution for line in self.lines if isinstance(line.pay, For)), Fraction())

    @property
    def meter_return(self) -> Fraction:
        """What the percentage pays return at the meters as they stand, before tax."""
        return sum((line.contribution for line in self.lines if isinstance(line.pay, Share)), Fraction())

    def envy_return(self, players: int | None = None) -> Fraction:
        """What envy adds with that many players on the bet at this table, oneself among them (R36)."""
        others = (self.players if players is None else players) - 1
        chances = {line.line: line.probability for line in self.lines}
        each = sum((chances.get(line, Fraction()) * amount for line, amount in self.table.envy.items()), Fraction())
        return others * each

    def returns(self, *, taxed: bool = False) -> Fraction:
        """The expected return on one unit staked; a tax takes its part of every percentage pay."""
        after_tax = 1 - self.tax if taxed else Fraction(1)
        return self.fixed_return + self.envy_return() + after_tax * self.meter_return

    @property
    def edge(self) -> Fraction:
        return 1 - self.returns()

    @property
    def variance(self) -> Fraction:
        """Of one wager's result per unit staked, envy left out."""
        square = sum((line.probability * (line.award / self.stake) ** 2 for line in self.lines), Fraction())
        return square - (self.fixed_return + self.meter_return) ** 2

    def slope(self, level: str) -> Fraction:
        """What one more cent on the meter returns, in units staked, before tax."""
        share = sum(
            (line.probability * line.pay.percent / _PERCENT
             for line in self.lines if isinstance(line.pay, Share) and line.pay.level == level),
            Fraction(),
        )  # fmt: skip
        return share / self.stake

    def break_even(self, level: str, *, taxed: bool = False) -> Fraction | None:
        """The meter at which the bet is fair, the other meters as they stand; `None` if no meter does it."""
        slope = self.slope(level) * (1 - self.tax if taxed else 1)
        if slope == 0:
            return None
        missing = 1 - self.returns(taxed=taxed) + slope * self.levels[level].meter
        return max(Fraction(), missing / slope)

    def return_curve(self, level: str, meters: NDArray[np.float64], *, taxed: bool = False) -> NDArray[np.float64]:
        """The return at each of those meters (cents) of one level, the other levels as they stand."""
        slope = float(self.slope(level) * (1 - self.tax if taxed else 1))
        return float(self.returns(taxed=taxed)) + slope * (meters - self.levels[level].meter)

    def growth(self, level: str) -> Fraction:
        """What one wager adds to the meter, in cents."""
        return Fraction(self.stake * self.levels[level].contribution_bp, _BASIS_POINTS)

    def lesser_pays(self, level: str) -> tuple[tuple[Fraction, Fraction], ...]:
        """(chance, share of the meter) of each percentage pay below 100 % of a level."""
        return tuple(
            (line.probability, Fraction(line.pay.percent, _PERCENT))
            for line in self.lines
            if isinstance(line.pay, Share) and line.pay.level == level and line.pay.percent < _PERCENT
        )

    def fixed_pays(self) -> tuple[tuple[Fraction, Cents], ...]:
        """(chance, cents) of each fixed pay."""
        return tuple((line.probability, int(line.award)) for line in self.lines if isinstance(line.pay, For))

    def net_growth(self, level: str) -> Fraction:
        """What one wager adds on average while no 100 % award comes: growth less what other pays take off."""
        net = self.growth(level) - self.levels[level].meter * sum(
            (chance * share for chance, share in self.lesser_pays(level)), Fraction()
        )
        if self.fixed_off_meter:
            net -= sum((chance * cents for chance, cents in self.fixed_pays()), Fraction())
        return net

    def hit_chance(self, level: str) -> Fraction:
        """The chance that one wager takes the whole meter."""
        return sum(
            (line.probability for line in self.lines
             if isinstance(line.pay, Share) and line.pay.level == level and line.pay.percent == _PERCENT),
            Fraction(),
        )  # fmt: skip

    def expected_wagers(self, level: str) -> Fraction:
        """Wagers to the next 100 % award, on average."""
        chance = self.hit_chance(level)
        return 1 / chance if chance else Fraction(0)

    def median_wagers(self, level: str) -> int:
        """The fewest wagers by which a 100 % award is at least as likely as not."""
        chance = float(self.hit_chance(level))
        return ceil(log(0.5) / log1p(-chance)) if chance else 0

    @property
    def house_keeps(self) -> Fraction:
        """The house's long-run part of each wager: not paid, contributed, reserved or spent on seeds and envy."""
        share = 1 - self.envy_return() - (0 if self.fixed_off_meter else self.fixed_return)
        for name, level in self.levels.items():
            share -= Fraction(level.contribution_bp + level.reserve_bp, _BASIS_POINTS)
            share -= self.hit_chance(name) * level.seed / self.stake
        return share

    def plans(self, preconfigured_bp: Mapping[str, int] | None = None) -> tuple[LevelPlan, ...]:
        """The levels as `croupier.jackpot.advice` wants them; with the rates they were delivered with, if known."""
        largest = max((cents for _, cents in self.fixed_pays()), default=0)
        return tuple(
            LevelPlan(
                level=name,
                contribution_bp=level.contribution_bp,
                reserve_bp=level.reserve_bp,
                seed=level.seed,
                all_pays_off_meter=self.fixed_off_meter,
                preconfigured_bp=(preconfigured_bp or {}).get(name),
                largest_fixed=largest,
            )
            for name, level in self.levels.items()
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "paytable": self.table.name,
            "stake": self.stake,
            "players": self.players,
            "tax": float(self.tax),
            "return": float(self.returns()),
            "return_after_tax": float(self.returns(taxed=True)),
            "edge": float(self.edge),
            "hit_frequency": float(self.hit_frequency),
            "fixed_return": float(self.fixed_return),
            "meter_return": float(self.meter_return),
            "envy_return": float(self.envy_return()),
            "envy_by_players": {str(n): float(self.envy_return(n)) for n in range(1, 7)},
            "house_keeps": float(self.house_keeps),
            "on_fold": self.on_fold,
            "fixed_off_meter": self.fixed_off_meter,
            "lines": [
                {**line.to_dict(), "award": float(line.award), "contribution": float(line.contribution)}
                for line in self.lines
            ],
            "levels": {name: self._level_dict(name, level) for name, level in self.levels.items()},
        }

    def _level_dict(self, name: str, level: MeterTerms) -> dict[str, Any]:
        before, after = self.break_even(name), self.break_even(name, taxed=True)
        return {
            "meter": level.meter,
            "seed": level.seed,
            "contribution_bp": level.contribution_bp,
            "reserve_bp": level.reserve_bp,
            "break_even": None if before is None else float(before),
            "break_even_after_tax": None if after is None else float(after),
            "growth_per_wager": float(self.growth(name)),
            "net_growth_per_wager": float(self.net_growth(name)),
            "hit_chance": float(self.hit_chance(name)),
            "expected_wagers": float(self.expected_wagers(name)),
            "median_wagers": self.median_wagers(name),
        }


def progressive(
    table: Paytable,
    *,
    stake: Cents,
    levels: Mapping[str, MeterTerms],
    players: int = 1,
    tax: Fraction = Fraction(0),
    fixed_off_meter: bool = False,
    folded: Folded | None = None,
    game: Game = UTH,
) -> ProgressivePrice:
    """The progressive bet of a pay table, priced at those meters.

    `players` are those with the bet at this table. `folded` is for houses where a folded wager loses
    (`croupier.lab.bets.ways.line_ways`). Which cards count, the `game` says.
    """
    _check(table, stake, levels, players, tax)
    if fixed_off_meter and len(table.levels) != 1:
        raise BadProgressive(
            f"fixed pays of {table.name} come from the tray (R37); only a table with one meter can use it"
        )
    deals, ways = line_ways(table, folded, game)
    lines = []
    for line, pay in table.pays.items():
        assert isinstance(pay, For | Share), "the pay-table reader lets nothing else into a progressive"
        if isinstance(pay, For):
            award = Fraction(pay.on(stake))
        else:
            award = Fraction(levels[pay.level].meter * pay.percent, _PERCENT)
        lines.append(ProgressiveLine(line, pay, ways[line], deals, award, Fraction(ways[line], deals) * award / stake))
    return ProgressivePrice(
        table=table,
        stake=stake,
        levels=MappingProxyType({name: levels[name] for name in table.levels}),
        players=players,
        tax=tax,
        fixed_off_meter=fixed_off_meter,
        on_fold=folded is None,
        lines=tuple(lines),
    )


def _check(table: Paytable, stake: Cents, levels: Mapping[str, MeterTerms], players: int, tax: Fraction) -> None:
    if table.bet != PROGRESSIVE:
        raise BadProgressive(f"{table.name} is a {table.bet} table; want a progressive one")
    if stake <= 0:
        raise BadProgressive(f"a stake of {dollars(stake)} buys nothing; want a positive one, such as $1 or $5")
    if not 1 <= players <= 6:
        raise BadProgressive(f"{players} players cannot sit at a table; want 1 to 6")
    if not 0 <= tax < 1:
        raise BadProgressive(f"a tax of {float(tax):.0%} leaves nothing; want 0 % up to below 100 %")
    for name in table.levels:
        if name not in levels:
            raise BadProgressive(f"{table.name} pays from the {name} meter; say what it shows")
    if extra := [name for name in levels if name not in table.levels]:
        raise BadProgressive(f"{table.name} has no {extra[0]} meter; it has {', '.join(table.levels)}")
    for name, level in levels.items():
        if level.meter < 0 or level.seed < 0:
            raise BadProgressive(f"the {name} meter cannot start or stand below $0")
        if level.contribution_bp < 0 or level.reserve_bp < 0:
            raise BadProgressive(f"the {name} meter cannot take a negative share of a wager")
    total = sum(level.contribution_bp + level.reserve_bp for level in levels.values())
    if total > _BASIS_POINTS:
        raise BadProgressive(f"contributions and reserves add up to {total / 100:g} % of a wager; at most 100 %")
