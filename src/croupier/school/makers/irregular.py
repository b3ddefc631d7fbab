"""Irregularities: a void, a clock that runs out, a player who leaves, cards to be counted (R19, R26, R27)."""

from __future__ import annotations

from croupier.money import dollars, signed_dollars
from croupier.rules.clock import gone, overdue
from croupier.rules.commands import VoidRound
from croupier.rules.deal import Procedure
from croupier.rules.events import Cause
from croupier.rules.game import Game
from croupier.rules.round import Round, due_seats, visible_board
from croupier.rules.rulesets import BankedBy
from croupier.school.draw import Draw
from croupier.school.question import Amounts, Choice, Picture, Question, Reason, Slot
from croupier.school.rounds import (
    dealt,
    decided,
    drawn_seats,
    drawn_stakes,
    drawn_terms,
    house_banked,
    opened,
    played,
    seat_picture,
    table_facts,
    turned,
)
from croupier.school.rulings import rulings_of


def _in_play(game: Game, draw: Draw, *, banked: bool = False) -> Round:
    """A round on some street, with some of its seats decided."""
    if banked:
        rules = next(rules for rules in game.rule_sets if rules.banked_by is BankedBy.PLAYER)
        at, bank = drawn_terms(draw, rules), (1 + draw.below(6), 50_000)
        seats = drawn_seats(draw, 2, 3, apart_from=bank[0])
        round = opened(at, {seat: drawn_stakes(draw, at) for seat in seats}, bank)
    else:
        rules = draw.pick(house_banked(game))
        links = rules.tables.get("progressive", ())
        at = drawn_terms(draw, rules, progressive=links if draw.once_in(2) else (), clock_s=30)
        round = opened(at, {seat: drawn_stakes(draw, at) for seat in drawn_seats(draw, 2, 3)})
    round = dealt(round, draw.deck(game.deck))
    for _ in range(draw.below(len(game.streets))):
        round = turned(decided(draw, round))
    return round


def _picture(round: Round, *facts: tuple[str, str]) -> Picture:
    return Picture(
        facts=(*table_facts(round.terms), ("Moment", round.stage_words), *facts),
        board=visible_board(round),
        seats=tuple(seat_picture(round, seat, cards=False) for seat in round.seats),
    )


def void(game: Game, draw: Draw) -> Question:
    """The shuffler jams: what goes back to each seat?"""
    banked = draw.once_in(3) and any(rules.banked_by is BankedBy.PLAYER for rules in game.rule_sets)
    round = _in_play(game, draw, banked=banked)
    played(round, [VoidRound("shuffler malfunction")])
    fees = {fee.seat: fee.amount for fee in round.fees}
    slots = [Slot(str(seat.number), f"Seat {seat.number}") for seat in round.seats]
    answer = [signed_dollars(seat.total + fees.get(seat.number, 0)) for seat in round.seats]
    fee_words = [f"seat {fee.seat} {dollars(fee.amount)}" for fee in round.fees]
    if round.bank is not None:
        slots.append(Slot("bank", f"Seat {round.bank.seat}, the bank"))
        answer.append(signed_dollars(round.bank.wager + fees.get(round.bank.seat, 0)))
    facts = [("Bank", f"seat {round.bank.seat}, {dollars(round.bank.wager)}")] if round.bank is not None else []
    facts += [("Fees collected", ", ".join(fee_words))] if fee_words else []
    return Question(
        prompt="The shuffler malfunctions and the round is void. How much goes back to each, all together?",
        asks=Amounts(tuple(slots)),
        answer=tuple(answer),
        why=Reason(
            "A void round never was: every wager goes back, the Progressive and the collection fees too, and the "
            "meters' contributions are reversed.",
            ("R26",),
        ),
        picture=_picture(round, *facts),
        game=game.key,
        rules=round.terms.rules.name,
    )


_DOES = {"check": "It checks", "fold": "It folds", "pull": "Its bet is pulled back", "ride": "Its bet stays"}
BACK, ALL_VOID = "Its bets go back and it is out of the round", "The round is void"


def clock(game: Game, draw: Draw) -> Question:
    """The clock runs out for a seat: what happens?"""
    round = _in_play_with_due(game, draw)
    number = draw.pick(due_seats(round))
    late = next(act for act in overdue(round, 0, 1) if act.seat == number)
    assert late.cause is Cause.CLOCK, "the clock decides, not the player"
    right = _DOES[str(late.order)]
    return Question(
        prompt=f"{round.stage_words.capitalize()}, seat {number} lets the table's clock run out. What happens?",
        asks=Choice((*sorted({right, *_DOES.values()}), BACK, ALL_VOID)),
        answer=(right,),
        why=Reason(
            "Who does not answer takes the choice that risks nothing more: that is the street's own.",
            ("R19", rulings_of(game).decision),
        ),
        picture=_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


def leaves(game: Game, draw: Draw) -> Question:
    """A player leaves in the middle of a round: what becomes of hand and wagers?"""
    round = _in_play_with_due(game, draw)
    number = draw.pick(due_seats(round))
    (act,) = gone(round, frozenset({number}))
    right = f"{_DOES[str(act.order)]}, and its wagers stay in play"
    wrong = [f"{words}, and its wagers stay in play" for words in _DOES.values()]
    return Question(
        prompt=f"{round.stage_words.capitalize()}, the player of seat {number} leaves the table. What do you do?",
        asks=Choice((*sorted({right, *wrong}), BACK, ALL_VOID)),
        answer=(right,),
        why=Reason(
            "Who leaves is treated like who does not answer, and stays responsible for the wagers.",
            ("R19", rulings_of(game).decision),
        ),
        picture=_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


def _in_play_with_due(game: Game, draw: Draw) -> Round:
    round = _in_play(game, draw)
    while not due_seats(round):
        round = _in_play(game, draw)
    return round


def counting(game: Game, draw: Draw) -> Question:
    """How many cards were never dealt? A round ends with all of them counted."""
    round = _in_play(game, draw)
    right = len(round.cards.rest)
    near = sorted({right, right - game.layout.own, right + game.layout.own, right + 1, right - 1})
    seats = len(round.seats)
    by_hand = round.terms.procedure is Procedure.HAND_HELD
    return Question(
        prompt=f"{seats} seats were dealt in, and the round is played to its end. How many cards are "
        f"{'left in your hand' if by_hand else 'left over'} when every other card is counted in?",
        asks=Choice(tuple(str(number) for number in near)),
        answer=(str(right),),
        why=Reason(
            f"{seats} times {game.layout.own} to the seats, {game.layout.dealer} to the dealer, {game.layout.board} to "
            f"the board: {len(game.deck) - right} dealt, {right} left, {len(game.deck)} in all. All are counted.",
            ("R27",),
        ),
        picture=_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )
