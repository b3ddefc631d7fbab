"""Seven-card evaluators on the same hands in one run, one thread each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import starmap

import eval7
import numpy as np
import phevaluator
import pkrbot
import pokerkit
import treys
from phevaluator import _pheval

from benchmarks.table import Table, best_of, short
from croupier.cards import RANKS, SUITS
from croupier.lab.hands.evaluator import HANDS_OF_SEVEN, grade_hands, tables, tally

HANDS = 1_000_000
ROUNDS = 3


def run() -> list[Table]:
    """Random hands for everyone, then every hand in sequence for ours."""
    random = np.random.default_rng(7)
    rows = np.concatenate(
        [random.random((50_000, 52)).argpartition(7, axis=1)[:, :7] for _ in range(HANDS // 50_000)]
    ).astype(np.uint8)
    table, grades = tables(), np.empty(HANDS, np.uint16)
    counts = np.zeros(len(table.strength), np.uint32)
    ours = partial(grade_hands, rows, table.by_ranks, table.by_flush, grades)
    sequence = partial(tally, 0, 46, table.by_ranks, table.by_flush, counts)
    ours()
    tally(45, 46, table.by_ranks, table.by_flush, counts)

    names = [rank + suit for rank in RANKS for suit in SUITS]
    peers: list[tuple[str, int, Callable[[], object]]] = [
        ("phevaluator, native call", HANDS, _calls(_pheval.evaluate_7cards, rows.tolist())),
        ("phevaluator, public call", 100_000, _calls(phevaluator.evaluate_cards, rows[:100_000].tolist())),
        ("eval7", 500_000, _maps(eval7.evaluate, _dealt(rows[:500_000], [eval7.Card(n) for n in names]))),
        ("pkrbot", 500_000, _maps(pkrbot.evaluate, _dealt(rows[:500_000], [pkrbot.Card(n) for n in names]))),
        ("treys", 30_000, _treys(rows[:30_000], names)),
        ("PokerKit", 1_000, _pokerkit(rows[:1_000], names)),
    ]
    speed: dict[str, float] = {}
    # Ours and each peer in turn, round after round, so that a busy moment hurts nobody in particular.
    for _ in range(ROUNDS):
        _note(speed, "croupier, random hands", HANDS, best_of(ours, 5))
        _note(speed, "croupier, in sequence", HANDS_OF_SEVEN, best_of(sequence, 1))
        for name, hands, work in peers:
            _note(speed, name, hands, best_of(work, 1))
    native = speed["phevaluator, native call"]
    return [
        Table(
            "Seven-card hands a second, one thread",
            ["evaluator", "million a second", "times phevaluator's native call"],
            [[name, short(value / 1e6), short(value / native)] for name, value in _ordered(speed)],
            "Random: the same million hands, in an array (ours) or as each library's own cards, made beforehand. "
            "In sequence: all 133,784,560 hands, counted by grade.",
        )
    ]


def _note(speed: dict[str, float], name: str, hands: int, seconds: float) -> None:
    speed[name] = max(speed.get(name, 0.0), hands / seconds)


def _ordered(speed: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(speed.items(), key=lambda item: -item[1])


def _drain(results: Iterable[object]) -> None:
    deque(results, maxlen=0)


def _calls(evaluate: Callable[..., object], rows: list[list[int]]) -> Callable[[], object]:
    return lambda: _drain(starmap(evaluate, rows))


def _maps(evaluate: Callable[..., object], hands: list[list[object]]) -> Callable[[], object]:
    return lambda: _drain(map(evaluate, hands))


def _dealt(rows: np.ndarray, cards: list[object]) -> list[list[object]]:
    return [[cards[card] for card in row] for row in rows.tolist()]


def _treys(rows: np.ndarray, names: list[str]) -> Callable[[], object]:
    evaluator = treys.Evaluator()
    hands = _dealt(rows, [treys.Card.new(name) for name in names])
    return lambda: _drain(evaluator.evaluate(hand[2:], hand[:2]) for hand in hands)


def _pokerkit(rows: np.ndarray, names: list[str]) -> Callable[[], object]:
    hands = [tuple(pokerkit.Card.parse("".join(names[card] for card in row))) for row in rows.tolist()]
    return lambda: _drain(pokerkit.StandardHighHand.from_game(hand[:2], hand[2:]) for hand in hands)
