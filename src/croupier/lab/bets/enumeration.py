"""A side bet that the house has added, counted by asking the bet itself about every deal.

Cards are dealt as far as the bet looks at them: one that looks at the player's cards alone is judged once for each hand
that a player can have, whatever the dealer holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final, TypeAlias, cast

from croupier.cards import DECK, Card, Cards
from croupier.errors import Refused
from croupier.hands import Strength
from croupier.rules.game import Game, Hands, SideBet
from croupier.rules.paytables import Paytable

_MOST: Final = 5_000_000
"""So many deals are judged one by one, and no more: every five cards of a deck are half of that."""

_Answers: TypeAlias = Counter[tuple[str | None, tuple[str, ...]]]
"""How often a bet has named a line, by the places that it looked at."""


class LinesNotCounted(Refused):
    """A side bet whose lines cannot be counted by asking it about every deal."""


@lru_cache(maxsize=64)
def judged_ways(game: Game, bet: SideBet, table: Paytable, deck: Cards = DECK) -> tuple[int, Mapping[str, int]]:
    """Deals, and how many of them each line of a side bet wins, as its own `judge` says."""
    sizes = {"own": game.layout.own, "board": game.layout.board, "dealer": game.layout.dealer}
    answers: _Answers = Counter()
    _ask(answers, game, bet, table, sizes, deck, {}, 1)
    looked = {place for _, places in answers for place in places}
    won: Counter[str | None] = Counter()
    for (line, places), times in answers.items():
        # Where the bet looked at less than elsewhere, one answer stands for every way to deal the rest.
        won[line] += times * _deals(len(deck), sizes, looked - set(places), lying=places)
    return _deals(len(deck), sizes, looked), {line: won[line] for line in dict.fromkeys((*bet.lines, *table.pays))}


def _ask(
    answers: _Answers,
    game: Game,
    bet: SideBet,
    table: Paytable,
    sizes: Mapping[str, int],
    deck: Cards,
    cards: Mapping[str, Cards],
    deals: int,
) -> None:
    """Ask the bet about the cards that lie there; where it looks at a place without cards, about every hand that can
    lie there."""
    try:
        answers[bet.judge(table, cast("Hands", _Dealt(game, cards))).line, tuple(cards)] += 1
        return
    except _NotDealt as missing:
        place = missing.place
    except _ByOrder:
        raise LinesNotCounted(
            f"{bet.spot.felt} of {game.name} goes by the order of the cards, by which the lab does not count; "
            "count its lines in croupier.lab.bets.ways"
        ) from None
    rest = [card for card in deck if not any(card in hand for hand in cards.values())]
    deals *= comb(len(rest), sizes[place])
    if deals > _MOST:
        raise LinesNotCounted(
            f"{bet.spot.felt} of {game.name} goes by {' and '.join((*cards, place))} cards, which lie in {deals:,} "
            f"ways; the lab asks about {_MOST:,} at most; count its lines in croupier.lab.bets.ways"
        )
    for hand in combinations(rest, sizes[place]):
        _ask(answers, game, bet, table, sizes, deck, {**cards, place: _Hand(hand)}, deals)


def _deals(cards: int, sizes: Mapping[str, int], places: Iterable[str], lying: Iterable[str] = ()) -> int:
    """In how many ways so many cards can come to these places, when others lie there already."""
    left, ways = cards - sum(sizes[place] for place in lying), 1
    for place in places:
        ways *= comb(left, sizes[place])
        left -= sizes[place]
    return ways


class _NotDealt(Exception):
    """The bet looks at a place where no cards lie yet."""

    def __init__(self, place: str) -> None:
        self.place = place


class _ByOrder(Exception):
    """The bet asks which of several cards came first."""


class _Hand(tuple[Card, ...]):
    """Cards without an order: each set of them is judged once."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if len(self) > 1:
            raise _ByOrder
        return super().__getitem__(place)


class _Dealt:
    """What a bet is shown: the `Hands` of a deal in which not all cards lie there yet."""

    __slots__ = ("_cards", "_game")

    def __init__(self, game: Game, cards: Mapping[str, Cards]) -> None:
        self._game, self._cards = game, cards

    def __iter__(self) -> Iterator[Strength | Cards]:
        return iter((self.player, self.dealer, self.own, self.dealer_cards, self.board))

    @property
    def own(self) -> Cards:
        return self._at("own")

    @property
    def dealer_cards(self) -> Cards:
        return self._at("dealer") if self._game.layout.dealer else ()

    @property
    def board(self) -> Cards:
        return self._at("board") if self._game.layout.board else ()

    @property
    def player(self) -> Strength:
        return self._game.rank(tuple(self.own), tuple(self.board))

    @property
    def dealer(self) -> Strength:
        return self._game.rank(tuple(self.dealer_cards), tuple(self.board)) if self._game.layout.dealer else 0

    def _at(self, place: str) -> Cards:
        if place not in self._cards:
            raise _NotDealt(place)
        return self._cards[place]
