"""Positions drawn for a drill, at random or where a class of hands has its border.

A deal gives mostly hands that everybody plays right. Of several deals one is kept, the likelier the closer its two best
choices are; a choice that makes no difference is never asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import date
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.teaching import HandClass
from croupier.school.decision import Decision
from croupier.strategy.drills.position import DrillPosition, judge_decision


def classes_of(game: Game) -> dict[str, HandClass]:
    """The classes of a game, by key."""
    return {one.key: one for one in game.teaching.classes}


def class_of(game: Game, key: str) -> HandClass:
    """The class of that key."""
    classes = classes_of(game)
    if key not in classes:
        offer = f"want one of {', '.join(classes)}" if classes else "it has none; leave the class out"
        raise Refused(f"{game.name} has no class {key!r}; {offer}")
    return classes[key]


Belongs = Callable[[Decision], bool]
_CANDIDATES: Final = 8
_NEAR: Final = 0.15
"""A margin, in base bets, at which a position is half as likely to be asked as one on the border."""
_TRIES: Final = 20_000
"""Deals that are looked at for the candidates; only what belongs is worth the lab's work."""


def deal_decision(game: Game, chance: Random, street: int) -> Decision:
    """A decision as it is dealt."""
    layout, board = game.layout, game.board_at(street)
    cards = chance.sample(game.deck, layout.own + board + layout.up)
    own, rest = tuple(cards[: layout.own]), cards[layout.own :]
    return Decision(game, street, own, tuple(rest[:board]), tuple(rest[board:]))


def draw_position(
    game: Game, chance: Random, *, street: int | None = None, belongs: Belongs | None = None
) -> DrillPosition:
    """A decision to learn from: of one street or any, of those that `belongs` accepts."""
    positions: list[DrillPosition] = []
    for _ in range(_TRIES):
        which = chance.randrange(len(game.streets)) if street is None else street
        decision = deal_decision(game, chance, which)
        if belongs is None or belongs(decision):
            position = judge_decision(decision)
            positions += [position] if position.margin else []
        if len(positions) == _CANDIDATES:
            break
    if not positions:
        raise Refused("no such position was found; ask for less")
    weights = [1 / (1 + (float(each.margin) / _NEAR) ** 2) for each in positions]
    return chance.choices(positions, weights)[0]


def puzzles(game: Game, day: date, number: int = 5) -> Sequence[DrillPosition]:
    """The puzzles of a day: the same for everybody, one street after another, none twice."""
    words = f"croupier puzzles 1 {game.key} {day.isoformat()}"
    chance = Random(hashlib.sha256(words.encode()).digest())
    by_key: dict[str, DrillPosition] = {}
    while len(by_key) < number:
        position = draw_position(game, chance, street=len(by_key) % len(game.streets))
        by_key.setdefault(position.key, position)
    return tuple(by_key.values())
