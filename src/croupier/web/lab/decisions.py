"""Jobs of the lab's worker about decisions: explain one, judge those that were played, draw drills and mark tests.

They take plain values and return plain values, since both travel between processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.rules.outs import outs_at
from croupier.values import replace

if TYPE_CHECKING:
    from croupier.strategy.drills.position import DrillPosition
    from croupier.strategy.review import DecisionContext

_Plain = dict[str, Any]


def judge_positions(game: str, positions: Sequence[Mapping[str, Any]]) -> _Plain:
    """The titles of a game's readable strategies, and a verdict on each position.

    A verdict has what the choices are worth in base bets, as exact fractions, best first; whether others' cards had to
    be left out, since with them it cannot be counted; what those strategies choose; the kind of hand; and the rule in
    words.
    """
    from croupier.strategy.review import DecisionContext, by_strategies, hand_class, rule_words, titles, worth

    verdicts = []
    for one in positions:
        cards = {name: parse_cards(one[name]) for name in ("own", "board", "up", "seen")}
        faced = DecisionContext(game=GAMES[game], **cards, down=one["down"], tables=one["tables"])
        left_out = False
        try:
            values = worth(faced)
        except Refused:
            if not faced.seen:
                raise
            values, left_out = worth(replace(faced, seen=())), True
        verdicts.append(
            {
                "choices": [(choice, str(value)) for choice, value in values.items()],
                "left_out": left_out,
                "strategies": by_strategies(faced),
                "kind": hand_class(faced),
                "rule": _rule(rule_words, faced, values),
            }
        )
    return {"titles": titles(GAMES[game]), "verdicts": verdicts}


def _rule(
    rule_words: Callable[[DecisionContext, Mapping[str, Fraction]], str],
    faced: DecisionContext,
    values: Mapping[str, Fraction],
) -> str:
    try:
        return rule_words(faced, values)
    except Refused:
        return ""  # nobody has written one


def explain_choice(
    game: str, values: Mapping[str, Fraction], own: str, board: str, up: str, down: int | None, **_: Any
) -> dict[str, Any]:
    """The rule in words, whether it chooses as well as can be, and the dealer's outs where they count.

    A rule that can be learnt looks at the own cards, the board and the dealer's card, and never at others' cards.
    """
    from croupier.strategy.explanation import explain, taught_strategy

    played = GAMES[game]
    try:
        strategy = taught_strategy(played)
    except Refused:
        return {}  # nobody has written one
    cards, shared = parse_cards(own), parse_cards(board)
    rule = explain(strategy, cards, shared, parse_cards(up), down)
    explanation: _Plain = {
        "rule": {
            "words": rule.sentence,
            "action": rule.choice,
            "agrees": values[rule.choice] == max(values.values()),
            "strategy": strategy.title,
            "counts_outs": rule.counts_outs,
        }
    }
    outs = outs_at(played, cards, shared)
    if outs is not None and outs.against:
        explanation["outs"] = len(outs.cards)
    return explanation


@lru_cache(maxsize=8_192)
def _position(key: str) -> DrillPosition:
    """A position, judged once and cached: a test is judged while it is being written, so that marking takes no time."""
    from croupier.strategy.drills.position import parse_position

    return parse_position(key)


def draw(game: str, seed: str, street: int | None, hand_class: str) -> str:
    """A position to learn from, by its key."""
    from random import Random

    from croupier.strategy.drills.drawing import class_of, draw_position

    of = GAMES[game]
    belongs = None
    if hand_class:
        chosen = class_of(of, hand_class)
        belongs = chosen.belongs
        street = chosen.streets[0] if street is None and len(chosen.streets) == 1 else street
    return draw_position(of, Random(seed), street=street, belongs=belongs).key


@lru_cache(maxsize=64)
def puzzles(game: str, day: str) -> list[str]:
    """The puzzles of a day, by their keys."""
    from datetime import date

    from croupier.strategy.drills.drawing import puzzles as of_day

    return [position.key for position in of_day(GAMES[game], date.fromisoformat(day))]


def judge(game: str, key: str, choice: str) -> _Plain:
    """What became of an answer: exact values, what it cost, what was at stake, the rule and the reason in words."""
    from croupier.strategy.drills.reasons import reason_words, rule_words

    position = _position(key)
    said = {"rule": rule_words(position), "reason": reason_words(position)}
    return {**_values(position), **said, "cost": str(position.cost(choice)), "margin": str(position.margin)}


def _values(position: DrillPosition) -> _Plain:
    return {key: value for key, value in position.to_dict().items() if key in ("best", "hand", "choices")}


def prepare(game: str, keys: Sequence[str]) -> int:
    """Judge these positions beforehand."""
    return len([_position(key) for key in keys])


def mark(game: str, keys: Sequence[str], answers: Sequence[str]) -> _Plain:
    """A test marked: how many are right, what they cost, how strategies would have done, and every mistake."""
    from croupier.strategy.drills.marking import mark_paper
    from croupier.strategy.drills.reasons import rule_words

    done = mark_paper([_position(key) for key in keys], answers)
    scores = [
        {"title": score.title, "right": score.right, "cost": float(score.cost)} for score in (done.own, *done.others)
    ]
    mistakes = [
        {
            "number": number,
            "own": [str(card) for card in position.own],
            "board": [str(card) for card in position.board],
            "up": [str(card) for card in position.up],
            "chose": choice,
            "rule": rule_words(position),
            **_values(position),
        }
        for number, (position, choice) in enumerate(zip(done.positions, done.answers, strict=True), 1)
        if position.cost(choice)
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
