"""Long questions that the lab is working on: each is worked on once, however many ask, and answers are cached.

Whoever asks for something else on the same subject, or says so, no longer waits for it. What nobody waits for is
stopped.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from croupier.errors import Refused
from croupier.web.lab.worker import LabWorker, LongJob

Key: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]
"""Subject, game, and the fields of the question."""
RULES: Final = "rules"
"""The subject of rules of one's own, where they take long."""
_MOST_CACHED = 48
_TIMEOUT_S = 0.4
"""How long a request waits before it says how far the work is."""
_GONE_S = 90
"""Whoever has not asked for so long no longer waits."""


class Working(Refused):
    """A question that is still being worked on."""

    def __init__(self, words: str, share: float) -> None:
        super().__init__(f"the lab is still working on it: {words}; ask again in half a second")
        self.words, self.share = words, share


def key_of(subject: str, game: str, texts: Mapping[str, str]) -> Key:
    """The key under which a question is worked on and cached."""
    return subject, game, tuple(sorted(texts.items()))


@dataclass(slots=True)
class _Pending:
    job: LongJob
    owners: dict[str, float] = field(default_factory=dict)


class PendingAnswers:
    """The long questions of a server, and their answers."""

    def __init__(self, lab: LabWorker) -> None:
        self._lab = lab
        self._pending: dict[Key, _Pending] = {}
        self._cached: OrderedDict[Key, dict[str, Any]] = OrderedDict()

    async def ask(self, key: Key, owner: str) -> dict[str, Any]:
        """The answer; or `Working`, with how far it is."""
        await self._leave(owner, key[0], but=key)
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        pending = self._pending.get(key)
        if pending is None:
            subject, game, texts = key
            if subject == RULES:
                job = await self._lab.begin("variant", game=game, **dict(texts))
            else:
                job = await self._lab.begin("study", subject=subject, game=game, texts=dict(texts))
            pending = self._pending.setdefault(key, _Pending(job))
        pending.owners[owner] = time.monotonic()
        done, _ = await asyncio.wait({pending.job.future}, timeout=_TIMEOUT_S)
        if not done:
            raise Working(*pending.job.so_far)
        self._pending.pop(key, None)
        answer: dict[str, Any] = pending.job.future.result()
        self._cached[key] = answer
        while len(self._cached) > _MOST_CACHED:
            self._cached.popitem(last=False)
        return answer

    async def whole(self, key: Key, owner: str) -> dict[str, Any]:
        """The answer, however long it takes: for files."""
        while True:
            try:
                return await self.ask(key, owner)
            except Working:
                continue

    async def leave(self, owner: str, subject: str) -> None:
        """Somebody no longer waits for an answer on a subject."""
        await self._leave(owner, subject)

    async def _leave(self, owner: str, subject: str, but: Key | None = None) -> None:
        now = time.monotonic()
        for key, pending in list(self._pending.items()):
            if key == but:
                continue
            gone = [one for one, asked_s in pending.owners.items() if now - asked_s > _GONE_S]
            for one in (*gone, *([owner] if key[0] == subject else [])):
                pending.owners.pop(one, None)
            if not pending.owners:
                self._pending.pop(key, None)
                # Nobody reads the result, and asyncio would warn about an exception that was never retrieved.
                pending.job.future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
                await pending.job.stop()
