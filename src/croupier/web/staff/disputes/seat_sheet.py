"""One seat of a finished round on a sheet: with the cards of nobody else (R23), and what was said of it."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.corrections import RoundCorrected
from croupier.floor.disputes import MOST_WORDS, DisputeClosed, DisputeNoted, DisputeOpened
from croupier.floor.history.disputes import SaidOfRound, disputes_at, of_seat
from croupier.floor.history.rounds import PastRound
from croupier.floor.orders import steps
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.floor.sitting import has_account, nobodys
from croupier.floor.table import Table
from croupier.money import dollars, signed_dollars
from croupier.rules.view import AtSeat, view
from croupier.web.context import HouseContext
from croupier.web.models import RoundCard, SeatCard
from croupier.web.staff.disputes.models import CorrectionRow, DealtRow, DisputePage, SaidRow, WaitingCorrection
from croupier.web.table.roundpage import PayoutRow, refused_words
from croupier.web.table.seat_page import round_card
from croupier.web.wording import iso, tone, when


def seat_sheet(house: HouseContext, past: PastRound, table: str, seat: int) -> DisputePage:
    round, at = past.round, house.room.glance(table)
    card = round_card(view(round, AtSeat(seat)), AtSeat(seat), past.players, past.awards)
    own = next((one for one in card.seats if one.number == seat), None)
    bank = card.bank if card.bank is not None and card.bank.seat == seat else None
    if own is None and bank is None:
        played = sorted({one.number for one in card.seats} | ({card.bank.seat} if card.bank is not None else set()))
        raise Refused(f"seat {seat} was not in {round.id}; its seats: {', '.join(map(str, played)) or 'none'}")
    name = past.players.get(seat, "")
    said = of_seat(disputes_at(house.store, table).get(round.id, ()), seat)
    made = [one for one in said if isinstance(one.event, RoundCorrected)]
    net = (0 if own is None else own.net + own.meter_paid) + (0 if bank is None else bank.net)
    return DisputePage(
        round=round.id,
        table=table,
        title=round.terms.rules.title,
        seat=seat,
        player="" if name == nobodys(seat) else name,
        account="" if round.terms.real_cards or not has_account(name) else name,
        opened=when(past.times_ms[0]),
        ended=when(past.time_ms),
        void_reason=round.void_reason,
        cards=[] if own is None else own.cards or [],
        hand="" if own is None else own.hand or "",
        outcome="" if own is None else own.outcome or "",
        board=card.board,
        dealer=[face for face in card.dealer or [] if face is not None],
        dealer_hand=_dealer_hand(card),
        decisions=[] if own is None else own.line,
        bets=[] if own is None else _bets(own),
        staked=dollars(0 if own is None else sum((own.stakes or {}).values()) + sum(own.raised.values())),
        net="" if card.void_reason else signed_dollars(net),
        meter=dollars(own.meter_paid) if own is not None and own.meter_paid else "",
        fee="" if own is None or not own.fee else dollars(own.fee),
        bank="" if bank is None else f"{dollars(bank.wager)}, {bank.coverage} coverage",
        refused=[refused_words(one, for_staff=False) for one in past.refused if one.seat == seat],
        link=at.link or "",
        dealt=_dealt(past),
        corrections=[_correction(one) for one in made],
        result=signed_dollars(net + past.corrected.get(seat, 0)) if made else "",
        reference=f"{round.id}/{seat}/{past.entries[-1].position}",
        said=[_row(one) for one in said],
        open=any((one.round, one.seat) == (round.id, seat) for one in at.disputes),
        why_not=_why_not(at, round.id),
        waiting=_waiting(at, round.id, seat),
        most_words=MOST_WORDS,
    )


def _dealer_hand(card: RoundCard) -> str:
    plays = {True: ", qualifies", False: ", does not qualify", None: ""}[card.dealer_qualifies]
    return "" if card.dealer_hand is None else card.dealer_hand + plays


def _bets(own: SeatCard) -> list[PayoutRow]:
    return [
        PayoutRow(
            seat=own.number,
            felt=row.felt,
            stake=dollars(row.stake),
            net=signed_dollars(row.net),
            tone=tone(row.net),
            reason=row.reason,
        )
        for row in own.results
    ]


def _dealt(past: PastRound) -> list[DealtRow]:
    """The dealer's steps, with who made them. Where cards are real their entries are steps; which they were is said
    nowhere, for they may be somebody else's."""
    known = steps()
    rows: list[DealtRow] = []
    for mark in past.entries:
        step = known.get(mark.request)
        words = step.does if step is not None else "enter cards" if mark.request.startswith("cards ") else ""
        by = mark.actor.partition("/")[2]
        if words and (not rows or (rows[-1].step, rows[-1].by) != (words, by)):
            by = "the machine" if by == AUTOMATIC_DEALER.name else by
            rows.append(DealtRow(step=words, by=by, time=when(mark.time_ms), utc=iso(mark.time_ms)))
    return rows


def _correction(said: SaidOfRound) -> CorrectionRow:
    made = said.event
    assert isinstance(made, RoundCorrected), "only those are asked about"
    return CorrectionRow(
        amount=signed_dollars(made.cents),
        tone=tone(made.cents),
        reason=made.reason,
        by=f"{made.asked_by} and {said.by}",
        time=when(said.time_ms),
    )


def _row(said: SaidOfRound) -> SaidRow:
    match said.event:
        case DisputeOpened(words=words):
            what = "Disputed"
        case DisputeNoted(words=words):
            what = "Noted"
        case DisputeClosed(words=words):
            what = "Closed: it stands"
        case RoundCorrected(cents=cents, reason=reason):
            what, words = "Corrected", f"{signed_dollars(cents)}, {reason}"
    time, utc = when(said.time_ms), iso(said.time_ms)
    return SaidRow(what=what, words=words, by=said.by, time=time, utc=utc, position=said.position)


def _why_not(at: Table, round: str) -> str:
    """Why two people cannot correct a round, where they cannot."""
    if any(one.round == round for one in at.recent):
        return ""
    return f"{round} is not among the last rounds that the house banked at {at.name}: only those are corrected here."


def _waiting(at: Table, round: str, seat: int) -> WaitingCorrection | None:
    asked = at.correction
    if asked is None:
        return None
    return WaitingCorrection(
        round=asked.round,
        seat=asked.seat,
        amount=signed_dollars(asked.cents),
        reason=asked.reason,
        by=asked.by,
        named=asked.reference,
        here=(asked.round, asked.seat) == (round, seat),
    )
