"""What reads texts from outside, and how each is held to its word: read, written and read again, or refused."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from croupier.errors import Refused
from croupier.floor.cases import answer_line
from croupier.floor.choices.making import chosen, customary
from croupier.floor.choices.settings import Settings
from croupier.floor.house.signing import SignedHeads
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.record import happening_from_plain, happening_to_plain
from croupier.floor.table import TableChanged, TableOpened
from croupier.games import GAMES, RULE_SETS
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import LinkOpened
from croupier.jackpot.record import from_plain as link_event
from croupier.jackpot.record import to_plain as link_plain
from croupier.jackpot.terms import LevelTerms
from croupier.lab.bets.designs import toml_text
from croupier.lab.games.faceup import COLUMNS as SUMS
from croupier.lab.games.faceup.run import BatchSums, parse_sums
from croupier.lab.hands.starts import STARTS
from croupier.lab.known_cards.counting_chart import MATCHES
from croupier.lab.known_cards.face_up_tally import FinishedBatch, parse_record
from croupier.lab.known_cards.totals import COLUMNS, TotalsBatch
from croupier.rules.notation import notation, parse_notation
from croupier.rules.paytables import kinds, names, parse_paytable, paytable
from croupier.rules.record import from_plain, to_plain
from croupier.store.entry import Head
from croupier.strategy import parse, published
from croupier.strategy.notation import parse_toml
from torture.fuzz.guided import NotTheSame, Target
from torture.fuzz.rounds import rounds

_CASES: Final = Path(__file__).parents[2] / "tests" / "cases"
_ANY_SEED: Final = 7
_TOML_STRATEGY: Final = (
    b'name = "mine"\nbet4 = "33+ A2s+ JTo"\nflop = ["hidden pair 3+", "made straight", "four flush T+"]\n'
    b'river = ["own hand", "high card K+", "outs < 21"]\n'
)


def targets() -> tuple[Target, ...]:
    """Everything that is fuzzed, with inputs to begin with."""
    played = rounds(Random(_ANY_SEED))
    told = [notation(events).encode() for events in played]
    events = [json.dumps(to_plain(event)).encode() for events in played[:3] for event in events]
    return (
        Target("notation", told, _notation),
        Target("cases", _cases(), _case),
        Target(
            "pay tables", [toml_text(paytable(name, kind)).encode() for kind in kinds() for name in names(kind)], _pays
        ),
        Target("strategies", [str(one).encode() for game in GAMES for one in published(game).values()], _strategy),
        Target("strategies in TOML", [_TOML_STRATEGY], _toml_strategy),
        Target("checkpoints", [_record().line().encode(), _bomb()], _checkpoint),
        Target("checkpoints of the six", [_sums().line().encode()], _checkpoint_of_sums),
        Target("events", events, _plain(from_plain, to_plain)),
        Target(
            "table events",
            [json.dumps(happening_to_plain(event)).encode() for event in _opened()],
            _plain(happening_from_plain, happening_to_plain),
        ),
        Target("link events", [json.dumps(link_plain(_link())).encode()], _plain(link_event, link_plain)),
        Target("choices", [b"wa-2018\nclock=20\nlimits=5 50\nface_up=yes", b"ca\ncoverage=gross\nblind="], _choices),
        Target("orders", [order.encode() for order in _ORDERS], _order),
        Target("buttons", [b"hand royal_flush", b"seat 3", b"key jph", b"refuse misread", b"confirm"], _button),
        Target("signed heads", [SignedHeads(3, 9, {"people": Head(2, "ab")}, "00").to_text().encode()], _heads),
    )


def _same(one: object, other: object) -> None:
    if one != other:
        raise NotTheSame(f"{str(one)[:200]} came back as {str(other)[:200]}")


def _notation(data: bytes) -> None:
    events = parse_notation(data.decode("utf-8", "replace"))
    _same(events, parse_notation(notation(events)))


def _case(data: bytes) -> None:
    """An answer to whatever it is: one line of JSON, an error in words or a settlement that adds up."""
    line = answer_line(data)
    said = json.loads(line, parse_constant=lambda name: _no(f"{name} in an answer"))
    if "\n" in line or not isinstance(said, dict) or "id" not in said:
        raise NotTheSame(f"not an answer: {line[:200]}")
    if "error" in said:
        raise Refused(said["error"])
    for seat in said["seats"]:
        _same(seat["total"], sum(seat["net"].values()))
    _same(said, json.loads(answer_line(json.dumps(json.loads(data)))))


def _no(what: str) -> Any:
    raise NotTheSame(what)


def _pays(data: bytes) -> None:
    table = parse_paytable(data.decode("utf-8", "replace"))
    _same(table, parse_paytable(toml_text(table)))


def _strategy(data: bytes) -> None:
    strategy = parse(data.decode("utf-8", "replace"))
    _same(strategy.rules, parse(str(strategy)).rules)
    strategy.to_dict()


def _toml_strategy(data: bytes) -> None:
    strategy = parse_toml(data.decode("utf-8", "replace"))
    _same(strategy.rules, parse("\n".join(["game: uth", *str(strategy).split("\n\n", 1)[1:]])).rules)
    strategy.to_dict()


def _checkpoint(data: bytes) -> None:
    record = parse_record(data.decode("utf-8", "replace"))
    _same(record.line(), parse_record(record.line()).line())


def _checkpoint_of_sums(data: bytes) -> None:
    sums = parse_sums(data.decode("utf-8", "replace"))
    _same(sums, parse_sums(sums.line()))


def _plain(read: Callable[[Any], Any], write: Callable[[Any], Any]) -> Callable[[bytes], None]:
    def attempt(data: bytes) -> None:
        try:
            plain = json.loads(data)
        except (ValueError, RecursionError):
            raise Refused("not JSON, which the journal's own reader says") from None
        value = read(plain)
        _same(value, read(json.loads(json.dumps(write(value)))))

    return attempt


def _choices(data: bytes) -> None:
    """The name of a rule set, and choices as a form sends them; what was chosen is kept in the record."""
    first, *lines = data.decode("utf-8", "replace").split("\n")
    if first not in RULE_SETS:
        raise Refused("no rule set, which its own reader says")
    settings: Settings = chosen(
        customary(RULE_SETS[first]), {key: text for key, _, text in (line.partition("=") for line in lines)}
    )
    event = TableOpened("T1", settings)
    _same(event, happening_from_plain(json.loads(json.dumps(happening_to_plain(event)))))


def _order(data: bytes) -> None:
    order = parse_order(data.decode("utf-8", "replace"))
    _same(order, parse_order(str(order)))


def _button(data: bytes) -> None:
    button = parse_button(data.decode("utf-8", "replace"))
    _same(button, parse_button(str(button)))


def _heads(data: bytes) -> None:
    heads = SignedHeads.from_text(data.decode("utf-8", "replace"))
    _same(heads, SignedHeads.from_text(heads.to_text()))


def _cases() -> list[bytes]:
    lines = [line for name in ("settlement", "games") for line in (_CASES / f"{name}.jsonl").read_text().splitlines()]
    return [json.dumps(json.loads(line)["case"]).encode() for line in lines[::25]]


def _record() -> FinishedBatch:
    totals, cells = np.ones((2, len(COLUMNS)), np.int64), np.zeros((STARTS, MATCHES, 3), np.int64)
    return FinishedBatch(TotalsBatch((0, 1), totals, cells), "cpu", 1.5)


def _bomb() -> bytes:
    """A line of two megabytes that unpacks to two gigabytes."""
    packer, million = zlib.compressobj(9), bytes(2**20)
    # Each stretch after the first is packed alike, so it is packed once.
    first, again = (packer.compress(million) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    packed = first + again * 2**11
    told = json.loads(_record().line())
    return json.dumps({**told, "cells": base64.b64encode(packed).decode()}).encode()


def _sums() -> BatchSums:
    return BatchSums(0, 5, 5, tuple(range(len(SUMS))), (0.5, 1.5), "cpu", 2.0)


def _opened() -> list[TableOpened | TableChanged]:
    return [TableOpened("T1", customary(rules)) for rules in RULE_SETS.values()]


def _link() -> LinkOpened:
    level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=200, seed=500_000)
    return LinkOpened("main", link_terms("UTH-P01", 100, (level,)), "staff/sue")


_ORDERS: Final = (
    *("sit 3", "stand", "bet 10 trips 5", "bet 10", "withdraw", "bank 500", "pass", "seed some words", "bet4", "fold"),
    *("lock", "deal", "void misdeal", "stop lunch", "resume", "unseat 3 rude", 'change {"clock": "20"} ref 12'),
    *("close", "reopen", "dealer dora", "relieve", "call help", "withdraw call", "answer", "clock 3", "left 2"),
    *("cards AhKd", "seat 3 bet4", "all check", "correct board none misread", "report T1-7 cards seat 3 AhKd"),
    *("report T1-7 out 3 Ah", "report T1-7 chip 3 on", "report T1-7 count 51"),
    *("link main 1 UTH-P01 tray", "unlink", "hand back", "award 1 royal_flush 300"),
)
