"""A round told in words: one line for each thing that happens, for the page's log and for screen readers."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import JOKER, SUIT_WORDS, Card, Cards
from croupier.floor.choices.making import changes
from croupier.floor.choices.upkeep import (
    PlayerUnseated,
    SpotsAllowed,
    TableClosed,
    TableReopened,
    TableResumed,
    TableStopped,
)
from croupier.floor.corrections import RoundCorrected
from croupier.floor.rehearsal.orders import RehearsalBegan, RehearsalEnded
from croupier.floor.staffing import CallAnswered, CallWithdrawn, DealerRelieved, DealerSeated, SupervisorCalled
from croupier.floor.table import (
    CardsDealt,
    Happening,
    PlayerSat,
    PlayerStood,
    TableChanged,
)
from croupier.hands import ONE
from croupier.money import dollars, signed_dollars
from croupier.rules import events
from croupier.rules.game import Game
from croupier.rules.own.felt import felt_of
from croupier.rules.paytables import line_words
from croupier.rules.round import BOARD, DEALER
from croupier.rules.wagers import Stakes
from croupier.web.table.seat_page import display_name

_CAUSES = {events.Cause.CLOCK: " by the clock", events.Cause.LEFT: ", having left", events.Cause.PLAYER: ""}
YOUR_CARDS = "Cards are dealt."


def spoken(cards: Cards) -> str:
    """Cards as they are read out."""
    return ", ".join(_spoken(card) for card in map(Card, cards))


def _spoken(card: Card) -> str:
    return "joker" if card == JOKER else f"{ONE[card.rank]} of {SUIT_WORDS[card.suit]}"


def told(event: Happening, names: Mapping[int, str], game: Game) -> list[str]:
    """The lines that everybody hears of an event; no hidden cards are in them."""

    def who(seat: int) -> str:
        return names.get(seat, f"Seat {seat}")

    match event:
        case events.RoundOpened():
            return ["Bets are open."]
        case events.BetsPlaced(seat, stakes):
            return [f"{who(seat)} bets {bets_words(stakes, game)}."]
        case events.BetsWithdrawn(seat):
            return [f"{who(seat)} takes the bets back."]
        case events.BankTaken(bank):
            return [f"{who(bank.seat)} banks {dollars(bank.wager)}."]
        case events.BetsLocked():
            return ["No more bets."]
        case CardsDealt():
            return [YOUR_CARDS]
        case events.Acted(seat, action, cause):
            return [f"{who(seat)} {action.says}{_CAUSES[cause]}."]
        case events.DecisionUndone(seat):
            return [f"{who(seat)}: the decision was entered wrongly and is taken back."]
        case events.CardsCorrected(place, cards, reason):
            return [f"{_places(place)} is corrected to {spoken(cards) or 'no cards'}: {reason.rstrip(' .')}."]
        case events.CardsShown(step, board, dealer, strength, qualifies):
            reveal = next(reveal for reveal in game.reveals if reveal.step.word == step)
            if strength is None:
                return [f"{reveal.told}: {spoken(board) or 'nothing is turned, nobody is left in'}."]
            how = {True: ", qualifies", False: ", does not qualify", None: ""}[qualifies]
            return [f"{reveal.told} {spoken((*board, *dealer))}: {game.ranking.describe(strength)}{how}."]
        case events.BetReturned(seat, result):
            return [f"{who(seat)}: {felt_of(game, result.spot)} {dollars(result.stake)} returned."]
        case events.SeatSettled(seat, strength, outcome, results):
            # Of a real deck, the strength of cards that nobody has turned is not known (R58).
            held = f" with {game.ranking.describe(strength)}" if strength else ", cards unseen"
            came_out = f"{who(seat)} {outcome.words}{held}."
            # There are no rows where the seat's bets were settled in an earlier pass.
            rows = "; ".join(f"{felt_of(game, row.spot)} {signed_dollars(row.net)}, {row.reason}" for row in results)
            return [f"{came_out} {rows}." if rows else came_out]
        case events.FoldCollected(seat, results):
            return [f"{who(seat)} folded: {signed_dollars(sum(row.net for row in results))}."]
        case events.EnvyPaid(seat, result):
            return [f"{who(seat)} is paid envy {dollars(result.net)} for {result.reason}."]
        case events.MeterWon(seat, line, pay, _):
            return [f"{who(seat)} hits the progressive: {line_words(line)}, {pay}."]
        case events.RoundVoided(reason):
            return [f"The round is void: {reason.rstrip(' .')}. Everything goes back."]
        case PlayerSat(seat, player):
            return [f"{_who_sits(player)} sits down in seat {seat}."]
        case PlayerStood(seat) | PlayerUnseated(seat):  # why somebody was sent off is for the staff
            return [f"{who(seat)} leaves the table."]
        case RoundCorrected(round, seat, cents):  # who asked for it and why is for the staff
            did = f"gets {dollars(cents)} more" if cents > 0 else f"gives {dollars(-cents)} back"
            return [f"Round {round} is corrected: its seat {seat} {did}."]
        case TableChanged(old, new):
            return [f"The house changes the table. {'; '.join(one.words for one in changes(old, new))}."]
        case SpotsAllowed():
            return []  # why is for the staff
        case TableClosed():
            return ["The table is closed for good."]
        case TableReopened():
            return ["The table is open again."]
        case TableStopped() | RehearsalBegan():
            return ["The table is closed."]  # why is for the staff
        case TableResumed() | RehearsalEnded():
            return ["The table goes on."]
        case DealerSeated(name):
            return [f"{name} deals from now on."]
        case DealerRelieved(name):
            return [f"{name} deals here no longer."]
        case SupervisorCalled():
            return ["A supervisor is called to the table."]  # why is for the staff
        case CallAnswered():
            return ["The supervisor has come."]
        case CallWithdrawn():
            return ["The supervisor is not needed any more."]
        case _:
            return []


def _who_sits(player: str) -> str:
    """Who takes a seat; whoever is called after it has told nobody a name (R58)."""
    return "Somebody" if player.startswith("seat ") else display_name(player)


def _places(place: str) -> str:
    return {BOARD: "The board", DEALER: "The dealer's hand"}.get(place, place.capitalize())


def seen_with(event: Happening) -> str:
    """The step that must be seen before an event is told: cards first, then words, then money. Other events wait for
    nothing."""
    match event:
        case CardsDealt():
            return "deal"
        case events.CardsShown(step, strength=None):
            return step
        case events.CardsShown():
            return "words"
        case events.BetReturned() | events.SeatSettled() | events.FoldCollected():
            return "money"
        case events.EnvyPaid() | events.MeterWon():
            return "money"
        case _:
            return ""


def bets_words(stakes: Stakes, game: Game) -> str:
    """Bets as they are announced: `Ante and Blind $10, Trips $5`."""
    words = [f"{game.base_words} {dollars(stakes[game.base])}"] if game.base in stakes else []
    words += [f"{spot.felt} {dollars(stakes[spot.key])}" for spot in game.optional if spot.key in stakes]
    return ", ".join(words)
