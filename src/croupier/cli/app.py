"""The one Typer application. A command registers itself when its module is imported, which is when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier.cli.listing import COMMANDS
from croupier.cli.values import leave_types_out, name_values


class Spelled(TyperGroup):
    """Commands whose lines in the list are whole, however long."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit=200)) for name, one in self.commands.items()])


class _Listed(TyperGroup):
    """Commands by the list: to show it imports none of them, to run one that one alone."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        for module in listed.modules:
            import_module(f"croupier.cli.{module}")
        name_values(app)
        found = typer.main.get_group(app).commands[cmd_name]
        leave_types_out(found)
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.words) for name, command in COMMANDS.items()])


app = typer.Typer(
    name="croupier",
    cls=_Listed,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    # Plain help: it fits narrow terminals and pipes, and needs no library that takes longer than the rest together.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _say_version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        print(__version__)
        raise typer.Exit()


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    """Ultimate Texas Hold'em and six other games: play, settle, run a room, solve.

    `croupier COMMAND --help` says more of each.
    """
