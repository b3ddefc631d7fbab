"""The money adds up: laws of transfers and balances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.ledger.accounts import (
    CAGE,
    CASH,
    HOUSE,
    Account,
    NotAnAccount,
    bank,
    drop,
    escrow,
    fees,
    kind,
    may_be_short,
    meter,
    parse_account,
    player,
    reserve,
    tray,
)
from croupier.ledger.audit import Recount
from croupier.ledger.balances import Overdrawn, net, posted
from croupier.ledger.transfers import NotAMovement, Transfer, TransferId, TransferIdTaken, once, reversal, transfer_id

EVERYWHERE = (
    player("ann"),
    player("bob"),
    tray("T1"),
    escrow("T1", 3),
    bank("T1"),
    fees("T1"),
    drop("T1"),
    meter("main", "mega"),
    reserve("main", "mega"),
    CAGE,
    HOUSE,
    CASH,
)
FULL = {account: 0 if may_be_short(account) else 10_000 for account in EVERYWHERE} | {
    CASH: -10_000 * sum(not may_be_short(account) for account in EVERYWHERE)
}


@st.composite
def movements(draw: st.DrawFn) -> list[Transfer]:
    pairs = st.lists(st.tuples(st.permutations(EVERYWHERE), st.integers(1, 6_000)), max_size=12)
    return [Transfer(TransferId(str(i)), ends[0], ends[1], amount) for i, (ends, amount) in enumerate(draw(pairs))]


def outcome(transfers: list[Transfer]) -> dict[Account, int] | Overdrawn:
    try:
        return posted(FULL, transfers)
    except Overdrawn as refused:
        return refused


@given(movements())
def test_all_accounts_together_hold_nothing_whatever_is_posted(transfers: list[Transfer]) -> None:
    after = outcome(transfers)
    if not isinstance(after, Overdrawn):
        assert sum((FULL | after).values()) == sum(FULL.values()) == 0


@given(movements())
def test_no_account_with_real_chips_is_ever_below_zero(transfers: list[Transfer]) -> None:
    after = outcome(transfers)
    if isinstance(after, Overdrawn):
        assert not may_be_short(after.transfer.debit)
        assert after.holds < after.transfer.amount
    else:
        assert all(amount >= 0 or may_be_short(account) for account, amount in after.items())


@given(movements(), movements())
def test_posting_in_two_parts_is_posting_at_once(first: list[Transfer], second: list[Transfer]) -> None:
    def result(balances: dict[Account, int], transfers: list[Transfer]) -> dict[Account, int] | None:
        try:
            return balances | posted(balances, transfers)
        except Overdrawn:
            return None

    halfway = result(FULL, first)
    assert result(FULL, first + second) == (None if halfway is None else result(halfway, second))


@given(movements())
def test_a_posting_and_its_reversals_leave_everything_as_it_was(transfers: list[Transfer]) -> None:
    back = [reversal(transfer) for transfer in reversed(transfers)]
    assert not any(net(transfers + back).values())


@given(movements())
def test_the_recount_agrees_with_the_posting(transfers: list[Transfer]) -> None:
    counted = Recount(dict(FULL))
    wrong = [counted.take(t.id, t.debit, t.credit, t.amount) for t in transfers]
    after = outcome(transfers)
    if isinstance(after, Overdrawn):
        assert next(text for text in wrong if text).startswith(f"transfer {after.transfer.id} leaves")
    else:
        assert not any(wrong)
        assert counted.disagreements(FULL | after) == []


def test_an_overdrawn_account_says_what_it_holds() -> None:
    bet = Transfer(transfer_id("T1-57", 3, "ante"), player("ann"), escrow("T1", 3), 2_500)
    with pytest.raises(Overdrawn, match=r"cannot move \$25 from player/ann to escrow/T1/3: it holds \$20"):
        posted({player("ann"): 2_000}, [bet])


def test_a_tray_may_wait_for_its_fill() -> None:
    win = Transfer(transfer_id("T1-57", 3, "blind"), tray("T1"), player("ann"), 250_000)
    assert posted({}, [win]) == {tray("T1"): -250_000, player("ann"): 250_000}


def test_the_same_id_is_the_same_movement_or_a_refusal() -> None:
    bet = Transfer(transfer_id("T1-57", 3, "ante"), player("ann"), escrow("T1", 3), 2_500)
    assert once(bet, None)
    assert not once(bet, bet)
    with pytest.raises(TransferIdTaken, match="already moved \\$25 from player/ann to escrow/T1/3"):
        once(Transfer(bet.id, bet.debit, bet.credit, 2_600), bet)


@pytest.mark.parametrize(
    ("amount", "credit"),
    [(0, "cage"), (-5, "cage"), (5, "player/ann"), (10**18, "cage")],
    ids=["nothing", "less", "nowhere", "too much"],
)
def test_a_transfer_moves_something_somewhere(amount: int, credit: str) -> None:
    with pytest.raises(NotAMovement, match="want a positive amount between two different accounts"):
        Transfer(TransferId("x"), player("ann"), Account(credit), amount)


@pytest.mark.parametrize("account", EVERYWHERE)
def test_an_account_is_its_text(account: Account) -> None:
    assert parse_account(account) == account
    assert account.startswith(kind(account))


@pytest.mark.parametrize("text", ["", "vault", "player", "player/", "player/a/b", "escrow/T1", "tray/T 1", "cage/1"])
def test_other_text_is_no_account(text: str) -> None:
    with pytest.raises(NotAnAccount, match="want a kind and its names"):
        parse_account(text)


def test_a_recount_says_where_the_book_is_wrong() -> None:
    counted = Recount()
    counted.take(transfer_id("a"), CASH, player("ann"), 100)
    assert counted.disagreements({CASH: -100, player("ann"): 100}) == []
    assert counted.disagreements({CASH: -100, player("ann"): 101}) == [
        "player/ann: the book says $1.01, transfers make $1",
        "all accounts together hold $0.01; want $0",
    ]
