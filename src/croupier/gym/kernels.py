"""The kernels that deal, show, settle and encode many tables at once. Each table has a stream of chance of its own.

Cards are drawn one by one, and one that lies there already is drawn again: so the cards of a table depend on its own
stream alone, whatever happens at the others. A draw scales 32 random bits, as in `croupier.lab.chance.deal`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.deal import grade_of, key_and_bits
from croupier.lab.kernel import inlined, kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_EMPTY = np.uint64(0x3333 << 32)


def streams(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A stream of chance for each seed: neighbours among seeds are no neighbours among streams."""
    mixed = seeds * _GOLDEN + _MIX_1
    for multiplier in (_MIX_2, _MIX_1):
        mixed = (mixed ^ (mixed >> np.uint64(31))) * multiplier
    return np.asarray(mixed ^ (mixed >> np.uint64(29)), np.uint64)


@inlined
def _draw(table: int, dealt: int, states: NDArray[np.uint64], cards: NDArray[np.int8]) -> None:
    """Draw the cards of a round."""
    state, taken, word = states[table], np.uint64(0), np.uint64(0)
    place, halves = 0, 0
    while place < dealt:
        if halves == 0:
            state += _GOLDEN
            word = (state ^ (state >> np.uint64(30))) * _MIX_1
            word = (word ^ (word >> np.uint64(27))) * _MIX_2
            word ^= word >> np.uint64(31)
            halves = 2
        card = ((word & np.uint64(0xFFFFFFFF)) * np.uint64(52)) >> np.uint64(32)
        word >>= np.uint64(32)
        halves -= 1
        if not (taken >> card) & np.uint64(1):
            taken |= np.uint64(1) << card
            cards[table, place] = card
            place += 1
    states[table] = state


@inlined
def _grade(
    table: int,
    first: int,
    stop: int,
    cards: NDArray[np.int8],
    of_set: NDArray[np.uint16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    choose: NDArray[np.int64],
    hand: NDArray[np.int64],
) -> int:
    """What the cards of a row from `first` to `stop` are worth: seven by their sums, fewer by the number of the set."""
    size = stop - first
    if size == 7:
        key, bits = _EMPTY, np.uint64(0)
        for place in range(first, stop):
            key, bits = key_and_bits(key, bits, int(cards[table, place]))
        grade = int(grade_of(key, bits, by_ranks, by_flush))
    else:
        for count in range(size):
            card, at = int(cards[table, first + count]), count
            while at > 0 and hand[at - 1] > card:
                hand[at] = hand[at - 1]
                at -= 1
            hand[at] = card
        number = 0
        for count in range(size):
            number += choose[hand[count], count + 1]
        grade = int(of_set[number])
    return grade


@inlined
def _show(
    table: int,
    row: NDArray[np.int8],
    own: int,
    board: int,
    up: int,
    face_up: int,
    street: int,
    bets: int,
    cards: NDArray[np.int8],
) -> None:
    """Write what a player sees: so many board cards face up, the rest unseen."""
    for place in range(board):
        row[table, place] = cards[table, place] if place < own + face_up else np.int8(-1)
    dealt = cards.shape[1]
    for place in range(up):
        row[table, board + place] = cards[table, dealt - up + place]
    row[table, board + up] = street
    row[table, board + up + 1] = bets


@kernel
def begin(
    start: int,
    stop: int,
    fixed_decks: bool,
    layout: NDArray[np.int64],
    bets: NDArray[np.int8],
    masks: NDArray[np.int8],
    allows: NDArray[np.int64],
    own_grades: NDArray[np.uint16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    choose: NDArray[np.int64],
    states: NDArray[np.uint64],
    cards: NDArray[np.int8],
    nodes: NDArray[np.int16],
    held: NDArray[np.int16],
    seen: NDArray[np.int8],
    offered: NDArray[np.int8],
) -> None:
    """Deal a new round at the tables `start` to `stop`, or take the cards that lie there as `fixed_decks`."""
    own, board, up = layout[0], layout[1], layout[2]
    hand = np.zeros(8, np.int64)
    for table in range(start, stop):
        if not fixed_decks:
            _draw(table, cards.shape[1], states, cards)
        nodes[table] = 0
        held[table] = 0
        if masks.shape[1] > 1:
            held[table] = allows[_grade(table, 0, own, cards, own_grades, by_ranks, by_flush, choose, hand)]
        _show(table, seen, own, board, up, 0, 0, bets[0], cards)
        for action in range(masks.shape[2]):
            offered[table, action] = masks[0, held[table], action]


@kernel
def first_refused(actions: NDArray[np.int64], offered: NDArray[np.int8]) -> int:
    """The first table whose action is not offered, or -1."""
    for table in range(len(actions)):
        action = actions[table]
        if action < 0 or action >= offered.shape[1] or not offered[table, action]:
            return table
    return -1


@kernel
def advance(
    start: int,
    stop: int,
    actions: NDArray[np.int64],
    layout: NDArray[np.int64],
    streets: NDArray[np.int8],
    bets: NDArray[np.int8],
    face_up: NDArray[np.int8],
    following: NDArray[np.int16],
    masks: NDArray[np.int8],
    allows: NDArray[np.int64],
    end_bets: NDArray[np.int8],
    net: NDArray[np.float64],
    kind: NDArray[np.int64],
    bands: NDArray[np.int64],
    own_grades: NDArray[np.uint16],
    dealer_grades: NDArray[np.uint16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    choose: NDArray[np.int64],
    states: NDArray[np.uint64],
    cards: NDArray[np.int8],
    nodes: NDArray[np.int16],
    held: NDArray[np.int16],
    seen: NDArray[np.int8],
    offered: NDArray[np.int8],
    rewards: NDArray[np.float64],
    over: NDArray[np.bool_],
    last_seen: NDArray[np.int8],
    dealers: NDArray[np.int8],
) -> None:
    """Do what was decided at the tables `start` to `stop`; where that ends the round, settle it and deal the next.

    layout   own cards, own and board cards, the dealer's that lie face up, streets of the game
    streets … bands   the tables of `croupier.gym.plan.TablePlan`
    cards, nodes, held   the state of each table: the cards of the row, node of the tree, what the own hand allows
    seen, offered   filled: what a player sees and may do next
    rewards, over   filled: what the step paid, and whether it ended a round
    last_seen, dealers   filled where it did: the end of that round, and the dealer's cards

    Oracle: `croupier.gym.one.OneTable`, one table at a time.
    """
    own, board, up, last_street = layout[0], layout[1], layout[2], layout[3]
    dealt = cards.shape[1]
    hand = np.zeros(8, np.int64)
    for table in range(start, stop):
        node = int(following[nodes[table], actions[table]])
        over[table] = node < 0
        rewards[table] = 0.0
        if node < 0:
            line = -1 - node
            mine = _grade(table, 0, board, cards, own_grades, by_ranks, by_flush, choose, hand)
            # Without a dealer's hand the player's is compared with itself.
            outcome = 1
            if dealt > board:
                theirs = _grade(table, own, dealt, cards, dealer_grades, by_ranks, by_flush, choose, hand)
                outcome = 0 if mine > theirs else 1 if mine == theirs else 2
                for band in range(1, len(bands)):
                    outcome += 3 if theirs >= bands[band] else 0
            rewards[table] = net[line, kind[mine], outcome]
            _show(table, last_seen, own, board, up, board - own, last_street, end_bets[line], cards)
            for place in range(board, dealt):
                dealers[table, place - board] = cards[table, place]
            _draw(table, dealt, states, cards)
            node = 0
            if masks.shape[1] > 1:
                held[table] = allows[_grade(table, 0, own, cards, own_grades, by_ranks, by_flush, choose, hand)]
        nodes[table] = node
        _show(table, seen, own, board, up, face_up[node], streets[node], bets[node], cards)
        for action in range(masks.shape[2]):
            offered[table, action] = masks[node, held[table], action]


@kernel
def lay_out(
    start: int,
    stop: int,
    seen: NDArray[np.int8],
    groups: NDArray[np.int64],
    deck: int,
    plain: bool,
    features: NDArray[np.float32],
) -> None:
    """Write the cards of rows `start` to `stop` as planes of the deck, and behind each plane how many of each rank.

    seen      rows as `croupier.gym.observations` has them
    groups    of own, board and shown cards: the first place in a row, the last's next, and where the plane begins
    plain     whether suits are renamed: those with the most cards in sight come first, then those with the best own
    features  filled, zero before

    A card beyond the fifty-two has neither rank nor suit, and stands in the plane alone.
    """
    keys, names, many = np.zeros(4, np.int64), np.zeros(4, np.int64), len(groups)
    for row in range(start, stop):
        keys[:] = 0
        if plain:
            for group in range(many):
                for place in range(groups[group, 0], groups[group, 1]):
                    card = int(seen[row, place])
                    if 0 <= card < 52:
                        keys[card & 3] += (1 << 13 * many) + (1 << 13 * (many - 1 - group) + (card >> 2))
        for suit in range(4):
            names[suit] = 0
            for other in range(4):
                names[suit] += keys[other] > keys[suit] or (keys[other] == keys[suit] and other < suit)
        for group in range(many):
            plane = groups[group, 2]
            for place in range(groups[group, 0], groups[group, 1]):
                card = int(seen[row, place])
                if 0 <= card < 52:
                    features[row, plane + (card & ~3) + names[card & 3]] = 1
                    features[row, plane + deck + (card >> 2)] += 1
                elif card >= 0:
                    features[row, plane + card] = 1
