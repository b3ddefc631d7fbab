"""Flushes Gone Wild: the most cards of one suit, deuces wild, of five own and two shared (G1 to G4)."""

from __future__ import annotations

from croupier.cards import RANKS, Cards
from croupier.hands import Strength
from croupier.hands.flush import FLUSH, LINES, FlushCards, category, strength
from croupier.money import DOLLAR
from croupier.rules.actions import BET2, FOLD, Action
from croupier.rules.game import LINK_SPOTS, AfterFold, Game, Hands, Judged, Layout, Reveal, SideBet, Street
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import DEALER_WINS, EVEN, FOLDED, PAYS, TIE, Why
from croupier.rules.rulesets import washington
from croupier.rules.rulings import Rulings
from croupier.rules.seat import Seat
from croupier.rules.settlement import Result, paid, result
from croupier.rules.shared_bets import own_five_cards
from croupier.rules.steps import Step
from croupier.rules.teaching import HandClass, Teaching
from croupier.rules.terms import Terms
from croupier.rules.wagers import Placed, Range, Spot

ANTE, BLIND, PLAY, FLUSH_RUSH = "ante", "blind", "play", "flush_rush"

MARGIN = "flush_margin"
"""The kind of pay table by which the Blind pays."""
MARGINS = ("four_cards_more", "three_cards_more", "two_cards_more", "one_card_more")
"""The lines of the Blind, by how many cards more than the dealer's the winning flush has; the first is that or more."""

_DEUCE, _QUEEN = RANKS.index("2"), RANKS.index("Q")

SAME_NUMBER = Why("as_many_cards", "as many cards as the dealer, push")
BELOW_RUSH = Why("flush_too_short", "too few cards of one suit")


def margin_line(margin: int) -> str | None:
    """The line of the Blind for a win by so many cards; none where ranks decided."""
    return MARGINS[max(0, len(MARGINS) - margin)] if margin else None


def settle(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """G3 and G4: a fold loses Ante and Blind. The better flush takes Ante and Play, 1 to 1, and the Blind by how many
    cards it has more; equal ones push all."""
    ante, blind = seat.stakes[ANTE], seat.stakes[BLIND]
    if seat.folded:
        return [result(ANTE, ante, -ante, FOLDED), result(BLIND, blind, -blind, FOLDED)]
    play = seat.raised[PLAY]
    if hands.player == hands.dealer:
        return [result(spot, stake, 0, TIE) for spot, stake in ((ANTE, ante), (BLIND, blind), (PLAY, play))]
    if hands.player < hands.dealer:
        return [
            result(spot, stake, -stake, DEALER_WINS) for spot, stake in ((ANTE, ante), (BLIND, blind), (PLAY, play))
        ]
    line = margin_line(category(hands.player) - category(hands.dealer))
    pay = None if line is None else terms.table(MARGIN).pays.get(line)
    won = result(BLIND, blind, 0, SAME_NUMBER) if line is None or pay is None else paid(BLIND, blind, line, pay, PAYS)
    return [result(ANTE, ante, ante, EVEN), won, result(PLAY, play, play, EVEN)]


def flush_rush(table: Paytable, hands: Hands) -> Judged:
    """Flush Rush looks at how many cards of one suit the player has among all seven, whatever the dealer has."""
    cards = category(hands.player).key
    return Judged(cards, PAYS) if cards in table.pays else Judged(None, BELOW_RUSH)


def rank(own: Cards, board: Cards) -> Strength:
    """The best flush of somebody's five cards and the two of the board."""
    return strength((*own, *board))


def sense(street: int, own: Cards, board: Cards) -> Action:
    """Play with three cards of one suit, with a deuce, or with two queens or better."""
    three = category(strength(own)) >= FlushCards.THREE_CARD_FLUSH
    held = [card.rank for card in own]
    return BET2 if three or min(held) == _DEUCE or sum(rank >= _QUEEN for rank in held) >= 2 else FOLD


def two_cards(own: Cards, board: Cards) -> bool:
    """No three cards of one suit, deuces among them or not."""
    return category(strength(own)) is FlushCards.TWO_CARD_FLUSH


SHOW_LAST = Step("community", "show the community cards and the dealer's cards", "BOARD · DEALER")

_SIDE_BETS = (
    SideBet(
        spot=Spot(key=FLUSH_RUSH, felt="Flush Rush", limits=Range(1 * DOLLAR, 50 * DOLLAR), needs=(ANTE,), letter="f"),
        lines=tuple(key for key in LINES if key != FlushCards.ONE_CARD_FLUSH.key),  # of seven cards two share a suit
        judge=flush_rush,
        after_fold=AfterFold.LOSES,
    ),
)

FLUSHES = Game(
    key="flushes-gone-wild",
    name="Flushes Gone Wild",
    about="The most cards of one suit, with wild deuces and two shared cards. Play or fold.",
    spots=(
        Spot(key=ANTE, felt="Ante", limits=Range(5 * DOLLAR, 100 * DOLLAR), letter="a"),
        Spot(key=BLIND, felt="Blind", follows=ANTE, pays=MARGIN),
        Spot(key=PLAY, felt="Play", placed=Placed.DECIDED),
        *(bet.spot for bet in _SIDE_BETS),
        *LINK_SPOTS,
    ),
    base=ANTE,
    dealt_in=(ANTE,),
    layout=Layout(own=5, dealer=5, board=2, felt=("flush_rush ante blind progressive", ". play play .")),
    streets=(Street(key="decision", words="at the decision", offers=(BET2, FOLD), late=FOLD, spot=PLAY),),
    reveals=(
        Reveal(
            step=SHOW_LAST,
            board=2,
            dealer=True,
            instruct="{turn} the two community cards; then turn the dealer's five cards and announce the flush.",
            told="Community cards and dealer's cards",
        ),
    ),
    ranking=FLUSH,
    rank=rank,
    start_words=lambda own: "",
    qualifies=None,
    settle=settle,
    side_bets=_SIDE_BETS,
    base_tables={MARGIN: MARGINS},
    progressive=own_five_cards,
    progressive_cards=lambda deal, seat: deal.own[seat],
    sense=sense,
    package=__name__,
    rulings=Rulings(
        overview=("G1",),
        decision="G3",
        base="G4",
        fold="G3",
        ranking="G2",
        spots={BLIND: "G4", FLUSH_RUSH: "G4"},
    ),
    teaching=Teaching(
        drills=("three-or-high",),
        play=("three-or-high", "three-cards"),
        page=("three-or-high", "three-cards"),
        classes=(HandClass("two", "no three cards of one suit", (0,), two_cards),),
    ),
)

WASHINGTON = washington(
    FLUSHES,
    source="G1 to G4",
    tables={
        MARGIN: ("FGW-01",),
        FLUSH_RUSH: ("FR-01",),
    },
    notices=("Deuces are wild.", "The dealer always plays.", "Blind and Flush Rush pay by the house's own tables."),
)

RULE_SETS = (WASHINGTON,)
