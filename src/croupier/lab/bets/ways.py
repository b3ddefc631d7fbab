"""How many deals each line of a pay table wins, and a line with its pay and its chance.

The ways are counted once (`croupier.lab.hands.counts`), so a changed pay table is priced at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any, Generic, TypeVar

from croupier.cards import DECK, Cards
from croupier.games import GAMES, crazy_four, dj_wild, flushes_gone_wild, four_card, three_card, uth
from croupier.hands import BY_KEY, Category
from croupier.hands.flush import FlushCards
from croupier.lab.bets.enumeration import judged_ways
from croupier.lab.hands import counts
from croupier.rules import pair_lines, shared_bets
from croupier.rules.game import Game
from croupier.rules.paytables import ALL_SEVEN, For, Paytable, Share, To
from croupier.rules.wagers import PROGRESSIVE

AnyPay = TypeVar("AnyPay", To, For | Share)


@dataclass(frozen=True, slots=True)
class CountedLine(Generic[AnyPay]):
    """One line of a pay table: what it pays, and how often."""

    line: str
    pay: AnyPay
    ways: int
    deals: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.ways, self.deals)

    def to_dict(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "pay": str(self.pay),
            "ways": self.ways,
            "deals": self.deals,
            "probability": float(self.probability),
        }


@dataclass(frozen=True, slots=True)
class Folded:
    """By line, how many of so many deals a player folds."""

    deals: int
    lines: Mapping[str, int]


def line_ways(table: Paytable, folded: Folded | None = None, game: Game = uth.UTH) -> tuple[int, Mapping[str, int]]:
    """Deals, and how many of them each line of a side bet or a progressive wins.

    Which cards count for a progressive, the `game` says; every other bet is the same wherever it is offered.
    `folded` is for houses where a folded bet loses (`croupier.lab.bets.folds` and `croupier.lab.games.folds` count
    it under optimal play). Without it the bet stays in action.
    """
    deals, ways = _ways(table, game)
    if folded is None:
        return deals, ways
    return folded.deals, {line: n * (folded.deals // deals) - folded.lines.get(line, 0) for line, n in ways.items()}


def _ways(table: Paytable, game: Game) -> tuple[int, Mapping[str, int]]:
    match table.bet:
        case uth.TRIPS:
            # R23: the player's own seven cards, whatever else happens.
            return counts.SEVEN_CARD_HANDS, {kind.key: n for kind, n in counts.SEVEN_CARDS.items()}
        case uth.BAD_BEAT:
            # R24: three of a kind or better is beaten, on either side; the beaten hand selects the line.
            return counts.SHOWDOWNS, {
                key: counts.BEATEN.get(kind, 0) if kind >= Category.THREE_OF_A_KIND else 0
                for key, kind in BY_KEY.items()
            }
        case uth.PAIRS:
            return counts.STARTING_HANDS * counts.DEALER_HANDS, pairs_ways(tuple(table.pays))
        case shared_bets.PAIR_PLUS:
            # T6, L4, M4: some three cards, whoever has them.
            return counts.THREE_CARD_HANDS, {kind.key: n for kind, n in counts.THREE_CARDS.items()}
        case three_card.SIX_CARD:
            # T6: the best five of the player's three cards and the dealer's.
            return counts.SIX_CARD_HANDS, {kind.key: n for kind, n in counts.SIX_CARDS.items()}
        case four_card.ACES_UP | crazy_four.QUEENS_UP:
            # F6, Z5: the best four of the player's five; which pairs pay, the bet says.
            pairs = counts.HIGH_PAIRS_OF_FOUR
            ways = {kind.key: n for kind, n in counts.FOUR_OF_FIVE.items()}
            high = {four_card.PAIR_OF_ACES: pairs["A"], crazy_four.PAIR_OF_QUEENS: sum(pairs.values())}
            return counts.FIVE_CARD_HANDS, ways | high
        case flushes_gone_wild.FLUSH_RUSH:
            # G4: the most cards of one suit among the player's seven, a deuce in any.
            return counts.SEVEN_CARD_HANDS, {FlushCards(cards).key: n for cards, n in longest_suits().items()}
        case dj_wild.TRIPS_PAYS:
            # D5: the player's own five, by the better of two columns; which is better, the table says.
            trips: dict[str, int] = {}
            for (natural, wild), n in counts.NATURAL_AND_WILD.items():
                if line := dj_wild.trips_line(table, natural, wild):
                    trips[line] = trips.get(line, 0) + n
            return counts.WILD_CARD_HANDS, {line: trips.get(line, 0) for line in table.pays}
        case bet if bet == PROGRESSIVE:
            return _progressive_ways(table, game)
        case kind:
            # A bet that none of these counts know: the bet itself is asked.
            offered = ((one, bet) for one in GAMES.values() for bet in one.side_bets if bet.kind == kind)
            pattern = next(offered, None)
            assert pattern is not None, "a base bet is priced with the game, not line by line"
            return judged_ways(*pattern, table, pattern[0].deck)


@cache
def longest_suits() -> Mapping[int, int]:
    """Hands of seven cards by the most cards of one suit, each deuce counted in it."""
    ways: dict[int, int] = {}
    for deuces in range(5):
        for suits in product(range(8 - deuces), repeat=4):
            if sum(suits) + deuces == 7:
                hands = comb(4, deuces) * prod(comb(12, cards) for cards in suits)
                ways[max(suits) + deuces] = ways.get(max(suits) + deuces, 0) + hands
    return ways


@cache
def pairs_ways(order: tuple[str, ...], deck: Cards = DECK) -> Mapping[str, int]:
    """Deals of a player's and a dealer's two cards that each line wins, for lines in that order (R25)."""
    table = Paytable("order", uth.PAIRS, dict.fromkeys(order, To(1)))
    ways = dict.fromkeys(order, 0)
    dealers = comb(len(deck) - 2, 2)
    for player in combinations(deck, 2):
        left = [card for card in deck if card not in player]
        # Only the last two aces in the dealer's hand can change the line, and they are one hand of 1,225.
        for dealer, hands in (((left[-2], left[-1]), 1), ((left[0], left[1]), dealers - 1)):
            line = pair_lines.line(table, player, dealer)
            if line is not None:
                ways[line] += hands
    return ways


def _progressive_ways(table: Paytable, game: Game) -> tuple[int, Mapping[str, int]]:
    """R34, R35, R59: the hands of five cards in every game of a link; in Ultimate Texas Hold'em's own progressive those
    of all seven, with their royals told apart."""
    never = {"royal_flush_first_five": 0, "community_royal_flush": 0}
    if game is not uth.UTH or table.cards != ALL_SEVEN:
        return counts.FIVE_CARD_HANDS, {**never, **{kind.key: n for kind, n in counts.FIVE_CARDS.items()}}
    # Which two of the seven are hole cards, and which three of the rest are the flop.
    orders = comb(7, 2) * comb(5, 3)
    ways = {kind.key: n * orders for kind, n in counts.SEVEN_CARDS.items()}
    royals = counts.FIVE_CARDS[Category.ROYAL_FLUSH]
    ways["royal_flush_first_five"] = royals * comb(5, 2) * comb(47, 2)
    ways["community_royal_flush"] = royals * comb(5, 3) * comb(47, 2)
    ways["royal_flush"] -= ways["royal_flush_first_five"] + ways["community_royal_flush"]
    return counts.SEVEN_CARD_HANDS * orders, ways
