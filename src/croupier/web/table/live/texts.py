"""A table's states as they go over the line: JSON, each piece of which is written once for all who see the same.

Most of a state is everybody's, and most of the rest is that of the state before: at a full table a click changes one
seat. Seats differ by their own card and their own purse; onlookers differ by nothing but their names. So a piece of
text is made for each seat, kept while it looks as it did, and put together for each viewer; what a viewer has had is
compared as text. `TableState.fields` is the same state as values, for pages.
"""

from __future__ import annotations

from collections.abc import Set
from functools import partial
from typing import Final

from croupier.rules.view import Views
from croupier.web.models import TableFacts, You
from croupier.web.table.commentary import YOUR_CARDS
from croupier.web.table.live.diffs import (
    NULL,
    OWN,
    Common,
    Since,
    ViewerState,
    as_object,
    cards_since,
    changed_own,
    named,
    text_of,
)
from croupier.web.table.live.felt import Felt, own_line, with_own_cards
from croupier.web.table.live.roundtext import NOTHING, Kept, RoundText, encoded
from croupier.web.table.seat_page import TableState, bank_offer, may_sit, seat_card, viewer_of

_LIVE_LINES: Final = 20
"""Who is sent whole states has had the lines before; no single step tells more than this many."""
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})


class Texts:
    """One state of a table as text, for everybody who looks. `before` is the one that was shown before it."""

    def __init__(self, felt: Felt, shown: TableState, before: Texts | None = None) -> None:
        table = shown.table
        self.shown = shown
        self._felt = felt
        self._lines = list(felt.log)
        fields = {name: encoded(value) for name, value in shown.same.items() if name != "table"}
        fields["table"] = _facts(felt, shown.same["table"])
        round: RoundText | None = None
        if shown.views is not None:
            goes_on = before is not None and shown.goes_on
            round = RoundText(shown.views, shown.card, before._kept if before and goes_on else {})
        staked = () if round is None else round.seats
        empty = {number: encoded(shown.empty_card(number, False)) for number in shown.names if number not in staked}
        newest = self._lines[-1].n if self._lines else -1
        self._common = Common(fields, round, empty, sorted(shown.names), newest)
        self._last = felt.last
        self._goes_on_from, self._acted = self._since_seats_alone(before)
        self._sitting = {one.player: one for one in table.sittings}
        self._told: dict[object, ViewerState] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._since_had: dict[int, Since] = {}

    @property
    def _kept(self) -> Kept:
        return {} if self._common.round is None else self._common.round.kept

    def _since_seats_alone(self, before: Texts | None) -> tuple[Common | None, Set[int]]:
        """The state before, where nothing but bets and decisions has come since, and whose those were: for all others
        what is their own is as it was, and is not looked at again."""
        table, now = self.shown.table, self._common.round
        if before is None or now is None or before._common.round is None or not self.shown.goes_on:
            return None, frozenset()
        more = before._last is not self._last or before.shown.table.closed is not table.closed
        if more or table.settings.terms.player_banked or any(one.left for one in table.sittings):
            return None, frozenset()
        return before._common, now.acted_since(before._common.round)

    def told(self, you: You, had: ViewerState | None = None) -> ViewerState:
        """What a viewer is told now, who has `had` this."""
        name, felt = you.name, self._felt
        if had is not None and had.common is self._goes_on_from and had.number not in self._acted:
            told = self._told.get(had)
            if told is None:
                told = self._told[had] = ViewerState(
                    self._common, had.number, had.mine, had.mine_empty, had.own, had.name
                )
            return told
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

    def _tell(self, name: str, may: bool) -> ViewerState:
        felt, table, common = self._felt, self.shown.table, self._common
        sitting = self._sitting.get(name)
        number = None if sitting is None or sitting.left else sitting.seat
        mine = None if common.round is None or number is None else common.round.own(number)
        banked = table.settings.terms.player_banked
        by_clock = felt.by_clock.get(sitting.seat) if sitting is not None else None
        own = (
            NOTHING if mine is None else mine.legal,
            b"true" if may else b"false",
            _last(felt, name),
            encoded(bank_offer(table, viewer_of(table, name or None))) if banked else NOTHING,
            NULL if by_clock is None else encoded(by_clock),
            _past(felt, name),
        )
        empty = number is not None and number in common.empty
        mine_empty = encoded(self.shown.empty_card(number, True)) if empty and number is not None else b""
        return ViewerState(common, number, mine, mine_empty, own, name)

    def whole(self, told: ViewerState, you: You, lines: int = _LIVE_LINES) -> bytes:
        """A whole state."""
        fields = told.common.fields
        log = encoded(with_own_cards(self._lines[-lines:], own_line(self.shown.table, told.name)))
        said = [*map(named, fields, fields.values()), *map(named, OWN, told.own)]
        said += (named("seats", told.seats), named("round", told.round), named("log", log), named("you", encoded(you)))
        return as_object(said)

    def changes(self, had: ViewerState, told: ViewerState, you: You | None, *, by_seat: bool = False) -> bytes:
        """The fields that are not as they were, and those that every state has; of the log, the lines that are new.
        `you` is who is told, where something about them has changed. `by_seat`: of the seats those alone that are not
        as they were, where that is enough.
        """
        since = self._since_had.get(id(had.common)) or self._since(had.common)
        if by_seat and since.cards is not None and had.number == told.number:
            text = self._seat_by_seat(since, had, told)
        else:
            key = id(had), id(told)
            kept = self._changes.get(key)
            text = kept if kept is not None else self._changes.setdefault(key, self._field_by_field(since, had, told))
        return text if you is None else b"%b,%b}" % (text[:-1], named("you", encoded(you)))

    def _seat_by_seat(self, since: Since, had: ViewerState, told: ViewerState) -> bytes:
        number, mine, cards = told.number, told.mine, since.cards
        assert cards is not None, "asked only then"
        own = changed_own(had, told)
        as_it_was = (had.mine is mine or text_of(had.mine) == text_of(mine)) and not self._is_bank(number)
        everybodys = not own and as_it_was and number not in cards and not (since.dealt and told.name)
        if everybodys and since.text is not None:
            return since.text
        head = since.head
        if number is not None:
            cards = {at: card for at, card in cards.items() if at != number}
            if mine is not None and text_of(had.mine) != mine.text:
                cards[number] = mine.text
            if self._is_bank(number):
                head = True
        fields = [*since.fields, *own, *self._log(since, told)]
        if head or cards:
            fields.append(named("seats_changed", b"[%b]" % b",".join([cards[at] for at in sorted(cards)])))
        if head and told.common.round is not None:
            fields.append(named("round", told.common.round.without_seats(number)))
        text = as_object(fields)
        if everybodys:
            since.text = text
        return text

    def _field_by_field(self, since: Since, had: ViewerState, told: ViewerState) -> bytes:
        both = ("seats", had.seats, told.seats), ("round", had.round, told.round)
        changed = [named(name, now) for name, before, now in both if now != before]
        return as_object((*since.fields, *changed, *changed_own(had, told), *self._log(since, told)))

    def _is_bank(self, number: int | None) -> bool:
        """Whether a seat has the bank: its player sees the dealer's cards."""
        round = self._common.round
        return round is not None and number is not None and round.banker == number

    def _log(self, since: Since, told: ViewerState) -> tuple[bytes, ...]:
        """The lines that are new; they are the same for everybody, unless cards were dealt."""
        text = since.log
        if since.dealt and (said := own_line(self.shown.table, told.name)):
            new = [line for line in self._lines if line.n > since.had.newest]
            text = named("log", encoded(with_own_cards(new, said)))
        return (text,) if text else ()

    def sent(self) -> None:
        """Forget what was only for sending this state."""
        self._changes.clear()
        self._since_had.clear()
        self._told.clear()

    def _since(self, had: Common) -> Since:
        now = self._common
        fields = [
            named(name, text)
            for name, text in now.fields.items()
            if name in _in_every_state or text != had.fields[name]
        ]
        new = [line for line in self._lines if line.n > had.newest]
        since = self._since_had[id(had)] = Since(
            had,
            fields,
            named("log", encoded(new)) if new else b"",
            any(line.text == YOUR_CARDS for line in new),
            cards_since(had, now),
            head=had.round is not None and now.round is not None and had.round.head != now.round.head,
        )
        return since


def _last(felt: Felt, name: str) -> bytes:
    """The round that is over: text that stays until the next one is."""
    last, key = felt.last, name if name in felt.last_names else ""
    kept = felt.last_texts.get(key)
    if last is None:
        return NULL
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
