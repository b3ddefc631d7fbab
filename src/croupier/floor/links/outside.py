"""Outside games: tables on a link whose cards we do not deal (R35, R58).

Either a machine reports their locks and hands and uses our keypad, or a person works them at ours, with real cards: the
base game is not recorded, only the progressive runs here. Their chips are not in our accounts: wagers come from outside
at the lock, and awards and envy go out there. Everything else is as at our own tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from croupier.cards import parse_cards
from croupier.codec import Codec
from croupier.errors import Refused
from croupier.floor.links.hand_buttons import TrayWinPressed, TrayWinReleased, TrayWinVerified
from croupier.floor.links.outside_events import (
    ChipsPresent,
    GameEnded,
    GameJoined,
    GameLeft,
    GameLocked,
    GamePaid,
    GameVoided,
    HandsShown,
    OutsideEvent,
    SeatPicked,
    TermsNoted,
    WinCardsEntered,
    WinClaimed,
    WinDropped,
    WithRealCards,
    from_plain,
    to_plain,
)
from croupier.hands import category, strength
from croupier.jackpot.link import Win
from croupier.money import Cents
from croupier.rules.paytables import Paytable, Share, line_words, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import canonical, contents
from croupier.store.journal import Store
from croupier.store.unit import Write
from croupier.values import replace

OUTSIDE_PREFIX: Final = "game/"
SNAPSHOT_EVERY: Final = 64


class BadGame(Refused):
    """A report of another game that cannot be."""


@dataclass(frozen=True, slots=True)
class TrayWin:
    """A win that the tray pays, with who pressed its hand and who verified it so far."""

    seat: int
    line: str
    cents: Cents
    pressed_by: str
    verified_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideTable:
    """A table whose cards we do not deal, as its reports tell it. `round` is the one that is open, if any.

    With real cards, `chips` are the seats with a chip on the sensor, `before` those of the last lock, `picked` the seat
    whose hand is to be pressed; `claimed` is the win that waits for a meter, `tray_wins` those of the tray. `refused`
    says which win a verifier has sent back, and why, until one is pressed again (R46).
    """

    name: str
    game: str
    link: str | None
    stake: Cents
    paytable: str
    fixed: str = "tray"
    real_cards: bool = False
    version: int = 0
    rounds: int = 0
    round: str | None = None
    wagers: Mapping[int, Cents] = field(default_factory=dict)
    hands: Mapping[int, str] = field(default_factory=dict)
    paid: tuple[Win, ...] = ()
    chips: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    verify_from: Cents | None = None
    picked: int = 0
    claimed: Win | None = None
    tray_wins: tuple[TrayWin, ...] = ()
    refused: str = ""

    @staticmethod
    def load(store: Store, name: str, known: OutsideTable | None = None) -> OutsideTable:
        """A table as the record has it; `known` is how it stood before."""
        shortcut = None if known is not None else store.snapshot(stream_of(name))
        table = known if shortcut is None else from_state(shortcut[1])
        for entry in store.read(stream_of(name), after=0 if table is None else table.version):
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
    def printed(self) -> Paytable:
        """The pay table that it plays by."""
        return paytable(self.paytable, PROGRESSIVE)

    def is_meter_line(self, line: str) -> bool:
        """Whether a meter pays this line, and not the tray."""
        return self.fixed == "meter" or isinstance(self.printed.pays[line], Share)

    @property
    def wins(self) -> tuple[Win, ...]:
        """The meter wins that the shown hands support; the seat farthest to the right first (R38)."""
        return tuple(win for win in self.hits if self.is_meter_line(win.line))

    @property
    def hits(self) -> tuple[Win, ...]:
        """Every paying hand of a seat that made the wager, whoever pays it. Of real cards only those are known that
        were pressed: a claim that waits is among them."""
        if self.real_cards:
            waiting = () if self.claimed is None else (self.claimed,)
            won = (*self.paid, *waiting, *(Win(win.seat, win.line) for win in self.tray_wins))
            return tuple(sorted(won, key=lambda win: -win.seat))
        wins = []
        for seat in sorted(self.hands, reverse=True):
            line = category(strength(parse_cards(self.hands[seat]))).key
            if line in self.printed.pays and self.wagers.get(seat):
                wins.append(Win(seat, line))
        return tuple(wins)

    @property
    def unpaid(self) -> tuple[Win, ...]:
        """Meter wins that no meter has paid yet."""
        return tuple(win for win in self.wins if win not in self.paid)

    @property
    def unverified(self) -> TrayWin | None:
        """The win of the tray that waits for a supervisor, if there is one (R44)."""
        least = self.verify_from or 0
        return next((win for win in self.tray_wins if not win.verified_by and win.cents >= least), None)


_states = Codec()


def state_text(table: OutsideTable) -> str:
    """A whole table as text: a shortcut for opening a long stream, and where an audit stops."""
    return canonical(_states.plain(OutsideTable, table))


def from_state(text: str) -> OutsideTable:
    """The table that `state_text` wrote."""
    table: OutsideTable = _states.value(OutsideTable, json.loads(text))
    return table


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
            fixed=event.fixed,
            real_cards=event.real_cards,
            rounds=0 if table is None else table.rounds,
            before=() if table is None else table.before,
        )
    assert table is not None, "an outside table begins with GameJoined"
    match event:
        case GameLocked(round, wagers, verify_from):
            return replace(
                _over(table), round=round, rounds=table.rounds + 1, wagers=wagers, before=tuple(wagers),
                verify_from=verify_from,
            )  # fmt: skip
        case HandsShown(_, hands):
            return replace(table, hands=hands)
        case GamePaid(seat, line):
            return replace(table, paid=(*table.paid, Win(seat, line)), claimed=None)
        case GameEnded() | GameVoided():
            return _over(table)
        case TermsNoted(stake, paytable, fixed):
            return replace(table, stake=stake, paytable=paytable, fixed=fixed, chips=())
        case GameLeft():
            return replace(table, link=None, chips=())
        case _:
            return _with_real_cards(table, event)


def _over(table: OutsideTable) -> OutsideTable:
    """The table with nothing of a game on it."""
    return replace(
        table, round=None, wagers={}, hands={}, paid=(), chips=(), verify_from=None, picked=0, claimed=None,
        tray_wins=(), refused="",
    )  # fmt: skip


def _with_real_cards(table: OutsideTable, event: WithRealCards) -> OutsideTable:
    match event:
        case ChipsPresent(seats):
            return replace(table, chips=seats)
        case SeatPicked(seat):
            return replace(table, picked=seat)
        case WinClaimed(_, seat, line):
            return replace(table, claimed=Win(seat, line), picked=0, refused="")
        case WinDropped(seat):
            hands = _without(table.hands, seat)
            return replace(table, claimed=None, hands=hands, refused=_sent_back(event))
        case WinCardsEntered(_, seat, _, cards):
            return replace(table, hands={**table.hands, seat: cards})
        case TrayWinPressed(seat, line, cents, by):
            return replace(table, tray_wins=(*table.tray_wins, TrayWin(seat, line, cents, by)), picked=0, refused="")
        case TrayWinReleased(seat):
            others, hands = tuple(win for win in table.tray_wins if win.seat != seat), _without(table.hands, seat)
            return replace(table, tray_wins=others, hands=hands, picked=0, refused=_sent_back(event))
        case TrayWinVerified(seat, _, _, by):
            verified = (replace(win, verified_by=by) if win.seat == seat else win for win in table.tray_wins)
            return replace(table, tray_wins=tuple(verified))


def _sent_back(event: WinDropped | TrayWinReleased) -> str:
    return f"seat {event.seat}, {line_words(event.line)}, was refused: {event.reason}" if event.reason else ""


def _without(hands: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: cards for other, cards in hands.items() if other != seat}


def write_of(table: OutsideTable, *events: OutsideEvent) -> Write:
    """Events as what is written next into the table's stream; refused as stale if another came meanwhile."""
    return Write(stream_of(table.name), table.version, tuple(map(to_plain, events)))


def snapshot_after(table: OutsideTable | None, events: tuple[OutsideEvent, ...]) -> tuple[tuple[str, str], ...]:
    """A shortcut of a table's stream now and then: whoever opens it reads at most a few entries."""
    version = 1 + (0 if table is None else table.version)
    if not events or version % SNAPSHOT_EVERY:
        return ()
    for event in events:
        table = evolve(table, event)
    assert table is not None, "an outside table begins with GameJoined"
    return ((stream_of(table.name), state_text(replace(table, version=version))),)
