"""A session of one's own to go through: every decision with its exact values, mistakes by cost, luck apart from skill;
and one's own rounds as files.

A session is what was played without a pause of more than twenty minutes, at whichever tables and games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response, StreamingResponse

from croupier.data.files import FileFormat, text_of
from croupier.data.recorded import own_rows
from croupier.errors import Refused
from croupier.floor.history.player_round import PlayerRound, ResultParts, hours, play_sessions, result_parts
from croupier.floor.history.players import rounds_of
from croupier.floor.practice import is_guest
from croupier.games import GAMES
from croupier.lab.capabilities import NotCounted, check_countable, is_countable
from croupier.money import Cents, signed_dollars
from croupier.rules.notation import notation
from croupier.web.context import InHouse, Visiting, page_response
from croupier.web.learn.play_models import ChoiceButton, choice_key
from croupier.web.models import Page
from croupier.web.permissions import DOORS
from croupier.web.table.review import reviewed_row, unit_words
from croupier.web.table.roundpage import Reviewed
from croupier.web.wording import iso, tone, when
from croupier.web.you.curve import Curve, curve
from croupier.web.you.figures import (
    ReviewedDecision,
    corrected_words,
    costs,
    course_of,
    dearest,
    drill_key,
    reviewed_decisions,
    time_words,
)
from croupier.web.you.judge import in_sight
from croupier.web.you.pages import Option, book_of, own_names
from croupier.web.you.plays import JudgingProgress

router = APIRouter()
_MOST_SESSIONS: Final = 200
_MOST_DECISIONS: Final = 500
_ORDERS: Final = {"played": "Every decision, as played", "cost": "Mistakes, the dearest first"}


class SessionDecision(Reviewed):
    """A decision of a session, and where it leads."""

    id: str
    """Its place on the page: the round, and which decision of it."""
    round: str
    time: str
    utc: str
    game: str
    game_name: str
    kind: str
    unit: str
    drill: str
    buttons: list[ChoiceButton]


class ResultPart(BaseModel):
    """A part of a result: how much it is, and what it means."""

    key: str
    words: str
    amount: str
    cents: Cents
    tone: str
    about: str


class SessionPage(Page):
    """A session, its decisions as they are filtered, and what its result is made of. While `progress` says that some
    are still being judged, those that have been are there."""

    who: str
    guest: bool
    names: list[Option]
    sessions: list[Option]
    """The newest first."""
    games: list[Option] = Field(default_factory=list)
    streets: list[Option] = Field(default_factory=list)
    hands: list[Option] = Field(default_factory=list)
    orders: list[Option]
    drills: bool
    session: str = ""
    """The first round of it; any of its rounds finds it."""
    began: str = ""
    ended: str = ""
    played_for: str = ""
    rounds: int = 0
    result: str = ""
    tone: str = ""
    corrected: str = ""
    """What two people corrected later, which is in the result (R58)."""
    parts: list[ResultPart] = Field(default_factory=list)
    curve: Curve | None = None
    not_valued: list[str] = Field(default_factory=list)
    """The games of it whose decisions nobody can value, and why not."""
    progress: str = ""
    done: float = 1.0
    failed: str = ""
    judged: int = 0
    mistakes: int = 0
    face_up: bool = False
    """Whether others' cards were in sight at some decisions: those are judged with them."""
    left_out: int = 0
    """So many decisions more fit than the page shows."""
    decisions: list[SessionDecision] = Field(default_factory=list)


@router.get("/you/review", summary="A session of yours, decision by decision", response_model=SessionPage)
async def session_page(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    session: str = "",
    game: str = "",
    street: str = "",
    hand: str = "",
    order: str = "played",
    who: str = "",
) -> Response:
    name, names = await asyncio.to_thread(own_names, house, visitor, who)
    book = await asyncio.to_thread(book_of, house, name)
    plays, share = await book.read(name)
    sessions = play_sessions(plays)
    mine = _session_of(sessions, session)
    countable, others = _countable(mine)
    if share < 1:
        under: JudgingProgress | None = JudgingProgress("Reading your rounds.", share)
    else:
        under = await book.under_way(name, countable)
    wanted = {"game": game, "street": street, "hand": hand}

    def answer() -> Response:
        page = SessionPage(
            who=name,
            guest=is_guest(name),
            names=names,
            sessions=[_option(one, chosen=one is mine) for one in reversed(sessions[-_MOST_SESSIONS:])],
            orders=[Option(value=key, words=words, chosen=key == order) for key, words in _ORDERS.items()],
            drills="GET /learn/play/{key}/drill" in DOORS,
        )
        if under is not None:
            page.progress, page.done, page.failed = under
        if mine:
            decisions = reviewed_decisions(countable, book.judge)
            page = page.model_copy(update=_facts(mine) | ({} if under else _worth(countable, others, decisions)))
            page.not_valued = [_why_not(game) for game in dict.fromkeys(one.game for one in others)]
            page.judged, page.mistakes = len(decisions), sum(one.mistake for one in decisions)
            _choose(page, decisions, wanted, by_cost=order == "cost")
        return page_response(request, "you/review.html", page)

    # Hundreds of decisions take a tenth of a second to write, and no table shall wait for that.
    return await asyncio.to_thread(answer)


@router.get("/you/rounds.{ending}", summary="Your own rounds as a file: notation (txt) or JSON Lines (jsonl)")
async def own_rounds(
    ending: Literal["txt", "jsonl"], house: InHouse, visitor: Visiting, session: str = "", who: str = ""
) -> Response:
    name, _ = await asyncio.to_thread(own_names, house, visitor, who)
    book = await asyncio.to_thread(book_of, house, name)
    plays, share = await book.read(name)
    while share < 1:  # a file is whole, however long the reading takes
        plays, share = await book.read(name)
    chosen = [one for one in play_sessions(plays) if any(each.round == session for each in one)]
    if session and not chosen:
        raise Refused(f"{session!r} is no round of yours that is kept; want the first of a session, or none for all")
    rounds = rounds_of(house.sides.of(name).store, chosen[0] if session else plays)
    headers = {"content-disposition": f'attachment; filename="rounds.{ending}"'}
    if ending == "txt":
        texts = (f"{notation(past.events).rstrip()}\n\n" for past in rounds)
        return StreamingResponse(texts, media_type="text/plain; charset=utf-8", headers=headers)
    lines = text_of(own_rows(rounds, name), FileFormat.JSON_LINES)
    return StreamingResponse(lines, media_type=FileFormat.JSON_LINES.media_type, headers=headers)


def _session_of(sessions: Sequence[list[PlayerRound]], round: str) -> list[PlayerRound]:
    """The session that a round was played in, else the newest; empty where nothing was played."""
    newest = sessions[-1] if sessions else []
    return next((one for one in sessions if any(each.round == round for each in one)), newest)


def _countable(plays: Sequence[PlayerRound]) -> tuple[list[PlayerRound], list[PlayerRound]]:
    """The rounds whose decisions can be valued, and the others."""
    countable = [one for one in plays if is_countable(GAMES[one.game])]
    return countable, [one for one in plays if not is_countable(GAMES[one.game])]


def _why_not(game: str) -> str:
    try:
        check_countable(GAMES[game])
    except NotCounted as why:
        return str(why)
    raise AssertionError("a game that can be valued is valued")


def _option(session: Sequence[PlayerRound], *, chosen: bool) -> Option:
    rounds = f"{len(session):,} round{'' if len(session) == 1 else 's'}"
    words = f"{when(session[0].opened_ms)[:16]} · {rounds} · {signed_dollars(sum(one.net for one in session))}"
    return Option(value=session[0].round, words=words, chosen=chosen)


def _facts(session: Sequence[PlayerRound]) -> dict[str, Any]:
    net = sum(one.net for one in session)
    return {
        "session": session[0].round,
        "rounds": len(session),
        "began": when(session[0].opened_ms)[:16],
        "ended": when(session[-1].ended_ms)[11:16],
        "played_for": time_words(hours(session)),
        "result": signed_dollars(net),
        "tone": tone(net),
        "corrected": corrected_words(session),
    }


def _worth(
    countable: Sequence[PlayerRound], others: Sequence[PlayerRound], decisions: Sequence[ReviewedDecision]
) -> dict[str, Any]:
    """What a session's result is made of, once all its decisions have been judged."""
    mistakes, by_clock = costs(decisions)
    parts = _parts(result_parts(countable, mistakes, others, by_clock), fees=any(one.fee for one in countable))
    return {"parts": parts, "curve": curve(course_of(countable, decisions))}


def _parts(parts: ResultParts, *, fees: bool) -> list[ResultPart]:
    """The parts of a result in words; those of which there is nothing are left out, but for skill and luck."""
    about = {
        "skill": ("Mistakes", "what your mistakes gave up against the best play"),
        "price": (
            "Price of the game",
            f"what the best play of your bets costs on average{', and fees' if fees else ''}",
        ),
        "luck": ("Luck", "by how much the cards were kinder or harder than the average of what you played"),
        "clock": ("The clock", "what it gave up against the best play when it decided for you; no mistakes of yours"),
        "linked": ("Progressive", "wagers and prizes; their worth is the meter's at that moment"),
        "unknown": ("Not valued", "rounds of games whose decisions cannot be valued"),
    }
    amounts = parts._asdict()
    return [
        ResultPart(
            key=key,
            words=words,
            amount=signed_dollars(amounts[key]),
            cents=amounts[key],
            tone=tone(amounts[key]),
            about=what,
        )
        for key, (words, what) in about.items()
        if amounts[key] or key not in ("clock", "linked", "unknown")
    ]


def _choose(page: SessionPage, decisions: Sequence[ReviewedDecision], wanted: dict[str, str], *, by_cost: bool) -> None:
    """Filter a session's decisions by game, street and kind of hand, in that order; each offers what is left by those
    before it, and one that fits nothing any more is dropped."""
    keys: dict[str, Callable[[ReviewedDecision], tuple[str, str]]] = {
        "game": lambda one: (one.played.game, GAMES[one.played.game].name),
        "street": lambda one: (one.decision.street_words, _capital(one.decision.street_words)),
        "hand": lambda one: (one.verdict.kind, _capital(one.verdict.kind)),
    }
    left, offered = list(decisions), {}
    for name, key in keys.items():
        there = dict(sorted(map(key, left)) if name == "hand" else map(key, left))
        offered[name] = [
            Option(value=value, words=words, chosen=value == wanted[name]) for value, words in there.items()
        ]
        if wanted[name] in there:
            left = [one for one in left if key(one)[0] == wanted[name]]
    page.games, page.streets, page.hands = offered["game"], offered["street"], offered["hand"]
    if by_cost:
        left = dearest(left)
    page.face_up = any(in_sight(one.decision) for one in left)
    page.left_out = max(0, len(left) - _MOST_DECISIONS)
    page.decisions = [_row(one) for one in left[:_MOST_DECISIONS]]


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _row(one: ReviewedDecision) -> SessionDecision:
    decision, game = one.decision, one.decision.terms.game
    return SessionDecision(
        **vars(reviewed_row(decision, one.verdict, "you", you=True)),
        id=f"{decision.round}/{decision.number}",
        round=decision.round,
        time=when(one.played.ended_ms)[11:16],
        utc=iso(one.played.ended_ms),
        game=game.key,
        game_name=game.name,
        kind=one.verdict.kind,
        unit=unit_words(game),
        drill=drill_key(decision),
        buttons=[
            ChoiceButton(action=str(action), key=choice_key(str(action)))
            for action in game.open_to(decision.street, decision.own)
        ],
    )
