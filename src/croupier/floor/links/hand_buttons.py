"""Progressive wins that the tray pays, and their hand buttons (R44): at a table that a person deals, the dealer presses
one for each such win, and from an amount that the house sets a supervisor verifies it. No meter has to do with them, so
all of it stands in the table's own stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused
from croupier.floor.choices.settings import DealtBy, Settings
from croupier.money import Cents, dollars
from croupier.rules.events import FoldCollected, SeatSettled
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.round import Round
from croupier.rules.seat import could_be_seat
from croupier.rules.terms import FixedPays
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import replace


@dataclass(frozen=True, slots=True)
class PressTrayWin:
    """Press the hand button for a win that the tray pays; again: off, until it is verified."""

    seat: int
    line: str

    def __str__(self) -> str:
        return f"hand {self.seat} {self.line}"


@dataclass(frozen=True, slots=True)
class VerifyTrayWin:
    """Say, as a supervisor, that a win is right for which the hand button was pressed."""

    seat: int
    line: str

    def __str__(self) -> str:
        return f"verify {self.seat} {self.line}"


TrayWinOrder: TypeAlias = PressTrayWin | VerifyTrayWin


@dataclass(frozen=True, slots=True)
class HandButtonsAsked:
    """In the round that was just opened every win that the tray pays has its hand button, and from `verify_from` on a
    supervisor verifies it. Rounds of before, and those that a machine deals, are opened without this."""

    verify_from: Cents


@dataclass(frozen=True, slots=True)
class TrayWinPressed:
    """The dealer pressed the hand button: below the amount of the round the win is logged with this."""

    seat: int
    line: str
    cents: Cents
    by: str


@dataclass(frozen=True, slots=True)
class TrayWinReleased:
    """The hand button is off again, or a verifier has refused the win, with a reason."""

    seat: int
    line: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TrayWinVerified:
    """A supervisor verified the win: it is logged."""

    seat: int
    line: str
    cents: Cents
    by: str


TrayWinEvent: TypeAlias = TrayWinPressed | TrayWinReleased | TrayWinVerified


@dataclass(frozen=True, slots=True)
class TrayWin:
    """A progressive win that the tray pays, with who pressed its hand button and who verified it so far."""

    seat: int
    line: str
    cents: Cents
    needs_verifying: bool
    pressed_by: str = ""
    verified_by: str = ""

    @property
    def is_logged(self) -> bool:
        """Whether the win stands among the hits of its link, and keeps the round open no longer."""
        return bool(self.verified_by if self.needs_verifying else self.pressed_by)

    @property
    def state(self) -> str:
        """What has become of its hand button, in words."""
        if not self.pressed_by:
            return "its hand button is to be pressed"
        pressed = f"pressed by {self.pressed_by}"
        if not self.needs_verifying:
            return pressed
        return f"{pressed}, verified by {self.verified_by}" if self.verified_by else f"{pressed}, to be verified"

    @property
    def words(self) -> str:
        """The win in words for the staff."""
        return f"seat {self.seat} has {line_with_article(self.line)}, {dollars(self.cents)} from the tray"


Presses: TypeAlias = tuple[TrayWinPressed | TrayWinVerified, ...]
"""The hand buttons of a round that are on."""


class Unlogged(Refused):
    """The end of a round with a win of the tray's whose hand button was not pressed, or that nobody verified."""

    def __init__(self, table: str, win: TrayWin) -> None:
        todo = "a supervisor verifies it first" if win.pressed_by else "press its hand button first"
        super().__init__(f"cannot end the round at {table}: {win.words}; {todo}")


def has_hand_buttons(settings: Settings, link: str | None) -> bool:
    """Whether wins that the tray pays have their hand buttons at a table: on a link, dealt by a person."""
    return link is not None and settings.dealt_by is DealtBy.PERSON and settings.terms.fixed_pays is FixedPays.TRAY


def asked(settings: Settings, link: str | None, verify_from: Cents | None) -> tuple[HandButtonsAsked, ...]:
    """What the opening of a round says of its hand buttons, where it has any."""
    if verify_from is None or not has_hand_buttons(settings, link):
        return ()
    return (HandButtonsAsked(verify_from),)


def tray_wins(round: Round, presses: Presses, verify_from: Cents) -> tuple[TrayWin, ...]:
    """The progressive wins that the tray has paid in a round so far, seat by seat as they were settled."""
    wins = (TrayWin(seat, line, cents, cents >= verify_from) for seat, line, cents in _paid(round))
    return tuple(_with_presses(win, presses) for win in wins)


def _paid(round: Round) -> Iterator[tuple[int, str, Cents]]:
    for event in round.settled:
        if isinstance(event, SeatSettled | FoldCollected):
            for result in event.results:
                if result.spot == PROGRESSIVE and result.won:
                    yield event.seat, result.line, result.won


def _with_presses(win: TrayWin, presses: Presses) -> TrayWin:
    for press in presses:
        if (press.seat, press.line) == (win.seat, win.line):
            is_press = isinstance(press, TrayWinPressed)
            win = replace(win, pressed_by=press.by) if is_press else replace(win, verified_by=press.by)
    return win


def after(presses: Presses, event: TrayWinEvent) -> Presses:
    """The hand buttons that are on after `event`."""
    if isinstance(event, TrayWinReleased):
        return tuple(press for press in presses if (press.seat, press.line) != (event.seat, event.line))
    return (*presses, event)


def decide(table: str, wins: tuple[TrayWin, ...], order: TrayWinOrder, name: str) -> TrayWinEvent:
    """What `order` makes happen when `name` gives it."""
    win = next((one for one in wins if (one.seat, one.line) == (order.seat, order.line)), None)
    hand = line_words(order.line)
    if win is None:
        there = "; ".join(one.words for one in wins) or "no such win has been settled in this round"
        raise Refused(f"the tray at {table} has paid seat {order.seat} no {hand}: {there}")
    if win.is_logged:
        raise Refused(f"the {hand} of seat {win.seat} is logged; nothing is left to do for it")
    if isinstance(order, PressTrayWin):
        if win.pressed_by:
            return TrayWinReleased(win.seat, win.line, name)
        return TrayWinPressed(win.seat, win.line, win.cents, name)
    if not win.pressed_by:
        raise Refused(f"nobody has pressed the hand button for the {hand} of seat {win.seat}; its dealer does first")
    if win.pressed_by == name:
        raise Refused(f"{name} pressed the hand button and cannot verify the win too; it takes another supervisor")
    return TrayWinVerified(win.seat, win.line, win.cents, name)


def parse_hand_order(word: str, rest: str) -> TrayWinOrder | None:
    """The order that `str` wrote, or `None`."""
    match word, rest.split():
        case "hand", [seat, line] if could_be_seat(seat):
            return PressTrayWin(int(seat), line)
        case "verify", [seat, line] if could_be_seat(seat):
            return VerifyTrayWin(int(seat), line)
        case _:
            return None
