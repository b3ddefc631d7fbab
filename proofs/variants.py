"""Ultimate Texas Hold'em under other rules, the plain way: every turn and river, every dealer's hand, one by one.

It reads a variant as the fields of a file and settles by them with code of its own; it shares the evaluator of
`proofs.reference` and nothing with the solver. Every bet that a street offers is tried, not only the largest and the
smallest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel
from proofs.reference import worth

LINES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
WIN, TIE, LOSE = range(3)


class Street(NamedTuple):
    """What a street offers: bets in Antes, and whether one may check or fold."""

    bets: tuple[int, ...]
    checks: bool
    folds: bool


class Rules(NamedTuple):
    """A variant as numbers: nets of Ante and Blind together in units, and of each Ante of Play, by category, by
    whether the dealer qualifies, and by how the hands compare."""

    unit: int
    least: int
    rest: NDArray[np.int64]
    play: NDArray[np.int64]
    streets: tuple[Street, Street, Street]


def rules_of(fields: Mapping[str, str]) -> Rules:
    """The rules that the fields of a variant say."""
    pays = {line: _pay(fields[f"blind.pays.{line}"]) for line in LINES}
    unit = lcm(1, *(pay.denominator for pay in pays.values() if pay is not None))
    rest, play = np.zeros((10, 2, 3), np.int64), np.zeros((10, 2, 3), np.int64)
    for kind, line in enumerate(LINES):
        for live in (0, 1):
            for outcome in (WIN, TIE, LOSE):
                blind = pays[line]
                if fields["blind.always_pays"] == "false" or blind is None:
                    blind = _net(fields, "blind", outcome, live, blind)
                rest[kind, live, outcome] = unit * (_net(fields, "ante", outcome, live, Fraction(1)) + blind)
                play[kind, live, outcome] = _net(fields, "play", outcome, live, Fraction(1))
    preflop, flop, river = (_street(fields[f"streets.{key}"].split()) for key in ("preflop", "flop", "river"))
    return Rules(unit, _least(fields["dealer.qualifies"]), rest, play, (preflop, flop, river))


def _pay(text: str) -> Fraction | None:
    if text == "none":
        return None
    win, per = text.replace(",", "").split(" to ")
    return Fraction(int(win), int(per))


def _net(fields: Mapping[str, str], bet: str, outcome: int, live: int, pay: Fraction | None) -> Fraction:
    """What a bet of one nets; `pay` is what it wins if it pays, or nothing where its table does not have the hand."""
    word = ("pays", fields[f"{bet}.tie"], fields[f"{bet}.lose"])[outcome]
    if not live and fields[f"{bet}.unqualified"] != "plays":
        word = fields[f"{bet}.unqualified"]
    if word == "pays" and pay is None:
        word = fields[f"{bet}.below"]
    if word == "pays":
        assert pay is not None
        return pay
    return Fraction({"push": 0, "loses": -1}[word])


def _least(words: str) -> int:
    """The least worth of the hands that are described so."""
    if words == "any":
        return 0
    if words.endswith(" high"):
        return sum(1 << RANKS.index(rank) for rank in words.split()[:-1])
    if words.startswith("pair of "):
        return 1 << 26 | 1 << RANKS.index(words.removeprefix("pair of ").rstrip("s").replace("sixe", "six")) << 13
    return LINES.index(words.replace(" ", "_")) << 26


def _street(offers: Sequence[str]) -> Street:
    bets = tuple(int(offer.removeprefix("bet")) for offer in offers if offer.startswith("bet"))
    return Street(bets, "check" in offers, "fold" in offers)


@kernel
def _deal_out(
    flop: NDArray[np.int64],
    holes: NDArray[np.int64],
    unit: int,
    least: int,
    rest: NDArray[np.int64],
    play: NDArray[np.int64],
    bets: NDArray[np.int64],
    folds: bool,
    sums: NDArray[np.int64],
) -> None:
    """For each hole, over turns, rivers and dealers: with no Play bet, with the river played best, the margin."""
    suits, hand = np.zeros(4, np.int64), np.zeros(4, np.int64)
    value = np.zeros((52, 52), np.int64)
    for turn in range(52):
        for river in range(turn + 1, 52):
            if turn in flop or river in flop:
                continue
            suits[:] = 0
            for card in (flop[0], flop[1], flop[2], turn, river):
                suits[card & 3] |= 1 << (card >> 2)
            for a in range(52):
                for b in range(a + 1, 52):
                    hand[:] = suits
                    hand[a & 3] |= 1 << (a >> 2)
                    hand[b & 3] |= 1 << (b >> 2)
                    gone = a in flop or b in flop or a in (turn, river) or b in (turn, river)
                    value[a, b] = -1 if gone else worth(hand[0], hand[1], hand[2], hand[3])
            for number in range(len(holes)):
                x, y = holes[number]
                mine = value[x, y]
                if mine < 0:
                    continue
                kind = mine >> 26
                without, more, dealers = 0, 0, 0
                for a in range(52):
                    if a in (x, y):
                        continue
                    for b in range(a + 1, 52):
                        theirs = value[a, b]
                        if theirs < 0 or b in (x, y):
                            continue
                        live = 1 if theirs >= least else 0
                        outcome = 0 if mine > theirs else 1 if mine == theirs else 2
                        without += rest[kind, live, outcome]
                        more += play[kind, live, outcome]
                        dealers += 1
                best = -2 * unit * dealers
                if not folds:
                    best = without + bets[0] * unit * more
                for times in bets:
                    best = max(best, without + times * unit * more)
                sums[number, 0] += without
                sums[number, 1] += best
                sums[number, 2] += more


def dealt_out(rules: Rules, flop: Sequence[int], holes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each hole beside a flop: totals with no Play bet and played on in units, and the margin in Antes."""
    street = rules.streets[2]
    bets = np.array((*street.bets, *((0,) if street.checks else ())), np.int64)
    sums = np.zeros((len(holes), 3), np.int64)
    _deal_out(np.array(flop), holes, rules.unit, rules.least, rules.rest, rules.play, bets, street.folds, sums)
    return sums


def best_of(rules: Rules, street: int, without: int, after: int, margin: int, deals: int) -> int:
    """What the best choice before the flop (0) or on it (1) is worth, of all that are offered."""
    offered = rules.streets[street]
    options = [without + times * rules.unit * margin for times in offered.bets]
    options += [after] * offered.checks + [-2 * rules.unit * deals] * offered.folds
    return max(options)
