"""Caribbean Stud Poker: five cards each, one of the dealer's face up, one decision (C1 to C3)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import BY_KEY, FIVE, Strength, category, strength
from croupier.money import DOLLAR
from croupier.rules.actions import BET2, FOLD, Action
from croupier.rules.deal import Procedure
from croupier.rules.game import LINK_SPOTS, Game, Hands, Layout, Reveal, Street
from croupier.rules.law import Jurisdiction
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import DEALER_WINS, EVEN, FOLDED, NOT_QUALIFIED, NOT_QUALIFIED_PAYS, TIE
from croupier.rules.rulesets import RuleSet
from croupier.rules.rulings import Rulings
from croupier.rules.seat import Seat
from croupier.rules.settlement import Result, paid, result
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, high_cards, one_pair
from croupier.rules.terms import Terms
from croupier.rules.variants.bets import BetRule, Then, Variation
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, RAISE = "ante", "raise"

ACE_KING = strength(parse_cards("As Kh 4d 3c 2s"))
"""The worst hand with which the dealer qualifies (C3)."""


def qualifies(dealer: Strength) -> bool:
    """The dealer qualifies with ace and king, or better (C3)."""
    return dealer >= ACE_KING


def settle(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """Ante and Raise by C2 and C3: the Raise is live only if the dealer qualifies, and then pays by the own hand."""
    ante = seat.stakes[ANTE]
    if seat.folded:
        return [result(ANTE, ante, -ante, FOLDED)]
    raised = seat.raised[RAISE]
    if not qualifies(hands.dealer):
        return [result(ANTE, ante, ante, NOT_QUALIFIED_PAYS), result(RAISE, raised, 0, NOT_QUALIFIED)]
    if hands.player > hands.dealer:
        hand = category(hands.player).key
        return [result(ANTE, ante, ante, EVEN), paid(RAISE, raised, hand, terms.table(RAISE).pays[hand])]
    if hands.player < hands.dealer:
        return [result(ANTE, ante, -ante, DEALER_WINS), result(RAISE, raised, -raised, DEALER_WINS)]
    return [result(ANTE, ante, 0, TIE), result(RAISE, raised, 0, TIE)]


def progressive(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's own five cards count."""
    return category(hands.player).key


def rank(own: Cards, board: Cards) -> Strength:
    """What five cards are worth; there is no board."""
    return strength(own)


ACE_KING_JACK = strength(parse_cards("As Kh Jd 8c 3s"))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Raise with a pair, or with ace, king, jack, eight and three: what everybody is told."""
    return BET2 if strength(own) >= ACE_KING_JACK else FOLD


CARIBBEAN = Game(
    key="caribbean",
    name="Caribbean Stud Poker",
    about="Five cards against the dealer's five. Raise or fold.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=RAISE, felt="Raise", placed=Placed.DECIDED),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=5, dealer=5, up=1, felt=(". ante ante progressive", ". raise raise .")),
    streets=(Street(key="decision", words="at the decision", offers=(BET2, FOLD), late=FOLD, spot=RAISE),),
    reveals=(
        Reveal(
            step=SHOW_DEALER,
            dealer=True,
            instruct="Turn the dealer's other four cards and announce the hand.",
            told="Dealer shows",
        ),
    ),
    ranking=FIVE,
    rank=rank,
    start_words=lambda own: "",
    qualifies=qualifies,
    settle=settle,
    base_tables={RAISE: tuple(reversed(BY_KEY))},
    progressive=progressive,
    sense=sense,
    package=__name__,
    rulings=Rulings(
        overview=("C1",),
        decision="C2",
        base="C3",
        fold="C2",
        qualifies="ace and king",
    ),
    variation=Variation(
        qualifies="ace king high",
        bets=(
            BetRule(spot=ANTE, unqualified=Then.PAYS),
            BetRule(spot=RAISE, unqualified=Then.PUSH, table=RAISE),
        ),
    ),
    teaching=Teaching(
        drills=("up-card", "a-k-j-8-3"),
        play=("a-k-j-8-3", "up-card", "pairs"),
        page=("a-k-j-8-3", "up-card", "pairs"),
        classes=(
            HandClass("ace-king", "ace and king", (0,), high_cards(FIVE, "A", "K")),
            HandClass("low-pairs", "low pairs, deuces to sevens", (0,), one_pair(FIVE, "2", "7")),
        ),
        borders=(
            *("A-K", "A-K-9", "A-K-T", "A-K-J", "A-K-J-8", "A-K-J-8-3", "A-K-J-9"),
            *("A-K-Q", "A-K-Q-8", "A-K-Q-J"),
        ),
    ),
    one_word="CaribbeanStud",
)

WASHINGTON = RuleSet(
    game=CARIBBEAN,
    name="caribbean",
    title="Washington, as commonly published",
    source="C1 to C3",
    tables={RAISE: ("CS-01",), PROGRESSIVE: ("MGL-01", "MGL-ML01", "MGL-ML03")},
    procedures=(Procedure.PACKET,),
    most_games=4,
    face_up_allowed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=("Players are limited to wagering on four games.", "Dealer plays with ace and king or better."),
)

RULE_SETS = (WASHINGTON,)
