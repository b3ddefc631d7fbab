"""The jobs that the lab's worker can be asked for: plain values in, plain values out.

Pay tables come as text in our own format. Heavy modules are imported where they are used, so that quick questions are
answered while the game is still being learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import BAD_BEAT, PAIRS, UTH
from croupier.hands import BY_KEY
from croupier.lab.bets.designs import possible_lines
from croupier.lab.capabilities import is_learnt_first
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, parse_paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies import subjects
from croupier.web.lab import basegames, custom_games, decisions
from croupier.web.lab.decisions import explain_choice
from croupier.web.lab.rows import every_line, exact, figure, line_row, picture_bytes, win

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import MeterTerms, ProgressivePrice
    from croupier.lab.bets.sidebets import SideBetPrice
    from croupier.lab.bets.ways import Folded
    from croupier.lab.uth.compare import Habit
    from croupier.lab.uth.playout import Outcome
    from croupier.lab.uth.solution import GameSolution

_Plain = dict[str, Any]

_WITHOUT_THE_GAME = frozenset({"draw_bars", "variant", "own_bet", "own_edges"})


class LabJobs:
    """The jobs of the worker, and the approved game once it is learnt."""

    def __init__(self) -> None:
        self._habit: Habit | None = None
        self._base: _Plain = {}
        self._folded: dict[tuple[str, str, str], Folded] = {}
        self._jobs: Mapping[str, Callable[..., Any]] = {
            "coach": self.coach,
            "edges": basegames.edges,
            "side": self.side,
            "progressive": self.progressive,
            "draw_returns": self.draw_returns,
            "draw_bars": self.draw_bars,
            "game": self.game,
            "chart": basegames.chart,
            "hand": basegames.hand,
            "draw_chart": basegames.draw_chart,
            "judge": decisions.judge_positions,
            "variant": custom_games.variant,
            "own_bet": custom_games.own_bet,
            "own_edges": custom_games.own_edges,
            "study": subjects.answer_to_dict,
            **decisions.JOBS,
        }

    def wants_the_game(self, job: str, what: _Plain) -> bool:
        """Whether a job needs the game that is learnt first."""
        return job not in _WITHOUT_THE_GAME and is_learnt_first(GAMES[what.get("game", UTH.key)])

    def do(self, job: str, what: _Plain) -> Any:
        """Do one of the jobs."""
        return self._jobs[job](**what)

    def learn(self, progress: Callable[[str, float], None]) -> None:
        """Solve the approved game and cache what every comparison needs."""
        progress("warming up", 0.0)
        from croupier.lab.solution_cache import cached_distribution, cached_solution
        from croupier.lab.uth.compare import habit_of
        from croupier.lab.uth.playout_changes import play_out_changes

        solution = cached_solution(progress=lambda what, share: progress(what, 0.8 * share))
        progress("playing every deal", 0.8)
        outcome = cached_distribution().outcome
        progress("counting how each river is reached", 0.9)
        habit = habit_of(solution, outcome)
        # The first design should not have to wait for its kernels.
        self._base = _blind_figures(solution, play_out_changes(habit, solution.decisions))
        self._habit = habit

    @property
    def habit(self) -> Habit:
        """The approved game, played best."""
        if self._habit is None:
            raise Refused("the lab has not learnt the game yet; ask again in a few seconds")
        return self._habit

    def coach(self, game: str, **cards: Any) -> _Plain:
        """The value of each choice in base bets, best first, with the cards that a player sees; and the rule."""
        values = basegames.choices(game, **cards)
        choices = [{"action": key, "value": float(value)} for key, value in values.items()]
        return {"choices": choices, **explain_choice(game, values, **cards)}

    def side(self, table: str, approved: str, folded: bool = False) -> _Plain:
        """A side bet priced, beside the approved one."""
        from croupier.lab.bets.sidebets import side_bet

        mine, theirs = parse_paytable(table), parse_paytable(approved)
        lost = self._lost(mine) if folded else None
        now, before = side_bet(mine, lost), side_bet(theirs, lost)
        ways = side_bet(every_line(theirs), lost) if theirs.bet != PAIRS else now
        return {
            "figures": [
                figure("edge", "house edge", now.edge, before.edge, "percent", 4),
                figure("hits", "hit frequency", now.hit_frequency, before.hit_frequency, "percent", 4),
                figure("deviation", "standard deviation", now.standard_deviation, before.standard_deviation),
                figure("returns", "returned to players", 1 - now.edge, 1 - before.edge, "percent", 4),
            ],
            "exact": exact(now.edge),
            "printed": mine.printed_edge or "",
            "lines": _side_lines(now, ways, theirs),
        }

    def game(self, game: str, table: str, approved: str) -> _Plain:
        """A game solved with this table of its base bets."""
        does = self._blind if is_learnt_first(GAMES[game]) else basegames.designed
        return does(game, table, approved)

    def _blind(self, game: str, table: str, approved: str) -> _Plain:
        """The game solved with this Blind: figures, starting hands, and what changes against the approved one."""
        from croupier.lab.solution_cache import cached_solution
        from croupier.lab.uth.compare import changes
        from croupier.lab.uth.playout_changes import play_out_changes

        mine, habit = parse_paytable(table), self.habit
        solution = habit.solution if mine == habit.solution.blind else cached_solution(mine)
        turned = changes(habit, solution)
        now = _blind_figures(solution, play_out_changes(habit, solution.decisions))
        figures = [figure(key, words, now[key], self._base[key], kind, digits) for key, words, kind, digits in _GAME]
        return {
            "figures": figures,
            "exact": exact(solution.edge),
            "printed": "",
            "lines": _blind_lines(mine, habit.solution.blind, now["ways"], solution.deals),
            "changes": turned.to_dict(),
            "starts": [start | start["values"] for start in basegames.chart(game, table, approved)["starts"]],
        }

    def progressive(self, table: str, approved: str, **terms: Any) -> _Plain:
        """A progressive bet priced at its meters, beside the approved one at the same meters."""
        from croupier.jackpot.advice import warnings

        mine, theirs = parse_paytable(table), parse_paytable(approved)
        now, before = self._progressive(mine, **terms), self._progressive(theirs, **terms)
        plain = now.to_dict()
        levels = []
        for name, level in plain["levels"].items():
            reach = 1.3 * max(level["break_even"] or 0, level["break_even_after_tax"] or 0, level["meter"], 100)
            before_tax, after_tax = (
                [float(now.returns(taxed=taxed) + now.slope(name) * _after_tax(now, taxed) * (at - level["meter"]))
                 for at in (0, Fraction(reach))]
                for taxed in (False, True)
            )  # fmt: skip
            levels.append(level | {"level": name, "reach": reach, "returns": before_tax, "after_tax": after_tax})
        return {
            "figures": [
                figure("edge", "house edge now", now.edge, before.edge, "percent", 4),
                figure("hits", "hit frequency", now.hit_frequency, before.hit_frequency, "percent", 4),
                figure("deviation", "standard deviation", sqrt(now.variance), sqrt(before.variance)),
                figure("fixed", "returned by fixed pays", now.fixed_return, before.fixed_return, "percent", 4),
                figure("meters", "returned by meters", now.meter_return, before.meter_return, "percent", 4),
                figure("envy", "returned by envy", now.envy_return(), before.envy_return(), "percent", 4),
                figure("taxed", "house edge after tax", 1 - now.returns(taxed=True),
                        1 - before.returns(taxed=True), "percent", 4),
                figure("keeps", "house keeps in the long run", now.house_keeps, before.house_keeps, "percent", 4),
            ],
            "exact": exact(now.edge),
            "printed": "",
            "lines": _progressive_lines(now, theirs, GAMES[terms["game"]]),
            "levels": levels,
            "envy_by_players": [float(now.envy_return(players)) for players in range(1, 7)],
            "warnings": [str(warning) for plan in now.plans() for warning in warnings(plan)],
        }  # fmt: skip

    def _progressive(
        self, table: Paytable, *, stake: int, levels: Mapping[str, tuple[int, int, int, int]], players: int,
        tax_bp: int, fixed_off_meter: bool, folded: bool, game: str,
    ) -> ProgressivePrice:  # fmt: skip
        from croupier.lab.bets.progressive import progressive
        from croupier.lab.games.solve import PLAYABLE_GAMES

        if not is_learnt_first(GAMES[game]) and game not in PLAYABLE_GAMES:
            raise Refused(f"nobody has counted which hands of {GAMES[game].name} win a progressive")
        return progressive(
            table,
            stake=stake,
            levels={name: _level(*levels[name]) for name in table.levels},
            players=players,
            tax=Fraction(tax_bp, 10_000),
            fixed_off_meter=fixed_off_meter and len(table.levels) == 1,
            folded=self._lost(table, game) if folded else None,
            game=GAMES[game],
        )

    def _lost(self, table: Paytable, game: str = UTH.key) -> Folded | None:
        """How many deals of each line are folded by the best play of the approved game (R24, R40)."""
        if table.bet not in (BAD_BEAT, PROGRESSIVE):
            return None
        key = (table.bet, table.cards, game)
        if key not in self._folded:
            from croupier.lab.bets.folds import folded_deals
            from croupier.lab.games.folds import folded_hands

            self._folded[key] = (
                folded_deals(table, self.habit.solution, self.habit.outcome)
                if is_learnt_first(GAMES[game])
                else folded_hands(GAMES[game])
            )
        return self._folded[key]

    def draw_returns(self, table: str, ending: str, **terms: Any) -> bytes:
        """Return against meter as a file."""
        from croupier.studies.answer import draw_into
        from croupier.studies.meters import return_curve, return_pictures

        bet = self._progressive(parse_paytable(table), **terms)
        if not bet.levels:
            raise Refused(
                f"{bet.table.name} pays from no meter, so there is nothing to draw; give a line a share of one"
            )
        plain = bet.to_dict()
        levels = {name: level | {"curve": return_curve(bet, name, level)} for name, level in plain["levels"].items()}
        return picture_bytes(ending, lambda path: draw_into(return_pictures(levels, plain["tax"]), path))

    def draw_bars(self, title: str, bars: dict[str, float], unit: str, ending: str) -> bytes:
        """Named values as a file."""
        from croupier.lab.plotting import draw_bars
        from croupier.strategy.words import CHOICE_WORDS

        named = {CHOICE_WORDS.get(name, name): value for name, value in bars.items()}
        return picture_bytes(ending, lambda path: draw_bars(title, named, unit, path))


_GAME = (
    ("edge", "house edge of the Ante", "percent", 4),
    ("risk", "house edge of all money bet", "percent", 4),
    ("hits", "how often the Blind pays", "percent", 4),
    ("deviation", "standard deviation of a round", "antes", 4),
    ("alone", "house edge of the Blind by itself", "percent", 4),
    ("alone_deviation", "standard deviation of the Blind", "antes", 4),
    ("average", "average bet of a round", "antes", 4),
    ("bet4", "rounds bet 4x", "percent", 4),
    ("bet3", "rounds bet 3x", "percent", 4),
    ("bet2", "rounds bet 2x", "percent", 4),
    ("bet1", "rounds bet 1x", "percent", 4),
    ("fold", "rounds folded", "percent", 4),
)


def _blind_figures(solution: GameSolution, outcome: Outcome) -> _Plain:
    """The figures of a solved game, played best."""
    from croupier.lab.bets.report import blind_alone
    from croupier.lab.uth.distribution import distribution_of
    from croupier.lab.uth.playout import WIN

    distribution = distribution_of(outcome, solution.blind)
    alone = blind_alone(distribution)
    joint = outcome.joint
    return {
        "edge": solution.edge,
        "risk": solution.edge_of_action,
        "hits": alone.hit_frequency,
        "deviation": distribution.standard_deviation,
        "alone": alone.edge,
        "alone_deviation": alone.standard_deviation,
        "average": solution.average_bet,
        **solution.frequencies,
        "ways": {key: int(joint[:4, kind, :, WIN].sum()) for key, kind in BY_KEY.items()},
    }


def _blind_lines(table: Paytable, approved: Paytable, ways: Mapping[str, int], deals: int) -> list[_Plain]:
    return [
        line_row(key, table, approved, ways[key], deals, win(table.pays.get(key))) for key in possible_lines(approved)
    ]


def _side_lines(now: SideBetPrice, ways: SideBetPrice, approved: Paytable) -> list[_Plain]:
    often = {line.line: line.ways for line in ways.lines}
    return [
        line_row(key, now.table, approved, often.get(key), now.deals, win(now.table.pays.get(key)))
        for key in possible_lines(approved)
    ]


def _progressive_lines(now: ProgressivePrice, approved: Paytable, game: Game) -> list[_Plain]:
    from croupier.lab.bets.ways import line_ways

    deals, ways = line_ways(approved, game=game)
    counted = {line.line: line for line in now.lines}
    rows = []
    for key in possible_lines(approved):
        line = counted.get(key)
        often, of = (ways[key], deals) if line is None else (line.ways, line.deals)
        won = Fraction(0) if line is None else line.award / now.stake
        rows.append(line_row(key, now.table, approved, often, of, won) | {"envy": now.table.envy.get(key)})
    return rows


def _level(meter: int, seed: int, contribution_bp: int, reserve_bp: int) -> MeterTerms:
    from croupier.lab.bets.progressive import MeterTerms

    return MeterTerms(meter=meter, seed=seed, contribution_bp=contribution_bp, reserve_bp=reserve_bp)


def _after_tax(bet: ProgressivePrice, taxed: bool) -> Fraction:
    return 1 - bet.tax if taxed else Fraction(1)
