"""What the same page costs after a long history and after a short one: it should be the same.

A room of twenty tables plays with real commands (`benchmarks.bulk`); then each page is asked for in a server that has
just started, and again when it is warm. Costs are processor time of the process: what else the machine does counts
little. Every figure stands beside that of the shortest history, from the same run.
"""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from time import process_time, time
from typing import Any, Final

from benchmarks.growth import drawn
from benchmarks.table import Table

ROUNDS: Final = (10_000, 100_000)
"""How long the histories are. `python -m benchmarks.history FOLDER 1000 10000` takes others, and keeps the record."""
_STEP: Final = 2_000
"""So many rounds are played between two lines that say how far it is."""
PICTURE: Final = Path(__file__).parents[1] / "docs" / "img" / "history.svg"
_DRAWN: Final = 1_000_000
"""The documentation shows a million rounds: what is shorter does not take that picture's place."""
_TIMES: Final = 5
_START: Final = "start of serve"
PAGES: Final = {
    "lobby": ("", "/"),
    "table page": ("", "/tables/T1"),
    "round page, the first round": ("", "/rounds/T1-1"),
    "round page, the last round": ("", "/rounds/{last}"),
    "display of the meters": ("", "/display/main"),
    "own statement": ("T1-3", "/you/statement"),
    "staff home": ("sue", "/staff"),
    "pit": ("sue", "/staff/pit"),
    "cage": ("sue", "/staff/cage"),
    "cage, one player": ("sue", "/staff/cage?player=T1-3"),
    "receipt": ("sue", "/staff/receipts/{sale}"),
    "shift and its running sheets": ("sue", "/staff/shift"),
    "win sheets": ("sue", "/staff/shift/past"),
    "one win sheet": ("sue", "/staff/shift/sheets/{sheet}"),
    "figures, this shift": ("sue", "/staff/figures"),
    "figures by shift, a week": ("sue", "/staff/figures?period=week&by=shift"),
    "links": ("sue", "/staff/links"),
    "one link": ("sue", "/staff/links/main"),
    "report of a link, a shift": ("sue", "/staff/links/main/report?since=2023-11-15&until=2023-11-15T08:00"),
    "report of a link, all of it": ("sue", "/staff/links/main/report"),
    "journal": ("sue", "/staff/journal"),
    "find a round": ("sue", "/staff/rounds"),
    "find a round of the first day": ("sue", "/staff/rounds?until=2023-11-15T02:00"),
    "find a round of a player": ("sue", "/staff/rounds?player=T1-3"),
    "statement of a player": ("sue", "/staff/accounts/player/T1-3"),
    "statement of the house": ("sue", "/staff/accounts/tray/T1"),
    "table's choices": ("sue", "/staff/tables/T1"),
}
"""Who asks for which page."""


def run(rounds: tuple[int, ...] = ROUNDS) -> list[Table]:
    """The bench: one history that grows, each page at each length."""
    with tempfile.TemporaryDirectory(prefix="croupier-history-") as folder:
        return grown(Path(folder), rounds)


def grown(folder: Path, rounds: Sequence[int]) -> list[Table]:
    """Grow the record of a folder to each length, and measure it there.

    What was measured is written down at once: whoever is interrupted starts again and loses nothing but what had not
    been written, a few rounds or one measurement.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record, kept = folder / "room.db", folder / "points.json"
    points: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    for count in sorted(rounds):
        if str(count) in points:
            continue
        entries = _play_to(record, count)
        copy = folder / "measured.db"
        shutil.copyfile(record, copy)  # a server writes, too: its clock is not that of the history
        size = record.stat().st_size
        points[str(count)] = {"entries": entries, "bytes": size, "pages": measured(str(copy))}
        for left in folder.glob("measured.db*"):
            left.unlink()
        kept.write_text(json.dumps(points, indent=1))
        _tell(f"{count:,} rounds measured: {entries:,} entries, {size / 2**30:.2f} GiB")
    chosen = {count: points[str(count)] for count in sorted(rounds)}
    costs = {count: {page: tuple(two) for page, two in point["pages"].items()} for count, point in chosen.items()}
    sizes = [
        [f"{count:,}", f"{point['entries']:,}", f"{point['bytes'] / count:,.0f}"] for count, point in chosen.items()
    ]
    return tables(costs, sizes)


def _play_to(record: Path, count: int) -> int:
    """Play a record on to so many rounds and keep what is kept beside it; how many entries it has."""
    # Imported here: pages of an older Croupier can be measured, too.
    from benchmarks.bulk import TABLES, History
    from croupier.floor.projections import keep_projections

    gc.freeze()
    history = History(str(record))
    had = done = history.rounds
    assert done <= count, f"the record has {done:,} rounds already, and was not measured at {count:,}"
    began, processor = time(), process_time()
    while done < count:
        history.play(max(TABLES, min(_STEP, count - done)))
        done = history.rounds
        each, used = (time() - began) / (done - had), (process_time() - processor) / (done - had)
        left = (count - done) * each / 60
        _tell(f"{done:,} of {count:,} rounds, {1000 * used:.2f} ms of processor time each, {left:.0f} min to go")
    keep_projections(history.store)
    entries = history.store.position()
    history.store.close()
    return entries


def _tell(words: str) -> None:
    print(f"{datetime.now():%H:%M:%S} {words}", file=sys.stderr, flush=True)


def tables(costs: dict[int, dict[str, tuple[float, float]]], sizes: list[list[str]]) -> list[Table]:
    """What was measured, as tables; and the picture of it."""
    counts = sorted(costs)
    rows = []
    for page in costs[counts[0]]:
        shown = [f"{1000 * part:.1f}" for count in counts for part in costs[count][page]]
        growth = [costs[counts[-1]][page][part] / costs[counts[0]][page][part] for part in (0, 1)]
        rows.append([page, *shown, *(f"{one:.1f} ×" for one in growth)])
    heads = [f"{count:,}, {when}" for count in counts for when in ("first", "again")]
    if counts[-1] >= _DRAWN:
        PICTURE.write_text(drawn({page: {count: costs[count][page] for count in counts} for page in costs[counts[0]]}))
    return [
        Table(
            f"Milliseconds of processor time a page, after {' and '.join(f'{count:,}' for count in counts)} rounds",
            ["page", *heads, "growth, first", "growth, again"],
            rows,
            "First: in a server that has just started and has answered nothing but the pages above it. Again: the "
            f"least of {_TIMES} times.",
        ),
        Table("The records", ["rounds", "entries", "bytes of record a round"], sizes),
    ]


def measured(url: str) -> dict[str, tuple[float, float]]:
    """The processor seconds of each page, the first time and again, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.history", "--measure", url]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    made: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])  # above it stands the log
    return {page: (first, again) for page, (first, again) in made.items()}


def _measure(url: str) -> dict[str, tuple[float, float]]:
    """Start a server on a record, and ask for every page."""
    from starlette.testclient import TestClient

    from croupier.floor.roles import Person, Role
    from croupier.store.journal import open_store
    from croupier.web.app import create_app
    from croupier.web.sessions import Visitor

    # What the start imports is paid for by every server, whatever its history.
    found: dict[str, tuple[float, float]] = {}
    began = process_time()
    with open_store(url) as store:
        app = create_app(store, db=url)
        with TestClient(app) as client:
            found[_START] = (process_time() - began,) * 2
            people = {"sue": Person("sue", Role.SUPERVISOR), "T1-3": Person("T1-3", Role.PLAYER)}
            made = app.state.house.cookies
            cookies = {name: made.header(Visitor("0" * 32, who)).split(";")[0] for name, who in people.items()}
            places = {
                "last": f"T1-{app.state.house.room.table('T1').rounds - 1}",
                "sale": next(e.position for e in store.read("cage") if '"player":"T1-3"' in e.body),
                "sheet": next(iter(store.newest(before=1 << 62, stream="shift/T1"))).position,
            }
            for page, (who, path) in PAGES.items():
                headers = {"cookie": cookies[who]} if who else {}
                times = []
                for _ in range(1 + _TIMES):
                    began = process_time()
                    answer = client.get(path.format(**places), headers=headers, follow_redirects=False)
                    times.append(process_time() - began)
                    assert answer.status_code == 200, (page, answer.status_code, answer.text[:500])
                found[page] = (times[0], min(times[1:]))
    return found


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        print(json.dumps(_measure(sys.argv[2])))
    else:
        for table in grown(Path(sys.argv[1]), [int(count) for count in sys.argv[2:]]):
            print(table.markdown())
