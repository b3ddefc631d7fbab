"""What may stand after a choice: phrases, hands and ranges, joined by `and`, `or`, `not` and brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from croupier.cards import RANKS
from croupier.rules.game import Game, Street
from croupier.strategy.language.categories import OURS, categories_of
from croupier.strategy.language.conditions import (
    Condition,
    HandAtLeast,
    Is,
    MadeHand,
    Not,
    RankRange,
    Starts,
    all_of,
    any_of,
)
from croupier.strategy.language.phrases import ALL_NAMES, MOST, Phrase, PhraseKind, phrases_of, scenes_with
from croupier.strategy.language.scenes import Scene, cards_in_sight
from croupier.strategy.language.tokens import LineReader, rank_of, suggestion, take_ranks

_RANGE: Final = re.compile(r"([2-9tjqka])([2-9tjqka])([so]?)([+-]?)", re.IGNORECASE)
_HANDS: Final = re.compile(r"(10|[2-9tjqka])(-?(10|[2-9tjqka])){1,4}", re.IGNORECASE)
_ENDS: Final = frozenset({"", ")", "unless", "except", "but"})
MOST_DEEP: Final = 20
_TWO: Final = 2
_COMPARISONS: Final[dict[str, Callable[[int], tuple[int, int]]]] = {
    "<": lambda n: (0, n - 1), "<=": lambda n: (0, n), ">": lambda n: (n + 1, MOST), ">=": lambda n: (n, MOST),
    "=": lambda n: (n, n), "fewer than": lambda n: (0, n - 1), "less than": lambda n: (0, n - 1),
    "at most": lambda n: (0, n), "more than": lambda n: (n + 1, MOST), "at least": lambda n: (n, MOST),
}  # fmt: skip


def condition(game: Game, street: Street, scene: Scene, line: LineReader, deep: int = 0) -> Condition:
    """The condition that comes next: alternatives joined by `or` or a comma."""
    if deep > MOST_DEEP:
        raise line.bad(f"is more than {MOST_DEEP} brackets deep")
    parts = [_both(game, street, scene, line, deep)]
    while line.word == "or" or (line.word == "," and not _ends_after_comma(line)):
        line.at += 1
        line.take("or")
        parts.append(_both(game, street, scene, line, deep))
    return any_of(parts)


def _ends_after_comma(line: LineReader) -> bool:
    after = line.words[line.at + 1].lower() if line.at + 1 < len(line.words) else ""
    return after in _ENDS


def _both(game: Game, street: Street, scene: Scene, line: LineReader, deep: int) -> Condition:
    parts = [_one(game, street, scene, line, deep)]
    while line.take("and"):
        parts.append(_one(game, street, scene, line, deep))
    return all_of(parts)


def _one(game: Game, street: Street, scene: Scene, line: LineReader, deep: int) -> Condition:
    line.skip_noise()
    if deep > MOST_DEEP:
        raise line.bad(f"is more than {MOST_DEEP} brackets or negations deep")
    if line.take("not") or line.take("no"):
        return Not(_one(game, street, scene, line, deep + 1))
    if line.take("("):
        inner = condition(game, street, scene, line, deep + 1)
        if not line.take(")"):
            raise line.bad("stands where a bracket should close; want ')'", line.raw or "the end")
        return inner
    part = _hand(game, street, scene, line) or _phrase(game, street, scene, line)
    if part is not None:
        return part
    if line.word in _ENDS or line.word in ("and", "or", ","):
        raise line.bad("comes where a condition is wanted", line.raw or "the end of the line")
    raise _unknown(game, street, scene, line)


def _hand(game: Game, street: Street, scene: Scene, line: LineReader) -> Condition | None:
    """A hand by category, by its ranks, or as a range of two cards."""
    exactly = line.take("exactly")
    categories = categories_of(game, street)
    duel = scene in (Scene.HAND, Scene.SHOWN) and game.ranking in OURS
    if duel and line.take("pair", "of"):
        rank = rank_of(line.word.removesuffix("+"))
        if rank is None:
            raise line.bad("is no rank; want such as 'pair of tens or better'")
        plus = line.word.endswith("+")
        line.at += 1
        if _or_better(line) or plus:
            return HandAtLeast((rank,), pair=True)
        return Is(phrases_of(scene)["pair"], rank + 1, rank + 1)
    before = line.at
    name = line.take_one_of([*categories, *ALL_NAMES])
    if name in categories:
        category, words = categories[name]
        if _or_better(line):
            return MadeHand(category, words, better=True)
        if exactly or name not in phrases_of(scene):
            return MadeHand(category, words, better=False)
    line.at = before
    if exactly:
        raise line.bad(f"is no kind of hand; {suggestion(line.rest, categories)}")
    rank = rank_of(line.word)
    if duel and rank is not None and line.words[line.at + 1 : line.at + 2] == ["high"]:
        line.at += 2
        if not _or_better(line):
            raise line.bad("stands where 'or better' is wanted, such as 'queen high or better'", line.raw or "the end")
        return HandAtLeast((rank,))
    if duel and _HANDS.fullmatch(line.word) and _falls(line.word):
        return _ranks_or_better(game, line)
    if scene is Scene.START or (scene in (Scene.STUD, Scene.SHARED) and cards_in_sight(game, street) == _TWO):
        return _start(line)
    return None


def _or_better(line: LineReader) -> bool:
    return line.take_or("better") or line.take_or("higher")


def _falls(word: str) -> bool:
    """Whether ranks are meant as a hand: they fall, and none is there twice."""
    ranks = _ranks_in(word)
    return all(high > low for high, low in pairwise(ranks))


def _ranks_in(word: str) -> list[int]:
    letters = word.lower().replace("10", "t").replace("-", "")
    return [RANKS.index(letter.upper()) for letter in letters]


def _ranks_or_better(game: Game, line: LineReader) -> Condition:
    word, ranks = line.raw, _ranks_in(line.word)
    most = game.ranking.least
    if len(ranks) > most:
        raise line.bad(f"has more ranks than a hand of {game.name}; want at most {most}")
    line.at += 1
    if not _or_better(line):
        raise line.bad(f"needs 'or better' after it: '{word} or better'", word)
    return HandAtLeast(tuple(ranks))


def _start(line: LineReader) -> Condition | None:
    match = _RANGE.fullmatch(line.word)
    if match is None:
        return None
    high, low = match[1].upper(), match[2].upper()
    if RANKS.index(low) > RANKS.index(high):
        raise line.bad(f"has its low card first; want {low}{high}{match[3].lower()}{match[4]}")
    if high == low and match[3]:
        raise line.bad(f"is a pair, which is never suited; want {high}{low}{match[4]}")
    line.at += 1
    return Starts(f"{high}{low}{match[3].lower()}{match[4]}")


def _phrase(game: Game, street: Street, scene: Scene, line: LineReader) -> Condition | None:
    known = phrases_of(scene)
    if "cards" in known and (line.take("holds") or line.take("holding")):
        line.skip_noise()
        ranks = take_ranks(line)
        if ranks is None:
            raise line.bad("is no rank; want such as 'holds Q' or 'holds J+'")
        return Is(known["cards"], 1, ranks=ranks)
    name = line.take_one_of(known)
    if name is None:
        return None
    phrase = known[name]
    match phrase.kind:
        case PhraseKind.FLAG:
            return Is(phrase, 1)
        case PhraseKind.RANK:
            ranks = take_ranks(line)
            if ranks is None:
                return Is(phrase, 1)
            return Is(phrase, ranks.low + 1, MOST if ranks.high == len(RANKS) - 1 and ranks.low < ranks.high else
                      ranks.high + 1)  # fmt: skip
        case PhraseKind.COUNT:
            return _compared(phrase, line, None)
        case PhraseKind.CARDS:
            ranks = take_ranks(line)
            if ranks is None:
                raise line.bad("is no rank; want such as 'cards J+ >= 2'", line.raw or "the end of the line")
            return _compared(phrase, line, ranks, cards_in_sight(game, street))


def _compared(phrase: Phrase, line: LineReader, ranks: RankRange | None, most: int = MOST) -> Condition:
    sign = line.take_one_of(_COMPARISONS)
    number = line.word
    if sign is None or not (number.isascii() and number.isdigit() and len(number) < 3):
        raise line.bad(f"is no comparison; want such as '{phrase.name}{'' if ranks is None else f' {ranks}'} >= 2'",
                       line.raw or "the end of the line")  # fmt: skip
    low, high = _COMPARISONS[sign](int(number))
    if high < low or high < 0 or (ranks is not None and low > most):
        raise line.bad(f"can never be: {phrase.name} {sign} {number}")
    line.at += 1
    return Is(phrase, low, high, ranks)


def _unknown(game: Game, street: Street, scene: Scene, line: LineReader) -> Exception:
    for length in range(min(6, len(line.words) - line.at), 0, -1):
        words = " ".join(line.words[line.at : line.at + length]).lower()
        elsewhere = scenes_with(words)
        if elsewhere:
            places = ", ".join(each.value for each in elsewhere)
            return line.bad(f"cannot be asked {scene.value}; it can {places}", words)
    until = line.at
    while until < len(line.words) and line.words[until].lower() not in (*_ENDS, "and", "or", ","):
        until += 1
    words = " ".join(line.words[line.at : until])
    known = {*phrases_of(scene), *(f"{name} or better" for name in categories_of(game, street))}
    if rank_of(line.word.rstrip("+-")) is not None:
        return line.bad("is a rank by itself; say of what, such as 'high card', 'kicker' or 'pair'")
    few = suggestion(words, known, "`croupier strategy --phrases` lists what there is")
    return line.bad(f"is nothing to ask {scene.value}; {few}", words)
