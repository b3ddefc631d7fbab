"""The states of a table as they are sent to viewers: JSON, of which each piece is encoded once for all who see it.

Most of a state is the same for everybody, and most of the rest is as in the state before: at a full table a click
changes one seat. Players see their own seat and chips differently; onlookers differ by nothing but their names. So a
piece of text is made for each seat, reused while the seat looks the same, and put together for each viewer. What a
viewer was sent before is compared as text. `TableState.fields` is the same state as values, for pages.
"""

from __future__ import annotations

from collections.abc import Set
from functools import partial
from typing import Final

from croupier.money import Cents
from croupier.rules.view import Views
from croupier.web.models import TableFacts, You
from croupier.web.table.commentary import YOUR_CARDS
from croupier.web.table.live.diffs import (
    NULL,
    OWN,
    CommonState,
    StateDiff,
    ViewerState,
    cards_since,
    changed_own,
    json_field,
    json_object,
    text_of,
)
from croupier.web.table.live.felt import Felt, own_line, with_own_cards
from croupier.web.table.live.roundtext import NOTHING, RoundText, SeatText, SeatTexts, encoded
from croupier.web.table.seat_page import TableState, bank_offer, bank_open, may_sit, seat_card, viewer_of

_LIVE_LINES: Final = 20
"""So many lines go with a whole state: the viewer has the earlier ones, and no step adds more than these."""
_in_every_state: Final = frozenset({"version", "stamp", "now_ms", "deadline_ms"})


class Texts:
    """One state of a table as text, for all its viewers. `before` is the state that was shown before it."""

    def __init__(self, felt: Felt, state: TableState, before: Texts | None = None) -> None:
        table = state.table
        self.shown = state
        self._felt = felt
        self._lines = list(felt.log)
        fields = {name: encoded(value) for name, value in state.same.items() if name != "table"}
        fields["table"] = _facts(felt, state.same["table"])
        round: RoundText | None = None
        if state.views is not None:
            goes_on = before is not None and state.goes_on
            round = RoundText(state.views, state.card, before._seat_texts if before and goes_on else {})
        staked = () if round is None else round.seats
        empty = {number: encoded(state.empty_card(number, False)) for number in state.names if number not in staked}
        newest = self._lines[-1].n if self._lines else -1
        self._common = CommonState(fields, round, empty, sorted(state.names), newest)
        self._last = felt.last
        self._goes_on_from, self._acted = self._since_seats_alone(before)
        self._sitting = {one.player: one for one in table.sittings}
        self._states: dict[object, ViewerState] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._since_had: dict[int, StateDiff] = {}

    @property
    def _seat_texts(self) -> SeatTexts:
        return {} if self._common.round is None else self._common.round.seat_texts

    def _since_seats_alone(self, before: Texts | None) -> tuple[CommonState | None, Set[int]]:
        """The state before and the seats that have acted since, where nothing but bets and decisions has happened.

        What is a viewer's own is then unchanged for all others, and is not compared again.
        """
        table, now = self.shown.table, self._common.round
        if before is None or now is None or before._common.round is None or not self.shown.goes_on:
            return None, frozenset()
        more = before._last is not self._last or before.shown.table.closed is not table.closed
        if more or table.settings.terms.player_banked or any(one.left for one in table.sittings):
            return None, frozenset()
        return before._common, now.acted_since(before._common.round)

    def told(self, you: You, had: ViewerState | None = None) -> ViewerState:
        """The state for a viewer, who was sent `had` before."""
        state = self._state_of(you, had)
        mine = state.mine
        return state if mine is None or not mine.seat.legal else self._offered(state, mine, you.chips)

    def _offered(self, state: ViewerState, mine: SeatText, chips: Cents) -> ViewerState:
        """The state with what a seat that is due may do with these chips, which may have changed since the last one."""
        offer = tuple(map(encoded, self.shown.offer_words(mine.seat, chips)))
        if state.own[: len(offer)] == offer:
            return state
        key = id(state), chips
        cached = self._states.get(key)
        if cached is None:
            own = (*offer, *state.own[len(offer) :])
            cached = self._states[key] = ViewerState(
                state.common, state.number, mine, state.mine_empty, own, state.name
            )
        return cached

    def _state_of(self, you: You, had: ViewerState | None) -> ViewerState:
        name, felt = you.name, self._felt
        if had is not None and had.common is self._goes_on_from and had.number not in self._acted:
            state = self._states.get(had)
            if state is None:
                state = self._states[had] = ViewerState(
                    self._common, had.number, had.mine, had.mine_empty, had.own, had.name
                )
            return state
        if name in self._sitting or name in felt.nets or name in felt.last_names:
            state = self._states.get(name)
            if state is None:
                may = name not in self._sitting and may_sit(self.shown.table, you)
                state = self._states[name] = self._viewer_state(name, may)
            return state
        # All others are sent the same, but for whether they may sit down.
        other = you.role, you.guest, you.watching
        state = self._states.get(other)
        if state is None:
            state = self._states[other] = self._viewer_state("", may_sit(self.shown.table, you))
        return state

    def _viewer_state(self, name: str, may: bool) -> ViewerState:
        felt, table, common = self._felt, self.shown.table, self._common
        sitting = self._sitting.get(name)
        number = None if sitting is None or sitting.left else sitting.seat
        mine = None if common.round is None or number is None else common.round.own(number)
        banked = table.settings.terms.player_banked
        by_clock = felt.by_clock.get(sitting.seat) if sitting is not None else None
        own = (
            NOTHING,  # what a seat that is due is offered depends on its player's chips: `_offered` says it
            NOTHING,
            b"true" if may else b"false",
            _last(felt, name),
            encoded(bank_offer(table)) if banked else NOTHING,
            encoded(banked and bank_open(table, viewer_of(table, name or None))),
            NULL if by_clock is None else encoded(by_clock),
            _past(felt, name),
        )
        empty = number is not None and number in common.empty
        mine_empty = encoded(self.shown.empty_card(number, True)) if empty and number is not None else b""
        return ViewerState(common, number, mine, mine_empty, own, name)

    def whole(self, state: ViewerState, you: You, lines: int = _LIVE_LINES) -> bytes:
        """A whole state."""
        fields = state.common.fields
        log = encoded(with_own_cards(self._lines[-lines:], own_line(self.shown.table, state.name)))
        parts = [*map(json_field, fields, fields.values()), *map(json_field, OWN, state.own)]
        parts += (
            json_field("seats", state.seats),
            json_field("round", state.round),
            json_field("log", log),
            json_field("you", encoded(you)),
        )
        return json_object(parts)

    def changes(self, had: ViewerState, state: ViewerState, you: You | None, *, by_seat: bool = False) -> bytes:
        """The fields that have changed, and those that every state has; of the log, the new lines.

        `you` is the viewer, where something about them has changed. `by_seat`: of the seats only those that have
        changed, where that is enough.
        """
        since = self._since_had.get(id(had.common)) or self._since(had.common)
        if by_seat and since.cards is not None and had.number == state.number:
            text = self._seat_by_seat(since, had, state)
        else:
            key = id(had), id(state)
            cached = self._changes.get(key)
            text = (
                cached if cached is not None else self._changes.setdefault(key, self._field_by_field(since, had, state))
            )
        return text if you is None else b"%b,%b}" % (text[:-1], json_field("you", encoded(you)))

    def _seat_by_seat(self, since: StateDiff, had: ViewerState, state: ViewerState) -> bytes:
        number, mine, cards = state.number, state.mine, since.cards
        assert cards is not None, "asked only then"
        own = changed_own(had, state)
        as_it_was = (had.mine is mine or text_of(had.mine) == text_of(mine)) and not self._is_bank(number)
        everybodys = not own and as_it_was and number not in cards and not (since.dealt and state.name)
        if everybodys and since.text is not None:
            return since.text
        head = since.head
        if number is not None:
            cards = {at: card for at, card in cards.items() if at != number}
            if mine is not None and text_of(had.mine) != mine.text:
                cards[number] = mine.text
            if self._is_bank(number):
                head = True
        fields = [*since.fields, *own, *self._log(since, state)]
        if head or cards:
            fields.append(json_field("seats_changed", b"[%b]" % b",".join([cards[at] for at in sorted(cards)])))
        if head and state.common.round is not None:
            fields.append(json_field("round", state.common.round.without_seats(number)))
        text = json_object(fields)
        if everybodys:
            since.text = text
        return text

    def _field_by_field(self, since: StateDiff, had: ViewerState, state: ViewerState) -> bytes:
        both = ("seats", had.seats, state.seats), ("round", had.round, state.round)
        changed = [json_field(name, now) for name, before, now in both if now != before]
        return json_object((*since.fields, *changed, *changed_own(had, state), *self._log(since, state)))

    def _is_bank(self, number: int | None) -> bool:
        """Whether a seat has the bank: its player sees the dealer's cards."""
        round = self._common.round
        return round is not None and number is not None and round.banker == number

    def _log(self, since: StateDiff, state: ViewerState) -> tuple[bytes, ...]:
        """The new lines of the log. They are the same for everybody, unless cards were dealt."""
        text = since.log
        if since.dealt and (own := own_line(self.shown.table, state.name)):
            new = [line for line in self._lines if line.n > since.had.newest]
            text = json_field("log", encoded(with_own_cards(new, own)))
        return (text,) if text else ()

    def sent(self) -> None:
        """Drop what was needed only to send this state."""
        self._changes.clear()
        self._since_had.clear()
        self._states.clear()

    def _since(self, had: CommonState) -> StateDiff:
        now = self._common
        fields = [
            json_field(name, text)
            for name, text in now.fields.items()
            if name in _in_every_state or text != had.fields[name]
        ]
        new = [line for line in self._lines if line.n > had.newest]
        since = self._since_had[id(had)] = StateDiff(
            had,
            fields,
            json_field("log", encoded(new)) if new else b"",
            any(line.text == YOUR_CARDS for line in new),
            cards_since(had, now),
            head=had.round is not None and now.round is not None and had.round.head != now.round.head,
        )
        return since


def _last(felt: Felt, name: str) -> bytes:
    """The last finished round, as text; cached until the next one is finished."""
    last, key = felt.last, name if name in felt.last_names else ""
    cached = felt.last_texts.get(key)
    if last is None:
        return NULL
    if cached is None:
        # One text for each player who sat there, and one for all others, made of the same pieces.
        round = RoundText(Views(last.round), partial(seat_card, last), {})
        for number, player in ((None, ""), *last.names.items()):
            row = round.row(None if number is None else round.own(number))
            felt.last_texts[player] = round.whole(number, row)
        cached = felt.last_texts[key]
    return cached


def _past(felt: Felt, name: str) -> bytes:
    """What the last rounds brought a player, as text; cached as long."""
    if name not in felt.nets:
        return NOTHING
    cached = felt.past_texts.get(name)
    if cached is None:
        cached = felt.past_texts[name] = encoded(list(felt.nets[name]))
    return cached


def _facts(felt: Felt, facts: TableFacts) -> bytes:
    """What does not change from round to round."""
    cached = felt.facts_text
    if cached is None or cached[0] is not facts:
        cached = felt.facts_text = facts, facts.model_dump_json().encode()
    return cached[1]
