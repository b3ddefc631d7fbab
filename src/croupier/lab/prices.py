"""What every approved bet costs a player who plays best, and how far it swings: worked out beforehand, kept as data.

The exact figures take the lab half a minute and its compiler, which a server shall not wait for. So they are written
down once, in `prices.json` (`python -m croupier.lab.games.pricelist` writes it), and tests work them out again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from math import sqrt

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.capabilities import face_up_edge, table_edges
from croupier.rules.game import AfterFold, Game
from croupier.rules.own.file import side_bet_text
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Terms

FILE = "prices.json"
_LOOKING = "/face up "
OWN = "own/"
"""How the price of a side bet of the house's own is called; `croupier.lab.custom_bets` works it out."""


@dataclass(frozen=True, slots=True)
class BetPrice:
    """A bet under a pay table. The edge is the house's share of one unit staked; the variance is of one unit's result.

    The unit of a base game is its base bet, the Ante in most.
    """

    edge: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class PriceList:
    """Every price by its name, and how two bets swing together.

    together  the covariances of two bets of a seat where they have been worked out, by their prices
    within    by game and two of its bets: the measured correlation of one seat's bets; `between`, of two seats'
    """

    prices: Mapping[str, BetPrice]
    together: Mapping[tuple[str, str], Fraction]
    within: Mapping[tuple[str, str, str], float]
    between: Mapping[tuple[str, str, str], float]


@cache
def price_list() -> PriceList:
    """The prices that are kept."""
    document = json.loads(resources.files("croupier.lab").joinpath(FILE).read_text(encoding="utf-8"))
    prices = {
        name: BetPrice(Fraction(edge), Fraction(variance)) for name, (edge, variance) in document["prices"].items()
    }
    together = {(first, second): Fraction(value) for first, second, value in document["together"]}
    within, between = (
        {(game, one, other): value for game, swings in document["swings"].items() for one, other, value in swings[how]}
        for how in ("within", "between")
    )
    return PriceList(prices, together, within, between)


def base_name(game: Game, tables: Mapping[str, str]) -> str:
    """What the price of a base game with these pay tables is called: `uth/BLIND`."""
    return "/".join((game.key, *(tables[bet] for bet in game.base_tables)))


def bet_name(kind: str, table: str, *, lost_by_fold: bool = False) -> str:
    """What the price of a side bet is called: `trips/UTH-02`. Where the house lets a fold lose it, it is another."""
    return f"{kind}/{table}{'/lost by fold' if lost_by_fold else ''}"


def base_price_name(terms: Terms, players: int) -> str:
    """The price of the base game at a table, with so many players.

    Face up it is that of one who uses all cards that lie there, where that is known; each number has its own.
    """
    name = base_name(terms.game, terms.tables)
    return f"{name}{_LOOKING}{players}" if players in table_edges(terms) else name


def bet_price_name(terms: Terms, spot: str) -> str:
    """The price of a side bet at a table; one of the house's own is called by its whole declaration."""
    own = terms.own_bet(spot)
    if own is not None:
        return f"{OWN}{own.name}/{terms.rules.game.key}/{side_bet_text(own)}"
    return bet_name(terms.game.side_bet[spot].kind, terms.tables[spot], lost_by_fold=spot in terms.lost_by_fold)


class NoSuchPrice(Refused):
    """A bet whose price nobody has worked out beforehand."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no price is kept for {name!r}; `croupier edge` works out those of a game that is solved")


def is_priced(name: str) -> bool:
    """Whether a price of that name is kept, or is one of the house's own."""
    return name.startswith(OWN) or name.partition(_LOOKING)[0] in price_list().prices


def price(name: str) -> BetPrice:
    """The price of that name, which is kept."""
    plain, looking, players = name.partition(_LOOKING)
    listed = price_list().prices.get(plain)
    if listed is None:
        raise NoSuchPrice(name)
    if not looking:
        return listed
    edge = face_up_edge(GAMES[plain.partition("/")[0]], int(players))
    assert edge is not None, "a price of that name was made because the edge is known"
    return BetPrice(Fraction(edge.edge), listed.variance)


def covariance(game: str, bets: tuple[str, str], names: tuple[str, str]) -> float:
    """How two bets of the same seat swing together, per unit of each. Exactly where that has been worked out, else as
    it was measured."""
    plain = (_plain(names[0]), _plain(names[1]))
    together = price_list().together
    exact = together.get(plain, together.get(plain[::-1]))
    return _measured(price_list().within, game, bets, plain) if exact is None else float(exact)


def covariance_of_seats(game: str, bets: tuple[str, str], names: tuple[str, str]) -> float:
    """How bets of two seats of the same round swing together, as it was measured, per unit of each."""
    return _measured(price_list().between, game, bets, (_plain(names[0]), _plain(names[1])))


def _measured(
    swings: Mapping[tuple[str, str, str], float], game: str, bets: tuple[str, str], names: tuple[str, str]
) -> float:
    swing = swings.get((game, *bets), swings.get((game, *bets[::-1])))
    if swing is None:  # as of the house's own bets, of which nothing was measured
        return 0.0
    return swing * sqrt(price(names[0]).variance * price(names[1]).variance)


def _plain(name: str) -> str:
    return name if name.startswith(OWN) else name.partition(_LOOKING)[0]


def names_of(rules: RuleSet) -> list[str]:
    """Every price that tables of a rule set may need, but for those dealt face up."""
    game = rules.game
    base = [base_name(game, {**_usual(rules), bet: name}) for bet in game.base_tables for name in rules.tables[bet]]
    bets = [
        bet_name(bet.kind, table, lost_by_fold=lost)
        for bet in game.side_bets
        for table in rules.tables.get(bet.key, ())
        for lost in ((False, True) if _house_chooses(game, bet.key) else (False,))
    ]
    return [*dict.fromkeys(base), *bets]


def _usual(rules: RuleSet) -> dict[str, str]:
    return {bet: rules.tables[bet][0] for bet in rules.game.base_tables}


def _house_chooses(game: Game, spot: str) -> bool:
    return game.side_bet[spot].after_fold is AfterFold.HOUSE_CHOOSES
