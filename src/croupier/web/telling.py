"""The round as it is told: one line for each thing that happens, for ears and for the page's log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Cards
from croupier.floor.record import read_back
from croupier.floor.table import CardsDealt, PlayerSat, PlayerStood, TableResumed, TableStopped
from croupier.hands import ONE, describe
from croupier.money import dollars, signed_dollars
from croupier.rules.actions import Bet, Check
from croupier.rules.events import (
    Acted,
    AnteReturned,
    BankTaken,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    Cause,
    DealerShown,
    EnvyPaid,
    FlopShown,
    FoldCollected,
    MeterWon,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    TurnAndRiverShown,
)
from croupier.rules.paytables import line_words
from croupier.rules.settlement import Outcome, qualifies

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_CAUSES = {Cause.CLOCK: " by the clock", Cause.LEFT: ", having left", Cause.PLAYER: ""}
YOUR_CARDS = "Cards are dealt."


def spoken(cards: Cards) -> str:
    """Cards as they are read out."""
    return ", ".join(f"{ONE[card.rank]} of {_SUITS[card.suit]}" for card in map(Card, cards))


def told(plain: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """What everybody hears of an event; nobody's hidden cards are in it."""
    event = read_back(plain)

    def who(seat: int) -> str:
        return names.get(seat, f"Seat {seat}")

    match event:
        case RoundOpened():
            return ["Bets are open."]
        case BetsPlaced(seat, stakes):
            extra = "".join(
                f", {name} {dollars(amount)}"
                for name, amount in (
                    ("Trips", stakes.trips),
                    ("Bad Beat", stakes.bad_beat),
                    ("Pairs", stakes.pairs),
                    ("Progressive", stakes.progressive),
                )
                if amount
            )
            return [f"{who(seat)} bets Ante and Blind {dollars(stakes.ante)}{extra}."]
        case BetsWithdrawn(seat):
            return [f"{who(seat)} takes the bets back."]
        case BankTaken(bank):
            return [f"{who(bank.seat)} banks {dollars(bank.wager)}."]
        case BetsLocked():
            return ["No more bets."]
        case CardsDealt():
            return [YOUR_CARDS]
        case Acted(seat, action, cause):
            match action:
                case Bet(multiple):
                    said = f"bets {multiple}x"
                case Check():
                    said = "checks"
                case _:
                    said = "folds"
            return [f"{who(seat)} {said}{_CAUSES[cause]}."]
        case FlopShown(cards):
            return [f"Flop: {spoken(cards)}."]
        case TurnAndRiverShown(cards):
            return [f"Turn and river: {spoken(cards)}."]
        case DealerShown(hole, strength):
            how = "qualifies" if qualifies(strength) else "does not qualify"
            return [f"Dealer shows {spoken(hole)}: {describe(strength)}, {how}."]
        case AnteReturned(seat, amount):
            return [f"{who(seat)}: Ante {dollars(amount)} returned."]
        case SeatSettled(seat, strength, outcome, results):
            words = {Outcome.WIN: "wins", Outcome.LOSE: "loses", Outcome.TIE: "ties", Outcome.FOLD: "folded"}[outcome]
            rows = "; ".join(f"{row.wager.felt} {signed_dollars(row.net)}, {row.reason}" for row in results)
            return [f"{who(seat)} {words} with {describe(strength)}. {rows}."]
        case FoldCollected(seat, results):
            return [f"{who(seat)} folded: {signed_dollars(sum(row.net for row in results))}."]
        case EnvyPaid(seat, result):
            return [f"{who(seat)} is paid envy {dollars(result.net)} for {result.reason}."]
        case MeterWon(seat, line, pay, _):
            return [f"{who(seat)} hits the progressive: {line_words(line)}, {pay}."]
        case RoundVoided(reason):
            return [f"The round is void: {reason}. Everything goes back."]
        case PlayerSat(seat, player):
            return [f"{player.partition('.')[0]} sits down in seat {seat}."]
        case PlayerStood(seat):
            return [f"{who(seat)} leaves the table."]
        case TableStopped(reason):
            return [f"The table is stopped: {reason}."]
        case TableResumed():
            return ["The table goes on."]
        case _:
            return []
