"""A game that the house does not have, and a side bet that none of its games has: what is true of every game is shown
with them, too.

High Card Duel: a card each, ranked in a way of its own. Look at yours, then play or fold. It has no link, and no pay
table but its side bet's. `registered` puts it among the games, and Caribbean Stud with a further side bet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import IntEnum
from types import MappingProxyType

from croupier.cards import Card, Cards
from croupier.games import caribbean, register, unregister
from croupier.hands import ONE, Ranking, Strength
from croupier.hands.thresholds import AtLeast
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, FOLD, Action
from croupier.rules.deal import Procedure
from croupier.rules.game import AfterFold, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.law import Jurisdiction
from croupier.rules.paytables import Paytable, To
from croupier.rules.reasons import DEALER_WINS, EVEN, FOLDED, NOT_QUALIFIED, NOT_QUALIFIED_PAYS, PAYS, TIE, Why
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import Seat
from croupier.rules.settlement import Result, result
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.terms import Terms
from croupier.rules.wagers import Placed, Range, Spot

ANTE, PLAY, SUITED, REDS = "ante", "play", "suited", "reds"


class OneCard(IntEnum):
    """The categories of a single card."""

    SMALL = 0
    COURT = 1

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def words(self) -> str:
        return f"{self.key} card"


def strength(cards: Sequence[Card]) -> Strength:
    """What a card is worth: the ace is low, the king is high, and suits do not matter."""
    (card,) = cards
    return (card.rank + 1) % 13


def category(strength: Strength) -> OneCard:
    return OneCard.COURT if strength >= 10 else OneCard.SMALL


def describe(strength: Strength) -> str:
    return ONE[(strength - 1) % 13]


ONE_CARD = Ranking(strength=strength, category=category, describe=describe, least=1)
SIX = AtLeast(5, ONE_CARD)
"""The cards with which the dealer plays."""


def settle(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """The Ante wins and the Play pushes where the dealer does not play; else the higher card wins both."""
    ante = seat.stakes[ANTE]
    if seat.folded:
        return [result(ANTE, ante, -ante, FOLDED)]
    play = seat.raised[PLAY]
    if not SIX(hands.dealer):
        return [result(ANTE, ante, ante, NOT_QUALIFIED_PAYS), result(PLAY, play, 0, NOT_QUALIFIED)]
    if hands.player > hands.dealer:
        return [result(ANTE, ante, ante, EVEN), result(PLAY, play, play, EVEN)]
    if hands.player < hands.dealer:
        return [result(ANTE, ante, -ante, DEALER_WINS), result(PLAY, play, -play, DEALER_WINS)]
    return [result(ANTE, ante, 0, TIE), result(PLAY, play, 0, TIE)]


def suited(table: Paytable, hands: Hands) -> Judged:
    """Both cards are of one suit."""
    cards = {*hands.own, *hands.dealer_cards}
    return Judged("suited" if len({card.suit for card in cards}) == 1 else None, PAYS)


def sense(street: int, own: Cards, board: Cards) -> Action:
    return BET1 if strength(own) >= 6 else FOLD


_SUITED = SideBet(
    spot=Spot(key=SUITED, felt="Suited", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="s"),
    lines=("suited",),
    judge=suited,
    after_fold=AfterFold.LOSES,
)

HIGH_CARD = Game(
    key="high-card",
    name="High Card Duel",
    about="One card against the dealer's. Play or fold.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        _SUITED.spot,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=1, dealer=1, felt=("ante suited", "play .")),
    streets=(Street(key="decision", words="at the decision", offers=(BET1, FOLD), late=FOLD, spot=PLAY),),
    reveals=(Reveal(step=SHOW_DEALER, dealer=True, instruct="Turn the dealer's card.", told="Dealer shows"),),
    ranking=ONE_CARD,
    rank=lambda own, board: strength(own),
    start_words=lambda own: "",
    qualifies=SIX,
    settle=settle,
    side_bets=(_SUITED,),
    base_tables={},
    progressive=lambda table, hands: None,
    sense=sense,
)

HIGH_CARD_RULES = RuleSet(
    game=HIGH_CARD,
    name="high-card",
    title="For tests alone",
    source="no document",
    tables={SUITED: ("HC-01",)},
    procedures=(Procedure.PACKET,),
    most_games=2,
    face_up_allowed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=("The ace is low.",),
)


def reds(table: Paytable, hands: Hands) -> Judged:
    """The player's five cards are all hearts or diamonds."""
    red = sum(card.suit in (1, 2) for card in hands.own)
    return Judged("all_red" if red == 5 else None, PAYS if red == 5 else Why("not_all_red", "not all red"))


_REDS = SideBet(
    spot=Spot(key=REDS, felt="Reds", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="e"),
    lines=("all_red",),
    judge=reds,
)

CARIBBEAN_WITH_REDS = replace(
    caribbean.CARIBBEAN,
    spots=(*caribbean.CARIBBEAN.spots[:2], _REDS.spot, *caribbean.CARIBBEAN.spots[2:]),
    layout=replace(caribbean.CARIBBEAN.layout, felt=("reds ante ante progressive", ". raise raise .")),
    side_bets=(_REDS,),
)
"""Caribbean Stud with a side bet of the house's own, which no table of the lab knows."""

CARIBBEAN_RULES = replace(
    caribbean.WASHINGTON,
    game=CARIBBEAN_WITH_REDS,
    version=caribbean.WASHINGTON.version + 1,
    tables={**caribbean.WASHINGTON.tables, REDS: ("RED-01",)},
)
RULE_SETS = (HIGH_CARD_RULES, CARIBBEAN_RULES)
PAYTABLES = (
    Paytable(name="HC-01", bet=SUITED, pays=MappingProxyType({"suited": To(3)})),
    Paytable(name="RED-01", bet=REDS, pays=MappingProxyType({"all_red": To(30)})),
)


@contextmanager
def registered() -> Iterator[Game]:
    """The house with High Card Duel among its games, and with Reds on the felt of Caribbean Stud."""
    register(RULE_SETS, PAYTABLES)
    try:
        yield HIGH_CARD
    finally:
        unregister(RULE_SETS, PAYTABLES)
