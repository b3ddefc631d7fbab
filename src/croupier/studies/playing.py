"""How somebody plays: game, pay table, strategy and side bets; as fields of a form and as command-line options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from croupier.errors import Refused
from croupier.lab.capabilities import bets_along, has_whole_tables
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import parse_side_bets, side_bets_text
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.strategy.language.published import published
from croupier.strategy.language.strategy import Strategy
from croupier.studies.question import BadQuestion, FieldChoice, FormField, FormValues, game_option, options
from croupier.studies.words import base_unit, in_a_row

if TYPE_CHECKING:
    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.games.simulate import SeatPlay
    from croupier.lab.seats.rounds import RoundPlay
    from croupier.lab.uth.decisions import Decisions
    from croupier.strategy.pricing.model import PricingModel

OPTIMAL = "optimal"
VARIANT_FILE = "mine.toml"
BETS_FILE = "bets.toml"


def strategy_named(game: Game, name: str) -> Strategy | None:
    """The strategy of that name; none for the best play."""
    there = published(game.key)
    if name != OPTIMAL and name not in there:
        raise Refused(f"no strategy {name!r} for {game.name}; there are {', '.join(there)}, and {OPTIMAL}")
    return there.get(name)


def playing_fields(game: Game, only: tuple[str, ...] | None = None) -> list[FormField]:
    """The fields of a form that say how somebody plays: with every side bet and one's own, or with some alone."""
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
    for key in bets_along(game) if only is None else only:
        there = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(key, ()))
        offered = (FieldChoice("", "not bet"), *(FieldChoice(name, name) for name in there))
        fields.append(FormField(key, game.by_key[key].felt, "", "choice", offered))
    if has_whole_tables(game) and only is None:
        hint = "which cards, which lines, what they pay"
        fields.append(FormField("own_bets", "Side bets of your own (TOML)", "", "area", hint=hint))
    if has_whole_tables(game):
        fields.append(FormField("side_stake", f"{base_unit(game)}s on each side bet", "1", "number"))
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
    variant   rules of one's own, which are played best
    own       side bets of one's own, with `own_stake` base bets on each
    """

    game: Game
    strategy: Strategy | None = None
    table: Paytable | None = None
    sides: tuple[SideStake, ...] = ()
    on_fold: bool = True
    variant: Variant | None = None
    own: tuple[OwnBet, ...] = ()
    own_stake: int = 1

    def __post_init__(self) -> None:
        if self.variant is not None and (self.strategy is not None or self.table is not None):
            raise Refused(
                "rules of one's own are played best here, by their own pay tables; with a variant want no strategy or "
                "pay table"
            )
        for side in self.sides:
            felt, needs = self.game.by_key[self._spot(side)].felt, self.game.by_key[self._spot(side)].needs
            for missing in (need for need in needs if need not in self._staked):
                words = in_a_row(self.game.by_key[need].felt for need in needs)
                raise BadQuestion(missing, f"{felt} needs {words}; bet {self.game.by_key[missing].felt} too")
        for bet in self.own:
            if self.game.key not in bet.games:
                message = f"{bet.name} is not declared for {self.game.name}; add {self.game.key!r} to its games"
                raise BadQuestion("own_bets", message)

    def _spot(self, side: SideStake) -> str:
        """The place on the felt of a side bet of the house."""
        spots = [bet.key for bet in self.game.side_bets if bet.kind == side.table.bet]
        if not spots:
            raise Refused(
                f"{self.game.name} has no {side.table.bet}, whose pay table {side.table.name} is; leave it out"
            )
        return spots[0]

    @property
    def _staked(self) -> set[str]:
        """The places on the felt with a bet before the deal."""
        base = {spot.key for spot in self.game.before if self.game.base in (spot.key, spot.follows)}
        return base | {self._spot(side) for side in self.sides}

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
        sides = {self._spot(side): f"{side.table.name}{'' if side.stake == 1 else f'={side.stake}'}"
                 for side in self.sides}  # fmt: skip
        if self.own:
            sides["side_bet"] = f"{BETS_FILE}{'' if self.own_stake == 1 else f'={self.own_stake}'}"
        strategy = None if self.strategy is None else self.strategy.name
        table = None if self.table is None else self.table.name
        if self.variant is not None:
            return options(variant=VARIANT_FILE, **sides)
        return options(game=game_option(self.game), strategy=strategy, paytable=table, **sides)

    @property
    def files(self) -> Mapping[str, str]:
        """The files that those options name."""
        files = {} if self.variant is None else {VARIANT_FILE: variant_text(self.variant)}
        return {**files, BETS_FILE: side_bets_text(self.own)} if self.own else files

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

    def seat(self, progress: Progress) -> SeatPlay:
        """The game played so, on cards that are given."""
        from croupier.lab.seats.play import seat_of, variant_seat

        if self.variant is not None:
            return variant_seat(self.variant)
        return seat_of(self.game, self.designs, None if self.strategy is None else self.way()[1], progress)

    def dealt_round(self, progress: Progress) -> RoundPlay:
        """The same with the side bets."""
        from croupier.lab.seats.bets import house_bet, own_bet
        from croupier.lab.seats.rounds import RoundPlay

        game = self.game
        sides = (
            house_bet(game, game.side_bet[self._spot(side)], side.table, side.stake, on_fold=self.on_fold)
            for side in self.sides
        )
        return RoundPlay(self.seat(progress), (*sides, *(own_bet(game, bet, self.own_stake) for bet in self.own)))

    @property
    def bet_words(self) -> str:
        """The side bets, to follow the base bets in a sentence."""
        sides = ((side.table.name, side.stake) for side in self.sides)
        own = ((bet.name, self.own_stake) for bet in self.own)
        return "".join(f", {name} at {stake}" for name, stake in (*sides, *own))


def playing_of(game: Game, form: FormValues) -> Playing:
    """How somebody plays, as the form says it."""
    there = {field.key: field.value for field in form.fields}
    chosen = {key: name for key in bets_along(game) if key in there and (name := form.text(key))}
    stake = form.whole("side_stake", 1, 100) if "side_stake" in there else 1
    sides: tuple[SideStake, ...] = ()
    if chosen:
        from croupier.lab.bets.stakes import SideStake

        sides = tuple(SideStake(paytable(name, game.side_bet[bet].kind), stake) for bet, name in chosen.items())
    own: tuple[OwnBet, ...] = ()
    if "own_bets" in there and (text := form.text("own_bets").strip()):
        try:
            own = parse_side_bets(text, "declaration", game)
        except Refused as why:
            raise BadQuestion("own_bets", str(why)) from None
    named = form.text("table") if "table" in there else ""
    table = paytable(named, next(iter(game.base_tables))) if named and named != there["table"] else None
    return Playing(game, published(game.key).get(form.text("strategy")), table, sides, own=own, own_stake=stake)
