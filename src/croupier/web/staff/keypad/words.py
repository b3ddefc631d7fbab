"""The step that comes next in words, and what to pay, take and leave at the next seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pydantic import BaseModel

from croupier.floor.links.refusal_decisions import refused_win
from croupier.floor.table import Table, bank_is_free
from croupier.money import CHIP_VALUES, Cents, chips_for, dollars
from croupier.rules.commands import next_step
from croupier.rules.deal import dealing_words
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.plan import folds_due, is_settled, next_of, plan
from croupier.rules.real_cards import CardsDue, due_to_settle, due_to_show, next_to_settle, seats_to_settle
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.settlement import Outcome, Result
from croupier.rules.steps import COLLECT, DEAL, END, LOCK, OPEN, SETTLE_NEXT, WAIT, Step
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.wording import seats_words


class ChipsCard(BaseModel):
    """So many chips of one value, in cents."""

    value: int
    label: str
    number: int


class Chore(BaseModel):
    """One movement of chips at a seat."""

    verb: str
    felt: str
    amount: str
    reason: str
    chips: list[ChipsCard] = []
    """What is taken or paid, as chips; nothing of what stays where it lies."""
    lit: bool = False
    """Whether it is a win of the progressive."""


class Instruction(BaseModel):
    """What the dealer does at the next seat, and the cards that are turned there."""

    heading: str
    seat: int = 0
    chores: list[Chore]
    cards: list[str] = []


def step_words(table: Table) -> str:
    """The current step of the dealing procedure, in words."""
    round, terms = table.in_play, table.settings.terms
    step = next_step(round)
    if step == OPEN and table.round is not None and table.round.stage is Stage.VOID:
        void = f"Round {table.round.id} is void: {table.round.void_reason}."
        return f"{void} Give every bet back and take the cards in; then open bets."
    if step == OPEN:
        return "Open bets for the next round."
    if step == LOCK and bank_is_free(table):
        return "Bets are open. Nobody banks yet."
    if step == LOCK:
        return "Bets are open. When all bets are down, call no more bets."
    if step == DEAL:
        return dealing_words(terms.procedure, terms.game.layout, face_up=table.deals_face_up)
    if step == COLLECT:
        return "The player-dealer's cards stay face down: collect the folded hand."
    due = None if round is None else due_first(round, step)
    if step == SETTLE_NEXT:
        return "Resolve the next seat." if due is None else f"Turn and enter {due.words}."
    if step == END and table.pending:
        win = table.pending[0]
        if refused_win(table, win.seat, win.line) is not None:
            refused = f"Seat {win.seat}: {line_words(win.line)} was refused."
            return f"{refused} A second person signs that it is not paid, or press its hand again."
        return f"Seat {win.seat} has {line_with_article(win.line)}: press its hand below and call a supervisor."
    if step == END and table.unlogged:
        from_tray = table.unlogged[0]
        todo = "a supervisor verifies it, with badge and PIN" if from_tray.pressed_by else "press its hand below"
        return f"{from_tray.words[:1].upper()}{from_tray.words[1:]}: {todo}."
    if step == END:
        return "Count the cards and end the round."
    assert round is not None, "only a round waits, or shows cards"
    if step == WAIT:
        seats = due_seats(round)
        return f"{seats_words(seats).capitalize()} {'decides' if len(seats) == 1 else 'decide'} {round.stage_words}."
    turn = "Turn" if terms.procedure.lays_board else "Place"
    return terms.game.reveals[round.shown].instruct.format(turn=turn)


def due_first(round: Round, step: Step) -> CardsDue | None:
    """The cards of a real deck without which the dealer's next step cannot be made (R58)."""
    if not round.terms.real_cards:
        return None
    if step in (SETTLE_NEXT, COLLECT):
        return due_to_settle(round, next_to_settle(round))
    return due_to_show(round) if round.stage is Stage.PLAYING and step != WAIT else None


def instruction(round: Round, chips: Sequence[Cents] = CHIP_VALUES) -> Instruction | None:
    """What to do at the next place: which chips to pay, take and leave (both passes of R21)."""
    return next(iter(payouts(round, chips)), None) or _collection(round, chips)


def payouts(round: Round, chips: Sequence[Cents] = CHIP_VALUES) -> list[Instruction]:
    """What is still to be done, place by place, in the order of the settlement.

    Envy is paid with the last seat (R36), and then the wins that come off a meter are claimed.
    """
    if is_settled(round) or not (round.stage is Stage.SHOWDOWN or folds_due(round)):
        return []
    to_come = plan(round)[len(round.settled) :]
    if round.stage is not Stage.SHOWDOWN:
        to_come = tuple(event for event in to_come if isinstance(event, FoldCollected))
    steps: list[Instruction] = []
    while to_come:
        (first, *last), to_come = next_of(to_come), to_come[len(next_of(to_come)) :]
        step = _seat_instruction(first, round, chips)
        step.chores += [*_envy(last, chips), *_claims(last)]
        steps.append(step)
    return steps


def _envy(last: Sequence[Settled], chips: Sequence[Cents]) -> Iterable[Chore]:
    """The envy that is paid when the last seat is settled; seats that get the same for the same hand are said once."""
    paid = (event for event in last if isinstance(event, EnvyPaid))
    for (net, reason), same in groupby(paid, lambda event: (event.result.net, event.result.reason)):
        seats = [event.seat for event in same]
        chore = _chore("pay", f"Envy, {seats_words(seats)}", net, reason, chips, lit=True)
        if len(seats) > 1:
            chore.amount += " each"
        yield chore


def _claims(last: Sequence[Settled]) -> Iterable[Chore]:
    """The wins of a meter, which are claimed then."""
    for event in last:
        if isinstance(event, MeterWon):
            felt, amount = f"Progressive, seat {event.seat}", str(event.pay)
            yield Chore(verb="claim", felt=felt, amount=amount, reason=line_words(event.line), lit=True)


def _collection(round: Round, chips: Sequence[Cents]) -> Instruction | None:
    """R32: what the house takes before any card, in chips where these are real."""
    if not round.terms.real_cards or round.stage is not Stage.LOCKED or not round.fees:
        return None
    chores = [_chore("take", f"Seat {fee.seat}", fee.amount, "collection", chips) for fee in round.fees]
    return Instruction(heading="The collection, before any card", chores=chores)


def _chore(verb: str, felt: str, cents: Cents, reason: str, chips: Sequence[Cents] = (), *, lit: bool = False) -> Chore:
    stacks, _ = chips_for(cents, chips) if verb in ("pay", "take") else ((), 0)
    cards = [ChipsCard(value=value, label=dollars(value), number=number) for value, number in stacks]
    return Chore(verb=verb, felt=felt, amount=dollars(cents), reason=reason, chips=cards, lit=lit)


def _is_unknown(event: Settled, round: Round) -> bool:
    """Whether what a place comes to depends on cards of a real deck that nobody has entered (R58)."""
    if not round.terms.real_cards or isinstance(event, BetReturned):
        return False
    seats = (event.seat,) if round.terms.aggregate_cap is None else seats_to_settle(round)
    return due_to_settle(round, seats) is not None


def _seat_instruction(event: Settled, round: Round, chips: Sequence[Cents]) -> Instruction:
    game = round.game
    if _is_unknown(event, round):
        return Instruction(heading=f"Seat {event.seat}: its cards are not entered yet", chores=[], seat=event.seat)
    match event:
        case BetReturned(seat, result):
            felt = game.by_key[result.spot].felt
            chore = _chore("return", felt, result.stake, "dealer does not qualify")
            unseen = "" if round.terms.face_up else ", cards unseen"
            heading = f"First pass, seat {seat}: return the {felt}{unseen}"
            return Instruction(heading=heading, chores=[chore], seat=seat)
        case FoldCollected(seat, results):
            heading = f"Seat {seat} folded: collect for the bank"
            return Instruction(heading=heading, chores=_chores(results, round, chips), seat=seat)
        case SeatSettled(seat, strength, outcome, results):
            heading, chores = f"Seat {seat} {outcome.words}", _chores(results, round, chips)
            # A folded hand is turned, and named, only where a side bet has won with it.
            if outcome is Outcome.FOLD and not any(row.net > 0 for row in results):
                return Instruction(heading=heading, chores=chores, seat=seat)
            cards = [str(card) for card in round.cards.own[seat]]
            heading = f"{heading}: {game.ranking.describe(strength)}"
            return Instruction(heading=heading, chores=chores, cards=cards, seat=seat)
        case _:
            return Instruction(heading="Envy and progressive pays", chores=[])


def _chores(results: tuple[Result, ...], round: Round, chips: Sequence[Cents]) -> list[Chore]:
    game = round.game
    chores = []
    for row in results:
        felt, verb, cents = game.by_key[row.spot].felt, "pay" if row.net > 0 else "take", abs(row.net)
        if row.spot == PROGRESSIVE and round.terms.real_cards:
            # Its chips were gone at the lock (R33): there is nothing to take, and all that comes back is paid.
            verb, cents = "pay", row.won
            if not cents:
                continue
        if not cents:
            verb, cents = "push", row.stake
        chores.append(_chore(verb, felt, cents, row.reason, chips, lit=row.spot == PROGRESSIVE and verb == "pay"))
    return chores
