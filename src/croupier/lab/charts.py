"""Charts as files: PNG or SVG, chosen by the file's ending.

Drawn without a display, on a plain ground; colours keep their meaning from chart to chart: green is the
player's, red the house's, brass the mark to look at.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import Progressive
    from croupier.lab.chance.ruin import Ahead, Ruin

GREEN, RED, BRASS, INK = "#1f7a4d", "#b3261e", "#b08d3c", "#222222"
START_COLOURS = {"bet4": "#1f7a4d", "bet3": "#b08d3c", "check": "#d9d4c5"}


def new_figure(panels: int, width: float, height: float, *, below: bool = False) -> tuple[Any, list[Any]]:
    """A figure of so many inches, and its panels from left to right, or one below the other."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    shape = (panels, 1) if below else (1, panels)
    axes = figure.subplots(*shape, squeeze=False).ravel()
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, list(axes)


def save_figure(figure: Any, path: Path) -> None:
    """Write the figure to a file: the same bytes for the same figures."""
    # Dates and random ids would make two drawings of the same figures differ.
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "path"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else {})


def draw_returns(bet: Progressive, path: Path) -> None:
    """The return of a progressive bet against each of its meters, with the break-even marked."""
    figure, axes = new_figure(len(bet.levels), 5.2 * len(bet.levels), 4.2)
    for axis, (name, level) in zip(axes, bet.levels.items(), strict=True):
        before, after = bet.break_even(name), bet.break_even(name, taxed=True)
        reach = 1.3 * max(float(after or 0), float(before or 0), level.meter, 100.0)
        meters = np.linspace(0, reach, 200)
        axis.plot(meters / 100, bet.return_curve(name, meters) * 100, color=GREEN, label="before tax")
        if bet.tax:
            label = f"after {float(bet.tax):.0%} tax"
            axis.plot(meters / 100, bet.return_curve(name, meters, taxed=True) * 100, color=RED, ls="--", label=label)
        axis.axhline(100, color=INK, lw=0.8)
        # The two can lie side by side, so that one stands above the line and the other below it.
        for fair, beside, side in ((before, (-6, 8), "right"), (after if bet.tax else None, (6, -16), "left")):
            if fair is not None:
                at = float(fair) / 100
                axis.plot([at], [100], "o", color=BRASS)
                axis.annotate(f"${at:,.0f}", (at, 100), xytext=beside, textcoords="offset points", ha=side, color=INK)
        now = level.meter / 100
        axis.axvline(now, color=BRASS, lw=1, ls=":")
        left = now > reach / 200
        axis.annotate(
            f" now ${now:,.0f} ", (now, axis.get_ylim()[0]), color=BRASS, va="bottom", ha="right" if left else "left"
        )
        axis.set_xlabel(f"{name} meter ($)")
        axis.set_ylabel("return of the bet (%)")
        axis.yaxis.set_major_formatter(lambda value, _: short(value))
        _few_ticks(axis)
        if bet.tax:
            axis.legend(frameon=False, loc="best")
    figure.suptitle(f"{bet.table.name}, ${bet.stake / 100:g} a bet, {bet.players} playing")
    save_figure(figure, path)


def draw_starts(best: dict[str, str], values: dict[str, float], path: Path) -> None:
    """The 13 × 13 chart of starting hands: what to do, and what the hand is worth in Antes."""
    figure, (axis,) = new_figure(1, 9.5, 9.8)
    names = RANKS[::-1]
    for row in range(13):
        for column in range(13):
            high, low = (row, column) if row <= column else (column, row)
            hand = names[high] + names[low] + ("" if row == column else "s" if row < column else "o")
            choice = best[hand]
            axis.add_patch(_square(column, row, START_COLOURS[choice]))
            ink = "white" if choice == "bet4" else INK
            axis.text(column + 0.5, row + 0.42, hand, ha="center", va="center", color=ink, fontsize=11, weight="bold")
            axis.text(
                column + 0.5, row + 0.75, f"{values[hand]:+.2f}", ha="center", va="center", color=ink, fontsize=7.5
            )
    axis.set_xlim(0, 13)
    axis.set_ylim(13, 0)
    axis.set_aspect("equal")
    axis.axis("off")
    axis.set_title(
        "Before the flop: green bets 4x, brass 3x, the rest checks\n"
        "value in Antes; suited above the diagonal, offsuit below",
        fontsize=11,
    )
    save_figure(figure, path)


def draw_bars(title: str, bars: dict[str, float], unit: str, path: Path) -> None:
    """Named values as bars, the first on top: green above zero, red below."""
    figure, (axis,) = new_figure(1, 8.0, 1.2 + 0.42 * len(bars))
    names, values = list(bars), list(bars.values())
    drawn = axis.barh(names, values, color=[RED if value < 0 else GREEN for value in values])
    words = [_figure(value) for value in values]
    axis.bar_label(drawn, [f" {word} " for word in words], color=INK, fontsize=9)
    axis.axvline(0, color=INK, lw=0.8)
    axis.invert_yaxis()
    # A figure stands beyond the end of its bar, and needs as much room as it has letters.
    low, high = min(0.0, *values), max(0.0, *values)
    room = (high - low or 1.0) * (0.03 + 0.025 * max(map(len, words), default=0))
    axis.set_xlim(low - (room if low < 0 else 0), high + (room if high > 0 or low == 0 else 0))
    _few_ticks(axis)
    axis.set_xlabel(unit)
    axis.set_title(title, fontsize=11)
    save_figure(figure, path)


def _figure(value: float) -> str:
    """A value with four places, or with as many as it takes to be more than nothing."""
    return f"{value:,.4f}" if not value or abs(value) >= 0.001 else f"{value:.3g}"


def _few_ticks(axis: Any) -> None:
    """Ticks on the horizontal axis that stand apart, however large their numbers are."""
    axis.locator_params(axis="x", nbins=5)
    axis.xaxis.set_major_formatter(lambda value, _: short(value))


def short(value: float) -> str:
    """A number on an axis, in few letters.

    >>> short(25_000), short(2.5e9), short(-1e6), short(0.25)
    ('25,000', '2.5 billion', '-1 million', '0.25')
    """
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if abs(value) >= size:
            return f"{value / size:,.6g} {word}"
    return f"{value:,.6g}" if abs(value) < 1000 else f"{value:,.0f}"


def _square(x: int, y: int, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=1.5)


def draw_run(
    curve: NDArray[np.float64], every: int, mean: float, deviation: float, path: Path,
    ahead: Ahead | None = None, ruin: Ruin | None = None, unit: str = "Ante",
) -> None:  # fmt: skip
    """A bankroll curve in base bets with the band that 95 % of runs keep to, and the exact answers beside it."""
    panels = 1 + (ahead is not None) + (ruin is not None)
    figure, axes = new_figure(panels, 5.6 * panels, 4.2)
    rounds = np.arange(len(curve) + 1) * every
    run = axes[0]
    spread = 1.96 * deviation * np.sqrt(rounds)
    run.fill_between(rounds, mean * rounds - spread, mean * rounds + spread, color=BRASS, alpha=0.18, lw=0)
    run.plot(rounds, mean * rounds, color=BRASS, lw=1, label="expected; 95 % of runs end in the band")
    run.plot(rounds, np.concatenate([[0.0], curve]), color=GREEN, lw=1, label="this run")
    run.axhline(0, color=INK, lw=0.8)
    run.set_xlabel("rounds")
    run.set_ylabel(f"{unit}s won")
    _few_ticks(run)
    run.yaxis.set_major_formatter(lambda value, _: short(value))
    run.legend(frameon=False, loc="best", fontsize=8)
    if ahead is not None:
        _draw_ahead(axes[1], ahead, unit)
    if ruin is not None:
        _draw_ruin(axes[-1], ruin, unit)
    save_figure(figure, path)


def _draw_ahead(axis: Any, ahead: Ahead, unit: str) -> None:
    centre, reach = ahead.mean, 4 * ahead.standard_deviation
    shown = (ahead.results >= centre - reach) & (ahead.results <= centre + reach)
    results, chances = ahead.results[shown], ahead.chances[shown]
    # Bins are whole Antes wide and begin just above one, so that each holds as many possible results.
    width = max(1, int(2 * reach / 120))
    edges = np.arange(np.floor(results[0] / width) * width - width, results[-1] + 2 * width, width) + 0.25
    heights, edges = np.histogram(results, bins=edges, weights=chances)
    middles = (edges[1:] + edges[:-1]) / 2
    colours = [GREEN if middle > 0 else RED for middle in middles]
    axis.bar(middles, heights * 100, width=np.diff(edges), color=colours)
    axis.set_title(f"after {ahead.rounds:,} rounds: {ahead.ahead:.1%} are ahead", fontsize=10)
    _few_ticks(axis)
    axis.set_xlabel(f"{unit}s won")
    axis.set_ylabel("chance (%)")


def _draw_ruin(axis: Any, ruin: Ruin, unit: str) -> None:
    axis.plot(ruin.bankrolls, ruin.risks * 100, color=RED)
    axis.plot([ruin.bankroll], [ruin.risk * 100], "o", color=BRASS)
    axis.set_title(f"risk of ruin within {ruin.rounds:,} rounds", fontsize=10)
    _few_ticks(axis)
    axis.set_xlabel(f"bankroll ({unit}s)")
    axis.set_ylabel("risk (%)")
    axis.set_ylim(0, 100)
