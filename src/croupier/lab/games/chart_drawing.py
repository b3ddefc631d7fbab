"""Charts of how a game is played best as files: PNG or SVG, chosen by the file's ending."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.lab.games.chart import GameChart, RideRow, StreetChart
from croupier.lab.plotting import BRASS, GREEN, INK, draw_bars, new_figure, save_figure
from croupier.rules.actions import BET1, Bet
from croupier.rules.game import Game, Street

_QUIET = "#d9d4c5"


def draw_chart(chart: GameChart, path: Path) -> None:
    """A panel for each street: the 13 × 13 starting hands, or the hands by what they are; of what rides, its worth."""
    game, unit = chart.game, "bet" if chart.game.base_label else chart.game.by_key[chart.game.base].felt
    bars = {
        f"{one.street.words}: {row.low}": float(row.most)
        for one in chart.streets
        for row in one.rows
        if isinstance(row, RideRow)
    }
    if bars:
        title = f"{game.name}: what a bet that rides is worth, with the best cards of each kind"
        return draw_bars(title, bars, f"in {unit}s", path)
    sizes = [
        (9.5, 9.8) if one.starts else (3.6 + 0.55 * len(one.columns), 1.4 + 0.36 * len(one.rows))
        for one in chart.streets
    ]
    wide = [one for one, _ in sizes]
    figure, axes = new_figure(len(sizes), sum(wide), max(high for _, high in sizes), wide)
    most = max(13 if one.starts else len(one.rows) for one in chart.streets)
    for axis, one in zip(axes, chart.streets, strict=True):
        if one.starts:
            _draw_starts(axis, one, unit)
        else:
            _draw_ladder(axis, one, game)
        _frame(axis, 13 if one.starts else len(one.columns), most)
    save_figure(figure, path)


def _draw_starts(axis: Any, chart: StreetChart, unit: str) -> None:
    """The 13 × 13 chart: what to do, and what the hand is worth."""
    for place, start in enumerate(chart.rows):
        row, column = divmod(place, 13)
        ink = "white" if _colour(chart.street, start.best) == GREEN else INK
        _square(axis, column, row, chart.street, {start.best: 1.0})
        middle, value = column + 0.5, float(start.values[start.best])
        axis.text(middle, row + 0.42, start.low, ha="center", va="center", color=ink, fontsize=11, weight="bold")
        axis.text(middle, row + 0.75, f"{value:+.2f}", ha="center", va="center", color=ink, fontsize=7.5)
    axis.set_aspect("equal")
    beside = f"value in {unit}s; suited above the diagonal, offsuit below"
    axis.set_title(f"{_key(chart.street)}\n{beside}", fontsize=11)


def _draw_ladder(axis: Any, chart: StreetChart, game: Game) -> None:
    """A ladder, the best hands on top: a column for each card that the dealer may show, each cell cut by shares."""
    for place, row in enumerate(reversed(chart.rows)):
        for column, shares in enumerate(row.shares):
            _square(axis, column, place, chart.street, {choice: float(share) for choice, share in shares.items()})
        axis.text(-0.15, place + 0.5, row.words, ha="right", va="center", color=INK, fontsize=8)
    for column, rank in enumerate(chart.columns):
        axis.text(column + 0.5, len(chart.rows) + 0.1, rank, ha="center", va="top", color=INK, fontsize=9)
    below = "; below, the card that the dealer shows" if chart.columns[0] else ""
    one = len(game.streets) == 1
    key = f"{game.name}: green raises most, brass once, the rest folds" if one else _key(chart.street)
    axis.set_title(f"{key}{below}", fontsize=10, wrap=True)


def _key(street: Street) -> str:
    """What the colours say: `Before the flop: green bets 4x, brass 3x, the rest checks`."""
    bets = [action.multiple for action in street.offers if isinstance(action, Bet)]
    colours = ("brass bets" if bets[:1] == [1] else "green bets", "brass")
    entries = [f"{colour} {times}x" for colour, times in zip(colours, bets[:1] + bets[1:][-1:], strict=False)]
    return f"{street.words[0].upper()}{street.words[1:]}: {', '.join((*entries, f'the rest {street.offers[-1].says}'))}"


def _colour(street: Street, choice: str) -> str:
    offers = [str(action) for action in street.offers]
    if choice == offers[-1]:
        return _QUIET
    return GREEN if choice == offers[0] != str(BET1) else BRASS


def _square(axis: Any, column: int, row: int, street: Street, shares: Mapping[str, float]) -> None:
    from matplotlib.patches import Rectangle

    left = float(column)
    for choice, share in shares.items():
        axis.add_patch(Rectangle((left, row), share, 1, facecolor=_colour(street, choice), linewidth=0))
        left += share
    axis.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor="white", linewidth=1.5))


def _frame(axis: Any, wide: int, high: int) -> None:
    axis.set_xlim(0, wide)
    axis.set_ylim(high, 0)
    axis.axis("off")
