"""Orders and their one text form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.floor.orders import Default, NotAnOrder, Order, PassBank, Resume, Sit, Stand, Stop, parse_order
from croupier.floor.staffing import AnswerCall, Call, Relieve, SeatDealer, WithdrawCall
from croupier.games.uth import SHOW_RIVER
from croupier.rules.actions import BET4, CHECK, FOLD
from croupier.rules.commands import OfferSeed, PlaceBets, TakeBank, VoidRound, WithdrawBets
from croupier.rules.events import Cause
from croupier.rules.steps import OPEN, SETTLE_NEXT
from croupier.rules.wagers import Stakes

EXAMPLES: dict[str, Order] = {
    "sit 3": Sit(3),
    "stand": Stand(),
    "bet 10": PlaceBets(Stakes(base=1_000)),
    "bet 10 trips 5 bad_beat 2.50 pairs 1": PlaceBets(Stakes(base=1_000, trips=500, bad_beat=250, pairs=100)),
    "withdraw": WithdrawBets(),
    "bank 1500": TakeBank(150_000),
    "pass": PassBank(),
    "seed my lucky words": OfferSeed("my lucky words"),
    "bet4": BET4,
    "check": CHECK,
    "fold": FOLD,
    "open": OPEN,
    "settle next": SETTLE_NEXT,
    "river": SHOW_RIVER,
    "clock 2": Default(2, Cause.CLOCK),
    "left 6": Default(6, Cause.LEFT),
    "void shuffler malfunction": VoidRound("shuffler malfunction"),
    "stop spilled drink": Stop("spilled drink"),
    "resume": Resume(),
    "dealer dora": SeatDealer("dora"),
    "relieve": Relieve(),
    "call": Call(),
    "call seat 2 has a royal flush": Call("seat 2 has a royal flush"),
    "withdraw call": WithdrawCall(),
    "answer": AnswerCall(),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_order_is_its_text(text: str) -> None:
    assert parse_order(text) == EXAMPLES[text]
    assert str(EXAMPLES[text]) == text


amounts = st.integers(0, 10_000_000)


@given(st.builds(Stakes, ante=amounts, trips=amounts, bad_beat=amounts, pairs=amounts, progressive=amounts))
def test_any_bets_come_back_as_they_were(stakes: Stakes) -> None:
    assert parse_order(str(PlaceBets(stakes))) == PlaceBets(stakes)


@pytest.mark.parametrize(
    "text", ["", "sit", "sit x", "bet", "bet x", "bet 5 trips", "bet 5 trips 1 trips 1", "void", "jump"]
)
def test_other_text_is_refused_with_a_word_of_help(text: str) -> None:
    with pytest.raises(Refused, match="want"):
        parse_order(text)


def test_the_help_names_every_kind() -> None:
    with pytest.raises(NotAnOrder) as refused:
        parse_order("dance")
    assert all(word in str(refused.value) for word in ("sit", "bet 10 trips 5", "bank", "settle next", "void WHY"))
