"""`croupier replay`: a round's notation played again by the engine, step by step or whole."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.app import app


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A file with the notation of a round; - for standard input.")] = "-",
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Events and results as JSON.")] = False,
) -> None:
    """Play a round again from its notation, and check every amount in it."""
    import json

    from croupier.errors import Refused
    from croupier.rules.notation import notation, parse_notation
    from croupier.rules.record import to_plain
    from croupier.rules.round import replay as played
    from croupier.rules.view import Onlooker, view

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise Refused(f"cannot read {file!r}: {why}; want the notation of a round") from None
    events = parse_notation(text)
    round = played(events)
    if as_json:
        seats = view(round, Onlooker()).seats
        told = {
            "round": round.id,
            "stage": round.stage_key,
            "events": [to_plain(event) for event in events],
            "net_cents": {seat.number: seat.net for seat in seats},
        }
        print(json.dumps(told, indent=2))
        return
    if step and file == "-":
        raise Refused("standard input cannot be the round and the Enter key at once; want --step with a file")
    for line in notation(events).splitlines():
        print(line)
        if step and not line.startswith("="):
            sys.stdin.readline()
    print(f"# {round.id}: {round.stage_words}; every amount is the engine's own")
