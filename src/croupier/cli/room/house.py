"""`croupier house`: what the house as a whole has chosen."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import Spelled, app
from croupier.cli.options import DEFAULT_DB, By, CommandId, Db, Pin
from croupier.cli.parameters import Argument
from croupier.cli.room.desk import Desk, SignedDesk, at_desk

house = Spelled("house", help="The house's time zone, and when money needs two people.")
app.add_command(house)


@house.command("show")
@at_desk
def show(desk: Desk) -> None:
    """Show every choice of the house."""
    from dataclasses import asdict

    from croupier.floor.house.choices import CHOICES, Choices, choice_words

    now = asdict(Choices(desk.store).now())
    desk.show(now, *(f"{name:20} {choice_words(now[name]):24} {title}" for name, (title, _) in CHOICES.items()))


@house.command("set")
def choose(
    name: Annotated[str, Argument(help="zone, second_person_above, low_tray or sound.")],
    value: Annotated[str, Argument(help="America/Los_Angeles; an amount or 'none'; on or off.")],
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
) -> None:
    """Choose something anew; the journal keeps what it was before."""
    from croupier.floor.house.choices import Choices, choice_words

    with SignedDesk(by, pin, db, id) as desk:
        book = Choices(desk.store)
        book.choose(name, value, desk.who, desk.command)
        print(f"{name} is {choice_words(getattr(book.now(), name))} now")
