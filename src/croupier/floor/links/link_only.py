"""A table with real cards of which only the progressive is recorded (R58, link only): what each touch of its keypad
makes happen in its own stream, or a refusal.

seats with a chip ─▶ COIN IN or START GAME ─▶ (seat ─▶ hand ─▶ a second person's cards ─▶ key or card) ─▶ the end

What a meter pays is claimed on the link, by the link's own buttons, in the same transaction. What the tray pays needs
the dealer's press alone, and from the house's amount on a supervisor (R44).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.cards import Card, Cards, cards_text, check_distinct, parse_cards
from croupier.floor.links.hand_buttons import TrayWinPressed, TrayWinReleased, TrayWinVerified
from croupier.floor.links.outside import BadGame, OutsideTable, TrayWin
from croupier.floor.links.outside_events import (
    ChipsPresent,
    SeatPicked,
    WinCardsEntered,
    WinClaimed,
    WinDropped,
)
from croupier.games import GAMES
from croupier.hands import category, describe, strength
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.link import Link, Win
from croupier.jackpot.terms import SHARED_CARDS
from croupier.rules.game import Hands, Layout
from croupier.rules.paytables import FIRST_FIVE, For, line_words
from croupier.rules.seat import check_seat

FIVE: Final = 5


class StaleTouch(BadGame):
    """A touch on a keypad that showed an earlier state: another keypad, or a sensor, was faster."""

    def __init__(self, table: OutsideTable) -> None:
        super().__init__(f"{table.name} has moved on since this keypad showed it; nothing was done, look again")


def mark(table: OutsideTable, link: Link) -> str:
    """The state that a keypad shows, in a word. A touch says on which it was made, so that a late one is refused."""
    pad = link.pad(table.name)
    return f"{table.version}/{type(pad).__name__}"


def chips_present(table: OutsideTable, seats: Iterable[int]) -> ChipsPresent:
    """These seats have a chip on the sensor, and no others."""
    if table.round is not None:
        raise BadGame(f"the wagers of {table.round} are accepted; chips for the next game count once it is over")
    for seat in seats:
        check_seat(seat)
    return ChipsPresent(tuple(sorted(set(seats))))


def pick_seat(table: OutsideTable, seat: int, by: str) -> SeatPicked:
    """Choose the seat whose hand is pressed next; again: none."""
    round = _check_free(table)
    if not table.wagers.get(seat):
        there = ", ".join(map(str, table.wagers))
        raise BadGame(f"seat {seat} has no accepted wager in {round}; those that do: {there}")
    return SeatPicked(0 if table.picked == seat else seat, by)


def press_hand(table: OutsideTable, line: str, by: str) -> WinClaimed | TrayWinPressed | TrayWinReleased:
    """Press the hand of the seat that is picked. A hand of the tray that is on goes off."""
    if (waiting := table.unverified) is not None and waiting.line == line:
        return TrayWinReleased(waiting.seat, line, by)
    round, seat = _check_free(table), table.picked
    pay = table.printed.pays.get(line)
    if pay is None:
        raise BadGame(f"no hand button {line!r}; {table.paytable} pays {', '.join(table.printed.pays)}")
    if not seat:
        raise BadGame("no seat is selected; touch the seat, then its hand")
    pressed = next((win for win in table.tray_wins if win.seat == seat), None)
    if pressed is not None and pressed.line == line and not pressed.verified_by:
        return TrayWinReleased(seat, line, by)
    won = next((win for win in table.hits if win.seat == seat), None)
    if won is not None:
        off = "" if pressed is None or pressed.verified_by else "; press that hand again to turn it off"
        raise BadGame(f"seat {seat} has {line_words(won.line)} in {round} already, and only the highest counts{off}")
    if table.is_meter_line(line):
        return WinClaimed(round, seat, line, by)
    assert isinstance(pay, For), "a line that no meter pays is a fixed pay"
    return TrayWinPressed(seat, line, pay.on(table.wagers[seat]), by)


def enter_cards(table: OutsideTable, win: Win, text: str, by: str) -> WinCardsEntered:
    """The cards of a win as somebody saw them; refused where they are not that win, or cannot lie there."""
    assert table.round is not None, "a win is of a game that is open"
    cards, line = parse_cards(text), line_words(win.line)
    check_distinct(cards)
    if len(cards) not in cards_wanted(table, win.line):
        want = " or ".join(map(str, cards_wanted(table, win.line)))
        first = "" if table.printed.cards == FIRST_FIVE else ", the seat's own first, then the board as it was dealt"
        raise BadGame(f"{len(cards)} cards were entered for seat {win.seat}'s {line}; want {want}{first}")
    made = line_of(table, cards)
    if made != win.line:
        hand = line_words(made) if made else describe(strength(cards))
        raise BadGame(
            f"these cards make {hand}, not {line}: {cards_text(cards)}; look again, or refuse the claim with a reason"
        )
    for seat, other in table.hands.items():
        if seat != win.seat:
            _check_beside(table, cards, seat, parse_cards(other))
    return WinCardsEntered(table.round, win.seat, win.line, cards_text(cards), by)


def cards_wanted(table: OutsideTable, line: str) -> tuple[int, ...]:
    """How many cards show a line. By seven cards only the highest line is sure before the board is whole."""
    if table.printed.cards == FIRST_FIVE:
        return (FIVE,)
    whole = _layout(table).own + _layout(table).board
    return (FIVE, whole) if line == next(iter(table.printed.pays)) else (whole,)


def line_of(table: OutsideTable, cards: Cards) -> str | None:
    """The line of the pay table that these cards make, if any (R34, R35). Of seven the seat's own come first."""
    if table.printed.cards == FIRST_FIVE:
        line = category(strength(cards)).key
    else:
        game = GAMES[table.game]
        own, board = cards[: game.layout.own], cards[game.layout.own :]
        line = game.progressive(table.printed, Hands(game.rank(own, board), 0, own, (), board)) or ""
    return line if line in table.printed.pays else None


def verify_tray_win(table: OutsideTable, win: TrayWin, cards: str, by: str) -> tuple[WinCardsEntered, TrayWinVerified]:
    """A supervisor has looked at the cards of a win that the tray pays."""
    if by == win.pressed_by:
        raise BadGame(f"{by} pressed the hand and cannot verify it too; call another supervisor")
    entered = enter_cards(table, Win(win.seat, win.line), cards, by)
    return entered, TrayWinVerified(win.seat, win.line, win.cents, by)


def refuse_tray_win(win: TrayWin, person: LinkPerson, reason: str) -> TrayWinReleased:
    """A supervisor sends a win that the tray would pay back to the table."""
    if not person.rank.verifies:
        raise BadGame(f"{person.name} is a dealer and refuses no win; press the hand again to turn it off")
    if not reason.strip():
        raise BadGame("a win is refused for a stated reason; say why")
    return TrayWinReleased(win.seat, win.line, person.name, reason.strip())


def drop_claim(table: OutsideTable, by: str, reason: str = "") -> WinDropped:
    """The claim that waits is off."""
    assert table.claimed is not None, "the link has looked for the claim"
    return WinDropped(table.claimed.seat, table.claimed.line, by, reason)


def _check_free(table: OutsideTable) -> str:
    """The game that is open; refused where there is none, or a win waits to be verified: one at a time."""
    if table.round is None:
        raise BadGame(f"no game is open at {table.name}; lock the wagers first")
    waiting = table.claimed or table.unverified
    if waiting is not None:
        raise BadGame(f"seat {waiting.seat}'s {line_words(waiting.line)} is on; it is verified, refused or off first")
    return table.round


def _check_beside(table: OutsideTable, cards: Cards, seat: int, other: Cards) -> None:
    """Refuse cards that cannot lie there together with those of another seat's win in the same game."""
    both = {card for card in cards if card in other}
    if table.printed.cards == FIRST_FIVE:
        shared = SHARED_CARDS.get(table.game, 0)
        if len(both) > shared:
            raise BadGame(f"{_several(both)} in the hand of seat {seat} already; look again which cards are whose")
        if len(both) < shared:
            raise BadGame(f"{shared} of these cards lie there for every seat, but seat {seat} has other ones entered")
        return
    own = _layout(table).own
    if twice := both - (set(cards[own:]) & set(other[own:])):
        raise BadGame(f"{_several(twice)} in the hand of seat {seat} already; look again which cards are whose")
    board, before = cards[own:], other[own:]
    # The flop is the same for all, and so is the whole board where both have it.
    if set(board[:3]) != set(before[:3]) or (len(board) == len(before) and set(board) != set(before)):
        raise BadGame(f"seat {seat}'s win was entered with the board {cards_text(before)}; it is the same for all")


def _layout(table: OutsideTable) -> Layout:
    return GAMES[table.game].layout


def _several(cards: Iterable[Card]) -> str:
    names = sorted(map(str, cards))
    return f"{' and '.join(names)} {'lies' if len(names) == 1 else 'lie'}"
