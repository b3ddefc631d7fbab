"""Settlement of one seat: what each wager is worth, and why.

Signs are the player's. A result says what lay on the spot and what the player is up or down on it, so
`stake + net` always goes back to the player. The reason is what a dealer would say.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from croupier.cards import Cards, Hole
from croupier.hands import PAIR_OF_DEUCES, Strength, category
from croupier.money import Cents
from croupier.rules import pairs, progressive
from croupier.rules.paytables import Bet, For, Share, To
from croupier.rules.seat import Seat
from croupier.rules.terms import FixedPays, Terms
from croupier.rules.wagers import Wager


class Outcome(Enum):
    """How a seat came out against the dealer."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    FOLD = "fold"


class Result(NamedTuple):
    """What became of one wager."""

    wager: Wager
    stake: Cents
    net: Cents
    reason: str

    @property
    def won(self) -> Cents:
        """What the tray or the bank hands over beyond the player's own chips.

        A progressive stake was gone at the lock, so all that comes back is won.
        """
        if self.wager is Wager.PROGRESSIVE:
            return self.stake + self.net
        return max(self.net, 0)


class Hands(NamedTuple):
    """What a seat's settlement looks at: both hands, as cards and as strengths."""

    player: Strength
    dealer: Strength
    hole: Hole
    dealer_hole: Hole
    board: Cards


def qualifies(dealer: Strength) -> bool:
    """The dealer qualifies with a pair or better (R20)."""
    return dealer >= PAIR_OF_DEUCES


def outcome(seat: Seat, player: Strength, dealer: Strength) -> Outcome:
    """How the seat came out; a fold whatever the hands are."""
    if seat.folded:
        return Outcome.FOLD
    if player > dealer:
        return Outcome.WIN
    return Outcome.LOSE if player < dealer else Outcome.TIE


def settle(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """Every wager of a decided seat, in the order Ante, Play, Blind, Trips, then the other side bets."""
    stakes = seat.stakes
    results = [*_base(seat, hands, terms)]
    if stakes.trips:
        results.append(_trips(stakes.trips, hands, terms))
    if stakes.bad_beat:
        results.append(_bad_beat(stakes.bad_beat, seat, hands, terms))
    if stakes.pairs:
        results.append(_pairs(stakes.pairs, hands, terms))
    if stakes.progressive:
        results.append(_progressive(stakes.progressive, seat, hands, terms))
    return results


def _base(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """Ante, Play and Blind by the table of R20.

    The Ante is live only if the dealer qualifies. The Blind pays by the player's own hand, and only when
    the player wins. Ties push.
    """
    ante = blind = seat.stakes.ante
    if seat.folded:
        return [Result(Wager.ANTE, ante, -ante, "folded"), Result(Wager.BLIND, blind, -blind, "folded")]
    play = seat.play
    live_ante = ante if qualifies(hands.dealer) else 0
    no_pair = "dealer does not qualify, push"
    if hands.player > hands.dealer:
        bonus, why = _blind_bonus(blind, hands.player, terms)
        return [
            Result(Wager.ANTE, ante, live_ante, "1 to 1" if live_ante else no_pair),
            Result(Wager.PLAY, play, play, "1 to 1"),
            Result(Wager.BLIND, blind, bonus, why),
        ]
    if hands.player < hands.dealer:
        return [
            Result(Wager.ANTE, ante, -live_ante, "dealer wins" if live_ante else no_pair),
            Result(Wager.PLAY, play, -play, "dealer wins"),
            Result(Wager.BLIND, blind, -blind, "dealer wins"),
        ]
    return [Result(wager, seat.on(wager), 0, "tie, push") for wager in (Wager.ANTE, Wager.PLAY, Wager.BLIND)]


def _blind_bonus(blind: Cents, player: Strength, terms: Terms) -> tuple[Cents, str]:
    hand = category(player)
    pay = terms.table(Bet.BLIND).pays.get(hand.key)
    if pay is None:
        return 0, "below a straight, push"
    return pay_to(pay, blind), f"{hand.words} {pay}"


def _trips(stake: Cents, hands: Hands, terms: Terms) -> Result:
    """Trips looks at the player's final hand alone; a fold changes nothing (R23)."""
    hand = category(hands.player)
    pay = terms.table(Bet.TRIPS).pays.get(hand.key)
    if pay is None:
        return Result(Wager.TRIPS, stake, -stake, "below three of a kind")
    return Result(Wager.TRIPS, stake, pay_to(pay, stake), f"{hand.words} {pay}")


def _bad_beat(stake: Cents, seat: Seat, hands: Hands, terms: Terms) -> Result:
    """Bad Beat pays by the beaten hand, whosever it was; a five-card tie loses (R24)."""
    if seat.folded and not terms.bad_beat_on_fold:
        return Result(Wager.BAD_BEAT, stake, -stake, "folded")
    if hands.player == hands.dealer:
        return Result(Wager.BAD_BEAT, stake, -stake, "tie, nobody was beaten")
    beaten = category(min(hands.player, hands.dealer))
    pay = terms.table(Bet.BAD_BEAT).pays.get(beaten.key)
    if pay is None:
        return Result(Wager.BAD_BEAT, stake, -stake, "no bad beat")
    whose = "your" if hands.player < hands.dealer else "dealer's"
    return Result(Wager.BAD_BEAT, stake, pay_to(pay, stake), f"{whose} {beaten.words} beaten {pay}")


def _pairs(stake: Cents, hands: Hands, terms: Terms) -> Result:
    """Pairs looks at the two hole cards, also after a fold (R25)."""
    won = pairs.line(terms.table(Bet.PAIRS), hands.hole, hands.dealer_hole)
    if won is None:
        return Result(Wager.PAIRS, stake, -stake, "no paying pair")
    name, pay = won
    return Result(Wager.PAIRS, stake, pay_to(pay, stake), f"{name.replace('_', ' ')} {pay}")


def _progressive(stake: Cents, seat: Seat, hands: Hands, terms: Terms) -> Result:
    """The tray's side of the progressive wager; what a meter owes is said apart (`meter_pay`)."""
    if seat.folded and not terms.progressive_on_fold:
        return Result(Wager.PROGRESSIVE, stake, -stake, "folded")
    won = progressive.line(terms.table(Bet.PROGRESSIVE), hands.hole, hands.board, hands.player)
    if won is None:
        return Result(Wager.PROGRESSIVE, stake, -stake, "no paying hand")
    name, pay = won
    why = f"{name.replace('_', ' ')} {pay}"
    if isinstance(pay, For) and terms.fixed_pays is FixedPays.TRAY:
        return Result(Wager.PROGRESSIVE, stake, pay.on(stake) - stake, why)
    return Result(Wager.PROGRESSIVE, stake, -stake, f"{why}, from the meter")


def meter_pay(seat: Seat, hands: Hands, terms: Terms) -> tuple[str, Share | For] | None:
    """The line and pay that a meter owes this seat, if any (R34, R35, R37, R40)."""
    won = progressive_hit(seat, hands, terms)
    if won is None:
        return None
    name, pay = won
    if isinstance(pay, Share) or terms.fixed_pays is FixedPays.METER:
        return name, pay
    return None


def progressive_hit(seat: Seat, hands: Hands, terms: Terms) -> tuple[str, Share | For] | None:
    """The progressive line that an accepted wager has hit."""
    if not seat.stakes.progressive or (seat.folded and not terms.progressive_on_fold):
        return None
    return progressive.line(terms.table(Bet.PROGRESSIVE), hands.hole, hands.board, hands.player)


def pay_to(pay: object, stake: Cents) -> Cents:
    """The winnings of a line that pays on top of the stake."""
    assert isinstance(pay, To), "only progressive tables pay otherwise, and they are settled apart"
    return pay.on(stake)
