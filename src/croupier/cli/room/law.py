"""`croupier house law`: the legal profile of the house, shown and changed (R55)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.errors import Refused
from croupier.floor.house.law import LawBook, RecordedLaw, change_words, end_ms, law_from_plain
from croupier.floor.house.profile import FIELDS, jurisdiction_of, profile_texts
from croupier.floor.links.terms import outside_law
from croupier.rules.law import LAW, Jurisdiction, LegalProfile
from croupier.store.entry import contents

law = group("house", "law")


@law.command("show")
@at_desk
def show(
    desk: ReadingDesk,
    at: Annotated[str | None, Option(help="On which day, such as 2027-01-31; now, if left out.")] = None,
) -> None:
    """Show the legal profile in force, and every change of it on record."""
    book = LawBook(desk.store)
    now = book.now() if at is None else book.at(end_ms(at, book.zone()))
    changes = book.history().changes
    desk.show(
        {
            "at": at,
            "profiles": {place.value: _profile(place, now[place]) for place in LAW},
            "changes": [_change(one) for one in changes],
        },
        *(line for place in LAW for line in _lines(place, now[place])),
        *(["", "changes on record:"] if changes else ()),
        *(_change_line(one) for one in changes),
    )


@law.command("change")
@at_desk
def change(
    desk: SignedDesk,
    place: Annotated[str, Argument(help="Washington or California.")],
    says: Annotated[
        list[str],
        Argument(
            help="What it says then, such as largest_wager=300; the names are those that `croupier house law` shows."
        ),
    ],
    reference: Annotated[str, Option(help="Reference of the law or the letter that says so.")],
    second: Annotated[str, Option(help="Who signs beside you, and may set the house as well.")],
    day: Annotated[str, Option("--from", help="From which day on it holds, such as 2027-01-31; today: from now.")],
    second_pin: Annotated[str | None, Option(help="Their PIN; asked for if left out.")] = None,
) -> None:
    """Change what a legal profile says from a day on; two people sign."""
    where, texts = jurisdiction_of(place), dict(map(_said, says))
    who, beside = desk.who, desk.sign_in(second, second_pin)
    receipt = desk.room.law.change(
        where, texts, reference=reference, day=day, who=who, second=beside, command=desk.command
    )
    changed = law_from_plain(contents(receipt.entries[0]).events[0])
    outside = dict(_outside(desk)) if changed.from_ms <= desk.room.now_ms() else {}
    desk.show(
        {"place": where.value, "from": day, "changed": change_words(changed), "outside": outside},
        f"{where.value} from {day} on, by {reference}: {change_words(changed)}",
        *(f"{name} is outside it: {why}" for name, why in outside.items()),
    )


def _said(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not value.strip():
        raise Refused(f"not understood: {text!r}; want a name and what it shall be, such as largest_wager=300")
    return name.strip(), value


def _outside(desk: SignedDesk) -> Iterator[tuple[str, str]]:
    """The tables and links that are outside the law in force, and why: no further round is dealt there."""
    for name in desk.room.tables():
        table = desk.room.glance(name)
        if table.unlawful is not None and not table.closed:
            yield name, table.unlawful
    for name in desk.room.desk.names():
        link = desk.room.desk.link(name)
        why = outside_law(link.terms, link.tables.values(), desk.room.law.now())
        if why is not None and not link.closed:
            yield f"link {name}", why


def _profile(place: Jurisdiction, profile: LegalProfile) -> dict[str, Any]:
    return {**profile_texts(place, profile), "since": profile.since or "built in"}


def _lines(place: Jurisdiction, profile: LegalProfile) -> list[str]:
    rows = [f"  {name:14} {text:24} {FIELDS[name].label}" for name, text in profile_texts(place, profile).items()]
    return [f"{place.value}, {profile.since or 'built in'}", *rows]


def _change(one: RecordedLaw) -> dict[str, Any]:
    change = one.change
    return {
        "entry": one.position,
        "place": change.jurisdiction.value,
        "from": change.date,
        "from_ms": change.from_ms,
        "reference": change.reference,
        "by": one.by.partition("/")[2],
        "second": change.approver,
        "changed": change_words(change),
    }


def _change_line(one: RecordedLaw) -> str:
    change, by = one.change, one.by.partition("/")[2]
    return (
        f"  {change.date}  {change.jurisdiction.value}, {change.reference}: {change_words(change)}; by {by} and "
        f"{change.approver}"
    )
