"""Rows of the figures as the page shows them, each number with the way to what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from pydantic import BaseModel

from croupier.floor.figures.report import BetRow, By, TallyRow
from croupier.floor.figures.words import number, percent
from croupier.games import GAMES
from croupier.ledger.accounts import drop, fees, tray
from croupier.money import DOLLAR, Cents, dollars, signed_dollars
from croupier.web.staff.figures.chart import bar
from croupier.web.wording import tone

HEADINGS: Final = [
    ("Rounds", "Finished rounds; voided ones never were"),
    ("Handle", "All wagers but the progressive ones"),
    ("Win", "What the house won on the wagers, less corrections"),
    ("Corrected", "What two people paid seats of finished rounds afterwards, less what those gave back"),
    ("Tray pays", "Fixed progressive pays and envy from the tray: they are the link's, and not in the win"),
    ("Sheet", "The win less those: what the win sheet says"),
    ("Of handle", "The win as a share of the wagers that the house banked"),
    ("Theory", "The exact edges of the best play times the stakes"),
    ("Deviation", "One standard deviation of the win"),
    ("Off by", "How many deviations the win is from theory"),
    ("Drop", "Cash taken for chips at the table"),
    ("Hold", "The win as a share of the drop"),
    ("Fees", "California's collection, the house's only income there"),
    ("Hits", "Pays of a progressive meter"),
    ("An hour", "Rounds for each hour of play, counted in quarters of an hour in which a round ended"),
    ("Seats", "Seats with a bet, on average"),
]
"""What stands over the numbers of a row, and what it means."""


class Number(BaseModel):
    """A figure as it is read, and the way to what it is made of."""

    text: str
    path: str = ""
    tone: str = ""


class FigureRow(BaseModel):
    """A row of the table: its name, and under each heading a figure."""

    name: Number
    numbers: list[Number]
    flag: str = ""


class BetFigures(BaseModel):
    """A bet with its bar, the win as a share of the handle, and a mark where theory has it; the longest is 100."""

    game: str
    name: str
    tables: str
    handle: str
    win: str
    tone: str
    of_handle: str
    by_theory: str
    expected: str
    off: str
    flagged: bool
    bar_from: float
    bar_wide: float
    mark: float


class Choosing(BaseModel):
    """The chooser: what there is to choose, and what was."""

    period: str
    since: str
    until: str
    table: str
    game: str
    by: str
    presets: list[tuple[str, str]]
    tables: list[str]
    games: list[tuple[str, str]]
    ways: list[str]


def figure_row(row: TallyRow, chosen: Choosing, by: By) -> FigureRow:
    """A row for the page."""
    tally, theory = row.tally, row.theory
    paths = _paths(row, chosen, by)
    priced = theory.off is not None
    numbers = [
        Number(text=f"{tally.rounds:,}", path=paths.get("rounds", "")),
        Number(text=dollars(tally.handle), path=paths.get("rounds", "")),
        Number(text=signed_dollars(tally.win), path=paths.get("tray", ""), tone=tone(tally.win)),
        Number(text=signed_dollars(tally.corrected) if tally.corrected else "–", path=paths.get("corrected", "")),
        Number(text=dollars(tally.from_tray) if tally.from_tray else "–"),
        Number(text=signed_dollars(tally.tray), path=paths.get("tray", "")),
        Number(text=percent(row.of_handle)),
        Number(text=signed_dollars(_whole(theory.expected)) if priced else "–"),
        Number(text=dollars(_whole(theory.deviation)) if priced else "–"),
        Number(text=theory.words or "–"),
        Number(text=dollars(tally.drop), path=paths.get("drop", "")),
        Number(text=percent(row.hold)),
        Number(text=dollars(tally.fees) if tally.fees else "–", path=paths.get("fees", "") if tally.fees else ""),
        Number(text=str(tally.progressive.hits), path=paths.get("hits", "") if tally.progressive.hits else ""),
        Number(text=number(row.rounds_an_hour)),
        Number(text=number(row.seats_taken)),
    ]
    name = Number(text=row.name, path=paths.get("name", ""))
    return FigureRow(name=name, numbers=numbers, flag=theory.words if theory.flagged else "")


def _paths(row: TallyRow, chosen: Choosing, by: By) -> dict[str, str]:
    """Where the numbers of a row lead: for a table to its entries and accounts, else to the figures of that part."""
    if row.key == "total":
        return {}
    if not row.table:
        inside = {"game": row.key} if by is By.GAME else {"period": "between", "since": row.key, "until": row.key}
        path = f"/staff/figures?{query(chosen, **inside, by='table')}"
        return {"name": path, "rounds": path}
    table, after = row.table, max(0, row.first - 1)
    entries = f"/staff/journal?{urlencode({'stream': f'table/{table}', 'after': after})}"
    name = f"/staff/figures?{query(chosen, table=table, by='shift')}"
    return {
        "name": name if by is By.TABLE else f"/staff/journal?{urlencode({'stream': f'shift/{table}'})}",
        "rounds": f"{entries}&text=RoundEnded",
        "hits": f"{entries}&text=AwardPaid",
        "corrected": f"{entries}&text=RoundCorrected" if row.tally.corrected else "",
        "tray": f"/staff/accounts/{tray(table)}",
        "drop": f"/staff/accounts/{drop(table)}",
        "fees": f"/staff/accounts/{fees(table)}",
    }


def query(chosen: Choosing, **changed: str) -> str:
    """The choice as the query of an address, with some of it changed."""
    fields = {key: getattr(chosen, key) for key in ("period", "since", "until", "table", "game", "by")} | changed
    return urlencode({key: value for key, value in fields.items() if value})


def bet_rows(bets: Sequence[BetRow]) -> list[BetFigures]:
    """Every bet with its bar; the longest reaches the end."""
    most = max((abs(share or 0.0) for bet in bets for share in (bet.of_handle, bet.expected_of_handle)), default=0.0)
    rows = []
    for bet in bets:
        begins, wide, mark = bar(bet, most)
        rows.append(
            BetFigures(
                game=GAMES[bet.game].name,
                name=bet.name,
                tables=", ".join(bet.tables) or ("no pay table" if bet.banked else "banked by a player"),
                handle=dollars(bet.amounts.handle),
                win=signed_dollars(bet.amounts.win),
                tone=tone(bet.amounts.win),
                of_handle=percent(bet.of_handle),
                by_theory=percent(bet.expected_of_handle),
                expected="–" if bet.theory.off is None else signed_dollars(_whole(bet.theory.expected)),
                off=bet.theory.words or "–",
                flagged=bet.theory.flagged,
                bar_from=begins,
                bar_wide=wide,
                mark=mark,
            )
        )
    return rows


def progressive_numbers(total: TallyRow) -> list[tuple[str, Number]]:
    """ProgressivePrice wagers, which belong to a link, and what was paid on them; empty where none was made."""
    paid = total.tally.progressive
    if not paid.handle:
        return []
    return [
        ("Progressive wagers, to the links", Number(text=dollars(paid.handle), path="/staff/links")),
        ("Hits of a meter", Number(text=f"{paid.hits:,}", path="/staff/links")),
        ("Paid by the meters", Number(text=dollars(paid.awards), path="/staff/links")),
        ("Fixed pays from the trays", Number(text=dollars(paid.tray))),
        ("Envy from the trays", Number(text=dollars(paid.envy))),
    ]


def _whole(cents: Cents) -> Cents:
    """Theory in whole dollars: beside a deviation of hundreds, its cents would only look exact."""
    return round(cents / DOLLAR) * DOLLAR
