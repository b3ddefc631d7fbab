"""`croupier verify`: check a shuffle against the promise that was made before the bets."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import click

from croupier.cli.app import app
from croupier.cli.options import Json
from croupier.cli.parameters import Argument


@app.command()
def verify(
    file: Annotated[
        Path | None, Argument(help="A reveal as JSON, as rounds print it; standard input if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Check that a revealed seed is the promised one, and gives the deck that was dealt."""
    from croupier.cards import cards_text
    from croupier.errors import Refused
    from croupier.fair.commitment import BrokenPromise, check_reveal, deck_of
    from croupier.inputs import STDIN, WRITTEN, read_stdin, read_text

    try:
        text = read_stdin(WRITTEN) if file is None else read_text(file, WRITTEN)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise Refused(f"cannot read {str(file or STDIN)!r}: {why}; want a reveal as JSON") from None
    reveal = _parse(text)
    try:
        check_reveal(reveal)
    except BrokenPromise as broken:
        if not json:
            print(f"NOT the promised shuffle: {broken}", file=sys.stderr)
        else:
            print(json_module.dumps({"round": reveal.round, "kept": False, "why": str(broken)}))
        raise click.exceptions.Exit(1) from None
    deck = deck_of(reveal.round, reveal.house_seed, reveal.player_seeds)
    if json:
        print(json_module.dumps({"round": reveal.round, "kept": True, "deck": cards_text(deck)}))
    else:
        dealt = "and gives the deck that was dealt" if reveal.deck else "and would have given this deck"
        print(f"The seed of round {reveal.round!r} is the promised one, {dealt}:")
        print(cards_text(deck))


def _parse(text: str) -> Any:
    from croupier.cards import parse_cards
    from croupier.errors import Refused
    from croupier.fair.commitment import Reveal

    want = 'want {"round", "commitment", "house_seed" in hex, "player_seeds" by seat, "deck"}'
    try:
        raw = json_module.loads(text)
        return Reveal(
            round=str(raw["round"]),
            commitment=str(raw["commitment"]),
            house_seed=bytes.fromhex(raw["house_seed"]),
            player_seeds={int(seat): str(seed) for seat, seed in raw.get("player_seeds", {}).items()},
            deck=parse_cards(raw.get("deck", "")),
        )
    except Refused:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(f"not a reveal ({type(error).__name__}: {error}); {want}") from None
