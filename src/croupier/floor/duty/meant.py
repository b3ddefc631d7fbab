"""What an order without a version was about: the round that was voided, the stop that was lifted.

Such an order says so beside itself, so a command id stands for that as well: sent again about something else it is
another request.
"""

from __future__ import annotations

from croupier.floor.orders import Resume, Stop
from croupier.floor.unit import Same
from croupier.rules.commands import VoidRound
from croupier.store.entry import contents
from croupier.store.reader import Reader
from croupier.store.unit import Receipt


def about_the_same(reader: Reader, table: str, order: VoidRound | Stop | Resume, about: str | None) -> Same:
    """The request that was about this: whose receipt stands after the opening of the round, or the stop, it names."""
    kind, field = ("RoundOpened", "round") if isinstance(order, VoidRound) else ("TableStopped", "reason")

    def same(receipt: Receipt) -> bool:
        if isinstance(order, Stop) or about is None:
            return True
        here = next((entry for entry in receipt.entries if entry.stream == f"table/{table}"), None)
        if here is None:
            return False
        for entry in reader.newest(stream=here.stream, before=here.position):
            for event in reversed(contents(entry).events):
                if event.get("event") == kind:
                    return bool(event.get(field) == about)
        return False

    return same
