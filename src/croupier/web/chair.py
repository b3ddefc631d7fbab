"""A table from one viewer's chair: the page's model, made of a view, so that it holds only what they may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from croupier.floor.practice import is_practice
from croupier.floor.table import Table
from croupier.money import Cents, dollars
from croupier.rules.paytables import Bet, line_words
from croupier.rules.record import stakes_to_plain
from croupier.rules.round import Round
from croupier.rules.seat import Decision, Folded, Played, Undecided
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.view import AtSeat, Onlooker, RoundView, SeatView, Viewer, view
from croupier.rules.wagers import BET_OF
from croupier.web.models import (
    BankCard,
    LogLine,
    PastRound,
    PaytableCard,
    PaytableLine,
    ResultRow,
    RoundCard,
    SeatCard,
    TableFacts,
    TablePage,
    You,
)

_FELT = {
    Bet.BLIND: "Blind",
    Bet.TRIPS: "Trips",
    Bet.BAD_BEAT: "Bad Beat",
    Bet.PAIRS: "Pairs",
    Bet.PROGRESSIVE: "Progressive",
}


class LastRound(NamedTuple):
    """The round that was finished last at a table: who sat where, and what meters paid."""

    round: Round
    names: Mapping[int, str]
    awards: Mapping[int, Cents]


def awards_of(table: Table) -> dict[int, Cents]:
    """What meters have paid in the table's round, by seat."""
    paid: dict[int, Cents] = {}
    for award in table.paid:
        paid[award.seat] = paid.get(award.seat, 0) + award.cents
    return paid


def viewer_of(table: Table, player: str | None) -> Viewer:
    """The viewer that a player is at this table: their seat's, or an onlooker."""
    for sitting in table.sittings:
        if sitting.player == player and not sitting.left:
            return AtSeat(sitting.seat)
    return Onlooker()


def table_page(
    table: Table,
    you: You,
    *,
    last: RoundCard | None,
    log: Sequence[LogLine],
    rounds: Sequence[PastRound],
    deadline_ms: int | None,
    now_ms: int,
    stamp: int,
    csrf: str = "",
    meters: Mapping[str, Cents] | None = None,
    progressive_says: str = "",
) -> TablePage:
    """Everything that the page of a table shows to one viewer."""
    viewer = viewer_of(table, you.name or None)
    names = {sitting.seat: sitting.player for sitting in table.sittings}
    seat = viewer.seat if isinstance(viewer, AtSeat) else None
    seen = None if table.in_play is None else view(table.in_play, viewer)
    card = None if seen is None else round_card(seen, viewer, names, awards_of(table))
    staked = {} if card is None else {one.number: one for one in card.seats}
    seats = [
        staked.get(number) or SeatCard(number=number, name=display_name(name), you=number == seat)
        for number, name in sorted(names.items())
    ]
    mine = None if seen is None else next((one for one in seen.seats if one.legal), None)
    return TablePage(
        csrf=csrf,
        you=you.model_copy(update={"seat": seat, "name": you.name}),
        table=facts(table),
        version=table.version,
        stamp=stamp,
        now_ms=now_ms,
        deadline_ms=deadline_ms,
        seats=seats,
        free_seats=list(table.free_seats),
        round=card,
        last=last,
        legal=[] if mine is None else [str(action) for action in mine.legal],
        bank_offer=_bank_offer(table, seat),
        meters=dict(meters or {}),
        progressive_says=progressive_says,
        log=list(log),
        rounds=list(rounds),
    )


def _bank_offer(table: Table, seat: int | None) -> list[int]:
    """The seats that may take the bank, the one that is asked in front; when all have passed, your own is."""
    if not table.settings.terms.player_banked:
        return []
    if table.bank_offered_to or seat not in table.bank_open_to:
        return list(table.bank_offered_to)
    return [seat]


def display_name(player: str) -> str:
    """A player's name as others see it: the company goes by first names."""
    return player.partition(".")[0]


def round_card(
    seen: RoundView, viewer: Viewer, names: Mapping[int, str], awards: Mapping[int, Cents] | None = None
) -> RoundCard:
    """A view of a round as a card of the page; `awards` is what meters paid, by seat."""
    fees = {fee.seat: fee.amount for fee in seen.fees}
    return RoundCard(
        id=seen.id,
        stage=seen.stage.name.lower(),
        next_step=seen.next_step.value,
        dealt=seen.stage.name in ("PREFLOP", "FLOP", "RIVER", "SHOWDOWN", "OVER") or bool(seen.deck),
        commitment=seen.commitment,
        deck_colour=seen.deck_colour,
        board=[str(card) for card in seen.board],
        dealer=None if seen.dealer is None else [str(card) for card in seen.dealer],
        dealer_hand=seen.dealer_hand,
        dealer_qualifies=seen.dealer_qualifies,
        bank=_bank_card(seen, fees),
        void_reason=seen.void_reason,
        seats=[
            _seat_card(seat, seen.terms, viewer, names, fees.get(seat.number, 0), (awards or {}).get(seat.number, 0))
            for seat in seen.seats
        ],
    )


def _bank_card(seen: RoundView, fees: Mapping[int, Cents]) -> BankCard | None:
    """What a player-dealer wins is what the seats lose."""
    bank = seen.bank
    if bank is None:
        return None
    return BankCard(
        seat=bank.seat,
        wager=bank.wager,
        coverage=bank.coverage.value,
        net=-sum(seat.net for seat in seen.seats),
        fee=fees.get(bank.seat, 0),
    )


def _seat_card(
    seat: SeatView, terms: Terms, viewer: Viewer, names: Mapping[int, str], fee: Cents, award: Cents
) -> SeatCard:
    return SeatCard(
        number=seat.number,
        name=display_name(names[seat.number]) if seat.number in names else None,
        you=viewer == AtSeat(seat.number),
        stakes=stakes_to_plain(seat.stakes),
        play=seat.play,
        decision=_decided(seat.decision),
        due=seat.due,
        hole=None if seat.hole is None else [str(card) for card in seat.hole],
        hand=seat.hand,
        outcome=None if seat.outcome is None else seat.outcome.value,
        results=[_row(result, terms) for result in seat.results],
        net=seat.net,
        fee=fee,
        meter_paid=award,
    )


def _decided(decision: Decision) -> str | None:
    match decision:
        case Played(multiple):
            return f"bet {multiple}x"
        case Folded():
            return "folded"
        case Undecided(checks):
            return "checked" if checks else None


def _row(result: Result, terms: Terms) -> ResultRow:
    return ResultRow(
        wager=result.wager.value,
        stake=result.stake,
        net=result.net,
        reason=result.reason,
        line=_line_hit(result, terms),
    )


def _line_hit(result: Result, terms: Terms) -> str | None:
    """The line of the pay table that a reason speaks of, so that the page can light it."""
    bet = BET_OF.get(result.wager)
    if bet is None or bet not in terms.tables:
        return None
    for line, pay in terms.table(bet).pays.items():
        words = line_words(line)
        if f"{words} {pay}" in result.reason or f"{words} beaten {pay}" in result.reason:
            return line
    return None


def facts(table: Table) -> TableFacts:
    """What does not change from round to round, but for a stop."""
    made = _facts(table.name, table.settings.terms)
    return made if table.stopped is None else made.model_copy(update={"stopped": table.stopped})


@lru_cache(maxsize=512)
def _facts(name: str, terms: Terms) -> TableFacts:
    limits = terms.limits
    assert limits is not None, "a table has limits"
    spots = {"ante": limits.ante, "trips": limits.trips, "bad_beat": limits.bad_beat, "pairs": limits.pairs}
    notices = list(terms.rules.notices)
    if terms.aggregate_cap is not None:
        notices.append(f"All winnings of a round together: at most {dollars(terms.aggregate_cap)}.")
    if terms.face_up:
        notices.append("Players' cards are dealt face up.")
    offered = [
        bet
        for bet in Bet
        if bet in terms.tables and (bet is not Bet.PROGRESSIVE or terms.progressive_stake is not None)
    ]
    return TableFacts(
        id=name,
        rules=terms.rules.name,
        title=terms.rules.title,
        procedure=terms.procedure.value,
        limits={
            "unit": limits.unit,
            "legal": limits.legal,
            **{spot: [span.minimum, span.maximum] for spot, span in spots.items()},
        },
        limits_text=f"{dollars(limits.ante.minimum)} to {dollars(limits.ante.maximum)}",
        bets=[bet.value for bet in offered if bet is not Bet.BLIND],
        progressive_stake=terms.progressive_stake,
        notices=notices,
        player_banked=terms.player_banked,
        face_up=terms.face_up,
        practice=is_practice(name),
        clock_s=terms.clock_s,
        stopped=None,
        paytables=[_paytable(terms, bet) for bet in offered],
    )


def _paytable(terms: Terms, bet: Bet) -> PaytableCard:
    table = terms.table(bet)
    lines = [PaytableLine(line=line, words=line_words(line), pay=str(pay)) for line, pay in table.pays.items()]
    return PaytableCard(bet=bet.value, felt=_FELT[bet], name=table.name, lines=lines)
