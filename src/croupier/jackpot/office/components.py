"""The register of the components that a link runs on (R51): their versions, and which are below the approved ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from croupier.jackpot.claim import Person
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import BadAdjustment, need_verifier
from croupier.jackpot.office.deeds import ComponentNoted
from croupier.jackpot.terms import Flow

GAME_MANAGER: Final = "Nexus Game Manager"
TABLE_CONTROLLER: Final = "Table Controller"
APPROVED: Final[Mapping[Flow, tuple[Mapping[str, str], ...]]] = MappingProxyType(
    {
        Flow.KEYED: (
            {
                "Game Manager": "6.6 B520",
                "Aquarius": "6.5.6SP",
                "Coin Spot": "6.0",
                "CHAM2+": "1.66P$",
                "ViPS": "1.2.0",
            },
        ),
        Flow.CARD: (
            {GAME_MANAGER: "1.3.0", TABLE_CONTROLLER: "2.0.0"},
            {GAME_MANAGER: "2.5.4", TABLE_CONTROLLER: "2.6.0"},
        ),
    }
)
"""The systems that were approved with the progressive. Where there are several sets, the later goes with the later."""

_MOST: Final = 64
_Part: TypeAlias = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class NoteComponent:
    """Note the version of a component that the link runs on; an empty version takes it out of the register."""

    component: str
    version: str
    by: Person


def note_component(link: Link, command: NoteComponent) -> tuple[Event, ...]:
    """An entry of the register."""
    need_verifier(command.by, "keep the register of components")
    component, version = command.component.strip(), command.version.strip()
    if not component or max(len(component), len(version)) > _MOST:
        raise BadAdjustment(f"a component has a name, and a version of at most {_MOST} characters; say which")
    known = {name.casefold(): name for names in APPROVED.values() for one in names for name in one}
    component = known.get(component.casefold(), component)
    now = link.components.get(component, "")
    if version == now:
        raise BadAdjustment(
            f"{component} {version} is in the register already" if version else f"{component} is not in the register"
        )
    return (ComponentNoted(component, version, command.by.name),)


def wanted(flow: Flow, components: Mapping[str, str]) -> Mapping[str, str]:
    """The approved versions that these components are measured by: of several sets, the last whose Game Manager is
    not newer than the link's own."""
    sets = APPROVED[flow]
    have = components.get(next(iter(sets[0])), "")
    return next((one for one in reversed(sets) if not is_below(have, next(iter(one.values())))), sets[0])


def component_warnings(flow: Flow, components: Mapping[str, str]) -> tuple[str, ...]:
    """What the register lacks, and what is below the version that was approved."""
    return tuple(_warnings(wanted(flow, components), components))


def _warnings(approved: Mapping[str, str], components: Mapping[str, str]) -> Iterator[str]:
    for name, version in approved.items():
        have = components.get(name, "")
        if not have:
            yield f"{name} is not in the register; approved is {version}"
        elif is_below(have, version):
            yield f"{name} {have} is below the approved version, {version}"


def is_below(version: str, approved: str) -> bool:
    """Whether a version comes before another. No version at all comes before every one.

    >>> is_below("6.5.6", "6.5.6SP"), is_below("6.10", "6.6 B520"), is_below("2.6.0", "2.6.0")
    (True, False, False)
    """
    return _parts(version) < _parts(approved)


def _parts(version: str) -> list[_Part]:
    # A further number is a later version than a letter in its place: 6.6.1 comes after 6.6 B520.
    words = re.findall(r"\d+|[A-Za-z$]+", version)
    parts = [(1, int(word), "") if word.isdigit() else (0, 0, word.casefold()) for word in words]
    while parts and parts[-1] == (1, 0, ""):  # 6.0 is 6
        parts.pop()
    return parts
