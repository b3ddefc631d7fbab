"""The two winning flows: what each button of a table's keypad does in each state (R44, R45, R46).

Keyed:  hand button ─▶ key to JPH ─▶ J-pot (logged) ─▶ key to Run (meter adjusted) ─▶ Game Over
Card:   seat ─▶ hand ─▶ Confirm ─▶ swipe of a card (logged and meter adjusted) ─▶ END GAME

A keypad handles one claim at a time. `effect_of` is the whole machine: a state and a button in, an effect out, or
a refusal that says what would be right. `offers` lists the buttons that are lit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.errors import Refused
from croupier.jackpot.buttons import (
    Button,
    Confirm,
    GameOver,
    Hand,
    JPot,
    KeyToJph,
    KeyToRun,
    Refuse,
    Seat,
    Swipe,
)
from croupier.jackpot.terms import Flow


class Rank(Enum):
    """What a person may do on a keypad."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"

    @property
    def verifies(self) -> bool:
        """Whether this person may verify a win."""
        return self is not Rank.DEALER


@dataclass(frozen=True, slots=True)
class LinkPerson:
    """Somebody who acts on a link, at a keypad or in the office."""

    name: str
    rank: Rank


@dataclass(frozen=True, slots=True)
class Ready:
    """Nothing is claimed; the key is at Run."""


@dataclass(frozen=True, slots=True)
class SeatChosen:
    """Card flow: a seat is selected, no hand yet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """The hand button is lit, and the level's cents are frozen for it. A supervisor is called."""

    claim: int
    line: str


@dataclass(frozen=True, slots=True)
class Armed:
    """Keyed flow: the key is at JPH, the win is not logged yet."""

    claim: int
    line: str


@dataclass(frozen=True, slots=True)
class Logged:
    """Keyed flow: the win is logged and its amount shown; the meter waits for the key."""

    claim: int
    line: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Card flow: verified, waiting for a card."""

    claim: int
    line: str


Pad: TypeAlias = Ready | SeatChosen | Pressed | Armed | Logged | Confirmed

READY = Ready()


class Effect(Enum):
    """What a button that is allowed does."""

    CHOOSE = "the seat is selected"
    CLEAR = "no seat is selected"
    PRESS = "the hand is on, the level's cents are frozen"
    RELEASE = "the hand is off, the cents are back"
    ARM = "the key is at JPH"
    DISARM = "the key is back at Run, the hand still on"
    CONFIRM = "the win is confirmed"
    LOG = "the win is logged"
    ADJUST = "the meter is adjusted"
    LOG_AND_ADJUST = "the win is logged and the meter adjusted"
    REFUSE = "the claim is refused, the cents are back"
    END = "the game is over"


class NotNow(Refused):
    """A button that does nothing good at this point."""

    def __init__(self, button: Button, why: str, instead: str) -> None:
        super().__init__(f"cannot press {button} now: {why}; {instead}")
        self.button = button


class NotYours(Refused):
    """A button for somebody else."""


def effect_of(flow: Flow, pad: Pad, button: Button) -> Effect:
    """What `button` does on a keypad in state `pad`, or `NotNow`."""
    match flow, button:
        case Flow.KEYED, Seat() | Confirm() | Swipe():
            raise NotNow(button, "this keypad works with the supervisor's key", "want hand, key jph, j-pot, key run")
        case Flow.CARD, KeyToJph() | JPot() | KeyToRun():
            raise NotNow(button, "this keypad works with cards", "want seat, hand, confirm, swipe")
    match pad, button:
        case ((Ready() | SeatChosen()), GameOver()):
            return Effect.END
        case Ready(), Hand() if flow is Flow.KEYED:
            return Effect.PRESS
        case Ready(), Seat():
            return Effect.CHOOSE
        case SeatChosen(seat), Seat(number):
            return Effect.CLEAR if seat == number else Effect.CHOOSE
        case SeatChosen(), Hand():
            return Effect.PRESS
        case Pressed(_, line), Hand(pressed) if line == pressed:
            return Effect.RELEASE
        case Pressed(), KeyToJph():
            return Effect.ARM
        case Pressed(), Confirm():
            return Effect.CONFIRM
        case ((Pressed() | Armed() | Confirmed()), Refuse()):
            return Effect.REFUSE
        case Armed(), JPot():
            return Effect.LOG
        case Armed(), KeyToRun():
            return Effect.DISARM
        case Logged(), KeyToRun():
            return Effect.ADJUST
        case Confirmed(), Swipe():
            return Effect.LOG_AND_ADJUST
    raise NotNow(button, _why(pad, button), _instead(flow, pad))


def offers(flow: Flow, pad: Pad) -> tuple[str, ...]:
    """The buttons that are lit, by their words; `hand` stands for the one that is on, or for any."""
    on = "" if isinstance(pad, Ready | SeatChosen) else pad.line
    seat = pad.seat if isinstance(pad, SeatChosen) else 0
    buttons: tuple[Button, ...] = (
        Seat(seat), Hand(on), KeyToJph(), JPot(), KeyToRun(), Confirm(), Swipe(), Refuse(""), GameOver(),
    )  # fmt: skip
    lit = []
    for button in buttons:
        try:
            effect_of(flow, pad, button)
        except NotNow:
            continue
        lit.append(_WORD.get(type(button), str(button)))
    return tuple(lit)


def next_to_verify(flow: Flow, pad: Pad) -> Button:
    """The button with which a verifier goes on towards a paid win."""
    match pad:
        case Pressed():
            return KeyToJph() if flow is Flow.KEYED else Confirm()
        case Armed():
            return JPot()
        case Confirmed():
            return Swipe()
        case Logged():
            return KeyToRun()
        case Ready() | SeatChosen():
            raise Refused("nothing is claimed at this keypad; a dealer presses the hand button first")


def check_person(effect: Effect, button: Button, person: LinkPerson, pressed_by: str | None) -> None:
    """Refuse a button that is not for this person: whoever presses does not approve."""
    if effect not in _VERIFYING:
        return
    if not person.rank.verifies:
        raise NotYours(f"{person.name} is a dealer and cannot press {button}; call a supervisor")
    if person.name == pressed_by:
        raise NotYours(f"{person.name} pressed the hand button and cannot also {button}; call another supervisor")
    if isinstance(button, Refuse) and not button.reason.strip():
        raise NotYours("a claim is refused for a stated reason; say why")


_VERIFYING = frozenset(
    {Effect.ARM, Effect.DISARM, Effect.CONFIRM, Effect.LOG, Effect.ADJUST, Effect.LOG_AND_ADJUST, Effect.REFUSE}
)
_WORD = {Seat: "seat", Hand: "hand", Refuse: "refuse"}


def _why(pad: Pad, button: Button) -> str:
    match pad:
        case Ready() | SeatChosen() if isinstance(button, Hand):
            return "no seat is selected"
        case Ready() | SeatChosen():
            return "no hand is on"
        case Pressed() if isinstance(button, GameOver):
            return "a win is pending"
        case Pressed(_, line):
            return f"{_line_words(line)} is on"
        case Armed(_, line):
            return f"the key is at JPH for {_line_words(line)}"
        case Logged(_, line):
            return f"{_line_words(line)} is logged"
        case Confirmed(_, line):
            return f"{_line_words(line)} is confirmed"


def _line_words(line: str) -> str:
    return line.replace("_", " ")


def _instead(flow: Flow, pad: Pad) -> str:
    match pad:
        case Ready():
            return "press the hand button first" if flow is Flow.KEYED else "select the seat first"
        case SeatChosen(seat):
            return f"press the hand of seat {seat} first"
        case Pressed() if flow is Flow.KEYED:
            return "a supervisor turns the key to JPH or refuses; pressed again it is off"
        case Pressed():
            return "a supervisor confirms or refuses; pressed again it is off"
        case Armed():
            return "press J-pot, refuse, or turn the key back to Run"
        case Logged():
            return "turn the key to Run; after that only a manual adjustment backs it out"
        case Confirmed():
            return "swipe a Supervisor or Executive card, or refuse"
