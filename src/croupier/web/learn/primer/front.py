"""Everything that there is to learn, on one page."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.routing import Match

from croupier.web.context import Visiting, page_response
from croupier.web.learn.primer.wording import GameLink, game_links
from croupier.web.models import Page
from croupier.web.permissions import opens

router = APIRouter()


class Way(BaseModel):
    """A way to learn, and where it begins."""

    path: str
    title: str
    about: str


class LearnPage(Page):
    """Everything that there is to learn."""

    games: list[GameLink]
    ways: list[Way]


_WAYS: Final = (
    Way(
        path="/learn/play",
        title="Drills",
        about="Decisions drawn to teach: close ones more often, what went wrong again; a rating, puzzles of the day.",
    ),
    Way(
        path="/you",
        title="Your play",
        about="What your own rounds came to, beside what was to be expected, and which decisions to look at again.",
    ),
    Way(
        path="/lab",
        title="The Lab",
        about="Every hand and every pay table with its exact value, for who wants to know why.",
    ),
    Way(
        path="/learn/dealer",
        title="Dealer school",
        about="The other side of the table: settle layouts, follow the procedures, take examinations.",
    ),
)


@router.get("/learn", summary="Everything that there is to learn", response_model=LearnPage)
def learn(request: Request, visitor: Visiting) -> Response:
    there = [way for way in _WAYS if has_page(request, way.path)]
    ways = [way for way in there if opens(visitor.person, f"GET {way.path}")]
    return page_response(request, "learn/learn.html", LearnPage(games=game_links(), ways=ways))


def has_page(request: Request, path: str) -> bool:
    """Whether this house has such a page."""
    scope = {**request.scope, "method": "GET", "path": path, "raw_path": path.encode()}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)
