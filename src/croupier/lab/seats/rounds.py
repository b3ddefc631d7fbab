"""A round with its side bets: how they go together over every deal, and rounds of it dealt at random.

    made = RoundPlay(seat_of(game), (house_bet(game, game.side_bet["pair_plus"], paytable("PP-01", "pair_plus")),))
    together = bets_together(made, solution)        # exact where every deal can be looked at in seconds
    together.outcomes.mean, together.exact

Where they cannot be looked at, millions of rounds are dealt from a seed. What a bet is by itself is known exactly all
the same; so the dealt rounds are weighed until each bet has its exact chances, and only how the bets go together is
measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, lcm, perm, prod

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.chance.ruin import Outcomes
from croupier.lab.chance.run import BatchResult, RoundsDone, Track, curve_step, interval, played_batches, stream
from croupier.lab.games.simulate import GameRun, SeatPlay, dealt
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import subsets
from croupier.lab.kernel import in_order
from croupier.lab.known_cards.decks import classes, deck_of
from croupier.lab.seats.bets import BetPlay
from croupier.lab.uth.distribution import histogram
from croupier.lab.work import Progress, no_progress
from croupier.rules.wagers import BASE

MOST_BETS = 4
MEASURED = 4_000_000
"""Rounds that are dealt where not every deal can be looked at."""
MOST_DEALS = 40_000_000
"""Deals that are looked at, up to the names of the suits."""
_SEED = 20
_BATCH = 1 << 18
_SWEEPS, _NEAR = 2_000, 1e-12


@dataclass(frozen=True)
class RoundPlay:
    """A seat, and the side bets that it makes every round."""

    seat: SeatPlay
    bets: tuple[BetPlay, ...] = ()

    def __post_init__(self) -> None:
        if len(self.bets) > MOST_BETS:
            raise Refused(f"{len(self.bets)} side bets are many to follow at once; want at most {MOST_BETS}")

    @cached_property
    def unit(self) -> int:
        """Units in a base bet: every result is a whole number of them."""
        return lcm(self.seat.unit, *(win.denominator for bet in self.bets for win in bet.wins))

    @cached_property
    def _base(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What the base game may net, and which of it each cell of the seat does."""
        values, place = np.unique(self.seat.net, return_inverse=True)
        return values * (self.unit // self.seat.unit), place.reshape(-1)

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """By end of a round, what the base game and each side bet net, in units."""
        sides = [[int(win * bet.stake * self.unit) for win in bet.wins] for bet in self.bets]
        every = np.meshgrid(self._base[0], *sides, indexing="ij")
        return np.stack([one.ravel() for one in every], axis=1)

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """The same for all bets together."""
        return np.asarray(self.nets.sum(axis=1))

    def play(self, cards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By rows of cards: the cell of the base game, and the end of the round."""
        cells = self.seat.play(cards)
        ends, folded = self._base[1][cells], self.seat.folded[cells]
        for bet in self.bets:
            lost = len(bet.wins) - 1
            line = bet.line_of(cards)
            ends = ends * len(bet.wins) + (np.where(folded, lost, line) if bet.lost_by_fold else line)
        return cells, ends

    @property
    def names(self) -> tuple[str, ...]:
        """The base game and the side bets."""
        return (BASE, *(bet.name for bet in self.bets))


@dataclass(frozen=True, slots=True)
class BetsTogether:
    """What the bets of a round come to together.

    means     what each bet is worth in base bets
    measured  the bets whose worth was measured as well, since a fold loses them
    exact     whether every deal was looked at, and nothing measured
    rounds    rounds that were dealt; none where it is exact
    """

    outcomes: Outcomes
    means: Mapping[str, Fraction]
    measured: tuple[str, ...]
    exact: bool
    rounds: int


def bets_together(made: RoundPlay, solution: Solution, progress: Progress = no_progress) -> BetsTogether:
    """The round over every deal, or as nearly as rounds that are dealt tell it. `solution` is the base game."""
    ways = _every_deal(made, progress)
    if ways is not None:
        every = sum(ways.tolist())
        means = {
            name: Fraction(sum(int(net) * int(n) for net, n in zip(nets, ways, strict=True) if n), made.unit * every)
            for name, nets in zip(made.names, made.nets.T, strict=True)
        }
        return BetsTogether(_outcomes(made, ways / every), means, (), True, 0)
    counts = np.zeros(len(made.totals), np.int64)
    jobs = [(batch, min(_BATCH, MEASURED - batch * _BATCH)) for batch in range(-(-MEASURED // _BATCH))]

    def deal(job: tuple[int, int]) -> NDArray[np.int64]:
        batch, many = job
        _, ends = made.play(dealt(made.seat.game, stream(_SEED, batch), many))
        return np.bincount(ends, minlength=len(counts))

    for done, part in enumerate(in_order(deal, jobs), 1):
        counts += part
        progress("dealing rounds to see how the bets go together", done / len(jobs))
    measured = tuple(bet.name for bet in made.bets if bet.lost_by_fold)
    chances = _weighed(made, counts / MEASURED, solution)
    means = {BASE: solution.value}
    for at, bet in enumerate(made.bets, 1):
        worth = Fraction(int(made.nets[:, at] @ counts), made.unit * MEASURED)
        means[bet.name] = worth if bet.lost_by_fold else -bet.price.edge * bet.stake
    return BetsTogether(_outcomes(made, chances), means, measured, False, MEASURED)


def _outcomes(made: RoundPlay, chances: NDArray[np.float64]) -> Outcomes:
    results, place = np.unique(made.totals, return_inverse=True)
    each = np.zeros(len(results))
    np.add.at(each, place.reshape(-1), chances)
    return Outcomes(results[each > 0], each[each > 0], made.unit)


def _weighed(made: RoundPlay, came: NDArray[np.float64], solution: Solution) -> NDArray[np.float64]:
    """The shares of the ends of dealt rounds, weighed so that each bet by itself has its exact chances."""
    shape = (len(made._base[0]), *(len(bet.wins) for bet in made.bets))
    exact: list[NDArray[np.float64] | None] = [_base_chances(made, solution)]
    for bet in made.bets:
        lines = [float(line.probability) for line in bet.price.lines]
        exact.append(None if bet.lost_by_fold else np.array([*lines, float(bet.price.lost)]))
    shares = came.reshape(shape)
    # What is too rare to have come at all goes with the other bets as if it had nothing to do with them.
    apart = np.ones(shape)
    for axis, chances in enumerate(exact):
        along = shares.sum(axis=tuple(set(range(len(shape))) - {axis})) if chances is None else chances
        apart *= along.reshape([-1 if place == axis else 1 for place in range(len(shape))])
    shares = shares * (1 - 1 / MEASURED) + apart / MEASURED
    for _ in range(_SWEEPS):
        off = 0.0
        for axis, chances in enumerate(exact):
            if chances is not None:
                now = shares.sum(axis=tuple(set(range(len(shape))) - {axis}))
                off = max(off, float(np.abs(now - chances).max()))
                factor = np.divide(chances, now, out=np.zeros_like(chances), where=now > 0)
                shares *= factor.reshape([-1 if place == axis else 1 for place in range(len(shape))])
        if off < _NEAR:
            break
    return np.asarray(shares.ravel() / shares.sum())


def _base_chances(made: RoundPlay, solution: Solution) -> NDArray[np.float64]:
    scale = made.unit // solution.unit
    known = {int(net) * scale: int(n) / solution.deals for net, n in zip(solution.net, solution.ways, strict=True)}
    return np.array([known.get(int(value), 0.0) for value in made._base[0]])


def _every_deal(made: RoundPlay, progress: Progress) -> NDArray[np.int64] | None:
    """The deals by end of the round; none where there are too many to look at."""
    if any(bet.named_suits for bet in made.bets):
        return None
    seat, deck = made.seat, deck_of(made.seat.game)
    layout = seat.game.layout
    if seat.by_hand is not None and all(bet.own_cards for bet in made.bets):
        return _by_hand(made)
    own = classes(deck, layout.own) if layout.own <= 3 else None
    left = deck.size - layout.own
    many = perm(left, layout.board) * comb(left - layout.board, layout.dealer)
    if own is None or len(own) * many > MOST_DEALS or (layout.board and layout.dealer):
        return None
    places = subsets(left, layout.dealer) if layout.dealer else np.array(list(permutations(range(left), layout.board)))
    places = places.astype(np.uint8)

    def look(row: int) -> NDArray[np.int64]:
        rest = np.setdiff1d(np.arange(deck.size, dtype=np.uint8), own.cards[row])
        cards = np.empty((len(places), layout.own + places.shape[1]), np.uint8)
        cards[:, : layout.own], cards[:, layout.own :] = own.cards[row], rest[places]
        return np.asarray(np.bincount(made.play(cards)[1], minlength=len(made.totals)) * own.weight[row])

    ways = np.zeros(len(made.totals), np.int64)
    for done, part in enumerate(in_order(look, list(range(len(own)))), 1):
        ways += part
        progress("settling the bets of every deal", done / len(own))
    return ways


def _by_hand(made: RoundPlay) -> NDArray[np.int64]:
    """The deals where the own cards alone decide every side bet: its line is known before the dealer's cards are."""
    by_hand = made.seat.by_hand
    assert by_hand is not None, "asked only of such seats"
    lines = np.zeros(len(by_hand.own), np.int64)
    sizes = prod(len(bet.wins) for bet in made.bets)
    for bet in made.bets:
        lines = lines * len(bet.wins) + bet.line_of(by_hand.own)
    ways = np.zeros(len(made.totals), np.int64)
    cells = np.arange(len(made.seat.net))
    ends = made._base[1][cells] * sizes
    lost = [len(bet.wins) - 1 for bet in made.bets]
    for line, deals in by_hand.ways(lines).items():
        codes = ends + np.where(made.seat.folded, _folded(made, line, lost), line)
        np.add.at(ways, codes, deals)
    return ways


def _folded(made: RoundPlay, line: int, lost: list[int]) -> int:
    """The lines of all bets once their seat has folded."""
    digits = []
    for bet, nothing in zip(reversed(made.bets), reversed(lost), strict=True):
        line, digit = divmod(line, len(bet.wins))
        digits.append((nothing if bet.lost_by_fold else digit, len(bet.wins)))
    code = 0
    for digit, size in reversed(digits):
        code = code * size + digit
    return code


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRun(GameRun):
    """A run of rounds with side bets. `by_bet` has the histogram of each bet: what it netted, and how often."""

    by_bet: Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]

    def mean_of(self, bet: str) -> float:
        """The average net result of one bet, in base bets."""
        net, rounds = self.by_bet[bet]
        return float((net * rounds).sum()) / (self.unit * self.rounds)

    def confidence_of(self, bet: str, level: float = 0.95) -> tuple[float, float]:
        """The interval that holds the true mean of one bet with probability `level`, in base bets."""
        return interval(*self.by_bet[bet], self.unit, level)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoundBatch(BatchResult):
    ends: NDArray[np.int64]


def simulate_rounds(made: RoundPlay, rounds: int, *, seed: int = 0, progress: RoundsDone | None = None) -> RoundRun:
    """Deal and play `rounds` rounds with one base bet and the side bets each."""
    every, totals, seat = curve_step(rounds, seed), made.totals, made.seat
    counts, ended, track = np.zeros(len(seat.net), np.int64), np.zeros(len(totals), np.int64), Track()

    def play(batch: int, many: int) -> _RoundBatch:
        cells, ends = made.play(dealt(seat.game, stream(seed, batch), many))
        line = np.cumsum(totals[ends])
        return _RoundBatch(
            rounds=many, net=int(line[-1]), lowest=min(0, int(line.min())), curve=line[every - 1 :: every],
            counts=np.bincount(cells, minlength=len(counts)), ends=np.bincount(ends, minlength=len(ended)),
        )  # fmt: skip

    for part in played_batches(play, rounds, track, progress):
        counts += part.counts
        ended += part.ends
    net, rounds_of_net = histogram(totals, ended)
    return RoundRun(
        game=seat.game, seed=seed, rounds=rounds, unit=made.unit, net=net, rounds_of_net=rounds_of_net,
        frequencies={
            street: {choice: Fraction(often, rounds) for choice, often in choices.items()}
            for street, choices in seat.frequencies(counts).items()
        },
        curve=track.curve, curve_every=every, total=track.total, lowest=track.lowest,
        by_bet={name: histogram(nets, ended) for name, nets in zip(made.names, made.nets.T, strict=True)},
    )  # fmt: skip
