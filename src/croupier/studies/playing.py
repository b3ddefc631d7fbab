"""How somebody plays: game, pay table, strategy and side bets; as fields of a form and as command-line options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, TRIPS
from croupier.lab.capabilities import bets_along
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.strategy.language.published import published
from croupier.strategy.language.strategy import Strategy
from croupier.studies.question import BadQuestion, FieldChoice, FormField, FormValues, game_option, options

if TYPE_CHECKING:
    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.uth.decisions import Decisions
    from croupier.strategy.pricing.model import PricingModel

OPTIMAL = "optimal"
VARIANT_FILE = "mine.toml"


def strategy_named(game: Game, name: str) -> Strategy | None:
    """The strategy of that name; none for the best play."""
    there = published(game.key)
    if name != OPTIMAL and name not in there:
        raise Refused(f"no strategy {name!r} for {game.name}; there are {', '.join(there)}, and {OPTIMAL}")
    return there.get(name)


def playing_fields(game: Game, without: tuple[str, ...] = ()) -> list[FormField]:
    """The fields of a form that say how somebody plays, with every side bet but those `without`."""
    ways = (
        FieldChoice(OPTIMAL, "The best play"),
        *(FieldChoice(name, one.title) for name, one in published(game.key).items()),
    )
    fields = [FormField("strategy", "Strategy", OPTIMAL, "choice", ways)]
    tables = _tables(game)
    if len(tables) > 1:
        fields.append(
            FormField("table", "Pay table", tables[0], "choice", tuple(FieldChoice(one, one) for one in tables))
        )
    sides = [key for key in bets_along(game) if key not in without]
    for key in sides:
        there = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(key, ()))
        offered = (FieldChoice("", "not bet"), *(FieldChoice(name, name) for name in there))
        fields.append(FormField(key, game.by_key[key].felt, "", "choice", offered))
    if sides:
        fields.append(FormField("side_stake", "Antes on each side bet", "1", "number"))
    return fields


def _tables(game: Game) -> tuple[str, ...]:
    """The pay tables that one may choose among: those of the base bets, where these have one kind."""
    if len(game.base_tables) != 1:
        return ()
    (bet,) = game.base_tables
    return tuple(dict.fromkeys(name for rules in game.rule_sets for name in rules.tables[bet]))


@dataclass(frozen=True, slots=True)
class Playing:
    """A way to play, with its side bets.

    strategy  a written one; none for the best play
    table     the base bets' pay table, where it is not the usual one
    on_fold   whether a folded Bad Beat stays in action (R24)
    variant   rules of one's own, which are played best, without side bets
    """

    game: Game
    strategy: Strategy | None = None
    table: Paytable | None = None
    sides: tuple[SideStake, ...] = ()
    on_fold: bool = True
    variant: Variant | None = None

    def __post_init__(self) -> None:
        if self.variant is not None and (self.strategy is not None or self.table is not None or self.sides):
            raise Refused(
                "rules of one's own are played best here, by their own pay tables and without side bets; with a "
                "variant want no strategy, pay table or side bet"
            )

    @property
    def name(self) -> str:
        """The strategy's name."""
        return OPTIMAL if self.strategy is None else self.strategy.name

    @property
    def words(self) -> str:
        """The way to play, for a sentence."""
        rules = "" if self.variant is None else f" of “{self.variant.name}”"
        return f"the best play{rules}" if self.strategy is None else f"“{self.strategy.title}”"

    @property
    def options(self) -> tuple[str, ...]:
        """The options of a command that say the same."""
        sides = {side.table.bet: f"{side.table.name}{'' if side.stake == 1 else f'={side.stake}'}"
                 for side in self.sides}  # fmt: skip
        strategy = None if self.strategy is None else self.strategy.name
        table = None if self.table is None else self.table.name
        if self.variant is not None:
            return options(variant=VARIANT_FILE)
        return options(game=game_option(self.game), strategy=strategy, paytable=table, **sides)

    @property
    def files(self) -> Mapping[str, str]:
        """The files that those options name."""
        return {} if self.variant is None else {VARIANT_FILE: variant_text(self.variant)}

    @property
    def designs(self) -> Mapping[str, Paytable] | None:
        """The base bets' pay table, by its bet."""
        return None if self.table is None else {self.table.bet: self.table}

    def decisions(self, progress: Progress) -> Decisions:
        """How Ultimate Texas Hold'em is decided everywhere."""
        if self.strategy is None:
            from croupier.lab.solution_cache import cached_solution

            return cached_solution(self.table, progress).decisions
        return cast("Decisions", self.way()[1])

    def way(self) -> tuple[PricingModel, Any]:
        """The game ready to be played, and what the strategy does everywhere in it."""
        from croupier.strategy.pricing.model import choices_of
        from croupier.strategy.pricing.price import pricing_model_of

        assert self.strategy is not None, "the best play is the solver's"
        model = pricing_model_of(self.game, self.designs)
        return model, model.way(choices_of(model, self.strategy))


def playing_of(game: Game, form: FormValues) -> Playing:
    """How somebody plays, as the form says it."""
    there = {field.key: field.value for field in form.fields}
    chosen = {key: name for key in bets_along(game) if key in there and (name := form.text(key))}
    if BAD_BEAT in chosen and TRIPS not in chosen:
        raise BadQuestion("trips", "Bad Beat needs Ante, Blind and Trips (R7); choose a Trips table too")
    sides: tuple[SideStake, ...] = ()
    if chosen:
        from croupier.lab.bets.stakes import SideStake

        stake = form.whole("side_stake", 1, 100)
        sides = tuple(SideStake(paytable(name, bet), stake) for bet, name in chosen.items())
    named = form.text("table") if "table" in there else ""
    table = paytable(named, next(iter(game.base_tables))) if named and named != there["table"] else None
    return Playing(game, published(game.key).get(form.text("strategy")), table, sides)
