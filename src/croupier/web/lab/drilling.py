"""What the lab's worker does for who learns to play: draw positions, judge answers, mark tests. Plain in, plain out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from croupier.games import GAMES

if TYPE_CHECKING:
    from croupier.strategy.drills.position import Position

_Plain = dict[str, Any]


@lru_cache(maxsize=8_192)
def _position(key: str) -> Position:
    """A position, judged once: a test is judged while it is being written, and marked at once when it is handed in."""
    from croupier.strategy.drills.position import parse_position

    return parse_position(key)


def draw(game: str, seed: str, street: int | None, hand_class: str) -> str:
    """A position to learn from, by its key."""
    from random import Random

    from croupier.strategy.drills.drawing import class_of, drawn

    of = GAMES[game]
    belongs = None
    if hand_class:
        chosen = class_of(of, hand_class)
        belongs = chosen.belongs
        street = chosen.streets[0] if street is None and len(chosen.streets) == 1 else street
    return drawn(of, Random(seed), street=street, belongs=belongs).key


@lru_cache(maxsize=64)
def puzzles(game: str, day: str) -> list[str]:
    """The puzzles of a day, by their keys."""
    from datetime import date

    from croupier.strategy.drills.drawing import puzzles as of_day

    return [found.key for found in of_day(GAMES[game], date.fromisoformat(day))]


def judge(game: str, key: str, choice: str) -> _Plain:
    """What became of an answer: exact values, what it cost, what was at stake, the rule in words."""
    from croupier.strategy.drills.marking import rule_words

    found = _position(key)
    cost = found.cost(choice)
    return {**_values(found), "cost": str(cost), "margin": str(found.margin), "rule": rule_words(found)}


def _values(found: Position) -> _Plain:
    return {key: value for key, value in found.to_dict().items() if key in ("best", "hand", "choices")}


def prepare(game: str, keys: Sequence[str]) -> int:
    """Judge these positions beforehand."""
    return len([_position(key) for key in keys])


def mark(game: str, keys: Sequence[str], answers: Sequence[str]) -> _Plain:
    """A test marked: how many are right, what they cost, how strategies would have done, and every mistake."""
    from croupier.strategy.drills.marking import marked, rule_words

    done = marked([_position(key) for key in keys], answers)
    scores = [
        {"title": score.title, "right": score.right, "cost": float(score.cost)} for score in (done.own, *done.others)
    ]
    mistakes = [
        {
            "number": number,
            "own": [str(card) for card in found.own],
            "board": [str(card) for card in found.board],
            "up": [str(card) for card in found.up],
            "chose": choice,
            "rule": rule_words(found),
            **_values(found),
        }
        for number, (found, choice) in enumerate(zip(done.positions, done.answers, strict=True), 1)
        if found.cost(choice)
    ]
    return {"right": done.own.right, "cost": str(done.own.cost), "scores": scores, "mistakes": mistakes}


JOBS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType(
    {
        "drill_draw": draw,
        "drill_puzzles": puzzles,
        "drill_judge": judge,
        "drill_prepare": prepare,
        "drill_mark": mark,
    }
)
"""The jobs by the names that the worker is asked for."""
