"""Many rounds in one text, one after the other. Each begins with its line `round "…"`; lines with `#` are remarks."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.rules.events import Event
from croupier.rules.notation import BadNotation, parse_notation

_BEGINS = "round "


@dataclass(frozen=True, slots=True)
class Written:
    """One round of a text: the line at which it begins, counted from 1, and its own lines."""

    line: int
    text: str

    @property
    def name(self) -> str:
        """What it calls itself, for whoever looks for it."""
        return self.text.partition("\n")[0].strip().removeprefix(_BEGINS).strip('"')[:80]

    def played(self) -> tuple[Event, ...]:
        """Its events, played again by the engine; refused at the first line that the engine does not say."""
        return parse_notation(self.text, self.line)


class TooManyRounds(Refused):
    """More rounds than are played again at once."""

    def __init__(self, many: int, most: int) -> None:
        super().__init__(f"{many:,} rounds at once are too many; want {most:,} at most, so send them in parts")


def split_rounds(text: str, most: int | None = None) -> tuple[Written, ...]:
    """The rounds of a text, not played yet; a text without any is refused, and one with more than `most`."""
    lines = text.splitlines()
    stripped = [line.strip() for line in lines]
    starts = [number for number, line in enumerate(stripped) if line.startswith(_BEGINS)]
    # What stands before the first round belongs to none, unless it is a remark.
    first = next((number for number, line in enumerate(stripped) if line and not line.startswith("#")), None)
    if first is None:
        raise BadNotation(1, "", 'there is no round here; want its lines, the first of them round "name"')
    if not starts or first < starts[0]:
        raise BadNotation(first + 1, stripped[first], 'a round begins with the line round "name"')
    if most is not None and len(starts) > most:
        raise TooManyRounds(len(starts), most)
    ends = [*starts[1:], len(lines)]
    return tuple(
        Written(start + 1, "\n".join(lines[start:end]) + "\n") for start, end in zip(starts, ends, strict=True)
    )
