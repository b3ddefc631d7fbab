"""The keys of the pad: the one that comes next is lit, and the others say why they wait."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from croupier.floor.links.refusal_decisions import refused_win
from croupier.floor.roles import Person
from croupier.floor.staffing_decisions import NotYourTable, check_deals
from croupier.floor.table import DealtBy, Table, bank_is_free
from croupier.jackpot.terms import Flow
from croupier.rules.commands import next_step
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.round import Round, due_seats
from croupier.rules.steps import AFTER_CARDS, BEFORE_CARDS, COLLECT, END, LOCK, OPEN, WAIT, Step
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.staff.keypad.words import due_first
from croupier.web.wording import seats_words

_MANUAL: Final[dict[Flow | None, dict[str, str]]] = {
    Flow.KEYED: {LOCK.word: "COIN IN", END.word: "GAME OVER"},
    Flow.CARD: {LOCK.word: "START GAME", END.word: "END GAME"},
}
"""The manuals of the two systems name two keys in their own way."""


class Pad(BaseModel):
    """A key of a keypad: what it says, what it asks for, and why it does not work now."""

    label: str
    order: str
    lit: bool = False
    done: bool = False
    says: str = ""
    """What pressing it says beside its name."""
    why: str | None = None


def keys(
    table: Table, flow: Flow | None, lost: str | None = None, who: Person | None = None, held: str | None = None
) -> list[Pad]:
    """Every key of the pad; one at most is lit. The manuals of the two systems name two of them differently.

    `held` is why no further round is dealt there (R55, R56). While the link is lost, progressive wagers on the sensors
    are handed back before the lock, with a key of its own. A table that is dealt by machine has none.
    """
    if table.settings.dealt_by is DealtBy.MACHINE:
        return []
    step, order = next_step(table.in_play), _steps(table.settings.terms)
    back = lost is not None and step == LOCK and table.in_play is not None and _sensors(table.in_play)
    why, lit = _waits(table, step, back=back, who=who, held=held or table.unlawful)
    labels, pads, done = _MANUAL.get(flow, {}), [], _done(table.in_play, step, order)
    # R27: with the last key its dealer says that every card is there.
    counted = f"{len(table.settings.terms.game.deck)} cards counted"
    for nth, key in enumerate(order):
        on = lit and key == step
        waits = "a win is claimed first" if step == END and (table.pending or table.unlogged) and key != END else why
        pads.append(
            Pad(
                label=labels.get(key.word, key.key),
                order=key.word,
                lit=on,
                done=nth < done,
                says=counted if key == END else "",
                why=None if on else waits,
            )
        )
    if back:
        pads.append(Pad(label="HAND BACK", order="hand back", lit=why == _BACK_FIRST, why=why))
    return pads


def idle_words(table: Table, pads: list[Pad]) -> str:
    """What the table waits for while no key is lit."""
    if table.settings.dealt_by is DealtBy.MACHINE:
        return "This table is dealt by machine: there is nothing to press."
    if any(pad.lit for pad in pads):
        return ""
    why = next((pad.why for pad in pads if not pad.done and pad.why), "")
    return why[:1].upper() + why[1:] + "." if why else ""


_BACK_FIRST: Final = "first give the progressive wagers back"


def _waits(table: Table, step: Step, *, back: bool, who: Person | None, held: str | None) -> tuple[str, bool]:
    """Why the other keys wait, and whether the key that comes next is lit."""
    if who is not None:
        try:
            check_deals(table, who)
        except NotYourTable:
            return f"{table.dealer} deals here; take the table over first", False
    if step == OPEN and table.closed:
        return "the table is closed", False
    if step == OPEN and table.rehearsing:
        return f"the table is {table.held}", False
    if step == OPEN and table.stopped is not None:
        return f"the table is stopped: {table.stopped}", False
    if step == OPEN and held is not None:
        return f"no further round is dealt: {held}", False
    if table.in_play is not None and (cards := due_first(table.in_play, step)):
        return f"enter {cards.words}", False
    if step == WAIT and table.in_play is not None:
        return _decisions_due(table, due_seats(table.in_play)), False
    if step == LOCK and table.in_play is not None and not table.in_play.seats:
        return "nobody has bet yet", False
    if step == LOCK and bank_is_free(table):
        return f"nobody banks this round yet: {_bank_why(table)}", False
    if back:
        return _BACK_FIRST, False
    if step == END and table.pending:
        win = table.pending[0]
        if refused_win(table, win.seat, win.line) is not None:
            return f"{line_words(win.line)} of seat {win.seat} was refused: a second person signs first", False
        return f"seat {win.seat} has won with {line_with_article(win.line)}: it is claimed and paid first", False
    if step == END and table.unlogged:
        from_tray = table.unlogged[0]
        todo = "a supervisor verifies it first" if from_tray.pressed_by else "its hand button is pressed first"
        return f"{from_tray.words}: {todo}", False
    if step == END and table.called is not None and table.called.why == table.miscount:
        return f"{table.miscount}: count again and withdraw the call, or wait for the supervisor", False
    return f"next comes: {step.does}", True


def _decisions_due(table: Table, due: tuple[int, ...]) -> str:
    """Who decides, and for whom the dealer enters it who is there by name."""
    by_name = [seat for seat in due if table.stack_of(seat) is not None]
    others = [seat for seat in due if seat not in by_name]
    enter = f"enter the decision of {seats_words(by_name)}" if by_name else ""
    return "; ".join(filter(None, (enter, f"waiting for {seats_words(others)} to decide" if others else "")))


def _bank_why(table: Table) -> str:
    """Who could take the bank now (R31)."""
    if table.bank_offered_to:
        return f"the bank is offered to seat {table.bank_offered_to[0]}"
    if table.bank_open_to:
        return "everybody has let the bank go by, and one of them may take it"
    return "nobody who sits here may bank another round"


def _steps(terms: Terms) -> tuple[Step, ...]:
    """The keys in the order in which they come; folded hands before the player-dealer's (R29)."""
    *before, last = terms.game.steps
    return (*BEFORE_CARDS, *before, *([COLLECT] if terms.player_banked else []), last, *AFTER_CARDS)


def _done(round: Round | None, step: Step, order: tuple[Step, ...]) -> int:
    """How many keys of this round have been pressed. While seats decide, the next reveal is what waits for them."""
    if round is None:
        return 0
    if step == WAIT:
        step = round.game.reveals[round.shown].step
    return order.index(step)


def _sensors(round: Round) -> bool:
    return any(PROGRESSIVE in seat.stakes for seat in round.seats)
