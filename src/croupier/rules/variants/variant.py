"""A variant of a game of the house: its streets, the dealer's hand that plays, its bets and pay tables, as a value.

house(UTH)                                   # the game as it is
replace(house(UTH), qualifies=0)             # … in which the dealer always plays
game_of(variant)                             # the game that these rules make
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.hands import Category, Strength, category, first_rank
from croupier.rules.actions import CHECK, FOLD, Action, Bet
from croupier.rules.game import Game, Hands, Street
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.reasons import FOLDED
from croupier.rules.registry import GAMES
from croupier.rules.seat import Seat
from croupier.rules.settlement import Outcome, Result, paid, result
from croupier.rules.terms import Terms
from croupier.rules.variants.bets import BELOW_LOSES, BetRule, Then, settle_bet
from croupier.rules.variants.thresholds import parse_threshold

_NONE: Mapping[str, Strength] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A game of the house with rules of one's own.

    base       the game that it is a variant of
    qualifies  the least strength with which the dealer plays, 0 for every hand
    streets    what each street offers, by the street's key
    bets       what becomes of each bet; none where the dealer has no hand and all bets pay by one table
    tables     the pay tables of the base game, by their kind
    needs      the least strength that an action of the only street needs, by the action's text
    pairs      where all bets pay by one table: the lowest rank of each of its lines for pairs, by the line
    """

    base: Game
    name: str = "house"
    qualifies: Strength = 0
    streets: Mapping[str, tuple[Action, ...]]
    bets: tuple[BetRule, ...] = ()
    tables: Mapping[str, Paytable]
    needs: Mapping[str, Strength] = field(default_factory=lambda: _NONE)
    pairs: Mapping[str, int] = field(default_factory=lambda: _NONE)

    def rule(self, spot: str) -> BetRule:
        """The rule of the bet on a spot."""
        return next(rule for rule in self.bets if rule.spot == spot)

    def line(self, hand: Strength) -> str:
        """The line of the base game's pay tables that a player's hand is on."""
        if self.base.variation is not None and self.base.variation.line is not None:
            return self.base.variation.line(hand)
        if self.pairs and category(hand) is Category.PAIR:
            # Lines stand highest first, so the first whose rank is reached is the hand's.
            return next((line for line, rank in self.pairs.items() if first_rank(hand) >= rank), Category.PAIR.key)
        return self.base.ranking.category(hand).key


@cache
def house(game: Game) -> Variant:
    """The game as the house has it; refused where nothing is written about how its bets are settled."""
    made = game.variation
    if made is None:
        there = ", ".join(key for key, other in GAMES.items() if other.variation is not None)
        raise Refused(f"the rules of {game.name} cannot be varied yet; want one of {there}")
    rules = game.rule_sets[0]
    return Variant(
        base=game,
        qualifies=parse_threshold(made.qualifies, game.ranking) if made.qualifies else 0,
        streets=MappingProxyType({street.key: street.offers for street in game.streets}),
        bets=made.bets,
        tables=MappingProxyType({bet: paytable(rules.tables[bet][0], bet) for bet in game.base_tables}),
        needs=MappingProxyType({action: parse_threshold(hand, game.ranking) for action, hand in made.needs.items()}),
        pairs=MappingProxyType({line: rank for line, (_, rank) in made.pairs.items()}),
    )


def game_of(variant: Variant) -> Game:
    """The game that a variant's rules make: its felt and cards are the house's."""
    game = GAMES[variant.base.key]
    first = game.returned_first
    keeps = first is not None and variant.rule(first).unqualified is Then.PUSH
    return replace(
        game,
        name=f"{game.name} ({variant.name})",
        streets=tuple(_street(street, variant) for street in game.streets),
        qualifies=(lambda dealer: dealer >= variant.qualifies) if variant.qualifies else None,
        settle=lambda seat, hands, terms: settle(variant, seat, hands, terms),
        returned_first=first if keeps else None,
    )


def _street(street: Street, variant: Variant) -> Street:
    offers = variant.streets[street.key]
    late = next((action for action in (street.late, CHECK, FOLD) if action in offers), offers[-1])

    def allows(own: Cards, action: Action) -> bool:
        return variant.base.rank(own, ()) >= variant.needs.get(str(action), 0)

    return replace(street, offers=offers, late=late, allows=allows if variant.needs else None)


def settle(variant: Variant, seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """The base bets of a decided seat under a variant's rules."""
    made = {**{spot: seat.stakes[spot] for spot in _staked(variant) if spot in seat.stakes}, **seat.raised}
    if seat.folded:
        return [result(spot, stake, -stake, FOLDED) for spot, stake in made.items()]
    if not variant.bets:
        return _by_one_table(variant, made, hands)
    found = compare(hands.player, hands.dealer)
    live, line = hands.dealer >= variant.qualifies, variant.line(hands.player)
    results = []
    for rule in variant.bets:
        if not rule.bonus and rule.spot not in made:
            continue
        stake = made[variant.base.base] if rule.bonus else made[rule.spot]
        pay = variant.tables[rule.table].pays.get(line) if rule.table else None
        results.append(settle_bet(rule, stake, line, pay, found, live=live))
    return [one for one in results if one is not None]


def _staked(variant: Variant) -> list[str]:
    """The base bet and those that follow it."""
    base = variant.base
    return [spot.key for spot in base.before if base.base in (spot.key, spot.follows)]


def _by_one_table(variant: Variant, made: Mapping[str, int], hands: Hands) -> list[Result]:
    ((_, table),) = variant.tables.items()
    line = variant.line(hands.player)
    pay = table.pays.get(line)
    if pay is None:
        return [result(spot, stake, -stake, BELOW_LOSES) for spot, stake in made.items()]
    return [paid(spot, stake, line, pay) for spot, stake in made.items()]


def compare(player: Strength, dealer: Strength) -> Outcome:
    """How the player's hand comes out against the dealer's."""
    return Outcome.WIN if player > dealer else Outcome.LOSE if player < dealer else Outcome.TIE


def multiples(offers: tuple[Action, ...]) -> tuple[int, ...]:
    """The bets among a street's offers, in base bets, the largest first."""
    return tuple(sorted((action.multiple for action in offers if isinstance(action, Bet)), reverse=True))
