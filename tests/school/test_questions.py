"""Laws of the dealer school: whatever the seed, every question can be answered, in one way, and says its rulings."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.school.course import COURSE, EDITION, QUESTIONS, chapter, check_game, paper, question
from croupier.school.draw import Draw
from croupier.school.question import (
    Acts,
    Amounts,
    Choice,
    NotAnAnswer,
    Ordering,
    Press,
    Question,
    amount_words,
    mark,
    read_amount,
    read_answer,
)

DOCS = Path(__file__).parents[2] / "docs" / "rules"
RULINGS = {
    number
    for page in DOCS.glob("*.md")
    for number in re.findall(r"^- \*\*([A-Z]\d+a?)\*\* ", page.read_text("utf-8"), re.M)
}
ASKED = [(of.key, game) for of in COURSE.values() for game in of.games]
seeds = st.integers(0, 2**40).map(str)


@given(st.sampled_from(ASKED), seeds, st.integers(0, 30))
def test_every_question_has_one_right_answer_and_names_rulings_that_there_are(
    asked: tuple[str, str], seed: str, number: int
) -> None:
    made = question(chapter(asked[0]), asked[1], seed, number)
    assert mark(made, made.answer).right
    assert made.prompt.endswith((".", "?"))
    assert made.rulings
    assert set(made.rulings) <= RULINGS
    assert made.why.rulings
    match made.asks:
        case Choice(options) | Press(options):
            assert len(options) == len(set(options)) >= 2
            assert sum(option == made.answer[0] for option in options) == 1
            assert all(mark(made, (option,)).right == (option == made.answer[0]) for option in options)
        case Ordering(items):
            assert len(items) == len(set(items)) >= 2
            assert sorted(items) == sorted(made.answer)
        case Amounts(slots):
            assert len({slot.key for slot in slots}) == len(slots) == len(made.answer)
        case Acts() as asks:
            assert all(asks.words(text) for text in made.answer)


@given(st.sampled_from(ASKED), seeds, st.integers(0, 30))
def test_what_is_typed_for_the_right_answer_is_read_as_the_right_answer(
    asked: tuple[str, str], seed: str, number: int
) -> None:
    made = question(chapter(asked[0]), asked[1], seed, number)
    match made.asks:
        case Choice(options) | Press(options):
            assert read_answer(made, [made.answer[0]]) == made.answer
            assert read_answer(made, [str(1 + options.index(made.answer[0]))]) == made.answer
        case Ordering(items):
            assert read_answer(made, [str(1 + made.answer.index(item)) for item in items]) == made.answer
        case Amounts():
            assert read_answer(made, [amount_words(text) for text in made.answer]) == made.answer
        case Acts():
            assert read_answer(made, made.answer) == made.answer


@given(st.sampled_from(ASKED), seeds)
def test_a_paper_is_drawn_again_from_its_seed(asked: tuple[str, str], seed: str) -> None:
    of = chapter(asked[0])
    first = paper(of, asked[1], seed)
    assert len(first) == QUESTIONS
    assert first == paper(of, asked[1], seed)


@given(st.sampled_from(ASKED), seeds)
def test_an_empty_sheet_is_wrong_and_is_told_why(asked: tuple[str, str], seed: str) -> None:
    for made in paper(chapter(asked[0]), asked[1], seed):
        marked = mark(made, ())
        assert not marked.right
        assert marked.wrong
        assert all(reason.rulings for reason in marked.wrong)


def digest(questions: list[Question]) -> str:
    said = repr([(made.asks, made.answer) for made in questions])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


PAPERS = {
    1: "5d24669aca309388",
    2: "b6fd12b1aeb00ea1",
    3: "818bf3edd4a7590c",
    4: "afdd6f4fff29a771",
    5: "dd2c23a8233aae06",
    6: "1f602f3148c57315",
    7: "6f0fc60fcd087dba",
}
"""What the papers of one seed are, edition by edition."""


def test_papers_stay_as_they_are_until_a_new_edition() -> None:
    """A result that is kept names its edition: whoever changes what a seed draws raises it and adds a line above."""
    drawn = [made for of in COURSE.values() for game in of.games for made in paper(of, game, "anchor")]
    assert PAPERS[EDITION] == digest(drawn)


@pytest.mark.parametrize(
    ("chapter", "maker", "felt"),
    [("paytables", "fold", "Bad Beat"), ("bad-beat", "bet", "Bad Beat"), ("link", "progressive", "Progressive")],
)
def test_a_question_states_the_houses_choice_that_decides_it(chapter: str, maker: str, felt: str) -> None:
    """R24, R40: what a fold does to these bets the house chooses, and both are asked about."""
    (make,) = (one.make for one in COURSE[chapter].makers if one.key == maker)
    drawn = [dict(make(GAMES["uth"], Draw(f"choice {number}")).picture.facts) for number in range(20)]
    said = {facts[f"{felt} after a fold"] for facts in drawn if f"{felt} after a fold" in facts}
    assert said == {"stays in action", "loses"}


def test_chance_is_spelled_out() -> None:
    draw = Draw("anchor")
    number = int.from_bytes(hashlib.sha256(b"croupier school 1/anchor/0").digest()[:8], "big")
    assert draw.below(1000) == number % 1000
    assert sorted(draw.shuffled("abcdef")) == list("abcdef")
    assert len(set(draw.deck())) == 52


@pytest.mark.parametrize("of", COURSE.values(), ids=lambda of: of.key)
def test_every_chapter_teaches_before_it_asks(of) -> None:
    assert of.paragraphs
    assert of.makers
    assert all(paragraph.rulings and set(paragraph.rulings) <= RULINGS for paragraph in of.paragraphs)


def test_the_chapters_stand_in_the_manuals_order() -> None:
    """R54."""
    assert list(COURSE) == [
        "overview", "hand-held", "qualified", "packet", "irregularities", "additional", "paytables", "keyed", "card",
        "link", "recommendations", "bad-beat", "pairs", "california", "handling", "face-up",
        "entering",
    ]  # fmt: skip
    assert [of.number for of in COURSE.values()] == list(range(1, 18))


def test_every_game_of_the_house_can_be_practised() -> None:
    for key in (
        "overview",
        "qualified",
        "packet",
        "irregularities",
        "additional",
        "paytables",
        "link",
        "handling",
        "face-up",
        "entering",
    ):
        assert chapter(key).games == tuple(GAMES), key


def test_what_is_not_there_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="no chapter 'cooking'; there are overview"):
        chapter("cooking")
    with pytest.raises(Refused, match="asks nothing of 'caribbean'; it asks of uth"):
        check_game(chapter("pairs"), "caribbean")


@pytest.mark.parametrize(
    ("text", "stake", "kept"),
    [
        ("pay 15", 0, "+$15"),
        ("15", 0, "+$15"),
        ("+$1,250.50", 0, "+$1,250.50"),
        ("take", 1000, "-$10"),
        ("take 2.50", 1000, "-$2.50"),
        ("-10", 500, "-$10"),
        ("push", 500, "$0"),
        ("0", 500, "$0"),
    ],
)
def test_amounts_are_read_as_a_dealer_says_them(text: str, stake: int, kept: str) -> None:
    assert read_amount(text, stake) == kept


def test_an_answer_that_answers_nothing_is_refused() -> None:
    made = question(chapter("overview"), "uth", "anchor", 0)
    for of in COURSE.values():
        for number in range(8):
            made = question(of, of.games[0], "anchor", number)
            with pytest.raises(Refused):
                read_answer(made, [])
            with pytest.raises(NotAnAnswer if not isinstance(made.asks, Amounts | Acts) else Refused):
                read_answer(made, ["nonsense"] * len(made.answer))


def test_r45_the_course_names_the_executive_card_by_level_and_by_amount() -> None:
    (words,) = (paragraph.words for paragraph in COURSE["card"].paragraphs if "Executive" in paragraph.words)
    assert "the level of the jackpot" in " ".join(words.split())
    assert "above the amount" in " ".join(words.split())
