"""Verdicts on decisions, from the lab's worker, cached.

A verdict is a function of what was in sight, so it is worked out once, whoever decided. The event loop only passes
questions and answers on. Where a game has to be learnt first, the worker says how far it is.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from croupier.cards import Cards, cards_text
from croupier.floor.history.decisions import RecordedDecision
from croupier.games import GAMES
from croupier.lab.capabilities import check_countable, is_countable, is_learnt_first
from croupier.rules.game import Game
from croupier.web.lab.worker import LabWorker

_MOST_CACHED: Final = 200_000
_BATCH: Final = 400
_BATCH_S: Final = 0.5
"""Of positions that take longer the next question has half as many, for others' questions come between. With others'
cards in sight one takes seconds before the flop of Ultimate Texas Hold'em."""
_WAIT_S: Final = 8.0
"""So long an answer waits for the worker; the page asks again."""
_LEARNING_S: Final = 0.3
"""So long, while the worker is still learning the game."""


class JudgePosition(NamedTuple):
    """What was in sight at a decision; the key under which its verdict is cached."""

    game: str
    own: str
    board: str
    up: str
    seen: str
    down: int | None
    tables: tuple[tuple[str, str], ...]

    def question(self) -> dict[str, Any]:
        """The question for the worker."""
        return {**self._asdict(), "tables": dict(self.tables)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionVerdict:
    """What a position's choices are worth in base bets, best first, and what else there is to say of it.

    left_out  others' cards lay open, and could not be counted
    """

    choices: Mapping[str, Fraction]
    left_out: bool
    strategies: Mapping[str, str]
    kind: str
    rule: str

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    def cost(self, choice: str) -> Fraction:
        """What a choice gives up, in base bets."""
        return self.choices[self.best] - self.choices[choice]


def in_sight(decision: RecordedDecision) -> Cards:
    """The others' cards that a player saw when they decided: where those lay face up (R17)."""
    return decision.seen if decision.terms.face_up else ()


def position_of(decision: RecordedDecision) -> JudgePosition:
    """What was in sight at a decision. The order of cards that came together means nothing."""
    game, terms = decision.terms.rules.game, decision.terms
    return JudgePosition(
        game=game.key,
        own=cards_text(tuple(sorted(decision.own))),
        board=cards_text(tuple(sorted(decision.board))),
        up=cards_text(decision.up),
        seen=cards_text(tuple(sorted(in_sight(decision)))),
        down=decision.down,
        tables=tuple((bet, terms.tables[bet]) for bet in game.base_tables),
    )


def position_path(position: JudgePosition) -> str:
    """The page on which anybody can answer a position. Its address says all there is to it, and has the cards that the
    player saw, but never others'; empty where the lab cannot value the game."""
    game = GAMES.get(position.game)
    if game is None or not is_countable(game):
        return ""
    query = [("game", game.key)]
    query += [(name, cards) for name in ("own", "board", "up") if (cards := getattr(position, name).replace(" ", ""))]
    if game.bets_add_up and position.down is not None:
        query.append(("down", str(position.down)))
    query += [("table", name) for _, name in position.tables]
    return f"/position?{urlencode(query)}"


class Judge:
    """Verdicts on positions, each worked out once."""

    def __init__(self, lab: LabWorker) -> None:
        self._lab = lab
        self._known: OrderedDict[JudgePosition, DecisionVerdict] = OrderedDict()
        self._titles: dict[str, dict[str, str]] = {}
        self._tasks: dict[JudgePosition, asyncio.Future[None]] = {}
        """What is being worked out for pages that look again: they wait for the same."""
        self._asked: dict[JudgePosition, asyncio.Future[None]] = {}
        """What the worker has been asked: nobody asks it a second time."""

    def known(self, position: JudgePosition) -> DecisionVerdict | None:
        """The verdict on a position, if it has been worked out."""
        return self._known.get(position)

    def unknown(self, positions: Iterable[JudgePosition]) -> list[JudgePosition]:
        """The positions without a verdict yet, each once."""
        return [one for one in dict.fromkeys(positions) if one not in self._known]

    def progress(self, game: Game) -> str:
        """How far the worker is with learning the game; empty where there is nothing to learn."""
        return (self._lab.progress or "") if is_learnt_first(game) else ""

    async def work(self, positions: Iterable[JudgePosition]) -> None:
        """Have the worker judge those of these positions that have no verdict yet, a batch at a time."""
        wanted, most = self.unknown(positions), 1
        while wanted:
            free = [one for one in wanted if one not in self._asked]
            if not free:
                await asyncio.wait({self._asked[one] for one in wanted}, return_when=asyncio.FIRST_COMPLETED)
                wanted = self.unknown(wanted)
                continue
            batch = [one for one in free if one.game == free[0].game][:most]
            began_s = time.monotonic()
            await self._ask(batch)
            quick = time.monotonic() - began_s < _BATCH_S
            most = min(2 * most, _BATCH) if quick else max(most // 2, 1)
            taken = set(batch)
            wanted = [one for one in self.unknown(wanted) if one not in taken]

    async def _ask(self, batch: Sequence[JudgePosition]) -> None:
        task = asyncio.ensure_future(self._judge(batch))
        self._asked.update(dict.fromkeys(batch, task))
        try:
            await task
        finally:
            for one in batch:
                del self._asked[one]

    async def _judge(self, batch: Sequence[JudgePosition]) -> None:
        """Have the worker judge positions of one game."""
        game = batch[0].game
        check_countable(GAMES[game])
        # Nobody's question: others may wait for its answer, so no newer one of its asker takes its place. What one
        # network may have waiting is bounded all the same.
        answer = await self._lab.ask("judge", slow=True, game=game, positions=[one.question() for one in batch])
        self._titles[game] = answer["titles"]
        for position, plain in zip(batch, answer["verdicts"], strict=True):
            self._keep(position, plain)

    async def work_awhile(self, game: Game, positions: Iterable[JudgePosition]) -> str:
        """Have these positions of a game judged, and wait a few seconds for it: empty when that is done, else how far
        it is in words. What takes longer goes on by itself, for whoever asks again."""
        left = self.unknown(positions)
        new = [one for one in left if one not in self._tasks]
        if new:
            task = asyncio.ensure_future(self.work(new))
            self._tasks.update(dict.fromkeys(new, task))
            task.add_done_callback(lambda done: self._forget(new, done))
        if not left:
            return ""
        timeout_s = _LEARNING_S if self.progress(game) else _WAIT_S
        done, under_way = await asyncio.wait({self._tasks[one] for one in left}, timeout=timeout_s)
        for one in done:
            one.result()
        if not under_way:
            return ""
        learning = self.progress(game)
        return f"the lab is learning the whole game: {learning}" if learning else "working it out"

    def _forget(self, positions: Iterable[JudgePosition], task: asyncio.Future[None]) -> None:
        for one in positions:
            del self._tasks[one]
        if not task.cancelled():
            task.exception()  # nobody may wait for it any more, and asyncio would complain

    def titles(self, game: Game) -> Mapping[str, str]:
        """The readable strategies of a game by name, once anything of it has been judged."""
        return self._titles.get(game.key, {})

    def _keep(self, position: JudgePosition, plain: dict[str, Any]) -> None:
        self._known[position] = DecisionVerdict(
            choices={choice: Fraction(value) for choice, value in plain["choices"]},
            left_out=plain["left_out"],
            strategies=plain["strategies"],
            kind=plain["kind"],
            rule=plain["rule"],
        )
        while len(self._known) > _MOST_CACHED:
            self._known.popitem(last=False)
