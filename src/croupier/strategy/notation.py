"""Readable strategies as text: a TOML file in, a strategy out, so that anybody can price their own.

name = "mine"
bet4 = "33+ A2s+ A2o+ K2s+ K5o+"
flop = ["hidden pair 3+", "made straight", "four flush T+"]
river = ["own hand", "outs < 21"]
"""

from __future__ import annotations

import re
import tomllib
from typing import TypeAlias

from croupier.cards import RANKS
from croupier.errors import Refused
from croupier.hands import BY_KEY
from croupier.strategy.readable import Readable
from croupier.strategy.rules import (
    FewerOuts,
    FlopRule,
    FourFlush,
    HiddenPair,
    HighCard,
    MadeHand,
    OwnHand,
    RiverRule,
    hands_in,
)

Rule: TypeAlias = FlopRule | RiverRule


class BadStrategy(Refused):
    """A strategy that cannot be read."""


_RANK = re.compile(rf"(hidden pair|four flush|high card) ([{RANKS}])\+")
_OUTS = re.compile(r"outs < (\d{1,2})", re.ASCII)


def rule_text(rule: Rule) -> str:
    """The rule as a file has it: what `parse_rule` reads."""
    match rule:
        case MadeHand(category):
            return f"made {category.key}"
        case HiddenPair(pocket):
            return f"hidden pair {pocket}+"
        case FourFlush(hidden):
            return f"four flush {hidden}+"
        case HighCard(rank):
            return f"high card {rank}+"
        case OwnHand():
            return "own hand"
        case FewerOuts(outs):
            return f"outs < {outs}"


def parse_rule(text: object) -> Rule:
    """The rule that a text names.

    >>> parse_rule("four flush T+")
    FourFlush(hidden='T')
    """
    if isinstance(text, str):
        if text == "own hand":
            return OwnHand()
        if text.startswith("made ") and text.removeprefix("made ") in BY_KEY:
            return MadeHand(BY_KEY[text.removeprefix("made ")])
        if match := _OUTS.fullmatch(text):
            return FewerOuts(int(match[1]))
        if match := _RANK.fullmatch(text):
            kinds: dict[str, type[HiddenPair | FourFlush | HighCard]] = {
                "hidden pair": HiddenPair, "four flush": FourFlush, "high card": HighCard,
            }  # fmt: skip
            return kinds[match[1]](match[2])
    raise BadStrategy(
        f"not a rule: {text!r}; want 'hidden pair 3+', 'made two_pair', 'four flush T+', 'high card K+', "
        f"and at the river also 'own hand' or 'outs < 21'"
    )


def parse_strategy(text: str, origin: str = "strategy") -> Readable:
    """The strategy in a TOML text; `origin` names it in errors."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadStrategy(f"{origin} is not TOML: {error}") from None
    unknown = set(raw) - {"name", "title", "source", "bet4", "flop", "river"}
    if unknown:
        raise BadStrategy(f"{origin} has an unknown key {sorted(unknown)[0]!r}; want name, bet4, flop and river")
    for key in ("name", "title", "source", "bet4"):
        if not isinstance(raw.get(key, ""), str):
            raise BadStrategy(f"{origin}: {key} = {raw[key]!r}; want text in quotes")
    if not raw.get("name"):
        raise BadStrategy(f'{origin} has no name; want name = "…"')
    bet4 = raw.get("bet4", "")
    hands_in(bet4)
    rules: dict[str, list[Rule]] = {}
    for street in ("flop", "river"):
        given = raw.get(street, [])
        if not isinstance(given, list):
            raise BadStrategy(f"{origin}: {street} = {given!r}; want a list of rules")
        rules[street] = [parse_rule(rule) for rule in given]
    flop: list[FlopRule] = []
    for rule in rules["flop"]:
        if isinstance(rule, OwnHand | FewerOuts):
            raise BadStrategy(f"{origin}: {rule_text(rule)!r} is a rule for the river, not for the flop")
        flop.append(rule)
    river: list[RiverRule] = []
    for rule in rules["river"]:
        if isinstance(rule, FourFlush):
            raise BadStrategy(f"{origin}: {rule_text(rule)!r} is a rule for the flop; at the river nothing more comes")
        river.append(rule)
    return Readable(
        name=raw["name"],
        title=raw.get("title", raw["name"]),
        source=raw.get("source", origin),
        bet4=bet4,
        flop=tuple(flop),
        river=tuple(river),
    )
