"""How somebody plays: the game, its pay table, the strategy, and what lies on the side; as a form and as options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS, UTH
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, paytable
from croupier.strategy.language.published import published
from croupier.strategy.language.strategy import Strategy
from croupier.studies.question import BadQuestion, Choice, Field, Given, Progress, game_option, options

if TYPE_CHECKING:
    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.uth.decisions import Decisions
    from croupier.strategy.pricing.ground import Ground

OPTIMAL = "optimal"
SIDES = (TRIPS, BAD_BEAT, PAIRS)
"""The side bets that are played along, in Ultimate Texas Hold'em."""


def strategy_named(game: Game, name: str) -> Strategy | None:
    """The strategy of that name; none for the best play."""
    there = published(game.key)
    if name != OPTIMAL and name not in there:
        raise Refused(f"no strategy {name!r} for {game.name}; there are {', '.join(there)}, and {OPTIMAL}")
    return there.get(name)


def playing_fields(game: Game, sides: tuple[str, ...] = SIDES) -> list[Field]:
    """The fields of a form that say how somebody plays."""
    ways = (Choice(OPTIMAL, "The best play"), *(Choice(name, one.title) for name, one in published(game.key).items()))
    fields = [Field("strategy", "Strategy", OPTIMAL, "choice", ways)]
    tables = _tables(game)
    if len(tables) > 1:
        fields.append(Field("table", "Pay table", tables[0], "choice", tuple(Choice(one, one) for one in tables)))
    if game is UTH:
        for key in sides:
            there = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(key, ()))
            offered = (Choice("", "not bet"), *(Choice(name, name) for name in there))
            fields.append(Field(key, game.by_key[key].felt, "", "choice", offered))
        if sides:
            fields.append(Field("side_stake", "Antes on each side bet", "1", "number"))
    return fields


def _tables(game: Game) -> tuple[str, ...]:
    """The pay tables that one may choose among: those of the base bets, where these have one kind."""
    if len(game.base_tables) != 1:
        return ()
    (bet,) = game.base_tables
    return tuple(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables[bet]))


@dataclass(frozen=True, slots=True)
class Playing:
    """A way to play with what lies on the side.

    strategy  a written one; none for the best play
    table     the base bets' pay table, where it is not the usual one
    on_fold   whether a folded Bad Beat stays in action (R24)
    """

    game: Game
    strategy: Strategy | None = None
    table: Paytable | None = None
    sides: tuple[SideStake, ...] = ()
    on_fold: bool = True

    @property
    def name(self) -> str:
        """The strategy's name."""
        return OPTIMAL if self.strategy is None else self.strategy.name

    @property
    def words(self) -> str:
        """The way to play, for a sentence."""
        return "the best play" if self.strategy is None else f"“{self.strategy.title}”"

    @property
    def options(self) -> tuple[str, ...]:
        """The same at a terminal."""
        sides = {side.table.bet: f"{side.table.name}{'' if side.stake == 1 else f'={side.stake}'}"
                 for side in self.sides}  # fmt: skip
        strategy = None if self.strategy is None else self.strategy.name
        table = None if self.table is None else self.table.name
        return options(game=game_option(self.game), strategy=strategy, paytable=table, **sides)

    @property
    def designs(self) -> Mapping[str, Paytable] | None:
        """The base bets' pay table, by its bet."""
        return None if self.table is None else {self.table.bet: self.table}

    def decisions(self, progress: Progress) -> Decisions:
        """How Ultimate Texas Hold'em is decided everywhere."""
        if self.strategy is None:
            from croupier.lab.solution_cache import solved

            return solved(self.table, progress).decisions
        return cast("Decisions", self.way()[1])

    def way(self) -> tuple[Ground, Any]:
        """The game ready to be played, and what the strategy does everywhere in it."""
        from croupier.strategy.pricing.ground import choices_of
        from croupier.strategy.pricing.price import ground_of

        assert self.strategy is not None, "the best play is the solver's"
        ground = ground_of(self.game, self.designs)
        return ground, ground.way(choices_of(ground, self.strategy))


def playing_of(game: Game, given: Given) -> Playing:
    """How somebody plays, as the form says it."""
    there = {field.key: field.value for field in given.fields}
    chosen = {key: name for key in SIDES if key in there and (name := given.text(key))}
    if BAD_BEAT in chosen and TRIPS not in chosen:
        raise BadQuestion("trips", "Bad Beat needs Ante, Blind and Trips (R7); choose a Trips table too")
    sides: tuple[SideStake, ...] = ()
    if chosen:
        from croupier.lab.bets.stakes import SideStake

        stake = given.whole("side_stake", 1, 100)
        sides = tuple(SideStake(paytable(name, bet), stake) for bet, name in chosen.items())
    named = given.text("table") if "table" in there else ""
    table = paytable(named, next(iter(game.base_tables))) if named and named != there["table"] else None
    return Playing(game, published(game.key).get(given.text("strategy")), table, sides)
