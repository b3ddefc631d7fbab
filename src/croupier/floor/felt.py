"""What a dealer enters at a table with real cards and chips: what players do, and cards as they are exposed (R58)."""

from __future__ import annotations

from typing import Final

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.seated import by_player, sit
from croupier.floor.staffing import freezes
from croupier.floor.table import Happening, PlayerStood, SeatNamed, Table, evolve
from croupier.rules import commands
from croupier.rules.law import Law
from croupier.rules.real_cards import cards_due
from croupier.rules.round import Stage, due_seats, is_waiting, legal_actions
from croupier.rules.round import evolve as evolve_round
from croupier.rules.seat import check_seat
from croupier.values import replace

_LONGEST_LABEL: Final = 40


def decide_felt(table: Table, order: orders.ByFelt, law: Law | None) -> tuple[Happening, ...]:
    """What a dealer enters where cards and chips are real (R58)."""
    if not table.real_cards:
        raise Refused(f"{table.name} deals its own cards, and its players act for themselves; nothing is entered here")
    match order:
        case orders.ForSeat(seat, asked):
            return _for_seat(table, seat, asked, law)
        case orders.ForAll(orders.UsualBets()):
            fresh = [seat for seat in table.usual if not table.has_wagers(seat)]
            if not fresh:
                raise Refused(f"no seat at {table.name} has usual bets that do not lie there already; enter bets")
            return tuple(event for seat in fresh for event in _for_seat(table, seat, orders.UsualBets(), law))
        case orders.ForAll(action):
            assert not isinstance(action, orders.UsualBets), "they were entered above"
            round = table.in_play
            due = () if round is None else due_seats(round)
            if not due:
                raise commands.WrongMoment(f"{action} for all", round)
            return tuple(event for seat in due for event in commands.decide(round, commands.Act(seat, action)))
        case commands.EnterCards():
            return with_reveal(table, order)
        case commands.CorrectCards():
            if table.paid:
                raise Refused("a meter has paid a win of this round; back it out before cards are corrected")
            return commands.decide(table.in_play, order)


def _for_seat(
    table: Table,
    seat: int,
    order: commands.SeatOrder | orders.PassBank | orders.Stand | orders.NameSeat | orders.UsualBets,
    law: Law | None,
) -> tuple[Happening, ...]:
    """What the player of a seat did. Who bets sits there; without a name they are called after the seat."""
    check_seat(seat)
    sitting = next((one for one in table.sittings if one.seat == seat), None)
    match order:
        case orders.NameSeat(name):
            check_label(name)
            if sitting is not None and table.has_wagers(seat):
                raise Refused(f"seat {seat} has wagers in play; its player is named between rounds")
            left = () if sitting is None else (PlayerStood(seat),)
            others = replace(table, sittings=tuple(one for one in table.sittings if one is not sitting))
            return *left, *sit(others, seat, name)
        case orders.UsualBets():
            if seat not in table.usual:
                raise Refused(f"seat {seat} has bet nothing yet; enter its bets")
            order = commands.PlaceBets(table.usual[seat])
    sat: tuple[Happening, ...] = ()
    if sitting is None and isinstance(order, commands.PlaceBets | commands.TakeBank):
        sat = sit(table, seat, nobodys(seat))
    elif sitting is None:
        raise Refused(f"nobody plays in seat {seat} at {table.name}; enter its bets first")
    elif isinstance(order, commands.PlaceBets | commands.TakeBank) and sitting.player != nobodys(seat):
        sat = (SeatNamed(seat, sitting.player),)
    for event in sat:
        table = evolve(table, event)
    return *sat, *by_player(table, order, seat, law)


def nobodys(seat: int) -> str:
    """What the player of a seat is called whose name nobody has entered. No account has such a name."""
    return f"seat {seat}"


def with_reveal(table: Table, order: commands.EnterCards | commands.CardOut) -> tuple[Happening, ...]:
    """Cards as they are exposed. With the last of a reveal they are shown, for they lie open already, unless the round
    waits for a supervisor."""
    round = table.in_play
    events = commands.decide(round, order)
    assert round is not None, "cards lie in a round"
    after = evolve_round(round, events[0])
    if table.called is not None and freezes(table.called):
        return events
    if cards_due(round) is None or is_waiting(round) or round.street is None or cards_due(after) is not None:
        return events
    step = commands.next_step(after)
    return (*events, *commands.decide(after, step)) if step in round.game.steps else events


def entry_due(table: Table) -> str:
    """What the dealer enters next, in words: bets, a decision, cards, or the step that comes."""
    round = table.in_play
    if round is None or round.stage is Stage.BETTING:
        return "nothing until a round is opened" if round is None else "bets of each seat, then lock"
    if (due := cards_due(round)) is not None:
        return due.words
    if seats := due_seats(round):
        offers = ", ".join(map(str, legal_actions(round, seats[0])))
        return f"the decision of seat {seats[0]}: {offers}"
    return f"the step {commands.next_step(round).word}"


def check_label(name: str) -> None:
    """Refuse what cannot stand for a player beside a seat."""
    if not name.isprintable() or len(name) > _LONGEST_LABEL or name.startswith("seat "):
        raise Refused(f"a player is called by 1 to {_LONGEST_LABEL} printable characters, not {name[:40]!r}")
