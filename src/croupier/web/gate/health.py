"""Whether the house is well: the record can be written, and what is shown is not of yesterday."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.responses import JSONResponse, Response

from croupier import __version__
from croupier.errors import Refused
from croupier.web.context import InHouse

_PATIENCE_S: Final = 2.0
_MOST_BEHIND_S: Final = 10.0


async def health(house: InHouse) -> Response:
    """The answer for whoever watches over the server: 200 while it is well, otherwise 503 with what is wrong.

    It asks through the committer, as every command does, and waits in no thread: it answers when nothing else does.
    """
    wrong: list[str] = []
    position = None
    try:
        position = await asyncio.wait_for(house.store.writable(), _PATIENCE_S)
    except TimeoutError:
        wrong.append(f"the record has not answered for {_PATIENCE_S:.0f} seconds")
    except Refused as refused:
        wrong.append(str(refused))
    servers = house.hub.servers
    behind_s = 0.0 if servers is None else servers.behind_s()
    if behind_s > _MOST_BEHIND_S:
        wrong.append(f"what other servers write has not been heard of for {behind_s:.0f} seconds")
    said = {
        "ok": not wrong,
        "version": __version__,
        "writable": position is not None,
        "position": position,
        "view_age_s": round(behind_s, 1),
        "wrong": wrong,
    }
    return JSONResponse(said, status_code=503 if wrong else 200)
