"""`croupier verify`: check a shuffle, and how it was dealt, against the promise that was made before the bets."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import click

from croupier.cards import Cards, cards_text, parse_cards
from croupier.cli.app import app
from croupier.cli.options import Json
from croupier.cli.parameters import Argument
from croupier.errors import Refused
from croupier.fair.commitment import BrokenPromise, ShuffleReveal, binds_dealing, check_reveal, revealed_deck
from croupier.inputs import STDIN, WRITTEN, read_stdin, read_text

FELT = "felt"
"""What a round says whose deck lay on the felt (R58). The rules are not imported for a word."""
_UNBOUND = "Its promise fixed the seed alone: how the deck is dealt was not promised before the bets."


@app.command()
def verify(
    file: Annotated[
        Path | None, Argument(help="A reveal as JSON, as rounds print it; standard input if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Check that a revealed seed and the dealing are the promised ones, and give the cards that were dealt."""
    try:
        text = read_stdin(WRITTEN) if file is None else read_text(file, WRITTEN)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise Refused(f"cannot read {str(file or STDIN)!r}: {why}; want a reveal as JSON") from None
    reveal, shown_cards = _parse(text)
    try:
        check_reveal(reveal)
        if reveal.deck and shown_cards:
            _check_cards(reveal, shown_cards)
    except BrokenPromise as broken:
        if not json:
            print(f"NOT the promised shuffle: {broken}", file=sys.stderr)
        else:
            print(json_module.dumps({"round": reveal.round, "kept": False, "why": str(broken)}))
        raise click.exceptions.Exit(1) from None
    deck, bound = revealed_deck(reveal), binds_dealing(reveal)
    if json:
        answer = {"round": reveal.round, "kept": True, "dealing_bound": bound, "deck": cards_text(deck)}
        print(json_module.dumps(answer))
    else:
        dealt = "and gives the deck that was dealt" if reveal.deck else "and would have given this deck"
        print(f"The seed of round {reveal.round!r} is the promised one, {dealt}:")
        print(cards_text(deck))
        print(f"How it is dealt was promised with it: {reveal.dealing}." if bound else _UNBOUND)
        if reveal.deck and shown_cards:
            print("So dealt it gives the cards that were shown:")
            print("\n".join(f"{place}: {cards_text(cards)}" for place, cards in shown_cards.items()))


def _check_cards(reveal: ShuffleReveal, shown_cards: Mapping[str, Cards]) -> None:
    """Refuse cards that the deck, dealt as promised, does not give to the seats, the dealer and the board."""
    # A seed alone is checked without the rules, in half the time.
    from croupier.rules.deal import deal, parse_dealing

    procedure, layout = parse_dealing(reveal.dealing)
    seats = sorted(int(place.removeprefix("seat ")) for place in shown_cards if place.startswith("seat "))
    if layout.own * len(seats) + layout.dealer + layout.board > len(reveal.deck):
        raise BrokenPromise(f"round {reveal.round!r}: {reveal.dealing!r} to {len(seats)} seats needs more than a deck")
    dealt = deal(procedure, layout, seats, reveal.deck)
    want = {f"seat {seat}": own for seat, own in dealt.own.items()} | {"dealer": dealt.dealer, "board": dealt.board}
    for place, cards in shown_cards.items():
        if cards != want.get(place, ()):
            right = cards_text(want.get(place, ())) or "nothing"
            raise BrokenPromise(
                f"round {reveal.round!r}: dealt as {reveal.dealing!r} to {len(seats)} seats the deck gives {right} to "
                f"{place}, but {cards_text(cards)} was shown there; the deal was changed"
            )


def _parse(text: str) -> tuple[ShuffleReveal, dict[str, Cards]]:
    """A reveal, and the cards that were shown, by where they lay."""
    want = (
        'want {"round", "commitment", "dealing", "house_seed" in hex, "player_seeds" by seat, "deck", and "cards" by '
        '"seat 1", "dealer" and "board"}'
    )
    try:
        raw: Any = json_module.loads(text)
        if raw.get("cards_from") == FELT:
            raise Refused(
                f"no shuffle was made here: round {raw.get('round')!r} was dealt from a real deck, whose cards were "
                "entered as they lay; there is nothing to check. `croupier replay` settles its notation again"
            )
        shown_cards = {str(place): parse_cards(cards) for place, cards in raw.get("cards", {}).items()}
        if strange := [place for place in shown_cards if not _is_place(place)]:
            raise ValueError(f"no place {strange[0]!r} on a felt")
        reveal = ShuffleReveal(
            round=str(raw["round"]),
            commitment=str(raw["commitment"]),
            dealing=str(raw.get("dealing", "")),
            house_seed=bytes.fromhex(raw["house_seed"]),
            player_seeds={int(seat): str(seed) for seat, seed in raw.get("player_seeds", {}).items()},
            deck=parse_cards(raw.get("deck", "")),
        )
        return reveal, shown_cards
    except Refused:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(f"not a reveal ({type(error).__name__}: {error}); {want}") from None


def _is_place(place: str) -> bool:
    """Whether cards can lie there: in a seat, before the dealer or on the board."""
    seat = place.removeprefix("seat ")
    return place in ("dealer", "board") or (place != seat and len(seat) == 1 and seat in "123456")
