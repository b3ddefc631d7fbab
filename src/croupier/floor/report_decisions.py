"""What a device's report makes happen at its table (R58).

A reading that agrees is entered; one that is known already changes nothing; one that disagrees freezes the round: a
supervisor is called, and the dealer's steps wait until one has answered.
"""

from __future__ import annotations

from croupier.cards import Cards, CardTwice, NotInDeck
from croupier.errors import Refused
from croupier.floor.felt import with_reveal
from croupier.floor.reports import ChipSensed, DeckCounted, Report
from croupier.floor.seated import by_player
from croupier.floor.staffing import MISMATCH, SupervisorCalled, freezes
from croupier.floor.staleness import AlreadySo
from croupier.floor.table import Happening, Table
from croupier.rules.commands import CardOut, EnterCards, PlaceBets
from croupier.rules.law import Law
from croupier.rules.real_cards import KnownAlready, Mismatch
from croupier.rules.round import Round, Stage, lying_at, seat_at
from croupier.rules.seat import check_seat
from croupier.rules.wagers import PROGRESSIVE, Stakes


class LateReport(Refused):
    """A report of a round that is not in play."""

    def __init__(self, table: Table, report: Report) -> None:
        now = "no round is in play" if table.in_play is None else f"{table.in_play.id} is in play"
        super().__init__(f"the report is of {report.round}, and {now} at {table.name}; it is not entered")


def decide_report(table: Table, report: Report, device: str, law: Law | None) -> tuple[Happening, ...]:
    """What a device's report makes happen, or why not."""
    round = table.in_play
    if round is None or round.id != report.round:
        raise LateReport(table, report)
    if not table.real_cards:
        raise Refused(f"{table.name} deals its own cards and knows its chips; no device reports there")
    try:
        match report.reading:
            case ChipSensed() as sensed:
                return _sensed(table, round, report, sensed, law)
            case DeckCounted(number):
                if number == len(round.game.deck):
                    raise AlreadySo(table, report)
                raise Mismatch(f"{number} cards were counted, not {len(round.game.deck)}")
            case EnterCards(cards, place) as read:
                if place and set(cards) <= set(_lying(round, place)):
                    raise AlreadySo(table, report)
                return with_reveal(table, read)
            case CardOut() as out:
                return with_reveal(table, out)
    except KnownAlready:
        raise AlreadySo(table, report) from None
    except (Mismatch, CardTwice, NotInDeck) as seen:
        if table.called is not None and freezes(table.called):
            raise AlreadySo(table, report) from None
        return (SupervisorCalled(device, f"{MISMATCH}: {seen}"),)


def _lying(round: Round, place: str) -> Cards:
    seat = seat_at(place)
    there = round.deal is not None and (seat is None or round.seat(seat) is not None)
    return lying_at(round, place) if there else ()


def _sensed(table: Table, round: Round, report: Report, sensed: ChipSensed, law: Law | None) -> tuple[Happening, ...]:
    """A chip on a sensor is a progressive wager while bets are open; the lock accepts it (R33)."""
    check_seat(sensed.seat)
    stake, seat = round.terms.progressive_stake, round.seat(sensed.seat)
    if stake is None:
        raise Refused(f"{table.name} is on no link and takes no progressive wager; its sensors report nothing")
    lies = seat is not None and PROGRESSIVE in seat.stakes
    if round.stage is not Stage.BETTING:
        if sensed.present and not lies:
            raise Mismatch(f"a chip came to the sensor of seat {sensed.seat} after the lock, where none was accepted")
        raise AlreadySo(table, report)  # an accepted wager is gone, wherever its chip is now
    if sensed.present == lies:
        raise AlreadySo(table, report)
    if seat is None:
        raise Refused(f"seat {sensed.seat} has no bets in {round.id} yet; report the chip again when they are entered")
    bets = {spot.key: seat.stakes[spot.key] for spot in round.game.chosen if spot.key in seat.stakes}
    bets.pop(PROGRESSIVE, None)
    down = Stakes({**bets, PROGRESSIVE: stake} if sensed.present else bets)
    return by_player(table, PlaceBets(down), sensed.seat, law)
