"""Exports: lines that anybody can check, and no deck of an unfinished round."""

from __future__ import annotations

import csv
import hashlib
import io
import json

from card_room import ANN, SUPERVISOR, CardRoom
from test_auditor import played

from croupier.cards import cards_text
from croupier.floor.history.export import JournalFormat, export
from croupier.floor.orders import Stop


def lines(at: CardRoom, format: JournalFormat, stream: str | None = None) -> str:
    out = io.StringIO()
    with at.store.frozen() as reader:
        export(reader, format, out, stream)
    return out.getvalue()


def test_every_line_carries_its_own_proof(url: str) -> None:
    at = played(url)
    heads: dict[str, str] = {}
    count = 0
    for line in lines(at, JournalFormat.JSON_LINES).splitlines():
        fields = json.loads(line)
        hash = fields.pop("hash")
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == hash
        assert fields["previous"] == heads.get(fields["stream"], "0" * 64)
        heads[fields["stream"]] = hash
        count += 1
    assert count == at.store.position()
    assert heads == {stream: head.hash for stream, head in at.store.heads().items()}
    at.store.close()


def test_csv_has_a_row_for_each_entry(url: str) -> None:
    at = played(url)
    rows = list(csv.DictReader(io.StringIO(lines(at, JournalFormat.CSV, "table/T1"))))
    assert [int(row["version"]) for row in rows] == list(range(1, at.store.head("table/T1").version + 1))
    assert rows[1]["asked"] == "sit 1"
    assert rows[1]["time"].startswith("2026-09-")
    at.store.close()


def test_a_spreadsheet_runs_nothing_that_a_player_typed(url: str) -> None:
    at = played(url)
    at.do(ANN, "stand")
    at.room.do("T1", Stop("x"), SUPERVISOR, command="=cmd()")
    assert "'=cmd()" in lines(at, JournalFormat.CSV)
    at.store.close()


def test_nothing_of_an_unfinished_round_is_in_any_export(url: str) -> None:
    """Not its seed, not its deck, not a hole card: in no format, and whoever asks gets the same export."""
    at = played(url)
    table = at.room.table("T1")
    assert table.in_play is not None
    assert table.seed is not None
    secret, deck = table.seed.hex(), cards_text(table.in_play.deck)
    for format in JournalFormat:
        text = lines(at, format)
        assert secret not in text
        assert deck not in text
        assert not any(" ".join(deck.split()[i : i + 3]) in text for i in range(50))
    at.store.close()
