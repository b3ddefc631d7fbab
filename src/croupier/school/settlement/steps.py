"""Every act of a dealer who settles a round rightly, each with its reason.

The acts are those of the game's own settlement (`rules.plan`) and of the link's own keypad (`jackpot`), told one by
one; nothing is settled here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.jackpot.buttons import GameOver, Hand, Seat
from croupier.jackpot.terms import Flow
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.plan import plan
from croupier.rules.round import Round
from croupier.rules.settlement import Result, depends_on_own_cards
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.acts import (
    DEALER,
    CallHand,
    CallSupervisor,
    DealerAct,
    DealOut,
    DropFee,
    LockUp,
    PayBet,
    PressKey,
    PushBet,
    TakeBet,
    TurnCards,
)
from croupier.school.keypad import Mock, label, right_way
from croupier.school.makers import settling
from croupier.school.question import Reason
from croupier.school.rulings import result_rulings, rulings_of
from croupier.school.settlement.readings import call_of

VERIFIED_FROM: Cents = 500 * DOLLAR
"""R44: from this on a supervisor verifies what the tray pays, in these houses."""
OPENING = {Flow.KEYED: ("coin in", "COIN IN"), Flow.CARD: ("start game", "START GAME")}
"""The key that accepts the wagers, and what stands on it."""
_CLAIM = {Flow.KEYED: "R44", Flow.CARD: "R45"}


@dataclass(frozen=True, slots=True)
class SettlementStep:
    """An act that comes next, and why."""

    act: DealerAct
    why: Reason


def passes(round: Round, pad: Mock | None) -> Iterator[tuple[SettlementStep, ...]]:
    """Every act, by seat and pass."""
    opening = tuple(_opening(round, pad))
    if opening:
        yield opening
    dealer = tuple(_dealers_hand(round))
    looked_at: set[int] = set()
    for event in plan(round):
        if dealer and not isinstance(event, FoldCollected):
            yield dealer
            dealer = ()
        group = tuple(_of_event(round, pad, event, looked_at))
        if group:
            yield group
    if pad is not None:
        yield tuple(_claims(pad))


def _opening(round: Round, pad: Mock | None) -> Iterator[SettlementStep]:
    """What comes before the deal: the lock with the progressive's chips, or the collection."""
    if pad is not None:
        key, name = OPENING[pad.flow]
        yield SettlementStep(PressKey(key), Reason(f"{name} accepts the wagers that lie on the sensors.", ("R33",)))
        yield SettlementStep(LockUp(), Reason("Accepted chips are gone: they leave the sensors at the lock.", ("R52",)))
    for fee in round.fees:
        words = f"The collection is taken before any card: {dollars(fee.amount)} from seat {fee.seat}."
        yield SettlementStep(DropFee(fee.seat, fee.amount), Reason(words, ("R32",)))
    if pad is not None or round.fees:
        yield SettlementStep(DealOut(), Reason("Only then the cards are dealt.", ("R33",) if pad else ("R32",)))


def _dealers_hand(round: Round) -> Iterator[SettlementStep]:
    game = round.game
    if not game.layout.dealer:
        return
    bank = round.bank is not None
    turn = (
        "The player-dealer's cards are turned when the folded seats have been collected."
        if bank
        else "The dealer's cards are turned first."
    )
    rulings = (rulings_of(game).base, "R29") if bank else (rulings_of(game).base,)
    yield SettlementStep(TurnCards(DEALER), Reason(turn, rulings))
    yield SettlementStep(CallHand(DEALER, call_of(round, DEALER)), Reason(settling.dealer_words(round), rulings))


def _of_event(round: Round, pad: Mock | None, event: Settled, looked_at: set[int]) -> Iterator[SettlementStep]:
    match event:
        case BetReturned(seat, row):
            yield _of_row(round, seat, row)
        case FoldCollected(seat, rows) | SeatSettled(seat, _, _, rows):
            staked = round.seat(seat)
            assert staked is not None, "only seats of the round are settled"
            if seat not in looked_at and depends_on_own_cards(staked, round.terms) and (rows or not staked.folded):
                yield from _hand(round, seat)
                looked_at.add(seat)
            for row in rows:
                yield from _of_wager(round, pad, seat, row)
        case EnvyPaid(seat, row):
            yield _of_row(round, seat, row)
        case MeterWon():
            pass


def _hand(round: Round, seat: int) -> Iterator[SettlementStep]:
    hand, ranking = call_of(round, str(seat)), rulings_of(round.game).ranking
    turn = Reason("A hand is looked at when its seat is settled, if a bet still hangs on it.", ("R5", "R21"))
    yield SettlementStep(TurnCards(str(seat)), turn)
    yield SettlementStep(CallHand(str(seat), hand), Reason(f"Seat {seat} has {hand}.", (ranking,)))


def _of_wager(round: Round, pad: Mock | None, seat: int, row: Result) -> Iterator[SettlementStep]:
    """A row of a seat. The progressive's chip is gone since the lock: only a win of the tray's is left to do."""
    if row.spot != PROGRESSIVE:
        yield _of_row(round, seat, row)
        return
    if not row.won:
        return
    assert pad is not None, "progressive wagers lie at tables on a link"
    pressed = Reason("Every progressive win has its hand button, before it is paid.", ("R44", _CLAIM[pad.flow]))
    for button in ((Seat(seat),) if pad.flow is Flow.CARD else ()) + (Hand(row.line),):
        yield SettlementStep(PressKey(str(button)), pressed)
    if row.won >= VERIFIED_FROM:
        words = f"From {dollars(VERIFIED_FROM)} a supervisor verifies what the tray pays."
        yield SettlementStep(CallSupervisor(), Reason(words, ("R44",)))
    yield _of_row(round, seat, row)


def _of_row(round: Round, seat: int, row: Result) -> SettlementStep:
    why = Reason(f"{settling.sentence(row.reason)}.", result_rulings(round.terms, row))
    if row.won:
        return SettlementStep(PayBet(seat, row.spot, row.won), why)
    return SettlementStep(TakeBet(seat, row.spot, -row.net) if row.net else PushBet(seat, row.spot), why)


def _claims(pad: Mock) -> Iterator[SettlementStep]:
    """What a meter pays, key by key, and the end of the game."""
    ruling = _CLAIM[pad.flow]
    for _, button in right_way(pad):
        name = label(pad.flow, button)
        words = f"{name} comes next: what a meter owes is claimed when all seats are settled and envy is paid, 6 to 1."
        if isinstance(button, GameOver):
            words = f"{name} comes when all is reconciled."
        yield SettlementStep(PressKey(str(button)), Reason(words, (ruling, "R38", "R46")))
        if isinstance(button, Hand):
            yield SettlementStep(CallSupervisor(), Reason("A supervisor verifies what a meter pays.", (ruling,)))
