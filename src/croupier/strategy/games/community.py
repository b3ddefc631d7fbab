"""Readable strategies of Let It Ride and Mississippi Stud: what to do with the cards in sight, street by street."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.games.let_it_ride import LET_IT_RIDE
from croupier.games.mississippi import MISSISSIPPI
from croupier.lab.games.charts.draws import is_outside
from croupier.rules.actions import RIDE, Bet
from croupier.rules.game import Game
from croupier.strategy.games.clauses import JACK, SIX, TEN, Clause, Clauses, clause_of
from croupier.strategy.games.strategy import GameStrategy

_FIVE, _SEVEN, _EIGHT = 3, 5, 6

_LIST: Clauses = {
    3: (
        Clause("ride", "a pair of tens or better, which pays already", lambda seen: seen.pays(TEN)),
        Clause("ride", "three to a royal flush", lambda seen: seen.suited and seen.span > 0 and seen.high(TEN) == 3),
        Clause(
            "ride",
            "three suited in a row, from 3-4-5 up",
            lambda seen: seen.suited and seen.span == 3 and seen.ranks[-1] >= _FIVE,
        ),
        Clause(
            "ride", "three suited with one gap and a high card (a ten or better)", lambda seen: seen.gaps(1, 1, TEN)
        ),
        Clause(
            "ride", "three suited with two gaps and two high cards (tens or better)", lambda seen: seen.gaps(2, 2, TEN)
        ),
        Clause("pull", "nothing that pays, and no three suited that are close and high enough"),
    ),
    4: (
        Clause("ride", "a pair of tens or better, which pays already", lambda seen: seen.pays(TEN)),
        Clause("ride", "four suited", lambda seen: seen.suited),
        Clause("ride", "four in a row, open at both ends", lambda seen: is_outside(seen.cards)),
        Clause("ride", "10-J-Q-K-A less one", lambda seen: seen.span > 0 and seen.high(TEN) == 4),
        Clause("pull", "nothing that pays, not four suited, and no four in a row that are open at both ends"),
    ),
}
"""The usual list of Let It Ride."""

_PAIR_OF_SIXES = Clause("bet3", "a pair of sixes or better", lambda seen: seen.pays(SIX))
_LOW_PAIR = Clause("bet1", "a pair below sixes", lambda seen: bool(seen.paired))

_POINTS: Clauses = {
    2: (
        Clause("bet3", "a pair", lambda seen: bool(seen.paired)),
        Clause("bet1", "2 points or more (a jack or better has 2, a six to a ten 1)", lambda seen: seen.points >= 2),
        Clause("bet1", "6-5 suited", lambda seen: seen.suited and seen.ranks == [_FIVE, SIX]),
        Clause("fold", "no pair, fewer than 2 points (a jack or better has 2, a six to a ten 1) and not 6-5 suited"),
    ),
    3: (
        _PAIR_OF_SIXES,
        Clause("bet3", "three to a royal flush", lambda seen: seen.suited and seen.span > 0 and seen.high(TEN) == 3),
        Clause(
            "bet3",
            "three suited in a row, from 5-6-7 up",
            lambda seen: seen.suited and seen.span == 3 and seen.ranks[-1] >= _SEVEN,
        ),
        Clause("bet3", "three suited with one gap and a jack or better", lambda seen: seen.gaps(1, 1, JACK)),
        Clause("bet3", "three suited with two gaps and two jacks or better", lambda seen: seen.gaps(2, 2, JACK)),
        Clause("bet1", "three suited", lambda seen: seen.suited),
        _LOW_PAIR,
        Clause("bet1", "3 points or more (a jack or better has 2, a six to a ten 1)", lambda seen: seen.points >= 3),
        Clause("bet1", "three in a row, from 4-5-6 up", lambda seen: seen.span == 3 and seen.ranks[-1] >= SIX),
        Clause(
            "bet1", "three with one gap, two of them sixes to tens", lambda seen: seen.span == 4 and seen.middle >= 2
        ),
        Clause("fold", "no pair, not three suited, fewer than 3 points, and no three close and high enough"),
    ),
    4: (
        _PAIR_OF_SIXES,
        Clause("bet3", "four suited", lambda seen: seen.suited),
        Clause(
            "bet3",
            "four in a row, from 5-6-7-8 to 10-J-Q-K",
            lambda seen: is_outside(seen.cards) and seen.ranks[-1] >= _EIGHT,
        ),
        Clause("bet1", "four to a straight", lambda seen: seen.span > 0),
        _LOW_PAIR,
        Clause("bet1", "4 points or more (a jack or better has 2, a six to a ten 1)", lambda seen: seen.points >= 4),
        Clause("bet1", "three sixes to tens, after any 3x", lambda seen: seen.middle == 3 and seen.down > 3),
        Clause("fold", "no pair, no four to a flush or a straight, and fewer than 4 points"),
    ),
}
"""The point count of Mississippi Stud."""


def _rides(cards: Cards) -> bool:
    return clause_of(_LIST, cards).choice == str(RIDE)


def _bets(cards: Cards, down: int) -> int:
    choice = clause_of(_POINTS, cards, down).choice
    return int(choice.removeprefix("bet")) if choice.startswith("bet") else 0


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
        clauses=_LIST,
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
        clauses=_POINTS,
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
