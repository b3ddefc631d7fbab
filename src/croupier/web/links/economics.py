"""The economics of a link as its pages show them (R59), and what each pay table comes with (R42)."""

from __future__ import annotations

from fractions import Fraction

from pydantic import BaseModel

from croupier.floor.links.economics import economics, preconfigured_levels
from croupier.floor.links.terms import link_terms, may_draw_fixed
from croupier.jackpot.display import LevelDisplay
from croupier.jackpot.link import Link
from croupier.jackpot.terms import NAMED
from croupier.money import DOLLAR
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE


class GameEconomics(BaseModel):
    """What a wager on a link is worth in one game."""

    game: str
    keeps: str
    top: str


class EconomicsCard(BaseModel):
    """What the house keeps of a wager in the long run, and a player's return at today's meters (R59)."""

    keeps: str
    returns: str
    loses: bool
    top: str
    """How often the top award comes."""
    same: bool
    """Whether it has the same chance in every game of the link."""
    games: list[GameEconomics]


class PreconfiguredLevel(BaseModel):
    """What a level of a pay table comes with (R42): percents of the wager, and a seed in stakes."""

    table: str
    fixed: str
    level: str
    rate: str
    reserve: str
    seed: int
    keeps: str
    """What that leaves the house, of the whole pay table (R59)."""


class PaytableChoice(BaseModel):
    """A progressive pay table, the levels that it draws from, and what they come with."""

    name: str
    levels: list[str]
    preconfigured: list[PreconfiguredLevel]


def economics_card(link: Link, displays: tuple[LevelDisplay, ...]) -> EconomicsCard:
    """What a wager on a link is worth, with its meters as displays show them."""
    now = economics(link.terms, {level.level: level.cents for level in displays})
    top = {game: f"1 in {round(1 / chance):,}" if chance else "never" for game, chance in now.top_chance.items()}
    return EconomicsCard(
        keeps=_percent(now.keeps),
        returns=_percent(now.returns),
        loses=now.keeps < 0,
        top=next(iter(top.values())),
        same=len(set(now.top_chance.values())) == 1,
        games=[
            GameEconomics(game=NAMED.get(game, game), keeps=_percent(keeps), top=top[game])
            for game, keeps in now.by_game.items()
        ],
    )


def paytable_choice(name: str) -> PaytableChoice:
    """A progressive pay table as a new link may have it, with what its levels come with."""
    table = paytable(name, PROGRESSIVE)
    sources = ("tray", "meter") if may_draw_fixed(table) else ("tray",)
    return PaytableChoice(
        name=name,
        levels=list(table.levels),
        preconfigured=[row for fixed in sources for row in _preconfigured_rows(name, fixed)],
    )


def _preconfigured_rows(name: str, fixed: str) -> list[PreconfiguredLevel]:
    off_meter = fixed == "meter"
    levels = preconfigured_levels(name, DOLLAR, fixed_off_meter=off_meter)
    keeps = economics(link_terms(name, DOLLAR, levels, fixed_off_meter=off_meter)).keeps
    return [
        PreconfiguredLevel(
            table=name,
            fixed=fixed,
            level=level.name,
            rate=f"{level.rate_bp / 100:g}",
            reserve=f"{level.reserve_bp / 100:g}",
            seed=level.seed // DOLLAR,
            keeps=_percent(keeps),
        )
        for level in levels
    ]


def _percent(share: Fraction) -> str:
    return f"{float(share):.2%}".replace("%", " %")
