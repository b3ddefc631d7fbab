"""What a seat bets and how it decides, from the options of the commands that play rounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from croupier.cli.figures.written import strategy_in
from croupier.cli.files import is_file, read_text
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import base_table, paytable_of
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.inputs import whole_number
from croupier.lab.capabilities import bets_along, check_whole_tables, counted_game
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import parse_side_bets
from croupier.rules.paytables import BadPaytable, Paytable
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import Variant
from croupier.strategy import Strategy as Written
from croupier.studies.playing import Playing, strategy_named

Strategy = Annotated[str, Option(help="optimal, a name (croupier strategy --list), or a file (.txt, .toml).")]


def variant_in(path: Path, game: str | None) -> Variant:
    """The variant in a TOML file, of the game that was asked for, if any was."""
    return parse_variant(read_text(path, "variant"), path.stem, None if game is None else game_of(game))


def game_played(key: str | None, variant: Path | None) -> tuple[Game, Variant | None]:
    """The game of that key or of that file, and the rules in the file."""
    if variant is None:
        return counted_game(key), None
    rules = variant_in(variant, key)
    return rules.base, rules


def playing_by(
    game: Game,
    strategy: str,
    paytable: Path | None = None,
    *,
    sides: Mapping[str, str] = MappingProxyType({}),
    own: str | None = None,
    on_fold: bool = True,
    variant: Variant | None = None,
) -> Playing:
    """How somebody plays, as the options say it: `sides` are side bets of the house by spot, `own` a file of others."""
    from croupier.lab.bets.stakes import SideStake  # numba: 0.4 s that no --help waits for

    staked = []
    for spot, text in sides.items():
        if spot not in bets_along(game):
            option = f"--{spot.replace('_', '-')}"
            there = ", ".join(f"--{key.replace('_', '-')}" for key in bets_along(game)) or "none"
            raise Refused(f"no {option} is settled along with {game.name}; there are {there}")
        name, stake = _stake(text)
        staked.append(SideStake(_table(name, game.side_bet[spot].kind), stake))
    bets: tuple[OwnBet, ...] = ()
    own_stake = 1
    if own is not None:
        check_whole_tables(game)
        name, own_stake = _stake(own)
        bets = parse_side_bets(read_text(Path(name), "side bet"), Path(name).name, game)
    table = None if paytable is None else base_table(paytable)
    return Playing(
        game, strategy_of(game, strategy), table, tuple(staked), on_fold, variant, own=bets, own_stake=own_stake
    )


def _stake(text: str) -> tuple[str, int]:
    """What is bet on, and how many Antes."""
    name, equals, amount = text.partition("=")
    stake = whole_number(amount) if equals else 1
    if stake is None:
        raise Refused(f"not a stake: {amount!r}; want whole Antes, such as {name}=2")
    if stake < 1:
        raise Refused(f"cannot stake {stake} Antes on {name}; want 1 or more")
    return name, stake


def _table(name: str, bet: str) -> Paytable:
    table = paytable_of(name, bet)
    if table.bet != bet:
        raise BadPaytable(f"{name} is a table for {table.bet}; want one for {bet}")
    return table


def strategy_of(game: Game, name: str) -> Written | None:
    """The strategy of that name, or in that file; none for the best play."""
    return strategy_in(Path(name), game) if is_file(name) else strategy_named(game, name)
