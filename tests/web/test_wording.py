"""Rows of the record as the staff's pages write them."""

from __future__ import annotations

import pytest

from croupier.floor.links.hits import Hit
from croupier.ledger.accounts import CAGE, tray
from croupier.ledger.transfers import Transfer, TransferId
from croupier.web.links.models import HitRow
from croupier.web.staff.books.entries import Moved


def test_a_hit_is_written_with_its_moment_hand_and_dollars() -> None:
    hit = Hit(
        claim=3,
        number=1,
        level="main",
        table="T1",
        round="T1-7",
        seat=2,
        player="ann",
        cards="As Ks Qs Js Ts",
        line="royal_flush",
        amount=1_234_550,
        before=1_234_550,
        after=500_000,
        topped_up=0,
        seeded=500_000,
        from_reserve=0,
        pressed_by="dora",
        pressed_ms=0,
        verified_by="sue",
        logged_by="sue",
        logged_ms=1_763_208_000_000,
        record_hash="ab",
    )
    assert HitRow.model_validate(hit).model_dump() == {
        "claim": 3,
        "number": 1,
        "undone": "",
        "time": "2025-11-15 12:00:00 UTC",
        "level": "main",
        "line": "royal flush",
        "table": "T1",
        "seat": 2,
        "round": "T1-7",
        "outside": False,
        "player": "ann",
        "amount": "$12,345.50",
        "before": "$12,345.50",
        "after": "$5,000",
    }


@pytest.mark.thorough
def test_money_that_moved_is_written_in_dollars() -> None:
    move = Transfer(TransferId("fill/1"), CAGE, tray("T1"), 50_050)
    assert Moved.model_validate(move).model_dump() == {"amount": "$500.50", "debit": "cage", "credit": "tray/T1"}
