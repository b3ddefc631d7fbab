"""How the replay of a table begins, and what can be checked from the text of a body without decoding it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from croupier.fair.commitment import commitment, unbound_commitment
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.corrections import RecentRound
from croupier.floor.movements import applied
from croupier.floor.record import from_snapshot, happening_from_plain, happening_to_plain, snapshot
from croupier.floor.sitting import has_account
from croupier.floor.table import Happening, Table, TableOpened
from croupier.rules.deal import CardsFrom, dealing_of
from croupier.rules.events import RoundOpened
from croupier.rules.round import Stage, evolve
from croupier.store.entry import Row, Unreadable, canonical
from croupier.store.formats import FORMAT
from croupier.store.reader import Reader
from croupier.store.trimming import trim_event
from croupier.values import replace

_BEGINS: Final = '{"asked":"'
_AT: Final = len(_BEGINS)


def is_plain(body: str) -> bool:
    """Whether every character of a text stands for itself, so that what it says can be looked for as it is."""
    return "\\" not in body and body.isascii() and "\x7f" not in body


def turns(body: str) -> bool:
    """Whether an entry with a plain body may open a round or end one."""
    return '"RoundOpened"' in body or '"SeedRevealed"' in body or '"RoundEnded"' in body or '"RoundVoided"' in body


def is_shuffled(opened: Mapping[str, Any]) -> bool:
    """Whether a round that was opened promises a shuffle; with a real deck it does not (R58)."""
    terms = opened.get("terms")
    return not isinstance(terms, Mapping) or terms.get("cards_from") != CardsFrom.FELT.value


def request_in(body: str) -> str:
    """The order that a plain body says was asked for, if it is one that Croupier has written."""
    return body[_AT : body.find('"', _AT)] if body.startswith(_BEGINS) else ""


def body_of(request: str, events: Iterable[Happening], rows: list[Row]) -> str | None:
    """The body that the room writes for this, if it is a plain one: whoever finds a plain body equal to it has found it
    written as it should be, with these events and this money."""
    plain = [record for event in events if (record := happening_to_plain(event)) is not None]
    try:
        # The quick writer. What it writes otherwise than the record's own is not plain.
        return orjson.dumps(
            {"asked": request, "events": plain, "format": FORMAT, "transfers": rows}, option=orjson.OPT_SORT_KEYS
        ).decode()
    except (TypeError, ValueError):
        return None


def differ(expected: Sequence[Any], recorded: Sequence[Any]) -> str:
    """The first place where two lists differ, short enough to read."""
    for want, have in zip(expected, recorded, strict=False):
        if want != have:
            if isinstance(want, dict) and isinstance(have, dict):
                keys = [key for key in sorted(want.keys() | have.keys()) if want.get(key) != have.get(key)]
                want, have = {k: want.get(k) for k in keys}, {k: have.get(k) for k in keys}
            return f"want {str(want)[:200]}, have {str(have)[:200]}"
    return f"want {len(expected)} of them, have {len(recorded)}"


def opened(name: str, line: DecodedEntry, find: Callable[[str], None]) -> Table:
    """A table after the first entry of its stream, or `Unreadable`."""
    event = happening_from_plain(line.events[0])
    if not isinstance(event, TableOpened) or event.table != name:
        raise Unreadable(line.entry.position, f"the stream of {name} does not begin with its opening")
    plain = happening_to_plain(event)
    if [plain] != line.events:
        find(f"the rules make something else of {line.request!r}: {differ([plain], line.events)}")
    table, moved = applied(None, (event,), line.entry.time_ms)
    if moved or line.transfers:
        find(f"the money moved is not what happened: {differ(moved, line.transfers)}")
    return table


def cut(reader: Reader, name: str, line: DecodedEntry, seed: str | None, find: Callable[[str], None]) -> Table:
    """A practice table where its stream was cut: at the opening of a round, with how it stood then."""
    trimmed = trim_event(reader, line.entry.stream)
    if trimmed is None or trimmed["version"] + 1 != line.entry.version:
        raise Unreadable(line.entry.position, f"the stream of {name} does not begin with its opening")
    table, event = from_snapshot(trimmed["state"], lambda _: seed), happening_from_plain(line.events[0])
    if table.name != name or table.version != line.entry.version:
        find("the state at which the table was cut is another's")
    if table.round is None or not isinstance(event, RoundOpened) or table.round != evolve(None, event):
        find("the round is not the one that was opened where the table was cut")
    elif seed is not None and event.commitment not in _promises(event, bytes.fromhex(seed)):
        find("the seed is not the one that was promised")
    return table


def _promises(event: RoundOpened, seed: bytes) -> tuple[str, str]:
    """What may have been promised of a round with this seed: older ones promised the seed alone."""
    return commitment(event.round, seed, dealing_of(event.terms)), unbound_commitment(event.round, seed)


def shows(text: str, table: Table | None) -> bool:
    """Whether a snapshot shows a table as it stands. One is only taken when a round has just been opened."""
    round = None if table is None else table.in_play
    if table is None or round is None or round.stage is not Stage.BETTING or table.moved:
        return False
    if text == snapshot(table):
        return True
    # An earlier Croupier did not keep who was there by name; one before it, who refused wins; one before that kept only
    # rounds of real decks to be corrected, and not who dealt them.
    recent = tuple(RecentRound(one.round, one.seats) for one in table.recent if not one.players)
    if text == _without_refusers(replace(table, recent=recent)):
        return True
    return any(text in (snapshot(known), _without_refusers(known)) for known in _before_names_were_kept(table))


def _before_names_were_kept(table: Table) -> Iterator[Table]:
    """The table without those who were there by name in its earliest rounds, in one more at a time."""
    recent = table.recent
    for number, one in enumerate(recent):
        players = tuple(name if has_account(name) else "" for name in one.players)
        recent = (*recent[:number], replace(one, players=players), *recent[number + 1 :])
        yield replace(table, recent=recent)


def _without_refusers(table: Table) -> str:
    state = orjson.loads(snapshot(table))
    del state["refusers"]
    return canonical(state)
