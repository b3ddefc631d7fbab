"""Who is in the demonstration, and at which tables: the people whom a visitor can be, and those who play by
themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from croupier.floor.choices.settings import DealtBy, Settings
from croupier.floor.links.terms import link_terms
from croupier.floor.practice import CompanyStrength
from croupier.floor.roles import Person, Role
from croupier.games import ruleset
from croupier.jackpot.terms import LevelTerms, LinkTerms
from croupier.money import DOLLAR, Cents
from croupier.rules.deal import CardsFrom
from croupier.rules.terms import terms

PIN: Final = "2468"
"""The PIN of those who sign beside somebody; it is printed on the page of the demonstration."""

VISITORS: Final = tuple(
    Person(name, role)
    for name, role in (
        ("pat", Role.PLAYER),
        ("dora", Role.DEALER),
        ("sam", Role.SUPERVISOR),
        ("eve", Role.EXECUTIVE),
        ("carl", Role.CASHIER),
        ("vic", Role.SURVEILLANCE),
        ("amy", Role.AUDITOR),
        ("adam", Role.ADMIN),
    )
)
"""Whom a visitor can be: one of each role. None of them does anything by themselves once the doors are open."""
BY_ROLE: Final[Mapping[Role, Person]] = MappingProxyType({who.role: who for who in VISITORS})
DEALER: Final = Person("dan", Role.DEALER)
"""Deals where a person deals, until somebody takes a table over."""
SUPERVISOR: Final = Person("sid", Role.SUPERVISOR)
"""Comes where nobody else has."""
STAFF: Final = (*(who for who in VISITORS if who.role is not Role.PLAYER), DEALER, SUPERVISOR)

LINK: Final = "Evergreen"
FELT_TABLE: Final = "T3"
"""Where the cards are real, and a dealer enters them."""
KEYPAD_TABLE: Final = "T6"
"""Where a visitor deals."""
HELD_TABLE: Final = "T5"
"""Whose approval has run out."""
VOIDED_TABLE: Final = "T1"
"""Where a round was disputed, and declared void."""
SHORT_TABLE: Final = "T2"
"""Whose tray was counted short."""
FACE_UP_TABLE: Final = "T4"
LOOKS: Final = "lou"
"""Plays at the face-up table by what the others hold."""
WINNER: Final = "ida"
"""Who is dealt the jackpot at the table with real cards."""
APPROVAL: Final = "DEMO 1"
ENDED_APPROVAL: Final = "DEMO 2"
PURSE: Final[Cents] = 2_000 * DOLLAR
TRAY: Final[Cents] = 20_000 * DOLLAR
FUND: Final[Cents] = 500_000 * DOLLAR
LOW_TRAY: Final[Cents] = 5_000 * DOLLAR


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTable:
    """A table of the demonstration: who sits where, how much its tray was given, and how many rounds a shift has."""

    settings: Settings
    seats: Mapping[int, str]
    linked: bool = True
    tray: Cents = TRAY
    rounds: int = 12

    def strength(self, player: str) -> CompanyStrength:
        """How well somebody here plays: every third is a beginner."""
        return CompanyStrength.BEGINNER if list(self.seats.values()).index(player) % 3 == 2 else CompanyStrength.CAREFUL


def _settings(
    rules: str, *, dealt_by: DealtBy = DealtBy.MACHINE, approval: str = APPROVAL, **choices: object
) -> Settings:
    return Settings(terms=terms(ruleset(rules), **choices), dealt_by=dealt_by, approval=approval)  # type: ignore[arg-type]


def demo_tables() -> dict[str, DemoTable]:
    """The tables, by name."""
    return {
        VOIDED_TABLE: DemoTable(
            settings=_settings("wa-2018", clock_s=30), seats={2: "ann", 3: "bob", 4: "cal", 5: "dee"}
        ),
        SHORT_TABLE: DemoTable(settings=_settings("three-card", clock_s=30), seats={2: "eli", 4: "fay", 6: "gus"}),
        FELT_TABLE: DemoTable(
            settings=_settings("wa-2018", dealt_by=DealtBy.PERSON, cards_from=CardsFrom.FELT),
            seats={2: "hal", 3: WINNER, 5: "jon"},
            rounds=6,
        ),
        FACE_UP_TABLE: DemoTable(
            settings=_settings("wa-2018", clock_s=30, face_up_approval=APPROVAL, open_spots=6),
            seats={1: "kim", 2: LOOKS, 3: "mia", 4: "ned", 5: "oli", 6: "peg"},
            linked=False,
            rounds=24,
        ),
        HELD_TABLE: DemoTable(
            settings=_settings("caribbean", clock_s=30, approval=ENDED_APPROVAL),
            seats={1: "quin", 3: "ray", 5: "sal"},
        ),
        KEYPAD_TABLE: DemoTable(
            settings=_settings("wa-2018", dealt_by=DealtBy.PERSON),
            seats={2: "tom", 3: "una", 5: "val"},
            tray=TRAY // 2,  # low, once its players have bought their chips
            rounds=6,
        ),
    }


def demo_link() -> LinkTerms:
    """The link: three levels; above its second one an executive signs."""
    levels = (("mega", 600, 60, 50_000), ("major", 500, 50, 5_000), ("minor", 800, 80, 1_500))
    return link_terms(
        "MGL-ML03",
        5 * DOLLAR,
        tuple(
            LevelTerms(name=name, rate_bp=rate_bp, reserve_bp=reserve_bp, seed=seed * DOLLAR)
            for name, rate_bp, reserve_bp, seed in levels
        ),
        executive_above=20_000 * DOLLAR,
        approval=APPROVAL,
    )
