"""Ultimate Texas Hold'em: the felt, the streets, and a settlement that a floor manager could check (R18 to R25)."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.games.uth.teaching import TEACHING
from croupier.hands import BY_KEY, FIVE, Category, Strength, category, strength
from croupier.hands.thresholds import at_least
from croupier.hands.two import start_words
from croupier.money import DOLLAR
from croupier.rules import pair_lines
from croupier.rules.actions import BET1, BET2, BET3, BET4, CHECK, FOLD, Action
from croupier.rules.bets import BetRule, Then
from croupier.rules.face_up import FaceUpLetter, Title
from croupier.rules.game import LINK_SPOTS, AfterFold, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.paytables import ALL_SEVEN, Paytable
from croupier.rules.reasons import BELOW_STRAIGHT, PAYS, Why
from croupier.rules.rulings import Rulings
from croupier.rules.steps import SHOW_DEALER, Step
from croupier.rules.wagers import PROGRESSIVE, Placed, Range, Spot

ANTE, BLIND, PLAY = "ante", "blind", "play"
TRIPS, BAD_BEAT, PAIRS = "trips", "bad_beat", pair_lines.PAIRS

HANDS = tuple(reversed(BY_KEY))
"""The categories, highest first, as pay tables list them."""

BELOW_TRIPS = Why("below_three_of_a_kind", "below three of a kind")
NOBODY_BEATEN = Why("nobody_beaten", "tie, nobody was beaten")
NO_BAD_BEAT = Why("no_bad_beat", "no bad beat")
YOURS_BEATEN = Why("your_hand_beaten", "your {line} beaten {pay}")
DEALERS_BEATEN = Why("dealers_hand_beaten", "dealer's {line} beaten {pay}")


def trips(table: Paytable, hands: Hands) -> Judged:
    """Trips looks at the player's final hand alone; a fold changes nothing (R23)."""
    hand = category(hands.player).key
    return Judged(hand, PAYS) if hand in table.pays else Judged(None, BELOW_TRIPS)


def bad_beat(table: Paytable, hands: Hands) -> Judged:
    """Bad Beat pays by the beaten hand, whosever it was; a five-card tie loses (R24)."""
    if hands.player == hands.dealer:
        return Judged(None, NOBODY_BEATEN)
    beaten = category(min(hands.player, hands.dealer)).key
    if beaten not in table.pays:
        return Judged(None, NO_BAD_BEAT)
    return Judged(beaten, YOURS_BEATEN if hands.player < hands.dealer else DEALERS_BEATEN)


def progressive(table: Paytable, hands: Hands) -> str | None:
    """The line of a progressive table: by the first five cards, or by all seven, where a royal is told by where its
    cards lie (R34, R35)."""
    if table.cards != ALL_SEVEN:
        return _first_five(hands).key
    best = category(hands.player)
    if best is not Category.ROYAL_FLUSH:
        return best.key
    if _first_five(hands) is Category.ROYAL_FLUSH:
        return "royal_flush_first_five"
    # A royal on the board needs no hole card, and is then everybody's.
    if category(strength(hands.board)) is Category.ROYAL_FLUSH:
        return "community_royal_flush"
    return "royal_flush"


def _first_five(hands: Hands) -> Category:
    """The category of the two hole cards with the flop."""
    return category(strength((*hands.own, *hands.board[:3])))


def rank(own: Cards, board: Cards) -> Strength:
    """The best five of somebody's two cards and the board (R3)."""
    return strength((*own, *board))


# A hand that only improves the board's kickers is no reason to bet: it must be of a better kind or rank.
_A_KICKER = 0xFFFF
_KING = 11


def sense(street: int, hole: Cards, board: Cards) -> Action:
    """Plain sense, no arithmetic: four times with a pair or a high card, twice with a pair, once with anything that
    beats the board."""
    if street == 0:
        paired = hole[0].rank == hole[1].rank
        return BET4 if paired or max(hole[0].rank, hole[1].rank) >= _KING else CHECK
    if street == 1:
        return BET2 if category(rank(hole, board)) >= Category.PAIR else CHECK
    return BET1 if rank(hole, board) > strength(board) + _A_KICKER else FOLD


SHOW_FLOP = Step("flop", "show the flop", "FLOP")
SHOW_RIVER = Step("river", "show turn and river", "TURN · RIVER")

_SIDE_BETS = (
    SideBet(
        spot=Spot(key=TRIPS, felt="Trips", limits=Range(1 * DOLLAR, 100 * DOLLAR), letter="t"),
        lines=HANDS,
        judge=trips,
        stays_face_up=True,
    ),
    SideBet(
        spot=Spot(
            key=BAD_BEAT, felt="Bad Beat", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE, TRIPS), letter="b"
        ),
        # A royal flush is never beaten, and less than three of a kind is no bad beat (R24).
        lines=tuple(key for key in HANDS if Category.THREE_OF_A_KIND <= BY_KEY[key] < Category.ROYAL_FLUSH),
        judge=bad_beat,
        after_fold=AfterFold.HOUSE_CHOOSES,
    ),
    SideBet(
        spot=Spot(key=PAIRS, felt="Pairs", limits=Range(1 * DOLLAR, 50 * DOLLAR), letter="p"),
        lines=pair_lines.LINES,
        judge=pair_lines.pairs,
        is_tucked=True,
    ),
)

UTH = Game(
    key="uth",
    name="Ultimate Texas Hold'em",
    about="Two cards and a board against the dealer. Who bets early may bet more.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=BLIND, felt="Blind", follows=ANTE),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(
        own=2,
        dealer=2,
        board=5,
        felt=(". trips trips .", "bad_beat ante blind pairs", ". play play progressive"),
    ),
    streets=(
        Street(
            key="preflop",
            words="before the flop",
            offers=(BET4, BET3, CHECK),
            late=CHECK,
            spot=PLAY,
            also=("hole cards",),
        ),
        Street(key="flop", words="on the flop", offers=(BET2, CHECK), late=CHECK, spot=PLAY),
        Street(key="river", words="at the river", offers=(BET1, FOLD), late=FOLD, spot=PLAY),
    ),
    reveals=(
        Reveal(step=SHOW_FLOP, board=3, instruct="{turn} the first three board cards.", told="Flop"),
        Reveal(step=SHOW_RIVER, board=5, instruct="{turn} turn and river.", told="Turn and river"),
        Reveal(
            step=SHOW_DEALER,
            board=5,
            dealer=True,
            instruct="Turn the dealer's two cards and announce the hand.",
            told="Dealer shows",
        ),
    ),
    ranking=FIVE,
    rank=rank,
    start_words=start_words,
    qualifies=at_least("pair", FIVE),
    # The table of R20. The Ante is live only if the dealer qualifies. The Blind pays by the player's own hand, and only
    # when the player wins. Ties push.
    bets=(
        BetRule(spot=ANTE, unqualified=Then.PUSH),
        BetRule(spot=PLAY),
        BetRule(spot=BLIND, table=BLIND, why_below=BELOW_STRAIGHT),
    ),
    side_bets=_SIDE_BETS,
    base_tables={BLIND: HANDS},
    progressive=progressive,
    progressive_lines=("royal_flush_first_five", "royal_flush", "community_royal_flush"),
    returned_first=ANTE,
    sense=sense,
    package=__name__,
    letter=FaceUpLetter(
        titles=(
            Title("Ultimate Texas Hold'em"),
            Title("Ultimate Texas Hold'em Bad Beat Bonus", BAD_BEAT),
            Title("Ultimate Texas Hold'em Progressive", PROGRESSIVE),
            Title("Ultimate Texas Hold'em Ultimate Pairs Bonus", PAIRS),
        ),
        included=(TRIPS,),
    ),
    rulings=Rulings(
        overview=("R6", "R7"),
        decision="R18",
        base="R20",
        fold="R20",
        order=("R18",),
        spots={BLIND: "R22", TRIPS: "R23", BAD_BEAT: "R24", PAIRS: "R25"},
    ),
    teaching=TEACHING,
)
