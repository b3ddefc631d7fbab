"""`croupier staff`: the book of names, for staff and players."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import group
from croupier.cli.options import DEFAULT_DB, AsJson, CommandId, Db, Pin
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, WritingDesk, at_desk, command_id
from croupier.floor.house.heads import house_signer
from croupier.floor.people import FIRST_START
from croupier.floor.roles import parse_role

staff = group("staff")

Name = Annotated[str, Argument(help="Their name.")]
NewPin = Annotated[str, Option("--new-pin", secret=True, help="Their PIN: 4 to 12 digits.")]
Admin = Annotated[str | None, Option("--by", help="Who asks; left out only for the first admin.")]


@staff.command()
def add(
    name: Name,
    role: Annotated[
        str, Option(help="player, dealer, supervisor, executive, cashier, surveillance, auditor or admin.")
    ],
    new_pin: NewPin,
    by: Admin = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Register somebody. The first of a new record is an admin, and needs nobody's leave."""
    with WritingDesk(db, as_json, create=True) as desk:
        people = desk.people
        if by is None:
            house_signer(desk.store)  # a room that begins gets its signing key
        who = FIRST_START if by is None else desk.sign_in(by, pin)
        added = people.register(name, parse_role(role), new_pin, who, command_id(id))
        word = added.role.value
        desk.show({"name": added.name, "role": word}, f"{added.name} is registered as {word}")


@staff.command("list")
@at_desk
def show(desk: ReadingDesk) -> None:
    """List the staff."""
    known = sorted(desk.people.staff().values(), key=lambda somebody: somebody.name)
    rows = [
        {
            "name": each.name,
            "role": each.role.value,
            "failures": sum(wrong.failures for wrong in each.guesses.values()),
            "active": each.active,
        }
        for each in known
    ]
    desk.show(rows, *(f"{row['name']:20} {row['role']}{'' if row['active'] else ', deactivated'}" for row in rows))


@staff.command()
def pin(
    name: Name,
    new_pin: NewPin,
    by: Annotated[str, Option("--by", help="Themselves, or an admin.")],
    own_pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
) -> None:
    """Set a new PIN, which also unlocks."""
    with SignedDesk(by, own_pin, db, id) as desk:
        desk.people.set_pin(name, new_pin, desk.who, desk.command)
    print(f"{name} has a new PIN")


@staff.command()
def unlock(
    name: Name,
    by: Annotated[str, Option("--by", help="An admin.")],
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
) -> None:
    """Let somebody who was locked out try again."""
    with SignedDesk(by, pin, db, id) as desk:
        desk.people.unlock(name, desk.who, desk.command)
    print(f"{name} may try again")


Another = Annotated[str, Option("--by", help="An admin.")]


@staff.command()
def deactivate(name: Name, by: Another, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None) -> None:
    """Let somebody in no more; all that they did stays in the record."""
    with SignedDesk(by, pin, db, id) as desk:
        desk.people.deactivate(name, desk.who, desk.command)
    print(f"{name} is deactivated")


@staff.command()
def activate(name: Name, by: Another, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None) -> None:
    """Let somebody in again who was deactivated."""
    with SignedDesk(by, pin, db, id) as desk:
        desk.people.activate(name, desk.who, desk.command)
    print(f"{name} is active again")


@staff.command()
def role(
    name: Name,
    new: Annotated[
        str, Argument(metavar="ROLE", help="dealer, supervisor, executive, cashier, surveillance, auditor or admin.")
    ],
    by: Another,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
) -> None:
    """Give one of the staff another role."""
    with SignedDesk(by, pin, db, id) as desk:
        desk.people.change_role(name, parse_role(new), desk.who, desk.command)
    print(f"{name} is {new} now")
