"""One decision worked out by dealing the rest of the deck: what each choice is worth, whatever has been seen.

It shares nothing with the counting of whole games but the grades and the settlement, so each checks the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards, WrongNumberOfCards, check_distinct
from croupier.errors import Refused
from croupier.games import let_it_ride, mississippi
from croupier.lab.games.community import pays_by_grade, pays_by_set, with_one
from croupier.lab.games.nets import Tables, tables_of, unit_of
from croupier.lab.games.one_decision import DUEL_GAMES, contest, grades_of, nets_of
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.kernel import kernel
from croupier.rules.game import Game
from croupier.rules.lines import check_base_bets

_LINES = {"let-it-ride": let_it_ride.paying_line, "mississippi": mississippi.paying_line}


class NoDecision(Refused):
    """Cards with which nobody has to decide anything."""


def choice_values(
    game: Game,
    own: Cards,
    board: Cards = (),
    up: Cards = (),
    seen: Cards = (),
    *,
    down: int | None = None,
    designs: Tables | None = None,
) -> dict[str, Fraction]:
    """What each choice is worth in base bets, best first; of equal ones the larger bet.

    `up` is the dealer's card that is shown, `seen` are cards of others, `down` the base bets that lie there already in
    Mississippi Stud (by default the least there can be). In Let It Ride the values are those of the bet in question:
    what the others do does not change.
    """
    _check(game, own, board, up, seen)
    if game.key in DUEL_GAMES:
        values = _duel(game, own, up, seen, designs)
    elif game.key == "let-it-ride":
        values = _ride(game, (*own, *board), seen, designs)
    else:
        values = _streets(game, (*own, *board), seen, len(board) + 1 if down is None else down, designs)
    return {choice: values[choice] for choice in sorted(values, key=lambda choice: (-values[choice], choice == "fold"))}


def _check(game: Game, own: Cards, board: Cards, up: Cards, seen: Cards) -> None:
    layout = game.layout
    check_distinct((*own, *board, *up, *seen), game.deck)
    if len(own) != layout.own:
        raise WrongNumberOfCards(f"a hand of {game.name}", layout.own, len(own))
    if len(up) != layout.up:
        raise WrongNumberOfCards("the dealer's shown cards", layout.up, len(up))
    if len(board) >= max(len(game.streets), 1) if layout.board else board:
        raise NoDecision(
            f"with {len(board)} cards on the board nobody decides in {game.name}; want fewer than {len(game.streets)}"
            if layout.board
            else f"{game.name} has no board; want the hand alone"
        )
    need = layout.dealer - layout.up + layout.board - len(board)
    if len(game.deck) - len((*own, *board, *up, *seen)) < need:
        raise NoDecision(f"{len(seen)} cards seen are too many: {need} more have to be dealt")


def _rest(game: Game, *known: Sequence[int]) -> NDArray[np.int64]:
    gone = {card for cards in known for card in cards}
    return np.array([card for card in game.deck if card not in gone], np.int64)


def duel_counts(game: Game, own: Cards, up: Cards, seen: Cards, qualifies: int | None = None) -> NDArray[np.int64]:
    """The dealer's hands that do not qualify, are beaten, as good, or better: dealt out one by one. `qualifies` is the
    grade from which the dealer plays, where it is not the game's."""
    meet = contest(game)
    grade = int(meet.own.of_set[sum(comb(card, place) for place, card in enumerate(sorted(own), 1))])
    counts = np.zeros(4, np.int64)
    up_card = int(up[0]) if up else -1
    rest = _rest(game, own, up, seen)
    plays = meet.qualifies if qualifies is None else qualifies
    _deal_out(rest, up_card, meet.dealer_size, meet.dealer.of_set, grade, plays, CHOOSE, counts)
    return counts


def _duel(game: Game, own: Cards, up: Cards, seen: Cards, designs: Tables | None) -> dict[str, Fraction]:
    nets = nets_of(game, tables_of(game, designs))
    counts = duel_counts(game, own, up, seen)
    graded = grades_of(game, game.layout.own)
    grade = graded.of_set[sum(comb(card, place) for place, card in enumerate(sorted(own), 1))]
    over = int(counts.sum()) * nets.unit
    return {
        str(action): Fraction(int((nets.net[str(action)][nets.kind[grade]] * counts).sum()), over)
        for action in game.open_to(0, own)
    }


def _pays(game: Game, designs: Tables | None) -> tuple[int, NDArray[np.int32]]:
    tables = tables_of(game, designs)
    unit = unit_of(tables)
    (table,) = tables.values()
    return unit, pays_by_set(pays_by_grade(table, _LINES[game.key], unit))


def _ride(game: Game, cards: Cards, seen: Cards, designs: Tables | None) -> dict[str, Fraction]:
    unit, pays = _pays(game, designs)
    rest = _rest(game, cards, seen)
    if len(cards) == 4:
        total, over = _one_more(np.array(sorted(cards), np.int64), rest, pays, CHOOSE), len(rest)
    else:
        total, over = 0, len(rest) * (len(rest) - 1)
        for card in rest.tolist():
            four = np.array(sorted((*cards, card)), np.int64)
            total += _one_more(four, rest[rest != card], pays, CHOOSE)
    return {"ride": Fraction(int(total), over * unit), "pull": Fraction(0)}


def _streets(game: Game, cards: Cards, seen: Cards, down: int, designs: Tables | None) -> dict[str, Fraction]:
    street = len(cards) - 2
    check_base_bets(game, street, down)
    unit, pays = _pays(game, designs)
    rest, four = _rest(game, cards, seen), np.zeros(4, np.int64)
    four[: len(cards)] = sorted(cards)
    over = 1
    for more in range(5 - len(cards)):
        over *= len(rest) - more
    values: dict[str, Fraction] = {}
    for times in (3, 2, 1):
        total = _with_bets(four, len(cards), down + times, rest, pays, CHOOSE, unit)
        values[f"bet{times}"] = Fraction(int(total), over * unit)
    return {**values, "fold": Fraction(-down)}


@kernel
def _deal_out(
    rest: NDArray[np.int64],
    up: int,
    size: int,
    of_set: NDArray[np.uint16],
    own: int,
    qualifies: int,
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Deal the dealer every hand that the rest of the deck can make."""
    drawn = size if up < 0 else size - 1
    at, cards, hand = np.arange(drawn), np.zeros(8, np.int64), np.zeros(8, np.int64)
    while True:
        for place in range(drawn):
            cards[place] = rest[at[place]]
        number = 0
        if up < 0:
            for place in range(drawn):
                number += choose[cards[place], place + 1]
        else:
            number = with_one(cards, drawn, up, choose, hand)
        grade = of_set[number]
        if grade < qualifies:
            counts[0] += 1
        elif grade < own:
            counts[1] += 1
        elif grade == own:
            counts[2] += 1
        else:
            counts[3] += 1
        place = drawn - 1
        while place >= 0 and at[place] == len(rest) - drawn + place:
            place -= 1
        if place < 0:
            return
        at[place] += 1
        for later in range(place + 1, drawn):
            at[later] = at[later - 1] + 1


@kernel
def _one_more(
    four: NDArray[np.int64], rest: NDArray[np.int64], pays: NDArray[np.int32], choose: NDArray[np.int64]
) -> int:
    """What a bet nets in all over the fifth cards that are left."""
    five = np.zeros(5, np.int64)
    total = 0
    for card in rest:
        number = with_one(four, 4, card, choose, five)
        if number >= 0:
            total += int(pays[number])
    return total


@kernel
def _with_bets(
    cards: NDArray[np.int64],
    size: int,
    down: int,
    rest: NDArray[np.int64],
    pays: NDArray[np.int32],
    choose: NDArray[np.int64],
    unit: int,
) -> int:
    """What is netted in all with `down` bets on the cards in sight, if the streets that follow are played best."""
    if size == 4:
        return down * _one_more(cards, rest, pays, choose)
    total = 0
    three, four = np.zeros(4, np.int64), np.zeros(4, np.int64)
    left = len(rest)
    for x in rest:
        if with_one(cards, size, x, choose, three if size == 2 else four) < 0:
            continue
        if size == 3:
            worth = _one_more(four, rest, pays, choose)
            total += max(-down * (left - 1) * unit, (down + 1) * worth, (down + 3) * worth)
            continue
        once, thrice = 0, 0
        for y in rest:
            if with_one(three, 3, y, choose, four) < 0:
                continue
            worth = _one_more(four, rest, pays, choose)
            lost = (left - 2) * unit
            once += max(-(down + 1) * lost, (down + 2) * worth, (down + 4) * worth)
            thrice += max(-(down + 3) * lost, (down + 4) * worth, (down + 6) * worth)
        total += max(-down * (left - 1) * (left - 2) * unit, once, thrice)
    return total
