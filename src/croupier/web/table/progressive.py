"""What a table's page says of its progressive: the meters, and what keeps it from going on."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.floor.links.desk import Desk
from croupier.floor.table import Table
from croupier.rules.paytables import line_words


@dataclass(frozen=True, slots=True)
class Progressive:
    """A table's progressive for everybody who looks: what its wagers play for, to the cent, and what is to be said."""

    meters: dict[str, int] = field(default_factory=dict)
    says: str = ""


def progressive_of(desk: Desk, table: Table) -> Progressive:
    """The progressive of a table, as displays show it."""
    if table.link is None:
        return Progressive()
    return Progressive({level.level: level.cents for level in desk.shown(table.link)}, _says(desk, table, table.link))


def _says(desk: Desk, table: Table, name: str) -> str:
    """What keeps the progressive of a table from going on, in words for those who sit there."""
    if desk.why_lost(name):
        return "The progressive is out of service: no progressive wagers until it is back."
    if table.unpaid:
        win, link = table.unpaid[0], desk.link(name)
        back = link.sent_back.get(table.name)
        if back is not None and table.round is not None and back.round == table.round.id:
            won = f"The claim of seat {back.win.seat}, {line_words(back.win.line)},"
            return f"{won} was refused: {back.reason}. The staff decide whether it is claimed again."
        return f"Seat {win.seat} has a {line_words(win.line)}: the win is being verified."
    return ""
