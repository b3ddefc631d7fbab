"""What a legal profile says, as people type and read it (R55): its fields, each with its text, and what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.inputs import whole_number
from croupier.jackpot.terms import NAMED
from croupier.money import Cents, dollars, parse_dollars, plain_dollars
from croupier.rules.collection import Schedule
from croupier.rules.law import LAW, Jurisdiction, LegalProfile
from croupier.rules.seat import SEATS
from croupier.rules.wagers import Range
from croupier.values import replace

ALL: Final = "all"
NONE: Final = "none"


class BadLaw(Refused):
    """Part of a change of the law that cannot be. `field` says which."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


class LawField(NamedTuple):
    """One thing that a profile says: what it is, how it is typed, and how its text is read into a profile."""

    label: str
    about: str
    text: Callable[[LegalProfile], str]
    put: Callable[[LegalProfile, str], LegalProfile]


def _amount(text: str, what: str) -> Cents:
    cents = parse_dollars(text)
    if cents <= 0:
        raise Refused(f"{what} of {dollars(cents)} allows nothing; want a positive amount, such as 400")
    return cents


def _put_largest(profile: LegalProfile, text: str) -> LegalProfile:
    if text != NONE:
        return replace(profile, largest_wager=_amount(text, "a largest wager"))
    if LAW[Jurisdiction(profile.place)].largest_wager is not None:
        raise Refused(f"{profile.place} has a largest single wager (R11); want an amount, such as 400")
    return replace(profile, largest_wager=None)


def _put_named(profile: LegalProfile, text: str) -> LegalProfile:
    least, dash, most = (part.strip() for part in text.partition("-"))
    if not dash:
        raise Refused(f"not limits: {text!r}; want the least and the most in dollars, such as 5-50")
    span = Range(_amount(least, "a least wager"), _amount(most, "a largest wager"))
    if span.minimum > span.maximum:
        raise Refused(f"{span.words} leaves no wager; want the least first, such as 5-50")
    return replace(profile, named_wagers=span)


def _put_schedules(profile: LegalProfile, text: str) -> LegalProfile:
    try:
        schedules = sorted({Schedule(int(word)) for word in _words(text)}, key=lambda one: one.value)
    except ValueError:
        raise Refused(f"no schedules {text!r}; want 1, 2 or both, such as 1,2 (R32)") from None
    if not schedules:
        raise Refused("a collection is taken by a schedule; want 1, 2 or both, such as 1,2 (R32)")
    fee = profile.player_fee
    return replace(profile, player_fees=tuple((one, fee if one is Schedule.ONE else 0) for one in schedules))


def _put_fee(profile: LegalProfile, text: str) -> LegalProfile:
    fee, schedules = _amount(text, "a player's fee"), dict(profile.player_fees)
    if Schedule.ONE not in schedules:
        raise Refused("only schedule 1 takes a fee from players, and this profile does not allow it (R32)")
    return replace(profile, player_fees=tuple({**schedules, Schedule.ONE: fee}.items()))


def _put_spots(profile: LegalProfile, text: str) -> LegalProfile:
    spots = whole_number(text)
    if spots not in SEATS:
        raise Refused(f"{text!r} spots cannot be open face up; want 1 to {len(SEATS)} (R17)")
    return replace(profile, face_up_spots=spots)


def _put_face_up(profile: LegalProfile, text: str) -> LegalProfile:
    may = [
        key
        for key, game in GAMES.items()
        if any(rules.face_up_allowed and rules.jurisdiction.value == profile.place for rules in game.rule_sets)
    ]
    return replace(profile, face_up_games=_games(text, may, "is dealt face up here (R17)"))


def _put_link(profile: LegalProfile, text: str) -> LegalProfile:
    return replace(profile, link_games=_games(text, list(NAMED), "is named for a Multi-Game Link (R35)"))


def _games(text: str, may: list[str], what: str) -> tuple[str, ...] | None:
    if text == ALL:
        return None
    words = () if text == NONE else _words(text)
    for word in words:
        if word not in may:
            raise Refused(f"no game {word!r} {what}; want '{ALL}', '{NONE}', or some of {', '.join(may)}")
    return tuple(key for key in may if key in words)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _games_text(games: tuple[str, ...] | None) -> str:
    return ALL if games is None else ",".join(games) or NONE


def _schedules_text(profile: LegalProfile) -> str:
    return ",".join(str(schedule.value) for schedule, _ in profile.player_fees)


FIELDS: Final[Mapping[str, LawField]] = MappingProxyType(
    {
        "largest_wager": LawField(
            "Largest single wager",
            "in dollars; the largest raise, the Progressive and bets of the house's own included (R11)",
            lambda profile: NONE if profile.largest_wager is None else plain_dollars(profile.largest_wager),
            _put_largest,
        ),
        "named_wagers": LawField(
            "Wagers that a player names",
            "the least and the most in dollars, such as 5-50 (R32)",
            lambda profile: (
                NONE
                if profile.named_wagers is None
                else f"{plain_dollars(profile.named_wagers.minimum)}-{plain_dollars(profile.named_wagers.maximum)}"
            ),
            _put_named,
        ),
        "schedules": LawField("Schedules of the collection", "1, 2 or both (R32)", _schedules_text, _put_schedules),
        "player_fee": LawField(
            "Player's fee under schedule 1",
            "in dollars, the same for every player (R32)",
            lambda profile: plain_dollars(profile.player_fee),
            _put_fee,
        ),
        "face_up": LawField(
            "Games that may be dealt face up",
            "all, none, or keys of games with commas between (R17)",
            lambda profile: _games_text(profile.face_up_games),
            _put_face_up,
        ),
        "face_up_spots": LawField(
            "Most open spots face up",
            f"1 to {len(SEATS)}; a table's own number lies within it (R17)",
            lambda profile: str(profile.face_up_spots),
            _put_spots,
        ),
        "link_games": LawField(
            "Games that may join a Multi-Game Link",
            "all that are named for it, none, or some of them by key, with commas between (R35)",
            lambda profile: _games_text(profile.link_games),
            _put_link,
        ),
    }
)
"""Everything that a profile may say."""
SPOKEN_OF: Final[Mapping[Jurisdiction, tuple[str, ...]]] = MappingProxyType(
    {
        Jurisdiction.WASHINGTON: ("largest_wager", "face_up", "face_up_spots", "link_games"),
        Jurisdiction.CALIFORNIA: ("largest_wager", "named_wagers", "schedules", "player_fee"),
    }
)
"""What the law of each jurisdiction speaks of, in the order in which it is shown and read."""


def jurisdiction_of(text: str) -> Jurisdiction:
    """The jurisdiction of that name, however it is written."""
    for one in Jurisdiction:
        if one.value.lower() == text.strip().lower():
            return one
    raise Refused(f"no jurisdiction {text!r}; want {' or '.join(one.value for one in Jurisdiction)}")


def profile_texts(place: Jurisdiction, profile: LegalProfile) -> dict[str, str]:
    """What a profile says, as it is typed, by field."""
    return {key: FIELDS[key].text(profile) for key in SPOKEN_OF[place]}


def with_texts(place: Jurisdiction, profile: LegalProfile, texts: Mapping[str, str]) -> LegalProfile:
    """The profile with what was typed; refused in words where that cannot be."""
    for key in texts:
        if key not in SPOKEN_OF[place]:
            raise Refused(f"{place.value}'s profile does not say {key!r}; it says {', '.join(SPOKEN_OF[place])}")
    for key in SPOKEN_OF[place]:
        text = texts.get(key, "").strip().lower()
        if text and text != FIELDS[key].text(profile):
            try:
                profile = FIELDS[key].put(profile, text)
            except Refused as why:
                raise BadLaw(key, f"{FIELDS[key].label}: {why}") from None
    return profile


def wrong_profile(place: Jurisdiction, profile: LegalProfile) -> str | None:
    """What is wrong with a profile that nobody could have typed, if anything."""
    try:
        texts = profile_texts(place, profile)
        typed = LAW[place]
        for key, text in texts.items():
            if text != FIELDS[key].text(typed):
                typed = FIELDS[key].put(typed, text)
    except Refused as why:
        return str(why)
    return None if typed == profile else f"no profile of {place.value} says {profile}"
