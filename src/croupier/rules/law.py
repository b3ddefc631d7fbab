"""What the law of a jurisdiction allows (R9, R11, R32): a table or a link may be narrower, never wider.

The law is asked where something begins: a table is opened or changed, a link is opened, changed or joined, a round is
opened. What is recorded was settled as it was, and is read and decided again without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.collection import PLAYER_FEE, Schedule
from croupier.rules.own.bet import house_hand_words
from croupier.rules.wagers import Range

if TYPE_CHECKING:
    from croupier.rules.terms import Limits, Terms


class Jurisdiction(Enum):
    """Under whose law a rule set is played."""

    WASHINGTON = "Washington"
    CALIFORNIA = "California"


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalProfile:
    """What the law of one jurisdiction allows; what it does not speak of is left out."""

    place: str
    largest_wager: Cents | None = None
    """R11: the most that any single wager may be: the largest raise, the Progressive and bets of one's own included."""
    named_wagers: Range | None = None
    """R32: the least and the most of every wager that a player names."""
    player_fees: tuple[tuple[Schedule, Cents], ...] = ()
    """R32: the schedules of the collection, and what each takes from a player."""


Law: TypeAlias = Mapping[Jurisdiction, LegalProfile]

LAW: Final[Law] = MappingProxyType(
    {
        Jurisdiction.WASHINGTON: LegalProfile(place="Washington", largest_wager=400 * DOLLAR),
        Jurisdiction.CALIFORNIA: LegalProfile(
            place="California",
            named_wagers=Range(5 * DOLLAR, 50 * DOLLAR),
            player_fees=((Schedule.ONE, PLAYER_FEE), (Schedule.TWO, 0)),
        ),
    }
)


def unlawful(terms: Terms, law: Law = LAW) -> str | None:
    """Why a table of these terms is outside the law, if it is."""
    return _unlawful(terms, law[terms.rules.jurisdiction])


def unlawful_stake(terms: Terms, law: Law = LAW) -> str | None:
    """Why the Progressive of these terms passes the law, or the table's own narrower limit, if it does."""
    stake, most, limits = terms.progressive_stake, law[terms.rules.jurisdiction].largest_wager, terms.limits
    if stake is None:
        return None
    if most is not None and stake > most:
        place = law[terms.rules.jurisdiction].place
        return (
            f"the Progressive of {dollars(stake)} is above {place}'s legal limit of {dollars(most)} for a single wager "
            "(R11); give the link another stake, or take the table off it"
        )
    if limits is not None and limits.legal is not None and stake > limits.legal:
        return (
            f"the Progressive of {dollars(stake)} is above this table's legal limit of {dollars(limits.legal)} for a "
            "single wager (R11); a link with a smaller stake would fit"
        )
    return None


# A table asks before every round, and what was found once is so for good.
@lru_cache(maxsize=1024)
def _unlawful(terms: Terms, profile: LegalProfile) -> str | None:
    limits = terms.limits
    if limits is None:
        return "a table has limits; want the least and the most of every wager (R11)"
    return (
        next(filter(None, map(house_hand_words, terms.own_bets)), None)
        or _unlawful_fees(terms, profile)
        or _unlawful_names(terms, limits, profile)
        or _unlawful_wagers(terms, limits, profile)
        or unlawful_stake(terms, {terms.rules.jurisdiction: profile})
    )


def _unlawful_fees(terms: Terms, profile: LegalProfile) -> str | None:
    fees = dict(profile.player_fees)
    if not fees:
        return None
    if terms.collection is None:
        numbers = " or ".join(str(schedule.value) for schedule in fees)
        return f"{profile.place}'s collection is taken by a schedule; want {numbers} (R32)"
    fee = fees[terms.collection]
    if terms.seat_fee != fee:
        return (
            f"each player pays exactly {dollars(fee)} under schedule {terms.collection.value}, not "
            f"{dollars(terms.seat_fee)}; no other amount can be set (R32)"
        )
    return None


def _unlawful_names(terms: Terms, limits: Limits, profile: LegalProfile) -> str | None:
    band = profile.named_wagers
    if band is None:
        return None
    for spot in terms.rules.named:
        span = limits.of(spot.key)
        if span.minimum < band.minimum or span.maximum > band.maximum:
            return (
                f"{spot.felt} {span.words} is outside {profile.place}'s limits: every wager that a player names is "
                f"from {band.words}, narrower at will, never wider (R32)"
            )
    return None


def _unlawful_wagers(terms: Terms, limits: Limits, profile: LegalProfile) -> str | None:
    most, game = profile.largest_wager, terms.game
    if most is None:
        return None
    theirs = f"above {profile.place}'s legal limit of {dollars(most)} for a single wager"
    if limits.legal is not None and limits.legal > most:
        return (
            f"a legal limit of {dollars(limits.legal)} is above {profile.place}'s: no single wager passes "
            f"{dollars(most)}; a table may be narrower, never wider (R11)"
        )
    for key, span in limits.spots.items():
        if span.maximum > most:
            felt = game.by_key[key].felt if key in game.by_key else key
            return f"{felt} up to {dollars(span.maximum)} is {theirs} (R11)"
    base, largest = limits.of(game.base).maximum, game.largest_multiple
    if largest * base > most:
        felt = game.by_key[game.base].felt
        return (
            f"an {felt} of {dollars(base)} makes a {game.largest_raise} {theirs}; at most {dollars(most // largest)} "
            "(R11)"
        )
    return None
