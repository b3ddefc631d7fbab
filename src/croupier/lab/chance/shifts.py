"""Whole shifts of a table dealt at random: how far down its tray, or a player-dealer's bank, ever goes.

    shifts = play_shifts(decisions, net_results().reshape(1, -1), players=6, rounds=240, shifts=20_000)
    shifts.final, shifts.lowest                 # of each shift, in units, as who banks sees them

All seats play one board against one hand of the dealer's, as at a table; seats of a simulation of one seat would not.
A bank's wager limits each of its rounds, and it settles in the order of R29: folded seats first, then seat by seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.chance.deal import CELLS, bets_flop, bets_river, board_row, deal_cards, grade_of, key_and_bits
from croupier.lab.chance.run import stream
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.kernel import in_order, inlined, kernel
from croupier.lab.uth.decisions import FOLD, Decisions
from croupier.lab.uth.flops import flops
from croupier.rules.bank import Coverage

_SHIFTS_A_BATCH = 256
_FOLDED = FOLD * CELLS // 5
"""From this cell of `Outcome.joint` on, the seat has folded."""


@dataclass(frozen=True, slots=True)
class Shifts:
    """What each shift came to for who banks, and the lowest it stood on the way, in units: 0 if it never fell."""

    final: NDArray[np.int64]
    lowest: NDArray[np.int64]


class NotCovered(Refused):
    """A wager that no bank can have."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A player-dealer's wager, in units, how it covers, and the fee that each round costs the bank, in units."""

    wager: int
    coverage: Coverage
    fee: int = 0

    def __post_init__(self) -> None:
        if self.wager < 1:
            raise NotCovered("a bank without a wager covers nothing; want a positive amount, such as 500")


_HOUSE = Cover(1 << 60, Coverage.NET)
"""The house covers everything and pays no fee."""


def play_shifts(
    decisions: Decisions,
    bets: NDArray[np.int64],
    *,
    players: int,
    rounds: int,
    shifts: int,
    cover: Cover = _HOUSE,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Shifts:
    """Play so many shifts of `rounds` rounds with `players` seats, each by `decisions` with the same bets.

    `bets` says what each bet nets its player, by bet in the order of settlement and by cell of `Outcome.joint`. Where
    everything is covered one row will do, of all bets together.
    """
    flop, table, shape = flops(), tables(), shapes()
    flop_bets = decisions.flop[np.maximum(flop.class_of, 0)]
    preflop = decisions.preflop[start_of_hole()]
    final, lowest = np.zeros(shifts, np.int64), np.zeros(shifts, np.int64)
    starts = range(0, shifts, _SHIFTS_A_BATCH)

    def play(start: int) -> int:
        stop = min(start + _SHIFTS_A_BATCH, shifts)
        _play(
            stream(seed, start // _SHIFTS_A_BATCH), players, rounds, preflop, flop_bets, flop.canonical, flop.naming,
            flop.renamed, decisions.river_plain, decisions.river_flush, shape.set_index, table.by_ranks,
            table.by_flush, table.category, bets, cover.wager, cover.coverage is Coverage.GROSS, cover.fee,
            final[start:stop], lowest[start:stop],
        )  # fmt: skip
        return stop

    for done in in_order(play, list(starts)):
        if progress is not None:
            progress(done, shifts)
    return Shifts(final, lowest)


@inlined
def bank_result(bet_net: NDArray[np.int64], cells: NDArray[np.int64], players: int, wager: int, gross: bool) -> int:
    """What a round brings who banks: each seat's bets in the order of R29, as far as the wager covers them (R30).

    Oracle: `croupier.rules.bank.Purse`.
    """
    # What the bank can still lose, and still win.
    pays, takes = wager, wager
    bank = 0
    for turned in range(2):
        for seat in range(players):
            cell = cells[seat]
            for bet in range(bet_net.shape[0]):
                net = bet_net[bet, cell]
                # What a folded seat loses is collected while the bank's cards still lie face down.
                early = cell >= _FOLDED and net < 0
                if early == (turned == 0):
                    covered = min(net, pays) if net > 0 else -min(-net, takes)
                    bank -= covered
                    if gross:
                        pays -= abs(covered)
                        takes = pays
                    else:
                        pays -= covered
                        takes += covered
    return bank


@kernel
def _play(
    seed: np.uint64,
    players: int,
    rounds: int,
    preflop: NDArray[np.int8],
    flop_bets: NDArray[np.bool_],
    canonical: NDArray[np.uint16],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
    river_plain: NDArray[np.bool_],
    river_flush: NDArray[np.bool_],
    set_index: NDArray[np.int16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    category: NDArray[np.uint8],
    bet_net: NDArray[np.int64],
    wager: int,
    gross: bool,
    fee: int,
    final: NDArray[np.int64],
    lowest: NDArray[np.int64],
) -> None:
    """Play one shift after the other into `final` and `lowest`; most other arrays are those of `play_rounds`.

    bet_net   by bet in the order of settlement, and by cell, what the player nets
    """
    cells = np.empty(6, np.int64)
    deck = np.arange(52).astype(np.int64)
    board = np.empty(5, np.int64)
    state = seed
    for shift in range(final.size):
        house = 0
        low = 0
        for _ in range(rounds):
            # Board first, then the dealer's two cards, then each seat's.
            state = deal_cards(deck, 7 + 2 * players, state)
            key, bits = np.uint64(0x3333 << 32), np.uint64(0)
            for i in range(5):
                card = deck[i]
                key, bits = key_and_bits(key, bits, card)
                place = i
                while place > 0 and board[place - 1] > card:
                    board[place] = board[place - 1]
                    place -= 1
                board[place] = card
            row, suit = board_row(board, set_index)
            key_x, bits_x = key_and_bits(key, bits, deck[5])
            key_x, bits_x = key_and_bits(key_x, bits_x, deck[6])
            dealer = grade_of(key_x, bits_x, by_ranks, by_flush)
            for seat in range(players):
                u, v = deck[7 + 2 * seat], deck[8 + 2 * seat]
                a, b = min(u, v), max(u, v)
                hole = a + (b * (b - 1) >> 1)
                first = preflop[hole]
                if first:
                    decided = 4 - first
                elif bets_flop(a, b, deck[0], deck[1], deck[2], flop_bets, canonical, naming, renamed):
                    decided = 2
                else:
                    decided = 3 if bets_river(a, b, row, suit, river_plain, river_flush) else 4
                key_a, bits_a = key_and_bits(key, bits, a)
                key_a, bits_a = key_and_bits(key_a, bits_a, b)
                player = grade_of(key_a, bits_a, by_ranks, by_flush)
                result = 0 if player > dealer else 1 if player == dealer else 2
                cells[seat] = ((decided * 10 + category[player]) * 10 + category[dealer]) * 3 + result
            house += bank_result(bet_net, cells, players, wager, gross)
            house -= fee
            low = min(low, house)
        final[shift] = house
        lowest[shift] = low
