"""How the terminal table looks: cards, prompts and payouts, in colour where there is colour."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from croupier.cards import RANKS, Card
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.paytables import Bet, line_words
from croupier.rules.terms import Terms
from croupier.rules.view import RoundView, SeatView

_PIPS = "♣♦♥♠"
_STYLE = ("green", "blue", "red", "white")


class Left(Exception):
    """The player has gone: end of input, Ctrl-C, or `q`."""


class Felt:
    """A terminal to deal on. Input that is not typed by hand is echoed, so that a transcript reads well."""

    def __init__(self) -> None:
        # Bytes that are no text, or a terminal without pips, must not end a round.
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False, soft_wrap=True)
        self._typed = sys.stdin.isatty()

    def say(self, text: str = "") -> None:
        self.console.print(text)

    def warn(self, text: str) -> None:
        """Say why not; what the player typed may be in it, and is not markup."""
        self.console.print(text, style="yellow", markup=False)

    def ask(self, prompt: str) -> str:
        """One line from the player, stripped."""
        self.console.print(f"{prompt} [bold]>[/] ", end="")
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.console.print()
            raise Left
        if not self._typed:
            self.console.print(line.strip(), markup=False)
        return line.strip()


def card_text(card: Card) -> str:
    """A card with its pip, in one of four colours."""
    rank = RANKS[card.rank].replace("T", "10")
    return f"[bold {_STYLE[card.suit]}]{rank}{_PIPS[card.suit]}[/]"


def cards_line(cards: Sequence[Card]) -> str:
    """Cards side by side, as they lie on the felt."""
    return "  ".join(card_text(card) for card in cards)


def payouts(view: RoundView, seat: SeatView, meter_pay: Cents) -> Table:
    """A seat's results, bet by bet, each with its reason."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column(style="dim")
    for row in seat.results:
        style = "green" if row.net > 0 else "red" if row.net < 0 else "dim"
        stake = dollars(row.stake) if row.stake else ""
        table.add_row(f"  {row.wager.felt}", stake, f"[{style}]{signed_dollars(row.net)}[/]", row.reason)
    if meter_pay:
        lines = ", ".join(f"{line_words(won.line)} {won.pay}" for won in seat.meter_won)
        table.add_row("  Jackpot", "", f"[bold green]{signed_dollars(meter_pay)}[/]", f"{lines}!")
    return table


def pay_tables(terms: Terms) -> list[Table]:
    """The pay tables of the bets that the table offers."""
    tables = []
    for bet in terms.tables:
        paytable = terms.table(Bet(bet))
        title = f"{bet.value.replace('_', ' ').title()} · {paytable.name}"
        table = Table(title=title, box=None, pad_edge=False, show_header=False, title_justify="left")
        table.add_column()
        table.add_column(justify="right")
        for line, pay in paytable.pays.items():
            table.add_row(line_words(line), str(pay))
        tables.append(table)
    return tables
