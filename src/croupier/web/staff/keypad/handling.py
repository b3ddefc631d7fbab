"""What a dealer's hands do that no key does, said at the moment when it is due (R52), and once.

How the cards go out, the packet shuffler's ejecting of the rest included, stands in the words of the step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.floor.table import DealtBy, Table, bank_is_free
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.bank import clockwise_after
from croupier.rules.collection import Fee
from croupier.rules.deal import NUMBERS, Procedure
from croupier.rules.events import EnvyPaid, FoldCollected, SeatSettled
from croupier.rules.exposure import exposure, purse_left
from croupier.rules.game import SideBet
from croupier.rules.paytables import line_words
from croupier.rules.plan import is_settled, plan
from croupier.rules.round import Round, Stage, due_seats, results_by_seat
from croupier.rules.settlement import Outcome
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.table.seat_page import display_name
from croupier.web.wording import seats_words

_WITH_MODES: Final = (Procedure.PACKET, Procedure.SHUFFLER)
"""The shufflers that give the cards of a game out themselves, and are told which game."""


def handling(table: Table) -> list[str]:
    """What the dealer does by hand now, beside the next step. At a table that is dealt by machine there is nothing."""
    round = table.in_play
    if table.settings.dealt_by is DealtBy.MACHINE:
        return []
    if round is None:
        return _between(table)
    match round.stage:
        case Stage.BETTING:
            return [bank_words(table)] if bank_is_free(table) else []
        case Stage.LOCKED:
            return [*_sensors(round), *_fees(round)]
        case Stage.PLAYING:
            return [*_unloaded(round), *_on_the_table(round), *_tucked(round), *_spread(round)]
        case _:
            return [*_spread(round), *_shown(round), *_face_up(round)]


def bank_words(table: Table) -> str:
    """To whom the bank is offered now (R31)."""
    if table.bank_offered_to:
        seat = table.bank_offered_to[0]
        return f"Offer the bank to seat {seat}, {display_name(table.player_at(seat))}."
    if table.bank_open_to:
        return f"Everybody has let the bank go by: ask {seats_words(table.bank_open_to)} once more who takes it."
    return "Nobody who sits here may bank another round: no round is dealt until somebody else sits down."


def bank_cover(table: Table) -> str:
    """Who banks the round, with what, and what is left of it (R29, R30), and how the last bank ended; nothing where
    nobody does."""
    round = table.round
    if round is None or round.bank is None or round.stage is Stage.VOID:
        return ""
    bank, rows = round.bank, [row.net for seat in results_by_seat(round).values() for row in seat]
    if table.in_play is None:  # its player may have left
        return f"The bank of seat {bank.seat}, {dollars(bank.wager)}, made {signed_dollars(-sum(rows))} in {round.id}."
    name = display_name(table.player_at(bank.seat))
    who = f"Seat {bank.seat}, {name}, banks {dollars(bank.wager)}, {bank.coverage.value} coverage"
    if not round.settled:
        down = exposure(round.terms, [seat.stakes for seat in round.seats]).within(bank.wager)
        return f"{who}: at most {dollars(down.pays)} to pay and {dollars(down.takes)} to take."
    left = purse_left(bank, rows)
    return (
        f"{who}: {signed_dollars(-sum(rows))} so far; it still covers {dollars(left.room_to_pay)} to pay and "
        f"{dollars(left.room_to_take)} to take."
    )


def _between(table: Table) -> list[str]:
    """The shuffler's mode before the first round; then the two decks, which are never in the rack together (S3)."""
    settings, round = table.settings, table.round
    terms = settings.terms
    mode = [f"Set the shuffler to {terms.game.name}."] if terms.procedure in _WITH_MODES else []
    if round is None:
        return mode
    if round.terms.procedure is terms.procedure:
        mode = []
    if deck_to_check(table):
        return [*mode, *_recovered(round), _ASIDE.format(colour=round.deck_colour)]
    used, loaded = round.deck_colour, settings.colours[table.rounds % len(settings.colours)]
    rack = f"Take the {used} deck out of the discard rack: only one deck's cards are ever in it."
    load = f"Load the {loaded} deck, and have the {used} one, just used, shuffled while it is in play."
    return [*mode, *([rack] if terms.player_banked else []), *([load] if used != loaded else [])]


def deck_to_check(table: Table) -> bool:
    """Whether the deck of the last round may be foul: the round was void after the cards were out (R26)."""
    return table.round is not None and table.round.stage is Stage.VOID and table.round.deal is not None


_ASIDE: Final = "Set the {colour} deck aside: it is shuffled again when a supervisor has counted and checked it."


def _recovered(round: Round) -> Iterable[str]:
    """R26: in a void round no payout stands, so what some seats were paid before is taken back."""
    paid = {seat: sum(row.net for row in rows if row.net > 0) for seat, rows in results_by_seat(round).items()}
    if owing := [f"{dollars(cents)} from seat {seat}" for seat, cents in sorted(paid.items()) if cents]:
        yield f"Take back what was paid: {', '.join(owing)}."


def _sensors(round: Round) -> Iterable[str]:
    """The lock has accepted the wagers, and they are gone from that moment (R33)."""
    if staked := [seat.number for seat in round.seats if PROGRESSIVE in seat.stakes]:
        yield f"Remove the progressive chips of {seats_words(staked)}: the wagers are accepted."


def _fees(round: Round) -> Iterable[str]:
    """R32: before any card. Seats with the same fee are said together, the bank on its own."""
    if not round.fees or round.bank is None:
        return
    by_fee: dict[tuple[bool, int], list[Fee]] = {}
    for fee in round.fees:
        by_fee.setdefault((fee.seat != round.bank.seat, fee.amount), []).append(fee)
    amounts = []
    for (is_player, amount), fees in by_fee.items():
        seats = seats_words([fee.seat for fee in fees])
        each = "each of " if len(fees) > 1 else ""
        whose = _circles(round.terms, amount) if is_player else ", the bank"
        amounts.append(f"{dollars(amount)} from {each}{seats}{whose}")
    yield f"Take the collection before any card: {'; '.join(amounts)}."


def _circles(terms: Terms, amount: Cents) -> str:
    """How many betting circles a player's fee is for, where each costs one (R32)."""
    circles = amount // terms.flat_fee if terms.fee_per_circle and terms.flat_fee else 0
    return f", {circles} betting circle{'s' if circles > 1 else ''} at {dollars(terms.flat_fee)}" if circles else ""


def _unloaded(round: Round) -> Iterable[str]:
    """S3, 8: what is left in the shuffler goes to the rack as soon as the cards are out."""
    if round.shown == 0 and round.terms.procedure is Procedure.SHUFFLER:
        yield "Unload the shuffler: the cards left in it go to the discard rack unseen."


def _on_the_table(round: Round) -> Iterable[str]:
    """S3: cards are never taken away from the table; it is said with the deal."""
    if round.shown == 0:
        yield "Every card stays on the table: nobody takes theirs off it."


def _tucked(round: Round) -> Iterable[str]:
    """A fold leaves a bet in action that its own cards decide, such as Pairs (R25)."""
    for seat in round.seats:
        for bet in round.game.side_bets:
            if seat.folded and bet.is_tucked and bet.key in seat.stakes:
                felt = bet.spot.felt
                yield f"Seat {seat.number} folded: tuck its cards under the {felt} bet, which stays in action."


def _spread(round: Round) -> Iterable[str]:
    """R27: in California a folded hand is counted as it is collected, the next one clockwise from the bank."""
    if round.bank is None or due_seats(round):
        return
    if round.stage is Stage.PLAYING and not round.game.reveals[round.shown].dealer:
        return
    gone = {event.seat for event in round.settled if isinstance(event, FoldCollected | SeatSettled)}
    left = [seat.number for seat in round.seats if seat.folded and seat.number not in gone]
    if left:
        number = clockwise_after(round.bank.seat, left)[0]
        cards = NUMBERS[round.game.layout.own]
        spread = f"Spread the cards of seat {number} face down, count them, {cards}, and"
        if won := _won_by_fold(round, number):
            yield f"{spread} leave them at its {won[0].spot.felt}, which has won and is paid at its turn."
        else:
            yield f"{spread} put them into the discard rack."


def _shown(round: Round) -> Iterable[str]:
    """R27: in California a hand that plays is turned in the dealer's work area, and counted when it is settled."""
    if round.bank is None or is_settled(round):
        return
    settles = plan(round)[len(round.settled)]
    if isinstance(settles, SeatSettled) and settles.outcome is not Outcome.FOLD:
        cards = NUMBERS[round.game.layout.own]
        bring = f"Bring the cards of seat {settles.seat} into the work area and turn them"
        yield f"{bring}; settled, count them, {cards}, into the discard rack."


def _won_by_fold(round: Round, number: int) -> list[SideBet]:
    """The bets of a folded seat at which its cards stay on the felt: what it loses is collected with its other bets
    (R29)."""
    seat = round.seat(number)
    collected = [event for event in plan(round) if isinstance(event, FoldCollected) and event.seat == number]
    lost = {row.spot for event in collected for row in event.results}
    staked = () if seat is None else seat.stakes
    return [bet for bet in round.game.side_bets if bet.stays_face_up and bet.key in staked and bet.key not in lost]


def _face_up(round: Round) -> Iterable[str]:
    """Hands that stay face up until they are paid: those that won Trips or the like (S3) or trigger envy (R36)."""
    if is_settled(round):
        return
    to_come = plan(round)[len(round.settled) :]
    settles = to_come[0]
    seen = {event.seat for event in round.settled if isinstance(event, SeatSettled)}
    if isinstance(settles, SeatSettled):
        seen.add(settles.seat)
        won = {row.spot for row in settles.results if row.net > 0}
        for bet in round.game.side_bets:
            if bet.stays_face_up and bet.key in won:
                yield f"Leave the cards of seat {settles.seat} face up until its {bet.spot.felt} is paid."
    hits = {hit for event in to_come if isinstance(event, EnvyPaid) for hit in _hits(event)}
    for seat, line in sorted(hits):
        if seat in seen:
            words = f"Leave the {line_words(line)} of seat {seat} face up"
            yield f"{words} and lock up the other hands until the envy is paid."


def _hits(paid: EnvyPaid) -> Iterable[tuple[int, str]]:
    """The seats and lines that an envy is paid for, from its code: `envy 2:royal_flush, 4:straight_flush`."""
    code = paid.result.why.partition("+")[0]  # what a cap did to the amount comes after it
    for hit in code.removeprefix("envy ").split(", "):
        seat, _, line = hit.partition(":")
        yield int(seat), line
