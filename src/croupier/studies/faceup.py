"""A table dealt face up: the stored results at once, or a new run where somebody asks for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.capabilities import face_up_edge, face_up_report, face_up_run, face_up_runs, few_samples
from croupier.lab.work import ALONE, Progress, WorkPlan, engine_why
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    BandMark,
    BarChart,
    LevelMark,
    LineMark,
    Plot,
    number,
    share,
)
from croupier.studies.question import (
    FieldChoice,
    Figures,
    FormField,
    FormValues,
    StudyQuestion,
    game_option,
    options,
)
from croupier.studies.words import of_base

MOST_SAMPLES = 5_000
"""In the Lab; a terminal takes any number."""


def fields(game: Game) -> list[FormField]:
    """How many players, and how much to draw where it is computed again."""
    players = tuple(FieldChoice(str(n), f"{n} players") for n in range(2, 8))
    return [
        FormField("players", "Players at the table", str(len(SEATS)), "choice", players),
        FormField("samples", "Sets of seen cards, if computed again", str(few_samples(game)), "number",
              hint="drawn at random; more take longer and err less", again=True),
        FormField("seed", "Seed", "1", "number", hint="the same seed draws the same sets", again=True),
    ]  # fmt: skip


def question(game: Game, form: FormValues) -> StudyQuestion:
    """The stored results of a game, or a run of one's own."""
    players = form.whole("players", 2, 7)
    if not form.yes("again"):
        return StoredRuns(game, players)
    return FaceUpRun(game, players, form.whole("samples", 2, MOST_SAMPLES), form.whole("seed", 0, 2**31))


@dataclass(frozen=True, slots=True)
class StoredRuns(StudyQuestion):
    """The stored runs of a game, seen for so many players; `only` that run, or all of them."""

    game: Game
    players: int = len(SEATS)
    only: bool = False

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup`, which shows stored results."""
        players = self.players if self.only else None
        return ("faceup", *options(game=game_option(self.game), players=players))

    def figures(self, progress: Progress) -> Figures:
        """The stored results."""
        runs = face_up_runs(self.game)
        if not self.only:
            report = face_up_report(self.game.key)
            more = {"exposed": report["exposed"]} if "exposed" in report else {}
            head = {"game": self.game.key, "hardware": report.get("hardware"), "date": report.get("date")}
            return {**head, "runs": runs, **more}
        runs_by_players = face_up_run(self.game, self.players)
        if runs_by_players is None:
            there = ", ".join(str(run["players"]) for run in runs)
            what = f"no result is kept for {self.players} players of {self.game.name}"
            raise Refused(f"{what}{f', but for {there}' if there else ''}; --recompute makes one")
        return {**runs_by_players, "engine_why": "kept from an earlier run; nothing was computed now"}

    def answer(self, figures: Figures) -> FigureAnswer:
        """By number of players: the edge, what looking is worth, who gains."""
        runs, report = face_up_runs(self.game), face_up_report(self.game.key)
        if not runs:
            return FigureAnswer(
                headline=(f"{self.game.name} dealt face up", "not worked out yet"),
                words=(
                    "No result is kept for this game. It can be worked out here, for so many players, on sets of cards "
                    "drawn at random: press the button, or say --recompute at a terminal.",
                    *_no_card(self.game, runs),
                ),
                pictures=(_games(self.game, self.players),),
            )
        mine = next((run for run in runs if run["players"] == self.players), runs[-1])
        origin = f"These runs were made on {report['hardware']}, {report['date']}. A negative edge is the player's."
        return FigureAnswer(
            headline=(f"House edge, {mine['players']} players", as_text(mine["edge"], "percent")),
            words=(*_words(self.game, mine), *_no_card(self.game, runs), origin),
            sheets=(_sheet([mine] if self.only else runs, mine), *_looks(mine), *_matters(mine)),
            pictures=(*_pictures(self.game, runs), _games(self.game, mine["players"])),
        )


@dataclass(frozen=True, slots=True)
class FaceUpRun(StudyQuestion):
    """A run of one's own: every class of seen cards, or so many sets of them drawn at random, where `samples` is given.

    work  on what it is done, where finished work is kept, and which part of it
    """

    game: Game
    players: int
    samples: int | None
    seed: int
    work: WorkPlan = ALONE

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --recompute`, with the same seed; or `--exact`, which draws nothing."""
        game, drawn = game_option(self.game), self.samples is not None
        flags = options(game=game, players=self.players, samples=self.samples, seed=self.seed if drawn else None)
        return ("faceup", *flags, "--recompute" if drawn else "--exact")

    def figures(self, progress: Progress) -> Figures:
        """The run, or parts of it that were computed elsewhere, added up."""
        from croupier.lab.solver import solver

        progress("preparing", 0.0)
        solver_of_game = solver(self.game)
        figures = solver_of_game.face_up(
            self.players, samples=self.samples, seed=self.seed, work=self.work, progress=progress
        ).to_dict()
        return {**figures, "engine_why": self._why(figures["engine"])}

    def _why(self, engine: str) -> str:
        """Why a run was done where it was: a checkpoint may have parts that others did."""
        if engine != self.work.engine:
            return "finished work was read from files, which say where it was done"
        return engine_why(engine)

    def answer(self, figures: Figures) -> FigureAnswer:
        """The run beside the stored one."""
        published = face_up_runs(self.game)
        beside = [run for run in published if run["players"] == figures["players"]]
        off = f" The kept result is {as_text(beside[0]['edge'], 'percent')}." if beside else ""
        how = f"{figures['classes']:,} classes of seen cards" if figures["exact"] else (
            f"{figures['samples']:,} sets of seen cards drawn with seed {figures['seed']}"
        )  # fmt: skip
        error = (
            "exactly" if figures["exact"] else f"± {as_text(figures['standard_error'], 'percent')} (one standard error)"
        )
        where = ", ".join(f"{as_text(often, 'percent', 2)} {street.words}" for street in self.game.streets
                          if (often := figures["changed"].get(street.key)) is not None)  # fmt: skip
        proven = "Proven: play that does not look is worth, over all classes, exactly the base game's value."
        return FigureAnswer(
            headline=(f"House edge, {figures['players']} players", as_text(figures["edge"], "percent")),
            words=(
                f"{how}: {as_text(figures['edge'], 'percent')} {error}.{off}",
                *_words(self.game, figures),
                f"Looking changes the decision in {where}.",
                *((proven,) if figures["exact"] and not figures["part"] else ()),
                f"Engine: {figures['engine']} ({figures['engine_why']}), {figures['seconds']:,.1f} s.",
            ),
            warnings=_part(figures),
            sheets=(_sheet([figures, *beside], figures), *_looks(figures), *_matters(figures)),
            pictures=_pictures(self.game, published, figures),
        )


def _no_card(game: Game, runs: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Why a game has no rule that fits on a card, where no run was played by one."""
    if any(run["counted"] is not None for run in runs):
        return ()
    return (
        f"There is no rule that fits on a card for {game.name}: such a rule is learnt from tens of thousands of "
        "tables, count by count, which has not been done for this game. What a person who looks can do without a "
        "machine is not known.",
    )


def _part(figures: Mapping[str, Any]) -> tuple[str, ...]:
    part = figures["part"]
    if not part:
        return ()
    return (f"{part['done']:,} of {part['of']:,}: figures of this part only, until it is merged with the others.",)


def _words(game: Game, run: Mapping[str, Any]) -> tuple[str, ...]:
    base = of_base(game)
    edge, looks = as_text(abs(run["edge"]), "percent", 2), f"uses all cards of {run['players']} players"
    usual = as_text(run["base_edge"], "percent", 2)
    if run["edge"] < 0:
        first = f"The player gains: one who {looks} has {edge} of {base} over the house."
    else:
        first = f"The house keeps {edge} of {base} against one who {looks}, and {usual} against one who does not."
    how = "exactly" if run["exact"] else f"give or take {as_text(run['standard_error'], 'percent', 3)}"
    second = f"Looking is worth {as_text(run['gain'], 'percent', 3)} of {base}, {how}"
    rule = run["counted"]
    third = f"; by a rule that fits on a card, {as_text(rule, 'percent', 3)}." if rule else "."
    return first, second + third


def _sheet(runs: list[dict[str, Any]], lit: Mapping[str, Any]) -> FigureSheet:
    columns = (
        FigureColumn("players", "players", "whole"),
        FigureColumn("seen", "cards seen", "whole"),
        FigureColumn("edge", "house edge", "percent"),
        FigureColumn("standard_error", "±", "percent"),
        FigureColumn("gain", "looking adds", "percent"),
        FigureColumn("counted", "a rule on a card adds", "percent"),
        FigureColumn("edge_of_action", "of all money bet", "percent"),
        FigureColumn("gains", "who gains"),
    )
    rows: list[list[Value]] = []
    for run in runs:
        texts = {"standard_error": "exact" if run["exact"] else run["standard_error"],
                "gains": "player" if run["edge"] < 0 else "house"}  # fmt: skip
        rows.append([(run | texts)[column.key] for column in columns])
    used = [at for at in range(len(columns)) if any(row[at] is not None for row in rows)]
    return FigureSheet(
        "By number of players",
        tuple(columns[at] for at in used),
        [tuple(row[at] for at in used) for row in rows],
        frozenset({runs.index(lit)}),  # type: ignore[arg-type]
    )


_WHEN = {
    "look_preflop": "before the flop only", "look_later": "after it only", "look_river": "at the river only",
    "counting": "by a counting chart",
}  # fmt: skip


def _looks(run: Mapping[str, Any]) -> tuple[FigureSheet, ...]:
    """What looking adds, by when one looks, where that was counted."""
    gains = run.get("gain_by_look", {})
    columns = (
        FigureColumn("look", "looking"),
        FigureColumn("gain", "adds", "percent"),
        FigureColumn("standard_error", "±", "percent"),
    )
    rows: list[tuple[Value, ...]] = [
        (words, gains[key]["value"], gains[key]["standard_error"]) for key, words in _WHEN.items() if key in gains
    ]
    return (FigureSheet("By when one looks", columns, rows),) if rows else ()


def _matters(run: Mapping[str, Any]) -> tuple[FigureSheet, ...]:
    """With which hands it matters most to look, where that was counted."""
    if not run.get("hands"):
        return ()
    columns = (FigureColumn("hand", "hand"), FigureColumn("gains", "looking gains, of all rounds", "percent"))
    return (FigureSheet("Where it matters most", columns, [(one["hand"], one["gain"]) for one in run["hands"]]),)


def _pictures(game: Game, runs: list[dict[str, Any]], mine: Mapping[str, Any] | None = None) -> tuple[AnyPicture, ...]:
    base = (mine or runs[0])["base_edge"]
    best: list[tuple[float, float]] = [(1, base), *((run["players"], run["edge"]) for run in runs)]
    ruled: list[tuple[float, float]] = [
        (1, base), *((run["players"], run["base_edge"] - run["counted"]) for run in runs if run["counted"] is not None)
    ]  # fmt: skip
    own: tuple[BandMark | LineMark, ...] = ()
    if mine is not None:
        players, edge, reach = mine["players"], mine["edge"], 1.96 * mine["standard_error"]
        span = [(players + side * 0.12, edge - reach, edge + reach) for side in (-1, 1)]
        own = (BandMark("this run, 95 %", span, "red"), LineMark("", [(players, edge)], "red", dots=True))
    last = max(run["players"] for run in (*runs, *([mine] if mine else [])))
    picture = Plot(
        f"{game.name}: who looks at other players' cards",
        Axis("players, all cards face up", number, 1, last, tuple(float(n) for n in range(1, last + 1))),
        Axis("house edge", share),
        (
            LevelMark(0, "above: the house gains"),
            LineMark("best play", best, dots=True),
            *((LineMark("by a rule on a card", ruled, "brass", dashed=True, dots=True),) if len(ruled) > 1 else ()),
            LineMark("not looking", [(1, base), (last, base)], "muted", dashed=True),
            *own,
        ),
    )
    return (picture,)


def _games(game: Game, players: int) -> BarChart:
    edges = [(one.name, edge.edge) for one in GAMES.values() if (edge := face_up_edge(one, players)) is not None]
    rows = [(name, edge, as_text(edge, "percent", 2)) for name, edge in sorted(edges, key=lambda each: each[1])]
    return BarChart(f"House edge against one who looks, {players} players", rows, game.name, player_gains=False)
