"""Figures as people read them."""

from __future__ import annotations

from croupier.floor.figures.report import TallyRow
from croupier.money import dollars, signed_dollars


def percent(share: float | None) -> str:
    """A share in percent, a dash where there is none."""
    return "–" if share is None else f"{100 * share:.2f} %"


def number(value: float | None) -> str:
    """A mean with one digit, a dash where there is none."""
    return "–" if value is None else f"{value:,.1f}"


def row_words(row: TallyRow) -> tuple[str, ...]:
    """A row from its name to its fees, for a terminal."""
    tally, theory = row.tally, row.theory
    return (
        row.name,
        f"{tally.rounds:,}",
        number(row.rounds_an_hour),
        number(row.seats_taken),
        dollars(tally.handle),
        dollars(tally.drop),
        signed_dollars(tally.win),
        percent(row.hold),
        signed_dollars(theory.expected) if theory.off is not None else "–",
        dollars(theory.deviation) if theory.off is not None else "–",
        theory.words or "–",
        dollars(tally.fees),
    )
