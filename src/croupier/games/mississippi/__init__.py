"""Mississippi Stud: two cards, three on the board, a bet before each of them, and no dealer's hand (M1 to M4)."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.hands import ABOVE_PAIR, FIVE, Strength, describe_few, strength
from croupier.hands.two import start_words as two_card_words
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, BET2, BET3, FOLD, Action
from croupier.rules.bets import BetRule, PairLine, PairLines, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, Game, Layout, Reveal, Street
from croupier.rules.reasons import Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import THREE_CARD_BONUS, cards_with_board, three_card_bonus
from croupier.rules.steps import Step
from croupier.rules.teaching import HandClass, Teaching, all_suited, close_ranks, one_pair, unpaired
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, THIRD, FOURTH, FIFTH = "ante", "third", "fourth", "fifth"
ALL_BETS = "mississippi"
"""The pay table by which all four bets pay (M3)."""

HIGH_PAIR, MIDDLE_PAIR = "pair_of_jacks_or_better", "pair_of_sixes_to_tens"
LINES = (*ABOVE_PAIR, HIGH_PAIR, MIDDLE_PAIR)

BELOW_SIXES = Why("below_pair_of_sixes", "below a pair of sixes")

_SIX, _JACK = 4, 9

paying_line = PairLines(
    (
        PairLine(HIGH_PAIR, name="high_pair", lowest=_JACK),
        PairLine(MIDDLE_PAIR, name="middle_pair", lowest=_SIX),
    )
)
"""The line of M3 that a hand is on."""


def rank(own: Cards, board: Cards) -> Strength:
    """What somebody's two cards are worth with the three of the board."""
    return strength((*own, *board))


def start_words(cards: Cards) -> str:
    """The first two cards as players say them, and then what they are with the board so far."""
    return two_card_words(cards) if len(cards) == 2 else describe_few(cards)


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Three times with a pair that cannot lose, once with any pair or enough high cards: the simple count.

    A jack or better counts two, a six to a ten one; as many are enough as cards are there.
    """
    ranks = [card.rank for card in (*own, *board)]
    paired = max((rank for rank in ranks if ranks.count(rank) > 1), default=-1)
    if paired >= _SIX:
        return BET3
    points = sum(2 if rank >= _JACK else 1 if rank >= _SIX else 0 for rank in ranks)
    return BET1 if paired >= 0 or points >= len(ranks) else FOLD


def middle_cards(own: Cards, board: Cards) -> bool:
    """No pair and no high card, but a six to a ten."""
    cards = (*own, *board)
    return unpaired(cards) and _SIX <= max(card.rank for card in cards) < _JACK


SHOW_THIRD = Step("third", "turn the first community card", "3RD STREET")
SHOW_FOURTH = Step("fourth", "turn the second community card", "4TH STREET")
SHOW_FIFTH = Step("fifth", "turn the third community card", "5TH STREET")

# The Three Card Bonus looks at the community cards alone (M4).
_SIDE_BETS = (three_card_bonus(by_board=True, needs=ANTE),)

MISSISSIPPI = Game(
    key="mississippi",
    name="Mississippi Stud",
    about="No dealer to beat. Bet before each board card, for jacks or better.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a", pays=ALL_BETS),
        Spot(key=THIRD, felt="3rd Street", placed=Placed.DECIDED, pays=ALL_BETS),
        Spot(key=FOURTH, felt="4th Street", placed=Placed.DECIDED, pays=ALL_BETS),
        Spot(key=FIFTH, felt="5th Street", placed=Placed.DECIDED, pays=ALL_BETS),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=2, board=3, felt=("three_card_bonus ante ante progressive", ". third fourth fifth")),
    streets=(
        Street(
            key=THIRD,
            words="on 3rd Street",
            offers=(BET3, BET2, BET1, FOLD),
            late=FOLD,
            spot=THIRD,
            also=("third street", "3rd street", "two cards"),
        ),
        Street(
            key=FOURTH,
            words="on 4th Street",
            offers=(BET3, BET2, BET1, FOLD),
            late=FOLD,
            spot=FOURTH,
            also=("fourth street", "4th street", "three cards"),
        ),
        Street(
            key=FIFTH,
            words="on 5th Street",
            offers=(BET3, BET2, BET1, FOLD),
            late=FOLD,
            spot=FIFTH,
            also=("fifth street", "5th street", "four cards"),
        ),
    ),
    reveals=(
        Reveal(step=SHOW_THIRD, board=1, instruct="{turn} the first community card.", told="First community card"),
        Reveal(step=SHOW_FOURTH, board=2, instruct="{turn} the second community card.", told="Second community card"),
        Reveal(step=SHOW_FIFTH, board=3, instruct="{turn} the third community card.", told="Third community card"),
    ),
    ranking=FIVE,
    rank=rank,
    start_words=start_words,
    qualifies=None,
    # Every bet pays by the five cards (M3); a fold loses all that were made (M2).
    bets=tuple(
        BetRule(spot=spot, table=ALL_BETS, below=Then.LOSES, why_below=BELOW_SIXES)
        for spot in (ANTE, THIRD, FOURTH, FIFTH)
    ),
    line_of=paying_line,
    side_bets=_SIDE_BETS,
    base_tables={ALL_BETS: LINES},
    progressive=cards_with_board,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(
            Title("Mississippi Stud"),
            Title("Mississippi Stud Progressive", PROGRESSIVE),
            Title("Mississippi Stud with 3 Card Bonus", THREE_CARD_BONUS),
        ),
        most_spots=4,
    ),
    rulings=Rulings(
        overview=("M1",),
        decision="M2",
        base="M3",
        fold="M2",
        spots={THREE_CARD_BONUS: "M4"},
    ),
    teaching=Teaching(
        drills=("points", "simple"),
        play=("points", "simple"),
        page=("points", "simple"),
        classes=(
            HandClass("low-pairs", "low pairs, deuces to fives", (0, 1, 2), one_pair(FIVE, "2", "5")),
            HandClass("suited", "all cards suited", (0, 1, 2), all_suited),
            HandClass("middle", "no high card, and a six to a ten", (0, 1, 2), middle_cards),
            HandClass("straights", "cards that a straight can hold", (1, 2), close_ranks),
        ),
    ),
)

WASHINGTON = washington(
    MISSISSIPPI,
    source="M1 to M4",
    tables={
        ALL_BETS: ("MS-01", "MS-02"),
        THREE_CARD_BONUS: ("PP-01",),
    },
    notices=("A pair of sixes to tens pushes.",),
)

RULE_SETS = (WASHINGTON,)
