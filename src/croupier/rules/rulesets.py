"""Rule sets: the approved versions of a game, as immutable named values.

A table runs exactly one of them, and every record names it. What differs between them is data, not branches
elsewhere; which there are, each game says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules import paytables
from croupier.rules.deal import Procedure
from croupier.rules.game import Game
from croupier.rules.law import Jurisdiction
from croupier.rules.wagers import PROGRESSIVE, Range, Spot
from croupier.values import replace


class BankedBy(Enum):
    """Who stands against the players."""

    HOUSE = "the house"
    PLAYER = "a player-dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One approved version of a game."""

    game: Game
    name: str
    version: int = 1
    title: str
    source: str
    tables: Mapping[str, tuple[str, ...]]
    """The pay tables approved for each bet, the customary one first; a bet that is missing is not offered."""
    procedures: tuple[Procedure, ...]
    """The dealing procedures of R15a, the customary one first."""
    banked_by: BankedBy = BankedBy.HOUSE
    most_games: int | None
    """R8: how many games one player may be in; `None` where the document sets no limit."""
    meter_may_pay_fixed: bool = False
    """R37: whether the house may take fixed progressive pays off the meter instead of the tray."""
    face_up_allowed: bool = False
    jurisdiction: Jurisdiction
    """Under whose law it is played (R11, R32); `law` says what that allows."""
    limits: Mapping[str, Range] = field(default_factory=lambda: MappingProxyType({}))
    """Customary limits of spots that differ from the game's own."""
    unsaid_limits: Mapping[str, Range] = field(default_factory=lambda: MappingProxyType({}))
    """What a round in notation means that names no limits, where others were customary when such texts were first
    written."""
    assumed: tuple[str, ...] = ()
    """Bets whose customary pay table a settlement case means when it names none."""
    prints_edges: bool = True
    """Whether its document prints the house edges of its pay tables; California's does not."""
    notices: tuple[str, ...]
    """R27a: what the layout must say, besides the odds."""

    def __post_init__(self) -> None:
        # Rule sets share their mappings: whoever could write to one would change the approved game for the whole house.
        object.__setattr__(self, "tables", MappingProxyType(dict(self.tables)))
        object.__setattr__(self, "limits", MappingProxyType(dict(self.limits)))
        object.__setattr__(self, "unsaid_limits", MappingProxyType(dict(self.unsaid_limits)))

    @property
    def latest(self) -> RuleSet:
        """The version of this rule set by which rounds are opened today."""
        return next(rules for rules in self.game.rule_sets if rules.name == self.name)

    def offers(self, bet: str) -> bool:
        """Whether this rule set has the bet at all."""
        return bet in self.tables

    @property
    def named(self) -> tuple[Spot, ...]:
        """The wagers whose amounts a player names, within limits that the house chooses."""
        base = self.game.base
        return tuple(spot for spot in self.game.chosen if spot.limits and (spot.key == base or self.offers(spot.key)))

    def __hash__(self) -> int:
        return hash((self.name, self.version))


def washington(
    game: Game,
    *,
    source: str,
    tables: Mapping[str, tuple[str, ...]],
    notices: tuple[str, ...],
    version: int = 1,
    assumed: tuple[str, ...] = (),
) -> RuleSet:
    """The rule set of a game that Washington's card rooms deal as it is commonly published, on a Multi-Game Link or
    not."""
    return RuleSet(
        game=game,
        name=game.key,
        version=version,
        title="Washington, as commonly published",
        source=source,
        tables={**tables, PROGRESSIVE: ("MGL-01", "MGL-ML01", "MGL-ML03")},
        procedures=(Procedure.PACKET,),
        most_games=4,
        face_up_allowed=True,
        jurisdiction=Jurisdiction.WASHINGTON,
        assumed=assumed,
        notices=("Players are limited to wagering on four games.", *notices),
    )


def approved_paytable(rules: RuleSet, bet: str, name: str) -> paytables.Paytable:
    """The pay table of that name, if the rule set has it for that bet."""
    side_bet = rules.game.side_bet.get(bet)
    table = paytables.paytable(name, bet if side_bet is None else side_bet.kind)
    offered = rules.tables.get(bet, ())
    if name.startswith(paytables.OWN_TABLE) and offered:
        # An own table is like an approved one of the same kind: who offers none by the first five offers no such link.
        kinds = {paytables.paytable(one, bet).cards for one in offered}
        if table.cards not in kinds:
            raise Refused(f"{rules.name} has no progressive by the {table.cards} cards; it has {', '.join(offered)}")
    elif name not in offered:
        offer = f"it has {', '.join(offered)}" if offered else f"it has no {bet} bet"
        raise Refused(f"{rules.name} does not offer the {bet} pay table {name!r}; {offer}")
    return table if rules.prints_edges else replace(table, printed_edge=None, printed_hit_frequency=None)
