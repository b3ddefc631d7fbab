"""Laws of the six games: unseen cards are alike, suits have no names, better tables pay more, 2x is never best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import Card, Cards
from croupier.games import GAMES
from croupier.lab.games.direct import choice_values
from croupier.lab.games.mississippi import mississippi
from croupier.lab.games.nets import NotPriced, tables_of
from croupier.lab.games.one_decision import one_decision
from croupier.lab.games.solve import SIX_GAMES, playable, solved_game
from croupier.lab.hands.cardsets import suit_twins
from croupier.rules.paytables import Paytable, To, paytable
from depth import first_of, thorough

# What is decided: the game, and how many cards lie on the board.
DECISIONS = [
    *(("three-card", 0), ("caribbean", 0), pytest.param("four-card", 0, marks=pytest.mark.slow), ("crazy-four", 0)),
    *(("let-it-ride", 0), ("let-it-ride", 1), ("mississippi", 0), ("mississippi", 1), ("mississippi", 2)),
]


def _drawn(key: str, board: int, chance: random.Random) -> tuple[Cards, Cards, Cards]:
    """Random own cards, board and card shown."""
    layout = GAMES[key].layout
    cards = tuple(map(Card, chance.sample(range(52), layout.own + board + layout.up)))
    return cards[: layout.own], cards[layout.own :][:board], cards[layout.own + board :]


def _each_one_seen(key: str, own: Cards, board: Cards, up: Cards) -> Iterator[dict[str, Fraction]]:
    """What the choices are worth with each of the other cards seen."""
    for card in map(Card, range(52)):
        if card not in (*own, *board, *up):
            yield choice_values(GAMES[key], own, board, up, (card,))


@pytest.mark.parametrize(("key", "board"), first_of(DECISIONS))
def test_a_seen_card_changes_nothing_on_average(key: str, board: int) -> None:
    own, laid, up = _drawn(key, board, random.Random(f"{key} {board}"))
    unseen = choice_values(GAMES[key], own, laid, up)
    every = list(_each_one_seen(key, own, laid, up))
    for choice, worth in unseen.items():
        mean = sum(values[choice] for values in every) / len(every)
        if key == "mississippi" and board < 2:
            # The streets that follow are played best with the card in mind, so that it can only help.
            assert mean >= worth
        else:
            assert mean == worth


@pytest.mark.parametrize(("key", "board"), first_of(DECISIONS))
def test_suits_have_no_names(key: str, board: int) -> None:
    chance = random.Random(f"suits {key} {board}")
    own, laid, up = _drawn(key, board, chance)
    rest = [card for card in map(Card, range(52)) if card not in (*own, *laid, *up)]
    seen = tuple(chance.sample(rest, 8))
    worth = choice_values(GAMES[key], own, laid, up, seen)
    for renamed in chance.sample(suit_twins((*own, *laid, *up, *seen)), 4):
        hand, others = renamed[: len(own)], renamed[len(own) :]
        assert worth == choice_values(
            GAMES[key], hand, others[:board], others[board:][: len(up)], others[board + len(up) :]
        )


def _raised(table: Paytable, line: str) -> Paytable:
    pay = table.pays[line]
    assert isinstance(pay, To)
    return replace(table, name="raised", pays={**table.pays, line: To(pay.win + pay.per, pay.per)})


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_a_better_table_is_worth_more(key: str) -> None:
    """Every line is one that best play makes, so that one unit more on it is worth something."""
    game = GAMES[key]
    ((bet, table),) = tables_of(game).items()
    for line in random.Random(key).sample(sorted(table.pays), 2):
        raised = playable(game, {bet: _raised(table, line)}).solve()
        assert raised.value > solved_game(game).value


@pytest.mark.parametrize(
    ("key", "parts"), first_of([("let-it-ride", (3, 7)), ("mississippi", (3, 7)), ("mississippi", (109, 197))])
)
def test_odd_pays_are_worth_more_too(key: str, parts: tuple[int, int]) -> None:
    """A little more than 4 to 1, in fractions that nobody prints, beside 100,000: the last is all that 32 bits hold."""
    game = GAMES[key]
    ((bet, table),) = tables_of(game).items()
    best = {**table.pays, "royal_flush": To(100_000)}
    even = {"straight": To(4), "flush": To(4)}
    odd = {line: To(4 * part + 1, part) for line, part in zip(even, parts, strict=True)}
    less, more = (playable(game, {bet: replace(table, pays=best | lines)}).solve() for lines in (even, odd))
    assert more.unit == parts[0] * parts[1]
    assert less.value < more.value


def test_pays_beyond_32_bits_are_refused() -> None:
    ((bet, table),) = tables_of(GAMES["mississippi"]).items()
    odd = {"royal_flush": To(100_000), "straight": To(4 * 997 + 1, 997), "flush": To(6 * 991 + 1, 991)}
    with pytest.raises(NotPriced, match="need 988,027 units in a bet and reach 98,802,700,000; want at most 2,147,"):
        playable(GAMES["mississippi"], {bet: replace(table, pays={**table.pays, **odd})})


@thorough
@pytest.mark.parametrize("key", first_of(["four-card", "crazy-four"]))
def test_twice_the_ante_is_worth_the_mean_of_once_and_three_times(key: str) -> None:
    """So it is never better than both. What a hand may bet at all decides Crazy 4."""
    made = one_decision(GAMES[key])
    once, twice, three = (made.worth(f"bet{times}") for times in (1, 2, 3))
    may = made.allowed("bet2")
    assert (may == made.allowed("bet3")).all()
    assert (2 * twice == once + three)[may].all()
    assert (twice <= np.maximum(once, three))[may].all()


@pytest.mark.parametrize("name", ["MS-01", "MS-02"])
def test_twice_the_ante_is_never_best_in_mississippi(name: str) -> None:
    """On no street, with any cards in sight and any bets down; of equal bets the larger is taken."""
    for street in mississippi({"mississippi": paytable(name, "mississippi")}).best():
        assert set(np.unique(street)) == {0, 1, 3}
