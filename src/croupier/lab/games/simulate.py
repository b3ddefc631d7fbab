"""Rounds of the six games dealt at random and played in any way, hundreds of thousands a second and more; and what a
round nets, ready for the exact odds of a session.

    caribbean = playable(GAMES["caribbean"])
    run = simulate_game(caribbean, caribbean.best(), 1_000_000, seed=7)
    run.mean, run.confidence()                  # Antes a round, and the interval at 95 %

A deal is shuffled, the hand looked up in the table of decisions, and the round settled by the same nets that price the
game; what is counted is what the exact distribution counts, so that the two can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from croupier.games.let_it_ride import LET_IT_RIDE
from croupier.games.mississippi import MISSISSIPPI
from croupier.lab.chance.ruin import Outcomes
from croupier.lab.chance.run import BatchResult, RoundsDone, Run, Track, curve_step, played_batches, stream
from croupier.lab.games.dealing import play_duels, play_rides, play_streets
from croupier.lab.games.grades import five_cards
from croupier.lab.games.let_it_ride import LetItRide, Rides
from croupier.lab.games.mississippi import MOST_DOWN, Decided, Mississippi
from croupier.lab.games.one_decision import OneDecision, contest
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import Playable, Way
from croupier.lab.hands.cardsets import CHOOSE, numbers
from croupier.lab.known_cards.decks import WHOLE, GameDeck, deck_of, renamed
from croupier.lab.uth.distribution import histogram
from croupier.rules.actions import FOLD, Bet
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


_Play: TypeAlias = Callable[[np.uint64, int, int, NDArray[np.int64], NDArray[np.int64]], tuple[int, int]]
"""Plays rounds from a stream, so many to a point of the curve; fills counts and curve, answers with net and lowest."""
_Frequencies: TypeAlias = Callable[[NDArray[np.int64]], dict[str, dict[str, int]]]
"""By street, how often each choice was made, from the counts of a run."""


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


@dataclass(frozen=True, slots=True)
class _CountedPlay:
    """How rounds are played and counted: what each cell of the counts nets, and how often each choice was made."""

    game: Game
    unit: int
    cells: NDArray[np.int64]
    play: _Play
    frequencies: _Frequencies


def simulate_game(
    playable: Playable, way: Way, rounds: int, *, seed: int = 0, progress: RoundsDone | None = None
) -> GameRun:
    """Play `rounds` rounds of a game in that way, with one base bet each."""
    every = curve_step(rounds, seed)
    match playable:
        case OneDecision():
            table = _duels(playable, cast("NDArray[np.uint8]", way))
        case LetItRide():
            table = _rides(playable, cast("Rides", way))
        case Mississippi():
            table = _streets(playable, cast("Decided", way))

    def play(batch: int, many: int) -> BatchResult:
        counts, curve = np.zeros(table.cells.shape, np.int64), np.zeros(many // every, np.int64)
        net, lowest = table.play(stream(seed, batch), many, every, counts, curve)
        return BatchResult(rounds=many, net=net, lowest=lowest, curve=curve, counts=counts)

    return run_of(
        table.game, table.unit, table.cells, play, rounds, every=every, seed=seed, progress=progress,
        frequencies=table.frequencies,
    )  # fmt: skip


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
    frequencies: _Frequencies = lambda _counts: {},
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


def _duels(playable: OneDecision, chosen: NDArray[np.uint8]) -> _CountedPlay:
    """Cells are choice, kind of hand, and what the dealer's hand was."""
    meet, places, nets = contest(playable.game), places_of(playable.duels.own, deck_of(playable.game)), playable.nets
    cells = np.stack([nets.net[choice] for choice in playable.choices])
    kind = nets.kind.astype(np.int64)

    def play(
        state: np.uint64, rounds: int, every: int, counts: NDArray[np.int64], curve: NDArray[np.int64]
    ) -> tuple[int, int]:
        return play_duels(
            state, rounds, every, meet.own_size, meet.dealer_size, meet.up, places.row, places.naming, places.renamed,
            playable.duels.own, chosen, meet.own.of_set, meet.dealer.of_set, kind, meet.qualifies, cells, CHOOSE,
            counts, curve,
        )  # fmt: skip

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts.sum(axis=(1, 2))
        return {playable.game.streets[0].key: {choice: int(often[at]) for at, choice in enumerate(playable.choices)}}

    return _CountedPlay(playable.game, nets.unit, cells, play, frequencies)


def _rides(playable: LetItRide, rides: Rides) -> _CountedPlay:
    """Cells are whether bet 1 and bet 2 rode, and the grade of the five cards."""
    bets = np.array([[1, 2], [2, 3]])
    cells = bets[:, :, None] * playable.by_grade

    def play(
        state: np.uint64, rounds: int, every: int, counts: NDArray[np.int64], curve: NDArray[np.int64]
    ) -> tuple[int, int]:
        return play_rides(state, rounds, every, *rides, five_cards().of_set, cells, CHOOSE, counts, curve)

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        rode = counts[1].sum(), counts[:, 1].sum()
        return {
            street.key: {"ride": int(often), "pull": int(counts.sum() - often)}
            for street, often in zip(LET_IT_RIDE.streets, rode, strict=True)
        }

    return _CountedPlay(LET_IT_RIDE, playable.unit, cells, play, frequencies)


def _streets(playable: Mississippi, decided: Decided) -> _CountedPlay:
    """Cells are the bets of each street, 0 for a fold, and the grade of the five cards."""
    grades = len(playable.by_grade)
    third, fourth, fifth = np.meshgrid(range(4), range(4), range(4), indexing="ij")
    folded = (third == 0) | (fourth == 0) | (fifth == 0)
    down = (1 + third + np.where(third > 0, fourth + np.where(fourth > 0, fifth, 0), 0)).ravel()
    cells = np.where(folded.ravel()[:, None], -down[:, None] * playable.unit, down[:, None] * playable.by_grade)
    assert down.max() < MOST_DOWN

    def play(
        state: np.uint64, rounds: int, every: int, counts: NDArray[np.int64], curve: NDArray[np.int64]
    ) -> tuple[int, int]:
        return play_streets(state, rounds, every, *decided, five_cards().of_set, cells, CHOOSE, counts, curve)

    def frequencies(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        often = counts.reshape(4, 4, 4, grades).sum(axis=3)
        # Who has folded decides nothing more.
        by_street = (often.sum(axis=(1, 2)), often[1:].sum(axis=(0, 2)), often[1:, 1:].sum(axis=(0, 1)))
        return {
            street.key: {str(Bet(times)) if times else str(FOLD): int(shares[times]) for times in (3, 2, 1, 0)}
            for street, shares in zip(MISSISSIPPI.streets, by_street, strict=True)
        }

    return _CountedPlay(MISSISSIPPI, playable.unit, cells, play, frequencies)
