"""The desk of the card room: where a command finds the record, who is asking, and a way to show its result."""

from __future__ import annotations

import inspect
import json as json_module
import logging
import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cached_property, partial, wraps
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import click

from croupier.cli.options import DEFAULT_DB, AsJson, By, CommandId, Db, Pin

if TYPE_CHECKING:
    from croupier.errors import Refused
    from croupier.floor.cage.cage import Cage
    from croupier.floor.links.control import Links
    from croupier.floor.people import People
    from croupier.floor.roles import Person
    from croupier.floor.room import Room
    from croupier.store.journal import Store

Command: TypeAlias = Callable[..., None]


class ReadingDesk:
    """A record to look at, opened when it is first needed and closed at the end of the `with`.

    Opening late lets a command refuse what was misspelt before it needs a record, or anybody's PIN. Nothing of the
    record changes, and an older one is read as it is.
    """

    def __init__(self, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
        self.db = db
        self._as_json = as_json
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._open.__exit__(*failure)

    @cached_property
    def store(self) -> Store:
        """The record; refused where there is none."""
        from croupier.store.journal import open_store

        return self._open.enter_context(open_store(self.db, create=False, writes=False))

    @cached_property
    def practice(self) -> Store:
        """The record of practice beside it; refused where there is none."""
        from croupier.errors import Refused
        from croupier.store.database import has_practice, practice_url
        from croupier.store.journal import open_store

        if not has_practice(self.db):
            raise Refused("nobody has practised in this room; leave --practice out for what was played for money")
        return self._open.enter_context(open_store(practice_url(self.db), create=False, writes=False))

    @cached_property
    def room(self) -> Room:
        """The tables."""
        from croupier.floor.room import Room

        return Room(self.store)

    @cached_property
    def links(self) -> Links:
        """The progressive links."""
        from croupier.floor.links.control import Links

        return Links(self.room)

    @cached_property
    def cage(self) -> Cage:
        """The cage."""
        from croupier.floor.cage.cage import Cage
        from croupier.floor.house.heads import house_signer

        return Cage(self.store, sign=house_signer(self.store))

    @cached_property
    def people(self) -> People:
        """The book of names."""
        from croupier.floor.people import People

        return People(self.store)

    def show(self, value: Any, *lines: str) -> None:
        """Print a result: as JSON where that was asked for, else as lines for people."""
        if self._as_json:
            print(json_module.dumps(value))
        else:
            for line in lines:
                print(line)


class WritingDesk(ReadingDesk):
    """A desk where something is written: the record is brought up to date when it is opened."""

    def __init__(self, db: Db = DEFAULT_DB, as_json: AsJson = False, *, create: bool = False) -> None:
        super().__init__(db, as_json)
        self._create = create

    @cached_property
    def store(self) -> Store:
        """The record; refused where there is none, unless this desk may begin one."""
        from croupier.store.journal import open_store

        return self._open.enter_context(open_store(self.db, create=self._create))

    def __exit__(self, *failure: Any) -> None:
        """Close the record. Whoever has filled a block of its journal keeps what that comes to, as a server does."""
        if failure[0] is None and "store" in vars(self):
            self._keep_block()
        super().__exit__(*failure)

    def _keep_block(self) -> None:
        from croupier.store.projections.projection import is_block_due

        try:
            with self.store.asking() as connection:
                due = is_block_due(connection)
            if due:
                from croupier.floor.projections import keep_projections

                keep_projections(self.store, 1)
        except Exception as why:  # the command itself has been carried out, and the next one tries again
            logging.getLogger("croupier.store").warning("a block of the journal was not kept: %r", why)

    def sign_in(self, name: str, pin: str | None) -> Person:
        """Who has that name, once their PIN has been checked; a wrong one is counted in the record."""
        people = self.people
        typed_pin = pin if pin is not None else click.prompt(f"PIN of {name}", hide_input=True)
        return people.sign_in(name, typed_pin, way="terminal")


class SignedDesk(WritingDesk):
    """A desk with somebody at it, who signs for one command."""

    def __init__(
        self, by: By, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None, as_json: AsJson = False
    ) -> None:
        super().__init__(db, as_json)
        self._by = by
        self._pin = pin
        self.command = command_id(id)

    @cached_property
    def who(self) -> Person:
        """Who is asking; their PIN is checked, and asked for if need be, the first time."""
        return self.sign_in(self._by, self._pin)


def left_out_lines(left_out: Mapping[str, Refused]) -> list[str]:
    """The tables of which an answer does not tell, and why, a line each."""
    return [f"{table} is left out: {why}" for table, why in left_out.items()]


def left_out_rows(left_out: Mapping[str, Refused]) -> list[dict[str, str]]:
    """The same among rows of plain data: of such a table a row has nothing else."""
    return [{"table": table, "left_out": str(why)} for table, why in left_out.items()]


def command_id(id: str | None) -> str:
    """The id that was given, or a fresh one."""
    return id or os.urandom(16).hex()


def at_desk(work: Command, *, json: bool = True) -> Command:
    """The command that serves `work` at a desk: its first parameter, a `ReadingDesk` or a `SignedDesk`.

    On the command line the desk's own options stand in that parameter's place: what must be given before the options
    of `work`, what may be left out behind them.
    """
    desk, *own = inspect.signature(work, eval_str=True).parameters.values()
    # What can only be given by name (`create`) is for the code that makes a desk, not for the command line.
    options = [
        option
        for option in inspect.signature(desk.annotation, eval_str=True).parameters.values()
        if option.kind is not option.KEYWORD_ONLY and (json or option.name != "as_json")
    ]

    @wraps(work)
    def command(**values: Any) -> None:
        with desk.annotation(**{option.name: values.pop(option.name) for option in options}) as opened:
            work(opened, **values)

    needed = [option for option in options if option.default is option.empty]
    others = [option for option in options if option not in needed]
    taken = [option.replace(kind=option.KEYWORD_ONLY) for option in (*needed, *own, *others)]
    command.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    command.__annotations__ = {option.name: option.annotation for option in taken}
    return command


# For a command that only says that something was done: it has no --json.
at_desk_in_words = partial(at_desk, json=False)
