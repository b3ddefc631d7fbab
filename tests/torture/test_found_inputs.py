"""Inputs that fuzzing has found: each once made a reader fail otherwise than in words. They are never forgotten."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.floor.house.signing import SignedHeads
from croupier.floor.orders import parse_order
from croupier.jackpot.buttons import parse_button
from croupier.lab.bets.designs import toml_text
from croupier.lab.checkpoint import CheckpointFile
from croupier.lab.games.faceup.plan import FaceUpPlan
from croupier.lab.games.faceup.run import parse_sums
from croupier.lab.known_cards.face_up_tally import parse_record
from croupier.rules.paytables import parse_paytable
from croupier.strategy.notation import parse_toml
from torture.fuzz.targets import targets

DIGITS = "9" * 5_000
DEEP = "[" * 100_000 + "]" * 100_000
RECORD, SUMS = (
    json.loads(target.seeds[0])
    for target in targets()
    if target.name in ("checkpoints", "checkpoints of the six")
)  # fmt: skip


def of(told: dict[str, object], **changed: object) -> str:
    return json.dumps({**told, **changed})


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_toml, f"name = {DIGITS}"),
        (parse_toml, f"name = {DEEP}"),
        (parse_record, DEEP),
        (parse_record, of(RECORD, seconds=float("nan"))),
        (parse_record, of(RECORD, units=[0.5, 1])),
        (parse_record, of(RECORD, totals=[[1.5] * 9, [1] * 9])),
        (parse_sums, DEEP),
        (parse_sums, of(SUMS).replace("[0, 1,", "[0, 1e400,")),
        (parse_sums, of(SUMS, weight=None)),
        (parse_sums, of(SUMS, seconds="soon")),
        (parse_sums, of(SUMS, squares=[float("nan"), 0.5])),
        (SignedHeads.from_text, '{"position": 1e400, "time_ms": 1, "heads": {}, "signature": ""}'),
        (parse_order, f"sit {DIGITS}"),
        (parse_order, f"clock {DIGITS}"),
        (parse_order, f"unseat {DIGITS} rude"),
        (parse_order, f"award {DIGITS} royal_flush 3"),
        (parse_button, f"seat {DIGITS}"),
    ],
    ids=lambda value: getattr(value, "__qualname__", None) or value[:40],
)
def test_an_input_that_was_found_is_refused_in_words(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(Refused):
        read(text)


def test_a_few_bytes_that_unpack_to_very_many_are_not_unpacked() -> None:
    bomb = of(RECORD, cells=base64.b64encode(zlib.compress(bytes(50_000_000))).decode())
    tracemalloc.start()
    with pytest.raises(Refused):
        parse_record(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_checkpoint_whose_first_line_is_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text(DEEP + "\n")
    with pytest.raises(Refused):
        CheckpointFile(tmp_path / "kept", True, FaceUpPlan.format, parse_sums).read()


@pytest.mark.parametrize("name", ['a \\" quote', "back\\\\slash", "new\\nline", "\\\\u007f", "grün"])
def test_a_pay_table_of_any_name_is_written_as_it_is_read(name: str) -> None:
    table = parse_paytable(f'name = "{name}"\nbet = "trips"\nsource = "{name}"\n[pays]\nflush = "7 to 1"\n')
    assert parse_paytable(toml_text(table)) == table


@pytest.mark.parametrize("more", ['cards = "first five"', 'printed_edge = ""', 'printed_hit_frequency = "1 in 5"'])
def test_whatever_a_pay_table_says_is_written(more: str) -> None:
    table = parse_paytable(f'{more}\nname = "mine"\nbet = "let_it_ride"\n[pays]\nflush = "7 to 1"\n')
    assert parse_paytable(toml_text(table)) == table
