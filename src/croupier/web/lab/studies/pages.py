"""Subjects of the lab over HTTP: a page with a form, an answer that may take its time, and its files.

A question is a GET with all its fields in the address. While the lab works on it, the answer is 202 and says how far it
is; ask again. `POST /api/lab/stop` says that nobody waits any more.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.games.three_card import THREE_CARD
from croupier.games.uth import UTH
from croupier.studies.subjects import SUBJECTS, question_of, subject_of
from croupier.web.context import InHouse, Visiting, page_response
from croupier.web.lab.files import file_response
from croupier.web.lab.models import LabPage
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import LabRoute, as_json
from croupier.web.lab.studies.pending import Key, PendingAnswers, key_of


class StudyChoice(BaseModel):
    """One of the values of a field."""

    value: str
    words: str
    group: str
    fills: str


class StudyField(BaseModel):
    """A field of the form. One that only matters `again` is asked for where work is to be done once more."""

    key: str
    words: str
    value: str
    kind: str
    choices: list[StudyChoice]
    hint: str
    again: bool
    rows: int


class StudyPage(LabPage):
    """A page of a subject: its form, and whether it is answered while somebody types."""

    title: str
    about: str
    button: str
    typing: bool
    form: list[StudyField]


class Headline(BaseModel):
    """What was asked for, and its figure."""

    words: str
    value: str


class SheetColumn(BaseModel):
    """A column of a sheet."""

    words: str
    number: bool


class StudySheet(BaseModel):
    """A table of figures as people read them; `lit` are the rows to look at first."""

    title: str
    columns: list[SheetColumn]
    rows: list[list[str]]
    lit: list[int]


class StudyPicture(BaseModel):
    """A picture as SVG, for a desk and for a phone."""

    title: str
    wide: str
    narrow: str


class StudyAnswer(BaseModel):
    """An answer: words, figures, pictures, the command line that gives the same, and the files that it reads."""

    subject: str
    game: str
    headline: Headline
    words: list[str]
    warnings: list[str]
    sheets: list[StudySheet]
    pictures: list[StudyPicture]
    command: str
    files: dict[str, str]


class Asked(BaseModel):
    """Which subject somebody no longer waits for."""

    subject: str = Field(max_length=40)


router = APIRouter(route_class=LabRoute)

Named = Annotated[str, Path(max_length=40, description="The subject, such as simulate or faceup.")]
Game = Annotated[str, Query(max_length=20, description="Which game; everything else is a field of the page's form.")]
_LONGEST, _MOST = 20_000, 60
_OTHERS = frozenset({"game"})


async def page(request: Request, house: InHouse, game: str = UTH.key) -> Response:
    """The page of a subject, for a game."""
    played = game_of(game)
    key = request.url.path.rpartition("/")[2]
    if path_of(played, key) != request.url.path:
        return RedirectResponse(path_of(played, key))
    subject = subject_of(key, played)
    study_page = StudyPage(
        **lab_page(played, key).model_dump(exclude_unset=True),
        title=subject.title,
        about=subject.about,
        button=subject.button,
        typing=subject.typing,
        form=[StudyField(**asdict(one)) for one in subject.fields(played)],
    )
    return await asyncio.to_thread(page_response, request, "lab/lab_study.html", study_page)


for _key, _subject in SUBJECTS.items():
    router.get(f"/lab/{_key}", summary=f"The lab: {_subject.title}", response_model=StudyPage)(page)
    if _subject.has(THREE_CARD):
        _of_game = f"The lab: {_subject.title}, of a game"
        router.get(f"/lab/{{game}}/{_key}", summary=_of_game, response_model=StudyPage)(page)


@router.get(
    "/api/lab/bench/{subject}.{ending}",
    summary="An answer of the lab as a file: json as the terminal prints it, csv, or svg",
)
async def answer_file(
    request: Request, house: InHouse, visitor: Visiting, subject: Named, ending: Literal["json", "csv", "svg"],
    game: Game = UTH.key,
) -> Response:  # fmt: skip
    key = await _key_of(request, subject, game)
    answer = await _pending(house).whole(key, visitor.mark)
    return file_response(f"{game} {subject}", ending, answer[ending].encode())


@router.get("/api/lab/bench/{subject}/{name}", summary="A file that the command line of an answer reads")
async def command_file(request: Request, subject: Named, name: str, game: Game = UTH.key) -> Response:
    _, _, texts = await _key_of(request, subject, game)
    question = await asyncio.to_thread(question_of, subject, game, dict(texts))
    text = question.files.get(name)
    if text is None:
        raise HTTPException(404, f"this answer has no file {name!r}; it has {', '.join(question.files) or 'none'}")
    stem, _, ending = name.rpartition(".")
    return file_response(stem, ending, text.encode())


@router.get("/api/lab/bench/{subject}", summary="A question to the lab, answered", response_model=StudyAnswer)
async def answer(request: Request, house: InHouse, visitor: Visiting, subject: Named, game: Game = UTH.key) -> Response:
    key = await _key_of(request, subject, game)
    return as_json(StudyAnswer(**await _pending(house).ask(key, visitor.mark)))


@router.post("/api/lab/stop", summary="Say that you no longer wait for the lab's answer on a subject")
async def stop(house: InHouse, visitor: Visiting, question: Asked) -> Asked:
    await _pending(house).leave(visitor.mark, question.subject)
    return question


async def _key_of(request: Request, subject: str, game: str) -> Key:
    """The question in an address, refused where a field cannot be."""
    texts: dict[str, str] = {}
    for key, value in request.query_params.multi_items()[:_MOST]:
        if key not in _OTHERS:
            # A field that is given several times becomes one text with several lines.
            texts[key] = f"{texts[key]}\n{value[:_LONGEST]}" if key in texts else value[:_LONGEST]
    await asyncio.to_thread(question_of, subject, game, texts)
    return key_of(subject, game, texts)


def _pending(house: InHouse) -> PendingAnswers:
    return house.coach.pending
