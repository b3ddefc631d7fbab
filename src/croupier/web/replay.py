"""Rounds from elsewhere, replayed from their notation, step by step; each decision links to the lab."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.cards import cards_text
from croupier.errors import Refused
from croupier.floor.history.decisions import RecordedDecision, decisions
from croupier.floor.history.rounds import PastRound
from croupier.lab.capabilities import is_countable
from croupier.money import dollars, signed_dollars
from croupier.rules.actions import parse_action
from croupier.rules.game import Game
from croupier.rules.notation import BadNotation
from croupier.rules.notations import Written, split_rounds
from croupier.rules.round import FINISHED, Stage, replay
from croupier.rules.view import Reviewer, SeatView, view
from croupier.web.context import ByForm, page_response
from croupier.web.forms import in_field
from croupier.web.lab.places import HAND, lab_page, path_of
from croupier.web.models import Page
from croupier.web.table.roundpage import LookUp, RoundPage
from croupier.web.table.rounds import round_page
from croupier.web.wording import tone


def lookups(decisions: Iterable[RecordedDecision]) -> list[LookUp]:
    """Where to look up each of these decisions."""
    return [
        LookUp(
            number=one.number,
            seat=one.seat,
            street=one.street_words,
            own=[str(card) for card in one.own],
            board=[str(card) for card in one.board],
            up=[str(card) for card in one.up],
            did=parse_action(one.choice).did,
            choice=one.choice,
            link=_link(one),
        )
        for one in decisions
    ]


def _link(decision: RecordedDecision) -> str:
    terms, game = decision.terms, decision.terms.rules.game
    if not is_countable(game):
        return ""
    base_bet = next(iter(game.base_tables), None)
    own, *others = _fields(game)
    query = {"table": terms.table(base_bet).name} if base_bet else {}
    query[own] = cards_text(decision.own)
    if decision.board:
        query["board"] = cards_text(decision.board)
    if decision.up:
        query["up"] = cards_text(decision.up)
    if terms.face_up and decision.seen and "seen" in others:
        query["seen"] = cards_text(decision.seen)
    if game.bets_add_up:
        query["down"] = str(decision.down)
    return f"{path_of(game, HAND)}?{urlencode(query)}"


@cache
def _fields(game: Game) -> tuple[str, ...]:
    """What the lab's page of a hand asks for, the own cards first."""
    return tuple(field.key for field in lab_page(game, HAND).fields)


class ReplayPage(Page):
    """The page to paste rounds into, and how much it takes."""

    most_rounds: int
    most_letters: int


class ReplayedSeat(BaseModel):
    """A seat of a round that was played again."""

    number: int
    hand: str
    outcome: str
    staked: str
    net: str
    tone: str


class Replayed(BaseModel):
    """One of many pasted rounds: what it came to, or why it was refused. `line` is where it begins."""

    line: int
    id: str
    game: str
    rules: str
    refusal: str
    void: bool = False
    seats: list[ReplayedSeat] = []
    lookups: list[LookUp] = []
    notation: str


class ReplayedPage(Page):
    """Many rounds, one after the other."""

    sound: int
    refused: int
    rounds: list[Replayed]


router = APIRouter()

MOST_ROUNDS: Final = 100
MOST_LETTERS: Final = 300_000
_LONGEST: Final = 20_000
"""Letters of one round; a full table's is some three thousand."""
_UNKNOWN: Final = dict.fromkeys(("opened", "opened_utc", "dealt", "dealt_utc", "ended", "ended_utc"), "")


@router.get("/replay", summary="The page to paste rounds into", response_model=ReplayPage)
def replay_page(request: Request) -> Response:
    page = ReplayPage(most_rounds=MOST_ROUNDS, most_letters=MOST_LETTERS)
    return page_response(request, "table/replay.html", page)


@router.post("/replay", summary="Play pasted rounds again", response_model=RoundPage | ReplayedPage)
def replayed(request: Request, visitor: ByForm, notation: Annotated[str, Form()]) -> Response:
    written = in_field("notation", _split, notation)
    if len(written) > 1:
        rounds = [_replayed(one) for one in written]
        refused = sum(bool(one.refusal) for one in rounds)
        many = ReplayedPage(sound=len(rounds) - refused, refused=refused, rounds=rounds)
        return page_response(request, "table/replayed.html", many)
    past = in_field("notation", lambda _: pasted_round(written[0]), notation)
    # The round is in no record: no seed was committed for it, and its time is not known.
    page = round_page(past, "", Reviewer()).model_copy(
        update={**_UNKNOWN, "reveal": None, "decisions": 0, "lookups": _lookups(past)}
    )
    return page_response(request, "table/round.html", page)


def _split(text: str) -> tuple[Written, ...]:
    if len(text) > MOST_LETTERS:
        raise Refused(f"{len(text):,} letters are too many at once; want at most {MOST_LETTERS:,}, so paste in parts")
    return split_rounds(text, MOST_ROUNDS)


def pasted_round(written: Written) -> PastRound:
    """The round that somebody's notation tells, played again by the engine; refused unless it is over."""
    if len(written.text) > _LONGEST:
        raise BadNotation(
            written.line, written.name, f"{len(written.text):,} letters are no round; want at most {_LONGEST:,}"
        )
    events = written.played()
    round = replay(events)
    if round.stage not in FINISHED:
        raise Refused("this round is not over; want its notation to the end, with its last line, end")
    return PastRound(
        round=round, events=events, times_ms=(0,) * len(events), seed=b"", players={}, awards={}, time_ms=0
    )


def _lookups(past: PastRound) -> list[LookUp]:
    # Of a void round nothing stands, and its cards were never turned (R26).
    return [] if past.round.stage is Stage.VOID else lookups(decisions(past))


def _replayed(written: Written) -> Replayed:
    try:
        past = pasted_round(written)
    except Refused as refused:
        return Replayed(
            line=written.line, id=written.name, game="", rules="", refusal=str(refused), notation=written.text
        )
    seen = view(past.round, Reviewer())
    void = past.round.stage is Stage.VOID
    return Replayed(
        line=written.line,
        id=past.round.id,
        game=seen.game.name,
        rules=seen.terms.rules.name,
        refusal="",
        void=void,
        seats=[_seat(seat, void) for seat in seen.seats],
        lookups=_lookups(past),
        notation=written.text,
    )


def _seat(seat: SeatView, void: bool) -> ReplayedSeat:
    net = 0 if void else seat.net
    return ReplayedSeat(
        number=seat.number,
        hand="" if void else seat.hand or "",
        outcome="" if void or seat.outcome is None else seat.outcome.words,
        staked=dollars(seat.stakes.total + seat.raised.total),
        net=signed_dollars(net),
        tone=tone(net),
    )
