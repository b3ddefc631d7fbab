"""Parts of the worker's answers: a figure beside the approved one, a line of a pay table, a picture."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.lab.bets.designs import changed_lines, possible_lines
from croupier.rules.paytables import For, Paytable, To, line_words

_Plain = dict[str, Any]


def figure(
    key: str, words: str, value: Fraction | float, approved: Fraction | float, kind: str = "number", digits: int = 4
) -> _Plain:
    """One figure of a design, beside the approved table's."""
    return {
        "key": key,
        "words": words,
        "value": float(value),
        "approved": float(approved),
        "changed": value != approved,
        "kind": kind,
        "digits": digits,
    }


def line_row(key: str, table: Paytable, approved: Paytable, ways: int | None, deals: int, won: Fraction) -> _Plain:
    """One line: what it pays now and pays by the approved table, how often, and what it returns."""
    pay, before = table.pays.get(key), approved.pays.get(key)
    chance = None if ways is None else Fraction(ways, deals)
    return {
        "line": key,
        "words": line_words(key),
        "pay": "" if pay is None else str(pay),
        "approved": "" if before is None else str(before),
        "changed": key in changed_lines(table, approved),
        "ways": ways,
        "deals": deals,
        "probability": None if chance is None else float(chance),
        "returns": 0.0 if chance is None else float(chance * won),
    }


def win(pay: object) -> Fraction:
    """What one unit staked wins by a pay; 0 where no pay is fixed."""
    match pay:
        case To(won, per):
            return Fraction(won, per)
        case For(multiple):
            return Fraction(multiple)
        case _:
            return Fraction(0)


def every_line(approved: Paytable) -> Paytable:
    """A table of the same bet that pays every line, to count how often each comes."""
    return Paytable("every line", approved.bet, dict.fromkeys(possible_lines(approved), To(1)))


def exact(value: Fraction) -> str:
    """A value as a fraction."""
    return f"{value.numerator}/{value.denominator}"


def picture_bytes(ending: str, draw: Callable[[Path], None]) -> bytes:
    """A chart as the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"chart.{ending}"
        draw(path)
        return path.read_bytes()
