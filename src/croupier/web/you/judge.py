"""The judge: what decisions were worth, asked of the lab's worker and kept in mind.

A verdict is a function of what was in sight, so it is worked out once, whoever decided; the event loop only hands
questions over and takes answers. Where a game has to be learnt first, the worker says how far it is with that.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from croupier.cards import cards_text
from croupier.floor.history.decisions import Decision
from croupier.games import GAMES
from croupier.lab.solved import check_countable, is_learnt_first
from croupier.rules.game import Game
from croupier.web.lab.worker import LabWorker

_KEPT: Final = 200_000
_BATCH: Final = 400
_SLOW_BATCH: Final = 20
"""What is dealt out takes up to a tenth of a second each; others' questions come between."""


class Position(NamedTuple):
    """What was in sight at a decision, as it is asked for and found again."""

    game: str
    own: str
    board: str
    up: str
    seen: str
    down: int | None
    tables: tuple[tuple[str, str], ...]

    def asked(self) -> dict[str, Any]:
        """The question for the worker."""
        return {**self._asdict(), "tables": dict(self.tables)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a position's choices are worth in base bets, best first, and what else there is to say of it."""

    choices: Mapping[str, Fraction]
    strategies: Mapping[str, str]
    kind: str
    rule: str

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    def cost(self, choice: str) -> Fraction:
        """What a choice gives up, in base bets."""
        return self.choices[self.best] - self.choices[choice]


def position_of(decision: Decision, *, looking: bool = False) -> Position:
    """What was in sight at a decision; with `looking`, also the others' cards where those lay face up (R17).

    The order of cards that came together means nothing.
    """
    game, terms = decision.terms.rules.game, decision.terms
    own, seen = tuple(sorted(decision.own)), tuple(sorted(decision.seen)) if looking and terms.face_up else ()
    return Position(
        game=game.key,
        own=cards_text(own),
        board=cards_text(tuple(sorted(decision.board))),
        up=cards_text(decision.up),
        seen=cards_text(seen),
        down=decision.down,
        tables=tuple((bet, terms.tables[bet]) for bet in game.base_tables),
    )


class Judge:
    """Verdicts, worked out once each."""

    def __init__(self, lab: LabWorker) -> None:
        self._lab = lab
        self._known: OrderedDict[Position, Verdict] = OrderedDict()
        self._titles: dict[str, dict[str, str]] = {}

    def known(self, position: Position) -> Verdict | None:
        """The verdict on a position, if it has been asked for."""
        return self._known.get(position)

    def unknown(self, positions: Iterable[Position]) -> list[Position]:
        """Those that have not been asked for, each once."""
        return [one for one in dict.fromkeys(positions) if one not in self._known]

    def progress(self, game: Game) -> str:
        """How far the worker is with learning the game; nothing where it has nothing to learn."""
        return (self._lab.progress or "") if is_learnt_first(game) else ""

    async def work(self, positions: Iterable[Position]) -> None:
        """Have all of these judged that are not, a batch at a time."""
        wanted = self.unknown(positions)
        while wanted:
            game = wanted[0].game
            check_countable(GAMES[game])
            most = _BATCH if is_learnt_first(GAMES[game]) and not wanted[0].seen else _SLOW_BATCH
            batch = [one for one in wanted if one.game == game][:most]
            said = await self._lab.ask("judge", slow=True, game=game, positions=[one.asked() for one in batch])
            self._titles[game] = said["titles"]
            for position, plain in zip(batch, said["verdicts"], strict=True):
                self._keep(position, plain)
            taken = set(batch)
            wanted = [one for one in wanted if one not in taken]

    def titles(self, game: Game) -> Mapping[str, str]:
        """The readable strategies of a game by name, once anything of it has been judged."""
        return self._titles.get(game.key, {})

    def _keep(self, position: Position, plain: dict[str, Any]) -> None:
        self._known[position] = Verdict(
            choices={choice: Fraction(value) for choice, value in plain["choices"]},
            strategies=plain["strategies"],
            kind=plain["kind"],
            rule=plain["rule"],
        )
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
