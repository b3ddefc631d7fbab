"""Every command with arguments drawn by chance: some sensible, some that nobody means well."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Final, get_args, get_origin

import click

from croupier.cli.app import app
from croupier.cli.parameters import Option

DIGITS: Final = "9" * 5_000
ODD_TEXTS: Final = (
    *("", " ", "-", "x", "nobody", "../../etc/passwd", "%s%n", "T1'; DROP TABLE entries; --", "\u0663", "\U0001f0a1"),
    *(
        "a" * 5_000,
        "\udcff",
        "line\nbreak",
        "tab\t",
        "[bold]",
        "null",
        "{}",
        "[" * 5_000,
        DIGITS,
        f"-{DIGITS}",
        "1e400",
    ),
)
ODD_NUMBERS: Final = (
    "-1",
    "0",
    "-99999999999",
    "1e9",
    "x",
    "",
    "\u0663",
    DIGITS,
    f"-{DIGITS}",
    str(2**63),
    "1.5",
    "NaN",
)
SENSIBLE: Final = {
    "name": ("T1", "main", "ann"), "table": ("T1",), "by": ("sue", "sam", "dora", "ann"), "pin": ("1234",),
    "amount": ("100", "$1,250"), "player": ("ann", "bob"), "order": ("sit 3", "open", "bet 10", "stop lunch", "close"),
    "role": ("dealer", "player"), "new": ("dealer",), "stake": ("1",), "level": ("main:20:2:500", "main"),
    "paytable": ("UTH-P01",), "game": ("uth", "three-card"), "rules": ("wa-2018", "ca"), "button": ("key jph",),
    "line": ("royal_flush",), "who": ("dora",), "since": ("2026-01-01",), "until": ("2026-12-31",),
    "approver": ("eve",), "second": ("stan",), "value": ("UTC",), "new_pin": ("4321",), "format": ("csv", "jsonl"),
    "to": ("main",), "reason": ("a reason",), "document": ("D-1",), "log": ("error",), "bankroll": ("500",),
}  # fmt: skip
"""What such a parameter is usually given; anything else is odd there."""
_LONG_WORK: Final = {
    *("edge", "progressive", "strategy", "faceup", "simulate", "soak", "train play", "train dealer"),
    "shuffles",  # bytes without end, for a test suite that reads them, where nobody says how many
}
"""Commands that compute: they are asked only what they must refuse, or a little."""
_SMALL: Final = {"rounds": "5", "samples": "5", "tables": "2", "number": "1", "session": "10", "players": "2"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a command takes."""

    name: str
    flag: str | None
    kind: type
    needed: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line, with what it takes."""

    words: tuple[str, ...]
    takes: tuple[Parameter, ...]

    @property
    def name(self) -> str:
        """As it is typed."""
        return " ".join(self.words)


def commands() -> Iterator[Command]:
    """Every command there is, as the command line itself knows them."""
    for words, one in app.load_all():
        if not isinstance(one, click.Group):
            assert one.callback is not None, "a command does something"
            parameters = inspect.signature(one.callback, eval_str=True).parameters.values()
            yield Command(tuple(words.split()), tuple(map(_parameter, parameters)))


def _parameter(parameter: inspect.Parameter) -> Parameter:
    (said,) = parameter.annotation.__metadata__
    flag = None
    if isinstance(said, Option):
        spelled = [one.partition("/")[0] for one in said.flags if one.startswith("--")]
        flag = spelled[0] if spelled else f"--{parameter.name.replace('_', '-')}"
    return Parameter(parameter.name, flag, _kind(parameter.annotation), parameter.default is parameter.empty)


def _kind(annotation: Any) -> type:
    inner = annotation.__origin__ if hasattr(annotation, "__metadata__") else annotation
    if get_origin(inner) in (UnionType, list) or isinstance(inner, UnionType):
        inner = next(each for each in get_args(inner) if each is not type(None))
        return _kind(inner)
    return inner if isinstance(inner, type) else str


def asked(command: Command, db: str, odd_files: tuple[Path, ...], chance: Random, oddness: float = 0.3) -> list[str]:
    """Arguments for a command. Its record is `db`; whoever must say a PIN says it, so that nobody is asked for one."""
    made = list(command.words)
    slow = command.name in _LONG_WORK
    for one in command.takes:
        pin = "pin" in one.name
        if one.flag is None:
            if one.needed or chance.random() < 0.5:
                made.append(_value(one, odd_files, chance, oddness, slow))
        elif one.name == "db":
            made += [one.flag, db]
        elif one.kind is bool:
            made += [one.flag] * (chance.random() < 0.2 and one.name not in ("step", "exact", "https"))
        elif one.name in _SMALL and slow:
            made += [one.flag, _value(one, odd_files, chance, oddness, slow)]
        elif one.needed or pin or chance.random() < min(0.3, 4 / len(command.takes)):
            made += [one.flag, _value(one, odd_files, chance, 0.05 if pin else oddness, slow)]
    return made


def _value(one: Parameter, odd_files: tuple[Path, ...], chance: Random, oddness: float, slow: bool) -> str:
    if one.kind is Path or one.name == "file":
        return str(chance.choice(odd_files))
    if one.kind is int:
        if slow:  # a number that is too large for it is asked for by those who have the time
            return chance.choice((_SMALL.get(one.name, "3"), "-1", "0", "x", DIGITS))
        return chance.choice(ODD_NUMBERS) if chance.random() < oddness else chance.choice(("1", "3"))
    known = SENSIBLE.get(one.name.removeprefix("own_").removeprefix("second_").removeprefix("approver_"))
    if known is None or chance.random() < oddness:
        return chance.choice(ODD_TEXTS).replace("\x00", "")
    return chance.choice(known)
