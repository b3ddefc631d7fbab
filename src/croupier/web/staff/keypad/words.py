"""The step that comes next in words, and what to pay, take and leave at the next seat."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.floor.table import Table, bank_is_free
from croupier.money import dollars
from croupier.rules.commands import next_step
from croupier.rules.deal import Procedure, dealing_words
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.game import Game
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.plan import folds_due, is_settled, next_of, plan
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.settlement import Outcome, Result
from croupier.rules.steps import COLLECT, DEAL, END, LOCK, OPEN, SETTLE_NEXT, WAIT
from croupier.web.wording import seats_words


class Chore(BaseModel):
    """One movement of chips at a seat."""

    verb: str
    felt: str
    amount: str
    reason: str


class Instruction(BaseModel):
    """What the dealer does at the next seat, and the cards that are turned there."""

    heading: str
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
    if step == SETTLE_NEXT:
        return "Resolve the next seat."
    if step == END and table.unpaid:
        win = table.unpaid[0]
        return f"Seat {win.seat} has {line_with_article(win.line)}: press its hand below and call a supervisor."
    if step == END and table.unlogged:
        from_tray = table.unlogged[0]
        todo = "a supervisor verifies it, with badge and PIN" if from_tray.pressed_by else "press its hand below"
        return f"{from_tray.words[:1].upper()}{from_tray.words[1:]}: {todo}."
    if step == END:
        return "Count the cards and end the round."
    assert round is not None, "only a round waits, or shows cards"
    if step == WAIT:
        due = due_seats(round)
        return f"{seats_words(due).capitalize()} {'decides' if len(due) == 1 else 'decide'} {round.stage_words}."
    turn = "Place" if terms.procedure is Procedure.HAND_HELD else "Turn"
    return terms.game.reveals[round.shown].instruct.format(turn=turn)


def instruction(round: Round) -> Instruction | None:
    """What to do at the next place: which chips to pay, take and leave (both passes of R21).

    Envy is paid with the last seat (R36), and then the wins that come off a meter are claimed.
    """
    if is_settled(round) or not (round.stage is Stage.SHOWDOWN or folds_due(round)):
        return None
    first, *last = next_of(plan(round)[len(round.settled) :])
    next_seat = _seat_instruction(first, round)
    for event in last:
        match event:
            case EnvyPaid(seat, result):
                next_seat.chores.append(
                    Chore(verb="pay", felt=f"Envy, seat {seat}", amount=dollars(result.net), reason=result.reason)
                )
            case MeterWon(seat, line, pay, _):
                next_seat.chores.append(
                    Chore(verb="claim", felt=f"Progressive, seat {seat}", amount=str(pay), reason=line_words(line))
                )
    return next_seat


def _seat_instruction(event: Settled, round: Round) -> Instruction:
    game = round.game
    match event:
        case BetReturned(seat, result):
            felt, amount = game.by_key[result.spot].felt, dollars(result.stake)
            chore = Chore(verb="return", felt=felt, amount=amount, reason="dealer does not qualify")
            unseen = "" if round.terms.face_up else ", cards unseen"
            return Instruction(heading=f"First pass, seat {seat}: return the {felt}{unseen}", chores=[chore])
        case FoldCollected(seat, results):
            return Instruction(heading=f"Seat {seat} folded: collect for the bank", chores=_chores(results, game))
        case SeatSettled(seat, strength, outcome, results):
            heading, chores = f"Seat {seat} {outcome.words}", _chores(results, game)
            # A folded hand is turned, and named, only where a side bet has won with it.
            if outcome is Outcome.FOLD and not any(row.net > 0 for row in results):
                return Instruction(heading=heading, chores=chores)
            cards = [str(card) for card in round.cards.own[seat]]
            return Instruction(heading=f"{heading}: {game.ranking.describe(strength)}", chores=chores, cards=cards)
        case _:
            return Instruction(heading="Envy and progressive pays", chores=[])


def _chores(results: tuple[Result, ...], game: Game) -> list[Chore]:
    verbs = {True: "pay", False: "take"}
    return [
        Chore(
            verb=verbs[row.net > 0] if row.net else "push",
            felt=game.by_key[row.spot].felt,
            amount=dollars(abs(row.net) or row.stake),
            reason=row.reason,
        )
        for row in results
    ]
