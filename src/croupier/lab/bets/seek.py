"""Which pay gives a wanted edge? The more a line pays, the less the house keeps, so it lies between two whole pays.

pays = seek_line(paytable("UTH-02", "trips"), "flush", Fraction(2, 100))
pays.below, pays.above                       # the whole pays on either side, with their edges
pays.near                                    # a pay between them that comes near
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from types import MappingProxyType

from croupier.errors import Refused
from croupier.lab.bets.designs import BadDesign, possible_lines
from croupier.lab.bets.sidebets import side_bet
from croupier.rules.paytables import Paytable, To

MOST_OF_A_LINE = 100_000
"""No line of a side bet is sought beyond so much to 1."""
_PARTS = 10
"""A pay between whole ones has at most this below the line: a felt that says 237 to 100 is read by nobody."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A pay, `x to y` as a fraction, and the house edge that it makes."""

    pay: Fraction
    edge: Fraction

    def __str__(self) -> str:
        return f"{self.pay.numerator:,} to {self.pay.denominator}"


@dataclass(frozen=True, slots=True)
class PaysAround:
    """The pays around a wanted edge: the last whole one that keeps at least as much, the next, and one in between.

    tried  every pay that was tried on the way, lowest first
    """

    field: str
    target: Fraction
    below: Tried
    above: Tried
    near: Tried
    tried: tuple[Tried, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The figures, for machines."""
        around = {"below": self.below, "near": self.near, "above": self.above}
        pays = {name: {"pays": str(one), "edge": float(one.edge)} for name, one in around.items()}
        tried = [{"pays": str(one), "pay": float(one.pay), "edge": float(one.edge)} for one in self.tried]
        return {"field": self.field, "target": float(self.target), **pays, "tried": tried}


def search(field: str, target: Fraction, most: int, edge_of: Callable[[Fraction], Fraction]) -> PaysAround:
    """The pays of a line around an edge. An edge is all but straight in a pay, so most guesses come close at once."""
    known: dict[Fraction, Tried] = {}

    def tried(pay: Fraction) -> Tried:
        if pay not in known:
            known[pay] = Tried(pay, edge_of(pay))
        return known[pay]

    least, top = tried(Fraction(0)), tried(Fraction(most))
    if not top.edge < target <= least.edge:
        raise Refused(
            f"no pay of {field} gives {float(target):.2%}: a push gives {float(least.edge):.4%}, "
            f"{most:,} to 1 gives {float(top.edge):.4%}; want an edge between them"
        )
    low, high, halve = 0, most, False
    while high - low > 1:
        ends = tried(Fraction(low)), tried(Fraction(high))
        share = (ends[0].edge - target) / (ends[0].edge - ends[1].edge)
        guess = low + (high - low) // 2 if halve else floor(low + share * (high - low))
        guess = min(max(guess, low + 1), high - 1)
        if tried(Fraction(guess)).edge >= target:
            # A guess that is right is known by the next whole pay.
            low = guess
            if high - low > 1 and tried(Fraction(low + 1)).edge < target:
                high = low + 1
        else:
            high = guess
        halve = not halve
    below, above = tried(Fraction(low)), tried(Fraction(high))
    share = (below.edge - target) / (below.edge - above.edge)
    near = tried((low + share).limit_denominator(_PARTS))
    return PaysAround(field, target, below, above, near, tuple(known[pay] for pay in sorted(known)))


def seek_line(table: Paytable, line: str, target: Fraction) -> PaysAround:
    """The pays of a side bet's line between which its edge is what is wanted."""
    if line not in possible_lines(table):
        raise BadDesign(f"{table.name} has no line {line!r}; there are {', '.join(possible_lines(table))}", line)

    def edge_of(pay: Fraction) -> Fraction:
        pays = {**table.pays, line: To(pay.numerator, pay.denominator)}
        return side_bet(Paytable(table.name, table.bet, MappingProxyType(pays), cards=table.cards)).edge

    return search(f"{table.name}.{line}", target, MOST_OF_A_LINE, edge_of)
