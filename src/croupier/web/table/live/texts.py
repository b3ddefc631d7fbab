"""A table's states as they go over the line: JSON, each piece of which is written once for all who see the same.

Most of a state is everybody's, and most of the rest is that of the state before: at a full table a click changes one
seat. Seats differ by their own card and their own purse; onlookers differ by nothing but their names. So a piece of
text is made for each seat, kept while it looks as it did, and put together for each viewer; what a viewer has had is
compared as text. `Shown.fields` is the same state as values, for pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from croupier.rules.view import Views
from croupier.web.models import TableFacts, You
from croupier.web.table.chair import Shown, bank_offer, may_sit, seat_card, viewer_of
from croupier.web.table.live.felt import Felt, own_line, with_own_cards
from croupier.web.table.live.roundtext import NOTHING, Kept, RoundText, Seen, encoded
from croupier.web.table.telling import YOUR_CARDS

_LIVE_LINES: Final = 20
"""Who is sent whole states has had the lines before; no single step tells more than this many."""
_OWN: Final = ("seats", "round", "legal", "may_sit", "last", "bank_offer", "by_clock", "rounds")
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})
_NULL: Final = b"null"


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
        self._shared = {name: encoded(value) for name, value in shown.same.items() if name != "table"}
        self._shared["table"] = _facts(felt, shown.same["table"])
        self._round: RoundText | None = None
        if shown.views is not None:
            goes_on = before is not None and shown.goes_on
            self._round = RoundText(shown.views, shown.card, before._kept if before and goes_on else {})
        self._empty = {number: encoded(shown.empty_card(number, False)) for number in self._not_staked()}
        self._sitting = {one.player: one for one in table.sittings}
        self._told: dict[object, Told] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._shared_changes: dict[int, list[bytes]] = {}
        self._logs: dict[int, tuple[bytes, bool]] = {}

    @property
    def _kept(self) -> Kept:
        return {} if self._round is None else self._round.kept

    def _not_staked(self) -> list[int]:
        staked = () if self._round is None else self._round.seats
        return [number for number in self.shown.names if number not in staked]

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
        felt, table, round = self._felt, self.shown.table, self._round
        sitting = self._sitting.get(name)
        number = None if sitting is None or sitting.left else sitting.seat
        mine = None if round is None or number is None else round.own(number)
        row = b"" if round is None else round.row(mine)
        banked = table.settings.terms.player_banked
        by_clock = felt.by_clock.get(sitting.seat) if sitting is not None else None
        told = (
            b"[%b]" % (self._everybody(number, mine) if self._empty else row),
            _NULL if round is None else round.whole(number, row),
            NOTHING if mine is None else mine.legal,
            b"true" if may else b"false",
            _last(felt, name),
            encoded(bank_offer(table, viewer_of(table, name or None))) if banked else NOTHING,
            _NULL if by_clock is None else encoded(by_clock),
            _past(felt, name),
        )
        return Told(self._shared, told, self._newest, name)

    def _everybody(self, number: int | None, mine: Seen | None) -> bytes:
        """Everybody who sits there, in the order of the seats, where not all of them have bet."""
        texts = {} if self._round is None else dict(self._round.seats)
        texts |= self._empty
        if mine is not None:
            texts[mine.seat.number] = mine.text
        elif number is not None:
            texts[number] = encoded(self.shown.empty_card(number, True))
        return b",".join([texts[at] for at in sorted(self.shown.names)])

    def whole(self, told: Told, you: You, lines: int = _LIVE_LINES) -> bytes:
        """A whole state."""
        log = encoded(with_own_cards(self._lines[-lines:], own_line(self.shown.table, told.name)))
        fields = [*map(_named, told.shared, told.shared.values()), *map(_named, _OWN, told.own)]
        return _object((*fields, _named("log", log), _named("you", encoded(you))))

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
        return text if you is None else b"%b,%b}" % (text[:-1], _named("you", encoded(you)))

    def _log_since(self, newest: int, told: Told) -> tuple[bytes, ...]:
        """The lines that are new; they are the same for everybody, unless cards were dealt."""
        kept = self._logs.get(newest)
        if kept is None:
            new = [line for line in self._lines if line.n > newest]
            dealt = any(line.text == YOUR_CARDS for line in new)
            kept = self._logs[newest] = _named("log", encoded(new)) if new else b"", dealt
        text, dealt = kept
        if dealt and (said := own_line(self.shown.table, told.name)):
            new = [line for line in self._lines if line.n > newest]
            text = _named("log", encoded(with_own_cards(new, said)))
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


def _named(name: str, text: bytes) -> bytes:
    return b'"%b":%b' % (name.encode(), text)


def _object(fields: Iterable[bytes]) -> bytes:
    return b"{%b}" % b",".join(fields)


def _last(felt: Felt, name: str) -> bytes:
    """The round that is over: text that stays until the next one is."""
    last, key = felt.last, name if name in felt.last_names else ""
    kept = felt.last_texts.get(key)
    if last is None:
        return _NULL
    if kept is None:
        # One text for each who sat there, and one for all others; they share what they have in common.
        round = RoundText(Views(last.round), partial(seat_card, last), {})
        for number, player in ((None, ""), *last.names.items()):
            row = round.row(None if number is None else round.own(number))
            felt.last_texts[player] = round.whole(number, row)
        kept = felt.last_texts[key]
    return kept


def _past(felt: Felt, name: str) -> bytes:
    """What the last rounds brought to somebody, which stays as long."""
    if name not in felt.nets:
        return NOTHING
    kept = felt.past_texts.get(name)
    if kept is None:
        kept = felt.past_texts[name] = encoded(list(felt.nets[name]))
    return kept


def _facts(felt: Felt, facts: TableFacts) -> bytes:
    """What does not change from round to round."""
    kept = felt.facts_text
    if kept is None or kept[0] is not facts:
        kept = felt.facts_text = facts, facts.model_dump_json().encode()
    return kept[1]
