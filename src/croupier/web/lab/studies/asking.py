"""Long questions on their way: each is worked on once, however many ask for it, and its answer is kept for a while.

Whoever asks for something else on the same subject, or says so, no longer waits for it. What nobody waits for is
stopped.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from croupier.errors import Refused
from croupier.web.lab.worker import Begun, LabWorker

Key: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]
"""Subject, game, and what was given."""
_KEPT = 48
_PATIENCE_S = 0.4
"""How long a request waits before it says how far the work is."""
_GONE_S = 90
"""Who has not asked for so long has gone."""


class Working(Refused):
    """A question that is still being worked on."""

    def __init__(self, words: str, share: float) -> None:
        super().__init__(f"the lab is still working on it: {words}; ask again in half a second")
        self.words, self.share = words, share


def key_of(subject: str, game: str, texts: Mapping[str, str]) -> Key:
    """What tells one question from another."""
    return subject, game, tuple(sorted(texts.items()))


@dataclass(slots=True)
class _Asking:
    begun: Begun
    owners: dict[str, float] = field(default_factory=dict)


class Askings:
    """The long questions of a server."""

    def __init__(self, lab: LabWorker) -> None:
        self._lab = lab
        self._going: dict[Key, _Asking] = {}
        self._kept: OrderedDict[Key, dict[str, Any]] = OrderedDict()

    async def ask(self, key: Key, owner: str) -> dict[str, Any]:
        """The answer; or `Working`, with how far it is."""
        await self._leave(owner, key[0], but=key)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asking = self._going.get(key)
        if asking is None:
            subject, game, texts = key
            begun = await self._lab.begin("study", subject=subject, game=game, texts=dict(texts))
            asking = self._going.setdefault(key, _Asking(begun))
        asking.owners[owner] = time.monotonic()
        done, _ = await asyncio.wait({asking.begun.future}, timeout=_PATIENCE_S)
        if not done:
            raise Working(*asking.begun.so_far)
        self._going.pop(key, None)
        found: dict[str, Any] = asking.begun.future.result()
        self._kept[key] = found
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

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
        for key, asking in list(self._going.items()):
            if key == but:
                continue
            gone = [one for one, asked in asking.owners.items() if now - asked > _GONE_S]
            for one in (*gone, *([owner] if key[0] == subject else [])):
                asking.owners.pop(one, None)
            if not asking.owners:
                self._going.pop(key, None)
                # Nobody looks at what becomes of it, and asyncio would complain.
                asking.begun.future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
                await asking.begun.stop()
