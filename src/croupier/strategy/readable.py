"""Strategies a person can learn: start hands, flop rules and river rules, as data.

`croupier.strategy.decide` turns one into decisions for the whole game, which the lab prices exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.hands import Category
from croupier.strategy.rules import (
    FewerOuts,
    FlopRule,
    FourFlush,
    HiddenPair,
    HighCard,
    MadeHand,
    OwnHand,
    RiverRule,
    hands_in,
)

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.strategy.games.strategy import GameStrategy


class NoSuchStrategy(Refused):
    """A name that no readable strategy has."""

    def __init__(self, name: object) -> None:
        super().__init__(f"no strategy {name!r}; there are {', '.join(STRATEGIES)}")
        self.name = name


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """A strategy in words: bet where any rule of the street fits, else check, or fold at the river."""

    game: ClassVar[str] = UTH.key
    name: str
    title: str
    source: str
    bet4: str
    flop: tuple[FlopRule, ...]
    river: tuple[RiverRule, ...]

    @property
    def words(self) -> tuple[str, str, str]:
        """What to remember, street by street."""
        flop = "; ".join(rule.words for rule in self.flop) or "never"
        river = "; ".join(rule.words for rule in self.river) or "never"
        before = "always" if len(hands_in(self.bet4)) == _STARTS else self.bet4
        return f"Bet 4x: {before}.", f"Bet 2x: {flop}.", f"Bet 1x: {river}. Else fold."

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The words as a page prints them: a line for each street."""
        return self.words

    def to_dict(self) -> dict[str, Any]:
        before, flop, river = self.words
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "bet4": list(hands_in(self.bet4)),
            "words": {"before": before, "flop": flop, "river": river},
        }


_STARTS = 169
_BEST_STARTS = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"

WIZARD = Readable(
    name="wizard",
    title="The Wizard of Odds' simple strategy",
    source="Michael Shackleford, wizardofodds.com; published cost 2.43 % of the Ante",
    bet4=_BEST_STARTS,
    flop=(MadeHand(Category.TWO_PAIR), HiddenPair("3"), FourFlush("T")),
    river=(OwnHand(), FewerOuts(21)),
)

HOUSE = Readable(
    name="house",
    title="The house's own: as easy, and cheaper",
    source="ours: the Wizard's, without betting on three of a kind that lies on the board",
    bet4=_BEST_STARTS,
    flop=(HiddenPair("3"), MadeHand(Category.STRAIGHT), FourFlush("T")),
    river=(FewerOuts(21),),
)

POCKET = Readable(
    name="pocket",
    title="Nothing to count",
    source="ours, for the back of a hand",
    bet4="22+ A2s+ A2o+ K2s+ K2o+",
    flop=(HiddenPair(), MadeHand(Category.STRAIGHT)),
    river=(OwnHand(), HighCard("J")),
)

FOUR_ALWAYS = Readable(
    name="always-4x",
    title="4x without looking",
    source="a mark to measure others by",
    bet4="22+ " + " ".join(f"{rank}2s+ {rank}2o+" for rank in "3456789TJQKA"),
    flop=(),
    river=(),
)

STRATEGIES: Mapping[str, Readable] = MappingProxyType(
    {strategy.name: strategy for strategy in (WIZARD, HOUSE, POCKET, FOUR_ALWAYS)}
)


def readable(name: str) -> Readable:
    """The readable strategy of that name."""
    try:
        return STRATEGIES[name]
    except (KeyError, TypeError):
        raise NoSuchStrategy(name) from None


def named(game: Game, names: Iterable[str]) -> list[Readable | GameStrategy]:
    """The strategies of those names that a person can learn, as a game's `teaching` names them."""
    known: dict[str, Readable | GameStrategy] = {one.name: one for one in STRATEGIES.values() if one.game == game.key}
    if not known:
        # The others come with the lab's compiler: who asks for these does not load it.
        from croupier.strategy.games.readable import readable

        return [readable(game, name) for name in names]
    return [known[name] for name in names]
