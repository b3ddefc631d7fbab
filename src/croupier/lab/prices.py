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

from croupier.lab.solved import face_up_edge, table_edges
from croupier.rules.game import AfterFold, Game
from croupier.rules.games import GAMES
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Terms

FILE = "prices.json"
_LOOKING = "/face up "


@dataclass(frozen=True, slots=True)
class Price:
    """A bet under a pay table. The edge is the house's share of one unit staked; the variance is of one unit's result.

    The unit of a base game is its base bet, the Ante in most.
    """

    edge: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class PriceList:
    """Every price by its name, and the covariances of two bets of a seat where they have been worked out."""

    prices: Mapping[str, Price]
    together: Mapping[tuple[str, str], Fraction]


@cache
def price_list() -> PriceList:
    """The prices that are kept."""
    kept = json.loads(resources.files("croupier.lab").joinpath(FILE).read_text(encoding="utf-8"))
    prices = {name: Price(Fraction(edge), Fraction(variance)) for name, (edge, variance) in kept["prices"].items()}
    together = {(first, second): Fraction(value) for first, second, value in kept["together"]}
    return PriceList(prices, together)


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
    """The price of a side bet at a table."""
    return bet_name(terms.game.side_bet[spot].kind, terms.tables[spot], lost_by_fold=spot in terms.lost_by_fold)


def price(name: str) -> Price:
    """The price of that name."""
    plain, looking, players = name.partition(_LOOKING)
    kept = price_list().prices[plain]
    if not looking:
        return kept
    found = face_up_edge(GAMES[plain.partition("/")[0]], int(players))
    assert found is not None, "a price of that name was made because the edge is known"
    return Price(Fraction(found.edge), kept.variance)


def covariance(first: str, second: str) -> Fraction | None:
    """How two bets of the same seat swing together, per unit of each; nothing where it has not been worked out."""
    names = (first.partition(_LOOKING)[0], second.partition(_LOOKING)[0])
    together = price_list().together
    return together.get(names, together.get(names[::-1]))


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
