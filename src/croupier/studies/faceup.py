"""A table dealt face up: what has been worked out, at once; and the same again when somebody asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.solved import face_up_edge, face_up_report, face_up_run, face_up_runs, few_samples
from croupier.lab.work import ALONE, WorkPlan
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.studies.answer import Answer, Column, Sheet, Value, shown
from croupier.studies.pictures.picture import AnyPicture, Axis, Band, Level, Line, Picture, Ranking, number, share
from croupier.studies.question import Choice, Field, Given, Progress, Question, Told, game_option, options
from croupier.studies.words import of_base

MOST_SAMPLES = 5_000
"""In the Lab; a terminal takes any number."""


def fields(game: Game) -> list[Field]:
    """How many players, and how much to draw where it is computed again."""
    players = tuple(Choice(str(n), f"{n} players") for n in range(2, 8))
    return [
        Field("players", "Players at the table", str(len(SEATS)), "choice", players),
        Field("samples", "Sets of seen cards, if computed again", str(few_samples(game)), "number",
              hint="drawn at random; more take longer and err less", again=True),
        Field("seed", "Seed", "1", "number", hint="the same seed draws the same sets", again=True),
    ]  # fmt: skip


def question(game: Game, given: Given) -> Question:
    """The kept results of a game, or a run of one's own."""
    players = given.whole("players", 2, 7)
    if not given.yes("again"):
        return KeptRuns(game, players)
    return FaceUpRun(game, players, given.whole("samples", 2, MOST_SAMPLES), given.whole("seed", 0, 2**31))


@dataclass(frozen=True, slots=True)
class KeptRuns(Question):
    """What has been worked out for a game, looked at for so many players; `only` that, or all of it."""

    game: Game
    players: int = len(SEATS)
    only: bool = False

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup`, which shows it at once."""
        players = self.players if self.only else None
        return ("faceup", *options(game=game_option(self.game), players=players))

    def told(self, progress: Progress) -> Told:
        """The kept results."""
        runs = face_up_runs(self.game)
        if not self.only:
            report = face_up_report(self.game.key)
            more = {"exposed": report["exposed"]} if "exposed" in report else {}
            head = {"game": self.game.key, "hardware": report.get("hardware"), "date": report.get("date")}
            return {**head, "runs": runs, **more}
        found = face_up_run(self.game, self.players)
        if found is None:
            there = ", ".join(str(run["players"]) for run in runs)
            what = f"no result is kept for {self.players} players of {self.game.name}"
            raise Refused(f"{what}{f', but for {there}' if there else ''}; --recompute makes one")
        return found

    def answer(self, told: Told) -> Answer:
        """By number of players: the edge, what looking is worth, who gains."""
        runs, report = face_up_runs(self.game), face_up_report(self.game.key)
        if not runs:
            return Answer(
                headline=(f"{self.game.name} dealt face up", "not worked out yet"),
                words=(
                    "No result is kept for this game. It can be worked out here, for so many players, on sets of cards "
                    "drawn at random: press the button, or say --recompute at a terminal.",
                ),
                pictures=(_games(self.game, self.players),),
            )
        mine = next((run for run in runs if run["players"] == self.players), runs[-1])
        made = f"These runs were made on {report['hardware']}, {report['date']}. A negative edge is the player's."
        return Answer(
            headline=(f"House edge, {mine['players']} players", shown(mine["edge"], "percent")),
            words=(*_words(self.game, mine), made),
            sheets=(_sheet([mine] if self.only else runs, mine), *_looks(mine), *_matters(mine)),
            pictures=(*_pictures(self.game, runs), _games(self.game, mine["players"])),
        )


@dataclass(frozen=True, slots=True)
class FaceUpRun(Question):
    """A run of one's own: every class of seen cards, or so many sets of them drawn at random, where `samples` is said.

    work  on what it is done, where finished work is kept, and which part of it
    """

    game: Game
    players: int
    samples: int | None
    seed: int
    work: WorkPlan = ALONE

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --recompute`, with the same seed."""
        game = game_option(self.game)
        given = options(game=game, players=self.players, samples=self.samples, seed=self.seed)
        return ("faceup", *given, "--recompute")

    def told(self, progress: Progress) -> Told:
        """The run, or what others have computed of it, added up."""
        from croupier.lab.solver import solver

        progress("preparing", 0.0)
        made = solver(self.game)
        return made.face_up(
            self.players, samples=self.samples, seed=self.seed, work=self.work, progress=progress
        ).to_dict()

    def answer(self, told: Told) -> Answer:
        """The run beside the kept one."""
        kept = face_up_runs(self.game)
        beside = [run for run in kept if run["players"] == told["players"]]
        off = f" The kept result is {shown(beside[0]['edge'], 'percent')}." if beside else ""
        how = f"{told['classes']:,} classes of seen cards" if told["exact"] else (
            f"{told['samples']:,} sets of seen cards drawn with seed {told['seed']}"
        )  # fmt: skip
        error = "exactly" if told["exact"] else f"± {shown(told['standard_error'], 'percent')} (one standard error)"
        where = ", ".join(f"{shown(often, 'percent', 2)} {street.words}" for street in self.game.streets
                          if (often := told["changed"].get(street.key)) is not None)  # fmt: skip
        proven = "Proven: play that does not look is worth, over all classes, exactly the base game's value."
        return Answer(
            headline=(f"House edge, {told['players']} players", shown(told["edge"], "percent")),
            words=(
                f"{how}: {shown(told['edge'], 'percent')} {error}.{off}",
                *_words(self.game, told),
                f"Looking changes the decision in {where}.",
                *((proven,) if told["exact"] and not told["part"] else ()),
                f"Done on {told['engine']} in {told['seconds']:,.1f} s.",
            ),
            warnings=_part(told),
            sheets=(_sheet([told, *beside], told), *_looks(told), *_matters(told)),
            pictures=_pictures(self.game, kept, told),
        )


def _part(told: Mapping[str, Any]) -> tuple[str, ...]:
    part = told["part"]
    if not part:
        return ()
    return (f"{part['done']:,} of {part['of']:,}: figures of this part only, until it is merged with the others.",)


def _words(game: Game, run: Mapping[str, Any]) -> tuple[str, ...]:
    base = of_base(game)
    edge, looks = shown(abs(run["edge"]), "percent", 2), f"uses all cards of {run['players']} players"
    usual = shown(run["base_edge"], "percent", 2)
    if run["edge"] < 0:
        first = f"The player gains: one who {looks} has {edge} of {base} over the house."
    else:
        first = f"The house keeps {edge} of {base} against one who {looks}, and {usual} against one who does not."
    how = "exactly" if run["exact"] else f"give or take {shown(run['standard_error'], 'percent', 3)}"
    second = f"Looking is worth {shown(run['gain'], 'percent', 3)}, {how}"
    rule = run["counted"]
    third = f"; a rule that fits on a card gains {shown(rule, 'percent', 3)} of it." if rule else "."
    return first, second + third


def _sheet(runs: list[dict[str, Any]], lit: Mapping[str, Any]) -> Sheet:
    columns = (
        Column("players", "players", "whole"),
        Column("seen", "cards seen", "whole"),
        Column("edge", "house edge", "percent"),
        Column("standard_error", "±", "percent"),
        Column("gain", "looking adds", "percent"),
        Column("counted", "a rule on a card adds", "percent"),
        Column("edge_of_action", "of all money bet", "percent"),
        Column("gains", "who gains"),
    )
    rows: list[list[Value]] = []
    for run in runs:
        said = {"standard_error": "exact" if run["exact"] else run["standard_error"],
                "gains": "player" if run["edge"] < 0 else "house"}  # fmt: skip
        rows.append([(run | said)[column.key] for column in columns])
    used = [at for at in range(len(columns)) if any(row[at] is not None for row in rows)]
    return Sheet(
        "By number of players",
        tuple(columns[at] for at in used),
        [tuple(row[at] for at in used) for row in rows],
        frozenset({runs.index(lit)}),  # type: ignore[arg-type]
    )


_WHEN = {
    "look_preflop": "before the flop only", "look_later": "after it only", "look_river": "at the river only",
    "counting": "by a counting chart",
}  # fmt: skip


def _looks(run: Mapping[str, Any]) -> tuple[Sheet, ...]:
    """What looking adds, by when one looks, where that was counted."""
    found = run.get("gain_by_look", {})
    columns = (
        Column("look", "looking"), Column("gain", "adds", "percent"), Column("standard_error", "±", "percent"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (words, found[key]["value"], found[key]["standard_error"]) for key, words in _WHEN.items() if key in found
    ]
    return (Sheet("By when one looks", columns, rows),) if rows else ()


def _matters(run: Mapping[str, Any]) -> tuple[Sheet, ...]:
    """With which hands it matters most to look, where that was counted."""
    if not run.get("hands"):
        return ()
    columns = (Column("hand", "hand"), Column("gains", "looking gains, of all rounds", "percent"))
    return (Sheet("Where it matters most", columns, [(one["hand"], one["gain"]) for one in run["hands"]]),)


def _pictures(game: Game, runs: list[dict[str, Any]], mine: Mapping[str, Any] | None = None) -> tuple[AnyPicture, ...]:
    base = (mine or runs[0])["base_edge"]
    best: list[tuple[float, float]] = [(1, base), *((run["players"], run["edge"]) for run in runs)]
    ruled: list[tuple[float, float]] = [
        (1, base), *((run["players"], run["base_edge"] - run["counted"]) for run in runs if run["counted"] is not None)
    ]  # fmt: skip
    own: tuple[Band | Line, ...] = ()
    if mine is not None:
        players, edge, reach = mine["players"], mine["edge"], 1.96 * mine["standard_error"]
        span = [(players + side * 0.12, edge - reach, edge + reach) for side in (-1, 1)]
        own = (Band("this run, 95 %", span, "red"), Line("", [(players, edge)], "red", dots=True))
    last = max(run["players"] for run in (*runs, *([mine] if mine else [])))
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
