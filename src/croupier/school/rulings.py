"""Which ruling decides what became of a wager: what a wrong answer breaks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.game import FOLDED, NOT_QUALIFIED, Game
from croupier.rules.games import GAMES
from croupier.rules.paytables import ALL_SEVEN
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE

_BASE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "uth": ("R20", "R20"),
        "three-card": ("T4", "T3"),
        "let-it-ride": ("L3", "L2"),
        "caribbean": ("C3", "C2"),
        "mississippi": ("M3", "M2"),
        "four-card": ("F4", "F3"),
        "crazy-four": ("Z3", "Z2"),
    }
)
"""What decides the base bets, and what a fold does to them."""

_SPOTS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("uth", "blind"): "R22",
        ("uth", "trips"): "R23",
        ("uth", "bad_beat"): "R24",
        ("uth", "pairs"): "R25",
        ("three-card", "ante_bonus"): "T5",
        ("three-card", "pair_plus"): "T6",
        ("three-card", "six_card"): "T6",
        ("let-it-ride", "three_card_bonus"): "L4",
        ("mississippi", "three_card_bonus"): "M4",
        ("four-card", "ante_bonus"): "F5",
        ("four-card", "aces_up"): "F6",
        ("crazy-four", "super_bonus"): "Z4",
        ("crazy-four", "queens_up"): "Z5",
    }
)

OVERVIEW: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "uth": ("R6", "R7"),
        "three-card": ("T1",),
        "let-it-ride": ("L1",),
        "caribbean": ("C1",),
        "mississippi": ("M1",),
        "four-card": ("F1",),
        "crazy-four": ("Z1",),
    }
)
"""What says which bets a game has."""

DECISIONS: Mapping[str, str] = MappingProxyType(
    {
        "uth": "R18",
        "three-card": "T3",
        "let-it-ride": "L2",
        "caribbean": "C2",
        "mississippi": "M2",
        "four-card": "F3",
        "crazy-four": "Z2",
    }
)
"""What says what a seat may do."""

RANKS: Mapping[str, str] = MappingProxyType({"three-card": "T2", "four-card": "F2", "crazy-four": "F2"})
"""What ranks hands, where R2 does not."""


class NotTaught(Refused):
    """A question about a game that the school has no words for yet."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(other.name for other in GAMES.values() if is_taught(other))
        super().__init__(f"the school does not teach {game.name} yet; want one of {there}")


def is_taught(game: Game) -> bool:
    """Whether the school has the rulings and the words of a game: questions, a page of how it is played, a lesson."""
    return game.key in OVERVIEW


def check_taught(game: Game) -> None:
    """Refuse a game that the school does not teach."""
    if not is_taught(game):
        raise NotTaught(game)


def base_ruling(game: Game) -> str:
    """What decides the base bets of a game."""
    return _BASE[game.key][0]


def ranking_ruling(game: Game) -> str:
    """What says which hand is better."""
    return RANKS.get(game.key, "R2")


def spot_ruling(game: Game, spot: str) -> str:
    """What says how a spot pays."""
    return _SPOTS.get((game.key, spot), base_ruling(game))


def result_rulings(terms: Terms, row: Result) -> tuple[str, ...]:
    """What decided this result; what a bank did not cover is R30's doing too, and a cut R12's."""
    game, codes = terms.game, row.why.split("+")
    if row.spot == ENVY:
        found = ["R36"]
    elif row.spot == PROGRESSIVE:
        found = ["R40" if codes[0] == FOLDED.code else progressive_ruling(terms)]
    elif codes[0] == FOLDED.code and (game.key, row.spot) not in _SIDE_AFTER_FOLD:
        found = [_BASE[game.key][1]]
    elif codes[0] == NOT_QUALIFIED.code and row.spot == game.returned_first:
        found = ["R20", "R21"]
    elif row.spot == "blind" and not row.line:
        found = ["R20"]
    else:
        found = [spot_ruling(game, row.spot)]
    if any(code in ("part_covered", "not_covered") for code in codes):
        found.append("R30")
    if "capped" in codes:
        found.append("R12")
    return tuple(found)


_SIDE_AFTER_FOLD = frozenset({("uth", "bad_beat")})
"""Side bets that a house may let a fold lose: the bet's own ruling says so."""


def progressive_ruling(terms: Terms) -> str:
    """What says how a progressive table pays: R34 by all seven cards, R35 on a Multi-Game Link."""
    return "R34" if terms.table(PROGRESSIVE).cards == ALL_SEVEN else "R35"
