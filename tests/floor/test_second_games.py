"""A second settlement of the other games, slow and written from the rulings alone: the engine must agree on any case.

It shares nothing with the engine: cards are text, hands are ranked by their own tables, and every pay is written out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from croupier.floor.cases import answer

Rank = tuple[int, list[int]]
Net = dict[str, int]

RANKS = "23456789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
FIVE = [
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
]  # fmt: skip
FOUR = ["high_card", "pair", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind"]
THREE = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]


def shape(cards: tuple[str, ...]) -> tuple[str, list[int]]:
    """What cards are called, whatever their number, and the ranks that decide, the most frequent first."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    order = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in order]
    flush = len({card[1] for card in cards}) == 1
    in_a_row = len(order) == len(cards) and ranks[0] - ranks[-1] == len(cards) - 1
    wheel = ranks == [12, *range(len(cards) - 2, -1, -1)]
    if in_a_row or wheel:
        top = [len(cards) - 2] if wheel else ranks[:1]
        royal = flush and top == [12] and len(cards) == 5
        return ("royal_flush" if royal else "straight_flush" if flush else "straight"), top
    if counts[0] == 4:
        return "four_of_a_kind", order
    if counts[:2] == [3, 2]:
        return "full_house", order
    if flush:
        return "flush", order
    if counts[0] == 3:
        return "three_of_a_kind", order
    if counts[0] == 2:
        return ("two_pair" if counts[1:2] == [2] else "pair"), order
    return "high_card", order


def best(cards: list[str], size: int, ladder: list[str]) -> Rank:
    found = []
    for some in combinations(cards, size):
        name, ranks = shape(some)
        found.append((ladder.index(name), ranks))
    return max(found)


PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1}


def by_three(cards: list[str], stake: int, flush: int = 3) -> int:
    name, _ = shape(tuple(cards))
    return stake * ({**PAIR_PLUS, "flush": flush}.get(name, -1))


def three_card(case: dict[str, Any], row: dict[str, Any]) -> Net:
    own, dealer, ante = row["cards"].split(), case["dealer"].split(), row.get("ante", 0)
    mine, theirs = best(own, 3, THREE), best(dealer, 3, THREE)
    name, folded = THREE[mine[0]], row.get("line") == "fold"
    net = dict.fromkeys(("ante", "play", "ante_bonus", "pair_plus", "six_card"), 0)
    if ante and folded:
        net["ante"] = -ante
    elif ante:
        net["ante_bonus"] = ante * {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}.get(name, 0)
        if theirs < (0, [10]):
            net["ante"] = ante
        else:
            net["ante"] = net["play"] = ante * ((mine > theirs) - (mine < theirs))
    flush = 4 if case.get("paytables", {}).get("pair_plus") == "PP-02" else 3
    plus = row.get("pair_plus", 0)
    net["pair_plus"] = -plus if folded else by_three(own, plus, flush)
    of_six = FIVE[best(own + dealer, 5, FIVE)[0]]
    pays = {
        "royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 50, "full_house": 25, "flush": 20,
        "straight": 10, "three_of_a_kind": 5,
    }  # fmt: skip
    net["six_card"] = row.get("six_card", 0) * pays.get(of_six, -1)
    return net


def caribbean(case: dict[str, Any], row: dict[str, Any]) -> Net:
    mine, theirs = best(row["cards"].split(), 5, FIVE), best(case["dealer"].split(), 5, FIVE)
    ante = row["ante"]
    if row["line"] == "fold":
        return {"ante": -ante, "raise": 0}
    if theirs < (0, [12, 11]):
        return {"ante": ante, "raise": 0}
    if mine < theirs:
        return {"ante": -ante, "raise": -2 * ante}
    if mine == theirs:
        return {"ante": 0, "raise": 0}
    pays = [1, 1, 2, 3, 4, 5, 7, 20, 50, 100]
    return {"ante": ante, "raise": 2 * ante * pays[mine[0]]}


def four_card(case: dict[str, Any], row: dict[str, Any]) -> Net:
    mine, theirs = best(row["cards"].split(), 4, FOUR), best(case["dealer"].split(), 4, FOUR)
    name, ante, line = FOUR[mine[0]], row.get("ante", 0), row.get("line")
    net = {"ante": 0, "play": 0, "ante_bonus": 0}
    if line == "fold":
        net["ante"] = -ante
    elif line:
        sign = 1 if mine >= theirs else -1
        net["ante"], net["play"] = sign * ante, sign * ante * int(line[-1])
        net["ante_bonus"] = ante * {"three_of_a_kind": 2, "straight_flush": 20, "four_of_a_kind": 25}.get(name, 0)
    pays = {
        "four_of_a_kind": 50, "straight_flush": 40, "three_of_a_kind": 8, "flush": 5, "straight": 4, "two_pair": 3,
    }  # fmt: skip
    aces = name == "pair" and mine[1][0] == 12
    return {**net, "aces_up": row.get("aces_up", 0) * (1 if aces else pays.get(name, -1))}


def crazy_four(case: dict[str, Any], row: dict[str, Any]) -> Net:
    mine, theirs = best(row["cards"].split(), 4, FOUR), best(case["dealer"].split(), 4, FOUR)
    name, ante, line = FOUR[mine[0]], row["ante"], row["line"]
    qualified = theirs >= (0, [11])
    if line == "fold":
        net = {"ante": -ante, "super_bonus": -ante, "play": 0}
    else:
        play = ante * int(line[-1])
        sign = (mine > theirs) - (mine < theirs)
        net = {"ante": sign * ante, "play": sign * play} if qualified else {"ante": 0, "play": play}
        pays = {"straight": 1, "flush": 1.5, "three_of_a_kind": 2, "straight_flush": 15, "four_of_a_kind": 30}
        if name == "four_of_a_kind" and mine[1][0] == 12:
            net["super_bonus"] = 200 * ante
        elif name in pays:
            net["super_bonus"] = int(pays[name] * ante)
        else:
            net["super_bonus"] = -ante if qualified and mine < theirs else 0
    up = {
        "four_of_a_kind": 50, "straight_flush": 40, "three_of_a_kind": 8, "flush": 4, "straight": 3, "two_pair": 2,
    }  # fmt: skip
    queens = name == "pair" and mine[1][0] >= 10
    return {**net, "queens_up": row.get("queens_up", 0) * (1 if queens else up.get(name, -1))}


def mississippi(case: dict[str, Any], row: dict[str, Any]) -> Net:
    board, ante = case["board"].split(), row["ante"]
    kind, ranks = best(row["cards"].split() + board, 5, FIVE)
    bets = {"ante": ante, "third": 0, "fourth": 0, "fifth": 0}
    actions = row["line"].split()
    for street, action in zip(("third", "fourth", "fifth"), actions, strict=False):
        bets[street] = 0 if action == "fold" else ante * int(action[-1])
    straight = 5 if case.get("paytables", {}).get("mississippi") == "MS-02" else 4
    pair = 1 if ranks[0] >= 9 else 0 if ranks[0] >= 4 else -1
    odds = -1 if actions[-1] == "fold" else [-1, pair, 2, 3, straight, 6, 10, 40, 100, 500][kind]
    net = {spot: stake * odds for spot, stake in bets.items()}
    return {**net, "three_card_bonus": by_three(board, row.get("three_card_bonus", 0))}


def let_it_ride(case: dict[str, Any], row: dict[str, Any]) -> Net:
    own, bet = row["cards"].split(), row["bet"]
    kind, ranks = best(own + case["board"].split(), 5, FIVE)
    odds = [-1, 1 if ranks[0] >= 8 else -1, 2, 3, 5, 8, 11, 50, 200, 1000][kind]
    first, second = (bet if action == "ride" else 0 for action in row["line"].split())
    net = {"1": first * odds, "2": second * odds, "$": bet * odds}
    return {**net, "three_card_bonus": by_three(own, row.get("three_card_bonus", 0))}


class Played:
    """How a game is dealt here: own, dealer's and board cards, its lines, its stakes, and who settles it."""

    def __init__(
        self,
        settle: Callable[[dict[str, Any], dict[str, Any]], Net],
        cards: tuple[int, int, int],
        lines: list[str],
        base: str,
        side: tuple[str, ...] = (),
        alone: str = "",
        tables: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.settle, self.cards, self.lines, self.base = settle, cards, lines, base
        self.side, self.alone, self.tables = side, alone, tables or {}


BETS = ["bet1", "bet2", "bet3"]
THREE_BETS = [
    "fold", *(f"{a} fold" for a in BETS), *(f"{a} {b} fold" for a in BETS for b in BETS),
    *(f"{a} {b} {c}" for a in BETS for b in BETS for c in BETS),
]  # fmt: skip
GAMES = {
    "three-card": Played(
        three_card, (3, 3, 0), ["bet1", "bet1", "fold"], "ante", ("pair_plus", "six_card"), "pair_plus",
        {"pair_plus": ("PP-01", "PP-02")},
    ),
    "caribbean": Played(caribbean, (5, 5, 0), ["bet2", "bet2", "fold"], "ante"),
    "four-card": Played(four_card, (5, 6, 0), [*BETS, "fold"], "ante", ("aces_up",), "aces_up"),
    "crazy-four": Played(crazy_four, (5, 5, 0), [*BETS, "fold"], "ante", ("queens_up",)),
    "mississippi": Played(
        mississippi, (2, 0, 3), THREE_BETS, "ante", ("three_card_bonus",), "", {"mississippi": ("MS-01", "MS-02")}
    ),
    "let-it-ride": Played(
        let_it_ride, (3, 0, 2), ["ride ride", "ride pull", "pull ride", "pull pull"], "bet", ("three_card_bonus",)
    ),
}  # fmt: skip


def drawn(key: str, chance: random.Random) -> dict[str, Any]:
    """A case of a game; often only some ranks or suits are dealt, so that big hands and ties come up."""
    at = GAMES[key]
    own, dealer, board = at.cards
    ranks = set(chance.sample(RANKS, chance.choice((5, 6, 13))))
    suits = set(chance.sample("cdhs", chance.choice((2, 4))))
    pack = sorted(PACK, key=lambda card: (card[0] not in ranks or card[1] not in suits, chance.random()))
    seats = chance.sample(range(1, 7), chance.randint(1, 3))
    wanted = len(seats) * own + dealer + board
    pack = chance.sample(pack[: max(wanted, 16)], wanted)
    case: dict[str, Any] = {"id": "x", "game": key, "seats": []}
    case["paytables"] = {bet: chance.choice(names) for bet, names in at.tables.items() if chance.random() < 0.5}
    if dealer:
        case["dealer"] = " ".join(pack.pop() for _ in range(dealer))
    if board:
        case["board"] = " ".join(pack.pop() for _ in range(board))
    for seat in seats:
        row: dict[str, Any] = {"seat": seat, "cards": " ".join(pack.pop() for _ in range(own))}
        if at.alone and chance.random() < 0.2:
            row[at.alone] = 100 * chance.randint(1, 20)
        else:
            row |= {at.base: 100 * chance.randint(5, 50), "line": chance.choice(at.lines)}
            row |= {bet: 100 * chance.randint(1, 20) for bet in at.side if chance.random() < 0.7}
            if key == "crazy-four" and best(row["cards"].split(), 4, FOUR) < (1, [12]) and row["line"] in BETS:
                row["line"] = "bet1"  # Z2
        case["seats"].append(row)
    return case


@pytest.mark.parametrize("key", GAMES)
def test_the_engine_agrees_with_a_second_settlement(key: str) -> None:
    chance = random.Random(f"second {key}")
    outcomes = set()
    for _ in range(400):
        case = drawn(key, chance)
        got = answer(case)
        assert "error" not in got, (case, got)
        for row, told in zip(case["seats"], got["seats"], strict=True):
            net = GAMES[key].settle(case, row)
            assert told["net"] == {**net, "progressive": 0, "envy": 0}, case
            assert told["total"] == sum(net.values())
            outcomes.add(told["outcome"])
    assert {"win", "lose"} <= outcomes


def test_crazy_four_refuses_more_than_once_the_ante_below_aces() -> None:
    seat = {"seat": 1, "cards": "Kh Kd 9c 8s 2d", "ante": 500, "line": "bet2"}
    got = answer({"id": 1, "game": "crazy-four", "dealer": "Ah Qd 9d 8h 3c", "seats": [seat]})
    assert "legal actions: bet1, fold" in got["error"]
