"""The tours of a demonstration: for each role five to eight steps on the real pages, read from `tours.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from croupier.floor.roles import Role


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step: the page, what is said there, and the selector of what it is about."""

    path: str
    title: str
    words: str
    look: str

    @property
    def plain(self) -> dict[str, str]:
        """The step for a page's script."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Tour:
    """What somebody of a role does, in a line, and the steps that show it."""

    does: str
    steps: tuple[TourStep, ...]


@cache
def tours() -> dict[Role, Tour]:
    """The tour of every role."""
    plain = tomllib.loads(files("croupier.web.demo").joinpath("tours.toml").read_text(encoding="utf-8"))
    return {
        Role(role): Tour(tour["does"], tuple(TourStep(**step) for step in tour["steps"]))
        for role, tour in plain.items()
    }
