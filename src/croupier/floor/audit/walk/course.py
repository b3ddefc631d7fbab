"""How far the walk has come, in the journal and in every stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from croupier.floor.audit.marks.word import Word
from croupier.store.entry import EMPTY, Head
from croupier.store.scans import Glance

_BEGINNING: Final = (EMPTY.version, EMPTY.hash)


@dataclass(slots=True)
class Course:
    """The chain as far as it was walked. What is wrong goes to `find`, with position, stream and words."""

    kept: Mapping[str, Head]
    """Heads that somebody kept elsewhere."""
    find: Callable[[int, str, str], None]
    word: Word | None = None
    """Heads that were signed, which must be all that there was at their position."""
    gaps: bool = False
    """Whether entries may be missing, as in a record that is trimmed."""
    position: int = 0
    missing: int = 0
    reached: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By stream, the version and the hash that it has come to."""

    @property
    def heads(self) -> dict[str, Head]:
        """How far every stream has come by now."""
        return {stream: Head(version, hash) for stream, (version, hash) in self.reached.items()}

    def take_up(self, heads: Mapping[str, Head]) -> None:
        """Go on from where streams stood."""
        self.reached.update({stream: (head.version, head.hash) for stream, head in heads.items()})

    def follows(self, glance: Glance) -> str:
        """Check an entry against the one before it in the journal and in its stream, and against a head that was
        kept; the hash that it follows."""
        self.position += 1
        position, version, stream, hash = glance.position, glance.version, glance.stream, glance.hash
        if position != self.position:
            self.missing += position - self.position
            if not self.gaps:
                self.find(position, stream, f"entry {self.position} is missing before it")
            self.position = position
        reached, previous = self.reached.get(stream, _BEGINNING)
        if version != reached + 1:
            self.find(position, stream, f"version {version} follows version {reached}")
        self.reached[stream] = version, hash
        kept = self.kept.get(stream) if self.kept else None
        if kept is not None and kept.version == version and kept.hash != hash:
            self.find(position, stream, "is not the entry whose head was kept: the stream was rewritten")
        if self.word is not None and position == self.word.position and self.heads != self.word.heads:
            self.find(0, "journal", f"is not what was signed up to entry {position}: its heads were others")
        return previous

    def cut_off(self) -> None:
        """Find streams that have not come as far as somebody has kept or signed."""
        if self.word is not None and self.position < self.word.position:
            ends = f"it ends at entry {self.position}, but heads were signed at entry {self.word.position}"
            self.find(0, "journal", f"was cut back: {ends}")
        for stream, head in self.kept.items():
            version = self.reached.get(stream, _BEGINNING)[0]
            if version < head.version:
                self.find(0, stream, f"was cut off: it ends at version {version}, but version {head.version} was kept")
