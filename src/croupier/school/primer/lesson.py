"""A first round that is played by hand: three deals, every spot used in turn, every decision asked for.

A lesson keeps nothing. Where a learner stands follows from the words of what has been done so far, and the engine
plays it from there every time; so an address is a place in a lesson, and going back is going back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.rules.actions import Action
from croupier.rules.game import Game
from croupier.rules.round import Round, Stage, legal_actions
from croupier.rules.wagers import Stakes
from croupier.school.primer.scenes import (
    LEARNER,
    Goal,
    dealt,
    decided,
    extra,
    side_bets_of,
    stakes_of,
    twist,
)
from croupier.school.primer.words import primer

AGAIN: Final = "again"
DEAL: Final = "deal"


@dataclass(frozen=True, slots=True)
class Part:
    """One deal of a lesson: what it shows, the cards, and how it is played best."""

    goal: Goal
    seed: str
    line: tuple[Action, ...]
    placed: tuple[str, ...]
    """The words with which bets go down, in order: spots, or all base bets again."""
    side_bets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceOn:
    """A chip is to be put on a spot."""

    spot: str


@dataclass(frozen=True, slots=True)
class BetAgain:
    """The base bets are to be put down as before."""


@dataclass(frozen=True, slots=True)
class AskForCards:
    """Everything is down: the cards may come."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision of a street; `best` is the best play, as long as all before was played best."""

    legal: tuple[Action, ...]
    best: Action | None


@dataclass(frozen=True, slots=True)
class Settled:
    """The round is over."""


Asked: TypeAlias = PlaceOn | BetAgain | AskForCards | Decide | Settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where a learner stands: what lies on the felt, and what is asked next."""

    game: Game
    part: Part
    number: int
    did: tuple[str, ...]
    stakes: Stakes
    round: Round | None
    asked: Asked

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps of this deal are done, of how many if all is played best."""
        return len(self.did), max(len(self.did), len(self.part.placed) + 1 + len(self.part.line))


def parts(game: Game) -> tuple[Part, ...]:
    """The deals of a game's first round."""
    base = (game.base, *(spot.key for spot in game.before if spot.follows == game.base))
    deals = []
    for number, (goal, (seed, line)) in enumerate(
        zip((Goal.WIN, twist(game), extra(game)), primer(game).deals, strict=True)
    ):
        side_bets = side_bets_of(game, goal)
        first = base if number == 0 else (AGAIN,)
        deals.append(Part(goal, seed, game.parse_line(line), (*first, *side_bets), side_bets))
    return tuple(deals)


class NotInLesson(Refused):
    """Words that lead nowhere in a lesson."""


def moment(game: Game, number: int, did: Sequence[str]) -> Moment:
    """Where a learner stands who has done this in that deal."""
    deals = parts(game)
    if not 0 <= number < len(deals):
        raise NotInLesson(f"no deal {number + 1} in this lesson; it has {len(deals)}")
    part = deals[number]
    betting = (*part.placed, DEAL)
    for word, wanted in zip(did, betting, strict=False):
        if word != wanted:
            raise NotInLesson(f"{word!r} does not come next in this lesson; next comes {wanted!r}")
    down = _down(game, part, did[: len(part.placed)])
    round: Round | None = None
    if len(did) < len(betting):
        task = _bet_asked(part, did)
    else:
        round = dealt(game, stakes_of(game, part.side_bets), part.seed)
        for word in did[len(betting) :]:
            round = decided(round, game.parse_action(word))
        task = _asked(round, part, did[len(betting) :])
    return Moment(game=game, part=part, number=number, did=tuple(did), stakes=down, round=round, asked=task)


def _down(game: Game, part: Part, words: Sequence[str]) -> Stakes:
    """What lies on the felt before the deal."""
    whole = stakes_of(game, part.side_bets)
    base = {spot.key for spot in game.before if game.base in (spot.key, spot.follows)}
    there = {spot for word in words for spot in (base if word == AGAIN else (word,))}
    return Stakes({spot: amount for spot, amount in whole.items() if spot in there})


def _bet_asked(part: Part, did: Sequence[str]) -> Asked:
    if len(did) == len(part.placed):
        return AskForCards()
    word = part.placed[len(did)]
    return BetAgain() if word == AGAIN else PlaceOn(word)


def _asked(round: Round, part: Part, actions: Sequence[str]) -> Asked:
    if round.stage is not Stage.PLAYING:
        return Settled()
    best = tuple(map(str, part.line))
    on_it = tuple(actions) == best[: len(actions)]
    return Decide(legal_actions(round, LEARNER), part.line[len(actions)] if on_it else None)
