"""Every game of the house, and its variants, played in some way on cards that are given.

seat = seat_of(GAMES["three-card"])             # played best; a strategy's way, where one is given
seat.net[seat.play(dealt(seat.game, stream(7, 0), 1_000))]
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from croupier.games.flushes_gone_wild import FLUSHES
from croupier.games.holdem_bonus import HOLDEM_BONUS
from croupier.games.uth import BLIND, UTH
from croupier.hands import Category
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.dealing import grade_sevens
from croupier.lab.games.flushes import CELLS, Flushes, flushes
from croupier.lab.games.grades import flushes_of_seven, grade_flushes
from croupier.lab.games.holdem_bonus import HoldemBonus, Played, holdem_bonus, line_nets
from croupier.lab.games.nets import Tables, tables_of
from croupier.lab.games.simulate import SeatPlay, seat_play
from croupier.lab.games.solve import playable
from croupier.lab.hands.cardsets import numbers
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.known_cards.decks import WHOLE, classes, renamed_sets
from croupier.lab.seats.kernels import play_holdem
from croupier.lab.solution_cache import cached_solution
from croupier.lab.solver import solver
from croupier.lab.solver.flushes import FlushesSolver
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.holdem_bonus import HoldemBonusSolver
from croupier.lab.solver.six_games import SixGames
from croupier.lab.uth.boards import PLAYS
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.variants.holdem import frequencies_by_way, nets_by_way, solve_holdem
from croupier.lab.variants.kernels import CHECK, FOLD, HIGH, LOW
from croupier.lab.variants.six_games import duel_variant, ride_variant, street_variant
from croupier.lab.variants.terms import choices, prices
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.variants.fields import changes_only_pays
from croupier.rules.variants.variant import Variant


def seat_of(game: Game, designs: Tables | None = None, way: Any = None, progress: Progress | None = None) -> SeatPlay:
    """A game with the approved pay tables or designs in their place, played in a way as its pricing model has it; by
    default the best. Refused where the lab has no way to play a hand without dealing everything out."""
    match solver(game):
        case SixGames():
            six = playable(game, designs)
            return seat_play(six, six.best() if way is None else way)
        case HoldemBonusSolver():
            bonus = holdem_bonus(designs)
            return _holdem_bonus(bonus, bonus.best if way is None else cast("Played", way))
        case FlushesSolver() as wild:
            if way is None:
                wild.solve(designs, progress)
            made = flushes(designs)
            return _flushes(made, made.best if way is None else cast("NDArray[np.bool_]", way))
        case UltimateTexasHoldem():
            blind = tables_of(game, designs)[BLIND]
            decided = cached_solution(blind, progress).decisions if way is None else cast("Decisions", way)
            return _decided(Variant(base=UTH, game=UTH, tables={BLIND: blind}), decided)
        case _:
            raise NotCounted(
                f"the rounds of {game.name} are drawn by how they end and not dealt card by card; that needs a solver "
                "of its own, as the games of the house have"
            )


def variant_seat(variant: Variant) -> SeatPlay:
    """A variant played best."""
    match solver(variant.base):
        case UltimateTexasHoldem():
            return _solved_holdem(variant)
        case SixGames() if variant.base.key == "let-it-ride":
            ride, rides = ride_variant(variant)
            return seat_play(ride, rides)
        case SixGames() if variant.base.key == "mississippi":
            stud = street_variant(variant)
            return seat_play(stud, stud.best())
        case SixGames():
            duel = duel_variant(variant)
            return seat_play(duel, duel.best())
        case _ if changes_only_pays(variant):
            return seat_of(variant.base, variant.tables)
        case _:
            raise NotCounted(
                f"{variant.name!r} changes more than the pay tables of {variant.base.name}, whose rounds are dealt "
                "card by card only by the rules of the house"
            )


def _decided(variant: Variant, decided: Decisions) -> SeatPlay:
    """Ultimate Texas Hold'em by decisions."""
    preflop = np.full(decided.preflop.shape, CHECK, np.uint8)
    preflop[decided.preflop == 4] = HIGH
    preflop[decided.preflop == 3] = LOW
    flop = np.where(decided.flop, HIGH, CHECK).astype(np.uint8)
    rivers = (np.where(decided.river_plain, HIGH, FOLD), np.where(decided.river_flush, HIGH, FOLD))
    return _holdem(variant, preflop, flop, (rivers[0].astype(np.uint8), rivers[1].astype(np.uint8)))


def _solved_holdem(variant: Variant) -> SeatPlay:
    made = solve_holdem(variant)
    return _holdem(variant, made.preflop, made.flop, made.rivers)


def _holdem(
    variant: Variant,
    preflop: NDArray[np.uint8],
    flop: NDArray[np.uint8],
    rivers: tuple[NDArray[np.uint8], NDArray[np.uint8]],
) -> SeatPlay:
    """Cells are the way in which a round is decided, the category of the hand, and one of five outcomes."""
    priced, streets, grade, flop_table = prices(variant), choices(variant), tables(), flops()
    net = nets_by_way(variant, priced)
    qualifies = variant.game.qualifies
    least = int(np.searchsorted(grade.strength, qualifies.least)) if qualifies else 0
    kind = grade.category.astype(np.int64)
    if qualifies != UTH.qualifies:
        kind = kind | np.where(np.arange(len(kind)) >= least, PLAYS, 0)
    by_hole, by_flop = preflop[start_of_hole()], flop[np.maximum(flop_table.class_of, 0)]
    folded = np.zeros(net.shape, np.bool_)
    folded[FOLD::4] = True

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        cells = np.empty(len(cards), np.int64)
        play_holdem(
            cards, by_hole, by_flop, flop_table.canonical, flop_table.naming, flop_table.renamed, *rivers,
            shapes().set_index, grade.by_ranks, grade.by_flush, kind, least, cells,
        )  # fmt: skip
        return cells

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        ways = counts.reshape(net.shape).sum(axis=(1, 2))
        shares = frequencies_by_way(streets, ways)
        rounds = int(ways.sum())
        return {
            street: {choice: int(share * rounds) for choice, share in each.items()} for street, each in shares.items()
        }

    return SeatPlay(
        game=variant.game, unit=priced.unit, net=net.ravel(), folded=folded.ravel(), play=play, frequencies=frequencies
    )


def _holdem_bonus(made: HoldemBonus, way: Played) -> SeatPlay:
    """Cells are the Turn bet, the River bet, the hand's category, and whether it wins, ties or loses; and a fold."""
    nets = [
        [[line_nets(made.table, made.unit, 2 + turn + river, kind) for kind in Category] for river in (0, 1)]
        for turn in (0, 1)
    ]
    net = np.append(np.array(nets, np.int64), -made.unit)
    fold = len(net) - 1
    three, four, moved, grade = classes(WHOLE, 3), classes(WHOLE, 4), renamed_sets(WHOLE, 2), tables()

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        hole = numbers(cards[:, :2])
        flop, turn = numbers(cards[:, 2:5]), numbers(cards[:, 2:6])
        bets = way.flop[three.row[flop], moved[three.naming[flop], hole]]
        place, column = four.row[turn], moved[four.naming[turn], hole]
        river = np.where(bets, way.turn[1][place, column], way.turn[0][place, column])
        mine, theirs = graded(cards[:, :7]), graded(cards[:, 2:])
        result = np.where(mine > theirs, 0, np.where(mine == theirs, 1, 2))
        kind = grade.category[mine].astype(np.int64)
        cells = ((bets * np.int64(2) + river) * len(Category) + kind) * 3 + result
        return np.where(way.start[hole], cells, fold)

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts[:fold].reshape(2, 2, -1).sum(axis=2)
        played = int(often.sum())
        return {
            "preflop": {"bet2": played, "fold": int(counts[fold])},
            "flop": {"bet1": int(often[1].sum()), "check": int(often[0].sum())},
            "turn": {"bet1": int(often[:, 1].sum()), "check": int(often[:, 0].sum())},
        }

    return SeatPlay(
        game=HOLDEM_BONUS, unit=made.unit, net=net, folded=np.arange(len(net)) == fold, play=play,
        frequencies=frequencies,
    )  # fmt: skip


def graded(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The grade of each row of seven cards."""
    found = np.empty(len(cards), np.int64)
    grade_sevens(cards, tables().by_ranks, tables().by_flush, found)
    return found


def _flushes(made: Flushes, plays: NDArray[np.bool_]) -> SeatPlay:
    """Cells are those of `croupier.lab.games.flushes`, and a fold."""
    own, (strength, grade) = classes(WHOLE, 5), flushes_of_seven()
    long = strength >> 13
    tied, lost = CELLS - 2, CELLS - 1

    def flush(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        grades = np.empty(len(cards), np.uint16)
        grade_flushes(np.ascontiguousarray(cards), grade, grades)
        return grades

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        mine, theirs = flush(cards[:, :7]), flush(cards[:, 5:])
        cells = np.where(mine > theirs, long[mine] - long[theirs], np.where(mine == theirs, tied, lost))
        return np.where(plays[own.row[numbers(cards[:, :5])]], cells, CELLS)

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        return {"decision": {"bet2": int(counts[:CELLS].sum()), "fold": int(counts[CELLS])}}

    return SeatPlay(
        game=FLUSHES, unit=made.unit, net=np.append(made.nets, made.fold),
        folded=np.arange(CELLS + 1) == CELLS, play=play, frequencies=frequencies,
    )  # fmt: skip
