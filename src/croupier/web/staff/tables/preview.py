"""A table as its settings would make it: the felt, the pay tables, what they cost a player, and what to know first."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import groupby
from typing import Any, Final

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.floor.choices.notices import notices
from croupier.floor.table import Settings, Table
from croupier.lab.capabilities import is_countable
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.own.file import side_bet_text
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.threads import off_the_loop
from croupier.web.context import HouseContext
from croupier.web.models import TableFacts
from croupier.web.table.facts import facts

_TIMEOUT_S: Final = 0.6
"""So long a page waits for the lab; the script asks again."""


class EdgeRow(BaseModel):
    """The exact house edge of one bet."""

    felt: str
    paytable: str
    edge: str


class FeltCell(BaseModel):
    """A place of the felt in a row, as wide as so many places; nothing where none lies."""

    felt: str
    span: int


class Preview(BaseModel):
    """The table as it would be: its felt, its posted pay tables, what they cost a player, and what to know first.

    `refused` says why it cannot be opened so; then the felt shows whatever can. `pending` while edges are still being
    worked out.
    """

    facts: TableFacts
    rows: list[list[FeltCell]]
    limits: dict[str, str]
    notices: list[str]
    edges: list[EdgeRow]
    pending: bool
    refused: str = ""


async def preview(house: HouseContext, name: str, settings: Settings, refused: Refused | None = None) -> Preview:
    """The table as these settings make it; `refused` is why the newest ones could not be taken."""
    approval = await off_the_loop(partial(house.room.approvals.of_settings, settings))
    table = facts(Table(name=name or "new", settings=settings), approval.words)
    game = settings.terms.game
    offered = {spot.key: spot.felt for spot in table.spots}
    notes = list(notices(settings).values())
    if not approval.valid:
        words = f"{approval.words[:1].upper()}{approval.words[1:]}"
        notes.append(f"{words}: the table is marked so wherever it is shown (R50, R56).")
    priced = await _edges(house, game, settings)
    own = await _own_edges(house, settings)
    return Preview(
        facts=table,
        rows=[
            [FeltCell(felt=offered.get(key, ""), span=len(list(same))) for key, same in groupby(row.split())]
            for row in game.layout.felt
        ],
        limits={
            spot.felt: f"{dollars(spot.limits[0])} to {dollars(spot.limits[1])}" for spot in table.spots if spot.limits
        },
        notices=notes,
        edges=[*_rows(game, settings, priced.get("edges", {})), *own],
        pending="progress" in priced or len(own) < len(settings.terms.own_bets),
        refused="" if refused is None else str(refused),
    )


async def _edges(house: HouseContext, game: Game, settings: Settings) -> dict[str, Any]:
    if not is_countable(game):
        return {}
    tables = {bet: name for bet, name in settings.terms.tables.items() if bet != PROGRESSIVE}
    edges = asyncio.ensure_future(house.coach.edges(game, tables))
    try:
        return await asyncio.wait_for(asyncio.shield(edges), _TIMEOUT_S)
    except TimeoutError:
        return {"progress": 0}


async def _own_edges(house: HouseContext, settings: Settings) -> list[EdgeRow]:
    """The exact edges of the table's own side bets, once the lab has them."""
    bets = settings.terms.own_bets
    if not bets:
        return []
    texts = [side_bet_text(bet) for bet in bets]
    request = asyncio.ensure_future(house.coach.own_edges(settings.terms.rules.game, texts))
    try:
        answer = await asyncio.wait_for(asyncio.shield(request), _TIMEOUT_S)
    except TimeoutError:
        return []
    return [
        EdgeRow(felt=bet.name, paytable="not an approved bet", edge=f"{100 * edge:.3f} %")
        for bet, edge in zip(bets, answer.get("edges", ()), strict=False)
    ]


def _rows(game: Game, settings: Settings, edges: dict[str, float]) -> list[EdgeRow]:
    """The base game's edge first, then each side bet's."""
    rows = []
    for spot, edge in edges.items():
        base = spot == game.base
        bets = list(game.base_tables) if base else [spot]
        names = ", ".join(settings.terms.tables[bet] for bet in bets if bet in settings.terms.tables)
        felt = f"{game.base_words}, played best" if base else game.by_key[spot].felt
        rows.append(EdgeRow(felt=felt, paytable=names, edge=f"{100 * edge:.3f} %"))
    return rows
