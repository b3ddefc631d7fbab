"""Tables of other five-card games on a Multi-Game Link (R35): they report locks and hands, and use our keypad.

Croupier does not deal these games. Their chips are not in our accounts: wagers come from outside at the lock, and
awards and envy go out there. Everything else is as at our own tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.cards import WrongNumberOfCards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.hands import category, strength
from croupier.jackpot.link import Win
from croupier.money import Cents, dollars
from croupier.rules.paytables import Bet, For, Share, line_words, paytable
from croupier.rules.seat import check_seat
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.unit import Write

GAME: Final = "game/"
Plain = dict[str, Any]


class BadGame(Refused):
    """A report of another game that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
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
    def load(store: Store, name: str, known: Guest | None = None) -> Guest:
        """A guest table as the record has it; `known` is how it stood before."""
        guest = known
        for entry in store.read(stream_of(name), after=0 if known is None else known.version):
            for event in contents(entry).events:
                guest = evolve(guest, event)
            assert guest is not None, "a guest table begins with GameJoined"
            guest = replace(guest, version=entry.version)
        if guest is None:
            there = ", ".join(stream.removeprefix(GAME) for stream in store.streams(GAME)) or "none yet"
            raise BadGame(f"no guest table {name!r}; there are {there}")
        return guest

    @property
    def wins(self) -> tuple[Win, ...]:
        """The meter wins that the shown hands support; the seat farthest to the right first (R38)."""
        pays = paytable(self.paytable, Bet.PROGRESSIVE).pays
        return tuple(win for win in self.hits if isinstance(pays[win.line], Share))

    @property
    def hits(self) -> tuple[Win, ...]:
        """Every paying hand of a seat that made the wager, whoever pays it."""
        pays = paytable(self.paytable, Bet.PROGRESSIVE).pays
        found = []
        for seat in sorted(self.hands, reverse=True):
            line = category(strength(parse_cards(self.hands[seat]))).key
            if line in pays and self.wagers.get(seat):
                found.append(Win(seat, line))
        return tuple(found)

    @property
    def unpaid(self) -> tuple[Win, ...]:
        """Meter wins that no meter has paid yet."""
        return tuple(win for win in self.wins if win not in self.paid)


def stream_of(name: str) -> str:
    """The stream of a guest table."""
    return f"{GAME}{name}"


def evolve(guest: Guest | None, event: Mapping[str, Any]) -> Guest:
    """A guest table after one report."""
    if event["event"] == "GameJoined":
        return Guest(
            name=event["table"],
            game=event["game"],
            link=event["link"],
            stake=event["stake"],
            paytable=event["paytable"],
            rounds=0 if guest is None else guest.rounds,
        )
    assert guest is not None, "a guest table begins with GameJoined"
    match event["event"]:
        case "GameLocked":
            wagers = {int(seat): cents for seat, cents in event["wagers"].items()}
            fresh = replace(guest, round=event["round"], rounds=guest.rounds + 1, wagers=wagers)
            return replace(fresh, hands={}, paid=())
        case "HandsShown":
            return replace(guest, hands={int(seat): cards for seat, cards in event["hands"].items()})
        case "GamePaid":
            return replace(guest, paid=(*guest.paid, Win(event["seat"], event["line"])))
        case "GameEnded" | "GameVoided":
            return replace(guest, round=None, wagers={}, hands={}, paid=())
        case "TermsNoted":
            return replace(guest, stake=event["stake"], paytable=event["paytable"])
        case "GameLeft":
            return replace(guest, link=None)
        case _:
            return guest


def noted(guest: Guest, stake: Cents, paytable: str) -> Write:
    """A guest table's note that its link has new terms; refused as stale if a game was locked meanwhile."""
    event = {"event": "TermsNoted", "stake": stake, "paytable": paytable}
    return Write(stream_of(guest.name), guest.version, (event,))


def locked(guest: Guest, wagers: Mapping[int, Cents]) -> Plain:
    """A lock: these seats have made the progressive wager."""
    if guest.round is not None:
        raise BadGame(f"game {guest.round} is not over at {guest.name}; end it before the next lock")
    for seat, cents in wagers.items():
        check_seat(seat)
        if cents != guest.stake:
            raise BadGame(f"seat {seat} wagers {dollars(cents)}; the stake of this link is {dollars(guest.stake)}")
    round = f"{guest.name}-{guest.rounds + 1}"
    return {"event": "GameLocked", "round": round, "wagers": {str(seat): wagers[seat] for seat in sorted(wagers)}}


def shown(guest: Guest, hands: Mapping[int, str]) -> Plain:
    """The five cards of every seat; each card lies on the table once."""
    if guest.round is None:
        raise BadGame(f"no game is open at {guest.name}; lock the wagers first")
    if guest.paid:
        raise BadGame(f"a win of game {guest.round} is paid already; its hands stand")
    seen: set[int] = set()
    for seat, text in hands.items():
        cards = parse_cards(text)
        check_seat(seat)
        if len(cards) != 5:
            raise WrongNumberOfCards(f"seat {seat}", 5, len(cards))
        if seen & set(cards):
            raise BadGame(f"a card of seat {seat} lies twice on the table: {text!r}")
        seen |= set(cards)
    shown = {str(seat): cards_text(parse_cards(hands[seat])) for seat in sorted(hands)}
    return {"event": "HandsShown", "round": guest.round, "hands": shown}


def ended(guest: Guest) -> Plain:
    """The end of a game, with what its tray owes: fixed pays, and envy for everybody else with a wager (R36)."""
    if guest.round is None:
        raise BadGame(f"no game is open at {guest.name}; there is nothing to end")
    if guest.unpaid:
        win = guest.unpaid[0]
        raise BadGame(
            f"cannot end {guest.round}: seat {win.seat} has won with {line_words(win.line)} and the meter has not "
            "paid it; select the seat and press its hand"
        )
    table = paytable(guest.paytable, Bet.PROGRESSIVE)
    fixed: dict[str, Cents] = {}
    envy: dict[str, Cents] = {}
    for win in guest.hits:
        pay = table.pays[win.line]
        if isinstance(pay, For):
            fixed[str(win.seat)] = pay.on(guest.wagers[win.seat])
        for seat, cents in guest.wagers.items():
            if seat != win.seat and cents and win.line in table.envy:
                # Envy is dollars for each dollar wagered, so the envy's dollars times the wager's cents are cents.
                envy[str(seat)] = envy.get(str(seat), 0) + table.envy[win.line] * cents
    return {"event": "GameEnded", "round": guest.round, "fixed": fixed, "envy": envy}
