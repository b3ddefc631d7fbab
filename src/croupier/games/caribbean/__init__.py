"""Caribbean Stud Poker: five cards each, one of the dealer's face up, one decision (C1 to C3)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import BY_KEY, FIVE, Strength, strength
from croupier.hands.thresholds import at_least
from croupier.money import DOLLAR
from croupier.rules.actions import BET2, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, Game, Layout, Reveal, Street
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import own_five_cards
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, high_cards, one_pair
from croupier.rules.wagers import Placed, Range, Spot

ANTE, RAISE = "ante", "raise"


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
    qualifies=at_least("ace king high", FIVE),
    # C2 and C3: the Raise is live only if the dealer qualifies, and then pays by the own hand.
    bets=(
        BetRule(spot=ANTE, unqualified=Then.PAYS),
        BetRule(spot=RAISE, unqualified=Then.PUSH, table=RAISE),
    ),
    base_tables={RAISE: tuple(reversed(BY_KEY))},
    progressive=own_five_cards,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(titles=(Title("Caribbean Stud Poker"),), most_spots=5),
    rulings=Rulings(
        overview=("C1",),
        decision="C2",
        base="C3",
        fold="C2",
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

WASHINGTON = washington(
    CARIBBEAN,
    source="C1 to C3",
    tables={RAISE: ("CS-01",)},
    notices=("Dealer plays with ace and king or better.",),
)

RULE_SETS = (WASHINGTON,)
