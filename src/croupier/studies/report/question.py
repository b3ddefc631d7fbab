"""The mathematics report as a question: every figure is asked of the study that other pages and commands ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT
from croupier.lab.bets.designs import toml_text
from croupier.lab.capabilities import check_countable
from croupier.lab.work import Progress, no_progress
from croupier.money import parse_basis_points, parse_dollars
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import side_bets_text
from croupier.rules.paytables import LEVELS, Paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.strategy.language.published import published
from croupier.studies.answer import FigureAnswer, as_text
from croupier.studies.edge import Edges
from croupier.studies.faceup import StoredRuns
from croupier.studies.playing import Playing
from croupier.studies.progressive import ProgressiveWager, example_levels
from croupier.studies.question import Figures, StudyQuestion, options
from croupier.studies.report.base_lines import BaseLine, base_lines, edge_with_one_more
from croupier.studies.report.program import program_figures
from croupier.studies.report.swings import holds, sensitivities
from croupier.studies.report.tables import OWN_BETS_FILE, tables_of
from croupier.studies.side_bets import OwnBets
from croupier.studies.strategy import StrategyCost
from croupier.studies.words import of_base, plain_dollars

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import MeterTerms

STAKE: Final = 100
"""A progressive wager of a dollar, where no link says another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkMeters:
    """The meters of a link, and what is wagered on it."""

    stake: int
    levels: Mapping[str, MeterTerms]
    fixed_off_meter: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The options of a command that say the same."""
        levels = (text for name, level in self.levels.items() for text in ("--level", level_text(name, level)))
        off = ("--fixed-off-meter",) if self.fixed_off_meter else ()
        return (*options(stake=plain_dollars(self.stake)), *levels, *off)


def level_text(name: str, level: MeterTerms) -> str:
    """A meter as an option has it: `main=25000/10000/20/2`."""
    amounts = (plain_dollars(level.meter), plain_dollars(level.seed))
    return f"{name}={'/'.join((*amounts, f'{level.contribution_bp / 100:g}', f'{level.reserve_bp / 100:g}'))}"


def parse_level(text: str) -> tuple[str, MeterTerms]:
    """A meter of a link: its name; dollars that it shows and starts from; percents of a wager that go in and aside."""
    from croupier.lab.bets.progressive import MeterTerms

    name, _, rest = text.strip().partition("=")
    parts = [part.strip() for part in rest.split("/")]
    if name not in LEVELS or len(parts) != 4:
        raise Refused(f"no meter is {text!r}; want a level of {', '.join(LEVELS)}, such as main=25000/10000/20/2")
    meter, seed = (parse_dollars(part) for part in parts[:2])
    contribution, reserve = (parse_basis_points(part) for part in parts[2:])
    return name, MeterTerms(meter=meter, seed=seed, contribution_bp=contribution, reserve_bp=reserve)


def link_of(stake: str, levels: Sequence[str], fixed_off_meter: bool = False) -> LinkMeters | None:
    """The meters that somebody names, and the wager; none where no meter is named."""
    if not levels:
        return None
    return LinkMeters(
        stake=parse_dollars(stake), levels=dict(map(parse_level, levels)), fixed_off_meter=fixed_off_meter
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MathematicsReport(StudyQuestion):
    """A rule set, or a table that plays by it.

    tables        by bet, the pay tables that the report tells; the first of a base bet is the one that is played by
    own_bets      side bets of the house's own
    lost_by_fold  bets that a fold loses where the house may choose (R24, R40)
    link          the link of a table, whose meters are taken instead of an example's
    terms         what the table plays by, where the report is about one
    table         its name, for the title page
    """

    rules: RuleSet
    tables: Mapping[str, tuple[Paytable, ...]]
    own_bets: tuple[OwnBet, ...] = ()
    lost_by_fold: tuple[str, ...] = ()
    link: LinkMeters | None = None
    terms: Terms | None = None
    table: str = ""

    def __post_init__(self) -> None:
        check_countable(self.rules.game)
        if self.link is not None:
            for table in self.tables.get(PROGRESSIVE, ()):
                if set(table.levels) != set(self.link.levels):
                    levels = ", ".join(table.levels) or "no meter"
                    raise Refused(
                        f"{table.name} pays from {levels}; want a level of each, and --paytable with its table"
                    )

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier report`."""
        chosen = []
        for bet, approved in tables_of(self.rules).items():
            if bet not in self.tables:
                chosen += ["--without", bet]
            elif self.tables[bet] != approved:
                named = (one.name if one in approved else f"{one.name}.toml" for one in self.tables[bet])
                chosen += [text for name in named for text in ("--paytable", name)]
        own = options(side_bet=OWN_BETS_FILE if self.own_bets else None)
        folds = {BAD_BEAT: "--no-bad-beat-on-fold", PROGRESSIVE: "--no-progressive-on-fold"}
        kept = (flag for bet, flag in folds.items() if bet in self.lost_by_fold)
        link = () if self.link is None else self.link.options
        return ("report", *options(game=self.rules.game.key, rules=self.rules.name), *chosen, *own, *kept, *link)

    @property
    def files(self) -> Mapping[str, str]:
        """Pay tables of one's own, and the declarations of the house's own bets."""
        bets = {OWN_BETS_FILE: side_bets_text(self.own_bets)} if self.own_bets else {}
        return {**{f"{table.name}.toml": toml_text(table) for table in self.own_tables}, **bets}

    @property
    def own_tables(self) -> tuple[Paytable, ...]:
        """Pay tables that the rule set does not have."""
        approved = tables_of(self.rules)
        return tuple(one for bet, tables in self.tables.items() for one in tables if one not in approved.get(bet, ()))

    @property
    def base(self) -> dict[str, Paytable]:
        """The pay tables that the base game is played by."""
        return {bet: self.tables[bet][0] for bet in self.rules.game.base_tables}

    @property
    def other_base(self) -> Paytable | None:
        """The pay table of the base game, where there is one and it is not the game's usual one."""
        if len(self.base) != 1:
            return None
        ((bet, table),) = self.base.items()
        return None if table.name == self.rules.game.rule_sets[0].tables[bet][0] else table

    # The studies that are asked

    @property
    def edges(self) -> Edges:
        """Every bet of the rule set; pay tables that it does not have are told after the approved ones."""
        return Edges(
            self.rules, self.own_tables, bad_beat_on_fold=BAD_BEAT not in self.lost_by_fold,
            progressive_on_fold=PROGRESSIVE not in self.lost_by_fold, lines=True,
        )  # fmt: skip

    @property
    def strategies(self) -> tuple[StrategyCost, ...]:
        """The strategies that the game is taught by, or else the first that comes with it."""
        game, there = self.rules.game, published(self.rules.game.key)
        names = game.teaching.drills or tuple(there)[:1]
        return tuple(StrategyCost(Playing(game, there[name], self.other_base)) for name in names if name in there)

    @property
    def progressives(self) -> tuple[ProgressiveWager, ...]:
        """Each progressive pay table: at the meters of the table's link, or at those of an example."""
        link, on_fold = self.link, PROGRESSIVE not in self.lost_by_fold
        return tuple(
            ProgressiveWager(
                game=self.rules.game, table=table, on_fold=on_fold,
                stake=STAKE if link is None else link.stake,
                levels=example_levels(table) if link is None else link.levels,
                fixed_off_meter=link is not None and link.fixed_off_meter,
            )
            for table in self.tables.get(PROGRESSIVE, ())
        )  # fmt: skip

    @property
    def face_up(self) -> StoredRuns:
        """What is kept of the game dealt face up."""
        return StoredRuns(self.rules.game)

    def figures(self, progress: Progress) -> Figures:
        """Everything that the report tells."""
        from croupier.studies.report.streets import street_hands

        game, base = self.rules.game, self.base
        priced = self.edges.figures(_part(progress, 0.0, 0.35))
        figures = {
            "game": game.key,
            "rules": self.rules.name,
            "rules_version": self.rules.version,
            "program": program_figures(self.rules, [one for tables in self.tables.values() for one in tables]),
            **self._edges(priced),
        }
        progress("counting every line of the base game", 0.35)
        deals = figures["base"]["deals"]
        lines = {table.name: (table, base_lines(game, table, base, deals)) for table in base.values()}
        progress("solving the game with each line of it paying one more", 0.4)
        figures["base_lines"] = {
            name: [{**line.to_dict(), "best_edge_with_one_more": _one_more(game, table, base, line)} for line in each]
            for name, (table, each) in lines.items()
        }
        progress("charting the best play", 0.5)
        figures["chart"] = self._chart()
        figures["street_hands"] = street_hands(game, base, {row["street"] for row in figures["chart"]})
        asked, priced_strategies = self.strategies, []
        for at, one in enumerate(asked):
            priced_strategies.append(one.figures(_part(progress, 0.55 + 0.35 * at / len(asked), 0.3 / len(asked))))
        figures["strategies"] = priced_strategies
        progress("pricing the bets of the house's own", 0.9)
        own = OwnBets(self.own_bets, game.key).figures(progress) if self.own_bets else []
        figures["own_bets"] = own if isinstance(own, list) else [own]
        figures["progressives"] = [one.figures(_part(progress, 0.92, 0.06)) for one in self.progressives]
        figures["face_up"] = self.face_up.figures(progress)
        figures["hold"] = holds(figures)
        figures["sensitivity"] = list(sensitivities(figures))
        return figures

    def _edges(self, priced: Mapping[str, Any]) -> dict[str, Any]:
        """Of the priced rule set what the report is about."""
        names = {table.name for tables in self.tables.values() for table in tables}
        wanted = {bet: table.name for bet, table in self.base.items()}
        games = {tuple(one["paytables"].values()): one for one in (priced["base"], *priced["others"])}
        base = games.get(tuple(wanted.values()))
        if base is None:
            base = replace(self.edges, extra=tuple(self.base.values())).figures(no_progress)["base"]
        told = [one for one in games.values() if one is not base and set(one["paytables"].values()) <= names]
        return {
            "base": {**base, **{key: priced["base"][key] for key in ("printed_edge", "word")}},
            "others": [{key: value for key, value in one.items() if key != "results"} for one in told],
            "bets": [bet for bet in priced["bets"] if bet["paytable"] in names],
            "bad_beat_on_fold": priced["bad_beat_on_fold"],
            "progressive_on_fold": priced["progressive_on_fold"],
        }

    def _chart(self) -> list[dict[str, Any]]:
        from croupier.lab.solver import solver

        return solver(self.rules.game).chart(self.base or None).to_list()

    def answer(self, figures: Figures) -> FigureAnswer:
        """The report's sheets and pictures, one after another."""
        from croupier.studies.report.sections import report_sections

        game, sections = self.rules.game, report_sections(self, figures)
        edge = as_text(figures["base"]["edge"], "percent")
        return FigureAnswer(
            headline=(f"{game.name}, house edge of {of_base(game)}", edge),
            words=(
                f"Mathematics report of {game.name}, {self.rules.title} ({self.rules.name}, version "
                f"{self.rules.version}): {len(sections)} sections on one paper, as HTML.",
            ),
            sheets=tuple(sheet for section in sections for sheet in section.sheets),
            pictures=tuple(picture for section in sections for picture in section.pictures),
        )


def _one_more(game: Game, table: Paytable, base: Mapping[str, Paytable], line: BaseLine) -> float | None:
    edge = edge_with_one_more(game, table, base, line)
    return None if edge is None else float(edge)


def _part(progress: Progress, begin: float, size: float) -> Progress:
    """The progress of one part of the work."""
    return lambda words, share: progress(words, begin + size * share)
