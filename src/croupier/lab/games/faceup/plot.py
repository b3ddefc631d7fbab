"""One picture of the whole report: the house's edge against the number of players, seven games."""

from __future__ import annotations

from pathlib import Path

from croupier.games import GAMES
from croupier.lab.charts import INK, new_figure, save_figure
from croupier.lab.games.faceup.published import best_runs
from croupier.lab.games.solve import SIX_GAMES
from croupier.lab.seen.faceup.published import best_runs as uth_runs
from croupier.rules.seat import SEATS

_COLOURS = {
    "caribbean": "#9c2f2f",
    "mississippi": "#c8781e",
    "four-card": "#7a4fa0",
    "uth": "#1f6b45",
    "let-it-ride": "#2f6f9f",
    "crazy-four": "#8a7a2a",
    "three-card": "#5a5a5a",
}


def edges_of(key: str) -> dict[int, float]:
    """The house's edge of the base bet by number of players, from one player, who sees nobody, to seven."""
    if key == "uth":
        runs = uth_runs()
        return {1: runs[0]["base_edge_of_ante"], **{run["players"]: run["edge_of_ante"] for run in runs}}
    runs = best_runs(key)
    return {1: runs[0]["base_edge"], **{run["players"]: run["edge"] for run in runs}}


def draw_games(path: Path, bold: str | None = None) -> None:
    """The edges of all seven games; one of them bold."""
    figure, (axis,) = new_figure(1, 8.2, 5.2)
    ends: list[tuple[float, str]] = []
    for key in ("uth", *SIX_GAMES):
        edges = {players: 100 * edge for players, edge in edges_of(key).items() if players <= 7}
        axis.plot(list(edges), list(edges.values()), "o-", color=_COLOURS[key], lw=3 if key == bold else 1.6, ms=4)
        ends.append((edges[7], key))
    # Names stand at the ends of their lines, moved apart where lines end close to one another.
    place = float("inf")
    for edge, key in sorted(ends, reverse=True):
        place = min(edge, place - 0.33)
        axis.annotate(
            GAMES[key].name.removesuffix(" Poker"),
            (7, edge),
            xytext=(7.15, place),
            color=_COLOURS[key],
            va="center",
            weight="bold" if key == bold else "normal",
        )
    axis.axhline(0, color=INK, lw=1)
    axis.axvline(len(SEATS), color=INK, lw=0.8, ls=":")
    axis.annotate("six spots ", (len(SEATS), axis.get_ylim()[1]), va="top", ha="right", color=INK)
    axis.set_xlim(0.8, 9.2)
    axis.set_xticks(range(1, 8))
    axis.set_xlabel("players, all cards face up")
    axis.set_ylabel("house edge against one who looks (% of the Ante)")
    save_figure(figure, path)
