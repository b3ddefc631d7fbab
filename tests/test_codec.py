"""The codec: laws for drawn events of a link, plain forms spelled out, and data that is no value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, NewType, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Cards, cards_text, parse_cards
from croupier.codec import BadData, Codec
from croupier.errors import Refused
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pad, Pressed, Ready, SeatChosen
from croupier.jackpot.events import ClaimLogged, ClaimPressed, Event, KeyTurned, LinkOpened, WagersSplit
from croupier.jackpot.level import Split
from croupier.jackpot.meter import Award, Fixed, Percentage
from croupier.jackpot.record import from_plain, to_plain
from croupier.jackpot.terms import Flow, LevelTerms, LinePay, LinkTerms

EVENTS = st.one_of([st.from_type(kind) for kind in get_args(Event)])


@given(EVENTS)
def test_every_event_of_a_link_comes_back_from_its_record(event: Event) -> None:
    assert from_plain(json.loads(json.dumps(to_plain(event)))) == event


@given(EVENTS)
def test_a_record_in_full_says_the_same(event: Event) -> None:
    in_full = Codec(tagged=get_args(Event), in_full=True)
    plain = json.loads(json.dumps(in_full.to_plain(event)))
    assert from_plain(plain) == event
    assert in_full.from_plain(to_plain(event)) == event


@given(st.lists(st.from_type(Pad)))
def test_keypads_with_the_same_fields_come_back_as_what_they_were(pads: list[Pad]) -> None:
    codec = Codec()
    plain = json.loads(json.dumps(codec.plain(tuple[Pad, ...], tuple(pads))))
    assert codec.value(tuple[Pad, ...], plain) == tuple(pads)


def test_an_event_spelled_out() -> None:
    terms = LinkTerms(
        game="uth",
        stake=500,
        levels=(LevelTerms(name="mega", rate_bp=1_500, seed=2_000_000),),
        lines=(LinePay("royal_flush", "mega", Percentage(100)), LinePay("flush", "mega", Fixed(5_000))),
        flow=Flow.CARD,
    )
    assert to_plain(LinkOpened("main", terms, "eve", ("no reserve",), "test")) == {
        "event": "LinkOpened",
        "link": "main",
        "terms": {
            "stake": 500,
            "levels": [{"name": "mega", "rate_bp": 1_500, "seed": 2_000_000}],
            "lines": [
                {"line": "royal_flush", "level": "mega", "pay": {"percent": 100}},
                {"line": "flush", "level": "mega", "pay": {"amount": 5_000}},
            ],
            "flow": "card",
            "game": "uth",
        },
        "by": "eve",
        "overridden": ["no reserve"],
        "reason": "test",
    }


def test_what_is_at_its_default_is_left_out_and_read_back() -> None:
    pressed = ClaimPressed(7, "C1", "C1-9", 5, "royal_flush", "mega", 123_456, "dora")
    plain = to_plain(pressed)
    assert "player" not in plain
    assert "cards" not in plain
    assert from_plain(plain) == from_plain({**plain, "player": ""}) == pressed
    assert to_plain(ClaimLogged(7, Award(100, seeded=50), 100, 50, "sue"))["award"] == {"amount": 100, "seeded": 50}
    assert to_plain(WagersSplit(10, Split({"mega": 3}, {}, 7)))["split"] == {
        "meter": {"mega": 3},
        "reserve": {},
        "house": 7,
    }


KEY = {"event": "KeyTurned", "claim": 7, "jph": True, "by": "sue"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"event": "KeyBent"}, "no event is called 'KeyBent'"),
        ({"event": ["KeyTurned"]}, "no event is called"),
        ({"claim": True}, "True is not int"),
        ({"claim": "7"}, "'7' is not int"),
        ({"claim": 7.0}, "7.0 is not int"),
        ({"claim": None}, "None is not int"),
        ({"jph": 1}, "1 is not bool"),
        ({"colour": "red"}, r"not a KeyTurned: .*colour"),
    ],
)
def test_data_that_is_no_event_is_refused(change: dict[str, Any], says: str) -> None:
    assert from_plain(KEY) == KeyTurned(7, True, "sue")
    with pytest.raises(BadData, match=says):
        from_plain({**KEY, **change})


def test_a_missing_field_is_refused() -> None:
    with pytest.raises(BadData, match=r"not a KeyTurned: .*jph"):
        from_plain({name: item for name, item in KEY.items() if name != "jph"})
    with pytest.raises(BadData, match="no event is called None"):
        from_plain([])  # type: ignore[arg-type]


class Suit(Enum):
    CLUBS = 1
    HEARTS = 2


Name = NewType("Name", str)


class Place(NamedTuple):
    seat: int
    name: Name = Name("")


@dataclass(frozen=True)
class Coin:
    cents: int
    worn: bool = False


@dataclass(frozen=True)
class Chip:
    cents: int
    colour: str


@dataclass(frozen=True)
class Purse:
    """One field of each form that a codec knows."""

    cards: Cards
    suits: Mapping[Suit, int] = field(default_factory=dict)
    seats: Mapping[int, Place] = field(default_factory=dict)
    best: Coin | Chip | None = None
    range: tuple[int, int] = (0, 1)
    mark: int | str = 0


CODEC = Codec(texts={Cards: (cards_text, parse_cards)})
PURSE = Purse(
    parse_cards("As Kd"), {Suit.HEARTS: 3}, {12: Place(1), 3: Place(2, Name("ann"))}, Chip(5, "red"), (2, 9), "x"
)
PLAIN = {
    "cards": "As Kd",
    "suits": {"2": 3},
    "seats": {"12": {"seat": 1}, "3": {"seat": 2, "name": "ann"}},
    "best": {"cents": 5, "colour": "red"},
    "range": [2, 9],
    "mark": "x",
}


def test_every_form_spelled_out() -> None:
    assert CODEC.plain(Purse, PURSE) == PLAIN
    assert CODEC.plain(Purse, Purse(())) == {"cards": ""}


def test_every_form_is_read_back() -> None:
    assert CODEC.value(Purse, PLAIN) == PURSE
    assert CODEC.value(Purse, {"cards": ""}) == Purse(())


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("cards", "As Kx"),
        ("suits", {"5": 1}),
        ("seats", {"03": {"seat": 1}}),
        ("seats", {" 3": {"seat": 1}}),
        ("seats", [3]),
        ("seats", {"3": {"seat": 1, "chair": 2}}),
        ("best", {}),
        ("best", {"cents": 5, "colour": "red", "worn": True}),
        ("best", 5),
        ("range", [1]),
        ("range", [1, 2, 3]),
        ("range", (1, 2)),
        ("mark", True),
        ("mark", {"mark": 1}),
    ],
)
def test_forms_that_are_no_value_are_refused(name: str, item: object) -> None:
    with pytest.raises(Refused):
        CODEC.value(Purse, {"cards": "", name: item})


def test_a_union_is_told_apart_by_its_fields_defaults_left_out_or_not() -> None:
    for plain, value in (
        ({"cents": 1}, Coin(1)),
        ({"cents": 1, "worn": True}, Coin(1, worn=True)),
        ({"cents": 1, "colour": "red"}, Chip(1, "red")),
    ):
        assert CODEC.value(Coin | Chip, plain) == value
        assert CODEC.plain(Coin | Chip, value) == plain


def test_a_union_whose_fields_are_the_same_names_its_kinds() -> None:
    codec = Codec()
    assert codec.plain(Pad, Armed(3, "flush")) == {"kind": "Armed", "claim": 3, "line": "flush"}
    for pad in (Ready(), SeatChosen(2), Pressed(1, "a"), Armed(1, "a"), Logged(1, "a"), Confirmed(1, "a")):
        assert codec.value(Pad, codec.plain(Pad, pad)) == pad
    with pytest.raises(BadData):
        codec.value(Pad, {"claim": 3, "line": "flush"})


def test_an_enum_takes_its_own_values_only() -> None:
    assert CODEC.value(Suit, 1) is Suit.CLUBS
    for wrong in (True, "1", 3, None, [1]):
        with pytest.raises(BadData):
            CODEC.value(Suit, wrong)


def test_a_kind_without_a_plain_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(AssertionError, match="has no plain form"):
        CODEC.value(set[int], [1])
    with pytest.raises(AssertionError, match="not one of this codec's kinds"):
        CODEC.to_plain(Coin(1))
