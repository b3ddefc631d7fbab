"""Games with one decision dealt face up: all players' hands of a deal looked at together.

Whoever sits at a table that is dealt face up sees the same cards, their own and the others'. So the dealer's chances
are worked out once for all of them: one set of cards on the felt, one card that the dealer shows, every hand that the
dealer can have. Then each way to take the player's own cards out of that set is one more deal for almost nothing, and
the estimate is as good as that of many thousand deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER_DECK
from croupier.games import GAMES
from croupier.hands.wild import is_wild
from croupier.lab.games.community import with_one
from croupier.lab.games.faceup import BEST, BET, CHANGED, COLUMNS, COUNTED, FIXED
from croupier.lab.games.one_decision import OneDecision, contest, grades_of, one_decision
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.kernel import kernel
from croupier.lab.known_cards.decks import deck_of, renamed

COUNTS = 128
"""More than any counting rule counts to."""
NOT_ALLOWED = -1000
"""What a choice nets that a hand may not make: less than any other, and little enough to be summed."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the sums need to know of a game.

    deck          how many cards the game is dealt with
    own, dealer   what cards are worth, by the number of the set
    net           by choice, grade and outcome: what a hand nets in units
    bet           by choice: the money on the felt, in units
    base          by card shown and number of the own cards: the choice of the base game's best play
    weights       by card shown and card: how much a card in sight adds to the count of the counting rule
    """

    key: str
    deck: int
    own_size: int
    dealer_size: int
    up: int
    qualifies: int
    unit: int
    own: NDArray[np.uint16]
    dealer: NDArray[np.uint16]
    net: NDArray[np.int64]
    bet: NDArray[np.int64]
    base: NDArray[np.uint8]
    weights: NDArray[np.int64]

    @property
    def grades(self) -> int:
        return int(self.net.shape[1])

    def over(self, players: int) -> int:
        """The deals of one set: each way to take out the own cards, with each hand of the dealer."""
        felt = players * self.own_size
        return comb(felt, self.own_size) * comb(self.deck - felt - self.up, self.dealer_size - self.up)


@cache
def face_up_duels(key: str) -> Looked:
    """The tables of a game with one decision that its face-up runs share."""
    game = GAMES[key]
    playable, meet = one_decision(game), contest(game)
    net = np.stack([playable.nets.net[choice][playable.nets.kind] for choice in playable.choices])
    for place, choice in enumerate(playable.choices):
        allowed = np.zeros(net.shape[1], np.bool_)
        allowed[playable.duels.grade[playable.allowed(choice)]] = True
        net[place, ~allowed] = NOT_ALLOWED
    return Looked(
        key=key,
        deck=len(game.deck),
        own_size=meet.own_size,
        dealer_size=meet.dealer_size,
        up=meet.up,
        qualifies=meet.qualifies,
        unit=playable.nets.unit,
        own=grades_of(game, meet.own_size).of_set,
        dealer=meet.dealer.of_set,
        net=net,
        bet=np.array([playable.nets.bet[choice] for choice in playable.choices], np.int64),
        base=base_choices(playable),
        weights=count_weights(key),
    )


def base_choices(playable: OneDecision) -> NDArray[np.uint8]:
    """The best choice without looking, by card shown and number of the own cards."""
    duels, best, cards = playable.duels, playable.best(), len(playable.game.deck)
    table = np.zeros((cards if playable.game.layout.up else 1, comb(cards, duels.own.shape[1])), np.uint8)
    for names in renamed(deck_of(playable.game)):
        _name_suits(duels.own, duels.up, best, names.astype(np.int64), CHOOSE, table)
    return table


@kernel
def _name_suits(
    own: NDArray[np.uint8],
    up: NDArray[np.uint8],
    best: NDArray[np.uint8],
    names: NDArray[np.int64],
    choose: NDArray[np.int64],
    table: NDArray[np.uint8],
) -> None:
    """Write the choices of every class under one naming of the suits, which says what each card is then."""
    size = own.shape[1]
    cards = np.zeros(size, np.int64)
    for hand in range(len(own)):
        for place in range(size):
            cards[place] = names[own[hand, place]]
        cards.sort()
        number = 0
        for place in range(size):
            number += choose[cards[place], place + 1]
        if len(table) == 1:
            table[0, number] = best[hand, 0]
            continue
        for column in range(up.shape[1]):
            table[names[up[hand, column]], number] = best[hand, column]


def count_weights(key: str) -> NDArray[np.int64]:
    """What a card in sight adds to the count, by card shown (one row where none is) and card.

    The player's own cards count too. Three Card: queens, kings and aces. Crazy 4: kings and aces. DJ Wild: wild cards.
    Caribbean Stud: aces and kings, cards of the shown rank sixteen, and a shown ace or king sixty-four, for with it the
    dealer qualifies more often: the card has a second table for it. Four Card: cards of the shown rank, one table for
    each such rank.
    """
    rank = np.arange(52) >> 2
    same = rank[:, None] == rank[None]
    match key:
        case "three-card":
            return (rank >= 10).astype(np.int64)[None]
        case "dj-wild":
            return np.array([is_wild(card) for card in JOKER_DECK], np.int64)[None]
        case "crazy-four":
            return (rank >= 11).astype(np.int64)[None]
        case "caribbean":
            weights = np.where(same, 16, rank[None] >= 11)
            up_card = 64 * (rank >= 11)
        case _:
            weights = same.astype(np.int64)
            up_card = 4 * rank
    weights[np.diag_indices(52)] = up_card
    return weights.astype(np.int64)


def add_up(
    game: Looked, felts: NDArray[np.uint8], players: int, chart: NDArray[np.uint8] | None = None
) -> NDArray[np.int64]:
    """The columns of each set on the felt: `players` hands in a row, and after them the card shown, if one is.

    `chart` is the choice by count and grade of the counting rule; without one, nobody counts and it is as `fixed`.
    """
    totals = np.zeros((len(felts), len(COLUMNS)), np.int64)
    _all_felts(game, felts, players, _NOBODY if chart is None else chart, totals, _NO_CELLS)
    return totals


def learn(game: Looked, felts: NDArray[np.uint8], players: int) -> NDArray[np.int64]:
    """By count, grade and choice: what the choice nets in all. From this a counting rule is made."""
    cells = np.zeros((COUNTS, game.grades, len(game.bet)), np.int64)
    totals = np.zeros((len(felts), len(COLUMNS)), np.int64)
    _all_felts(game, felts, players, _NOBODY, totals, cells)
    return cells


_NOBODY = np.zeros((0, 0), np.uint8)
_NO_CELLS = np.zeros((0, 0, 0), np.int64)


def _all_felts(
    game: Looked,
    felts: NDArray[np.uint8],
    players: int,
    chart: NDArray[np.uint8],
    totals: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    _felts(
        felts, players * game.own_size, game.own_size, game.dealer_size, game.up, game.qualifies, game.own, game.dealer,
        game.net, game.bet, game.base, game.weights, CHOOSE, chart, totals, cells,
    )  # fmt: skip


@kernel
def _felts(
    felts: NDArray[np.uint8],
    on_felt: int,
    own_size: int,
    dealer_size: int,
    shows: int,
    qualifies: int,
    own: NDArray[np.uint16],
    dealer: NDArray[np.uint16],
    net: NDArray[np.int64],
    bet: NDArray[np.int64],
    base: NDArray[np.uint8],
    weights: NDArray[np.int64],
    choose: NDArray[np.int64],
    chart: NDArray[np.uint8],
    totals: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    choices, grades = net.shape[0], net.shape[1]
    worse = np.zeros(grades + 1, np.int64)
    worth = np.zeros((choices, grades), np.int64)
    best = np.zeros(grades, np.uint8)
    rest, cards, hand = np.zeros(weights.shape[1], np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    at, felt = np.zeros(8, np.int64), np.zeros(weights.shape[1], np.int64)
    for row in range(len(felts)):
        for place in range(on_felt):
            felt[place] = felts[row, place]
        felt[:on_felt].sort()
        up = int(felts[row, on_felt]) if shows else -1
        up_card = up if shows else 0
        left = 0
        for card in range(weights.shape[1]):
            there = card == up
            for place in range(on_felt):
                there = there or felt[place] == card
            if not there:
                rest[left] = card
                left += 1
        # Every hand the dealer can have, by grade.
        worse[:] = 0
        drawn = dealer_size - shows
        for place in range(drawn):
            at[place] = place
        while True:
            for place in range(drawn):
                cards[place] = rest[at[place]]
            number = 0
            if shows:
                number = with_one(cards, drawn, up, choose, hand)
            else:
                for place in range(drawn):
                    number += choose[cards[place], place + 1]
            worse[dealer[number] + 1] += 1
            place = drawn - 1
            while place >= 0 and at[place] == left - drawn + place:
                place -= 1
            if place < 0:
                break
            at[place] += 1
            for later in range(place + 1, drawn):
                at[later] = at[later - 1] + 1
        for grade in range(grades):
            worse[grade + 1] += worse[grade]
        # What each choice is worth with a hand of each grade.
        every, unqualified = worse[grades], worse[qualifies]
        for grade in range(grades):
            beaten, equal, better = np.int64(0), np.int64(0), every - unqualified
            if grade >= qualifies:
                beaten = worse[grade] - unqualified
                equal = worse[grade + 1] - worse[grade]
                better = every - worse[grade + 1]
            most = np.uint8(0)
            for choice in range(choices):
                worth[choice, grade] = (
                    net[choice, grade, 0] * unqualified
                    + net[choice, grade, 1] * beaten
                    + net[choice, grade, 2] * equal
                    + net[choice, grade, 3] * better
                )
                if worth[choice, grade] > worth[most, grade]:
                    most = np.uint8(choice)
            best[grade] = most
        # Every way to take the own cards out of those on the felt.
        count = weights[up_card, up_card] if shows else np.int64(0)
        for place in range(on_felt):
            count += weights[up_card, felt[place]]
        for place in range(own_size):
            at[place] = place
        while True:
            number = 0
            for place in range(own_size):
                number += choose[felt[at[place]], place + 1]
            grade = own[number]
            chosen, fixed = best[grade], base[up_card, number]
            totals[row, BEST] += worth[chosen, grade]
            totals[row, FIXED] += worth[fixed, grade]
            totals[row, BET] += bet[chosen] * every
            totals[row, COUNTED] += worth[chart[count, grade] if len(chart) else fixed, grade]
            totals[row, CHANGED] += chosen != fixed
            for choice in range(cells.shape[2]):
                cells[count, grade, choice] += worth[choice, grade]
            place = own_size - 1
            while place >= 0 and at[place] == on_felt - own_size + place:
                place -= 1
            if place < 0:
                break
            at[place] += 1
            for later in range(place + 1, own_size):
                at[later] = at[later - 1] + 1
