"""What a policy is worth, exactly: it is asked at every decision of the game, and every deal is played out so.

    judged = judge(policy, "three-card")
    judged.edge, judged.best, judged.mistakes

A policy takes observations, in the encoding that it learnt with, and masks of what is offered, one row each, and
answers one action a row. Nothing is
sampled. Decisions that are the same up to the names of the suits and the order of the cards are asked about once, and
the answer holds for all of them; in Let It Ride and Mississippi Stud the cards in sight are one set, whichever of them
are the player's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.gym.encoding import Encoding, encoding_of
from croupier.gym.observations import UNSEEN, observation_layout
from croupier.gym.offers import Mask, NotOffered, actions, most_actions, rules_of
from croupier.lab.games.let_it_ride import LetItRide, Rides
from croupier.lab.games.mississippi import MOST_DOWN, Decided, Mississippi
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.solve import Playable, playable
from croupier.lab.hands.cardsets import spread_classes
from croupier.lab.hands.starts import hole_cards, start_of_hole
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.solution_cache import cached_solution
from croupier.lab.solver import solver
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.six_games import SixGames
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import class_cards
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.rows import example_hands, possible
from croupier.rules.actions import Bet
from croupier.rules.game import Game

Policy: TypeAlias = Callable[[NDArray[Any], NDArray[np.int8]], NDArray[np.integer]]
_AT_ONCE = 500_000
"""How many decisions a policy is asked about in one go."""


@dataclass(frozen=True, slots=True)
class PolicyEdge:
    """The house's edge of the base bet: against the policy, and against the best play."""

    edge: Fraction
    best: Fraction

    @property
    def mistakes(self) -> Fraction:
        """What the policy gives up beyond the best play, in base bets a round."""
        return self.edge - self.best


def judge(policy: Policy, game: str = "uth", encoding: str = "numbers") -> PolicyEdge:
    """What a policy is worth over every deal of a game with its customary rules, beside the best play."""
    rules = rules_of(game, None)
    questions = _Questions(policy, rules.game, encoding_of(encoding, rules.game))
    match solver(rules.game):
        case UltimateTexasHoldem():
            return PolicyEdge(-play_out(_holdem(questions)).value(), cached_solution().edge)
        case SixGames() as known:
            return PolicyEdge(_played(questions, playable(rules.game)), known.solve().edge)
        case _:
            raise Refused(
                f"a policy for {rules.game.name} cannot be judged: the lab has no fast way to play all its deals; "
                "play rounds of one table instead, by gymnasium.make"
            )


def _played(questions: _Questions, playable: Playable) -> Fraction:
    """The house's edge against the policy, over every deal of one of the six games."""
    match playable:
        case OneDecision():
            return playable.play(_one_decision(questions, playable)).edge
        case LetItRide():
            return playable.play(_rides(questions)).edge
        case Mississippi():
            return playable.play(_streets(questions)).edge


@dataclass(frozen=True, slots=True)
class _Questions:
    """A policy that is asked about rows of cards."""

    policy: Policy
    game: Game
    encoding: Encoding

    def about(
        self, own: NDArray[np.integer], board: NDArray[np.integer], up: NDArray[np.integer], street: int, bets: int,
        masks: NDArray[np.int8] | None = None,
    ) -> NDArray[np.int64]:  # fmt: skip
        """The action at each row of cards, checked against what is offered there."""
        seen, many = observation_layout(self.game), len(own)
        if masks is None:
            masks = np.broadcast_to(self._offers(street), (many, most_actions(self.game)))
        answers = np.empty(many, np.int64)
        for start in range(0, many, _AT_ONCE):
            part = slice(start, min(start + _AT_ONCE, many))
            rows = np.full((part.stop - start, seen.size), UNSEEN, np.int8)
            rows[:, : seen.own] = own[part]
            rows[:, seen.own : seen.own + board.shape[1]] = board[part]
            rows[:, seen.board : seen.up] = up[part]
            rows[:, seen.up :] = street, bets
            offered = masks[part].copy()
            chosen = np.asarray(self.policy(self.encoding.rows(rows), offered))
            answers[part] = self._checked(chosen, masks[part], street)
        return answers

    def _offers(self, street: int) -> Mask:
        return (np.arange(most_actions(self.game)) < len(self.game.streets[street].offers)).astype(np.int8)

    def _checked(self, chosen: NDArray[np.integer], masks: NDArray[np.int8], street: int) -> NDArray[np.int64]:
        inside = (chosen >= 0) & (chosen < masks.shape[1])
        legal = inside & (np.take_along_axis(masks, np.where(inside, chosen, 0)[:, None], 1)[:, 0] == 1)
        if not legal.all():
            wrong = int(np.argmin(legal))
            raise NotOffered(int(chosen[wrong]), self.game.streets[street], masks[wrong].tolist())
        return chosen.astype(np.int64)


_NOTHING = np.zeros((1, 0), np.int8)


def _none(many: int) -> NDArray[np.int8]:
    return np.broadcast_to(_NOTHING, (many, 0))


def _holdem(questions: _Questions) -> Decisions:
    """What the policy does at the 169 starts, the 1,286,792 flops and the ten million rivers."""
    _, first = np.unique(start_of_hole(), return_index=True)
    starts, flops = hole_cards()[first], class_cards()
    multiples = np.array([getattr(action, "multiple", 0) for action in actions(questions.game.streets[0])], np.int8)
    before = questions.about(starts, _none(len(starts)), _none(len(starts)), 0, 2)
    on = questions.about(flops[:, :2], flops[:, 2:], _none(len(flops)), 1, 2)
    rivers = []
    for flush in (False, True):
        there = possible(flush=flush)
        hands = example_hands(flush=flush)[there]
        bets = np.zeros(there.shape, np.bool_)
        bets[there] = questions.about(hands[:, :2], hands[:, 2:], _none(len(hands)), 2, 2) == 1
        rivers.append(bets)
    return Decisions(preflop=multiples[before], flop=on == 1, river_plain=rivers[0], river_flush=rivers[1])


def _one_decision(questions: _Questions, playable: OneDecision) -> NDArray[np.uint8]:
    """A choice by hand and card that the dealer shows."""
    rows, up_cards = playable.duels.up.shape
    own = np.repeat(playable.duels.own, up_cards, axis=0)
    up = playable.duels.up.reshape(-1, 1) if playable.game.layout.up else _none(len(own))
    masks = np.stack([playable.allowed(choice) for choice in reversed(playable.choices)], axis=1).astype(np.int8)
    bets = playable.game.complete({playable.game.base: 1}).total
    chosen = questions.about(own, _none(len(own)), up, 0, bets, np.repeat(masks, up_cards, axis=0))
    # The solver counts from the largest bet on, an action from the most cautious choice.
    return (len(playable.choices) - 1 - chosen).astype(np.uint8).reshape(rows, up_cards)


def _by_set(questions: _Questions, size: int, street: int, bets: int, meaning: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is done with every set of cards in sight."""
    cards, own = seen_classes(size).cards, questions.game.layout.own
    chosen = questions.about(cards[:, :own], cards[:, own:], _none(len(cards)), street, bets)
    return spread_classes(cards, meaning[chosen]).astype(np.uint8)


def _rides(questions: _Questions) -> Rides:
    """Which three and which four cards ride; who decides about bet 2 has all three bets on the felt."""
    rides = np.array([0, 1], np.uint8)
    three, four = (_by_set(questions, size, street, 3, rides) for street, size in enumerate((3, 4)))
    return three == 1, four == 1


def _streets(questions: _Questions) -> Decided:
    """The bets by street, bets that are down, and cards in sight."""
    decided = []
    for street, size in enumerate((2, 3, 4)):
        table = np.zeros((MOST_DOWN, comb(52, size)), np.uint8)
        offers = actions(questions.game.streets[street])
        meaning = np.array([action.multiple if isinstance(action, Bet) else 0 for action in offers], np.uint8)
        for down in range(size - 1, 3 * size - 4):
            table[down] = _by_set(questions, size, street, down, meaning)
        decided.append(table)
    return decided[0], decided[1], decided[2]
