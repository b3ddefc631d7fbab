"""`croupier replay`: rounds in notation played again by the engine, step by step, whole, or many at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import click

from croupier.cli.app import app
from croupier.cli.parameters import Argument, Option
from croupier.errors import Refused
from croupier.inputs import ROUNDS, read_stdin, read_text
from croupier.money import signed_dollars
from croupier.rules.events import Event
from croupier.rules.notation import notation
from croupier.rules.notations import Written, split_rounds
from croupier.rules.record import to_plain
from croupier.rules.round import replay as played
from croupier.rules.view import Reviewer, view


@app.command()
def replay(
    file: Annotated[str, Argument(help="A file with rounds in notation; - for standard input.")] = "-",
    step: Annotated[bool, Option("--step", help="Wait for Enter after each step of the round.")] = False,
    as_json: Annotated[bool, Option("--json", help="Events and results as JSON; of many, a list.")] = False,
) -> None:
    """Play a round again from its notation, or many, and check every amount in them.

    Of many rounds each has its line; exit status 1 if any of them is refused.
    """
    try:
        text = read_stdin(ROUNDS) if file == "-" else read_text(Path(file), ROUNDS)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise Refused(f"cannot read {file!r}: {why}; want the notation of a round") from None
    written = split_rounds(text)
    if len(written) > 1:
        if step:
            raise Refused(f"--step goes through one round, and here are {len(written):,}; want a file with one of them")
        _many(written, as_json)
        return
    events = written[0].played()
    if as_json:
        print(json.dumps(_plain(events), indent=2))
        return
    if step and file == "-":
        raise Refused("standard input cannot be the round and the Enter key at once; want --step with a file")
    for line in notation(events).splitlines():
        print(line)
        if step and not line.startswith("="):
            sys.stdin.readline()
    round = played(events)
    print(f"# {round.id}: {round.stage_words}; every amount is the engine's own")


def _plain(events: tuple[Event, ...]) -> dict[str, Any]:
    round = played(events)
    return {
        "round": round.id,
        "stage": round.stage_key,
        "events": [to_plain(event) for event in events],
        "net_cents": {seat.number: seat.net for seat in view(round, Reviewer()).seats},
    }


def _many(written: tuple[Written, ...], as_json: bool) -> None:
    """Each round by itself: one that is refused does not hide the others."""
    refused = 0
    rows: list[dict[str, Any]] = []
    for one in written:
        try:
            events = one.played()
        except Refused as why:
            refused += 1
            rows.append({"round": one.name, "line": one.line, "error": str(why)})
            if not as_json:
                print(f"{one.name}  refused: {why}")
            continue
        if as_json:
            rows.append({**_plain(events), "line": one.line})
        else:
            print(_line(events))
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        sound = len(written) - refused
        words = f", {refused:,} refused" if refused else ""
        print(f"# {len(written):,} rounds: {sound:,} with every amount the engine's own{words}")
    if refused:
        raise click.exceptions.Exit(1)


def _line(events: tuple[Event, ...]) -> str:
    round = played(events)
    seats = view(round, Reviewer()).seats
    nets = "; ".join(f"seat {seat.number} {signed_dollars(seat.net)}" for seat in seats)
    return f"{round.id}  {round.game.name}, {round.terms.rules.name}  {round.stage_words}  {nets}".rstrip()
