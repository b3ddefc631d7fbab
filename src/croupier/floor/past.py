"""Rounds that are over, taken from the record: every card, every event, and the seed that was revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from croupier.errors import Refused
from croupier.fair.commitment import Reveal, deck_of
from croupier.floor.linked import AwardPaid
from croupier.floor.record import read_back, with_contents
from croupier.floor.table import CardsDealt, Happening, PlayerSat, PlayerStood, SeedRevealed
from croupier.money import Cents
from croupier.rules.events import Dealt, Event, RoundEnded, RoundOpened, RoundVoided, SeedOffered
from croupier.rules.round import Round, replay
from croupier.store.entry import Entry
from croupier.store.journal import Store


class NoSuchRound(Refused):
    """A round that the record does not have, or that is not over."""

    def __init__(self, round: str) -> None:
        super().__init__(f"no finished round {round!r}; a round can be looked at when it is over")


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A finished round as the record tells it."""

    round: Round
    events: tuple[Event, ...]
    seed: bytes
    players: Mapping[int, str]
    awards: Mapping[int, Cents]
    """What meters paid, by seat."""
    time_ms: int

    @property
    def reveal(self) -> Reveal:
        """What anybody needs to check the shuffle."""
        return Reveal(
            round=self.round.id,
            commitment=self.round.commitment,
            house_seed=self.seed,
            player_seeds={offered.seat: offered.seed for offered in self.round.seeds},
            deck=self.round.deck,
        )


@dataclass(slots=True)
class _Telling:
    """A round while its entries are read; its cards are known only at the end, with the seed."""

    events: list[Event | CardsDealt] = field(default_factory=list)
    seed: bytes | None = None
    over: bool = False
    awards: dict[int, Cents] = field(default_factory=dict)


def past_rounds(entries: Iterable[Entry]) -> list[PastRound]:
    """The rounds that both begin and end among these entries of a table's stream, oldest first."""
    found: list[PastRound] = []
    telling: _Telling | None = None
    players: dict[int, str] = {}
    for entry, said in with_contents(entries):
        for event in map(read_back, said.events):
            match event:
                case PlayerSat(seat, player):
                    players[seat] = player
                case RoundOpened():
                    telling = _Telling([event])
                case _ if telling is not None:
                    _tell(telling, event)
        if telling is not None and telling.over and telling.seed is not None:
            found.append(_told(telling, telling.seed, players, entry.time_ms))
            telling = None
    return found


def _tell(telling: _Telling, event: Happening) -> None:
    match event:
        case SeedRevealed(seed):
            telling.seed = seed
        case CardsDealt():
            telling.events.append(event)
        case AwardPaid(seat, _, cents):
            telling.awards[seat] = telling.awards.get(seat, 0) + cents
        case RoundEnded() | RoundVoided():
            telling.events.append(event)
            telling.over = True
        case PlayerStood():
            pass
        case _ if isinstance(event, Event):
            telling.events.append(event)


def _told(telling: _Telling, seed: bytes, players: Mapping[int, str], time_ms: int) -> PastRound:
    opened = telling.events[0]
    assert isinstance(opened, RoundOpened), "a telling begins with the opening"
    mixed = {event.seat: event.seed for event in telling.events if isinstance(event, SeedOffered)}
    events = tuple(
        Dealt(deck_of(opened.round, seed, mixed)) if isinstance(event, CardsDealt) else event
        for event in telling.events
    )
    return PastRound(
        round=replay(events),
        events=events,
        seed=seed,
        players=dict(players),
        awards=telling.awards,
        time_ms=time_ms,
    )


def find_round(store: Store, name: str) -> PastRound:
    """The finished round of that name, such as `T1-57`."""
    table, _, number = name.rpartition("-")
    if not table or not number.isdecimal():
        raise NoSuchRound(name)
    for past in past_rounds(store.read(f"table/{table}")):
        if past.round.id == name:
            return past
    raise NoSuchRound(name)
