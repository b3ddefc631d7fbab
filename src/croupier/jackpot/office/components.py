"""The register of the components that a link runs on (R51): their versions, and which are not the approved ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import BadAdjustment, need_verifier
from croupier.jackpot.office.deeds import ComponentNoted
from croupier.jackpot.terms import Flow
from croupier.values import replace

GAME_MANAGER: Final = "Nexus Game Manager"
TABLE_CONTROLLER: Final = "Table Controller"
VIPS: Final = "ViPS"
CHAM: Final = "CHAM2+"
OPERATORS_DISPLAY: Final = "Operator's display"
OF_2014: Final = "S1"
"""The document that approves one version of the Table Controller, where the later one says "or higher"."""


@dataclass(frozen=True, slots=True)
class Approved:
    """A component that was approved: this version, or where the source says so any later one; none is any version."""

    name: str
    version: str = ""
    or_higher: bool = False

    def __str__(self) -> str:
        return f"{self.version} or higher" if self.or_higher else self.version


System: TypeAlias = tuple[tuple[Approved, ...], ...]
"""The components of a system that was approved; of alternatives, one suffices."""

_CARD_DISPLAY: Final = (Approved(VIPS), Approved(CHAM), Approved(OPERATORS_DISPLAY))
APPROVED: Final[Mapping[Flow, tuple[System, ...]]] = MappingProxyType(
    {
        Flow.KEYED: (
            (
                (Approved("Game Manager", "6.6 B520", or_higher=True),),
                (Approved("Aquarius", "6.5.6SP"),),
                (Approved("Coin Spot", "6.0"),),
                (Approved(CHAM, "1.66P$"), Approved(VIPS, "1.2.0", or_higher=True)),
            ),
        ),
        Flow.CARD: (
            (
                (Approved(GAME_MANAGER, "1.3.0", or_higher=True),),
                (Approved(TABLE_CONTROLLER, "2.0.0", or_higher=True),),
                _CARD_DISPLAY,
            ),
            (
                (Approved(GAME_MANAGER, "2.5.4", or_higher=True),),
                (Approved(TABLE_CONTROLLER, "2.6.0", or_higher=True),),
                _CARD_DISPLAY,
            ),
        ),
    }
)
"""The systems that were approved with the progressive (R51). Of several, the later goes with the later Game Manager."""

_MOST: Final = 64
_Part: TypeAlias = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class NoteComponent:
    """Note the version of a component that the link runs on; an empty version takes it out of the register."""

    component: str
    version: str
    by: LinkPerson


def note_component(link: Link, command: NoteComponent) -> tuple[Event, ...]:
    """An entry of the register."""
    need_verifier(command.by, "keep the register of components")
    component, version = command.component.strip(), command.version.strip()
    if not component or max(len(component), len(version)) > _MOST:
        raise BadAdjustment(f"a component has a name, and a version of at most {_MOST} characters; say which")
    known = {name.casefold(): name for systems in APPROVED.values() for name in _names(*systems)}
    component = known.get(component.casefold(), component)
    now = link.components.get(component, "")
    if version == now:
        raise BadAdjustment(
            f"{component} {version} is in the register already" if version else f"{component} is not in the register"
        )
    return (ComponentNoted(component, version, command.by.name),)


@dataclass(frozen=True, slots=True)
class ComponentState:
    """A component beside what was approved. `warning` says what is wrong with its version, or that it is missing."""

    name: str
    version: str
    approved: str = ""
    warning: str = ""
    below: bool = False


def component_states(
    flow: Flow, components: Mapping[str, str], sources: Collection[str] = ()
) -> tuple[ComponentState, ...]:
    """Every component that was approved or is in the register, with what is wrong with it (R51). `sources` are the
    documents by which the link's tables play."""
    system = _system(flow, components, sources)
    known = tuple(state for part in system for state in _states(part, components))
    named = _names(system)
    return (*known, *(ComponentState(name, have) for name, have in components.items() if name not in named))


def component_warnings(flow: Flow, components: Mapping[str, str], sources: Collection[str] = ()) -> tuple[str, ...]:
    """What the register lacks, and what is below the approved version or other than it."""
    return tuple(warnings_of(component_states(flow, components, sources)))


def warnings_of(states: Iterable[ComponentState]) -> list[str]:
    """What is wrong with these components."""
    return [state.warning for state in states if state.warning]


def _system(flow: Flow, components: Mapping[str, str], sources: Collection[str]) -> System:
    """The system that these components are measured by: of several, the last whose Game Manager is not newer than the
    link's own."""
    systems = APPROVED[flow]
    if OF_2014 in sources and flow is Flow.CARD:
        systems = (_exact(systems[0], TABLE_CONTROLLER), *systems[1:])
    have = components.get(systems[0][0][0].name, "")
    return next((one for one in reversed(systems) if not is_below(have, one[0][0].version)), systems[0])


def _exact(system: System, name: str) -> System:
    """A system of which one component is approved in its very version."""
    return tuple(tuple(replace(one, or_higher=False) if one.name == name else one for one in part) for part in system)


def _names(*systems: System) -> frozenset[str]:
    return frozenset(one.name for system in systems for part in system for one in part)


def _states(part: tuple[Approved, ...], components: Mapping[str, str]) -> Iterator[ComponentState]:
    missing = not any(one.name in components for one in part)
    for one in part:
        have = components.get(one.name, "")
        wrong = _wrong(one, have) if have else _missing(part) if missing and one is part[0] else ""
        below = bool(wrong) and is_below(have, one.version)
        yield ComponentState(one.name, have, str(one) or "any version", wrong, below)


def _missing(part: tuple[Approved, ...]) -> str:
    if len(part) == 1:
        return f"{part[0].name} is not in the register; approved is {part[0]}"
    *first, last = (f"{one.name} {one}".rstrip() for one in part)
    last = last.replace(OPERATORS_DISPLAY, "a display of the operator's")
    return f"no display in the register; approved is {', '.join(first)}, or {last}"


def _wrong(approved: Approved, have: str) -> str:
    """What is wrong with a version, if anything is."""
    if not approved.version or _parts(have) == _parts(approved.version):
        return ""
    if not approved.or_higher:
        return f"{approved.name} {have} is not the approved version, {approved}"
    return (
        f"{approved.name} {have} is below the approved version, {approved}" if is_below(have, approved.version) else ""
    )


def is_below(version: str, approved: str) -> bool:
    """Whether a version comes before another. No version at all comes before every one.

    >>> is_below("6.5.6", "6.5.6SP"), is_below("6.10", "6.6 B520"), is_below("2.6.0", "2.6.0")
    (True, False, False)
    """
    return _parts(version) < _parts(approved)


def _parts(version: str) -> list[_Part]:
    # A further number is a later version than a letter in its place: 6.6.1 comes after 6.6 B520.
    words = re.findall(r"\d{1,18}|[A-Za-z$]+", version)
    parts = [(1, int(word), "") if word.isdigit() else (0, 0, word.casefold()) for word in words]
    while parts and parts[-1] == (1, 0, ""):  # 6.0 is 6
        parts.pop()
    return parts
