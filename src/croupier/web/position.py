"""One decision by a link that anybody can open and answer: the cards in sight, the choices, and what each is worth.

The address says all there is to it: the game, its pay tables and the cards. Who has faced the decision, when, for how
much and what others held is not in it. So anybody may ask: an answer follows from its address alone, and tells nothing
of any record. What strangers can have the lab count is bounded as everybody's questions are (`web.lab.worker`).
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from croupier.cards import cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.lab.capabilities import check_countable
from croupier.rules.game import Game
from croupier.rules.lines import check_base_bets
from croupier.school.decision import decision
from croupier.web.context import InHouse, page_response
from croupier.web.friends.links import LinkCard, link_card
from croupier.web.learn.play_models import Asked, asked_card
from croupier.web.models import Page
from croupier.web.table.review import choice_rows, unit_words
from croupier.web.table.roundpage import ReviewedChoice
from croupier.web.you.judge import JudgePosition, position_path

router = APIRouter()
_LONGEST: Final = 64
_MOST_TABLES: Final = 8
_MOST_DOWN: Final = 99


class PositionPage(Page):
    """A decision that is put to whoever opens it. What the choices are worth is told by `values`, afterwards."""

    game: str
    game_name: str
    unit: str
    tables: list[str]
    """The pay tables by which the base game pays."""
    down: int | None = None
    """How many base bets lie there already, where that matters."""
    question: Asked
    values: str
    share: LinkCard


class PositionValues(BaseModel):
    """What every choice is worth, exactly, best first; `progress` instead while it is worked out."""

    progress: str = ""
    choices: list[ReviewedChoice] = Field(default_factory=list)
    best: str = ""
    rule: str = ""


class PositionQuery:
    """The position of an address, such as `game=uth&own=Kc5d&board=2h7dTs`; without `table`, by the game's usual pay
    tables."""

    def __init__(
        self,
        game: Annotated[str, Query(max_length=_LONGEST)],
        own: Annotated[str, Query(max_length=_LONGEST)],
        board: Annotated[str, Query(max_length=_LONGEST)] = "",
        up: Annotated[str, Query(max_length=_LONGEST)] = "",
        down: Annotated[int | None, Query(ge=1, le=_MOST_DOWN)] = None,
        table: Annotated[
            list[Annotated[str, Query(max_length=_LONGEST)]] | None, Query(max_length=_MOST_TABLES)
        ] = None,
    ) -> None:
        self.game = game_of(game)
        check_countable(self.game)
        self.decision = decision(self.game, *(parse_cards(cards) for cards in (own, board, up)))
        if down is not None and self.game.bets_add_up:
            check_base_bets(self.game, self.decision.street, down)
        self.position = JudgePosition(
            game=self.game.key,
            own=cards_text(tuple(sorted(self.decision.own))),
            board=cards_text(tuple(sorted(self.decision.board))),
            up=cards_text(self.decision.up),
            seen="",
            down=down if self.game.bets_add_up else None,
            tables=_tables(self.game, table or []),
        )


def _tables(game: Game, names: list[str]) -> tuple[tuple[str, str], ...]:
    """The pay tables of the base game: those that are named, else the usual ones."""
    there = {
        bet: list(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(bet, ())))
        for bet in game.base_tables
    }
    for name in names:
        if not any(name in offered for offered in there.values()):
            every = ", ".join(one for offered in there.values() for one in offered) or "none"
            raise Refused(f"{game.name} has no pay table {name!r} of its base bets; there are {every}")
    return tuple((bet, next((name for name in names if name in offered), offered[0])) for bet, offered in there.items())


InAddress: TypeAlias = Annotated[PositionQuery, Depends(PositionQuery)]


@router.get("/position", summary="One decision, for anybody to answer", response_model=PositionPage)
def position_page(request: Request, query: InAddress) -> Response:
    path = position_path(query.position)
    page = PositionPage(
        game=query.game.key,
        game_name=query.game.name,
        unit=unit_words(query.game),
        tables=[name for _, name in query.position.tables],
        down=query.position.down,
        question=asked_card(query.decision),
        values=f"/api{path}",
        share=link_card(request, path),
    )
    return page_response(request, "table/position.html", page)


@router.get("/api/position", summary="What every choice of a decision is worth", response_model=PositionValues)
async def position_values(house: InHouse, query: InAddress) -> PositionValues:
    judge = house.plays.judge
    progress = await judge.work_awhile(query.game, [query.position])
    verdict = judge.known(query.position)
    if progress or verdict is None:
        return PositionValues(progress=progress or "working it out")
    rows = choice_rows(query.game, verdict)
    return PositionValues(choices=rows, best=rows[0].words, rule=verdict.rule)
