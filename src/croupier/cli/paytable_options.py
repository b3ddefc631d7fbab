"""One option for the pay table of every side bet of the house, so that no command lists them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from croupier.rules.games import GAMES


def paytable_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each side bet; what was chosen reaches it as `paytables`, by spot."""
    felts = {spot.key: spot.felt for game in GAMES.values() for spot in game.optional}
    options = [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[str | None, typer.Option(help=f"Pay table of {felt}; 'none' leaves the bet out.")],
        )
        for key, felt in felts.items()
    ]

    @wraps(command)
    def with_options(**given: Any) -> None:
        chosen = {key: given.pop(key) for key in felts}
        command(**given, paytables={key: name for key, name in chosen.items() if name is not None})

    own = inspect.signature(command, eval_str=True).parameters.values()
    kept = [one.replace(kind=one.KEYWORD_ONLY) for one in own if one.name != "paytables"]
    with_options.__signature__ = inspect.Signature([*kept, *options])  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in (*kept, *options)}
    return with_options


def chosen_tables(offered: dict[str, tuple[str, ...]], paytables: dict[str, str]) -> dict[str, str]:
    """The pay tables of a table: the customary ones, but for those that were chosen or left out."""
    tables = {bet: names[0] for bet, names in offered.items()} | paytables
    return {bet: name for bet, name in tables.items() if name != "none"}
