"""What the commands of the card room share: the database, who is asking, and how answers are printed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.floor.roles import Person
    from croupier.store.journal import Store

DEFAULT_DB = "sqlite:///croupier.db"

Db = Annotated[
    str,
    typer.Option("--db", envvar="CROUPIER_DB", help="The record: a SQLite file or a PostgreSQL address."),
]
By = Annotated[str, typer.Option("--by", help="Who asks: the name that they sign in with.")]
Pin = Annotated[
    str | None,
    typer.Option("--pin", envvar="CROUPIER_PIN", help="Their PIN; asked for if left out.", show_default=False),
]
CommandId = Annotated[
    str | None,
    typer.Option("--id", help="The command's id: the same id again is the same command. Drawn if left out."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


@contextmanager
def record(db: str, *, create: bool = True) -> Iterator[Store]:
    """The record at `db`, closed afterwards."""
    from croupier.store.journal import open_store

    with open_store(db, create=create) as store:
        yield store


def sign_in(store: Store, name: str, pin: str | None) -> Person:
    """Who is asking, once their PIN has been checked."""
    from croupier.floor.people import People

    given = pin if pin is not None else typer.prompt(f"PIN of {name}", hide_input=True)
    return People(store).sign_in(name, given)


def command_id(given: str | None) -> str:
    """The id that was given, or a fresh one."""
    return given or os.urandom(16).hex()


def answer(as_json: bool, value: Any, *lines: str) -> None:
    """Print an answer: as JSON, or as lines for people."""
    if as_json:
        print(json.dumps(value))
    else:
        for line in lines:
            print(line)
