"""What a seat bets and how it decides, from the options of the commands that play rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.figures.written import strategy_in
from croupier.cli.files import is_file, read_text
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import base_table, paytable_of
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.inputs import whole_number
from croupier.lab.capabilities import bets_along, counted_game
from croupier.rules.game import Game
from croupier.rules.paytables import BadPaytable, Paytable
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import Variant
from croupier.strategy import Strategy as Written
from croupier.studies.playing import Playing, strategy_named

STAKED = "PAYTABLE[=ANTES]"
"""What a side bet's option takes: a pay table by name or in a file, and the stake where it is not one Ante."""
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
    trips: str | None = None,
    bad_beat: str | None = None,
    pairs: str | None = None,
    on_fold: bool = True,
    variant: Variant | None = None,
) -> Playing:
    """How somebody plays, as the options say it."""
    from croupier.lab.bets.stakes import SideStake  # numba: 0.4 s that no --help waits for

    if bad_beat is not None and trips is None:
        raise Refused("Bad Beat needs Ante, Blind and Trips (R7); add --trips")
    sides = []
    for bet, text in ((TRIPS, trips), (BAD_BEAT, bad_beat), (PAIRS, pairs)):
        if text is None:
            continue
        if bet not in bets_along(game):
            option = f"--{bet.replace('_', '-')}"
            raise Refused(f"the rounds of {game.name} are counted without {option}; leave {option} out for {game.name}")
        name, equals, amount = text.partition("=")
        stake = whole_number(amount) if equals else 1
        if stake is None:
            raise Refused(f"not a stake: {amount!r}; want whole Antes, such as {name}=2")
        sides.append(SideStake(_table(name, bet), stake))
    table = None if paytable is None else base_table(paytable)
    return Playing(game, strategy_of(game, strategy), table, tuple(sides), on_fold, variant)


def _table(name: str, bet: str) -> Paytable:
    table = paytable_of(name, bet)
    if table.bet != bet:
        raise BadPaytable(f"{name} is a table for {table.bet}; want one for {bet}")
    return table


def strategy_of(game: Game, name: str) -> Written | None:
    """The strategy of that name, or in that file; none for the best play."""
    return strategy_in(Path(name), game) if is_file(name) else strategy_named(game, name)
