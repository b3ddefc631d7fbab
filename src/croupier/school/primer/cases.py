"""How the base bets are paid, case by case: every kind of hand against every kind of dealer, settled by the engine.

The table on the page is not written by hand. One hand of each kind that a player can have meets one of each kind that
a dealer can have, and themselves; what the game's own settlement says of each bet is gathered by case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from croupier.cards import Cards
from croupier.games import chosen_rules
from croupier.hands import Strength
from croupier.rules.actions import FOLD, Bet
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import Result, settle_base
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import ENVY, PROGRESSIVE, Placed
from croupier.school.draw import Draw

_HANDS = 240
_SEAT = 1


class Case(Enum):
    """How a round can end for the base bets."""

    FOLDED = "You fold"
    BETTER = "You are better, the dealer qualifies"
    BETTER_NOT_QUALIFIED = "You are better, the dealer does not qualify"
    EQUAL = "Equal hands, the dealer qualifies"
    EQUAL_NOT_QUALIFIED = "Equal hands, the dealer does not qualify"
    WORSE = "The dealer is better and qualifies"
    WORSE_NOT_QUALIFIED = "The dealer is better but does not qualify"
    PLAIN_BETTER = "You are better"
    PLAIN_EQUAL = "Equal hands"
    PLAIN_WORSE = "The dealer is better"
    PAYS = "Your hand is on the pay table"
    PUSHES = "Your hand is just enough to push"
    NOTHING = "Your hand is below the pay table"


class How(Enum):
    """What becomes of a bet, as a table cell says it, the best for the player first."""

    TABLE = "by its pay table"
    EVEN = "1 to 1"
    PUSH = "push"
    LOSES = "loses"
    NOTHING = "–"


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case, and what becomes of each base bet in it, in the order of `base_spots`."""

    case: Case
    cells: tuple[str, ...]


def base_spots(game: Game) -> tuple[str, ...]:
    """The spots that the base game settles: all but the side bets and those of a link."""
    return tuple(
        spot.key for spot in game.spots if spot.key not in game.side_bet and spot.key not in (PROGRESSIVE, ENVY)
    )


@cache
def cases(game: Game) -> tuple[CaseRow, ...]:
    """How the base bets are paid, in every case that the game has."""
    by_case: dict[Case, dict[str, set[How]]] = {}
    won = [spot.key for spot in game.spots if spot.placed is Placed.WON and spot.key != ENVY]
    at = terms(chosen_rules(game.key, None))
    for case, results in _settled(game, at):
        cells = by_case.setdefault(case, {})
        by_spot = {row.spot: _how(row) for row in results}
        for spot in won:
            by_spot.setdefault(spot, How.NOTHING)
        for spot, how in by_spot.items():
            cells.setdefault(spot, set()).add(how)
    return tuple(
        CaseRow(case, tuple(_cell(by_case[case].get(spot, set())) for spot in base_spots(game)))
        for case in Case
        if case in by_case
    )


def _settled(game: Game, at: Terms) -> Iterator[tuple[Case, list[Result]]]:
    hands = _kinds(game)
    for seat in _seats(game, at):
        for mine, own in hands.items():
            for other, dealers in (hands if game.layout.dealer else {0: ()}).items():
                both = Hands(player=mine, dealer=other, own=own, dealer_cards=dealers, board=())
                results = settle_base(game, seat, both, at)
                yield _case(game, seat, both, results), results


def _kinds(game: Game) -> dict[Strength, Cards]:
    """Hands to compare: of every kind, and on either side of where the dealer qualifies, the lowest and the highest
    that some deals bring. Where no dealer plays, all that they bring: a pay table may cut through a kind."""
    layout, drawn = game.layout, Draw(f"primer/{game.key}")
    by_kind: dict[str, list[tuple[Strength, Cards]]] = {}
    for _ in range(_HANDS):
        deck = drawn.deck(game.deck)
        own, board = deck[: layout.own], deck[layout.own : layout.own + layout.board]
        strength = game.rank(own, board)
        plays = game.qualifies is None or game.qualifies(strength)
        by_kind.setdefault(f"{game.ranking.category(strength).key} {plays}", []).append((strength, own))
    return dict(hand for kind in by_kind.values() for hand in ((min(kind), max(kind)) if layout.dealer else kind))


def _seats(game: Game, at: Terms) -> Iterator[Seat]:
    """A seat that has seen the round through with every bet, and one that has folded where one can."""
    assert at.limits is not None, "a table has limits"
    base = at.limits.of(game.base).minimum
    seat = folded = Seat(number=_SEAT, stakes=game.complete({game.base: base}))
    last = game.streets[-1]
    for street in game.streets:
        bets = [action for action in street.offers if isinstance(action, Bet)]
        if bets and street.spot not in seat.raised:
            seat = acted(seat, bets[-1], street, bet_cents(seat, game, street, bets[-1]))
            folded = folded if street.spot == last.spot else seat
    yield seat
    if FOLD in last.offers:
        yield acted(folded, FOLD, last, 0)


def _case(game: Game, seat: Seat, hands: Hands, results: list[Result]) -> Case:
    if seat.folded:
        return Case.FOLDED
    if not game.layout.dealer:
        net = sum(row.net for row in results)
        return Case.PAYS if net > 0 else Case.PUSHES if net == 0 else Case.NOTHING
    if game.qualifies is None:
        better, equal, worse = Case.PLAIN_BETTER, Case.PLAIN_EQUAL, Case.PLAIN_WORSE
    elif game.qualifies(hands.dealer):
        better, equal, worse = Case.BETTER, Case.EQUAL, Case.WORSE
    else:
        better, equal, worse = Case.BETTER_NOT_QUALIFIED, Case.EQUAL_NOT_QUALIFIED, Case.WORSE_NOT_QUALIFIED
    return equal if hands.player == hands.dealer else better if hands.player > hands.dealer else worse


def _how(row: Result) -> How:
    if row.net < 0:
        return How.LOSES
    if row.net == 0:
        return How.PUSH
    return How.TABLE if row.line else How.EVEN


def _cell(ways: set[How]) -> str:
    """`by its pay table, else push`."""
    ordered = [how for how in How if how in ways]
    if not ordered or ordered == [How.NOTHING]:
        return How.NOTHING.value
    if ordered == [How.TABLE, How.NOTHING]:
        return How.TABLE.value
    return ", else ".join(how.value for how in ordered)
