"""Decisions judged by the lab's worker: plain values in, plain values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import GAMES

if TYPE_CHECKING:
    from croupier.strategy.review import Faced

_Plain = dict[str, Any]


def judge(game: str, positions: Sequence[Mapping[str, Any]]) -> _Plain:
    """What the readable strategies of a game are called, and of each position: what the choices are worth in base bets
    as exact fractions, best first; what those strategies choose; the kind of hand; and the rule in words."""
    from croupier.strategy.review import Faced, by_strategies, hand_class, rule_words, titles, worth

    said = []
    for one in positions:
        cards = {name: parse_cards(one[name]) for name in ("own", "board", "up", "seen")}
        faced = Faced(game=GAMES[game], **cards, down=one["down"], tables=one["tables"])
        said.append(
            {
                "choices": [(choice, str(value)) for choice, value in worth(faced).items()],
                "strategies": by_strategies(faced),
                "kind": hand_class(faced),
                "rule": _rule(rule_words, faced),
            }
        )
    return {"titles": titles(GAMES[game]), "verdicts": said}


def _rule(rule_words: Callable[[Faced], str], faced: Faced) -> str:
    try:
        return rule_words(faced)
    except Refused:
        return ""  # nobody has written one
