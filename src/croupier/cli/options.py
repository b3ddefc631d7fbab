"""Options and arguments that several commands take, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.parameters import Argument, Option

DEFAULT_DB = "sqlite:///croupier.db"

Db = Annotated[
    str,
    Option("--db", envvar="CROUPIER_DB", help="The record: a SQLite file or a PostgreSQL address."),
]
By = Annotated[str, Option("--by", help="Who asks: the name that they sign in with.")]
Pin = Annotated[
    str | None,
    Option("--pin", envvar="CROUPIER_PIN", help="Their PIN; asked for if left out.", show_default=False),
]
CommandId = Annotated[
    str | None,
    Option("--id", help="The command's id: the same id again is the same command. Drawn if left out."),
]
AsJson = Annotated[bool, Option("--json", help="Answer in JSON.")]
GameKey = Annotated[str | None, Option(help="Which game, such as uth; its usual rules, unless --rules.")]
RulesName = Annotated[str | None, Option(help="Rule set, such as wa-2018 or ca; croupier rules lists them.")]
TableName = Annotated[str, Argument(help="The table's name.")]

# The commands outside the card room: rules and figures.
Json = Annotated[bool, Option("--json", help="For machines.")]
OwnBase = Annotated[Path | None, Option(help="The base game's pay table: your own (TOML), or by name.")]
OwnRules = Annotated[
    Path | None, Option("--variant", help="Rules of your own (TOML): streets, qualifying hand, bets, pay tables.")
]
OwnBets = Annotated[
    str | None,
    Option("--side-bet", metavar="FILE[=ANTES]", help="Also make side bets of your own (TOML), one Ante on each."),
]
Chart = Annotated[Path | None, Option(help="Draw the answer's pictures into this file (.png or .svg).")]
Contribution = Annotated[list[str] | None, Option(help="Percent of each wager, likewise.")]
