"""The five rule sets, as immutable named values.

A table runs exactly one of them, and every record names it. What differs between them is data here, not
branches elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from croupier.errors import Refused
from croupier.money import DOLLAR, Cents
from croupier.rules import paytables
from croupier.rules.deal import Procedure
from croupier.rules.paytables import Bet


class NoSuchRules(Refused):
    """A name that no rule set has."""

    def __init__(self, name: object) -> None:
        super().__init__(f"no rule set {name!r}; there are {', '.join(RULE_SETS)}")
        self.name = name


class BankedBy(Enum):
    """Who stands against the players."""

    HOUSE = "the house"
    PLAYER = "a player-dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One approved version of the game."""

    name: str
    version: int = 1
    title: str
    source: str
    tables: Mapping[Bet, tuple[str, ...]]
    """The pay tables approved for each bet, the customary one first; a bet that is missing is not offered."""
    procedures: tuple[Procedure, ...]
    """The dealing procedures of R15a, the customary one first."""
    banked_by: BankedBy = BankedBy.HOUSE
    most_games: int | None
    """R8: how many games one player may be in; `None` where the document sets no limit."""
    meter_may_pay_fixed: bool = False
    """R37: whether the house may take fixed progressive pays off the meter instead of the tray."""
    face_up_allowed: bool = False
    legal_limit: Cents | None
    """R11: the most that may lie on any one wager, the 4x Play included."""
    notices: tuple[str, ...]
    """R27a: what the layout must say, besides the odds."""

    def offers(self, bet: Bet) -> bool:
        """Whether this rule set has the bet at all."""
        return bet in self.tables

    def __hash__(self) -> int:
        return hash((self.name, self.version))


_BASE = {Bet.BLIND: ("BLIND",), Bet.TRIPS: ("UTH-02", "UTH-01", "UTH-03", "UTH-04")}
_BONUS = {
    **_BASE,
    Bet.BAD_BEAT: ("BBB-01", "BBB-02", "BBB-03"),
    Bet.PAIRS: ("UPB-1", "UPB-2", "UPB-3", "UPB-4", "UPB-5", "UPB-6"),
}
_SAME_GAME = {**_BONUS, Bet.PROGRESSIVE: ("UTH-P01",)}
_MULTI_GAME = {**_BONUS, Bet.PROGRESSIVE: ("UTH-P01", "MGL-01", "MGL-ML01", "MGL-ML03")}

_FOUR_GAMES = "Players are limited to wagering on four games."
_ANTE_PUSHES = "Ante pushes if dealer has less than a pair."
_WASHINGTON_LIMIT = 400 * DOLLAR

WA_BASE = RuleSet(
    name="wa-base",
    title="Washington, base game",
    source="S4",
    tables=MappingProxyType(_BASE),
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    legal_limit=_WASHINGTON_LIMIT,
    notices=(_FOUR_GAMES,),
)

WA_2014 = RuleSet(
    name="wa-2014",
    title="Washington 2014",
    source="S1",
    tables=MappingProxyType(_SAME_GAME),
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    meter_may_pay_fixed=True,
    legal_limit=_WASHINGTON_LIMIT,
    notices=(_FOUR_GAMES,),
)

WA_2018 = RuleSet(
    name="wa-2018",
    title="Washington 2018 and 2020",
    source="S2",
    tables=MappingProxyType(_MULTI_GAME),
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    face_up_allowed=True,
    legal_limit=_WASHINGTON_LIMIT,
    notices=(_FOUR_GAMES, _ANTE_PUSHES),
)

WA_LNW = RuleSet(
    name="wa-lnw",
    title="Washington, newest",
    source="S0",
    tables=MappingProxyType(_MULTI_GAME),
    procedures=(Procedure.HAND_HELD, Procedure.PACKET, Procedure.SHOE),
    most_games=None,
    face_up_allowed=True,
    legal_limit=_WASHINGTON_LIMIT,
    notices=(),
)

CA = RuleSet(
    name="ca",
    title="California, player-dealer banked",
    source="S3",
    tables=MappingProxyType({Bet.BLIND: ("BLIND",), Bet.TRIPS: ("UTH-02",)}),
    procedures=(Procedure.SHUFFLER, Procedure.SHOE),
    banked_by=BankedBy.PLAYER,
    most_games=None,
    legal_limit=None,
    notices=("Player-dealer only plays with a pair or higher.",),
)

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (WA_BASE, WA_2014, WA_2018, WA_LNW, CA)}
)


def ruleset(name: object) -> RuleSet:
    """The rule set of that name."""
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise NoSuchRules(name)
    return rules


def approved_paytable(rules: RuleSet, bet: Bet, name: str) -> paytables.Paytable:
    """The pay table of that name, if the rule set has it for that bet."""
    table = paytables.paytable(name, bet)
    offered = rules.tables.get(bet, ())
    if name not in offered:
        offer = f"it has {', '.join(offered)}" if offered else f"it has no {bet.value} bet"
        raise Refused(f"{rules.name} does not offer the {bet.value} pay table {name!r}; {offer}")
    return table
