"""What `croupier strategy --game` answers for the six games other than Ultimate Texas Hold'em."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console

from croupier.cards import Cards, cards_text, parse_cards
from croupier.cli.figures.output import percent, print_json, read_designs
from croupier.cli.figures.words import (
    base_unit,
    of_base,
    print_choices,
    print_ignoring,
    print_solution,
    print_words,
)
from croupier.cli.figures.written import published_lines
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.strategy.games.readable import readable, strategies_of

if TYPE_CHECKING:
    from croupier.lab.games.nets import Tables
    from croupier.strategy.games.advice import GameAdvice
    from croupier.strategy.games.strategy import GameCost


class Asked(NamedTuple):
    """A decision as it was typed: own cards and board, the dealer's card, cards seen elsewhere, Antes down."""

    cards: list[str]
    up: str | None
    seen: str | None
    down: int | None


def answer(game: Game, asked: Asked, cost: str | None, paytable: Path | None, *, json: bool) -> None:
    """Answer for cards, price a strategy, or list those that there are."""
    designs = read_designs(paytable)
    if asked.cards:
        advice = _advice(game, asked, designs)
        print_json(advice.to_dict()) if json else _advice_page(advice)
    elif cost is not None:
        from croupier.strategy.games.strategy import cost as cost_of

        priced = cost_of(readable(game, cost), designs)
        print_json(priced.to_dict()) if json else _cost_page(priced)
    elif json:
        print_json([strategy.to_dict() for strategy in strategies_of(game).values()])
    else:
        _list(game)


def _advice(game: Game, asked: Asked, designs: Tables | None) -> GameAdvice:
    from croupier.strategy.games.advice import advise

    cards = parse_cards(" ".join(asked.cards))
    up = _parsed(asked.up)
    if game.layout.up and not up:
        raise Refused(f"the dealer shows a card in {game.name}; say which, such as --up 9d")
    if up and not game.layout.up:
        raise Refused(f"the dealer shows no card in {game.name}; leave --up out")
    if asked.down is not None and game.key != "mississippi":
        raise Refused(f"what lies there already changes nothing in {game.name}; leave --down out")
    own = game.layout.own
    return advise(game, cards[:own], cards[own:], up, _parsed(asked.seen), down=asked.down, designs=designs)


def _parsed(text: str | None) -> Cards:
    return () if text is None else parse_cards(text)


def _advice_page(advice: GameAdvice) -> None:
    console, unit = Console(highlight=False), base_unit(advice.game)
    board = f" and {cards_text(advice.board)}" if advice.board else ""
    against = f" against {cards_text(advice.up)}" if advice.up else ""
    seen = f", with {cards_text(advice.seen)} seen" if advice.seen else ""
    down = "" if advice.down is None else f", {advice.down} {unit}s down"
    made = f": {advice.made}" if advice.made else ""
    head = f"[bold]{cards_text(advice.own)}[/bold]{board}{against}{down}{seen}{made}"
    print_choices(console, head, advice, unit, advice.unseen if advice.seen else None)
    if advice.seen:
        print_ignoring(console, advice.best_unseen, advice.cost_of_ignoring, unit)


def _cost_page(cost: GameCost) -> None:
    console, strategy, game = Console(highlight=False), cost.strategy, cost.played.game
    print_words(console, strategy.title, strategy.source, strategy.words)
    console.print()
    if cost.mistakes:
        mistakes = f"its mistakes cost {percent(cost.mistakes, 4)} of {of_base(game)}"
    else:
        mistakes = "this is as good, to the last deal"
    print_solution(console, cost.played, ("the best play", f"{percent(cost.best.edge, 4)}; {mistakes}"))


def _list(game: Game) -> None:
    console = Console(highlight=False)
    for strategy in strategies_of(game).values():
        print_words(console, f"{strategy.name}[/bold]  [bold]{strategy.title}", strategy.source, strategy.words)
        console.print()
    console.print(f"Price one with: croupier strategy --game {game.key} --cost NAME")
    console.print(f"\nWritten in the strategy language, for --game {game.key} --strategy NAME:")
    for line in published_lines(game):
        console.print(f"  {line}", markup=False)
