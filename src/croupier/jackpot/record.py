"""Events and commands of a link as plain data, for journals and files: `from_plain(to_plain(event)) == event`.

Money is whole cents; choices are their words; fields at their default are left out. `croupier.codec` does the walk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from croupier.codec import Codec, Plain
from croupier.jackpot.commands import Command
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.values import replace

_codec = Codec(tagged=get_args(Event))
_commands = Codec(tagged=get_args(Command), tag="command")
_for_people = Codec(in_full=True)


def to_plain(event: Event) -> Plain:
    """An event as data that JSON can hold; `event` names its kind."""
    return _codec.to_plain(event)


def from_plain(plain: Mapping[str, Any]) -> Event:
    """The event that `to_plain` wrote, or `BadData`."""
    event: Event = _codec.from_plain(plain)
    return event


def command_to_plain(command: Command) -> Plain:
    """A command as data that JSON can hold; `command` names its kind."""
    return _commands.to_plain(command)


def command_from_plain(plain: Mapping[str, Any]) -> Command:
    """The command that `command_to_plain` wrote, or `BadData`."""
    command: Command = _commands.from_plain(plain)
    return command


def link_to_plain(link: Link) -> Plain:
    """A whole link as data: a shortcut for opening a long stream."""
    plain: Plain = _codec.plain(Link, link)
    return plain


def link_from_plain(plain: Mapping[str, Any]) -> Link:
    """The link that `link_to_plain` wrote. Levels stand in the order of the terms and claims in that of their
    buttons, however the text that was read has sorted them."""
    link: Link = _codec.value(Link, plain)
    levels = {level.name: link.levels[level.name] for level in link.terms.levels}
    return replace(link, levels=levels, claims=dict(sorted(link.claims.items())))


def in_full(value: object) -> Any:
    """A value of the jackpot room as plain data with every field, for people and programs that only read it."""
    return _for_people.plain(type(value), value)
