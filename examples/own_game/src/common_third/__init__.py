"""Common Third: two cards each, and a third that everybody shares. The README has its rulings, C1 to C6."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.hands import Strength
from croupier.hands.three import THREE, ThreeCards, category, strength
from croupier.hands.thresholds import at_least
from croupier.hands.two import TWO
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, BET2, CHECK, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.deal import Procedure
from croupier.rules.game import AfterFold, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.law import Jurisdiction
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import PAYS, Why
from croupier.rules.rulesets import RuleSet
from croupier.rules.rulings import Rulings
from croupier.rules.steps import SHOW_DEALER, Step
from croupier.rules.teaching import Teaching
from croupier.rules.wagers import Placed, Range, Spot

ANTE, PLAY, COLOURS = "ante", "play", "colours"
ONE_SUIT, ONE_COLOUR = "one_suit", "one_colour"

MIXED = Why("mixed_colours", "red and black")

RED = (1, 2)
"""The suits of diamonds and hearts."""
EIGHT, QUEEN, KING, ACE = 6, 10, 11, 12


def rank(own: Cards, board: Cards) -> Strength:
    """What two cards are worth with the common one, by the ranking of three cards (C2)."""
    return strength((*own, *board))


def colours(table: Paytable, hands: Hands) -> Judged:
    """Colours looks at the player's two cards and the common one (C6)."""
    cards = (*hands.own, *hands.board)
    if len({card.suit for card in cards}) == 1:
        return Judged(ONE_SUIT, PAYS)
    if len({card.suit in RED for card in cards}) == 1:
        return Judged(ONE_COLOUR, PAYS)
    return Judged(None, MIXED)


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Twice with a pair, an ace or a suited king; then fold only what the common card alone makes look good."""
    high, low = sorted((card.rank for card in own), reverse=True)
    if street == 0:
        suited_king = high == KING and own[0].suit == own[1].suit
        return BET2 if high in (low, ACE) or suited_king else CHECK
    nothing = category(rank(own, board)) is ThreeCards.HIGH_CARD
    return FOLD if nothing and board[0].rank >= QUEEN and high <= EIGHT else BET1


_COLOURS = SideBet(
    spot=Spot(key=COLOURS, felt="Colours", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="c"),
    lines=(ONE_SUIT, ONE_COLOUR),
    judge=colours,
    after_fold=AfterFold.STAYS,
)

COMMON_THIRD = Game(
    key="common-third",
    name="Common Third",
    about="Two cards each, and a third that everybody shares. Who bets before it is turned may bet more.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        _COLOURS.spot,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=2, dealer=2, board=1, felt=("ante colours", "play .")),
    streets=(
        Street(key="first", words="before the common card", offers=(BET2, CHECK), late=CHECK, spot=PLAY),
        Street(key="last", words="after the common card", offers=(BET1, FOLD), late=FOLD, spot=PLAY),
    ),
    reveals=(
        Reveal(
            step=Step("common", "show the common card", "COMMON CARD"),
            board=1,
            instruct="{turn} the common card.",
            told="Common card",
        ),
        Reveal(
            step=SHOW_DEALER,
            board=1,
            dealer=True,
            instruct="Turn the dealer's two cards and announce the hand.",
            told="Dealer shows",
        ),
    ),
    ranking=THREE,
    rank=rank,
    start_words=lambda own: TWO.describe(TWO.strength(own)),
    qualifies=at_least("queen high", THREE),
    bets=(
        BetRule(spot=ANTE, unqualified=Then.PAYS, tie=Then.LOSES),
        BetRule(spot=PLAY, unqualified=Then.PUSH, tie=Then.LOSES),
    ),
    side_bets=(_COLOURS,),
    base_tables={},
    progressive=lambda table, hands: None,
    sense=sense,
    package=__name__,
    teaching=Teaching(drills=("six-rules",), play=("six-rules",), page=("six-rules",)),
    rulings=Rulings(
        overview=("C1",),
        decision="C3",
        base="C4",
        fold="C3",
        ranking="C2",
        spots={COLOURS: "C6"},
    ),
)

RULE_SETS = (
    RuleSet(
        game=COMMON_THIRD,
        name="common-third",
        title="As its author wrote it; no regulator has seen it",
        source="C1 to C6",
        tables={COLOURS: ("COL-01",)},
        procedures=(Procedure.PACKET, Procedure.HAND_HELD),
        most_games=2,
        face_up_allowed=True,
        jurisdiction=Jurisdiction.WASHINGTON,
        notices=("Dealer plays with queen high or better.", "Equal hands lose."),
    ),
)
"""What the house reads of this package: its rule sets, the usual one first. The pay tables are in `paytables`."""
