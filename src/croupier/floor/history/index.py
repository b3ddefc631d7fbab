"""Finished rounds as a projection of the journal: the rounds that ended in each block, and terms to find them by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.codec import Codec
from croupier.floor.history.digest import RoundDigest, SeatDigest, rounds_text
from croupier.floor.practice import is_practice
from croupier.games import recorded
from croupier.ledger.accounts import Account, kind
from croupier.money import Cents
from croupier.rules.deal import CardsFrom
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import Entry, Row, canonical
from croupier.store.projections.projection import Projection
from croupier.store.projections.rounds import ROUNDS, RoundRow
from croupier.store.schema import rounds

Plain = Mapping[str, Any]
TABLE: Final = "table/"
GAME, PLAYER, HAND, RESULT, VOID, STAKED, WON = "game", "player", "hand", "result", "void", "staked", "won"
"""Kinds of terms: which of each a block's rounds have; the most that a seat staked, and the most that one won."""
_codec = Codec()


@dataclass(slots=True, kw_only=True)
class _Playing:
    """A round in play, as far as it has come."""

    round: str
    rules: str
    opened_at: int
    opened_ms: int
    staked: dict[int, Cents] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    net: dict[int, Cents] = field(default_factory=dict)
    from_bank: dict[int, Cents] = field(default_factory=dict)
    strength: dict[int, int] = field(default_factory=dict)
    folded: tuple[int, ...] = ()
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    bank: tuple[int, Cents] | None = None
    dealer: str = ""
    void_reason: str | None = None
    over: bool = False
    cards_from: str = CardsFrom.SHUFFLE.value


class FinishedRounds(Projection):
    """The finished rounds of the tables that are played for money, or of those of practice. Each block has those that
    ended in it."""

    name = "rounds"
    table = rounds

    def __init__(self, *, practice: bool = False) -> None:
        self._practice = practice
        self.finished: list[RoundDigest] = []
        """Those that have ended since the last full block."""
        self._playing: dict[str, _Playing] = {}

    def take(self, entry: Entry, events: Sequence[Plain], moved: Sequence[Row]) -> None:
        """Take in what an entry says of a round at a table."""
        table = entry.stream.removeprefix(TABLE)
        if not entry.stream.startswith(TABLE) or is_practice(table) is not self._practice:
            return
        playing = self._playing.get(table)
        for event in events:
            if event["event"] == "RoundOpened":
                rules = event["terms"]["rules"].partition("/")[0]
                playing = self._playing[table] = _Playing(
                    round=event["round"],
                    rules=rules,
                    opened_at=entry.position,
                    opened_ms=entry.time_ms,
                    cards_from=event["terms"].get("cards_from", CardsFrom.SHUFFLE.value),
                )
            elif playing is not None:
                _take(playing, event, entry.actor)
        if playing is None:
            return
        for id, debit, credit, _ in moved:
            # Whoever's chips went to a seat or into the bank plays there, whoever pressed the key.
            if kind(Account(debit)) == "player" and id.startswith(f"{playing.round}/"):
                seat = _seat_of(credit, playing)
                if seat is not None:
                    playing.players[seat] = debit.removeprefix("player/")
        if playing.over:
            self.finished.append(_round_digest(playing, entry))
            del self._playing[table]

    def end_block(self) -> list[RoundRow]:
        """The rounds that ended in the block, by table, and the terms by which the block is looked for."""
        tables, terms, most = dict[str, list[RoundDigest]](), Counter[tuple[str, str]](), Counter[str]()
        for round in self.finished:
            tables.setdefault(round.table, []).append(round)
            terms.update({(GAME, round.game), (VOID, round.is_void)})
            terms.update({term for seat in round.seats for term in _terms(seat)})
            for seat in round.seats:
                most[STAKED], most[WON] = max(most[STAKED], seat.staked), max(most[WON], seat.net)
        self.finished = []
        rows = [RoundRow(ROUNDS, table, len(ended), rounds_text(ended)) for table, ended in tables.items()]
        rows += [RoundRow(kind, key, many) for (kind, key), many in terms.items()]
        return rows + [RoundRow(kind, "", cents) for kind, cents in most.items() if cents]

    def state(self) -> str:
        """The rounds in play, as text."""
        return canonical({table: _codec.plain(_Playing, playing) for table, playing in self._playing.items()})

    def restore(self, state: str) -> None:
        """Go on with the rounds that `state` wrote."""
        self._playing = {table: _codec.value(_Playing, plain) for table, plain in json.loads(state).items()}


def _terms(seat: SeatDigest) -> Iterator[tuple[str, str]]:
    yield PLAYER, seat.player
    yield RESULT, seat.result.value
    yield from ((HAND, hand) for hand in (seat.hand, *seat.lines))


def _seat_of(account: str, playing: _Playing) -> int | None:
    where, *names = account.split("/")
    if where == "escrow":
        return int(names[1])
    return playing.bank[0] if where == "bank" and playing.bank is not None else None


def _take(playing: _Playing, event: Plain, actor: str) -> None:
    match event["event"]:
        case "BetsPlaced":
            playing.staked[event["seat"]] = sum(event["stakes"].values())
        case "BetsWithdrawn":
            playing.staked.pop(event["seat"], None)
        case "BankTaken":
            playing.bank = event["bank"]["seat"], event["bank"]["wager"]
        case "SeatNamed":
            playing.players[event["seat"]] = event["player"]
        case "Acted":
            playing.staked[event["seat"]] += event.get("cents", 0)
        case "DecisionUndone":
            playing.staked[event["seat"]] -= event.get("cents", 0)
        case "CardsCorrected":  # the round is settled anew
            playing.net, playing.from_bank, playing.strength = {}, {}, {}
            playing.folded, playing.lines = (), {}
        case "CardsDealt":
            playing.dealer = actor.removeprefix("staff/")
        case "BetReturned" | "EnvyPaid":
            _settle(playing, event["seat"], [event["result"]])
        case "FoldCollected":
            _settle(playing, event["seat"], event["results"])
        case "SeatSettled":
            playing.strength[event["seat"]] = event["strength"]
            if event["outcome"] == "fold":
                playing.folded += (event["seat"],)
            _settle(playing, event["seat"], event["results"])
        case "MeterWon":
            _hit(playing, event["seat"], event["line"])
        case "AwardPaid":
            playing.net[event["seat"]] = playing.net.get(event["seat"], 0) + event["cents"]
        case "RoundEnded":
            playing.over = True
        case "RoundVoided":
            playing.over, playing.void_reason = True, event["reason"]


def _settle(playing: _Playing, seat: int, results: Iterable[Plain]) -> None:
    for row in results:
        playing.net[seat] = playing.net.get(seat, 0) + row["net"]
        if row["spot"] != PROGRESSIVE:
            playing.from_bank[seat] = playing.from_bank.get(seat, 0) + row["net"]
        if row.get("line"):
            _hit(playing, seat, row["line"])


def _hit(playing: _Playing, seat: int, line: str) -> None:
    playing.lines[seat] = (*playing.lines.get(seat, ()), line)


def _round_digest(playing: _Playing, last: Entry) -> RoundDigest:
    game = recorded(playing.rules).game
    void = playing.void_reason is not None
    seats = [_seat(playing, number, game, void) for number in sorted(playing.staked)]
    if playing.bank is not None:
        number, wager = playing.bank
        won = 0 if void else -sum(playing.from_bank.values())
        seats.append(SeatDigest(seat=number, player=_player(playing, number), staked=wager, net=won, banks=True))
    return RoundDigest(
        id=playing.round,
        table=last.stream.removeprefix(TABLE),
        game=game.key,
        position=last.position,
        opened_at=playing.opened_at,
        opened_ms=playing.opened_ms,
        ended_ms=last.time_ms,
        dealer=playing.dealer,
        seats=tuple(seats),
        void_reason=playing.void_reason,
        cards_from=playing.cards_from,
    )


def _seat(playing: _Playing, number: int, game: Game, void: bool) -> SeatDigest:
    strength = playing.strength.get(number)
    return SeatDigest(
        seat=number,
        player=_player(playing, number),
        staked=playing.staked[number],
        net=0 if void else playing.net.get(number, 0),
        hand="" if not strength or void else game.ranking.category(strength).key,
        lines=frozenset() if void else frozenset(playing.lines.get(number, ())),
        folded=number in playing.folded and not void,
    )


def _player(playing: _Playing, seat: int) -> str:
    return playing.players.get(seat, "")
