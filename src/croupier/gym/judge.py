"""What a policy is worth, exactly: it is asked at every decision of the game, and every deal is played out so.

    judged = judge(policy, "three-card")
    judged.edge, judged.best, judged.mistakes

A policy takes observations, in the encoding that it learnt with, and masks of what is offered, one row each, and
answers one action a row. Nothing is sampled. What the lab counts as one, because it is the same up to the names of the
suits and the order of the cards, is asked about once, and the answer holds for all of it; in Let It Ride and
Mississippi Stud the cards in sight are one set, whichever of them are the player's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.gym.encoding import Encoding, encoding_of
from croupier.gym.observations import UNSEEN, observation_layout
from croupier.gym.offers import Mask, NotOffered, actions, most_actions, rules_of
from croupier.lab.games.flushes import flushes
from croupier.lab.games.holdem_bonus import Played, holdem_bonus
from croupier.lab.games.let_it_ride import LetItRide, Rides
from croupier.lab.games.mississippi import MOST_DOWN, Decided, Mississippi
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.solve import Playable, playable
from croupier.lab.hands.cardsets import all_sets, spread_classes
from croupier.lab.hands.starts import hole_cards, start_of_hole
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.solution_cache import cached_solution
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import general_solution
from croupier.lab.solver.counting import HandToHand
from croupier.lab.solver.flushes import FlushesSolver
from croupier.lab.solver.general import General
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.holdem_bonus import HoldemBonusSolver
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
    questions, known = _Questions(policy, rules.game, encoding_of(encoding, rules.game)), solver(rules.game)
    match known:
        case UltimateTexasHoldem():
            return PolicyEdge(-play_out(_holdem(questions)).value(), cached_solution().edge)
        case SixGames():
            edge = _played(questions, playable(rules.game))
        case HoldemBonusSolver():
            edge = holdem_bonus().play(_optional_bets(questions)).edge
        case FlushesSolver():
            edge = flushes().play(_own_cards(questions) == 1).edge
        case _:
            edge = _counted(questions, general_solution(rules.game))
    return PolicyEdge(edge, known.solve().edge)


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


def _on_boards(
    questions: _Questions, boards: NDArray[np.uint8], street: int, bets: int, masks: NDArray[np.int8] | None = None
) -> NDArray[np.integer]:
    """The action by board and by set of own cards, 0 where they share a card; the masks are by set of own cards."""
    own = all_sets(questions.game.layout.own)
    chosen = np.zeros((len(boards), len(own)), np.int8)
    at_once = max(_AT_ONCE // len(own), 1)
    for start in range(0, len(boards), at_once):
        part = boards[start : start + at_once]
        there = ~(own[None, :, :, None] == part[:, None, None, :]).any(axis=(2, 3))
        row, hand = np.nonzero(there)
        offered = None if masks is None else masks[hand]
        chosen[start + row, hand] = questions.about(own[hand], part[row], _none(len(row)), street, bets, offered)
    return chosen


def _optional_bets(questions: _Questions) -> Played:
    """Who goes on, who bets on the flop, and who after the turn card without a bet on the flop and with one."""
    start, flop, turn = (classes(WHOLE, questions.game.board_at(street)).cards for street in range(3))
    goes_on = _on_boards(questions, start, 0, 1)[0] == 1
    later = [_on_boards(questions, turn, 2, bets) == 1 for bets in (3, 4)]
    return Played(goes_on, _on_boards(questions, flop, 1, 3) == 1, (later[0], later[1]))


def _own_cards(questions: _Questions) -> NDArray[np.int64]:
    """The action with every hand up to the names of the suits, where there is one decision."""
    own = classes(WHOLE, questions.game.layout.own).cards
    bets = questions.game.complete({questions.game.base: 1}).total
    return questions.about(own, _none(len(own)), _none(len(own)), 0, bets)


def _counted(questions: _Questions, solution: General) -> Fraction:
    """The house's edge against the policy, over every deal of a game that the lab counts from its value alone."""
    tree, decided = solution.tree, {}
    for way, (street, bet) in tree.ways.items():
        node, bets = tree.nodes[tree.follow(way)], bet // solution.payoffs.unit
        masks = _allowed(solution, street)
        chosen: NDArray[np.integer]
        if isinstance(solution.counting, HandToHand):
            counting = solution.counting
            own = np.repeat(counting.own, counting.columns, axis=0)
            up = counting.up.reshape(-1, 1) if questions.game.layout.up else _none(len(own))
            offered = None if masks is None else np.repeat(masks, counting.columns, axis=0)
            chosen = questions.about(own, _none(len(own)), up, street, bets, offered)
        else:
            chosen = _on_boards(questions, classes(solution.deck, node.board).cards, street, bets, masks)
        # A node counts its actions from the largest bet on, an observation from the most cautious choice.
        places = (len(node.actions) - 1 - chosen).astype(np.uint8)
        decided[tree.follow(way)] = places.reshape(solution.shape(tree.levels.index(node.board)))
    return solution.play(decided).edge


def _allowed(solution: General, street: int) -> NDArray[np.int8] | None:
    """What is offered, by own cards, where a street asks for them."""
    offers = actions(solution.game.streets[street])
    allowed = [solution.allowed(street, action) for action in offers]
    found = [one.ravel() for one in allowed if one is not None]
    if not found:
        return None
    masks = np.zeros((len(found[0]), most_actions(solution.game)), np.int8)
    for place, one in enumerate(allowed):
        masks[:, place] = 1 if one is None else one.ravel()
    return masks


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
