"""The solver pays what the felt pays: rounds of the six games played through the engine, one by one."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Cards, cards_text
from croupier.games import GAMES, let_it_ride, mississippi
from croupier.lab.games.community import pays_by_grade
from croupier.lab.games.duels import Contest
from croupier.lab.games.grades import five_cards
from croupier.lab.games.nets import Nets, tables_of, unit_of
from croupier.lab.games.one_decision import DUEL_GAMES, contest, nets_of
from croupier.lab.hands.cardsets import set_number
from croupier.rules.actions import FOLD, RIDE, Bet
from croupier.rules.game import Game
from croupier.rules.paytables import paytable
from croupier.rules.wagers import Stakes
from depth import first_of
from draws import decks, nets, run, showdown
from proofs.games.felt import FELTS, HALVES
from proofs.games.worth import masks


def _dealt(game: Game, deck: Cards) -> tuple[Cards, Cards, Cards]:
    """The player's cards, the dealer's and the board, off the top of a deck."""
    layout = game.layout
    return deck[: layout.own], deck[layout.own :][: layout.dealer], deck[layout.own + layout.dealer :][: layout.board]


def _line(game: Game, own: Cards, pick: int) -> str:
    may = [
        text
        for text, line in game.lines.items()
        if all(action in game.open_to(street, own) for street, action in enumerate(line))
    ]
    return may[pick % len(may)]


def _settled(
    game: Game, cards: tuple[Cards, Cards, Cards], line: str, base: int, tables: dict[str, str] | None = None
) -> tuple[int, int]:
    """What a seat nets in cents when the engine plays the round, and all that it bet."""
    own, dealer, board = map(cards_text, cards)
    stakes = Stakes({game.base: base})
    round, events = run(showdown(game.key, {3: own}, dealer, board, line, stakes, tables=tables).commands())
    return sum(nets(events).values()), round.seat(3).total


@cache
def _priced(key: str) -> tuple[Contest, Nets]:
    return contest(GAMES[key]), nets_of(GAMES[key], tables_of(GAMES[key]))


@cache
def _pays(name: str) -> tuple[int, list[int]]:
    _, bet, line_of = COMMUNITY[name]
    table = paytable(name, bet)
    unit = unit_of({bet: table})
    return unit, pays_by_grade(table, line_of, unit).tolist()


# Even cents, so that 3 to 2 is whole.
dealt = given(deck=decks(), pick=st.integers(0, 10**6), base=st.integers(1, 5_000).map(lambda half: 2 * half))


@pytest.mark.parametrize("key", first_of(DUEL_GAMES))
@settings(max_examples=200)
@dealt
def test_a_duel_nets_what_the_engine_pays(key: str, deck: Cards, pick: int, base: int) -> None:
    game = GAMES[key]
    own, dealer, board = _dealt(game, deck)
    line = _line(game, own, pick)
    meet, priced = _priced(key)
    mine, theirs = (int(of.of_set[set_number(cards)]) for of, cards in ((meet.own, own), (meet.dealer, dealer)))
    outcome = 0 if theirs < meet.qualifies else 1 if theirs < mine else 2 if theirs == mine else 3
    net, bet = _settled(game, (own, dealer, board), line, base)
    assert int(priced.net[line][priced.kind[mine], outcome]) * base == net * priced.unit
    assert priced.bet[line] * base == bet * priced.unit
    if plain := FELTS.get(key):
        assert plain.nets(plain.worth(*masks(own)))[line][outcome] * base == net * HALVES


COMMUNITY = {
    "LIR-01": ("let-it-ride", let_it_ride.ALL_BETS, let_it_ride.paying_line),
    "MS-01": ("mississippi", mississippi.ALL_BETS, mississippi.paying_line),
    "MS-02": ("mississippi", mississippi.ALL_BETS, mississippi.paying_line),
}


@pytest.mark.parametrize("name", COMMUNITY)
@settings(max_examples=200)
@dealt
def test_bets_by_five_cards_net_what_the_engine_pays(name: str, deck: Cards, pick: int, base: int) -> None:
    key, bet, _ = COMMUNITY[name]
    game, (unit, pays) = GAMES[key], _pays(name)
    own, dealer, board = _dealt(game, deck)
    line = _line(game, own, pick)
    actions = game.parse_line(line)
    bets = 1 + sum(action.multiple if isinstance(action, Bet) else action == RIDE for action in actions)
    grade = five_cards().of_set[set_number((*own, *board))]
    net, _ = _settled(game, (own, dealer, board), line, base, {bet: name})
    assert bets * (-unit if FOLD in actions else pays[grade]) * base == net * unit
