"""California: which fee from whom, who is offered the bank next, what the bank covers (R28 to R32)."""

from __future__ import annotations

from croupier.money import DOLLAR, dollars, signed_dollars
from croupier.rules.bank import MOST_ROUNDS, Bank, BankTurn, Coverage, offers, purse
from croupier.rules.collection import PLAYER_FEE, Schedule, action, collection
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.school.draw import Draw
from croupier.school.makers.settling import california
from croupier.school.question import Amounts, Choice, Picture, Question, Reason, SeatPicture, Slot
from croupier.school.rounds import drawn_seats, drawn_stakes, drawn_terms, table_facts

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eli", "Fay")


def fees(game: Game, draw: Draw) -> Question:
    """Which fee do you take from whom?"""
    rules = california(game)
    assert rules is not None, "asked only of a game that a player can bank"
    schedule = draw.pick(tuple(Schedule))
    at = drawn_terms(draw, rules, collection=schedule)
    bank = 1 + draw.below(6)
    stakes = [(seat, drawn_stakes(draw, at)) for seat in drawn_seats(draw, 1, 4, apart_from=bank)]
    due = {fee.seat: fee.amount for fee in collection(schedule, bank, stakes)}
    total = action([down for _, down in stakes])
    numbers = sorted([bank, *(seat for seat, _ in stakes)])
    laid = {
        seat: tuple((spot.felt, down.on(spot.key)) for spot in game.before if down.on(spot.key))
        for seat, down in stakes
    }
    bands = (
        f"the bank pays $1 up to $50 of action and $2 above, each player {dollars(PLAYER_FEE)}"
        if schedule is Schedule.ONE
        else "the bank pays $0.50 up to $50, $2 up to $300 and $3 above, the players nothing"
    )
    return Question(
        prompt="All bets are down, no card is out. Which fee do you take from each?",
        asks=Amounts(tuple(Slot(str(seat), f"Seat {seat}{', the bank' if seat == bank else ''}") for seat in numbers)),
        answer=tuple(signed_dollars(-due.get(seat, 0)) for seat in numbers),
        why=Reason(
            f"The action is Ante, Blind and Trips of all seats: {dollars(total)}. By schedule {schedule.value} "
            f"{bands}. A fee is flat, taken before any card, and never a share of a wager.",
            ("R32",),
        ),
        picture=Picture(
            facts=(*table_facts(at), ("Collection", f"schedule {schedule.value}"), ("Player-dealer", f"seat {bank}")),
            seats=tuple(SeatPicture(number=seat, wagers=laid[seat]) for seat, _ in stakes),
        ),
        game=game.key,
        rules=rules.name,
    )


NOBODY = "Nobody: no round is dealt"


def next_bank(game: Game, draw: Draw) -> Question:
    """To whom do you offer the bank first?"""
    seats = draw.some(SEATS, 1 + draw.below(5))
    seated = dict(zip(seats, draw.shuffled(PLAYERS), strict=False))
    if draw.once_in(3):
        # The last banker may have changed seat, or left it to somebody else.
        turn = BankTurn(1 + draw.below(6), draw.pick(PLAYERS), 1 + draw.below(MOST_ROUNDS))
    else:
        at = draw.pick(seats)
        turn = BankTurn(at, seated[at], 1 + draw.below(MOST_ROUNDS))
    order = offers(turn, seated)
    right = f"Seat {order[0]}, {seated[order[0]]}" if order else NOBODY
    times = "one round" if turn.rounds == 1 else f"{turn.rounds} rounds in a row"
    return Question(
        prompt="The next round is to be opened. To whom do you offer the bank first?",
        asks=Choice((*(f"Seat {seat}, {player}" for seat, player in sorted(seated.items())), NOBODY)),
        answer=(right,),
        why=Reason(
            f"{turn.player} has banked {times}. "
            + (
                f"Nobody banks more than {MOST_ROUNDS} in a row, whatever seat they sit in, so the offer passes "
                f"clockwise from seat {turn.seat}."
                if turn.rounds >= MOST_ROUNDS
                else "Who may go on is asked first; otherwise the offer passes clockwise."
            ),
            ("R31",),
        ),
        picture=Picture(
            facts=(
                ("Seated", ", ".join(f"{seat} {player}" for seat, player in sorted(seated.items()))),
                ("Last bank", f"{turn.player} in seat {turn.seat}, {times}"),
            )
        ),
        game=game.key,
    )


def covered(game: Game, draw: Draw) -> Question:
    """How much of this result does the bank still cover?"""
    bank = Bank(1 + draw.below(6), draw.pick((50, 100, 150, 200)) * DOLLAR, draw.pick(tuple(Coverage)))
    left, lines = purse(bank), []
    for _ in range(1 + draw.below(3)):
        result = draw.pick((-80, -50, -25, -10, 10, 25, 40, 75, 120)) * DOLLAR
        got, left = left.after(result)
        lines.append(f"{'paid' if result > 0 else 'taken'} {dollars(abs(got))}")
    result = draw.pick((-100, -60, -20, 20, 50, 100, 200)) * DOLLAR
    right, _ = left.after(result)
    wins = result > 0
    return Question(
        prompt=f"The bank has {', then '.join(lines)}. The next wager {'wins' if wins else 'loses'} "
        f"{dollars(abs(result))}. How much does the bank {'pay' if wins else 'take'}?",
        asks=Amounts((Slot("covered", "Covered by the bank", abs(result)),)),
        answer=(signed_dollars(right),),
        why=Reason(
            "By net coverage the bank's running result stays within its wager, and what it took pays later seats; by "
            "gross coverage every cent paid or taken uses up a cent of the wager. What is not covered goes back.",
            ("R29", "R30"),
        ),
        picture=Picture(
            facts=(("The bank's wager", dollars(bank.wager)), ("Coverage", bank.coverage.value)),
        ),
        game=game.key,
    )
