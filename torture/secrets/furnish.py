"""A room to be played in twice: people of every role, tables of every game, with links and random choices."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from croupier.floor.cage.cage import Cage
from croupier.floor.choices.notices import beats_house
from croupier.floor.links.control import Links
from croupier.floor.links.economics import preconfigured_levels
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import Sit
from croupier.floor.people import FIRST_START, People
from croupier.floor.practice import CompanyStrength, Making, as_guest, let_in, open_practice
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import CoachMode, DealtBy, Settings
from croupier.games import RULE_SETS
from croupier.rules.bank import Coverage
from croupier.rules.collection import Schedule
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import open_store
from croupier.web.friends.practice import side_over
from croupier.web.gate.key import signing_key

ADMIN: Final = Person("ada", Role.ADMIN)
STAFF: Final = tuple(
    Person(name, role)
    for name, role in (
        ("dora", Role.DEALER),
        ("sue", Role.SUPERVISOR),
        ("eve", Role.EXECUTIVE),
        ("max-a", Role.AUDITOR),
    )
)
BOSS: Final = STAFF[1]
PLAYERS: Final = tuple(f"player-{number}" for number in range(6))
STAKE: Final = 100
_CHIPS: Final = 5_000_000
_TABLES: Final = 10
_PRIVATE: Final = 3


def is_staff(name: str) -> bool:
    """Whether somebody works here."""
    return name in {one.name for one in (ADMIN, *STAFF)}


def furnish(url: str, seed: str) -> None:
    """Open a record and everything in it, ready for the first bets."""
    chance = Random(f"furnish {seed}")
    with open_store(url) as store:
        signing_key(store)
        room, people, cage = Room(store), People(store), Cage(store)
        people.register(ADMIN.name, ADMIN.role, None, FIRST_START, "first")
        for one in STAFF:
            people.register(one.name, one.role, None, ADMIN, f"register/{one.name}")
        cage.fund(100 * _CHIPS, BOSS, "fund")
        for name in PLAYERS:
            people.register(name, Role.PLAYER, None, BOSS, f"register/{name}")
            cage.buy_in(name, _CHIPS, BOSS, f"buy-in/{name}")
        links = Links(room)
        for number, rules in enumerate(_some(list(RULE_SETS.values()), chance)):
            _open(room, cage, links, f"T{number + 1}", rules, chance)
        practice = side_over(store.practice)
        for _ in range(_PRIVATE):
            _open_private(practice.room, practice.people, chance)


def _some(rules: list[RuleSet], chance: Random) -> list[RuleSet]:
    return chance.sample(rules, min(_TABLES, len(rules)))


def random_terms(rules: RuleSet, chance: Random) -> Terms:
    """Terms that a house may choose under a rule set, whichever."""
    chosen = {bet: chance.choice(offered) for bet, offered in rules.tables.items() if bet != PROGRESSIVE}
    choices: dict[str, object] = {"procedure": chance.choice(rules.procedures), "clock_s": chance.choice((None, 60))}
    if rules.face_up_allowed and chance.random() < 0.3:
        choices |= {"face_up_approval": "torture", "open_spots": chance.choice((2, 3, 6))}
    if rules.banked_by is BankedBy.PLAYER:
        choices |= {"coverage": chance.choice(list(Coverage)), "collection": chance.choice(list(Schedule))}
    made = terms(rules, chosen, **choices)
    # A number of spots at which the edge is the player's takes two people (R17); here one opens all tables.
    return replace(made, open_spots=3) if made.face_up and beats_house(made, made.spots) else made


def _open(room: Room, cage: Cage, links: Links, name: str, rules: RuleSet, chance: Random) -> None:
    made = Settings(
        terms=random_terms(rules, chance),
        dealt_by=chance.choice(list(DealtBy)),
        coach=chance.choice(list(CoachMode)),
    )
    room.open_table(name, made, ADMIN, f"open/{name}")
    cage.fill(name, _CHIPS, BOSS, f"fill/{name}")
    fitting = rules.tables.get(PROGRESSIVE, ())
    if fitting and chance.random() < 0.7:
        _join(links, chance.choice(fitting), name)
    least = 2 if made.terms.player_banked else 1
    sitting = chance.sample(PLAYERS, chance.randint(least, min(len(PLAYERS), made.terms.spots)))
    for seat, player in zip(sorted(chance.sample(range(1, 7), len(sitting))), sitting, strict=True):
        room.do(name, Sit(seat), Person(player, Role.PLAYER), command=f"sit/{name}/{player}")


def _join(links: Links, table: str, name: str) -> None:
    """Put a table on the link of a progressive pay table, which is opened for the first of them."""
    if table not in links.desk.names():
        terms = link_terms(table, STAKE, preconfigured_levels(table, STAKE))
        links.open(table, terms, BOSS, f"open/{table}", override="torture")
    links.join(table, name, BOSS, f"join/{name}")


def _open_private(room: Room, people: People, chance: Random) -> None:
    """A table for friends: whoever made it, one who came in by the link, perhaps company, and one who looks on."""
    rules = chance.choice(list(RULE_SETS.values()))
    strengths = (CompanyStrength.CAREFUL, CompanyStrength.BEGINNER)
    company = tuple(chance.choice(strengths) for _ in range(chance.randint(0, 1)))
    choices = {"face_up": "on"} if rules.face_up_allowed and chance.random() < 0.3 else {}
    making = Making(rules=rules, choices=choices, company=company, coach=chance.choice(list(CoachMode)), friends=True)
    maker = as_guest(people, room, None, "anna")
    name = open_practice(room, people, making, maker, maker)
    for called, seat in (("bert", True), ("carl", False)):
        guest = as_guest(people, room, None, called)
        let_in(room, guest, name, guest, seat=seat)
        if seat:
            room.do(name, Sit(room.table(name).free_seats[0]), guest, command=f"sit/{name}/{called}")
