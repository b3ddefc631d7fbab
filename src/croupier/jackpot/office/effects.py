"""What the acts of people do to the levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.jackpot.events import AdjustmentMade, Reason
from croupier.jackpot.level import Level
from croupier.jackpot.office.deeds import TransferReceived, TransferSent


def levels_after(
    levels: Mapping[str, Level], event: AdjustmentMade | TransferSent | TransferReceived
) -> dict[str, Level]:
    """The levels after a meter was set by hand, a win backed out, or money sent or received."""
    level = levels[event.level]
    change, saved, recovered = event.new - event.old, 0, 0
    if isinstance(event, AdjustmentMade):
        recovered = -change if event.reason is Reason.SEED_RECOVERY else 0
        if event.win is not None:
            saved, recovered = event.win.to_reserve, event.win.award.seeded
    elif event.reserve:
        change, saved = 0, change
    meter = replace(level.meter, amount=level.meter.amount + change, reserve=level.meter.reserve + saved)
    return {**levels, event.level: replace(level, meter=meter, seeded=level.seeded - recovered)}
