"""The sheets of a link's report: the whole link, its levels, its tables, the lines of its pay table."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from croupier.floor.links.hits import RefusedHit
from croupier.money import Cents

METER: Final = (
    ("", "Opening", "opening"),
    ("+", "Seeds", "seeded"),
    ("+", "Contributions", "contributions"),
    ("−", "Returned by voids", "returned"),
    ("+", "From the reserve", "from_reserve"),
    ("+", "Topped up by the house", "topped_up"),
    ("−", "Awards", "awards"),
    ("±", "Wins backed out", "backed_out"),
    ("±", "Transfers", "transferred"),
    ("±", "Other adjustments", "adjustments"),
    ("−", "Above the maximum", "overflow"),
    ("=", "Closing", "closing"),
)
"""The equation of a meter: how each figure counts, its name, and the field of a `LevelReport`."""
RESERVE: Final = (
    ("", "Reserve, opening", "reserve_opening"),
    ("+", "Into the reserve", "reserve_in"),
    ("+", "Above the maximum", "overflow"),
    ("−", "To the meter", "from_reserve"),
    ("±", "Wins backed out", "reserve_restored"),
    ("±", "Transfers", "reserve_transferred"),
    ("=", "Reserve, closing", "reserve_closing"),
)
"""The equation of a reserve."""

METER_PAYS, TRAY = "meter", "tray"
"""What pays a line."""


@dataclass(slots=True, kw_only=True)
class LevelReport:
    """One level in a period: `opening` and everything that came and went make `closing`, and so for the reserve.

    Theory is what the rates make of the wagers split, in cents, rounded down. `backed_out` is what restored the meter
    when wins were backed out (R46), `hits_backed_out` how many; their awards stay among the awards.
    """

    level: str
    opening: Cents = 0
    contributions: Cents = 0
    theoretical: Cents = 0
    returned: Cents = 0
    awards: Cents = 0
    hits: int = 0
    hits_backed_out: int = 0
    topped_up: Cents = 0
    seeded: Cents = 0
    from_reserve: Cents = 0
    backed_out: Cents = 0
    transferred: Cents = 0
    adjustments: Cents = 0
    overflow: Cents = 0
    closing: Cents = 0
    reserve_opening: Cents = 0
    reserve_in: Cents = 0
    reserve_restored: Cents = 0
    reserve_transferred: Cents = 0
    reserve_closing: Cents = 0


@dataclass(slots=True, kw_only=True)
class TableReport:
    """One table in a period: its wagers, those that came back, and how often it hit."""

    table: str
    wagers: Cents = 0
    returned: Cents = 0
    hits: int = 0
    hits_backed_out: int = 0
    awards: Cents = 0


@dataclass(slots=True, kw_only=True)
class LineReport:
    """One line of the pay table: how often it should have come, and how often its `source`, a meter or the tables'
    trays, paid it (R37, R44)."""

    line: str
    expected: float
    source: str = METER_PAYS
    hits: int = 0
    hits_backed_out: int = 0
    paid: Cents = 0


@dataclass(slots=True, kw_only=True)
class LinkReport:
    """A link in a period."""

    link: str
    since_ms: int
    until_ms: int
    approval: str = ""
    approval_status: str = ""
    """How the link stands to that approval when the report is made (R50, R56)."""
    wagers: Cents = 0
    returned: Cents = 0
    split: Cents = 0
    house: Cents = 0
    in_pool: Cents = 0
    levels: list[LevelReport] = field(default_factory=list)
    tables: list[TableReport] = field(default_factory=list)
    lines: list[LineReport] = field(default_factory=list)
    adjustments: list[dict[str, Any]] = field(default_factory=list)
    refused: list[RefusedHit] = field(default_factory=list)
    """The wins that were refused in the period, and not paid (R46)."""

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)
