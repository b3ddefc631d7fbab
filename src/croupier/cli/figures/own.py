"""`croupier edge --side-bet`: side bets of one's own, priced line by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.own.counting import OwnPrice


def print_side_bets(path: Path, key: str | None, *, json: bool) -> None:
    """Every side bet that a file declares, in the game that was asked for or in each that it names."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar, read_text
    from croupier.errors import Refused
    from croupier.games import game
    from croupier.rules.own.file import parse_side_bets

    bets = parse_side_bets(read_text(path, "side bet"), path.name)
    if key is not None and not any(game(key).key in bet.games for bet in bets):
        raise Refused(f'no side bet in {path.name} is declared for {key}; want one with games = ["{key}"]')
    with interruptible("the computation"), progress_bar() as progress:
        progress("counting", 0.0)
        from croupier.lab.own.counting import price_side_bet

        found = [price_side_bet(bet, one) for bet in bets for one in bet.games if key in (None, one)]
    if json:
        print_json([one.to_dict() for one in found] if len(found) > 1 else found[0].to_dict())
        return
    from rich.console import Console

    console = Console(highlight=False)
    for one in found:
        _page(console, one)


def _page(console: Console, found: OwnPrice) -> None:
    from croupier.cli.figures.output import percent, plain_table
    from croupier.rules.paytables import line_words, pay_words

    bet, priced = found.bet, found.priced
    of = f"the best {bet.best} of {found.cards}" if found.cards > bet.best else str(found.cards)
    console.print(f"[bold]{bet.name}[/bold], {found.game.name}: {bet.cards.words} ({of}), {priced.deals:,} deals")
    table = plain_table("line", "pays", "ways", "one in", "returns", no_wrap=True)
    for line in priced.lines:
        often = f"{line.deals / line.ways:,.1f}" if line.ways else "never"
        table.add_row(
            line_words(line.line), pay_words(line.pay), f"{line.ways:,}", often, percent(line.contribution, 4)
        )
    console.print(table)
    console.print(f"  house edge     [bold]{percent(priced.edge, 4)}[/bold]  {priced.edge}")
    console.print(f"  hit frequency  {percent(priced.hit_frequency, 4)}")
    console.print(f"  standard dev.  {priced.standard_deviation:,.4f}")
    if priced.edge < 0:
        console.print("  [yellow]The player has the better of it: these pays return more than the bets.[/yellow]")
    if found.note:
        console.print(f"  [yellow]{found.note}[/yellow]")
    if not bet.cards.house_hand:
        console.print("  not an approved bet: a table that offers it is marked so (R50)")
    console.print()
