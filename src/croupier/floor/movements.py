"""Where the money goes: the transfers that each happening at a table makes.

Wagers lie in the seat's escrow from the bet until the round is over. Settlement moves losses out of it and
winnings into it; when the round ends, what lies there goes to the player in one movement. So a round can be
voided at any moment before that: nothing of it has reached anybody's purse yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import Final

from croupier.floor.choices.equipment import stamped
from croupier.floor.corrections import RoundCorrected
from croupier.floor.stacks import OF_STACKS, of_stack, with_names, with_stacks
from croupier.floor.staffing import since
from croupier.floor.table import OF_THE_ROUND, CardsDealt, Happening, Table, evolve
from croupier.ledger.accounts import CHIPS, Account, bank, escrow, fees, player, pool, stack, tray
from croupier.ledger.balances import net
from croupier.ledger.transfers import Transfer, TransferId
from croupier.money import Cents
from croupier.rules.collection import Fee, bank_fee
from croupier.rules.events import (
    Acted,
    BankTaken,
    BetReturned,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    CardsCorrected,
    CardsEntered,
    CardsShown,
    DecisionUndone,
    EnvyPaid,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundVoided,
    SeatSettled,
)
from croupier.rules.round import FINISHED, Round, Stage
from croupier.rules.round import evolve as evolve_round
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE, Stakes
from croupier.values import replace

_ANY_ACTION: Cents = 10**12


_SETTLED: Final = re.compile(r"\d/[^/]+/(won|lost)(/\d+)?")
"""What settlement calls its movements, after the round."""
_DEALT: Final = frozenset({CardsDealt, CardsShown, CardsEntered, CardsCorrected, FoldCollected, SeatSettled, EnvyPaid})
"""What the dealer of a round does: give cards out, show or enter them, settle bets."""
_STAFF: Final = "staff/"
_FREE: Final = frozenset({CardsShown, CardsDealt, CardsEntered, BetReturned, MeterWon})
"""What moves no money: cards cost nothing, a bet that is returned lies in escrow until the round is over, and the
meter's money moves with the claim, in the link's own entry."""


def movements(table: Table, round: Round, event: Happening, so_far: Iterable[Transfer]) -> Iterable[Transfer]:
    """The transfers that `event` makes at a table whose round stands as before it; the round has made `so_far`.

    An id says what its movement is for. Where it can happen several times in a round, the entry's version tells them
    apart.
    """
    match event:
        case Acted(seat, spot=spot, cents=cents):
            moved = _bet(table, round, seat, spot, cents) if cents else ()
            return _once_more(moved, so_far, table.version + 1) if round.terms.real_cards else moved
        case DecisionUndone(seat, spot, cents):
            undone = _bet(table, round, seat, f"{spot}/undone", -cents) if cents else ()
            return _once_more(undone, so_far, table.version + 1)
        case CardsCorrected():
            return tuple(_unsettled(round, so_far))
        case SeatSettled() | FoldCollected():
            won = _settled(table, round, event.seat, event.results)
            return _once_more(won, so_far, table.version + 1) if round.terms.real_cards else won
        case EnvyPaid(seat, result):
            won = _settled(table, round, seat, (result,))
            return _once_more(won, so_far, table.version + 1) if round.terms.real_cards else won
        case BetsPlaced(seat, stakes):
            return (*_taken_back(table, round, seat), *_put_down(table, round, seat, stakes))
        case BetsWithdrawn(seat):
            return _taken_back(table, round, seat)
        case BankTaken(taken):
            return _bank_taken(table, round, taken.seat, taken.wager)
        case BetsLocked(due):
            return (*_collected(table, round, due), *_accepted(table, round))
        case RoundEnded():
            return tuple(_paid_out(table, round, so_far))
        case RoundVoided():
            return tuple(_given_back(table, round, so_far))
        case _:
            return ()


def applied(
    table: Table | None, events: Iterable[Happening], time_ms: int, actor: str = ""
) -> tuple[Table, tuple[Transfer, ...]]:
    """The table after one entry of its stream by `actor`, and the money that the entry moves."""
    stood, round = table, None if table is None else table.round
    before, staff = ((), None) if table is None else (table.moved, table.staff)
    so_far = [*before]
    beside: list[Transfer] = []
    dealt = False
    for event in events:
        kind = type(event)
        dealt = dealt or kind in _DEALT
        if kind in OF_STACKS:
            assert table is not None, "seats are at a table"
            beside += of_stack(table, event, so_far[len(before) :])  # type: ignore[arg-type]  # it is one of these
        elif kind is RoundCorrected:
            assert table is not None, "a round was played at a table"
            # It is of an earlier round: were this one void, it would stand.
            beside += _corrected(table, event)  # type: ignore[arg-type]  # it is one
        if round is not None:
            assert table is not None, "a round is played at a table"
            if kind not in _FREE:
                so_far += movements(table, round, event, so_far)
            if kind in OF_THE_ROUND:
                # The table itself is made once, below, and not for each seat that is settled.
                round = evolve_round(round, event)  # type: ignore[arg-type]  # it is one of these
                continue
            if round is not table.round:
                table = replace(table, round=round)
        table = evolve(table, event)
        round = table.round
    assert table is not None, "an entry has at least one event"
    after = replace(
        table,
        round=round,
        version=table.version + 1,
        since_ms=time_ms if _waits_anew(stood, round, table.passed) else table.since_ms,
        moved=tuple(so_far) if round is not None and round.stage not in FINISHED else (),
        staff=table.staff if table.staff is staff else since(table.staff, time_ms),
    )
    if dealt and actor.startswith(_STAFF) and (name := actor.removeprefix(_STAFF)) not in after.dealers:
        after = replace(after, dealers=(*after.dealers, name))
    if stood is not None and after.equipment is not stood.equipment:
        after = replace(after, equipment=stamped(after.equipment, time_ms))
    if stood is not None and after.sittings is not stood.sittings:
        after = with_names(stood, after)
    moved = (*so_far[len(before) :], *beside)
    return with_stacks(stood, after, moved) if moved else after, moved


def _corrected(table: Table, event: RoundCorrected) -> tuple[Transfer]:
    """Between the tray and the player's account, what lies in front of them, or the chips that people carry."""
    house = tray(table.name)
    if any((one.seat, one.player) == (event.seat, event.player) and one.stack is not None for one in table.sittings):
        who = stack(table.name, event.seat)
    else:
        who = player(event.player) if event.player else CHIPS
    ends = (house, who) if event.cents > 0 else (who, house)
    id = TransferId(f"{event.round}/{event.seat}/corrected/{table.version + 1}")
    return (Transfer(id, *ends, abs(event.cents)),)


def _waits_anew(table: Table | None, round: Round | None, passed: frozenset[str]) -> bool:
    """Whether what a table waits for is another than before: the stage, street by street; while bets are open, whether
    anybody has bet, for the clock of the others begins with the first bet; and to whom the bank has been offered in
    vain."""
    was = None if table is None else table.round
    if table is None or was is None or round is None:
        return was is not round
    if was.stage is not round.stage or was.shown != round.shown or table.passed != passed:
        return True
    if round.stage is not Stage.BETTING:
        return False
    return bool(was.seats) is not bool(round.seats) or was.wants_bank is not round.wants_bank


def _purse(table: Table, round: Round, seat: int) -> Account:
    """Where a seat's wagers come from and go to: its player's account, the chips that people have (R58), or those in
    front of who is there by name."""
    if round.terms.real_cards:
        return CHIPS
    return player(table.player_at(seat)) if table.stack_of(seat) is None else stack(table.name, seat)


def _bet(table: Table, round: Round, seat: int, spot: str, cents: Cents) -> tuple[Transfer]:
    who, pot = _purse(table, round, seat), escrow(table.name, seat)
    if cents < 0:
        return (Transfer(TransferId(f"{round.id}/{seat}/{spot}/pulled"), pot, who, -cents),)
    return (Transfer(TransferId(f"{round.id}/{seat}/{spot}/bet"), who, pot, cents),)


def _once_more(moved: Iterable[Transfer], so_far: Iterable[Transfer], version: int) -> tuple[Transfer, ...]:
    """Movements of a round of which some have been made before and were taken back: those name the entry as well."""
    taken = {transfer.id for transfer in so_far}
    return tuple(one if one.id not in taken else replace(one, id=TransferId(f"{one.id}/{version}")) for one in moved)


def _unsettled(round: Round, so_far: Iterable[Transfer]) -> Iterable[Transfer]:
    """All that was settled goes back, the last first: the round is settled anew by the corrected cards."""
    done = {transfer.id for transfer in so_far}
    for one in reversed([*so_far]):
        is_settled = _SETTLED.fullmatch(one.id.removeprefix(f"{round.id}/")) is not None
        if is_settled and (back := TransferId(f"{one.id}/corrected")) not in done:
            yield Transfer(back, one.credit, one.debit, one.amount)


def _put_down(table: Table, round: Round, seat: int, stakes: Stakes) -> Iterable[Transfer]:
    who, pot, version = _purse(table, round, seat), escrow(table.name, seat), table.version + 1
    for spot in round.game.before:
        if amount := stakes.get(spot.key):
            yield Transfer(TransferId(f"{round.id}/{seat}/{spot.key}/bet/{version}"), who, pot, amount)
    if fee := round.terms.seat_fee(stakes):
        yield Transfer(TransferId(f"{round.id}/{seat}/fee/bet/{version}"), who, pot, fee)


def _taken_back(table: Table, round: Round, seat: int) -> Iterable[Transfer]:
    staked = round.seat(seat)
    if staked is None:
        return
    who, pot, version = _purse(table, round, seat), escrow(table.name, seat), table.version + 1
    for spot in round.game.before:
        if amount := staked.stakes.on(spot.key):
            yield Transfer(TransferId(f"{round.id}/{seat}/{spot.key}/undo/{version}"), pot, who, amount)
    if fee := round.terms.seat_fee(staked.stakes):
        yield Transfer(TransferId(f"{round.id}/{seat}/fee/undo/{version}"), pot, who, fee)


def _given_back(table: Table, round: Round, so_far: Iterable[Transfer]) -> Iterable[Transfer]:
    """R26: everything goes back. What each account is up or down by the round is moved straight home, first between a
    seat's escrow and its player. So a void asks nothing of a purse: what somebody has taken back already, by changing
    or pulling a bet, they may have spent since."""
    left = net(so_far)
    seats = [(escrow(table.name, seat.number), _purse(table, round, seat.number)) for seat in round.seats]
    up = [account for account, cents in left.items() if cents > 0]
    down = [account for account, cents in left.items() if cents < 0]
    number = count(1)
    for source, target in (*seats, *((source, target) for target in down for source in up)):
        amount = min(left.get(source, 0), -left.get(target, 0))
        if amount > 0:
            left[source] -= amount
            left[target] += amount
            yield Transfer(TransferId(f"{round.id}/void/{next(number)}"), source, target, amount)


def _bank_taken(table: Table, round: Round, seat: int, wager: Cents) -> Iterable[Transfer]:
    who, purse, version = _purse(table, round, seat), bank(table.name), table.version + 1
    if round.bank is not None:
        yield Transfer(TransferId(f"{round.id}/bank/undo/{version}"), purse, who, round.bank.wager)
    elif fee := _most_bank_fee(round.terms):
        yield Transfer(TransferId(f"{round.id}/bank/fee/{version}"), who, escrow(table.name, seat), fee)
    yield Transfer(TransferId(f"{round.id}/bank/bet/{version}"), who, purse, wager)


def _collected(table: Table, round: Round, due: tuple[Fee, ...]) -> Iterable[Transfer]:
    """The collection, out of what was set aside for it with the bets; what the bank set aside too much goes back."""
    left = _most_bank_fee(round.terms)
    for fee in due:
        yield Transfer(
            TransferId(f"{round.id}/{fee.seat}/fee"), escrow(table.name, fee.seat), fees(table.name), fee.amount
        )
        if round.bank is not None and fee.seat == round.bank.seat:
            left -= fee.amount
    if round.bank is not None and left:
        seat = round.bank.seat
        who = _purse(table, round, seat)
        yield Transfer(TransferId(f"{round.id}/bank/fee/back"), escrow(table.name, seat), who, left)


def _accepted(table: Table, round: Round) -> Iterable[Transfer]:
    """Progressive wagers are gone at the lock (R33): to the link's pool, which no table waits for."""
    for seat in round.seats:
        if wager := seat.stakes.on(PROGRESSIVE):
            assert table.link is not None, "only a table on a link takes progressive wagers"
            id = TransferId(f"{round.id}/{seat.number}/{PROGRESSIVE}")
            yield Transfer(id, escrow(table.name, seat.number), pool(table.link), wager)


def _most_bank_fee(terms: Terms) -> Cents:
    """The most that a bank can owe: how much depends on the action, which nobody knows before the lock."""
    return 0 if terms.collection is None else bank_fee(terms.collection, _ANY_ACTION)


def _settled(table: Table, round: Round, seat: int, results: Iterable[Result]) -> Iterable[Transfer]:
    pot = escrow(table.name, seat)
    other = tray(table.name) if round.bank is None else bank(table.name)
    for result in results:
        spot, net = result.spot, result.net
        if spot == PROGRESSIVE:
            if result.won:
                yield Transfer(TransferId(f"{round.id}/{seat}/{spot}/won"), other, pot, result.won)
        elif net > 0:
            yield Transfer(TransferId(f"{round.id}/{seat}/{spot}/won"), other, pot, net)
        elif net < 0:
            yield Transfer(TransferId(f"{round.id}/{seat}/{spot}/lost"), pot, other, -net)


def _paid_out(table: Table, round: Round, so_far: Iterable[Transfer]) -> Iterable[Transfer]:
    left = net(so_far)
    for seat in round.seats:
        pot = escrow(table.name, seat.number)
        if amount := left[pot]:
            to = _purse(table, round, seat.number)
            yield Transfer(TransferId(f"{round.id}/{seat.number}/paid"), pot, to, amount)
    if round.bank is not None and (amount := left[bank(table.name)]):
        to = _purse(table, round, round.bank.seat)
        yield Transfer(TransferId(f"{round.id}/bank/paid"), bank(table.name), to, amount)
