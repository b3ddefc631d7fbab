"""How a table looks at the terminal: cards, prompts and payouts, in colour where the terminal has colour."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from croupier.cards import JOKER, RANKS, Card
from croupier.errors import Refused
from croupier.money import Cents, dollars, parse_dollars, signed_dollars
from croupier.rules.actions import Action, Bet
from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.rules.posted_tables import posted_table
from croupier.rules.terms import Terms
from croupier.rules.view import RoundView, SeatView
from croupier.rules.wagers import Stakes

_PIPS = "♣♦♥♠"
_STYLE = ("green", "blue", "red", "white")


class PlayerLeft(Exception):
    """The player has left: end of input, Ctrl-C, or `q`."""


class Terminal:
    """The player's terminal. Input that is not typed by hand is echoed, so that a transcript reads well."""

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

    def bets(self, stakes: Stakes, game: Game) -> str:
        """Bets as the felt says them: `Ante and Blind $10, Trips $5`."""
        down = game.complete(stakes)
        words = [f"{game.base_words} {dollars(down[game.base])}"] if game.base in down else []
        words += [f"{spot.felt} {dollars(down[spot.key])}" for spot in game.optional if spot.key in down]
        return ", ".join(words)

    def ask(self, prompt: str) -> str:
        """One line from the player, stripped."""
        self.console.print(f"{prompt} [bold]>[/] ", end="")
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.console.print()
            raise PlayerLeft
        if not self._typed:
            self.console.print(line.strip(), markup=False)
        return line.strip()


def card_text(card: Card) -> str:
    """A card with its pip, in one of four colours."""
    if card == JOKER:
        return "[bold magenta]JK★[/]"
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
        table.add_row(
            f"  {view.game.by_key[row.spot].felt}", stake, f"[{style}]{signed_dollars(row.net)}[/]", row.reason
        )
    if meter_pay:
        lines = ", ".join(f"{line_words(won.line)} {won.pay}" for won in seat.meter_won)
        table.add_row("  Jackpot", "", f"[bold green]{signed_dollars(meter_pay)}[/]", f"{lines}!")
    return table


def pay_tables(terms: Terms) -> list[Table]:
    """The pay tables of the bets that the table offers."""
    tables = []
    game = terms.game
    shared = [bet for bet in game.base_tables if bet not in game.by_key]
    for bet in (*shared, *game.by_key):
        if bet not in terms.tables:
            continue
        paytable = terms.table(bet)
        posted = posted_table(paytable, f"{game.table_words(bet)} · {paytable.name}")
        table = Table(
            title=posted.title,
            caption=posted.note or None,
            box=None,
            pad_edge=False,
            show_header=False,
            title_justify="left",
            caption_justify="left",
        )
        table.add_column()
        table.add_column(justify="right")
        for words, pay in posted.rows:
            table.add_row(words, pay)
        tables.append(table)
    return tables


def offer_text(key: str, action: Action, cents: Cents) -> str:
    """A choice with its key: `4 bet 4x $40`, `c check`."""
    if isinstance(action, Bet):
        return f"[bold]{key}[/] bet {action.multiple}x {dollars(cents)}"
    if cents < 0:
        return f"[bold]{key}[/] {action} {dollars(-cents)} back"
    return f"[bold]{key}[/] {action}"


def help_text(game: Game, terms: Terms) -> str:
    """What can be typed at a table of this game."""
    bets = [spot for spot in game.optional if terms.offers(spot.key)]
    letters = ", ".join(f"{spot.letter} is {spot.felt}" for spot in bets)
    example = f"10 {bets[0].letter}5" if bets else "10"
    return (
        f"  {'10':12}{game.base_words} $10\n"
        f"  {example:12}with {bets[0].felt + ' $5' if bets else 'nothing else'}{'; ' + letters if letters else ''}\n"
        "  Enter       the same bets again\n"
        "  pay         the pay tables          last   the last round as text, to keep or report\n"
        "  proof       the last round's seed, for `croupier verify`\n"
        "  q           leave the table"
    )


_BET = re.compile(r"([a-z_]+)?\s*\$?([\d.,]+)")


def parse_bets(text: str, game: Game) -> Stakes:
    """Bets as they are typed: `10 t5 b5`, or in full `ante 10 trips 5`."""
    short = {spot.letter: spot.key for spot in game.chosen if spot.letter}
    known = {spot.key for spot in game.chosen}
    first, *rest = (spot for spot in game.chosen)
    amounts: dict[str, Cents] = {}
    for word in re.sub(r"([a-z_]+)\s+(?=[\d$])", r"\1", text.lower()).split():
        match = _BET.fullmatch(word)
        name = None if match is None else game.base if match[1] is None else short.get(match[1], match[1])
        if match is None or name not in known or name in amounts:
            example = f"10 {rest[0].letter}5 for {first.felt} $10 with {rest[0].felt} $5" if rest else "10"
            raise Refused(f"not a bet: {word!r}; want an amount, such as 10, or {example}")
        amounts[name] = parse_dollars(match[2])
    if not amounts.keys() & set(game.dealt_in):
        wanted = " or ".join(game.by_key[spot].felt for spot in game.dealt_in)
        raise Refused(f"no {wanted}: every round needs {game.base_words}; 10 bets $10")
    return Stakes(amounts)
