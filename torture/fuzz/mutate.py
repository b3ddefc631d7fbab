"""Inputs out of other inputs: bytes, words, numbers and lines changed the way mistakes and malice change them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

LONGEST: Final = 20_000
"""Longer inputs are cut: they take longer and say no more."""
ODD: Final = (
    *(b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", "\u0663".encode(), "\u2028".encode()),
    *(
        b"\r",
        b"\x0b",
        b"\x1e",
        b'"',
        b"'",
        b"\\",
        b"#",
        b"=",
        b"%",
        b"null",
        b"true",
        b"NaN",
        b"-Infinity",
        b"{}",
        b"[]",
    ),
)
NUMBERS: Final = (
    *(b"0", b"-0", b"1", b"-1", b"6", b"7", b"00", b"1e9", b"1e400", b"-1e-400", b"0.5", b"1_000", b"0x10", b"+5"),
    *(b"2147483648", b"9223372036854775808", b"-9223372036854775809", b"1" + b"0" * 40, b"9" * 5_000),
)
DEEP: Final = 100_000
_WORD: Final = re.compile(rb"[A-Za-z_]+|\d+|\s+|.", re.DOTALL)
_NUMBER: Final = re.compile(rb"-?\d+(?:\.\d+)?")

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def mutated(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """One or several changes; `others` are inputs from which parts are borrowed."""
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 2, 4))):
        data = chance.choice(_CHANGES)(data, chance, others)
    # What is deep is meant to be long.
    return data if len(data) > DEEP else data[:LONGEST]


def _span(data: bytes, chance: Random, most: int = 64) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randrange(1, most))


def _bit(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    if not data:
        return b"\x00"
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def _end(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _twice(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 1, 1, 50)) + data[end:]


def _odd(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    start, end = _span(data, chance, 4)
    return data[:start] + chance.choice(ODD) + data[chance.choice((start, end)) :]


def _number(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data + chance.choice(NUMBERS)
    one = chance.choice(found)
    near = str(int(float(one[0][:15])) + chance.choice((-1, 1, 100))).encode()
    return data[: one.start()] + chance.choice((near, chance.choice(NUMBERS))) + data[one.end() :]


def _word(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A word in the place of another, both from what is known to be understood."""
    mine, theirs = _WORD.findall(data), _WORD.findall(chance.choice(others))
    if not mine or not theirs:
        return data
    at = chance.randrange(len(mine))
    mine[at : at + chance.choice((0, 1, 1, 1, 2))] = [chance.choice(theirs)]
    return b"".join(mine)


def _lines(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    mine, theirs = data.splitlines(keepends=True), chance.choice(others).splitlines(keepends=True)
    if not mine or not theirs:
        return data
    at = chance.randrange(len(mine))
    match chance.randrange(4):
        case 0:
            del mine[at]
        case 1:
            mine.insert(at, chance.choice(mine))
        case 2:
            mine.insert(at, chance.choice(theirs))
        case _:
            other = chance.randrange(len(mine))
            mine[at], mine[other] = mine[other], mine[at]
    return b"".join(mine)


def _splice(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _nest(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Brackets within brackets. Seldom very deep: that is long, and one such depth is like another."""
    depth = DEEP if chance.random() < 0.02 else chance.choice((2, 20, 200))
    found = list(_NUMBER.finditer(data)) or list(_WORD.finditer(data))
    at = chance.choice(found).span() if found else (0, 0)
    opened, closed = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"{a=", b"}"), (b"[[", b"]]")))
    return data[: at[0]] + opened * depth + data[at[0] : at[1]] + closed * depth + data[at[1] :]


_CHANGES: Final[tuple[Change, ...]] = (
    *(_bit, _cut, _end, _twice, _odd, _splice, _nest),
    *(_number, _word, _lines) * 3,
)
