"""Pay tables as they are posted: ranks written out, and what is not returned said (R60)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rules.paytables import LEVELS, For, Pay, Paytable, Share, To, line_words
from croupier.rules.wagers import PROGRESSIVE

if TYPE_CHECKING:
    from croupier.rules.terms import Terms

NOT_RETURNED = "Pays for 1: the original wager is not returned."


@dataclass(frozen=True, slots=True)
class PostedLine:
    """One line of a posted table. `envy` is what others at the table get for each dollar of theirs (R36), if any."""

    line: str
    words: str
    pay: str
    envy: str = ""


@dataclass(frozen=True, slots=True)
class PostedTable:
    """A pay table as it is posted: what it is for and its name, its lines, and what stands below them."""

    title: str
    lines: tuple[PostedLine, ...]
    note: str = ""

    @property
    def has_envy(self) -> bool:
        return any(line.envy for line in self.lines)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The lines in two columns, for where there is no third: envy stands below the others."""
        pays = tuple((line.words, line.pay) for line in self.lines)
        return (*pays, *((f"envy, {line.words}", f"{line.envy} a dollar") for line in self.lines if line.envy))


def posted_table(table: Paytable, title: str = "") -> PostedTable:
    """A pay table in the words in which it is posted, wherever that is: page, terminal, course, papers and placards."""
    lines = tuple(
        PostedLine(line, posted_words(table, line), posted_pay(pay), _envy(table, line))
        for line, pay in table.pays.items()
    )
    takes_stake = any(isinstance(pay, For | Share) for pay in table.pays.values())
    return PostedTable(title or table.name, lines, NOT_RETURNED if takes_stake else "")


def posted_at(terms: Terms) -> dict[str, PostedTable]:
    """The pay tables that hang at a table, by bet, in the order of the felt; on a link with the Progressive's."""
    game = terms.game
    return {
        bet: posted_table(terms.table(bet), f"{game.table_words(bet)} · {terms.table(bet).name}")
        for bet in (*game.base_tables, *(spot.key for spot in game.optional))
        if terms.offers(bet) and (bet != PROGRESSIVE or terms.progressive_stake is not None)
    }


def posted_words(table: Paytable, line: str) -> str:
    """A line with its ranks: `pair of jacks, queens or kings`, where its key says no more than high pair."""
    return table.words.get(line) or line_words(line)


def posted_pay(pay: Pay) -> str:
    """What a line pays: `3 to 2`, `push`, `250 for 1`, `5 % of the meter`, `100 % of Mega`."""
    if isinstance(pay, Share):
        return f"{pay.percent} % of {'the meter' if pay.level == LEVELS[0] else pay.level.capitalize()}"
    return "push" if isinstance(pay, To) and not pay.win else str(pay)


def _envy(table: Paytable, line: str) -> str:
    return f"${table.envy[line]:,}" if line in table.envy else ""
