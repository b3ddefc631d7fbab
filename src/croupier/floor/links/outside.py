"""Outside games: tables on a Multi-Game Link whose games we do not deal (R35). They report locks and hands, and use
our keypad.

Their chips are not in our accounts: wagers come from outside at the lock, and awards and envy go out there.
Everything else is as at our own tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias, get_args

from croupier.cards import WrongNumberOfCards, cards_text, parse_cards
from croupier.codec import Codec, Plain
from croupier.errors import Refused
from croupier.hands import category, strength
from croupier.jackpot.link import Win
from croupier.ledger.accounts import CASH, pool, tray
from croupier.ledger.transfers import Transfer, reversal, transfer_id
from croupier.money import Cents, dollars
from croupier.rules.paytables import For, Share, line_words, paytable
from croupier.rules.seat import check_seat
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.unit import Write

OUTSIDE_PREFIX: Final = "game/"


class BadGame(Refused):
    """A report of another game that cannot be."""


@dataclass(frozen=True, slots=True)
class GameJoined:
    """The table is on a link from now on, under that link's stake and pay table."""

    table: str
    game: str
    link: str
    stake: Cents
    paytable: str


@dataclass(frozen=True, slots=True)
class GameLeft:
    """The table is on no link any more."""


@dataclass(frozen=True, slots=True)
class TermsNoted:
    """The link of the table has new terms."""

    stake: Cents
    paytable: str


@dataclass(frozen=True, slots=True)
class GameLocked:
    """A game begins: these seats have made the progressive wager."""

    round: str
    wagers: Mapping[int, Cents]


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The five cards of every seat."""

    round: str
    hands: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class GamePaid:
    """A meter paid a win of the game."""

    seat: int
    line: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; what its tray owes each seat in fixed pays and envy."""

    round: str
    fixed: Mapping[int, Cents]
    envy: Mapping[int, Cents]


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game was undone, its wagers went back."""

    round: str
    reason: str


OutsideEvent: TypeAlias = (
    GameJoined | GameLeft | TermsNoted | GameLocked | HandsShown | GamePaid | GameEnded | GameVoided
)

_codec = Codec(tagged=get_args(OutsideEvent))


def to_plain(event: OutsideEvent) -> Plain:
    """An event as the journal keeps it."""
    return _codec.to_plain(event)


def from_plain(plain: Mapping[str, Any]) -> OutsideEvent:
    """The event that `to_plain` wrote, or `BadData`."""
    event: OutsideEvent = _codec.from_plain(plain)
    return event


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideTable:
    """A table of another game, as its reports tell it. `round` is the one that is open, if any."""

    name: str
    game: str
    link: str | None
    stake: Cents
    paytable: str
    version: int = 0
    rounds: int = 0
    round: str | None = None
    wagers: Mapping[int, Cents] = field(default_factory=dict)
    hands: Mapping[int, str] = field(default_factory=dict)
    paid: tuple[Win, ...] = ()

    @staticmethod
    def load(store: Store, name: str, known: OutsideTable | None = None) -> OutsideTable:
        """A table as the record has it; `known` is how it stood before."""
        table = known
        for entry in store.read(stream_of(name), after=0 if known is None else known.version):
            for plain in contents(entry).events:
                table = evolve(table, from_plain(plain))
            assert table is not None, "an outside table begins with GameJoined"
            table = replace(table, version=entry.version)
        if table is None:
            streams = store.streams(OUTSIDE_PREFIX)
            there = ", ".join(stream.removeprefix(OUTSIDE_PREFIX) for stream in streams) or "none yet"
            raise BadGame(f"no table {name!r} of another game; there are {there}")
        return table

    @property
    def wins(self) -> tuple[Win, ...]:
        """The meter wins that the shown hands support; the seat farthest to the right first (R38)."""
        pays = paytable(self.paytable, PROGRESSIVE).pays
        return tuple(win for win in self.hits if isinstance(pays[win.line], Share))

    @property
    def hits(self) -> tuple[Win, ...]:
        """Every paying hand of a seat that made the wager, whoever pays it."""
        pays = paytable(self.paytable, PROGRESSIVE).pays
        wins = []
        for seat in sorted(self.hands, reverse=True):
            line = category(strength(parse_cards(self.hands[seat]))).key
            if line in pays and self.wagers.get(seat):
                wins.append(Win(seat, line))
        return tuple(wins)

    @property
    def unpaid(self) -> tuple[Win, ...]:
        """Meter wins that no meter has paid yet."""
        return tuple(win for win in self.wins if win not in self.paid)


def stream_of(name: str) -> str:
    """The stream of an outside table."""
    return f"{OUTSIDE_PREFIX}{name}"


def evolve(table: OutsideTable | None, event: OutsideEvent) -> OutsideTable:
    """An outside table after one report."""
    if isinstance(event, GameJoined):
        return OutsideTable(
            name=event.table,
            game=event.game,
            link=event.link,
            stake=event.stake,
            paytable=event.paytable,
            rounds=0 if table is None else table.rounds,
        )
    assert table is not None, "an outside table begins with GameJoined"
    match event:
        case GameLocked(round, wagers):
            return replace(table, round=round, rounds=table.rounds + 1, wagers=wagers, hands={}, paid=())
        case HandsShown(_, hands):
            return replace(table, hands=hands)
        case GamePaid(seat, line):
            return replace(table, paid=(*table.paid, Win(seat, line)))
        case GameEnded() | GameVoided():
            return replace(table, round=None, wagers={}, hands={}, paid=())
        case TermsNoted(stake, paytable):
            return replace(table, stake=stake, paytable=paytable)
        case GameLeft():
            return replace(table, link=None)


def write_of(table: OutsideTable, event: OutsideEvent) -> Write:
    """An event as what is written next into the table's stream; refused as stale if another came meanwhile."""
    return Write(stream_of(table.name), table.version, (to_plain(event),))


def locked(table: OutsideTable, wagers: Mapping[int, Cents]) -> GameLocked:
    """A lock: these seats have made the progressive wager."""
    if table.round is not None:
        raise BadGame(f"game {table.round} is not over at {table.name}; end it before the next lock")
    for seat, cents in wagers.items():
        check_seat(seat)
        if cents != table.stake:
            raise BadGame(f"seat {seat} wagers {dollars(cents)}; the stake of this link is {dollars(table.stake)}")
    return GameLocked(f"{table.name}-{table.rounds + 1}", {seat: wagers[seat] for seat in sorted(wagers)})


def show_hands(table: OutsideTable, hands: Mapping[int, str]) -> HandsShown:
    """The five cards of every seat; each card lies on the table once."""
    if table.round is None:
        raise BadGame(f"no game is open at {table.name}; lock the wagers first")
    if table.paid:
        raise BadGame(f"a win of game {table.round} is paid already; its hands stand")
    seen: set[int] = set()
    for seat, text in hands.items():
        cards = parse_cards(text)
        check_seat(seat)
        if len(cards) != 5:
            raise WrongNumberOfCards(f"seat {seat}", 5, len(cards))
        if seen & set(cards):
            raise BadGame(f"a card of seat {seat} lies twice on the table: {text!r}")
        seen |= set(cards)
    return HandsShown(table.round, {seat: cards_text(parse_cards(hands[seat])) for seat in sorted(hands)})


def ended(table: OutsideTable) -> GameEnded:
    """The end of a game, with what its tray owes: fixed pays, and envy for everybody else with a wager (R36)."""
    if table.round is None:
        raise BadGame(f"no game is open at {table.name}; there is nothing to end")
    if table.unpaid:
        win = table.unpaid[0]
        raise BadGame(
            f"cannot end {table.round}: seat {win.seat} has won with {line_words(win.line)} and the meter has not "
            "paid it; select the seat and press its hand"
        )
    printed = paytable(table.paytable, PROGRESSIVE)
    fixed: dict[int, Cents] = {}
    envy: dict[int, Cents] = {}
    for win in table.hits:
        pay = printed.pays[win.line]
        if isinstance(pay, For):
            fixed[win.seat] = pay.on(table.wagers[win.seat])
        for seat, cents in table.wagers.items():
            if seat != win.seat and cents and win.line in printed.envy:
                # Envy is dollars for each dollar wagered, so the envy's dollars times the wager's cents are cents.
                envy[seat] = envy.get(seat, 0) + printed.envy[win.line] * cents
    return GameEnded(table.round, fixed, envy)


def moves(table: OutsideTable, event: OutsideEvent) -> tuple[Transfer, ...]:
    """The money that an event moves at a table that stands as before it: wagers come from outside and go back there,
    fixed pays and envy go out of the tray. What a meter pays moves with the link's own entry."""
    match event:
        case GameLocked(round, wagers):
            return _wagered(table, round, wagers)
        case GameVoided(round):
            return tuple(reversal(transfer) for transfer in _wagered(table, round, table.wagers))
        case GameEnded(round, fixed, envy):
            return tuple(
                Transfer(transfer_id(round, seat, kind), tray(table.name), CASH, cents)
                for kind, pays in (("fixed", fixed), ("envy", envy))
                for seat, cents in pays.items()
            )
        case _:
            return ()


def _wagered(table: OutsideTable, round: str, wagers: Mapping[int, Cents]) -> tuple[Transfer, ...]:
    assert table.link is not None, "only a table on a link takes progressive wagers"
    return tuple(
        Transfer(transfer_id(round, seat, "progressive"), CASH, pool(table.link), cents)
        for seat, cents in sorted(wagers.items())
    )
