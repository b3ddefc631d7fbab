"""How a game's figures are said: its bets as the felt has them, choices and their worth, a solved game's lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.wagers import Placed
from croupier.strategy.words import CHOICE_WORDS

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.chance.ruin import Ahead, Ruin
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
    return ", ".join(f"{_choice(choice)} {float(share) * 100:.2f} %" for choice, share in shares.items() if share)


def _choice(choice: str) -> str:
    """A choice in words; rules of one's own may have bets that no game of the house has."""
    return CHOICE_WORDS.get(choice) or f"bet {choice.removeprefix('bet')}x"


class Advised(Protocol):
    """What each choice is worth, best first, and what it costs not to take the best."""

    @property
    def choices(self) -> Mapping[str, Fraction]: ...

    @property
    def best(self) -> str: ...

    def cost(self, choice: str) -> Fraction: ...


def print_choices(
    console: Console, head: str, advice: Advised, unit: str, unseen: Mapping[str, Fraction] | None = None
) -> None:
    """What each choice is worth in `unit`s, and would be `unseen`, under the cards and what else is known."""
    from croupier.cli.figures.output import plain_table

    console.print(head)
    console.print()
    looking = () if unseen is None else ("not looking",)
    table = plain_table("choice", f"worth, in {unit}s", *looking, "a mistake costs")
    for choice, value in advice.choices.items():
        best = choice == advice.best
        worth = [value] if unseen is None else [value, unseen[choice]]
        costs = "best" if best else f"{float(advice.cost(choice)):.6f}"
        figures = (f"{float(each):+.6f}" for each in worth)
        table.add_row(CHOICE_WORDS[choice], *figures, costs, style="bold green" if best else "")
    console.print(table)


def print_ignoring(console: Console, best_unseen: str, cost: Fraction, unit: str) -> None:
    """What it costs not to look at the seen cards."""
    console.print()
    if cost:
        article = "an" if unit[0] in "AEIOU" else "a"
        words = f"that costs {float(cost):.6f} of {article} {unit}"
        console.print(f"Whoever does not look would {CHOICE_WORDS[best_unseen]}: {words}.")
    else:
        console.print("Looking changes nothing here.")


def print_words(console: Console, title: str, source: str, words: Iterable[str]) -> None:
    """A readable strategy in its own words."""
    console.print(f"[bold]{title}[/bold] ({source})")
    for line in words:
        console.print(f"  {line}")


def print_session(console: Console, ahead: Ahead, ruin: Ruin, what: str, unit: str) -> None:
    """How a session of rounds ends, exactly."""
    from croupier.cli.figures.output import percent

    console.print(f"\n[bold]Exactly, for a session of {ahead.rounds:,} rounds[/bold] ({what})")
    console.print(f"  ahead {percent(ahead.ahead)}   even {percent(ahead.even)}   behind {percent(ahead.behind)}")
    console.print(f"  expected {ahead.mean:+,.2f}, standard deviation {ahead.standard_deviation:,.1f}")
    places = zip((5, 25, 50, 75, 95), ahead.quantiles, strict=True)
    console.print(f"  quantiles {', '.join(f'{q} %: {value:+,.1f}' for q, value in places)}")
    falls = f"that {ruin.bankroll:,} {unit}s fall below the {ruin.need} of a full bet"
    console.print(f"  risk of ruin {percent(ruin.risk)}: {falls}")


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
