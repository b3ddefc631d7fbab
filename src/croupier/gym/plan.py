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

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.gym.observations import ObservationLayout, deck_of, observation_layout
from croupier.gym.offers import actions, mask_of, most_actions
from croupier.lab.capabilities import NotCounted
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.solver.payoffs import Kinds, LooksAtCards, cells, kinds_of
from croupier.lab.solver.ranks import HandGrades, can_grade, hand_grades
from croupier.rules.deal import deal
from croupier.rules.game import Game, Hands
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import settle_base
from croupier.rules.terms import Terms, terms

_BET = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """The tables of one rule set.

    places      where in the deck each card of the row lies
    street, bets, face_up   of each node of the tree: its street, base bets on the felt, board cards face up
    following   by node and action: the node that follows, or -1 - the line that ends the round
    masks       by node, what the own hand allows (one for all where it does not matter) and action: 1 where offered
    allows      of each grade, what it allows
    end_bets    of each line, base bets on the felt at its end
    net         by line, kind of hand and outcome: what it nets, in base bets; an outcome is three times the band of
                the dealer's hand, and 0, 1 or 2 where the player's is better, as good or worse
    kind        of each grade, its kind: hands of one kind are settled alike
    bands       the grades at which the dealer's bands begin
    strength    of each grade, the game's own number
    own, dealer   the grade of every set of as many cards as the two hands have; nothing where they have seven
    """

    game: Game
    observation: ObservationLayout
    places: NDArray[np.int64]
    street: NDArray[np.int8]
    bets: NDArray[np.int8]
    face_up: NDArray[np.int8]
    following: NDArray[np.int16]
    masks: NDArray[np.int8]
    allows: NDArray[np.int64]
    end_bets: NDArray[np.int8]
    net: NDArray[np.float64]
    kind: NDArray[np.int64]
    bands: NDArray[np.int64]
    strength: NDArray[np.int64]
    own: NDArray[np.uint16]
    dealer: NDArray[np.uint16]

    @property
    def dealt(self) -> int:
        """How many cards a round has."""
        return len(self.places)

    @property
    def actions(self) -> int:
        """How many actions the widest street has."""
        return int(self.following.shape[1])


def many_at_once(game: Game) -> bool:
    """Whether the kernels have tables of what the hands of a game are worth. They settle by that alone, and a game that
    settles otherwise is refused when it is asked for."""
    layout = game.layout
    sizes = [many + layout.board for many in (layout.own, layout.dealer) if many]
    return len(deck_of(game)) == len(DECK) and all(can_grade(game, many) for many in sizes)


@cache
def plan_of(rules: RuleSet) -> TablePlan:
    """The tables of a rule set, worked out once in a process."""
    game = rules.game
    try:
        if many_at_once(game):
            return _plan(game, terms(rules))
        why = "the lab has no table of what its hands are worth"
    except NotCounted as refusal:
        why = str(refusal)
    except LooksAtCards:
        why = f"it {LooksAtCards.words}"
    raise Refused(
        f"many tables of {game.name} cannot be played at once by the kernels: {why}; play one table, by "
        "gymnasium.make, or several beside each other, by gymnasium.make_vec with vectorization_mode='sync'"
    )


def _plan(game: Game, at: Terms) -> TablePlan:
    layout = game.layout
    nodes, following, lines = _tree(game)
    own = hand_grades(game, layout.own, layout.board)
    dealer = hand_grades(game, layout.dealer, layout.board) if layout.dealer else own
    strength = np.union1d(own.strength, dealer.strength)
    kinds = kinds_of(game, tuple(strength.tolist()))
    own_grades = _by_set(game, own, strength)
    streets = [len(seat.line) for seat in nodes]
    masks, allows = _masks(game, streets, own_grades, len(strength))
    cards = deal(at.procedure, layout, [1], deck_of(game))
    return TablePlan(
        game=game,
        observation=observation_layout(game),
        places=np.array([*cards.own[1], *cards.board, *cards.dealer], np.int64),
        street=np.array(streets, np.int8),
        bets=np.array([seat.total // _BET for seat in nodes], np.int8),
        face_up=np.array([game.board_at(street) for street in streets], np.int8),
        following=following,
        masks=masks,
        allows=allows,
        end_bets=np.array([seat.total // _BET for seat in lines], np.int8),
        net=_nets(kinds, at, lines) / _BET,
        kind=kinds.kind,
        bands=np.array(kinds.bands, np.int64),
        strength=strength,
        own=own_grades,
        dealer=_by_set(game, dealer, strength) if layout.dealer else own_grades[:0],
    )


def _by_set(game: Game, grades: HandGrades, strength: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The grade of every set on the scale of both hands, where there is a table of them."""
    if grades.of_set is None:
        if len(grades.strength) != len(strength):
            raise NotCounted(f"own and dealer's hands of {game.name} have different numbers of cards")
        return np.zeros(0, np.uint16)
    return np.searchsorted(strength, grades.strength).astype(np.uint16)[grades.of_set]


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


def _masks(
    game: Game, streets: list[int], of_set: NDArray[np.uint16], grades: int
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """What is offered, by node and by what the own hand allows; and what each grade allows."""
    size = most_actions(game)
    if all(street.allows is None for street in game.streets):
        masks = np.stack([mask_of(game.streets[at], game.streets[at].offers, size)[None] for at in streets])
        return masks, np.zeros(grades, np.int64)
    if game.layout.board:
        raise NotCounted("what a street allows goes by the own cards, which are not the whole hand")

    def offered(number: int) -> list[list[int]]:
        own = tuple(map(Card, sets[number].tolist()))
        return [mask_of(game.streets[at], game.open_to(at, own), size).tolist() for at in streets]

    sets, example = all_sets(game.layout.own), np.zeros(grades, np.int64)
    example[of_set] = np.arange(len(of_set))
    by_grade = np.array([offered(number) for number in example.tolist()], np.int8)
    for number in np.random.default_rng(1).integers(0, len(sets), 500).tolist():
        if offered(number) != by_grade[of_set[number]].tolist():
            raise NotCounted("what a street allows goes by more than what the hand is worth")
    masks, allows = np.unique(by_grade, axis=0, return_inverse=True)
    return np.ascontiguousarray(masks.swapaxes(0, 1)), allows.ravel().astype(np.int64)


def _nets(kinds: Kinds, at: Terms, lines: list[Seat]) -> NDArray[np.int64]:
    """What the decided seats net, by line, kind of hand and outcome; 0 for what cannot be."""
    nets = np.zeros((len(lines), kinds.kinds, len(kinds.bands), 3), np.int64)
    for kind, band, how, player, dealer in cells(kinds):
        hands = Hands(player, dealer, (), (), ())
        for line, seat in enumerate(lines):
            nets[line, kind, band, how] = sum(result.net for result in settle_base(kinds.game, seat, hands, at))
    return nets.reshape(len(lines), kinds.kinds, -1)
