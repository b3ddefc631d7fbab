"""A game as tables of numbers, for the kernels: what follows each decision, what may be done, what every end nets.

Nothing here knows a rule. The tree of decisions is walked with the engine's own seat, and the nets are asked of the
game's own settlement, once for every line, kind of hand and way in which the dealer's hand can compare with it.

A round's cards lie in a row: own, board, dealer's. So the player's hand is the beginning of the row, and the dealer's
is its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.errors import Refused
from croupier.gym.observations import ObservationLayout, observation_layout
from croupier.gym.offers import actions, mask_of, most_actions
from croupier.lab.games.one_decision import category_shift, grades_of
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.hands.evaluator import tables
from croupier.lab.solver import solver
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.holdem_bonus import HoldemBonusSolver
from croupier.lab.solver.six_games import SixGames
from croupier.rules.deal import deal
from croupier.rules.game import Game, Hands
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import settle_base
from croupier.rules.terms import Terms, terms

SEVEN = 7
OUTCOMES = 6
"""Whether the dealer plays (0 or 3), and whether the player's hand is better, as good, or worse (0, 1 or 2)."""
_BET = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """The tables of one rule set.

    places      where in the deck each card of the row lies
    street, bets, face_up   of each node of the tree: its street, base bets on the felt, board cards face up
    following   by node and action: the node that follows, or -1 - the line that ends the round
    masks       by node, kind of own hand (one for all where it does not matter) and action: 1 where it is offered
    end_bets    of each line, base bets on the felt at its end
    net         by line, kind of hand and outcome: what it nets, in base bets
    kind        of each grade, its kind
    own, dealer   the grade of every set of as many cards as the two hands have; nothing where they have seven
    qualifies   the lowest grade with which the dealer plays
    """

    game: Game
    observation: ObservationLayout
    places: NDArray[np.int64]
    street: NDArray[np.int8]
    bets: NDArray[np.int8]
    face_up: NDArray[np.int8]
    following: NDArray[np.int16]
    masks: NDArray[np.int8]
    end_bets: NDArray[np.int8]
    net: NDArray[np.float64]
    kind: NDArray[np.int64]
    own: NDArray[np.uint16]
    dealer: NDArray[np.uint16]
    qualifies: int

    @property
    def dealt(self) -> int:
        """How many cards a round has."""
        return len(self.places)

    @property
    def actions(self) -> int:
        """How many actions the widest street has."""
        return int(self.following.shape[1])


def many_at_once(game: Game) -> bool:
    """Whether many tables of a game can be played at once.

    The kernels look a hand up by its set of cards, and settle it by strengths alone: not every game is like that.
    """
    return isinstance(solver(game), UltimateTexasHoldem | SixGames | HoldemBonusSolver)


@cache
def plan_of(rules: RuleSet) -> TablePlan:
    """The tables of a rule set, worked out once in a process."""
    game, at = rules.game, terms(rules)
    if not many_at_once(game):
        raise Refused(
            f"many tables of {game.name} cannot be played at once: the lab has no fast way to rank and settle its "
            "hands; play one table, by gymnasium.make"
        )
    layout = game.layout
    nodes, following, lines = _tree(game)
    hand, dealers = layout.own + layout.board, layout.dealer and layout.dealer + layout.board
    strengths = strengths_of(game, hand)
    _, kind = np.unique(strengths >> (category_shift(game) - 4), return_inverse=True)
    plays = [game.qualifies is None or game.qualifies(int(strength)) for strength in strengths]
    qualifies = plays.index(True)
    own = _by_set(game, hand)
    streets = [len(seat.line) for seat in nodes]
    cards = deal(at.procedure, layout, [1], game.deck)
    return TablePlan(
        game=game,
        observation=observation_layout(game),
        places=np.array([*cards.own[1], *cards.board, *cards.dealer], np.int64),
        street=np.array(streets, np.int8),
        bets=np.array([seat.total // _BET for seat in nodes], np.int8),
        face_up=np.array([game.reveals[street - 1].board if street else 0 for street in streets], np.int8),
        following=following,
        masks=_masks(game, streets, own, kind),
        end_bets=np.array([seat.total // _BET for seat in lines], np.int8),
        net=np.stack([_nets(game, at, seat, strengths, kind, qualifies) for seat in lines]) / _BET,
        kind=kind.astype(np.int64),
        own=own,
        dealer=_by_set(game, dealers),
        qualifies=qualifies,
    )


def strengths_of(game: Game, cards: int) -> NDArray[np.int64]:
    """The strength behind each grade of the player's hand."""
    return tables().strength.astype(np.int64) if cards == SEVEN else grades_of(game, cards).strength


def _by_set(game: Game, cards: int) -> NDArray[np.uint16]:
    """The grade of every set of so many cards, where there is a table of them."""
    return np.zeros(0, np.uint16) if cards in (0, SEVEN) else grades_of(game, cards).of_set


def _tree(game: Game) -> tuple[list[Seat], NDArray[np.int16], list[Seat]]:
    """The seats that have to decide, what follows each of their actions, and the seats that have decided for good."""
    nodes, lines = [Seat(number=1, stakes=game.complete({game.base: _BET}))], list[Seat]()
    rows: list[list[int]] = []
    for seat in nodes:
        at = len(seat.line)
        street = game.streets[at]
        row = [0] * most_actions(game)
        for i, action in enumerate(actions(street)):
            after = acted(seat, action, street, bet_cents(seat, game, street, action))
            goes_on = at + 1 < len(game.streets) and is_due(after, game, at + 1)
            (nodes if goes_on else lines).append(after)
            row[i] = len(nodes) - 1 if goes_on else -len(lines)
        rows.append(row)
    return nodes, np.array(rows, np.int16), lines


def _masks(game: Game, streets: list[int], of_set: NDArray[np.uint16], kind: NDArray[np.int64]) -> NDArray[np.int8]:
    """What is offered, by node and by kind of hand where that matters."""
    size = most_actions(game)
    if all(street.allows is None for street in game.streets):
        return np.stack([mask_of(game.streets[at], game.streets[at].offers, size)[None] for at in streets])
    assert not game.layout.board, "what is allowed goes by the own cards, and these are the whole hand"
    example = np.zeros(int(kind.max()) + 1, np.int64)
    example[kind[of_set]] = np.arange(len(of_set))
    hands = [tuple(map(Card, row)) for row in all_sets(game.layout.own)[example].tolist()]
    return np.stack([[mask_of(game.streets[at], game.open_to(at, hand), size) for hand in hands] for at in streets])


def _nets(
    game: Game, at: Terms, seat: Seat, strengths: NDArray[np.int64], kind: NDArray[np.int64], qualifies: int
) -> NDArray[np.int64]:
    """What a decided seat nets, by kind of hand and outcome; 0 for what cannot be."""
    top = len(strengths) - 1
    nets = np.zeros((int(kind.max()) + 1, OUTCOMES), np.int64)
    for one in range(len(nets)):
        # Grades of one kind lie side by side.
        first, last = int(np.searchsorted(kind, one)), int(np.searchsorted(kind, one, "right")) - 1
        if not game.layout.dealer:
            nets[one] = _net(game, at, seat, int(strengths[first]), 0)
            continue
        # An example of each outcome: the grades of the player's hand and of the dealer's.
        examples = {
            0: (last, 0, min(last, qualifies) > 0),
            1: (first, first, first < qualifies),
            2: (first, qualifies - 1, first < qualifies - 1),
            3: (last, qualifies, qualifies < last),
            4: (last, last, last >= qualifies),
            5: (first, top, first < top),
        }
        for outcome, (mine, theirs, possible) in examples.items():
            if possible:
                nets[one, outcome] = _net(game, at, seat, int(strengths[mine]), int(strengths[theirs]))
    return nets


def _net(game: Game, at: Terms, seat: Seat, player: int, dealer: int) -> int:
    return sum(result.net for result in settle_base(game, seat, Hands(player, dealer, (), (), ()), at))
