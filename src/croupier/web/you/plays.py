"""What a server has read and judged of its players' rounds, and which of it is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from croupier.errors import Refused
from croupier.floor.history.player_round import PlayerRound
from croupier.floor.history.players import PlayBook
from croupier.games import GAMES
from croupier.store.reader import Reader
from croupier.web.lab.worker import LabWorker
from croupier.web.you.judge import Judge, JudgePosition, position_of

_TIMEOUT_S: Final = 1.0
"""So long one request reads rounds; the next goes on from there."""
_QUICK_S: Final = 0.4
"""So long a page waits for verdicts before it shows how far they are."""


class JudgingProgress(NamedTuple):
    """What is under way: in words, which share is done, and why it failed, if it did."""

    words: str
    done: float
    failed: str = ""


class Plays:
    """Rounds and verdicts. The reading is done in a thread, the judging in the lab's worker."""

    def __init__(self, store: Reader, lab: LabWorker, judge: Judge | None = None) -> None:
        self._book = PlayBook(store)
        self.judge = judge or Judge(lab)
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._failed: dict[tuple[str, str], str] = {}

    async def read(self, player: str) -> tuple[tuple[PlayerRound, ...], float]:
        """A player's rounds as far as they have been read, and the share of all that this is."""
        share = await asyncio.to_thread(self._book.catch_up, player, _TIMEOUT_S)
        return self._book.plays(player), share

    async def under_way(self, player: str, plays: Sequence[PlayerRound]) -> JudgingProgress | None:
        """How far the judging of these rounds is; `None` when all are judged. It is begun here, game by game, and goes
        on by itself."""
        positions = list(dict.fromkeys(position_of(one) for played in plays for one in played.decisions))
        left = self.judge.unknown(positions)
        for game in dict.fromkeys(one.game for one in left):
            key = (player, game)
            if key not in self._tasks:
                self._failed.pop(key, None)
                wanted = [one for one in left if one.game == game]
                self._tasks[key] = asyncio.create_task(self._work(key, wanted))
        if left:
            await asyncio.wait({self._tasks[player, one.game] for one in left}, timeout=_QUICK_S)
            left = self.judge.unknown(positions)
        if not left:
            return None
        failed = next((self._failed[key] for one in left if (key := (player, one.game)) in self._failed), "")
        if failed:
            return JudgingProgress("", 0.0, failed)
        done = len(positions) - len(left)
        learning = self.judge.progress(GAMES[left[0].game])
        if learning and not done:
            return JudgingProgress(f"The lab is learning the whole game: {learning}.", 0.0)
        return JudgingProgress(f"{done:,} of {len(positions):,} decisions judged.", done / len(positions))

    async def _work(self, key: tuple[str, str], left: Sequence[JudgePosition]) -> None:
        try:
            await self.judge.work(left)
        except Refused as refused:
            self._failed[key] = str(refused)
        finally:
            self._tasks.pop(key, None)
