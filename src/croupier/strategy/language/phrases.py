"""The words of the language: what a rule may ask about, where, and what each means.

Every phrase is a number that is read off the cards, so that a condition is a range of it: a flag is 0 or 1, a rank
is 0 for none and 1 (deuce) to 13 (ace), a count is itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from croupier.strategy.language.scenes import Scene

MOST: Final = 99
"""A bound that no number reaches."""


class PhraseKind(Enum):
    """What may follow a phrase."""

    FLAG = "nothing"
    RANK = "ranks, such as T+, 9-Q or K; none means any"
    COUNT = "a comparison, such as < 21 or >= 2"
    CARDS = "ranks and then a comparison, such as J+ >= 2"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing to ask about, under its first name and any other; `meaning` is for the glossary."""

    name: str
    kind: PhraseKind
    scenes: frozenset[Scene]
    meaning: str
    also: tuple[str, ...] = ()


def _in(*scenes: Scene) -> frozenset[Scene]:
    return frozenset(scenes)


_START, _FLOP, _RIVER = Scene.START, Scene.FLOP, Scene.RIVER
_BOARD = _in(_FLOP, _RIVER)
_DUEL = _in(Scene.HAND, Scene.SHOWN)
_SETS = _in(Scene.RIDE, Scene.STUD, Scene.SHARED)
_SHARED = _in(Scene.SHARED)
_UTH = _in(_START, _FLOP, _RIVER)

PHRASES: Final = (
    Phrase("pocket pair", PhraseKind.RANK, _UTH, "both hole cards are of one rank", ("pocket",)),
    Phrase(
        "high card",
        PhraseKind.RANK,
        _UTH | _DUEL | _SETS,
        "the highest own card; where a straight is drawn to, as the narrowest straight would use it",
        ("highest card",),
    ),
    Phrase("low card", PhraseKind.RANK, _UTH | _SETS, "the lowest own card, an ace beside low cards below a deuce"),
    Phrase(
        "kicker",
        PhraseKind.RANK,
        _BOARD,
        "the hole card that does not pair the board; the lower one where neither does; none with a pocket pair",
    ),
    Phrase(
        "suited",
        PhraseKind.FLAG,
        _in(_START, _FLOP) | _SETS,
        "both hole cards, or in games without a flop all cards in sight, are of one suit",
    ),
    Phrase("gap", PhraseKind.COUNT, _in(_START), "how many ranks lie between the hole cards"),
    Phrase(
        "hidden pair",
        PhraseKind.RANK,
        _BOARD,
        "a pair with a card of your own: a hole card that pairs the board, or a pocket pair",
    ),
    Phrase("top pair", PhraseKind.FLAG, _BOARD, "a hole card pairs the highest card of the board"),
    Phrase("second pair", PhraseKind.FLAG, _BOARD, "a hole card pairs the second-highest rank of the board"),
    Phrase("middle pair", PhraseKind.FLAG, _BOARD, "a hole card pairs a rank between the board's highest and lowest"),
    Phrase("bottom pair", PhraseKind.FLAG, _BOARD, "a hole card pairs the lowest card of the board"),
    Phrase("overpair", PhraseKind.FLAG, _BOARD, "a pocket pair above every card of the board", ("over pair",)),
    Phrase("two hidden pairs", PhraseKind.FLAG, _BOARD, "both hole cards pair the board", ("hidden two pair",)),
    Phrase(
        "hidden trips",
        PhraseKind.FLAG,
        _BOARD,
        "three of a rank with a card of your own",
        ("hidden three of a kind", "hidden set"),
    ),
    Phrase(
        "own hand",
        PhraseKind.FLAG,
        _BOARD,
        "a better kind of hand than the board makes alone",
        ("better than the board",),
    ),
    Phrase("overcards", PhraseKind.COUNT, _BOARD, "hole cards that are higher than every card of the board"),
    Phrase(
        "higher kickers",
        PhraseKind.COUNT,
        _BOARD,
        "ranks above your highest hole card that do not lie on the board; 0 is the best kicker there is",
    ),
    Phrase(
        "flush draw",
        PhraseKind.RANK,
        _in(_FLOP),
        "four to a flush with a card of your own; ranks are those of your highest card in it",
        ("four flush", "four to a flush"),
    ),
    Phrase("two-card flush draw", PhraseKind.FLAG, _in(_FLOP), "four to a flush, two of them in the hole"),
    Phrase("nut flush draw", PhraseKind.FLAG, _in(_FLOP), "a flush draw to the best flush there can be"),
    Phrase(
        "backdoor flush draw",
        PhraseKind.RANK,
        _in(_FLOP),
        "exactly three to a flush with a card of your own; ranks are those of your highest card in it",
        ("three to a flush",),
    ),
    Phrase(
        "open-ended straight draw",
        PhraseKind.FLAG,
        _in(_FLOP) | _SETS,
        "two ranks complete a straight (a double inside draw counts); without a flop: a run with no ace in it",
        ("open-ended", "open ended", "outside straight draw", "outside straight"),
    ),
    Phrase(
        "inside straight draw",
        PhraseKind.FLAG,
        _in(_FLOP) | _SETS,
        "exactly one rank completes a straight; without a flop: a straight draw that is not open-ended",
        ("gutshot", "inside straight"),
    ),
    Phrase(
        "straight draw",
        PhraseKind.FLAG,
        _in(_FLOP) | _SETS,
        "open-ended or inside; without a flop: all cards in sight fit into one straight",
    ),
    Phrase("gaps", PhraseKind.COUNT, _SETS, "ranks missing between cards that fit into one straight; 9 where none can"),
    Phrase(
        "paired board",
        PhraseKind.FLAG,
        _BOARD,
        "two cards of the board are of one rank",
        ("board paired", "board pair"),
    ),
    Phrase("two pair on the board", PhraseKind.FLAG, _in(_RIVER), "the board holds two pairs"),
    Phrase("trips on the board", PhraseKind.FLAG, _BOARD, "three cards of the board are of one rank", ("board trips",)),
    Phrase(
        "board suited",
        PhraseKind.COUNT,
        _BOARD,
        "cards of the board's longest suit; at the river fewer than three count as two",
        ("suited board cards",),
    ),
    Phrase("board run", PhraseKind.COUNT, _BOARD, "ranks of the board that fit into one straight"),
    Phrase("board high card", PhraseKind.RANK, _BOARD | _SHARED, "the highest card of the board"),
    Phrase("board low card", PhraseKind.RANK, _BOARD | _SHARED, "the lowest card of the board"),
    Phrase("own high card", PhraseKind.RANK, _SHARED, "the highest of your own cards, the board left aside"),
    Phrase("own low card", PhraseKind.RANK, _SHARED, "the lowest of your own cards, the board left aside"),
    Phrase(
        "dealer outs",
        PhraseKind.COUNT,
        _in(_RIVER),
        "unseen cards, of 45, each of which alone with the board would beat you",
        ("outs",),
    ),
    Phrase(
        "pair",
        PhraseKind.RANK,
        _DUEL | _SETS,
        "a pair and nothing better; in games without a hand of the dealer's the "
        "highest rank that is there at least twice",
    ),
    Phrase("second card", PhraseKind.RANK, _DUEL, "the second-highest card of the hand"),
    Phrase("third card", PhraseKind.RANK, _DUEL, "the third-highest card of the hand"),
    Phrase("fourth card", PhraseKind.RANK, _DUEL, "the fourth-highest card of the hand"),
    Phrase("fifth card", PhraseKind.RANK, _DUEL, "the fifth-highest card of the hand"),
    Phrase(
        "cards",
        PhraseKind.CARDS,
        _DUEL | _SETS,
        "how many cards in sight are of these ranks; an ace beside low cards is low where a straight is drawn to",
    ),
    Phrase("dealer shows", PhraseKind.RANK, _in(Scene.SHOWN), "the card that the dealer shows", ("dealer's card",)),
    Phrase(
        "dealer's rank held", PhraseKind.FLAG, _in(Scene.SHOWN), "you hold a card of the rank that the dealer shows"
    ),
    Phrase("cards above the dealer", PhraseKind.COUNT, _in(Scene.SHOWN), "own cards higher than the one that is shown"),
    Phrase("cards of the dealer's suit", PhraseKind.COUNT, _in(Scene.SHOWN), "own cards of the suit that is shown"),
    Phrase(
        "pair the dealer does not outrank",
        PhraseKind.FLAG,
        _in(Scene.SHOWN),
        "a pair and nothing better, of the rank that is shown or higher",
    ),
    Phrase(
        "paying hand",
        PhraseKind.FLAG,
        _SETS - _SHARED,
        "what cannot lose any more: a pair of tens (in Mississippi Stud "
        "of sixes) or better, two pair, three or four of a kind",
        ("what pays",),
    ),
    Phrase("royal draw", PhraseKind.FLAG, _SETS, "all cards in sight are of one suit and a ten or better"),
    Phrase("points", PhraseKind.COUNT, _in(Scene.STUD), "a jack or better has 2 points, a six to a ten 1"),
    Phrase(
        "down",
        PhraseKind.COUNT,
        _in(Scene.STUD) | _SHARED,
        "Antes that lie there already, the first included",
        ("antes down",),
    ),
)

ALL_NAMES: Final = frozenset(name for phrase in PHRASES for name in (phrase.name, *phrase.also))


@cache
def phrases_of(scene: Scene) -> dict[str, Phrase]:
    """The phrases of a scene by each of their names."""
    return {
        name: phrase for phrase in PHRASES if scene in phrase.scenes for name in (phrase.name, *phrase.also)
    }  # fmt: skip


def scenes_with(name: str) -> tuple[Scene, ...]:
    """Where a phrase may be used, whatever it is asked for."""
    scenes = {scene for phrase in PHRASES if name in (phrase.name, *phrase.also) for scene in phrase.scenes}
    return tuple(scene for scene in Scene if scene in scenes)
