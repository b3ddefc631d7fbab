"""What the house is told when it chooses: what face-up dealing gives away, and what is under review."""

from __future__ import annotations

from typing import Final

from croupier.floor.table import Settings
from croupier.lab.solved import face_up_words
from croupier.rules.collection import Schedule
from croupier.rules.own.bet import own_words
from croupier.rules.terms import FACE_UP_SPOTS

ZERO_COLLECTION: Final = (
    "Schedule 2 takes nothing from the players, and zero collection is under review by the Bureau of Gambling Control "
    "(R32)."
)


def notices(settings: Settings) -> dict[str, str]:
    """The notices that belong to these choices, by what they are about."""
    told: dict[str, str] = {}
    at = settings.terms
    if at.face_up:
        words = face_up_words(at) or "Face up: what this table gives away has not been worked out."
        more = f" The report assumes {FACE_UP_SPOTS} at most." if at.spots > FACE_UP_SPOTS else ""
        told["face_up"] = words + more
    if at.own_bets:
        words = own_words(at.own_bets)
        told["own_bets"] = f"{words[0].upper()}{words[1:]}: the table is marked so wherever it is shown (R50)."
    if at.collection is Schedule.TWO:
        told["collection"] = ZERO_COLLECTION
    return told
