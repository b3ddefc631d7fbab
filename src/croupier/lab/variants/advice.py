"""What each choice is worth by rules of one's own, and the chart of the best play by them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.cards import Cards
from croupier.games.uth import UTH
from croupier.lab.games.chart import GameChart, starts
from croupier.lab.games.chart_ladder import duel_ladder
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.hands.starts import hole_index, start_of_hole
from croupier.lab.known_cards.weighed_choices import best_first
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.uth.solution import DEALS_OF_A_START
from croupier.lab.variants.holdem import Holdem, solve_holdem
from croupier.lab.variants.six_games import duel_variant
from croupier.lab.variants.terms import choices, prices
from croupier.rules.actions import CHECK, FOLD, Bet
from croupier.rules.variants.fields import changes_only_pays
from croupier.rules.variants.variant import Variant


def variant_choices(
    variant: Variant, own: Cards, board: Cards = (), up: Cards = (), seen: Cards = (), *, down: int | None = None
) -> Mapping[str, Fraction]:
    """What each choice is worth in base bets, as `croupier.lab.solver.Solver.advise` says it of the house game."""
    if changes_only_pays(variant):
        return solver(variant.base).advise(own, board, up, seen, down=down, designs=variant.tables)
    if variant.base is UTH and not board and not seen:
        AnyGame(variant.game).street(own, board, up, seen)
        return _start(solve_holdem(variant), own)
    return AnyGame(variant.game).advise(own, board, up, seen, down=down, designs=variant.tables)


def variant_chart(variant: Variant) -> GameChart:
    """What to do with every hand."""
    if changes_only_pays(variant):
        return solver(variant.base).chart(variant.tables)
    if variant.base is UTH:
        made = solve_holdem(variant)
        return GameChart(variant.game, (starts(variant.game.streets[0], lambda hole: _start(made, hole)),))
    if variant.base.key in DUEL_GAMES:
        return GameChart(variant.game, (duel_ladder(duel_variant(variant)),))
    return AnyGame(variant.game).chart(variant.tables)


def _start(made: Holdem, own: Cards) -> Mapping[str, Fraction]:
    """What each choice is worth before the flop. A round is linear in the Play bet, so bets between the largest and the
    smallest follow from these two."""
    variant = made.variant
    offered, street = choices(variant)[0], variant.game.streets[0]
    over = prices(variant).unit * DEALS_OF_A_START
    totals = made.starts[:, start_of_hole()[hole_index(*own)]]
    high, low, check, fold = (Fraction(int(total), over) for total in totals)
    a_time = (high - low) / (offered.high - offered.low) if offered.high > offered.low else Fraction(0)
    values = {CHECK: check, FOLD: fold}
    worth = {
        str(action): low + (action.multiple - offered.low) * a_time if isinstance(action, Bet) else values[action]
        for action in street.offers
    }
    return best_first(worth, tuple(map(str, street.offers)))
