"""Four Card Poker: the best four of five against the best four of six, one decision (F1 to F6)."""

from __future__ import annotations

from croupier.cards import Cards, parse_cards
from croupier.hands import Strength
from croupier.hands import category as five_card_category
from croupier.hands import strength as five_card_strength
from croupier.hands.four import FOUR, LINES, FourCards, category, first_rank, strength
from croupier.money import DOLLAR
from croupier.rules.actions import BET1, BET2, BET3, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.deal import Procedure
from croupier.rules.game import LINK_SPOTS, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.law import Jurisdiction
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import PAYS, Why
from croupier.rules.rulesets import RuleSet
from croupier.rules.rulings import Rulings
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching, one_pair
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, PLAY, ANTE_BONUS, ACES_UP = "ante", "play", "ante_bonus", "aces_up"
AUTOMATIC_BONUS = "automatic_bonus"
"""The pay table of the Ante Bonus. Its lines are four-card hands, so it is of another kind than Three Card Poker's."""

BELOW_ACES = Why("below_pair_of_aces", "below a pair of aces")

PAIR_OF_ACES = "pair_of_aces"
_ACE = 12


def aces_up(table: Paytable, hands: Hands) -> Judged:
    """Aces Up looks at the player's best four alone (F6)."""
    kind = category(hands.player)
    is_aces = kind is FourCards.PAIR and first_rank(hands.player) == _ACE
    line = PAIR_OF_ACES if is_aces else kind.key
    return Judged(line, PAYS) if line in table.pays else Judged(None, BELOW_ACES)


def progressive(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's own five cards count, as an ordinary five-card hand."""
    return five_card_category(five_card_strength(hands.own)).key


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
        judge=aces_up,
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
    progressive=progressive,
    sense=sense,
    package=__name__,
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

WASHINGTON = RuleSet(
    game=FOUR_CARD,
    name="four-card",
    title="Washington, as commonly published",
    source="F1 to F6",
    tables={
        AUTOMATIC_BONUS: ("FAB-01",),
        ACES_UP: ("AU-01",),
        PROGRESSIVE: ("MGL-01", "MGL-ML01", "MGL-ML03"),
    },
    procedures=(Procedure.PACKET,),
    most_games=4,
    face_up_allowed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=("Players are limited to wagering on four games.", "Equal hands win. The dealer always plays."),
)

RULE_SETS = (WASHINGTON,)
