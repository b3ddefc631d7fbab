"""The runs that were really made, as data: `published.json`, which docs/faceup.md reports and the plot draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.games.uth import UTH
from croupier.lab.charts import BRASS, GREEN, INK, RED, new_figure, save_figure
from croupier.lab.seen.chart import CHART
from croupier.lab.solved import face_up_report, face_up_runs
from croupier.rules.seat import SEATS


def published() -> dict[str, Any]:
    """The hardware, the date, the runs by number of players, and the dealer's exposed cards."""
    return face_up_report(UTH.key)


def best_runs() -> list[dict[str, Any]]:
    """One run for each number of players: the exact one where there is one."""
    return face_up_runs(UTH.key)


def draw_edges(path: Path, also: dict[str, Any] | None = None) -> None:
    """The house's edge against the number of cards seen: looking, counting, and not looking; `also` is one more run."""
    runs = best_runs()
    base = runs[0]["base_edge_of_ante"]
    figure, (axis,) = new_figure(1, 7.2, 4.6)
    seen = [0, *(run["seen"] for run in runs)]
    looking = [base, *(run["edge_of_ante"] for run in runs)]
    counted = [run for run in runs if run["players"] in CHART]
    counting = [base, *(base - run["gain_by_look"]["counting"]["value"] for run in counted)]
    axis.axhline(base * 100, color=INK, lw=0.8, ls=":", label="not looking")
    axis.plot(
        seen[: len(counting)], [100 * edge for edge in counting], "o--", color=BRASS, label="counting before the flop"
    )
    axis.plot(seen, [100 * edge for edge in looking], "o-", color=GREEN, label="best play")
    if also is not None:
        error = 196 * also["standard_error"]
        axis.errorbar([also["seen"]], [100 * also["edge_of_ante"]], yerr=[error], fmt="s", color=RED, label="this run")
    axis.axhline(0, color=INK, lw=0.8)
    full = 2 * (len(SEATS) - 1)
    axis.axvline(full, color=INK, lw=0.8, ls=":")
    axis.annotate(" all six spots", (full, axis.get_ylim()[1]), va="top", color=INK)
    axis.set_xlabel("other players' cards seen")
    axis.set_ylabel("house edge (% of the Ante)")
    axis.set_xticks(seen)
    axis.set_ylim(bottom=min(0.0, axis.get_ylim()[0]))
    axis.legend(frameon=False)
    save_figure(figure, path)
