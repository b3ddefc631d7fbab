"""Rounds of the six games dealt at random and played in any way, hundreds of thousands a second and more; and what a
round nets, ready for the exact odds of a session.

    caribbean = playable(GAMES["caribbean"])
    run = simulate_game(caribbean, caribbean.best(), 1_000_000, seed=7)
    run.mean, run.confidence()                  # Antes a round, and the interval at 95 %

Cards are dealt, the hand is looked up in the table of decisions, and the round settled by the same nets that price the
game; what is counted is what the exact distribution counts, so that the two can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import cast

import numpy as np
from numpy.typing import NDArray

from croupier.games.let_it_ride import LET_IT_RIDE
from croupier.games.mississippi import MISSISSIPPI
from croupier.lab.chance.ruin import Outcomes
from croupier.lab.chance.run import BatchResult, RoundsDone, Run, Track, curve_step, played_batches, stream
from croupier.lab.games.dealing import deal_rounds, play_duels, play_rides, play_streets
from croupier.lab.games.grades import five_cards
from croupier.lab.games.let_it_ride import LetItRide, Rides
from croupier.lab.games.mississippi import CHECKED, Decided, Mississippi
from croupier.lab.games.nets import OUTCOMES
from croupier.lab.games.one_decision import OneDecision, contest
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import Playable, Way
from croupier.lab.hands.cardsets import CHOOSE, numbers
from croupier.lab.known_cards.decks import WHOLE, GameDeck, deck_of, renamed
from croupier.lab.uth.distribution import histogram
from croupier.rules.actions import CHECK, FOLD, Bet
from croupier.rules.game import Game


@dataclass(frozen=True, slots=True)
class Places:
    """By the number of a set of cards: its row, and the names of the suits under which it is that row's hand.

    renamed  by names of the suits, what each card is called
    """

    row: NDArray[np.int32]
    naming: NDArray[np.uint8]
    renamed: NDArray[np.uint8]


def places_of(hands: NDArray[np.uint8], deck: GameDeck = WHOLE) -> Places:
    """The places of every hand in a table with one row for all that differ in the names of the suits."""
    sets = comb(deck.size, hands.shape[1])
    row, naming = np.zeros(sets, np.int32), np.zeros(sets, np.uint8)
    rows, names = np.arange(len(hands), dtype=np.int32), renamed(deck)
    back = np.argsort(names, axis=1).astype(np.uint8)
    for way in range(len(names)):
        twins = numbers(back[way][hands])
        row[twins] = rows
        naming[twins] = way
    return Places(row, naming, names)


def round_outcomes(solution: Solution) -> Outcomes:
    """What a round nets, and how likely."""
    return Outcomes.of(dict(zip(solution.net.tolist(), solution.ways.tolist(), strict=True)), solution.unit)


def full_bet(game: Game) -> int:
    """Base bets that a player must be able to lose in one round: those before the deal, and the largest afterwards."""
    before = sum(game.base in (spot.key, spot.follows) for spot in game.before)
    later = [max((one.multiple for one in street.offers if isinstance(one, Bet)), default=0) for street in game.streets]
    return before + sum(later)


@dataclass(frozen=True, slots=True)
class DealsByHand:
    """The deals of a game by the player's own cards. `ways` groups them: from a label of each hand, the deals that end
    in each cell, by label."""

    own: NDArray[np.uint8]
    ways: Callable[[NDArray[np.int64]], dict[int, NDArray[np.int64]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlay:
    """A game played in some way, on cards that are given.

    net          what each cell nets, in units; a cell says how a round was decided and what the hands were
    folded       whether a seat has folded in each cell
    play         by rows of cards, the own ones, the board and the dealer's in this order: the cell of each round
    frequencies  by street, how often each choice was made, from the rounds that ended in each cell
    by_hand      every deal by the player's own cards, where the lab counts the game so
    """

    game: Game
    unit: int
    net: NDArray[np.int64]
    folded: NDArray[np.bool_]
    play: Callable[[NDArray[np.uint8]], NDArray[np.int64]]
    frequencies: Callable[[NDArray[np.int64]], dict[str, dict[str, int]]]
    by_hand: DealsByHand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRun(Run):
    """A run of one of the six games, in base bets.

    frequencies  by street: the share of all rounds in which each choice was made
    """

    game: Game
    frequencies: Mapping[str, Mapping[str, Fraction]]

    def to_dict(self) -> dict[str, object]:
        """The figures, histogram and curve, in base bets."""
        # By name: a class with slots is made anew, and `super()` would look for the old one.
        return Run.to_dict(self) | {
            "game": self.game.key,
            "frequencies": {
                street: {choice: float(share) for choice, share in shares.items()}
                for street, shares in self.frequencies.items()
            },
        }


def simulate_game(
    playable: Playable, way: Way, rounds: int, *, seed: int = 0, progress: RoundsDone | None = None
) -> GameRun:
    """Play `rounds` rounds of a game in that way, with one base bet each."""
    return simulate_seat(seat_play(playable, way), rounds, seed=seed, progress=progress)


def simulate_seat(seat: SeatPlay, rounds: int, *, seed: int = 0, progress: RoundsDone | None = None) -> GameRun:
    """Play `rounds` rounds with one base bet each."""
    every = curve_step(rounds, seed)

    def play(batch: int, many: int) -> BatchResult:
        cells = seat.play(dealt(seat.game, stream(seed, batch), many))
        totals = np.cumsum(seat.net[cells])
        return BatchResult(
            rounds=many, net=int(totals[-1]), lowest=min(0, int(totals.min())), curve=totals[every - 1 :: every],
            counts=np.bincount(cells, minlength=len(seat.net)),
        )  # fmt: skip

    return run_of(
        seat.game, seat.unit, seat.net, play, rounds, every=every, seed=seed, progress=progress,
        frequencies=seat.frequencies,
    )  # fmt: skip


def dealt(game: Game, state: np.uint64, rounds: int, seats: int = 1) -> NDArray[np.uint8]:
    """Cards of so many rounds, a row each: the own ones of every seat, the board, the dealer's."""
    layout = game.layout
    deals = np.empty((rounds, seats * layout.own + layout.board + layout.dealer), np.uint8)
    deal_rounds(state, deck_of(game).size, deals)
    return deals


def seat_play(playable: Playable, way: Way) -> SeatPlay:
    """A game played in that way, on cards that are given."""
    match playable:
        case OneDecision():
            return _duels(playable, cast("NDArray[np.uint8]", way))
        case LetItRide():
            return _rides(playable, cast("Rides", way))
        case Mississippi():
            return _streets(playable, cast("Decided", way))


def run_of(
    game: Game,
    unit: int,
    cells: NDArray[np.int64],
    play: Callable[[int, int], BatchResult],
    rounds: int,
    *,
    every: int,
    seed: int,
    progress: RoundsDone | None = None,
    frequencies: Callable[[NDArray[np.int64]], dict[str, dict[str, int]]] = lambda _counts: {},
) -> GameRun:
    """A run of rounds, batch by batch.

    cells        what each cell of the counts nets, in units
    play         plays a batch, given its number and its rounds
    every        rounds between two points of the curve
    frequencies  how often each choice was made, by street, from the counts
    """
    counts, track = np.zeros(cells.shape, np.int64), Track()
    for batch in played_batches(play, rounds, track, progress):
        counts += batch.counts
    net, rounds_of_net = histogram(cells.ravel(), counts.ravel())
    return GameRun(
        game=game,
        seed=seed,
        rounds=rounds,
        unit=unit,
        net=net,
        rounds_of_net=rounds_of_net,
        frequencies={
            street: {choice: Fraction(often, rounds) for choice, often in choices.items()}
            for street, choices in frequencies(counts).items()
        },
        curve=track.curve,
        curve_every=every,
        total=track.total,
        lowest=track.lowest,
    )


def _duels(playable: OneDecision, chosen: NDArray[np.uint8]) -> SeatPlay:
    """Cells are choice, kind of hand, and what the dealer's hand was."""
    meet, places, nets = contest(playable.game), places_of(playable.duels.own, deck_of(playable.game)), playable.nets
    net = np.stack([nets.net[choice] for choice in playable.choices])
    kind = nets.kind.astype(np.int64)
    folded = np.zeros(net.shape, np.bool_)
    if str(FOLD) in playable.choices:
        folded[playable.choices.index(str(FOLD))] = True

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        cells = np.empty(len(cards), np.int64)
        play_duels(
            cards, meet.own_size, meet.dealer_size, meet.up, places.row, places.naming, places.renamed,
            playable.duels.own, chosen, meet.own.of_set, meet.dealer.of_set, kind, net.shape[1], meet.qualifies,
            len(playable.counts) > len(OUTCOMES) - 1, CHOOSE, cells,
        )  # fmt: skip
        return cells

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts.reshape(net.shape).sum(axis=(1, 2))
        return {playable.game.streets[0].key: {choice: int(often[at]) for at, choice in enumerate(playable.choices)}}

    def ways(labels: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
        return {int(label): playable.ways(chosen, labels == label).ravel() for label in np.unique(labels)}

    return SeatPlay(
        game=playable.game, unit=nets.unit, net=net.ravel(), folded=folded.ravel(), play=play,
        frequencies=frequencies, by_hand=DealsByHand(playable.duels.own, ways),
    )  # fmt: skip


def _rides(playable: LetItRide, rides: Rides) -> SeatPlay:
    """Cells are whether bet 1 and bet 2 rode, and the grade of the five cards."""
    bets = np.array([[1, 2], [2, 3]])
    net = (bets[:, :, None] * playable.by_grade).ravel()
    grades = len(playable.by_grade)

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        cells = np.empty(len(cards), np.int64)
        play_rides(cards, *rides, five_cards().of_set, grades, CHOOSE, cells)
        return cells

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts.reshape(2, 2, grades)
        rode = often[1].sum(), often[:, 1].sum()
        return {
            street.key: {"ride": int(many), "pull": int(counts.sum() - many)}
            for street, many in zip(LET_IT_RIDE.streets, rode, strict=True)
        }

    return SeatPlay(
        game=LET_IT_RIDE, unit=playable.unit, net=net, folded=np.zeros(net.shape, np.bool_), play=play,
        frequencies=frequencies,
    )  # fmt: skip


def _streets(playable: Mississippi, decided: Decided) -> SeatPlay:
    """Cells are what was done on each street, 0 for a fold and the last for a check, and the five cards' grade."""
    grades, most = len(playable.by_grade), max(max(street.bets, default=0) for street in playable.streets)
    check = most + 1
    third, fourth, fifth = np.meshgrid(*(range(most + 2),) * 3, indexing="ij")
    folded = (third == 0) | (fourth == 0) | (fifth == 0)
    bets = [np.where(each == check, 0, each) for each in (third, fourth, fifth)]
    down = 1 + bets[0] + np.where(third > 0, bets[1] + np.where(fourth > 0, bets[2], 0), 0)
    net = np.where(folded[..., None], -down[..., None] * playable.unit, down[..., None] * playable.by_grade)
    every_grade = np.broadcast_to(folded[..., None], net.shape).ravel()

    def play(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        cells = np.empty(len(cards), np.int64)
        play_streets(cards, *decided, CHECKED, most, five_cards().of_set, grades, CHOOSE, cells)
        return cells

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts.reshape(*third.shape, grades).sum(axis=3)
        # Who has folded decides nothing more.
        by_street = (often.sum(axis=(1, 2)), often[1:].sum(axis=(0, 2)), often[1:, 1:].sum(axis=(0, 1)))
        return {
            street.key: {
                **{str(Bet(times)): int(shares[times]) for times in reversed(offered.bets)},
                **({str(CHECK): int(shares[check])} if offered.checks else {}),
                **({str(FOLD): int(shares[0])} if offered.folds else {}),
            }
            for street, offered, shares in zip(MISSISSIPPI.streets, playable.streets, by_street, strict=True)
        }

    return SeatPlay(
        game=MISSISSIPPI, unit=playable.unit, net=net.ravel(), folded=every_grade, play=play, frequencies=frequencies
    )
