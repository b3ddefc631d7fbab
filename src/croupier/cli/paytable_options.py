"""Pay tables on the command line: an option for every side bet of the house, and tables by name or in a file."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from croupier.cli.files import is_file, read_text
from croupier.cli.parameters import Option
from croupier.games import GAMES
from croupier.rules.paytables import Paytable, names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE

STAKED = "PAYTABLE[=ANTES]"
"""What the option of a side bet that is made along takes: its pay table, and the stake where it is not one Ante."""

SIDE_BETS: Mapping[str, str] = MappingProxyType(
    {
        "trips": "Trips",
        "bad_beat": "Bad Beat",
        "pairs": "Pairs",
        "progressive": "Progressive",
        "pair_plus": "Pair Plus",
        "six_card": "Six Card Bonus",
        "aces_up": "Aces Up",
        "queens_up": "Queens Up",
        "three_card_bonus": "Three Card Bonus",
        "bonus": "Bonus",
        "flush_rush": "Flush Rush",
    }
)
"""Every bet of the house that may be left out, as its felt prints it. Written out, so that
`--help` is the same whatever games are installed; a test compares it with the rules."""


def paytable_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each side bet; those that were given reach it as `paytables`, by spot."""
    helps = {key: pay_table_words(felt) for key, felt in SIDE_BETS.items()}
    return _with_options(command, "paytables", helps, "PAYTABLE")


def side_bet_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each side bet that may be made along; those that are made reach it as `sides`."""
    helps = {key: f"Also bet {felt}." for key, felt in SIDE_BETS.items() if key != PROGRESSIVE}
    return _with_options(command, "sides", helps, STAKED)


def _with_options(
    command: Callable[..., None], into: str, helps: Mapping[str, str], metavar: str
) -> Callable[..., None]:
    """The command with an option for each of the keys; those that were given reach it in its parameter `into`."""
    options = [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[str | None, Option(help=words, metavar=metavar)],
        )
        for key, words in helps.items()
    ]

    @wraps(command)
    def with_options(**values: Any) -> None:
        chosen = {key: values.pop(key) for key in helps}
        command(**values, **{into: {key: name for key, name in chosen.items() if name is not None}})

    parameters = inspect.signature(command, eval_str=True).parameters.values()
    own_parameters = [one.replace(kind=one.KEYWORD_ONLY) for one in parameters if one.name != into]
    with_options.__signature__ = inspect.Signature([*own_parameters, *options])  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in (*own_parameters, *options)}
    return with_options


def pay_table_words(felt: str) -> str:
    """What the option of a bet's pay table says."""
    return f"Pay table of {felt}; 'none' leaves the bet out."


def chosen_tables(offered: dict[str, tuple[str, ...]], paytables: dict[str, str]) -> dict[str, str]:
    """The pay tables of a table: the customary ones, but for those that were chosen or left out."""
    tables = {bet: names[0] for bet, names in offered.items()} | paytables
    return {bet: name for bet, name in tables.items() if name != "none"}


def read_paytable(path: Path) -> Paytable:
    """The pay table in a TOML file."""
    return parse_paytable(read_text(path, "pay table"), str(path))


def base_table(path: Path) -> Paytable:
    """The base game's pay table of an approved name, or in a TOML file."""
    known = {name: bet for game in GAMES.values() for bet in game.base_tables for name in names(bet)}
    name = str(path)
    return paytable(name, known[name]) if name in known else read_paytable(path)


def paytable_of(name: str, bet: str) -> Paytable:
    """The approved pay table of that name for a bet, or whatever is in that TOML file."""
    return read_paytable(Path(name)) if is_file(name) else paytable(name, bet)
