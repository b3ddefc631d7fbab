"""What an audit that reads nothing again still asks of the entries before its mark: whether they end as they did."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.audit.marks.mark import Mark
from croupier.floor.audit.remade import BadMark
from croupier.store.entry import Head
from croupier.store.reader import Reader


def wrong_heads(reader: Reader, heads: Mapping[str, Head]) -> list[tuple[str, Head]]:
    """The streams whose entry at the version of a head is not there any more, or bears another hash."""
    now = reader.heads()
    wrong = []
    for stream, head in heads.items():
        there = now.get(stream)
        if there is not None and there.version > head.version:
            entry = next(reader.read(stream, after=head.version - 1), None)
            there = None if entry is None else Head(entry.version, entry.hash)
        if there != head:
            wrong.append((stream, head))
    return wrong


def heads_at(reader: Reader, position: int, mark: Mark) -> dict[str, Head]:
    """The heads as they stood at a position before a mark: those of the mark, with what came between taken back."""
    then, between = dict(mark.heads), set[str]()
    for entry in reader.read_all(after=position, until=mark.position):
        if entry.stream not in between:
            between.add(entry.stream)
            if entry.version == 1:
                then.pop(entry.stream, None)
            else:
                then[entry.stream] = Head(entry.version - 1, entry.previous)
    return then


def check_same_record(reader: Reader, mark: Mark) -> None:
    """Refuse the mark of another record: one that begins otherwise, and has none of the heads."""
    if not mark.heads:  # left before anything had happened: every record goes on from there
        return
    first = reader.entry(1)
    if (first is None or first.hash != mark.first) and len(wrong_heads(reader, mark.heads)) == len(mark.heads):
        raise BadMark("this is the mark of another record; want the one that an audit of this record has left")
