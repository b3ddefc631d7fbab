"""A body is what Croupier writes, to the byte: the same said otherwise is unreadable to the audit."""

from __future__ import annotations

import pytest

from croupier.floor.audit.finding import decode_as_written, decode_entry
from croupier.store.entry import GENESIS, Entry, Unreadable, canonical

ROW = ("T1-1/1/bet", "player/ann", "escrow/T1/1", 500)
PLAIN = {"asked": "bet 5", "events": [{"event": "Said", "words": "five"}], "format": 1, "transfers": [ROW]}


def entry(body: str) -> Entry:
    return Entry(1, "table/T1", 1, 0, "player/ann", "c1", body, GENESIS, GENESIS)


@pytest.mark.parametrize(
    "words", ["five", "fünf", "\N{GREEK SMALL LETTER ALPHA}", "\ud800", '\x7f\x00\n"\\/', 2**70, -1]
)
def test_what_croupier_writes_is_read(words: object) -> None:
    body = canonical({**PLAIN, "events": [{"event": "Said", "words": words}]})
    read = decode_as_written(entry(body))
    assert (read.request, read.events, read.transfers) == ("bet 5", [{"event": "Said", "words": words}], [ROW])


def said_otherwise() -> list[str]:
    text = canonical(PLAIN)
    return [
        text.replace(":", ": ", 1),
        text + " ",
        text.replace('"format":1', '"format":1,"format":1'),
        text.replace("five", "\\u0066ive"),
        text.replace('"asked":"bet 5",', "").replace('"format"', '"asked":"bet 5","format"'),
        text.replace("500", "500.0"),
        text.replace("500", "5e2"),
        text.replace('"format":1', '"format":1.0'),
        text.replace("five", "fünf"),
        text.replace("five", "fi\x7fve"),
    ]


@pytest.mark.parametrize("body", said_otherwise())
def test_the_same_in_other_bytes_is_unreadable(body: str) -> None:
    assert body != canonical(PLAIN)
    with pytest.raises(Unreadable):
        decode_as_written(entry(body))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "5",
        '"x"',
        "NaN",
        '{"format":1}',
        '{"format":2}',
        "{}",
        "[" * 100_000,
        canonical({**PLAIN, "more": 1}),
    ]
    + [canonical({**PLAIN, "transfers": rows}) for rows in ([["a", "b", "c"]], [["a", "b", "c", True]], 5, [5])],
)
def test_what_is_no_body_is_unreadable_to_both_readers(body: str) -> None:
    for read in (decode_entry, decode_as_written):
        with pytest.raises(Unreadable):
            read(entry(body))
