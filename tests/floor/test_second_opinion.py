"""A second settlement, slow and written from the rulings alone: the engine must agree with it on any case."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.cases import answer
from depth import first_of

RANKS = "23456789TJQKA"
NAMES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
BLIND = {"royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3, "flush": 1.5, "straight": 1}
TRIPS = {
    "UTH-01": (50, 40, 30, 9, 7, 4, 3),
    "UTH-02": (50, 40, 30, 8, 6, 5, 3),
    "UTH-03": (50, 40, 30, 8, 7, 4, 3),
    "UTH-04": (50, 40, 20, 7, 6, 5, 3),
}
BAD_BEAT = {
    "BBB-01": (10_000, 500, 40, 25, 20, 9),
    "BBB-02": (7_500, 500, 50, 30, 20, 9),
    "BBB-03": (2_500, 500, 50, 30, 20, 9),
}
LINES = ("bet4", "bet3", "check bet2", "check check bet1", "check check fold")
LEVELS = {
    "UTH-P01": ("main",),
    "MGL-01": ("main",),
    "MGL-ML01": ("mega", "major"),
    "MGL-ML03": ("mega", "major", "minor"),
}


def five(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    shape, order = [count for count, _ in groups], [rank for _, rank in groups]
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = wheel or (len(groups) == 5 and ranks[0] - ranks[4] == 4)
    flush = len({card[1] for card in cards}) == 1
    top = [3] if wheel else ranks[:1]
    if straight and flush:
        return (9 if top == [12] else 8), top
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if flush:
        return 5, order
    if straight:
        return 4, top
    return {3: 3, 2: 2 if shape[1] == 2 else 1, 1: 0}[shape[0]], order


def best(cards: list[str]) -> tuple[int, list[int]]:
    return max(five(hand) for hand in combinations(cards, 5))


def pairs_pay(table: str, hole: list[str], dealer: list[str]) -> int | None:
    (low, high), suited = sorted(RANKS.index(card[0]) for card in hole), hole[0][1] == hole[1][1]
    aces, faces = low == 12, high == 12 and 9 <= low <= 11
    if table in ("UPB-1", "UPB-2"):
        if aces:
            return 1000 if table == "UPB-2" and dealer[0][0] == dealer[1][0] == "A" else 30
        if faces and low == 11:
            return 25 if suited else 15
        if faces:
            return 20 if suited else 5
        if low == high:
            return 10 if low >= 9 else 3
        return None
    if aces:
        red = {"UPB-4": 100, "UPB-5": 50}.get(table)
        return red if red and set(hole) == {"Ah", "Ad"} else (30 if table in ("UPB-3", "UPB-4") else 25)
    if faces:
        return 20 if suited else 10
    return (4 if table == "UPB-4" else 5) if low == high else None


def progressive_pay(table: str, hole: list[str], board: list[str]) -> int | tuple[int, str] | None:
    """A multiple of the wager, a share of a level, or nothing."""
    first = NAMES[five((*hole, *board[:3]))[0]]
    if table == "UTH-P01":
        hand = NAMES[best(hole + board)[0]]
        if hand == "royal_flush":
            if first == "royal_flush":
                return (100, "main")
            return 3000 if NAMES[five(tuple(board))[0]] == "royal_flush" else (5, "main")
        return {"straight_flush": 250, "four_of_a_kind": 100, "full_house": 10}.get(hand)
    top: dict[str, Any] = {
        "MGL-01": {"royal_flush": (100, "main"), "straight_flush": (10, "main"), "four_of_a_kind": 300},
        "MGL-ML01": {"royal_flush": (100, "mega"), "straight_flush": (100, "major"), "four_of_a_kind": 300},
        "MGL-ML03": {
            "royal_flush": (100, "mega"),
            "straight_flush": (100, "major"),
            "four_of_a_kind": (100, "minor"),
        },
    }[table]
    return {**top, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}.get(first)


def opinion(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a case that breaks no rule."""
    board, dealer = case["board"].split(), case["dealer"].split()
    tables, house = case.get("paytables", {}), case.get("house", {})
    theirs = best(dealer + board)
    meters = {level: dict(figures) for level, figures in case.get("meters", {}).items()}
    rows, hits = {}, {}
    for seat in case["seats"]:
        hole = seat["hole"].split()
        ours, ante = best(hole + board), seat["ante"]
        folded, hand = seat["line"].endswith("fold"), NAMES[ours[0]]
        net = dict.fromkeys(("ante", "blind", "play", "trips", "bad_beat", "pairs", "progressive", "envy"), 0)
        outcome = "fold" if folded else "win" if ours > theirs else "lose" if ours < theirs else "tie"
        sign = {"win": 1, "lose": -1, "tie": 0, "fold": -1}[outcome]
        net["ante"] = sign * ante if theirs[0] > 0 or folded else 0
        net["play"] = 0 if folded else sign * ante * int(seat["line"][-1])
        net["blind"] = int(ante * BLIND.get(hand, 0)) if outcome == "win" else sign * ante
        if seat.get("trips"):
            pays = dict(zip(reversed(NAMES[3:]), TRIPS[tables["trips"]], strict=True))
            net["trips"] = seat["trips"] * pays.get(hand, -1)
        if seat.get("bad_beat"):
            pays = dict(zip(reversed(NAMES[3:9]), BAD_BEAT[tables["bad_beat"]], strict=True))
            dead = ours == theirs or (folded and not house.get("bad_beat_on_fold", True))
            net["bad_beat"] = seat["bad_beat"] * (-1 if dead else pays.get(NAMES[min(ours, theirs)[0]], -1))
        if seat.get("pairs"):
            net["pairs"] = seat["pairs"] * (pairs_pay(tables["pairs"], hole, dealer) or -1)
        if seat.get("progressive"):
            net["progressive"] = -seat["progressive"]
            if not (folded and not house.get("progressive_on_fold", True)):
                won = progressive_pay(tables["progressive"], hole, board)
                if isinstance(won, int):
                    net["progressive"] += won * seat["progressive"]
                hits[seat["seat"]] = (won, NAMES[five((*hole, *board[:3]))[0]])
        rows[seat["seat"]] = {"seat": seat["seat"], "category": hand, "outcome": outcome, "net": net}
    for number in sorted(hits, reverse=True):
        won, first = hits[number]
        if isinstance(won, tuple):
            percent, level = won
            meter = meters[level]
            amount = meter["amount"] if percent == 100 else -(-meter["amount"] * percent // 100)
            rows[number]["net"]["progressive"] += amount
            meter["amount"] -= amount
            if percent == 100:
                meter["amount"], meter["reserve"] = meter["seed"] + meter["reserve"], 0
        if tables["progressive"].startswith("MGL"):
            for other in case["seats"]:
                if other["seat"] != number and other.get("progressive"):
                    dollars = {"royal_flush": 1000, "straight_flush": 300}.get(first, 0)
                    rows[other["seat"]]["net"]["envy"] += dollars * other["progressive"]
    answered: dict[str, Any] = {
        "id": case["id"],
        "dealer": {"category": NAMES[theirs[0]], "qualifies": theirs[0] > 0},
    }
    if "bank" in case:
        answered["bank"] = {"seat": case["bank"]["seat"], "net": cover(case, rows)}
    for row in rows.values():
        row["total"] = sum(row["net"].values())
    answered["seats"] = [rows[seat["seat"]] for seat in case["seats"]]
    if "meters" in case:
        answered["meters"] = meters
    return answered


def cover(case: dict[str, Any], rows: dict[int, Any]) -> int:
    """Cut the results to what the bank covers, and return what the bank won."""
    bank = case["bank"]
    clockwise = [(bank["seat"] - 1 + step) % 6 + 1 for step in range(1, 6)]
    spots = ("ante", "play", "blind", "trips")
    seated = [number for number in clockwise if number in rows]
    folds = [n for n in seated if rows[n]["outcome"] == "fold"]
    order = [(n, spot) for n in folds for spot in spots if rows[n]["net"][spot] < 0]
    order += [(n, spot) for n in seated for spot in spots if (n, spot) not in order]
    won = used = 0
    for number, spot in order:
        asked = rows[number]["net"][spot]
        if bank.get("coverage", "net") == "net":
            given = min(asked, bank["wager"] + won) if asked > 0 else max(asked, won - bank["wager"])
        else:
            room = bank["wager"] - used
            given = max(-room, min(room, asked))
        rows[number]["net"][spot] = given
        won, used = won - given, used + abs(given)
    return won


def drawn(chance: random.Random) -> dict[str, Any]:
    """A case of any rule set, with cards that often make big hands."""
    rules = chance.choice(["wa-base", "wa-2014", "wa-2018", "wa-lnw", "ca"])
    ranks = chance.sample(RANKS, chance.choice([5, 6, 7, 13])) if chance.random() < 0.6 else "89TJQKA"
    deck = [rank + suit for rank in ranks for suit in "cdhs"]
    suits = chance.sample("cdhs", chance.choice([2, 3]))
    if chance.random() < 0.3:
        deck = [rank + suit for rank in RANKS for suit in suits]
    chance.shuffle(deck)
    places = chance.sample(range(1, 7), chance.randint(1, 5))
    table = "UTH-P01" if rules == "wa-2014" else chance.choice(sorted(LEVELS))
    case: dict[str, Any] = {"id": "drawn", "rules": rules, "paytables": {"trips": chance.choice(sorted(TRIPS))}}
    bonus = rules not in ("wa-base", "ca")
    if rules == "ca":
        bank = chance.choice([place for place in range(1, 7) if place not in places])
        case["paytables"] = {"trips": "UTH-02"}
        case["bank"] = {"seat": bank, "wager": chance.choice([1, 700, 2_500, 9_999, 30_000, 10**7])}
        if chance.random() < 0.7:
            case["bank"]["coverage"] = chance.choice(["net", "gross"])
    if bonus:
        case["paytables"] |= {
            "bad_beat": chance.choice(sorted(BAD_BEAT)),
            "pairs": f"UPB-{chance.randint(1, 6)}",
            "progressive": table,
        }
        case["house"] = {
            "progressive_on_fold": chance.random() < 0.5,
            "bad_beat_on_fold": chance.random() < 0.5,
        }
        case["meters"] = {
            level: {name: chance.randrange(10**6) for name in ("amount", "seed", "reserve")} for level in LEVELS[table]
        }
    case["board"] = " ".join(deck.pop() for _ in range(5))
    case["dealer"] = f"{deck.pop()} {deck.pop()}"
    case["seats"] = []
    for place in places[: (len(deck)) // 2]:
        seat: dict[str, Any] = {"seat": place, "hole": f"{deck.pop()} {deck.pop()}", "line": chance.choice(LINES)}
        seat["ante"] = chance.choice([500, 1_000, 2_500, 10_000])
        games = 1
        for wager in ("trips", "bad_beat", "pairs", "progressive") if bonus else ("trips",):
            allowed = games < 4 or rules == "wa-lnw"
            if chance.random() < 0.7 and allowed and (wager != "bad_beat" or seat.get("trips")):
                seat[wager] = chance.choice([100, 500])
                games += 1
        case["seats"].append(seat)
    return case


SHARED = Path(__file__).parents[1] / "cases" / "settlement.jsonl"


def test_the_second_opinion_knows_the_shared_cases() -> None:
    rows = [json.loads(line) for line in SHARED.open()]
    sound = [row for row in rows if "error" not in row["want"]]
    assert len(sound) > 350
    for row in sound:
        assert opinion(row["case"]) == row["want"]


@pytest.mark.parametrize("seed", first_of(range(8)))
def test_the_engine_and_the_second_opinion_agree(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(250):
        case = drawn(chance)
        assert answer(case) == opinion(case), case


@pytest.mark.slow
def test_they_agree_on_a_hundred_thousand_cases() -> None:
    chance = random.Random(48)
    for _ in range(100_000):
        case = drawn(chance)
        assert answer(case) == opinion(case), case
