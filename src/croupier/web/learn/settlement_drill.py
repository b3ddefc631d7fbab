"""The dealer's felt: a whole table to settle, act by act, or to watch for an error. The server judges every act.

Nothing is stored: what has been done comes with every act, and the table is drawn again from its seed.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field, StringConstraints
from starlette.responses import Response

from croupier.games import GAMES
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.school.acts import fewest_chips, parse_act
from croupier.school.course import COURSE, check_game
from croupier.school.draw import Draw
from croupier.school.question import MOST_ACTS
from croupier.school.settlement.judging import ActVerdict, judged, score
from croupier.school.settlement.planted_errors import PlantedError, told_story, watched
from croupier.school.settlement.table import DrillTable, TableKind, drawn_table, kinds_of
from croupier.web.context import ByScript, page_response
from croupier.web.learn.exam_papers import practice_seed
from croupier.web.learn.models import FeltCard, GamePick, PictureCard, Told, felt_card, picture_card, reason_card
from croupier.web.models import Page

router = APIRouter()
MOST_SEED: Final = 80
_DAY_S: Final = 86_400
_CHAPTER: Final = "qualified"
"""The chapter that teaches what is done here."""
ActText = Annotated[str, StringConstraints(max_length=120)]


class KindPick(BaseModel):
    key: str
    words: str
    games: list[str]
    """The games that can be dealt so."""


class SettlementPage(Page):
    games: list[GamePick]
    kinds: list[KindPick]
    game: str
    table: str
    seed: str
    fresh: str
    watch: bool
    picture: PictureCard
    felt: FeltCard


class DrillRequest(BaseModel):
    """Which table."""

    game: str = Field(max_length=40)
    table: TableKind = TableKind.HOUSE
    seed: str = Field(min_length=1, max_length=MOST_SEED)


class ActsDone(DrillRequest):
    acts: list[ActText] = Field(max_length=2 * MOST_ACTS)
    """Every act so far, wrong ones too; the last one is judged."""
    seconds: int = Field(default=0, ge=0, le=_DAY_S)
    hint: bool = False


class ScoreCard(BaseModel):
    of: int
    right: int
    out_of_order: int
    wrong: int
    seconds: int
    par_s: int
    flawless: bool


class JudgedCard(BaseModel):
    verdict: str
    words: str
    why: Told
    chips: str = ""
    """The chips that would have done, where more were paid out."""


class ActsJudged(BaseModel):
    done: list[str]
    """The acts that were right, in order: what the felt shows."""
    last: JudgedCard | None = None
    hint: str = ""
    over: bool = False
    score: ScoreCard | None = None


class ActsWatched(DrillRequest):
    stops: list[bool] = Field(max_length=MOST_ACTS)
    """For each act that was shown, whether it was stopped."""


class StoryShown(BaseModel):
    acts: list[str]
    words: list[str]
    """What the other dealer has done so far; the last of them is to be judged."""
    alarms: int = 0
    over: bool = False
    right: bool = False
    said: str = ""
    why: Told | None = None


@router.get("/learn/dealer/felt", summary="The dealer's felt: settle a table", response_model=SettlementPage)
def settlement_page(
    request: Request,
    game: str = "",
    table: TableKind | None = None,
    seed: Annotated[str, Query(max_length=MOST_SEED)] = "",
    watch: bool = False,
) -> Response:
    games = COURSE[_CHAPTER].games
    chosen, drawn_seed = _game(game or games[0]), seed or practice_seed()
    kind = table if table in kinds_of(chosen) else TableKind.HOUSE
    drawn = _table(chosen, kind, drawn_seed)
    page = SettlementPage(
        games=[GamePick(key=key, name=GAMES[key].name) for key in games],
        kinds=[
            KindPick(key=each.value, words=each.words, games=[key for key in games if each in kinds_of(GAMES[key])])
            for each in TableKind
        ],
        game=chosen.key,
        table=kind.value,
        seed=drawn_seed,
        fresh=practice_seed(),
        watch=watch,
        picture=picture_card(drawn.picture),
        felt=felt_card(drawn.asks),
    )
    return page_response(request, "learn/settlement.html", page)


def _game(key: str) -> Game:
    check_game(COURSE[_CHAPTER], key)
    return GAMES[key]


def _table(game: Game, kind: TableKind, seed: str) -> DrillTable:
    return drawn_table(game, Draw(f"felt/{game.key}/{kind.value}/{seed}"), kind)


@router.post("/api/learn/dealer/felt", summary="Judge an act of a dealer", response_model=ActsJudged)
def judge_act(body: ActsDone, visitor: ByScript) -> ActsJudged:
    table = _table(_game(body.game), body.table, body.seed)
    log = [parse_act(text) for text in body.acts]
    verdicts = judged(table, log)
    right = [str(each.act) for each in verdicts if each.verdict is ActVerdict.RIGHT]
    answer = ActsJudged(done=right, over=len(right) == len(table.steps))
    if verdicts:
        last, text = verdicts[-1], body.acts[-1]
        chips = fewest_chips(text) if last.verdict is ActVerdict.RIGHT else ()
        answer.last = JudgedCard(
            verdict=last.verdict.value,
            words=table.asks.words(text),
            why=reason_card(last.why),
            chips=", ".join(f"{stack.number} × {dollars(stack.value)}" for stack in chips),
        )
    if answer.over:
        points = score(table, log, body.seconds)
        answer.score = ScoreCard(
            of=points.of,
            right=points.right,
            out_of_order=points.out_of_order,
            wrong=points.wrong,
            seconds=points.seconds,
            par_s=points.par_s,
            flawless=points.flawless,
        )
    elif body.hint:
        answer.hint = table.asks.words(str(table.acts[len(right)]))
    return answer


@router.post("/api/learn/dealer/felt/watch", summary="Watch a dealer who may err", response_model=StoryShown)
def watch_story(body: ActsWatched, visitor: ByScript) -> StoryShown:
    table = _table(_game(body.game), body.table, body.seed)
    story = told_story(table, Draw(f"story/{body.game}/{body.table.value}/{body.seed}"))
    watch = watched(story, body.stops)
    acts = [str(act) for act in story.acts[: watch.shown]]
    shown = StoryShown(acts=acts, words=[table.asks.words(text) for text in acts], alarms=watch.alarms, over=watch.over)
    if watch.over:
        shown.right = not watch.missed and not watch.alarms
        shown.said = "Found." if watch.found else "It went by." if watch.missed else f"{PlantedError.NONE.value}."
        shown.why = reason_card(story.why)
    return shown
