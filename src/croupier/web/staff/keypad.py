"""The dealer's keypad: the key that comes next is lit, and the others say why they wait."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.orders import ByPlayer, Default, Resume, Stop, Void, parse_order
from croupier.floor.roles import Duty, Person, may
from croupier.floor.table import DealtBy, Table, bank_is_free
from croupier.jackpot.terms import Flow
from croupier.money import dollars
from croupier.rules.commands import next_step
from croupier.rules.deal import Procedure, dealing_words
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.rules.plan import folds_due, is_settled, next_of, plan
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.settlement import Result
from croupier.rules.steps import AFTER_CARDS, BEFORE_CARDS, COLLECT, DEAL, END, LOCK, OPEN, SETTLE_NEXT, WAIT, Step
from croupier.rules.terms import Terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.unit import StaleVersion
from croupier.web.house import House, InHouse, StaffByScript, Visiting, page_response
from croupier.web.links.views import progressive_pad
from croupier.web.models import SeatCard
from croupier.web.staff.models import Chore, Instruction, KeypadPage, Pad
from croupier.web.table.chair import display_name, facts, round_card
from croupier.web.visitors import Visitor
from croupier.web.wording import seats_words

router = APIRouter()

_MANUAL: dict[Flow | None, dict[str, str]] = {
    Flow.KEYED: {LOCK.word: "COIN IN", END.word: "GAME OVER"},
    Flow.CARD: {LOCK.word: "START GAME", END.word: "END GAME"},
}
"""The manuals of the two systems name two keys in their own way."""
_ATTEMPTS: Final = 50


@router.get("/staff/keypad/{name}", summary="The dealer's keypad of a table", response_model=KeypadPage)
def keypad(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "staff/keypad.html", keypad_page(house, name, visitor))


class StaffOrderBody(BaseModel):
    """What staff ask of a table: a dealer's key, a void, a stop."""

    order: str = Field(max_length=200)
    version: int | None = None
    """What a dealer was looking at who presses a key; a key that comes late is refused."""
    about: str | None = Field(default=None, max_length=200)
    """The round that is to be void, or the stop that is to be lifted: these wait for no version."""
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/orders", summary="Press a key, void, stop or resume: a staff order to a table")
async def staff_order(name: str, body: StaffOrderBody, house: InHouse, who: StaffByScript) -> Response:
    order = parse_order(body.order)
    if isinstance(order, ByPlayer | Default):
        raise Refused(f"{body.order!r} is a player's order; staff press the dealer's keys, void, stop or resume")
    command = f"{who.name}:{body.command}"
    if isinstance(order, Stop) or (isinstance(order, Void | Resume) and body.about is not None):
        await _at_any_version(house, name, order, who, command, body.about)
    else:
        await house.hub.order(name, order, who, command=command, version=body.version)
    return JSONResponse({"version": house.room.table(name).version})


async def _at_any_version(
    house: House, name: str, order: Stop | Void | Resume, who: Person, command: str, about: str | None
) -> None:
    """An order that a busy table cannot hold up: given again for as long as somebody writes in between."""
    for attempt in range(1, _ATTEMPTS + 1):
        table = house.room.table(name)
        # A stop is good at any moment. The others are for what was seen, and stay with it until they are written.
        version = None if isinstance(order, Stop) else table.version
        if version is not None and house.store.receipt(command) is None:
            _check_about(table, order, about)
        try:
            await house.hub.order(name, order, who, command=command, version=version)
        except StaleVersion:
            if attempt == _ATTEMPTS:
                raise
        else:
            return


def _check_about(table: Table, order: Stop | Void | Resume, about: str | None) -> None:
    """Refuse to void another round than the one that was meant, or to lift a stop that was not seen."""
    playing = None if table.in_play is None else table.in_play.id
    if isinstance(order, Void) and playing != about:
        raise Refused(f"{about} is not in play at {table.name}; {playing or 'no round'} is, and nothing was voided")
    if isinstance(order, Resume) and table.stopped not in (None, about):
        raise Refused(f"{table.name} is stopped: {table.stopped}; resume it if that is settled too")


def keypad_page(house: House, name: str, visitor: Visitor) -> KeypadPage:
    """The keypad of a table as its dealer sees it."""
    table = house.room.table(name)
    house.hub.felt(name)
    round = table.in_play
    lost = None if table.link is None else house.room.desk.why_lost(table.link)
    names = {sitting.seat: sitting.player for sitting in table.sittings}
    card = None if round is None else round_card(view(round, Onlooker()), Onlooker(), names)
    staked = {} if card is None else {seat.number: seat for seat in card.seats}
    return KeypadPage(
        table=facts(table),
        version=table.version,
        step=step_words(table),
        warning="" if lost is None else f"No progressive wagers now: {lost}.",
        keys=keys(table, None if table.link is None else house.links.desk.link(table.link).terms.flow, lost),
        instruction=None if round is None else instruction(round),
        round=card,
        seats=[
            staked.get(seat) or SeatCard(number=seat, name=display_name(player))
            for seat, player in sorted(names.items())
        ],
        waiting_for=[] if round is None else list(due_seats(round)),
        by_machine=table.settings.dealt_by is DealtBy.MACHINE,
        progressive=progressive_pad(house.links, table),
        may_deal=visitor.person is not None and may(visitor.person.role, Duty.DEAL),
    )


def keys(table: Table, flow: Flow | None, lost: str | None = None) -> list[Pad]:
    """Every key of the pad; one at most is lit. The manuals of the two systems name two of them differently.

    While the link is lost, progressive wagers on the sensors are handed back before the lock, with a key of its own.
    """
    step = next_step(table.in_play)
    lit: Step | None = step
    back = lost is not None and step == LOCK and table.in_play is not None and _sensors(table.in_play)
    if table.settings.dealt_by is DealtBy.MACHINE:
        why: str | None = "this table is dealt by machine"
    elif step == OPEN and table.closed:
        why, lit = "the table is closed", None
    elif step == OPEN and table.stopped is not None:
        why, lit = f"the table is stopped: {table.stopped}", None
    elif step == WAIT:
        seats = seats_words(due_seats(table.in_play)) if table.in_play else ""
        why = f"waiting for {seats} to decide"
    elif step == LOCK and table.in_play is not None and not table.in_play.seats:
        why, lit = "nobody has bet yet", None
    elif step == LOCK and bank_is_free(table):
        why, lit = f"nobody banks this round yet: {_bank_words(table)}", None
    elif back:
        why, lit = "first give the progressive wagers back", None
    elif step == END and table.unpaid:
        win = table.unpaid[0]
        why, lit = f"seat {win.seat} has won with a {line_words(win.line)}: it is claimed and paid first", None
    else:
        why = f"next comes: {step.does}"
    labels, pads = _MANUAL.get(flow, {}), []
    for key in _steps(table.settings.terms):
        on = key == lit and table.settings.dealt_by is DealtBy.PERSON
        waits = "a win is claimed first" if step == END and table.unpaid and key != END else why
        pads.append(Pad(label=labels.get(key.word, key.key), order=key.word, lit=on, why=None if on else waits))
    if back and table.settings.dealt_by is DealtBy.PERSON:
        pads.append(Pad(label="HAND BACK", order="hand back", lit=True))
    return pads


def _steps(terms: Terms) -> tuple[Step, ...]:
    """The keys in the order in which they come; folded hands before the player-dealer's (R29)."""
    *before, last = terms.game.steps
    return (*BEFORE_CARDS, *before, *([COLLECT] if terms.player_banked else []), last, *AFTER_CARDS)


def _sensors(round: Round) -> bool:
    return any(PROGRESSIVE in seat.stakes for seat in round.seats)


def _bank_words(table: Table) -> str:
    """Whom the bank is offered to now (R31)."""
    if table.bank_offered_to:
        return f"the bank is offered to seat {table.bank_offered_to[0]}"
    if table.bank_open_to:
        return "everybody has let the bank go by, and one of them may take it"
    return "nobody who sits here may bank another round"


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
        return f"Bets are open. Nobody banks yet: {_bank_words(table)}."
    if step == LOCK:
        return "Bets are open. When all bets are down, call no more bets."
    if step == DEAL:
        return dealing_words(terms.procedure, terms.game.layout)
    if step == COLLECT:
        return "The player-dealer's cards stay face down: spread and count the folded hand, and collect as below."
    if step == SETTLE_NEXT:
        return "Resolve the next seat as below."
    if step == END and table.unpaid:
        win = table.unpaid[0]
        return f"Seat {win.seat} has a {line_words(win.line)}: press its hand below and call a supervisor."
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
    told = _told(first, round.game)
    for event in last:
        match event:
            case EnvyPaid(seat, result):
                told.chores.append(
                    Chore(verb="pay", felt=f"Envy, seat {seat}", amount=dollars(result.net), reason=result.reason)
                )
            case MeterWon(seat, line, pay, _):
                told.chores.append(
                    Chore(verb="claim", felt=f"Progressive, seat {seat}", amount=str(pay), reason=line_words(line))
                )
    return told


def _told(event: Settled, game: Game) -> Instruction:
    match event:
        case BetReturned(seat, result):
            felt, amount = game.by_key[result.spot].felt, dollars(result.stake)
            chore = Chore(verb="return", felt=felt, amount=amount, reason="dealer does not qualify")
            return Instruction(heading=f"First pass, seat {seat}: return the {felt}, cards unseen", chores=[chore])
        case FoldCollected(seat, results):
            return Instruction(heading=f"Seat {seat} folded: collect for the bank", chores=_chores(results, game))
        case SeatSettled(seat, strength, outcome, results):
            heading = f"Seat {seat} {outcome.words}: {game.ranking.describe(strength)}"
            return Instruction(heading=heading, chores=_chores(results, game))
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
