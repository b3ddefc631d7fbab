"""The keypad of a table with real cards of which only the progressive is recorded (R58, link only), as its page shows
it. Everything on it is made of the record, so another tablet shows the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from croupier.floor.links.keypads import is_outside
from croupier.floor.links.link_only import cards_wanted, mark
from croupier.floor.links.outside import OutsideTable
from croupier.floor.links.outside_decisions import tray_pays
from croupier.floor.plan import NoSuchTable
from croupier.games import GAMES
from croupier.jackpot.buttons import Button, Confirm, JPot, KeyToJph, KeyToRun, Swipe
from croupier.jackpot.claim import NotNow, Pressed, effect_of
from croupier.jackpot.display import amount
from croupier.jackpot.link import Link
from croupier.jackpot.terms import NAMED, Flow
from croupier.money import dollars
from croupier.rules.paytables import FIRST_FIVE, line_words
from croupier.rules.seat import SEATS
from croupier.web.context import HouseContext
from croupier.web.links.claims import pressed_together
from croupier.web.links.models import ButtonPad
from croupier.web.links.views import state_words
from croupier.web.models import Page
from croupier.web.wording import seats_words

_LOCK: Final = {Flow.KEYED: "COIN IN", Flow.CARD: "START GAME"}
_END: Final = {Flow.KEYED: "GAME OVER", Flow.CARD: "END GAME"}
_SECOND: Final[dict[Flow, dict[str, Button]]] = {
    Flow.KEYED: {"KEY TO JPH": KeyToJph(), "J-POT": JPot(), "KEY TO RUN": KeyToRun()},
    Flow.CARD: {"CONFIRM": Confirm(), "SWIPE CARD": Swipe()},
}


class SeatPad(BaseModel):
    """A seat: whether its chip is present or accepted (R33), and what it has won."""

    number: int
    present: bool
    accepted: bool
    picked: bool
    words: str


class MainKey(BaseModel):
    """The key that comes next in the procedure, by the name that the manual of the flow gives it."""

    label: str
    step: str
    lit: bool
    why: str


class TrayPay(BaseModel):
    """What the dealer pays out of the tray before the end of the game."""

    seat: int
    words: str
    cents: int


class LinkKeypadPage(Page):
    """The keypad of a table with real cards, link only."""

    table: str
    game: str
    link: str
    seen: str
    """The state that this page shows; a touch brings it along."""
    round: str
    stake: str
    step: str
    handling: list[str]
    warning: str
    refused: str
    meters: list[tuple[str, str]]
    seats: list[SeatPad]
    again: list[int]
    """The seats of the last game, where they can be taken again with one touch."""
    main: MainKey
    hands: list[ButtonPad]
    second: list[ButtonPad]
    """What a second person presses, with badge and PIN; the first of them takes the cards too."""
    together: dict[str, list[str]]
    """Those of them that one person may press with the next, under one signature."""
    waits: bool
    claim: str
    slots: list[str]
    """The places for the cards of the win that waits to be verified; none where none does."""
    enough: list[int]
    """How many of them may be filled."""
    pays: list[TrayPay]


def check_there(house: HouseContext, name: str) -> None:
    """Refuse a table that no person works here: one of ours, or one whose machine reports."""
    if not is_outside(house.links, name) or not house.links.outside(name).real_cards:
        raise NoSuchTable(name, [])


def link_keypad_page(house: HouseContext, name: str) -> LinkKeypadPage:
    """The keypad of a table as it stands."""
    check_there(house, name)
    table = house.links.outside(name)
    if table.link is None:
        raise NoSuchTable(name, [])
    link, lost = house.links.desk.link(table.link), house.links.desk.why_lost(table.link)
    waiting = table.claimed or table.unverified
    verifies = table.unverified is not None or isinstance(link.pad(name), Pressed)
    return LinkKeypadPage(
        table=name,
        game=NAMED.get(table.game, table.game),
        link=table.link,
        seen=mark(table, link),
        round=table.round or "",
        stake=dollars(table.stake),
        step=_step(table, link),
        handling=list(_handling(table, verifies=verifies)),
        warning="" if lost is None else f"No progressive wagers now: {lost}.",
        refused=table.refused and f"{table.refused[0].upper()}{table.refused[1:]}.",
        meters=[(level.level, dollars(level.shown)) for level in house.links.displays(table.link)],
        seats=[_seat(table, seat) for seat in SEATS],
        again=list(table.before) if table.round is None and not table.chips else [],
        main=_main(table, link, lost),
        hands=[_hand(table, link, line) for line in table.printed.pays],
        second=list(_second(table, link)),
        together=pressed_together(link.terms.flow, link.pad(name)),
        waits=waiting is not None,
        claim=_claim(table, link),
        slots=_slots(table) if verifies else [],
        enough=list(cards_wanted(table, waiting.line)) if verifies and waiting is not None else [],
        pays=list(_pays(table)),
    )


def table_words(table: OutsideTable) -> str:
    """How a table with real cards stands, for who looks at many."""
    if table.round is None:
        return "between games"
    waiting = table.claimed or table.unverified
    if waiting is not None:
        return f"{table.round}: seat {waiting.seat}'s {line_words(waiting.line)} waits to be verified"
    return f"{table.round}: {seats_words(list(table.wagers))} with a wager"


def _step(table: OutsideTable, link: Link) -> str:
    lock, end = _LOCK[link.terms.flow], _END[link.terms.flow]
    if table.round is None:
        if not table.chips:
            return "Touch the seats whose progressive chip lies on the sensor."
        return f"{lock} accepts the wagers of {seats_words(table.chips)}."
    if table.claimed is not None:
        return f"Seat {table.claimed.seat}: {state_words(link, table.name)}."
    if (waiting := table.unverified) is not None:
        return f"Seat {waiting.seat}: {line_words(waiting.line)} is on: a supervisor verifies."
    if table.picked:
        return f"Seat {table.picked}: touch its hand."
    if table.paid or table.tray_wins:
        return f"Pay, then {end}. One more win: touch the seat, then its hand."
    return f"No win: {end}. A win: touch the seat, then its hand; of several the highest seat first."


def _handling(table: OutsideTable, *, verifies: bool) -> Iterator[str]:
    """What the dealer does by hand now (R52)."""
    if table.round is None:
        return
    if not table.hits and not table.picked:
        yield f"Remove the progressive chips of {seats_words(list(table.wagers))}: the wagers are accepted."
    if verifies:
        yield "Call a supervisor, who looks at the cards and enters them."
    for win in table.hits:
        if win.line in table.printed.envy and len(table.wagers) > 1:
            hand = f"Leave the {line_words(win.line)} of seat {win.seat} face up"
            yield f"{hand} and lock up the other hands until the envy is paid."


def _seat(table: OutsideTable, seat: int) -> SeatPad:
    won = next((win for win in table.hits if win.seat == seat), None)
    accepted = bool(table.wagers.get(seat))
    words = "chip present" if seat in table.chips else "accepted" if accepted else ""
    if won is not None:
        words = f"{line_words(won.line)}{', paid' if won in table.paid else ''}"
    return SeatPad(
        number=seat, present=seat in table.chips, accepted=accepted, picked=table.picked == seat, words=words
    )


def _main(table: OutsideTable, link: Link, lost: str | None) -> MainKey:
    flow = link.terms.flow
    if table.round is None:
        why = "touch the seats with a chip first" if not table.chips else lost or ""
        return MainKey(label=_LOCK[flow], step="lock", lit=not why, why=why)
    waiting = table.claimed or table.unverified
    if waiting is not None:
        why = f"seat {waiting.seat}'s {line_words(waiting.line)} comes first"
    else:
        why = f"touch the hand of seat {table.picked}, or the seat again" if table.picked else ""
    return MainKey(label=_END[flow], step="end", lit=not why, why=why)


def _hand(table: OutsideTable, link: Link, line: str) -> ButtonPad:
    """The button of a hand: lit where a seat is selected, or where it is on and can be turned off."""
    picked, waiting = table.picked, table.claimed or table.unverified
    of_seat = next((win for win in table.tray_wins if win.seat == picked), None)
    on = waiting is not None and waiting.line == line
    why = ""
    if table.round is None:
        why = "no game is open"
    elif on:
        if table.claimed is not None and not isinstance(link.pad(table.name), Pressed):
            why = "a supervisor has verified it"
    elif waiting is not None:
        why = f"seat {waiting.seat}'s {line_words(waiting.line)} comes first"
    elif not picked:
        why = "touch the seat first"
    elif of_seat is not None and of_seat.line != line:
        why = f"seat {picked} has {line_words(of_seat.line)} on"
    on = on or (of_seat is not None and of_seat.line == line)
    label = line_words(line).upper()
    return ButtonPad(label=label, button=f"hand {line}", lit=not why, on=on, why=why or None)


def _second(table: OutsideTable, link: Link) -> Iterator[ButtonPad]:
    """The buttons of who verifies, while a win waits."""
    if table.claimed is None:
        if table.unverified is not None:
            yield ButtonPad(label="VERIFY", button="confirm", lit=True, on=False, why=None)
        return
    for label, button in _SECOND[link.terms.flow].items():
        try:
            effect_of(link.terms.flow, link.pad(table.name), button)
            why = None
        except NotNow as refused:
            why = str(refused).partition(": ")[2]
        yield ButtonPad(label=label, button=str(button), lit=why is None, on=False, why=why)


def _claim(table: OutsideTable, link: Link) -> str:
    if (tray := table.unverified) is not None and table.claimed is None:
        return f"Seat {tray.seat}, {line_words(tray.line)}: {dollars(tray.cents)} from the tray."
    for claim in link.claims.values():
        if claim.table == table.name:
            worth = amount(link, claim)
            cents = "waits for an earlier claim" if worth is None else f"{dollars(worth)} from {claim.level}"
            return f"Seat {claim.seat}, {line_words(claim.line)}: {cents}."
    return ""


def _slots(table: OutsideTable) -> list[str]:
    """What each card of a win is: one of five, or the seat's own and the board's."""
    if table.printed.cards == FIRST_FIVE:
        return [f"Card {nth}" for nth in range(1, 6)]
    layout = GAMES[table.game].layout
    return [*["Own"] * layout.own, *(f"Board {nth}" for nth in range(1, layout.board + 1))]


def _pays(table: OutsideTable) -> Iterator[TrayPay]:
    """What is paid out of the tray: fixed pays that are logged, and the envy of wins that a meter has paid (R36)."""
    open_win = table.unverified
    logged = replace(table, claimed=None, tray_wins=tuple(win for win in table.tray_wins if win is not open_win))
    lines, fixed, envy = tray_pays(logged)
    for seat in SEATS:
        if seat in fixed:
            yield TrayPay(seat=seat, words=line_words(lines[seat]), cents=fixed[seat])
        if seat in envy:
            yield TrayPay(seat=seat, words="envy", cents=envy[seat])
