"""The cage made again: every movement outside a round must be what its event says, every win sheet what moved."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import Refused
from croupier.floor.audit.finding import Finding, Line, read_line
from croupier.floor.cage.moves import STREAM, moves
from croupier.floor.cage.shift import PREFIX, counted_in, next_shift, sheet_between, shift_closed
from croupier.ledger.accounts import PLAY, player
from croupier.store.entry import Unreadable
from croupier.store.reader import Reader


def audit_cage(reader: Reader, until: int) -> Iterator[Finding]:
    """What disagrees in the streams of the cage and of the shifts, up to a position of the journal."""
    for stream in (STREAM, *reader.streams(PREFIX)):
        after = opening = 0
        for entry in reader.read(stream):
            if entry.position > until:
                break
            try:
                line = read_line(entry)
                (event,) = line.events
                want = [(t.id, t.debit, t.credit, t.amount) for t in moves(event, entry.command)]
                if want != line.transfers:
                    yield Finding(entry.position, stream, f"moved {line.transfers}, but says {event}")
                if "approver" in event and f"staff/{event['approver']}" == entry.actor:
                    yield Finding(entry.position, stream, f"{entry.actor} is the second person for what they asked")
                if stream != STREAM:
                    name, up_to = stream.removeprefix(PREFIX), event["until"]
                    sheet = sheet_between(reader, name, opening, after, up_to)
                    made = shift_closed(sheet, up_to, counted_in(event), event.get("approver"))
                    if "box" not in event:  # closed when fees were left in the box
                        made = {key: value for key, value in made.items() if key != "box"}
                    if made != event:
                        yield Finding(entry.position, stream, f"the win sheet should be {made}, not {event}")
                    after, opening = next_shift(event)
            except Unreadable:
                continue  # the walk through the chain has said so
            except (Refused, KeyError, TypeError, ValueError) as why:
                yield Finding(entry.position, stream, f"cannot have happened: {why!r}")


def stray_money(line: Line) -> str | None:
    """What is wrong if the book of names moves money: it only ever lends play chips."""
    kind, _, name = line.entry.stream.partition("/")
    if kind not in ("staff", "player"):
        return None
    want: list[tuple[str, str, str, int]] = []
    for event in line.events:
        if event.get("event") == "PlayChipsLent":
            want.append((f"{line.entry.command}/chips", str(PLAY), str(player(name)), event["amount"]))
    return None if line.transfers == want else f"moved {line.transfers}, but says {line.events}"
