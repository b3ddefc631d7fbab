"""Forms that come back: what was refused is shown in the form that asked for it, with what was typed.

A route says nothing about it. It raises `Refused`, and the page that the form stood on is drawn anew with a `Refusal`
in it; `static/forms.js`, which every page has, finds the form, fills it in again and puts the words beside the field.
Which field, a route says by reading it through `in_field`; without that the words stand under the form. PINs and codes
are never sent back.

`static/asking.js` asks before a form is sent that says so: `data-confirm="Sell {amount} to {player}"` on the form, on a
button or on the chosen option of a list stands on the button that confirms, with the fields' values in place of their
names. And it gives every `data-once` field its number, so that a form sent twice is carried out once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import urlsplit

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message, Receive, Scope, Send

from croupier.errors import Refused

T = TypeVar("T")
_SECRET_FIELDS: Final = frozenset({"csrf", "command", "pin", "pin_again", "code"})
_MOST: Final = 2_000


class Refusal(BaseModel):
    """Why a form was not carried out, for the page that it stands on. `path` is where the form was sent."""

    path: str
    text: str
    field: str | None = None
    values: dict[str, str] = {}


class BadField(Refused):
    """A refusal that is about one field of a form."""

    def __init__(self, field: str, why: Refused) -> None:
        super().__init__(str(why))
        self.field = field


def in_field(field: str, read: Callable[[str], T], text: str) -> T:
    """The value of a field, read by `read`; a refusal names the field."""
    try:
        return read(text)
    except Refused as why:
        raise BadField(field, why) from why


def refusal_of(request: Request) -> Refusal | None:
    """The refusal that this page has to show in one of its forms, if there is one."""
    return getattr(request.state, "refusal", None)


def local_path(text: str) -> str | None:
    """A path of this house, or `None` for any other address: nobody is redirected elsewhere."""
    plain = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if plain else None


async def form_again(request: Request, text: str, status: int, field: str | None = None) -> Response | None:
    """The page on which a refused form stood, with the refusal in it; none where that page is not known."""
    page = page_before(request)
    if request.method != "POST" or page is None or refusal_of(request) is not None:
        return None
    sent = await request.form()
    values = {key: value for key, value in sent.items() if isinstance(value, str) and _may_be_shown(key, value)}
    refusal = Refusal(path=request.url.path, text=text, field=field, values=values)
    path, _, query = page.partition("?")
    scope = {
        **request.scope,
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(key, value) for key, value in request.scope["headers"] if not key.startswith(b"content-")],
        "state": {**request.scope["state"], "refusal": refusal},
    }
    there = any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)
    return _PageAgain(scope, status) if there else None


def page_before(request: Request) -> str | None:
    """The page of ours that a form was sent from."""
    before = urlsplit(request.headers.get("referer", ""))
    if before.netloc != request.headers.get("host") or local_path(before.path) is None:
        return None
    return before.path + (f"?{before.query}" if before.query else "")


def _may_be_shown(key: str, value: str) -> bool:
    """Whether a field may be sent back. No secret is; a badge, unlike a name in the same field, has a dot."""
    return key not in _SECRET_FIELDS and not (key == "badge" and "." in value) and len(value) <= _MOST


class _PageAgain(Response):
    """Another page of the house in answer to a request, with a status of its own."""

    def __init__(self, scope: Scope, status: int) -> None:
        super().__init__(status_code=status)
        self._scope = scope

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_status(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                retry_after = [(key, value) for key, value in self.raw_headers if key == b"retry-after"]
                message = {**message, "status": self.status_code, "headers": [*message["headers"], *retry_after]}
            await send(message)

        await self._scope["app"].router(self._scope, receive, with_status)
