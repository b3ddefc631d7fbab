"""Side bets, the house's and one's own, on cards that are given: which line each round makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games import crazy_four, dj_wild, flushes_gone_wild, four_card, three_card, uth
from croupier.hands import Category
from croupier.lab.bets.sidebets import SideBetPrice, side_bet
from croupier.lab.custom_bets import lines_of_sets, side_bet_of
from croupier.lab.games.dealing import grade_sixes, set_numbers
from croupier.lab.games.grades import (
    SetGrades,
    best_four_of_five,
    best_four_of_six,
    five_cards,
    flushes_of_seven,
    grade_flushes,
    three_cards,
    wild_cards,
)
from croupier.lab.hands.cardsets import CHOOSE, all_sets
from croupier.lab.hands.evaluator import tables
from croupier.lab.seats.play import graded
from croupier.rules import pair_lines, shared_bets
from croupier.rules.game import AfterFold, Game, Hands, Layout, SideBet
from croupier.rules.own.bet import CountedCards, OwnBet, asked_of, how_many
from croupier.rules.own.line_test import ALLOWED
from croupier.rules.paytables import Paytable, To

Rows: TypeAlias = NDArray[np.uint8]
"""Cards of a round a row: the player's own, the board, the dealer's."""
Lines: TypeAlias = NDArray[np.int64]
LineOf: TypeAlias = Callable[[Rows], Lines]

_ACES = 12
_CATEGORY = 20
"""Where the category begins in the strength of five cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlay:
    """A side bet that is made every round.

    stake         in base bets
    wins          what one unit staked nets on each line, and last where no line is met: the stake is lost
    line_of       by rows of cards, the place of the line that each makes
    price         the bet by itself, over every deal and whatever its seat decides
    lost_by_fold  whether a seat that folds loses it
    own_cards     whether the player's own cards alone decide it
    named_suits   whether it tells hands apart that differ only in the names of the suits
    """

    name: str
    stake: int
    wins: tuple[Fraction, ...]
    line_of: LineOf
    price: SideBetPrice
    lost_by_fold: bool
    own_cards: bool
    named_suits: bool

    def __post_init__(self) -> None:
        if self.stake < 1:
            raise Refused(f"cannot stake {self.stake} base bets on {self.name}; want 1 or more")


def house_bet(game: Game, bet: SideBet, table: Paytable, stake: int = 1, *, on_fold: bool = True) -> BetPlay:
    """A side bet of the house. `on_fold` is what the house has chosen, where it may choose whether a folded bet stays
    in action."""
    after = bet.after_fold
    return BetPlay(
        name=table.name,
        stake=stake,
        wins=_wins([pay for pay in table.pays.values() if isinstance(pay, To)]),
        line_of=_house_line(game, bet, table),
        price=side_bet(table),
        lost_by_fold=after is AfterFold.LOSES or (after is AfterFold.HOUSE_CHOOSES and not on_fold),
        own_cards=bet.kind in _BY_OWN or (bet.kind == shared_bets.PAIR_PLUS and game.layout.own == _THREE),
        named_suits="red_aces" in table.pays,
    )


_THREE = 3
_BY_OWN = (four_card.ACES_UP, crazy_four.QUEENS_UP, dj_wild.TRIPS_PAYS)


def own_bet(game: Game, bet: OwnBet, stake: int = 1) -> BetPlay:
    """A side bet of one's own, in a game that it is declared for."""
    cards = how_many(bet.cards, game.layout)
    return BetPlay(
        name=bet.name,
        stake=stake,
        wins=_wins([line.pay for line in bet.lines]),
        line_of=_own_line(game.layout, bet, cards),
        price=side_bet_of(bet, cards),
        lost_by_fold=not bet.plays_after_fold,
        own_cards=bet.cards is CountedCards.HOLE,
        named_suits=any(line.suits in ALLOWED for line in asked_of(bet, cards) if line.suits is not None),
    )


def _wins(pays: list[To]) -> tuple[Fraction, ...]:
    return (*(Fraction(pay.win, pay.per) for pay in pays), Fraction(-1))


def numbered(cards: Rows) -> Lines:
    """The number of each row's set of cards."""
    found = np.empty(len(cards), np.int64)
    set_numbers(cards, CHOOSE, found)
    return found


def _own_line(layout: Layout, bet: OwnBet, cards: int) -> LineOf:
    """Oracle: `croupier.rules.own.bet.judge`."""
    counted, asks = _columns(layout, bet.cards), asked_of(bet, cards)
    if cards == bet.best:
        table = lines_of_sets(asks, cards)
        return lambda rows: table[numbered(counted(rows))].astype(np.int64)

    def line_of(rows: Rows) -> Lines:
        seen = counted(rows)
        worth, suits = _best_worth(seen, bet.best), seen & 3
        often = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
        flush = often.argmax(axis=1)
        lines = np.full(len(seen), len(asks), np.int64)
        for place in range(len(asks) - 1, -1, -1):
            line = asks[place]
            fits = (worth >= line.least) & (worth < line.above)
            if line.suits is not None:
                fits &= np.isin(flush, sorted(ALLOWED[line.suits]))
            lines[fits] = place
        return lines

    return line_of


def _best_worth(cards: Rows, best: int) -> NDArray[np.int64]:
    """What the best so many of each row's cards are worth."""
    many = cards.shape[1]
    if many == 7:
        return np.asarray(tables().strength[graded(cards)], np.int64)
    if best == 5:
        return five_cards().strength[_best_five_of_six(cards)]
    grades = best_four_of_five() if many == 5 else best_four_of_six()
    return grades.strength[grades.of_set[numbered(cards)]]


def _best_five_of_six(cards: Rows) -> Lines:
    """The grade of the best five of each row's six cards."""
    found = np.empty(len(cards), np.int64)
    grade_sixes(cards, five_cards().of_set, CHOOSE, found)
    return found


def _columns(layout: Layout, counted: CountedCards) -> Callable[[Rows], Rows]:
    """The cards that a bet counts, out of a row."""
    own, board, flop = layout.own, layout.own + layout.board, layout.own + 3
    match counted:
        case CountedCards.HOLE:
            return lambda rows: rows[:, :own]
        case CountedCards.BOARD:
            return lambda rows: rows[:, own:board]
        case CountedCards.HOLE_AND_FLOP:
            return lambda rows: rows[:, :flop]
        case CountedCards.HAND:
            return lambda rows: rows[:, :board]
        case CountedCards.DEALERS_HOLE:
            return lambda rows: rows[:, board:]
        case CountedCards.DEALERS_HAND:
            return lambda rows: rows[:, own:]
        case CountedCards.BOTH_HOLES:
            return lambda rows: np.hstack((rows[:, :own], rows[:, board:]))
        case CountedCards.UP_CARD:
            return lambda rows: rows[:, rows.shape[1] - layout.up :]


def _house_line(game: Game, bet: SideBet, table: Paytable) -> LineOf:
    """What hands have in common that make the same line is looked up; one hand of each kind is judged by the bet."""
    own, board = game.layout.own, game.layout.own + game.layout.board
    match bet.kind:
        case shared_bets.PAIR_PLUS:
            where = slice(0, own) if own == _THREE else slice(own, board)
            of_set = three_cards().of_set
            lines = _by_grade(bet, table, three_cards(), _THREE, _THREE)
            return lambda rows: lines[of_set[numbered(rows[:, where])]]
        case four_card.ACES_UP | crazy_four.QUEENS_UP:
            grades = best_four_of_five()
            lines = _by_grade(bet, table, grades, own, own)
            return lambda rows: lines[grades.of_set[numbered(rows[:, :own])]]
        case three_card.SIX_CARD:
            lines = _by_grade(bet, table, five_cards(), 5, _THREE)
            return lambda rows: lines[_best_five_of_six(rows)]
        case flushes_gone_wild.FLUSH_RUSH:
            strength, grade = flushes_of_seven()
            lines = _judged(bet, table, [Hands(int(worth), 0, (), (), ()) for worth in strength])

            def rush(rows: Rows) -> Lines:
                grades = np.empty(len(rows), np.uint16)
                grade_flushes(np.ascontiguousarray(rows[:, :board]), grade, grades)
                return lines[grades]

            return rush
        case dj_wild.TRIPS_PAYS:
            return _wild_trips(bet, table)
        case pair_lines.PAIRS:
            holes = [tuple(map(Card, hole)) for hole in all_sets(2).tolist()]
            aces = tuple(Card(4 * _ACES + suit) for suit in range(4))
            hands = []
            for hole in holes:
                left = tuple(card for card in aces if card not in hole)[:2]
                hands += [Hands(0, 0, hole, (), ()), Hands(0, 0, hole, left, ())]
            # Where no two aces are left, no dealer has them, and the second is never asked for.
            lines = _judged(
                bet, table, [hand._replace(dealer_cards=hand.dealer_cards or (Card(0), Card(4))) for hand in hands]
            )
            return lambda rows: lines[2 * numbered(rows[:, :own]) + (rows[:, board:] >> 2 == _ACES).all(axis=1)]
        case uth.TRIPS:
            lines = _judged(bet, table, [Hands(kind << _CATEGORY, 0, (), (), ()) for kind in Category])
            return lambda rows: lines[tables().category[graded(rows[:, :board])]]
        case uth.BAD_BEAT:
            beaten = [Hands(kind << _CATEGORY, (kind << _CATEGORY) + 1, (), (), ()) for kind in Category]
            lines = np.append(_judged(bet, table, beaten), len(table.pays))

            def beat(rows: Rows) -> Lines:
                mine, theirs = graded(rows[:, :board]), graded(rows[:, own:])
                kind = tables().category[np.minimum(mine, theirs)].astype(np.int64)
                return lines[np.where(mine == theirs, len(Category), kind)]

            return beat
        case kind:
            raise Refused(
                f"the lab settles {bet.spot.felt} ({kind}) of {game.name} by itself and not along with the game; leave "
                "it out, or price it with `croupier edge`"
            )


def _by_grade(bet: SideBet, table: Paytable, grades: SetGrades, size: int, split: int) -> Lines:
    """By grade, the place of the line that so many cards of it make, of which `split` are the player's and the others
    the dealer's: one set of each is judged."""
    there, first = np.unique(grades.of_set, return_index=True)
    lines = np.full(len(grades.strength), len(table.pays), np.int64)
    cards = [tuple(map(Card, all_sets(size)[at].tolist())) for at in first]
    hands = [
        Hands(int(grades.strength[grade]), 0, one[:split], one[split:], one)
        for grade, one in zip(there, cards, strict=True)
    ]
    lines[there] = _judged(bet, table, hands)
    return lines


def _judged(bet: SideBet, table: Paytable, hands: list[Hands]) -> Lines:
    """The place of the line that each hand makes."""
    places = {line: place for place, line in enumerate(table.pays)}
    made = [bet.judge(table, one).line for one in hands]
    return np.array([len(places) if line is None else places[line] for line in made], np.int64)


def _wild_trips(bet: SideBet, table: Paytable) -> LineOf:
    """Trips of DJ Wild looks at what five cards are with their wild cards and without them."""
    wild, five = wild_cards(), five_cards()
    kinds = (wild.strength >> _CATEGORY)[wild.of_set]
    natural = np.full(len(kinds), len(Category), np.int64)
    natural[: len(five.of_set)] = (five.strength >> _CATEGORY)[five.of_set]
    sets = all_sets(5, len(dj_wild.DJ_WILD.deck))
    holds = ((sets < 4) | (sets == len(dj_wild.DJ_WILD.deck) - 1)).any(axis=1)
    key = (kinds * (len(Category) + 1) + natural) * 2 + holds
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    hands = [Hands(0, 0, tuple(map(Card, sets[at].tolist())), (), ()) for at in first]
    lines = _judged(bet, table, hands)[place.reshape(-1)].astype(np.int8)
    return lambda rows: lines[numbered(rows[:, :5])].astype(np.int64)
