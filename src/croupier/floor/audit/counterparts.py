"""What a link and its tables must say of each other in one transaction, and do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.unit import events_in_unit, unit_of
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.linked import AwardPaid, TableLinked, TableUnlinked
from croupier.floor.links.outside import stream_of
from croupier.floor.links.refusals import AwardRefused
from croupier.floor.table import Happening, Table
from croupier.jackpot.events import (
    ClaimConfirmed,
    ClaimLogged,
    ClaimRefused,
    Event,
    KeyTurned,
    LinkConfigured,
    MeterAdjusted,
    TableJoined,
    TableLeft,
    WagersReturned,
)
from croupier.jackpot.link import Claim, Link
from croupier.jackpot.terms import LinkTerms
from croupier.ledger.accounts import CASH, owed, player
from croupier.money import Cents
from croupier.rules.events import RoundVoided
from croupier.store.entry import Entry
from croupier.store.reader import Reader


def missing_beside(
    reader: Reader, name: str, link: Link | None, entry: Entry, events: tuple[Event, ...]
) -> Iterator[str]:
    """What a table should have written beside these events of a link, and has not."""
    for event in events:
        match event:
            case TableJoined(table) if link is not None:
                if not _says(reader, entry, table, "TableLinked", "GameJoined", *_on(link.terms)):
                    yield f"table {table} joined, and does not say so in the same transaction, or on other terms"
            case TableLeft(table) if not _says(reader, entry, table, "TableUnlinked", "GameLeft"):
                yield f"table {table} left, and does not say so in the same transaction"
            case LinkConfigured(terms) if link is not None:
                for table in link.tables:
                    if not _says(reader, entry, table, "TableLinked", "TermsNoted", *_on(terms)):
                        yield f"table {table} did not note the new terms in the same transaction"
            case WagersReturned(table, round, by=by, reason=reason):
                why = {"reason": reason}
                if by != f"table/{table}" or not _says(reader, entry, table, "RoundVoided", "GameVoided", why):
                    yield f"wagers of {round} went back, but table {table} voided nothing so in the same transaction"
            case KeyTurned(number, _, by, cards) | ClaimConfirmed(number, by, cards) if link is not None and cards:
                claim = link.claims[number]
                entered = {"seat": claim.seat, "line": claim.line, "cards": cards, "by": by}
                if not _says(reader, entry, claim.table, "WinCardsEntered", "WinCardsEntered", entered):
                    yield f"claim {number} has cards that nobody entered at table {claim.table} in the same transaction"
            case ClaimRefused(number, by, reason) if link is not None:
                claim = link.claims[number]
                want = {"event": "AwardRefused", "seat": claim.seat, "line": claim.line, "by": by, "reason": reason}
                there = events_in_unit(reader, entry, f"table/{claim.table}")
                # A table of an earlier Croupier, and one of another game, notes nothing of it.
                if there and want not in there:
                    yield f"claim {number} was refused, but table {claim.table} notes something else"
            case MeterAdjusted(number) if link is not None:
                claim = link.claims[number]
                if not any(_is_award(line, claim, _award_of(claim, events)) for line in unit_of(reader, entry)):
                    yield f"claim {number} was paid, but not at table {claim.table} in the same transaction"
            case _:
                pass


def missing_link(reader: Reader, table: Table, line: DecodedEntry, events: tuple[Happening, ...]) -> Iterator[str]:
    """What the link of a table, which stands as before these events, should have written beside them, and has not;
    and whom it has paid instead of whoever sits there."""
    paid = []
    for event in events:
        match event:
            case AwardPaid(seat, _, cents):
                # Of a winner for whom the dealer acts the house holds no account: an award is paid outside.
                paid.append((str(CASH if table.acts_for(seat) else player(table.player_at(seat))), cents))
            case AwardRefused(_, _, reason, by) if table.link is not None:
                refused = {"event": "ClaimRefused", "by": by, "reason": reason}
                if not any(
                    refused.items() <= one.items() for one in events_in_unit(reader, line.entry, PREFIX + table.link)
                ):
                    yield f"link {table.link} did not refuse a claim so in the same transaction"
            case TableLinked(link):
                joined = {"event": "TableJoined", "table": table.name, "game": table.settings.terms.game.key}
                events_there = events_in_unit(reader, line.entry, PREFIX + link)
                if not any(
                    joined.items() <= one.items() or one.get("event") == "LinkConfigured" for one in events_there
                ):
                    yield f"link {link} does not say in the same transaction that the table with its game is on it"
            case TableUnlinked() if table.link is not None:
                events_there = events_in_unit(reader, line.entry, PREFIX + table.link)
                if not any(one.get("event") == "TableLeft" and one.get("table") == table.name for one in events_there):
                    yield f"link {table.link} does not say in the same transaction that the table left"
            case RoundVoided() if table.link is not None and table.accepted:
                events_there = events_in_unit(reader, line.entry, PREFIX + table.link)
                if not any(
                    one.get("event") == "WagersReturned"
                    and (one.get("table"), one.get("wagers")) == (table.name, table.accepted)
                    for one in events_there
                ):
                    yield f"link {table.link} did not give the wagers back in the same transaction"
            case _:
                pass
    if table.link is not None and line.transfers:
        out = str(owed(table.link))
        have = [(credit, cents) for _, debit, credit, cents in line.transfers if debit == out]
        if have != paid:
            yield f"the link paid {have}, but the table says {paid}"


def _says(
    reader: Reader,
    entry: Entry,
    table: str,
    ours: str,
    theirs: str,
    want: Mapping[str, object] = MappingProxyType({}),
    of_ours: Mapping[str, object] = MappingProxyType({}),
) -> bool:
    """Whether a table, ours or another game's, says so in the same transaction, and what is wanted with it."""
    for stream, wanted in (
        (f"table/{table}", {"event": ours, **want, **of_ours}),
        (stream_of(table), {"event": theirs, **want}),
    ):
        if any(wanted.items() <= event.items() for event in events_in_unit(reader, entry, stream)):
            return True
    return False


def _on(terms: LinkTerms) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """What a table notes of a link's terms, and what one of ours notes besides."""
    fixed = "meter" if terms.all_pays_off_meter else "tray"
    return {"stake": terms.stake, "paytable": terms.paytable}, {"fixed": fixed}


def _award_of(claim: Claim, events: tuple[Event, ...]) -> Cents | None:
    """What a claim was logged with; a card logs and pays in one swipe."""
    logged = [event.award for event in events if isinstance(event, ClaimLogged) and event.claim == claim.number]
    award = logged[0] if logged else claim.award
    return None if award is None else award.amount


def _is_award(line: DecodedEntry, claim: Claim, cents: Cents | None) -> bool:
    return line.entry.stream in (f"table/{claim.table}", stream_of(claim.table)) and any(
        event.get("event") in ("AwardPaid", "GamePaid")
        and (event.get("seat"), event.get("line"), event.get("cents")) == (claim.seat, claim.line, cents)
        for event in line.events
    )
