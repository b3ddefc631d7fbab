"""Bets that several games have in common: by three cards, by the best four, and a Multi-Game Link's."""

from __future__ import annotations

from collections.abc import Callable

from croupier.cards import Cards
from croupier.hands import category as five_card_category
from croupier.hands import four, three
from croupier.hands import strength as five_card_strength
from croupier.money import DOLLAR
from croupier.rules.game import Hands, Judged, SideBet
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import PAYS, Why
from croupier.rules.wagers import Range, Spot

PAIR_PLUS, THREE_CARD_BONUS = "pair_plus", "three_card_bonus"

BELOW_PAIR = Why("below_pair", "below a pair")


def three_cards(table: Paytable, cards: Cards) -> Judged:
    """What any three cards are on a Pair Plus table (T6)."""
    hand = three.category(three.strength(cards)).key
    return Judged(hand, PAYS) if hand in table.pays else Judged(None, BELOW_PAIR)


def three_card_bonus(*, by_board: bool, needs: str) -> SideBet:
    """The Three Card Bonus, which pays three cards by a Pair Plus table, whatever the player does: the community cards,
    or the player's own."""
    return SideBet(
        spot=Spot(
            key=THREE_CARD_BONUS,
            felt="Three Card Bonus",
            limits=Range(1 * DOLLAR, 50 * DOLLAR),
            needs=(needs,),
            letter="t",
        ),
        lines=three.LINES,
        judge=lambda table, hands: three_cards(table, hands.board if by_board else hands.own),
        pays=PAIR_PLUS,
        counts_own_cards=not by_board,
    )


def best_four(pair: str, lowest: int, below: Why) -> Callable[[Paytable, Hands], Judged]:
    """The judge of a bet on the player's best four alone, where pairs from a rank on have the line `pair`."""

    def judge(table: Paytable, hands: Hands) -> Judged:
        kind = four.category(hands.player)
        is_high_pair = kind is four.FourCards.PAIR and four.first_rank(hands.player) >= lowest
        line = pair if is_high_pair else kind.key
        return Judged(line, PAYS) if line in table.pays else Judged(None, below)

    return judge


def five_card_line(cards: Cards) -> str:
    """The line of a pay table that the best five of some cards are on, as an ordinary five-card hand."""
    return five_card_category(five_card_strength(cards)).key


def own_five_cards(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's own five cards count, as an ordinary five-card hand."""
    return five_card_line(hands.own)


def cards_with_board(table: Paytable, hands: Hands) -> str | None:
    """On a Multi-Game Link the player's cards count with the community cards, five in all."""
    return five_card_category(hands.player).key
