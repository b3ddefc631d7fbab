"""The legal profile in the audit (R55).

Which profile was in force at each entry is worked out from the record, and what was opened, changed, joined or wagered
outside it is a finding. Before the first profile on record there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.house.law import LawChanged, LawHistory, begins_ms, law_from_plain, law_to_plain
from croupier.floor.house.profile import wrong_profile
from croupier.floor.links import outside_events
from croupier.floor.links.linked import TableLinked, linked_terms
from croupier.floor.links.terms import link_profiles, unlawful_stake
from croupier.floor.roles import Duty, may
from croupier.floor.table import Happening, Table, TableChanged, TableOpened
from croupier.jackpot.events import LinkConfigured, LinkOpened
from croupier.jackpot.record import from_plain
from croupier.jackpot.terms import NAMED
from croupier.money import dollars
from croupier.rules.events import BetsPlaced, RoundOpened
from croupier.rules.law import LAW, Law, unlawful, unlawful_game, unlawful_link, unlawful_stakes
from croupier.rules.terms import Terms
from croupier.store.entry import Entry
from croupier.store.scans import Glance


def check_law_change(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with a change of a legal profile, if anything."""
    (plain,) = line.events
    entry, change = line.entry, law_from_plain(plain)
    if law_to_plain(change) != plain or line.transfers:
        return f"says {plain}, which nobody writes there"
    return (
        _wrong_people(entry, change, context)
        or _wrong_date(entry, change, context)
        or wrong_profile(change.jurisdiction, change.new)
        or (None if change.reference.strip() else "changes the law without a reference")
        or _wrong_old(entry, change, context.laws)
    )


def _wrong_people(entry: Entry, change: LawChanged, context: Context) -> str | None:
    second = change.approver
    if not second or f"staff/{second}" == entry.actor:
        return f"the law was changed by {entry.actor} alone, and it takes two people (R55)"
    if not any(may(role, Duty.SET_HOUSE) for role in context.roster.roles(second, entry)):
        return f"staff/{second} might not {Duty.SET_HOUSE.value} then"
    return context.roster.lacks(entry, Duty.SET_HOUSE)


def _wrong_date(entry: Entry, change: LawChanged, context: Context) -> str | None:
    if change.from_ms < entry.time_ms:
        return f"the law was changed back-dated: it was written after {change.date}, from when on it should hold (R55)"
    if begins_ms(change.date, context.house.zone, entry.time_ms) != change.from_ms:
        return f"the law holds from another moment than {change.date} by the clock of the house"
    return None


def _wrong_old(entry: Entry, change: LawChanged, laws: LawHistory) -> str | None:
    # What the built-in profile said is the program's, and another version of it may have said something else.
    before = laws.before(entry.position).on_record(change.jurisdiction, change.from_ms)
    if before is not None and before.bare != change.old:
        return f"says that the law was {change.old}, but it was {before.bare}"
    return None


def check_link_law(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with the stake of a link by the law of its day, if anything."""
    if not context.laws.changes:
        return None
    for plain in line.events:
        event = from_plain(plain)
        if isinstance(event, LinkOpened | LinkConfigured):
            why = _wrong(context.laws, line.entry, partial(unlawful_stake, event.terms))
            if why is not None:
                return why
    return None


def check_game_law(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with another game's table on a link by the law of its day, if anything."""
    if not context.laws.changes:
        return None
    for plain in line.events:
        match outside_events.from_plain(plain):
            case outside_events.GameJoined(game=game):
                ask = partial(_wrong_member, game)
            case outside_events.GameLocked(wagers=wagers):
                ask = partial(_wrong_wager, max(wagers.values(), default=0))
            case _:
                continue
        if (why := _wrong(context.laws, line.entry, ask)) is not None:
            return why
    return None


def _wrong_member(game: str, law: Law) -> str | None:
    words = (unlawful_game(game, NAMED.get(game, game), profile) for profile in link_profiles(law))
    return next(filter(None, words), None)


def _wrong_wager(cents: int, law: Law) -> str | None:
    for profile in link_profiles(law):
        most = profile.largest_wager
        if most is not None and cents > most:
            return f"a progressive wager of {dollars(cents)} is above {dollars(most)} (R11){profile.source}"
    return None


def wrong_at_table(
    laws: LawHistory, entry: Entry | Glance, before: Table | None, events: Iterable[Happening]
) -> Iterator[str]:
    """What happened at a table outside the law of its day."""
    if not laws.changes:
        return
    for event in events:
        why = _wrong_event(laws, entry, before, event)
        if why is not None:
            yield why


def _wrong_event(laws: LawHistory, entry: Entry | Glance, before: Table | None, event: Happening) -> str | None:
    match event:
        case BetsPlaced(_, stakes) if before is not None and before.round is not None:
            terms = before.round.terms
            return _wrong(laws, entry, _of_terms(terms, lambda law: unlawful_stakes(terms, stakes, law)))
        case RoundOpened() | TableOpened() | TableChanged():
            match event:
                case RoundOpened(terms=played):
                    terms = played
                case TableOpened(settings=settings) | TableChanged(new=settings):
                    terms = settings.terms
            return _wrong(laws, entry, _of_terms(terms, lambda law: unlawful(terms, law)))
        case TableLinked() if before is not None:
            joined = linked_terms(before.settings.terms, event)
            return _wrong(laws, entry, _of_terms(joined, lambda law: unlawful_link(joined, law)))
        case _:
            return None


def _of_terms(terms: Terms, ask: Callable[[Law], str | None]) -> Callable[[Law], str | None]:
    """The question, where the law of the table's jurisdiction is on record."""
    return lambda law: ask(law) if terms.rules.jurisdiction in law else None


def _wrong(laws: LawHistory, entry: Entry | Glance, ask: Callable[[Law], str | None]) -> str | None:
    """What the law of an entry's day says against it; the milder one, where it has just been changed."""
    before = laws.before(entry.position)
    words = None
    for time_ms in (entry.time_ms, entry.time_ms - GRACE_MS):
        law = {place: profile for place in LAW if (profile := before.on_record(place, time_ms)) is not None}
        why = ask(law)
        if why is None:
            return None
        words = words or f"is outside the legal profile of its day: {why}"
    return words


def remark_on(laws: LawHistory) -> str:
    """From where on the audit judges by a legal profile, said once; nothing is wrong with it."""
    first = {one.change.jurisdiction: one for one in reversed(laws.changes)}
    if not first:
        return "no legal profile is on record (R55): tables, links and wagers are judged by none"
    words = [
        f"{place.value}'s from {first[place].change.date} on, entry {first[place].position:,}"
        if place in first
        else f"{place.value}'s not at all"
        for place in LAW
    ]
    return f"legal profiles are on record (R55), {'; '.join(words)}; what came before is judged by none"
