"""What the law of a jurisdiction allows (R9, R11, R17, R32, R55): a table or a link may be narrower, never wider.

The law is asked where something begins: a table is opened or changed, a link is opened, changed or joined, a round is
opened, a bet is made. What is recorded was settled as it was, and is read and decided again without it. `LAW` is the
built-in profile, which holds where the house has none on record (`croupier.floor.house.law`).
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
from croupier.rules.paytables import FIRST_FIVE
from croupier.rules.seat import SEATS
from croupier.rules.wagers import PROGRESSIVE, Range, Stakes
from croupier.values import replace

if TYPE_CHECKING:
    from croupier.rules.rulesets import RuleSet
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
    face_up_games: tuple[str, ...] | None = None
    """R17: the games that may be dealt face up, by key; `None`: every game whose rule set may be."""
    face_up_spots: int = len(SEATS)
    """R17, R55: the most spots that may be open where cards are dealt face up, whoever overrides what."""
    link_games: tuple[str, ...] | None = None
    """R35: the games that may be on a Multi-Game Link, by key; `None`: every game that the approval names."""
    since: str = ""
    """From when on it holds, and by which reference; nothing for a built-in one."""

    @property
    def source(self) -> str:
        """Since when it says what it says, as the end of a sentence; nothing for a built-in one."""
        return f"; so says {self.place}'s legal profile {self.since}" if self.since else ""

    @property
    def bare(self) -> LegalProfile:
        """What it says, without since when."""
        return replace(self, since="")

    @property
    def player_fee(self) -> Cents:
        """R32: what schedule 1 takes from each player."""
        return dict(self.player_fees).get(Schedule.ONE, PLAYER_FEE)


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


def unlawful_link(terms: Terms, law: Law = LAW) -> str | None:
    """Why a table of these terms may not be on its link: its game, or a stake that passes the law or the table's own
    narrower limit."""
    return _unlawful_link(terms, law[terms.rules.jurisdiction])


def unlawful_stakes(terms: Terms, stakes: Stakes, law: Law = LAW) -> str | None:
    """Why these wagers pass the law in the round of a table, if they do."""
    profile, game = law[terms.rules.jurisdiction], terms.game
    most = profile.largest_wager
    if most is None:
        return None
    for spot, cents in stakes.items():
        worth = cents * game.largest_multiple if spot == game.base else cents
        if worth > most:
            felt = game.by_key[spot].felt if spot in game.by_key else spot
            what = f"{dollars(cents)} on the {felt}" + ("" if worth == cents else f" makes a {game.largest_raise} that")
            return f"{what} is {_above(profile, most)} (R11){profile.source}"
    return None


def unlawful_game(game: str, name: str, profile: LegalProfile) -> str | None:
    """Why tables of a game may not be on a Multi-Game Link, if so (R35)."""
    if profile.link_games is None or game in profile.link_games:
        return None
    may = ", ".join(profile.link_games) or "no game"
    return f"{name} may not be on a Multi-Game Link; {profile.place} allows {may} there (R35){profile.source}"


def lawful_span(rules: RuleSet, spot: str, span: Range, law: Law) -> Range:
    """The limits of a spot, cut to the law in whole dollars; as they are where nothing would be left of them."""
    profile, least, most = law[rules.jurisdiction], span.minimum, span.maximum
    if profile.named_wagers is not None and any(named.key == spot for named in rules.named):
        least, most = max(least, profile.named_wagers.minimum), min(most, profile.named_wagers.maximum)
    if profile.largest_wager is not None:
        share = profile.largest_wager // (rules.game.largest_multiple if spot == rules.game.base else 1)
        most = most if most <= share else share - share % DOLLAR
    return Range(least, most) if least <= most else span


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
        or _unlawful_face_up(terms, profile)
        or _unlawful_link(terms, profile)
    )


def _above(profile: LegalProfile, most: Cents) -> str:
    return f"above {profile.place}'s legal limit of {dollars(most)} for a single wager"


def _unlawful_link(terms: Terms, profile: LegalProfile) -> str | None:
    stake, most, limits = terms.progressive_stake, profile.largest_wager, terms.limits
    if stake is None:
        return None
    if most is not None and stake > most:
        return (
            f"the Progressive of {dollars(stake)} is {_above(profile, most)} (R11); give the link another stake, or "
            f"take the table off it{profile.source}"
        )
    if limits is not None and limits.legal is not None and stake > limits.legal:
        return (
            f"the Progressive of {dollars(stake)} is above this table's legal limit of {dollars(limits.legal)} for a "
            "single wager (R11); a link with a smaller stake would fit"
        )
    if PROGRESSIVE in terms.tables and terms.table(PROGRESSIVE).cards == FIRST_FIVE:
        return unlawful_game(terms.rules.game.key, terms.rules.game.name, profile)
    return None


def _unlawful_face_up(terms: Terms, profile: LegalProfile) -> str | None:
    if not terms.face_up:
        return None
    game, games = terms.rules.game, profile.face_up_games
    if games is not None and game.key not in games:
        may = ", ".join(games) or "no game"
        return f"{game.name} may not be dealt face up; {profile.place} allows {may} (R17){profile.source}"
    if terms.spots > profile.face_up_spots:
        return (
            f"{terms.spots} open spots are too many for a face-up table; {profile.place} allows "
            f"{profile.face_up_spots}, whoever overrides what (R17){profile.source}"
        )
    return None


def _unlawful_fees(terms: Terms, profile: LegalProfile) -> str | None:
    fees = dict(profile.player_fees)
    if not fees:
        return None
    if terms.collection not in fees:
        numbers = " or ".join(str(schedule.value) for schedule in fees)
        return f"{profile.place}'s collection is taken by a schedule; want {numbers} (R32){profile.source}"
    fee = fees[terms.collection]
    if terms.flat_fee != fee:
        return (
            f"each player pays exactly {dollars(fee)} under schedule {terms.collection.value}, not "
            f"{dollars(terms.flat_fee)}; no other amount can be set (R32){profile.source}"
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
                f"from {band.words}, narrower at will, never wider (R32){profile.source}"
            )
    return None


def _unlawful_wagers(terms: Terms, limits: Limits, profile: LegalProfile) -> str | None:
    most, game = profile.largest_wager, terms.game
    if most is None:
        return None
    theirs = _above(profile, most)
    if limits.legal is not None and limits.legal > most:
        return (
            f"a legal limit of {dollars(limits.legal)} is above {profile.place}'s: no single wager passes "
            f"{dollars(most)}; a table may be narrower, never wider (R11){profile.source}"
        )
    for key, span in limits.spots.items():
        if span.maximum > most:
            felt = game.by_key[key].felt if key in game.by_key else key
            return f"{felt} up to {dollars(span.maximum)} is {theirs} (R11){profile.source}"
    base, largest = limits.of(game.base).maximum, game.largest_multiple
    if largest * base > most:
        felt = game.by_key[game.base].felt
        return (
            f"an {felt} of {dollars(base)} makes a {game.largest_raise} {theirs}; at most {dollars(most // largest)} "
            f"(R11){profile.source}"
        )
    return None
