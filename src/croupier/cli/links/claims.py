"""`croupier link press` and its kin: a win, from the dealer's button to the supervisor's key."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from croupier.cli.links.link import link
from croupier.cli.links.text import keypad_seen
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import SignedDesk, at_desk
from croupier.errors import Refused
from croupier.floor.links import keypads
from croupier.floor.links.control import Links
from croupier.floor.links.hand_buttons import PressTrayWin, TrayWinOrder, VerifyTrayWin
from croupier.floor.links.keypads import link_at
from croupier.jackpot.buttons import Confirm, Hand, Refuse, Seat, parse_button
from croupier.jackpot.claim import next_to_verify
from croupier.store.unit import Receipt


@link.command("press")
@at_desk
def press(
    desk: SignedDesk,
    table: TableName,
    button: Annotated[str, Argument(help="'seat 3', 'hand royal_flush', 'key jph', 'j-pot', 'confirm', …")],
) -> None:
    """Press one button of a table's progressive keypad."""
    pressed = parse_button(button)
    _show_keypad(desk, table, keypads.press(desk.links, table, pressed, desk.who, desk.command))


@link.command("claim")
@at_desk
def claim(
    desk: SignedDesk,
    table: TableName,
    line: Annotated[str, Argument(help="The hand, such as royal_flush.")],
    seat: Annotated[int | None, Option(help="The seat; needed where the keypad selects seats.")] = None,
) -> None:
    """The dealer's part of a win: select the seat, press the hand. Then a supervisor is called.

    A win that the tray pays has its hand button too; it is pressed here as well, again: off (R44).
    """
    if win := keypads.tray_win_at(desk.links, table, line, seat):
        _at_tray(desk, table, PressTrayWin(win.seat, win.line))
        return
    if seat is not None:
        keypads.press(desk.links, table, Seat(seat), desk.who, f"{desk.command}/seat")
    _show_keypad(desk, table, keypads.press(desk.links, table, Hand(line), desk.who, desk.command))


@link.command("approve")
@at_desk
def approve(
    desk: SignedDesk,
    table: TableName,
    cards: Annotated[
        str, Option(help="The cards of the win as you saw them, such as AhKhQhJhTh; at a table with real cards.")
    ] = "",
) -> None:
    """The supervisor's part of a win: verify, log it for good, and adjust the meter.

    Wins that the tray pays are verified, and nothing else has to be done for them (R44).
    """
    links, who = desk.links, desk.who
    if waiting := keypads.tray_wins_to_verify(links, table):
        _at_tray(desk, table, *(VerifyTrayWin(win.seat, win.line) for win in waiting))
        return
    name = keypads.link_at(links, table)
    if keypads.is_outside(links, table) and links.outside(table).unverified is not None:
        _show_keypad(desk, table, keypads.press(links, table, Confirm(), who, desk.command, cards=cards))
        return
    number = _open_claim(links, name, table)
    receipt = None
    while number in (link := links.desk.link(name)).claims:
        button = next_to_verify(link.terms.flow, link.pad(table))
        receipt = keypads.press(links, table, button, who, f"{desk.command}/{button}", cards=cards)
    _show_keypad(desk, table, receipt)


@link.command("refuse")
@at_desk
def refuse(
    desk: SignedDesk,
    table: TableName,
    reason: Annotated[str, Argument(help="Why the claim goes back to the table.")],
) -> None:
    """Send a claim that is not logged yet back to its table."""
    _show_keypad(desk, table, keypads.press(desk.links, table, Refuse(reason), desk.who, desk.command))


def _open_claim(links: Links, name: str, table: str) -> int:
    for claim in links.desk.link(name).claims.values():
        if claim.table == table:
            return claim.number
    raise Refused(f"nothing is claimed at {table}; its dealer presses the hand button first")


def _at_tray(desk: SignedDesk, table: str, *orders: TrayWinOrder) -> None:
    """Give orders about wins that the tray of a table pays, and show what has become of all such wins."""
    for order in orders:
        desk.links.room.do(table, order, desk.who, command=f"{desk.command}/{order}")
    wins = desk.links.room.table(table).tray_wins
    desk.show([asdict(win) for win in wins], *(f"{table}: {win.words}; {win.state}" for win in wins))


def _show_keypad(desk: SignedDesk, table: str, receipt: Receipt | None) -> None:
    row = keypad_seen(desk.links.desk.link(link_at(desk.links, table)), table)
    row["repeated"] = receipt is not None and receipt.repeated
    amount = f", {row['amount']}" if row["amount"] else ""
    desk.show(row, f"{table}: {row['state']}{amount}; lit: {', '.join(row['lit'])}")
