"""Side bets of one's own as a TOML text, and back. A text may declare several; each is a table named by its key.

[flush_rush]
name = "Flush Rush"
games = ["uth"]
cards = "hand"                 # the best five of the player's seven
after_fold = "plays"           # or "loses"
limits = "1-50"                # dollars

[flush_rush.pays]              # highest first; the first that the cards meet pays
"royal flush" = "200 to 1"
"straight flush" = "40 to 1"
"flush spades" = "8 to 1"
"flush" = "6 to 1"
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.money import parse_dollars, plain_dollars
from croupier.rules.game import Game
from croupier.rules.own.bet import (
    BESTS,
    MOST_LINES,
    USUAL_LIMITS,
    BadSideBet,
    CountedCards,
    OwnBet,
    OwnLine,
    how_many,
)
from croupier.rules.own.line_test import parse_line_test
from croupier.rules.paytables import To, parse_pay
from croupier.rules.registry import GAMES
from croupier.rules.wagers import Range

LONGEST: Final = 8_000
"""So many characters of declarations at most."""
_KEYS: Final = ("name", "games", "cards", "best", "after_fold", "limits", "pays")
_KEY: Final = re.compile(r"[a-z](?:[a-z_]{0,22}[a-z])?", re.ASCII)
_NAME: Final = re.compile(r"[^\W_][\w '’&+.-]{0,23}")
_AFTER: Final = {"plays": True, "loses": False}


def parse_side_bets(text: str, origin: str = "declaration", game: Game | None = None) -> tuple[OwnBet, ...]:
    """The side bets that a TOML text declares; `origin` names it in errors, `game` is what they are asked for."""
    if len(text) > LONGEST:
        raise BadSideBet("", f"{origin} has {len(text):,} characters; want at most {LONGEST:,}")
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSideBet("", f"{origin} is not TOML: {error}") from None
    if not raw:
        raise BadSideBet("", f"{origin} declares no side bet; want a table such as [flush_rush]")
    bets = tuple(_bet(key, fields, game) for key, fields in raw.items())
    names = [bet.name.casefold() for bet in bets]
    for bet in bets:
        if names.count(bet.name.casefold()) > 1:
            raise BadSideBet(f"{bet.key}.name", f"{bet.name!r} is declared twice; want another name")
    return bets


def parse_side_bet(text: str, origin: str = "declaration", game: Game | None = None) -> OwnBet:
    """The one side bet that a text declares."""
    bets = parse_side_bets(text, origin, game)
    if len(bets) > 1:
        raise BadSideBet("", f"{origin} declares {len(bets)} side bets; want one here")
    return bets[0]


def _bet(key: str, fields: object, game: Game | None) -> OwnBet:
    if not _KEY.fullmatch(key):
        raise BadSideBet(key, "is no key; want small letters and _, at most 24, such as [flush_rush]")
    if not isinstance(fields, dict):
        raise BadSideBet(key, f"is {fields!r}; want a table of its own, such as [flush_rush]")
    if unknown := [field for field in fields if field not in _KEYS]:
        raise BadSideBet(f"{key}.{unknown[0]}", f"is not known; want {', '.join(_KEYS)}")
    name = fields.get("name", key.replace("_", " ").title())
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadSideBet(f"{key}.name", f"{name!r} is no name for a felt; want words, at most 24 characters")
    counted = _counted(key, fields.get("cards"))
    games = _games(key, fields.get("games"), counted, game)
    if taken := [one for one in games if name.casefold() in (spot.felt.casefold() for spot in one.spots)]:
        raise BadSideBet(f"{key}.name", f"{taken[0].name} has a {name} of its own; want another name")
    numbers = {one.key: how_many(counted, one.layout) for one in games}
    best = _best(key, fields.get("best"), counted, numbers)
    return OwnBet(
        key=key,
        name=name,
        games=tuple(one.key for one in games),
        cards=counted,
        best=best,
        lines=_lines(key, fields.get("pays"), sorted(set(numbers.values())), best),
        plays_after_fold=_after_fold(key, fields.get("after_fold", "plays")),
        limits=_limits(key, fields.get("limits")),
    )


def _counted(key: str, text: object) -> CountedCards:
    try:
        return CountedCards(text)
    except ValueError:
        want = ", ".join(repr(one.value) for one in CountedCards)
        raise BadSideBet(f"{key}.cards", f"{text!r} are no cards to count; want one of {want}") from None


def _games(key: str, names: object, counted: CountedCards, wanted: Game | None) -> list[Game]:
    if names is None:
        if wanted is None:
            raise BadSideBet(f"{key}.games", f'says nothing; want such as ["uth"], out of {", ".join(GAMES)}')
        named = [wanted]
    elif isinstance(names, list) and names and all(isinstance(one, str) and one in GAMES for one in names):
        named = [GAMES[one] for one in dict.fromkeys(names)]
    else:
        raise BadSideBet(f"{key}.games", f'{names!r} are no games; want such as ["uth"], out of {", ".join(GAMES)}')
    for one in named:
        if (why := why_none(one)) is not None:
            raise BadSideBet(f"{key}.games", f"{why}; want games of fifty-two cards")
        if not how_many(counted, one.layout):
            raise BadSideBet(f"{key}.cards", f"{one.name} has no {counted.value!r}; want other cards, or other games")
    if wanted is not None and wanted.key not in [one.key for one in named]:
        raise BadSideBet(f"{key}.games", f"not offered in {wanted.name}; add {wanted.key!r} to its games")
    return named


def why_none(game: Game) -> str | None:
    """Why a game can have no side bet of one's own; none where it can."""
    return None if game.deck == DECK else f"{game.name} is dealt with a joker, which has neither rank nor suit"


def _best(key: str, number: object, counted: CountedCards, numbers: Mapping[str, int]) -> int:
    best = min(5, *numbers.values()) if number is None else number
    if type(best) is not int or best not in range(1, 6):
        raise BadSideBet(f"{key}.best", f"{number!r} cards make no hand; want a number from 1 to 5")
    for game, cards in numbers.items():
        if (cards, best) not in BESTS:
            fits = [pair[1] for pair in sorted(BESTS) if pair[0] == cards]
            want = f"want best = {' or '.join(map(str, fits))}" if fits else "at most seven cards can be counted"
            raise BadSideBet(f"{key}.best", f"{counted.value!r} are {cards} cards in {game}, not best {best}; {want}")
    return best


def _lines(key: str, pays: object, numbers: list[int], best: int) -> tuple[OwnLine, ...]:
    if not isinstance(pays, dict) or not pays:
        raise BadSideBet(f"{key}.pays", 'pays nothing; want a table of lines, such as "royal flush" = "50 to 1"')
    if len(pays) > MOST_LINES:
        raise BadSideBet(f"{key}.pays", f"{len(pays)} lines; want at most {MOST_LINES}")
    lines: list[OwnLine] = []
    for number, (words, pay) in enumerate(pays.items(), 1):
        where = f"{key}, line {number}"
        try:
            texts = {parse_line_test(words, cards, best).words for cards in numbers}
            lines.append(OwnLine(texts.pop(), _pay(pay)))
        except Refused as why:
            raise BadSideBet(where, str(why)) from None
        if lines[-1].words in [line.words for line in lines[:-1]]:
            raise BadSideBet(where, f"{lines[-1].words!r} stands there already; each line stands once")
    return tuple(lines)


def _pay(text: object) -> To:
    pay = To(0) if text == "push" else parse_pay(text)
    if not isinstance(pay, To):
        raise Refused(f"pays {text!r}; a side bet keeps its stake and pays '3 to 2', '7 to 1' or 'push'")
    return pay


def _after_fold(key: str, text: object) -> bool:
    if not isinstance(text, str) or text not in _AFTER:
        raise BadSideBet(f"{key}.after_fold", f'{text!r} says nothing; want "plays" or "loses"')
    return _AFTER[text]


def _limits(key: str, text: object) -> Range:
    if text is None:
        return USUAL_LIMITS
    least, dash, most = text.partition("-") if isinstance(text, str) else ("", "", "")
    try:
        limits = Range(parse_dollars(least.strip()), parse_dollars(most.strip()))
    except Refused:
        limits = Range(0, 0)
    if not dash or not 0 < limits.minimum <= limits.maximum:
        raise BadSideBet(f"{key}.limits", f'{text!r} leave no bet; want the least and the most in dollars, "1-50"')
    return limits


def side_bet_text(bet: OwnBet) -> str:
    """A side bet as TOML, all of it: `parse_side_bet(side_bet_text(bet)) == bet`."""
    after = next(word for word, plays in _AFTER.items() if plays == bet.plays_after_fold)
    fields: dict[str, Any] = {
        "name": f'"{bet.name}"',
        "games": json.dumps(bet.games),
        "cards": f'"{bet.cards.value}"',
        "best": bet.best,
        "after_fold": f'"{after}"',
        "limits": f'"{plain_dollars(bet.limits.minimum)}-{plain_dollars(bet.limits.maximum)}"',
    }
    head = "".join(f"{field} = {value}\n" for field, value in fields.items())
    pays = "".join(f'"{line.words}" = "{line.pay}"\n' for line in bet.lines)
    return f"[{bet.key}]\n{head}\n[{bet.key}.pays]\n{pays}"


def side_bets_text(bets: tuple[OwnBet, ...]) -> str:
    """Several of them as one text."""
    return "\n".join(side_bet_text(bet) for bet in bets)
