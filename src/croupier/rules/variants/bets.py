"""What becomes of a bet of the base game: one rule for each, by how the hands compare and whether the dealer plays.

Every game of the house against a dealer is a handful of such rules. Signs are the player's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from croupier.hands import Strength
from croupier.money import Cents
from croupier.rules.paytables import Pay
from croupier.rules.reasons import DEALER_WINS, EVEN, NOT_QUALIFIED, NOT_QUALIFIED_PAYS, TIE, Why
from croupier.rules.settlement import Outcome, Result, bonus, paid, result


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
    always_pays  whether a hand of the table pays whatever the dealer has
    bonus        whether nothing is staked: it pays by its table on the base bet, or nothing happens
    """

    spot: str
    unqualified: Then = Then.PLAYS
    tie: Then = Then.PUSH
    lose: Then = Then.LOSES
    table: str = ""
    below: Then = Then.PUSH
    always_pays: bool = False
    bonus: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """A game's settlement as data, from which variants of the game are made.

    bets       what becomes of each bet; none where the dealer has no hand and all bets pay by one table
    qualifies  the least hand with which the dealer plays, in words; empty where every hand does
    needs      the least hand that an action of the only street needs, in words, by the action's text
    pairs      where all bets pay by one table: its lines for pairs, each with the name of its field and its lowest rank
    line       the line of the game's pay tables that a hand is on, where it is not the hand's category
    """

    bets: tuple[BetRule, ...] = ()
    qualifies: str = ""
    needs: Mapping[str, str] = field(default_factory=dict)
    pairs: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    line: Callable[[Strength], str] | None = None


BELOW = Why("below_table", "not on the table, push")
BELOW_LOSES = Why("below_table_loses", "not on the table")
NOT_QUALIFIED_LOSES = Why("dealer_not_qualified_loses", "dealer does not qualify")
TIE_PAYS = Why("tie_pays", "tie, 1 to 1")
TIE_LOSES = Why("tie_loses", "tie, loses")
LOST_PUSH = Why("dealer_wins_push", "dealer wins, push")

_UNQUALIFIED = {Then.PAYS: NOT_QUALIFIED_PAYS, Then.PUSH: NOT_QUALIFIED, Then.LOSES: NOT_QUALIFIED_LOSES}
_TIE = {Then.PAYS: TIE_PAYS, Then.PUSH: TIE, Then.LOSES: TIE_LOSES}
_LOSE = {Then.PUSH: LOST_PUSH, Then.LOSES: DEALER_WINS}


def settle_bet(
    rule: BetRule, stake: Cents, line: str, pay: Pay | None, outcome: Outcome, *, live: bool
) -> Result | None:
    """The result of a bet of `stake`, or nothing where a bonus is not paid.

    `line` is what the player's hand is on the bet's table, `pay` what the table says to it; `outcome` is how the hands
    compare, and `live` whether the dealer qualifies.
    """
    then, why = _then(rule, outcome, live=live)
    pays = then is Then.PAYS or rule.always_pays
    if rule.bonus:
        return next(iter(bonus(rule.spot, stake, line, pay if pays else None)), None)
    if pay is not None and pays:
        return paid(rule.spot, stake, line, pay)
    if then is Then.PAYS and rule.table:
        then, why = rule.below, BELOW if rule.below is Then.PUSH else BELOW_LOSES
    net = {Then.PAYS: stake, Then.PUSH: 0, Then.LOSES: -stake}[then]
    return result(rule.spot, stake, net, why)


def _then(rule: BetRule, outcome: Outcome, *, live: bool) -> tuple[Then, Why]:
    if not live and rule.unqualified is not Then.PLAYS:
        return rule.unqualified, _UNQUALIFIED[rule.unqualified]
    match outcome:
        case Outcome.WIN:
            return Then.PAYS, EVEN
        case Outcome.TIE:
            return rule.tie, _TIE[rule.tie]
        case _:
            return rule.lose, _LOSE[rule.lose]
