"""What becomes of a bet of the base game, as a rule book says it: by how the hands compare, and whether the dealer
plays.

    BetRule(spot=ANTE, unqualified=Then.PUSH)      # otherwise it pays 1 to 1, pushes on a tie, loses to a better hand
    BetRule(spot=BLIND, table=BLIND)               # the same, but for what it pays

`rules.settlement` settles a seat by these rules; a game with others is a variant of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from croupier.cards import Cards
from croupier.hands import Category, Strength, category, first_rank
from croupier.hands.thresholds import AtLeast
from croupier.rules.actions import Action
from croupier.rules.reasons import (
    BELOW,
    BELOW_LOSES,
    DEALER_WINS,
    DEALER_WINS_PUSH,
    EQUAL_WINS,
    EVEN,
    NOT_QUALIFIED,
    NOT_QUALIFIED_LOSES,
    NOT_QUALIFIED_PAYS,
    TIE,
    TIE_LOSES,
    Why,
)


class Then(Enum):
    """What becomes of a bet. `PLAYS`, where the dealer does not qualify: the better hand decides all the same."""

    PAYS = "pays"
    PUSH = "push"
    LOSES = "loses"
    PLAYS = "plays"


@dataclass(frozen=True, slots=True, kw_only=True)
class BetRule:
    """What becomes of the bet on a spot. One that pays does so by its table where it has one, else 1 to 1.

    unqualified  where the dealer does not qualify
    tie, lose    where the hands are equal, where the dealer's is better
    table        the kind of its pay table, if any
    below        where it should pay, but its table does not have the hand
    why_below    the reason that is then given, where the game has one of its own
    always_pays  whether a hand of the table pays whatever the dealer has
    bonus        whether nothing is staked: it pays by its table on the base bet, or nothing happens
    """

    spot: str
    unqualified: Then = Then.PLAYS
    tie: Then = Then.PUSH
    lose: Then = Then.LOSES
    table: str = ""
    below: Then = Then.PUSH
    why_below: Why | None = None
    always_pays: bool = False
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """Which offers of a street need a hand, and which one at least: what a seat may choose with its own cards."""

    least: Mapping[Action, AtLeast]

    def __call__(self, own: Cards, action: Action) -> bool:
        least = self.least.get(action)
        return least is None or least(least.ranking.strength(own))


class PairLine(NamedTuple):
    """A line of a pay table for pairs from a rank on; `name` says what it is without saying from which."""

    line: str
    name: str
    lowest: int


@dataclass(frozen=True, slots=True)
class PairLines:
    """The line of a pay table that five cards are on, where of pairs the rank decides. The highest line comes first."""

    lines: tuple[PairLine, ...]

    def __call__(self, hand: Strength) -> str:
        kind = category(hand)
        if kind is Category.PAIR:
            rank = first_rank(hand)
            for line, _, lowest in self.lines:
                if rank >= lowest:
                    return line
        return kind.key


class Cell(NamedTuple):
    """What becomes of a bet in one row of the rule book's table: its pay table decides, if that is asked and has the
    hand; else it nets so many stakes. What is staked lies on `on`."""

    spot: str
    on: str
    table: str
    times: int
    why: Why
    bonus: bool


class Row(NamedTuple):
    """What becomes of each bet when the hands compare in one way, and the kinds of the pay tables asked then."""

    cells: tuple[Cell, ...]
    kinds: tuple[str, ...]


class Rows(NamedTuple):
    """The rows by how the player's hand compares with the dealer's."""

    won: Row
    lost: Row
    tied: Row


def rows(bets: Sequence[BetRule], base: str) -> tuple[Rows, Rows]:
    """The table of a rule book: for a dealer who does not qualify, and for one who does. A bonus pays on `base`."""

    def row(decide: Callable[[BetRule], tuple[Then, Why]], live: bool) -> Row:
        cells = []
        for rule in bets:
            # The first pass of R21 gives a bet back before any hand is looked at, so it cannot know of a tie.
            early = None if live else _unqualified(rule)
            cells.append(_cell(rule, base, *(early or decide(rule))))
        return Row(tuple(cells), tuple(dict.fromkeys(cell.table for cell in cells if cell.table)))

    unqualified, qualified = (Rows(*(row(decide, live) for decide in (_won, _lost, _tied))) for live in (False, True))
    return unqualified, qualified


def _won(rule: BetRule) -> tuple[Then, Why]:
    return Then.PAYS, EVEN


def _lost(rule: BetRule) -> tuple[Then, Why]:
    return rule.lose, DEALER_WINS if rule.lose is Then.LOSES else DEALER_WINS_PUSH


def _tied(rule: BetRule) -> tuple[Then, Why]:
    return rule.tie, {Then.PAYS: EQUAL_WINS, Then.PUSH: TIE, Then.LOSES: TIE_LOSES}[rule.tie]


def _unqualified(rule: BetRule) -> tuple[Then, Why] | None:
    whys = {Then.PAYS: NOT_QUALIFIED_PAYS, Then.PUSH: NOT_QUALIFIED, Then.LOSES: NOT_QUALIFIED_LOSES}
    return None if rule.unqualified is Then.PLAYS else (rule.unqualified, whys[rule.unqualified])


def _cell(rule: BetRule, base: str, then: Then, why: Why) -> Cell:
    table = rule.table if then is Then.PAYS or rule.always_pays else ""
    if table and then is not Then.LOSES:
        then = rule.below if then is Then.PAYS else then
        why = rule.why_below or (BELOW if then is Then.PUSH else BELOW_LOSES)
    times = {Then.PAYS: 1, Then.PUSH: 0, Then.LOSES: -1}[then]
    return Cell(rule.spot, base if rule.bonus else rule.spot, table, times, why, rule.bonus)
