"""What the lab's worker answers about any game but Ultimate Texas Hold'em, which has its own way in `jobs`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import GAMES
from croupier.rules.paytables import Paytable, paytable

_Plain = dict[str, Any]


def choices(
    game: str, own: str, board: str, up: str, seen: str, down: int | None, tables: Mapping[str, str]
) -> Mapping[str, Fraction]:
    """What each choice is worth in base bets, best first, by the pay tables of the table."""
    from croupier.lab.games.direct import choice_values

    played = GAMES[game]
    cards = (parse_cards(text) for text in (own, board, up, seen))
    return choice_values(played, *cards, down=down, designs=_base_tables(played, tables))


def edges(game: str, tables: Mapping[str, str], of_base: float | None = None) -> dict[str, float]:
    """The house edge of the base bet, unless it is known, and of every side bet, by spot."""
    from croupier.lab.bets.sidebets import side_bet
    from croupier.lab.games.solve import solved_game

    played = GAMES[game]
    if of_base is None:
        of_base = float(solved_game(played, _base_tables(played, tables)).edge)
    found = {played.base: of_base}
    sides = {spot: _posted(played, spot, name) for spot, name in tables.items() if spot in played.side_bet}
    return found | {spot: float(side_bet(table).edge) for spot, table in sides.items()}


def _base_tables(game: Game, tables: Mapping[str, str]) -> dict[str, Paytable]:
    return {bet: _posted(game, bet, name) for bet, name in tables.items() if bet in game.base_tables}


def _posted(game: Game, bet: str, name: str) -> Paytable:
    """An approved table of a bet, by the names of the spot and of the table."""
    if all(name not in rules.tables.get(bet, ()) for rules in game.rule_sets):
        raise Refused(f"{game.name} has no {bet} table {name!r}")
    side = game.side_bet.get(bet)
    return paytable(name, bet if side is None else side.kind)
