"""A table's states as they go over the line: JSON, each piece of which is written once for all who see the same.

Most of a state is everybody's, and most of the rest is that of the state before: at a full table a click changes one
seat. Seats differ by their own card and their own purse; onlookers differ by nothing but their names. So a piece of
text is made for each seat, kept while it looks as it did, and put together for each viewer; what a viewer has had is
compared as text. `Shown.fields` is the same state as values, for pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import orjson

from croupier.rules.view import Viewer
from croupier.web.models import SeatCard, TableFacts, You
from croupier.web.table.chair import Shown, bank_offer, card_of, legal_words, may_sit, viewer_of
from croupier.web.table.live.felt import Felt, last_card, own_line, with_own_cards

_LIVE_LINES: Final = 20
"""Who is sent whole states has had the lines before; no single step tells more than this many."""
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})
_BOOLS: Final = {False: b"false", True: b"true"}


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What somebody has been told, but for who they are. Viewers who see the same have the same one."""

    shared: Mapping[str, bytes]
    """What everybody at the table was told."""
    own: Mapping[str, bytes]
    newest: int
    """The number of the newest line of the log."""
    viewer: Viewer
    cards: str = ""
    """The line of the log with the viewer's own cards, if they have any."""


class Texts:
    """One state of a table as text, for everybody who looks. `before` is the one that was shown before it."""

    def __init__(self, felt: Felt, shown: Shown, before: Texts | None = None) -> None:
        self.shown = shown
        self._felt = felt
        self._lines = list(felt.log)
        self._newest = self._lines[-1].n if self._lines else -1
        self._shared = {name: _encoded(value) for name, value in shown.same.items() if name != "table"}
        self._shared["table"] = _facts(felt, shown.same["table"])
        self._seats: dict[int, tuple[SeatCard, bytes]] = before._seats if before and shown.goes_on else {}
        self._rounds: dict[object, bytes] = {}
        self._told: dict[object, Told] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._shared_changes: dict[int, list[bytes]] = {}

    def told(self, you: You) -> Told:
        """What a viewer is told now."""
        felt, table, name = self._felt, self.shown.table, you.name
        here = any(sitting.player == name for sitting in table.sittings)
        was_here = name in felt.nets or (felt.last is not None and name in felt.last.names.values())
        may = may_sit(table, you)
        key = name if here or was_here else may
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = self._tell(name if here or was_here else "", may)
        return told

    def _tell(self, name: str, may: bool) -> Told:
        felt, table, shown = self._felt, self.shown.table, self.shown
        viewer = viewer_of(table, name or None)
        cards = shown.seat_cards(viewer)
        by_clock = next((felt.by_clock.get(one.seat) for one in table.sittings if one.player == name), None)
        own = {
            "seats": self._list_of(shown.everybody(viewer, cards)),
            "round": self._round(viewer, cards),
            "legal": _encoded(legal_words(shown.seen_by(viewer))),
            "may_sit": _BOOLS[may],
            "last": _last(felt, name),
            "bank_offer": _encoded(bank_offer(table, viewer)),
            "by_clock": _encoded(by_clock),
            "rounds": _past(felt, name),
        }
        return Told(self._shared, own, self._newest, viewer, own_line(table, name))

    def _round(self, viewer: Viewer, cards: list[SeatCard]) -> bytes:
        """The round in play. All but its seats is the same for all who see the same of the dealer."""
        seen = self.shown.seen_by(viewer)
        if seen is None:
            return b"null"
        head = self._rounds.get(seen.dealer)
        if head is None:
            whole = _encoded(card_of(seen, []))
            assert whole.endswith(_NO_SEATS), "the seats are the last field of a round"
            head = self._rounds[seen.dealer] = whole[: -len(_NO_SEATS)]
        return b"".join((head, b'"seats":', self._list_of(cards), b"}"))

    def _list_of(self, cards: list[SeatCard]) -> bytes:
        texts = []
        for card in cards:
            kept = self._seats.get(id(card))
            if kept is None or kept[0] is not card:
                kept = self._seats[id(card)] = card, _encoded(card)
            texts.append(kept[1])
        return b"[" + b",".join(texts) + b"]"

    def whole(self, told: Told, you: You, lines: int = _LIVE_LINES) -> bytes:
        """A whole state."""
        log = _encoded(with_own_cards(self._lines[-lines:], told.cards))
        fields = {**told.shared, **told.own, "log": log, "you": _encoded(you)}
        return _object(_named(name, text) for name, text in fields.items())

    def changes(self, had: Told, told: Told, you: You | None) -> bytes:
        """The fields that are not as they were, and those that every state has; of the log, the lines that are new.
        `you` is who is told, where something about them has changed."""
        key = id(had), id(told)
        text = self._changes.get(key)
        if text is None:
            changed = [_named(name, text) for name, text in told.own.items() if text != had.own[name]]
            if new := [line for line in self._lines if line.n > had.newest]:
                changed.append(_named("log", _encoded(with_own_cards(new, told.cards))))
            text = self._changes[key] = _object((*self._since(had.shared), *changed))
        return text if you is None else text[:-1] + b"," + _named("you", _encoded(you)) + b"}"

    def sent(self) -> None:
        """Forget what was only for sending this state."""
        self._changes.clear()
        self._shared_changes.clear()
        self._told.clear()

    def _since(self, had: Mapping[str, bytes]) -> list[bytes]:
        changed = self._shared_changes.get(id(had))
        if changed is None:
            changed = self._shared_changes[id(had)] = [
                _named(name, text)
                for name, text in self._shared.items()
                if name in _in_every_state or text != had[name]
            ]
        return changed


_NO_SEATS: Final = b'"seats":[]}'


def _named(name: str, text: bytes) -> bytes:
    return b'"%b":%b' % (name.encode(), text)


def _object(fields: Iterable[bytes]) -> bytes:
    return b"{" + b",".join(fields) + b"}"


def _last(felt: Felt, name: str) -> bytes:
    """The round that is over: text that stays until the next one is."""
    card = last_card(felt, name)
    kept = felt.last_texts.get(id(card))
    if kept is None or kept[0] is not card:
        kept = felt.last_texts[id(card)] = card, _encoded(card)
    return kept[1]


def _past(felt: Felt, name: str) -> bytes:
    """What the last rounds brought: it changes when a round is over, as the text of the last round does."""
    kept = felt.past_texts.get(name)
    if kept is None:
        kept = felt.past_texts[name] = _encoded(list(felt.nets.get(name, ())))
    return kept


def _facts(felt: Felt, facts: TableFacts) -> bytes:
    """What does not change from round to round."""
    kept = felt.facts_text
    if kept is None or kept[0] is not facts:
        kept = felt.facts_text = facts, facts.model_dump_json().encode()
    return kept[1]


def _encoded(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
