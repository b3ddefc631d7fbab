"""What a hand nets against each kind of dealer's hand, by the game's own settlement: no rule is written down twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games.caribbean import RAISE
from croupier.rules.game import Game, Hands
from croupier.rules.paytables import Paytable, To, paytable
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base

if TYPE_CHECKING:
    from croupier.rules.terms import Terms

Tables = Mapping[str, Paytable]
"""The pay tables of a game's base bets, by spot or by the name that several spots share."""

OUTCOMES = ("unqualified", "beaten", "equal", "better")
"""What the dealer's hand can be: one that does not play, or one that does and is worse, as good, or better."""

_BEST_OF_ALL = 1 << 30

MOST_UNITS = 2**31 - 1
"""The most that a bet may pay, in units: tables by set of cards hold 32 bits, and sums over them stay below 2^63."""


class NotPriced(Refused):
    """A pay table by which a game cannot be priced."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The pay tables on the felt, the designs among them: what a settlement asks its terms for."""

    tables: Tables

    def table(self, bet: str) -> Paytable:
        return self.tables[bet]


@dataclass(frozen=True, slots=True)
class Nets:
    """What each choice nets, in units of which the base bet has `unit`.

    kind   of each grade, the kind of hand that it is: hands of one kind are settled alike
    net    by choice: what each kind nets against each of the `OUTCOMES`
    bet    by choice: all the money that lies on the felt then
    """

    unit: int
    kind: NDArray[np.int64]
    net: Mapping[str, NDArray[np.int64]]
    bet: Mapping[str, int]


def tables_of(game: Game, designs: Tables | None = None) -> dict[str, Paytable]:
    """The pay tables of the game's base bets: the approved ones, or a design in their place."""
    rules = game.rule_sets[0]
    tables = {bet: paytable(rules.tables[bet][0], bet) for bet in game.base_tables}
    for bet, table in (designs or {}).items():
        if bet not in tables or table.bet != bet:
            raise NotPriced(f"{table.name!r} is a table for {table.bet}; {game.name} is played by {', '.join(tables)}")
        if bet == RAISE and (silent := [line for line in game.base_tables[bet] if line not in table.pays]):
            raise NotPriced(f"{table.name!r} pays nothing for {silent[0]!r}; a Raise that wins is paid for every hand")
        tables[bet] = table
    return tables


def unit_of(tables: Tables) -> int:
    """The units in a base bet that make every pay a whole number."""
    for table in tables.values():
        for line, pay in table.pays.items():
            if not isinstance(pay, To) or pay.win > 100_000 or pay.per > 1_000:
                raise NotPriced(f"{table.name!r} pays {pay} for {line!r}; want 'x to y', at most 100,000 to 1")
    pays = [pay for table in tables.values() for pay in table.pays.values() if isinstance(pay, To)]
    unit = lcm(*(pay.per for pay in pays), 1)
    most = max((pay.win * unit // pay.per for pay in pays), default=0)
    if most > MOST_UNITS:
        raise NotPriced(f"the pays need {unit:,} units in a bet and reach {most:,}; want at most {MOST_UNITS:,}")
    return unit


def duel_nets(game: Game, tables: Tables, strengths: NDArray[np.int64], shift: int) -> Nets:
    """What every choice of a game with one decision nets, by kind of hand and of the dealer's."""
    unit = unit_of(tables)
    # A category and the rank that decides first in it: no pay table tells hands apart more finely. The best hand of a
    # kind speaks for it, for it is the one that has worse hands of a qualified dealer below it if any of the kind has.
    _, kind = np.unique(strengths >> (shift - 4), return_inverse=True)
    last = np.flatnonzero(np.diff(kind, append=-1))
    net: dict[str, NDArray[np.int64]] = {}
    bet: dict[str, int] = {}
    street = game.streets[0]
    for action in street.offers:
        seat = Seat(number=1, stakes=game.complete({game.base: unit}))
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
        name = str(action)
        bet[name] = seat.total
        net[name] = np.array([_against_each(game, seat, int(strengths[at]), tables) for at in last], np.int64)
    return Nets(unit, kind, net, bet)


def _against_each(game: Game, seat: Seat, player: int, tables: Tables) -> list[int]:
    terms = cast("Terms", Posted(tables))
    hands = [Hands(player, dealer, (), (), ()) for dealer in (-1, player - 1, player, _BEST_OF_ALL)]
    return [sum(one.net for one in settle_base(game, seat, seen, terms)) for seen in hands]
