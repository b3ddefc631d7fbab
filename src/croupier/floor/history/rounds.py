"""Rounds that are over, taken from the record: every card, every event, and the seed that was revealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.cards import cards_text
from croupier.errors import Refused
from croupier.fair.commitment import ShuffleReveal, deck_of
from croupier.floor.corrections import RoundCorrected
from croupier.floor.history.disputes import corrections_at
from croupier.floor.links import refusals
from croupier.floor.links.linked import AwardPaid
from croupier.floor.plan import NoSuchTable, load
from croupier.floor.practice import is_practice
from croupier.floor.record import happening_from_plain
from croupier.floor.rehearsal.deck import laid_in
from croupier.floor.table import CardsDealt, Happening, PlayerSat, SeatNamed, SeedRevealed
from croupier.money import Cents
from croupier.rules.deal import dealing_of
from croupier.rules.events import BankTaken, BetsPlaced, Dealt, Event, RoundEnded, RoundOpened, RoundVoided, SeedOffered
from croupier.rules.round import Round, replay
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.values import replace

_LONGEST: Final = 12
_NO_SHUFFLE: Final = ShuffleReveal(round="", commitment="", house_seed=b"", dealing="", player_seeds={}, deck=())
"""What there is to check of a round whose deck lay on the felt: nothing (R58)."""
_NEAR: Final = 300
"""A round's entries are looked for this near to where its money was paid out."""
_USUAL: Final = 20
"""About as many entries make a round; who looks for the last rounds begins so far back, and goes further if need be."""


class NoSuchRound(Refused):
    """A round that the record does not have, or that is not over."""

    def __init__(self, round: str) -> None:
        limit = "; of a practice table about the last hundred are kept, until two days after its last move"
        more = limit if is_practice(round.rpartition("-")[0]) else ""
        super().__init__(f"no finished round {round!r}; a round can be looked at when it is over{more}")


@dataclass(frozen=True, slots=True)
class EntryMark:
    """Where an entry of a round stands in the journal, who wrote it, and the hash that vouches for it."""

    position: int
    time_ms: int
    actor: str
    request: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A finished round as the record tells it."""

    round: Round
    events: tuple[Event, ...]
    times_ms: tuple[int, ...]
    """When each event was written."""
    seed: bytes | None
    """The seed of its shuffle; none where a real deck was on the felt (R58)."""
    players: Mapping[int, str]
    awards: Mapping[int, Cents]
    """What meters paid, by seat."""
    time_ms: int
    entries: tuple[EntryMark, ...] = ()
    """Every entry from the one that opened it to the one that ended it."""
    dealer: str = ""
    """Who dealt the cards, as the record names them; nobody where none were dealt."""
    corrections: tuple[RoundCorrected, ...] = ()
    """What two people have corrected of it since (R58)."""
    refused: tuple[refusals.RefusedWin, ...] = ()
    """The wins whose claims were refused, and which no meter paid (R46)."""

    @property
    def corrected(self) -> dict[int, Cents]:
        """By how much seats were corrected."""
        sums: dict[int, Cents] = {}
        for one in self.corrections:
            sums[one.seat] = sums.get(one.seat, 0) + one.cents
        return sums

    @property
    def reveal(self) -> ShuffleReveal | None:
        """What anybody needs to check the shuffle, where there was one."""
        if self.seed is None:
            return None
        return ShuffleReveal(
            round=self.round.id,
            commitment=self.round.commitment,
            house_seed=self.seed,
            dealing=dealing_of(self.round.terms),
            player_seeds={offered.seat: offered.seed for offered in self.round.seeds},
            deck=self.round.deck,
        )

    @property
    def papers(self) -> dict[str, Any]:
        """The same as plain data, with the cards that were dealt, by where they lay: what `croupier verify` reads."""
        reveal, dealt = self.reveal or _NO_SHUFFLE, self.round.deal
        lay = {} if dealt is None else {f"seat {seat}": own for seat, own in dealt.own.items()}
        lay |= {} if dealt is None else {"dealer": dealt.dealer, "board": dealt.board}
        return {
            "round": self.round.id,
            "commitment": reveal.commitment,
            "dealing": reveal.dealing,
            "house_seed": reveal.house_seed.hex(),
            "player_seeds": {str(seat): seed for seat, seed in reveal.player_seeds.items()},
            "deck": cards_text(reveal.deck),
            "cards": {place: cards_text(cards) for place, cards in lay.items() if cards},
            "cards_from": self.round.terms.cards_from.value,
        }


@dataclass(slots=True)
class _RoundReading:
    """A round while its entries are read; its cards are known only at the end, with the seed."""

    events: list[Event | CardsDealt] = field(default_factory=list)
    times_ms: list[int] = field(default_factory=list)
    seed: bytes | None = None
    over: bool = False
    awards: dict[int, Cents] = field(default_factory=dict)
    refused: tuple[refusals.RefusedWin, ...] = ()
    entries: list[EntryMark] = field(default_factory=list)
    dealer: str = ""

    @property
    def opened(self) -> RoundOpened:
        opened = self.events[0]
        assert isinstance(opened, RoundOpened), "a round begins with its opening"
        return opened

    @property
    def name(self) -> str:
        return self.opened.round

    @property
    def real_cards(self) -> bool:
        """Whether its cards were entered, so that there is no seed to wait for (R58)."""
        return self.opened.terms.real_cards


def past_rounds(entries: Iterable[Entry], *, only: str | None = None) -> list[PastRound]:
    """The rounds that both begin and end among these entries of a table's stream, oldest first; or `only` one."""
    return list(iter_past_rounds(entries, only=only))


def iter_past_rounds(entries: Iterable[Entry], *, only: str | None = None) -> Iterator[PastRound]:
    """The same one by one, so that a long stream is never in memory whole."""
    reading: _RoundReading | None = None
    players: dict[int, str] = {}
    for entry, body in ((entry, contents(entry)) for entry in entries):
        for event in map(happening_from_plain, body.events):
            if (seat := _seat_of(event)) is not None and entry.actor.startswith("player/"):
                # Who sat down long before these entries is known by what they do.
                players[seat] = entry.actor.removeprefix("player/")
            match event:
                case PlayerSat(seat, player) | SeatNamed(seat, player):
                    players[seat] = player
                case RoundOpened():
                    reading = _RoundReading([event], [entry.time_ms])
                case _ if reading is not None:
                    _take(reading, event)
                    # Of what one entry says, not everything is an event of the round.
                    reading.times_ms += [entry.time_ms] * (len(reading.events) - len(reading.times_ms))
                    if isinstance(event, CardsDealt):
                        reading.dealer = entry.actor.removeprefix("staff/")
        for move in body.transfers:
            # Whoever's chips went to a seat plays there, whoever pressed the key.
            if move.credit.startswith("escrow/") and move.debit.startswith("player/"):
                players[int(move.credit.rpartition("/")[2])] = move.debit.removeprefix("player/")
        if reading is not None:
            reading.entries.append(EntryMark(entry.position, entry.time_ms, entry.actor, body.request, entry.hash))
        if reading is not None and reading.over and (reading.seed is not None or reading.real_cards):
            if only is None or only == reading.name:
                yield _past_round(reading, players, entry.time_ms)
                if only is not None:
                    return
            reading = None


def _seat_of(event: Happening) -> int | None:
    match event:
        case BetsPlaced(seat, _):
            return seat
        case BankTaken(bank):
            return bank.seat
        case _:
            return None


def _take(reading: _RoundReading, event: Happening) -> None:
    match event:
        case SeedRevealed(seed):
            reading.seed = seed
        case CardsDealt():
            reading.events.append(event)
        case AwardPaid(seat, line, cents):
            reading.awards[seat] = reading.awards.get(seat, 0) + cents
            reading.refused = tuple(one for one in reading.refused if (one.seat, one.line) != (seat, line))
        case refusals.AwardRefused() | refusals.RefusalSigned():
            reading.refused = refusals.after(reading.refused, event)
        case RoundEnded() | RoundVoided():
            reading.events.append(event)
            reading.over = True
        case _ if isinstance(event, Event):
            reading.events.append(event)


def _past_round(reading: _RoundReading, players: Mapping[int, str], time_ms: int) -> PastRound:
    mixed = {event.seat: event.seed for event in reading.events if isinstance(event, SeedOffered)}
    name, seed, cards = reading.name, reading.seed, reading.opened.terms.game.deck
    deck = () if seed is None else deck_of(name, seed, mixed, cards)
    events: list[Event] = []
    for event in reading.events:
        if isinstance(event, CardsDealt):
            event = Dealt(laid_in(replay(events), deck, event.laid) if event.laid else deck)
        events.append(event)
    round = replay(events)
    nameless = {seat.number: f"seat {seat.number}" for seat in round.seats} if reading.real_cards else {}
    return PastRound(
        round=round,
        events=tuple(events),
        times_ms=tuple(reading.times_ms),
        seed=reading.seed,
        players=nameless | dict(players),
        awards=reading.awards,
        refused=reading.refused,
        time_ms=time_ms,
        entries=tuple(reading.entries),
        dealer=reading.dealer,
    )


def rounds_between(reader: Reader, table: str, after: int, before: int) -> Iterator[PastRound]:
    """A table's rounds that ended between two positions of the journal, oldest first, read one by one."""
    stream, start = f"table/{table}", 0
    for entry in reader.newest(stream=stream, before=after + 1, page=_NEAR) if after else ():
        # A round that ended within may have been opened before.
        if '"RoundOpened"' in entry.body:
            start = entry.position - 1
            break
    for past in iter_past_rounds(reader.oldest(stream=stream, after=start, before=before)):
        if past.entries[-1].position > after:
            yield past


def last_rounds(store: Store, table: str, most: int) -> list[PastRound]:
    """The last finished rounds of a table, oldest first, found by reading from the end of its stream."""
    stream, back = f"table/{table}", most * _USUAL
    head = store.head(stream).version
    while True:
        after = max(0, head - back)
        past = past_rounds(store.read(stream, after=after))
        if len(past) >= most or not after:
            return past[-most:]
        back *= 2


def find_round(store: Store, name: str) -> PastRound:
    """The finished round of that name, such as `T1-57`."""
    table, _, number = name.rpartition("-")
    if not table or not number.isdecimal() or len(number) > _LONGEST:
        raise NoSuchRound(name)
    try:
        known = load(store, table)
    except NoSuchTable:
        raise NoSuchRound(name) from None
    if int(number) > known.rounds:
        raise NoSuchRound(name)
    for past in iter_past_rounds(_from_opening(store, f"table/{table}", int(number)), only=name):
        if is_practice(table):  # nobody corrects or disputes play chips
            return past
        return replace(past, corrections=corrections_at(store, table).get(name, ()))
    raise NoSuchRound(name)


def _from_opening(store: Store, stream: str, number: int) -> Iterator[Entry]:
    """The entries of a table from the opening of its round of that number on.

    Found by halving, for a table counts its rounds as it opens them: neither the length of the stream matters, nor
    whether anything was staked.
    """
    low, high = 1, store.head(stream).version
    while low < high:
        middle = (low + high + 1) // 2
        opening = entries_since_opening(store, stream, middle)[:1]
        # Before the first opening that is left there is none; of practice the oldest are let go.
        if not opening or _number(opening[0]) <= number:
            low = middle
        else:
            high = opening[0].version - 1
    opening = entries_since_opening(store, stream, low)[:1]
    if opening and _number(opening[0]) == number:
        yield from store.read(stream, after=opening[0].version - 1)


def _number(opening: Entry) -> int:
    opened = next(event for event in contents(opening).events if event["event"] == "RoundOpened")
    return int(opened["round"].rpartition("-")[2])


def is_opening(entry: Entry) -> bool:
    """Whether a round was opened with an entry."""
    return '"RoundOpened"' in entry.body


def entries_since_opening(reader: Reader, stream: str, version: int) -> list[Entry]:
    """The entries of a table up to a version, from the last opening on; nothing where no round was ever opened."""
    entries: list[Entry] = []
    size = 24
    while version > 0:
        page = reader.versions(stream, version - size + 1, version)
        if not page:
            return []  # of practice the oldest are let go
        entries = [*page, *entries]
        opened = next((i for i in range(len(page) - 1, -1, -1) if is_opening(page[i])), None)
        if opened is not None:
            return entries[opened:]
        version, size = version - size, 4 * size
    return []
