"""The strategy language: what is written is what is read, and what cannot be read is named with its line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games import GAMES
from croupier.strategy import BadLine, Strategy, parse, published
from croupier.strategy.language.conditions import Both, Condition, Either, Is, Not, RankRange, Starts
from croupier.strategy.language.parser import parse_rule
from croupier.strategy.language.phrases import MOST, PHRASES, Phrase, PhraseKind
from croupier.strategy.language.readings import READINGS
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.strategy import Rule
from croupier.strategy.notation import BadStrategy

MINE = """
# What I take to the table.
game: uth
name: mine

before the flop:
  raise 4x with 33+, A2+, K5o+ or K2s+
flop:
  2x with a hidden pair, unless pocket pair 2
  2x: two pair or better
  2x if a flush draw T+ or (open-ended and overcards at least 1 and not paired board)
river:
  1x with hidden pair or dealer outs fewer than 21
  else fold
"""


def test_a_strategy_as_people_write_it() -> None:
    mine = parse(MINE)
    assert (mine.game, mine.name, mine.size) == ("uth", "mine", 5)
    assert [str(rule) for rule in mine.on("preflop")] == ["4x with 33+ or A2+ or K5o+ or K2s+"]
    assert [str(rule) for rule in mine.on("flop")] == [
        "2x with hidden pair unless pocket pair 2",
        "2x with two pair or better",
        "2x with flush draw T+ or open-ended straight draw and overcards >= 1 and not paired board",
    ]
    assert [str(rule) for rule in mine.on("river")] == ["1x with hidden pair or dealer outs < 21", "fold"]
    assert [rule.line for rule in mine.on("river")] == [13, 14]


@pytest.mark.parametrize("game", GAMES)
def test_every_published_strategy_is_read_back_from_its_own_text(game: str) -> None:
    assert published(game)
    for strategy in published(game).values():
        assert strategy.game == game
        assert parse(str(strategy)) == strategy


def _atoms(scene: Scene) -> st.SearchStrategy[Condition]:
    return st.sampled_from([phrase for phrase in PHRASES if scene in phrase.scenes]).flatmap(_is)


def _is(phrase: Phrase) -> st.SearchStrategy[Condition]:
    ranks = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda two: RankRange(min(two), max(two)))
    match phrase.kind:
        case PhraseKind.FLAG:
            return st.just(Is(phrase, 1))
        case PhraseKind.RANK:
            open_ended = [Is(phrase, low) for low in range(1, 13)]
            return st.sampled_from(open_ended) | st.integers(1, 13).map(lambda rank: Is(phrase, rank, rank))
        case PhraseKind.COUNT:
            return st.integers(0, 40).map(lambda n: Is(phrase, 0, n)) | st.integers(1, 40).map(lambda n: Is(phrase, n))
        case PhraseKind.CARDS:
            return ranks.map(lambda found: Is(phrase, 1, MOST, found))


def _conditions(scene: Scene) -> st.SearchStrategy[Condition]:
    return st.recursive(
        _atoms(scene),
        lambda inner: (
            inner.map(Not)
            | st.lists(inner, min_size=2, max_size=3).map(lambda each: Both(tuple(each)))
            | st.lists(inner, min_size=2, max_size=3).map(lambda each: Either(tuple(each)))
        ),
        max_leaves=5,
    )


STREETS = {
    Scene.FLOP: ("uth", "flop", "bet2"),
    Scene.RIVER: ("uth", "river", "bet1"),
    Scene.SHOWN: ("caribbean", "decision", "bet2"),
    Scene.STUD: ("mississippi", "fourth", "bet3"),
}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_rule_is_read_back_from_its_own_text(data: st.DataObject) -> None:
    scene = data.draw(st.sampled_from(sorted(STREETS, key=lambda scene: scene.name)))
    game, street, choice = STREETS[scene]
    unless = data.draw(st.none() | _conditions(scene))
    rule = Rule(choice, data.draw(_conditions(scene)), unless)
    strategy = Strategy(game=game, name="drawn", rules={street: (rule,)})
    assert parse(str(strategy)) == strategy


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("1x with pocket pair 2 or higher kickers = 0", "1x with higher kickers = 0 or pocket pair 2"),
        ("1x with hidden pair 9 or better than the board", "1x with better than the board or hidden pair 9"),
    ],
)
def test_an_alternative_that_begins_like_a_bound_is_an_alternative(text: str, apart: str) -> None:
    read, turned = (parse_rule(each, "uth", "river").when for each in (text, apart))
    assert isinstance(read, Either)
    assert isinstance(turned, Either)
    assert read.each == turned.each[::-1]


def test_every_phrase_can_be_read_wherever_it_may_be_said() -> None:
    assert {(scene, phrase.name) for phrase in PHRASES for scene in phrase.scenes} == set(READINGS)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("QQ+", {"QQ", "KK", "AA"}),
        ("JTo", {"JTo"}),
        ("K9s+", {"K9s", "KTs", "KJs", "KQs"}),
        ("AQ+", {"AQs", "AQo", "AKs", "AKo"}),
        ("77", {"77"}),
        ("K4o-", {"K4o", "K3o", "K2o"}),
        ("33-", {"33", "22"}),
    ],
)
def test_ranges_of_starting_hands(text: str, hands: set[str]) -> None:
    assert Starts(text).hands == hands


WRONG = """
river | 1x with dealer oust < 21 | dealer oust < 21 | did you mean 'dealer outs'?
river | 1x with flush draw | flush draw | cannot be asked at the river; it can on the flop
river | 2x with own hand | 2x | is no choice at the river; want one of 1x, fold
flop | 2x with gutshott | gutshott | did you mean 'gutshot'?
flop | 2x with T+ | T+ | is a rank by itself
flop | 2x with (top pair | the end | want ')'
flop | 2x with top pair bottom pair | bottom | want 'and', 'or', 'unless', or a new line
flop | 2x with and top pair | and | comes where a condition is wanted
flop | 2x with board suited T | T | want such as 'board suited >= 2'
flop | 2x with overcards < 0 | 0 | can never be
preflop | 4x with 2As | 2As | want A2s
preflop | 4x with 77s | 77s | is a pair, which is never suited
river | dance | dance | is no choice at the river
"""


@pytest.mark.parametrize("case", WRONG.strip().splitlines())
def test_an_error_names_line_and_word_and_says_what_would_be_right(case: str) -> None:
    street, rule, word, says = (part.strip() for part in case.split(" | "))
    with pytest.raises(BadLine) as caught:
        parse(f"game: uth\n{street}:\n  {rule}", "mine.txt")
    assert (caught.value.line, caught.value.word) == (3, word)
    assert "mine.txt, line 3" in str(caught.value)
    assert says in str(caught.value)


def test_what_stands_nowhere_is_refused() -> None:
    with pytest.raises(BadLine, match="did you mean 'flop'"):
        parse("game: uth\nflopp:\n")
    with pytest.raises(BadLine, match="under no street"):
        parse("game: uth\n4x always")
    with pytest.raises(BadLine, match="did you mean 'uth'"):
        parse("game: utg\n4x always")
    with pytest.raises(BadLine, match="want 'game"):
        parse("4x always")
    with pytest.raises(BadStrategy, match="at most"):
        parse("game: uth\n" * 1000)
    with pytest.raises(BadLine, match="deep"):
        parse("game: uth\nflop:\n2x with " + "(" * 5000 + "top pair")
    with pytest.raises(BadLine, match="deep"):
        parse("game: uth\nflop:\n2x with " + "not " * 5000 + "top pair")
