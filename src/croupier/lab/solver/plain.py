"""A game dealt out card by card: the oracle of every solver, and the last resort for a game of another shape.

Nothing is counted and nothing is assumed but that a player sees the own cards, the dealer's shown ones and the board so
far. The game itself ranks and settles every single deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final, cast

import numpy as np

from croupier.cards import Cards
from croupier.hands import Strength
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.nets import Posted, Tables, tables_of, unit_of
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import GameDeck, classes, deck_of
from croupier.lab.solver.payoffs import seat_after
from croupier.lab.solver.ranks import suits_are_plain
from croupier.lab.work import Progress
from croupier.rules.actions import Action
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat
from croupier.rules.settlement import settle_base
from croupier.rules.terms import Terms

MOST_DEALS: Final = 30_000_000
"""Deals that are looked at one by one, and no more: some minutes."""

_Path = tuple[tuple[int, Action], ...]


@dataclass(slots=True)
class _Played:
    """Deals played from some point on: how often each net result and each decision came, and all money bet."""

    net: Counter[int] = field(default_factory=Counter)
    bet: int = 0
    chosen: Counter[tuple[int, Action]] = field(default_factory=Counter)

    def add(self, other: _Played, times: int = 1) -> None:
        for value, often in other.net.items():
            self.net[value] += times * often
        for choice, often in other.chosen.items():
            self.chosen[choice] += times * often
        self.bet += times * other.bet

    @property
    def deals(self) -> int:
        return self.net.total()

    @property
    def total(self) -> int:
        return sum(value * often for value, often in self.net.items())


def deal_out(
    game: Game, designs: Tables | None = None, deck: GameDeck | None = None, progress: Progress | None = None
) -> Solution:
    """The game played best, deal by deal."""
    deck = deck or deck_of(game)
    layout, size = game.layout, deck.size
    if not suits_are_plain(game):
        deck = replace(deck, plain_suits=False)
    hands = classes(deck, layout.own)
    boards = [game.board_at(street) for street in range(len(game.streets))] + [layout.board]
    deals, left = len(hands) * comb(size - layout.own, layout.up), size - layout.own - layout.up
    for earlier, later in zip([0, *boards], boards, strict=False):
        deals *= comb(left, later - earlier)
        left -= later - earlier
    deals *= comb(left, layout.dealer - layout.up)
    if deals > MOST_DEALS:
        raise NotCounted(
            f"{game.name} has {deals:,} deals, up to the names of the suits; the lab deals out {MOST_DEALS:,} at most"
        )
    tables = tables_of(game, designs)
    unit = unit_of(tables)
    seats = {line: seat_after(game, line, unit) for line in game.lines.values()}
    table = _PlainPlay(game, tables, deck, seats)
    whole = _Played()
    for at, (row, weight) in enumerate(zip(hands.cards, hands.weight.tolist(), strict=True)):
        own = deck.cards(row)
        rest = [card for card in deck.every if card not in own]
        for up in combinations(rest, layout.up):
            whole.add(table.best(own, up, (), ()), weight)
        if progress is not None:
            progress("dealing out every hand", (at + 1) / len(hands))
    net = sorted(whole.net)
    return Solution(
        game=game,
        tables=tables,
        unit=unit,
        net=np.array(net, np.int64),
        ways=np.array([whole.net[value] for value in net], np.int64),
        bet=whole.bet,
        frequencies={
            street.key: {str(action): Fraction(whole.chosen[number, action], whole.deals) for action in street.offers}
            for number, street in enumerate(game.streets)
        },
    )


@dataclass(slots=True)
class _PlainPlay:
    game: Game
    tables: Tables
    deck: GameDeck
    seats: dict[tuple[Action, ...], Seat]
    _ranked: dict[tuple[Cards, Cards], Strength] = field(default_factory=dict)

    def best(self, own: Cards, up: Cards, board: Cards, line: tuple[Action, ...]) -> _Played:
        """The rest of a round played best, with those cards in sight and those actions done."""
        if line in self.seats:
            return self._settled(own, up, board, line)
        depth = len(line)
        offers = dict.fromkeys(whole[depth] for whole in self.seats if whole[:depth] == line)
        street = next(
            at for at in range(depth, len(self.game.streets)) if self.game.streets[at].offers == tuple(offers)
        )
        lies = self.game.board_at(street)
        if lies > len(board):
            return self._over(own, up, board, lies, line)
        options = []
        for action in offers:
            if action in self.game.open_to(street, own):
                played = _Played()
                played.add(self.best(own, up, board, (*line, action)))
                played.chosen[street, action] += played.deals
                options.append(played)
        return max(options, key=lambda played: played.total)

    def _over(self, own: Cards, up: Cards, board: Cards, lies: int, line: tuple[Action, ...]) -> _Played:
        played = _Played()
        for more in self._draws((*own, *up, *board), lies - len(board)):
            played.add(self.best(own, up, (*board, *more), line))
        return played

    def _settled(self, own: Cards, up: Cards, board: Cards, line: tuple[Action, ...]) -> _Played:
        """A line that has ended, over the rest of the board, street by street, and the dealer's cards."""
        layout = self.game.layout
        boards = [self.game.board_at(street) for street in range(len(self.game.streets))] + [layout.board]
        nxt = next((lies for lies in boards if lies > len(board)), None)
        if nxt is not None:
            return self._over(own, up, board, nxt, line)
        played, seat, terms = _Played(), self.seats[line], cast("Terms", Posted(self.tables))
        player = self._rank(own, board)
        for more in self._draws((*own, *up, *board), layout.dealer - layout.up):
            theirs = (*more, *up)
            dealer = self._rank(theirs, board) if layout.dealer else 0
            hands = Hands(player, dealer, own, theirs, board)
            played.net[sum(one.net for one in settle_base(self.game, seat, hands, terms))] += 1
        played.bet = seat.total * played.deals
        return played

    def _rank(self, cards: Cards, board: Cards) -> Strength:
        key = (tuple(sorted(cards)), tuple(sorted(board)))
        if key not in self._ranked:
            self._ranked[key] = self.game.rank(cards, board)
        return self._ranked[key]

    def _draws(self, known: Cards, many: int) -> Iterator[Cards]:
        return combinations([card for card in self.deck.every if card not in known], many)
