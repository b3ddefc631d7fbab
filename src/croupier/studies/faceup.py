"""A table dealt face up: what has been worked out, at once; and the same again when somebody asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.lab.solved import face_up_edge, face_up_report, face_up_runs
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.studies.answer import Answer, Column, Sheet, shown
from croupier.studies.pictures.picture import AnyPicture, Axis, Band, Level, Line, Picture, Ranking, number, share
from croupier.studies.question import Choice, Field, Given, Progress, Question, Told, game_option, options

MOST_SAMPLES = 5_000
"""In the Lab; a terminal takes any number."""


def fields(game: Game) -> list[Field]:
    """How many players, and how much to draw where it is computed again."""
    players = tuple(Choice(str(n), f"{n} players") for n in range(2, 8))
    return [
        Field("players", "Players at the table", str(len(SEATS)), "choice", players),
        Field("samples", "Sets of seen cards, if computed again", "200" if game is UTH else "1024", "number",
              hint="drawn at random; more take longer and err less", again=True),
        Field("seed", "Seed", "1", "number", hint="the same seed draws the same sets", again=True),
    ]  # fmt: skip


def question(game: Game, given: Given) -> Question:
    """The kept results of a game, or a run of one's own."""
    players = given.whole("players", 2, 7)
    if not given.yes("again"):
        return Kept(game, players)
    return Again(game, players, given.whole("samples", 2, MOST_SAMPLES), given.whole("seed", 0, 2**31))


class Run(NamedTuple):
    """A run of any game, said alike. `rule` is what a rule that fits on a card gains, where there is one."""

    players: int
    seen: int
    edge: float
    error: float
    exact: bool
    base: float
    gain: float
    rule: float | None
    of_action: float | None


def run_of(game: Game, told: Mapping[str, Any]) -> Run:
    """A run as it is kept, of whichever game."""
    if game is not UTH:
        keys = ("players", "seen", "edge", "standard_error", "exact", "base_edge", "gain", "counted", "edge_of_action")
        return Run(*(told[key] for key in keys))
    # A chart was made for each number of players that a table seats.
    rule = told["gain_by_look"]["counting"]["value"] if told["players"] <= len(SEATS) else None
    return Run(
        told["players"], told["seen"], told["edge_of_ante"], told["standard_error"], not told["standard_error"],
        told["base_edge_of_ante"], told["gain"], rule, None,
    )  # fmt: skip


def kept_of(game: Game) -> Told:
    """All that has been worked out for a game, as the terminal prints it."""
    return face_up_report(game.key) if game is UTH else face_up_runs(game.key)


@dataclass(frozen=True, slots=True)
class Kept:
    """What has been worked out for a game, looked at for so many players."""

    game: Game
    players: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup`, which shows it at once."""
        return ("faceup", *options(game=game_option(self.game)))

    @property
    def files(self) -> Mapping[str, str]:
        """None."""
        return {}

    def told(self, progress: Progress) -> Told:
        """The kept results."""
        return kept_of(self.game)

    def answer(self, told: Told) -> Answer:
        """By number of players: the edge, what looking is worth, who gains."""
        runs = [run_of(self.game, one) for one in face_up_runs(self.game.key)]
        mine = next((run for run in runs if run.players == self.players), runs[-1])
        return Answer(
            headline=(f"House edge, {mine.players} players", shown(mine.edge, "percent")),
            words=_words(self.game, mine),
            sheets=(_sheet(runs, mine), *_matters(self.game, self.players)),
            pictures=(*_pictures(self.game, runs), _games(self.game, self.players)),
        )


@dataclass(frozen=True, slots=True)
class Again:
    """A run of one's own: so many sets of seen cards drawn at random."""

    game: Game
    players: int
    samples: int
    seed: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --recompute`, with the same seed."""
        game = game_option(self.game)
        given = options(game=game, players=self.players, samples=self.samples, seed=self.seed)
        return ("faceup", *given, "--recompute")

    @property
    def files(self) -> Mapping[str, str]:
        """None."""
        return {}

    def told(self, progress: Progress) -> Told:
        """The run, on this machine's processors."""

        def done(so_far: int, every: int, _seconds: float) -> None:
            progress(f"{so_far:,} of {every:,}", so_far / every)

        progress("preparing", 0.0)
        if self.game is UTH:
            from croupier.lab.seen.faceup.run import Plan, cpu_engine, face_up

            return face_up(Plan(self.players, self.samples, self.seed), cpu_engine, name="cpu", progress=done).to_dict()
        from croupier.lab.games.faceup.plan import Plan as GamePlan
        from croupier.lab.games.faceup.run import cpu_engine as engine_of_games
        from croupier.lab.games.faceup.run import face_up_game

        plan = GamePlan(self.game.key, self.players, self.samples, self.seed)
        return face_up_game(plan, engine_of_games, progress=done).to_dict()

    def answer(self, told: Told) -> Answer:
        """The run beside the kept one."""
        mine = run_of(self.game, told)
        kept = [run_of(self.game, one) for one in face_up_runs(self.game.key)]
        beside = next((run for run in kept if run.players == self.players), None)
        off = "" if beside is None else f" The kept result is {shown(beside.edge, 'percent')}."
        how = f"{self.samples:,} sets drawn with seed {self.seed}: {shown(mine.edge, 'percent')}"
        return Answer(
            headline=(f"House edge, {mine.players} players", shown(mine.edge, "percent")),
            words=(f"{how} ± {shown(mine.error, 'percent')} (one standard error).{off}",),
            sheets=(_sheet([mine, *([beside] if beside else [])], mine),),
            pictures=_pictures(self.game, kept, mine),
        )


def _words(game: Game, run: Run) -> tuple[str, ...]:
    base = "one bet" if game.base_label else f"the {game.by_key[game.base].felt}"
    edge, looks = shown(abs(run.edge), "percent", 2), f"uses all cards of {run.players} players"
    usual = shown(run.base, "percent", 2)
    if run.edge < 0:
        first = f"The player gains: one who {looks} has {edge} of {base} over the house."
    else:
        first = f"The house keeps {edge} of {base} against one who {looks}, and {usual} against one who does not."
    how = "exactly" if run.exact else f"give or take {shown(run.error, 'percent', 3)}"
    second = f"Looking is worth {shown(run.gain, 'percent', 3)}, {how}"
    rule = "." if not run.rule else f"; a rule that fits on a card gains {shown(run.rule, 'percent', 3)} of it."
    return first, second + rule


def _sheet(runs: list[Run], lit: Run) -> Sheet:
    columns = (
        Column("players", "players", "whole"),
        Column("seen", "cards seen", "whole"),
        Column("edge", "house edge", "percent"),
        Column("standard_error", "±", "percent"),
        Column("gain", "looking adds", "percent"),
        Column("rule", "a rule on a card adds", "percent"),
        Column("edge_of_action", "of all money bet", "percent"),
        Column("gains", "who gains"),
    )
    rows = [
        (run.players, run.seen, run.edge, "exact" if run.exact else run.error, run.gain, run.rule, run.of_action,
         "player" if run.edge < 0 else "house")
        for run in runs
    ]  # fmt: skip
    used = [at for at in range(len(columns)) if any(row[at] is not None for row in rows)]
    return Sheet(
        "By number of players",
        tuple(columns[at] for at in used),
        [tuple(row[at] for at in used) for row in rows],
        frozenset({runs.index(lit)}),
    )


def _matters(game: Game, players: int) -> tuple[Sheet, ...]:
    """Of Ultimate Texas Hold'em: with which hands it matters most to look."""
    run = next((one for one in face_up_runs(game.key) if one["players"] == players), {})
    if not run.get("hands"):
        return ()
    columns = (Column("hand", "hand"), Column("gains", "looking gains, of all rounds", "percent"))
    return (Sheet("Where it matters most", columns, [(one["hand"], one["gain"]) for one in run["hands"]]),)


def _pictures(game: Game, runs: list[Run], mine: Run | None = None) -> tuple[AnyPicture, ...]:
    base = runs[0].base
    best: list[tuple[float, float]] = [(1, base), *((run.players, run.edge) for run in runs)]
    ruled: list[tuple[float, float]] = [
        (1, base), *((run.players, run.base - run.rule) for run in runs if run.rule is not None)
    ]  # fmt: skip
    own: tuple[Band | Line, ...] = ()
    if mine is not None:
        reach = 1.96 * mine.error
        span = [(mine.players + side * 0.12, mine.edge - reach, mine.edge + reach) for side in (-1, 1)]
        own = (Band("this run, 95 %", span, "red"), Line("", [(mine.players, mine.edge)], "red", dots=True))
    last = max(run.players for run in runs)
    picture = Picture(
        f"{game.name}: who looks at other players' cards",
        Axis("players, all cards face up", number, 1, last, tuple(float(n) for n in range(1, last + 1))),
        Axis("house edge", share),
        (
            Level(0, "above: the house gains"),
            Line("best play", best, dots=True),
            *((Line("by a rule on a card", ruled, "brass", dashed=True, dots=True),) if len(ruled) > 1 else ()),
            Line("not looking", [(1, base), (last, base)], "muted", dashed=True),
            *own,
        ),
    )
    return (picture,)


def _games(game: Game, players: int) -> Ranking:
    found = [(one.name, edge.edge) for one in GAMES.values() if (edge := face_up_edge(one, players)) is not None]
    rows = [(name, edge, shown(edge, "percent", 2)) for name, edge in sorted(found, key=lambda each: each[1])]
    return Ranking(f"House edge against one who looks, {players} players", rows, game.name, player_gains=False)
