"""The end of a link: no table, no claim, no money left on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import need_verifier
from croupier.jackpot.office.deeds import LinkClosed
from croupier.money import dollars


@dataclass(frozen=True, slots=True)
class CloseLink:
    """Close a link for good, for a stated reason."""

    reason: str
    by: LinkPerson


class NotEmpty(Refused):
    """A link that cannot be closed yet."""

    def __init__(self, link: Link, left: tuple[str, ...]) -> None:
        super().__init__(f"link {link.id!r} cannot be closed yet: {'; '.join(left)}")
        self.left = left


class Closed(Refused):
    """Something asked of a link that is over."""

    def __init__(self, link: Link) -> None:
        super().__init__(f"link {link.id!r} is closed: {link.closed}; its record can be read, nothing else")


def left_on(link: Link) -> tuple[str, ...]:
    """What has to be done before a link can be closed, in words; nothing when it can."""
    return tuple(_left(link))


def _left(link: Link) -> Iterator[str]:
    if link.tables:
        yield f"take its tables off first ({', '.join(sorted(link.tables))})"
    if link.claims:
        yield f"finish its claims first ({', '.join(map(str, link.claims))})"
    if link.asked:
        yield f"approve or drop its adjustments first ({', '.join(map(str, link.asked))})"
    for name, level in link.levels.items():
        if level.cents:
            back = min(level.cents, level.seeded)
            rest = f", and transfer {dollars(level.cents - back)} of it to another level" if back < level.cents else ""
            seed = f"recover {dollars(back)} of its seed{rest}, or " if back else ""
            yield f"{name} holds {dollars(level.cents)}: {seed}transfer all of it to another level"
        if level.reserve:
            yield f"the reserve of {name} holds {dollars(level.reserve)}: transfer it to another level's reserve"


def close_link(link: Link, command: CloseLink) -> tuple[Event, ...]:
    """The end of a link that nothing is left on."""
    need_verifier(command.by, "close a link")
    if not command.reason.strip():
        raise Refused("a link is closed for a stated reason; say why")
    left = left_on(link)
    if left:
        raise NotEmpty(link, left)
    return (LinkClosed(command.reason.strip(), command.by.name),)
