"""All that is kept beside the journal in blocks, counted again on one walk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.errors import Refused
from croupier.floor.audit.blocks.block import BlocksSeen, Counted
from croupier.floor.audit.blocks.figures import Refigured
from croupier.floor.audit.blocks.links import Rebooked
from croupier.floor.audit.blocks.sums import Resummed
from croupier.floor.audit.finding import Line
from croupier.floor.audit.remade import ANEW, BadMark
from croupier.store.reader import Reader

_NONE = BlocksSeen()


@dataclass(slots=True)
class Beside:
    """The kinds of blocks. `seen`: what an earlier audit knew of each."""

    reader: Reader
    seen: Mapping[str, BlocksSeen] = field(default_factory=dict)
    end: int | None = None
    """The position at which the next block is full that has something to be compared."""
    _kinds: tuple[Counted, ...] = ()
    _wanted: tuple[Counted, ...] = ()

    def __post_init__(self) -> None:
        try:
            self._kinds = (
                Resummed(self.reader, self.seen.get("sums", _NONE)),
                Refigured(self.reader, self.seen.get("figures", _NONE)),
                Rebooked(self.reader, self.seen.get("links", _NONE)),
            )
        except (Refused, ValueError, LookupError, TypeError) as why:
            if not self.seen:
                raise
            raise BadMark(f"the mark was left by another version of Croupier: {why}; {ANEW}") from why
        self._look_ahead()

    def _look_ahead(self) -> None:
        self._wanted = tuple(kind for kind in self._kinds if kind.wanted)
        self.end = min((kind.end for kind in self._wanted), default=None)

    def first(self, otherwise: int) -> int:
        """After which position counting begins."""
        return min((kind.first for kind in self._wanted), default=otherwise)

    def take(self, line: Line) -> str | None:
        """Count what an entry says; what is wrong, if nothing can be counted from it."""
        wrong = None
        for kind in self._wanted:
            if line.entry.position > kind.first:
                wrong = kind.take(line) or wrong
        return wrong

    def wrong_at(self, position: int) -> Iterator[tuple[str, str]]:
        """What is wrong with the blocks that are full at a position: where, and what."""
        for kind in self._wanted:
            while kind.wanted and position >= kind.end:
                for what in kind.wrong_with():
                    yield kind.where, what
        self._look_ahead()

    def wrong_before(self) -> Iterator[tuple[str, str]]:
        """What is wrong with blocks that an earlier audit has compared."""
        for kind in self._kinds:
            for what in kind.wrong_before():
                yield kind.where, what

    def left_over(self) -> Iterator[tuple[str, str]]:
        """What is kept of more entries than the journal has, when the walk is over."""
        for kind in self._wanted:
            yield kind.where, "there are some of entries that the journal does not have"

    def seen_now(self) -> dict[str, BlocksSeen]:
        """What this audit knows, for the next one."""
        return {kind.where: kind.seen() for kind in self._kinds}
