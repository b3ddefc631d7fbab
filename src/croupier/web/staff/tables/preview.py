"""What a table would look like: the felt, the posted pay tables, and the exact edges of what was chosen."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.choices.making import NO_APPROVAL
from croupier.floor.choices.notices import notices
from croupier.floor.table import Settings, Table
from croupier.lab.solved import is_countable
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.own.file import side_bet_text
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.context import House
from croupier.web.staff.tables.models import EdgeRow, FeltCell, Preview
from croupier.web.table.facts import facts

_PATIENCE_S: Final = 0.6
"""So long a page waits for the lab; the script asks again."""


async def preview(house: House, name: str, settings: Settings, refused: Refused | None = None) -> Preview:
    """The table as these settings make it; `refused` is why the newest ones could not be taken."""
    table = facts(Table(name=name or "new", settings=settings))
    game = settings.terms.game
    offered = {spot.key: spot.felt for spot in table.spots}
    told = list(notices(settings).values())
    if settings.approval is None:
        told.append(f"{NO_APPROVAL.capitalize()}: the table is marked so wherever it is shown (R50).")
    said = await _edges(house, game, settings)
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
        notices=told,
        edges=[*_rows(game, settings, said.get("edges", {})), *own],
        pending="progress" in said or len(own) < len(settings.terms.own_bets),
        refused="" if refused is None else str(refused),
    )


async def _edges(house: House, game: Game, settings: Settings) -> dict[str, Any]:
    if not is_countable(game):
        return {}
    tables = {bet: name for bet, name in settings.terms.tables.items() if bet != PROGRESSIVE}
    asked = asyncio.ensure_future(house.coach.edges(game, tables))
    try:
        return await asyncio.wait_for(asyncio.shield(asked), _PATIENCE_S)
    except TimeoutError:
        return {"progress": 0}


async def _own_edges(house: House, settings: Settings) -> list[EdgeRow]:
    """The exact edges of the table's own side bets, once the lab has them."""
    bets = settings.terms.own_bets
    if not bets:
        return []
    texts = [side_bet_text(bet) for bet in bets]
    asked = asyncio.ensure_future(house.coach.own_edges(settings.terms.rules.game, texts))
    try:
        found = await asyncio.wait_for(asyncio.shield(asked), _PATIENCE_S)
    except TimeoutError:
        return []
    return [
        EdgeRow(felt=bet.name, paytable="not an approved bet", edge=f"{100 * edge:.3f} %")
        for bet, edge in zip(bets, found.get("edges", ()), strict=False)
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
