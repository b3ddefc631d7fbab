"""The kernels that deal rounds at random, and that play rounds of the games on the cards dealt by tables of decisions.

Cards of a round stand in a row: the player's own, the board, the dealer's. What is written is the cell in which the
round ends, a number that says how it was decided and what the hands were.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.deal import deal_cards, grade_of, key_and_bits
from croupier.lab.kernel import inlined, kernel


@kernel
def deal_rounds(state: np.uint64, cards: int, deals: NDArray[np.uint8]) -> None:
    """Fill each row with cards of a deck of so many, dealt from a stream."""
    deck = np.arange(cards).astype(np.int64)
    for played in range(len(deals)):
        state = deal_cards(deck, deals.shape[1], state)
        for place in range(deals.shape[1]):
            deals[played, place] = deck[place]


@inlined
def _number(
    cards: NDArray[np.uint8], at: int, start: int, size: int, choose: NDArray[np.int64], hand: NDArray[np.int64]
) -> int:
    """The number of the set of `size` cards of a row from `start` on, which are put in order into `hand`."""
    for i in range(size):
        card = np.int64(cards[at, start + i])
        place = i
        while place > 0 and hand[place - 1] > card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card
    number = 0
    for i in range(size):
        number += choose[hand[i], i + 1]
    return number


@kernel
def set_numbers(cards: NDArray[np.uint8], choose: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    """Write the number of each row's set of cards. Oracle: `croupier.lab.hands.cardsets.numbers`."""
    hand = np.zeros(8, np.int64)
    for at in range(len(cards)):
        found[at] = _number(cards, at, 0, cards.shape[1], choose, hand)


@kernel
def grade_sixes(
    cards: NDArray[np.uint8], grade: NDArray[np.uint16], choose: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    """Write the grade of the best five of each row's six cards, from the grades of five."""
    hand = np.zeros(8, np.int64)
    for at in range(len(cards)):
        _number(cards, at, 0, 6, choose, hand)
        best = np.int64(0)
        for left_out in range(6):
            number = 0
            for place in range(6):
                if place < left_out:
                    number += choose[hand[place], place + 1]
                elif place > left_out:
                    number += choose[hand[place], place]
            best = max(best, np.int64(grade[number]))
        found[at] = best


@kernel
def grade_sevens(
    cards: NDArray[np.uint8], by_ranks: NDArray[np.uint16], by_flush: NDArray[np.uint16], found: NDArray[np.int64]
) -> None:
    """Write the grade of each row of seven cards."""
    for at in range(len(cards)):
        key, bits = np.uint64(0x3333 << 32), np.uint64(0)
        for place in range(7):
            key, bits = key_and_bits(key, bits, int(cards[at, place]))
        found[at] = grade_of(key, bits, by_ranks, by_flush)


@kernel
def play_duels(
    cards: NDArray[np.uint8],
    own_size: int,
    dealer_size: int,
    up: int,
    row: NDArray[np.int32],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
    own: NDArray[np.uint8],
    chosen: NDArray[np.uint8],
    own_grade: NDArray[np.uint16],
    dealer_grade: NDArray[np.uint16],
    kind: NDArray[np.int64],
    kinds: int,
    qualifies: int,
    split: bool,
    choose: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Play rounds with one decision into cells: choice, kind of hand, and what the dealer's hand was.

    row, naming, renamed  where a hand stands in `own`, as `croupier.lab.games.simulate` has it
    chosen     the choice by row and card shown, in the order of the cards that are not in the hand
    kind       of each grade, the kind of hand that is settled alike; there are so many `kinds`
    split      whether hands are also compared where the dealer does not qualify

    Oracle: `croupier.lab.games.one_decision`, in the mean.
    """
    hand = np.zeros(8, np.int64)
    outcomes = 6 if split else 4
    for at in range(len(cards)):
        number = _number(cards, at, 0, own_size, choose, hand)
        place, column = row[number], np.int64(0)
        if up:
            up_card = np.int64(renamed[naming[number], cards[at, own_size + dealer_size - 1]])
            column = up_card
            for mine in range(own_size):
                if own[place, mine] < up_card:
                    column -= 1
        mine_grade = own_grade[number]
        theirs = dealer_grade[_number(cards, at, own_size, dealer_size, choose, hand)]
        # Worse, as good, better than the player's.
        outcome = 0 if theirs < mine_grade else 1 if theirs == mine_grade else 2
        if split:
            outcome += 0 if theirs < qualifies else 3
        else:
            outcome = 0 if theirs < qualifies else 1 + outcome
        cells[at] = (np.int64(chosen[place, column]) * kinds + kind[mine_grade]) * outcomes + outcome


@kernel
def play_rides(
    cards: NDArray[np.uint8],
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    grade: NDArray[np.uint16],
    grades: int,
    choose: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Play rounds of Let It Ride into cells: the two decisions, and the grade of the five cards.

    first, second  which three cards let bet 1 ride, and which four bet 2

    Oracle: `croupier.lab.games.let_it_ride`, in the mean.
    """
    hand = np.zeros(8, np.int64)
    for at in range(len(cards)):
        rode = np.int64(first[_number(cards, at, 0, 3, choose, hand)])
        also = np.int64(second[_number(cards, at, 0, 4, choose, hand)])
        cells[at] = (rode * 2 + also) * grades + np.int64(grade[_number(cards, at, 0, 5, choose, hand)])


@kernel
def play_streets(
    cards: NDArray[np.uint8],
    third: NDArray[np.uint8],
    fourth: NDArray[np.uint8],
    fifth: NDArray[np.uint8],
    checked: int,
    most: int,
    grade: NDArray[np.uint16],
    grades: int,
    choose: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Play rounds of Mississippi Stud into cells: what was bet on each street, and the grade of the five cards.

    third, fourth, fifth  the bet of each street by bets down and cards in sight, 0 for a fold, `checked` for a check
    most                  the largest bet; a street is a digit from 0, a fold, to `most`, and one more for a check

    Oracle: `croupier.lab.games.mississippi`, in the mean.
    """
    hand = np.zeros(8, np.int64)
    for at in range(len(cards)):
        line, down, folded = 0, 1, False
        for street in range(3):
            bet = 0
            if not folded:
                number = _number(cards, at, 0, 2 + street, choose, hand)
                table = third if street == 0 else fourth if street == 1 else fifth
                bet = int(table[down, number])
            folded = folded or bet == 0
            if bet == checked:
                bet = most + 1
            else:
                down += bet
            line = line * (most + 2) + bet
        cells[at] = line * grades + np.int64(grade[_number(cards, at, 0, 5, choose, hand)])
