"""Texas Hold'em Bonus: two cards and a board against the dealer's, and a bet for each part of the board (B1 to B4)."""

from __future__ import annotations

from croupier.cards import RANKS, Cards
from croupier.hands import ABOVE_PAIR, FIVE, Category, Strength, category, describe_few, strength
from croupier.hands.two import start_words as two_card_words
from croupier.money import DOLLAR
from croupier.rules import pair_lines
from croupier.rules.actions import BET1, BET2, CHECK, FOLD, Action
from croupier.rules.bets import BetRule
from croupier.rules.game import LINK_SPOTS, Game, Hands, Layout, Reveal, SideBet, Street
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.shared_bets import five_card_line
from croupier.rules.steps import Step
from croupier.rules.teaching import HandClass, Teaching, ranks, unpaired
from croupier.rules.wagers import Placed, Range, Spot

ANTE, FLOP, TURN, RIVER, BONUS = "ante", "flop", "turn", "river", "bonus"
ANTE_PAYS = "holdem_bonus"
"""The pay table that says with which hands a winning Ante is paid (B3)."""

BELOW_TABLE = Why("ante_pushes", "below what the Ante pays for, push")

ON_LINK = 3
"""So many cards of the board, the flop, make five with the player's two on a Multi-Game Link (R59)."""


def progressive(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's two cards count with the flop."""
    return five_card_line((*hands.own, *hands.board[:ON_LINK]))


def rank(own: Cards, board: Cards) -> Strength:
    """The best five of somebody's two cards and the board (R3)."""
    return strength((*own, *board))


def start_words(cards: Cards) -> str:
    """The first two cards as players say them, and then what they are with the board so far."""
    return two_card_words(cards) if len(cards) == 2 else describe_few(cards)


_DEUCE, _SEVEN = RANKS.index("2"), RANKS.index("7")


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Nothing is folded but a deuce with a small card of another suit; after that, a bet with a pair or better of
    which one card is one's own."""
    if street == 0:
        high, low = ranks(own)
        return FOLD if low == _DEUCE < high <= _SEVEN and own[0].suit != own[1].suit else BET2
    return BET1 if own_pair(own, board) or category(rank(own, board)) >= Category.STRAIGHT else CHECK


def own_pair(own: Cards, board: Cards) -> bool:
    """A pair with at least one card in the hole."""
    held = {card.rank for card in own}
    return len(held) == 1 or any(card.rank in held for card in board)


def small_offsuit(own: Cards, board: Cards) -> bool:
    """A deuce or a trey with another small card that is not of its suit."""
    high, low = ranks(own)
    return low < high <= _SEVEN + 1 and low <= _DEUCE + 1 and own[0].suit != own[1].suit


def high_and_nothing(own: Cards, board: Cards) -> bool:
    """No pair on the table, and an ace or a king in the hole."""
    return unpaired((*own, *board)) and ranks(own)[0] >= RANKS.index("K")


SHOW_FLOP = Step("flop", "show the flop", "FLOP")
SHOW_TURN = Step("turn", "show the turn card", "TURN")
SHOW_LAST = Step("last", "show the river card and the dealer's cards", "RIVER · DEALER")

# The Bonus is Ultimate Texas Hold'em's bet on the two own cards, under a name of its own (B4).
_SIDE_BETS = (
    SideBet(
        spot=Spot(key=BONUS, felt="Bonus", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="b"),
        lines=pair_lines.LINES,
        judge=pair_lines.pairs,
        pays=pair_lines.PAIRS,
        is_tucked=True,
    ),
)

HOLDEM_BONUS = Game(
    key="holdem-bonus",
    name="Texas Hold'em Bonus",
    about="Two cards and a board against the dealer. Pay for the flop, then bet or check.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a", pays=ANTE_PAYS),
        Spot(key=FLOP, felt="Flop", placed=Placed.DECIDED),
        Spot(key=TURN, felt="Turn", placed=Placed.DECIDED),
        Spot(key=RIVER, felt="River", placed=Placed.DECIDED),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=2, dealer=2, board=5, felt=("bonus ante ante progressive", ". flop turn river")),
    streets=(
        Street(
            key="preflop",
            words="before the flop",
            offers=(BET2, FOLD),
            late=FOLD,
            spot=FLOP,
            also=("hole cards",),
        ),
        Street(key="flop", words="on the flop", offers=(BET1, CHECK), late=CHECK, spot=TURN),
        Street(key="turn", words="after the turn card", offers=(BET1, CHECK), late=CHECK, spot=RIVER),
    ),
    reveals=(
        Reveal(step=SHOW_FLOP, board=3, instruct="{turn} the first three board cards.", told="Flop"),
        Reveal(step=SHOW_TURN, board=4, instruct="{turn} the turn card.", told="Turn"),
        Reveal(
            step=SHOW_LAST,
            board=5,
            dealer=True,
            instruct="{turn} the river card; then turn the dealer's two cards and announce the hand.",
            told="River card and dealer's cards",
        ),
    ),
    ranking=FIVE,
    rank=rank,
    start_words=start_words,
    qualifies=None,
    # The dealer always plays (B3). Of a winner's bets the Ante alone asks for a hand.
    bets=(
        BetRule(spot=ANTE, table=ANTE_PAYS, why_below=BELOW_TABLE),
        BetRule(spot=FLOP),
        BetRule(spot=TURN),
        BetRule(spot=RIVER),
    ),
    side_bets=_SIDE_BETS,
    base_tables={ANTE_PAYS: ABOVE_PAIR},
    progressive=progressive,
    progressive_cards=lambda deal, seat: (*deal.own[seat], *deal.board[:ON_LINK]),
    sense=sense,
    package=__name__,
    rulings=Rulings(
        overview=("B1",),
        decision="B2",
        base="B3",
        fold="B2",
        spots={BONUS: "B4"},
    ),
    teaching=Teaching(
        drills=("own-pairs",),
        play=("own-pairs", "every-hand"),
        page=("own-pairs", "every-hand"),
        classes=(
            HandClass("small", "small cards offsuit, with a deuce or a trey", (0,), small_offsuit),
            HandClass("pairs", "pairs with a card of your own", (1, 2), own_pair),
            HandClass("high", "no pair, and an ace or a king in the hole", (1, 2), high_and_nothing),
        ),
    ),
    one_word="TexasHoldemBonus",
)

WASHINGTON = washington(
    HOLDEM_BONUS,
    source="B1 to B4",
    tables={
        ANTE_PAYS: ("THB-01", "THB-02"),
        BONUS: ("UPB-2",),
    },
    notices=("The dealer always plays.", "Of a winning hand the Ante pays only what its table says, and else pushes."),
)

RULE_SETS = (WASHINGTON,)
