"""DJ Wild Stud Poker: five cards against the dealer's five, with deuces and a joker wild (D1 to D5)."""

from __future__ import annotations

from fractions import Fraction

from croupier.cards import JOKER, JOKER_DECK, Cards
from croupier.hands import Category, Strength
from croupier.hands import category as natural_category
from croupier.hands import strength as natural_strength
from croupier.hands.thresholds import at_least
from croupier.hands.wild import LINES, WILD, WildCards, category, is_wild, strength
from croupier.money import DOLLAR
from croupier.rules.actions import BET2, FOLD, Action
from croupier.rules.bets import BetRule
from croupier.rules.deal import Deal
from croupier.rules.face_up import FaceUpLetter
from croupier.rules.game import LINK_SPOTS, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.paytables import Paytable, To
from croupier.rules.reasons import BELOW_STRAIGHT, PAYS, Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import five_card_line
from croupier.rules.steps import SHOW_DEALER
from croupier.rules.teaching import HandClass, Teaching
from croupier.rules.wagers import Placed, Range, Spot

ANTE, BLIND, PLAY, TRIPS = "ante", "blind", "play", "trips"
BLIND_PAYS, TRIPS_PAYS = "wild_blind", "wild_trips"
"""The kinds of pay tables: lines are other than those of Ultimate Texas Hold'em's Blind and Trips."""

BELOW_TRIPS = Why("below_three_of_a_kind", "below three of a kind")

_PAIR_OF_FOURS = at_least("pair of fours", WILD)

_ALWAYS_WILD = (WildCards.FIVE_WILDS, WildCards.FIVE_OF_A_KIND)
"""What no hand is without a wild card, so that its line has no column."""


def trips_line(table: Paytable, natural: Category | None, wild: WildCards | None) -> str | None:
    """The line of Trips of a hand that is so without wild cards and with them, if it holds any (D5): of the two columns
    the one that pays more."""
    lines = [] if natural is None else [f"natural_{natural.key}"]
    if wild is not None:
        lines.append(wild.key if wild in _ALWAYS_WILD else f"wild_{wild.key}")
    pays = {line: pay for line in lines if isinstance(pay := table.pays.get(line), To)}
    return max(pays, key=lambda line: Fraction(pays[line].win, pays[line].per), default=None)


def trips(table: Paytable, hands: Hands) -> Judged:
    """Trips pays by the own five cards, whatever the dealer has. Without wild cards a deuce is a deuce, and a joker
    nothing."""
    own = hands.own
    natural = None if JOKER in own else natural_category(natural_strength(own))
    wild = category(strength(own)) if any(map(is_wild, own)) else None
    line = trips_line(table, natural, wild)
    return Judged(line, BELOW_TRIPS if line is None else PAYS)


def rank(own: Cards, board: Cards) -> Strength:
    """Five cards with deuces and the joker wild (D2)."""
    return strength(own)


def cards_on_link(own: Cards, dealer: Cards) -> Cards:
    """The five cards that count on a Multi-Game Link: the own ones as they are, and for the joker the dealer's first
    card. So they are five of fifty-two, and all fives are equally likely (R59)."""
    return tuple(dealer[0] if card == JOKER and dealer else card for card in own)


def progressive(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link no card is wild."""
    return five_card_line(cards_on_link(hands.own, hands.dealer_cards))


def progressive_cards(deal: Deal, seat: int) -> Cards:
    """The cards that count on a Multi-Game Link, for whoever verifies them."""
    return cards_on_link(deal.own[seat], deal.dealer)


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Play with a pair of fours or better."""
    return BET2 if _PAIR_OF_FOURS(strength(own)) else FOLD


def _one_pair(own: Cards, board: Cards) -> bool:
    """A pair and no more, with a wild card or without."""
    return category(strength(own)) is WildCards.PAIR


def _with_wild(own: Cards, board: Cards) -> bool:
    """A wild card among them."""
    return any(map(is_wild, own))


_TRIPS_LINES = tuple(
    line
    for kind in sorted(WildCards, reverse=True)
    if kind >= WildCards.THREE_OF_A_KIND
    for line in ((kind.key,) if kind in _ALWAYS_WILD else (f"natural_{kind.key}", f"wild_{kind.key}"))
)

_SIDE_BETS = (
    SideBet(
        spot=Spot(key=TRIPS, felt="Trips", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="t"),
        lines=_TRIPS_LINES,
        judge=trips,
        pays=TRIPS_PAYS,
        is_tucked=True,
        named_if_bet=True,
    ),
)

DJ_WILD = Game(
    key="dj-wild",
    name="DJ Wild Stud Poker",
    about="Five cards against the dealer's five, with deuces and a joker wild. Play or fold.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=BLIND, felt="Blind", follows=ANTE, pays=BLIND_PAYS),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=5, dealer=5, felt=("trips ante blind progressive", ". play play .")),
    deck=JOKER_DECK,
    streets=(Street(key="decision", words="at the decision", offers=(BET2, FOLD), late=FOLD, spot=PLAY),),
    reveals=(
        Reveal(
            step=SHOW_DEALER,
            dealer=True,
            instruct="Turn the dealer's five cards and announce the hand.",
            told="Dealer shows",
        ),
    ),
    ranking=WILD,
    rank=rank,
    start_words=lambda own: "",
    qualifies=None,
    # The dealer always plays (D4). Of a winner's bets the Blind alone asks for a hand.
    bets=(
        BetRule(spot=ANTE),
        BetRule(spot=BLIND, table=BLIND_PAYS, why_below=BELOW_STRAIGHT),
        BetRule(spot=PLAY),
    ),
    side_bets=_SIDE_BETS,
    base_tables={BLIND_PAYS: LINES},
    progressive=progressive,
    progressive_cards=progressive_cards,
    sense=sense,
    package=__name__,
    # The report advises a number of spots; the letter has no title of it.
    letter=FaceUpLetter(titles=(), most_spots=4),
    rulings=Rulings(
        overview=("D1",),
        decision="D3",
        base="D4",
        fold="D3",
        ranking="D2",
        spots={BLIND: "D4", TRIPS: "D5"},
    ),
    teaching=Teaching(
        drills=("fours-without-a-three",),
        play=("fours-without-a-three", "pairs"),
        page=("fours-without-a-three", "pairs"),
        classes=(
            HandClass("pairs", "one pair, with a wild card or without", (0,), _one_pair),
            HandClass("wild", "a deuce or the joker in the hand", (0,), _with_wild),
        ),
    ),
    one_word="DJWildStudPoker",
)

WASHINGTON = washington(
    DJ_WILD,
    source="D1 to D5",
    tables={
        BLIND_PAYS: ("DJB-01",),
        TRIPS: ("DJT-01",),
    },
    notices=("Deuces and the joker are wild.", "The dealer always plays.", "Trips pays by a table of the house's own."),
)

RULE_SETS = (WASHINGTON,)
