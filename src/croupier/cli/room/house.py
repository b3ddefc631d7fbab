"""`croupier house`: what the house as a whole has chosen."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from croupier.cli.app import group
from croupier.cli.options import DEFAULT_DB, By, CommandId, Db, Pin
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.house.choices import CHOICES, ChoiceBook, choice_words

house = group("house")


@house.command("show")
@at_desk
def show(desk: ReadingDesk) -> None:
    """Show every choice of the house."""
    now = asdict(ChoiceBook(desk.store).now())
    desk.show(now, *(f"{name:20} {choice_words(now[name]):24} {title}" for name, (title, _) in CHOICES.items()))


@house.command("set")
def choose(
    name: Annotated[str, Argument(help="What to choose, by its name in the first column of `house show`.")],
    value: Annotated[str, Argument(help="America/Los_Angeles; an amount or 'none'; 500,100,25,5,1; on or off.")],
    by: By,
    second: Annotated[
        str | None, Option("--second", help="Who signs beside you, where an amount for two people is raised or lifted.")
    ] = None,
    second_pin: Annotated[str | None, Option("--second-pin", help="Their PIN; asked for if left out.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
) -> None:
    """Choose something anew; the journal keeps what it was before."""
    with SignedDesk(by, pin, db, id) as desk:
        book = ChoiceBook(desk.store)
        beside = None if second is None else desk.sign_in(second, second_pin)
        book.choose(name, value, desk.who, desk.command, beside)
        print(f"{name} is {choice_words(getattr(book.now(), name))} now")
