"""What bets and choices are called in an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.wagers import Placed
from croupier.strategy.words import CHOICE_WORDS


def in_a_row(words: Iterable[str]) -> str:
    """Words as a sentence lists them: `Ante, Blind and Play`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def base_unit(game: Game) -> str:
    """What the base bet is called in an amount: an Ante, or a bet where all are equal."""
    return "bet" if game.base_label else game.by_key[game.base].felt


def of_base(game: Game) -> str:
    """What an edge is a share of: the Ante, or one bet where all are equal."""
    return "one bet" if game.base_label else f"the {game.by_key[game.base].felt}"


def base_bets(game: Game) -> str:
    """The bets of the base game, as they lie on the felt."""
    spots = [game.by_key[key] for key in dict.fromkeys(" ".join(game.layout.felt).split()) if key != "."]
    base = [spot for spot in spots if game.base in (spot.key, spot.follows) or spot.placed is Placed.DECIDED]
    return f"{'Bets ' if game.base_label else ''}{in_a_row(spot.felt for spot in base)}"


def tables_words(game: Game, tables: Mapping[str, Paytable]) -> str:
    """The pay tables of the base game: `the Raise table CS-01`."""
    named = {bet: game.table_words(bet) for bet in tables}
    return "the " + in_a_row(
        f"{'pay' if words == game.name else words} table {tables[bet].name}" for bet, words in named.items()
    )


def choice_words(choice: str) -> str:
    """A choice in words; rules of one's own may have bets that no game of the house has."""
    return CHOICE_WORDS.get(choice) or f"bet {choice.removeprefix('bet')}x"


def plain_dollars(cents: int) -> str:
    """An amount as an option takes it: 25, or 2.50."""
    return f"{cents / 100:.2f}".removesuffix(".00")


def measured_words(rounds: int) -> tuple[str, ...]:
    """That the bets were dealt together, where not every deal could be looked at."""
    if not rounds:
        return ()
    return (
        f"How the bets go together was measured on {rounds:,} rounds dealt at random; what each is worth by itself is "
        "exact, unless a fold loses it.",
    )
