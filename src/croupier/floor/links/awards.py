"""Where the hand side and the money side of a progressive meet: who won which line, applied to the meters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.jackpot.meter import Award, Fixed, Meter, Percentage, awards
from croupier.rules.events import MeterWon
from croupier.rules.paytables import Share


@dataclass(frozen=True, slots=True)
class MeterAward:
    """A seat's pay off a meter, in cents."""

    seat: int
    level: str
    award: Award


def apply_awards(
    meters: Mapping[str, Meter], wins: Iterable[MeterWon]
) -> tuple[tuple[MeterAward, ...], dict[str, Meter]]:
    """The awards of one round in the order given (the round gives R38's), and the meters afterwards."""
    won = list(wins)
    first = next(iter(meters), "")  # fixed pays come off a meter only where a link has but one
    pays = [
        (win.pay.level, Percentage(win.pay.percent))
        if isinstance(win.pay, Share)
        else (first, Fixed(win.pay.on(win.stake)))
        for win in won
    ]
    amounts, after = awards(meters, pays)
    paid = tuple(MeterAward(win.seat, level, award) for win, (level, _), award in zip(won, pays, amounts, strict=True))
    return paid, after
