"""A game with side bets of one's own on its felt: the same game, with more spots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from croupier.rules.game import LINK_SPOTS, AfterFold, Game, Hands, Judged, SideBet
from croupier.rules.own.bet import TABLE, CountedCards, OwnBet, cards_of, judge
from croupier.rules.paytables import Paytable
from croupier.rules.wagers import OWN, Spot
from croupier.values import replace

if TYPE_CHECKING:
    from croupier.rules.terms import Terms

MOST: Final = 4
"""So many bets of one's own at a table: a row of the felt."""
_TAKEN: Final = frozenset("cdfhklnqrwxy")
"""Letters that mean something else where bets are typed."""


@lru_cache(maxsize=256)
def game_with(game: Game, own_bets: tuple[OwnBet, ...]) -> Game:
    """The game with these bets. The same ones give the same game, so that two tables of it can be told to be alike."""
    letters = _letters(game, own_bets)
    sides = tuple(_side_bet(game, bet, letter) for bet, letter in zip(own_bets, letters, strict=True))
    # They stand before the spots of the link, which end the felt of every game that can be on one.
    link = tuple(spot for spot in game.spots if spot in LINK_SPOTS)
    spots = (*(spot for spot in game.spots if spot not in link), *(side.spot for side in sides), *link)
    layout = replace(game.layout, felt=_rows(game, [side.key for side in sides]))
    return replace(game, spots=spots, side_bets=(*game.side_bets, *sides), layout=layout)


def with_own_bets(terms: Terms, own_bets: tuple[OwnBet, ...]) -> Terms:
    """The same terms with these own side bets instead of any before; each brings its pay table and its limits."""
    mine = {bet.spot for bet in terms.own_bets}
    tables = {spot: name for spot, name in terms.tables.items() if spot not in mine}
    limits = terms.limits
    if limits is not None:
        others = {spot: range for spot, range in limits.spots.items() if spot not in mine}
        limits = replace(limits, spots={**others, **{bet.spot: bet.limits for bet in own_bets}})
    tables |= {bet.spot: TABLE for bet in own_bets}
    return replace(terms, tables=tables, limits=limits, own_bets=own_bets)


def felt_of(game: Game, key: str) -> str:
    """What a spot is called on the felt of a game; an own bet that lies there no more, by its key."""
    spot = game.by_key.get(key)
    return key.removeprefix(OWN).replace("_", " ").title() if spot is None else spot.felt


def _side_bet(game: Game, bet: OwnBet, letter: str) -> SideBet:
    def judged(table: Paytable, hands: Hands) -> Judged:
        return judge(bet, cards_of(bet.cards, hands, game.layout))

    return SideBet(
        spot=Spot(key=bet.spot, felt=bet.name, limits=bet.limits, needs=(game.base,), letter=letter),
        lines=tuple(line.key for line in bet.lines),
        judge=judged,
        after_fold=AfterFold.STAYS if bet.plays_after_fold else AfterFold.LOSES,
        counts_own_cards=bet.cards is not CountedCards.BOARD and not bet.cards.house_hand,
    )


def _letters(game: Game, own_bets: Sequence[OwnBet]) -> list[str]:
    """A key for each bet: the first letter of its own that nothing else has."""
    taken = {spot.letter for spot in game.spots} | _TAKEN
    letters = []
    for bet in own_bets:
        free = (letter for letter in (*bet.key, *"abcdefghijklmnopqrstuvwxyz") if letter not in taken | {"_"})
        letters.append(next(free))
        taken.add(letters[-1])
    return letters


def _rows(game: Game, spots: list[str]) -> tuple[str, ...]:
    """The felt with these spots in the places that the game leaves free, those nearest to the player first; what finds
    none there lies in a row of its own, which costs every screen its height."""
    rows, left = [row.split() for row in game.layout.felt], list(spots)
    for row in reversed(rows):
        for place, spot in enumerate(row):
            if spot == "." and left:
                row[place] = left.pop(0)
    return *(" ".join(row) for row in rows), *([_row(game, left)] if left else [])


def _row(game: Game, spots: list[str]) -> str:
    """A row of the felt as wide as the others, with the spots side by side."""
    width = max(len(row.split()) for row in game.layout.felt)
    each = 2 if 2 * len(spots) <= width else 1
    cells = [spot for spot in spots for _ in range(each)]
    left = (width - len(cells)) // 2
    return " ".join([*["."] * left, *cells, *["."] * (width - len(cells) - left)])
