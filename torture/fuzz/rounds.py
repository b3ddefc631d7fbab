"""Whole rounds of every game to begin with: their text is what the notation's reader should understand."""

from __future__ import annotations

from random import Random

from croupier.games import RULE_SETS
from croupier.money import DOLLAR
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    OfferSeed,
    OpenRound,
    PlaceBets,
    TakeBank,
    decide,
    next_step,
)
from croupier.rules.events import Event
from croupier.rules.round import FINISHED, Round, due_seats, evolve, legal_actions
from croupier.rules.steps import DEAL
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import Stakes


def rounds(chance: Random) -> list[tuple[Event, ...]]:
    """A round under every rule set, with bets on what it offers."""
    return [_round(terms(rules), chance) for rules in RULE_SETS.values()]


def _round(at: Terms, chance: Random) -> tuple[Event, ...]:
    round: Round | None = None
    made: list[Event] = []

    def do(command: Command) -> Round:
        nonlocal round
        for event in decide(round, command):
            round = evolve(round, event)
            made.append(event)
        assert round is not None, "the first command opens it"
        return round

    now = do(OpenRound(round=f"{at.rules.name}/1", terms=at))
    if at.player_banked:
        do(Act(1, TakeBank(500 * DOLLAR)))
    for seat in (2, 5):
        stakes = {at.game.base: 10 * DOLLAR}
        for bet in at.game.side_bets:
            if bet.key in at.tables and all(spot in stakes for spot in bet.spot.needs):
                stakes[bet.key] = 5 * DOLLAR
        do(Act(seat, PlaceBets(at.game.complete(Stakes(stakes)))))
    now = do(Act(2, OfferSeed("seven black cats")))
    while now.stage not in FINISHED:
        if due := due_seats(now):
            now = do(Act(due[0], chance.choice(legal_actions(now, due[0]))))
            continue
        step = next_step(now)
        now = do(DealCards(tuple(chance.sample(at.game.deck, len(at.game.deck)))) if step == DEAL else step)
    return tuple(made)
