"""Strategies for Ultimate Texas Hold'em in TOML, an older form than the strategy language and read into it.

name = "mine"
bet4 = "33+ A2s+ A2o+ K2s+ K5o+"
flop = ["hidden pair 3+", "made straight", "four flush T+"]
river = ["own hand", "outs < 21"]
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

from croupier.cards import RANKS
from croupier.games.uth import UTH
from croupier.hands import BY_KEY
from croupier.strategy.language.parser import parse_rule
from croupier.strategy.language.strategy import Rule, Strategy
from croupier.strategy.language.tokens import BadStrategy

_RANK: Final = re.compile(rf"(hidden pair|four flush|high card) ([{RANKS}])\+")
_OUTS: Final = re.compile(r"outs < (\d{1,2})", re.ASCII)
_TEXTS: Final = ("name", "title", "source", "bet4")
_STREETS: Final = {"flop": "2x", "river": "1x"}


def parse_toml(text: str, origin: str = "strategy") -> Strategy:
    """The strategy in a TOML text; `origin` names it in errors."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadStrategy(f"{origin} is not TOML: {error}") from None
    unknown = set(raw) - {*_TEXTS, *_STREETS}
    if unknown:
        raise BadStrategy(f"{origin} has an unknown key {sorted(unknown)[0]!r}; want name, bet4, flop and river")
    for key in _TEXTS:
        if not isinstance(raw.get(key, ""), str):
            raise BadStrategy(f"{origin}: {key} = {raw[key]!r}; want text in quotes")
    if not raw.get("name"):
        raise BadStrategy(f'{origin} has no name; want name = "…"')
    rules: dict[str, tuple[Rule, ...]] = {}
    ranges = raw.get("bet4", "").replace(",", " ").split()
    if ranges:
        rules["preflop"] = (parse_rule(f"4x with {', '.join(ranges)}", UTH.key, "preflop", f"{origin}, bet4"),)
    for street, choice in _STREETS.items():
        rows = raw.get(street, [])
        if not isinstance(rows, list):
            raise BadStrategy(f"{origin}: {street} = {rows!r}; want a list of rules")
        if rows:
            rules[street] = tuple(
                parse_rule(f"{choice} with {_condition(rule)}", UTH.key, street, f"{origin}, {street}") for rule in rows
            )
    return Strategy(
        game=UTH.key,
        name=raw["name"],
        title=raw.get("title", raw["name"]),
        source=raw.get("source", origin),
        rules=rules,
    )


def _condition(text: object) -> str:
    """What a rule of the older form asks for, in the language.

    >>> _condition("hidden pair 4+")
    'hidden pair unless pocket pair 2-3 and not hidden trips'
    """
    if isinstance(text, str):
        if text == "own hand":
            return "own hand"
        if text.startswith("made ") and text.removeprefix("made ") in BY_KEY:
            return f"{BY_KEY[text.removeprefix('made ')].words} or better"
        if match := _OUTS.fullmatch(text):
            return f"dealer {text}"
        if match := _RANK.fullmatch(text):
            kind, rank = match.groups()
            if kind != "hidden pair":
                return f"{'flush draw' if kind == 'four flush' else kind} {rank}+"
            below = RANKS[: RANKS.index(rank)]
            if not below:
                return kind
            lowest = below[0] if len(below) == 1 else f"{below[0]}-{below[-1]}"
            return f"{kind} unless pocket pair {lowest} and not hidden trips"
    raise BadStrategy(
        f"not a rule: {text!r}; want 'hidden pair 3+', 'made two_pair', 'four flush T+', 'high card K+', "
        f"and at the river also 'own hand' or 'outs < 21'"
    )
