"""Snapshots, as far as an audit looks at them without making anything again: of which stream they are, how far they go,
and whether those that an earlier audit has compared are still the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from croupier.floor.audit.marks.mark import Mark, Shortcut
from croupier.floor.audit.streams import kind_of
from croupier.store.entry import EMPTY, Head
from croupier.store.reader import Reader


def snapshots_seen(reader: Reader) -> dict[str, Shortcut]:
    """The snapshots of a record, for the next audit."""
    kept = ((stream, _seen(reader, stream)) for stream, _ in reader.snapshot_versions())
    return {stream: one for stream, one in kept if one is not None}


def wrong_snapshots(reader: Reader, heads: Mapping[str, Head], since: Mark | None) -> Iterator[str]:
    """What is wrong with the snapshots of a record whose streams have come as far as these heads."""
    for stream, version in reader.snapshot_versions():
        reached = heads.get(stream, EMPTY).version
        stop = None if since is None else since.streams.get(stream)
        if not 1 <= version <= reached:
            yield f"there is one of {stream} at version {version}, but the stream ends at {reached}"
        elif (kind := kind_of(stream)) is None or not kind.remade:
            yield f"there is one of {stream}, which has none"
        elif since is None or stop is None or version > stop.version:
            continue  # the table or link is made again as far as that, and compared with it
        elif (seen := _seen(reader, stream)) is not None and since.snapshots.get(stream) != seen:
            yield f"the one of {stream} at version {version} is not the one that was audited"


def _seen(reader: Reader, stream: str) -> Shortcut | None:
    kept = reader.snapshot(stream)
    return None if kept is None else Shortcut(kept[0], sha256(kept[1].encode()).hexdigest())
