"""The chapters in the manual's order (R54): what is taught in words. What is asked stands in `course`.

The words are in `school/data/course.toml`, a paragraph each with its rulings.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

from croupier.school.question import Reason


@dataclass(frozen=True, slots=True)
class Text:
    """What a chapter teaches, paragraph by paragraph, each with its rulings."""

    key: str
    title: str
    about: str
    paragraphs: tuple[Reason, ...]


def _read() -> tuple[Text, ...]:
    text = (resources.files("croupier.school") / "data" / "course.toml").read_text("utf-8")
    return tuple(
        Text(
            chapter["key"],
            chapter["title"],
            chapter["about"],
            tuple(
                Reason(" ".join(said["words"].split()), tuple(said["rulings"].split())) for said in chapter["paragraph"]
            ),
        )
        for chapter in tomllib.loads(text)["chapter"]
    )


TEXTS: tuple[Text, ...] = _read()
