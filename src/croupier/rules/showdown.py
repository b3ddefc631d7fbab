"""A showdown in words: which cards play, who won and by what.

The sentence follows the settlement. It speaks of the hands only where they decided a bet of the base game, and of a
card that made the winning hand only where the hand would not have won without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.cards import SUIT_WORDS, Card, Cards
from croupier.hands import MANY, ONE
from croupier.rules.game import Game, Hands
from croupier.rules.reasons import (
    DEALER_WINS,
    DEALER_WINS_PUSH,
    EQUAL_WINS,
    EVEN,
    NOT_QUALIFIED,
    NOT_QUALIFIED_LOSES,
    NOT_QUALIFIED_PAYS,
    TIE,
    TIE_LOSES,
)
from croupier.rules.settlement import Outcome, Result
from croupier.rules.wagers import ENVY, PROGRESSIVE

YOU: Final = "you"
_BY_HANDS: Final = {why.code for why in (EVEN, DEALER_WINS, DEALER_WINS_PUSH, TIE, EQUAL_WINS, TIE_LOSES)}
_UNQUALIFIED: Final = {
    NOT_QUALIFIED.code: "comes back",
    NOT_QUALIFIED_PAYS.code: "wins",
    NOT_QUALIFIED_LOSES.code: "loses",
}
_TIES: Final = {EQUAL_WINS.code: "equal hands win", TIE_LOSES.code: "a tie loses"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """How a seat came out, with everything that it follows from."""

    game: Game
    hands: Hands
    outcome: Outcome
    results: tuple[Result, ...]

    @property
    def plays(self) -> Cards:
        """The cards that make the seat's hand; none where it does not play."""
        if self.outcome in (Outcome.FOLD, Outcome.NONE):
            return ()
        return self.game.ranking.playing(self.hands.own, self.hands.board, self.hands.player)

    @property
    def dealer_plays(self) -> Cards:
        """The cards that make the dealer's hand."""
        hands = self.hands
        return self.game.ranking.playing(hands.dealer_cards, hands.board, hands.dealer) if self._has_dealer else ()

    @property
    def _has_dealer(self) -> bool:
        return bool(self.game.layout.dealer)

    @property
    def made_by(self) -> Cards:
        """The card of the board, or else the own cards of the winner, without which the better hand would not have won;
        of several on the board the one that was turned last. None where there is no board, for every card is then its
        owner's, nor where a hand needs every card that there is."""
        hands, rank = self.hands, self.game.rank
        if self.outcome not in (Outcome.WIN, Outcome.LOSE) or not hands.board or not self._has_dealer:
            return ()
        if min(len(hands.own), len(hands.dealer_cards)) + len(hands.board) <= self.game.ranking.least:
            return ()
        won = self.outcome is Outcome.WIN
        winner, loser = (hands.own, hands.dealer_cards)[:: 1 if won else -1]
        for card in reversed(hands.board):
            left = _without(card, hands.board)
            if rank(winner, left) <= rank(loser, left):
                return (card,)
        beaten = hands.dealer if won else hands.player
        return tuple(card for card in winner if rank(_without(card, winner), hands.board) <= beaten)

    def words(self, who: str = YOU) -> str:
        """Who won and by what, in a sentence to the player of the seat, or about `who` sits there."""
        said = self._said(who, "your" if who == YOU else f"{who}'s")
        return f"{said[0].upper()}{said[1:]}." if said else ""

    def _said(self, who: str, whose: str) -> str:
        if self.outcome is Outcome.NONE:
            return ""
        hand, dealers = (self.game.ranking.describe(one) for one in (self.hands.player, self.hands.dealer))
        if self.outcome is Outcome.FOLD:
            return f"{who} folded: {hand}" + (f" against the dealer's {dealers}" if self._has_dealer else "")
        if not self._has_dealer:
            return self._against_the_table(whose, hand)
        unqualified = self._unqualified()
        if unqualified and not any(_code(row) in _BY_HANDS for row in self._base):
            return f"the dealer's {_closed(dealers)} does not qualify: {unqualified}"
        compared = self._compared(whose, hand, dealers)
        if unqualified:
            return f"{compared}. The dealer does not qualify: {unqualified}"
        return compared

    @property
    def _base(self) -> list[Result]:
        side = {*self.game.side_bet, PROGRESSIVE, ENVY}
        return [row for row in self.results if row.spot not in side]

    def _against_the_table(self, whose: str, hand: str) -> str:
        verb = {Outcome.WIN: "wins", Outcome.LOSE: "loses", Outcome.TIE: "brings the bets back"}[self.outcome]
        reason = next((row.reason.removesuffix(", push") for row in self._base), "")
        return f"{whose} {_closed(hand)} {verb}" + (f": {reason}" if reason else "")

    def _unqualified(self) -> str:
        """What becomes of the bets that stand or fall with whether the dealer qualifies, where that decided them."""
        decided = [(row.spot, _UNQUALIFIED[code]) for row in self._base if (code := _code(row)) in _UNQUALIFIED]
        return ", ".join(f"the {self.game.by_key[spot].felt} {then}" for spot, then in decided)

    def _compared(self, whose: str, hand: str, dealers: str) -> str:
        if self.outcome is Outcome.TIE:
            return self._tied(hand)
        won = self.outcome is Outcome.WIN
        winners = whose if won else "the dealer's"
        if hand == dealers:
            return f"{hand} against {hand}: {self._kicker(winners)}"
        beats = f"{whose} {_closed(hand)} {'beats' if won else 'loses to'} the dealer's {dealers}"
        made = "" if self._unqualified() else self._made(winners)
        return f"{beats}: {made}" if made else beats

    def _tied(self, hand: str) -> str:
        then = next((_TIES[code] for row in self._base if (code := _code(row)) in _TIES), "a tie")
        board = set(self.hands.board)
        if board and board.issuperset(self.plays) and board.issuperset(self.dealer_plays):
            return f"both play the board, {hand}: {then}"
        return f"{hand} against {hand}, equal to the last card: {then}"

    def _kicker(self, winners: str) -> str:
        """The first rank that differs between two hands of the same name. It is called the winner's where an own card
        has it, not where a wild card stands for it or it lies on the board."""
        mine, theirs = (self.game.ranking.ranks(one) for one in (self.hands.player, self.hands.dealer))
        differ = [ranks for ranks in zip(mine, theirs, strict=False) if ranks[0] != ranks[1]]
        if not differ:
            return f"{winners} is better"
        high, low = max(differ[0]), min(differ[0])
        own, playing = self._winner
        if any(card.rank == high for card in playing if card in own):
            return f"{winners} {ONE[high]} beats the {ONE[low]}"
        return f"{ONE[high]} beats {ONE[low]}"

    def _made(self, winners: str) -> str:
        made = self.made_by
        if not made:
            return ""
        if made[0] in self.hands.board:
            return f"the board's {self._named(made[0])} made it"
        if len(made) == 1:
            return f"{winners} {self._named(made[0])} made it"
        if len({card.rank for card in made}) == 1:
            return f"{winners} own {MANY[made[0].rank]} made it"
        return f"both {winners} own cards made it" if len(made) == len(self._winner[0]) == 2 else ""

    @property
    def _winner(self) -> tuple[Cards, Cards]:
        """The own cards of who won, and the cards that play there."""
        if self.outcome is Outcome.WIN:
            return self.hands.own, self.plays
        return self.hands.dealer_cards, self.dealer_plays

    def _named(self, card: Card) -> str:
        """A card by its rank, and by its suit where it is the suit that counts."""
        suited = len({one.suit for one in self._winner[1]}) == 1
        return f"{ONE[card.rank]} of {SUIT_WORDS[card.suit]}" if suited else ONE[card.rank]


def _without(card: Card, cards: Cards) -> Cards:
    return tuple(one for one in cards if one != card)


def _code(row: Result) -> str:
    """The code of a row's reason, without what a bank's coverage or a cap has made of it."""
    return row.why.partition("+")[0]


def _closed(hand: str) -> str:
    """The words of a hand in the midst of a sentence: `straight, ten to queen,`."""
    return f"{hand}," if "," in hand else hand
