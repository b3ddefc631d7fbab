"""Crazy 4 Poker: the best four of five, a Super Bonus beside the Ante, one decision (Z1 to Z5)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import Strength
from croupier.hands.four import FOUR, LINES, FourCards, category, first_rank, strength
from croupier.hands.thresholds import at_least
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, BET2, BET3, FOLD, Action
from croupier.rules.bets import BetRule, Needs, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, Game, Layout, Reveal, SideBet, Street
from croupier.rules.reasons import BELOW_STRAIGHT, Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import best_four, own_five_cards
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, high_cards, one_pair
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, SUPER_BONUS, PLAY, QUEENS_UP = "ante", "super_bonus", "play", "queens_up"

BELOW_QUEENS = Why("below_pair_of_queens", "below a pair of queens")

FOUR_ACES, PAIR_OF_QUEENS = "four_aces", "pair_of_queens_or_better"
_ACE, _QUEEN = 12, 10

ACES = at_least("pair of aces", FOUR)
"""The hands with which the Play may be more than the Ante (Z2)."""


def super_bonus_line(hand: Strength) -> str:
    """The line of Z4 that a hand is on: of four of a kind the rank decides."""
    kind = category(hand)
    return FOUR_ACES if kind is FourCards.FOUR_OF_A_KIND and first_rank(hand) == _ACE else kind.key


def rank(own: Cards, board: Cards) -> Strength:
    """The best four of somebody's five cards; there is no board."""
    return strength(own)


KING_QUEEN_EIGHT_FOUR = strength(parse_cards("Ks Qh 8d 4c"))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """As much as is allowed with aces, once with king, queen, eight and four: what everybody is told."""
    hand = strength(own)
    if ACES(hand):
        return BET3
    return BET1 if hand >= KING_QUEEN_EIGHT_FOUR else FOLD


_SIDE_BETS = (
    SideBet(
        spot=Spot(key=QUEENS_UP, felt="Queens Up", limits=Range(1 * DOLLAR, 100 * DOLLAR), needs=(ANTE,), letter="u"),
        lines=(*LINES, PAIR_OF_QUEENS),
        judge=best_four(PAIR_OF_QUEENS, _QUEEN, BELOW_QUEENS),  # Z5
    ),
)

CRAZY_FOUR = Game(
    key="crazy-four",
    name="Crazy 4 Poker",
    about="The best four of five on both sides. A pair of aces may bet triple.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=SUPER_BONUS, felt="Super Bonus", follows=ANTE),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=5, dealer=5, felt=(". queens_up queens_up .", ". ante super_bonus progressive", ". play play .")),
    streets=(
        Street(
            key="decision",
            words="at the decision",
            offers=(BET3, BET2, BET1, FOLD),
            allows=Needs({BET3: ACES, BET2: ACES}),
            late=FOLD,
            spot=PLAY,
        ),
    ),
    reveals=(
        Reveal(
            step=SHOW_DEALER,
            dealer=True,
            instruct="Turn the dealer's five cards and announce the best four.",
            told="Dealer shows",
        ),
    ),
    ranking=FOUR,
    rank=rank,
    start_words=lambda own: "",
    qualifies=at_least("king high", FOUR),
    # Z2 and Z3. The Super Bonus pays from a straight on, whatever the dealer has; below it loses only to a qualified
    # dealer's better hand (Z4).
    bets=(
        BetRule(spot=ANTE, unqualified=Then.PUSH),
        BetRule(spot=PLAY, unqualified=Then.PAYS),
        BetRule(spot=SUPER_BONUS, unqualified=Then.PUSH, table=SUPER_BONUS, always_pays=True, why_below=BELOW_STRAIGHT),
    ),
    line_of=super_bonus_line,
    side_bets=_SIDE_BETS,
    base_tables={SUPER_BONUS: (FOUR_ACES, *LINES)},
    progressive=own_five_cards,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(Title("Crazy 4 Poker"), Title("Crazy 4 Poker Progressive", PROGRESSIVE)),
        included=(QUEENS_UP,),
    ),
    rulings=Rulings(
        overview=("Z1",),
        decision="Z2",
        base="Z3",
        fold="Z2",
        ranking="F2",
        spots={SUPER_BONUS: "Z4", QUEENS_UP: "Z5"},
    ),
    teaching=Teaching(
        drills=("k-q-8-4",),
        play=("k-q-8-4", "like-the-dealer"),
        page=("k-q-8-4", "like-the-dealer"),
        classes=(
            HandClass("king-high", "king high", (0,), high_cards(FOUR, "K")),
            HandClass("high-pairs", "pairs of queens to aces", (0,), one_pair(FOUR, "Q", "A")),
        ),
        borders=("K", "K-J", "K-Q", "K-Q-7", "K-Q-8", "K-Q-8-3", "K-Q-8-4", "K-Q-8-5", "K-Q-9", "K-Q-T", "A"),
    ),
    one_word="CrazyFourPoker",
)

WASHINGTON = washington(
    CRAZY_FOUR,
    source="Z1 to Z5",
    tables={
        SUPER_BONUS: ("SB-01",),
        QUEENS_UP: ("QU-01",),
    },
    notices=(
        "Dealer plays with king high or better.",
        "Play up to three times the Ante with a pair of aces or better.",
    ),
)

RULE_SETS = (WASHINGTON,)
