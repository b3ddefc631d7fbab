"""The win sheet of a table and shift."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.ledger.accounts import CAGE, CASH, Account, drop, escrow, fees, player, tray
from croupier.ledger.transfers import Transfer, TransferId
from croupier.ledger.winsheet import WinSheet, win_sheet

T1, T2 = tray("T1"), tray("T2")


def moves(*rows: tuple[Account, Account, int]) -> list[Transfer]:
    return [Transfer(TransferId(str(i)), *row) for i, row in enumerate(rows)]


def test_a_shift_by_hand() -> None:
    shift = moves(
        (CAGE, T1, 500_000),  # a fill
        (CASH, drop("T1"), 20_000),  # a player buys in at the table: cash into the box
        (T1, player("ann"), 20_000),  # ... and chips out of the tray
        (player("ann"), escrow("T1", 3), 5_000),
        (escrow("T1", 3), T1, 5_000),  # a lost bet
        (T1, player("bob"), 1_500),  # a win
        (T1, CAGE, 100_000),  # a credit
        (CAGE, T2, 70_000),  # another table's fill
    )
    sheet = win_sheet("T1", 1_000_000, shift)
    assert sheet == WinSheet(
        table="T1", opening=1_000_000, fills=500_000, credits=100_000, drop=20_000, closing=1_383_500
    )
    assert sheet.win == 3_500


def test_r32_the_collection_is_income_beside_the_win_and_its_count_is_no_loss() -> None:
    shift = moves(
        (fees("T1"), CAGE, 900),  # the shift before, counted out of the box
        (escrow("T1", 3), fees("T1"), 100),
        (escrow("T1", 4), fees("T1"), 50),
        (fees("T1"), escrow("T1", 4), 50),  # a void
        (escrow("T2", 4), fees("T2"), 50),  # another table's
    )
    sheet = win_sheet("T1", 1_000, shift)
    assert (sheet.closing, sheet.win, sheet.fees, sheet.income) == (1_000, 0, 100, 100)


PLAY = st.tuples(st.booleans(), st.integers(1, 9_999))
DESK = st.tuples(st.sampled_from(["fill", "credit", "drop"]), st.integers(1, 9_999))


@given(st.lists(st.one_of(PLAY, DESK)), st.integers(-5_000, 5_000))
def test_the_win_is_what_play_brought_whatever_the_cage_did(rows: list[tuple[bool | str, int]], opening: int) -> None:
    shift: list[tuple[Account, Account, int]] = []
    won = 0
    for what, amount in rows:
        match what:
            case "fill":
                shift.append((CAGE, T1, amount))
            case "credit":
                shift.append((T1, CAGE, amount))
            case "drop":
                shift += [(CASH, drop("T1"), amount), (T1, player("ann"), amount)]
            case True:
                shift.append((escrow("T1", 1), T1, amount))
                won += amount
            case _:
                shift.append((T1, player("ann"), amount))
                won -= amount
    assert win_sheet("T1", opening, moves(*shift)).win == won
