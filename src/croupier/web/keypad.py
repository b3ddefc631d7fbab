"""The dealer's keypad: the key that comes next is lit, and the others say why they wait."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.orders import ByPlayer, Default, Key, parse_order
from croupier.floor.roles import Duty, may
from croupier.floor.table import DealtBy, Table
from croupier.hands import describe
from croupier.jackpot.terms import Flow
from croupier.money import dollars
from croupier.rules.commands import Step, next_step
from croupier.rules.deal import Procedure
from croupier.rules.events import AnteReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.paytables import line_words
from croupier.rules.plan import is_settled, next_of, plan
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.settlement import Outcome, Result
from croupier.rules.view import Onlooker, view
from croupier.web.chair import display_name, facts, round_card
from croupier.web.house import House, InHouse, Visiting, page_response
from croupier.web.linkviews import progressive_pad
from croupier.web.models import SeatCard
from croupier.web.staffmodels import Chore, Instruction, KeypadPage, Pad
from croupier.web.tables import OrderBody
from croupier.web.visitors import Visitor

router = APIRouter()

_KEY_OF = {
    Step.OPEN: Key.OPEN,
    Step.LOCK: Key.LOCK,
    Step.DEAL: Key.DEAL,
    Step.FLOP: Key.FLOP,
    Step.TURN_AND_RIVER: Key.RIVER,
    Step.DEALER: Key.DEALER,
    Step.SETTLE: Key.SETTLE_NEXT,
    Step.END: Key.END,
}
_LABELS = {
    Key.OPEN: "OPEN BETS",
    Key.LOCK: "NO MORE BETS",
    Key.DEAL: "DEAL",
    Key.FLOP: "FLOP",
    Key.RIVER: "TURN · RIVER",
    Key.DEALER: "DEALER'S CARDS",
    Key.SETTLE_NEXT: "NEXT SEAT",
    Key.END: "GAME OVER",
}
_MANUAL: dict[Flow | None, dict[Key, str]] = {
    Flow.KEYED: {Key.LOCK: "COIN IN", Key.END: "GAME OVER"},
    Flow.CARD: {Key.LOCK: "START GAME", Key.END: "END GAME"},
}
_DEAL = {
    Procedure.HAND_HELD: "Two cards together, face down, to each seat from your left, then to yourself. No burn card.",
    Procedure.PACKET: "Five board cards face down first; then packets of two by seat and to yourself; eject the rest.",
    Procedure.SHOE: "One card to each seat and the dealer's place, twice; then five board cards face down.",
    Procedure.SHUFFLER: "Two cards to each seat, the player-dealer last; then five board cards face down.",
}


@router.get("/staff/keypad/{name}", summary="The dealer's keypad of a table", response_model=KeypadPage)
def keypad(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "keypad.html", keypad_page(house, name, visitor))


@router.post("/api/staff/tables/{name}/orders", summary="Press a key, void, stop or resume: a staff order to a table")
async def staff_order(
    name: str, body: OrderBody, house: InHouse, visitor: Visiting, x_csrf: Annotated[str | None, Header()] = None
) -> Response:
    house.cookies.check_token(visitor, x_csrf)
    assert visitor.person is not None, "the door is open to staff alone"
    order = parse_order(body.order)
    if isinstance(order, ByPlayer | Default):
        raise Refused(f"{body.order!r} is a player's order; staff press the dealer's keys, void, stop or resume")
    command = f"{visitor.person.name}:{body.command}"
    await house.hub.order(name, order, visitor.person, command=command, version=body.version)
    return JSONResponse({"version": house.room.table(name).version})


def keypad_page(house: House, name: str, visitor: Visitor) -> KeypadPage:
    """The keypad of a table as its dealer sees it."""
    table = house.room.table(name)
    house.hub.felt(name)
    round = table.in_play
    lost = None if table.link is None else house.room.desk.lost(table.link)
    names = {sitting.seat: sitting.player for sitting in table.sittings}
    card = None if round is None else round_card(view(round, Onlooker()), Onlooker(), names)
    staked = {} if card is None else {seat.number: seat for seat in card.seats}
    return KeypadPage(
        table=facts(table),
        version=table.version,
        step=step_words(table),
        warning="" if lost is None else f"No progressive wagers now: {lost}.",
        keys=keys(table, None if table.link is None else house.links.desk.link(table.link).terms.flow, lost),
        instruction=None if round is None or round.stage is not Stage.SHOWDOWN else instruction(round),
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
    lit = _KEY_OF.get(step)
    back = lost is not None and step is Step.LOCK and table.in_play is not None and _sensors(table.in_play)
    if table.settings.dealt_by is DealtBy.MACHINE:
        why: str | None = "this table is dealt by machine"
    elif step is Step.OPEN and table.stopped is not None:
        why, lit = f"the table is stopped: {table.stopped}", None
    elif step is Step.WAIT:
        seats = ", ".join(map(str, due_seats(table.in_play))) if table.in_play else ""
        why = f"waiting for seat {seats} to decide"
    elif step is Step.LOCK and table.in_play is not None and not table.in_play.seats:
        why, lit = "nobody has bet yet", None
    elif back:
        why, lit = "first give the progressive wagers back", None
    elif step is Step.END and table.unpaid:
        win = table.unpaid[0]
        why, lit = f"seat {win.seat} has won with a {line_words(win.line)}: it is claimed and paid first", None
    else:
        why = f"next comes: {step.value}"
    pads = []
    for key, label in {**_LABELS, **_MANUAL.get(flow, {})}.items():
        on = key is lit and table.settings.dealt_by is DealtBy.PERSON
        waits = "a win is claimed first" if step is Step.END and table.unpaid and key is not Key.END else why
        pads.append(Pad(label=label, order=key.value, lit=on, why=None if on else waits))
    if back and table.settings.dealt_by is DealtBy.PERSON:
        pads.append(Pad(label="HAND BACK", order="hand back", lit=True))
    return pads


def _sensors(round: Round) -> bool:
    return any(seat.stakes.progressive for seat in round.seats)


def step_words(table: Table) -> str:
    """The current step of the dealing procedure, in words."""
    round, procedure = table.in_play, table.settings.terms.procedure
    placed = "Place" if procedure is Procedure.HAND_HELD else "Turn"
    match next_step(round):
        case Step.OPEN:
            return "Open bets for the next round."
        case Step.LOCK:
            return "Bets are open. When all bets are down, call no more bets."
        case Step.DEAL:
            return _DEAL[procedure]
        case Step.WAIT:
            assert round is not None, "somebody is waited for in a round"
            return f"Seats {', '.join(map(str, due_seats(round)))} decide {round.stage.value}."
        case Step.FLOP:
            return f"{placed} the first three board cards."
        case Step.TURN_AND_RIVER:
            return f"{placed} turn and river."
        case Step.DEALER:
            return "Turn the dealer's two cards and announce the hand."
        case Step.SETTLE:
            return "Resolve the next seat as below."
        case Step.END if table.unpaid:
            win = table.unpaid[0]
            return f"Seat {win.seat} has a {line_words(win.line)}: press its hand below and call a supervisor."
        case Step.END:
            return "Count the cards and end the round."


def instruction(round: Round) -> Instruction | None:
    """What to do at the next place: which chips to pay, take and leave (both passes of R21).

    Envy is paid with the last seat (R36), and then the wins that come off a meter are claimed.
    """
    if is_settled(round):
        return None
    first, *last = next_of(plan(round)[len(round.settled) :])
    told = _told(first)
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


def _told(event: Settled) -> Instruction:
    match event:
        case AnteReturned(seat, amount):
            chore = Chore(verb="return", felt="Ante", amount=dollars(amount), reason="dealer does not qualify")
            return Instruction(heading=f"First pass, seat {seat}: return the Ante, cards unseen", chores=[chore])
        case FoldCollected(seat, results):
            return Instruction(heading=f"Seat {seat} folded: collect for the bank", chores=_chores(results))
        case SeatSettled(seat, strength, outcome, results):
            how = {Outcome.WIN: "wins", Outcome.LOSE: "loses", Outcome.TIE: "ties", Outcome.FOLD: "folded"}[outcome]
            return Instruction(heading=f"Seat {seat} {how}: {describe(strength)}", chores=_chores(results))
        case _:
            return Instruction(heading="Envy and progressive pays", chores=[])


def _chores(results: tuple[Result, ...]) -> list[Chore]:
    verbs = {True: "pay", False: "take"}
    return [
        Chore(
            verb=verbs[row.net > 0] if row.net else "push",
            felt=row.wager.felt,
            amount=dollars(abs(row.net) or row.stake),
            reason=row.reason,
        )
        for row in results
    ]
