"""The one application, and the lazy group that it and the groups within it are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from croupier import __version__
from croupier.cli.listing import COMMANDS, CommandRow, GroupRow, Listing
from croupier.cli.parameters import click_parameters


class AnnotatedCommand(click.Command):
    """A function that a person calls by its name; the annotations of its parameters are its arguments and options."""

    def __init__(self, name: str | None, *, callback: Callable[..., Any], **attributes: Any) -> None:
        super().__init__(name, callback=callback, **{**attributes, "params": click_parameters(callback)})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The arguments by name, then the options."""
        parameters = self.get_params(ctx)
        for heading, kind in (("Arguments", click.Argument), ("Options", click.Option)):
            rows = [one.get_help_record(ctx) for one in parameters if isinstance(one, kind)]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl([row for row in rows if row is not None])

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing: they stand above."""


class LazyGroup(click.Group):
    """Commands by a list: to show or complete it imports none of them, to run one imports its module alone.

    A module registers its commands with the group when it is imported. So it imports what it needs at its top, like
    any other.
    """

    command_class = AnnotatedCommand

    def __init__(self, name: str, listing: Listing, usual: str = "", **attributes: Any) -> None:
        super().__init__(name, **attributes)
        self.listing = listing
        self.usual = usual
        """The command that is meant where none is named."""
        for key, row in listing.items():
            if isinstance(row, GroupRow):
                self.add_command(LazyGroup(key, row.commands, row.usual, help=row.help or row.summary))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = args and (args[0] in self.listing or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, [self.usual, *args] if self.usual and not named else args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.listing)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.load(cmd_name) if cmd_name in self.listing else None

    def load(self, name: str) -> click.Command:
        """The command of that name, its module imported."""
        row = self.listing[name]
        if isinstance(row, CommandRow):
            import_module(f"croupier.cli.{row.module}")
        return self.commands[name]

    def load_all(self) -> Iterator[tuple[str, click.Command]]:
        """Every command by the words that call it, a group before its own, in the order of the list."""
        for name in self.listing:
            command = self.load(name)
            yield name, command
            if isinstance(command, LazyGroup):
                yield from ((f"{name} {words}", one) for words, one in command.load_all())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lines of the list, whole, however long."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.summary) for name, row in self.listing.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names of the list that begin so, and this group's own options."""
        names = [name for name in self.listing if name.startswith(incomplete)]
        items = [CompletionItem(name, help=self.listing[name].summary) for name in names]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]


def _print_version(ctx: click.Context, option: click.Parameter, chosen: bool) -> None:
    if chosen:
        print(__version__)
        ctx.exit()


def _install_completion(ctx: click.Context, option: click.Parameter, chosen: bool) -> None:
    if chosen:
        from croupier.cli.completion import install  # which imports the application

        print(install())
        ctx.exit()


def _show_completion(ctx: click.Context, option: click.Parameter, chosen: bool) -> None:
    if chosen:
        from croupier.cli.completion import script

        print(script())
        ctx.exit()


def _instead(flag: str, act: Callable[[click.Context, click.Parameter, bool], None], help: str) -> click.Option:
    """An option that does something instead of a command."""
    return click.Option([flag], is_flag=True, is_eager=True, expose_value=False, callback=act, help=help)


app = LazyGroup(
    "croupier",
    COMMANDS,
    help="""Ultimate Texas Hold'em and six other games: play, settle, run a room, solve.

    `croupier COMMAND --help` says more of each.
    """,
    params=[
        _instead("--version", _print_version, "Print the version."),
        _instead("--install-completion", _install_completion, "Install completion for the current shell."),
        _instead("--show-completion", _show_completion, "Show it instead, to install it by hand."),
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def group(*names: str) -> LazyGroup:
    """The group of that name, for a module that registers commands with it; of several names, the one within."""
    found = app
    for name in names:
        command = found.commands[name]
        assert isinstance(command, LazyGroup), "only a group of the list has commands"
        found = command
    return found
