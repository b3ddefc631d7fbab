"""Four Card Poker: the best four of five against the best four of six, one decision (F1 to F6)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import Strength
from croupier.hands.four import FOUR, LINES, strength
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, BET2, BET3, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, Game, Layout, Reveal, SideBet, Street
from croupier.rules.reasons import Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import best_four, own_five_cards
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, one_pair
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, PLAY, ANTE_BONUS, ACES_UP = "ante", "play", "ante_bonus", "aces_up"
AUTOMATIC_BONUS = "automatic_bonus"
"""The pay table of the Ante Bonus. Its lines are four-card hands, so it is of another kind than Three Card Poker's."""

BELOW_ACES = Why("below_pair_of_aces", "below a pair of aces")

PAIR_OF_ACES = "pair_of_aces"
_ACE = 12


def rank(own: Cards, board: Cards) -> Strength:
    """The best four of somebody's cards; there is no board."""
    return strength(own)


PAIR_OF_TENS = strength(parse_cards("Ts Th 3d 2c"))
PAIR_OF_THREES = strength(parse_cards("3s 3h 4d 2c"))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Three times with a pair of tens or better, once with a pair of threes: the simple rule."""
    hand = strength(own)
    if hand >= PAIR_OF_TENS:
        return BET3
    return BET1 if hand >= PAIR_OF_THREES else FOLD


_SIDE_BETS = (
    SideBet(
        spot=Spot(key=ACES_UP, felt="Aces Up", limits=Range(1 * DOLLAR, 100 * DOLLAR), letter="u"),
        lines=(*LINES, PAIR_OF_ACES),
        judge=best_four(PAIR_OF_ACES, _ACE, BELOW_ACES),  # F6
    ),
)

FOUR_CARD = Game(
    key="four-card",
    name="Four Card Poker",
    about="Your best four of five against the dealer's best four of six.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        Spot(key=ANTE_BONUS, felt="Ante Bonus", placed=Placed.WON, pays=AUTOMATIC_BONUS),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE, ACES_UP),
    layout=Layout(own=5, dealer=6, up=1, felt=(". aces_up aces_up .", ". ante ante progressive", ". play play .")),
    streets=(Street(key="decision", words="at the decision", offers=(BET3, BET2, BET1, FOLD), late=FOLD, spot=PLAY),),
    reveals=(
        Reveal(
            step=SHOW_DEALER,
            dealer=True,
            instruct="Turn the dealer's other five cards and announce the best four.",
            told="Dealer shows",
        ),
    ),
    ranking=FOUR,
    rank=rank,
    start_words=lambda own: "",
    qualifies=None,
    # F3 and F4, and the automatic bonus of F5 for who plays, even with the worse hand.
    bets=(
        BetRule(spot=ANTE, tie=Then.PAYS),
        BetRule(spot=PLAY, tie=Then.PAYS),
        BetRule(spot=ANTE_BONUS, table=AUTOMATIC_BONUS, always_pays=True, bonus=True),
    ),
    side_bets=_SIDE_BETS,
    base_tables={AUTOMATIC_BONUS: LINES},
    progressive=own_five_cards,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(
            Title("Four Card Poker"),
            Title("Four Card Poker Bad Beat Bonus", is_dealt=False),
            Title("Four Card Poker Progressive", PROGRESSIVE),
        ),
        included=(ACES_UP,),
    ),
    rulings=Rulings(
        overview=("F1",),
        decision="F3",
        base="F4",
        fold="F3",
        ranking="F2",
        spots={ANTE_BONUS: "F5", ACES_UP: "F6"},
    ),
    teaching=Teaching(
        drills=("up-card", "simple"),
        play=("simple", "up-card"),
        page=("simple", "up-card"),
        classes=(
            HandClass("low-pairs", "pairs of deuces to sevens", (0,), one_pair(FOUR, "2", "7")),
            HandClass("high-pairs", "pairs of eights to queens", (0,), one_pair(FOUR, "8", "Q")),
        ),
        borders=("A-K-Q", "A-K", "A"),
    ),
)

WASHINGTON = washington(
    FOUR_CARD,
    source="F1 to F6",
    tables={
        AUTOMATIC_BONUS: ("FAB-01",),
        ACES_UP: ("AU-01",),
    },
    notices=("Equal hands win. The dealer always plays.",),
)

RULE_SETS = (WASHINGTON,)
