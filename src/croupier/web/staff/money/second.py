"""The second person at the window: a badge or a name, and a PIN."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.cage.guards import SecondPersonNeeded
from croupier.floor.roles import Person
from croupier.money import dollars
from croupier.web.context import House
from croupier.web.forms import BadField
from croupier.web.links.claims import second_person
from croupier.web.staff.money.models import SecondPerson


async def second_of(house: House, badge: str, pin: str, beside: Person) -> Person | None:
    """Who signs beside whoever asks; nobody, where the form names nobody."""
    if not badge.strip():
        return None
    try:
        return await second_person(house, badge.strip(), pin, beside)
    except Refused as why:
        raise BadField("pin", why) from why


def in_form(why: Refused) -> Refused:
    """A refusal as the form shows it: the want of a second person stands where that person signs."""
    return BadField("badge", why) if isinstance(why, SecondPersonNeeded) else why


def from_where_on(house: House) -> SecondPerson:
    """From which amount on a form asks for a second person."""
    above = house.choices.now().second_person_above
    return SecondPerson() if above is None else SecondPerson(above=dollars(above), above_cents=above)
