"""`croupier train`: the dealer school at the terminal."""

from __future__ import annotations

import json
import subprocess
import sys

from croupier.money import parse_dollars
from croupier.school.course import COURSE, chapter, question
from croupier.school.question import Acts, Amounts, Ordering, amount_words


def croupier(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.argv = {['croupier', *words]!r}; from croupier.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code], input=typed, capture_output=True, encoding="utf-8", timeout=60)


def typed_for(key: str, seed: str, number: int) -> str:
    """What a dealer types who knows everything."""
    lines = []
    for place in range(number):
        asked = question(chapter(key), COURSE[key].games[0], seed, place)
        match asked.asks:
            case Amounts():
                lines += [amount_words(text) for text in asked.answer]
            case Ordering(items):
                lines.append(" ".join(str(items.index(step) + 1) for step in asked.answer))
            case Acts():
                lines += [*asked.answer, ""]
            case _:
                lines.append(asked.answer[0])
    return "\n".join([*lines, ""])


def test_who_knows_everything_is_right_every_time() -> None:
    for key in ("qualified", "card", "california"):
        ran = croupier(
            "train", "dealer", "--chapter", key, "--seed", "7", "--number", "6", typed=typed_for(key, "7", 6)
        )
        assert ran.returncode == 0, ran.stderr
        assert "6 of 6 right." in ran.stdout
        assert "Not right." not in ran.stdout


def test_a_mistake_is_told_with_its_ruling_and_what_is_no_answer_is_asked_again() -> None:
    asked = question(chapter("irregularities"), "uth", "a", 0)
    wrong = next(option for option in asked.asks.options if option != asked.answer[0])  # type: ignore[union-attr]
    ran = croupier("train", "dealer", "--chapter", "irregularities", "--seed", "a", typed=f"nonsense\n{wrong}\nq\n")
    assert "is none of the 6 choices" in ran.stdout
    assert "Not right." in ran.stdout
    assert "(R19, R18)" in ran.stdout
    assert "0 of 1 right." in ran.stdout


def test_questions_for_machines() -> None:
    ran = croupier("train", "dealer", "--chapter", "paytables", "--game", "caribbean", "--seed", "7", "--json")
    questions = json.loads(ran.stdout)
    assert len(questions) == 10
    assert all(asked["game"] == "caribbean" and asked["rulings"] for asked in questions)
    amounts = next(asked for asked in questions if asked["kind"] == "amounts")
    assert parse_dollars(amounts["answer"][0].lstrip("+-")) >= 0


def test_the_chapters_are_listed_and_others_refused() -> None:
    listed = croupier("train", "dealer", "--list").stdout.splitlines()
    assert [line.split()[1] for line in listed] == list(COURSE)
    refused = croupier("train", "dealer", "--chapter", "cooking")
    assert refused.returncode == 2
    assert "no chapter 'cooking'" in refused.stderr


def test_the_manual_is_the_whole_course() -> None:
    text = croupier("train", "manual").stdout
    assert text.startswith("# The dealer's manual")
    for of in COURSE.values():
        assert f"## {of.number}. {of.title}" in text
        assert all(str(paragraph) in text for paragraph in of.paragraphs)
    for name in ("Three Card Poker", "Let It Ride", "UTH-02", "MGL-ML03"):
        assert name in text
