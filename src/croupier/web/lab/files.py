"""The lab's answers as files: JSON as they are, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from starlette.responses import Response

from croupier.web.lab.chart_models import ChartAnswer, HandAnswer
from croupier.web.lab.models import DesignAnswer, HandsAnswer, LookUpAnswer

Answer: TypeAlias = DesignAnswer | HandsAnswer | LookUpAnswer | ChartAnswer | HandAnswer

_KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
          "toml": "application/toml; charset=utf-8", "txt": "text/plain; charset=utf-8",
          "html": "text/html; charset=utf-8"}  # fmt: skip


def file_response(name: str, ending: str, body: bytes) -> Response:
    """A file to keep, named after what is in it."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"content-disposition": f'attachment; filename="{plain}.{ending}"'}
    return Response(body, media_type=_KINDS[ending], headers=headers)


def json_of(answer: Answer) -> bytes:
    """The answer as it is."""
    return answer.model_dump_json(indent=2).encode()


def csv_of(answer: Answer) -> bytes:
    """The answer as one table."""
    match answer:
        case DesignAnswer():
            return _table(_DESIGN, _design_rows(answer))
        case HandsAnswer():
            return _table(_HANDS, map(_hand_row, (start.model_dump() for start in answer.starts)))
        case LookUpAnswer():
            return _table(_CHOICES, _choice_rows(answer))
        case ChartAnswer():
            return _table(_CHART, _chart_rows(answer))
        case HandAnswer():
            return _table(_HAND, _hand_rows(answer))


_DESIGN = (
    "part", "name", "pays", "approved_pays", "envy", "ways", "deals", "probability", "returns", "adds", "value",
    "approved",
)  # fmt: skip
_HANDS = (
    "hand", "combos", "best", "best_as_approved", "check", "bet3", "bet4", "exact_check", "exact_bet3", "exact_bet4",
)  # fmt: skip
_CHART = ("part", "hand", "to", "hands", "dealer_shows", "choice", "share", "value", "least")
_HAND = (
    "own", "board", "up", "seen", "down", "hand", "choice", "value", "value_unseen", "cost", "numerator", "denominator",
)  # fmt: skip
_CHOICES = ("hole", "board", "hand", "choice", "value", "cost", "numerator", "denominator")


def _design_rows(answer: DesignAnswer) -> Iterable[Mapping[str, Any]]:
    for figure in answer.figures:
        yield {"part": "figure", "name": figure.words, "value": figure.value, "approved": figure.approved}
    for line in answer.lines:
        plain = line.model_dump(exclude={"line", "words", "changed", "pay", "approved"})
        yield plain | {"part": "line", "name": line.words, "pays": line.pay, "approved_pays": line.approved}
    for outcome in answer.outcomes:
        name = f"a round nets {outcome.net:+g}"
        yield {"part": "outcome", "name": name, "deals": outcome.deals, "probability": outcome.chance}
    for level in answer.levels:
        for words, cents in (("break-even", level.break_even), ("break-even after tax", level.break_even_after_tax)):
            in_dollars = None if cents is None else cents / 100
            yield {"part": "meter", "name": f"{level.level} {words} in dollars", "value": in_dollars}
    for players, envy in enumerate(answer.envy_by_players, start=1):
        yield {"part": "envy", "name": f"{players} playing", "value": envy}


def _hand_row(start: Mapping[str, Any]) -> Mapping[str, Any]:
    exact = {f"exact_{choice}": text for choice, text in start["exact"].items()}
    return {**start, "best_as_approved": start["was"], **exact}


def _chart_rows(answer: ChartAnswer) -> Iterable[Mapping[str, Any]]:
    for start in answer.starts:
        for choice, value in start.values.items():
            yield {"part": "start", "hand": start.hand, "hands": start.combos, "choice": choice, "value": value}
    ladders = [("rung", answer.columns, answer.rungs), *((one.words, one.columns, one.rungs) for one in answer.streets)]
    for part, columns, rungs in ladders:
        for rung in rungs:
            ends = {"part": part, "hand": rung.low, "to": rung.high, "hands": rung.hands}
            for column, shares in zip(columns, rung.shares, strict=True):
                for choice, share in shares.items():
                    cell = {"dealer_shows": column, "choice": choice, "share": share}
                    yield {**ends, **cell, "value": rung.values.get(choice)}
    for cards in answer.held:
        for row in cards.rows:
            cells = {"part": cards.words, "hand": row.words, "hands": row.sets, "choice": "ride"}
            yield {**cells, "share": row.rides / row.sets, "value": row.most, "least": row.least}


def _hand_rows(answer: HandAnswer) -> Iterable[Mapping[str, Any]]:
    cards = answer.model_dump(include={"own", "board", "up", "seen", "down", "hand"})
    for choice in answer.choices:
        yield {**cards, **choice.model_dump(exclude={"exact"}), **choice.exact.model_dump()}


def _choice_rows(answer: LookUpAnswer) -> Iterable[Mapping[str, Any]]:
    for choice in answer.choices:
        cards = {"hole": answer.hole, "board": answer.board, "hand": answer.hand}
        yield {**cards, **choice.model_dump(exclude={"exact"}), **choice.exact.model_dump()}


def _table(columns: tuple[str, ...], rows: Iterable[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


FILES: dict[str, Callable[[Answer], bytes]] = {"json": json_of, "csv": csv_of}
