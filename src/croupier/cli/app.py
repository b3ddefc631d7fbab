"""The one Typer application that every command registers itself on."""

import typer

app = typer.Typer(
    name="croupier",
    help="Ultimate Texas Hold'em: play it, settle it, run it, solve it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
