"""The one application. A command registers itself when its module is imported, which is when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.listing import COMMANDS
from croupier.cli.parameters import taken_by

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyCommand(click.Command):
    """A function that a person calls by its name; its annotations say what it takes."""

    def __init__(self, name: str | None, *, callback: Callable[..., Any], **attributes: Any) -> None:
        super().__init__(name, callback=callback, **{**attributes, "params": taken_by(callback)})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The arguments by name, then the options."""
        taken = self.get_params(ctx)
        for words, kind in (("Arguments", click.Argument), ("Options", click.Option)):
            told = [one.get_help_record(ctx) for one in taken if isinstance(one, kind)]
            if told:
                with formatter.section(words):
                    formatter.write_dl([row for row in told if row is not None])

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing: they stand above."""


class Spelled(click.Group):
    """Commands whose lines in the list are whole, however long, and in the order in which they are written."""

    command_class = LazyCommand

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit=200)) for name, one in self.commands.items()])


class _Listed(Spelled):
    """Commands by the list: to show it imports none of them, to run one that one alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        for module in listed.modules:
            import_module(f"croupier.cli.{module}")
        return self.commands[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.words) for name, command in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """By the list too: a key that is pressed should not wait for the commands to be imported."""
        from click.shell_completion import CompletionItem

        fitting = [(name, one.words) for name, one in COMMANDS.items() if name.startswith(incomplete)]
        named = [CompletionItem(name, help=words) for name, words in fitting]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]


def _say_version(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from croupier import __version__

        print(__version__)
        ctx.exit()


def _install_completion(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from croupier.cli.completion import install

        print(install())
        ctx.exit()


def _show_completion(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from croupier.cli.completion import script

        print(script())
        ctx.exit()


def _instead(flag: str, act: Callable[[click.Context, click.Parameter, bool], None], help: str) -> click.Option:
    """An option that does something instead of a command."""
    return click.Option([flag], is_flag=True, is_eager=True, expose_value=False, callback=act, help=help)


app = _Listed(
    "croupier",
    help="""Ultimate Texas Hold'em and six other games: play, settle, run a room, solve.

    `croupier COMMAND --help` says more of each.
    """,
    params=[
        _instead("--version", _say_version, "Print the version."),
        _instead("--install-completion", _install_completion, "Install completion for the current shell."),
        _instead("--show-completion", _show_completion, "Show it instead, to install it by hand."),
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
