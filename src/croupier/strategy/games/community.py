"""Readable strategies of Let It Ride and Mississippi Stud: what to do with the cards in sight, street by street."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.lab.games.charts.draws import count_in, is_outside, of_a_kind, ranks_in_line, spread, suited
from croupier.rules.actions import RIDE, Bet
from croupier.rules.game import Game
from croupier.rules.games.let_it_ride import LET_IT_RIDE
from croupier.rules.games.mississippi import MISSISSIPPI
from croupier.strategy.games.strategy import GameStrategy

_FIVE, _SIX, _SEVEN, _EIGHT, _TEN, _JACK = 3, 4, 5, 6, 8, 9


def _rides(cards: Cards) -> bool:
    """The usual list of Let It Ride."""
    paired = of_a_kind(cards)
    if max(paired, default=0) >= _TEN or len(paired) > 2:
        return True
    ranks, span = ranks_in_line(cards), spread(cards)
    high = count_in(ranks, _TEN)
    if len(cards) == 4:
        return suited(cards) or is_outside(cards) or (high == 4 and span > 0)
    if not suited(cards) or not span:
        return False
    return high == 3 or (ranks[-1] >= _FIVE if span == 3 else high >= span - 3)


def _bets(cards: Cards, down: int) -> int:
    """The point count of Mississippi Stud."""
    paired, ranks, span = of_a_kind(cards), ranks_in_line(cards), spread(cards)
    middle, high = count_in(ranks, _SIX, _TEN), count_in(ranks, _JACK)
    points = sum(2 if card.rank >= _JACK else 1 if card.rank >= _SIX else 0 for card in cards)
    if len(cards) == 2:
        if paired:
            return 3
        return int(points >= 2 or (suited(cards) and ranks == [_FIVE, _SIX]))
    if max(paired, default=0) >= _SIX or len(paired) > 2:
        return 3
    if len(cards) == 3:
        if suited(cards) and span:
            strong = count_in(ranks, _TEN) == 3 or (ranks[-1] >= _SEVEN if span == 3 else high >= span - 3)
            if strong:
                return 3
        drawn = (span == 3 and ranks[-1] >= _SIX) or (span == 4 and middle >= 2)
        return int(suited(cards) or bool(paired) or points >= 3 or drawn)
    if suited(cards) or (is_outside(cards) and ranks[-1] >= _EIGHT):
        return 3
    return int(span > 0 or bool(paired) or points >= 4 or (middle == 3 and down > 3))


def _sense_rides(cards: Cards) -> bool:
    return LET_IT_RIDE.sense(*_street(LET_IT_RIDE, cards)) == RIDE


def _sense_bets(cards: Cards, down: int) -> int:
    action = MISSISSIPPI.sense(*_street(MISSISSIPPI, cards))
    return action.multiple if isinstance(action, Bet) else 0


def _street(game: Game, cards: Cards) -> tuple[int, Cards, Cards]:
    own = game.layout.own
    return len(cards) - own, cards[:own], cards[own:]


RIDING = (
    GameStrategy(
        game="let-it-ride",
        name="list",
        title="The usual list",
        source="commonly published; it is the best play. Tens and better are high, an ace beside low cards is not",
        words=(
            "With three cards let it ride: what pays already; three to a royal flush; three suited in a row, but not",
            "A-2-3 or 2-3-4; three suited with one gap and a high card, or with two gaps and two high cards.",
            "With four: what pays already; four suited; four in a row open at both ends; 10-J-Q-K-A less one.",
        ),
        rule=_rides,
    ),
    GameStrategy(
        game="let-it-ride",
        name="simple",
        title="What pays, and what is suited",
        source="how company at a table plays",
        words=(
            "With three cards let it ride: what pays already; three suited in a row from 3-4-5 on.",
            "With four: what pays already; four suited.",
        ),
        rule=_sense_rides,
    ),
)

STREETS = (
    GameStrategy(
        game="mississippi",
        name="points",
        title="Points and draws",
        source="Michael Shackleford, wizardofodds.com. A jack or better has 2 points, a six to a ten 1",
        words=(
            "3rd Street: 3x with a pair; 1x with 2 points or 6-5 suited. Else fold.",
            "4th Street: 3x with a pair of sixes or better, three to a royal flush, three suited in a row from 5-6-7,",
            "three suited with one gap and a high card, or with two gaps and two high cards;",
            "1x with three suited, a low pair, 3 points, three in a row from 4-5-6, or one gap and two middle cards.",
            "5th Street: 3x with a pair of sixes or better, four suited, or four in a row from 5-6-7-8 to 10-J-Q-K;",
            "1x with another straight draw, a low pair, 4 points, or 3 middle cards after any 3x. Else fold.",
        ),
        rule=_bets,
    ),
    GameStrategy(
        game="mississippi",
        name="simple",
        title="As many points as cards",
        source="how company at a table plays. A jack or better has 2 points, a six to a ten 1",
        words=("On every street: 3x with a pair of sixes or better; 1x with a low pair or a point a card. Else fold.",),
        rule=_sense_bets,
    ),
)
