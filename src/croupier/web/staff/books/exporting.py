"""Finished rounds as a file for study: what the round finder's *Export* sends."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response, StreamingResponse

from croupier.data.files import FileFormat, check_format, parse_format, text_of, write
from croupier.data.recorded import choose, record_rows
from croupier.web.context import InHouse

router = APIRouter()


@router.get("/staff/rounds/export", summary="Finished rounds as a file: jsonl, csv or parquet")
def export(
    house: InHouse,
    format: str = "csv",
    rows: str = "seats",
    table: str = "",
    game: str = "",
    since: str = "",
    until: str = "",
    names: Literal["", "yes"] = "",
) -> Response:
    wanted = parse_format(format)
    check_format(wanted)
    chosen = choose(
        house.store, rows=rows, table=table.strip(), game=game, since=since, until=until, names=names == "yes"
    )
    rounds = record_rows(house.store, chosen)
    name = f"{chosen.rows}.{wanted.value}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if wanted is FileFormat.PARQUET:
        # The index of the file is at its end, so the file is written whole before it is sent.
        with tempfile.NamedTemporaryFile(suffix=".parquet", delete=False) as file:
            path = Path(file.name)
        gone = BackgroundTask(path.unlink, missing_ok=True)
        try:
            write(rounds, path, wanted)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return FileResponse(path, media_type=wanted.media_type, headers=headers, background=gone)
    return StreamingResponse(text_of(rounds, wanted), media_type=wanted.media_type, headers=headers)
