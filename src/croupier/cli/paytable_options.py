"""One option for the pay table of every side bet of the house, so that no command lists them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any

from croupier.cli.parameters import Option

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
    }
)
"""Every bet of the house that may be left out, as its felt prints it. Said here again, since to ask the rules takes
longer than all the rest of a `--help`; a test compares."""


def paytable_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each side bet; what was chosen reaches it as `paytables`, by spot."""
    options = [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[str | None, Option(help=pay_table_words(felt))],
        )
        for key, felt in SIDE_BETS.items()
    ]

    @wraps(command)
    def with_options(**given: Any) -> None:
        chosen = {key: given.pop(key) for key in SIDE_BETS}
        command(**given, paytables={key: name for key, name in chosen.items() if name is not None})

    own = inspect.signature(command, eval_str=True).parameters.values()
    kept = [one.replace(kind=one.KEYWORD_ONLY) for one in own if one.name != "paytables"]
    with_options.__signature__ = inspect.Signature([*kept, *options])  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in (*kept, *options)}
    return with_options


def pay_table_words(felt: str) -> str:
    """What the option of a bet's pay table says."""
    return f"Pay table of {felt}; 'none' leaves the bet out."


def chosen_tables(offered: dict[str, tuple[str, ...]], paytables: dict[str, str]) -> dict[str, str]:
    """The pay tables of a table: the customary ones, but for those that were chosen or left out."""
    tables = {bet: names[0] for bet, names in offered.items()} | paytables
    return {bet: name for bet, name in tables.items() if name != "none"}
