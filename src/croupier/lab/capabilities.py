"""What the lab can do: which games it can count, which bets it can price; and its stored results for face-up tables.

Nothing is computed here and no compiler is loaded, so a server may ask at any time.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import comb
from typing import Any, Final, NamedTuple

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.games import GAMES, chosen_rules
from croupier.games.uth import UTH
from croupier.rules.game import Game
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE

_LEARNT_FIRST = frozenset({UTH.key})
_WHOLE_TABLES = frozenset(
    {
        UTH.key,
        "three-card",
        "caribbean",
        "four-card",
        "crazy-four",
        "mississippi",
        "let-it-ride",
        "holdem-bonus",
        "flushes-gone-wild",
        "dj-wild",
    }
)
"""The games that the lab plays card by card: it can look up what a seat does, and need not deal everything out."""
_FEW_BOARDS: Final = 100_000


class NotCounted(Refused):
    """A game that the lab cannot solve by counting."""


def check_countable(game: Game) -> None:
    """Refuse a game that is dealt in a way that the general solver cannot count."""
    layout = game.layout
    if layout.up and layout.board:
        raise NotCounted(f"{game.name} shows a card of the dealer's beside a board; the lab does not count such games")
    if layout.up > 1:
        raise NotCounted(f"{game.name} shows {layout.up} cards of the dealer's; the lab counts games that show one")
    if layout.board > MOST_ON_BOARD:
        raise NotCounted(
            f"{game.name} has {layout.board} cards on the board; the lab counts games with {MOST_ON_BOARD} at most"
        )


def is_countable(game: Game) -> bool:
    """Whether the lab can say what a choice is worth in a game."""
    try:
        check_countable(game)
    except NotCounted:
        return False
    return True


MOST_ON_BOARD: Final = 6


def is_learnt_first(game: Game) -> bool:
    """Whether the lab solves the whole game before its first answer and then looks every position up.

    The other games it deals out, position by position.
    """
    return game.key in _LEARNT_FIRST


def bets_along(game: Game) -> tuple[str, ...]:
    """The side bets that the lab settles in the same deals as the base game, so that a round has them in its results.

    Those of games that it does not deal card by card it prices by themselves."""
    return tuple(bet.key for bet in game.side_bets) if has_whole_tables(game) else ()


def has_whole_tables(game: Game) -> bool:
    """Whether the lab deals a table of several seats, which win and lose together against one hand of the dealer's."""
    return game.key in _WHOLE_TABLES


def check_whole_tables(game: Game) -> None:
    """Refuse a game whose rounds the lab draws by how they end."""
    if not has_whole_tables(game):
        there = ", ".join(one.name for one in GAMES.values() if has_whole_tables(one))
        raise NotCounted(
            f"the lab draws the rounds of {game.name} by how they end and deals no cards, which seats and side bets "
            f"share; want {there}"
        )


def counted_game(key: str | None) -> Game:
    """The game of that key, the house's own where none is named; refused where the lab cannot count it."""
    game = chosen_rules(key, None).game
    check_countable(game)
    return game


def priced_bets() -> dict[str, str]:
    """The kinds of pay tables that can be priced, in the order of the felts, and their felt words.

    A kind that several games share has the words of the first that offers it.
    """
    games = [game for game in GAMES.values() if is_countable(game)]
    felts: dict[str, str] = {}
    for game in games:
        for kind in game.base_tables:
            felts.setdefault(kind, game.table_words(kind))
        for bet in game.side_bets:
            felts.setdefault(bet.kind, bet.spot.felt)
    return felts | {PROGRESSIVE: games[0].by_key[PROGRESSIVE].felt}


class FaceUpEdge(NamedTuple):
    """The house edge of the base bet at a face-up table, against a player who uses all cards that lie there."""

    edge: float
    standard_error: float
    exact: bool


def face_up_edge(game: Game, players: int) -> FaceUpEdge | None:
    """The edge with so many players, of whom one looks at all the others' cards, where that has been worked out."""
    run = face_up_run(game, players)
    return None if run is None else FaceUpEdge(run["edge"], run["standard_error"], run["exact"])


def face_up_run(game: Game, players: int) -> dict[str, Any] | None:
    """The stored run of a game for so many players, as `FaceUp.to_dict` has it; the exact one where there is one."""
    return _stored_runs(game.key).get(players)


def face_up_runs(game: Game) -> list[dict[str, Any]]:
    """The stored runs of a game, one for each number of players."""
    return [run for _, run in sorted(_stored_runs(game.key).items())]


@cache
def _stored_runs(key: str) -> dict[int, dict[str, Any]]:
    runs: dict[int, dict[str, Any]] = {}
    for run in face_up_report(key).get("runs", ()):
        if run["exact"] or run["players"] not in runs:
            runs[run["players"]] = run
    return runs


def face_up_report(key: str) -> dict[str, Any]:
    """All stored face-up runs of a game, with the hardware and the date; empty where there are none."""
    report: dict[str, Any] = _face_up_reports().get(key, {})
    return report


@cache
def _face_up_reports() -> dict[str, Any]:
    text = resources.files("croupier.lab").joinpath("face_up.json").read_text(encoding="utf-8")
    reports: dict[str, Any] = json.loads(text)
    return reports


def weighs_quickly(game: Game) -> bool:
    """Whether the lab weighs a hand with other players' cards seen within a moment, on any street."""
    return comb(len(DECK), game.layout.board) <= _FEW_BOARDS


def has_quick_variants(game: Game) -> bool:
    """Whether the lab solves the game by rules of one's own within seconds."""
    return is_learnt_first(game) or weighs_quickly(game)


def few_samples(game: Game) -> int:
    """How many sets of seen cards a face-up run draws by default: a few minutes' work at most."""
    return 1_024 if weighs_quickly(game) else 200


def table_edges(terms: Terms) -> dict[int, FaceUpEdge]:
    """The edges of a face-up table against a player who uses all cards, by number of players.

    Empty where its pay tables are not the usual ones.
    """
    if not terms.face_up:
        return {}
    game = terms.game
    usual = game.rule_sets[0].tables
    if any(terms.tables[bet] != usual[bet][0] for bet in game.base_tables):
        return {}
    edges = {players: face_up_edge(game, players) for players in range(2, terms.spots + 1)}
    return {players: edge for players, edge in edges.items() if edge is not None}


def face_up_words(terms: Terms) -> str:
    """What a face-up table gives away when all its open spots are taken (R17); nothing where that is unknown."""
    spots = terms.spots
    if spots not in table_edges(terms):
        return ""
    return f"Face up: {edge_words(terms.game, spots)}."


def edge_words(game: Game, players: int, given: float = 0.0) -> str:
    """The edge of a face-up game against one who uses the cards of so many players; nothing where it is unknown.

    `given` is how much more than the usual pay tables a table gives away face down."""
    face_up = face_up_edge(game, players)
    if face_up is None:
        return ""
    edge = round(100 * (face_up.edge - given), 2)
    share = "one bet" if game.base_label else f"the {game.by_key[game.base].felt}"
    if face_up.edge < given:
        return f"one who uses all cards of {players} players has {-edge:.2f} % of {share} over the house"
    return f"house edge {edge:.2f} % of {share} against one who uses all cards of {players} players"
