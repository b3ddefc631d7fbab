"""Tallies as text and back, as they are kept beside the journal."""

from __future__ import annotations

import json
from typing import Any

from croupier.floor.figures.tally import BetAmounts, BetKey, Products, ProgressiveAmounts, Tally
from croupier.store.entry import canonical


def tally_text(tally: Tally) -> str:
    """A tally as text: the same text for the same tally."""
    return canonical(plain_tally(tally))


def read_tally(text: str) -> Tally:
    """The tally that `tally_text` wrote."""
    return tally_of(json.loads(text))


def plain_tally(tally: Tally) -> dict[str, Any]:
    """A tally as plain data."""
    paid = tally.progressive
    corrected = {"corrected": tally.corrected} if tally.corrected else {}
    return {
        **corrected,
        "counts": [tally.rounds, tally.seats, tally.drop, tally.house_drop, tally.fees],
        "bets": sorted([*bet, one.handle, one.win, one.stake, one.squares] for bet, one in tally.bets.items()),
        "together": sorted(
            [*one, *other, products.within, products.between] for (one, other), products in tally.together.items()
        ),
        "progressive": [paid.handle, paid.hits, paid.awards, paid.tray, paid.envy],
    }


def tally_of(plain: dict[str, Any]) -> Tally:
    """The tally of plain data."""
    rounds, seats, drop, house_drop, fees = plain["counts"]
    return Tally(
        rounds=rounds,
        seats=seats,
        drop=drop,
        house_drop=house_drop,
        fees=fees,
        corrected=plain.get("corrected", 0),
        bets={BetKey(*row[:3]): BetAmounts(*row[3:]) for row in plain["bets"]},
        together={(BetKey(*row[:3]), BetKey(*row[3:6])): Products(*row[6:]) for row in plain["together"]},
        progressive=ProgressiveAmounts(*plain["progressive"]),
    )
