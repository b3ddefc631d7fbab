"""Forms of the books that are sent by GET: their period on the house's clock, and their answer or refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar
from urllib.parse import urlencode

from fastapi import Request

from croupier.errors import Refused
from croupier.floor.history.period import EndsBeforeItBegins, Period, check_period, parse_since, parse_until
from croupier.web.forms import BadField, Refusal, in_field
from croupier.web.wording import house_zone

T = TypeVar("T")


def period_of(since: str, until: str) -> Period:
    """The period that the two fields name; a refusal says which of them it is about."""
    zone = house_zone()
    begins = in_field("since", lambda text: parse_since(text, zone), since)
    ends = in_field("until", lambda text: parse_until(text, zone), until)
    period = Period(begins, ends)
    try:
        check_period(since, until, period)
    except EndsBeforeItBegins as why:
        raise BadField("until", why) from why
    return period


def answer_query(request: Request, ask: Callable[[], T], otherwise: T) -> tuple[T, int]:
    """What a form with a GET asks for, and the status of the answer.

    Where it is refused, the page is drawn with `otherwise`, the refusal beside its field, and what was typed.
    """
    try:
        return ask(), 200
    except Refused as why:
        field = why.field if isinstance(why, BadField) else None
        request.state.refusal = Refusal(
            path=request.url.path, text=str(why), field=field, values=dict(request.query_params)
        )
        return otherwise, 409


def link(path: str, query: Mapping[str, str | int | None], **changed: str | int | None) -> str:
    """A path with a query, some of it changed; what is empty is left out."""
    fields = {key: value for key, value in {**query, **changed}.items() if value not in ("", None)}
    return f"{path}?{urlencode(fields)}" if fields else path
