"""Let It Ride: three equal bets, two of which can be pulled back, and no dealer's hand (L1 to L4)."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.hands import ABOVE_PAIR, FIVE, Strength, describe_few, strength
from croupier.hands.three import ThreeCards
from croupier.hands.three import category as three_card_category
from croupier.hands.three import strength as three_card_strength
from croupier.money import DOLLAR
from croupier.rules.actions import PULL, RIDE, Action
from croupier.rules.bets import BetRule, PairLine, PairLines, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, Game, Layout, Reveal, Street
from croupier.rules.reasons import Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import THREE_CARD_BONUS, cards_with_board, three_card_bonus
from croupier.rules.steps import Step
from croupier.rules.teaching import HandClass, Teaching, all_suited, close_ranks
from croupier.rules.wagers import PROGRESSIVE, Range, Spot

FIRST, SECOND, STAYS = "1", "2", "$"
ALL_BETS = "let_it_ride"
"""The pay table by which every bet left pays (L3)."""

HIGH_PAIR = "pair_of_tens_or_better"
LINES = (*ABOVE_PAIR, HIGH_PAIR)

BELOW_TENS = Why("below_pair_of_tens", "below a pair of tens")

_FOUR, _TEN = 2, 8

paying_line = PairLines((PairLine(HIGH_PAIR, name="high_pair", lowest=_TEN),))
"""The line of L3 that a hand is on."""


def rank(own: Cards, board: Cards) -> Strength:
    """What somebody's three cards are worth with the two of the board."""
    return strength((*own, *board))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Let it ride with what pays already, with three suited cards in a row above the lowest, and with four of a suit:
    what everybody is told first."""
    cards = (*own, *board)
    ranks = [card.rank for card in cards]
    of_a_kind = [rank for rank in ranks if ranks.count(rank) > 1]
    if max(of_a_kind, default=0) >= _TEN or len(of_a_kind) > 2:
        return RIDE
    if street == 0:
        in_a_row = three_card_category(three_card_strength(own)) is ThreeCards.STRAIGHT_FLUSH
        return RIDE if in_a_row and sorted(ranks)[1] >= _FOUR else PULL
    return RIDE if len({card.suit for card in cards}) == 1 else PULL


SHOW_FIRST = Step("first", "turn the first community card", "FIRST CARD")
SHOW_SECOND = Step("second", "turn the second community card", "SECOND CARD")

# The Three Card Bonus looks at the player's three cards alone (L4).
_SIDE_BETS = (three_card_bonus(by_board=False, needs=STAYS),)

LET_IT_RIDE = Game(
    key="let-it-ride",
    name="Let It Ride",
    about="No dealer to beat. Three bets, two to pull back, for tens or better.",
    spots=(
        Spot(key=STAYS, felt="$", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="b", pays=ALL_BETS),
        Spot(key=FIRST, felt="1", follows=STAYS, pays=ALL_BETS),
        Spot(key=SECOND, felt="2", follows=STAYS, pays=ALL_BETS),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=STAYS,
    base_label="each bet",
    case_key="bet",
    dealt_in=(STAYS,),
    layout=Layout(own=3, board=2, felt=(". three_card_bonus three_card_bonus .", "1 2 $ progressive")),
    streets=(
        # Who does not answer takes no risk: the clock pulls.
        Street(
            key="three", words="with three cards", offers=(RIDE, PULL), late=PULL, spot=FIRST, also=("three cards",)
        ),
        Street(key="four", words="with four cards", offers=(RIDE, PULL), late=PULL, spot=SECOND, also=("four cards",)),
    ),
    reveals=(
        Reveal(step=SHOW_FIRST, board=1, instruct="{turn} the first community card.", told="First community card"),
        Reveal(step=SHOW_SECOND, board=2, instruct="{turn} the second community card.", told="Second community card"),
    ),
    ranking=FIVE,
    rank=rank,
    start_words=describe_few,
    qualifies=None,
    # Every bet left pays by the five cards; one that was pulled back is nobody's concern (L2, L3).
    bets=tuple(
        BetRule(spot=spot, table=ALL_BETS, below=Then.LOSES, why_below=BELOW_TENS) for spot in (FIRST, SECOND, STAYS)
    ),
    line_of=paying_line,
    side_bets=_SIDE_BETS,
    base_tables={ALL_BETS: LINES},
    progressive=cards_with_board,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(
            Title("Let It Ride"),
            Title("Let It Ride Bonus", THREE_CARD_BONUS),
            Title("Let It Ride Progressive", PROGRESSIVE),
        )
    ),
    rulings=Rulings(
        overview=("L1",),
        decision="L2",
        base="L3",
        fold="L2",
        spots={THREE_CARD_BONUS: "L4"},
    ),
    teaching=Teaching(
        drills=("list", "simple"),
        play=("list", "simple"),
        page=("list", "simple"),
        classes=(
            HandClass("suited", "all cards suited", (0, 1), all_suited),
            HandClass("straights", "cards that a straight can hold", (0, 1), close_ranks),
        ),
    ),
)

WASHINGTON = washington(
    LET_IT_RIDE,
    source="L1 to L4",
    tables={
        ALL_BETS: ("LIR-01",),
        THREE_CARD_BONUS: ("PP-01",),
    },
    notices=("Pays with a pair of tens or better.",),
)

RULE_SETS = (WASHINGTON,)
