"""The terms of a link: its stake, its levels, the lines that come off a meter, and which keypad its tables have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from croupier.errors import Refused
from croupier.jackpot.advice import Advice, LevelPlan, warnings
from croupier.jackpot.meter import BASIS_POINTS, Fixed, Percentage
from croupier.money import Cents, dollars

NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "caribbean": "Caribbean Stud",
        "crazy-four": "Crazy 4 Poker",
        "dj-wild": "DJ Wild Stud Poker",
        "four-card": "Four Card Poker",
        "flushes-gone-wild": "Flushes Gone Wild",
        "let-it-ride": "Let It Ride",
        "mississippi": "Mississippi Stud",
        "holdem-bonus": "Texas Hold'em Bonus",
        "three-card": "Three Card Poker",
        "uth": "Ultimate Texas Hold'em",
    }
)
"""The games that may join a Multi-Game Link (R35), by the key that a table says; in the words of the 2018 approval."""

SHARED_CARDS: Final[Mapping[str, int]] = MappingProxyType(
    {"holdem-bonus": 3, "let-it-ride": 2, "mississippi": 3, "three-card": 2, "uth": 3}
)
"""How many of the five cards that count on a Multi-Game Link lie there for every seat: on the board, or the dealer's.
In the games that are not here all five are the seat's own."""


class BadLink(Refused):
    """A link that cannot be set up like that."""


class LinkKind(Enum):
    """Which tables may be on a link."""

    SAME_GAME = "same-game"
    MULTI_GAME = "multi-game"


class Flow(Enum):
    """How a win is claimed: with keys (R44) or with seats and cards (R45)."""

    KEYED = "keyed"
    CARD = "card"


class ConfirmingCard(Enum):
    """Whose card it takes to confirm a win of a level (R45)."""

    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTerms:
    """One level as it is set up; rates are basis points of the wager (R41).

    `preconfigured_bp` and `preconfigured_seed` are what came with the system for this level when its link was opened or
    last changed, and what R42 measures it by; a link of before they were kept has none. `maximum` is the posted one:
    what a meter that stands there would still earn goes to its reserve. `card` is the least that confirms a win,
    whatever its amount (R45).
    """

    name: str
    rate_bp: int
    reserve_bp: int = 0
    seed: Cents = 0
    maximum: Cents | None = None
    preconfigured_bp: int | None = None
    preconfigured_seed: Cents | None = None
    card: ConfirmingCard = ConfirmingCard.SUPERVISOR


@dataclass(frozen=True, slots=True)
class LinePay:
    """What a hand button draws from which level."""

    line: str
    level: str
    pay: Percentage | Fixed


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTerms:
    """Everything that the house chooses for a link.

    `lines` are the hands that a meter pays; all others are the tray's business and need no button.
    `executive_above` is the amount above which a Supervisor's card is not enough (R45). `largest_fixed` is
    the largest fixed award of the pay table, wherever it is paid from; advice looks at it (R42). `games` are those
    that may join a Multi-Game Link; one that was opened before the record kept them has none, and took any.
    `approval` is the reference of the approved internal controls, empty where none is on record (R50).
    `play_chips` says that it is a private table's own, fed and paid in play chips: what the house gives is lent like
    those, and nobody is called to a win.
    """

    stake: Cents
    levels: tuple[LevelTerms, ...]
    lines: tuple[LinePay, ...]
    kind: LinkKind = LinkKind.SAME_GAME
    games: tuple[str, ...] = ()
    flow: Flow = Flow.KEYED
    game: str
    paytable: str = ""
    executive_above: Cents | None = None
    all_pays_off_meter: bool = False
    largest_fixed: Cents = 0
    approval: str = ""
    play_chips: bool = False

    def pay(self, line: str) -> LinePay | None:
        """The line of that name, if a meter pays it."""
        return next((pay for pay in self.lines if pay.line == line), None)

    def level(self, name: str) -> LevelTerms:
        """The level of that name."""
        for level in self.levels:
            if level.name == name:
                return level
        raise NoSuchLevel(name, tuple(level.name for level in self.levels))


class NoSuchLevel(Refused):
    """A level that the link does not have."""

    def __init__(self, name: str, levels: tuple[str, ...]) -> None:
        super().__init__(f"no level {name!r} on this link; it has {', '.join(levels)}")


def check_terms(terms: LinkTerms) -> None:
    """Refuse terms that no link can have."""
    if terms.stake <= 0:
        raise BadLink(f"a stake of {dollars(terms.stake)} is no wager; want a fixed amount, such as $1 or $5")
    names = [level.name for level in terms.levels]
    if not names or len(set(names)) != len(names):
        raise BadLink("a link has one level or several, each with a name of its own")
    for level in terms.levels:
        _check_level(level)
    total = sum(level.rate_bp + level.reserve_bp for level in terms.levels)
    if total > BASIS_POINTS:
        raise BadLink(f"the levels take {total / 100:g} % of each wager together; want at most 100 %")
    if not terms.lines:
        raise BadLink("no line comes off a meter; want a pay table with at least one percentage pay")
    for line in terms.lines:
        terms.level(line.level)
    if terms.kind is LinkKind.MULTI_GAME and terms.flow is not Flow.CARD:
        raise BadLink("a Multi-Game Link works with cards only (R45); choose the card flow")
    if terms.flow is Flow.KEYED and any(level.card is ConfirmingCard.EXECUTIVE for level in terms.levels):
        raise BadLink("the keyed flow has a key and no cards (R44); choose the card flow for an Executive card")
    if terms.executive_above is not None and terms.executive_above < 0:
        raise BadLink("the amount above which an Executive card is needed cannot be negative")


def _check_level(level: LevelTerms) -> None:
    if not level.name.isascii() or not level.name.isidentifier():
        raise BadLink(f"not a name for a level: {level.name!r}; want a word, such as 'main' or 'mega'")
    if min(level.rate_bp, level.reserve_bp, level.seed) < 0:
        raise BadLink(f"{level.name}: rates and seed cannot be negative")
    if min(level.preconfigured_bp or 0, level.preconfigured_seed or 0) < 0:
        raise BadLink(f"{level.name}: what was preconfigured cannot be negative")
    if level.maximum is not None and level.maximum < max(1, level.seed):
        raise BadLink(f"{level.name}: a maximum of {dollars(level.maximum)} is below the seed; want at least that")


def check_stake(terms: LinkTerms, largest: Cents | None) -> None:
    """Refuse a stake above the most that the law allows for a single wager (R11), where that is asked."""
    if largest is not None and terms.stake > largest:
        raise BadLink(
            f"a stake of {dollars(terms.stake)} is above the legal limit of {dollars(largest)} for a single wager; "
            "give the link a stake of that or less (R11)"
        )


def check_game(terms: LinkTerms, table: str, game: str) -> None:
    """Refuse a table whose game may not be on a Multi-Game Link of these terms (R35)."""
    if terms.games and game not in terms.games:
        may = ", ".join(NAMED.get(key, key) for key in terms.games)
        raise BadLink(f"table {table} plays {game}, which may not be on a Multi-Game Link; only these may: {may}")


def advice(terms: LinkTerms) -> tuple[Advice, ...]:
    """Everything that R42 warns about in these terms."""
    return tuple(
        warning
        for level in terms.levels
        for warning in warnings(
            LevelPlan(
                level=level.name,
                contribution_bp=level.rate_bp,
                reserve_bp=level.reserve_bp,
                seed=level.seed,
                all_pays_off_meter=terms.all_pays_off_meter,
                preconfigured_bp=level.preconfigured_bp,
                preconfigured_seed=level.preconfigured_seed,
                largest_fixed=terms.largest_fixed,
            )
        )
    )
