"""Lines: every way in which a seat can play a whole round, with one text form, such as `check check bet1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from croupier.errors import Refused
from croupier.rules.actions import FOLD, Action, Bet

if TYPE_CHECKING:
    from croupier.rules.game import Game

Lines: TypeAlias = Mapping[str, tuple[Action, ...]]


class StreetOffers(Protocol):
    """What a line needs to know of a street."""

    @property
    def offers(self) -> tuple[Action, ...]: ...

    @property
    def spot(self) -> str: ...


class NotALine(Refused):
    """A sequence of actions that no seat can play."""

    def __init__(self, text: object, lines: Lines) -> None:
        super().__init__(f"illegal line {text!r}; want one of {', '.join(map(repr, lines))}")
        self.text = text


def every_line(streets: Sequence[StreetOffers]) -> Lines:
    """Every way through these streets: one whose spot has been bet on asks no more, and nobody acts after a fold."""
    lines: list[tuple[Action, ...]] = []

    def go_on(so_far: tuple[Action, ...], bet_on: frozenset[str]) -> None:
        street = next((street for street in streets[len(so_far) :] if street.spot not in bet_on), None)
        if street is None or FOLD in so_far:
            lines.append(so_far)
            return
        for action in street.offers:
            go_on((*so_far, action), bet_on | {street.spot} if isinstance(action, Bet) else bet_on)

    go_on((), frozenset())
    return {" ".join(map(str, line)): line for line in lines}


def base_bets_at(game: Game, street: int) -> tuple[int, ...]:
    """How many base bets can lie there when a street is decided, the fewest first."""
    laid = sum(game.base in (spot.key, spot.follows) for spot in game.before)
    ways = {line[:street] for line in game.lines.values() if len(line) > street}
    return tuple(sorted({laid + sum(one.multiple for one in way if isinstance(one, Bet)) for way in ways}))


def check_base_bets(game: Game, street: int, down: int) -> None:
    """Refuse a number of base bets that cannot lie there when a street is decided."""
    there = base_bets_at(game, street)
    if down not in there:
        want = " or ".join(map(str, there))
        raise Refused(f"no {down} {game.by_key[game.base].felt}s can be down there; want {want}")
