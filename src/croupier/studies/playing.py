"""How somebody plays: the game, its pay table, the strategy, and what lies on the side; as a form and as options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS, UTH
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, paytable
from croupier.studies.asked import Choice, Field, Given, Progress, game_option, options

if TYPE_CHECKING:
    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.games.solve import Playable, Way
    from croupier.lab.uth.decisions import Decisions
    from croupier.strategy.readable import Readable

OPTIMAL = "optimal"
_SIDES: Mapping[str, str] = {"trips": TRIPS, "bad_beat": BAD_BEAT, "pairs": PAIRS}


def strategies(game: Game) -> dict[str, str]:
    """The readable strategies of a game, by name, with their titles."""
    if game is UTH:
        from croupier.strategy.readable import STRATEGIES

        return {name: one.title for name, one in STRATEGIES.items()}
    from croupier.strategy.games.readable import strategies_of

    return {name: one.title for name, one in strategies_of(game).items()}


def playing_fields(game: Game, sides: tuple[str, ...] = ("trips", "bad_beat", "pairs")) -> list[Field]:
    """The fields of a form that say how somebody plays."""
    ways = (Choice(OPTIMAL, "The best play"), *(Choice(name, title) for name, title in strategies(game).items()))
    fields = [Field("strategy", "Strategy", OPTIMAL, "choice", ways)]
    (bet,) = game.base_tables
    tables = tuple(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables[bet]))
    if len(tables) > 1:
        fields.append(Field("table", "Pay table", tables[0], "choice", tuple(Choice(one, one) for one in tables)))
    if game is UTH:
        for key in sides:
            there = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(_SIDES[key], ()))
            offered = (Choice("", "not bet"), *(Choice(name, name) for name in there))
            fields.append(Field(key, game.by_key[_SIDES[key]].felt, "", "choice", offered))
        if sides:
            fields.append(Field("side_stake", "Antes on each side bet", "1", "number"))
    return fields


@dataclass(frozen=True, slots=True)
class Playing:
    """A way to play with what lies on the side. Tables are approved ones, by name; `table` of the base bets."""

    game: Game
    strategy: str = OPTIMAL
    table: str = ""
    sides: Mapping[str, str] | None = None
    stake: int = 1

    @property
    def options(self) -> tuple[str, ...]:
        """The same at a terminal."""
        stake = "" if self.stake == 1 else f"={self.stake}"
        sides = {key: f"{name}{stake}" for key, name in (self.sides or {}).items()}
        given = {
            "game": game_option(self.game),
            "strategy": None if self.strategy == OPTIMAL else self.strategy,
            "paytable": self.table or None,
        }
        return options(**given, **sides)

    @property
    def words(self) -> str:
        """The way to play, for a sentence."""
        return "the best play" if self.strategy == OPTIMAL else f"“{strategies(self.game)[self.strategy]}”"

    def side_stakes(self) -> list[SideStake]:
        """The side bets."""
        from croupier.lab.bets.stakes import SideStake

        return [SideStake(paytable(name, _SIDES[key]), self.stake) for key, name in (self.sides or {}).items()]

    def designs(self) -> dict[str, Paytable] | None:
        """The base game's pay table, where it is not the usual one."""
        (bet,) = self.game.base_tables
        return {bet: paytable(self.table, bet)} if self.table else None

    def decisions(self, progress: Progress) -> Decisions:
        """How Ultimate Texas Hold'em is decided everywhere."""
        return decisions_by(self.strategy, None, progress)

    def way(self) -> tuple[Playable, Way]:
        """One of the six other games, and how it is played."""
        return way_by(self.game, self.strategy, self.designs())


def playing_of(game: Game, given: Given) -> Playing:
    """How somebody plays, as the form says it."""
    there = {field.key for field in given.fields}
    sides = {key: name for key in _SIDES if key in there and (name := given.text(key))}
    if "bad_beat" in sides and "trips" not in sides:
        from croupier.studies.asked import BadQuestion

        raise BadQuestion("trips", "Bad Beat needs Ante, Blind and Trips (R7); choose a Trips table too")
    first = next((field.value for field in given.fields if field.key == "table"), "")
    table = given.text("table") if "table" in there else ""
    stake = given.whole("side_stake", 1, 100) if "side_stake" in there and sides else 1
    return Playing(game, given.text("strategy"), "" if table == first else table, sides, stake)


def decisions_by(strategy: str | Readable, blind: Paytable | None, progress: Progress) -> Decisions:
    """How a strategy of Ultimate Texas Hold'em decides everywhere: the best with that Blind, or a readable one."""
    if strategy == OPTIMAL:
        from croupier.lab.known import solved

        return solved(blind, progress).decisions
    from croupier.strategy.decide import decisions
    from croupier.strategy.readable import readable

    return decisions(readable(strategy) if isinstance(strategy, str) else strategy)


def way_by(game: Game, strategy: str, designs: Mapping[str, Paytable] | None) -> tuple[Playable, Way]:
    """One of the six other games with its pay tables, and how a strategy of that name plays it."""
    from croupier.lab.games.solve import playable
    from croupier.strategy.games.readable import NoSuchStrategy, readable
    from croupier.strategy.games.strategy import way_of

    made = playable(game, designs)
    if strategy == OPTIMAL:
        return made, made.best()
    try:
        return made, way_of(readable(game, strategy), made)
    except NoSuchStrategy as unknown:
        raise Refused(f"{unknown}, and {OPTIMAL}") from None
