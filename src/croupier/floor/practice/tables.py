"""Private tables with play chips: made in one click, or with everything that the rules leave to whoever makes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.choices.making import NoSuchChoice, chosen, customary
from croupier.floor.orders import Sit
from croupier.floor.people import People
from croupier.floor.practice.chips import PLAY_CHIPS
from croupier.floor.practice.company import COMPANY_SEATS, CompanyStrength
from croupier.floor.practice.guests import as_guest, enter, entrances, opened
from croupier.floor.practice.names import COMPANY, check_table_name, shown_name, table_name_of, word
from croupier.floor.practice.progressive import check_progressive, open_progressive
from croupier.floor.roles import PRACTICE_HOST, Person
from croupier.floor.room import Room
from croupier.floor.table import CoachMode, Settings
from croupier.money import dollars
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.terms import Terms
from croupier.values import replace

HOUSES_OWN: Final = frozenset(
    {
        *("approval", "bet_order", "cards", "colours", "dealt_by"),
        *("legal", "meter_order", "meter_order_approval", "settling_order"),
    }
)
"""Choices that make no difference with play chips, or that only a house can make."""
NO_APPROVAL_NEEDED: Final = "play chips, no approval needed"
"""What stands for the reference of an approval where cards are dealt face up for play chips (R17)."""
FRIENDS_CLOCK: Final = "30"
"""Seconds to decide in at a table with friends, unless its maker says otherwise: nobody waits for who has gone."""
_MOST_STAKED: Final = PLAY_CHIPS // 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What whoever makes a private table chooses. `company` left out is what the rules need: two where a player
    banks."""

    rules: RuleSet
    choices: Mapping[str, str]
    """Texts by choice, as `croupier.floor.choices` has them; `face_up` is on with any text."""
    company: tuple[CompanyStrength, ...] | None = None
    coach: CoachMode = CoachMode.EACH
    friends: bool = False
    """Whether a seat must be left for somebody else."""
    called: str = ""
    """What the table is called, where its maker says."""
    progressive: str = ""
    """The pay table of its progressive in play chips, where it has one."""

    @property
    def players(self) -> tuple[CompanyStrength, ...]:
        """Who keeps company: what was asked for, or what the rules need."""
        if self.company is not None:
            return self.company
        return (CompanyStrength.CAREFUL,) * 2 if self.rules.banked_by is BankedBy.PLAYER else ()


def practice_settings(making: Making) -> Settings:
    """The settings of a private table, checked like those of any other (R49)."""
    if making.called:
        check_table_name(making.called)
    if making.progressive:
        check_progressive(making.rules, making.progressive)
    texts = dict(making.choices)
    for key in sorted(texts.keys() & HOUSES_OWN):
        raise NoSuchChoice(key, making.rules)
    if texts.get("face_up"):
        texts["face_up"] = NO_APPROVAL_NEEDED
    settings = replace(chosen(customary(making.rules), texts), coach=making.coach)
    _check_stakes(settings.terms)
    _check_room(making, settings.terms)
    return settings


def _check_stakes(terms: Terms) -> None:
    assert terms.limits is not None, "a table has limits"
    span = terms.limits.of(terms.game.base)
    if span.minimum > _MOST_STAKED:
        felt = terms.game.by_key[terms.game.base].felt
        raise Refused(
            f"an {felt} from {dollars(span.minimum)} is too much for {dollars(PLAY_CHIPS)} in play chips; want at most "
            f"{dollars(_MOST_STAKED)} as the least"
        )


def _check_room(making: Making, terms: Terms) -> None:
    company, people = len(making.players), 2 if making.friends else 1
    if company + people > terms.spots:
        whom = "you and a friend" if making.friends else "you"
        raise Refused(
            f"{company} in company and {whom} need {company + people} seats, and {terms.spots} are open; want at most "
            f"{max(0, terms.spots - people)} in company"
        )


def open_practice(room: Room, people: People, rules: RuleSet | Making, who: Person, guest: Person | None = None) -> str:
    """Open a private table for somebody and sit them down, as this guest of theirs; the table's name."""
    making = Making(rules=rules, choices={}) if isinstance(rules, RuleSet) else rules
    settings = practice_settings(making)
    guest = guest or as_guest(people, room, who)
    called = making.called or table_name_of(shown_name(guest.name), friends=making.friends)
    settings = replace(settings, called=called)
    name = f"practice-{word()}"
    room.open_table(name, settings, PRACTICE_HOST, f"open/{name}")
    if making.progressive:
        open_progressive(room, name, making.progressive)
    opened(room, who, name, guest)
    room.do(name, Sit(1), guest, command=f"sit/{name}/1")
    for seat, called, strength in zip(COMPANY_SEATS, COMPANY, making.players, strict=False):
        one = enter(people, room, f"{called}.{strength.value}.{name.removeprefix('practice-')}")
        room.do(name, Sit(seat), one, command=f"sit/{name}/{seat}")
    return name


def practice_tables(room: Room, name: str) -> list[str]:
    """The private tables that somebody has opened, or was let in at."""
    return list(entrances(room.store, name))
