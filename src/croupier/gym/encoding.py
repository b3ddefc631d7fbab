"""What a player sees, as a network can use it: every number means more or less of one thing, and none is a code.

    own, board, up   for each of them: a plane of the deck with a 1 for every card in sight, and behind it how many
                     cards there are of each rank
    hand             for each category of the game's ranking, the worst first: 1 if the cards in sight are more than
                     that, the place among the hands of that category if they are one, else 0
    street           a 1 at the street that decides
    bets             base bets on the felt, as a share of the most there can be

Names of suits and the order of cards mean nothing in a game whose suits are alike, so what differs in these alone is
encoded alike: the suits of a plane are ordered by how many cards of them are in sight, then by which. `hand` is there
where a street decides with enough cards for a hand of the ranking, and the lab can say what so many cards are worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS, SUITS
from croupier.errors import Refused
from croupier.gym.kernels import lay_out
from croupier.gym.observations import ObservationLayout, Row, observation_layout
from croupier.lab.capabilities import NotCounted
from croupier.lab.kernel import spread
from croupier.lab.solver.ranks import HandGrades, hand_grades, suits_are_plain
from croupier.rules.game import Game

_RANKS, _SUITS = len(RANKS), len(SUITS)
_CHUNK = 8192
"""Rows that one core encodes in one go."""


class Encoding(Protocol):
    """A way to write observations."""

    @property
    def space(self) -> spaces.Box:
        """The space of one observation."""

    def rows(self, seen: Row) -> NDArray[Any]:
        """Observations, from rows of numbers as `ObservationLayout` has them."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Observations as they are: cards from 0 on, street and bets."""

    layout: ObservationLayout

    @property
    def space(self) -> spaces.Box:
        return self.layout.space()

    def rows(self, seen: Row) -> NDArray[Any]:
        return seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Observations for networks.

    parts   where each part lies, by its name
    plain   whether the names of the suits mean nothing
    hands   by number of own and board cards in sight, their grades, and by grade what `hand` holds
    """

    layout: ObservationLayout
    parts: Mapping[str, slice]
    plain: bool
    hands: Mapping[int, tuple[HandGrades, NDArray[np.float32]]]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return int(self.parts["bets"].stop)

    @property
    def space(self) -> spaces.Box:
        most = np.ones(self.size, np.float32)
        for start, stop, part in self._groups().tolist():
            most[part + self.layout.deck :][:_RANKS] = min(stop - start, _SUITS)
        return spaces.Box(np.zeros_like(most), most, dtype=np.float32)

    def rows(self, seen: Row) -> NDArray[np.float32]:
        layout, every = self.layout, np.arange(len(seen))
        features = np.zeros((len(seen), self.size), np.float32)
        seen = np.ascontiguousarray(seen)

        def work(start: int, stop: int) -> None:
            lay_out(start, stop, seen, self._groups(), layout.deck, self.plain, features)

        spread(work, len(seen), _CHUNK)
        in_sight = (seen[:, : layout.board] >= 0).sum(axis=1)
        for many, (grades, ladder) in self.hands.items():
            there = every[in_sight == many]
            features[there, self.parts["hand"]] = ladder[grades.of(seen[there, :many])]
        street = seen[:, layout.up].astype(np.int64)
        # A row of a table at which no round has ended holds nothing, and stays so.
        decides = every[(street >= 0) & (street < layout.streets)]
        features[decides, self.parts["street"].start + street[decides]] = 1
        features[:, self.parts["bets"].start] = np.maximum(seen[:, layout.up + 1], 0) / layout.most
        return features

    def _groups(self) -> NDArray[np.int64]:
        """Of each group of cards: where it begins and ends in a row of numbers, and where its part begins."""
        groups = self.layout.groups
        return np.array([(*groups[name], self.parts[name].start) for name in groups if name in self.parts], np.int64)


@cache
def features(game: Game) -> Features:
    """The features of a game, worked out once in a process."""
    layout, hands = observation_layout(game), _hands(game)
    # Cards of the board that are turned when nothing is left to decide are of no use to anybody.
    of_use = layout.groups if game.board_at(len(game.streets) - 1) else layout.groups.keys() - {"board"}
    widths = {name: layout.deck + _RANKS for name in layout.groups if name in of_use}
    if hands:
        widths["hand"] = next(iter(hands.values()))[1].shape[1]
    widths |= {"street": layout.streets, "bets": 1}
    ends = np.cumsum([0, *widths.values()]).tolist()
    parts = {name: slice(*ends) for name, ends in zip(widths, pairwise(ends), strict=True)}
    return Features(layout=layout, parts=parts, plain=suits_are_plain(game), hands=hands)


def _hands(game: Game) -> dict[int, tuple[HandGrades, NDArray[np.float32]]]:
    """The grades of as many cards as are in sight on the streets that see a whole hand."""
    if observation_layout(game).deck != len(DECK):
        return {}  # the lab's tables are of fifty-two cards
    own, known = game.layout.own, dict[int, HandGrades]()
    for board in {game.board_at(street) for street in range(len(game.streets))}:
        if own + board >= game.ranking.least:
            try:
                known[own + board] = hand_grades(game, own, board)
            except NotCounted:
                continue
    categories = [[game.ranking.category(int(one)).key for one in grades.strength] for grades in known.values()]
    lowest: dict[str, int] = {}
    for grades, keys in zip(known.values(), categories, strict=True):
        for key, strength in zip(keys, grades.strength.tolist(), strict=True):
            lowest[key] = min(strength, lowest.get(key, strength))
    columns = sorted(lowest, key=lambda key: lowest[key])
    return {
        many: (grades, _ladder(keys, columns)) for (many, grades), keys in zip(known.items(), categories, strict=True)
    }


def _ladder(keys: Sequence[str], columns: Sequence[str]) -> NDArray[np.float32]:
    """By grade, how far a hand has come through each category: 0 to 1."""
    column = np.array([columns.index(key) for key in keys])
    ladder = (np.arange(len(columns)) < column[:, None]).astype(np.float32)
    for at in range(len(columns)):
        here = np.flatnonzero(column == at)
        ladder[here, at] = np.arange(1, len(here) + 1) / max(len(here), 1)
    return ladder


ENCODINGS: Final = ("numbers", "features")


def encoding_of(name: str, game: Game) -> Encoding:
    """The encoding of that name."""
    match name:
        case "numbers":
            return Numbers(observation_layout(game))
        case "features":
            return features(game)
        case _:
            raise Refused(f"no encoding {name!r}; there are {', '.join(map(repr, ENCODINGS))}")
