"""Three Card Poker: the felt, the one decision, and the settlement (T1 to T6)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import Category, Strength
from croupier.hands.three import LINES, THREE, strength
from croupier.hands.thresholds import at_least
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, AfterFold, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import PAYS, Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import PAIR_PLUS, five_card_line, three_cards
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, high_cards
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot
from croupier.values import replace

ANTE, PLAY, ANTE_BONUS, SIX_CARD = "ante", "play", "ante_bonus", "six_card"

BELOW_TRIPS = Why("below_three_of_a_kind", "below three of a kind")


def pair_plus(table: Paytable, hands: Hands) -> Judged:
    """Pair Plus looks at the player's three cards alone (T6)."""
    return three_cards(table, hands.own)


def six_card(table: Paytable, hands: Hands) -> Judged:
    """Six Card Bonus looks at the best five of the player's three cards and the dealer's (T6)."""
    hand = _best_of_six(hands)
    return Judged(hand, PAYS) if hand in table.pays else Judged(None, BELOW_TRIPS)


def _best_of_six(hands: Hands) -> str:
    return five_card_line((*hands.own, *hands.dealer_cards))


DEALERS_ON_LINK = 2
"""So many of the dealer's cards, the first ones, make five with the player's three on a Multi-Game Link (R59)."""


def progressive(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's three cards count with the first two of the dealer's."""
    return five_card_line((*hands.own, *hands.dealer_cards[:DEALERS_ON_LINK]))


def rank(own: Cards, board: Cards) -> Strength:
    """What three cards are worth; there is no board."""
    return strength(own)


QUEEN_SIX_FOUR = strength(parse_cards("Qs 6h 4d"))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Play with queen, six and four or better: what everybody is told."""
    return BET1 if strength(own) >= QUEEN_SIX_FOUR else FOLD


_FIVE_CARD_HANDS = tuple(kind.key for kind in sorted(Category, reverse=True) if kind >= Category.THREE_OF_A_KIND)

_SIDE_BETS = (
    SideBet(
        spot=Spot(key=PAIR_PLUS, felt="Pair Plus", limits=Range(1 * DOLLAR, 100 * DOLLAR), letter="p"),
        lines=LINES,
        judge=pair_plus,
        after_fold=AfterFold.LOSES,
    ),
    SideBet(
        spot=Spot(
            key=SIX_CARD, felt="Six Card Bonus", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="s"
        ),
        lines=_FIVE_CARD_HANDS,
        judge=six_card,
    ),
)

THREE_CARD = Game(
    key="three-card",
    name="Three Card Poker",
    about="Three cards against the dealer's three. Play or fold.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        Spot(key=ANTE_BONUS, felt="Ante Bonus", placed=Placed.WON),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE, PAIR_PLUS),
    layout=Layout(own=3, dealer=3, felt=(". pair_plus pair_plus .", "six_card ante ante progressive", ". play play .")),
    streets=(Street(key="decision", words="at the decision", offers=(BET1, FOLD), late=FOLD, spot=PLAY),),
    reveals=(
        Reveal(
            step=SHOW_DEALER,
            dealer=True,
            instruct="Turn the dealer's three cards and announce the hand.",
            told="Dealer shows",
        ),
    ),
    ranking=THREE,
    rank=rank,
    start_words=lambda own: "",
    qualifies=at_least("queen high", THREE),
    # T3 and T4, and the Ante Bonus of T5 for who plays, whatever the dealer has.
    bets=(
        BetRule(spot=ANTE, unqualified=Then.PAYS),
        BetRule(spot=PLAY, unqualified=Then.PUSH),
        BetRule(spot=ANTE_BONUS, table=ANTE_BONUS, always_pays=True, bonus=True),
    ),
    side_bets=_SIDE_BETS,
    base_tables={ANTE_BONUS: LINES},
    progressive=progressive,
    progressive_cards=lambda deal, seat: (*deal.own[seat], *deal.dealer[:DEALERS_ON_LINK]),
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(
            Title("Three Card Poker"),
            Title("Three Card Poker 6 Card Bonus", SIX_CARD),
            Title("Three Card Poker Bonus", is_dealt=False),
            Title("Three Card Poker Face Up", is_dealt=False),
            Title("Three Card Poker Progressive", PROGRESSIVE),
        ),
        included=("pair_plus",),
    ),
    rulings=Rulings(
        overview=("T1",),
        decision="T3",
        base="T4",
        fold="T3",
        ranking="T2",
        spots={ANTE_BONUS: "T5", PAIR_PLUS: "T6", SIX_CARD: "T6"},
    ),
    teaching=Teaching(
        drills=("q-6-4",),
        play=("q-6-4", "like-the-dealer"),
        page=("q-6-4", "like-the-dealer", "every-hand"),
        classes=(HandClass("queen-high", "queen high", (0,), high_cards(THREE, "Q")),),
        borders=("Q", "Q-5", "Q-6", "Q-6-3", "Q-6-4", "Q-6-5", "Q-7", "Q-8", "J-9", "K"),
    ),
)

WASHINGTON = washington(
    THREE_CARD,
    version=2,
    source="T1 to T6",
    tables={
        ANTE_BONUS: ("AB-01",),
        PAIR_PLUS: ("PP-01", "PP-02"),
        SIX_CARD: ("SIX-01",),
    },
    assumed=(PAIR_PLUS,),
    notices=("Dealer plays with queen high or better.",),
)

VERSION_1 = replace(
    WASHINGTON,
    version=1,
    game=replace(
        THREE_CARD,
        progressive=lambda table, hands: _best_of_six(hands),
        progressive_cards=lambda deal, seat: (*deal.own[seat], *deal.dealer),
    ),
)
"""How rounds were settled at first: on a Multi-Game Link the best five of all six cards counted, which hits more often
than five cards do."""

RULE_SETS = (VERSION_1, WASHINGTON)
