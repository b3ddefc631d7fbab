"""How a game's figures are said: its bets as the felt has them, decisions street by street, a solved game's lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.wagers import Placed
from croupier.strategy.advice import CHOICE_WORDS

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.games.solution import Solution


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


def shares_words(shares: Mapping[str, Fraction]) -> str:
    """Decisions and how often each is made, without those that nobody makes: `bet 2x 52.23 %, fold 47.77 %`."""
    return ", ".join(f"{CHOICE_WORDS[choice]} {float(share) * 100:.2f} %" for choice, share in shares.items() if share)


def print_solution(console: Console, solution: Solution, *more: tuple[str, str]) -> None:
    """A game played in some way over every deal, line by line, with what else there is to say."""
    from croupier.cli.figures.output import percent

    game, value = solution.game, solution.value
    unit = base_unit(game)
    streets = [(street.words, shares_words(solution.frequencies[street.key])) for street in game.streets]
    width = max(15, *(len(words) + 2 for words, _ in streets))
    rows = [
        ("house edge", f"[bold]{percent(solution.edge, 4)}[/bold] of {of_base(game)}"),
        ("", f"[bold]{percent(solution.edge_of_action, 4)}[/bold] of all money bet"),
        ("average bet", f"{float(solution.average_bet):.4f} {unit}s a round"),
        ("standard dev.", f"{solution.standard_deviation:.4f} {unit}s"),
        *streets,
        *([("", "shares of all rounds")] if len(streets) > 1 else []),
        ("exact value", f"{value.numerator:,} / {value.denominator:,} {unit}s"),
        *more,
    ]
    for name, words in rows:
        console.print(f"  {name:<{width}}{words}")
