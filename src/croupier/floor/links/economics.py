"""The economics of a link: what the house keeps of a wager in the long run (R59), and what a pay table's levels are
preconfigured with (R42).

All of it is exact: the ways of each line are counted, so no compiler and no simulation is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from croupier.floor.links.terms import check_fixed_pays
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.jackpot.advice import HEALTHY_CONTRIBUTION_BP
from croupier.jackpot.terms import LevelTerms, LinkTerms
from croupier.money import Cents
from croupier.rules.paytables import ALL_SEVEN, For, paytable
from croupier.rules.seat import SEATS
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import replace

if TYPE_CHECKING:  # whatever knows links reads this module, and few commands ask what one is worth
    from croupier.lab.bets.progressive import ProgressivePrice

FULL_TABLE: Final = len(SEATS)
"""With so many players on the bet, envy costs most (R36)."""
KEPT_BY_POLICY: Final = Fraction(10, 100)
"""What preconfigured rates and seeds leave the house of a wager at a full table, at least (R42)."""
MILLION: Final = 1_000_000

_SEEDS: Final[Mapping[str, int]] = MappingProxyType({"main": 10_000, "mega": 10_000, "major": 1_000, "minor": 300})
"""What each level begins with, in stakes, where five cards count."""
_SEED_OF_SEVEN: Final = 5_000
"""What the meter of a table of all seven cards begins with: its first line needs the first five of them."""
_PERCENT_BP: Final = 100
_RESERVE_PART: Final = 10
"""Of what a level takes, one part in so many goes to its reserve."""


@dataclass(frozen=True, slots=True)
class LinkEconomics:
    """What a wager on a link is worth to both sides, with every seat of a table on the bet and folded hands in action.

    `keeps` is the house's part in the long run, of the game where it is least; `returns` is the player's return at the
    meters as they stand. `by_game` has the house's part by game, `top_chance` the chance of the top award.
    """

    keeps: Fraction
    returns: Fraction
    by_game: Mapping[str, Fraction]
    top_chance: Mapping[str, Fraction]

    @property
    def keeps_ppm(self) -> int:
        """The house's part in millionths, rounded down: below zero wherever it is."""
        return floor(self.keeps * MILLION)


def economics(terms: LinkTerms, meters: Mapping[str, Cents] | None = None) -> LinkEconomics:
    """The economics of a link of these terms, with its meters as they stand; without them, at its seeds."""
    keys = terms.games or (terms.game,)
    prices = {key: _price(terms, key, meters) for key in keys}
    by_game = {key: _keeps(price) for key, price in prices.items()}
    top = prices[keys[0]].table.levels[0]
    return LinkEconomics(
        keeps=min(by_game.values()),
        returns=max(price.returns() for price in prices.values()),
        by_game=by_game,
        top_chance={key: price.hit_chance(top) for key, price in prices.items()},
    )


def table_economics(terms: LinkTerms, game: str) -> LinkEconomics:
    """The economics of a link for a table of one game that would join it."""
    return economics(replace(terms, games=(game,)))


def _price(terms: LinkTerms, game: str, meters: Mapping[str, Cents] | None) -> ProgressivePrice:
    from croupier.lab.bets.progressive import MeterTerms, progressive

    levels = {
        level.name: MeterTerms(
            meter=level.seed if meters is None else meters[level.name],
            seed=level.seed,
            contribution_bp=level.rate_bp,
            reserve_bp=level.reserve_bp,
        )
        for level in terms.levels
    }
    return progressive(
        paytable(terms.paytable, PROGRESSIVE),
        stake=terms.stake,
        levels=levels,
        players=FULL_TABLE,
        fixed_off_meter=terms.all_pays_off_meter,
        # A game that is not dealt here is on a Multi-Game Link, where five cards count in each (R35).
        game=GAMES.get(game, UTH),
    )


def _keeps(price: ProgressivePrice) -> Fraction:
    """What the house keeps. A dry meter that owes fixed pays is topped up by the house (R37), so they are paid
    whatever goes in."""
    return min(price.house_keeps, 1 - price.fixed_return - price.envy_return())


@cache
def preconfigured_levels(name: str, stake: Cents, *, fixed_off_meter: bool = False) -> tuple[LevelTerms, ...]:
    """The levels of a progressive pay table with the rates and seeds that come with the system (R42).

    Seeds are multiples of the stake, none below the largest fixed award. What they, the fixed pays and envy at a full
    table leave above the house's tenth goes to the levels, in whole percents: half of it to the first, half of the rest
    to the next, and the rest to the last. A tenth of what a level takes, and at least one percent, is its reserve.
    """
    from croupier.lab.bets.progressive import MeterTerms, progressive

    table = paytable(name, PROGRESSIVE)
    check_fixed_pays(table, off_meter=fixed_off_meter)
    largest = max((pay.on(stake) for pay in table.pays.values() if isinstance(pay, For)), default=0)
    seeds = _SEEDS if table.cards != ALL_SEVEN else {**_SEEDS, "main": _SEED_OF_SEVEN}
    bare = {
        level: LevelTerms(name=level, rate_bp=0, seed=max(seeds[level] * stake, -(-largest // stake) * stake))
        for level in table.levels
    }
    price = progressive(
        table,
        stake=stake,
        levels={level.name: MeterTerms(meter=level.seed, seed=level.seed) for level in bare.values()},
        players=FULL_TABLE,
        fixed_off_meter=fixed_off_meter,
    )
    left = max(0, floor((price.house_keeps - KEPT_BY_POLICY) * 100))
    if fixed_off_meter:
        rate_bp = min(HEALTHY_CONTRIBUTION_BP, left * _PERCENT_BP)
        reserve_bp = min(HEALTHY_CONTRIBUTION_BP // _RESERVE_PART, left * _PERCENT_BP - rate_bp)
        (only,) = bare.values()
        return (_delivered(only, rate_bp, reserve_bp),)
    levels = []
    for behind, level in zip(range(len(bare) - 1, -1, -1), bare.values(), strict=True):
        takes = left - left // 2 if behind else left
        left -= takes
        reserve = min(takes, max(1, takes // _RESERVE_PART))
        levels.append(_delivered(level, (takes - reserve) * _PERCENT_BP, reserve * _PERCENT_BP))
    return tuple(levels)


def _delivered(level: LevelTerms, rate_bp: int, reserve_bp: int) -> LevelTerms:
    return replace(
        level, rate_bp=rate_bp, reserve_bp=reserve_bp, preconfigured_bp=rate_bp, preconfigured_seed=level.seed
    )


def preconfigured(terms: LinkTerms) -> LinkTerms:
    """The terms, with the preconfigured rate and seed that come with the system for each level, whatever they say."""
    levels = preconfigured_levels(terms.paytable, terms.stake, fixed_off_meter=terms.all_pays_off_meter)
    delivered = {level.name: level for level in levels}
    return replace(
        terms,
        levels=tuple(
            replace(
                level,
                preconfigured_bp=delivered[level.name].preconfigured_bp,
                preconfigured_seed=delivered[level.name].preconfigured_seed,
            )
            for level in terms.levels
        ),
    )
