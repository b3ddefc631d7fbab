"""Settlement cases: the shared ones of every game to the letter, and whatever else a file may hold."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.floor.cases import answer, answer_line
from croupier.games import GAMES

FILES = Path(__file__).parents[1] / "cases"
CASES = [json.loads(line) for name in ("settlement", "games") for line in FILES.joinpath(f"{name}.jsonl").open()]


def game_of(row: dict[str, Any]) -> str:
    """Which game a case is of; the first file's say none."""
    return row["case"].get("game", "uth")


def test_there_are_four_hundred_cases_and_fifty_of_each_other_game_but_the_houses_own() -> None:
    others = {key: 50 for key in GAMES if key not in ("uth", "flushes-gone-wild")}
    assert Counter(map(game_of, CASES)) == {"uth": 400} | others


@pytest.mark.parametrize("game", sorted(set(map(game_of, CASES))))
def test_every_case_is_answered_to_the_letter(game: str) -> None:
    for row in (row for row in CASES if game_of(row) == game):
        got = json.loads(answer_line(json.dumps(row["case"])))
        if "error" in row["want"]:
            assert got.keys() == {"id", "error"}
            assert got["id"] == row["want"]["id"]
        else:
            assert got == row["want"]


WASHINGTON: dict[str, Any] = {
    "id": "w",
    "rules": "wa-2018",
    "paytables": {"trips": "UTH-02", "bad_beat": "BBB-01", "pairs": "UPB-2", "progressive": "MGL-ML01"},
    "house": {"progressive_on_fold": True},
    "meters": {
        "mega": {"amount": 1_000_000, "seed": 500_000, "reserve": 10},
        "major": {"amount": 100_000, "seed": 50_000, "reserve": 20},
    },
    "board": "Ah Kd 9s 4c 2d",
    "dealer": "Qc Jd",
    "seats": [
        {"seat": 2, "hole": "As 7c", "ante": 500, "trips": 100, "progressive": 100, "line": "bet4"},
        {"seat": 5, "hole": "3h 3d", "ante": 1000, "blind": 1000, "line": "check check fold"},
    ],
}
CALIFORNIA: dict[str, Any] = {
    "id": "c",
    "rules": "ca",
    "paytables": {"trips": "UTH-02"},
    "board": "Ah Kd 9s 4c 2d",
    "dealer": "Qc Jd",
    "seats": [{"seat": 2, "hole": "As 7c", "ante": 500, "trips": 100, "line": "bet4"}],
    "bank": {"seat": 4, "wager": 10_000, "coverage": "net"},
}


def test_the_two_cases_that_the_others_are_bent_from_are_right() -> None:
    assert answer(WASHINGTON) == {
        "id": "w",
        "dealer": {"category": "high_card", "qualifies": False},
        "seats": [
            {
                "seat": 2,
                "category": "pair",
                "outcome": "win",
                "net": {
                    "ante": 0, "blind": 0, "play": 2000, "trips": -100, "bad_beat": 0, "pairs": 0,
                    "progressive": -100, "envy": 0,
                },
                "total": 1800,
            },
            {
                "seat": 5,
                "category": "pair",
                "outcome": "fold",
                "net": {
                    "ante": -1000, "blind": -1000, "play": 0, "trips": 0, "bad_beat": 0, "pairs": 0,
                    "progressive": 0, "envy": 0,
                },
                "total": -2000,
            },
        ],
        "meters": {
            "mega": {"amount": 1_000_000, "seed": 500_000, "reserve": 10},
            "major": {"amount": 100_000, "seed": 50_000, "reserve": 20},
        },
    }  # fmt: skip
    assert answer(CALIFORNIA)["bank"] == {"seat": 4, "net": -1900}
    assert answer(CALIFORNIA)["seats"][0]["total"] == 1900


def bent(case: dict[str, Any], where: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The case with one place changed; `...` takes the key away."""
    other = copy.deepcopy(case)
    place = other
    for key in where[:-1]:
        place = place[key]
    if value is ...:
        del place[where[-1]]
    else:
        place[where[-1]] = value
    return other


SEAT = ("seats", 0)
SEVEN = {"seat": 7, "hole": "8c 8d", "ante": 500, "line": "bet4"}
SECOND = {"seat": 2, "hole": "8c 8d", "ante": 500, "line": "bet4"}
BROKEN = [
    ("rules", WASHINGTON, ("rules",), "wa-1999"),
    ("rules", WASHINGTON, ("rules",), ...),
    ("rules", WASHINGTON, ("rules",), ["wa-2018"]),
    ("rules", WASHINGTON, ("rules",), {}),
    ("four cards", WASHINGTON, ("board",), "Ah Kd 9s 4c"),
    ("six cards", WASHINGTON, ("board",), "Ah Kd 9s 4c 2d 2h"),
    ("no board", WASHINGTON, ("board",), ...),
    ("board as a list", WASHINGTON, ("board",), ["Ah", "Kd", "9s", "4c", "2d"]),
    ("board as a number", WASHINGTON, ("board",), 5),
    ("dealer with one card", WASHINGTON, ("dealer",), "Qc"),
    ("no dealer", WASHINGTON, ("dealer",), ...),
    ("a card that is none", WASHINGTON, ("dealer",), "Qc 1x"),
    ("lower-case rank", WASHINGTON, ("dealer",), "Qc jd"),
    ("ten as two digits", WASHINGTON, ("dealer",), "Qc 10d"),
    ("card twice, dealer and board", WASHINGTON, ("dealer",), "Ah Jd"),
    ("card twice, in one hand", WASHINGTON, ("dealer",), "Qc Qc"),
    ("card twice, on the board", WASHINGTON, ("board",), "Ah Ah 9s 4c 2d"),
    ("three hole cards", WASHINGTON, (*SEAT, "hole"), "As 7c 6c"),
    ("no hole cards", WASHINGTON, (*SEAT, "hole"), ...),
    ("no seats", WASHINGTON, ("seats",), []),
    ("seats missing", WASHINGTON, ("seats",), ...),
    ("seats as an object", WASHINGTON, ("seats",), {"2": {}}),
    ("seat is no object", WASHINGTON, ("seats",), [7]),
    ("seat is null", WASHINGTON, ("seats",), [None]),
    ("seat 0", WASHINGTON, (*SEAT, "seat"), 0),
    ("seat 7", WASHINGTON, ("seats", 0), SEVEN),
    ("seat twice", WASHINGTON, ("seats", 1), SECOND),
    ("seat as text", WASHINGTON, (*SEAT, "seat"), "2"),
    ("seat as a float", WASHINGTON, (*SEAT, "seat"), 2.0),
    ("seat as a truth", WASHINGTON, (*SEAT, "seat"), True),
    ("seat missing", WASHINGTON, (*SEAT, "seat"), ...),
    ("no Ante", WASHINGTON, (*SEAT, "ante"), ...),
    ("Ante of nothing", WASHINGTON, (*SEAT, "ante"), 0),
    ("negative Ante", WASHINGTON, (*SEAT, "ante"), -500),
    ("Ante as a float", WASHINGTON, (*SEAT, "ante"), 500.0),
    ("Ante as text", WASHINGTON, (*SEAT, "ante"), "500"),
    ("Ante as a truth", WASHINGTON, (*SEAT, "ante"), True),
    ("Ante null", WASHINGTON, (*SEAT, "ante"), None),
    ("Ante of 4,300 digits", WASHINGTON, (*SEAT, "ante"), 10**4299),
    ("Trips of 4,300 digits", WASHINGTON, (*SEAT, "trips"), 10**4299),
    ("Blind that differs", WASHINGTON, (*SEAT, "blind"), 400),
    ("Blind of nothing", WASHINGTON, (*SEAT, "blind"), 0),
    ("Blind null", WASHINGTON, (*SEAT, "blind"), None),
    ("negative Trips", WASHINGTON, (*SEAT, "trips"), -100),
    ("Trips as a float", WASHINGTON, (*SEAT, "trips"), 100.5),
    ("Trips null", WASHINGTON, (*SEAT, "trips"), None),
    ("Bad Beat without Trips", WASHINGTON, ("seats", 1, "bad_beat"), 100),
    ("a bet nobody knows", WASHINGTON, (*SEAT, "insurance"), 100),
    ("a Play bet of one's own", WASHINGTON, (*SEAT, "play"), 100),
    ("fifth game", WASHINGTON, ("seats", 0),
        {"seat": 2, "hole": "As 7c", "ante": 500, "trips": 1, "bad_beat": 1, "pairs": 1, "progressive": 100,
         "line": "bet4"}),
    ("no line", WASHINGTON, (*SEAT, "line"), ...),
    ("fold before the flop", WASHINGTON, (*SEAT, "line"), "fold"),
    ("bet1 on the flop", WASHINGTON, (*SEAT, "line"), "check bet1"),
    ("two Play bets", WASHINGTON, (*SEAT, "line"), "bet4 bet2"),
    ("upper-case line", WASHINGTON, (*SEAT, "line"), "BET4"),
    ("line as a list", WASHINGTON, (*SEAT, "line"), ["bet4"]),
    ("unknown Trips table", WASHINGTON, ("paytables", "trips"), "UTH-05"),
    ("a Pairs table for Trips", WASHINGTON, ("paytables", "trips"), "UPB-1"),
    ("the Blind's table for Trips", WASHINGTON, ("paytables", "trips"), "BLIND"),
    ("Trips table as a list", WASHINGTON, ("paytables", "trips"), ["UTH-01"]),
    ("no Trips table", WASHINGTON, ("paytables", "trips"), ...),
    ("pay tables as a list", WASHINGTON, ("paytables",), []),
    ("pay tables as text", WASHINGTON, ("paytables",), ""),
    ("a pay table for no bet", WASHINGTON, ("paytables", "insurance"), "UTH-01"),
    ("MGL in wa-2014", WASHINGTON, ("rules",), "wa-2014"),
    ("progressive in wa-base", WASHINGTON, ("rules",), "wa-base"),
    ("progressive without its meters", WASHINGTON, ("meters",), ...),
    ("progressive without one meter", WASHINGTON, ("meters", "major"), ...),
    ("a meter nobody knows", WASHINGTON, ("meters", "grand"), {"amount": 1, "seed": 1, "reserve": 1}),
    ("meters as a list", WASHINGTON, ("meters",), []),
    ("meter as a number", WASHINGTON, ("meters", "mega"), 5),
    ("meter without a seed", WASHINGTON, ("meters", "mega", "seed"), ...),
    ("meter of a fraction", WASHINGTON, ("meters", "mega", "amount"), 0.5),
    ("meter below nothing", WASHINGTON, ("meters", "mega", "amount"), -1),
    ("meter of 4,300 digits", WASHINGTON, ("meters", "mega", "amount"), 10**4299),
    ("a switch nobody knows", WASHINGTON, ("house", "kind"), True),
    ("a switch that is a number", WASHINGTON, ("house", "progressive_on_fold"), 1),
    ("house as a list", WASHINGTON, ("house",), []),
    ("house as a number", WASHINGTON, ("house",), 0),
    ("a bank in Washington", WASHINGTON, ("bank",), {"seat": 1, "wager": 5000}),
    ("no bank in ca", CALIFORNIA, ("bank",), ...),
    ("bank null", CALIFORNIA, ("bank",), None),
    ("bank as a list", CALIFORNIA, ("bank",), [4, 100]),
    ("bank that also plays", CALIFORNIA, ("bank", "seat"), 2),
    ("bank in seat 7", CALIFORNIA, ("bank", "seat"), 7),
    ("bank in no seat", CALIFORNIA, ("bank", "seat"), ...),
    ("bank without a wager", CALIFORNIA, ("bank", "wager"), ...),
    ("bank of nothing", CALIFORNIA, ("bank", "wager"), 0),
    ("bank below nothing", CALIFORNIA, ("bank", "wager"), -5),
    ("bank of a fraction", CALIFORNIA, ("bank", "wager"), 0.5),
    ("coverage nobody knows", CALIFORNIA, ("bank", "coverage"), "full"),
    ("coverage as a list", CALIFORNIA, ("bank", "coverage"), []),
    ("another Trips table in ca", CALIFORNIA, ("paytables", "trips"), "UTH-01"),
    ("Pairs in ca", CALIFORNIA, (*SEAT, "pairs"), 100),
    ("six seats and a bank", CALIFORNIA, ("seats",), [
        {"seat": seat, "hole": hole, "ante": 500, "line": "bet4"}
        for seat, hole in enumerate(("2c 3c", "5c 6c", "7c 8c", "9c Tc", "Jc Kc", "2h 3h"), start=1)
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "case", "where", "value"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_case_that_breaks_a_rule_gets_an_error_and_nothing_else(
    what: str, case: dict[str, Any], where: tuple[Any, ...], value: Any
) -> None:
    got = json.loads(answer_line(json.dumps(bent(case, where, value))))
    assert got.keys() == {"id", "error"}, what
    assert got["id"] == case["id"]
    assert got["error"]


NOT_CASES = [
    "",
    "\n",
    "   \r\n",
    "not json",
    "{",
    "[]",
    "null",
    "3",
    '"text"',
    "NaN",
    '{"id": NaN}',
    '{"id": 1, "rules": Infinity}',
    '{"id": 1} {"id": 2}',
    "[" * 100_000,
    '{"id": ' * 5_000,
    "9" * 10_000,
    b"\xff\xfe",
    b'{"id": "\xe9"}',
    "\ufeff{}".encode(),
]


@pytest.mark.parametrize("line", NOT_CASES, ids=lambda line: repr(line)[:20])
def test_a_line_that_is_no_case_gets_an_error_without_an_id(line: str | bytes) -> None:
    got = json.loads(answer_line(line))
    assert got.keys() == {"id", "error"}
    assert got["id"] is None


@pytest.mark.parametrize("depth", [900, 950, 980, 985, 990, 995])
@pytest.mark.parametrize("where", ["id", "rules", "seats", "bank"])
def test_deep_nesting_is_an_error_and_not_a_traceback(depth: int, where: str) -> None:
    deep = "[" * depth + "]" * depth
    line = json.dumps(bent(CALIFORNIA, (where,), "@")).replace('"@"', deep)
    assert set(json.loads(answer_line(line))) in ({"id", "error"}, {"id", "dealer", "bank", "seats"})


@pytest.mark.parametrize("name", ["\ud800", "é", "", "a\nb", "x" * 10_000, 7, None, ["a", 1.5]])
def test_the_id_is_copied_whatever_it_is(name: Any) -> None:
    assert json.loads(answer_line(json.dumps(bent(CALIFORNIA, ("id",), name))))["id"] == name
    assert json.loads(answer_line(json.dumps({"id": name})))["id"] == name


def test_an_answer_never_breaks_its_line() -> None:
    assert len(answer_line(json.dumps(bent(CALIFORNIA, ("id",), "a\n\u2028\r"))).splitlines()) == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a case."""
    found = [path] if path else []
    if isinstance(value, dict):
        found += [deeper for key in value for deeper in places(value[key], (*path, key))]
    if isinstance(value, list):
        found += [deeper for i in range(len(value)) for deeper in places(value[i], (*path, i))]
    return found


@settings(max_examples=400)
@given(st.sampled_from([WASHINGTON, CALIFORNIA]), st.data())
def test_a_case_with_anything_anywhere_gets_an_answer_or_an_error(case: dict[str, Any], data: st.DataObject) -> None:
    value: Any = case
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.sampled_from(places(value)))
        value = bent(value, where, data.draw(st.one_of(json_values, st.just(...))))
        if not places(value):
            break
    got = json.loads(answer_line(json.dumps(value)), parse_constant=pytest.fail)
    assert "error" in got or "seats" in got


@given(json_values)
def test_any_json_gets_an_error(value: Any) -> None:
    got = json.loads(answer_line(json.dumps(value)), parse_constant=pytest.fail)
    assert "error" in got


@given(st.text() | st.binary())
def test_any_line_gets_an_error(line: str | bytes) -> None:
    assert "error" in json.loads(answer_line(line))
