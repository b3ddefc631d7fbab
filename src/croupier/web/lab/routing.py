"""What the lab's routes share: refusals with a status that fits, the worker, and the kinds of files."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeAlias

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from croupier.cards import NotACard
from croupier.lab.bets.designs import BadDesign
from croupier.lab.capabilities import is_learnt_first
from croupier.rules.game import Game
from croupier.rules.own.bet import BadSideBet
from croupier.rules.paytables import BadPaytable
from croupier.rules.variants.fields import BadVariant
from croupier.studies.question import BadQuestion
from croupier.web.context import HouseContext
from croupier.web.lab.studies.pending import Working
from croupier.web.lab.worker import Dropped, LabBusy, LabFailed, LabWorker, Learning

Ending: TypeAlias = Literal["json", "csv", "svg", "png"]


class LabRoute(APIRoute):
    """A route whose refusals are JSON with the status that fits: 202 still learning, 422 a bad design, 503 too much."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        go_on = super().get_route_handler()

        async def handle(request: Request) -> Response:
            try:
                return await go_on(request)
            except Learning as learning:
                return JSONResponse({"progress": learning.progress}, 202, {"retry-after": "1"})
            except Working as working:
                return JSONResponse({"progress": working.words, "share": working.share}, 202, {"retry-after": "1"})
            except BadQuestion as bad:
                return JSONResponse({"error": str(bad), "line": bad.field}, 422)
            except BadDesign as bad:
                return JSONResponse({"error": str(bad), "line": bad.line}, 422)
            except BadVariant as bad:
                return JSONResponse({"error": str(bad), "line": bad.field}, 422)
            except (NotACard, BadPaytable, BadSideBet) as bad:
                return JSONResponse({"error": str(bad), "line": ""}, 422)
            except Dropped as dropped:
                return JSONResponse({"error": str(dropped)}, 409)
            except (LabBusy, LabFailed) as failed:
                return JSONResponse({"error": str(failed)}, 503, {"retry-after": "3"})

        return handle


def lab_of(house: HouseContext) -> LabWorker:
    """The lab's worker, which the coach uses too."""
    return house.coach.lab


async def ask_about(house: HouseContext, job: str, game: Game, /, *, now: bool = True, **what: Any) -> Any:
    """Have the worker do a job about a game. While it still learns that game, the job waits, or with `now` is
    refused."""
    lab = lab_of(house)
    ask = lab.ask_now if now and is_learnt_first(game) else lab.ask
    return await ask(job, **what)


def as_json(answer: BaseModel) -> Response:
    """An answer as it is."""
    return JSONResponse(answer.model_dump(mode="json"))
