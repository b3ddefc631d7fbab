"""The settlement of a whole round, in the order in which a dealer does it.

Banked by the house: where the dealer does not qualify, a first pass returns the bets that the game says (R21); then
each seat in the table's order; envy and meter pays last. Banked by a player: what folds lose is collected first, while
the bank's cards still lie face down; then each seat clockwise from the bank, as far as the bank covers (R29, R30).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

from croupier.hands import Strength
from croupier.money import Cents, dollars
from croupier.rules.bank import Bank, clockwise_after, purse
from croupier.rules.deal import Deal
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.game import Hands
from croupier.rules.paytables import line_words
from croupier.rules.round import Round, Stage, is_waiting
from croupier.rules.seat import Seat
from croupier.rules.settlement import (
    Result,
    depends_on_own_cards,
    meter_pay,
    outcome,
    progressive_hit,
    settle,
    settle_base,
)
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE

RIGHT_TO_LEFT = (6, 5, 4, 3, 2, 1)


def plan(round: Round) -> tuple[Settled, ...]:
    """Everything that settling this round does, in order. Every live seat must have decided.

    With real cards it is right as far as they are known: of a seat whose cards are still to be entered it has only what
    a first pass returns.
    """
    global _latest
    # A settlement is pressed seat by seat and asked for several times at each. It does not depend on how far it is.
    asked = (round.deal, round.seats, round.bank, round.terms)
    known, answer = _latest
    if all(map(is_, asked, known)):
        return answer
    answer = _plan(round)
    _latest = asked, answer
    return answer


_latest: tuple[tuple[Deal | None, tuple[Seat, ...], Bank | None, Terms | None], tuple[Settled, ...]]
_latest = (None, (), None, None), ()


def _plan(round: Round) -> tuple[Settled, ...]:
    cards, dealer, board = round.cards, round.dealer_strength, round.cards.board
    size = round.game.layout.own
    hands = {
        number: Hands(
            player=round.strength_of(own, size), dealer=dealer, own=own, dealer_cards=cards.dealer, board=board
        )
        for number, own in cards.own.items()
    }
    results = {
        seat.number: (settle if _is_known(round, seat) else _unlooked)(seat, hands[seat.number], round.terms)
        for seat in round.seats
    }
    if round.bank is not None:
        return _player_banked(round, round.bank, hands, results)
    envy = _envy(round, hands)
    if round.terms.aggregate_cap is not None:
        results, envy = _capped(round.terms.aggregate_cap, results, envy)
    return _house_banked(round, dealer, hands, results, envy)


def _is_known(round: Round, seat: Seat) -> bool:
    """Whether the cards that decide a seat's wagers are known; where nobody enters cards, all of them are."""
    terms, own = round.terms, round.game.layout.own
    return not terms.real_cards or len(seat.cards or ()) == own or not depends_on_own_cards(seat, terms)


def _unlooked(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """What becomes of a seat before its hand is looked at: the bet that a first pass returns (R21)."""
    spot = terms.game.returned_first
    return [] if spot is None else [row for row in settle_base(terms.game, seat, hands, terms) if row.spot == spot]


def folds_due(round: Round) -> bool:
    """Whether a folded seat is to be collected before the player-dealer's cards are turned (R29)."""
    if not round.terms.folds_first or round.stage is not Stage.PLAYING or is_waiting(round):
        return False
    return round.game.reveals[round.shown].dealer and len(round.settled) < sum(seat.folded for seat in round.seats)


def is_settled(round: Round) -> bool:
    """Whether every seat has been settled; envy and meter pays happen with the last one."""
    return sum(isinstance(event, SeatSettled) for event in round.settled) == len(round.seats)


def next_of(to_come: tuple[Settled, ...]) -> tuple[Settled, ...]:
    """The next step of a plan: one pass at one seat. What follows the last seat comes with it."""
    last = not any(isinstance(event, SeatSettled) for event in to_come[1:])
    return to_come if last else to_come[:1]


def _house_banked(
    round: Round, dealer: Strength, hands: dict[int, Hands], results: dict[int, list[Result]], envy: dict[int, Result]
) -> tuple[Settled, ...]:
    order = _in_order(round.seats, round.terms.settling_order or RIGHT_TO_LEFT)
    events: list[Settled] = []
    early = _returned_first(round, dealer, results)
    events += [BetReturned(seat.number, early[seat.number]) for seat in order if seat.number in early]
    for seat in order:
        number = seat.number
        mine, rows, returned = hands[number], results[number], early.get(number)
        how = outcome(seat, mine, rows, round.terms)
        second_pass = rows if returned is None else [row for row in rows if row is not returned]
        events.append(SeatSettled(number, mine.player, how, _bets_in_order(second_pass, round.terms.bet_order)))
    events += [EnvyPaid(seat.number, envy[seat.number]) for seat in order if seat.number in envy]
    for seat in _in_order(_on_the_link(round), round.terms.meter_order):
        owed = meter_pay(seat, hands[seat.number], round.terms)
        if owed is not None:
            events.append(MeterWon(seat.number, *owed, seat.stakes.on(PROGRESSIVE)))
    return tuple(events)


def _returned_first(round: Round, dealer: Strength, results: dict[int, list[Result]]) -> dict[int, Result]:
    """R21: what a first pass gives back, by seat, when the dealer does not qualify: every live bet on one spot."""
    game = round.terms.game
    if game.returned_first is None or game.qualifies is None or game.qualifies(dealer):
        return {}
    return {
        seat.number: row
        for seat in round.seats
        if not seat.folded
        for row in results[seat.number]
        if row.spot == game.returned_first
    }


def _bets_in_order(rows: list[Result], order: tuple[str, ...] | None) -> tuple[Result, ...]:
    """R5: the results of a seat in the order in which the house resolves its bets."""
    if order is None:
        return tuple(rows)
    return tuple(sorted(rows, key=lambda row: order.index(row.spot) if row.spot in order else len(order)))


def _in_order(seats: Iterable[Seat], order: tuple[int, ...]) -> list[Seat]:
    return sorted(seats, key=lambda seat: order.index(seat.number))


def _on_the_link(round: Round) -> list[Seat]:
    """The seats with a progressive wager, as far as their cards are known."""
    return [seat for seat in round.seats if PROGRESSIVE in seat.stakes and _is_known(round, seat)]


def _envy(round: Round, hands: dict[int, Hands]) -> dict[int, Result]:
    """R36: each seat with a progressive wager gets the envy of every other seat's hit."""
    seats = _on_the_link(round)
    if not seats or PROGRESSIVE not in round.terms.tables:
        return {}
    pays = round.terms.table(PROGRESSIVE).envy
    if not pays:
        return {}
    hits: list[tuple[int, str]] = []
    for seat in seats:
        hit = progressive_hit(seat, hands[seat.number], round.terms)
        if hit is not None and hit[0] in pays:
            hits.append((seat.number, hit[0]))
    envy: dict[int, Result] = {}
    for seat in seats:
        envied = [(number, line) for number, line in hits if number != seat.number]
        if envied:
            # Envy is dollars for each dollar of the wager, so the envy's dollars times the wager's cents are cents.
            amount = sum(pays[line] for _, line in envied) * seat.stakes.on(PROGRESSIVE)
            reason = ", ".join(f"seat {number}'s {line_words(line)}" for number, line in envied)
            why = "envy " + ", ".join(f"{number}:{line}" for number, line in envied)
            envy[seat.number] = Result(ENVY, 0, amount, why, reason)
    return envy


def _capped(
    cap: Cents, results: dict[int, list[Result]], envy: dict[int, Result]
) -> tuple[dict[int, list[Result]], dict[int, Result]]:
    """R12: all that the tray pays, cut in proportion to the cap; odd cents go to the lowest seat first.

    Meter pays are not the tray's money and stay whole.
    """
    by_seat = {number: [*rows, *([envy[number]] if number in envy else [])] for number, rows in results.items()}
    winnings = [(number, i, row.won) for number in sorted(by_seat) for i, row in enumerate(by_seat[number]) if row.won]
    total = sum(won for _, _, won in winnings)
    if total <= cap:
        return results, envy
    shares = [won * cap // total for _, _, won in winnings]
    odd = cap - sum(shares)
    for nth, (number, i, won) in enumerate(winnings):
        share = shares[nth] + (1 if nth < odd else 0)
        row = by_seat[number][i]
        by_seat[number][i] = row.changed(row.net - won + share, "capped", ", cut by the table's cap")
    return (
        {number: [row for row in rows if row.spot != ENVY] for number, rows in by_seat.items()},
        {number: row for number, rows in by_seat.items() for row in rows if row.spot == ENVY},
    )


def _player_banked(
    round: Round, bank: Bank, hands: dict[int, Hands], results: dict[int, list[Result]]
) -> tuple[Settled, ...]:
    clockwise = [round.seat(number) for number in clockwise_after(bank.seat, [seat.number for seat in round.seats])]
    order = [seat for seat in clockwise if seat is not None]
    left = purse(bank)

    def covered(rows: list[Result]) -> tuple[Result, ...]:
        """The results as far as the bank covers them; what it cannot cover goes back to the player."""
        nonlocal left
        covered_rows = []
        for row in rows:
            net, left = left.after(row.net)
            if net == row.net:
                covered_rows.append(row)
            else:
                part = f"the bank covers {dollars(abs(net))} of it" if net else "not covered by the bank, returned"
                covered_rows.append(row.changed(net, "part_covered" if net else "not_covered", f"; {part}"))
        return tuple(covered_rows)

    events: list[Settled] = []
    for seat in order:
        if seat.folded:
            lost = [row for row in results[seat.number] if row.net < 0]
            events.append(FoldCollected(seat.number, covered(lost)))
    for seat in order:
        mine, rows = hands[seat.number], results[seat.number]
        if seat.folded:
            rows = [row for row in rows if row.net >= 0]
        how = outcome(seat, mine, results[seat.number], round.terms)
        events.append(SeatSettled(seat.number, mine.player, how, covered(rows)))
    return tuple(events)
