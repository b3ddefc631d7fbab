"""A table's states as they go over the line: JSON, each piece of which is written once for all who see the same.

Most of a state is everybody's, and most of the rest is that of the state before: at a full table a click changes one
seat. Seats differ by their own card and their own purse; onlookers differ by nothing but their names. So a piece of
text is made for each seat, kept while it looks as it did, and put together for each viewer; what a viewer has had is
compared as text. `Shown.fields` is the same state as values, for pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from croupier.rules.view import AtSeat, Onlooker, RoundView, SeatView
from croupier.web.models import TableFacts, You
from croupier.web.table.chair import Shown, bank_offer, card_of, legal_words, may_sit, viewer_of
from croupier.web.table.live.felt import Felt, last_card, own_line, with_own_cards
from croupier.web.table.telling import YOUR_CARDS

_LIVE_LINES: Final = 20
"""Who is sent whole states has had the lines before; no single step tells more than this many."""
_OWN: Final = ("seats", "round", "legal", "may_sit", "last", "bank_offer", "by_clock", "rounds")
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})
_NONE: Final = b"[]"
_NULL: Final = b"null"
_NO_SEATS: Final = b'"seats":[]}'


class _Seen(NamedTuple):
    """A seat of the round, its card as text, and what its player may do. The view is kept, so that no other has its
    identity."""

    seat: SeatView
    text: bytes
    legal: bytes


@dataclass(slots=True, eq=False)
class Told:
    """What somebody has been told, but for who they are. Viewers who see the same have the same one."""

    shared: Mapping[str, bytes]
    """What everybody at the table was told."""
    own: tuple[bytes, ...]
    """What is the viewer's own, by `_OWN`."""
    newest: int
    """The number of the newest line of the log."""
    name: str


class Texts:
    """One state of a table as text, for everybody who looks. `before` is the one that was shown before it."""

    def __init__(self, felt: Felt, shown: Shown, before: Texts | None = None) -> None:
        table = shown.table
        self.shown = shown
        self._felt = felt
        self._lines = list(felt.log)
        self._newest = self._lines[-1].n if self._lines else -1
        self._shared = {name: _encoded(value) for name, value in shown.same.items() if name != "table"}
        self._shared["table"] = _facts(felt, shown.same["table"])
        self._seats: dict[int, _Seen] = before._seats if before and shown.goes_on else {}
        seen = shown.seen_by(Onlooker())
        self._staked = {} if seen is None else {seat.number: self._seen(seat, you=False) for seat in seen.seats}
        self._head = b"" if seen is None else _head(seen)
        self._banker = None if seen is None or seen.bank is None else seen.bank.seat
        self._empty = {number: _encoded(shown.empty_card(number, you=False)) for number in self._not_staked()}
        self._sitting = {one.player: one for one in table.sittings}
        self._told: dict[object, Told] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._shared_changes: dict[int, list[bytes]] = {}
        self._logs: dict[int, tuple[bytes, bool]] = {}

    def _not_staked(self) -> list[int]:
        return sorted(self.shown.names.keys() - self._staked.keys())

    def _seen(self, seat: SeatView, *, you: bool) -> _Seen:
        """A seat as text. While it looks the same it is the same view, and so is the text."""
        kept = self._seats.get(id(seat))
        if kept is None or kept.seat is not seat:
            legal = _encoded(legal_words((seat,))) if you else _NONE
            kept = self._seats[id(seat)] = _Seen(seat, _encoded(self.shown.card(seat, you=you)), legal)
        return kept

    def told(self, you: You) -> Told:
        """What a viewer is told now."""
        name, felt = you.name, self._felt
        if name in self._sitting or name in felt.nets or name in felt.last_names:
            told = self._told.get(name)
            if told is None:
                may = name not in self._sitting and may_sit(self.shown.table, you)
                told = self._told[name] = self._tell(name, may)
            return told
        # All others are told the same, but for whether there is a seat for them.
        other = you.role, you.guest, you.watching
        told = self._told.get(other)
        if told is None:
            told = self._told[other] = self._tell("", may_sit(self.shown.table, you))
        return told

    def _tell(self, name: str, may: bool) -> Told:
        felt, table, views = self._felt, self.shown.table, self.shown.views
        sitting = self._sitting.get(name)
        number = None if sitting is None or sitting.left else sitting.seat
        own = None if views is None or number is None else views.own(number)
        mine = None if own is None else self._seen(own, you=True)
        staked = [mine.text if mine and at == number else seen.text for at, seen in self._staked.items()]
        row = b",".join(staked)
        everybody = row
        if self._empty:
            texts = dict(zip(self._staked, staked, strict=True)) | self._empty
            if number in self._empty:
                texts[number] = _encoded(self.shown.empty_card(number, you=True))
            everybody = b",".join([texts[at] for at in sorted(texts) if at in self.shown.names])
        offers = table.settings.terms.player_banked
        by_clock = felt.by_clock.get(sitting.seat) if sitting is not None else None
        told = (
            b"[%b]" % everybody,
            b"null" if views is None else b'%b"seats":[%b]}' % (self._head_for(number), row),
            _NONE if mine is None else mine.legal,
            b"true" if may else b"false",
            _last(felt, name),
            _encoded(bank_offer(table, viewer_of(table, name or None))) if offers else _NONE,
            _NULL if by_clock is None else _encoded(by_clock),
            _past(felt, name),
        )
        return Told(self._shared, told, self._newest, name)

    def _head_for(self, number: int | None) -> bytes:
        """All of a round but its seats: the same for everybody but a player-dealer, who sees the dealer's cards."""
        if number is None or number != self._banker:
            return self._head
        seen = self.shown.seen_by(AtSeat(number))
        assert seen is not None, "there is a round in play"
        return _head(seen)

    def whole(self, told: Told, you: You, lines: int = _LIVE_LINES) -> bytes:
        """A whole state."""
        log = _encoded(with_own_cards(self._lines[-lines:], own_line(self.shown.table, told.name)))
        fields = [*map(_named, told.shared, told.shared.values()), *map(_named, _OWN, told.own)]
        return _object((*fields, _named("log", log), _named("you", _encoded(you))))

    def changes(self, had: Told, told: Told, you: You | None) -> bytes:
        """The fields that are not as they were, and those that every state has; of the log, the lines that are new.
        `you` is who is told, where something about them has changed."""
        key = id(had), id(told)
        text = self._changes.get(key)
        if text is None:
            changed = [
                _named(name, now)
                for name, before, now in zip(_OWN, had.own, told.own, strict=True)
                if now is not before and now != before
            ]
            text = self._changes[key] = _object(
                (*self._since(had.shared), *changed, *self._log_since(had.newest, told))
            )
        return text if you is None else b"%b,%b}" % (text[:-1], _named("you", _encoded(you)))

    def _log_since(self, newest: int, told: Told) -> tuple[bytes, ...]:
        """The lines that are new; they are the same for everybody, unless cards were dealt."""
        kept = self._logs.get(newest)
        if kept is None:
            new = [line for line in self._lines if line.n > newest]
            dealt = any(line.text == YOUR_CARDS for line in new)
            kept = self._logs[newest] = _named("log", _encoded(new)) if new else b"", dealt
        text, dealt = kept
        if dealt and (said := own_line(self.shown.table, told.name)):
            new = [line for line in self._lines if line.n > newest]
            text = _named("log", _encoded(with_own_cards(new, said)))
        return (text,) if text else ()

    def sent(self) -> None:
        """Forget what was only for sending this state."""
        self._changes.clear()
        self._shared_changes.clear()
        self._told.clear()
        self._logs.clear()

    def _since(self, had: Mapping[str, bytes]) -> list[bytes]:
        changed = self._shared_changes.get(id(had))
        if changed is None:
            changed = self._shared_changes[id(had)] = [
                _named(name, text)
                for name, text in self._shared.items()
                if name in _in_every_state or text != had[name]
            ]
        return changed


def _head(seen: RoundView) -> bytes:
    """A round without its seats, which are its last field."""
    whole = _encoded(card_of(seen, []))
    assert whole.endswith(_NO_SEATS), "the seats are the last field of a round"
    return whole[: -len(_NO_SEATS)]


def _named(name: str, text: bytes) -> bytes:
    return b'"%b":%b' % (name.encode(), text)


def _object(fields: Iterable[bytes]) -> bytes:
    return b"{%b}" % b",".join(fields)


def _last(felt: Felt, name: str) -> bytes:
    """The round that is over: text that stays until the next one is."""
    key = name if name in felt.last_names else ""
    kept = felt.last_texts.get(key)
    if kept is None:
        kept = felt.last_texts[key] = _encoded(last_card(felt, name))
    return kept


def _past(felt: Felt, name: str) -> bytes:
    """What the last rounds brought to somebody, which stays as long."""
    if name not in felt.nets:
        return _NONE
    kept = felt.past_texts.get(name)
    if kept is None:
        kept = felt.past_texts[name] = _encoded(list(felt.nets[name]))
    return kept


def _facts(felt: Felt, facts: TableFacts) -> bytes:
    """What does not change from round to round."""
    kept = felt.facts_text
    if kept is None or kept[0] is not facts:
        kept = felt.facts_text = facts, facts.model_dump_json().encode()
    return kept[1]


def _encoded(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
