"""What a hand button says of the hand, worked out again from the table's own stream: player, cards, and the win.

A claim speaks of one round, so one round is all that is read: backwards from the claim to its opening, and forwards to
the seed that it revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from croupier.cards import cards_text
from croupier.floor.audit.finding import DecodedEntry, decode_entry
from croupier.floor.links.outside import stream_of
from croupier.floor.record import happening_from_plain
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.floor.table import CardsDealt, Happening, Settings, Table, deck
from croupier.jackpot.events import ClaimPressed
from croupier.rules.events import Dealt, MeterWon, RoundOpened
from croupier.rules.events import Event as RoundEvent
from croupier.rules.round import Round, evolve, replay
from croupier.store.entry import Entry, Event
from croupier.store.reader import Reader

_PAGE: Final = 32
"""About as many entries as a round has."""


class HandsOutside:
    """The hands that tables of other games showed last, asked for from claim to claim in the order of the journal: each
    table's stream is read once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._streams: dict[str, tuple[Iterator[Entry], list[Entry]]] = {}
        self._last: dict[str, Event] = {}
        self._ours: dict[str, bool] = {}

    def is_ours(self, table: str) -> bool:
        """Whether a table is one of our own, with a stream of its rounds."""
        if table not in self._ours:
            self._ours[table] = self._reader.head(f"table/{table}").version > 0
        return self._ours[table]

    def before(self, table: str, position: int) -> Event | None:
        """What a table showed last before a position, if it showed anything."""
        stream = stream_of(table)
        if stream not in self._streams:
            # From about one round before the first claim on.
            after = max(self._reader.version_at(stream, position) - _PAGE, 0)
            self._streams[stream] = self._reader.read(stream, after=after), []
        entries, ahead = self._streams[stream]
        while (entry := ahead.pop() if ahead else next(entries, None)) is not None:
            if entry.position >= position:
                ahead.append(entry)
                break
            if '"HandsShown"' in entry.body:
                for event in decode_entry(entry).events:
                    if event.get("event") == "HandsShown":
                        self._last[table] = event
        return self._last.get(table)


def wrong_claim(reader: Reader, entry: Entry, claim: ClaimPressed, outside: HandsOutside) -> str | None:
    """What is wrong with what a claim says of its hand, if anything."""
    if claim.cards == "":
        return None  # real cards, whose table says beside it what was pressed, or from before claims kept the cards
    claimed = (claim.round, claim.player, claim.cards)
    ours = _round_of(reader, f"table/{claim.table}", entry) if outside.is_ours(claim.table) else []
    if not ours:
        shown = outside.before(claim.table, entry.position)
        held = ("", "", "") if shown is None else (shown["round"], "", shown["hands"].get(str(claim.seat), ""))
        return None if claimed == held else f"claim {claim.claim} says {claimed}, but {claim.table} showed {held}"
    events = [happening_from_plain(plain) for line in ours for plain in line.events]
    won = any(isinstance(event, MeterWon) and (event.seat, event.line) == (claim.seat, claim.line) for event in events)
    is_real = isinstance(events[0], RoundOpened) and events[0].terms.real_cards
    round = _entered(events) if is_real else _dealt(events, _seed(reader, ours[0]))
    cards = cards_text(round.game.progressive_cards(round.cards, claim.seat))
    held = (round.id, "" if is_real else _bettor(ours, claim.seat), cards)
    if claimed == held and won:
        return None
    return f"claim {claim.claim} says {claimed} with {claim.line}, but {claim.table} dealt {held}"


def wrong_presser(reader: Reader, entry: Entry, table: str) -> str | None:
    """What is wrong with who pressed a button of a table: the automatic dealer does where it has opened the round."""
    machine = AUTOMATIC_DEALER.actor
    if entry.actor != machine:
        return None
    ours = _round_of(reader, f"table/{table}", entry)
    deals = bool(ours) and ours[0].entry.actor == machine
    return None if deals else f"{machine} pressed a button at {table}, where it does not deal"


def _round_of(reader: Reader, stream: str, entry: Entry) -> list[DecodedEntry]:
    """The entries of a table's round that was in play at an entry, from its opening up to there."""
    lines = []
    for before in reader.newest(before=entry.position, stream=stream, page=_PAGE):
        lines.append(decode_entry(before))
        if any(event.get("event") == "RoundOpened" for event in lines[-1].events):
            return lines[::-1]
    return []


def _seed(reader: Reader, opened: DecodedEntry) -> bytes:
    """The seed of a round: the one that it revealed, or the sealed one while it goes on."""
    at = opened.entry
    for entry in reader.oldest(after=at.position, before=1 + reader.position(), stream=at.stream, page=_PAGE):
        for event in decode_entry(entry).events if '"SeedRevealed"' in entry.body else ():
            if event.get("event") == "SeedRevealed":
                return bytes.fromhex(event["seed"])
    return bytes.fromhex(reader.secret(opened.events[0]["round"]) or "")


def _dealt(events: list[Happening], seed: bytes) -> Round:
    """The round as far as its deal; what came later changes no cards."""
    round: Round | None = None
    for event in events:
        if isinstance(event, CardsDealt):
            assert round is not None, "a round begins with its opening"
            table = Table(name="", settings=Settings(terms=round.terms), round=round, seed=seed, laid=event.laid)
            return evolve(round, Dealt(deck(table)))
        if isinstance(event, RoundEvent):
            round = evolve(round, event)
    raise LookupError("no cards were dealt")


def _entered(events: list[Happening]) -> Round:
    """The round of a real deck with all cards that had been entered (R58)."""
    return replay(Dealt(()) if isinstance(event, CardsDealt) else event for event in events if _is_of_round(event))


def _is_of_round(event: Happening) -> TypeGuard[RoundEvent | CardsDealt]:
    return isinstance(event, RoundEvent | CardsDealt)


def _bettor(lines: list[DecodedEntry], seat: int) -> str:
    """Whose wagers a seat's are: who laid them. What a dealer laid is in nobody's account."""
    for line in reversed(lines):
        if any(event.get("event") == "BetsPlaced" and event.get("seat") == seat for event in line.events):
            kind, _, name = line.entry.actor.partition("/")
            return name if kind == "player" else ""
    return ""
